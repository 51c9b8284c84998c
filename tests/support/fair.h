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

/* An answer of an agent to a view. */
void fair_decide(struct jg_agent *a, const void *view, int seat, uint64_t seed, struct jg_report *report);

#endif
