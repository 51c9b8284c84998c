/* The time budget of a search: a deadline and a stop flag. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "core/clock.h"

#include <stdatomic.h>
#include <stdbool.h>

struct jg_budget {
    const atomic_bool *stop; /* set by another thread; may be NULL */
    double deadline;         /* by jg_clock; 0: none */
};

/* Whether the deadline has passed or the flag is set. */
static inline bool jg_budget_spent(const struct jg_budget *b) {
    return (b->stop && atomic_load_explicit(b->stop, memory_order_relaxed)) ||
           (b->deadline > 0 && jg_clock() >= b->deadline);
}

/* Half of the remaining time, for the first of two steps. */
static inline struct jg_budget jg_budget_half(const struct jg_budget *b) {
    return (struct jg_budget){.stop = b->stop, .deadline = b->deadline > 0 ? (jg_clock() + b->deadline) / 2 : 0};
}

#endif
