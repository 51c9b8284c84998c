/* The length of a round of four-ended dominoes: E. S. S. da Silva's figure 16 and table 8, by which the thesis
 * splits a round into three phases. 5000 matches of basic players took 10282 rounds of 18 to 25 tiles. The text
 * gives two points of the figure. That no round has fewer than 18 tiles suggests that locked rounds are left out. */
#include "study/domino.h"

#include "arena/series.h"
#include "games/domino/domino.h"
#include "study/checkpoint.h"
#include "study/games.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SHORTEST = 18, LONGEST = 25, PHASE = 8 }; /* in tiles: the paper's shortest and longest rounds; a phase */

static const double THEIR_MATCHES = 5000, THEIR_ROUNDS = 10282, THEIR_TILES = 24.03;
static const double THEIR_SHORTEST = 3, THEIR_LONGEST = 4103;

/* ---- Counting ----------------------------------------------------------------------- */

enum { OUT, LOCKED, ENDINGS };

struct rounds {
    double count[ENDINGS][JG_DOMINO_TILES]; /* by tiles laid minus 1 */
    double matches;
    double squares[2]; /* of rounds per match: all, and not locked */
    double passes;
};

enum { SUMS = 4 };

static bool is_locked(const struct jg_domino *s) {
    for (int seat = 0; seat < 4; seat++)
        if (!s->left[seat]) return false;
    return true;
}

static enum jg_status count_rounds(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct rounds *r = arg;
    const struct jg_record *record = played->record;
    double of_match[ENDINGS] = {0};
    bool before = true;
    (void)err;
    for (int i = 0; i <= record->count; i++) {
        const struct jg_domino *s = jg_record_state_at(record, i);
        bool ended = jg_domino_between(s);
        if (i < record->count) r->passes += record->moves[i] == JG_DOMINO_PASS;
        if (ended && !before) {
            int ending = is_locked(s) ? LOCKED : OUT;
            r->count[ending][s->count - 1]++;
            of_match[ending]++;
        }
        before = ended;
    }
    r->matches++;
    r->squares[0] += (of_match[OUT] + of_match[LOCKED]) * (of_match[OUT] + of_match[LOCKED]);
    r->squares[1] += of_match[OUT] * of_match[OUT];
    return JG_OK;
}

/* Stored as three parts: rounds by tiles for either ending, and sums. */
static const char *const PARTS[ENDINGS + 1] = {"out", "locked", "sums"};

static void part_name(char out[JG_STUDY_PART_NAME_MAX], int part, int preset) {
    snprintf(out, JG_STUDY_PART_NAME_MAX, "%s-%s", PARTS[part], jg_study_rules_names[preset]);
}

static bool load_parts(const struct jg_study_setting *s, int preset, struct rounds *r) {
    char name[JG_STUDY_PART_NAME_MAX];
    double sums[SUMS];
    if (!jg_study_has_games(s, jg_study_rules_names[preset])) return false;
    for (int i = 0; i < ENDINGS; i++) {
        part_name(name, i, preset);
        if (!jg_study_checkpoint_find(s->checkpoint, name, r->count[i], JG_DOMINO_TILES)) return false;
        for (int tiles = 0; tiles < JG_DOMINO_TILES; tiles++)
            if (!(r->count[i][tiles] >= 0)) return false;
    }
    part_name(name, ENDINGS, preset);
    if (!jg_study_checkpoint_find(s->checkpoint, name, sums, SUMS) || sums[0] != s->games) return false;
    r->matches = sums[0];
    r->squares[0] = sums[1];
    r->squares[1] = sums[2];
    r->passes = sums[3];
    return true;
}

static void store_parts(const struct jg_study_setting *s, int preset, const struct rounds *r) {
    char name[JG_STUDY_PART_NAME_MAX];
    for (int i = 0; i < ENDINGS; i++) {
        part_name(name, i, preset);
        jg_study_checkpoint_add(s->checkpoint, name, r->count[i], JG_DOMINO_TILES);
    }
    part_name(name, ENDINGS, preset);
    jg_study_checkpoint_add(s->checkpoint, name, (double[]){r->matches, r->squares[0], r->squares[1], r->passes}, SUMS);
}

static enum jg_status play(const struct jg_study_setting *s, int preset, struct rounds *r, struct jg_error *err) {
    struct jg_game g;
    struct jg_player player;
    if (load_parts(s, preset, r)) return JG_OK;
    *r = (struct rounds){0};
    enum jg_status status = jg_game_open(&g, jg_study_rules_games[preset], err);
    if (status) return status;
    status = jg_player_init(&player, &g, jg_study_rules_basic[preset], err);
    struct jg_series series = {.game = &g,
                               .players = &player,
                               .player_count = 1,
                               .seed = s->seed,
                               .stop = s->stop,
                               .count = (uint64_t)s->games,
                               .threads = s->threads,
                               .take = count_rounds,
                               .arg = r};
    if (!status) status = jg_study_play_series(s, jg_study_rules_names[preset], &series, err);
    jg_game_close(&g);
    if (!status) store_parts(s, preset, r);
    if (!status && s->progress) s->progress(s->arg, (preset + 1.0) / JG_STUDY_RULES_COUNT);
    return status;
}

/* ---- Statistics --------------------------------------------------------------------- */

/* All rounds under a set of rules, or those that were not locked. */
struct lengths {
    double by[JG_DOMINO_TILES], rounds; /* rounds by tiles minus 1; total */
    double per_match, per_match_variance, tiles, tiles_variance;
    double phases[3]; /* mean tiles of a round in each */
    double shortest;
};

static struct lengths lengths_of(const struct rounds *r, bool locked) {
    struct lengths l = {.shortest = NAN};
    double sum = 0, squares = 0;
    for (int i = 0; i < JG_DOMINO_TILES; i++) {
        double tiles = i + 1, n = l.by[i] = r->count[OUT][i] + (locked ? r->count[LOCKED][i] : 0);
        if (n > 0 && isnan(l.shortest)) l.shortest = tiles;
        l.rounds += n;
        sum += n * tiles;
        squares += n * tiles * tiles;
        l.phases[0] += n * fmin(tiles, PHASE);
        l.phases[1] += n * fmin(fmax(tiles - PHASE, 0), PHASE);
        l.phases[2] += n * fmax(tiles - 2 * PHASE, 0);
    }
    for (int i = 0; i < 3; i++) l.phases[i] /= l.rounds;
    l.tiles = sum / l.rounds;
    l.tiles_variance = squares / l.rounds - l.tiles * l.tiles;
    l.per_match = l.rounds / r->matches;
    l.per_match_variance = r->squares[!locked] / r->matches - l.per_match * l.per_match;
    return l;
}

enum { KINDS = 2 * JG_STUDY_RULES_COUNT }; /* for each set of rules: all rounds, then not locked */

static const char *const WHICH[KINDS + 1] = {"theirs", "usual rules, all rounds", "usual rules, not locked",
                                             "rules=thesis, all rounds", "rules=thesis, not locked"};

static const struct jg_study_column LENGTH_COLUMNS[] = {
    {.name = "rounds", .title = "rounds", .unit = JG_UNIT_WORD, .words = WHICH},
    {.name = "per_match", .title = "per match", .unit = JG_UNIT_MEAN},
    {.name = "tiles", .title = "tiles", .unit = JG_UNIT_MEAN},
    {.name = "shortest", .title = "shortest", .unit = JG_UNIT_COUNT},
    {.name = "phase_1", .group = "tiles by phase", .title = "1 to 8", .unit = JG_UNIT_MEAN},
    {.name = "phase_2", .group = "tiles by phase", .title = "9 to 16", .unit = JG_UNIT_MEAN},
    {.name = "phase_3", .group = "tiles by phase", .title = "later", .unit = JG_UNIT_MEAN},
    {.name = "locked", .title = "locked", .unit = JG_UNIT_SHARE},
    {.name = "passes", .title = "passes per round", .unit = JG_UNIT_MEAN},
};

static void add_lengths(const struct rounds *r, const struct lengths *l, struct jg_study_result *result) {
    struct jg_study_table *table = jg_study_add_table(result, "rounds", "length of a round", LENGTH_COLUMNS,
                                                      sizeof LENGTH_COLUMNS / sizeof *LENGTH_COLUMNS);
    double *row = jg_study_add_row(table);
    row[0] = 0;
    row[1] = THEIR_ROUNDS / THEIR_MATCHES;
    row[2] = THEIR_TILES;
    row[3] = SHORTEST;
    for (int i = 0; i < KINDS; i++) {
        row = jg_study_add_row(table);
        row[0] = i + 1;
        row[1] = l[i].per_match;
        row[2] = l[i].tiles;
        row[3] = l[i].shortest;
        for (int phase = 0; phase < 3; phase++) row[4 + phase] = l[i].phases[phase];
        if (i % 2) continue;
        row[7] = 1 - l[i + 1].rounds / l[i].rounds;
        row[8] = r[i / 2].passes / l[i].rounds;
    }
}

static const struct jg_study_column TILE_COLUMNS[] = {
    {.name = "tiles", .title = "tiles", .unit = JG_UNIT_COUNT},
    {.name = "theirs", .title = "theirs", .unit = JG_UNIT_MEAN},
    {.name = "usual_all", .group = "usual rules", .title = "all", .unit = JG_UNIT_MEAN},
    {.name = "usual_out", .group = "usual rules", .title = "not locked", .unit = JG_UNIT_MEAN},
    {.name = "thesis_all", .group = "rules=thesis", .title = "all", .unit = JG_UNIT_MEAN},
    {.name = "thesis_out", .group = "rules=thesis", .title = "not locked", .unit = JG_UNIT_MEAN},
};

static void add_tiles(const struct lengths *l, struct jg_study_result *result) {
    struct jg_study_table *table = jg_study_add_table(result, "tiles", "rounds by number of tiles, out of 10282",
                                                      TILE_COLUMNS, sizeof TILE_COLUMNS / sizeof *TILE_COLUMNS);
    for (int tiles = (int)fmin(l[0].shortest, l[2].shortest); tiles <= LONGEST; tiles++) {
        double *row = jg_study_add_row(table);
        row[0] = tiles;
        if (tiles == SHORTEST) row[1] = THEIR_SHORTEST;
        if (tiles == LONGEST) row[1] = THEIR_LONGEST;
        for (int i = 0; i < KINDS; i++) row[2 + i] = l[i].by[tiles - 1] / l[i].rounds * THEIR_ROUNDS;
    }
}

/* Whether two means agree; the paper's variance is assumed to equal ours. */
static bool close_to(double ours, double variance, double n, double theirs, double their_n) {
    return jg_study_shares_agree(ours, sqrt(variance / n), theirs, sqrt(variance / their_n));
}

static void length_verdicts(const struct jg_study_setting *s, const struct lengths *l, struct jg_study_result *result) {
    for (int i = 0; i < KINDS; i++) {
        bool rounds =
            close_to(l[i].per_match, l[i].per_match_variance, s->games, THEIR_ROUNDS / THEIR_MATCHES, THEIR_MATCHES);
        bool tiles = close_to(l[i].tiles, l[i].tiles_variance, l[i].rounds, THEIR_TILES, THEIR_ROUNDS);
        struct jg_phrase *text = jg_study_add_verdict(result, rounds && tiles);
        jg_phrase_add(text, "%s: %.3f rounds per match and %.2f tiles per round; paper: %.3f and %.2f", WHICH[i + 1],
                      l[i].per_match, l[i].tiles, THEIR_ROUNDS / THEIR_MATCHES, THEIR_TILES);
        jg_study_explain_difference(text, rounds && tiles, true);
    }
    int nearest = 0;
    for (int i = 1; i < KINDS; i++)
        if (fabs(l[i].per_match - THEIR_ROUNDS / THEIR_MATCHES) <
            fabs(l[nearest].per_match - THEIR_ROUNDS / THEIR_MATCHES))
            nearest = i;
    struct jg_phrase *text = jg_study_add_verdict(result, l[nearest].shortest >= SHORTEST);
    jg_phrase_add(text,
                  "closest in rounds per match: %s; its shortest round has %.0f tiles, the paper's "
                  "%d",
                  WHICH[nearest + 1], l[nearest].shortest, SHORTEST);
    bool thirds = true;
    for (int i = 0; i < KINDS; i++) thirds &= lround(l[i].tiles / 3) == PHASE;
    text = jg_study_add_verdict(result, thirds);
    jg_phrase_add(text, "a third of a round is eight tiles in every count");
}

static enum jg_status run_rounds(const struct jg_study_setting *s, struct jg_study_result *result,
                                 struct jg_error *err) {
    struct rounds r[JG_STUDY_RULES_COUNT];
    struct lengths l[KINDS];
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
        enum jg_status status = play(s, p, &r[p], err);
        if (status) return status;
    }
    if (jg_study_is_outlined(s)) return JG_OK;
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
        l[2 * p] = lengths_of(&r[p], true);
        l[2 * p + 1] = lengths_of(&r[p], false);
    }
    add_lengths(r, l, result);
    add_tiles(l, result);
    length_verdicts(s, l, result);
    return JG_OK;
}

const struct jg_study jg_study_domino_rounds = {
    .name = "domino-rounds",
    .title = "Dominoes: length of a round",
    .summary = "rounds per match and tiles per round between basic players, with and without locked rounds",
    .source = jg_study_domino_source,
    .games = 50000,
    .quick_games = 1000,
    .splits = true,
    .game_bytes = 700,
    .run = run_rounds,
};
