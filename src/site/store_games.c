/* Games, runs and results in the store of a page without a server. */
#include "site/store.h"

#include "core/clock.h"
#include "core/json.h"

#include <jogada/jogada.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static enum jg_status put_numbered(struct jg_store *s, enum jg_site_row_kind kind, int64_t number, json_t *row,
                                   struct jg_error *err) {
    char id[24];
    struct jg_text t;
    jg_text_init(&t, id, sizeof id);
    jg_text_add(&t, "%lld", (long long)number);
    return row ? jg_site_row_put(s, kind, id, row, err) : no_memory(err);
}

/* ---- Runs ------------------------------------------------------------------------------------------- */

static bool read_run(struct jg_store *s, int64_t id, const json_t *row, struct jg_stored_run *out) {
    *out = (struct jg_stored_run){.id = id,
                                  .parameters = strdup(jg_site_row_text(row, "parameters")),
                                  .begun = jg_site_row_number(row, "begun"),
                                  .ended = jg_site_row_number(row, "ended")};
    strncpy(out->kind, jg_site_row_text(row, "kind"), sizeof out->kind - 1);
    strncpy(out->game, jg_site_row_text(row, "game"), sizeof out->game - 1);
    strncpy(out->version, jg_site_row_text(row, "version"), sizeof out->version - 1);
    for (int64_t game = 1; game <= s->last_game; game++)
        out->games += jg_site_row_number(jg_site_row_numbered(s, JG_SITE_GAME, game), "run") == id;
    return out->parameters;
}

enum jg_status jg_store_get_run(struct jg_store *s, int64_t id, struct jg_stored_run *out, struct jg_error *err) {
    const json_t *row = jg_site_row_numbered(s, JG_SITE_RUN, id);
    *out = (struct jg_stored_run){0};
    if (!row) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "there is no run %lld", (long long)id);
    return read_run(s, id, row, out) ? JG_OK : no_memory(err);
}

/* Always a new run: nothing that runs here can be resumed. */
enum jg_status jg_store_begin_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                                  bool fresh, struct jg_stored_run *out, struct jg_error *err) {
    (void)fresh;
    int64_t id = s->last_run + 1;
    *out = (struct jg_stored_run){0};
    enum jg_status status = put_numbered(
        s, JG_SITE_RUN, id,
        json_pack("{s:s, s:s, s:s, s:s, s:I}", "kind", kind, "game", game, "parameters", parameters, "version",
                  jg_version(), "begun", (json_int_t)jg_unix_time()),
        err);
    if (status) return status;
    s->last_run = id;
    return jg_store_get_run(s, id, out, err);
}

enum jg_status jg_store_end_run(struct jg_store *s, int64_t run, bool ended, struct jg_error *err) {
    const json_t *row = jg_site_row_numbered(s, JG_SITE_RUN, run);
    if (!row) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "there is no run %lld", (long long)run);
    json_t *next = json_copy((json_t *)(uintptr_t)row);
    json_object_set_new(next, "ended", json_integer(ended ? jg_unix_time() : 0));
    return put_numbered(s, JG_SITE_RUN, run, next, err);
}

static bool names_game(const char *spec, const char *wanted) {
    size_t n = strlen(wanted);
    return !strncmp(spec, wanted, n) && (!spec[n] || spec[n] == ':');
}

enum jg_status jg_store_runs(struct jg_store *s, const char *kind, const char *game,
                             bool (*each)(void *arg, const struct jg_stored_run *run), void *arg,
                             struct jg_error *err) {
    bool more = true;
    for (int64_t id = s->last_run; id > 0 && more; id--) {
        const json_t *row = jg_site_row_numbered(s, JG_SITE_RUN, id);
        if (!row || (kind && strcmp(jg_site_row_text(row, "kind"), kind)) ||
            (game && !names_game(jg_site_row_text(row, "game"), game)))
            continue;
        struct jg_stored_run run;
        if (!read_run(s, id, row, &run)) return no_memory(err);
        more = each(arg, &run);
        jg_stored_run_free(&run);
    }
    return JG_OK;
}

/* Matches and tunings need a server, which stores their ratings and steps. */
enum jg_status jg_store_ratings(struct jg_store *s, int64_t run,
                                bool (*each)(void *arg, const struct jg_stored_rating *rating), void *arg,
                                struct jg_error *err) {
    return (void)s, (void)run, (void)each, (void)arg, (void)err, JG_OK;
}
enum jg_status jg_store_steps(struct jg_store *s, int64_t run,
                              bool (*each)(void *arg, int64_t number, const char *state), void *arg,
                              struct jg_error *err) {
    return (void)s, (void)run, (void)each, (void)arg, (void)err, JG_OK;
}

/* ---- Adding games ----------------------------------------------------------------------------------- */

static json_t *texts(const char *const *of) {
    json_t *list = json_array();
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        json_array_append_new(list, of[seat] ? json_string(of[seat]) : json_null());
    return list;
}

static json_t *game_row(const struct jg_stored_game *g) {
    return json_pack("{s:I, s:I, s:s, s:o, s:o, s:o, s:b, s:I, s:s, s:s, s:i, s:i, s:i, s:s, s:i, s:[f, f], s:I}",
                     "run",
                     (json_int_t)g->run, "number", (json_int_t)g->number, "game", g->game, "seats", texts(g->seats),
                     "players", texts(g->players), "names", texts(g->names), "unlisted", g->unlisted, "seed",
                     (json_int_t)g->seed, "start", g->start, "moves", g->moves, "plies", g->plies, "opening",
                     g->opening, "resigned", g->resigned, "reason", g->reason, "score", (int)g->score, "seconds",
                     g->seconds[0], g->seconds[1], "ended", (json_int_t)g->ended);
}

static bool has_number(const struct jg_store *s, int64_t run, uint64_t number) {
    for (int64_t id = s->last_game; id > 0; id--) {
        const json_t *row = jg_site_row_numbered(s, JG_SITE_GAME, id);
        if (row && jg_site_row_number(row, "run") == run && (uint64_t)jg_site_row_number(row, "number") == number)
            return true;
    }
    return false;
}

enum jg_status jg_store_add(struct jg_store *s, const struct jg_stored_game *games, size_t n, int64_t *ids,
                            struct jg_error *err) {
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    for (size_t i = 0; i < n && !status; i++) {
        if (ids) ids[i] = 0;
        if (has_number(s, games[i].run, games[i].number)) continue;
        status = put_numbered(s, JG_SITE_GAME, s->last_game + 1, game_row(&games[i]), err);
        if (!status) s->last_game++;
        if (!status && ids) ids[i] = s->last_game;
    }
    return jg_store_end(s, status, err);
}

/* ---- Reading games ---------------------------------------------------------------------------------- */

static const char *element(const json_t *row, const char *list, int i) {
    return json_string_value(json_array_get(json_object_get(row, list), (size_t)i));
}

/* The texts belong to the row. */
static struct jg_stored_game read_game(const struct jg_store *s, int64_t id, const json_t *row) {
    const json_t *seconds = json_object_get(row, "seconds");
    struct jg_stored_game g = {
        .id = id,
        .run = jg_site_row_number(row, "run"),
        .number = (uint64_t)jg_site_row_number(row, "number"),
        .game = jg_site_row_text(row, "game"),
        .seed = (uint64_t)jg_site_row_number(row, "seed"),
        .start = jg_site_row_text(row, "start"),
        .moves = jg_site_row_text(row, "moves"),
        .plies = (int)jg_site_row_number(row, "plies"),
        .opening = (int)jg_site_row_number(row, "opening"),
        .resigned = (int)jg_site_row_number(row, "resigned"),
        .reason = jg_site_row_text(row, "reason"),
        .score = (int32_t)jg_site_row_number(row, "score"),
        .seconds = {json_number_value(json_array_get(seconds, 0)), json_number_value(json_array_get(seconds, 1))},
        .ended = jg_site_row_number(row, "ended"),
    };
    g.kind = jg_site_row_text(jg_site_row_numbered(s, JG_SITE_RUN, g.run), "kind");
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) {
        const char *name = element(row, "names", seat);
        g.seats[seat] = name ? name : element(row, "seats", seat);
    }
    return g;
}

enum jg_status jg_store_game(struct jg_store *s, int64_t id, struct jg_stored_game *out, struct jg_error *err) {
    const json_t *row = jg_site_row_numbered(s, JG_SITE_GAME, id);
    if (!row) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "there is no game %lld", (long long)id);
    *out = read_game(s, id, row);
    return JG_OK;
}

static bool contains(const char *text, const char *part) {
    size_t n = strlen(part);
    for (; text && *text; text++)
        if (!strncasecmp(text, part, n)) return true;
    return text && !n;
}

static bool is_titled(const struct jg_store_filter *f, const json_t *row, int seat) {
    const char *spec = element(row, "seats", seat);
    for (int i = 0; spec && !element(row, "names", seat) && i < f->titled_count; i++)
        if (!strcmp(f->titled[i].agent, spec) &&
            (!f->titled[i].game || names_game(jg_site_row_text(row, "game"), f->titled[i].game)))
            return true;
    return false;
}

static bool has_agent(const struct jg_store_filter *f, const json_t *row) {
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (contains(element(row, "seats", seat), f->agent) || contains(element(row, "names", seat), f->agent) ||
            is_titled(f, row, seat))
            return true;
    return false;
}

static bool fits(const struct jg_store_filter *f, const struct jg_stored_game *g, const json_t *row) {
    bool own = f->viewer && jg_site_row_lists(row, "players", f->viewer);
    return (!f->run || g->run == f->run) && g->id > f->after && (!f->game || names_game(g->game, f->game)) &&
           (!f->kind || !strcmp(g->kind, f->kind)) && (!f->agent || has_agent(f, row)) &&
           (!f->result || !strcmp(jg_stored_result(g->score), f->result)) &&
           (!f->viewer || own || !jg_site_row_flag(row, "unlisted")) && (!f->mine || own) &&
           (!f->failed || (g->reason[0] && g->resigned >= 0));
}

enum jg_status jg_store_games(struct jg_store *s, const struct jg_store_filter *f,
                              bool (*each)(void *arg, const struct jg_stored_game *game), void *arg,
                              struct jg_error *err) {
    int64_t shown = 0;
    bool more = true;
    (void)err;
    for (int64_t i = 1; i <= s->last_game && more && (f->limit <= 0 || shown < f->limit); i++) {
        int64_t id = f->oldest_first ? i : s->last_game + 1 - i;
        const json_t *row = jg_site_row_numbered(s, JG_SITE_GAME, id);
        struct jg_stored_game g;
        if (!row) continue;
        g = read_game(s, id, row);
        if (!fits(f, &g, row)) continue;
        shown++;
        more = each(arg, &g);
    }
    return JG_OK;
}

bool jg_store_may_view(struct jg_store *s, int64_t game, const char *player) {
    const json_t *row = jg_site_row_numbered(s, JG_SITE_GAME, game);
    return row && (!jg_site_row_flag(row, "unlisted") || jg_site_row_lists(row, "players", player));
}

unsigned jg_store_seats_of(struct jg_store *s, int64_t game, const char *player) {
    const json_t *row = jg_site_row_numbered(s, JG_SITE_GAME, game);
    unsigned seats = 0;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) {
        const char *one = element(row, "players", seat);
        if (one && !strcmp(one, player)) seats |= 1u << seat;
    }
    return seats;
}

/* ---- Results ---------------------------------------------------------------------------------------- */

enum { TEAMS = 2 };

struct entry {
    struct jg_stored_history about;
    char game[JG_SPEC_MAX];
};

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* Fills the opponents of a player; false: they had no seat, or seats on both sides. */
static bool opponents(const json_t *row, const char *player, struct entry *e, int *team) {
    int seats[TEAMS] = {0}, n = 0;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) seats[seat & 1] += same(element(row, "players", seat), player);
    *team = seats[1] > 0;
    if (!seats[*team] || seats[!*team]) return false;
    for (int seat = !*team; seat < JG_SEATS_MAX; seat += TEAMS) {
        const char *name = element(row, "names", seat), *spec = element(row, "seats", seat);
        if (!spec) continue;
        if (!n) e->about.person = element(row, "players", seat);
        e->about.opponents[n++] = name ? name : spec;
    }
    return true;
}

static struct entry *find(struct entry *list, size_t n, const struct entry *e) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i].game, e->game) && same(list[i].about.opponents[0], e->about.opponents[0]) &&
            same(list[i].about.opponents[1], e->about.opponents[1]))
            return &list[i];
    return NULL;
}

enum jg_status jg_store_history(struct jg_store *s, const char *player,
                                bool (*each)(void *arg, const struct jg_stored_history *entry), void *arg,
                                struct jg_error *err) {
    struct entry *list = calloc((size_t)s->last_game + 1, sizeof *list);
    size_t n = 0;
    if (!list) return no_memory(err);
    for (int64_t id = s->last_game; id > 0; id--) {
        const json_t *row = jg_site_row_numbered(s, JG_SITE_GAME, id);
        struct entry e = {0};
        int team;
        if (!row || !opponents(row, player, &e, &team)) continue;
        const char *spec = jg_site_row_text(row, "game");
        strncat(e.game, spec, strcspn(spec, ":"));
        struct entry *known = find(list, n, &e);
        if (!known) {
            e.about.last = jg_site_row_number(row, "ended");
            list[n] = e;
            known = &list[n++];
        }
        int64_t score = team ? -jg_site_row_number(row, "score") : jg_site_row_number(row, "score");
        *(score > 0 ? &known->about.wins : score < 0 ? &known->about.losses : &known->about.draws) += 1;
    }
    bool more = true;
    for (size_t i = 0; i < n && more; i++) {
        list[i].about.game = list[i].game;
        more = each(arg, &list[i].about);
    }
    free(list);
    return JG_OK;
}
