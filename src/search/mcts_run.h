/* Shared by the files of Monte Carlo tree search: one search and its threads. */
#ifndef SEARCH_MCTS_RUN_H
#define SEARCH_MCTS_RUN_H

#include "search/budget.h"
#include "search/endgame.h"
#include "search/mcts.h"

#include <pthread.h>

struct jg_mcts_run {
    struct jg_mcts *m;
    struct jg_mcts_tree *tree;
    const struct jg_query *query;
    struct jg_report *report;
    pthread_t caller; /* the caller's thread, the only one that calls query->progress */
    bool has_priors;  /* children are evaluated when they are created */
    int depth;        /* maximum depth of the tree */
    struct jg_budget budget;
    double begin, shown;
    uint64_t reused;          /* visits of the root at the start */
    _Atomic uint64_t granted; /* moves of the node limit that workers have reserved, and ... */
    _Atomic uint64_t nodes;   /* ... those that they have made */
    _Atomic uint64_t begun, playouts;
    atomic_bool over;
};

/* One thread, and the path of its playout: nodes, teams to move and position keys. */
struct jg_mcts_worker {
    struct jg_mcts_run *run;
    struct jg_network_scratch *scratch; /* for the evaluator, if it is a network */
    struct jg_rng rng;
    int grant, left; /* moves reserved, and those of them left */
    struct jg_mcts_node *path[JG_DEPTH_MAX + 1];
    unsigned char teams[JG_DEPTH_MAX + 1];
    uint64_t keys[JG_DEPTH_MAX + 1];
};

/* Whether the endgame database is used. */
static inline bool jg_mcts_has_endgame(const struct jg_mcts *m) {
    return m->settings.endings && jg_endgame_available(m->game);
}

/* Checks the limits and reserves the next chunk of moves; false: the search must stop. */
bool jg_mcts_refill(struct jg_mcts_worker *w);

/* Call before each move; false: the search must stop. */
static inline bool jg_mcts_spend(struct jg_mcts_worker *w) {
    if (!w->left && !jg_mcts_refill(w)) return false;
    w->left--;
    return true;
}

/* ---- mcts_leaf.c ----------------------------------------------------------------------- */

/* The leaf value of a position that is not over, for team 0, in units of JG_MCTS_WIN. Changes the state. False: the
 * node budget ended. */
bool jg_mcts_value(struct jg_mcts_worker *w, void *state, int64_t *value);

/* Evaluates the children of a position and proves those that end the game or are in the endgame database. False: the
 * node budget ended. */
bool jg_mcts_evaluate_children(struct jg_mcts_worker *w, const void *state, struct jg_mcts_child *children_info, int n);

#endif
