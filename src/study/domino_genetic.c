/* Coefficients of Antonio's player by a genetic algorithm: the experiment of N. S. Antonio et al., "Optimization of
 * an evaluation function of the four-sided dominos game using a genetic algorithm", 2013, as described in E. S. S.
 * da Silva's thesis. Populations of 40 to 100, two-point or uniform crossover, mutation 0.1 or 0.5, 50 to 200
 * generations, seven coefficients from -10 to 10; fitness is the number of matches won against the basic player. The
 * best of 256 runs won 3503 of 5000 matches.
 *
 * Here every combination of crossover and mutation has one run. A generation plays the same deals, the next
 * generation other ones. The result of each run is validated on new deals; the best run is then tested on further
 * deals that no choice depended on, and that is the score that counts. */
#include "study/domino.h"

#include "arena/series.h"
#include "games/domino/domino.h"
#include "study/checkpoint.h"
#include "study/games.h"
#include "tune/method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    COEFFICIENTS = 7,
    RUNS = 4,
    QUICK_RUNS = 1,
    POPULATION = 40, /* the paper's smallest; stored as one part */
    QUICK_POPULATION = 8,
    GENERATIONS = 50,
    QUICK_GENERATIONS = 3,
    FITNESS = 200, /* matches per individual and generation */
    QUICK_FITNESS = 20,
    FAR = 32 /* bits: distance between the deal numbers of generations */
};

static const double THEIR_SHARE = 3503.0 / 5000, THEIR_MATCHES = 5000;
static const double HIGHEST = 10, SURVIVE = 0.5, AS_GOOD = 0.02;

static const char *const CROSSOVERS[] = {"two points", "uniform"};

static const struct run_setting {
    int crossover; /* of CROSSOVERS */
    enum jg_crossover how;
    double mutation;
} SETTINGS[RUNS] = {
    {1, JG_CROSS_UNIFORM, 0.1}, {0, JG_CROSS_TWO, 0.1}, {1, JG_CROSS_UNIFORM, 0.5}, {0, JG_CROSS_TWO, 0.5}};

struct found {
    double best[COEFFICIENTS];
    double most[GENERATIONS], mean[GENERATIONS]; /* shares won in each generation */
};

struct work {
    const struct jg_study_setting *setting;
    int runs, population, generations, fitness;
    struct found found[JG_STUDY_RULES_COUNT][RUNS];
    double total, done, now; /* matches */

    /* The generation in progress. */
    uint64_t first; /* deal */
    double *wins;
};

static void show(void *arg, double share) {
    const struct work *w = arg;
    if (w->setting->progress && w->total > 0)
        w->setting->progress(w->setting->arg, fmin(1, (w->done + share * w->now) / w->total));
}

/* To three digits, as they are printed at the end. */
static void spec_of(char out[JG_SPEC_MAX], const double *a) {
    snprintf(out, JG_SPEC_MAX, "domino.antonio:a1=%.3f,a2=%.3f,a3=%.3f,a4=%.3f,a5=%.3f,a6=%.3f,a7=%.3f", a[0], a[1],
             a[2], a[3], a[4], a[5], a[6]);
}

/* ---- A generation ------------------------------------------------------------------- */

/* Each individual plays the basic player, who is the last of the players, in pairs of matches on the same deals. */
static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct work *w = arg;
    uint64_t match = number % (uint64_t)w->fitness;
    int one = (int)(number / (uint64_t)w->fitness), swapped = (int)(match & 1);
    out->players[swapped] = one;
    out->players[!swapped] = w->population;
    out->deal = w->first + match / 2;
    return true;
}

static enum jg_status count(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct work *w = arg;
    int team = (int)(played->number & 1);
    (void)err;
    w->wins[played->number / (uint64_t)w->fitness] += jg_record_score(played->record, team) > 0;
    return JG_OK;
}

/* The matches of generations are 3.2 of 3.4 million, so they are stored only with `store_all`. */
static struct jg_study_setting of_generation(const struct jg_study_setting *s) {
    struct jg_study_setting out = *s;
    if (!s->store_all) out.store = NULL;
    return out;
}

static enum jg_status play_generation(struct work *w, const char *name, const struct jg_game *g, const char *basic,
                                      const double *points, struct jg_error *err) {
    struct jg_player players[POPULATION + 1];
    const struct jg_study_setting s = of_generation(w->setting);
    enum jg_status status = jg_player_init(&players[w->population], g, basic, err);
    for (int i = 0; i < w->population && !status; i++) {
        char spec[JG_SPEC_MAX];
        spec_of(spec, points + i * COEFFICIENTS);
        status = jg_player_init(&players[i], g, spec, err);
        w->wins[i] = 0;
    }
    struct jg_series series = {.game = g,
                               .players = players,
                               .player_count = w->population + 1,
                               .seed = s.seed,
                               .stop = s.stop,
                               .count = (uint64_t)w->population * (uint64_t)w->fitness,
                               .threads = s.threads,
                               .fixture = fixture,
                               .take = count,
                               .progress = show,
                               .arg = w};
    return status ? status : jg_study_play_series(&s, name, &series, err);
}

static bool load_part(const struct work *w, const char *name, double *wins) {
    const struct jg_study_setting s = of_generation(w->setting);
    if (!jg_study_has_games(&s, name)) return false;
    if (!jg_study_checkpoint_find(w->setting->checkpoint, name, wins, w->population)) return false;
    for (int i = 0; i < w->population; i++)
        if (!(wins[i] >= 0 && wins[i] <= w->fitness) || floor(wins[i]) != wins[i]) return false;
    return true;
}

static enum jg_status evolve(struct work *w, const struct jg_game *g, int preset, int run, void *method,
                             struct jg_error *err) {
    struct found *f = &w->found[preset][run];
    double points[POPULATION * COEFFICIENTS], wins[POPULATION];
    w->wins = wins;
    w->now = (double)w->population * w->fitness;
    for (int i = 0; i < w->generations; i++) {
        char name[JG_STUDY_PART_NAME_MAX];
        snprintf(name, sizeof name, "%s-%d-%d", jg_study_rules_names[preset], run + 1, i + 1);
        if (load_part(w, name, wins)) {
            w->total -= w->now;
        } else {
            w->first = (uint64_t)(1 + i) << FAR;
            jg_method_genetic.ask(method, points);
            enum jg_status status = play_generation(w, name, g, jg_study_rules_basic[preset], points, err);
            if (status) return status;
            jg_study_checkpoint_add(w->setting->checkpoint, name, wins, w->population);
            w->done += w->now;
        }
        for (int k = 0; k < w->population; k++) {
            double share = wins[k] / w->fitness;
            f->mean[i] += share / w->population;
            f->most[i] = fmax(f->most[i], share);
        }
        jg_method_genetic.tell(method, wins);
    }
    jg_method_genetic.best(method, f->best);
    return JG_OK;
}

static enum jg_status evolve_all(struct work *w, int preset, struct jg_error *err) {
    struct jg_game g;
    enum jg_status status = jg_game_open(&g, jg_study_rules_games[preset], err);
    if (status) return status;
    for (int i = 0; i < w->runs && !status; i++) {
        struct jg_method_setting setting = {.n = COEFFICIENTS,
                                            .low = -HIGHEST,
                                            .high = HIGHEST,
                                            .seed = w->setting->seed + (uint64_t)i,
                                            .population = w->population,
                                            .survive = SURVIVE,
                                            .mutation = SETTINGS[i].mutation,
                                            .crossover = SETTINGS[i].how};
        void *method = jg_method_genetic.open(&setting);
        status =
            method ? evolve(w, &g, preset, i, method, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        jg_method_genetic.close(method);
    }
    jg_game_close(&g);
    return status;
}

/* ---- Deals not seen before ---------------------------------------------------------- */

/* Plays pairings with a seed of their own, so that no deal was used by a generation. */
static enum jg_status play_pairings(struct work *w, struct jg_study_pairing *pairings, int n, uint64_t seed,
                                    struct jg_error *err) {
    struct jg_study_setting s = *w->setting;
    struct jg_rng rng;
    jg_rng_init(&rng, s.seed, seed);
    s.seed = jg_rng_next(&rng);
    s.progress = NULL;
    enum jg_status status = jg_study_play_pairings(&s, pairings, n, err);
    w->now = (double)n * s.games;
    if (!status) w->done += w->now;
    show(w, 0);
    return status;
}

static void make_pairing(struct jg_study_pairing *c, int preset, const char *what, int number, const double *a) {
    c->preset = (enum jg_study_rules)preset;
    c->weight = 1;
    snprintf(c->name, sizeof c->name, "%s-%s-%d", what, jg_study_rules_names[preset], number);
    snprintf(c->opponent, sizeof c->opponent, "%s", jg_study_rules_basic[preset]);
    snprintf(c->player, sizeof c->player, "domino.antonio");
    if (a) spec_of(c->player, a);
}

enum { R_CROSSOVER, R_MUTATION, R_FIRST, R_SHARE = R_FIRST + COEFFICIENTS, R_LOW, R_HIGH };

static const struct jg_study_column RUN_COLUMNS[] = {
    [R_CROSSOVER] = {.name = "crossover", .title = "crossover", .unit = JG_UNIT_WORD, .words = CROSSOVERS},
    [R_MUTATION] = {.name = "mutation", .title = "mutation", .unit = JG_UNIT_MEAN},
    [R_FIRST] = {.name = "a1", .group = "coefficients", .title = "a1", .unit = JG_UNIT_WEIGHT},
    [R_FIRST + 1] = {.name = "a2", .group = "coefficients", .title = "a2", .unit = JG_UNIT_WEIGHT},
    [R_FIRST + 2] = {.name = "a3", .group = "coefficients", .title = "a3", .unit = JG_UNIT_WEIGHT},
    [R_FIRST + 3] = {.name = "a4", .group = "coefficients", .title = "a4", .unit = JG_UNIT_WEIGHT},
    [R_FIRST + 4] = {.name = "a5", .group = "coefficients", .title = "a5", .unit = JG_UNIT_WEIGHT},
    [R_FIRST + 5] = {.name = "a6", .group = "coefficients", .title = "a6", .unit = JG_UNIT_WEIGHT},
    [R_FIRST + 6] = {.name = "a7", .group = "coefficients", .title = "a7", .unit = JG_UNIT_WEIGHT},
    [R_SHARE] = {.name = "share", .title = "share", .unit = JG_UNIT_SHARE},
    [R_LOW] = {.name = "low", .group = "interval (95 %)", .title = "from", .unit = JG_UNIT_SHARE},
    [R_HIGH] = {.name = "high", .group = "interval (95 %)", .title = "to", .unit = JG_UNIT_SHARE},
};

/* Validates the results of the runs on new deals; returns the best run, or -1 with status. */
static int compare_runs(struct work *w, int preset, struct jg_study_result *result, enum jg_status *status,
                        struct jg_error *err) {
    static const char *const TITLES[] = {"usual rules: results of the runs on new deals",
                                         "rules=thesis: results of the runs on new deals"};
    struct jg_study_pairing pairings[RUNS] = {0};
    int best = 0;
    for (int i = 0; i < w->runs; i++) make_pairing(&pairings[i], preset, "found", i + 1, w->found[preset][i].best);
    *status = play_pairings(w, pairings, w->runs, 1, err);
    if (*status) return -1;
    struct jg_study_table *table = jg_study_add_table(result, jg_study_rules_names[preset], TITLES[preset], RUN_COLUMNS,
                                                      sizeof RUN_COLUMNS / sizeof *RUN_COLUMNS);
    for (int i = 0; i < w->runs; i++) {
        struct jg_study_pairing_score s = jg_study_pairing_score(&pairings[i]);
        double *row = jg_study_add_row(table);
        row[R_CROSSOVER] = SETTINGS[i].crossover;
        row[R_MUTATION] = SETTINGS[i].mutation;
        for (int k = 0; k < COEFFICIENTS; k++) row[R_FIRST + k] = w->found[preset][i].best[k];
        row[R_SHARE] = s.share;
        row[R_LOW] = s.low;
        row[R_HIGH] = s.high;
        if (s.share > table->cells[best][R_SHARE]) best = i;
    }
    return best;
}

/* ---- The test ----------------------------------------------------------------------- */

static const char *const WHOSE[2 * JG_STUDY_RULES_COUNT] = {"usual rules: found here", "usual rules: domino.antonio",
                                                            "rules=thesis: found here", "rules=thesis: domino.antonio"};

enum { P_WHOSE, P_THEIRS, P_SHARE, P_LOW, P_HIGH, P_DEVIATION, P_COIN, P_T, P_CHI, P_AGREES };

static const struct jg_study_column PROOF_COLUMNS[] = {
    [P_WHOSE] = {.name = "coefficients", .title = "coefficients", .unit = JG_UNIT_WORD, .words = WHOSE},
    [P_THEIRS] = {.name = "theirs", .title = "theirs", .unit = JG_UNIT_SHARE},
    [P_SHARE] = {.name = "share", .title = "ours", .unit = JG_UNIT_SHARE},
    [P_LOW] = {.name = "low", .group = "interval (95 %)", .title = "from", .unit = JG_UNIT_SHARE},
    [P_HIGH] = {.name = "high", .group = "interval (95 %)", .title = "to", .unit = JG_UNIT_SHARE},
    [P_DEVIATION] = {.name = "deviation", .group = "of 5000", .title = "deviation", .unit = JG_UNIT_MEAN},
    [P_COIN] = {.name = "binomial", .group = "of 5000", .title = "binomial", .unit = JG_UNIT_MEAN},
    [P_T] = {.name = "t", .title = "t", .unit = JG_UNIT_MEAN},
    [P_CHI] = {.name = "chi_square", .title = "chi-square", .unit = JG_UNIT_MEAN},
    [P_AGREES] = {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

static bool agrees(const struct jg_study_pairing_score *s) {
    double error = sqrt(THEIR_SHARE * (1 - THEIR_SHARE) / THEIR_MATCHES);
    return jg_study_shares_agree(s->share, jg_study_pairing_error(s), THEIR_SHARE, error);
}

static void add_proof(const struct jg_study_pairing_score *scores, int n, struct jg_study_result *result) {
    struct jg_study_table *table =
        jg_study_add_table(result, "proof", "the best run on deals that no choice depended on", PROOF_COLUMNS,
                           sizeof PROOF_COLUMNS / sizeof *PROOF_COLUMNS);
    for (int i = 0; i < n; i++) {
        double *row = jg_study_add_row(table);
        row[P_WHOSE] = i;
        row[P_THEIRS] = THEIR_SHARE;
        row[P_SHARE] = scores[i].share;
        row[P_LOW] = scores[i].low;
        row[P_HIGH] = scores[i].high;
        row[P_DEVIATION] = scores[i].deviation;
        row[P_COIN] = scores[i].binomial;
        row[P_T] = scores[i].t;
        row[P_CHI] = scores[i].chi;
        row[P_AGREES] = agrees(&scores[i]);
    }
}

/* The paper's share is that of the best of 256 runs on the matches by which it was chosen, so it is slightly biased
 * upwards. "As good" means that the confidence interval excludes being worse by more than AS_GOOD. */
static void test_verdicts(const struct jg_study_pairing_score *scores, int preset, struct jg_study_result *result) {
    const struct jg_study_pairing_score *found = &scores[2 * preset], *known = &scores[2 * preset + 1];
    bool as_theirs = found->low >= THEIR_SHARE - AS_GOOD;
    struct jg_phrase *text = jg_study_add_verdict(result, as_theirs);
    jg_phrase_add(text,
                  "%s: the coefficients found are as good as the paper's: they win %.2f %% (%.2f to "
                  "%.2f) on new deals; the paper's %.2f %% is the best of 256 runs",
                  jg_study_rules_titles[preset], 100 * found->share, 100 * found->low, 100 * found->high,
                  100 * THEIR_SHARE);
    jg_study_explain_difference(text, as_theirs, found->high < THEIR_SHARE - AS_GOOD);
    double less = known->share - found->share, more = found->share + AS_GOOD - known->share;
    bool clear = !jg_study_shares_agree(more, jg_study_pairing_error(found), 0, jg_study_pairing_error(known)),
         sure = clear && more > 0;
    text = jg_study_add_verdict(result, sure);
    jg_phrase_add(text,
                  "%s: they are as good as the coefficients of domino.antonio, which win %.2f %% (%.2f to %.2f), "
                  "%+.2f more",
                  jg_study_rules_titles[preset], 100 * known->share, 100 * known->low, 100 * known->high, 100 * less);
    if (!sure && clear)
        jg_phrase_add(text, "; more generations and matches would find better ones");
    else
        jg_study_explain_difference(text, sure, false);
}

static const struct jg_study_column GENERATION_COLUMNS[] = {
    {.name = "generation", .title = "generation", .unit = JG_UNIT_COUNT},
    {.name = "usual_best", .group = "usual rules", .title = "best", .unit = JG_UNIT_SHARE},
    {.name = "usual_mean", .group = "usual rules", .title = "mean", .unit = JG_UNIT_SHARE},
    {.name = "thesis_best", .group = "rules=thesis", .title = "best", .unit = JG_UNIT_SHARE},
    {.name = "thesis_mean", .group = "rules=thesis", .title = "mean", .unit = JG_UNIT_SHARE},
};

static void add_generations(const struct work *w, const int *best, struct jg_study_result *result) {
    struct jg_study_table *table =
        jg_study_add_table(result, "generations", "share of matches won by generation, in the best run",
                           GENERATION_COLUMNS, sizeof GENERATION_COLUMNS / sizeof *GENERATION_COLUMNS);
    table->every = 5;
    for (int i = 0; i < w->generations; i++) {
        double *row = jg_study_add_row(table);
        row[0] = i + 1;
        for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
            row[1 + 2 * p] = w->found[p][best[p]].most[i];
            row[2 + 2 * p] = w->found[p][best[p]].mean[i];
        }
    }
}

static enum jg_status prove(struct work *w, const int *best, struct jg_study_result *result, struct jg_error *err) {
    struct jg_study_pairing pairings[2 * JG_STUDY_RULES_COUNT] = {0};
    struct jg_study_pairing_score scores[2 * JG_STUDY_RULES_COUNT];
    int n = 2 * JG_STUDY_RULES_COUNT;
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
        make_pairing(&pairings[2 * p], p, "proof", 1, w->found[p][best[p]].best);
        make_pairing(&pairings[2 * p + 1], p, "proof", 2, NULL);
    }
    enum jg_status status = play_pairings(w, pairings, n, 2, err);
    if (status) return status;
    for (int i = 0; i < n; i++) scores[i] = jg_study_pairing_score(&pairings[i]);
    add_proof(scores, n, result);
    add_generations(w, best, result);
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) test_verdicts(scores, p, result);
    return JG_OK;
}

static void set_size(struct work *w, const struct jg_study_setting *s) {
    w->setting = s;
    w->runs = s->quick ? QUICK_RUNS : RUNS;
    w->population = s->quick ? QUICK_POPULATION : POPULATION;
    w->generations = s->quick ? QUICK_GENERATIONS : GENERATIONS;
    w->fitness = s->quick ? QUICK_FITNESS : FITNESS;
}

/* The matches of the last tables, and with `all` those of the generations. */
static uint64_t most_matches(const struct work *w, bool all) {
    uint64_t tables = ((uint64_t)w->runs + 2) * (uint64_t)w->setting->games;
    uint64_t generation = (uint64_t)w->population * (uint64_t)w->fitness;
    return JG_STUDY_RULES_COUNT * (tables + (all ? (uint64_t)w->runs * (uint64_t)w->generations * generation : 0));
}

static uint64_t most_games(const struct jg_study_setting *s) {
    struct work w = {0};
    set_size(&w, s);
    return s->games % 2 ? 0 : most_matches(&w, s->store_all);
}

static enum jg_status run_genetic(const struct jg_study_setting *s, struct jg_study_result *result,
                                  struct jg_error *err) {
    int best[JG_STUDY_RULES_COUNT] = {0};
    struct work *w = calloc(1, sizeof *w);
    if (!w) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    set_size(w, s);
    w->total = (double)most_matches(w, true);
    enum jg_status status = JG_OK;
    for (int p = 0; p < JG_STUDY_RULES_COUNT && !status; p++) {
        status = evolve_all(w, p, err);
        if (!status) best[p] = compare_runs(w, p, result, &status, err);
    }
    if (!status) status = prove(w, best, result, err);
    jg_phrase_add(&result->extent, "runs: %d, generations per run: %d, population: %d, matches per individual: %d",
                  w->runs, w->generations, w->population, w->fitness);
    free(w);
    return status;
}

const struct jg_study jg_study_domino_genetic = {
    .name = "domino-genetic",
    .title = "Dominoes: Antonio's coefficients by a genetic algorithm",
    .summary = "seven coefficients evolved by wins against the basic player, tested on new deals",
    .source = jg_study_domino_source,
    .games = 20000,
    .quick_games = 100,
    .evolves = true,
    .game_bytes = 700,
    .most_games = most_games,
    .run = run_genetic,
};
