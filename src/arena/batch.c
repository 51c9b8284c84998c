#include "arena/batch.h"

#include "agents/agents.h"
#include "core/file.h"
#include "core/json.h"
#include "core/process.h"

#include <jogada/jogada.h>

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static enum jg_status reject(struct jg_error *err, const char *message) {
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s", jg_tr(err ? err->lang : JG_EN, message));
}

enum { ENDINGS_MAX = 12 }; /* seeds of an endgame database: those that are built in */

/* ---- Specs ------------------------------------------------------------------------------------------ */

union values {
    unsigned char bytes[JG_OPTIONS_MAX];
    max_align_t align;
};

/* The file that an option names; NULL: none. */
static const char *file_of(const struct jg_option *o, const union values *values) {
    const char *text = (const char *)values->bytes + o->offset;
    if (o->reads == JG_READS_AT) return *text == '@' ? text + 1 : NULL;
    return o->reads != JG_READS_NOTHING && *text ? text : NULL;
}

/* Adds hashes of the files that a spec names. */
static void add_files(json_t *files, const char *spec, const struct jg_option *table) {
    union values values;
    uint64_t hash;
    if (!table || jg_spec_options(spec, table, &values, NULL)) return;
    for (const struct jg_option *o = table; o->type; o++) {
        const char *path = file_of(o, &values);
        if (path && o->reads != JG_READS_COMMAND && jg_file_hash(path, &hash))
            json_object_set_new(files, path, json_sprintf("%016llx", (unsigned long long)hash));
    }
}

/* Whether a stranger may have a spec opened. Adds the bytes of its tables. */
static enum jg_status check_spec(const char *spec, const struct jg_option *table, size_t *bytes, struct jg_error *err) {
    union values values;
    if (!table) return JG_OK;
    enum jg_status status = jg_spec_options(spec, table, &values, err);
    for (const struct jg_option *o = table; !status && o->type; o++) {
        const void *at = values.bytes + o->offset;
        const char *path = jg_spec_position(spec, o->name) < 0 ? NULL : file_of(o, &values);
        if (path && *path != ',') status = reject(err, "a worker that listens opens no files");
        if (o->type == JG_OPT_SIZE && *(const size_t *)at > JG_BATCH_TABLE)
            status = reject(err, "a worker that listens opens no tables of more than 1 GB");
        if (!status && o->type == JG_OPT_SIZE) *bytes += *(const size_t *)at;
        if (o->type == JG_OPT_INT && !strcmp(o->name, "threads") && *(const int *)at > 1)
            status = reject(err, "a worker that listens gives one thread to an agent");
        if (o->type == JG_OPT_INT && !strcmp(o->name, "endings") && *(const int *)at > ENDINGS_MAX)
            status = reject(err, "a worker that listens builds no endgame databases");
    }
    return status;
}

static bool is_named(const char *spec, const char *name) {
    size_t n = jg_spec_name(spec);
    return strlen(name) == n && !strncmp(spec, name, n);
}

static enum jg_status check_agent(const char *spec, size_t *bytes, struct jg_error *err) {
    const struct jg_agent_kind *k;
    enum jg_status status = JG_OK;
    for (size_t i = 0; !status && (k = jg_agent_kind_at(i)); i++) {
        if (!is_named(spec, k->name)) continue;
        status = k->runs_program ? reject(err, "a worker that listens runs no programs")
                                 : check_spec(spec, k->options, bytes, err);
    }
    return status;
}

/* What a stranger's batch may have. Comparing files by hash would tell which files this machine has. */
static enum jg_status check_stranger(const char *game, const json_t *run, struct jg_error *err) {
    const struct jg_game_kind *g;
    const json_t *player, *players = json_object_get(run, "players");
    size_t i, bytes = 0;
    enum jg_status status = JG_OK;
    if (json_object_size(json_object_get(run, "files"))) return reject(err, "a worker that listens opens no files");
    for (i = 0; !status && (g = jg_game_kind_at(i)); i++)
        if (is_named(game, g->name)) status = check_spec(game, g->options, &bytes, err);
    json_array_foreach(players, i, player) {
        const char *spec = json_string_value(json_object_get(player, "spec"));
        if (!status && spec) status = check_agent(spec, &bytes, err);
        if (!status && bytes / JG_BATCH_TABLES > JG_BATCH_TABLE)
            status = reject(err, "a worker that listens opens no tables of more than 4 GB together");
    }
    return status;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* The number of a player's weights. */
static int weight_count(const struct jg_series *s, const struct jg_player *p) {
    struct jg_agent a;
    if (!p->weights || jg_player_open(p, s->game, &a, NULL)) return 0;
    int n = p->kind->eval(&a)->by->feature_count;
    jg_agent_close(&a);
    return n;
}

static json_t *player_json(const struct jg_series *s, int i, int weights) {
    const struct jg_player *p = &s->players[i];
    json_t *o = json_pack("{s:s}", "spec", p->spec), *list = json_array();
    if (s->controls) {
        char text[JG_TIME_TEXT];
        struct jg_text t;
        jg_text_init(&t, text, sizeof text);
        jg_time_control_print(&s->controls[i], &t);
        json_object_set_new(o, "tc", json_string(text));
    }
    for (int k = 0; k < weights; k++) json_array_append_new(list, json_real(p->weights[k]));
    if (weights) json_object_set(o, "weights", list);
    json_decref(list);
    return o;
}

/* Adds the players, whose weights are of one evaluator if their specs are equal. */
static void add_players(const struct jg_series *s, json_t *players, json_t *files) {
    const char *before = "";
    int weights = 0;
    for (int i = 0; i < s->player_count; i++) {
        const struct jg_player *p = &s->players[i];
        if (p->weights && strcmp(p->spec, before)) {
            weights = weight_count(s, p);
            before = p->spec;
        }
        json_array_append_new(players, player_json(s, i, p->weights ? weights : 0));
        add_files(files, p->spec, p->kind->options);
    }
}

static json_t *adjudication_json(const struct jg_adjudication *a) {
    return json_pack("[i, f, b, i, i, f, b, b]", a->resign_moves, a->resign.size, a->resign.chance, a->draw_moves,
                     a->draw_number, a->draw.size, a->draw.chance, a->database);
}

char *jg_batch_run(const struct jg_series *s) {
    char spec[JG_SPEC_MAX], program[17];
    struct jg_text t;
    jg_json_begin();
    json_t *players = json_array(), *files = json_object();
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(s->game, &t);
    jg_process_hash(program);
    add_files(files, spec, s->game->kind->options);
    add_players(s, players, files);
    json_t *o = json_pack("{s:s, s:s, s:s, s:o, s:i, s:b, s:f, s:o, s:o}", "version", jg_version(), "program", program,
                          "game", spec, "seed", json_sprintf("%llu", (unsigned long long)s->seed), "opening",
                          s->opening, "annotate", s->annotate, "margin", s->margin, "players", players, "files", files);
    if (s->adjudication) json_object_set_new(o, "adjudication", adjudication_json(s->adjudication));
    return jg_json_text(o, JSON_COMPACT); /* 17 digits: exact */
}

void jg_batch_begin(struct jg_buffer *b, const char *run) {
    jg_buffer_add(b, "{\"jogada\":\"batch\",\"format\":%d,\"run\":%s,\"games\":[", JG_BATCH_FORMAT, run);
}

void jg_batch_add(struct jg_buffer *b, uint64_t number, const struct jg_fixture *f, bool first) {
    jg_buffer_add(b, "%s[%llu,%d,%d,%llu,%llu", first ? "" : ",", (unsigned long long)number, f->players[0],
                  f->players[1], (unsigned long long)f->deal, (unsigned long long)f->variant);
    if (f->start) {
        jg_buffer_put(b, ",");
        jg_buffer_json(b, f->start);
    }
    jg_buffer_put(b, "]");
}

void jg_batch_end(struct jg_buffer *b) { jg_buffer_put(b, "]}\n"); }

/* ---- Reading ---------------------------------------------------------------------------------------- */

enum jg_status jg_batch_read(struct jg_batch *out, const char *line, size_t length, struct jg_error *err) {
    char program[17];
    *out = (struct jg_batch){0};
    jg_json_begin();
    if (length <= JG_BATCH_MAX) out->document = jg_json_read(line, length, JSON_REJECT_DUPLICATES, NULL);
    if (!out->document && !jg_json_complete()) return no_memory(err);
    const json_t *o = out->document;
    const json_t *run = json_object_get(o, "run"), *games = json_object_get(o, "games");
    const char *name = json_string_value(json_object_get(o, "jogada"));
    if (!name || strcmp(name, "batch")) return reject(err, "not a batch of games");
    if (json_integer_value(json_object_get(o, "format")) != JG_BATCH_FORMAT)
        return reject(err, "the batch has another format; use the same version of jogada everywhere");
    out->count = json_array_size(games);
    if (!json_is_object(run) || !out->count || out->count > JG_BATCH_GAMES)
        return reject(err, "a batch needs a run and 1 to 1024 games");
    const char *version = json_string_value(json_object_get(run, "version"));
    const char *theirs = json_string_value(json_object_get(run, "program"));
    jg_process_hash(program);
    if (!program[0] && theirs && theirs[0])
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", "/proc/self/exe", strerror(errno));
    if (!version || strcmp(version, jg_version()) || !theirs || strcmp(theirs, program))
        return reject(err, "the coordinator is another build of jogada; install the same everywhere");
    out->run = json_dumps(run, JSON_COMPACT | JSON_SORT_KEYS);
    return out->run ? JG_OK : no_memory(err);
}

void jg_batch_free(struct jg_batch *b) {
    json_decref(b->document);
    free(b->run);
    *b = (struct jg_batch){0};
}

static enum jg_status check_files(const json_t *files, struct jg_error *err) {
    const char *path;
    json_t *value;
    json_object_foreach((json_t *)files, path, value) {
        char text[17] = "";
        uint64_t hash;
        if (jg_file_hash(path, &hash)) snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
        if (strcmp(text, json_is_string(value) ? json_string_value(value) : "?"))
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s is missing here or differs from the coordinator's",
                           path);
    }
    return JG_OK;
}

static enum jg_status open_player(struct jg_batch_series *out, int i, const json_t *o, struct jg_error *err) {
    const char *spec = json_string_value(json_object_get(o, "spec"));
    const char *control = json_string_value(json_object_get(o, "tc"));
    const json_t *weights = json_object_get(o, "weights");
    if (!spec || strlen(spec) >= JG_SPEC_MAX || json_array_size(weights) > JG_FEATURES_MAX)
        return reject(err, "a player of the batch has no valid spec");
    enum jg_status status = jg_player_init(&out->players[i], &out->game, spec, err);
    if (!status && control) {
        status = jg_time_controls_parse(control, &out->controls[i], 1, err);
        out->series.controls = out->controls;
    }
    if (status || !weights) return status;
    double *at = out->weights + (size_t)i * JG_FEATURES_MAX;
    for (size_t k = 0; k < json_array_size(weights); k++) at[k] = json_number_value(json_array_get(weights, k));
    out->players[i].weights = at;
    return JG_OK;
}

static enum jg_status open_players(struct jg_batch_series *out, const json_t *players, struct jg_error *err) {
    size_t n = json_array_size(players);
    if (!n || n > JG_BATCH_PLAYERS) return reject(err, "a batch needs 1 to 1024 players");
    out->players = calloc(n, sizeof *out->players);
    out->weights = calloc(n, JG_FEATURES_MAX * sizeof *out->weights);
    out->controls = calloc(n, sizeof *out->controls);
    if (!out->players || !out->weights || !out->controls) return no_memory(err);
    enum jg_status status = JG_OK;
    for (size_t i = 0; i < n && !status; i++) status = open_player(out, (int)i, json_array_get(players, i), err);
    out->series.players = out->players;
    out->series.player_count = (int)n;
    return status;
}

static enum jg_status read_adjudication(struct jg_batch_series *out, const json_t *list, struct jg_error *err) {
    struct jg_adjudication *a = &out->adjudication;
    if (json_array_size(list) != 8) return JG_OK;
    const json_t *at[8];
    for (size_t i = 0; i < 8; i++) at[i] = json_array_get(list, i);
    *a = (struct jg_adjudication){.resign_moves = (int)json_integer_value(at[0]),
                                  .resign = {json_number_value(at[1]), json_is_true(at[2])},
                                  .draw_moves = (int)json_integer_value(at[3]),
                                  .draw_number = (int)json_integer_value(at[4]),
                                  .draw = {json_number_value(at[5]), json_is_true(at[6])}};
    out->series.adjudication = a;
    return json_is_true(at[7]) ? jg_adjudication_use_database(a, &out->game, err) : JG_OK;
}

enum jg_status jg_batch_open(struct jg_batch_series *out, const struct jg_batch *b, bool strange,
                             struct jg_error *err) {
    const json_t *run = json_object_get(b->document, "run"), *players = json_object_get(run, "players");
    const char *game = json_string_value(json_object_get(run, "game"));
    const char *seed = json_string_value(json_object_get(run, "seed"));
    json_int_t opening = json_integer_value(json_object_get(run, "opening"));
    *out = (struct jg_batch_series){0};
    if (!game || strlen(game) >= JG_SPEC_MAX || !seed || opening < 0 || opening > 1000)
        return reject(err, "a batch needs a game, a seed and an opening of 0 to 1000 moves");
    enum jg_status status = strange ? check_stranger(game, run, err) : JG_OK;
    if (!status) status = check_files(json_object_get(run, "files"), err);
    if (!status && !(out->run = strdup(b->run))) status = no_memory(err);
    if (!status && !(status = jg_game_open(&out->game, game, err))) out->open = true;
    if (!status) status = open_players(out, players, err);
    if (!status) status = read_adjudication(out, json_object_get(run, "adjudication"), err);
    if (status) return status;
    out->series.game = &out->game;
    out->series.seed = strtoull(seed, NULL, 10);
    out->series.opening = (int)opening;
    out->series.annotate = json_is_true(json_object_get(run, "annotate"));
    out->series.margin = json_number_value(json_object_get(run, "margin"));
    return JG_OK;
}

void jg_batch_close(struct jg_batch_series *s) {
    if (s->open) jg_game_close(&s->game);
    free(s->run);
    free(s->players);
    free(s->weights);
    free(s->controls);
    *s = (struct jg_batch_series){0};
}

enum jg_status jg_batch_game(const struct jg_batch *b, size_t i, const struct jg_batch_series *s,
                             struct jg_batch_game *out, struct jg_error *err) {
    const json_t *list = json_array_get(json_object_get(b->document, "games"), i), *start = json_array_get(list, 5);
    json_int_t n[5];
    for (size_t k = 0; k < 5; k++) {
        const json_t *x = json_array_get(list, k);
        n[k] = json_is_integer(x) ? json_integer_value(x) : -1;
        if (n[k] < 0) return reject(err, "a game of the batch has no valid number, players or deal");
    }
    int players = s->series.player_count;
    if (n[1] >= players || n[2] >= players || json_string_length(start) >= JG_POSITION_MAX)
        return reject(err, "a game of the batch has no valid number, players or deal");
    *out = (struct jg_batch_game){.number = (uint64_t)n[0],
                                  .fixture = {.players = {(int)n[1], (int)n[2]},
                                              .deal = (uint64_t)n[3],
                                              .variant = (uint64_t)n[4]}};
    union jg_state state;
    if (!start) return JG_OK;
    if (!json_is_string(start)) return reject(err, "a game of the batch has no valid position");
    memcpy(out->start, json_string_value(start), json_string_length(start) + 1);
    return jg_parse_complete(&s->game, out->start, &state, err);
}
