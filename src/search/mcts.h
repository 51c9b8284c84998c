/* Monte Carlo tree search: UCT (Kocsis and Szepesvári, 2006), which also proves
 * results (Winands, Björnsson and Saito, 2008) and asks an evaluator what moves
 * and playouts look like (the same, 2010; Lanctot, Winands, Pepels and Sturtevant,
 * 2014), on several threads (virtual loss). For games without chance and hidden information, of two teams; a team
 * may move twice in a row. */
#ifndef SEARCH_MCTS_H
#define SEARCH_MCTS_H

#include "search/mcts_tree.h"

enum jg_mcts_leaf { JG_MCTS_ROLLOUT, JG_MCTS_EVAL, JG_MCTS_CUTOFF };

struct jg_mcts_settings {
    struct jg_limits limits; /* depth: plies that the tree grows below the root; nodes: moves made, anywhere */
    uint64_t playouts;       /* at most; 0: no limit */
    double exploration;      /* UCB1's constant, for values in -1..1 */
    int leaf;                /* enum jg_mcts_leaf: what a new position is worth */
    double scale;            /* so many units of the game's score are worth tanh 1 = 0.76 */
    double lead;             /* units of score by which JG_MCTS_CUTOFF takes a playout as decided, ... */
    int plies;               /* ... moves after which it judges one, ... */
    int best;                /* ... and moves drawn at random of which it makes the one judged best */
    double prior;            /* visits that the judgement of a new child counts for; 0: none is judged */
    double minimax;          /* share of the judgements' minimax value in a child's, 0..1; with a prior */
    bool endings;            /* makes use of what the game knows */
    int threads;             /* 0: all cores, or one if the answer must not depend on the clock */
    size_t memory;           /* bytes of tree */
};

/* A searcher with its tree. Limits of nodes or playouts give the same answer to
 * the same question, and the tree is forgotten; if only time limits, what the
 * last search knew of the position is kept. */
struct jg_mcts {
    const struct jg_game *game;
    struct jg_eval eval;
    struct jg_mcts_settings settings;
    struct jg_mcts_tree trees[2]; /* the second to copy what is kept to, where anything is */
    int current;                  /* which of them the last search was in */
    bool asked;                   /* there was one: */
    union jg_state root;          /* its position */
    size_t key_count;             /* its history */
    uint64_t history;
    uint64_t kept; /* visits that the root had when the last search began */
};

/* Takes the memory of the settings; false without. The game stays the caller's. */
bool jg_mcts_init(struct jg_mcts *m, const struct jg_game *g, const struct jg_eval *eval,
                  const struct jg_mcts_settings *settings);
void jg_mcts_free(struct jg_mcts *m);

/* Answers; the report is cleared. A value that is not proven is the mean of the
 * playouts, which lies in -1..1, in the evaluator's points: what the evaluator
 * would have to say of a position for a leaf to be worth that much; that of a move
 * not tried yet is by its judgement, where there is one. The line is
 * the path visited most, the depth its length; leaves are the playouts. */
void jg_mcts_search(struct jg_mcts *m, const struct jg_query *query, struct jg_report *report);

#endif
