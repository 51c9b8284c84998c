/* A table of logarithms of small counts, since UCB1 takes one at every step of every playout. */
#ifndef JOGADA_SEARCH_LOGS_H
#define JOGADA_SEARCH_LOGS_H

#include "core/math.h"

#include <stdint.h>

enum { JG_LOGS = 1024 };

struct jg_logs {
    double of[JG_LOGS];
};

static inline void jg_logs_init(struct jg_logs *l) {
    for (int i = 0; i < JG_LOGS; i++) l->of[i] = jg_math_log(i);
}

/* The same as jg_math_log. */
static inline double jg_logs_of(const struct jg_logs *l, uint64_t count) {
    return count < JG_LOGS ? l->of[count] : jg_math_log((double)count);
}

#endif
