/* Shared by the tests of Monte Carlo tree search. */
#ifndef TESTS_MCTS_H
#define TESTS_MCTS_H

#include "test.h"
#include "token.h"

#include "search/mcts.h"

/* Games that it solves in no time. */
static const char *const SMALL[] = {
    "tictactoe",
    "coins:n=12",
    "coins:n=12,take=3,misere=0",
    "kalah:houses=2,seeds=1",
    "kalah:houses=2,seeds=2",
    "kalah:houses=3,seeds=1",
    "kalah:houses=3,seeds=2",
    "kalah:houses=3,seeds=2,emptycapture=1",
};

/* Asks an agent opened for this one question. */
static inline void ask_once(const struct jg_game *g, const char *spec, const struct jg_query *query,
                            struct jg_report *r) {
    struct jg_agent a;
    struct jg_error err = {0};
    if (jg_agent_open(&a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    if (jg_agent_choose(&a, query, r, &err)) fail_msg("%s: %s", spec, err.message);
    jg_agent_close(&a);
}

/* Some position of a game that is not over, not too near the start. */
static inline void random_position(const struct jg_game *g, struct jg_rng *rng, uint32_t least, uint32_t range,
                                   void *state) {
    do {
        jg_start(g, state);
        jg_random_play(g, state, rng, (int)(least + jg_rng_below(rng, range)));
    } while (jg_turn(g, state) == JG_OVER);
}

#endif
