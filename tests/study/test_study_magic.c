/* The study of Magic duels: its games replayed one by one by other means, its numbers from given
 * counts, and our figures against those of a prototype with the correct rules. */
#include "studies.h"

#include "arena/game.h"
#include "core/stats.h"
#include "study/checkpoint.h"
#include "study/study.h"

#include <math.h>

enum { DUELS = 4, FORMS = 6 };

static const char *const NAMES[DUELS] = {"random", "white", "red", "search"};
static const char *const WORDS[FORMS] = {"right", "starts", "evades", "skips", "whim", "all"};

static bool near(double a, double b) { return fabs(a - b) <= 1e-9 * fmax(1, fabs(b)); }

static struct jg_study_result *run(struct jg_study_setting setting) {
    return run_study(&jg_study_magic_duels, setting);
}

/* ---- The paper's numbers --------------------------------------------------------------------- */

/* The wins in a number of games that round to this many thousandths; -1: none. */
static int wins_of(int thousandths, int games) {
    for (int wins = 0; wins <= games; wins++)
        if ((2000 * wins + games) / (2 * games) == thousandths) return wins;
    return -1;
}

/* No printed share is one of 70 games; these are the nearest possible. */
static void test_their_games(void **state) {
    (void)state;
    static const int printed[DUELS] = {718, 959, 972, 765};
    struct jg_study_result *r = run((struct jg_study_setting){.seed = 1, .games = 2, .threads = 1});
    const struct jg_study_table *t = table_named(r, "duels");
    assert_true(r->table_count == 1 && t->row_count == DUELS && r->verdict_count == DUELS);
    for (int i = 0; i < DUELS; i++) {
        int games = (int)cell(t, i, "theirs_games"), off = 0;
        double low, high;
        assert_true(near(cell(t, i, "theirs"), printed[i] / 1000.0));
        assert_int_equal(wins_of(printed[i], 70), -1);
        while (wins_of(printed[i], 70 - off) < 0 && wins_of(printed[i], 70 + off) < 0) off++;
        assert_int_equal(abs(games - 70), off);
        jg_wilson_interval(wins_of(printed[i], games), games, &low, &high);
        assert_true(near(cell(t, i, "theirs_low"), low) && near(cell(t, i, "theirs_high"), high));
        assert_true(low < printed[i] / 1000.0 && printed[i] / 1000.0 < high);
    }
    free(r);
}

/* ---- Verdicts from given counts --------------------------------------------------------------- */

static struct jg_study_checkpoint *open_keep(void) {
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    assert_int_equal(jg_study_checkpoint_open(k, path, "study", NULL), JG_OK);
    return k;
}

static void keep(struct jg_study_checkpoint *k, int duel, int form, double wins, double draws) {
    char name[JG_STUDY_PART_NAME_MAX];
    snprintf(name, sizeof name, "%s-%s", NAMES[duel], WORDS[form]);
    jg_study_checkpoint_add(k, name, (double[]){wins, draws}, 2);
}

static bool is_played(int duel, int form) { return !(form == 2 && duel == 3) && !(form == 4 && duel == 0); }

static void test_verdicts(void **state) {
    (void)state;
    static const double wins[DUELS] = {7170, 9590, 9700, 7660}; /* as theirs */
    struct jg_study_checkpoint *k = open_keep();
    for (int duel = 0; duel < DUELS; duel++)
        for (int form = 0; form < FORMS; form++) {
            if (!is_played(duel, form)) continue;
            keep(k, duel, form, form == 5 ? wins[duel] : form == 0 ? wins[duel] - 3000 : 100 * form + duel, 20);
        }
    struct jg_study_setting setting = {.games = 10000, .compat = true, .checkpoint = k};
    struct jg_study_result *r = run(setting);
    const struct jg_study_table *right = table_named(r, "duels"), *all = table_named(r, "compat"),
                                *bugs = table_named(r, "slips");
    assert_true(r->table_count == 3 && bugs->row_count == FORMS + 1 && r->verdict_count == DUELS + 1);
    for (int duel = 0; duel < DUELS; duel++) {
        double low, high;
        jg_wilson_interval(wins[duel] + 10, 10000, &low, &high);
        assert_true(near(cell(all, duel, "share"), (wins[duel] + 10) / 10000) && cell(all, duel, "draws") == 20);
        assert_true(near(cell(all, duel, "low"), low) && near(cell(all, duel, "high"), high));
        assert_true(cell(all, duel, "p_value") > 0.5 && cell(all, duel, "agrees") == 1);
        assert_true(cell(right, duel, "p_value") < 0.001 && cell(right, duel, "agrees") == 0);
        assert_true(r->verdicts[duel].holds);
        for (int form = 0; form < FORMS; form++) {
            double share = cell(bugs, form, NAMES[duel]);
            assert_true(isnan(share) == !is_played(duel, form));
            if (is_played(duel, form) && form > 0 && form < 5) assert_true(near(share, (100 * form + duel + 10) / 1e4));
        }
        assert_true(cell(bugs, FORMS, NAMES[duel]) == cell(all, duel, "theirs"));
    }
    assert_string_equal(verdict_text(r, 0),
                        "random against random: White wins 71.8 % (70.9 to 72.7); the paper has 71.8 % "
                        "of 71 games (60.5 to 81.0)");
    assert_true(r->verdicts[DUELS].holds);
    free(r);
    setting.compat = false;
    r = run(setting);
    assert_true(r->table_count == 1 && r->verdict_count == DUELS);
    for (int duel = 0; duel < DUELS; duel++) {
        assert_false(r->verdicts[duel].holds);
        assert_non_null(strstr(verdict_text(r, duel), "--compat"));
    }
    free(r);
    jg_study_checkpoint_remove(k);
    free(k);
}

/* Bugs that lead away from the printed results. */
static void test_less_likely(void **state) {
    (void)state;
    static const double wins[DUELS] = {71.8, 95.9, 97.2, 76.5};
    struct jg_study_checkpoint *k = open_keep();
    for (int duel = 0; duel < DUELS; duel++)
        for (int form = 0; form < FORMS; form++)
            if (is_played(duel, form)) keep(k, duel, form, form ? 50 : floor(wins[duel]), 0);
    struct jg_study_result *r = run((struct jg_study_setting){.games = 100, .compat = true, .checkpoint = k});
    assert_false(r->verdicts[DUELS].holds);
    assert_non_null(strstr(verdict_text(r, DUELS), "; the results contradict the bugs"));
    assert_non_null(strstr(verdict_text(r, 0), "; neither chance nor these bugs explain the difference"));
    free(r);
    jg_study_checkpoint_remove(k);
    free(k);
    k = open_keep();
    for (int duel = 0; duel < DUELS; duel++)
        for (int form = 0; form < FORMS; form++)
            if (is_played(duel, form)) keep(k, duel, form, floor(wins[duel]) - (form == 0), 0);
    r = run((struct jg_study_setting){.games = 100, .compat = true, .checkpoint = k});
    assert_false(r->verdicts[DUELS].holds);
    assert_non_null(strstr(verdict_text(r, DUELS), "; the paper has too few games to tell"));
    free(r);
    jg_study_checkpoint_remove(k);
    free(k);
}

/* ---- Games --------------------------------------------------------------------------------------- */

#define RANDOM "magic.random"
#define SEARCH "magic.search"
#define WHIM   "magic.search:whim=1"

/* The games of each cell, written out: [duel][form]. */
static const struct {
    const char *game, *red, *white;
} CELLS[DUELS][FORMS] = {
    {{"magic", RANDOM, RANDOM},
     {"magic:first=2", RANDOM, RANDOM},
     {"magic:evade=3", RANDOM, RANDOM},
     {"magic:skip=1", RANDOM, RANDOM},
     {0},
     {"magic:first=2,evade=3,skip=1", RANDOM, RANDOM}},
    {{"magic", RANDOM, SEARCH},
     {"magic:first=2", RANDOM, SEARCH},
     {"magic:evade=1", RANDOM, SEARCH},
     {"magic:skip=1", RANDOM, SEARCH},
     {"magic", RANDOM, WHIM},
     {"magic:first=2,evade=1,skip=1", RANDOM, WHIM}},
    {{"magic", SEARCH, RANDOM},
     {"magic:first=2", SEARCH, RANDOM},
     {"magic:evade=2", SEARCH, RANDOM},
     {"magic:skip=1", SEARCH, RANDOM},
     {"magic", WHIM, RANDOM},
     {"magic:first=2,evade=2,skip=1", WHIM, RANDOM}},
    {{"magic", SEARCH, SEARCH},
     {"magic:first=2", SEARCH, SEARCH},
     {0},
     {"magic:skip=1", SEARCH, SEARCH},
     {"magic", WHIM, WHIM},
     {"magic:first=2,skip=1", WHIM, WHIM}},
};

static double play(int duel, int form, uint64_t seed, int games) {
    struct jg_game g;
    struct jg_agent agents[2];
    struct jg_record record = {0};
    struct jg_error err = {0};
    double wins = 0;
    open_spec(&g, CELLS[duel][form].game);
    assert_int_equal(jg_agent_open(&agents[0], &g, CELLS[duel][form].red, &err), JG_OK);
    assert_int_equal(jg_agent_open(&agents[1], &g, CELLS[duel][form].white, &err), JG_OK);
    for (int i = 0; i < games; i++) {
        struct jg_arena_game bout = {
            .game = &g, .seats = {&agents[0], &agents[1]}, .seeding = jg_seeding_of(seed), .deal = (uint64_t)i};
        assert_int_equal(jg_arena_play(&bout, &record, NULL, &err), JG_OK);
        wins += (1 + jg_record_score(&record, duel < 2)) / 2.0;
        assert_int_equal(record.resigned, -1);
        for (int seat = 0; seat < 2; seat++)
            if (agents[seat].kind->forget) agents[seat].kind->forget(&agents[seat]);
    }
    jg_record_free(&record);
    jg_agent_close(&agents[0]);
    jg_agent_close(&agents[1]);
    jg_game_close(&g);
    return wins;
}

static void test_played(void **state) {
    (void)state;
    int games = test_scaled(24);
    struct jg_study_setting setting = {.seed = test_seed(), .games = games, .threads = 1, .compat = true};
    struct jg_study_result *r = run(setting);
    const struct jg_study_table *bugs = table_named(r, "slips");
    for (int duel = 0; duel < DUELS; duel++)
        for (int form = 0; form < FORMS; form++) {
            double share = cell(bugs, form, NAMES[duel]);
            assert_true(isnan(share) == !CELLS[duel][form].game);
            if (!isnan(share)) assert_true(near(share, play(duel, form, test_seed(), games) / games));
        }
    setting.threads = 3;
    struct jg_study_result *again = run(setting);
    assert_true(same_results(r, again));
    free(again);
    setting.seed++;
    struct jg_study_result *other = run(setting);
    assert_false(same_results(r, other));
    free(other);
    free(r);
}

struct stopper {
    atomic_bool stop;
    double at;
};

static void stop_at(void *arg, double share) {
    struct stopper *s = arg;
    if (share >= s->at) atomic_store(&s->stop, true);
}

/* Stopping and other threads do not change the result. */
static void test_goes_on(void **state) {
    (void)state;
    struct jg_study_setting setting = {.seed = test_seed(), .games = 20, .threads = 1, .compat = true};
    struct jg_study_result *whole = run(setting), *r = calloc(1, sizeof *r);
    struct jg_study_checkpoint *k = NULL;
    enum jg_status status = JG_ESTOP;
    int calls = 0, stored = 0;
    setting.threads = 2;
    for (; status == JG_ESTOP && calls < 20; calls++) {
        struct stopper s = {.at = calls < 2 ? 0.4 : 2};
        struct jg_error err = {0};
        free(k);
        k = open_keep();
        assert_true(k->count >= stored);
        stored = k->count;
        *r = (struct jg_study_result){0};
        setting.checkpoint = k;
        setting.stop = &s.stop;
        setting.progress = stop_at;
        setting.arg = &s;
        status = jg_study_magic_duels.run(&setting, r, &err);
    }
    assert_true(status == JG_OK && calls == 3 && stored > 0);
    assert_true(same_results(whole, r));
    jg_study_checkpoint_remove(k);
    free(k);
    free(whole);
    free(r);
}

/* A prototype with the correct rules, which shares no code with this one, had these shares and
 * half-widths of intervals (95 %). Ours may differ by four standard errors of both. */
static void test_right_figures(void **state) {
    (void)state;
    static const double share[DUELS] = {0.6565, 0.98, 0.9825, 0.719}, half[DUELS] = {0.002, 0.004, 0.004, 0.009};
    int games = test_scaled(1000);
    struct jg_study_result *r = run((struct jg_study_setting){.seed = test_seed(), .games = games});
    for (int duel = 0; duel < DUELS; duel++) {
        double ours = cell(table_named(r, "duels"), duel, "share");
        double error = sqrt(pow(half[duel] / 1.96, 2) + share[duel] * (1 - share[duel]) / games);
        if (fabs(ours - share[duel]) > 4 * error) fail_msg("%s: %.4f instead of %.4f", NAMES[duel], ours, share[duel]);
    }
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_their_games),
        cmocka_unit_test_setup_teardown(test_verdicts, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_less_likely, make_folder, remove_folder),
        cmocka_unit_test(test_played),
        cmocka_unit_test_setup_teardown(test_goes_on, make_folder, remove_folder),
        cmocka_unit_test(test_right_figures),
    };
    test_begin();
    return cmocka_run_group_tests_name("study_magic", tests, NULL, NULL);
}
