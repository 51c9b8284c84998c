/* The registry of agents: generic ones, those of the built-in games, and those of a game of the caller's; and the agents
 * that kinds name. */
#include "kuhn.h"
#include "test.h"

#include "agents/agents.h"
#include "game/bench.h"

static enum jg_status choose_first(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                   struct jg_error *err) {
    jg_move moves[JG_MOVES_MAX];
    (void)err;
    jg_moves(a->game, query->view, moves);
    report->move = moves[0];
    return JG_OK;
}

static const struct jg_agent_kind FIRST = {
    .name = "kuhn.first", .summary = "plays the first move", .game = "kuhn", .choose = choose_first};

/* Every agent of a kind is listed, plays that game alone, and is found by its name. */
static void test_agents_of_kinds(void **state) {
    (void)state;
    size_t own = 0, listed = 0;
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        const struct jg_game_kind *kind = jg_game_kind_at(k);
        for (const struct jg_agent_kind *const *a = kind->agents; a && *a; a++, own++) {
            struct jg_game g;
            struct jg_agent agent;
            assert_string_equal((*a)->game, kind->name);
            open_spec(&g, kind->name);
            assert_int_equal(jg_agent_open(&agent, &g, (*a)->name, NULL), JG_OK);
            assert_ptr_equal(agent.kind, *a);
            jg_agent_close(&agent);
            jg_game_close(&g);
        }
    }
    for (size_t i = 0; jg_agent_kind_at(i); i++) listed += jg_agent_kind_at(i)->game != NULL;
    assert_true(own > 0);
    assert_int_equal(listed, own);
}

/* A game of the caller's brings its agents along; other games do not know them. */
static void test_agents_of_the_caller(void **state) {
    (void)state;
    static const struct jg_agent_kind *const AGENTS[] = {&FIRST, NULL};
    struct jg_game_kind kind = kuhn;
    struct jg_game g, other;
    struct jg_agent a;
    struct jg_error err = {0};
    kind.agents = AGENTS;
    assert_int_equal(jg_game_open_kind(&g, &kind, "kuhn", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&a, &g, "kuhn.first", &err), JG_OK);
    assert_ptr_equal(a.kind, &FIRST);
    jg_agent_close(&a);
    assert_int_equal(jg_agent_open(&a, &g, "minimax", &err), JG_EFIT);
    assert_non_null(strstr(err.message, ", kuhn.first"));
    open_spec(&other, jg_game_kind_at(0)->name);
    assert_int_equal(jg_agent_open(&a, &other, "kuhn.first", &err), JG_EINPUT);
    assert_null(strstr(err.message, ", kuhn.first"));
    jg_game_close(&other);
    jg_game_close(&g);
}

/* The levels of every game are agents that can play it. */
static void test_levels(void **state) {
    (void)state;
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        const struct jg_game_kind *kind = jg_game_kind_at(k);
        struct jg_game g;
        open_spec(&g, kind->name);
        for (int level = 0; level < JG_LEVELS; level++) {
            struct jg_agent a;
            struct jg_error err = {0};
            if (!kind->levels[level]) continue;
            if (jg_agent_open(&a, &g, kind->levels[level], &err)) fail_msg("%s: %s", kind->name, err.message);
            assert_false(a.kind->human);
            jg_agent_close(&a);
        }
        jg_game_close(&g);
    }
}

/* People read names, not specs. */
static void test_titles(void **state) {
    (void)state;
    char title[JG_SPEC_MAX];
    struct jg_text t;
    for (size_t k = 0; jg_game_kind_at(k); k++)
        for (int level = 0; level <= JG_LEVELS; level++) {
            const char *spec = jg_agent_level_spec(jg_game_kind_at(k), level);
            if (!spec) continue;
            jg_text_init(&t, title, sizeof title);
            jg_agent_title(jg_game_kind_at(k), spec, JG_EN, &t);
            assert_non_null(strstr(title, "Computer, "));
            assert_null(strpbrk(title, ":="));
        }
    static const char *const OTHERS[][2] = {{"ab:depth=2,tt=64k", "ab"},
                                            {"program:run=./bot.py", "program"},
                                            {"human", "Guest"},
                                            {"Ana: the first", "Ana: the first"}};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        jg_text_init(&t, title, sizeof title);
        jg_agent_title(jg_game_kind_at(0), OTHERS[i][0], JG_EN, &t);
        assert_string_equal(title, OTHERS[i][1]);
    }
}

/* Agents whose names would be equal are told apart by the options in which they differ. */
static void test_titles_together(void **state) {
    (void)state;
    static const struct {
        const char *specs[4], *titles[4];
    } CASES[] = {
        {{"ab:depth=5", "random"}, {"ab", "Computer, beginner"}},
        {{"ab:depth=5,tt=64k", "ab:tt=64k,depth=6"}, {"ab, depth 5", "ab, depth 6"}},
        {{"ab", "ab:depth=5", "mcts:nodes=9"}, {"ab", "ab, depth 5", "mcts"}},
        {{"ab:depth=5", "ab:depth=5"}, {"ab", "ab"}},
        {{"loa.paper:plain", "loa.paper"}, {"loa.paper, plain", "loa.paper"}},
        {{"Ana: a,b=1", "Ana: a,b=2", "human"}, {"Ana: a,b=1", "Ana: a,b=2", "Guest"}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char titles[4][JG_AGENT_TITLE];
        int n = 0;
        while (n < 4 && CASES[i].specs[n]) n++;
        jg_agent_titles(jg_game_kind_at(0), CASES[i].specs, n, JG_EN, titles);
        for (int k = 0; k < n; k++) assert_string_equal(titles[k], CASES[i].titles[k]);
    }
}

static void assert_opens(const struct jg_game *g, const char *agent, const char *more) {
    char spec[JG_SPEC_MAX];
    struct jg_agent a;
    struct jg_error err = {0};
    snprintf(spec, sizeof spec, "%s%s%s", agent, !more[0] ? "" : strchr(agent, ':') ? "," : ":", more);
    if (jg_agent_open(&a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    jg_agent_close(&a);
}

/* The agents of `jogada bench` can play, also with the time limit that is added where their stopping is measured. */
static void test_bench(void **state) {
    (void)state;
    for (size_t k = 0; jg_game_kind_at(k); k++)
        for (const struct jg_game_bench *w = jg_game_kind_at(k)->bench; w && w->spec; w++) {
            struct jg_game g;
            open_spec(&g, w->spec);
            assert_ptr_equal(g.kind, jg_game_kind_at(k));
            for (int i = 0; i < JG_GAME_BENCH_AGENTS && w->searches[i]; i++) assert_opens(&g, w->searches[i], "");
            for (int i = 0; i < JG_GAME_BENCH_AGENTS && w->stops[i]; i++) assert_opens(&g, w->stops[i], "ms=40");
            for (int i = 0; i < 2 * JG_GAME_BENCH_RACES && w->races[i / 2][0]; i++)
                assert_opens(&g, w->races[i / 2][i % 2], "");
            jg_game_close(&g);
        }
}

static void assert_reproducible(const struct jg_game *g, const char *spec, bool expected) {
    struct jg_agent a;
    struct jg_error err = {0};
    if (jg_agent_open(&a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    if (jg_agent_is_reproducible(&a) != expected) fail_msg("%s: reproducible is not %d", spec, expected);
    jg_agent_close(&a);
}

/* Whatever takes a time limit is not reproducible with one. */
static void test_time_limits(void **state) {
    (void)state;
    int timed = 0;
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        struct jg_game g;
        open_spec(&g, jg_game_kind_at(k)->name);
        for (size_t i = 0; jg_agent_kind_at(i); i++) {
            const struct jg_agent_kind *a = jg_agent_kind_at(i);
            char spec[JG_SPEC_MAX];
            if (a->runs_program || jg_agent_fits(a, &g, NULL) || !a->options) continue;
            if (!jg_options_find(a->options, "ms", 2)) continue;
            snprintf(spec, sizeof spec, "%s:ms=5", a->name);
            assert_reproducible(&g, spec, false);
            timed++;
        }
        jg_game_close(&g);
    }
    assert_true(timed > 20);
}

/* Strong agents without a limit think for a second; several threads search different trees. */
static void test_reproducible(void **state) {
    (void)state;
    static const struct {
        const char *game, *agent;
        bool expected;
    } known[] = {
        {"kalah", "random", true},
        {"kalah", "greedy", true},
        {"kalah", "alphabeta", true},
        {"kalah", "minimax:depth=3", true},
        {"kalah", "ab", false},
        {"kalah", "ab:depth=4", true},
        {"kalah", "ab:nodes=1k", true},
        {"kalah", "ab:nodes=1k,threads=1", true},
        {"kalah", "ab:nodes=1k,threads=2", false},
        {"kalah", "ab:nodes=1k,ms=5", false},
        {"kalah", "mcts", false},
        {"kalah", "mcts:playouts=10", true},
        {"kalah", "mcts:playouts=10,threads=2", false},
        {"kalah", "pn:nodes=100", true},
        {"kalah", "pn", false},
        {"kalah", "kalah.perfect:nodes=100", true},
        {"kalah", "kalah.perfect", false},
        {"loa", "loa:depth=2", true},
        {"loa", "loa", false},
        {"domino", "ismcts:playouts=10", true},
        {"domino", "ismcts", false},
        {"domino", "pimc:worlds=3", true},
        {"domino", "domino", true},
        {"magic", "magic", true},
        {"kalah", "expectiminimax", true},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct jg_game g;
        open_spec(&g, known[i].game);
        assert_reproducible(&g, known[i].agent, known[i].expected);
        jg_game_close(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_of_kinds), cmocka_unit_test(test_agents_of_the_caller),
        cmocka_unit_test(test_levels),          cmocka_unit_test(test_titles),
        cmocka_unit_test(test_bench),           cmocka_unit_test(test_time_limits),
        cmocka_unit_test(test_reproducible),    cmocka_unit_test(test_titles_together),
    };
    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
