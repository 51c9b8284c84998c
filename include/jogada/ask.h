/* Asking an agent about a position. Nothing else builds a query: the agent sees the view of the seat to move, and the
 * earlier positions of the game where repetition ends it.
 *
 *     struct jg_ask ask = {.seed = 1, .all = true};
 *     jg_ask_record(&ask, &agent, &record, record.count, &report, &err);
 *
 * How long an agent thinks is set by its own options, such as depth, nodes and ms, by the clock, and by the stop
 * flag. */
#ifndef JOGADA_ASK_H
#define JOGADA_ASK_H

#include <jogada/agent.h>
#include <jogada/record.h>

#pragma GCC visibility push(default)

struct jg_ask {
    /* Set by the caller; all may be zero. struct jg_query explains them. */
    uint64_t seed;
    const atomic_bool *stop;
    bool all;
    bool untimed; /* does not read the clock: report->seconds is 0 */
    struct jg_query_clock clock;
    void (*progress)(void *arg, const struct jg_report *report);
    void *arg;
    const struct jg_trace *trace;
    const uint64_t *keys; /* for jg_ask_state: the earlier positions, if there are any */
    size_t key_count;

    /* The query, for the agent's explain() and while it searches. Valid as long as the record or state, and only in
     * this place of memory. */
    struct jg_query query;
    union jg_state view; /* query.view, if it is not the state itself */
    uint64_t *history;   /* query.keys, if they were copied */
};

/* Asks which move to make after the first n moves of a record. A seat must be to move there. Fails as jg_agent_choose
 * does. */
enum jg_status jg_ask_record(struct jg_ask *ask, struct jg_agent *a, const struct jg_record *r, int n,
                             struct jg_report *report, struct jg_error *err);

/* The same for a position without a record, or for the view of its seat to move. */
enum jg_status jg_ask_state(struct jg_ask *ask, struct jg_agent *a, const void *state, struct jg_report *report,
                            struct jg_error *err);

/* jg_ask_record in two steps, for another thread: jg_ask_copy copies what the query needs, so that the record may
 * change, and jg_ask_copied asks. The caller frees ask in any case. Fails if memory runs out. */
enum jg_status jg_ask_copy(struct jg_ask *ask, const struct jg_record *r, int n, struct jg_error *err);
enum jg_status jg_ask_copied(struct jg_ask *ask, struct jg_agent *a, struct jg_report *report, struct jg_error *err);
void jg_ask_free(struct jg_ask *ask); /* may be called twice */

/* Whether a state is a view that hides something from the seat to move itself, such as its hand, so that no agent can
 * choose for it. */
bool jg_ask_hides(const struct jg_game *g, const void *state);

#pragma GCC visibility pop

#endif
