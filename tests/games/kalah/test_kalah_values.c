/* Kalah's published values by the solver, and the study that compares them with ours. */
#include "kalah_values.h"
#include "studies.h"

#include "core/file.h"
#include "search/solve.h"
#include "study/checkpoint.h"
#include "study/study.h"

#include <math.h>

enum { HOUSES = 6, SEEDS = 6, OPENINGS = sizeof KALAH_OPENINGS / sizeof *KALAH_OPENINGS };

/* ---- The solver --------------------------------------------------------------------------- */

/* Seeds on the largest boards solved: all but the slowest take seconds. The others are for ./test --long, where
 * (6,5) takes minutes and gigabytes for each rule. */
static int most_seeds(void) {
    int percent = test_scaled(100);
    return percent < 100 ? 24 : percent < 1000 ? 42 : 60;
}

static void solve(int empty, int houses, int seeds, bool all, struct jg_solution *out) {
    char spec[64];
    struct jg_game g;
    union jg_state start;
    struct jg_error err = {0};
    snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=%d,emptycapture=%d", houses, seeds, empty);
    open_spec(&g, spec);
    jg_start(&g, &start);
    struct jg_solve_query query = {.state = &start,
                                   .all = all,
                                   .threads = 2,
                                   .memory = 2 * houses * seeds < 48 ? (uint64_t)256 << 20 : 0,
                                   .size = -1};
    if (jg_solve(&g, &query, out, &err)) fail_msg("%s: %s", spec, err.message);
    jg_game_close(&g);
}

static void test_published(void **state) {
    (void)state;
    static struct jg_solution x;
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++)
            for (int seeds = 1; seeds <= SEEDS; seeds++) {
                int want = KALAH_VALUES[empty][houses - 1][seeds - 1];
                if (2 * houses * seeds > most_seeds()) continue;
                if (want == KALAH_UNKNOWN) want = KALAH_FIVE_SIX;
                solve(empty, houses, seeds, false, &x);
                if (x.value.low != want || x.value.high != want)
                    fail_msg("(%d,%d) emptycapture=%d: %d to %d, not %d", houses, seeds, empty, x.value.low,
                             x.value.high, want);
            }
}

static void test_published_openings(void **state) {
    (void)state;
    static struct jg_solution x;
    for (int i = 0; i < OPENINGS; i++) {
        const struct kalah_opening *o = &KALAH_OPENINGS[i];
        if (2 * HOUSES * o->seeds > most_seeds()) continue;
        solve(o->empty, HOUSES, o->seeds, true, &x);
        assert_int_equal(x.move_count, HOUSES);
        for (int move = 0; move < HOUSES; move++) {
            assert_int_equal(x.moves[move].move, move + 1);
            assert_int_equal(x.moves[move].value.low, o->moves[move]);
            assert_int_equal(x.moves[move].value.high, o->moves[move]);
        }
        assert_int_equal(x.value.low, KALAH_VALUES[o->empty][HOUSES - 1][o->seeds - 1]);
    }
}

/* ---- The study ----------------------------------------------------------------------------- */

static double seeds_cell(const struct jg_study_table *table, int row, int seeds) {
    char name[32];
    snprintf(name, sizeof name, "seeds_%d", seeds);
    return cell(table, row, name);
}

static struct jg_study_result *run(struct jg_study_setting setting) {
    setting.games = 1;
    return run_study(&jg_study_kalah_values, setting);
}

static struct jg_study_checkpoint *open_checkpoint(void) {
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    assert_int_equal(jg_study_checkpoint_open(k, path, "study", NULL), JG_OK);
    return k;
}

/* A solved board as stored in a checkpoint: value, seconds, positions. */
static void store_board(struct jg_study_checkpoint *k, int empty, int houses, int seeds, double value) {
    char name[JG_STUDY_PART_NAME_MAX];
    snprintf(name, sizeof name, "%s-%d-%d", empty ? "empty" : "standard", houses, seeds);
    jg_study_checkpoint_add(k, name, (double[]){value, 0.5 * seeds, 1000 * houses + seeds}, 3);
}

static void store_opening(struct jg_study_checkpoint *k, int i, double first) {
    const struct kalah_opening *o = &KALAH_OPENINGS[i];
    char name[JG_STUDY_PART_NAME_MAX];
    double n[9] = {KALAH_VALUES[o->empty][HOUSES - 1][o->seeds - 1], 3, 77};
    for (int move = 0; move < HOUSES; move++) n[3 + move] = move ? o->moves[move] : first;
    snprintf(name, sizeof name, "%s-moves-%d-%d", o->empty ? "empty" : "standard", HOUSES, o->seeds);
    jg_study_checkpoint_add(k, name, n, 9);
}

/* The expected values of the study. */
static int value_of(int empty, int houses, int seeds) {
    int published = KALAH_VALUES[empty][houses - 1][seeds - 1];
    return published == KALAH_UNKNOWN ? KALAH_FIVE_SIX : published;
}

/* Fills a checkpoint with all boards of up to `seeds` seeds. */
static void store_published(struct jg_study_checkpoint *k, int most) {
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++)
            for (int seeds = 1; seeds <= SEEDS; seeds++)
                if (2 * houses * seeds <= most) store_board(k, empty, houses, seeds, value_of(empty, houses, seeds));
    for (int i = 0; i < OPENINGS; i++) store_opening(k, i, KALAH_OPENINGS[i].moves[0]);
}

/* Every cell of the tables of a rule. */
static void check_tables(const struct jg_study_result *r, int empty, int most) {
    const struct jg_study_table *values = table_named(r, empty ? "empty" : "standard"),
                                *times = table_named(r, empty ? "empty_seconds" : "standard_seconds"),
                                *nodes = table_named(r, empty ? "empty_nodes" : "standard_nodes");
    assert_true(values->row_count == 2 * HOUSES && times->row_count == HOUSES && nodes->row_count == HOUSES);
    assert_non_null(values->note);
    for (int houses = 1; houses <= HOUSES; houses++) {
        int theirs = 2 * houses - 2, ours = 2 * houses - 1;
        assert_true(cell(values, theirs, "houses") == houses && cell(values, ours, "houses") == houses);
        assert_true(cell(values, theirs, "whose") == 0 && cell(values, ours, "whose") == 1);
        for (int seeds = 1; seeds <= SEEDS; seeds++) {
            int want = KALAH_VALUES[empty][houses - 1][seeds - 1];
            if (want == KALAH_UNKNOWN)
                assert_true(isnan(seeds_cell(values, theirs, seeds)));
            else
                assert_true(seeds_cell(values, theirs, seeds) == want);
            bool solved = 2 * houses * seeds <= most;
            assert_true(isnan(seeds_cell(values, ours, seeds)) == !solved);
            assert_true(isnan(seeds_cell(times, houses - 1, seeds)) == !solved);
            assert_true(isnan(seeds_cell(nodes, houses - 1, seeds)) == !solved);
            if (!solved) continue;
            assert_true(seeds_cell(values, ours, seeds) == value_of(empty, houses, seeds));
            assert_true(seeds_cell(times, houses - 1, seeds) >= 0);
            assert_true(seeds_cell(nodes, houses - 1, seeds) >= 0);
        }
        assert_true(cell(values, ours, "agrees") == 1);
    }
}

/* The quick form, solved with one thread and with two. */
static void test_quick(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        struct jg_study_result *r = run((struct jg_study_setting){.quick = true, .threads = threads});
        for (int empty = 0; empty < 2; empty++) {
            check_tables(r, empty, 30);
            assert_true(r->verdicts[empty].holds);
        }
        assert_string_equal(verdict_text(r, 0), "standard rules: 25 of 25 published values agree with ours");
        assert_int_equal(r->verdict_count, 2); /* no opening is as small */
        assert_true(table_named(r, "openings")->row_count == OPENINGS);
        free(r);
    }
}

/* Boards in the checkpoint are not solved again, and everything is compared. */
static void test_all_of_it(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = open_checkpoint();
    store_published(k, 60);
    for (int all = 0; all < 2; all++) {
        struct jg_study_result *r = run((struct jg_study_setting){.all = all, .checkpoint = k});
        const struct jg_study_table *openings = table_named(r, "openings");
        for (int empty = 0; empty < 2; empty++) check_tables(r, empty, all ? 60 : 50);
        assert_string_equal(verdict_text(r, 1), all ? "empty capture: 34 of 34 published values agree with ours"
                                                    : "empty capture: 33 of 33 published values agree with ours");
        assert_string_equal(verdict_text(r, 2), "18 of 18 published values of opening moves agree with ours");
        for (int i = 0; i < 3; i++) assert_true(r->verdicts[i].holds);
        assert_int_equal(openings->row_count, 2 * OPENINGS);
        for (int i = 0; i < OPENINGS; i++)
            for (int move = 0; move < HOUSES; move++) {
                char name[32];
                snprintf(name, sizeof name, "move_%d", move + 1);
                assert_true(cell(openings, 2 * i, name) == KALAH_OPENINGS[i].moves[move]);
                assert_true(cell(openings, 2 * i + 1, name) == KALAH_OPENINGS[i].moves[move]);
                assert_true(cell(openings, 2 * i + 1, "agrees") == 1 && cell(openings, 2 * i + 1, "nodes") == 77);
            }
        assert_true(seeds_cell(table_named(r, "empty_nodes"), 5, 4) == 6004);
        assert_true(seeds_cell(table_named(r, "standard_seconds"), 5, 4) == 2);
        free(r);
    }
    jg_study_checkpoint_remove(k);
    free(k);
}

/* Values that differ from the published ones are reported. */
static void test_differences(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = open_checkpoint();
    store_board(k, 0, 6, 4, 10);
    store_board(k, 0, 3, 6, -10);
    store_opening(k, 1, 2);
    store_published(k, 50); /* adds the missing parts */
    struct jg_study_result *r = run((struct jg_study_setting){.checkpoint = k});
    assert_false(r->verdicts[0].holds);
    assert_string_equal(verdict_text(r, 0),
                        "standard rules: 31 of 33 published values agree with ours; (3,6) is -10, published "
                        "-8; (6,4) is +10, published +8");
    assert_true(r->verdicts[1].holds);
    assert_false(r->verdicts[2].holds);
    assert_string_equal(verdict_text(r, 2), "17 of 18 published values of opening moves agree with ours");
    assert_true(cell(table_named(r, "standard"), 11, "agrees") == 0);
    assert_true(cell(table_named(r, "standard"), 9, "agrees") == 1);
    assert_true(cell(table_named(r, "openings"), 3, "agrees") == 0);
    free(r);
    jg_study_checkpoint_remove(k);
    free(k);
}

/* Impossible numbers in a checkpoint are computed again. */
static void test_nonsense_is_solved_again(void **state) {
    (void)state;
    static const double bad[][3] = {{3, 1, 1}, {50, 1, 1}, {-2, -1, 1}, {-2, 1, -1}, {-2, 1, 0.5}, {-2, 1, 1e17}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_study_checkpoint *k = open_checkpoint();
        jg_study_checkpoint_add(k, "standard-2-2", bad[i], 3);
        store_published(k, 30);
        struct jg_study_result *r = run((struct jg_study_setting){.quick = true, .checkpoint = k});
        check_tables(r, 0, 30);
        assert_true(seeds_cell(table_named(r, "standard_seconds"), 1, 2) != 1);
        free(r);
        jg_study_checkpoint_remove(k);
        free(k);
    }
}

static void count_calls(void *arg, double share) {
    assert_true(share > 0 && share <= 1 + 1e-9);
    ++*(int *)arg;
}

/* A stopped study returns JG_ESTOP and stores the finished parts. */
static void test_stopped(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = open_checkpoint();
    struct jg_study_result *r = calloc(1, sizeof *r);
    struct jg_error err = {0};
    atomic_bool stop = true;
    int calls = 0;
    struct jg_study_setting setting = {
        .games = 1, .threads = 1, .checkpoint = k, .progress = count_calls, .arg = &calls};
    store_published(k, 48); /* (5,5) is left */
    setting.stop = &stop;
    assert_int_equal(jg_study_kalah_values.run(&setting, r, &err), JG_ESTOP);
    assert_true(calls == 0 && r->table_count == 0);
    store_published(k, 50);
    assert_int_equal(jg_study_kalah_values.run(&setting, r, &err), JG_OK);
    assert_int_equal(calls, 0);
    jg_study_checkpoint_remove(k);
    free(k);
    free(r);
}

int main(void) {
#define STUDY(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_published_openings),
        cmocka_unit_test(test_quick),
        STUDY(test_all_of_it),
        STUDY(test_differences),
        STUDY(test_nonsense_is_solved_again),
        STUDY(test_stopped),
    };
    char cache[] = "/tmp/jogada-test-XXXXXX";
    if (!mkdtemp(cache)) return EXIT_FAILURE;
    setenv("XDG_CACHE_HOME", cache, 1); /* nobody's own */
    test_begin();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char ours[64];
    snprintf(ours, sizeof ours, "%s/jogada", cache);
    rmdir(ours);
    if (!rmdir(cache)) return failed;
    fprintf(stderr, "something is left in %s\n", cache); /* no database file, since none was requested */
    return EXIT_FAILURE;
}
