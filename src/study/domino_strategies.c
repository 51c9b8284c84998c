/* The eight strategies of E. S. S. da Silva's thesis (tables 9 to 14): against the basic player, against
 * Antonio's, and against each other. Ten simulations of 5000 matches each are tested by Student's t of the ten and
 * by chi-square of the best, as in the thesis. Our verdicts use the confidence interval from pairs of matches
 * instead. */
#include "study/domino.h"

#include "core/math.h"
#include "core/stats.h"
#include "study/games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRATEGIES = 8, BASIC = 0, ANTONIO = STRATEGIES + 1, ROWS_MAX = STRATEGIES * (STRATEGIES - 1) / 2 };

static const char *const OPPONENTS[] = {"basic", "1", "2", "3", "4", "5", "6", "7", "8", "Antonio"};

/* The paper's figures. Tables 10 to 12: mean and deviation of ten simulations, and t. Tables 13 and 14: wins of what it
 * calls the best simulation, and chi-square. */
struct theirs {
    int player, opponent;
    double mean, deviation, t, best, chi;
};

static const struct theirs AGAINST_BASIC[] = {
    {1, BASIC, 3095.6, 8.64, 218, 3105, 292.82}, {2, BASIC, 3215.4, 6.82, 332, 3222, 417.03},
    {3, BASIC, 3489.4, 6.2, 504, 3521, 833.25},  {4, BASIC, 3569.6, 5.21, 649, 3577, 927.94},
    {5, BASIC, 3116.1, 8.53, 228, 3127, 314.5},  {6, BASIC, 3225.6, 7.23, 317, 3235, 432.18},
    {7, BASIC, 3535.6, 7.12, 460, 3543, 870.28}, {8, BASIC, 3597.1, 5.36, 647, 3602, 971.52},
};

static const struct theirs AGAINST_ANTONIO[] = {
    {1, ANTONIO, 2314.7, 7.21, -81.25, 2325, 24.5},   {2, ANTONIO, 2363.2, 6.34, -68.25, 2370, 13.52},
    {3, ANTONIO, 2783.2, 6.2, 144.52, 2791, 67.74},   {4, ANTONIO, 2886.6, 6.17, 198.21, 2895, 124.82},
    {5, ANTONIO, 2331.6, 5.21, -102.19, 2342, 19.97}, {6, ANTONIO, 2375.8, 5.35, -73.41, 2381, 11.33},
    {7, ANTONIO, 2795.1, 5.92, 157.76, 2805, 74.42},  {8, ANTONIO, 2909.3, 5.08, 254.87, 2917, 139.11},
};

static const struct theirs AMONG[] = {
    {8, 1, 3064.1, 8.57, 208.17, 3056, 247.31},  {8, 2, 2788.9, 7.45, 122.7, 2776, 60.94},
    {8, 3, 2644.5, 9.07, 50.38, 2634, 14.36},    {8, 4, 2578.5, 7.6, 32.64, 2619, 11.33},
    {8, 5, 3033.8, 9.59, 176.03, 3026, 221.34},  {8, 6, 2878.7, 5.46, 219.42, 2871, 110.11},
    {8, 7, 2657.1, 4.89, 101.67, 2652, 18.48},   {7, 1, 2646.7, 8.56, 54.17, 2638, 15.24},
    {7, 2, 2614.4, 7.55, 47.94, 2629, 13.31},    {7, 3, 2528.7, 7.72, 11.76, 2517, 0.23},
    {7, 4, 2485.8, 7.54, -5.96, 2478, 0.39},     {7, 5, 2650.9, 6.08, 78.46, 2644, 16.59},
    {7, 6, 2598.4, 6.54, 47.61, 2591, 6.62},     {6, 1, 2622.5, 9.51, 40.72, 2799, 71.52},
    {6, 2, 2545.6, 10.71, 13.46, 2535, 0.98},    {6, 3, 2437.6, 13.79, -14.31, 2527, 0.58},
    {6, 4, 2460.7, 4.14, -30.03, 2455, 1.62},    {6, 5, 2612.4, 7.01, 50.7, 2619, 11.33},
    {5, 1, 2555.9, 7.74, 22.84, 2549, 1.92},     {5, 2, 2440.6, 11.35, -16.54, 2429, 4.03},
    {5, 3, 2411.6, 9.89, -28.26, 2397, 8.49},    {5, 4, 2404.4, 15.72, -19.23, 2388, 10.04},
    {4, 1, 3026.9, 11.79, 141.33, 3015, 212.18}, {4, 2, 2865.8, 6.78, 170.64, 2855, 100.82},
    {4, 3, 2652.5, 6.55, 73.59, 2641, 15.9},     {3, 1, 2626.1, 6.15, 64.79, 2619, 11.33},
    {3, 2, 2596.5, 11.67, 26.14, 2583, 5.51},    {2, 1, 2606.9, 11.52, 29.34, 2592, 6.77},
};

static const double MATCHES = JG_STUDY_MATCHES, HALF = JG_STUDY_MATCHES / 2.0, SIMULATIONS = JG_STUDY_SIMULATIONS;
static const double LEVEL = 0.05;
static const double T_LIMIT = 2.821, CHI_LIMIT = 10.827; /* the paper's critical values */

/* One of the paper's tables, played under both sets of rules. */
struct trial {
    const struct jg_study_setting *setting;
    struct theirs rows[ROWS_MAX];
    int n;
    bool among;                                                  /* the strategies play each other */
    struct jg_study_pairing_score *scores[JG_STUDY_RULES_COUNT]; /* n each */
};

/* ---- Tables ------------------------------------------------------------------------- */

enum {
    M_WHO,
    M_WHOM,
    M_THEIRS,
    M_THEIR_DEVIATION,
    M_THEIR_T,
    M_SHARE,
    M_LOW,
    M_HIGH,
    M_DEVIATION,
    M_COIN,
    M_T,
    M_AGREES
};

static const struct jg_study_column MEAN_COLUMNS[] = {
    [M_WHO] = {.name = "strategy", .title = "strategy", .unit = JG_UNIT_COUNT},
    [M_WHOM] = {.name = "opponent", .title = "against", .unit = JG_UNIT_WORD, .words = OPPONENTS},
    [M_THEIRS] = {.name = "theirs", .group = "theirs", .title = "of 5000", .unit = JG_UNIT_MEAN},
    [M_THEIR_DEVIATION] = {.name = "theirs_deviation", .group = "theirs", .title = "deviation", .unit = JG_UNIT_MEAN},
    [M_THEIR_T] = {.name = "theirs_t", .group = "theirs", .title = "t", .unit = JG_UNIT_MEAN},
    [M_SHARE] = {.name = "share", .group = "ours", .title = "share", .unit = JG_UNIT_SHARE},
    [M_LOW] = {.name = "low", .group = "interval (95 %)", .title = "from", .unit = JG_UNIT_SHARE},
    [M_HIGH] = {.name = "high", .group = "interval (95 %)", .title = "to", .unit = JG_UNIT_SHARE},
    [M_DEVIATION] = {.name = "deviation", .group = "of 5000", .title = "deviation", .unit = JG_UNIT_MEAN},
    [M_COIN] = {.name = "binomial", .group = "of 5000", .title = "binomial", .unit = JG_UNIT_MEAN},
    [M_T] = {.name = "t", .title = "t", .unit = JG_UNIT_MEAN},
    [M_AGREES] = {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

enum { B_WHO, B_WHOM, B_THEIRS, B_MEAN, B_PRINTED, B_COUNTED, B_BEST, B_CHI, B_CHANCE };

static const struct jg_study_column BEST_COLUMNS[] = {
    [B_WHO] = {.name = "strategy", .title = "strategy", .unit = JG_UNIT_COUNT},
    [B_WHOM] = {.name = "opponent", .title = "against", .unit = JG_UNIT_WORD, .words = OPPONENTS},
    [B_THEIRS] = {.name = "theirs_best", .group = "theirs", .title = "best", .unit = JG_UNIT_COUNT},
    [B_MEAN] = {.name = "theirs_mean", .group = "theirs", .title = "mean", .unit = JG_UNIT_MEAN},
    [B_PRINTED] = {.name = "theirs_chi_square",
                   .group = "paper's chi-square",
                   .title = "printed",
                   .unit = JG_UNIT_MEAN},
    [B_COUNTED] = {.name = "theirs_chi_square_counted",
                   .group = "paper's chi-square",
                   .title = "recomputed",
                   .unit = JG_UNIT_MEAN},
    [B_BEST] = {.name = "best", .group = "ours", .title = "best", .unit = JG_UNIT_SHARE},
    [B_CHI] = {.name = "chi_square", .group = "ours", .title = "chi-square", .unit = JG_UNIT_MEAN},
    [B_CHANCE] = {.name = "p_value", .group = "ours", .title = "p-value", .unit = JG_UNIT_CHANCE},
};

static double their_share(const struct theirs *r) { return r->mean / MATCHES; }
static double their_coin(const struct theirs *r) { return sqrt(MATCHES * their_share(r) * (1 - their_share(r))); }

/* The binomial error of the ten simulations together: the printed deviation is too small to be true. */
static double their_error(const struct theirs *r) { return their_coin(r) / MATCHES / sqrt(SIMULATIONS); }

static double their_chi(const struct theirs *r) {
    return jg_chi_square((double[]){r->best, MATCHES - r->best}, (double[]){HALF, HALF}, 2);
}

static bool agrees(const struct theirs *r, const struct jg_study_pairing_score *s) {
    return jg_study_shares_agree(s->share, jg_study_pairing_error(s), their_share(r), their_error(r));
}

static void mean_row(double *row, const struct theirs *r, const struct jg_study_pairing_score *s) {
    row[M_WHO] = r->player;
    row[M_WHOM] = r->opponent;
    row[M_THEIRS] = r->mean;
    row[M_THEIR_DEVIATION] = r->deviation;
    row[M_THEIR_T] = r->t;
    row[M_SHARE] = s->share;
    row[M_LOW] = s->low;
    row[M_HIGH] = s->high;
    row[M_DEVIATION] = s->deviation;
    row[M_COIN] = s->binomial;
    row[M_T] = s->t;
    row[M_AGREES] = agrees(r, s);
}

static void best_row(double *row, const struct theirs *r, const struct jg_study_pairing_score *s) {
    row[B_WHO] = r->player;
    row[B_WHOM] = r->opponent;
    row[B_THEIRS] = r->best;
    row[B_MEAN] = r->mean;
    row[B_PRINTED] = r->chi;
    row[B_COUNTED] = their_chi(r);
    row[B_BEST] = s->best;
    row[B_CHI] = s->chi;
    row[B_CHANCE] = s->p_value;
}

static void add_tables(const struct trial *t, struct jg_study_result *result) {
    static const char *const NAMES[JG_STUDY_RULES_COUNT][2] = {{"usual", "usual_best"}, {"thesis", "thesis_best"}};
    static const char *const MEAN_TITLES[] = {"usual rules: ten simulations", "rules=thesis: ten simulations"};
    static const char *const BEST_TITLES[] = {"usual rules: the best simulation", "rules=thesis: the best simulation"};
    int columns = sizeof MEAN_COLUMNS / sizeof *MEAN_COLUMNS, best_columns = sizeof BEST_COLUMNS / sizeof *BEST_COLUMNS;
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
        struct jg_study_table *mean = jg_study_add_table(result, NAMES[p][0], MEAN_TITLES[p], MEAN_COLUMNS, columns);
        struct jg_study_table *best =
            jg_study_add_table(result, NAMES[p][1], BEST_TITLES[p], BEST_COLUMNS, best_columns);
        for (int i = 0; i < t->n; i++) {
            mean_row(jg_study_add_row(mean), &t->rows[i], &t->scores[p][i]);
            best_row(jg_study_add_row(best), &t->rows[i], &t->scores[p][i]);
        }
    }
}

/* ---- Verdicts ----------------------------------------------------------------------- */

/* Whether the same side wins as in the paper, significantly; and the number of pairings that the paper's own tests
 * would call significant. */
static void winner_verdict(const struct trial *t, enum jg_study_rules p, struct jg_study_result *result) {
    int same = 0, opposite = 0, by_t = 0, by_chi = 0;
    for (int i = 0; i < t->n; i++) {
        const struct jg_study_pairing_score *s = &t->scores[p][i];
        int side = t->rows[i].mean > HALF ? JG_SCORE_STRONGER : JG_SCORE_WEAKER;
        same += (int)s->verdict == side;
        opposite += (int)s->verdict == -side;
        by_t += fabs(s->t) >= T_LIMIT; /* false for NAN */
        by_chi += s->chi >= CHI_LIMIT;
    }
    struct jg_phrase *text = jg_study_add_verdict(result, same == t->n);
    jg_phrase_add(text,
                  "%s: in %d of %d pairings the same side wins as in the paper, in %d the other (5 %% level); "
                  "above t = %.3f: %d, above chi-square %.3f: %d",
                  jg_study_rules_titles[p], same, t->n, opposite, T_LIMIT, by_t, CHI_LIMIT, by_chi);
    jg_study_explain_difference(text, same == t->n, opposite > 0);
}

static void share_verdict(const struct trial *t, enum jg_study_rules p, struct jg_study_result *result) {
    int agree = 0;
    double by_chance = 0, off = 0; /* probability that this many or more differ by chance */
    for (int i = 0; i < t->n; i++) {
        agree += agrees(&t->rows[i], &t->scores[p][i]);
        off += (t->scores[p][i].share - their_share(&t->rows[i])) / t->n;
    }
    for (int k = t->n - agree; k <= t->n; k++) by_chance += jg_binomial_pmf(k, t->n, LEVEL);
    struct jg_phrase *text = jg_study_add_verdict(result, by_chance >= LEVEL);
    jg_phrase_add(text,
                  "%s: %d of %d shares agree with the paper's; by chance alone %.1f would differ; ours "
                  "differ by %+.1f %% on average",
                  jg_study_rules_titles[p], agree, t->n, LEVEL * t->n, 100 * off);
    jg_study_explain_difference(text, by_chance >= LEVEL, true);
}

/* Whether simulations of independent matches could deviate as little as the paper's did. */
static void deviation_verdict(const struct trial *t, struct jg_study_result *result) {
    double theirs = 0, coin = 0, ours[JG_STUDY_RULES_COUNT] = {0}, chi = 0;
    for (int i = 0; i < t->n; i++) {
        double by_coin = their_coin(&t->rows[i]), deviation = t->rows[i].deviation;
        theirs += deviation / t->n;
        coin += by_coin / t->n;
        chi += (SIMULATIONS - 1) * deviation * deviation / (by_coin * by_coin);
        for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) ours[p] += t->scores[p][i].deviation / t->n;
    }
    double chance = 1 - jg_chi_square_tail(chi, (SIMULATIONS - 1) * t->n);
    struct jg_phrase *text = jg_study_add_verdict(result, chance >= LEVEL);
    if (isnan(ours[0]))
        jg_phrase_add(text,
                      "simulations vary like coin tosses: paper %.1f of 5000 on average, coin "
                      "tosses %.1f; ours are too few to compare",
                      theirs, coin);
    else
        jg_phrase_add(text,
                      "simulations vary like coin tosses: paper %.1f of 5000 on average, coin "
                      "tosses %.1f, ours %.1f and %.1f (rules=thesis)",
                      theirs, coin, ours[JG_STUDY_USUAL_RULES], ours[JG_STUDY_THESIS_RULES]);
    if (chance < LEVEL) jg_phrase_add(text, "; independent matches cannot vary so little");
}

/* Whether the printed t and chi-square follow from the printed counts, which are rounded. */
static void arithmetic_verdicts(const struct trial *t, struct jg_study_result *result) {
    int t_fits = 0, chi_fits = 0, below = 0;
    for (int i = 0; i < t->n; i++) {
        const struct theirs *r = &t->rows[i];
        double again = jg_student_t(r->mean, r->deviation, SIMULATIONS, HALF);
        t_fits += fabs(again - r->t) <= 1 + 0.006 / r->deviation * fabs(again);
        chi_fits += fabs(their_chi(r) - r->chi) <= 0.011;
        below += r->best < r->mean;
    }
    struct jg_phrase *text = jg_study_add_verdict(result, t_fits == t->n && chi_fits == t->n);
    jg_phrase_add(text, "of the paper's %d values, %d of t and %d of chi-square follow from its counts", t->n, t_fits,
                  chi_fits);
    if (t_fits < t->n || chi_fits < t->n) jg_phrase_add(text, "; the others are misprints");
    text = jg_study_add_verdict(result, below == 0);
    jg_phrase_add(text, "the paper's best simulation is no worse than its mean, except in %d of %d", below, t->n);
    if (below) jg_phrase_add(text, "; so the best and the means come from different simulations");
}

/* Strategies 5 to 8 are 1 to 4 with a greater depth at the end of the round. */
static void end_depth_verdict(const struct trial *t, struct jg_study_result *result) {
    double theirs = 0, ours[JG_STUDY_RULES_COUNT] = {0}, errors[JG_STUDY_RULES_COUNT] = {0}, half = t->n / 2.0;
    bool holds = true, worse = false;
    for (int i = 0; i < t->n; i++) {
        double sign = t->rows[i].player <= STRATEGIES / 2 ? -1 : 1;
        theirs += sign * their_share(&t->rows[i]) / half;
        for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
            ours[p] += sign * t->scores[p][i].share / half;
            double error = jg_study_pairing_error(&t->scores[p][i]) / half;
            errors[p] += error * error;
        }
    }
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
        bool clear = !jg_study_shares_agree(ours[p], sqrt(errors[p]), 0, 0);
        holds &= clear && ours[p] > 0;
        worse |= clear && ours[p] < 0;
    }
    struct jg_phrase *text = jg_study_add_verdict(result, holds);
    jg_phrase_add(text,
                  "depth 9 instead of 2 at the end wins more: %+.2f %% and %+.2f %% "
                  "(rules=thesis); paper %+.2f %%",
                  100 * ours[JG_STUDY_USUAL_RULES], 100 * ours[JG_STUDY_THESIS_RULES], 100 * theirs);
    jg_study_explain_difference(text, holds, worse);
}

/* Computes the shares of the strategies against all others, and their errors; p = JG_STUDY_RULES_COUNT: the paper's.
 * Returns the strategy with the highest share. */
static int strongest(const struct trial *t, int p, double share[STRATEGIES + 1], double error[STRATEGIES + 1]) {
    double met[STRATEGIES + 1] = {0};
    int best = 0;
    for (int i = 0; i <= STRATEGIES; i++) share[i] = error[i] = 0;
    for (int i = 0; i < t->n; i++) {
        const struct theirs *r = &t->rows[i];
        bool own = p < JG_STUDY_RULES_COUNT;
        double won = own ? t->scores[p][i].share : their_share(r);
        double off = own ? jg_study_pairing_error(&t->scores[p][i]) : their_error(r);
        share[r->player] += won;
        share[r->opponent] += 1 - won;
        error[r->player] += off * off;
        error[r->opponent] += off * off;
        met[r->player]++;
        met[r->opponent]++;
    }
    for (int i = 1; i <= STRATEGIES; i++) {
        if (met[i] == 0) continue;
        share[i] /= met[i];
        error[i] = sqrt(error[i]) / met[i];
        if (!best || share[i] > share[best]) best = i;
    }
    return best;
}

static void strongest_verdict(const struct trial *t, struct jg_study_result *result) {
    double share[JG_STUDY_RULES_COUNT + 1][STRATEGIES + 1], error[JG_STUDY_RULES_COUNT + 1][STRATEGIES + 1];
    int best[JG_STUDY_RULES_COUNT + 1], theirs = strongest(t, JG_STUDY_RULES_COUNT, share[2], error[2]);
    bool same = true, beaten = false;
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
        int ours = best[p] = strongest(t, p, share[p], error[p]);
        same &= ours == theirs;
        beaten |= !jg_study_shares_agree(share[p][ours], error[p][ours], share[p][theirs], error[p][theirs]);
    }
    struct jg_phrase *text = jg_study_add_verdict(result, same);
    jg_phrase_add(text,
                  "strategy %d scores best against all others (%.1f %%), with rules=thesis strategy %d (%.1f "
                  "%%); paper: strategy %d (%.1f %%)",
                  best[0], 100 * share[0][best[0]], best[1], 100 * share[1][best[1]], theirs, 100 * share[2][theirs]);
    jg_study_explain_difference(text, same, beaten);
}

static void add_verdicts(const struct trial *t, struct jg_study_result *result) {
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) winner_verdict(t, (enum jg_study_rules)p, result);
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) share_verdict(t, (enum jg_study_rules)p, result);
    if (t->among)
        strongest_verdict(t, result);
    else
        end_depth_verdict(t, result);
    deviation_verdict(t, result);
    arithmetic_verdicts(t, result);
}

/* ---- The studies -------------------------------------------------------------------- */

static void spec_of(char out[JG_SPEC_MAX], int player, enum jg_study_rules p) {
    if (player == BASIC)
        snprintf(out, JG_SPEC_MAX, "%s", jg_study_rules_basic[p]);
    else if (player == ANTONIO)
        snprintf(out, JG_SPEC_MAX, "domino.antonio");
    else
        snprintf(out, JG_SPEC_MAX, "domino.thesis:strategy=%d", player);
}

/* Estimated work: depths 9 and 10 dominate, in any phase. */
static double weight_of(int player) {
    static const double WEIGHTS[] = {[0] = 10, [1] = 1, [2] = 1, [3] = 5}; /* of strategies 4 and 8, 1 and 5, ... */
    return player == BASIC || player == ANTONIO ? 0 : WEIGHTS[player % 4];
}

/* Whether a player is fast: it never searches 9 or 10 plies while many tiles are hidden. */
static bool is_quick(int player) { return player % 4 == 1 || player % 4 == 2 || player == BASIC || player == ANTONIO; }

static void make_pairing(struct jg_study_pairing *c, enum jg_study_rules p, const struct theirs *r) {
    c->preset = p;
    c->weight = 1 + weight_of(r->player) + weight_of(r->opponent);
    snprintf(c->name, sizeof c->name, "%s-%d-%d", jg_study_rules_names[p], r->player, r->opponent);
    spec_of(c->player, r->player, p);
    spec_of(c->opponent, r->opponent, p);
}

static enum jg_status run_trial(const struct jg_study_setting *s, const struct theirs *rows, int n,
                                struct jg_study_result *result, struct jg_error *err) {
    struct trial t = {.setting = s, .among = rows == AMONG};
    struct jg_study_pairing *pairings = calloc((size_t)n * JG_STUDY_RULES_COUNT, sizeof *pairings);
    struct jg_study_pairing_score scores[JG_STUDY_RULES_COUNT * ROWS_MAX];
    if (!pairings) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (int i = 0; i < n; i++)
        if (!s->quick || (is_quick(rows[i].player) && is_quick(rows[i].opponent))) t.rows[t.n++] = rows[i];
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++)
        for (int i = 0; i < t.n; i++) make_pairing(&pairings[p * t.n + i], (enum jg_study_rules)p, &t.rows[i]);
    enum jg_status status = jg_study_play_pairings(s, pairings, t.n * JG_STUDY_RULES_COUNT, err);
    if (!status && !jg_study_is_outlined(s)) {
        for (int i = 0; i < t.n * JG_STUDY_RULES_COUNT; i++) scores[i] = jg_study_pairing_score(&pairings[i]);
        for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) t.scores[p] = scores + p * t.n;
        add_tables(&t, result);
        add_verdicts(&t, result);
    }
    free(pairings);
    return status;
}

static enum jg_status run_basic(const struct jg_study_setting *s, struct jg_study_result *result,
                                struct jg_error *err) {
    return run_trial(s, AGAINST_BASIC, STRATEGIES, result, err);
}

static enum jg_status run_antonio(const struct jg_study_setting *s, struct jg_study_result *result,
                                  struct jg_error *err) {
    return run_trial(s, AGAINST_ANTONIO, STRATEGIES, result, err);
}

static enum jg_status run_strategies(const struct jg_study_setting *s, struct jg_study_result *result,
                                     struct jg_error *err) {
    return run_trial(s, AMONG, sizeof AMONG / sizeof *AMONG, result, err);
}

const struct jg_study jg_study_domino_basic = {
    .name = "domino-basic",
    .title = "Dominoes: eight strategies against the basic player",
    .summary = "matches won by expectiminimax with eight sets of depths; Student's t, chi-square and intervals",
    .source = jg_study_domino_source,
    .games = 5000,
    .quick_games = 100,
    .splits = true,
    .game_bytes = 700,
    .run = run_basic,
};

const struct jg_study jg_study_domino_antonio = {
    .name = "domino-antonio",
    .title = "Dominoes: eight strategies against Antonio's player",
    .summary = "matches won by expectiminimax with eight sets of depths against coefficients from a genetic algorithm",
    .source = jg_study_domino_source,
    .games = 5000,
    .quick_games = 100,
    .splits = true,
    .game_bytes = 700,
    .run = run_antonio,
};

const struct jg_study jg_study_domino_strategies = {
    .name = "domino-strategies",
    .title = "Dominoes: eight strategies against each other",
    .summary = "matches of all pairs of eight strategies; Student's t, chi-square and intervals",
    .source = jg_study_domino_source,
    .games = 1000,
    .quick_games = 100,
    .splits = true,
    .game_bytes = 700,
    .run = run_strategies,
};
