#include "study/games.h"

#include "core/clock.h"
#include "core/file.h"
#include "core/json.h"
#include "core/seeding.h"
#include "core/string_pool.h"
#include "store/writer.h"

#include <jogada/jogada.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct jg_study_games {
    struct jg_store *store;
    const struct jg_study *study;
    const struct jg_study_setting *setting;
    char program[17];    /* its hash: another program may play other games */
    const char **stored; /* the finished parts */
    size_t count, room;
    struct jg_string_pool names;
    bool failed; /* memory ran out */

    /* the part in progress */
    char game[JG_SPEC_MAX];
    int seats;
    uint64_t seed;
    int64_t run;
    struct jg_writer *writer;
};

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* ---- Parts ------------------------------------------------------------------------------------- */

/* Everything that the games of a part depend on. */
static char *parameters(const struct jg_study_games *x, const char *part) {
    const struct jg_study_setting *s = x->setting;
    json_t *o =
        json_pack("{s:s, s:s, s:b, s:b, s:i, s:i, s:{s:s}}", "study", x->study->name, "part", part, "quick", s->quick,
                  "compat", s->compat, "games", s->games, "seeding", JG_SEEDING_SCHEME, "files", "jogada", x->program);
    json_object_set_new(o, "seed", json_sprintf("%llu", (unsigned long long)s->seed));
    return jg_json_text(o, JSON_COMPACT | JSON_SORT_KEYS);
}

static bool add_stored(struct jg_study_games *x, const char *part) {
    if (x->count == x->room) {
        size_t room = 2 * x->room + 64;
        const char **more = realloc(x->stored, room * sizeof *more);
        if (!more) return false;
        x->stored = more;
        x->room = room;
    }
    x->stored[x->count] = jg_string_pool_copy(&x->names, part);
    return x->stored[x->count] && ++x->count;
}

/* Remembers a finished run if it is a part of this study with these settings. */
static bool look_at(void *arg, const struct jg_stored_run *run) {
    struct jg_study_games *x = arg;
    json_t *o = jg_json_read(run->parameters, strlen(run->parameters), 0, NULL);
    const char *part = json_string_value(json_object_get(o, "part"));
    char *expected = part && run->ended && !strcmp(run->version, jg_version()) ? parameters(x, part) : NULL;
    if (expected && !strcmp(expected, run->parameters)) x->failed |= !add_stored(x, part);
    free(expected);
    json_decref(o);
    return !x->failed;
}

struct jg_study_games *jg_study_games_open(struct jg_store *s, const struct jg_study *study,
                                           const struct jg_study_setting *setting, struct jg_error *err) {
    struct jg_study_games *x = calloc(1, sizeof *x);
    enum jg_status status = x ? JG_OK : no_memory(err);
    if (status) return NULL;
    x->store = s;
    x->study = study;
    x->setting = setting;
    jg_file_program_hash(x->program);
    status = jg_store_runs(s, JG_STUDY_PART_KIND, jg_study_game(study), look_at, x, err);
    if (!status && x->failed) status = no_memory(err);
    if (!status) return x;
    jg_study_games_close(x);
    return NULL;
}

void jg_study_games_close(struct jg_study_games *x) {
    if (!x) return;
    jg_string_pool_free(&x->names);
    free(x->stored);
    free(x);
}

bool jg_study_has_games(const struct jg_study_setting *s, const char *part) {
    const struct jg_study_games *x = s->store;
    for (size_t i = 0; x && i < x->count; i++)
        if (!strcmp(x->stored[i], part)) return true;
    return !x;
}

/* ---- Games ------------------------------------------------------------------------------------- */

enum jg_status jg_study_begin_part(const struct jg_study_setting *s, const char *part, const struct jg_game *g,
                                   struct jg_error *err) {
    struct jg_study_games *x = s->store;
    struct jg_stored_run run = {0};
    struct jg_text t;
    if (!x) return JG_OK;
    jg_text_init(&t, x->game, sizeof x->game);
    jg_game_spec(g, &t);
    x->seats = g->kind->seats;
    x->seed = s->seed;
    char *text = parameters(x, part);
    enum jg_status status = text ? JG_OK : no_memory(err);
    if (!status) status = jg_store_begin_run(x->store, JG_STUDY_PART_KIND, x->game, text, false, &run, err);
    x->run = run.id;
    if (!status && !(x->writer = jg_writer_open(x->store, err))) status = JG_EMEMORY;
    jg_stored_run_free(&run);
    free(text);
    return status;
}

enum jg_status jg_study_store_game(const struct jg_study_setting *s, uint64_t number, const char *const specs[2],
                                   const struct jg_record *r, const double seconds[2], struct jg_error *err) {
    const struct jg_study_games *x = s->store;
    if (!x) return JG_OK;
    struct jg_stored_game g = {.run = x->run,
                               .number = number,
                               .game = x->game,
                               .seed = x->seed,
                               .start = "",
                               .seconds = {seconds[0], seconds[1]},
                               .ended = jg_unix_time()};
    for (int seat = 0; seat < x->seats; seat++) g.seats[seat] = specs[jg_team(seat)];
    return jg_writer_put_record(x->writer, &g, r, err);
}

enum jg_status jg_study_end_part(const struct jg_study_setting *s, enum jg_status status, struct jg_error *err) {
    struct jg_study_games *x = s->store;
    struct jg_error late = {.lang = err ? err->lang : JG_EN};
    if (!x || !x->writer) return status;
    if (jg_writer_close(x->writer, &late) && (!status || status == JG_ESTOP)) {
        if (err) *err = late;
        status = late.code;
    }
    x->writer = NULL;
    return status ? status : jg_store_end_run(x->store, x->run, true, err);
}

/* ---- Series and contests ------------------------------------------------------------------------- */

/* Passes the calls of a series or contest on, and its games to the store. */
struct relay {
    const struct jg_study_setting *setting;
    const struct jg_series *series;
    const struct jg_contest *contest;
    const struct jg_player *players;
    uint64_t first;
};

static enum jg_status store_played(void *arg, const struct jg_played *played, struct jg_error *err) {
    const struct relay *r = arg;
    const int *players = played->fixture.players;
    return jg_study_store_game(r->setting, played->number - r->first,
                               (const char *[]){r->players[players[0]].spec, r->players[players[1]].spec},
                               played->record, played->seconds, err);
}

static bool series_fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct jg_series *s = ((struct relay *)arg)->series;
    return s->fixture(s->arg, number, out);
}

static enum jg_status series_take(void *arg, const struct jg_played *played, struct jg_error *err) {
    const struct jg_series *s = ((struct relay *)arg)->series;
    return s->take(s->arg, played, err);
}

static void series_progress(void *arg, double share) {
    const struct jg_series *s = ((struct relay *)arg)->series;
    s->progress(s->arg, share);
}

enum jg_status jg_study_play_series(const struct jg_study_setting *setting, const char *part,
                                    const struct jg_series *series, struct jg_error *err) {
    if (!setting->store) return jg_series_play(series, err);
    struct relay r = {.setting = setting, .series = series, .players = series->players, .first = series->first};
    struct jg_series s = *series;
    s.fixture = s.fixture ? series_fixture : NULL;
    s.take = s.take ? series_take : NULL;
    s.progress = s.progress ? series_progress : NULL;
    s.finished = store_played;
    s.arg = &r;
    enum jg_status status = jg_study_begin_part(setting, part, s.game, err);
    setting->store->seed = s.seed;
    return jg_study_end_part(setting, status ? status : jg_series_play(&s, err), err);
}

static void contest_counted(void *arg, const struct jg_fixture *fixture, const struct jg_result *result) {
    const struct jg_contest *c = ((struct relay *)arg)->contest;
    c->counted(c->arg, fixture, result);
}

static void contest_progress(void *arg, const struct jg_standings *standings, double share) {
    const struct jg_contest *c = ((struct relay *)arg)->contest;
    c->progress(c->arg, standings, share);
}

enum jg_status jg_study_play_contest(const struct jg_study_setting *setting, const char *part,
                                     const struct jg_contest *contest, struct jg_standings *out, struct jg_error *err) {
    *out = (struct jg_standings){0};
    if (!setting->store) return jg_contest_play(contest, out, err);
    struct relay r = {.setting = setting, .contest = contest, .players = contest->players};
    struct jg_contest c = *contest;
    c.counted = c.counted ? contest_counted : NULL;
    c.progress = c.progress ? contest_progress : NULL;
    c.finished = store_played;
    c.arg = &r;
    enum jg_status status = jg_study_begin_part(setting, part, c.game, err);
    setting->store->seed = c.seed;
    return jg_study_end_part(setting, status ? status : jg_contest_play(&c, out, err), err);
}
