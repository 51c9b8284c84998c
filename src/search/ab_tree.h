/* The recursive part of the `ab` search: the data of one thread, and the data that all threads share. */
#ifndef SEARCH_AB_TREE_H
#define SEARCH_AB_TREE_H

#include "game/network.h"
#include "search/ab.h"
#include "search/search.h"
#include "search/tt.h"

enum {
    AB_SCALE = 1024,              /* internal value of one point; the remainder counts plies to the end of the game */
    AB_PLIES = JG_DEPTH_MAX + 16, /* maximum ply; must be less than AB_SCALE */
    AB_HISTORY = 4096,            /* entries of the history and countermove tables */
    AB_BUSY = 4096,               /* entries of the table of moves that threads are searching */
    AB_FILTER = 4096,             /* counters of the repetition filter */
    AB_MARGINS = 1000,            /* points below JG_WIN that are reserved for endgame database wins, by margin */
};
_Static_assert(AB_PLIES < AB_SCALE, "plies to the end must not reach the next point");

/* Shared by all threads of a search. */
struct ab_shared {
    const struct jg_game *game;
    const struct jg_eval *eval;
    struct jg_tt *tt;
    _Atomic uint64_t *busy;    /* AB_BUSY hashes of (position, depth, move) under search; NULL with one thread */
    bool selective;            /* extensions, reductions and pruning are allowed; otherwise the value is minimax's */
    bool fixed_depth;          /* minimax's value at a fixed depth: table entries of other depths do not count */
    unsigned enabled;          /* JG_AB_ flags of the techniques in use */
    const uint64_t *game_keys; /* keys of the game's positions before the root, where repetition counts */
    size_t game_key_count;
    uint64_t salt; /* mixed into table keys: depends on the positions that would be a draw if they occurred again */

    const atomic_bool *stop_requested; /* by the caller; may be NULL */
    double deadline;                   /* or 0 */
    uint64_t node_limit;               /* or 0 */
    _Atomic uint64_t granted;          /* nodes of node_limit that threads have reserved */
    atomic_bool stop;
    _Atomic uint64_t nodes, leaves, cuts; /* totals of all threads, as of their last ab_flush_counts */
};

/* One thread. */
struct ab_worker {
    struct ab_shared *shared;
    struct jg_network_scratch *scratch; /* for the evaluator, if it is a network */
    bool stopped;
    int left; /* nodes until the next check of the limits */
    uint64_t nodes, leaves, cuts;
    struct {
        uint64_t nodes, leaves, cuts;
    } flushed;               /* the part of these counts that is in the shared totals */
    uint64_t unproven;       /* results so far that depend on an evaluation, on pruning or on a path-dependent draw */
    jg_move moves[AB_PLIES]; /* the move that led to each ply; 0: a null move */
    uint64_t path[AB_PLIES]; /* keys of the positions on the path, */
    int path_start;          /* where repetition counts from this ply on: the one after the last null move */
    uint16_t filter[AB_FILTER]; /* number of keys of the path and the game with each remainder */
    jg_move killers[AB_PLIES][2];
    int16_t history[2][AB_HISTORY];      /* by team and move */
    jg_move countermoves[2][AB_HISTORY]; /* by team and previous move: the last move that caused a cutoff */
};

/* The points of an internal value, with every win JG_WIN; and the plies from the root to the end of the game, 0 if
 * unknown. */
int32_t ab_points(int32_t value);
int ab_distance(int32_t value);

/* Makes a move and searches the child to `depth` plies. Returns its value for `team`, fail-soft. pv may be NULL in a
 * zero-width window (beta - alpha == 1). The result of a stopped worker is meaningless. */
int32_t ab_search_child(struct ab_worker *w, const void *state, jg_move move, int team, int depth, int ply,
                        int32_t alpha, int32_t beta, struct jg_pv *pv);

/* Adds a key to the repetition filter, or removes it. */
static inline void ab_filter_add(struct ab_worker *w, uint64_t key) { w->filter[key % AB_FILTER]++; }
static inline void ab_filter_remove(struct ab_worker *w, uint64_t key) { w->filter[key % AB_FILTER]--; }

/* Adds the worker's counts to the shared totals. */
void ab_flush_counts(struct ab_worker *w);

#endif
