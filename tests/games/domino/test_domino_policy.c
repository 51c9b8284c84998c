/* The policy network of dominoes: its inputs, its probabilities, and the names by which it is opened. */
#include "domino_walk.h"
#include "network.h"

#include "games/domino/policy.h"

#include <unistd.h>

enum { WORDS = JG_DOMINO_INPUT_WORDS };

static int count_active(const uint64_t *active) {
    int n = 0;
    for (int w = 0; w < WORDS; w++) n += __builtin_popcountll(active[w]);
    return n;
}

/* The inputs of all moves, as training sees them. */
static int observe(const struct jg_game *g, const struct jg_domino *s, jg_move *moves,
                   uint64_t active[JG_MOVES_MAX][WORDS]) {
    struct jg_domino view;
    jg_view(g, s, s->turn, &view);
    int n = jg_moves(g, &view, moves);
    memset(active, 0, JG_MOVES_MAX * sizeof *active);
    g->kind->policy->observe(g, &view, moves, n, WORDS, *active);
    return n;
}

/* Inputs are in range, follow from the view, tell tiles apart, and are the same with and without an announcement. */
static void test_inputs(void **state) {
    (void)state;
    static struct walk w;
    static uint64_t one[JG_MOVES_MAX][WORDS], two[JG_MOVES_MAX][WORDS];
    uint64_t ever[WORDS] = {0};
    struct jg_inputs in = {.symmetries = 1};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    for (int spec = 0; spec < WALK_SPEC_COUNT; spec++) {
        struct jg_game g;
        open_spec(&g, WALK_SPECS[spec]);
        jg_network_inputs(&g, &in);
        assert_true(in.count > 64 * (WORDS - 1) && in.count <= 64 * WORDS && in.active <= JG_ACTIVE_MAX);
        for (int position = 0; position < test_scaled(1000); position++) {
            jg_move moves[JG_MOVES_MAX];
            struct jg_domino other;
            walk_to_choice(&g, &rng, 28, &w);
            int n = observe(&g, &w.s, moves, one);
            jg_view(&g, &w.s, w.s.turn, &other);
            jg_sample(&g, &other, &rng, &other);
            assert_int_equal(observe(&g, &other, moves, two), n);
            assert_memory_equal(one, two, sizeof one);
            for (int i = 0; i < n; i++) {
                assert_in_range(count_active(one[i]), 5, in.active);
                for (int k = 0; k < WORDS; k++) ever[k] |= one[i][k];
                for (int k = 0; k < i; k++) {
                    bool same_tile = jg_domino_move_tile(moves[i]) == jg_domino_move_tile(moves[k]);
                    if (same_tile && jg_domino_move_arm(moves[i]) == jg_domino_move_arm(moves[k]))
                        assert_memory_equal(one[i], one[k], sizeof *one);
                }
            }
        }
        jg_game_close(&g);
    }
    for (int i = in.count; i < 64 * WORDS; i++) assert_false(ever[i / 64] >> i % 64 & 1);
    printf("# %d of %d inputs were active, at most %d at once\n", count_active(ever), in.count, in.active);
    assert_true(10 * count_active(ever) >= 9 * in.count);
}

/* A tile whose probability the network computes by hand: softmax over the points of all moves, with 2 % noise. */
static void test_probabilities(void **state) {
    (void)state;
    static struct walk w;
    static uint64_t active[JG_MOVES_MAX][WORDS];
    static const uint64_t NOBODY[WORDS];
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 1);
    struct jg_network *network = random_network(&g, 16, 8, &rng);
    for (int position = 0; position < test_scaled(2000); position++) {
        jg_move moves[JG_MOVES_MAX];
        struct jg_domino_tally tally;
        struct jg_domino_context context;
        struct jg_domino_public known;
        struct jg_domino_candidate candidates[JG_DOMINO_CHOICES];
        const struct jg_domino_candidate *all[JG_DOMINO_CHOICES];
        float probabilities[JG_DOMINO_CHOICES];
        double sum = 0;
        walk_to_choice(&g, &rng, 28, &w);
        int n = observe(&g, &w.s, moves, active);
        jg_domino_tally_init(&tally, &w.s);
        jg_domino_context(&context, jg_domino_rules(&g), &w.s, &tally);
        jg_domino_public(&known, &context, &w.s, w.s.points);
        for (int i = 0; i < n; i++) {
            jg_domino_candidate(&known, (int)(moves[i] - 2), &candidates[i]);
            all[i] = &candidates[i];
            sum += exp(jg_network_points(network, active[i], NOBODY) / (double)JG_NETWORK_POINTS);
        }
        jg_domino_policy(network, w.s.hand[w.s.turn], all, n, probabilities);
        for (int i = 0; i < n; i++) {
            double share = exp(jg_network_points(network, active[i], NOBODY) / (double)JG_NETWORK_POINTS) / sum;
            assert_close((double)probabilities[i], 0.98 * share + 0.02 / n, 1e-5, "a probability");
        }
    }
    jg_network_free(network);
    jg_game_close(&g);
}

/* Names: linear, a file, or a reason. An evaluator is something else. */
static void test_names(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_eval e;
    struct jg_rng rng;
    struct jg_error err = {0};
    char path[] = "/tmp/test_policy_XXXXXX", spec[128];
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 2);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct jg_network *network = random_network(&g, 16, 8, &rng);
    write_network(network, &g, path);
    snprintf(spec, sizeof spec, "domino:policy=@%s", path);
    if (jg_agent_open(&a, &g, spec, &err)) fail_msg("%s", err.message);
    jg_agent_close(&a);
    assert_int_equal(jg_agent_open(&a, &g, "domino:policy=linear", &err), JG_OK);
    jg_agent_close(&a);
    assert_int_equal(jg_agent_open(&a, &g, "domino:policy=best", &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "best"));
    assert_int_equal(err.position, strlen("domino:policy="));
    assert_int_equal(jg_agent_open(&a, &g, "domino:policy=@/none", &err), JG_EIO);
    snprintf(spec, sizeof spec, "@%s", path);
    assert_int_equal(jg_eval_open(&e, &g, spec, &err), JG_EFIT);
    unlink(path);
    jg_network_free(network);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_probabilities),
        cmocka_unit_test(test_names),
    };
    test_begin();
    return cmocka_run_group_tests_name("domino_policy", tests, NULL, NULL);
}
