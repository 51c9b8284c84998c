/* Minimax and alpha-beta against a search that could not be plainer, and the
 * agents made of them. */
#include "kuhn.h"
#include "test.h"

#include "core/clock.h"

#include <pthread.h>
#include <time.h>

/* The definition of the minimax value, and nothing else. */
static int32_t plain_value(const struct jg_game *g, const struct jg_eval *e, const void *state, int depth, int team) {
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
static int32_t line_value(const struct jg_game *g, const struct jg_eval *e, const void *state,
                          const struct jg_report *report, int team) {
    union jg_state at;
    memcpy(&at, state, g->state_size);
    for (int i = 0; i < report->line_count; i++) {
        assert_true(jg_legal(g, &at, report->line[i]));
        jg_apply(g, &at, report->line[i]);
    }
    return jg_turn(g, &at) == JG_OVER ? jg_eval_end(e, g, &at, team) : jg_eval_value(e, g, &at, team);
}

static void compare(const struct jg_game *g, const struct jg_eval *e, const void *state, int depth) {
    struct jg_report *mm = calloc(1, sizeof *mm), *ab = calloc(1, sizeof *ab);
    struct jg_search s = {.game = g, .eval = e, .limits = {.depth = depth}};
    int team = jg_team(jg_turn(g, state));
    int32_t value = plain_value(g, e, state, depth, team);
    jg_minimax(&s, state, mm);
    jg_alphabeta(&s, state, ab);
    assert_int_equal(mm->value, value);
    assert_int_equal(ab->value, value);
    assert_int_equal(ab->move, mm->move);
    assert_int_equal(line_value(g, e, state, mm, team), value);
    assert_int_equal(line_value(g, e, state, ab, team), value);
    assert_true(ab->nodes <= mm->nodes && ab->leaves <= mm->leaves);
    for (int i = 0; i < mm->move_count; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, mm->moves[i].move);
        assert_int_equal(mm->moves[i].value, plain_value(g, e, &child, depth - 1, team));
    }
    free(mm);
    free(ab);
}

static void test_equal_values(void **state) {
    (void)state;
    static const char *const specs[] = {"coins:n=12,take=3",      "coins:n=12,misere=0",          "tictactoe", "kalah",
                                        "kalah:houses=3,seeds=3", "kalah:houses=7,emptycapture=1"};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 3);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_game g;
        open_spec(&g, specs[i]);
        for (const struct jg_evaluator *by = g.kind->evaluators; by->name; by++) {
            struct jg_eval e;
            assert_int_equal(jg_eval_open(&e, &g, by->name, NULL), JG_OK);
            for (int n = 0; n < test_scaled(300); n++) {
                union jg_state at;
                jg_start(&g, &at);
                jg_random_play(&g, &at, &rng, (int)jg_rng_below(&rng, 30));
                if (jg_turn(&g, &at) != JG_OVER) compare(&g, &e, &at, 1 + (int)jg_rng_below(&rng, 4));
            }
        }
        jg_game_close(&g);
    }
}

/* The five-coin game of the lecture: whoever begins wins by taking one coin. */
static void test_five_coins(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_eval e;
    union jg_state start;
    struct jg_report *r = calloc(1, sizeof *r);
    open_spec(&g, "coins");
    assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
    jg_start(&g, &start);
    struct jg_search s = {.game = &g, .eval = &e};
    jg_minimax(&s, &start, r);
    assert_int_equal(r->value, 100);
    assert_int_equal(r->move, 1);
    assert_int_equal(r->moves[1].value, -100);
    assert_int_equal(s.nodes, 1 + 2 + 4 + 7 + 5 + 1); /* the root and perft 1..5 */
    memset(r, 0, sizeof *r);
    jg_alphabeta(&s, &start, r);
    assert_int_equal(r->value, 100);
    assert_true(s.nodes < 20 && s.cuts > 0);
    s.limits.depth = 2; /* the lecture's second tree: nothing is known yet */
    jg_minimax(&s, &start, r);
    assert_int_equal(r->value, 0);
    free(r);
    jg_game_close(&g);
}

/* Whole-game minimax agrees with the theory of the pile. */
static void test_coins_theory(void **state) {
    (void)state;
    for (int n = 1; n <= 14; n++)
        for (int take = 1; take <= 4; take++)
            for (int misere = 0; misere < 2; misere++) {
                char spec[64];
                struct jg_game g;
                struct jg_eval lecture, theory;
                union jg_state start;
                snprintf(spec, sizeof spec, "coins:n=%d,take=%d,misere=%d", n, take, misere);
                open_spec(&g, spec);
                jg_start(&g, &start);
                assert_int_equal(jg_eval_open(&lecture, &g, "lecture", NULL), JG_OK);
                assert_int_equal(jg_eval_open(&theory, &g, "theory", NULL), JG_OK);
                assert_int_equal(plain_value(&g, &lecture, &start, 99, 0), jg_eval_value(&theory, &g, &start, 0));
                jg_game_close(&g);
            }
}

/* Kalah from the start, the paper's evaluation: values by depth, as a separate
 * program (depth-first minimax in Python over the plain rules) gave them. */
static void test_kalah_values(void **state) {
    (void)state;
    static const int32_t want[] = {1, 2, 1, 1, 2, 3, 3};
    struct jg_game g;
    struct jg_eval e;
    union jg_state start;
    struct jg_report *r = calloc(1, sizeof *r);
    open_spec(&g, "kalah");
    assert_int_equal(jg_eval_open(&e, &g, "store", NULL), JG_OK);
    jg_start(&g, &start);
    for (int depth = 1; depth <= (int)(sizeof want / sizeof *want); depth++) {
        struct jg_search s = {.game = &g, .eval = &e, .limits = {.depth = depth}};
        jg_alphabeta(&s, &start, r);
        if (r->value != want[depth - 1]) fail_msg("depth %d: %d", depth, r->value);
    }
    free(r);
    jg_game_close(&g);
}

/* Tic-tac-toe is a draw; nobody beats a whole search. */
static void test_perfect_tictactoe(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent perfect, random;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "tictactoe");
    assert_int_equal(jg_agent_open(&perfect, &g, "alphabeta:depth=0", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&random, &g, "random", NULL), JG_OK);
    for (uint64_t game = 0; game < 40; game++) {
        union jg_state at;
        int me = game & 1, turn;
        jg_start(&g, &at);
        for (uint64_t ply = 0; (turn = jg_turn(&g, &at)) != JG_OVER; ply++) {
            struct jg_ask ask = {.view = &at, .seat = turn, .seed = test_seed() + 100 * game + ply};
            assert_int_equal(jg_agent_choose(turn == me ? &perfect : &random, &ask, r, NULL), JG_OK);
            jg_apply(&g, &at, r->move);
        }
        assert_true(jg_score(&g, &at, me) >= 0);
    }
    free(r);
    jg_agent_close(&perfect);
    jg_agent_close(&random);
    jg_game_close(&g);
}

/* ---- Limits -------------------------------------------------------------------------------- */

static void *set_soon(void *stop) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

static void test_limits(void **state) {
    (void)state;
    static const char *const specs[] = {"minimax:depth=0,nodes=1000", "alphabeta:depth=0,nodes=1000",
                                        "alphabeta:depth=0,nodes=1", "minimax:depth=0,ms=30",
                                        "alphabeta:depth=40,ms=30"};
    struct jg_game g;
    union jg_state start;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_agent agent;
        struct jg_ask ask = {.view = &start, .seat = 0};
        assert_int_equal(jg_agent_open(&agent, &g, specs[i], NULL), JG_OK);
        assert_int_equal(jg_agent_choose(&agent, &ask, a, NULL), JG_OK);
        assert_true(jg_legal(&g, &start, a->move));
        if (strstr(specs[i], "nodes")) {
            assert_true(a->nodes <= 1001);
            assert_int_equal(jg_agent_choose(&agent, &ask, b, NULL), JG_OK);
            assert_true(a->move == b->move && a->nodes == b->nodes); /* deterministic */
        }
        jg_agent_close(&agent);
    }
    struct jg_agent agent;
    atomic_bool stop = false;
    pthread_t thread;
    assert_int_equal(jg_agent_open(&agent, &g, "alphabeta:depth=0", NULL), JG_OK);
    assert_int_equal(pthread_create(&thread, NULL, set_soon, &stop), 0);
    struct jg_ask ask = {.view = &start, .seat = 0, .stop = &stop};
    assert_int_equal(jg_agent_choose(&agent, &ask, a, NULL), JG_OK); /* comes back at all */
    pthread_join(thread, NULL);
    jg_agent_close(&agent);
    free(a);
    free(b);
    jg_game_close(&g);
}

/* ---- Agents -------------------------------------------------------------------------------- */

static void test_agent_errors(void **state) {
    (void)state;
    static const struct {
        const char *spec, *message;
    } bad[] = {
        {"nobody", "no agent 'nobody'; there are human, random, greedy, minimax, alphabeta"},
        {"random:x=1", "random takes no options"},
        {"alphabeta:depth=-1", "depth takes 0..1000"},
        {"alphabeta:eval=nope", "no evaluator 'nope'; kalah has store, mix"},
        {"minimax:ms=x", "ms takes 0..86400000"},
    };
    struct jg_game g;
    struct jg_agent a;
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_error err = {0};
        assert_int_equal(jg_agent_open(&a, &g, bad[i].spec, &err), JG_EINPUT);
        assert_string_equal(err.message, bad[i].message);
        assert_null(a.kind);
    }
    jg_game_close(&g);
}

/* A search is not let near a game it cannot play, and says who can. */
static void test_agents_that_do_not_fit(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&a, &g, "minimax", &err), JG_EFIT);
    assert_string_equal(
        err.message,
        "minimax must see everything, and kuhn has hidden information; that game can be played by human, random");
    assert_int_equal(jg_agent_open(&a, &g, "random", &err), JG_OK);
    union jg_state s, view;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 0);
    jg_start(&g, &s);
    jg_random_play(&g, &s, &rng, 2);
    jg_view(&g, &s, 0, &view);
    struct jg_ask ask = {.view = &view, .seat = 0};
    assert_int_equal(jg_agent_choose(&a, &ask, r, NULL), JG_OK);
    jg_agent_close(&a);
    assert_int_equal(jg_agent_open(&a, &g, "human", &err), JG_OK);
    assert_int_equal(jg_agent_choose(&a, &ask, r, &err), JG_EFIT);
    jg_agent_close(&a);
    free(r);
    jg_game_close(&g);
}

/* Greedy takes the most seeds, and among equals all of them now and then. */
static void test_greedy(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    union jg_state at;
    struct jg_report *r = malloc(sizeof *r);
    unsigned chosen = 0;
    open_spec(&g, "kalah");
    assert_int_equal(jg_agent_open(&a, &g, "greedy", NULL), JG_OK);
    read_position(&g, "3,0,0,1,0,0,0,4,4,9,9,4,4,10 1", &at); /* 4 goes to the empty 5 and takes 4 */
    struct jg_ask ask = {.view = &at, .seat = 0};
    assert_int_equal(jg_agent_choose(&a, &ask, r, NULL), JG_OK);
    assert_int_equal(r->move, 4);
    assert_int_equal(r->value, 5 - 10);
    read_position(&g, NULL, &at);
    for (uint64_t seed = 0; seed < 200; seed++) {
        ask.seed = seed;
        assert_int_equal(jg_agent_choose(&a, &ask, r, NULL), JG_OK);
        assert_int_equal(r->value, 1);
        chosen |= 1u << r->move;
    }
    assert_int_equal(chosen, 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6);
    free(r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_values),
        cmocka_unit_test(test_five_coins),
        cmocka_unit_test(test_coins_theory),
        cmocka_unit_test(test_kalah_values),
        cmocka_unit_test(test_perfect_tictactoe),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_agent_errors),
        cmocka_unit_test(test_agents_that_do_not_fit),
        cmocka_unit_test(test_greedy),
    };
    test_begin();
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
