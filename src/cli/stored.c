#include "cli/stored.h"

#include "core/json.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct jg_store *stored_open(const char *db, enum jg_store_mode mode, struct jg_error *err) {
    char path[JG_STORE_PATH];
    if (db[0]) return jg_store_open(db, mode, err);
    return jg_store_default_path(path, err) ? NULL : jg_store_open(path, mode, err);
}

bool stored_game_id(const struct cli *c, const char *word, int64_t *out) {
    struct jg_error err = {.lang = c->lang};
    char *end;
    errno = 0;
    *out = strtoll(word, &end, 10);
    if (*word >= '0' && *word <= '9' && !*end && !errno && *out > 0) return true;
    jg_fail(&err, JG_EINPUT, 0, "expected a game id; 'jogada log' lists them");
    print_error(c, &err, word);
    return false;
}

/* ---- Text --------------------------------------------------------------------------------- */

void stored_date(int64_t at, char out[JG_DATE_TEXT]) {
    time_t seconds = (time_t)at;
    struct tm day;
    if (at <= 0 || !localtime_r(&seconds, &day) || !strftime(out, JG_DATE_TEXT, "%Y-%m-%d %H:%M", &day))
        strcpy(out, "-");
}

void stored_print_unused(const struct cli *c, const struct jg_run_unused *unused) {
    char date[JG_DATE_TEXT];
    if (!unused->date) return;
    stored_date(unused->date, date);
    fprintf(stderr,
            unused->unversioned
                ? tr(c, "playing again: games stored on %s are not used, since a program that gives no name and "
                        "version may have changed\n")
                : tr(c, "playing again: games stored on %s are not used, since time limits or programs may play "
                        "differently\n"),
            date);
}

void stored_print_known(const struct cli *c, const struct jg_run_known *known, uint64_t all) {
    unsigned long long count = known->count;
    char date[JG_DATE_TEXT];
    stored_date(known->date, date);
    if (known->count && known->count >= all)
        fprintf(stderr, tr(c, "%llu games stored on %s as run %lld; --again plays them again\n"), count, date,
                (long long)known->run);
    else if (known->count)
        fprintf(stderr, tr(c, "%llu games stored on %s as run %lld, %llu played now; --again plays all again\n"), count,
                date, (long long)known->run, (unsigned long long)(all - known->count));
}

enum jg_status stored_stopped(const struct stored_resume *how, struct jg_error *err) {
    if (!how->stored) return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped");
    if (!jg_run_is_usable(how->trust, false, false))
        return jg_fail(err, JG_ESTOP, JG_NO_POSITION,
                       "stopped; it cannot resume, since a program gives no name and version");
    if (how->seed && how->again)
        return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; add --seed %llu and omit --again to resume",
                       (unsigned long long)*how->seed);
    if (how->seed)
        return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; add --seed %llu to resume",
                       (unsigned long long)*how->seed);
    if (how->again)
        return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; run the same command without --again to resume");
    return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped; run the same command again to resume");
}

static void put_team(const struct jg_stored_game *game, int team, struct jg_text *t) {
    const char *first = game->seats[team], *second = game->seats[team + 2];
    jg_text_put(t, first && first[0] ? first : "?");
    if (second && (!first || strcmp(first, second))) jg_text_add(t, " + %s", second[0] ? second : "?");
}

void stored_players(const struct cli *c, const struct jg_stored_game *game, struct jg_text *t) {
    put_team(game, 0, t);
    jg_text_put(t, " - ");
    put_team(game, 1, t);
    if (game->resigned < 0 && !game->reason[0]) return;
    jg_text_put(t, "  (");
    if (jg_stored_adjudicated(game))
        jg_text_add(t, tr(c, "adjudicated: %s"), tr(c, game->reason));
    else if (game->resigned < 0)
        jg_text_put(t, tr(c, "a draw by agreement"));
    else if (game->reason[0])
        jg_text_add(t, tr(c, "seat %d forfeited: %s"), game->resigned + 1, tr(c, game->reason));
    else
        jg_text_add(t, tr(c, "seat %d resigned"), game->resigned + 1);
    jg_text_put(t, ")");
}

/* ---- Records ------------------------------------------------------------------------------- */

enum jg_status stored_record_open_game(struct stored_record *k, const char *spec, struct jg_error *err) {
    if (k->spec[0] && !strcmp(k->spec, spec)) return JG_OK;
    stored_record_free(k);
    enum jg_status status = jg_game_open(&k->game, spec, err);
    if (!status) snprintf(k->spec, sizeof k->spec, "%s", spec);
    return status;
}

enum jg_status stored_record_load(struct stored_record *k, const struct jg_stored_game *game, struct jg_error *err) {
    enum jg_status status = stored_record_open_game(k, game->game, err);
    return status ? status : jg_stored_replay(game, &k->game, &k->record, err);
}

void stored_record_free(struct stored_record *k) {
    jg_record_free(&k->record);
    if (k->spec[0]) jg_game_close(&k->game);
    k->spec[0] = 0;
}

static char *parameters_of(const struct jg_record *r, const struct jg_tags *tags) {
    json_t *agents = json_array();
    for (int seat = 0; seat < r->game->kind->seats; seat++)
        json_array_append_new(agents, jg_run_text_json(tags->seat[seat]));
    json_t *o =
        json_pack("{s:s, s:o, s:o}", "game", tags->game, "agents", agents, "seed", jg_run_seed_json(tags->seed));
    return jg_json_text(o, JSON_COMPACT);
}

enum jg_status stored_add(struct jg_store *s, const char *kind, const struct jg_record *r, const struct jg_tags *tags,
                          int64_t *id, struct jg_error *err) {
    char *parameters = parameters_of(r, tags);
    struct jg_stored_run run = {0};
    enum jg_status status =
        parameters ? jg_store_begin(s, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) {
        struct jg_stored_game game = jg_run_game_of_tags(r->game, tags);
        status = jg_store_begin_run(s, kind, tags->game, parameters, true, &run, err);
        game.run = run.id;
        if (!status) status = jg_store_add_record(s, &game, r, id, err);
        if (!status) status = jg_store_end_run(s, run.id, true, err);
        status = jg_store_end(s, status, err);
    }
    jg_stored_run_free(&run);
    free(parameters);
    return status;
}
