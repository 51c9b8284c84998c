/* Searches work on any game whose traits they can deal with, and know none. */
#ifndef JOGADA_SEARCH_H
#define JOGADA_SEARCH_H

#include <jogada/agent.h>

#pragma GCC visibility push(default)

enum {
    JG_DEPTH_MAX = 1000, /* plies that any search goes down at most */
    JG_QUIET_BY = -64,   /* depth at which quiescence ends whatever the noise */
};

/* One search: the question, and counts of what it did. */
struct jg_search {
    const struct jg_game *game;
    const struct jg_eval *eval;
    struct jg_limits limits;
    const atomic_bool *stop; /* may be NULL */
    bool all;                /* find the value of every move */
    bool score;              /* finished games count by their score, in the evaluator's unit, not as won or lost */
    bool quiesce;            /* past the depth go on with noisy moves, if the game tells them */
    int secondary;           /* search so many of the best moves further, to confirm the choice */

    /* Changes the order in which a position's moves are tried; may be NULL. */
    void (*order)(void *arg, const struct jg_search *s, const void *state, int depth, jg_move *moves, int n);
    void *arg;
    const struct jg_trace *trace; /* may be NULL */

    int team; /* that asked */
    uint64_t nodes, leaves, cuts;
    double deadline; /* by the clock, or 0; set from limits.ms, if that is given */
    bool evaluated;     /* an evaluator was asked about a position that was not over */
    bool depth_limited;     /* of one where somebody could have moved on */
    bool stopped;    /* a limit was reached or stop was set: the answer is the best so far */
};

/* The searches of the lecture. They answer for the seat to move in `state`, to
 * limits.depth plies or, with 0, to the end of the game, and fill the report:
 * move, value, line and counts; minimax and negamax also the value of every
 * move, alphabeta only when asked for all. They agree on the value, and choose
 * the first of the moves that have it. If they are stopped before the first
 * move is judged, the report has the first legal move and no value. Hidden
 * information is not for them, and where chance is to move they look no further. */
void jg_minimax(struct jg_search *s, const void *state, struct jg_report *report);
void jg_negamax(struct jg_search *s, const void *state, struct jg_report *report);
void jg_alphabeta(struct jg_search *s, const void *state, struct jg_report *report);

#pragma GCC visibility pop

#endif
