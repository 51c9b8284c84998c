/* Networks: equal values on every path, exact symmetry, files, and agents that use them. */
#include "network.h"

#include <unistd.h>

static const char *const GAMES[] = {
    "loa", "tictactoe", "connect4", "connect4:width=9,height=5", "kalah", "kalah:houses=10,seeds=2", "pig"};
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

static void test_paths(void **state) {
    (void)state;
    int positions = 0, wanted = test_scaled(100000);
    for (int round = 0; positions < wanted; round++) {
        struct jg_rng rng;
        struct jg_game g;
        jg_rng_init(&rng, test_seed(), (uint64_t)round);
        open_spec(&g, GAMES[round % GAME_COUNT]);
        int filters = 16 * random_between(&rng, 1, 5), hidden = 8 * random_between(&rng, 1, 3);
        struct jg_network *n = random_network(&g, filters, hidden, &rng);
        struct jg_network_scratch *s = jg_network_scratch_new(n);
        assert_non_null(s);
        for (int games = 0; games < 20; games++) positions += check_paths(&g, n, s, games == 0, &rng);
        jg_network_scratch_free(s);
        jg_network_free(n);
        jg_game_close(&g);
    }
}

static void check_random_symmetry(const char *spec, int images, bool colours, int positions) {
    struct jg_rng rng;
    struct jg_game g;
    open_spec(&g, spec);
    jg_rng_init(&rng, test_seed(), 5);
    struct jg_network *n = random_network(&g, 32, 16, &rng);
    check_symmetry(&g, n, images, colours, positions, &rng);
    jg_network_free(n);
    jg_game_close(&g);
}

static void test_symmetry(void **state) {
    (void)state;
    check_random_symmetry("loa", 8, true, test_scaled(20000));
    check_random_symmetry("tictactoe", 8, false, test_scaled(2000));
    check_random_symmetry("connect4", 2, false, test_scaled(2000));
    check_random_symmetry("connect4:width=5,height=4", 2, false, test_scaled(500));
}

/* ---- Files --------------------------------------------------------------------------------- */

static void test_round_trip(void **state) {
    (void)state;
    for (int i = 0; i < GAME_COUNT; i++) {
        struct jg_rng rng;
        struct jg_game g;
        struct jg_network *back;
        struct jg_error err = {0};
        size_t size, again;
        open_spec(&g, GAMES[i]);
        jg_rng_init(&rng, test_seed(), (uint64_t)i);
        struct jg_network *n = random_network(&g, 32, 16, &rng);
        char *bytes = jg_network_write(n, &g, "# one\n# two\n", &size), *same;
        assert_non_null(bytes);
        assert_true(jg_network_begins(bytes, size));
        if (jg_network_read(&back, &g, bytes, size, &err)) fail_msg("%s", err.message);
        same = jg_network_write(back, &g, "# one\n# two\n", &again);
        assert_int_equal(again, size);
        assert_memory_equal(bytes, same, size);
        free(bytes);
        free(same);
        jg_network_free(n);
        jg_network_free(back);
        jg_game_close(&g);
    }
}

static void refuse(const struct jg_game *g, const char *bytes, size_t size, const char *want) {
    struct jg_network *n;
    struct jg_error err = {0};
    assert_int_equal(jg_network_read(&n, g, bytes, size, &err), JG_EINPUT);
    assert_null(n);
    assert_true(err.message[0]);
    if (want) assert_string_equal(err.message, want);
}

/* Every damaged byte and every truncation is refused, and so are networks for other games and of newer versions. */
static void test_refused(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g, other;
    size_t size;
    open_spec(&g, "connect4");
    jg_rng_init(&rng, test_seed(), 7);
    struct jg_network *n = random_network(&g, 16, 8, &rng);
    char *bytes = jg_network_write(n, &g, "# note\n", &size);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++) {
        char before = bytes[i];
        bytes[i] = (char)(bytes[i] ^ (1 << jg_rng_below(&rng, 8)));
        refuse(&g, bytes, size, NULL);
        bytes[i] = before;
    }
    for (size_t i = 0; i < size; i += 1 + i / 16) refuse(&g, bytes, i, NULL);
    open_spec(&other, "tictactoe");
    refuse(&other, bytes, size, "a network for connect4, not for tictactoe");
    jg_game_close(&other);
    open_spec(&other, "connect4:width=6,height=7");
    refuse(&other, bytes, size, "a network for connect4 with 7x6 connect 4, not with 6x7 connect 4");
    jg_game_close(&other);
    bytes[15] = '2';
    refuse(&g, bytes, size, "a network of format 2, from a newer version of jogada; this version reads format 1");
    bytes[15] = '0';
    refuse(&g, bytes, size, "not a network that this program can read: expected 'jogada network 1' on the first line");
    refuse(&g, "jogada network 12\n", 18,
           "a network of format 12, from a newer version of jogada; this version reads format 1");
    refuse(&g, "jogada network 1", 16,
           "not a network that this program can read: expected 'jogada network 1' on the first line");
    free(bytes);
    n->bias[0] = INT16_MAX;
    struct jg_error err = {0};
    assert_int_equal(jg_network_prepare(n, &g, &err), JG_EINPUT);
    assert_string_equal(err.message, "the network's weights are so large that sums overflow");
    jg_network_free(n);
    jg_game_close(&g);
}

/* ---- Agents --------------------------------------------------------------------------------- */

/* Agents take networks wherever they take an evaluator, and play legal moves with their values. */
static void test_agents(void **state) {
    (void)state;
    static const struct {
        const char *game, *agents[7];
    } uses[] = {
        {"loa",
         {"ab:nodes=3k", "loa:nodes=3k", "mcts:playouts=50", "mcts:playouts=50,leaf=eval,threads=2", "greedy",
          "alphabeta:depth=2"}},
        {"kalah", {"ab:nodes=3k", "kalah.perfect:nodes=2k", "mcts:playouts=50", "greedy", "minimax:depth=3"}},
        {"tictactoe", {"ab:depth=3", "negamax:depth=2", "pimc:worlds=2", "ismcts:playouts=50"}},
        {"connect4", {"ab:nodes=3k,threads=2", "mcts:playouts=50,leaf=cutoff"}},
        {"pig", {"expectiminimax:depth=2"}},
    };
    char path[] = "/tmp/test_network_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        struct jg_rng rng;
        struct jg_game g;
        union jg_state at;
        open_spec(&g, uses[i].game);
        jg_rng_init(&rng, test_seed(), i);
        struct jg_network *n = random_network(&g, 16, 8, &rng);
        write_network(n, &g, path);
        jg_start(&g, &at);
        for (int k = 0; uses[i].agents[k]; k++) {
            struct jg_agent a;
            struct jg_error err = {0};
            struct jg_report report = {0};
            struct jg_ask ask = {.seed = 1};
            char spec[256];
            snprintf(spec, sizeof spec, "%s,eval=@%s", uses[i].agents[k], path);
            if (!strchr(uses[i].agents[k], ':')) snprintf(spec, sizeof spec, "%s:eval=@%s", uses[i].agents[k], path);
            if (jg_agent_open(&a, &g, spec, &err)) fail_msg("%s: %s", spec, err.message);
            if (jg_ask_state(&ask, &a, &at, &report, &err)) fail_msg("%s: %s", spec, err.message);
            assert_true(jg_legal(&g, &at, report.move));
            if (a.kind->eval && a.kind->eval(&a)) assert_ptr_equal(a.kind->eval(&a)->network != NULL, true);
            jg_agent_close(&a);
        }
        jg_network_free(n);
        jg_game_close(&g);
    }
    struct jg_game g;
    open_spec(&g, "loa");
    char message[256], spec[128];
    snprintf(spec, sizeof spec, "ab:eval=@%s", path);
    snprintf(message, sizeof message, "%s: a network for pig, not for loa", path);
    const struct refused bad[] = {{spec, message}};
    assert_refused(&g, bad, 1);
    jg_game_close(&g);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),   cmocka_unit_test(test_symmetry), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_agents),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
