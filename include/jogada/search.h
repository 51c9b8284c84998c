/* The textbook searches: minimax, negamax and alpha-beta, for any two-team game of perfect information. The agents of
 * the same names use them; docs/searches.md describes the stronger searches. */
#ifndef JOGADA_SEARCH_H
#define JOGADA_SEARCH_H

#include <jogada/agent.h>

#pragma GCC visibility push(default)

enum {
    JG_DEPTH_MAX = 1000, /* maximum depth of any search in plies */
    JG_QUIET_BY = -64,   /* remaining depth at which quiescence search always ends */
};

/* A search: its parameters, then its statistics. */
struct jg_search {
    const struct jg_game *game;
    const struct jg_eval *eval;
    struct jg_limits limits;
    const atomic_bool *stop; /* may be NULL */
    bool all;                /* find the exact value of every move */
    bool score;              /* a finished game is worth its score in the evaluator's unit, not a win or a loss */
    bool quiesce;            /* quiescence search, if the game has noisy() */
    int secondary;           /* number of best moves to search deeper, to confirm the choice (secondary search) */

    /* Move ordering; may be NULL. */
    void (*order)(void *arg, const struct jg_search *s, const void *state, int depth, jg_move *moves, int n);
    void *arg;
    const struct jg_trace *trace; /* may be NULL */

    int team; /* of the seat to move at the root: MAX */
    uint64_t nodes, leaves, cuts;
    double deadline;    /* on the monotonic clock, from limits.ms; 0: none */
    bool evaluated;     /* the evaluator was used on an unfinished position */
    bool depth_limited; /* such a position had legal moves: the depth limit cut the tree */
    bool stopped;       /* a limit was reached or `stop` was set: the report has the best move so far */
};

/* Search for the seat to move in `state`, to limits.depth plies or, if that is 0, to the end of the game, and fill
 * the report: move, value, principal variation and counts. minimax and negamax report the value of every move,
 * alphabeta only if `all` is set. All three agree on the value and choose the first move that has it. If a search
 * is stopped before it has evaluated a move, it reports the first legal move without a value. Chance nodes are
 * evaluated as leaves. */
void jg_minimax(struct jg_search *s, const void *state, struct jg_report *report);
void jg_negamax(struct jg_search *s, const void *state, struct jg_report *report);
void jg_alphabeta(struct jg_search *s, const void *state, struct jg_report *report);

#pragma GCC visibility pop

#endif
