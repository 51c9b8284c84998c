/* Studies: the paper's numbers, ours, and that work goes on where it was. */
#include "test.h"

#include "core/file.h"
#include "core/stats.h"
#include "study/keep.h"
#include "study/study.h"

#include <math.h>
#include <unistd.h>

/* ---- What is kept ------------------------------------------------------------------------- */

static char folder[] = "/tmp/jogada-test-XXXXXX", path[64];

static int make_folder(void **state) {
    (void)state;
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    snprintf(path, sizeof path, "%s/kept", mkdtemp(folder));
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder); /* fails if anything else is left */
}

static void test_keep(void **state) {
    (void)state;
    struct jg_keep *k = malloc(sizeof *k);
    struct jg_error err = {0};
    double numbers[4];
    assert_int_equal(jg_keep_open(k, path, "work seed 1", &err), JG_OK);
    assert_false(jg_keep_find(k, "a-1", numbers, 2));
    jg_keep_add(k, "a-1", (double[]){1.0 / 3, -2e-300}, 2);
    jg_keep_add(k, "a-2", (double[]){0x1p53}, 1);
    assert_int_equal(k->failure.code, JG_OK);
    for (int again = 0; again < 2; again++) { /* at once, and by the next call */
        assert_true(jg_keep_find(k, "a-1", numbers, 2));
        assert_true(numbers[0] == 1.0 / 3 && numbers[1] == -2e-300);
        assert_true(jg_keep_find(k, "a-2", numbers, 1) && numbers[0] == 0x1p53);
        assert_false(jg_keep_find(k, "a-2", numbers, 2));
        assert_false(jg_keep_find(k, "a", numbers, 1));
        assert_int_equal(jg_keep_open(k, path, "work seed 1", &err), JG_OK);
    }
    jg_keep_end(k);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(jg_keep_open(k, path, "work seed 1", &err), JG_OK);
    assert_int_equal(k->count, 0);
    assert_false(jg_keep_find(NULL, "a-1", numbers, 2));
    jg_keep_add(NULL, "a-1", numbers, 2);
    free(k);
}

/* Files that are something else: said, and as if there were none. */
static void test_keep_refuses(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "not what an earlier call kept"},
        {"hello\n", "not what an earlier call kept"},
        {"jogada kept 2\nwork seed 1\na 1\n", "not what an earlier call kept"},
        {"jogada kept 1\n", "other settings"},
        {"jogada kept 1\nwork seed 2\na 1\n", "other settings"},
        {"jogada kept 1\nwork seed 11\na 1\n", "other settings"},
        {"jogada kept 1\nwork seed 1\na 1", "damaged"},
        {"jogada kept 1\nwork seed 1\na x\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1 \n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1\n\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1 2 3 4 5\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na nan\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1e999\n", "damaged"},
        {"jogada kept 1\nwork seed 1\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1\nb \n2\n", "damaged"},
    };
    struct jg_keep *k = malloc(sizeof *k);
    double number;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_error err = {0};
        assert_int_equal(jg_file_write(path, bad[i].text, NULL), JG_OK);
        assert_int_equal(jg_keep_open(k, path, "work seed 1", &err), JG_EINPUT);
        if (!strstr(err.message, bad[i].says) || !strstr(err.message, path)) fail_msg("%zu: %s", i, err.message);
        assert_int_equal(k->count, 0);
        jg_keep_add(k, "b", (double[]){7}, 1); /* and it is replaced */
        assert_int_equal(jg_keep_open(k, path, "work seed 1", &err), JG_OK);
        assert_true(jg_keep_find(k, "b", &number, 1) && number == 7);
    }
    free(k);
}

static void test_keep_cannot_write(void **state) {
    (void)state;
    struct jg_keep *k = malloc(sizeof *k);
    assert_int_equal(jg_keep_open(k, "/nowhere/at/all", "work", NULL), JG_OK);
    jg_keep_add(k, "a", (double[]){1}, 1);
    assert_int_equal(k->failure.code, JG_EIO);
    jg_keep_add(k, "b", (double[]){1}, 1);
    jg_keep_end(k);
    free(k);
}

/* More parts than there is room for are done without. */
static void test_keep_is_bounded(void **state) {
    (void)state;
    struct jg_keep *k = malloc(sizeof *k);
    char name[32];
    FILE *f = fopen(path, "w");
    fprintf(f, "jogada kept 1\nwork\n");
    for (int i = 0; i < JG_KEEP_PARTS; i++) fprintf(f, "%d 1\n", i);
    fclose(f);
    assert_int_equal(jg_keep_open(k, path, "work", NULL), JG_OK);
    assert_int_equal(k->count, JG_KEEP_PARTS);
    snprintf(name, sizeof name, "more");
    jg_keep_add(k, name, (double[]){1}, 1);
    assert_int_equal(k->count, JG_KEEP_PARTS);
    f = fopen(path, "a");
    fprintf(f, "more 1\n");
    fclose(f);
    assert_int_equal(jg_keep_open(k, path, "work", NULL), JG_EINPUT);
    free(k);
}

/* ---- Numbers for people ---------------------------------------------------------------------- */

static void test_print(void **state) {
    (void)state;
    static const struct {
        enum jg_unit unit;
        double value;
        const char *text;
    } known[] = {
        {JG_UNIT_COUNT, 1000, "1000"},         {JG_UNIT_MEAN, 6.25, "6.25"},
        {JG_UNIT_MEAN, 123456.7, "123457"},    {JG_UNIT_SECONDS, 6.355e-05, "63.5 us"},
        {JG_UNIT_SECONDS, 0.00999, "9.99 ms"}, {JG_UNIT_SECONDS, 9.93, "9.93 s"},
        {JG_UNIT_SECONDS, 3.1e-8, "31.0 ns"},  {JG_UNIT_SECONDS, 0.99951, "1.00 s"},
        {JG_UNIT_SECONDS, 1234, "1234 s"},     {JG_UNIT_SECONDS, 0, "0.00 ns"},
        {JG_UNIT_TIMES, 0.85, "0.85 x"},       {JG_UNIT_TIMES, 99.96, "100 x"},
        {JG_UNIT_TIMES, 9.996, "10.0 x"},      {JG_UNIT_TIMES, 12345, "12345 x"},
        {JG_UNIT_SHARE, 0.9532, "95.3 %"},     {JG_UNIT_CHANCE, 0.05, "0.050"},
        {JG_UNIT_CHANCE, 0.0004, "< 0.001"},   {JG_UNIT_AGREES, 1, "agrees"},
        {JG_UNIT_AGREES, 0, "differs"},        {JG_UNIT_SECONDS, NAN, "-"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[32];
        struct jg_text t;
        jg_text_init(&t, text, sizeof text);
        jg_study_print(&t, known[i].unit, known[i].value, JG_EN);
        assert_string_equal(text, known[i].text);
    }
}

static void test_registry(void **state) {
    (void)state;
    struct jg_error err = {0};
    size_t n = 0;
    for (; jg_study_at(n); n++) {
        const struct jg_study *s = jg_study_at(n);
        assert_ptr_equal(jg_study_find(s->name, NULL), s);
        assert_true(s->title && s->summary && s->source && s->run && s->games >= s->quick_games && s->quick_games > 0);
    }
    assert_null(jg_study_find("nothing", &err));
    assert_string_equal(err.message, "no study 'nothing'; there are mancala-time, mancala-random");
    assert_null(jg_study_at(n + 1));
}

/* ---- The studies ------------------------------------------------------------------------------ */

static double cell(const struct jg_study_table *table, int row, const char *column) {
    for (int i = 0; i < table->column_count; i++)
        if (!strcmp(table->columns[i].name, column)) return table->cells[row][i];
    fail_msg("no column %s", column);
    return 0;
}

static struct jg_study_result *run(const struct jg_study *study, struct jg_study_setting setting) {
    struct jg_study_result *result = calloc(1, sizeof *result);
    struct jg_error err = {0};
    if (study->run(&setting, result, &err)) fail_msg("%s", err.message);
    return result;
}

/* The tables of the paper as the specification of the game has them. */
static const char *const MINIMAX[] = {"0.0000636", "0.000380", "0.00151", "0.00764", "0.0335",
                                      "0.174",     "0.513",    "2.59",    "9.93",    NULL};
static const char *const ALPHABETA[] = {"0.0000748", "0.000300", "0.000677", "0.00321", "0.00664",
                                        "0.0268",    "0.0591",   "0.169",    "0.343",   "1.20"};
static const char WINS[] = "5/5 8/8 7/7 8/9 7/9 9/9 9/9 9/10 10/9 8/10";

static bool rounds_to(double x, const char *text) {
    double want = strtod(text, NULL);
    return fabs(x - want) <= 0.0051 * want; /* three digits */
}

static void test_time(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 2};
    struct jg_study_result *r = run(&jg_study_mancala_time, setting);
    const struct jg_study_table *t = &r->tables[0];
    assert_true(r->table_count == 2 && t->row_count == 7 && t[1].row_count == 7);
    for (int i = 0; i < t->row_count; i++) {
        assert_int_equal(cell(t, i, "depth"), i + 1);
        assert_true(rounds_to(cell(t, i, "minimax_theirs"), MINIMAX[i]));
        assert_true(rounds_to(cell(t, i, "alphabeta_theirs"), ALPHABETA[i]));
        assert_true(cell(t, i, "minimax_ours") > 0 && cell(t, i, "alphabeta_ours") > 0);
        assert_true(cell(t, i, "decisions") >= 2);
        assert_true(cell(t + 1, i, "alphabeta") <= cell(t + 1, i, "minimax"));
        double ratio = cell(t, i, "minimax_theirs") / cell(t, i, "minimax_ours");
        assert_true(fabs(cell(t, i, "minimax_ratio") / ratio - 1) < 1e-9);
        ratio = cell(t, i, "minimax_ours") / cell(t, i, "alphabeta_ours");
        assert_true(fabs(cell(t, i, "cuts_ours") / ratio - 1) < 1e-9);
    }
    assert_true(r->verdicts[0].holds); /* they made the same moves */
    assert_true(r->verdict_count == 3);
    free(r);
}

static bool same_tables(const struct jg_study_result *a, const struct jg_study_result *b) {
    bool same = a->table_count == b->table_count && a->verdict_count == b->verdict_count;
    for (int t = 0; t < a->table_count && same; t++) {
        const struct jg_study_table *x = &a->tables[t], *y = &b->tables[t];
        same = x->row_count == y->row_count;
        for (int i = 0; i < x->row_count; i++)
            for (int j = 0; j < x->column_count; j++) same &= x->cells[i][j] == y->cells[i][j];
    }
    for (int i = 0; i < a->verdict_count && same; i++) same = !strcmp(a->verdicts[i].text, b->verdicts[i].text);
    return same;
}

static void test_random(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 30, .threads = 1};
    struct jg_study_result *r = run(&jg_study_mancala_random, setting), *other;
    const char *wins = WINS;
    for (int row = 0; row < 6; row++)
        for (int seat = 0; seat < 2; seat++) {
            const struct jg_study_table *t = &r->tables[seat];
            char *end;
            long theirs = strtol(wins, &end, 10);
            wins = end + 1;
            assert_int_equal(cell(t, row, "theirs"), theirs);
            assert_int_equal(cell(t, row, "wins") + cell(t, row, "draws") + cell(t, row, "losses"), 30);
            assert_true(fabs(cell(t, row, "share") - cell(t, row, "wins") / 30) < 1e-12);
            double low = cell(t, row, "low"), high = cell(t, row, "high");
            assert_true(low <= cell(t, row, "share") && cell(t, row, "share") <= high && low < high);
            double p = jg_binomial_test((int)theirs, 10, (low + high) / 2);
            assert_true(cell(t, row, "p_value") == p && cell(t, row, "agrees") == (p >= 0.05));
            if (row > 1) assert_true(cell(t, row, "wins") > 15); /* a search beats chance */
        }
    setting.threads = 3;
    other = run(&jg_study_mancala_random, setting);
    assert_true(same_tables(r, other));
    free(other);
    setting.seed++;
    other = run(&jg_study_mancala_random, setting);
    assert_false(same_tables(r, other));
    free(other);
    free(r);
}

/* ---- Going on ------------------------------------------------------------------------------- */

struct stopper {
    atomic_bool stop;
    double at;
};

static void stop_at(void *arg, double share) {
    struct stopper *s = arg;
    if (share >= s->at) atomic_store(&s->stop, true);
}

/* Stopped again and again, a study comes to what it comes to without a stop. */
static void test_goes_on(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 20, .threads = 2};
    struct jg_study_result *whole = run(&jg_study_mancala_random, setting), *r = calloc(1, sizeof *r);
    struct jg_keep *k = malloc(sizeof *k);
    enum jg_status status = JG_ESTOP;
    int calls = 0, kept = 0;
    for (; status == JG_ESTOP && calls < 100; calls++) {
        struct stopper s = {.at = calls < 4 ? 0.3 : 2}; /* a share of what is left: the last cell would never end */
        struct jg_error err = {0};
        *r = (struct jg_study_result){0};
        assert_int_equal(jg_keep_open(k, path, "random", &err), JG_OK);
        assert_true(k->count >= kept);
        kept = k->count;
        setting.keep = k;
        setting.stop = &s.stop;
        setting.progress = stop_at;
        setting.arg = &s;
        status = jg_study_mancala_random.run(&setting, r, &err);
    }
    assert_int_equal(status, JG_OK);
    assert_true(calls == 5 && kept > 2);
    assert_true(same_tables(whole, r));
    free(whole);
    free(r);
    free(k);
}

/* What is kept is used as it is, unless it cannot be: then it is found again. */
static void test_kept_cells_are_used(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 20};
    struct jg_keep *k = calloc(1, sizeof *k);
    assert_int_equal(jg_keep_open(k, path, "random", NULL), JG_OK);
    jg_keep_add(k, "first-3", (double[]){1, 2, 17}, 3);
    jg_keep_add(k, "second-3", (double[]){1, 2, 3}, 3); /* not 20 games */
    setting.keep = k;
    struct jg_study_result *r = run(&jg_study_mancala_random, setting);
    assert_true(cell(&r->tables[0], 2, "wins") == 1 && cell(&r->tables[0], 2, "losses") == 17);
    assert_true(cell(&r->tables[1], 2, "wins") > 3);
    free(r);
    jg_keep_end(k);
    setting.games = 1;
    assert_int_equal(jg_keep_open(k, path, "time", NULL), JG_OK);
    jg_keep_add(k, "minimax-2", (double[]){10, 99, 5, 123}, 4); /* with moves that were never made */
    jg_keep_add(k, "minimax-3", (double[]){-1, 99, 5, 123}, 4);
    r = run(&jg_study_mancala_time, setting);
    assert_true(cell(&r->tables[0], 1, "minimax_ours") == 2 && cell(&r->tables[1], 1, "minimax") == 99.0 / 5);
    assert_true(cell(&r->tables[0], 2, "minimax_ours") < 1);
    assert_false(r->verdicts[0].holds);
    free(r);
    free(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_keep, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_keep_refuses, make_folder, remove_folder),
        cmocka_unit_test(test_keep_cannot_write),
        cmocka_unit_test_setup_teardown(test_keep_is_bounded, make_folder, remove_folder),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_registry),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_random),
        cmocka_unit_test_setup_teardown(test_goes_on, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_kept_cells_are_used, make_folder, remove_folder),
    };
    test_begin();
    return cmocka_run_group_tests_name("study", tests, NULL, NULL);
}
