/* Reviews: an agent evaluates the positions of a game and finds what each move gave away.
 *
 *     struct jg_review review = {.record = &record, .agent = &agent, .show = print_move};
 *     jg_review_run(&review, &err);
 *
 * The loss of a move is the chance of winning with the best move minus the chance after the move played, both for the
 * player who made it. In games with hidden information the agent sees only the views of the players. */
#ifndef JOGADA_REVIEW_H
#define JOGADA_REVIEW_H

#include <jogada/ask.h>

#pragma GCC visibility push(default)

/* Marks and their names, by the chance of winning that a move loses. */
#define JG_REVIEW_MARKS(X)                                                                                             \
    X(PLAIN, "")                                                                                                       \
    X(BEST, "best")             /* the agent's move, and not the only one */                                           \
    X(INACCURACY, "inaccuracy") /* from 0.05, or any part of an exact score */                                         \
    X(MISTAKE, "mistake")       /* from 0.1 */                                                                         \
    X(BLUNDER, "blunder")       /* from 0.2 */

enum jg_review_mark {
#define JG_REVIEW_MARK(name, text) JG_REVIEW_##name,
    JG_REVIEW_MARKS(JG_REVIEW_MARK)
#undef JG_REVIEW_MARK
        JG_REVIEW_MARK_COUNT
};

const char *jg_review_mark_name(enum jg_review_mark mark);

/* A position of the game and the move that was played there. All values and chances are those of `seat`; chances below
 * 0 are unknown. */
struct jg_review_move {
    int ply;  /* moves before it */
    int seat; /* to move; at the end of the game 0 */

    /* The query and its result, during show(); NULL at the end of the game. */
    const struct jg_query *query;
    const struct jg_report *report;

    jg_move best;                  /* the agent's move */
    const struct jg_evaluator *by; /* gives the values their unit; NULL: there are no values */
    int32_t best_value;
    bool proven;   /* best_value is exact */
    double chance; /* of winning, 0 to 1, a draw counts half; at the end of the game the result */

    bool has_move; /* false in the last position: no move follows */
    jg_move played;
    bool has_value; /* the agent evaluated the move played */
    int32_t value;
    double after;  /* chance of winning after the move */
    double loss;   /* chance - after, or 0 if that is negative; below 0: unknown */
    int gave;      /* points of an exact score that the move gives away; below 0: unknown */
    bool is_worse; /* proven: the score, or with `confirm` the result, is worse than with the best move */
    enum jg_review_mark mark;
};

/* The moves of a seat whose loss is known. */
struct jg_review_seat {
    int moves;
    double loss; /* sum */
    int marks[JG_REVIEW_MARK_COUNT];
};

struct jg_review {
    const struct jg_record *record;
    struct jg_agent *agent;
    unsigned seats;          /* bit s: reviews the moves of seat s; 0: of all seats */
    bool confirm;            /* finds is_worse also for values that are not scores, by one more search for such moves */
    bool moves_only;         /* leaves out the last position of an unfinished game, where no move was played */
    const atomic_bool *stop; /* ends the review after the moves so far; may be NULL */

    /* The seed of the query for a position; NULL: always 1. */
    uint64_t (*seed)(void *arg, int seat, int ply);

    /* Called with every position where a reviewed seat is to move, then with the end of a finished game, by ascending
     * ply. May be NULL. A move that the agent did not evaluate is shown after the next position, which gives its loss. */
    void (*show)(void *arg, const struct jg_review_move *move);
    void *arg;

    struct jg_review_seat of_seat[JG_SEATS_MAX]; /* the result */
};

/* Reviews a game, finished or not. JG_ESTOP: stopped; the position that was being searched is discarded. Other failures
 * are the agent's, or memory ran out. */
enum jg_status jg_review_run(struct jg_review *v, struct jg_error *err);

/* 1 minus the mean loss of a seat's moves; 1 without moves. */
double jg_review_accuracy(const struct jg_review_seat *seat);

#pragma GCC visibility pop

#endif
