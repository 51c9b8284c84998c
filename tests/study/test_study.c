/* Studies: the papers' numbers, ours, and resuming from checkpoints. */
#include "studies.h"

#include "core/file.h"
#include "core/stats.h"
#include "study/checkpoint.h"
#include "study/study.h"

#include <math.h>

/* ---- Checkpoints -------------------------------------------------------------------------- */

static void test_checkpoint(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    struct jg_error err = {0};
    double numbers[4];
    assert_int_equal(jg_study_checkpoint_open(k, path, "work seed 1", &err), JG_OK);
    assert_false(jg_study_checkpoint_find(k, "a-1", numbers, 2));
    jg_study_checkpoint_add(k, "a-1", (double[]){1.0 / 3, -2e-300}, 2);
    jg_study_checkpoint_add(k, "a-2", (double[]){0x1p53}, 1);
    assert_int_equal(k->failure.code, JG_OK);
    for (int again = 0; again < 2; again++) { /* at once, and by the next call */
        assert_true(jg_study_checkpoint_find(k, "a-1", numbers, 2));
        assert_true(numbers[0] == 1.0 / 3 && numbers[1] == -2e-300);
        assert_true(jg_study_checkpoint_find(k, "a-2", numbers, 1) && numbers[0] == 0x1p53);
        assert_false(jg_study_checkpoint_find(k, "a-2", numbers, 2));
        assert_false(jg_study_checkpoint_find(k, "a", numbers, 1));
        assert_int_equal(jg_study_checkpoint_open(k, path, "work seed 1", &err), JG_OK);
    }
    jg_study_checkpoint_remove(k);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(jg_study_checkpoint_open(k, path, "work seed 1", &err), JG_OK);
    assert_int_equal(k->count, 0);
    assert_false(jg_study_checkpoint_find(NULL, "a-1", numbers, 2));
    jg_study_checkpoint_add(NULL, "a-1", numbers, 2);
    free(k);
}

#define EIGHT " 1 2 3 4 5 6 7 8"

/* Files that are no checkpoints are reported and ignored. */
static void test_checkpoint_refuses(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "not a checkpoint of a study"},
        {"hello\n", "not a checkpoint of a study"},
        {"jogada kept 2\nwork seed 1\na 1\n", "not a checkpoint of a study"},
        {"jogada kept 1\n", "other settings"},
        {"jogada kept 1\nwork seed 2\na 1\n", "other settings"},
        {"jogada kept 1\nwork seed 11\na 1\n", "other settings"},
        {"jogada kept 1\nwork seed 1\na 1", "damaged"},
        {"jogada kept 1\nwork seed 1\na x\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1 \n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1\n\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na" EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT " 65\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na nan\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1e999\n", "damaged"},
        {"jogada kept 1\nwork seed 1\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1\n", "damaged"},
        {"jogada kept 1\nwork seed 1\na 1\nb \n2\n", "damaged"},
    };
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    double number;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_error err = {0};
        assert_int_equal(jg_file_write(path, bad[i].text, NULL), JG_OK);
        assert_int_equal(jg_study_checkpoint_open(k, path, "work seed 1", &err), JG_EINPUT);
        if (!strstr(err.message, bad[i].says) || !strstr(err.message, path)) fail_msg("%zu: %s", i, err.message);
        assert_int_equal(k->count, 0);
        jg_study_checkpoint_add(k, "b", (double[]){7}, 1); /* and it is replaced */
        assert_int_equal(jg_study_checkpoint_open(k, path, "work seed 1", &err), JG_OK);
        assert_true(jg_study_checkpoint_find(k, "b", &number, 1) && number == 7);
    }
    free(k);
}

static void test_checkpoint_cannot_write(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    assert_int_equal(jg_study_checkpoint_open(k, "/nowhere/at/all", "work", NULL), JG_OK);
    jg_study_checkpoint_add(k, "a", (double[]){1}, 1);
    assert_int_equal(k->failure.code, JG_EIO);
    jg_study_checkpoint_add(k, "b", (double[]){1}, 1);
    jg_study_checkpoint_remove(k);
    free(k);
}

/* Parts beyond the limit are not stored. */
static void test_checkpoint_is_bounded(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    char name[32];
    FILE *f = fopen(path, "w");
    fprintf(f, "jogada kept 1\nwork\n");
    for (int i = 0; i < JG_STUDY_PARTS_MAX; i++) fprintf(f, "%d 1\n", i);
    fclose(f);
    assert_int_equal(jg_study_checkpoint_open(k, path, "work", NULL), JG_OK);
    assert_int_equal(k->count, JG_STUDY_PARTS_MAX);
    snprintf(name, sizeof name, "more");
    jg_study_checkpoint_add(k, name, (double[]){1}, 1);
    assert_int_equal(k->count, JG_STUDY_PARTS_MAX);
    f = fopen(path, "a");
    fprintf(f, "more 1\n");
    fclose(f);
    assert_int_equal(jg_study_checkpoint_open(k, path, "work", NULL), JG_EINPUT);
    free(k);
}

/* ---- Numbers for people ---------------------------------------------------------------------- */

static void test_print(void **state) {
    (void)state;
    static const struct {
        enum jg_study_unit unit;
        double value;
        const char *text;
    } known[] = {
        {JG_UNIT_LEAD, 8, "+8"},
        {JG_UNIT_LEAD, -10, "-10"},
        {JG_UNIT_LEAD, 0, "0"},
        {JG_UNIT_LEAD, NAN, "-"},
        {JG_UNIT_COUNT, 1000, "1000"},
        {JG_UNIT_MEAN, 6.25, "6.25"},
        {JG_UNIT_MEAN, 123456.7, "123457"},
        {JG_UNIT_SECONDS, 6.355e-05, "63.5 us"},
        {JG_UNIT_SECONDS, 0.00999, "9.99 ms"},
        {JG_UNIT_SECONDS, 9.93, "9.93 s"},
        {JG_UNIT_SECONDS, 3.1e-8, "31.0 ns"},
        {JG_UNIT_SECONDS, 0.99951, "1.00 s"},
        {JG_UNIT_SECONDS, 1234, "1234 s"},
        {JG_UNIT_SECONDS, 0, "0.00 ns"},
        {JG_UNIT_TIMES, 0.85, "0.85 x"},
        {JG_UNIT_TIMES, 99.96, "100 x"},
        {JG_UNIT_TIMES, 9.996, "10.0 x"},
        {JG_UNIT_TIMES, 12345, "12345 x"},
        {JG_UNIT_SHARE, 0.9532, "95.3 %"},
        {JG_UNIT_CHANCE, 0.05, "0.050"},
        {JG_UNIT_CHANCE, 0.0004, "< 0.001"},
        {JG_UNIT_AGREES, 1, "agrees"},
        {JG_UNIT_AGREES, 0, "differs"},
        {JG_UNIT_SECONDS, NAN, "-"},
        {JG_UNIT_REWARD, 17.5, "17.5"},
        {JG_UNIT_VALUE, 22.83942713, "22.8394"},
        {JG_UNIT_VALUE, -1.9, "-1.9000"},
        {JG_UNIT_WORD, NAN, "-"},
        {JG_UNIT_WEIGHT, 0.00251, "0.003"},
        {JG_UNIT_WEIGHT, 0.0001, "0.000"},
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
    assert_string_equal(err.message,
                        "unknown study 'nothing'; choose from mancala-time, mancala-random, kalah-values, loa-genetic, "
                        "domino-complexity, domino-rounds, domino-depth, domino-basic, domino-genetic, domino-antonio, "
                        "domino-strategies, "
                        "domino-nodes, magic-mulligan, magic-duels");
    assert_null(jg_study_at(n + 1));
}

/* Every study is about one game, and the games list nothing else. */
static void test_games_of_studies(void **state) {
    (void)state;
    size_t studies = 0, listed = 0;
    const struct jg_game_kind *kind;
    for (size_t i = 0; (kind = jg_game_kind_at(i)); i++)
        for (const char *const *name = kind->studies; name && *name; name++, listed++) {
            const struct jg_study *study = jg_study_find(*name, NULL);
            if (!study) fail_msg("%s lists '%s', which is not a study", kind->name, *name);
            assert_string_equal(jg_study_game(study), kind->name); /* the only game that lists it */
        }
    for (; jg_study_at(studies); studies++)
        if (!jg_study_game(jg_study_at(studies))[0]) fail_msg("no game lists '%s'", jg_study_at(studies)->name);
    assert_int_equal(listed, studies);
}

/* ---- The studies ------------------------------------------------------------------------------ */

/* The tables of the report, from the specification of the game. */
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
    struct jg_study_result *r = run_study(&jg_study_mancala_time, setting);
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

static void test_random(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 30, .threads = 1};
    struct jg_study_result *r = run_study(&jg_study_mancala_random, setting), *other;
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
    other = run_study(&jg_study_mancala_random, setting);
    assert_true(same_results(r, other));
    free(other);
    setting.seed++;
    other = run_study(&jg_study_mancala_random, setting);
    assert_false(same_results(r, other));
    free(other);
    free(r);
}

/* ---- Resuming ------------------------------------------------------------------------------- */

struct stopper {
    atomic_bool stop;
    double at;
};

static void stop_at(void *arg, double share) {
    struct stopper *s = arg;
    if (share >= s->at) atomic_store(&s->stop, true);
}

/* A study that is stopped repeatedly has the same result as one that is not. */
static void test_goes_on(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 20, .threads = 2};
    struct jg_study_result *whole = run_study(&jg_study_mancala_random, setting), *r = calloc(1, sizeof *r);
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    enum jg_status status = JG_ESTOP;
    int calls = 0, stored = 0;
    for (; status == JG_ESTOP && calls < 100; calls++) {
        struct stopper s = {.at = calls < 4 ? 0.3 : 2}; /* a share of what is left: the last cell would never end */
        struct jg_error err = {0};
        *r = (struct jg_study_result){0};
        assert_int_equal(jg_study_checkpoint_open(k, path, "random", &err), JG_OK);
        assert_true(k->count >= stored);
        stored = k->count;
        setting.checkpoint = k;
        setting.stop = &s.stop;
        setting.progress = stop_at;
        setting.arg = &s;
        status = jg_study_mancala_random.run(&setting, r, &err);
    }
    assert_int_equal(status, JG_OK);
    assert_true(calls == 5 && stored > 2);
    assert_true(same_results(whole, r));
    free(whole);
    free(r);
    free(k);
}

/* Stored parts are used unless they are impossible; those are computed again. */
static void test_stored_parts_are_used(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 20};
    struct jg_study_checkpoint *k = calloc(1, sizeof *k);
    assert_int_equal(jg_study_checkpoint_open(k, path, "random", NULL), JG_OK);
    jg_study_checkpoint_add(k, "first-3", (double[]){1, 2, 17}, 3);
    jg_study_checkpoint_add(k, "second-3", (double[]){1, 2, 3}, 3); /* not 20 games */
    setting.checkpoint = k;
    struct jg_study_result *r = run_study(&jg_study_mancala_random, setting);
    assert_true(cell(&r->tables[0], 2, "wins") == 1 && cell(&r->tables[0], 2, "losses") == 17);
    assert_true(cell(&r->tables[1], 2, "wins") > 3);
    free(r);
    jg_study_checkpoint_remove(k);
    setting.games = 1;
    assert_int_equal(jg_study_checkpoint_open(k, path, "time", NULL), JG_OK);
    jg_study_checkpoint_add(k, "minimax-2", (double[]){10, 99, 5, 123}, 4); /* with moves that were never made */
    jg_study_checkpoint_add(k, "minimax-3", (double[]){-1, 99, 5, 123}, 4);
    r = run_study(&jg_study_mancala_time, setting);
    assert_true(cell(&r->tables[0], 1, "minimax_ours") == 2 && cell(&r->tables[1], 1, "minimax") == 99.0 / 5);
    assert_true(cell(&r->tables[0], 2, "minimax_ours") < 1);
    assert_false(r->verdicts[0].holds);
    free(r);
    free(k);
}

/* ---- Lines of Action ---------------------------------------------------------------------------- */

/* The report's weights, ours, and which terms agree; and the tables are consistent. */
static void check_weights(const struct jg_study_result *r) {
    static const double theirs[3][8] = {{0.00763, 0.38113, 0.63358, 0.89597, 0.03325, 0.41463, 0.78261, 0.01670},
                                        {0.00616, 0.87480, 0.07819, 0.66735, NAN, 0.41734, 0.32783, NAN},
                                        {0.00251, 0.82723, NAN, 0.97915, NAN, 0.96032, 0.96950, NAN}};
    static const char *const runs[3][2] = {
        {"first_theirs", "first_ours"}, {"second_theirs", "second_ours"}, {"third_theirs", "third_ours"}};
    static const char *const generations[] = {"generations_first", "generations_second", "generations_third"};
    const struct jg_study_table *w = find_table(r, "weights");
    bool dropped[8] = {0};
    assert_int_equal(w->row_count, 8);
    for (int run = 0; run < 3; run++) {
        const struct jg_study_table *g = find_table(r, generations[run]);
        int sunk = 0;
        if (g) assert_int_equal(g->row_count, 10);
        for (int i = 0; i < 8; i++) {
            double their = cell(w, i, runs[run][0]), our = cell(w, i, runs[run][1]);
            assert_true(their == theirs[run][i] || (isnan(their) && isnan(theirs[run][i])));
            assert_int_equal(isnan(our), !g || dropped[i]);
            if (isnan(our)) continue;
            assert_true(our >= 0 && our <= 1 && our == g->cells[9][1 + i]);
            sunk += i && our < 0.1;
            dropped[i] = i && our < 0.1;
        }
        if (run < 2) assert_int_equal(g && sunk, find_table(r, generations[run + 1]) != NULL);
    }
    assert_true(isnan(cell(w, 0, "agrees")));
    for (int i = 1; i < 8; i++) assert_int_equal(cell(w, i, "agrees"), dropped[i] == isnan(theirs[2][i]));
}

static void check_matches(const struct jg_study_result *r) {
    const struct jg_study_table *m = find_table(r, "matches"), *d = find_table(r, "without");
    assert_int_equal(d->row_count, 7);
    assert_int_equal(m->row_count, find_table(r, "generations_second") ? 9 : 8);
    for (int k = 0; k < m->row_count + d->row_count; k++) {
        const struct jg_study_table *t = k < m->row_count ? m : d;
        int row = k < m->row_count ? k : k - m->row_count;
        double wins = cell(t, row, "wins"), draws = cell(t, row, "draws"), losses = cell(t, row, "losses");
        assert_true(wins + draws + losses == 4 && cell(t, row, "share") == (wins + draws / 2) / 4);
        assert_true(cell(t, row, "low") <= cell(t, row, "share") && cell(t, row, "high") >= cell(t, row, "share"));
    }
}

/* Stopped repeatedly and with other threads it has the same result. */
static void test_loa_genetic(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 4, .threads = 1};
    struct jg_study_result *whole = run_study(&jg_study_loa_genetic, setting), *r = calloc(1, sizeof *r);
    check_weights(whole);
    check_matches(whole);
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    enum jg_status status = JG_ESTOP;
    int calls = 0, stored = 0;
    setting.threads = 2;
    for (; status == JG_ESTOP && calls < 100; calls++) {
        struct stopper s = {.at = calls < 3 ? 0.3 : 2};
        struct jg_error err = {0};
        *r = (struct jg_study_result){0};
        assert_int_equal(jg_study_checkpoint_open(k, path, "loa", &err), JG_OK);
        if (calls) assert_true(k->count > stored);
        stored = k->count;
        setting.checkpoint = k;
        setting.stop = &s.stop;
        setting.progress = stop_at;
        setting.arg = &s;
        status = jg_study_loa_genetic.run(&setting, r, &err);
    }
    assert_true(status == JG_OK && calls == 4);
    assert_true(same_results(whole, r));
    free(whole);
    free(r);
    free(k);
}

/* Stores a match of 4n games: n pairs are won, n lost, the rest drawn; then `fewer` won pairs are lost. */
static void store_match(struct jg_study_checkpoint *k, const char *what, int number, int n, int fewer) {
    char name[JG_STUDY_PART_NAME_MAX];
    double won = n / 2 - fewer, lost = n - n / 2 + fewer, even = n;
    double tally[9] = {2 * won + even, 0, 2 * lost + even, lost, 0, even, 0, won, 0};
    snprintf(name, sizeof name, "%s-%d", what, number);
    jg_study_checkpoint_add(k, name, tally, 9);
}

/* Ten individuals, each of which beats all that follow it. */
static void store_generations(struct jg_study_checkpoint *k) {
    static const double wins[10] = {18, 16, 14, 12, 10, 8, 6, 4, 2, 0};
    for (int stage = 1; stage <= 3; stage++)
        for (int generation = 1; generation <= 10; generation++) {
            char name[JG_STUDY_PART_NAME_MAX];
            snprintf(name, sizeof name, "stage-%d-%d", stage, generation);
            jg_study_checkpoint_add(k, name, wins, 10);
        }
}

static bool verdict(const struct jg_study_result *r, const char *begins, const char *ends) {
    for (int i = 0; i < r->verdict_count; i++) {
        const char *text = verdict_text(r, i);
        if (strncmp(text, begins, strlen(begins))) continue;
        if (strlen(text) < strlen(ends) || strcmp(text + strlen(text) - strlen(ends), ends))
            fail_msg("%s, not ... %s", text, ends);
        return r->verdicts[i].holds;
    }
    fail_msg("no verdict '%s'", begins);
    return false;
}

/* Verdicts follow from the matches: all even; weaker without concentration; few games. */
static void test_loa_verdicts(void **state) {
    (void)state;
    static const struct {
        int n, missed,
            first; /* a quarter of the games; pairs that the lack of concentration, and the final weights, lose */
        bool dropped, as_good, stronger;
        const char *ends;
    } cases[] = {
        {250, 0, 0, true, true, false, "weaker without: none; too few games to decide: none"},
        {250, 80, 80, false, false, true, "weaker without: concentration; too few games to decide: none"},
        {2, 0, 0, false, false, false,
         "weaker without: none; too few games to decide: concentration, mass, uniformity"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_study_checkpoint *k = malloc(sizeof *k);
        int n = cases[i].n;
        struct jg_study_setting setting = {
            .quick = true, .seed = test_seed(), .games = 4 * n, .threads = 2, .checkpoint = k};
        char head[32];
        snprintf(head, sizeof head, "loa %zu", i);
        assert_int_equal(jg_study_checkpoint_open(k, path, head, NULL), JG_OK);
        store_generations(k);
        for (int match = 1; match <= 9; match++) /* match 1: ours against the first generation; match 7: the report's */
            store_match(k, "match", match, n, match == 7 ? cases[i].first : match == 1 ? -cases[i].first : 0);
        for (int term = 1; term < 8; term++) store_match(k, "without", term, n, term == 2 ? cases[i].missed : 0);
        struct jg_study_result *r = run_study(&jg_study_loa_genetic, setting);
        assert_true(verdict(r, "the terms that the report dropped are worth little: concentration, mass, uniformity; ",
                            cases[i].ends) == cases[i].dropped);
        assert_true(verdict(r, "the report's final weights, without three terms, are as good as its first: ", ")") ==
                    cases[i].as_good);
        assert_true(verdict(r, "our final weights are stronger than the best of the first generation: ", ")") ==
                    cases[i].stronger);
        free(r);
        jg_study_checkpoint_remove(k);
        free(k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_checkpoint, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_checkpoint_refuses, make_folder, remove_folder),
        cmocka_unit_test(test_checkpoint_cannot_write),
        cmocka_unit_test_setup_teardown(test_checkpoint_is_bounded, make_folder, remove_folder),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_registry),
        cmocka_unit_test(test_games_of_studies),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_random),
        cmocka_unit_test_setup_teardown(test_goes_on, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_stored_parts_are_used, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_loa_genetic, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_loa_verdicts, make_folder, remove_folder),
    };
    test_begin();
    return cmocka_run_group_tests_name("study", tests, NULL, NULL);
}
