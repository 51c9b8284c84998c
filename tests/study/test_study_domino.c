/* The studies of four-ended dominoes: the papers' numbers, ours, and the verdicts. */
#include "studies.h"

#include "core/elo.h"
#include "core/stats.h"
#include "games/domino/domino.h"
#include "study/domino.h"
#include "study/checkpoint.h"

#include <math.h>

static bool near(double a, double b) { return fabs(a - b) <= 1e-9 * fmax(1, fabs(b)); }

static bool verdict(const struct jg_study_result *r, const char *begins) {
    for (int i = 0; i < r->verdict_count; i++)
        if (!strncmp(verdict_text(r, i), begins, strlen(begins))) return r->verdicts[i].holds;
    fail_msg("no verdict '%s'", begins);
    return false;
}

/* A verdict that does not hold says why. */
static void assert_because(const struct jg_study_result *r, const char *begins, const char *why) {
    for (int i = 0; i < r->verdict_count; i++)
        if (!strncmp(verdict_text(r, i), begins, strlen(begins))) {
            assert_false(r->verdicts[i].holds);
            assert_non_null(strstr(verdict_text(r, i), why));
            return;
        }
    fail_msg("no verdict '%s'", begins);
}

/* ---- Size of the game ----------------------------------------------------------------------- */

/* Counts sequences of `left` more tiles one by one by the rules; of arms with the same number only the first is
 * used. */
static uint64_t sequences(const struct jg_domino_rules *r, const struct jg_domino_table *t, uint32_t left, int more) {
    uint64_t n = 0;
    unsigned seen = 0;
    if (!more) return 1;
    for (int arm = 0; arm < jg_domino_arms(t); arm++) {
        int number = jg_domino_number(t, arm);
        if (seen >> number & 1) continue;
        seen |= 1u << number;
        for (uint32_t fit = left & jg_domino_with[number]; fit; fit &= fit - 1) {
            struct jg_domino_table after = *t;
            int tile = jg_domino_lowest(fit);
            jg_domino_join(r, &after, tile, arm);
            n += sequences(r, &after, left & ~(1u << tile), more - 1);
        }
    }
    return n;
}

static void test_complexity(void **state) {
    (void)state;
    static const double exact[] = {1,       6,        66,        870,         12510,       192120,
                                   3019200, 46911240, 705623760, 10154152800, 138747759480};
    struct jg_study_result *r = run_study(&jg_study_domino_complexity, (struct jg_study_setting){.games = 1});
    const struct jg_study_table *t = table_named(r, "sequences"), *d = table_named(r, "deals");
    struct jg_game g;
    struct jg_domino_table opening = {0};
    assert_int_equal(t->row_count, 11);
    for (int i = 0; i < 11; i++) assert_true(cell(t, i, "ours") == exact[i] && cell(t, i, "agrees") == 1);
    assert_int_equal(jg_game_open(&g, "domino", NULL), JG_OK);
    jg_domino_open_table(jg_domino_rules(&g), &opening, JG_DOMINO_SENA);
    for (int i = 0; i < 7; i++)
        assert_int_equal(sequences(jg_domino_rules(&g), &opening, JG_DOMINO_ALL & ~(1u << JG_DOMINO_SENA), i),
                         exact[i]);
    jg_game_close(&g);
    static const double hand[] = {15, 120, 3003, 116280, 1184040},
                        deals[] = {90, 4200, 756756, 399072960, 472518347558400};
    for (int i = 0; i < 5; i++) {
        assert_true(cell(d, i, "one_hand") == hand[i] && cell(d, i, "deals") == deals[i]);
        assert_true(cell(d, i, "agrees") == (i == 1));
    }
    assert_true(verdict(r, "11 of 11 numbers of sequences"));
    assert_true(verdict(r, "from any of seven doubles: 1.048e+12 sequences"));
    assert_because(r, "1 of 5 published numbers of deals", "; the others are for other hand sizes");
    assert_false(verdict(
        r, "four hands from 28 tiles: the paper's 1.18e+06 is the number for one hand; for all hands it is 4.73e+14"));
    free(r);
}

/* ---- Rounds ------------------------------------------------------------------------------------ */

static struct jg_study_checkpoint *open_checkpoint(const char *head) {
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    assert_int_equal(jg_study_checkpoint_open(k, path, head, NULL), JG_OK);
    return k;
}

static void close_checkpoint(struct jg_study_checkpoint *k) {
    jg_study_checkpoint_remove(k);
    free(k);
}

/* 5000 matches as in the figure, as far as it is known; `more` rounds are locked. */
static void store_rounds(struct jg_study_checkpoint *k, const char *rules, double more, double of_25) {
    char name[JG_STUDY_PART_NAME_MAX];
    double out[28] = {[17] = 3, [23] = 10282 - 3 - of_25, [24] = of_25}, locked[28] = {[11] = more};
    snprintf(name, sizeof name, "out-%s", rules);
    jg_study_checkpoint_add(k, name, out, 28);
    snprintf(name, sizeof name, "locked-%s", rules);
    jg_study_checkpoint_add(k, name, locked, 28);
    snprintf(name, sizeof name, "sums-%s", rules);
    double all = 10282 + more;
    jg_study_checkpoint_add(k, name, (double[]){5000, all * all / 5000 + 2500, 10282.0 * 10282 / 5000 + 2500, 20000},
                            4);
}

static void test_rounds(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = open_checkpoint("rounds");
    store_rounds(k, "usual", 1000, 327); /* 24.03 tiles on average */
    store_rounds(k, "thesis", 0, 4103);
    struct jg_study_result *r =
        run_study(&jg_study_domino_rounds, (struct jg_study_setting){.games = 5000, .checkpoint = k});
    const struct jg_study_table *t = table_named(r, "rounds"), *tiles = table_named(r, "tiles");
    assert_true(near(cell(t, 1, "per_match"), 11282 / 5000.0) && near(cell(t, 2, "per_match"), 10282 / 5000.0));
    assert_true(near(cell(t, 2, "tiles"), (18 * 3 + 24 * 9952 + 25 * 327) / 10282.0) && cell(t, 1, "shortest") == 12);
    assert_true(near(cell(t, 1, "locked"), 1000 / 11282.0) && near(cell(t, 1, "passes"), 20000 / 11282.0));
    for (int i = 1; i < 5; i++)
        assert_true(near(cell(t, i, "phase_1") + cell(t, i, "phase_2") + cell(t, i, "phase_3"), cell(t, i, "tiles")));
    assert_true(tiles->row_count == 14 && cell(tiles, 13, "theirs") == 4103 &&
                near(cell(tiles, 13, "thesis_all"), 4103));
    assert_because(r, "usual rules, all rounds: ", "; not by chance: ");
    assert_true(verdict(
        r, "usual rules, not locked: 2.056 rounds per match and 24.03 tiles per round; paper: 2.056 and 24.03"));
    assert_false(verdict(r, "rules=thesis, all rounds: ")); /* as many rounds, but longer ones */
    assert_true(verdict(r, "closest in rounds per match: usual rules, not locked; its shortest round has 18 tiles"));
    free(r);
    close_checkpoint(k);
}

/* The specification's figures for basic players; threads make no difference. */
static void test_rounds_played(void **state) {
    (void)state;
    struct jg_study_setting setting = {.seed = test_seed(), .games = 2000, .threads = 1};
    struct jg_study_result *r = run_study(&jg_study_domino_rounds, setting), *other;
    const struct jg_study_table *t = table_named(r, "rounds");
    assert_true(fabs(cell(t, 1, "per_match") - 2.53) < 0.15 && fabs(cell(t, 1, "tiles") - 23.8) < 0.2);
    assert_true(fabs(cell(t, 1, "passes") - 1.6) < 0.2 && fabs(cell(t, 1, "locked") - 0.113) < 0.03);
    assert_true(verdict(r, "a third of a round is eight tiles"));
    setting.threads = 3;
    other = run_study(&jg_study_domino_rounds, setting);
    assert_true(same_results(r, other));
    free(other);
    free(r);
}

/* ---- Pairings ------------------------------------------------------------------------------------ */

enum { GAMES = 2000, PART = GAMES / 10 };

/* Stores a pairing of 2000 matches with a given number of wins and as many even pairs as possible. Of the ten
 * simulations two are 6 above and two 6 below the mean. */
static void store_pairing(struct jg_study_checkpoint *k, const char *name, int wins) {
    double n[19] = {wins, 0, GAMES - wins};
    n[3 + (wins > GAMES / 2 ? 4 : 0)] = abs(wins - GAMES / 2);
    n[3 + 2] = GAMES / 2 - abs(wins - GAMES / 2);
    for (int i = 0; i < 10; i++) n[9 + i] = wins / 10.0 + (i < 2 ? 6 : i < 4 ? -6 : 0);
    jg_study_checkpoint_add(k, name, n, 19);
}

/* The row of such a pairing, worked out by hand. */
static void check_cell(const struct jg_study_table *t, int row, int wins) {
    double share = wins / (double)GAMES, deviation = sqrt(4 * 36 / 9.0);
    assert_true(near(cell(t, row, "share"), share));
    assert_true(cell(t, row, "low") < share && share < cell(t, row, "high"));
    assert_true(near(cell(t, row, "deviation"), deviation * 5)); /* of 5000 instead of 200 */
    assert_true(near(cell(t, row, "binomial"), sqrt(5000 * share * (1 - share))));
    assert_true(near(cell(t, row, "t"), (wins / 10.0 - 100) / (deviation / sqrt(10))));
}

static const int QUICK[] = {1, 2, 5, 6}; /* the strategies that are played in a quick study */

static void store_strategies(struct jg_study_checkpoint *k, const int wins[2][4]) {
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < 4; i++) {
            char name[JG_STUDY_PART_NAME_MAX];
            snprintf(name, sizeof name, "%s-%d-0", p ? "thesis" : "usual", QUICK[i]);
            store_pairing(k, name, wins[p][i]);
        }
}

static const struct jg_study_setting BASE = {.quick = true, .games = GAMES, .threads = 1};

/* The verdicts for the thesis's shares, and for others. */
static void test_basic_verdicts(void **state) {
    (void)state;
    static const double theirs[] = {3095.6, 3215.4, 3116.1, 3225.6}, chi[] = {292.82, 417.03, 314.50, 432.18};
    static const int as_theirs[2][4] = {{1238, 1286, 1246, 1290}, {1100, 1100, 1300, 1300}},
                     others[2][4] = {{900, 1000, 1500, 1600}, {1000, 1000, 1000, 1000}};
    for (int round = 0; round < 2; round++) {
        const int(*wins)[4] = round ? others : as_theirs;
        struct jg_study_checkpoint *k = open_checkpoint(round ? "other" : "theirs");
        struct jg_study_setting setting = BASE;
        setting.checkpoint = k;
        store_strategies(k, wins);
        struct jg_study_result *r = run_study(&jg_study_domino_basic, setting);
        const struct jg_study_table *t = table_named(r, "usual"), *best = table_named(r, "usual_best");
        for (int i = 0; i < 4; i++) {
            check_cell(t, i, wins[0][i]);
            check_cell(table_named(r, "thesis"), i, wins[1][i]);
            assert_true(cell(t, i, "strategy") == QUICK[i] && cell(t, i, "theirs") == theirs[i]);
            assert_true(cell(t, i, "agrees") == (round == 0));
            assert_true(cell(best, i, "theirs_chi_square") == chi[i]);
            assert_true(fabs(cell(best, i, "theirs_chi_square_counted") - chi[i]) < 0.0051);
            double off = wins[0][i] - GAMES / 2;
            assert_true(near(cell(best, i, "chi_square"), 2 * off * off / (GAMES / 2)));
            assert_true(near(cell(best, i, "best"), (wins[0][i] / 10.0 + 6) / PART));
        }
        if (!round) {
            assert_true(
                verdict(r, "usual rules: in 4 of 4 pairings the same side wins as in the paper, in 0 the other (5 % "
                           "level); above t = 2.821: 4, above chi-square 10.827: 4"));
            assert_true(verdict(r, "usual rules: 4 of 4 shares agree with the paper's"));
            assert_true(verdict(r, "rules=thesis: in 4 of 4 pairings"));
            assert_false(verdict(r, "depth 9 instead of 2 at the end wins more: +0.30 % and +10.00 %"));
        } else {
            assert_false(
                verdict(r, "usual rules: in 2 of 4 pairings the same side wins as in the paper, in 1 the other (5 % "
                           "level); above t = 2.821: 3, above chi-square 10.827: 3"));
            assert_because(r, "usual rules: 0 of 4 shares agree with the paper's", "; not by chance: ");
            assert_false(verdict(r, "rules=thesis: in 0 of 4 pairings"));
            assert_because(r, "depth 9 instead of 2 at the end wins more: +30.00 % and +0.00 %",
                           "; too few matches to decide");
        }
        assert_false(verdict(r, "simulations vary like coin tosses: paper 7.8 of 5000 on average, "
                                "coin tosses 34.1, ours 20.0 and 20.0 (rules=thesis)"));
        assert_true(verdict(r, "of the paper's 4 values, 4 of t and 4 of chi-square follow from its counts"));
        assert_true(verdict(r, "the paper's best simulation is no worse than its mean, except in 0 of 4"));
        free(r);
        close_checkpoint(k);
    }
}

/* A deeper search at the end that wins more under both sets of rules. */
static void test_end_verdict(void **state) {
    (void)state;
    static const int wins[2][4] = {{1000, 1000, 1200, 1200}, {1000, 1000, 1100, 1100}};
    struct jg_study_checkpoint *k = open_checkpoint("end");
    struct jg_study_setting setting = BASE;
    setting.checkpoint = k;
    store_strategies(k, wins);
    struct jg_study_result *r = run_study(&jg_study_domino_basic, setting);
    assert_true(verdict(r, "depth 9 instead of 2 at the end wins more: +10.00 % and +5.00 %"));
    free(r);
    close_checkpoint(k);
}

/* All 28 pairings of the strategies from a checkpoint, without playing a match. */
static void test_strategies_verdicts(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = open_checkpoint("strategies");
    char name[JG_STUDY_PART_NAME_MAX];
    for (int p = 0; p < 2; p++)
        for (int a = 8; a > 1; a--)
            for (int b = 1; b < a; b++) {
                snprintf(name, sizeof name, "%s-%d-%d", p ? "thesis" : "usual", a, b);
                store_pairing(k, name, 1000 + 20 * (a - b) - (p && a == 8 ? 300 : 0));
            }
    struct jg_study_setting setting = {.games = GAMES, .checkpoint = k};
    struct jg_study_result *r = run_study(&jg_study_domino_strategies, setting);
    const struct jg_study_table *best = table_named(r, "thesis_best");
    double off = 0;
    assert_true(best->row_count == 28 && table_named(r, "usual")->row_count == 28);
    for (int i = 0; i < 28; i++)
        off = fmax(off, fabs(cell(best, i, "theirs_chi_square") - cell(best, i, "theirs_chi_square_counted")));
    assert_true(off < 0.0101);
    assert_true(verdict(r, "of the paper's 28 values, 28 of t and 28 of chi-square follow"));
    assert_because(r, "the paper's best simulation is no worse than its mean, except in 23 of 28",
                   "; so the best and the means");
    assert_false(
        verdict(r, "strategy 8 scores best against all others (54.0 %), with rules=thesis strategy 7 (")); /* not 8 */
    free(r);
    close_checkpoint(k);
}

/* Strategy 3 against the basic player is misprinted: 833.25. */
static void test_misprint(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = open_checkpoint("misprint");
    char name[JG_STUDY_PART_NAME_MAX];
    for (int p = 0; p < 2; p++)
        for (int a = 1; a <= 8; a++) {
            snprintf(name, sizeof name, "%s-%d-0", p ? "thesis" : "usual", a);
            store_pairing(k, name, 1300);
        }
    struct jg_study_setting setting = {.games = GAMES, .checkpoint = k};
    struct jg_study_result *r = run_study(&jg_study_domino_basic, setting);
    const struct jg_study_table *best = table_named(r, "usual_best");
    assert_true(cell(best, 7, "theirs_best") == 3602 && near(cell(best, 7, "theirs_chi_square_counted"), 971.5232));
    assert_true(near(cell(best, 2, "theirs_chi_square_counted"), 833.9528));
    assert_because(r, "of the paper's 8 values, 8 of t and 7 of chi-square follow", "; the others are misprints");
    free(r);
    close_checkpoint(k);
}

/* ---- Depth --------------------------------------------------------------------------------------- */

static void test_depth_verdicts(void **state) {
    (void)state;
    static const char *const phases[] = {"end", "middle", "start"};
    struct jg_study_checkpoint *k = open_checkpoint("depth");
    char name[JG_STUDY_PART_NAME_MAX];
    for (int p = 0; p < 2; p++)
        for (int phase = 0; phase < 3; phase++)
            for (int depth = 1; depth <= 3; depth++) { /* grows, stays, and falls */
                snprintf(name, sizeof name, "%s-%s-%d", p ? "thesis" : "usual", phases[phase], depth);
                store_pairing(k, name, 1200 + 100 * (p ? phase - 1 : 1 - phase) * (depth - 2));
            }
    struct jg_study_setting setting = BASE;
    setting.checkpoint = k;
    struct jg_study_result *r = run_study(&jg_study_domino_depth, setting);
    check_cell(table_named(r, "usual_end"), 0, 1100);
    check_cell(table_named(r, "thesis_start"), 2, 1300);
    assert_true(verdict(r, "usual rules: an extra ply at the end wins +5.00 % more"));
    assert_because(r, "usual rules: an extra ply in the middle wins +0.00 % more", "; too few matches to decide");
    assert_because(r, "usual rules: an extra ply at the start wins -5.00 % more", "; not by chance: ");
    assert_true(verdict(r, "rules=thesis: an extra ply at the start wins +5.00 % more"));
    assert_false(
        verdict(r, "usual rules: depth 3 wins most at the start (55.0 %); in the middle 60.0 %, at the end 65.0 %"));
    assert_true(verdict(r, "rules=thesis: depth 3 wins most at the start (65.0 %"));
    free(r);
    close_checkpoint(k);
}

/* ---- Played ---------------------------------------------------------------------------------------- */

struct stopper {
    atomic_bool stop;
    double at;
};

static void stop_at(void *arg, double share) {
    struct stopper *s = arg;
    if (share >= s->at) atomic_store(&s->stop, true);
}

/* A study that is stopped repeatedly, with other threads, has the same result. */
static void goes_on(const struct jg_study *study, int games, double at) {
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = games, .threads = 1};
    struct jg_study_result *whole = run_study(study, setting), *r = calloc(1, sizeof *r);
    struct jg_study_checkpoint *k = malloc(sizeof *k);
    enum jg_status status = JG_ESTOP;
    int calls = 0;
    setting.threads = 2;
    for (; status == JG_ESTOP && calls < 20; calls++) {
        struct stopper s = {.at = calls < 3 ? at : 2};
        struct jg_error err = {0};
        *r = (struct jg_study_result){0};
        assert_int_equal(jg_study_checkpoint_open(k, path, study->name, &err), JG_OK);
        setting.checkpoint = k;
        setting.stop = &s.stop;
        setting.progress = stop_at;
        setting.arg = &s;
        status = study->run(&setting, r, &err);
    }
    assert_true(status == JG_OK && calls > 1);
    assert_true(same_results(whole, r));
    free(whole);
    free(r);
    close_checkpoint(k);
}

static void test_goes_on(void **state) {
    (void)state;
    int games = test_scaled(100) < 100 ? 4 : 20;
    goes_on(&jg_study_domino_strategies, games, 0.4);
    goes_on(&jg_study_domino_genetic, games, 0.2);
}

static void test_refuses_odd_games(void **state) {
    (void)state;
    struct jg_study_setting setting = {.quick = true, .games = 3};
    struct jg_study_result *r = calloc(1, sizeof *r);
    struct jg_error err = {0};
    assert_int_equal(jg_study_domino_basic.run(&setting, r, &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "must be even, not 3"));
    free(r);
}

/* Pruning changes the nodes, not the moves, and a difference is detected. */
static void test_nodes(void **state) {
    (void)state;
    struct jg_study_checkpoint *k = open_checkpoint("nodes");
    struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = 2, .checkpoint = k};
    struct jg_study_result *r = run_study(&jg_study_domino_nodes, setting);
    const struct jg_study_table *t = table_named(r, "usual");
    assert_int_equal(t->row_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_true(cell(t, i, "nodes_pruned") <= cell(t, i, "nodes") && cell(t, i, "decisions") > 0);
        if (i) assert_true(cell(t, i, "nodes") > cell(t, i - 1, "nodes"));
        assert_true(near(cell(t, i, "match_nodes"), cell(t, i, "nodes") * cell(t, i, "decisions") / 2 * 5000));
    }
    assert_true(verdict(r, "usual rules: the same moves with and without pruning"));
    assert_true(verdict(r, "rules=thesis: the same moves with and without pruning"));
    free(r);
    jg_study_checkpoint_remove(k);
    assert_int_equal(jg_study_checkpoint_open(k, path, "other", NULL), JG_OK);
    jg_study_checkpoint_add(k, "thesis-whole-2", (double[]){10, 99, 5, 123}, 4); /* with moves that were never made */
    r = run_study(&jg_study_domino_nodes, setting);
    assert_true(cell(table_named(r, "thesis"), 1, "nodes") == 99.0 / 5);
    assert_true(verdict(r, "usual rules: the same moves with and without pruning"));
    assert_false(verdict(r, "rules=thesis: pruning changes some moves"));
    free(r);
    close_checkpoint(k);
}

/* The tested coefficients are those that were found, and the verdicts follow from them. */
static void test_genetic_verdicts(void **state) {
    (void)state;
    for (int round = 0; round < 2; round++) {
        struct jg_study_checkpoint *k = open_checkpoint(round ? "good" : "bad");
        struct jg_study_setting setting = {.quick = true, .seed = test_seed(), .games = GAMES, .checkpoint = k};
        for (int p = 0; p < 2; p++) {
            static const double wins[8] = {1, 2, 3, 20, 5, 6, 7, 8};
            static const char *const rules[] = {"usual", "thesis"};
            char name[JG_STUDY_PART_NAME_MAX];
            for (int generation = 1; generation <= 3; generation++) {
                snprintf(name, sizeof name, "%s-1-%d", rules[p], generation);
                jg_study_checkpoint_add(k, name, wins, 8);
            }
            snprintf(name, sizeof name, "found-%s-1", rules[p]);
            store_pairing(k, name, 1400);
            snprintf(name, sizeof name, "proof-%s-1", rules[p]);
            store_pairing(k, name, round ? 1440 : 1380);
            snprintf(name, sizeof name, "proof-%s-2", rules[p]);
            store_pairing(k, name, round ? 1400 : 1480);
        }
        struct jg_study_result *r = run_study(&jg_study_domino_genetic, setting);
        const struct jg_study_table *proof = table_named(r, "proof"), *generations = table_named(r, "generations");
        check_cell(proof, 0, round ? 1440 : 1380);
        check_cell(proof, 3, round ? 1400 : 1480);
        assert_true(near(cell(proof, 0, "theirs"), 0.7006) && cell(generations, 0, "usual_best") == 1);
        assert_true(near(cell(generations, 2, "thesis_mean"), 52 / 160.0));
        for (int i = 1; i <= 7; i++) {
            char name[8];
            snprintf(name, sizeof name, "a%d", i);
            assert_true(fabs(cell(table_named(r, "usual"), 0, name)) <= 10);
        }
        assert_true(verdict(r, "usual rules: the coefficients found are as good as the paper's") == round);
        assert_true(verdict(r, "usual rules: they are as good as the coefficients of domino.antonio") == round);
        free(r);
        close_checkpoint(k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complexity),
        cmocka_unit_test_setup_teardown(test_rounds, make_folder, remove_folder),
        cmocka_unit_test(test_rounds_played),
        cmocka_unit_test_setup_teardown(test_basic_verdicts, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_end_verdict, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_strategies_verdicts, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_misprint, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_depth_verdicts, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_goes_on, make_folder, remove_folder),
        cmocka_unit_test(test_refuses_odd_games),
        cmocka_unit_test_setup_teardown(test_nodes, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_genetic_verdicts, make_folder, remove_folder),
    };
    test_begin();
    return cmocka_run_group_tests_name("study_domino", tests, NULL, NULL);
}
