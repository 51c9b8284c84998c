/* When work is to be left as it is. */
#ifndef SEARCH_UNTIL_H
#define SEARCH_UNTIL_H

#include "core/clock.h"

#include <stdatomic.h>
#include <stdbool.h>

struct jg_until {
    const atomic_bool *stop; /* set by somebody else; may be NULL */
    double deadline;         /* by the clock; 0: none */
};

/* Once true it stays so. */
static inline bool jg_until_over(const struct jg_until *u) {
    return (u->stop && atomic_load_explicit(u->stop, memory_order_relaxed)) ||
           (u->deadline > 0 && jg_clock() >= u->deadline);
}

/* Half of the time that is left, for what must come first. */
static inline struct jg_until jg_until_half(const struct jg_until *u) {
    return (struct jg_until){.stop = u->stop, .deadline = u->deadline > 0 ? (jg_clock() + u->deadline) / 2 : 0};
}

#endif
