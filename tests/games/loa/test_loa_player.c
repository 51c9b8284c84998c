/* The agent loa: it respects its limits, is reproducible, and claims no false wins. */
#include "deciding.h"
#include "ticking.h"

#include "games/loa/loa.h"

static void open_agent(struct jg_agent *a, const struct jg_game *g, const char *spec) {
    struct jg_error err = {0};
    if (jg_agent_open(a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
}

static struct jg_query question(const struct jg_game *g, const void *state) {
    return (struct jg_query){.view = state, .seat = jg_turn(g, state), .seed = test_seed()};
}

/* One query to a new agent. */
static void ask_new(const struct jg_game *g, const char *spec, const struct jg_query *query, struct jg_report *r) {
    struct jg_agent a;
    open_agent(&a, g, spec);
    assert_int_equal(jg_agent_choose(&a, query, r, NULL), JG_OK);
    jg_agent_close(&a);
}

/* A position from a random game in which proof-number search runs. */
static void near_the_end(const struct jg_game *g, struct jg_rng *rng, union jg_state *at) {
    for (;;) {
        jg_start(g, at);
        jg_random_play(g, at, rng, 30 + (int)jg_rng_below(rng, 90));
        int turn = jg_turn(g, at);
        if (turn != JG_OVER && jg_loa_groups(((struct jg_loa_state *)at)->pieces[turn]) <= 4) return;
    }
}

/* The next position of the suite with a win in `plies` plies; false after the last. */
static bool next_win(FILE *f, const struct jg_game *g, int least, int most, union jg_state *at) {
    char line[4096];
    while (fgets(line, sizeof line, f)) {
        char *bar = strstr(line, " | plies ");
        if (line[0] == '#' || !bar) continue;
        long plies = strtol(bar + 9, NULL, 10);
        if (plies < least || plies > most) continue;
        *bar = 0;
        read_position(g, line, at);
        return true;
    }
    return false;
}

static FILE *open_wins(void) {
    FILE *f = fopen(TEST_GAMES "/loa/wins.txt", "r");
    assert_non_null(f);
    return f;
}

/* ---- Limits -------------------------------------------------------------------------------- */

/* All limits hold, however small the share for proof-number search. */
static void test_both_limits(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        uint64_t nodes;
        long readings; /* of a clock that each reading moves on by a millisecond */
    } cases[] = {{"loa:nodes=100M,ms=9", 100000000, 9},
                 {"loa:nodes=9,ms=5000", 9, 10},
                 {"loa:nodes=1,ms=5000", 1, 10},
                 {"loa:nodes=3000,ms=86400000,proof=90", 3000, 3000 / 20},
                 {"loa:nodes=100G,ms=100,proof=90", -1ull, 100},
                 {"loa:nodes=100M,ms=1", 100000000, 1}};
    enum { SLACK = 40 }; /* readings after the deadline */
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 70);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int n = 0; n < 3; n++) {
            union jg_state at;
            near_the_end(&g, &rng, &at);
            struct jg_query query = question(&g, &at);
            clock_hold(0.001);
            ask_new(&g, cases[i].spec, &query, r);
            long readings = clock_readings();
            clock_release();
            if (r->nodes > cases[i].nodes) fail_msg("%s: %llu nodes", cases[i].spec, (unsigned long long)r->nodes);
            if (readings > cases[i].readings + SLACK) fail_msg("%s: %ld readings", cases[i].spec, readings);
        }
    free(r);
    jg_game_close(&g);
}

/* A known distance to the end is reported, and only then. */
static void assert_honest(const struct jg_game *g, const union jg_state *at, const struct jg_report *r) {
    union jg_state end = *at;
    assert_true(jg_legal(g, at, r->move));
    if (!r->by) assert_true(!r->value && !r->proven);
    if (!r->plies) return;
    assert_true(r->proven);
    assert_int_equal(abs(r->value), JG_WIN);
    if (r->pv_count != r->plies) return;
    for (int i = 0; i < r->pv_count; i++) jg_apply(g, &end, r->pv[i]);
    assert_int_equal(jg_turn(g, &end), JG_OVER);
}

/* Proofs and search together respect the node limit, and an agent that was used before replies like a new one. */
static void test_nodes(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r), *again = malloc(sizeof *again);
    int plies = 0;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 71);
    for (int n = 0; n < test_scaled(40); n++) {
        struct jg_agent a;
        char spec[64];
        uint64_t most = 1 + jg_rng_below(&rng, n % 2 ? 100 : 8000);
        snprintf(spec, sizeof spec, "%s:nodes=%llu", n % 4 < 3 ? "loa" : "ab", (unsigned long long)most);
        if (n % 3 == 0) snprintf(spec, sizeof spec, "loa:nodes=%llu,proof=90", (unsigned long long)most);
        open_agent(&a, &g, spec);
        for (int k = 0; k < 4; k++) {
            union jg_state at;
            near_the_end(&g, &rng, &at);
            struct jg_query query = question(&g, &at);
            for (int twice = 0; twice < 2; twice++) {
                assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
                ask_new(&g, spec, &query, again);
                assert_same_report(r, again);
            }
            if (r->nodes > most) fail_msg("%s: %llu nodes", spec, (unsigned long long)r->nodes);
            assert_honest(&g, &at, r);
            plies += r->plies > 0;
        }
        jg_agent_close(&a);
    }
    if (test_scaled(100) >= 100) assert_true(plies > 0);
    free(r);
    free(again);
    jg_game_close(&g);
}

/* Without time the agent still plays the move that looks best, so an immediate win is not missed. */
static void test_no_time(void **state) {
    (void)state;
    static const char *const specs[] = {"ab:nodes=1", "loa:nodes=1", "ab:ms=1000", "loa:ms=1000"};
    struct jg_game g;
    union jg_state at;
    struct jg_report *r = malloc(sizeof *r);
    atomic_bool stop = true;
    FILE *f = open_wins();
    open_spec(&g, "loa");
    while (next_win(f, &g, 1, 1, &at))
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            struct jg_query query = question(&g, &at);
            union jg_state child = at;
            if (strstr(specs[i], "ms")) query.stop = &stop;
            ask_new(&g, specs[i], &query, r);
            jg_apply(&g, &child, r->move);
            assert_int_equal(jg_turn(&g, &child), JG_OVER);
            assert_true(jg_score(&g, &child, jg_team(query.seat)) > 0);
        }
    fclose(f);
    free(r);
    jg_game_close(&g);
}

/* Positions where the first move searched loses, so another one is played whose value is unknown. */
static void test_another_move(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    int another = 0;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 72);
    for (int n = 0; n < test_scaled(2000); n++) {
        union jg_state at;
        char spec[32];
        near_the_end(&g, &rng, &at);
        struct jg_query query = question(&g, &at);
        snprintf(spec, sizeof spec, "ab:nodes=%u,tt=64k", 50 + jg_rng_below(&rng, 400));
        ask_new(&g, spec, &query, r);
        assert_honest(&g, &at, r);
        if (!r->depth || r->pv_count != 1 || r->proven) continue;
        another += !r->by;
    }
    if (test_scaled(100) >= 100) assert_true(another > 0);
    free(r);
    jg_game_close(&g);
}

/* ---- Proofs -------------------------------------------------------------------------------- */

/* No win is claimed where repetition makes a draw: every winning move is removed by the game's history until none is
 * claimed. */
static void test_past(void **state) {
    (void)state;
    enum { TRIES = 12 };
    struct jg_game g;
    union jg_state at;
    struct jg_report *r = malloc(sizeof *r);
    int turned = 0;
    FILE *f = open_wins();
    open_spec(&g, "loa");
    while (next_win(f, &g, 3, 5, &at)) {
        uint64_t keys[2 * TRIES];
        struct jg_query query = question(&g, &at);
        struct jg_agent a;
        query.keys = keys;
        open_agent(&a, &g, turned % 2 ? "loa:nodes=20k,proof=90" : "loa:ms=30,proof=50,threads=1");
        for (int n = 0; n < TRIES; n++) {
            union jg_state child = at;
            clock_hold(0.001);
            assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
            clock_release();
            if (!r->proven || r->value != JG_WIN) break;
            jg_apply(&g, &child, r->move);
            if (jg_turn(&g, &child) == JG_OVER) break;
            uint64_t key = jg_key(&g, &child);
            for (size_t k = 0; k < query.key_count; k++) assert_true(keys[k] != key);
            keys[query.key_count++] = key;
            keys[query.key_count++] = key;
            turned++;
        }
        jg_agent_close(&a);
        if (turned > test_scaled(60)) break;
    }
    assert_true(turned > 0);
    fclose(f);
    free(r);
    jg_game_close(&g);
}

struct progress_log {
    int times;
    uint64_t first_nodes;
    struct jg_report last;
};

static void hear(void *arg, const struct jg_report *r) {
    struct progress_log *t = arg;
    if (!t->times++) t->first_nodes = r->nodes;
    t->last = *r;
}

/* Progress reports a proof, and all nodes. */
static void test_progress(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state at;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    struct progress_log *t = malloc(sizeof *t);
    int proofs = 0, others = 0;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 73);
    for (int n = 0; n < test_scaled(60); n++) {
        near_the_end(&g, &rng, &at);
        struct jg_query query = question(&g, &at);
        query.progress = hear;
        query.arg = t;
        *t = (struct progress_log){0};
        ask_new(&g, "loa:nodes=10k,proof=50", &query, r);
        assert_true(t->times > 0);
        if (r->note) {
            proofs++;
            t->last.seconds = r->seconds;
            assert_same_report(&t->last, r);
        } else if (r->nodes == 10000) { /* all that was allowed: half of it for the proof */
            others++;
            assert_true(t->first_nodes >= 5000);
        }
    }
    assert_true(test_scaled(100) < 100 || (proofs && others));
    free(r);
    free(t);
    jg_game_close(&g);
}

/* Under a clock it takes more nodes for decisions whose best move changes from iteration to iteration, and none for a
 * pass. */
static void test_decisions_under_a_clock(void **state) {
    (void)state;
    static const double NODE = 1e-5; /* seconds */
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    union jg_state at;
    struct jg_report *r = malloc(sizeof *r);
    double nodes[2] = {0};
    int count[2] = {0};
    clock_hold(0);
    ticking_open(&g, kind_named("loa"), "loa", NODE);
    open_agent(&a, &g, "loa:threads=1,tt=1M");
    jg_rng_init(&rng, test_seed(), 74);
    for (int i = 0; i < 60; i++) {
        struct decision d;
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, 2 + i % 20);
        decide(&a, &at, 10, r, &d);
        if (r->proven) continue;
        nodes[d.changes > 0] += d.nodes;
        count[d.changes > 0]++;
    }
    assert_true(count[0] >= 10 && count[1] >= 10);
    assert_true(nodes[1] / count[1] > 1.3 * nodes[0] / count[0]);
    read_position(&g, "8/w7/7w/6ww/5w2/1w2w1b1/5www/1w3w1b b", &at);
    check_forced(&a, &at);
    clock_release();
    jg_agent_close(&a);
    jg_game_close(&g);
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decisions_under_a_clock),
        cmocka_unit_test(test_both_limits),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_another_move),
        cmocka_unit_test(test_past),
        cmocka_unit_test(test_progress),
    };
    test_begin();
    return cmocka_run_group_tests_name("loa_player", tests, NULL, NULL);
}
