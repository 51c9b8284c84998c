/* How much work a question may take: what keeps decks and boards that nobody foresaw from
 * taking for ever. Counted, so that the same question has the same answer. */
#ifndef GAMES_MAGIC_EFFORT_H
#define GAMES_MAGIC_EFFORT_H

#include "search/until.h"

#include <stdint.h>

struct jg_magic_effort {
    struct jg_until until;
    uint64_t most; /* units of work, of some nanoseconds each; 0: no limit */

    /* Private but for over. */
    uint64_t work, next; /* next: when to look at the clock and the flag again */
    atomic_bool over;    /* all that is under way is to end with what it has */
};

/* A new question. */
static inline void jg_magic_effort_begin(struct jg_magic_effort *e) {
    e->work = e->next = 0;
    atomic_store_explicit(&e->over, jg_until_over(&e->until), memory_order_relaxed);
}

static inline bool jg_magic_effort_over(const struct jg_magic_effort *e) {
    return atomic_load_explicit(&e->over, memory_order_relaxed);
}

/* So much more was done; returns whether it is over. */
static inline bool jg_magic_effort_spend(struct jg_magic_effort *e, uint64_t units) {
    enum { OFTEN = 1 << 16 };
    e->work += units;
    if (e->work < e->next) return jg_magic_effort_over(e);
    e->next = e->work + OFTEN;
    if ((e->most && e->work > e->most) || jg_until_over(&e->until))
        atomic_store_explicit(&e->over, true, memory_order_relaxed);
    return jg_magic_effort_over(e);
}

#endif
