/* Rollouts of Pig against exact values: the policy of an agent is asked in every position, and value iteration finds the
 * probability that it wins against itself. The moves of a rollout share their dice. */
#include "test.h"

#include "core/stats.h"

#include <jogada/ask.h>
#include <jogada/rollout.h>

#include <math.h>

enum { TARGET = 60, POSITIONS = 20, TRIALS = 800 };

static const char AGENT[] = "expectiminimax:depth=2,tt=64k";

static void roll_out(const struct jg_rollout_setting *s, struct jg_rollout_result *out) {
    struct jg_error err = {0};
    struct jg_rollout *rollout = jg_rollout_open(s, NULL, &err);
    assert_non_null(rollout);
    while (!jg_rollout_done(rollout)) assert_int_equal(jg_rollout_step(rollout, NULL, NULL, &err), JG_OK);
    jg_rollout_result(rollout, out);
    jg_rollout_close(rollout);
}

static bool holds[TARGET][TARGET][TARGET];  /* by the mover's points, the other's, those of the turn */
static double wins[TARGET][TARGET][TARGET]; /* the probability that the mover wins */

static void ask_policy(const struct jg_game *g) {
    struct jg_agent a;
    struct jg_report *report = malloc(sizeof *report);
    assert_int_equal(jg_agent_open(&a, g, AGENT, NULL), JG_OK);
    for (int i = 0; i < TARGET; i++)
        for (int j = 0; j < TARGET; j++)
            for (int k = 1; i + k < TARGET; k++) {
                char text[64];
                union jg_state at;
                jg_move hold;
                struct jg_ask ask = {.seed = 1, .untimed = true};
                snprintf(text, sizeof text, "%d %d %d 1", i, j, k);
                read_position(g, text, &at);
                assert_int_equal(g->kind->parse_move(g, &at, "hold", &hold, NULL), JG_OK);
                assert_int_equal(jg_ask_state(&ask, &a, &at, report, NULL), JG_OK);
                holds[i][j][k] = report->move == hold;
            }
    free(report);
    jg_agent_close(&a);
}

static double after_hold(int i, int j, int k) { return 1 - wins[j][i + k][0]; }

static double after_roll(int i, int j, int k) {
    double sum = 1 - wins[j][i][0];
    for (int face = 2; face <= 6; face++) sum += i + k + face >= TARGET ? 1 : wins[i][j][k + face];
    return sum / 6;
}

static void iterate(void) {
    double change;
    do {
        change = 0;
        for (int i = TARGET - 1; i >= 0; i--)
            for (int j = TARGET - 1; j >= 0; j--)
                for (int k = TARGET - 1 - i; k >= 0; k--) {
                    double value = holds[i][j][k] ? after_hold(i, j, k) : after_roll(i, j, k);
                    change = fmax(change, fabs(value - wins[i][j][k]));
                    wins[i][j][k] = value;
                }
    } while (change > 1e-12);
}

/* How many estimates lie within two standard errors. The values of one position have common dice, so they are not
 * independent: the bound allows for that by counting positions, not moves. */
struct coverage {
    int values, within;
    int losses, losses_within;
};

static void compare(const struct jg_game *g, int i, int j, int k, uint64_t seed, struct coverage *c) {
    char text[64];
    union jg_state at;
    jg_move hold;
    struct jg_rollout_result *r = malloc(sizeof *r);
    snprintf(text, sizeof text, "%d %d %d 1", i, j, k);
    read_position(g, text, &at);
    assert_int_equal(g->kind->parse_move(g, &at, "hold", &hold, NULL), JG_OK);
    struct jg_rollout_setting s = {.game = g, .state = &at, .agent = AGENT, .trials = TRIALS, .seed = seed};
    roll_out(&s, r);
    double truth[2];
    assert_int_equal(r->move_count, 2);
    for (int m = 0; m < 2; m++) {
        const struct jg_rollout_move *x = &r->moves[m];
        truth[m] = x->move == hold ? after_hold(i, j, k) : after_roll(i, j, k);
        c->values++;
        c->within += fabs(x->chance - truth[m]) <= 2 * x->chance_error;
        assert_true(fabs(x->score - (2 * x->chance - 1)) < 1e-12);
        if (fabs(x->chance - truth[m]) > 5 * x->chance_error)
            fail_msg("%s: %f ± %f, not %f", text, x->chance, x->chance_error, truth[m]);
    }
    c->losses++;
    c->losses_within += fabs(r->moves[1].loss - (truth[0] - truth[1])) <= 2 * r->moves[1].loss_error;
    free(r);
}

/* The probability of so few successes among n, each with 95 %. */
static double unlikely(int within, int n) {
    double sum = 0;
    for (int i = 0; i <= within; i++) sum += jg_binomial_pmf(i, n, 0.95);
    return sum;
}

static void test_coverage(void **state) {
    struct jg_game g;
    struct jg_rng rng;
    struct coverage c = {0};
    (void)state;
    open_spec(&g, "pig:target=60");
    ask_policy(&g);
    iterate();
    assert_true(wins[0][0][0] > 0.5 && wins[0][0][0] < 0.56); /* the mover's advantage */
    jg_rng_init(&rng, test_seed(), 1);
    for (int n = 0; n < POSITIONS; n++) {
        int i = (int)jg_rng_below(&rng, 50), j = (int)jg_rng_below(&rng, 58), k = 2 + (int)jg_rng_below(&rng, 8);
        compare(&g, i, j, k, test_seed() + (uint64_t)n, &c);
    }
    printf("# %d of %d values and %d of %d differences within two standard errors\n", c.within, c.values,
           c.losses_within, c.losses);
    assert_true(unlikely(c.within / 2, c.values / 2) > 1e-4);
    assert_true(unlikely(c.losses_within, c.losses) > 1e-4);
    jg_game_close(&g);
}

/* Where chance is to move, the value is that of the position for the first team. */
static void test_chance_position(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_rollout_result *r = malloc(sizeof *r);
    (void)state;
    open_spec(&g, "pig:target=8");
    read_position(&g, "0 2 3 2", &at); /* the second player rolls */
    jg_move roll;
    assert_int_equal(g.kind->parse_move(&g, &at, "roll", &roll, NULL), JG_OK);
    jg_apply(&g, &at, roll);
    assert_int_equal(jg_turn(&g, &at), JG_CHANCE);
    struct jg_rollout_setting s = {
        .game = &g, .state = &at, .agent = "expectiminimax:depth=2,tt=0", .trials = 2000, .seed = test_seed()};
    roll_out(&s, r);
    assert_int_equal(r->seat, JG_CHANCE);
    assert_int_equal(r->move_count, 1);
    assert_int_equal(r->moves[0].move, 0);
    assert_int_equal(r->moves[0].trials, 2000);
    assert_false(r->settled);
    assert_true(r->moves[0].chance < 0.5);
    free(r);
    jg_game_close(&g);
}

/* The same dice for all moves: the paired difference has a smaller error than independent values would have. */
static void test_common_chance(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_rollout_result *r = malloc(sizeof *r);
    (void)state;
    open_spec(&g, "pig");
    read_position(&g, "40 30 18 1", &at);
    struct jg_rollout_setting s = {
        .game = &g, .state = &at, .agent = "expectiminimax:depth=2,tt=64k", .trials = 1500, .seed = test_seed()};
    roll_out(&s, r);
    const struct jg_rollout_move *m = r->moves;
    assert_int_equal(r->move_count, 2);
    assert_true(m[1].loss_error <
                0.97 * sqrt(m[0].chance_error * m[0].chance_error + m[1].chance_error * m[1].chance_error));
    free(r);
    jg_game_close(&g);
}

/* The same trials with any number of threads, in a game of chance without hidden information. */
static void test_threads(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_rollout_result *r = malloc(2 * sizeof *r);
    (void)state;
    open_spec(&g, "pig:target=20");
    read_position(&g, "3 5 4 1", &at);
    for (int threads = 1; threads <= 3; threads += 2) {
        struct jg_rollout_setting s = {
            .game = &g, .state = &at, .agent = "random", .trials = 600, .seed = test_seed(), .threads = threads};
        roll_out(&s, &r[threads > 1]);
    }
    for (int m = 0; m < 2; m++) {
        assert_int_equal(r[0].moves[m].move, r[1].moves[m].move);
        assert_int_equal(r[0].moves[m].wins, r[1].moves[m].wins);
        assert_int_equal(r[0].moves[m].trials, r[1].moves[m].trials);
    }
    free(r);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_coverage), cmocka_unit_test(test_chance_position),
                                       cmocka_unit_test(test_common_chance), cmocka_unit_test(test_threads)};
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
