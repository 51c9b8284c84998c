/* The network that comes with the program: the bytes of its file, equal values on every path, and the agents that use
 * it, in the games that it fits. */
#include "network.h"

#include "games/kalah/kalah.h"

static const char FILE_NAME[] = TEST_GAMES "/../../src/games/kalah/kalah.network";

enum { MOST = 32 << 10 }; /* bytes of the file */

static struct jg_eval open_eval(const struct jg_game *g, const char *name) {
    struct jg_eval e;
    struct jg_error err = {0};
    if (jg_eval_open(&e, g, name, &err)) fail_msg("%s: %s", name, err.message);
    return e;
}

static void test_bytes(void **state) {
    (void)state;
    unsigned char bytes[MOST + 1];
    FILE *f = fopen(FILE_NAME, "r");
    assert_non_null(f);
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    assert_true(size <= MOST);
    assert_int_equal(size, jg_kalah_network.size);
    assert_memory_equal(bytes, jg_kalah_network.bytes, size);
}

/* Every path gives the same integers, whatever the seeds of the start. */
static void test_values(void **state) {
    (void)state;
    static const char *const specs[] = {"kalah", "kalah:seeds=6", "kalah:seeds=12", "kalah:seeds=5,emptycapture=1"};
    enum { COUNT = sizeof specs / sizeof *specs };
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 2);
    for (int k = 0; k < COUNT; k++) {
        struct jg_game g;
        open_spec(&g, specs[k]);
        struct jg_eval e = open_eval(&g, "network");
        struct jg_network_scratch *s = jg_network_scratch_new(e.network);
        assert_non_null(s);
        for (int games = 0, positions = 0; positions < test_scaled(100000) / COUNT; games++)
            positions += check_paths(&g, e.network, s, games % 20 == 0, &rng);
        jg_network_scratch_free(s);
        jg_eval_close(&e);
        jg_game_close(&g);
    }
}

/* Who wins depends on the houses, the turn and the difference of the stores: so does the value. */
static void test_seeds_of_the_start(void **state) {
    (void)state;
    struct jg_game four, six;
    union jg_state a, b;
    open_spec(&four, "kalah");
    open_spec(&six, "kalah:seeds=6");
    assert_int_equal(jg_parse_complete(&four, "0,5,5,5,0,5,8,0,0,1,6,6,6,1 2", &a, NULL), JG_OK);
    assert_int_equal(jg_parse_complete(&six, "0,5,5,5,0,5,20,0,0,1,6,6,6,13 2", &b, NULL), JG_OK);
    struct jg_eval e = open_eval(&four, "network"), f = open_eval(&six, "network");
    for (int team = 0; team < 2; team++)
        assert_int_equal(jg_eval_value(&e, &four, &a, team), jg_eval_value(&f, &six, &b, team));
    assert_true(jg_eval_value(&e, &four, &a, 0) == -jg_eval_value(&e, &four, &a, 1));
    jg_eval_close(&e);
    jg_eval_close(&f);
    jg_game_close(&four);
    jg_game_close(&six);
}

/* The network is the default of the strong agents where it fits; elsewhere they open with another evaluator. */
static void test_defaults(void **state) {
    (void)state;
    static const struct {
        const char *spec, *fits, *other; /* evaluators with six houses, and with another number */
    } uses[] = {{"ab", "network", "store"},
                {"kalah.perfect", "network", "mix"},
                {"mcts", "network", "store"},
                {"pimc", "network", "store"},
                {"ismcts", "network", "store"},
                {"ab:eval=mix", "mix", "mix"},
                {"kalah.perfect:eval=mix", "mix", "mix"},
                {"kalah.perfect:eval=store", "store", "store"},
                {"greedy", "store", "store"},
                {"alphabeta", "store", "store"}};
    static const struct {
        const char *spec;
        bool fits;
    } games[] = {{"kalah", true},
                 {"kalah:seeds=6", true},
                 {"kalah:houses=4", false},
                 {"kalah:houses=7,seeds=3", false},
                 {"kalah:houses=10", false}};
    for (size_t k = 0; k < sizeof games / sizeof *games; k++) {
        struct jg_game g;
        open_spec(&g, games[k].spec);
        for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
            struct jg_agent a;
            struct jg_error err = {0};
            if (jg_agent_open(&a, &g, uses[i].spec, &err)) fail_msg("%s: %s", uses[i].spec, err.message);
            const char *name = a.kind->eval(&a)->by->name;
            assert_string_equal(name, games[k].fits ? uses[i].fits : uses[i].other);
            jg_agent_close(&a);
        }
        jg_game_close(&g);
    }
}

/* A game that it does not fit refuses it with the reason. */
static void test_refused(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_eval e;
    struct jg_error err = {0};
    open_spec(&g, "kalah:houses=4");
    assert_int_equal(jg_eval_open(&e, &g, "network", &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "6 houses"));
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),    cmocka_unit_test(test_values),  cmocka_unit_test(test_seeds_of_the_start),
        cmocka_unit_test(test_defaults), cmocka_unit_test(test_refused),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
