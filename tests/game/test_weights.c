/* Weights files: valid and invalid files, error positions, and agents that use them. */
#include "test.h"

#include "game/weights.h"

#include <math.h>
#include <unistd.h>

static void test_read(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_eval e;
    struct jg_error err = {0};
    open_spec(&g, "kalah:houses=4");
    assert_int_equal(jg_weights_read(&e, &g,
                                     "jogada weights 1\n# a note\n\ngame kalah\neval mix\n  store\t-1.5e2  \r\n"
                                     "turn +0.25\n\n# more\nseeds 1000000\n",
                                     &err),
                     JG_OK);
    assert_string_equal(e.by->name, "mix");
    const double want[] = {-150, 1000000, 20, 80, 25, 0, 0.25}; /* mobility, again, threat, traps: the usual ones */
    for (int i = 0; i < 7; i++) assert_true(e.weights[i] == want[i]);
    assert_int_equal(jg_weights_read(&e, &g, "jogada weights 1\ngame kalah\neval mix", &err), JG_OK);
    for (int i = 0; i < 7; i++) assert_true(e.weights[i] == e.by->features[i].weight);
    assert_int_equal(jg_weights_read(&e, &g, "jogada weights 1\ngame kalah\neval store\n", &err), JG_OK);
    assert_string_equal(e.by->name, "store");
    jg_game_close(&g);
}

/* Refused texts with the reason; the mark '^', which is not part of the text, shows the position of the error. */
static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"^", "not a weights file; expected 'jogada weights 1' on the first line"},
        {"^jogada book 1\ngame kalah\n", "not a weights file; expected 'jogada weights 1' on the first line"},
        {"^jogada weights 12\ngame kalah\n", "not a weights file; expected 'jogada weights 1' on the first line"},
        {"jogada weights 1\n^", "expected a line 'game NAME'"},
        {"jogada weights 1\n^eval mix\n", "expected a line 'game NAME'"},
        {"jogada weights 1\n^game\n", "expected a line 'game NAME'"},
        {"jogada weights 1\ngame ^coins\neval mix\n", "weights for coins, not for kalah"},
        {"jogada weights 1\ngame ^kalah:houses=3\neval mix\n", "weights for kalah:houses=3, not for kalah"},
        {"jogada weights 1\ngame kalah\n^", "expected a line such as 'eval mix'"},
        {"jogada weights 1\ngame kalah\n^store 1\n", "expected a line such as 'eval mix'"},
        {"jogada weights 1\ngame kalah\neval ^mixx\n", "unknown evaluator 'mixx'; kalah has store, mix, network"},
        {"jogada weights 1\ngame kalah\neval ^@x\n", "expected a line such as 'eval mix'"},
        {"jogada weights 1\ngame kalah\neval store\n^store 1\n", "evaluator store has no features with weights"},
        {"jogada weights 1\ngame kalah\neval mix\n^stor 1\n",
         "no feature 'stor'; mix has store, seeds, mobility, again, threat, traps, turn"},
        {"jogada weights 1\ngame kalah\neval mix\nstore 1\n ^store 1\n", "store is given twice"},
        {"jogada weights 1\ngame kalah\neval mix\nstore^", "expected a weight, a number from -1000000 to 1000000"},
        {"jogada weights 1\ngame kalah\neval mix\nstore ^x\n", "expected a weight, a number from -1000000 to 1000000"},
        {"jogada weights 1\ngame kalah\neval mix\nstore ^1 2\n",
         "expected a weight, a number from -1000000 to 1000000"},
        {"jogada weights 1\ngame kalah\neval mix\nstore ^nan\n",
         "expected a weight, a number from -1000000 to 1000000"},
        {"jogada weights 1\ngame kalah\neval mix\nstore ^0x1\n",
         "expected a weight, a number from -1000000 to 1000000"},
        {"jogada weights 1\ngame kalah\neval mix\nstore ^1000001\n",
         "expected a weight, a number from -1000000 to 1000000"},
        {"jogada weights 1\ngame kalah\neval mix\nstore ^1e999\n",
         "expected a weight, a number from -1000000 to 1000000"},
    };
    struct jg_game g;
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[256];
        struct jg_eval e = {0};
        struct jg_error err = {0};
        int at = (int)strcspn(bad[i].text, "^");
        snprintf(text, sizeof text, "%.*s%s", at, bad[i].text, bad[i].text + at + 1);
        assert_int_equal(jg_weights_read(&e, &g, text, &err), JG_EINPUT);
        assert_string_equal(err.message, bad[i].message);
        assert_int_equal(err.position, at);
        assert_null(e.by);
    }
    jg_game_close(&g);
}

/* Any double comes back to the last bit, and short ones are written short. */
static void test_written_and_read(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_eval e, back;
    struct jg_rng rng;
    open_spec(&g, "kalah");
    assert_int_equal(jg_eval_open(&e, &g, "mix", NULL), JG_OK);
    char *text = jg_weights_write(&e, &g, "# note\n");
    assert_string_equal(text,
                        "jogada weights 1\ngame kalah\neval mix\n# note\nstore 100\nseeds 20\nmobility 20\nagain 80\n"
                        "threat 25\ntraps 0\nturn 100\n");
    free(text);
    jg_rng_init(&rng, test_seed(), 0);
    for (int k = 0; k < 100; k++) {
        for (int i = 0; i < 7; i++) e.weights[i] = ldexp(jg_rng_unit(&rng) - 0.5, (int)jg_rng_below(&rng, 40) - 20);
        text = jg_weights_write(&e, &g, "");
        assert_int_equal(jg_weights_read(&back, &g, text, NULL), JG_OK);
        for (int i = 0; i < 7; i++) assert_true(back.weights[i] == e.weights[i]);
        free(text);
    }
    jg_game_close(&g);
}

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* Agents use the weights of the file that their spec names; errors name file, line and column. */
static void test_agents(void **state) {
    (void)state;
    static const char *const agents[] = {"greedy:", "minimax:", "negamax:", "alphabeta:", "ab:", "mcts:leaf=eval,"};
    char path[] = "/tmp/jogada-weights-XXXXXX", spec[JG_SPEC_MAX], want[JG_MESSAGE_MAX];
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    close(mkstemp(path));
    open_spec(&g, "kalah");
    write_file(path, "jogada weights 1\ngame kalah\neval mix\nstore -7\n");
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        snprintf(spec, sizeof spec, "%seval=@%s", agents[i], path);
        if (jg_agent_open(&a, &g, spec, &err)) fail_msg("%s: %s", spec, err.message);
        const struct jg_eval *e = a.kind->eval(&a);
        assert_non_null(e);
        assert_true(e->weights[0] == -7 && e->weights[1] == 20);
        jg_agent_close(&a);
    }
    write_file(path, "jogada weights 1\ngame kalah\neval mix\n\n  store 1 x\n");
    assert_int_equal(jg_agent_open(&a, &g, spec, &err), JG_EINPUT);
    snprintf(want, sizeof want, "%s, line 5, column 9: expected a weight, a number from -1000000 to 1000000", path);
    assert_string_equal(err.message, want);
    assert_int_equal(err.position, -1); /* not in the spec */
    unlink(path);
    assert_int_equal(jg_agent_open(&a, &g, spec, &err), JG_EIO);
    assert_int_equal(err.position, -1);
    assert_int_equal(jg_agent_open(&a, &g, "greedy:eval=nope", &err), JG_EINPUT);
    assert_int_equal(err.position, 12); /* in the spec */
    jg_game_close(&g);
}

/* No weights bring an evaluation near the value of a win. */
static void test_bound(void **state) {
    (void)state;
    assert_int_equal(jg_eval_points(0.49), 0);
    assert_int_equal(jg_eval_points(-0.49), 0);
    assert_int_equal(jg_eval_points(2.5), 3);
    assert_int_equal(jg_eval_points(-2.5), -3);
    assert_int_equal(jg_eval_points(499999.4), JG_WIN / 2 - 1);
    assert_int_equal(jg_eval_points(1e300), JG_WIN / 2 - 1);
    assert_int_equal(jg_eval_points(-1e300), -JG_WIN / 2 + 1);
    struct jg_game g;
    struct jg_eval e;
    union jg_state s;
    open_spec(&g, "kalah:houses=10,seeds=12");
    read_position(&g, "12,12,12,12,12,12,12,12,12,0,12,12,12,12,12,12,12,12,12,12,12,0 2", &s);
    assert_int_equal(jg_eval_open(&e, &g, "mix", NULL), JG_OK);
    for (int i = 0; i < 7; i++) e.weights[i] = JG_WEIGHT_MAX;
    assert_int_equal(abs(jg_eval_value(&e, &g, &s, 0)), JG_WIN / 2 - 1);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),   cmocka_unit_test(test_refused), cmocka_unit_test(test_written_and_read),
        cmocka_unit_test(test_agents), cmocka_unit_test(test_bound),
    };
    test_begin();
    return cmocka_run_group_tests_name("weights", tests, NULL, NULL);
}
