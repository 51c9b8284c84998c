/* The network that comes with the program: the bytes of its file, equal values on every path, exact symmetry, and the
 * agents that use it. */
#include "network.h"

#include "games/loa/loa.h"

#include <sys/resource.h>

static const char FILE_NAME[] = TEST_GAMES "/../../src/games/loa/loa.network";

enum { MOST = 32 << 10 }; /* bytes of the file */

static struct jg_eval open_eval(const struct jg_game *g, const char *name) {
    struct jg_eval e;
    struct jg_error err = {0};
    if (jg_eval_open(&e, g, name, &err)) fail_msg("%s: %s", name, err.message);
    return e;
}

static struct jg_eval open_file_eval(const struct jg_game *g) {
    char name[sizeof FILE_NAME + 1];
    snprintf(name, sizeof name, "@%s", FILE_NAME);
    return open_eval(g, name);
}

/* ---- The file -------------------------------------------------------------------------------- */

static void test_bytes(void **state) {
    (void)state;
    unsigned char bytes[MOST + 1];
    FILE *f = fopen(FILE_NAME, "r");
    assert_non_null(f);
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    assert_true(size <= MOST);
    assert_int_equal(size, jg_loa_network.size);
    assert_memory_equal(bytes, jg_loa_network.bytes, size);
}

/* The evaluator needs no file: it opens when no other file can be. */
static void test_no_files(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_eval e;
    struct rlimit before, none;
    open_spec(&g, "loa");
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    enum jg_status embedded = jg_eval_open(&e, &g, "network", NULL);
    jg_eval_close(&e);
    char name[sizeof FILE_NAME + 1];
    snprintf(name, sizeof name, "@%s", FILE_NAME);
    enum jg_status file = jg_eval_open(&e, &g, name, NULL);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(embedded, JG_OK);
    assert_int_not_equal(file, JG_OK);
    jg_game_close(&g);
}

/* An agent whose network is damaged does not open, and never uses another evaluator instead. */
static void test_damaged(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_evaluator evaluators[] = {jg_loa_evaluators[0], {.name = "network", .unit = 100}, {0}};
    struct jg_game_kind kind = jg_loa;
    static unsigned char bytes[MOST];
    struct jg_network_file damaged = {.bytes = bytes, .size = jg_loa_network.size, .layout = ""};
    struct jg_game g;
    struct jg_eval e;
    evaluators[1].network = &damaged;
    kind.evaluators = evaluators;
    assert_int_equal(jg_game_open_kind(&g, &kind, "loa", NULL), JG_OK);
    memcpy(bytes, jg_loa_network.bytes, jg_loa_network.size);
    assert_int_equal(jg_eval_open_strong(&e, &g, "", NULL), JG_OK);
    assert_non_null(e.network);
    jg_eval_close(&e);
    jg_rng_init(&rng, test_seed(), 1);
    for (size_t i = 0; i < damaged.size; i += i < 400 ? 1 : 97) {
        unsigned char before = bytes[i];
        bytes[i] = (unsigned char)(bytes[i] ^ 1 << jg_rng_below(&rng, 8));
        assert_int_equal(jg_eval_open_strong(&e, &g, "", NULL), JG_EINPUT);
        assert_null(e.by);
        bytes[i] = before;
    }
    damaged.size--;
    assert_int_equal(jg_eval_open_strong(&e, &g, "", NULL), JG_EINPUT);
    damaged.layout = "another";
    assert_int_equal(jg_eval_open_strong(&e, &g, "", NULL), JG_OK);
    assert_string_equal(e.by->name, "mix");
    jg_game_close(&g);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Every path gives the same integers, and so does the file. */
static void test_values(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 2);
    struct jg_eval e = open_eval(&g, "network"), file = open_file_eval(&g);
    assert_string_equal(e.by->name, file.by->name);
    assert_int_equal(e.by->unit, file.by->unit);
    assert_true(e.by->odds == file.by->odds); /* NOLINT: the same constant */
    assert_string_equal(jg_value_unit(e.by), jg_value_unit(file.by));
    struct jg_network_scratch *s = jg_network_scratch_new(e.network);
    assert_non_null(s);
    for (int games = 0, positions = 0; positions < test_scaled(100000); games++)
        positions += check_paths(&g, e.network, s, games % 20 == 0, &rng);
    union jg_state at;
    jg_start(&g, &at);
    for (int i = test_scaled(100000); i-- > 0;) {
        int32_t value = jg_eval_value(&e, &g, &at, i & 1);
        assert_int_equal(jg_eval_value(&file, &g, &at, i & 1), value);
        assert_int_equal(jg_eval_value_from(&e, s, &g, &at, i & 1), value);
        jg_apply(&g, &at, jg_random_move(&g, &at, &rng));
        if (jg_turn(&g, &at) == JG_OVER) jg_start(&g, &at);
    }
    jg_network_scratch_free(s);
    jg_eval_close(&e);
    jg_eval_close(&file);
    jg_game_close(&g);
}

static void test_symmetry(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 3);
    struct jg_eval e = open_eval(&g, "network");
    check_symmetry(&g, e.network, 8, true, test_scaled(20000), &rng);
    jg_eval_close(&e);
    jg_game_close(&g);
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static void test_defaults(void **state) {
    (void)state;
    static const struct {
        const char *spec, *evaluator;
    } uses[] = {{"loa", "network"},
                {"ab", "network"},
                {"mcts:leaf=eval", "network"},
                {"mcts", "network"},
                {"pimc", "network"},
                {"ismcts", "network"},
                {"loa:eval=mix", "mix"},
                {"ab:eval=mix", "mix"},
                {"mcts:eval=mix", "mix"},
                {"greedy", "mix"},
                {"minimax", "mix"},
                {"negamax", "mix"},
                {"alphabeta", "mix"},
                {"loa.paper", "paper"},
                {"greedy:eval=network", "network"},
                {"alphabeta:eval=network", "network"}};
    static const char *const specs[] = {"loa", "loa:both=mover,nomove=loss,repeat=0"};
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        struct jg_game g;
        open_spec(&g, specs[k]);
        for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
            struct jg_agent a;
            struct jg_error err = {0};
            if (jg_agent_open(&a, &g, uses[i].spec, &err)) fail_msg("%s: %s", uses[i].spec, err.message);
            struct jg_eval *e = a.kind->eval(&a);
            assert_string_equal(e->by->name, uses[i].evaluator);
            assert_int_equal(e->network != NULL, !strcmp(uses[i].evaluator, "network"));
            jg_agent_close(&a);
        }
        struct jg_eval e = open_eval(&g, "");
        assert_string_equal(e.by->name, "mix");
        jg_game_close(&g);
    }
}

/* The default of a search is `eval=network`, and that plays as the file does. */
static void test_play(void **state) {
    (void)state;
    static const char *const agents[] = {"loa:nodes=3k", "ab:nodes=3k", "mcts:nodes=3k,leaf=eval"};
    struct jg_game g;
    struct jg_rng rng;
    union jg_state at;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 4);
    for (int n = 0; n < test_scaled(20); n++) {
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, (int)jg_rng_below(&rng, 30));
        if (jg_turn(&g, &at) == JG_OVER) continue;
        for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
            struct jg_report reports[3] = {{0}};
            for (int k = 0; k < 3; k++) {
                struct jg_agent a;
                struct jg_error err = {0};
                struct jg_ask ask = {.seed = 1};
                char spec[256];
                snprintf(spec, sizeof spec, "%s%s%s", agents[i], k ? ",eval=" : "", k == 1 ? "network" : "");
                if (k == 2) snprintf(spec, sizeof spec, "%s,eval=@%s", agents[i], FILE_NAME);
                if (jg_agent_open(&a, &g, spec, &err)) fail_msg("%s: %s", spec, err.message);
                if (jg_ask_state(&ask, &a, &at, &reports[k], &err)) fail_msg("%s: %s", spec, err.message);
                jg_agent_close(&a);
                assert_int_equal(reports[k].move, reports[0].move);
                assert_int_equal(reports[k].value, reports[0].value);
                assert_int_equal(reports[k].nodes, reports[0].nodes);
            }
        }
    }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),  cmocka_unit_test(test_no_files), cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_values), cmocka_unit_test(test_symmetry), cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_play),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
