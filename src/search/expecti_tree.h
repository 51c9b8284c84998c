/* The way of expectiminimax through the tree; expecti.c has root and limits.
 * Values and bounds here are parts of a point, for the team that was asked. */
#ifndef SEARCH_EXPECTI_TREE_H
#define SEARCH_EXPECTI_TREE_H

#include "search/expecti.h"
#include "search/search.h"
#include "search/tt.h"

enum { EXPECTI_PATH = 1 << 16 }; /* outcomes of all chance nodes on the path; where more would be, it is judged */

struct expecti_outcome {
    jg_move move;
    int32_t weight;      /* its share of EXPECTI_WHOLE */
    int32_t least, most; /* what its value lies between */
    bool visited;        /* it was searched, or at least probed: then `tried` is worth `found` */
    bool evaluated;      /* and that rests on judgements */
    jg_move tried;
    int32_t found;
};

struct expecti {
    struct jg_search s; /* game, evaluator, counts, stop */
    int prune;
    int32_t most; /* no value is above it, or below its negative */
    struct jg_tt *tt;
    struct expecti_outcome *outcomes;
    int used;                           /* of them, by the nodes on the path */
    const struct expecti_outcome *down; /* the outcome that leads to the node entered now, if it was probed */
    int ply;
    uint64_t evaluations; /* by the evaluator, or taken from the table */
};

/* Makes a move in a state and gives the value of what it leads to: exact between
 * alpha and beta, otherwise a bound beyond them. 0 once the search is stopped. */
int32_t expecti_visit(struct expecti *x, const void *state, jg_move move, int depth, int32_t alpha, int32_t beta,
                      struct jg_pv *pv);

#endif
