/* Double dummy: the rest of a round of dominoes with all hands open, both pairs playing
 * perfectly. See docs/domino-dd.md. */
#ifndef GAMES_DOMINO_DD_H
#define GAMES_DOMINO_DD_H

#include "games/domino/domino.h"

#include <stdatomic.h>

/* A solver with its table; for one thread at a time. */
struct jg_dd;

/* For g's rules, which must stay open as long; the table takes at most so many bytes, and
 * at least a few thousand. NULL: no memory. */
struct jg_dd *jg_dd_new(const struct jg_game *g, size_t table_bytes, struct jg_error *err);
void jg_dd_free(struct jg_dd *d); /* may be NULL */

/* What a round that ends with these points is worth to team 0. Must not fall when team 0
 * has more points nor rise when team 1 has, and must stay within +-JG_DD_WORTH_MAX. Called
 * often. */
typedef int32_t jg_dd_worth(void *arg, int points0, int points1);
enum { JG_DD_WORTH_MAX = 1000000000 };

/* What to solve for, and how long. All zeroes, or NULL in place of it: points, to the end. */
struct jg_dd_ask {
    jg_dd_worth *worth; /* NULL: what team 0 wins in the rest of the round minus what team 1 does */
    void *arg;
    uint64_t nodes;          /* give up after so many; 0: never */
    const atomic_bool *stop; /* give up when it becomes true; may be NULL */
};

struct jg_dd_result {
    int32_t value;  /* for team 0; if not exact: a bound, or a guess */
    jg_move move;   /* one that achieves it, if exact; 0: the round is over */
    uint64_t nodes; /* positions with a choice that were looked into */
    bool exact;
};

/* All hands of s must be known. The answer depends on the arguments alone, not on what was
 * solved before. A round that is dealt again (nodbl=redeal) is over. */
struct jg_dd_result jg_dd_solve(struct jg_dd *d, const struct jg_domino *s, const struct jg_dd_ask *ask);

/* The value of every legal move, in the order of jg_domino_moves; arrays of g->max_moves.
 * Returns how many there are; 0: the round is over, or it gave up. *nodes as above, if not
 * NULL. */
int jg_dd_moves(struct jg_dd *d, const struct jg_domino *s, const struct jg_dd_ask *ask, jg_move *moves,
                int32_t *values, uint64_t *nodes);

#endif
