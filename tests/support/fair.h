/* Checks that agents do not use hidden information. */
#ifndef TESTS_FAIR_H
#define TESTS_FAIR_H

#include "test.h"

/* Decisions by count, never by the clock: the same question has to have the same answer. */
struct fair_agent {
    const char *spec;
    int positions;
};

/* A state that looks the same to a seat, into `other`; whether it is another. */
typedef bool fair_alike(const struct jg_game *g, const union jg_state *state, int seat, struct jg_rng *rng,
                        union jg_state *other);

/* Agents of the list, and with a few positions each all others that fit the game: what they cannot see
 * changes neither their views nor their answers. Prints what was checked. */
void fair_check(const char *game, const struct fair_agent *agents, size_t count, fair_alike *alike);

/* Checks what a view shows of the true state, beyond being its view. */
typedef void fair_view_check(const void *truth, const void *view, int seat);

/* The arena gives agents the views of their seats and nothing that was made from the state. */
void fair_check_arena(const char *game, fair_view_check *check);

/* The check of agents can fail: an agent whose `choose` finds the true state in a->data is caught in at least a tenth
 * of the positions, each after `plies` random plies and up to `more`. */
void fair_check_peeking(const char *game, const struct jg_agent_kind *peeker, int plies, int more, fair_alike *alike);

#endif
