/* The time budget of a search: a deadline and a stop flag, and with a clock the time that the decision deserves.
 *
 * A clock's time is divided among the moves that the seat will probably make (jg_budget_plan). Easy decisions end before
 * the target and hard ones after it: jg_budget_settled, jg_budget_leads and jg_budget_differs say when a search may
 * stop. None searches past the deadline. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "core/clock.h"
#include "core/stop.h"

#include <jogada/agent.h>

struct jg_budget {
    const atomic_bool *stop; /* set by another thread; may be NULL */
    double deadline;         /* by jg_clock; 0: none */
    double begin, target;    /* with a clock: when it was started, and when a decision of average difficulty ends */
};

/* Whether the seat has a clock. */
static inline bool jg_budget_clocked(const struct jg_budget *b) { return b->target > 0; }

/* Whether the deadline has passed or the flag is set. */
static inline bool jg_budget_spent(const struct jg_budget *b) {
    return jg_stopped(b->stop) ||
           (b->deadline > 0 && jg_clock() >= b->deadline);
}

/* Half of the remaining time, for the first of two steps. */
static inline struct jg_budget jg_budget_half(const struct jg_budget *b) {
    double end = jg_budget_clocked(b) ? b->target : b->deadline;
    return (struct jg_budget){.stop = b->stop, .deadline = end > 0 ? (jg_clock() + end) / 2 : 0};
}

/* The budget of a query: at most `ms` milliseconds from now, or without a clock `usual_ms`; 0: no limit. */
struct jg_budget jg_budget_plan(const struct jg_game *g, const struct jg_query *query, int ms, int usual_ms);

/* The same for searches that cannot tell easy decisions from hard ones: the deadline is the target. */
struct jg_budget jg_budget_plan_even(const struct jg_game *g, const struct jg_query *query, int ms, int usual_ms);

/* The milliseconds of that budget, for searches with limits; 0: no limit. */
int jg_budget_ms(const struct jg_game *g, const struct jg_query *query, int ms);

/* Whether the position leaves no choice, so that a clock need not run: writes the move. */
bool jg_budget_forced(const struct jg_game *g, const struct jg_query *query, jg_move *move);

/* The course of iterative deepening; starts as {0}. */
struct jg_budget_course {
    int iterations, stable; /* iterations so far; those since the best move changed */
    jg_move best;
    double value;
};

/* Adds an iteration: its best move, and its value in units of which one is a clear advantage. Returns whether another
 * iteration is not worth its time: sooner if the best move has been the same for some iterations, later if it has just
 * changed or its value has dropped. Needs a clock. */
bool jg_budget_settled(const struct jg_budget *b, struct jg_budget_course *course, jg_move best, double value);

/* Whether a tree search may stop: the most visited move leads by `lead` visits, and `rate` visits are made per second, so
 * that no other move can overtake it in time. `unclear`: another move has the better mean, which deserves more time than
 * the target. Needs a clock. */
bool jg_budget_leads(const struct jg_budget *b, double lead, double rate, bool unclear);

/* Whether sampling may stop: the two best means differ by `gap`, which has this standard error. Needs a clock. */
bool jg_budget_differs(const struct jg_budget *b, double gap, double error);

#endif
