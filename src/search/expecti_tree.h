/* The recursive part of expectiminimax; expecti.c has the root. Values and bounds are in units of 1/JG_EXPECTI_SCALE
 * point, for the searching team (MAX). */
#ifndef SEARCH_EXPECTI_TREE_H
#define SEARCH_EXPECTI_TREE_H

#include "search/expecti.h"
#include "search/search.h"
#include "search/tt.h"

enum {
    EXPECTI_PATH = 1 << 16
}; /* capacity for the outcomes of all chance nodes on the path; beyond it, nodes are evaluated as leaves */

struct expecti_outcome {
    jg_move move;
    int32_t weight;      /* probability, in units of 2^-30 */
    int32_t least, most; /* bounds of its value */
    bool visited;        /* it was searched or probed */
    bool evaluated;      /* the probe's value rests on evaluations */
    jg_move tried;       /* the probed move, or 0 */
    int32_t found;       /* the probe's value */
};

struct expecti {
    struct jg_search s; /* game, evaluator, counts, stop */
    int prune;
    int32_t most; /* bound of all values: -most to most */
    struct jg_tt *tt;
    struct expecti_outcome *outcomes;
    int used;                           /* outcomes of the nodes on the path */
    const struct expecti_outcome *down; /* the probed outcome whose child is searched next, or NULL */
    int ply;
    uint64_t evaluations; /* values so far that rest on an evaluation */
};

/* Makes a move and returns the value of the child: exact between alpha and beta, otherwise a bound. 0 once the search
 * is stopped. */
int32_t expecti_search_child(struct expecti *x, const void *state, jg_move move, int depth, int32_t alpha, int32_t beta,
                             struct jg_pv *pv);

#endif
