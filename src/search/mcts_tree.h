/* The tree of Monte Carlo tree search: nodes of 32 bytes in one array, shared by threads without locks, with proven
 * results (MCTS-Solver). */
#ifndef SEARCH_MCTS_TREE_H
#define SEARCH_MCTS_TREE_H

#include <jogada/search.h>

enum {
    JG_MCTS_WIN = 1 << 20,        /* a won game in a node's sum */
    JG_MCTS_ESTIMATE_WIN = 32767, /* a won game in a node's estimate */

    /* Values of jg_mcts_node.children that are not indices. */
    JG_MCTS_UNEXPANDED = 0,
    JG_MCTS_EXPANDING = 1, /* by some thread */
    JG_MCTS_ROOT = 2,      /* index of the root */
};

/* The proven result of a node for team 0, or OPEN. HELD: open, but the side to move is sure of at least a draw. Stored
 * in the low bits of jg_mcts_node.proof, below the plies to the end. A proof never changes. */
enum jg_mcts_result { JG_MCTS_OPEN, JG_MCTS_HELD, JG_MCTS_LOST, JG_MCTS_DRAWN, JG_MCTS_WON };
enum { JG_MCTS_RESULT_BITS = 3 };

struct jg_mcts_node {
    _Atomic int64_t sum;       /* of the values for team 0, in JG_MCTS_WIN */
    _Atomic uint64_t visits;   /* including playouts in progress */
    _Atomic uint32_t children; /* index of the first; once set, count and children can be read */
    jg_move move;              /* that leads to the node */
    _Atomic uint16_t proof;
    uint16_t count;           /* of children */
    _Atomic int16_t estimate; /* minimax value of the evaluations below, for team 0, if there are priors */
};

/* The initial values of a child. */
struct jg_mcts_child {
    jg_move move;
    uint16_t proof;
    int16_t estimate;
};

struct jg_mcts_tree {
    struct jg_mcts_node *nodes;
    size_t room;
    atomic_size_t used; /* may pass room when the tree is full */
};

/* Allocates `bytes` bytes of nodes, at least JG_MCTS_MIN_BYTES; false if that fails. */
enum { JG_MCTS_MIN_BYTES = 16384 }; /* the root and JG_MOVES_MAX children always fit */
bool jg_mcts_tree_init(struct jg_mcts_tree *t, size_t bytes);
void jg_mcts_tree_free(struct jg_mcts_tree *t);

/* Resets the tree to a bare root. */
void jg_mcts_clear(struct jg_mcts_tree *t);

/* Copies the subtree of a node of `from` to `to`, breadth-first. At the deadline, or once stop is set, the rest is
 * dropped, except for the root's children. */
void jg_mcts_copy(struct jg_mcts_tree *to, const struct jg_mcts_tree *from, const struct jg_mcts_node *node,
                  double deadline, const atomic_bool *stop);

/* Whether n children seem to fit; other threads may take the room. */
static inline bool jg_mcts_fits(const struct jg_mcts_tree *t, int n) {
    return atomic_load_explicit(&t->used, memory_order_relaxed) + (size_t)n <= t->room;
}

/* Adds the children of a node; false if the tree is full or another thread is expanding it. */
bool jg_mcts_expand(struct jg_mcts_tree *t, struct jg_mcts_node *node, const struct jg_mcts_child *children_info,
                    int n);

/* Sets the estimate of a node where `team` moves to the best of its children. */
void jg_mcts_update_estimate(const struct jg_mcts_tree *t, struct jg_mcts_node *node, int team);

/* Proves a terminal node: side is 1, 0 or -1 for a win, draw or loss of team 0. */
void jg_mcts_prove(struct jg_mcts_node *node, int side);

/* Updates the proof of a node where `team` moves: won if one child is won; if all are proven, the best of them. */
void jg_mcts_update_proof(const struct jg_mcts_tree *t, struct jg_mcts_node *node, int team);

static inline struct jg_mcts_node *jg_mcts_root(const struct jg_mcts_tree *t) { return &t->nodes[JG_MCTS_ROOT]; }

/* The first of node->count children; NULL before expansion. */
static inline struct jg_mcts_node *jg_mcts_children(const struct jg_mcts_tree *t, const struct jg_mcts_node *node) {
    uint32_t at = atomic_load_explicit(&node->children, memory_order_acquire);
    return at == JG_MCTS_UNEXPANDED || at == JG_MCTS_EXPANDING ? NULL : &t->nodes[at];
}

static inline unsigned jg_mcts_proof(const struct jg_mcts_node *node) {
    return atomic_load_explicit(&node->proof, memory_order_relaxed);
}

static inline uint64_t jg_mcts_visits(const struct jg_mcts_node *node) {
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static inline enum jg_mcts_result jg_mcts_result(unsigned proof) {
    return (enum jg_mcts_result)(proof & ((1u << JG_MCTS_RESULT_BITS) - 1));
}

static inline int jg_mcts_plies(unsigned proof) { return (int)(proof >> JG_MCTS_RESULT_BITS); }

static inline bool jg_mcts_proven(unsigned proof) { return jg_mcts_result(proof) >= JG_MCTS_LOST; }

/* A proven result for a team: 1, 0 or -1. */
static inline int jg_mcts_winner_sign(unsigned proof, int team) {
    int side = (int)jg_mcts_result(proof) - JG_MCTS_DRAWN;
    return team ? -side : side;
}

/* Orders proven results for a team: quick wins, slow wins, draws, slow losses, quick losses. */
static inline int jg_mcts_proof_rank(unsigned proof, int team) {
    enum { FAR = 1 << 14 };
    return jg_mcts_winner_sign(proof, team) * (FAR - jg_mcts_plies(proof));
}

/* The proof and the estimate of a finished game, by its result for team 0. */
static inline uint16_t jg_mcts_terminal_proof(int side) { return (uint16_t)(JG_MCTS_DRAWN + side); }
static inline int16_t jg_mcts_terminal_estimate(int side) { return (int16_t)(side * JG_MCTS_ESTIMATE_WIN); }

/* The estimate for a team, -1..1. */
static inline double jg_mcts_estimate(const struct jg_mcts_node *node, int team) {
    double estimate = atomic_load_explicit(&node->estimate, memory_order_relaxed) * (1.0 / JG_MCTS_ESTIMATE_WIN);
    return team ? -estimate : estimate;
}

/* The mean value for a team, -1..1; the node has been visited. */
static inline double jg_mcts_mean(const struct jg_mcts_node *node, int team) {
    double sum = (double)atomic_load_explicit(&node->sum, memory_order_relaxed);
    return (team ? -sum : sum) / ((double)JG_MCTS_WIN * (double)jg_mcts_visits(node));
}

#endif
