/* Double-dummy solver: the value of the rest of a round with all hands open and perfect play of both
 * teams. docs/domino-dd.md explains it. */
#ifndef GAMES_DOMINO_DD_H
#define GAMES_DOMINO_DD_H

#include "games/domino/domino.h"

#include <stdatomic.h>

/* A solver with its table; for one thread at a time. */
struct jg_domino_dd;

/* A solver for g's rules; g must outlive it. Its transposition table takes at most table_bytes, but
 * at least 4 KB. NULL: out of memory. */
struct jg_domino_dd *jg_domino_dd_new(const struct jg_game *g, size_t table_bytes, struct jg_error *err);
void jg_domino_dd_free(struct jg_domino_dd *d); /* may be NULL */

/* Utility for team 0 of a round that ends with these points. It must be nondecreasing in points0 and
 * nonincreasing in points1, and within +-JG_DOMINO_DD_UTILITY_MAX. It should be fast. */
typedef int32_t jg_domino_dd_utility(void *arg, int points0, int points1);
enum { JG_DOMINO_DD_UTILITY_MAX = 1000000000 };

/* Objective and limits of a query. All zeroes, or NULL in its place: points, without limits. */
struct jg_domino_dd_query {
    jg_domino_dd_utility *utility; /* NULL: points of team 0 minus points of team 1 in the rest of the round */
    void *arg;
    uint64_t nodes;          /* node limit; 0: none */
    const atomic_bool *stop; /* stops when it becomes true; may be NULL */
};

struct jg_domino_dd_result {
    int32_t value;  /* for team 0; if not exact: a bound, or a guess */
    jg_move move;   /* a move with that value, if exact; 0: the round is over */
    uint64_t nodes; /* positions with a choice that were expanded */
    bool exact;
};

/* Solves s, whose hands must all be known. The result does not depend on earlier queries. A round
 * that must be dealt again (nodbl=redeal) counts as over. */
struct jg_domino_dd_result jg_domino_dd_solve(struct jg_domino_dd *d, const struct jg_domino *s,
                                              const struct jg_domino_dd_query *query);

/* The value of every legal move, in the order of jg_domino_moves, into arrays of g->max_moves.
 * Returns their number; 0: the round is over, or a limit was reached. nodes may be NULL. */
int jg_domino_dd_moves(struct jg_domino_dd *d, const struct jg_domino *s, const struct jg_domino_dd_query *query,
                       jg_move *moves, int32_t *values, uint64_t *nodes);

#endif
