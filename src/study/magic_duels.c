/* Duels of the paper's agents, section 5.2 of the report that the Magic duel is from: random and
 * search with either deck, about 70 games each. Ours by the right rules; with `compat` also with
 * the slips of the program that theirs were played on, all of them and one at a time. */
#include "study/study.h"

#include "arena/series.h"
#include "core/stats.h"
#include "study/checkpoint.h"

#include <math.h>
#include <stdio.h>

enum { RED, WHITE, SEATS };
enum { RANDOM_RANDOM, WHITE_SEARCHES, RED_SEARCHES, SEARCH_SEARCH, DUELS };

/* Slips of the original program, in the order of their rows. */
enum { NONE, STARTS, EVADES, SKIPS, WHIM, ALL, FORMS };

static const double LEVEL = 0.05;

/* What is printed, and the games nearest to 70 of which so many can be that share: of 70 none can. */
static const struct duel {
    const char *name;     /* by which it is kept */
    bool searches[SEATS]; /* otherwise random */
    int winner;           /* whose games are counted */
    double printed;
    int wins, games;
} DUEL[DUELS] = {
    [RANDOM_RANDOM] = {"random", {false, false}, WHITE, 0.718, 51, 71},
    [WHITE_SEARCHES] = {"white", {false, true}, WHITE, 0.959, 70, 73},
    [RED_SEARCHES] = {"red", {true, false}, RED, 0.972, 69, 71},
    [SEARCH_SEARCH] = {"search", {true, true}, RED, 0.765, 52, 68},
};

static const char *const PAIRINGS[DUELS] = {"both at random: White", "White searches: White", "Red searches: Red",
                                            "both search: Red"};

static const char *const FORM_NAMES[FORMS] = {"right", "starts", "evades", "skips", "whim", "all"};

static const char *const RULES[FORMS + 1] = {"right rules",
                                             "White always starts",
                                             "random without creatures is not hurt",
                                             "some of the dead are skipped",
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
    int duel, form; /* being played */
    int done, all;  /* cells that were not kept */
};

/* ---- Playing ------------------------------------------------------------------------- */

/* A slip of an agent that does not play changes nothing. */
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
            double kept[2];
            if (!is_played(t, duel, form)) continue;
            part_name(name, duel, form);
            c->known = jg_study_checkpoint_find(t->setting->checkpoint, name, kept, 2) && kept[0] >= 0 && kept[1] >= 0 &&
                       kept[0] + kept[1] <= t->setting->games;
            if (c->known) *c = (struct cell){kept[0], kept[1], t->setting->games, true};
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
    if (!status) status = jg_series_play(&series, err);
    jg_game_close(&g);
    if (status) return status;
    c->known = true;
    t->done++;
    part_name(name, t->duel, t->form);
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

/* Of our interval: never 0 or 1, however few games there are. */
static double middle(const struct cell *c) {
    double low, high;
    jg_wilson(points(c), c->games, &low, &high);
    return (low + high) / 2;
}

/* The chance that as many games as theirs, from the middle of our interval, give a result no likelier than theirs. */
static double chance(const struct duel *d, const struct cell *c) {
    return jg_binomial_test(d->wins, d->games, middle(c));
}

enum { D_WHO, D_THEIRS, D_THEIR_GAMES, D_THEIR_LOW, D_THEIR_HIGH, D_SHARE, D_LOW, D_HIGH, D_DRAWS, D_CHANCE, D_AGREES };

static const struct jg_study_column DUEL_COLUMNS[] = {
    [D_WHO] = {.name = "duel", .title = "who wins", .unit = JG_UNIT_WORD, .words = PAIRINGS},
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
        jg_wilson(d->wins, d->games, &row[D_THEIR_LOW], &row[D_THEIR_HIGH]);
        row[D_SHARE] = share(c);
        jg_wilson(points(c), c->games, &row[D_LOW], &row[D_HIGH]);
        row[D_DRAWS] = c->draws;
        row[D_CHANCE] = chance(d, c);
        row[D_AGREES] = row[D_CHANCE] >= LEVEL;
    }
}

static const struct jg_study_column SLIP_COLUMNS[] = {
    {.name = "rules", .title = "rules", .unit = JG_UNIT_WORD, .words = RULES},
    {.name = "random", .group = "both at random", .title = "White", .unit = JG_UNIT_SHARE},
    {.name = "white", .group = "White searches", .title = "White", .unit = JG_UNIT_SHARE},
    {.name = "red", .group = "Red searches", .title = "Red", .unit = JG_UNIT_SHARE},
    {.name = "search", .group = "both search", .title = "Red", .unit = JG_UNIT_SHARE},
};

static void add_slips(const struct trial *t, struct jg_study_table *table) {
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
    add_duels(t, NONE, jg_study_add_table(result, "duels", "by the right rules", COLUMNS(DUEL_COLUMNS)));
    if (!t->setting->compat) return;
    add_duels(t, ALL, jg_study_add_table(result, "compat", "with the original's slips", COLUMNS(DUEL_COLUMNS)));
    add_slips(t, jg_study_add_table(result, "slips", "what each slip does", COLUMNS(SLIP_COLUMNS)));
}

/* ---- Verdicts ------------------------------------------------------------------------ */

/* One sentence of each duel: theirs against the rules that they were played by, as far as we play by them. */
static void say_duels(const struct trial *t, struct jg_study_result *result) {
    jg_lang lang = t->setting->lang;
    for (int duel = 0; duel < DUELS; duel++) {
        const struct duel *d = &DUEL[duel];
        const struct cell *c = &t->cells[duel][t->setting->compat ? ALL : NONE];
        double low, high, their_low, their_high;
        bool agrees = chance(d, c) >= LEVEL;
        jg_wilson(points(c), c->games, &low, &high);
        jg_wilson(d->wins, d->games, &their_low, &their_high);
        struct jg_text text = jg_study_add_verdict(result, agrees);
        jg_text_add(&text, jg_tr(lang, "%s wins %.1f %% (%.1f to %.1f); theirs %.1f %%, of %d games (%.1f to %.1f)"),
                    jg_tr(lang, PAIRINGS[duel]), 100 * share(c), 100 * low, 100 * high, 100 * d->printed, d->games,
                    100 * their_low, 100 * their_high);
        if (!agrees)
            jg_text_put(&text, t->setting->compat ? jg_tr(lang, "; that is neither chance nor one of these slips")
                                                  : jg_tr(lang, "; that is no chance: --compat shows what else it is"));
    }
}

/* Whether the slips make theirs likelier, all four together, by so much that it is worth a word. */
static void say_likelier(const struct trial *t, struct jg_study_result *result) {
    jg_lang lang = t->setting->lang;
    double ratio = 1;
    for (int duel = 0; duel < DUELS; duel++) {
        const struct duel *d = &DUEL[duel];
        ratio *= jg_binomial(d->wins, d->games, middle(&t->cells[duel][ALL])) /
                 jg_binomial(d->wins, d->games, middle(&t->cells[duel][NONE]));
    }
    bool holds = ratio >= 1 / LEVEL;
    struct jg_text text = jg_study_add_verdict(result, holds);
    jg_text_add(&text, jg_tr(lang, "with the slips their four results are likelier than without: %.2g times"), ratio);
    if (!holds)
        jg_text_put(&text, ratio > LEVEL ? jg_tr(lang, "; their games are too few to tell")
                                         : jg_tr(lang, "; they speak against the slips"));
}

static enum jg_status run_duels(const struct jg_study_setting *s, struct jg_study_result *result,
                                struct jg_error *err) {
    struct trial t = {.setting = s};
    enum jg_status status = play_all(&t, err);
    if (status) return status;
    add_tables(&t, result);
    say_duels(&t, result);
    if (s->compat) say_likelier(&t, result);
    struct jg_text text;
    jg_text_init(&text, result->extent, sizeof result->extent);
    jg_text_put(&text,
                s->compat ? jg_tr(s->lang, "the rules as they are, and with slips of the program that theirs are from")
                          : jg_tr(s->lang, "why theirs differ: they are of few games, and of a program in which White "
                                           "always starts, a random player without creatures is not hurt in combat and "
                                           "some of the dead live on; --compat plays like it"));
    return JG_OK;
}

const struct jg_study jg_study_magic_duels = {
    .name = "magic-duels",
    .title = "Magic duel: random and search with either deck",
    .summary = "how often White and Red win; with --compat also with the slips of the original program",
    .source = "report in Portuguese on a simplified Magic: the Gathering, its authors and year not given",
    .games = 10000,
    .quick_games = 500,
    .compat = true,
    .run = run_duels,
};
