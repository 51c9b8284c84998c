/* Shared by the tests of searches: trivially simple searches, and games to run them on. */
#ifndef TESTS_SEARCHES_H
#define TESTS_SEARCHES_H

#include "facts.h"
#include "test.h"

/* The definition of the minimax value, and nothing else. */
static inline int32_t plain_value(const struct jg_game *g, const struct jg_eval *e, const void *state, int depth,
                                  int team) {
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) return jg_eval_end(e, g, state, team);
    if (!depth) return jg_eval_value(e, g, state, team);
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, state, moves);
    int32_t best = 0;
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int32_t value = plain_value(g, e, &child, depth - 1, team);
        if (!i || (jg_team(turn) == team ? value > best : value < best)) best = value;
    }
    return best;
}

/* Follows a line from a state and says what the position at its end is worth. */
static inline int32_t line_value(const struct jg_game *g, const struct jg_eval *e, const void *state,
                                 const struct jg_report *report, int team) {
    union jg_state at;
    memcpy(&at, state, g->state_size);
    for (int i = 0; i < report->pv_count; i++) {
        assert_true(jg_legal(g, &at, report->pv[i]));
        jg_apply(g, &at, report->pv[i]);
    }
    return jg_turn(g, &at) == JG_OVER ? jg_eval_end(e, g, &at, team) : jg_eval_value(e, g, &at, team);
}

/* Games with many moves: plain searches are tried on fewer positions, and half as deep. */
static inline bool many_moves(const struct jg_game *g) { return g->max_moves > 32; }

/* A depth at random for a plain search. */
static inline int some_depth(const struct jg_game *g, struct jg_rng *rng, int most) {
    int depth = 1 + (int)jg_rng_below(rng, (uint32_t)most);
    return many_moves(g) ? (depth + 1) / 2 : depth;
}

/* Calls check with positions met in random games of each fact "search", and with each evaluator of the game. */
typedef void check_function(const struct jg_game *g, const struct jg_eval *e, const void *state, struct jg_rng *rng);

struct for_positions {
    int each;
    check_function *check;
    struct jg_rng rng;
};

static inline void for_positions_of(const struct fact *fact, void *arg) {
    struct for_positions *f = arg;
    struct jg_game g;
    open_spec(&g, fact->fields[0]);
    for (const struct jg_evaluator *by = g.kind->evaluators; by->name; by++) {
        struct jg_eval e;
        struct jg_inputs in;
        jg_inputs(&g, &in);
        if (by->network && strcmp(by->network->layout, in.layout)) continue; /* it is for other options */
        assert_int_equal(jg_eval_open(&e, &g, by->name, NULL), JG_OK);
        for (int n = 0; n < test_scaled(many_moves(&g) ? f->each / 5 : f->each); n++) {
            union jg_state at;
            jg_start(&g, &at);
            jg_random_play(&g, &at, &f->rng, (int)jg_rng_below(&f->rng, 30));
            if (jg_turn(&g, &at) != JG_OVER) f->check(&g, &e, &at, &f->rng);
        }
        jg_eval_close(&e);
    }
    jg_game_close(&g);
}

static inline void for_positions(int each, uint64_t stream, check_function *check) {
    struct for_positions f = {.each = each, .check = check};
    jg_rng_init(&f.rng, test_seed(), stream);
    assert_true(for_facts("search", for_positions_of, &f));
}

/* Plays a game between two agents, the first in seat `seat`; returns its score. */
static inline int32_t play_game(const struct jg_game *g, struct jg_agent *a, struct jg_agent *b, int seat,
                                const void *start, uint64_t seed) {
    union jg_state at;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    int turn;
    jg_rng_init(&rng, seed, 0);
    memcpy(&at, start, g->state_size);
    while ((turn = jg_turn(g, &at)) != JG_OVER) {
        struct jg_query query = {.view = &at, .seat = turn, .seed = jg_rng_next(&rng)};
        assert_int_equal(jg_agent_choose(turn == seat ? a : b, &query, r, NULL), JG_OK);
        jg_apply(g, &at, r->move);
    }
    free(r);
    return jg_score(g, &at, jg_team(seat));
}

#endif
