/* The duels of the paper's agents (section 5.2): random and search with either deck, about 70 games
 * each in the paper. Ours with the correct rules; with `compat` also with the bugs of the original
 * program, one at a time and all together. */
#include "study/study.h"

#include "arena/series.h"
#include "core/stats.h"
#include "study/checkpoint.h"
#include "study/games.h"

#include <math.h>
#include <stdio.h>

enum { RED, WHITE, SEATS };
enum { RANDOM_RANDOM, WHITE_SEARCHES, RED_SEARCHES, SEARCH_SEARCH, DUELS };

/* Variants of the rules: correct, with one bug of the original program each, and with all. */
enum { NONE, STARTS, EVADES, SKIPS, WHIM, ALL, FORMS };

static const double LEVEL = 0.05;

/* The printed share, and the number of games nearest to 70 that gives it: 70 games cannot. */
static const struct duel {
    const char *name;     /* name of its checkpoint */
    bool searches[SEATS]; /* else random */
    int winner;           /* whose wins are counted */
    double printed;
    int wins, games;
} DUEL[DUELS] = {
    [RANDOM_RANDOM] = {"random", {false, false}, WHITE, 0.718, 51, 71},
    [WHITE_SEARCHES] = {"white", {false, true}, WHITE, 0.959, 70, 73},
    [RED_SEARCHES] = {"red", {true, false}, RED, 0.972, 69, 71},
    [SEARCH_SEARCH] = {"search", {true, true}, RED, 0.765, 52, 68},
};

static const char *const PAIRINGS[DUELS] = {"random against random: White", "search (White) against random: White",
                                            "search "
                                            "(Red) "
                                            "against "
                                            "random: "
                                            "Red",
                                            "search against search: Red"};

static const char *const FORM_NAMES[FORMS] = {"right", "starts", "evades", "skips", "whim", "all"};

static const char *const RULES[FORMS + 1] = {"correct rules",
                                             "White always starts",
                                             "random takes no damage without creatures",
                                             "some dying creatures are skipped",
                                             "search scries and discards at random",
                                             "all of these",
                                             "theirs"};

struct cell {
    double wins, draws, games; /* a draw is half a win */
    bool known;
};

struct trial {
    const struct jg_study_setting *setting;
    struct cell cells[DUELS][FORMS];
    int duel, form; /* the current cell */
    int done, all;  /* cells not found in the checkpoint */
};

/* ---- Playing ------------------------------------------------------------------------- */

/* A bug of an agent that does not play changes nothing. */
static bool is_played(const struct trial *t, int duel, int form) {
    const bool *searches = DUEL[duel].searches;
    if (form == NONE) return true;
    if (form == EVADES && searches[RED] && searches[WHITE]) return false;
    if (form == WHIM && !searches[RED] && !searches[WHITE]) return false;
    return t->setting->compat;
}

static void specs(int duel, int form, char game[JG_SPEC_MAX], const char *agents[SEATS]) {
    const bool *searches = DUEL[duel].searches;
    int random = !searches[RED] << RED | !searches[WHITE] << WHITE;
    bool all = form == ALL;
    snprintf(game, JG_SPEC_MAX, "magic:first=%s,evade=%d,skip=%d", all || form == STARTS ? "2" : "random",
             all || form == EVADES ? random : 0, all || form == SKIPS);
    for (int seat = 0; seat < SEATS; seat++)
        agents[seat] = !searches[seat] ? "magic.random" : all || form == WHIM ? "magic.search:whim=1" : "magic.search";
}

static enum jg_status count(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct trial *t = arg;
    struct cell *c = &t->cells[t->duel][t->form];
    int32_t score = jg_record_score(played->record, jg_team(DUEL[t->duel].winner));
    (void)err;
    c->wins += score > 0;
    c->draws += score == 0;
    c->games++;
    return JG_OK;
}

static void show(void *arg, double share) {
    const struct trial *t = arg;
    if (t->setting->progress) t->setting->progress(t->setting->arg, (t->done + share) / t->all);
}

static void part_name(char out[JG_STUDY_PART_NAME_MAX], int duel, int form) {
    snprintf(out, JG_STUDY_PART_NAME_MAX, "%s-%s", DUEL[duel].name, FORM_NAMES[form]);
}

static void recall(struct trial *t) {
    for (int duel = 0; duel < DUELS; duel++)
        for (int form = 0; form < FORMS; form++) {
            struct cell *c = &t->cells[duel][form];
            char name[JG_STUDY_PART_NAME_MAX];
            double stored[2];
            if (!is_played(t, duel, form)) continue;
            part_name(name, duel, form);
            c->known = jg_study_has_games(t->setting, name) &&
                       jg_study_checkpoint_find(t->setting->checkpoint, name, stored, 2) && stored[0] >= 0 &&
                       stored[1] >= 0 && stored[0] + stored[1] <= t->setting->games;
            if (c->known) *c = (struct cell){stored[0], stored[1], t->setting->games, true};
            t->all += !c->known;
        }
}

static enum jg_status play(struct trial *t, struct jg_error *err) {
    const struct jg_study_setting *s = t->setting;
    struct cell *c = &t->cells[t->duel][t->form];
    char spec[JG_SPEC_MAX], name[JG_STUDY_PART_NAME_MAX];
    const char *agents[SEATS];
    struct jg_player players[SEATS];
    struct jg_game g;
    specs(t->duel, t->form, spec, agents);
    enum jg_status status = jg_game_open(&g, spec, err);
    if (status) return status;
    for (int seat = 0; seat < SEATS && !status; seat++) status = jg_player_init(&players[seat], &g, agents[seat], err);
    struct jg_series series = {.game = &g,
                               .players = players,
                               .player_count = SEATS,
                               .seed = s->seed,
                               .stop = s->stop,
                               .count = (uint64_t)s->games,
                               .threads = s->threads,
                               .take = count,
                               .progress = show,
                               .arg = t};
    part_name(name, t->duel, t->form);
    if (!status) status = jg_study_play_series(s, name, &series, err);
    jg_game_close(&g);
    if (status) return status;
    c->known = true;
    t->done++;
    jg_study_checkpoint_add(s->checkpoint, name, (double[]){c->wins, c->draws}, 2);
    return JG_OK;
}

static enum jg_status play_all(struct trial *t, struct jg_error *err) {
    enum jg_status status = JG_OK;
    recall(t);
    for (t->duel = 0; t->duel < DUELS; t->duel++)
        for (t->form = 0; t->form < FORMS && !status; t->form++)
            if (is_played(t, t->duel, t->form) && !t->cells[t->duel][t->form].known) status = play(t, err);
    return status;
}

/* ---- Tables -------------------------------------------------------------------------- */

static double points(const struct cell *c) { return c->wins + c->draws / 2; }
static double share(const struct cell *c) { return points(c) / c->games; }

/* The middle of our interval: never 0 or 1, however few the games. */
static double middle(const struct cell *c) {
    double low, high;
    jg_wilson_interval(points(c), c->games, &low, &high);
    return (low + high) / 2;
}

/* The p-value of the printed result, if the true probability is the middle of our interval. */
static double chance(const struct duel *d, const struct cell *c) {
    return jg_binomial_test(d->wins, d->games, middle(c));
}

enum { D_WHO, D_THEIRS, D_THEIR_GAMES, D_THEIR_LOW, D_THEIR_HIGH, D_SHARE, D_LOW, D_HIGH, D_DRAWS, D_CHANCE, D_AGREES };

static const struct jg_study_column DUEL_COLUMNS[] = {
    [D_WHO] = {.name = "duel", .title = "winner", .unit = JG_UNIT_WORD, .words = PAIRINGS},
    [D_THEIRS] = {.name = "theirs", .group = "theirs", .title = "share", .unit = JG_UNIT_SHARE},
    [D_THEIR_GAMES] = {.name = "theirs_games", .group = "theirs", .title = "games", .unit = JG_UNIT_COUNT},
    [D_THEIR_LOW] = {.name = "theirs_low", .group = "theirs", .title = "from", .unit = JG_UNIT_SHARE},
    [D_THEIR_HIGH] = {.name = "theirs_high", .group = "theirs", .title = "to", .unit = JG_UNIT_SHARE},
    [D_SHARE] = {.name = "share", .group = "ours", .title = "share", .unit = JG_UNIT_SHARE},
    [D_LOW] = {.name = "low", .group = "ours", .title = "from", .unit = JG_UNIT_SHARE},
    [D_HIGH] = {.name = "high", .group = "ours", .title = "to", .unit = JG_UNIT_SHARE},
    [D_DRAWS] = {.name = "draws", .group = "ours", .title = "draws", .unit = JG_UNIT_COUNT},
    [D_CHANCE] = {.name = "p_value", .title = "p-value", .unit = JG_UNIT_CHANCE},
    [D_AGREES] = {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

static void add_duels(const struct trial *t, int form, struct jg_study_table *table) {
    for (int duel = 0; duel < DUELS; duel++) {
        const struct duel *d = &DUEL[duel];
        const struct cell *c = &t->cells[duel][form];
        double *row = jg_study_add_row(table);
        row[D_WHO] = duel;
        row[D_THEIRS] = d->printed;
        row[D_THEIR_GAMES] = d->games;
        jg_wilson_interval(d->wins, d->games, &row[D_THEIR_LOW], &row[D_THEIR_HIGH]);
        row[D_SHARE] = share(c);
        jg_wilson_interval(points(c), c->games, &row[D_LOW], &row[D_HIGH]);
        row[D_DRAWS] = c->draws;
        row[D_CHANCE] = chance(d, c);
        row[D_AGREES] = row[D_CHANCE] >= LEVEL;
    }
}

static const struct jg_study_column BUG_COLUMNS[] = {
    {.name = "rules", .title = "rules", .unit = JG_UNIT_WORD, .words = RULES},
    {.name = "random", .group = "both random", .title = "White", .unit = JG_UNIT_SHARE},
    {.name = "white", .group = "White searches", .title = "White", .unit = JG_UNIT_SHARE},
    {.name = "red", .group = "Red searches", .title = "Red", .unit = JG_UNIT_SHARE},
    {.name = "search", .group = "both search", .title = "Red", .unit = JG_UNIT_SHARE},
};

static void add_bugs(const struct trial *t, struct jg_study_table *table) {
    for (int form = 0; form <= FORMS; form++) {
        double *row = jg_study_add_row(table);
        row[0] = form;
        for (int duel = 0; duel < DUELS; duel++) {
            if (form == FORMS)
                row[1 + duel] = DUEL[duel].printed;
            else if (is_played(t, duel, form))
                row[1 + duel] = share(&t->cells[duel][form]);
        }
    }
}

#define COLUMNS(columns) columns, sizeof(columns) / sizeof *(columns)

static void add_tables(const struct trial *t, struct jg_study_result *result) {
    add_duels(t, NONE, jg_study_add_table(result, "duels", "with the correct rules", COLUMNS(DUEL_COLUMNS)));
    if (!t->setting->compat) return;
    add_duels(t, ALL,
              jg_study_add_table(result, "compat", "with the bugs of the original program", COLUMNS(DUEL_COLUMNS)));
    add_bugs(t, jg_study_add_table(result, "slips", "effect of each bug", COLUMNS(BUG_COLUMNS)));
}

/* ---- Verdicts ------------------------------------------------------------------------ */

/* One sentence per duel: the printed result against ours, with the bugs if they are played. */
static void report_duels(const struct trial *t, struct jg_study_result *result) {
    for (int duel = 0; duel < DUELS; duel++) {
        const struct duel *d = &DUEL[duel];
        const struct cell *c = &t->cells[duel][t->setting->compat ? ALL : NONE];
        double low, high, their_low, their_high;
        bool agrees = chance(d, c) >= LEVEL;
        jg_wilson_interval(points(c), c->games, &low, &high);
        jg_wilson_interval(d->wins, d->games, &their_low, &their_high);
        struct jg_phrase *text = jg_study_add_verdict(result, agrees);
        jg_phrase_add(text,
                      "%s wins %.1f %% (%.1f to %.1f); the paper has %.1f %% of %d games (%.1f to "
                      "%.1f)",
                      PAIRINGS[duel], 100 * share(c), 100 * low, 100 * high, 100 * d->printed, d->games,
                      100 * their_low, 100 * their_high);
        if (!agrees)
            jg_phrase_add(text, t->setting->compat ? "; neither chance nor these bugs explain the "
                                                     "difference"
                                                   : "; chance does not explain the difference: see "
                                                     "--compat");
    }
}

/* Whether the bugs make the four printed results together clearly more likely. */
static void report_likelihood(const struct trial *t, struct jg_study_result *result) {
    double ratio = 1;
    for (int duel = 0; duel < DUELS; duel++) {
        const struct duel *d = &DUEL[duel];
        ratio *= jg_binomial_pmf(d->wins, d->games, middle(&t->cells[duel][ALL])) /
                 jg_binomial_pmf(d->wins, d->games, middle(&t->cells[duel][NONE]));
    }
    bool holds = ratio >= 1 / LEVEL;
    struct jg_phrase *text = jg_study_add_verdict(result, holds);
    jg_phrase_add(text, "with the bugs the paper's four results are %.2g times as likely as without", ratio);
    if (!holds)
        jg_phrase_add(text,
                      ratio > LEVEL ? "; the paper has too few games to tell" : "; the results contradict the bugs");
}

static enum jg_status run_duels(const struct jg_study_setting *s, struct jg_study_result *result,
                                struct jg_error *err) {
    struct trial t = {.setting = s};
    enum jg_status status = play_all(&t, err);
    if (status || jg_study_is_outlined(s)) return status;
    add_tables(&t, result);
    report_duels(&t, result);
    if (s->compat) report_likelihood(&t, result);
    jg_phrase_add(&result->extent, s->compat
                                       ? "correct rules, and rules with the bugs of the original program"
                                       : "why the paper's figures differ: few games, and a program in which White "
                                         "always starts, a random player without creatures takes no combat damage "
                                         "and some dying creatures survive; --compat reproduces it");
    return JG_OK;
}

const struct jg_study jg_study_magic_duels = {
    .name = "magic-duels",
    .title = "Magic duel: random and search with either deck",
    .summary = "win rates of White and Red, on request also with the bugs of the original program",
    .source = "report in Portuguese on a simplified Magic: The Gathering, authors and year unknown",
    .games = 10000,
    .quick_games = 500,
    .compat = true,
    .splits = true,
    .game_bytes = 1700,
    .run = run_duels,
};
