/* One thread's way through the tree, and what it knows. */
#ifndef SEARCH_AB_TREE_H
#define SEARCH_AB_TREE_H

#include "search/ab.h"
#include "search/search.h"
#include "search/tt.h"

enum {
    AB_SCALE = 1024,              /* inner value of a point; what is left over counts plies to the end */
    AB_PLIES = JG_DEPTH_MAX + 16, /* from the root at most; must stay under AB_SCALE */
    AB_HISTORY = 4096,            /* moves are told apart by so many numbers */
    AB_BUSY = 4096,
    AB_SEEN = 4096,
    AB_MARGINS = 1000, /* points below JG_WIN are wins that are known by the score alone, the higher the better */
};
_Static_assert(AB_PLIES < AB_SCALE + 1, "plies to the end must not reach the next point");

/* What all threads of a search share. */
struct ab_shared {
    const struct jg_game *game;
    const struct jg_eval *eval;
    struct jg_tt *tt;
    _Atomic uint64_t *busy; /* AB_BUSY marks of what threads are at; NULL: there is one thread */
    bool selective;         /* may the depth differ from line to line? If not, the value is minimax's, */
    bool same_depth;        /* and entries of the table for other depths are no substitute */
    unsigned may;           /* parts that are on and that the game allows, and if it is selective those that need it */
    const uint64_t *past;   /* keys of the game's positions before the root, where repetition counts */
    size_t past_count;
    uint64_t salt; /* of keys in the table, by what of the past is a draw if it comes once more */

    const atomic_bool *asked_to_stop; /* may be NULL */
    double deadline;                  /* or 0 */
    uint64_t most_nodes;              /* or 0 */
    _Atomic uint64_t granted;         /* nodes that threads may visit, of most_nodes */
    atomic_bool stop;
    _Atomic uint64_t nodes, leaves, cuts; /* of all threads, now and then brought up to date */
};

struct ab_worker {
    struct ab_shared *shared;
    bool stopped;
    int left; /* nodes until it looks around */
    uint64_t nodes, leaves, cuts;
    struct {
        uint64_t nodes, leaves, cuts;
    } told;                  /* that the shared counts have already */
    uint64_t judged;         /* values that came from an evaluator, not from the end of a game */
    jg_move moves[AB_PLIES]; /* by which the path came to each ply; 0: a null move */
    uint64_t path[AB_PLIES]; /* keys of its positions, where repetition counts, */
    int since;               /* from the ply after the last null move on */
    uint16_t seen[AB_SEEN];  /* how many keys of the path and of the past there are of each remainder */
    jg_move killers[AB_PLIES][2];
    int16_t history[2][AB_HISTORY]; /* by team and move: whether it cut rather than was tried in vain */
    jg_move answers[2][AB_HISTORY]; /* by team and move before: the last that cut */
};

/* Points of an inner value, a win being JG_WIN however it is known, and how many plies from the root the game ends: 0
 * if that is not known. */
int32_t ab_points(int32_t value);
int ab_distance(int32_t value);

/* The value for `team` of the position that a move from `state` leads to, with
 * `depth` plies to go there; fail-soft. The line may be NULL unless beta - alpha
 * is more than 1. What comes back from a stopped worker means nothing. */
int32_t ab_visit(struct ab_worker *w, const void *state, jg_move move, int team, int depth, int ply, int32_t alpha,
                 int32_t beta, struct jg_line *line);

/* Puts a key on the path, or takes it off. */
static inline void ab_enter(struct ab_worker *w, uint64_t key) { w->seen[key % AB_SEEN]++; }
static inline void ab_leave(struct ab_worker *w, uint64_t key) { w->seen[key % AB_SEEN]--; }

/* Adds what the worker has counted to the shared counts. */
void ab_tell(struct ab_worker *w);

#endif
