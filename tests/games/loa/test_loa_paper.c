/* The report's program for Lines of Action: its evaluator against plain sums, its search against plain negamax
 * without pruning or incremental values. */
#include "clock.h"
#include "loa_terms.h"

#include "game/weights.h"

#include <unistd.h>

static struct jg_game loa;

static int open_loa(void **state) {
    (void)state;
    open_spec(&loa, "loa");
    return 0;
}

static int close_loa(void **state) {
    (void)state;
    jg_game_close(&loa);
    return 0;
}

/* ---- The evaluator ----------------------------------------------------------------------- */

static double plain_value(const struct jg_loa_state *s, int team, const double *weights, uint64_t seed) {
    double own[JG_LOA_TERMS], other[JG_LOA_TERMS], chance = jg_loa_random_term(seed, s->key), sum;
    plain_terms(s->pieces[team], own);
    plain_terms(s->pieces[team ^ 1], other);
    sum = weights[JG_LOA_RANDOM] * 1000 * (team ? -chance : chance);
    for (int i = 1; i < JG_LOA_TERMS; i++) {
        double normal = ((own[i] - other[i]) / GREATEST[i] + 1) / 2; /* 0..1 */
        sum += weights[i] * 1000 * (normal - 0.5);
    }
    return sum;
}

static void random_position(struct jg_rng *rng, const struct jg_game *g, struct jg_loa_state *s) {
    union jg_state position;
    do {
        jg_start(g, &position);
        jg_random_play(g, &position, rng, (int)jg_rng_below(rng, 60));
    } while (jg_turn(g, &position) == JG_OVER);
    memcpy(s, &position, sizeof *s);
}

static void test_evaluator(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_eval e;
    jg_rng_init(&rng, test_seed(), 5);
    assert_int_equal(jg_eval_open(&e, &loa, "paper", NULL), JG_OK);
    assert_memory_equal(e.weights, jg_loa_weights[JG_LOA_FINAL], sizeof jg_loa_weights[0]); /* the usual ones */
    double chances = 0;
    for (int i = 0; i < test_scaled(2000); i++) {
        struct jg_loa_state s;
        double f[JG_LOA_TERMS], sum = 0;
        random_position(&rng, &loa, &s);
        for (int k = 0; k < JG_LOA_TERMS; k++) e.weights[k] = jg_rng_unit(&rng);
        int team = i & 1;
        e.by->measure(&loa, &s, team, f);
        for (int k = 0; k < JG_LOA_TERMS; k++) {
            assert_true(fabs(f[k]) <= 500);
            sum += e.weights[k] * f[k];
        }
        assert_close(sum, plain_value(&s, team, e.weights, 0));
        assert_true(fabs(jg_eval_value(&e, &loa, &s, team) - sum) <= 0.5 + 1e-6);
        chances += jg_loa_random_term((uint64_t)i, s.key) / test_scaled(2000);
    }
    assert_true(fabs(chances) < 0.3 / sqrt(test_scaled(2000) / 12.0)); /* ten deviations of the mean of 0..1 */
}

/* The report's numbers as printed. */
static void test_published(void **state) {
    (void)state;
    static const char *const sets[] = {"0.00763 0.38113 0.63358 0.89597 0.03325 0.41463 0.78261 0.01670",
                                       "0.00616 0.87480 0.07819 0.66735 0 0.41734 0.32783 0",
                                       "0.00251 0.82723 0 0.97915 0 0.96032 0.96950 0"};
    for (int set = 0; set < JG_LOA_SETS; set++) {
        const char *p = sets[set];
        for (int i = 0; i < JG_LOA_TERMS; i++) {
            char *end;
            assert_true(jg_loa_weights[set][i] == strtod(p, &end));
            p = end;
        }
    }
}

/* ---- The search -------------------------------------------------------------------------- */

enum { ENDED = 10000000 };

/* Plain negamax in points; a won game is ENDED minus the plies to it. */
static double plain_search(const struct jg_game *g, const struct jg_loa_state *s, int depth, int ply,
                           const double *weights, uint64_t seed) {
    int team = s->next;
    if (jg_turn(g, s) == JG_OVER) return jg_score(g, s, team) * (ENDED - ply);
    if (!depth) return plain_value(s, team, weights, seed);
    jg_move moves[JG_MOVES_MAX];
    double best = -2 * ENDED;
    for (int i = jg_moves(g, s, moves); i-- > 0;) {
        struct jg_loa_state child = *s;
        jg_apply(g, &child, moves[i]);
        best = fmax(best, -plain_search(g, &child, depth - 1, ply + 1, weights, seed));
    }
    return best;
}

static void assert_value(const struct jg_report *r, double want) {
    if (fabs(want) > ENDED / 2) {
        assert_int_equal(r->value, want > 0 ? JG_WIN : -JG_WIN);
        assert_int_equal(r->plies, (int)(ENDED - fabs(want) + 0.5));
        assert_int_equal(r->pv_count, r->plies);
        assert_true(r->proven);
    } else if (fabs(r->value - want) > 0.5 + 1e-6) {
        fail_msg("%d is not %f", r->value, want);
    }
}

static void random_weights(struct jg_rng *rng, struct jg_agent *a, double *out) {
    double *weights = a->kind->eval(a)->weights;
    for (int i = 0; i < JG_LOA_TERMS; i++) out[i] = weights[i] = jg_rng_below(rng, 4) ? jg_rng_unit(rng) : 0;
}

static void test_search(void **state) {
    (void)state;
    static const char *const specs[] = {"loa", "loa:both=mover", "loa:nomove=loss"};
    struct jg_report *r = malloc(sizeof *r);
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 6);
    for (int i = 0; i < test_scaled(90); i++) {
        struct jg_game g;
        struct jg_agent a;
        struct jg_loa_state s;
        double weights[JG_LOA_TERMS];
        char spec[64];
        int depth = i % 10 ? 1 + i % 2 : 3;
        open_spec(&g, specs[i % 3]);
        snprintf(spec, sizeof spec, "loa.paper:depth=%d", depth);
        assert_int_equal(jg_agent_open(&a, &g, spec, NULL), JG_OK);
        random_weights(&rng, &a, weights);
        random_position(&rng, &g, &s);
        struct jg_query query = {.view = &s, .seat = s.next, .seed = jg_rng_next(&rng)};
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        double want = plain_search(&g, &s, depth, 0, weights, query.seed);
        assert_value(r, want);
        assert_true(r->depth == depth && r->leaves > 0 && r->nodes >= r->leaves && r->pv[0] == r->move);
        assert_string_equal(r->by->name, "paper");
        /* The principal variation leads to the value. */
        struct jg_loa_state end = s;
        for (int k = 0; k < r->pv_count; k++) {
            assert_true(jg_legal(&g, &end, r->pv[k]));
            jg_apply(&g, &end, r->pv[k]);
        }
        if (abs(r->value) < JG_WIN)
            assert_true(jg_turn(&g, &end) == JG_OVER
                            ? !r->value
                            : fabs(plain_value(&end, s.next, weights, query.seed) - want) < 1e-6);
        else
            assert_true(jg_turn(&g, &end) == JG_OVER);
        /* The value of every move, in the order of their evaluations, best first. */
        query.all = true;
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_value(r, want);
        assert_int_equal(r->move_count, jg_moves(&g, &s, (jg_move[JG_MOVES_MAX]){0}));
        double before = INFINITY;
        for (int k = 0; k < r->move_count; k++) {
            struct jg_loa_state child = s;
            jg_apply(&g, &child, r->moves[k].move);
            double looks = -plain_search(&g, &child, 0, 1, weights, query.seed);
            assert_true(looks <= before + 1e-6);
            before = looks;
            if (depth > 2) continue;
            double value = -plain_search(&g, &child, depth - 1, 1, weights, query.seed);
            if (fabs(value) > ENDED / 2)
                assert_int_equal(r->moves[k].value, value > 0 ? JG_WIN : -JG_WIN);
            else
                assert_true(fabs(r->moves[k].value - value) <= 0.5 + 1e-6);
        }
        jg_agent_close(&a);
        jg_game_close(&g);
    }
    free(r);
}

static void choose(const char *spec, const struct jg_query *query, struct jg_report *r) {
    struct jg_agent a;
    struct jg_error err = {0};
    if (jg_agent_open(&a, &loa, spec, &err)) fail_msg("%s: %s", spec, err.message);
    assert_int_equal(jg_agent_choose(&a, query, r, NULL), JG_OK);
    jg_agent_close(&a);
}

static void test_win(void **state) {
    (void)state;
    union jg_state s;
    struct jg_report *r = malloc(sizeof *r);
    char word[JG_MOVE_MAX];
    read_position(&loa, "7w/8/8/7w/8/8/1b2b3/b7 b", &s); /* two pieces on the rank: e2 goes to c2 */
    for (int depth = 1; depth <= 5; depth++) {
        char spec[32];
        snprintf(spec, sizeof spec, "loa.paper:depth=%d", depth);
        struct jg_query query = {.view = &s, .all = depth == 4};
        choose(spec, &query, r);
        jg_apply(&loa, &s, r->move);
        assert_true(jg_turn(&loa, &s) == JG_OVER && jg_score(&loa, &s, 0) == 1);
        assert_true(r->value == JG_WIN && r->plies == 1 && r->proven && r->pv_count == 1);
        read_position(&loa, "7w/8/8/7w/8/8/1b2b3/b7 b", &s);
    }
    /* White must not let that happen: whatever it does not capture or block loses at once. */
    read_position(&loa, "7w/8/8/7w/8/8/1b2b3/b7 w", &s);
    struct jg_query query = {.view = &s, .seat = 1};
    choose("loa.paper:depth=2", &query, r);
    assert_true(jg_legal(&loa, &s, r->move));
    move_word(&loa, &s, r->move, word);
    assert_value(r, plain_search(&loa, (const void *)&s, 2, 0, jg_loa_weights[JG_LOA_FINAL], 0));
    free(r);
}

/* Black can only capture h6, which connects White: lost after one move at any depth. */
static void test_forced_to_connect_them(void **state) {
    (void)state;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state s;
    read_position(&loa, "6wb/5w2/5w1w/4w3/3w4/2w5/ww6/bw6 b", &s);
    assert_int_equal(jg_moves(&loa, &s, (jg_move[JG_MOVES_MAX]){0}), 1);
    for (int depth = 1; depth <= 3; depth++) {
        char spec[32];
        snprintf(spec, sizeof spec, "loa.paper:depth=%d", depth);
        struct jg_query query = {.view = &s};
        choose(spec, &query, r);
        assert_value(r, plain_search(&loa, (const void *)&s, depth, 0, jg_loa_weights[JG_LOA_FINAL], 0));
        assert_true(r->value == -JG_WIN && r->plies == 1 && r->proven);
    }
    free(r);
}

/* d7 captures g7, and White cannot move: its value must be updated although it made no move. */
static void test_pass_after_capture(void **state) {
    (void)state;
    static const double weights[JG_LOA_TERMS] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    struct jg_report *r = malloc(sizeof *r);
    struct jg_loa_state s, child;
    union jg_state position;
    int passes = 0;
    read_position(&loa, "6bw/3b2wb/8/8/8/8/bb6/wb6 b", &position);
    memcpy(&s, &position, sizeof s);
    for (int depth = 1; depth <= 3; depth++) {
        char spec[JG_SPEC_MAX];
        snprintf(spec, sizeof spec,
                 "loa.paper:depth=%d,random=.5,distance=.5,concentration=.5,centralisation=.5,mass=.5,quads=.5,"
                 "connectivity=.5,uniformity=.5",
                 depth);
        struct jg_query query = {.view = &s, .all = true, .seed = 7};
        choose(spec, &query, r);
        assert_value(r, plain_search(&loa, &s, depth, 0, weights, 7));
        for (int i = 0; i < r->move_count; i++) {
            child = s;
            jg_apply(&loa, &child, r->moves[i].move);
            double value = -plain_search(&loa, &child, depth - 1, 1, weights, 7);
            if (fabs(value) < ENDED / 2) assert_true(fabs(r->moves[i].value - value) <= 0.5 + 1e-6);
            jg_move moves[JG_MOVES_MAX];
            if (jg_turn(&loa, &child) != JG_OVER)
                passes += jg_moves(&loa, &child, moves) == 1 && moves[0] == JG_LOA_PASS;
        }
    }
    assert_int_equal(passes, 3);
    free(r);
}

static void test_repeats_itself(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    int differ = 0;
    jg_rng_init(&rng, test_seed(), 7);
    for (int i = 0; i < 10; i++) {
        struct jg_loa_state s;
        random_position(&rng, &loa, &s);
        struct jg_query query = {.view = &s, .seat = s.next, .seed = jg_rng_next(&rng)};
        choose("loa.paper:depth=3,random=1", &query, a);
        choose("loa.paper:depth=3,random=1", &query, b);
        assert_same_report(a, b);
        query.seed++;
        choose("loa.paper:depth=3,random=1", &query, b);
        differ += a->move != b->move;
        choose("loa.paper:depth=3,random=0", &query, a);
        query.seed++;
        choose("loa.paper:depth=3,random=0", &query, b); /* no chance, no seed */
        assert_same_report(a, b);
    }
    assert_true(differ > 2);
    free(a);
    free(b);
}

/* ---- Options ------------------------------------------------------------------------------ */

static void assert_weights(const char *spec, const double *want) {
    struct jg_agent a;
    struct jg_error err = {0};
    if (jg_agent_open(&a, &loa, spec, &err)) fail_msg("%s: %s", spec, err.message);
    assert_memory_equal(a.kind->eval(&a)->weights, want, JG_LOA_TERMS * sizeof *want);
    jg_agent_close(&a);
}

static void test_options(void **state) {
    (void)state;
    double own[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};
    assert_weights("loa.paper", jg_loa_weights[JG_LOA_FINAL]);
    assert_weights("loa.paper:weights=first", jg_loa_weights[JG_LOA_FIRST]);
    assert_weights("loa.paper:weights=second", jg_loa_weights[JG_LOA_SECOND]);
    assert_weights("loa.paper:weights=final,eval=paper", jg_loa_weights[JG_LOA_FINAL]);
    assert_weights("loa.paper:random=.1,distance=.2,concentration=.3,centralisation=.4,mass=.5,quads=.6,"
                   "connectivity=.7,uniformity=.8",
                   own);
    memcpy(own, jg_loa_weights[JG_LOA_FIRST], sizeof own);
    own[JG_LOA_QUADS] = 0;
    assert_weights("loa.paper:weights=first,quads=0,mass=-1", own);
    static const struct refused bad[] = {
        {"loa.paper:weights=last", "weights must be first|second|final, not last"},
        {"loa.paper:depth=0", "depth must be 1 to 64, not 0"},
        {"loa.paper:quads=2", "quads must be -1 to 1, not 2"},
        {"loa.paper:quads=-0.5", "a weight must be 0 to 1, or -1 for that of the set"},
        {"loa.paper:drop=mass+quad",
         "unknown term 'quad'; drop takes random, distance, concentration, centralisation, mass, "
         "quads, connectivity, uniformity"},
        {"loa.paper:eval=mix", "loa.paper needs the evaluator paper, not mix"},
    };
    assert_refused(&loa, bad, sizeof bad / sizeof *bad);
}

/* A dropped term has no weight; eval=@FILE uses the weights of the file. */
static void test_drop_and_file(void **state) {
    (void)state;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    struct jg_loa_state s;
    struct jg_rng rng;
    struct jg_eval eval;
    char path[] = "/tmp/jogada-test-XXXXXX", spec[64];
    jg_rng_init(&rng, test_seed(), 8);
    assert_int_equal(jg_eval_open(&eval, &loa, "paper", NULL), JG_OK);
    memcpy(eval.weights, jg_loa_weights[JG_LOA_SECOND], sizeof jg_loa_weights[0]);
    char *text = jg_weights_write(&eval, &loa, "");
    int file = mkstemp(path);
    assert_true(write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    free(text);
    snprintf(spec, sizeof spec, "loa.paper:eval=@%s", path);
    for (int i = 0; i < 5; i++) {
        random_position(&rng, &loa, &s);
        struct jg_query query = {.view = &s, .seat = s.next};
        choose("loa.paper:weights=first,drop=mass+uniformity+random,depth=3", &query, a);
        choose("loa.paper:weights=first,mass=0,uniformity=0,random=0,depth=3", &query, b);
        assert_same_report(a, b);
        choose("loa.paper:weights=second", &query, a);
        choose(spec, &query, b);
        assert_same_report(a, b);
    }
    unlink(path);
    free(a);
    free(b);
}

static void test_limits(void **state) {
    (void)state;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state s;
    jg_start(&loa, &s);
    struct jg_query query = {.view = &s};
    for (uint64_t nodes = 1; nodes < 5000; nodes = nodes * 3 / 2 + 1) {
        char spec[64];
        snprintf(spec, sizeof spec, "loa.paper:nodes=%llu,depth=6", (unsigned long long)nodes);
        choose(spec, &query, r);
        assert_true(r->nodes <= nodes && jg_legal(&loa, &s, r->move) && r->depth == 0 && !r->proven);
    }
    clock_hold(0.001);
    choose("loa.paper:ms=30,depth=20", &query, r);
    assert_true(jg_legal(&loa, &s, r->move) && r->depth == 0);
    assert_true(clock_readings() >= 30 && clock_readings() < 40);
    clock_release();
    atomic_bool stop = true;
    query.stop = &stop;
    choose("loa.paper:depth=20", &query, r);
    assert_true(jg_legal(&loa, &s, r->move) && r->nodes <= 1);
    free(r);
}

/* Most moves of this position lose within six plies; a search stopped among them must not report a loss. */
static void test_stopped_in_trouble(void **state) {
    (void)state;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state s;
    jg_move first = 0;
    int moved_on = 0, valued = 0;
    read_position(&loa, "b3b3/5b2/2w5/8/8/2b5/1b1b4/1w6 b", &s);
    struct jg_query query = {.view = &s};
    for (int all = 0; all < 2; all++)
        for (uint64_t nodes = 50; nodes < 200000; nodes = nodes * 5 / 4) {
            char spec[64];
            snprintf(spec, sizeof spec, "loa.paper:nodes=%llu,depth=6", (unsigned long long)nodes);
            query.all = all;
            choose(spec, &query, r);
            if (nodes == 50) first = r->move;
            assert_true(jg_legal(&loa, &s, r->move) && !r->proven && !r->depth && !r->plies && !r->move_count);
            assert_true(!r->pv_count || r->pv[0] == r->move);
            assert_true(r->value > -JG_WIN && (r->by || !r->value));
            moved_on += !r->by && r->move != first;
            valued += r->by != NULL;
        }
    assert_true(moved_on && valued);
    query.all = false;
    choose("loa.paper:depth=6", &query, r);
    assert_true(r->depth == 6 && !r->proven && abs(r->value) < JG_WIN);
    /* A win that was found is still reported. */
    read_position(&loa, "7w/8/8/7w/8/8/1b2b3/b7 b", &s);
    query.all = true; /* the other moves too */
    choose("loa.paper:depth=6,nodes=200", &query, r);
    assert_true(r->depth == 0 && r->proven && r->value == JG_WIN && r->plies == 1);
    free(r);
}

/* Sets the stop flag during the search, which then expands at most one more position. */
static void stop_now(void *arg, const struct jg_report *r) {
    assert_true(r->pv_count > 0);
    atomic_store((atomic_bool *)arg, true);
}

static void test_stop(void **state) {
    (void)state;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state s;
    atomic_bool stop = false;
    jg_start(&loa, &s);
    struct jg_query query = {.view = &s, .stop = &stop, .progress = stop_now, .arg = &stop};
    choose("loa.paper:depth=4", &query, r);
    assert_true(r->depth == 0 && r->pv_count == 4 && r->pv[0] == r->move && r->by && r->nodes < 20000);
    free(r);
}

static void test_repetition(void **state) {
    (void)state;
    struct jg_report *r = malloc(sizeof *r);
    struct jg_loa_state s, child;
    union jg_state first;
    jg_move moves[JG_MOVES_MAX], best;
    uint64_t keys[2 * JG_MOVES_MAX];
    jg_start(&loa, &first);
    memcpy(&s, &first, sizeof s);
    struct jg_query query = {.view = &s, .keys = keys};
    choose("loa.paper:random=0", &query, r);
    best = r->move;
    child = s;
    jg_apply(&loa, &child, best);
    keys[0] = keys[1] = child.key;
    query.key_count = 1; /* it would be the second time */
    choose("loa.paper:random=0", &query, r);
    assert_int_equal(r->move, best);
    assert_true(r->value < 0);
    int n = jg_moves(&loa, &s, moves);
    for (int i = 0; i < n; i++) {
        child = s;
        jg_apply(&loa, &child, moves[i]);
        keys[2 * i] = keys[2 * i + 1] = child.key;
    }
    query.key_count = 2 * (size_t)n; /* every move draws */
    choose("loa.paper:random=0", &query, r);
    assert_true(r->value == 0 && r->pv_count == 1);
    /* Black stands worse here: a draw is welcome. */
    child = s;
    jg_apply(&loa, &child, moves[n - 1]);
    keys[0] = keys[1] = child.key;
    query.key_count = 2;
    choose("loa.paper:random=0", &query, r);
    assert_true(r->move == moves[n - 1] && r->value == 0);
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_evaluator),
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_win),
        cmocka_unit_test(test_forced_to_connect_them),
        cmocka_unit_test(test_repeats_itself),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_drop_and_file),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_stopped_in_trouble),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_pass_after_capture),
    };
    test_begin();
    return cmocka_run_group_tests_name("loa_paper", tests, open_loa, close_loa);
}
