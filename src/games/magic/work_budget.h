/* A bound on the work of one query, so that unusual decks and crowded boards end in time too.
 * Work is counted in units rather than seconds: the same query gives the same result on every
 * machine, unless the stop flag or the deadline comes first. */
#ifndef GAMES_MAGIC_WORK_BUDGET_H
#define GAMES_MAGIC_WORK_BUDGET_H

#include "search/budget.h"

#include <stdint.h>

struct jg_magic_work_budget {
    struct jg_budget budget;
    uint64_t limit; /* in units of a few nanoseconds; 0: none */

    /* Private, except exhausted. */
    uint64_t spent, next_check; /* next_check: when to read the clock and the stop flag again */
    atomic_bool exhausted;      /* searches return the best result found so far */
};

/* Starts a new query. */
static inline void jg_magic_work_begin(struct jg_magic_work_budget *b) {
    b->spent = b->next_check = 0;
    atomic_store_explicit(&b->exhausted, jg_budget_spent(&b->budget), memory_order_relaxed);
}

static inline bool jg_magic_work_exhausted(const struct jg_magic_work_budget *b) {
    return atomic_load_explicit(&b->exhausted, memory_order_relaxed);
}

/* Adds units of work; returns whether the budget is exhausted. */
static inline bool jg_magic_work_spend(struct jg_magic_work_budget *b, uint64_t units) {
    enum { CHECK_INTERVAL = 1 << 16 };
    b->spent += units;
    if (b->spent < b->next_check) return jg_magic_work_exhausted(b);
    b->next_check = b->spent + CHECK_INTERVAL;
    if ((b->limit && b->spent > b->limit) || jg_budget_spent(&b->budget))
        atomic_store_explicit(&b->exhausted, true, memory_order_relaxed);
    return jg_magic_work_exhausted(b);
}

#endif
