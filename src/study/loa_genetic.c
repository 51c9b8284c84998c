/* The experiment of a report on a program for Lines of Action: a genetic algorithm finds the weights of its seven terms
 * and of a random one; terms with a low weight are dropped, and the algorithm runs again with the rest. The study then
 * measures what the report leaves open: how strong the weights are, and what each term is worth.
 *
 * A checkpoint stores the results of each generation; the population follows from them. */
#include "study/study.h"

#include "arena/contest.h"
#include "games/loa/paper.h"
#include "study/checkpoint.h"
#include "study/games.h"
#include "tune/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STAGES = 3,
    POPULATION = 10,
    GENERATIONS = 100,
    QUICK_GENERATIONS = 10,
    DEPTH = 4,
    QUICK_DEPTH = 2,
    GENERATION_GAMES = POPULATION * (POPULATION - 1),
    SHOWN = 10, /* every N-th generation is shown */
    TALLY = 9   /* numbers of a stored tally */
};

/* A term is dropped if its final weight is below this. The report does not give its threshold; it dropped weights up to
 * 0.078 and none from 0.328. */
static const double DROP_BELOW = 0.1;

/* "As good" means that the confidence interval lies above this score. */
static const double AS_GOOD = 0.45;

static bool they_dropped(int stage, int term) {
    return jg_loa_weights[stage][term] == 0; /* a weight in use is not 0 */
}

/* ---- The work ------------------------------------------------------------------------- */

struct stage {
    bool dropped[JG_LOA_TERMS]; /* before this stage */
    int generations;
    struct jg_generation history[GENERATIONS];
};

struct work {
    const struct jg_study_setting *setting;
    struct jg_game game;
    int generations, depth, opening;
    struct stage stages[STAGES];
    int stage_count;          /* finished stages */
    double total, done, part; /* games: total, played by this call, of the piece in progress */
};

static const double *weights_of(const struct work *w, int stage) {
    const struct stage *s = &w->stages[stage];
    return s->history[s->generations - 1].weights;
}

static void show(void *arg, double share) {
    const struct work *w = arg;
    const struct jg_study_setting *s = w->setting;
    if (s->progress && w->total > 0) s->progress(s->arg, fmin(1, (w->done + share * w->part) / w->total));
}

static void show_match(void *arg, const struct jg_standings *standings, double share) {
    (void)standings;
    show(arg, share);
}

/* Counts a piece of work that was played by this call, or was loaded. */
static void finish(struct work *w, double games, bool loaded) {
    if (loaded)
        w->total -= games;
    else
        w->done += games;
}

static void spec_of(const struct work *w, const bool *dropped, char out[JG_SPEC_MAX]) {
    struct jg_text t;
    const char *before = ",drop=";
    jg_text_init(&t, out, JG_SPEC_MAX);
    jg_text_add(&t, "loa.paper:depth=%d,lazy=1", w->depth);
    for (int i = 0; dropped && i < JG_LOA_TERMS; i++) {
        if (!dropped[i]) continue;
        jg_text_add(&t, "%s%s", before, jg_loa_terms[i].name);
        before = "+";
    }
}

/* A seed for each piece of work. */
static uint64_t seed_of(const struct work *w, uint64_t piece) {
    struct jg_rng rng;
    jg_rng_init(&rng, w->setting->seed, piece);
    return jg_rng_next(&rng);
}

/* ---- The genetic algorithm ------------------------------------------------------------ */

static bool load_wins(const struct work *w, const char *name, uint64_t *halves) {
    double wins[POPULATION], sum = 0;
    if (!jg_study_checkpoint_find(w->setting->checkpoint, name, wins, POPULATION)) return false;
    for (int i = 0; i < POPULATION; i++) {
        if (!(wins[i] >= 0 && wins[i] <= 2 * (POPULATION - 1)) || floor(wins[i]) != wins[i]) return false;
        sum += wins[i];
        halves[i] = 2 * (uint64_t)wins[i];
    }
    return sum <= GENERATION_GAMES;
}

static void store_wins(const struct work *w, const char *name, const uint64_t *halves) {
    double wins[POPULATION];
    for (int i = 0; i < POPULATION; i++) wins[i] = (double)(halves[i] / 2);
    jg_study_checkpoint_add(w->setting->checkpoint, name, wins, POPULATION);
}

static enum jg_status evolve(struct work *w, struct stage *s, int number, struct jg_tuning *t, struct jg_error *err) {
    uint64_t halves[POPULATION];
    while (s->generations < w->generations) {
        char name[JG_STUDY_PART_NAME_MAX];
        struct jg_generation *g = &s->history[s->generations];
        snprintf(name, sizeof name, "stage-%d-%d", number + 1, s->generations + 1);
        bool loaded = load_wins(w, name, halves);
        if (loaded) {
            jg_tuning_replay(t, halves, g);
        } else {
            w->part = GENERATION_GAMES;
            enum jg_status status = jg_tuning_step(t, g, show, w, err);
            if (status) return status;
            jg_tuning_results(t, halves);
            store_wins(w, name, halves);
        }
        finish(w, GENERATION_GAMES, loaded);
        s->generations++;
    }
    return JG_OK;
}

static enum jg_status run_stage(struct work *w, int number, struct jg_error *err) {
    struct stage *s = &w->stages[number];
    struct jg_tune_setting setting = {
        .game = &w->game,
        .evaluator = jg_tune_evaluator(&w->game, "paper", err),
        .method = JG_TUNE_GENETIC,
        .seed = seed_of(w, (uint64_t)number),
        .opening = w->opening,
        .pairs = 1,
        .wins = true,
        .generations = w->generations,
        .high = 1,
        .population = POPULATION,
        .survive = 0.5,
        .mutation = 0.1,
        .crossover = JG_CROSS_UNIFORM,
        .threads = w->setting->threads,
        .stop = w->setting->stop,
    };
    spec_of(w, s->dropped, setting.agent);
    struct jg_tuning *t = setting.evaluator ? jg_tuning_open(&setting, NULL, err) : NULL;
    if (!t) return err ? err->code : JG_EMEMORY;
    enum jg_status status = evolve(w, s, number, t, err);
    jg_tuning_close(t);
    return status;
}

/* Marks the terms to drop after a stage; the random term always stays, as in the report. */
static int mark_dropped(const struct work *w, int stage, bool *dropped) {
    int count = 0;
    memcpy(dropped, w->stages[stage].dropped, sizeof w->stages[stage].dropped);
    for (int i = JG_LOA_DISTANCE; i < JG_LOA_TERMS; i++) {
        if (dropped[i] || weights_of(w, stage)[i] >= DROP_BELOW) continue;
        dropped[i] = true;
        count++;
    }
    return count;
}

static enum jg_status run_stages(struct work *w, struct jg_error *err) {
    for (int i = 0; i < STAGES; i++) {
        enum jg_status status = run_stage(w, i, err);
        if (status) return status;
        w->stage_count = i + 1;
        if (i + 1 < STAGES && !mark_dropped(w, i, w->stages[i + 1].dropped)) break;
    }
    w->total -= (double)(STAGES - w->stage_count) * w->generations * GENERATION_GAMES;
    return JG_OK;
}

/* ---- Matches -------------------------------------------------------------------------- */

static bool load_tally(const struct work *w, const char *name, uint64_t pairs, struct jg_tally *out) {
    double n[TALLY], sum = 0;
    if (!jg_study_has_games(w->setting, name)) return false;
    if (!jg_study_checkpoint_find(w->setting->checkpoint, name, n, TALLY)) return false;
    for (int i = 0; i < TALLY - 1; i++)
        if (!(n[i] >= 0 && n[i] <= 2e9) || floor(n[i]) != n[i]) return false;
    *out = (struct jg_tally){.wins = (uint64_t)n[0], .draws = (uint64_t)n[1], .losses = (uint64_t)n[2], .margin = n[8]};
    for (int i = 0; i < JG_PAIR_SCORES; i++) sum += (double)(out->pairs[i] = (uint64_t)n[3 + i]);
    return sum == (double)pairs && jg_tally_games(out) == 2 * pairs;
}

static void store_tally(const struct work *w, const char *name, const struct jg_tally *t) {
    double n[TALLY] = {[0] = (double)t->wins, [1] = (double)t->draws, [2] = (double)t->losses, [8] = t->margin};
    for (int i = 0; i < JG_PAIR_SCORES; i++) n[3 + i] = (double)t->pairs[i];
    jg_study_checkpoint_add(w->setting->checkpoint, name, n, TALLY);
}

static uint64_t pairs_of(const struct work *w) { return (uint64_t)w->setting->games / 2; }

static enum jg_status play(struct work *w, const char *name, uint64_t piece, const struct jg_player players[2],
                           struct jg_tally *out, struct jg_error *err) {
    struct jg_contest contest = {.game = &w->game,
                                 .players = players,
                                 .player_count = 2,
                                 .pairs = pairs_of(w),
                                 .seed = seed_of(w, STAGES + piece),
                                 .opening = w->opening,
                                 .threads = w->setting->threads,
                                 .stop = w->setting->stop,
                                 .progress = show_match,
                                 .arg = w};
    struct jg_standings standings;
    double games = 2 * (double)contest.pairs;
    bool loaded = load_tally(w, name, contest.pairs, out);
    if (!loaded) {
        w->part = games;
        enum jg_status status = jg_study_play_contest(w->setting, name, &contest, &standings, err);
        if (!status) *out = jg_standings_between(&standings, 0, 1);
        jg_standings_free(&standings);
        if (status) return status;
        store_tally(w, name, out);
    }
    finish(w, games, loaded);
    return JG_OK;
}

/* The players of the matches. */
enum who { OURS, OUR_FIRST, BEGINNER, EQUAL, THEIR_FIRST, THEIR_SECOND, THEIR_FINAL, PLAYERS };

static const char *const PLAYER_NAMES[PLAYERS] = {
    [OURS] = "our final",         [OUR_FIRST] = "our first",     [BEGINNER] = "the first generation",
    [EQUAL] = "equal weights",    [THEIR_FIRST] = "their first", [THEIR_SECOND] = "their second",
    [THEIR_FINAL] = "their final"};

static const enum who MATCHES[][2] = {
    {OURS, BEGINNER},           {OURS, EQUAL},       {OURS, OUR_FIRST},          {OURS, THEIR_FIRST},
    {OURS, THEIR_SECOND},       {OURS, THEIR_FINAL}, {THEIR_FINAL, THEIR_FIRST}, {THEIR_FINAL, THEIR_SECOND},
    {THEIR_SECOND, THEIR_FIRST}};
enum { MATCH_COUNT = sizeof MATCHES / sizeof *MATCHES };

static enum jg_status make_player(const struct work *w, enum who who, struct jg_player *out, struct jg_error *err) {
    static const double SAME[JG_LOA_TERMS] = {0, 1, 1, 1, 1, 1, 1, 1};
    char spec[JG_SPEC_MAX];
    int last = w->stage_count - 1;
    spec_of(w, who == OURS ? w->stages[last].dropped : NULL, spec);
    enum jg_status status = jg_player_init(out, &w->game, spec, err);
    if (who == OURS) out->weights = weights_of(w, last);
    if (who == OUR_FIRST) out->weights = weights_of(w, 0);
    if (who == BEGINNER) out->weights = w->stages[0].history[0].weights;
    if (who == EQUAL) out->weights = SAME;
    if (who >= THEIR_FIRST) out->weights = jg_loa_weights[who - THEIR_FIRST];
    return status;
}

static enum jg_status play_match(struct work *w, int i, struct jg_tally *out, struct jg_error *err) {
    struct jg_player players[2];
    char name[JG_STUDY_PART_NAME_MAX];
    snprintf(name, sizeof name, "match-%d", i + 1);
    enum jg_status status = make_player(w, MATCHES[i][0], &players[0], err);
    if (!status) status = make_player(w, MATCHES[i][1], &players[1], err);
    return status ? status : play(w, name, (uint64_t)i, players, out, err);
}

/* Plays the weights of the first stage without one term against all of them. */
static enum jg_status play_without(struct work *w, int term, struct jg_tally *out, struct jg_error *err) {
    struct jg_player players[2];
    char name[JG_STUDY_PART_NAME_MAX], spec[JG_SPEC_MAX];
    bool dropped[JG_LOA_TERMS] = {0};
    dropped[term] = true;
    snprintf(name, sizeof name, "without-%d", term);
    spec_of(w, dropped, spec);
    enum jg_status status = jg_player_init(&players[0], &w->game, spec, err);
    if (!status) status = make_player(w, OUR_FIRST, &players[1], err);
    if (status) return status;
    players[0].weights = players[1].weights;
    return play(w, name, MATCH_COUNT + (uint64_t)term, players, out, err);
}

/* ---- Tables --------------------------------------------------------------------------- */

static const char *const TERMS[JG_LOA_TERMS] = {
    [JG_LOA_RANDOM] = "random",
    [JG_LOA_DISTANCE] = "distance",
    [JG_LOA_CONCENTRATION] = "concentration",
    [JG_LOA_CENTRALISATION] = "centralisation",
    [JG_LOA_MASS] = "mass",
    [JG_LOA_QUADS] = "quads",
    [JG_LOA_CONNECTIVITY] = "connectivity",
    [JG_LOA_UNIFORMITY] = "uniformity",
};

enum { W_TERM, W_THEIRS, W_OURS, W_AGREES = W_THEIRS + 2 * STAGES };

static const struct jg_study_column WEIGHT_COLUMNS[] = {
    [W_TERM] = {.name = "term", .title = "term", .unit = JG_UNIT_WORD, .words = TERMS},
    [W_THEIRS] = {.name = "first_theirs", .group = "all terms", .title = "theirs", .unit = JG_UNIT_WEIGHT},
    [W_OURS] = {.name = "first_ours", .group = "all terms", .title = "ours", .unit = JG_UNIT_WEIGHT},
    [W_THEIRS + 2] = {.name = "second_theirs", .group = "second run", .title = "theirs", .unit = JG_UNIT_WEIGHT},
    [W_OURS + 2] = {.name = "second_ours", .group = "second run", .title = "ours", .unit = JG_UNIT_WEIGHT},
    [W_THEIRS + 4] = {.name = "third_theirs", .group = "third run", .title = "theirs", .unit = JG_UNIT_WEIGHT},
    [W_OURS + 4] = {.name = "third_ours", .group = "third run", .title = "ours", .unit = JG_UNIT_WEIGHT},
    [W_AGREES] = {.name = "agrees", .title = "outcome", .unit = JG_UNIT_AGREES},
};

/* Whether our runs dropped a term in the end. */
static bool we_dropped(const struct work *w, int term) {
    bool dropped[JG_LOA_TERMS];
    mark_dropped(w, w->stage_count - 1, dropped);
    return dropped[term];
}

static void add_weights(const struct work *w, struct jg_study_result *result) {
    struct jg_study_table *table =
        jg_study_add_table(result, "weights", "weights found; terms below 0.1 are dropped and the rest optimized again",
                           WEIGHT_COLUMNS, sizeof WEIGHT_COLUMNS / sizeof *WEIGHT_COLUMNS);
    for (int i = 0; i < JG_LOA_TERMS; i++) {
        double *row = jg_study_add_row(table);
        row[W_TERM] = i;
        for (int stage = 0; stage < STAGES; stage++) {
            if (!they_dropped(stage, i)) row[W_THEIRS + 2 * stage] = jg_loa_weights[stage][i];
            if (stage < w->stage_count && !w->stages[stage].dropped[i])
                row[W_OURS + 2 * stage] = weights_of(w, stage)[i];
        }
        if (i != JG_LOA_RANDOM) row[W_AGREES] = we_dropped(w, i) == they_dropped(JG_LOA_FINAL, i);
    }
}

enum { M_WHO, M_WHOM, M_WINS, M_DRAWS, M_LOSSES, M_SHARE, M_LOW, M_HIGH, M_CHANCE };

static const struct jg_study_column MATCH_COLUMNS[] = {
    [M_WHO] = {.name = "player", .title = "weights", .unit = JG_UNIT_WORD, .words = PLAYER_NAMES},
    [M_WHOM] = {.name = "opponent", .title = "against", .unit = JG_UNIT_WORD, .words = PLAYER_NAMES},
    [M_WINS] = {.name = "wins", .title = "wins", .unit = JG_UNIT_COUNT},
    [M_DRAWS] = {.name = "draws", .title = "draws", .unit = JG_UNIT_COUNT},
    [M_LOSSES] = {.name = "losses", .title = "losses", .unit = JG_UNIT_COUNT},
    [M_SHARE] = {.name = "share", .title = "share", .unit = JG_UNIT_SHARE},
    [M_LOW] = {.name = "low", .group = "interval (95 %)", .title = "from", .unit = JG_UNIT_SHARE},
    [M_HIGH] = {.name = "high", .group = "interval (95 %)", .title = "to", .unit = JG_UNIT_SHARE},
    [M_CHANCE] = {.name = "p_value", .title = "p-value", .unit = JG_UNIT_CHANCE},
};

enum { D_TERM, D_WINS, D_DRAWS, D_LOSSES, D_SHARE, D_LOW, D_HIGH, D_CHANCE };

static const struct jg_study_column WITHOUT_COLUMNS[] = {
    [D_TERM] = {.name = "term", .title = "without", .unit = JG_UNIT_WORD, .words = TERMS},
    [D_WINS] = {.name = "wins", .title = "wins", .unit = JG_UNIT_COUNT},
    [D_DRAWS] = {.name = "draws", .title = "draws", .unit = JG_UNIT_COUNT},
    [D_LOSSES] = {.name = "losses", .title = "losses", .unit = JG_UNIT_COUNT},
    [D_SHARE] = {.name = "share", .title = "share", .unit = JG_UNIT_SHARE},
    [D_LOW] = {.name = "low", .group = "interval (95 %)", .title = "from", .unit = JG_UNIT_SHARE},
    [D_HIGH] = {.name = "high", .group = "interval (95 %)", .title = "to", .unit = JG_UNIT_SHARE},
    [D_CHANCE] = {.name = "p_value", .title = "p-value", .unit = JG_UNIT_CHANCE},
};

/* Fills the columns of both tables from wins on. */
static struct jg_tally_score fill_score(double *row, const struct jg_tally *t) {
    struct jg_tally_score score;
    jg_tally_score(t, &score);
    row[0] = (double)t->wins;
    row[1] = (double)t->draws;
    row[2] = (double)t->losses;
    row[3] = score.share;
    row[4] = score.low;
    row[5] = score.high;
    row[6] = score.p_value;
    return score;
}

static const struct jg_study_column GENERATION_COLUMNS[] = {
    {.name = "generation", .title = "generation", .unit = JG_UNIT_COUNT},
    {.name = "random", .title = "random", .unit = JG_UNIT_WEIGHT},
    {.name = "distance", .title = "distance", .unit = JG_UNIT_WEIGHT},
    {.name = "concentration", .title = "concentration", .unit = JG_UNIT_WEIGHT},
    {.name = "centralisation", .title = "centralisation", .unit = JG_UNIT_WEIGHT},
    {.name = "mass", .title = "mass", .unit = JG_UNIT_WEIGHT},
    {.name = "quads", .title = "quads", .unit = JG_UNIT_WEIGHT},
    {.name = "connectivity", .title = "connectivity", .unit = JG_UNIT_WEIGHT},
    {.name = "uniformity", .title = "uniformity", .unit = JG_UNIT_WEIGHT},
};

static void add_generations(const struct work *w, int stage, struct jg_study_result *result) {
    int columns = sizeof GENERATION_COLUMNS / sizeof *GENERATION_COLUMNS;
    const struct stage *s = &w->stages[stage];
    struct jg_study_table *table;
    if (stage == 0)
        table = jg_study_add_table(result, "generations_first", "weights by generation: all terms", GENERATION_COLUMNS,
                                   columns);
    else if (stage == 1)
        table = jg_study_add_table(result, "generations_second", "weights by generation: second run",
                                   GENERATION_COLUMNS, columns);
    else
        table = jg_study_add_table(result, "generations_third", "weights by generation: third run", GENERATION_COLUMNS,
                                   columns);
    table->every = SHOWN;
    for (int g = 0; g < s->generations; g++) {
        double *row = jg_study_add_row(table);
        row[0] = g + 1;
        for (int i = 0; i < JG_LOA_TERMS; i++)
            if (!s->dropped[i]) row[1 + i] = s->history[g].weights[i];
    }
}

/* ---- Verdicts ------------------------------------------------------------------------- */

/* Lists the names of terms, or "none". */
static void add_terms(struct jg_phrase *text, const bool *which) {
    bool any = false;
    for (int i = JG_LOA_DISTANCE; i < JG_LOA_TERMS; i++) {
        if (which[i]) jg_phrase_add(text, any ? ", %s" : "%s", TERMS[i]);
        any |= which[i];
    }
    if (!any) jg_phrase_add(text, "none");
}

static void weight_verdicts(const struct work *w, struct jg_study_result *result) {
    bool ours[JG_LOA_TERMS] = {0}, theirs[JG_LOA_TERMS] = {0};
    int agree = 0;
    double chance = weights_of(w, w->stage_count - 1)[JG_LOA_RANDOM];
    for (int i = JG_LOA_DISTANCE; i < JG_LOA_TERMS; i++) {
        ours[i] = we_dropped(w, i);
        theirs[i] = they_dropped(JG_LOA_FINAL, i);
        agree += ours[i] == theirs[i];
    }
    struct jg_phrase *text = jg_study_add_verdict(result, chance < DROP_BELOW);
    jg_phrase_add(text, "final weight of the random term: %.3f; report: %.3f", chance,
                  jg_loa_weights[JG_LOA_FINAL][JG_LOA_RANDOM]);
    text = jg_study_add_verdict(result, agree == JG_LOA_TERMS - 1);
    jg_phrase_add(text, "%d of 7 terms have the same outcome as in the report; dropped here: ", agree);
    add_terms(text, ours);
    jg_phrase_add(text, "; in the report: ");
    add_terms(text, theirs);
}

static void match_verdicts(const struct jg_tally_score *scores, struct jg_study_result *result) {
    for (int i = 0; i < MATCH_COUNT; i++) {
        const struct jg_tally_score *s = &scores[i];
        if (MATCHES[i][0] == OURS && MATCHES[i][1] == BEGINNER) {
            struct jg_phrase *text = jg_study_add_verdict(result, jg_tally_verdict(s) == JG_SCORE_STRONGER);
            jg_phrase_add(text,
                          "our final weights are stronger than the best of the first generation: %.1f %% "
                          "(%.1f to %.1f)",
                          100 * s->share, 100 * s->low, 100 * s->high);
        } else if (MATCHES[i][0] == THEIR_FINAL && MATCHES[i][1] == THEIR_FIRST) {
            struct jg_phrase *text = jg_study_add_verdict(result, s->low >= AS_GOOD);
            jg_phrase_add(text,
                          "the report's final weights, without three terms, are as good as its first: %.1f "
                          "%% (%.1f to %.1f)",
                          100 * s->share, 100 * s->low, 100 * s->high);
        }
    }
}

/* Whether the terms that the report dropped are worth little. */
static void without_verdict(const struct jg_tally_score *scores, struct jg_study_result *result) {
    bool dropped[JG_LOA_TERMS] = {0}, missed[JG_LOA_TERMS] = {0}, unsure[JG_LOA_TERMS] = {0}, holds = true;
    for (int i = JG_LOA_DISTANCE; i < JG_LOA_TERMS; i++) {
        if (!they_dropped(JG_LOA_FINAL, i)) continue;
        dropped[i] = true;
        missed[i] = jg_tally_verdict(&scores[i]) == JG_SCORE_WEAKER;
        unsure[i] = !missed[i] && scores[i].low < AS_GOOD;
        if (missed[i] || unsure[i]) holds = false;
    }
    struct jg_phrase *text = jg_study_add_verdict(result, holds);
    jg_phrase_add(text, "the terms that the report dropped are worth little: ");
    add_terms(text, dropped);
    jg_phrase_add(text, "; our first weights are weaker without: ");
    add_terms(text, missed);
    jg_phrase_add(text, "; too few games to decide: ");
    add_terms(text, unsure);
}

/* ---- The study ------------------------------------------------------------------------ */

static enum jg_status run_matches(struct work *w, struct jg_study_result *result, struct jg_error *err) {
    struct jg_tally_score matches[MATCH_COUNT] = {0}, without[JG_LOA_TERMS] = {0};
    struct jg_tally tally;
    struct jg_study_table *table = jg_study_add_table(result, "matches", "matches between the weights", MATCH_COLUMNS,
                                                      sizeof MATCH_COLUMNS / sizeof *MATCH_COLUMNS);
    for (int i = 0; i < MATCH_COUNT; i++) {
        if (MATCHES[i][1] == OUR_FIRST && w->stage_count == 1) continue; /* no term was dropped: they are the same */
        enum jg_status status = play_match(w, i, &tally, err);
        if (status) return status;
        double *row = jg_study_add_row(table);
        row[M_WHO] = MATCHES[i][0];
        row[M_WHOM] = MATCHES[i][1];
        matches[i] = fill_score(row + M_WINS, &tally);
    }
    table = jg_study_add_table(result, "without", "value of a term: our first weights without it against all of them",
                               WITHOUT_COLUMNS, sizeof WITHOUT_COLUMNS / sizeof *WITHOUT_COLUMNS);
    for (int i = JG_LOA_DISTANCE; i < JG_LOA_TERMS; i++) {
        enum jg_status status = play_without(w, i, &tally, err);
        if (status) return status;
        double *row = jg_study_add_row(table);
        row[D_TERM] = i;
        without[i] = fill_score(row + D_WINS, &tally);
    }
    match_verdicts(matches, result);
    without_verdict(without, result);
    return JG_OK;
}

static void set_extent(const struct work *w, struct jg_study_result *result) {
    jg_phrase_add(&result->extent, "runs: %d, generations per run: %d, depth: %d", w->stage_count, w->generations,
                  w->depth);
}

/* The matches of the tables; games of generations are not stored. */
static uint64_t most_games(const struct jg_study_setting *s) {
    return s->games % 2 ? 0 : (MATCH_COUNT + JG_LOA_TERMS - 1) * (uint64_t)s->games;
}

static enum jg_status run_genetic(const struct jg_study_setting *s, struct jg_study_result *result,
                                  struct jg_error *err) {
    if (s->games % 2)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the number of games must be even, not %d: they are played in pairs with "
                       "colours swapped",
                       s->games);
    struct work *w = calloc(1, sizeof *w);
    if (!w) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    w->setting = s;
    w->generations = s->quick ? QUICK_GENERATIONS : GENERATIONS;
    w->depth = s->quick ? QUICK_DEPTH : DEPTH;
    enum jg_status status = jg_game_open(&w->game, "loa", err);
    if (!status) {
        w->opening = jg_opening_default(&w->game);
        w->total = (double)STAGES * w->generations * GENERATION_GAMES +
                   (MATCH_COUNT + JG_LOA_TERMS - 1) * 2 * (double)pairs_of(w);
        status = run_stages(w, err);
    }
    if (!status) {
        set_extent(w, result);
        add_weights(w, result);
        weight_verdicts(w, result);
        status = run_matches(w, result, err);
    }
    for (int i = 0; i < w->stage_count && !status; i++) add_generations(w, i, result);
    jg_game_close(&w->game);
    free(w);
    return status;
}

const struct jg_study jg_study_loa_genetic = {
    .name = "loa-genetic",
    .title = "Lines of Action: weights by a genetic algorithm",
    .summary = "which of seven terms matter: weights from a genetic algorithm, then matches between them",
    .source = "report in Portuguese on a program for Lines of Action, its authors and year not given",
    .games = 1000,
    .quick_games = 100,
    .evolves = true,
    .game_bytes = 350,
    .most_games = most_games,
    .run = run_genetic,
};
