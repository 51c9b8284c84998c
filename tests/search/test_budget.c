/* Time management on a simulated clock: every move that a search makes takes the same time, so that thinking time is a
 * number of nodes. */
#include "ticking.h"

#include "search/budget.h"

static const double NODE = 1e-5; /* seconds */

static struct jg_query query_of(const struct jg_game *g, const void *state, double left, double increment, int moves) {
    return (struct jg_query){.view = state,
                             .seat = jg_turn(g, state),
                             .seed = 1,
                             .clock = {.left = left, .increment = increment, .moves = moves},
                             .asked = left > 0 ? jg_clock() : 0};
}

/* ---- The plan ----------------------------------------------------------------------------- */

static double target_of(const struct jg_game *g, const void *state, double left, double increment, int moves) {
    struct jg_query q = query_of(g, state, left, increment, moves);
    struct jg_budget b = jg_budget_plan(g, &q, 0, 0);
    assert_true(jg_budget_clocked(&b));
    assert_true(b.begin < b.target && b.target <= b.deadline);
    assert_true(b.deadline - b.begin < left); /* some time is always left */
    return b.target - b.begin;
}

static void test_plan(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state at, late;
    struct jg_rng rng;
    clock_hold(0);
    open_spec(&g, "kalah");
    jg_start(&g, &at);
    double usual = target_of(&g, &at, 60, 0, 0);
    assert_true(usual > 60.0 / 40 && usual < 60.0 / 8);
    assert_true(target_of(&g, &at, 120, 0, 0) > 1.9 * usual);
    assert_true(target_of(&g, &at, 60, 1, 0) > usual + 0.5); /* an increment is for this move */
    assert_true(target_of(&g, &at, 60, 0, 3) > 2 * usual);   /* more time comes after three moves */
    assert_seconds(target_of(&g, &at, 60, 0, 1000), usual);
    assert_true(target_of(&g, &at, 0.02, 0, 0) < 0.001);
    assert_true(target_of(&g, &at, 0.02, 10, 0) < 0.01); /* an increment that has not been earned */

    memcpy(&late, &at, sizeof late);
    jg_rng_init(&rng, test_seed(), 0);
    do { /* near the end of the game fewer moves share the time */
        memcpy(&late, &at, sizeof late);
        jg_random_play(&g, &late, &rng, 30);
    } while (jg_turn(&g, &late) == JG_OVER);
    assert_true(target_of(&g, &late, 60, 0, 0) > usual);
    jg_game_close(&g);
    clock_release();
}

/* Limits in milliseconds hold with a clock and without. */
static void test_limits(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state at;
    clock_hold(0);
    open_spec(&g, "kalah");
    jg_start(&g, &at);
    struct jg_query q = query_of(&g, &at, 60, 0, 0), unclocked = query_of(&g, &at, 0, 0, 0);
    struct jg_budget b = jg_budget_plan(&g, &q, 100, 1000);
    assert_seconds(b.deadline - b.begin, 0.1);
    assert_true(b.target <= b.deadline);
    assert_in_range(jg_budget_ms(&g, &q, 100), 99, 100);
    b = jg_budget_plan_even(&g, &q, 0, 1000);
    assert_seconds(b.deadline, b.target);
    b = jg_budget_plan(&g, &unclocked, 0, 1000);
    assert_false(jg_budget_clocked(&b));
    assert_seconds(b.deadline - jg_clock(), 1);
    b = jg_budget_plan(&g, &unclocked, 50, 1000);
    assert_seconds(b.deadline - jg_clock(), 0.05);
    b = jg_budget_plan(&g, &unclocked, 0, 0);
    assert_seconds(b.deadline, 0);
    assert_int_equal(jg_budget_ms(&g, &unclocked, 77), 77);
    jg_game_close(&g);
    clock_release();
}

/* ---- When to stop ------------------------------------------------------------------------- */

/* Iterations of a tenth of the target each, until they are enough. */
static int iterations(const jg_move *best, const double *values, int n) {
    double now = jg_clock();
    struct jg_budget b = {.begin = now, .target = now + 10, .deadline = now + 30};
    struct jg_budget_course course = {0};
    for (int i = 0; i < n; i++) {
        clock_advance(1);
        if (jg_budget_settled(&b, &course, best[i], values[i])) return i + 1;
    }
    return n;
}

static void test_iterations(void **state) {
    (void)state;
    enum { N = 30 };
    jg_move same[N], changing[N];
    double even[N], dropping[N];
    for (int i = 0; i < N; i++) {
        same[i] = 1;
        changing[i] = (jg_move)(1 + i % 2);
        even[i] = 0;
        dropping[i] = -i;
    }
    clock_hold(0);
    int easy = iterations(same, even, N), hard = iterations(changing, even, N),
        harder = iterations(changing, dropping, N);
    int worse = iterations(same, dropping, N);
    clock_release();
    assert_true(easy < hard && hard < harder && easy < worse);
    assert_int_equal(easy, 5);
    assert_int_equal(hard, 10);
}

static void test_samples(void **state) {
    (void)state;
    clock_hold(0);
    double now = jg_clock();
    struct jg_budget b = {.begin = now, .target = now + 10, .deadline = now + 30};
    assert_false(jg_budget_leads(&b, 99, 10, false)); /* 100 more visits may follow */
    assert_true(jg_budget_leads(&b, 101, 10, false));
    assert_false(jg_budget_leads(&b, 101, 10, true));
    assert_true(jg_budget_leads(&b, 301, 10, true));
    clock_advance(3.5);
    assert_true(jg_budget_differs(&b, 0.5, 0.1));
    assert_false(jg_budget_differs(&b, 0.3, 0.1));
    clock_advance(4);
    assert_true(jg_budget_differs(&b, 0.3, 0.1));
    assert_false(jg_budget_differs(&b, 0.15, 0.1));
    clock_advance(3);
    assert_true(jg_budget_leads(&b, 1, 10, false));
    assert_false(jg_budget_leads(&b, 1, 10, true));
    assert_true(jg_budget_differs(&b, 0.15, 0.1));
    assert_false(jg_budget_differs(&b, 0.05, 0.1));
    clock_advance(6);
    assert_true(jg_budget_differs(&b, 0.05, 0.1));
    clock_release();
}

/* ---- Searches ----------------------------------------------------------------------------- */

/* What an agent does with a clock: its report, and the iterations whose best move differs from the one before. */
struct course {
    jg_move best;
    int changes, depth;
};

static void watch(void *arg, const struct jg_report *r) {
    struct course *c = arg;
    if (r->depth > 3 && c->best && r->move != c->best) c->changes++;
    c->best = r->move;
    c->depth = r->depth;
}

static void ask(struct jg_agent *a, const void *state, double left, struct course *course, struct jg_report *r) {
    struct jg_query q = query_of(a->game, state, left, 0, 0);
    q.progress = course ? watch : NULL;
    q.arg = course;
    if (a->kind->forget) a->kind->forget(a);
    assert_int_equal(jg_agent_choose(a, &q, r, NULL), JG_OK);
}

static void open_agent(struct jg_agent *a, const struct jg_game *g, const char *spec) {
    struct jg_error err = {0};
    if (jg_agent_open(a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
}

/* A move without choice takes no node, and neither does the time of a clock. */
static void test_forced_moves_take_nothing(void **state) {
    (void)state;
    static const char *const AGENTS[] = {"ab:threads=1,tt=64k,without=endings", "mcts:threads=1,memory=1M,endings=0"};
    struct jg_report *r = malloc(sizeof *r);
    for (size_t i = 0; i < sizeof AGENTS / sizeof *AGENTS; i++) {
        struct jg_game g;
        struct jg_agent a;
        union jg_state at;
        clock_hold(0);
        ticking_open(&g, kind_named("kalah"), "kalah:houses=3,seeds=3", NODE);
        open_agent(&a, &g, AGENTS[i]);
        read_position(&g, "0,0,2,3,4,4,1,4 1", &at);
        double before = jg_clock();
        ask(&a, &at, 60, NULL, r);
        assert_int_equal(r->nodes, 0);
        assert_seconds(jg_clock(), before);
        jg_agent_close(&a);
        jg_game_close(&g);
        clock_release();
    }
    free(r);
}

/* The deadline holds, limits of the agent too, and the more time there is the more nodes are searched. */
static void test_nodes_follow_the_clock(void **state) {
    (void)state;
    static const char *const AGENTS[] = {"ab:threads=1,tt=1M", "mcts:threads=1,memory=4M"};
    struct jg_report *r = malloc(sizeof *r);
    for (size_t i = 0; i < sizeof AGENTS / sizeof *AGENTS; i++) {
        struct jg_game g;
        struct jg_agent a, limited;
        union jg_state at;
        char spec[64];
        clock_hold(0);
        ticking_open(&g, kind_named("kalah"), "kalah", NODE);
        jg_start(&g, &at);
        snprintf(spec, sizeof spec, "%s,nodes=300", AGENTS[i]);
        open_agent(&a, &g, AGENTS[i]);
        open_agent(&limited, &g, spec);
        uint64_t before = 0;
        for (double left = 0.5; left <= 8; left *= 4) {
            struct jg_query q = query_of(&g, &at, left, 0, 0);
            struct jg_budget b = jg_budget_plan(&g, &q, 0, 0);
            ask(&a, &at, left, NULL, r);
            assert_true(r->nodes > before);
            assert_true((double)r->nodes * NODE <= b.deadline - b.begin + 600 * NODE);
            before = r->nodes;
        }
        ask(&limited, &at, 60, NULL, r);
        assert_true(r->nodes <= 300);
        jg_agent_close(&a);
        jg_agent_close(&limited);
        jg_game_close(&g);
        clock_release();
    }
    free(r);
}

/* `ab` spends more nodes on decisions whose best move changes from iteration to iteration. */
static void test_ab_spends_more_on_hard_decisions(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    double nodes[2] = {0};
    int count[2] = {0};
    clock_hold(0);
    ticking_open(&g, kind_named("kalah"), "kalah", NODE);
    open_agent(&a, &g, "ab:threads=1,tt=1M,without=endings");
    jg_rng_init(&rng, test_seed(), 3);
    for (int i = 0; i < 60; i++) {
        union jg_state at;
        struct course c = {0};
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, 2 + i % 10);
        ask(&a, &at, 10, &c, r);
        if (!r->nodes || r->proven) continue;
        nodes[c.changes > 0] += (double)r->nodes;
        count[c.changes > 0]++;
    }
    assert_true(count[0] >= 10 && count[1] >= 5);
    assert_true(nodes[1] / count[1] > 1.2 * nodes[0] / count[0]);
    jg_agent_close(&a);
    jg_game_close(&g);
    clock_release();
    free(r);
}

static int32_t gap_of(const struct jg_report *r) {
    int32_t best = INT32_MIN, second = INT32_MIN;
    for (int i = 0; i < r->move_count; i++) {
        int32_t v = r->moves[i].value;
        second = v > best ? best : v > second ? v : second;
        best = v > best ? v : best;
    }
    return best - second;
}

/* `mcts` stops early where one move is clearly better, and where no other can overtake it. */
static void test_mcts_spends_more_on_hard_decisions(void **state) {
    (void)state;
    enum { POSITIONS = 45 };
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    struct {
        double nodes;
        int32_t gap;
    } found[POSITIONS];
    int n = 0;
    double least = 0, most = 0;
    clock_hold(0);
    ticking_open(&g, kind_named("kalah"), "kalah", NODE);
    open_agent(&a, &g, "mcts:threads=1,memory=4M,endings=0");
    jg_rng_init(&rng, test_seed(), 4);
    while (n < POSITIONS) {
        union jg_state at;
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, 2 + n % 10);
        ask(&a, &at, 4, NULL, r);
        if (!r->nodes || r->proven || r->move_count < 3) continue;
        found[n].nodes = (double)r->nodes;
        found[n++].gap = gap_of(r);
    }
    for (int i = 0; i < n; i++) { /* the third with the greatest gaps, and that with the least */
        int greater = 0;
        for (int k = 0; k < n; k++) greater += found[k].gap > found[i].gap || (found[k].gap == found[i].gap && k < i);
        if (greater < n / 3) most += found[i].nodes;
        if (greater >= n - n / 3) least += found[i].nodes;
    }
    assert_true(most < 0.9 * least);
    jg_agent_close(&a);
    jg_game_close(&g);
    clock_release();
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plan),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_iterations),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_forced_moves_take_nothing),
        cmocka_unit_test(test_nodes_follow_the_clock),
        cmocka_unit_test(test_ab_spends_more_on_hard_decisions),
        cmocka_unit_test(test_mcts_spends_more_on_hard_decisions),
    };
    test_begin();
    return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}
