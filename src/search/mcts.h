/* Monte Carlo tree search: UCT (Kocsis and Szepesvári, 2006) with proven values (MCTS-Solver: Winands, Björnsson and
 * Saito, 2008), evaluations in playouts (the same, 2010), priors and implicit minimax backups (Lanctot, Winands, Pepels
 * and Sturtevant, 2014), and tree parallelism with virtual loss. For games of two teams without chance or hidden
 * information; a team may move twice in a row. */
#ifndef SEARCH_MCTS_H
#define SEARCH_MCTS_H

#include "game/network.h"
#include "search/logs.h"
#include "search/mcts_tree.h"

enum jg_mcts_leaf { JG_MCTS_ROLLOUT, JG_MCTS_EVAL, JG_MCTS_CUTOFF };

struct jg_mcts_settings {
    struct jg_limits limits; /* depth: of the tree, in plies; nodes: moves made in tree and playouts */
    uint64_t playouts;       /* maximum; 0: no limit */
    double exploration;      /* UCB1's constant, for values in -1..1 */
    int leaf;                /* enum jg_mcts_leaf: how new nodes are valued */
    double scale;            /* units of the game's score that are worth tanh 1 = 0.76 */
    double lead;             /* JG_MCTS_CUTOFF: units of score that decide a playout, ... */
    int plies;               /* ... moves after which it is evaluated, ... */
    int best;                /* ... and random candidates for each move, of which the best evaluated is played */
    double prior;            /* visits that the evaluation of a new child counts for; 0: no priors */
    double minimax;          /* weight of implicit minimax backups, 0..1; needs priors */
    bool endings;            /* use the endgame database */
    int threads;             /* 0: all cores, or one if limited by nodes or playouts */
    size_t memory;           /* bytes of the tree */
};

/* A searcher with its tree. Limited by nodes or playouts, it starts every search with an empty tree, so that equal
 * queries get equal results. Limited by time alone, it reuses the subtree of the position from the last search. */
struct jg_mcts {
    const struct jg_game *game;
    struct jg_eval eval;
    struct jg_mcts_settings settings;
    int threads;
    struct jg_network_scratch **scratches; /* of the threads, if the evaluator is a network; otherwise NULL */
    struct jg_mcts_tree trees[2]; /* the second receives the reused subtree, if trees are reused */
    int current;                  /* the tree of the last search */
    bool has_last;                /* a last search exists whose tree may be reused: */
    union jg_state root;          /* its root position */
    size_t key_count;             /* length and hash of its history */
    uint64_t history;
    uint64_t reused; /* visits of the root that the last search reused */
    struct jg_logs logs;
};

/* Allocates settings->memory bytes; false if that fails. The game and the evaluator's network must outlive it. */
bool jg_mcts_init(struct jg_mcts *m, const struct jg_game *g, const struct jg_eval *eval,
                  const struct jg_mcts_settings *settings);
void jg_mcts_free(struct jg_mcts *m);

/* Searches. The caller clears the report. A value that is not proven is the mean of the playouts, converted to the
 * evaluation whose squashed value it is; a move without visits has the value of its prior, if there is one. The pv is
 * the most visited path, depth its length, and leaves the number of playouts. */
void jg_mcts_search(struct jg_mcts *m, const struct jg_query *query, struct jg_report *report);

#endif
