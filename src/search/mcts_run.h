/* What the files of Monte Carlo tree search share: one search, and its threads. */
#ifndef SEARCH_MCTS_RUN_H
#define SEARCH_MCTS_RUN_H

#include "search/endgame.h"
#include "search/mcts.h"

#include <pthread.h>

struct jg_mcts_run {
    struct jg_mcts *m;
    struct jg_mcts_tree *tree;
    const struct jg_query *query;
    struct jg_report *report;
    pthread_t asker; /* the only thread that calls ask->progress */
    bool has_priors; /* nodes have guesses: children are judged when they are made */
    int depth;       /* plies that the tree may grow to */
    double begin, deadline, shown;
    _Atomic uint64_t granted; /* moves that workers may make, and ... */
    _Atomic uint64_t nodes;   /* ... those that they have made */
    _Atomic uint64_t begun, playouts;
    atomic_bool over;
};

/* One thread of it, and the path of its playout: nodes, who moves there, keys. */
struct jg_mcts_worker {
    struct jg_mcts_run *run;
    struct jg_rng rng;
    int grant, left; /* moves it was allowed, and those it still may make */
    struct jg_mcts_node *path[JG_DEPTH_MAX + 1];
    unsigned char teams[JG_DEPTH_MAX + 1];
    uint64_t keys[JG_DEPTH_MAX + 1];
};

/* Whether some positions need no search. */
static inline bool jg_mcts_has_endgame(const struct jg_mcts *m) {
    return m->settings.endings && jg_endgame_available(m->game);
}

/* Allows the next chunk of moves, if there may be any more. */
bool jg_mcts_refill(struct jg_mcts_worker *w);

/* Before each move; false: no more. */
static inline bool jg_mcts_spend(struct jg_mcts_worker *w) {
    if (!w->left && !jg_mcts_refill(w)) return false;
    w->left--;
    return true;
}

/* ---- mcts_leaf.c ----------------------------------------------------------------------- */

/* What a position that is not over is worth for team 0, in JG_MCTS_WIN, by
 * random play or the evaluator, as the settings say; `state` is played on from.
 * False: there were not moves enough left. */
bool jg_mcts_value(struct jg_mcts_worker *w, void *state, int64_t *value);

/* Judges the children to be of a position, and proves those that end the game or are known;
 * false: there were not moves enough left. */
bool jg_mcts_evaluate_children(struct jg_mcts_worker *w, const void *state, struct jg_mcts_child *children_info, int n);

#endif
