/* Reports of stored runs: matches and tournaments from their games, tunings from their steps. */
#include "runs/runs.h"

#include "core/json.h"

#include "report/report.h"
#include "runs/tournament.h"
#include "runs/tuning.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 4 };

struct settings {
    struct jg_setting_line lines[SETTINGS];
    size_t count;
    char run[64], state[64], distinct[64];
};

static void add_setting(struct settings *s, const char *name, const char *value) {
    s->lines[s->count++] = (struct jg_setting_line){.name = name, .value = value};
}

static enum jg_status damaged(const struct jg_stored_run *run, struct jg_error *err) {
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "run %lld has damaged parameters", (long long)run->id);
}

/* ---- Matches and tournaments ----------------------------------------------------------------- */

/* Lists the players by their names, without opening agents. */
static enum jg_status read_players(const struct jg_stored_run *run, const json_t *o, struct jg_contest *plan,
                                   struct jg_player **out, struct jg_error *err) {
    const json_t *agents = json_object_get(o, "agents"), *name;
    size_t n = json_array_size(agents), i;
    if (n < 2 || n > JG_PLAYERS_MAX) return damaged(run, err);
    struct jg_player *players = *out = calloc(n, sizeof *players);
    if (!players) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    json_array_foreach(agents, i, name) {
        const char *text = json_string_value(name);
        snprintf(players[i].name, sizeof players[i].name, "%s", text ? text : "?");
        memcpy(players[i].spec, players[i].name, sizeof players[i].spec);
    }
    plan->players = players;
    plan->player_count = (int)n;
    return JG_OK;
}

/* Reads the time controls of the players, if they had clocks. */
static enum jg_status read_controls(const struct jg_stored_run *run, const json_t *o, struct jg_contest *plan,
                                    struct jg_time_control *controls, struct jg_error *err) {
    const json_t *list = json_object_get(o, "tc"), *text;
    size_t i;
    if (!list) return JG_OK;
    if (json_array_size(list) != (size_t)plan->player_count) return damaged(run, err);
    json_array_foreach(list, i, text) {
        const char *words = json_string_value(text);
        if (!words || jg_time_controls_parse(words, &controls[i], 1, err)) return damaged(run, err);
    }
    plan->controls = controls;
    plan->margin = json_number_value(json_object_get(o, "margin"));
    return JG_OK;
}

/* Counts complete rounds up to the first missing game. */
static void settle_pairs(struct jg_contest *plan) {
    uint64_t n = 0, round;
    while (n < plan->known_count && plan->known[n].number == n) n++;
    plan->pairs = 1;
    round = jg_contest_games(plan);
    plan->pairs = n / round;
    plan->known_count = plan->pairs * round;
}

static char *contest_page(const struct jg_contest *plan, struct settings *s, jg_lang lang, struct jg_error *err) {
    struct jg_standings standings;
    char *page = NULL;
    if (!jg_contest_play(plan, &standings, err)) {
        snprintf(s->distinct, sizeof s->distinct, "%llu / %llu", (unsigned long long)standings.distinct,
                 (unsigned long long)standings.sampled);
        add_setting(s, "different games", s->distinct);
        page = jg_html_tournament(plan, &standings, NULL, s->lines, s->count, lang);
        if (!page) jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    jg_standings_free(&standings);
    return page;
}

static char *contest_report(struct jg_store *store, const struct jg_stored_run *run, const json_t *o,
                            const struct jg_game *g, struct settings *s, jg_lang lang, struct jg_error *err) {
    const char *seed = json_string_value(json_object_get(o, "seed"));
    struct jg_contest plan = {.game = g,
                              .seed = seed ? strtoull(seed, NULL, 10) : 0,
                              .opening = (int)json_integer_value(json_object_get(o, "opening")),
                              .gauntlet = json_is_true(json_object_get(o, "gauntlet"))};
    struct jg_run_tournament stored = {.plan = &plan, .store = store, .run = {.id = run->id}};
    struct jg_time_control controls[JG_PLAYERS_MAX];
    struct jg_player *players = NULL;
    char *page = NULL;
    enum jg_status status = read_players(run, o, &plan, &players, err);
    if (!status) status = read_controls(run, o, &plan, controls, err);
    if (!status) status = jg_run_tournament_load(&stored, true, err);
    if (!status) {
        settle_pairs(&plan);
        page = contest_page(&plan, s, lang, err);
    }
    free(stored.known);
    free(players);
    return page;
}

/* ---- Tunings --------------------------------------------------------------------------------- */

static char *tune_report(struct jg_store *store, const struct jg_stored_run *run, const json_t *o,
                         const struct jg_game *g, struct settings *s, jg_lang lang, struct jg_error *err) {
    struct jg_tune_setting setting;
    struct jg_player rival;
    struct jg_generation *history = NULL;
    size_t n = 0;
    char *page = NULL;
    enum jg_status status = jg_run_tuning_read(o, g, &setting, &rival, err);
    if (!status) status = jg_run_tuning_history(store, run->id, &setting, &history, &n, err);
    if (!status && !n)
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "run %lld has no finished generation to report",
                         (long long)run->id);
    if (!status && !(page = jg_html_tune(&setting, history, n, NULL, s->lines, s->count, lang)))
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(history);
    return page;
}

/* ---- All kinds ------------------------------------------------------------------------------- */

static bool is_contest(const struct jg_stored_run *run) {
    return !strcmp(run->kind, "match") || !strcmp(run->kind, "tournament");
}

static char *report(struct jg_store *store, const struct jg_stored_run *run, jg_lang lang, struct jg_error *err) {
    struct settings s = {0};
    struct jg_game g;
    char *page = NULL;
    json_t *o = jg_json_read(run->parameters, strlen(run->parameters), JSON_REJECT_DUPLICATES, NULL);
    snprintf(s.run, sizeof s.run, "%lld", (long long)run->id);
    snprintf(s.state, sizeof s.state, "%s", jg_tr(lang, run->ended ? "finished" : "not finished"));
    add_setting(&s, "run", s.run);
    add_setting(&s, "status", s.state);
    if (!o)
        damaged(run, err);
    else if (!jg_game_open(&g, run->game, err)) {
        page = (is_contest(run) ? contest_report : tune_report)(store, run, o, &g, &s, lang, err);
        jg_game_close(&g);
    }
    json_decref(o);
    return page;
}

char *jg_run_report(struct jg_store *s, int64_t id, jg_lang lang, struct jg_error *err) {
    struct jg_stored_run run;
    char *page = NULL;
    if (jg_store_get_run(s, id, &run, err)) return NULL;
    if (is_contest(&run) || !strcmp(run.kind, "tune"))
        page = report(s, &run, lang, err);
    else
        jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                "no report for runs of kind %s; matches, tournaments and tunings have one", run.kind);
    jg_stored_run_free(&run);
    return page;
}
