/* The games of a study, stored part by part. */
#include "study/games.h"

#include "core/clock.h"
#include "core/file.h"
#include "core/json.h"
#include "core/process.h"
#include "core/seeding.h"
#include "core/string_pool.h"
#include "runs/study_rows.h"
#include "runs/runs.h"
#include "store/writer.h"

#include <jogada/jogada.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* How the games are stored; the studies see its first member. */
struct stored_games {
    struct jg_study_games games;
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
static char *parameters(const struct stored_games *x, const char *part) {
    const struct jg_study_setting *s = x->setting;
    json_t *o =
        json_pack("{s:s, s:s, s:b, s:b, s:i, s:i, s:{s:s}}", "study", x->study->name, "part", part, "quick", s->quick,
                  "compat", s->compat, "games", s->games, "seeding", JG_SEEDING_SCHEME, "files", "jogada", x->program);
    json_object_set_new(o, "seed", json_sprintf("%llu", (unsigned long long)s->seed));
    return jg_json_text(o, JSON_COMPACT | JSON_SORT_KEYS);
}

static bool add_stored(struct stored_games *x, const char *part) {
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
    struct stored_games *x = arg;
    json_t *o = jg_json_read(run->parameters, strlen(run->parameters), 0, NULL);
    const char *part = json_string_value(json_object_get(o, "part"));
    char *expected = part && run->ended && !strcmp(run->version, jg_version()) ? parameters(x, part) : NULL;
    if (expected && !strcmp(expected, run->parameters)) x->failed |= !add_stored(x, part);
    free(expected);
    json_decref(o);
    return !x->failed;
}

static bool has_part(const struct jg_study_games *games, const char *part) {
    const struct stored_games *x = (const struct stored_games *)games;
    for (size_t i = 0; i < x->count; i++)
        if (!strcmp(x->stored[i], part)) return true;
    return false;
}

/* ---- Games ------------------------------------------------------------------------------------- */

static enum jg_status begin_part(struct jg_study_games *games, const char *part, const struct jg_game *g, uint64_t seed,
                                 bool timed, struct jg_error *err) {
    struct stored_games *x = (struct stored_games *)games;
    struct jg_stored_run run = {0};
    struct jg_text t;
    jg_text_init(&t, x->game, sizeof x->game);
    jg_game_spec(g, &t);
    x->seats = g->kind->seats;
    x->seed = seed;
    char *text = parameters(x, part);
    enum jg_status status = text ? JG_OK : no_memory(err);
    if (!status) status = jg_store_begin_run(x->store, JG_RUN_PART_KIND, x->game, text, false, &run, err);
    x->run = run.id;
    if (!status && !(x->writer = jg_writer_open(x->store, err))) status = JG_EMEMORY;
    if (!status && timed) jg_writer_hold(x->writer);
    jg_stored_run_free(&run);
    free(text);
    return status;
}

static enum jg_status put_game(struct jg_study_games *games, uint64_t number, const char *const specs[2],
                               const struct jg_record *r, const double seconds[2], struct jg_error *err) {
    const struct stored_games *x = (const struct stored_games *)games;
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

static enum jg_status end_part(struct jg_study_games *games, enum jg_status status, struct jg_error *err) {
    struct stored_games *x = (struct stored_games *)games;
    struct jg_error late = {.lang = err ? err->lang : JG_EN};
    if (!x->writer) return status;
    if (jg_writer_close(x->writer, &late) && (!status || status == JG_ESTOP)) {
        if (err) *err = late;
        status = late.code;
    }
    x->writer = NULL;
    return status ? status : jg_store_end_run(x->store, x->run, true, err);
}

/* ---- Questions --------------------------------------------------------------------------------- */

enum jg_status jg_run_study_size(const struct jg_study *study, const struct jg_study_setting *setting,
                                 struct jg_run_study_size *out, struct jg_error *err) {
    struct jg_study_outline *outline = NULL;
    enum jg_status status = JG_OK;
    *out = (struct jg_run_study_size){0};
    if (study->most_games) {
        out->games = study->most_games(setting);
    } else if (study->splits) {
        outline = calloc(1, sizeof *outline);
        status = outline ? jg_run_study_outline(study, setting, outline, err) : no_memory(err);
        if (!status) out->games = outline->games;
    }
    out->bytes = out->games * (uint64_t)study->game_bytes;
    free(outline);
    return status;
}

bool jg_run_is_part(const struct jg_stored_run *run, const char *study, const char *part) {
    if (strcmp(run->kind, JG_RUN_PART_KIND) != 0) return false;
    json_t *o = jg_json_read(run->parameters, strlen(run->parameters), 0, NULL);
    const char *of = json_string_value(json_object_get(o, "study"));
    const char *name = json_string_value(json_object_get(o, "part"));
    bool is = of && name && !strcmp(of, study) && (!part || !strcmp(name, part));
    json_decref(o);
    return is;
}

/* ---- Opening ----------------------------------------------------------------------------------- */

struct jg_study_games *jg_run_study_games_open(struct jg_store *s, const struct jg_study *study,
                                               const struct jg_study_setting *setting, struct jg_error *err) {
    struct stored_games *x = calloc(1, sizeof *x);
    enum jg_status status = x ? JG_OK : no_memory(err);
    if (status) return NULL;
    x->games = (struct jg_study_games){.has = has_part, .begin = begin_part, .put = put_game, .end = end_part};
    x->store = s;
    x->study = study;
    x->setting = setting;
    jg_process_hash(x->program);
    status = jg_store_runs(s, JG_RUN_PART_KIND, jg_study_game(study), look_at, x, err);
    if (!status && x->failed) status = no_memory(err);
    if (!status) return &x->games;
    jg_run_study_games_close(&x->games);
    return NULL;
}

void jg_run_study_games_close(struct jg_study_games *games) {
    struct stored_games *x = (struct stored_games *)games;
    if (!x) return;
    jg_string_pool_free(&x->names);
    free(x->stored);
    free(x);
}
