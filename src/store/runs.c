/* Runs in the store: the matches, tournaments, tunings and studies that games belong to. */
#include "store/db.h"

#include "core/clock.h"
#include "core/json.h"

#include <jogada/jogada.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define RUN_COLUMNS                                                                                                    \
    "SELECT id, kind, game, parameters, version, begun, ended, "                                                       \
    "(SELECT count(*) FROM game WHERE game.run = run.id) FROM run "

static void copy(char *out, size_t size, const char *text) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    jg_text_put(&t, text);
}

static enum jg_status read_run(struct jg_store *s, sqlite3_stmt *q, struct jg_stored_run *out, struct jg_error *err) {
    *out = (struct jg_stored_run){
        .id = sqlite3_column_int64(q, 0),
        .parameters = strdup(jg_db_text(q, 3)),
        .begun = sqlite3_column_int64(q, 5),
        .ended = sqlite3_column_int64(q, 6),
        .games = sqlite3_column_int64(q, 7),
    };
    copy(out->kind, sizeof out->kind, jg_db_text(q, 1));
    copy(out->game, sizeof out->game, jg_db_text(q, 2));
    copy(out->version, sizeof out->version, jg_db_text(q, 4));
    return out->parameters ? jg_db_row(s, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* The newest run like this; 0: there is none. */
static enum jg_status find_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                               int64_t *id, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status =
        jg_db_prepare(s, &q,
                      "SELECT id FROM run WHERE kind = ? AND game = ? AND parameters = ? AND version = ? "
                      "ORDER BY id DESC LIMIT 1",
                      err);
    if (status) return status;
    const char *const texts[] = {kind, game, parameters, jg_version()};
    for (int i = 0; i < 4; i++) jg_db_bind_text(q, i + 1, texts[i]);
    int code = sqlite3_step(q);
    if (code != SQLITE_ROW && code != SQLITE_DONE) status = jg_db_fail(s, err);
    *id = code == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
    sqlite3_finalize(q);
    return status;
}

static enum jg_status check_parameters(const struct jg_store *s, const char *parameters, struct jg_error *err) {
    json_t *object = jg_json_read(parameters, strlen(parameters), JSON_REJECT_DUPLICATES, NULL);
    bool good = json_is_object(object);
    json_decref(object);
    if (!jg_json_complete()) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return good ? JG_OK
                : jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: the parameters of a run must be a JSON object", s->path);
}

static enum jg_status add_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                              int64_t *id, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status =
        jg_db_prepare(s, &q, "INSERT INTO run (kind, game, parameters, version, begun) VALUES (?, ?, ?, ?, ?)", err);
    if (status) return status;
    const char *const texts[] = {kind, game, parameters, jg_version()};
    for (int i = 0; i < 4; i++) jg_db_bind_text(q, i + 1, texts[i]);
    sqlite3_bind_int64(q, 5, jg_unix_time());
    status = jg_db_execute(s, q, err);
    *id = sqlite3_last_insert_rowid(s->db);
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_begin_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                                  bool fresh, struct jg_stored_run *out, struct jg_error *err) {
    int64_t id = 0;
    bool locked = false;
    *out = (struct jg_stored_run){0};
    enum jg_status status = check_parameters(s, parameters, err);
    if (!status) status = jg_store_begin(s, err);
    if (status) return status;
    if (!fresh) status = find_run(s, kind, game, parameters, &id, err);
    if (!status && !id) status = add_run(s, kind, game, parameters, &id, err);
    if (!status) {
        status = jg_db_lock(s, id, err);
        locked = !status;
    }
    if (!status) status = jg_store_get_run(s, id, out, err);
    status = jg_store_end(s, status, err);
    if (status) {
        if (locked) jg_db_unlock(s, id);
        jg_stored_run_free(out);
    }
    return status;
}

enum jg_status jg_store_find_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                                 struct jg_stored_run *out, struct jg_error *err) {
    int64_t id = 0;
    *out = (struct jg_stored_run){0};
    enum jg_status status = find_run(s, kind, game, parameters, &id, err);
    if (!status && !id) status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: no such run", s->path);
    return status ? status : jg_store_get_run(s, id, out, err);
}

enum jg_status jg_store_get_run(struct jg_store *s, int64_t id, struct jg_stored_run *out, struct jg_error *err) {
    *out = (struct jg_stored_run){0};
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q, RUN_COLUMNS "WHERE id = ?", err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, id);
    int code = sqlite3_step(q);
    status = code == SQLITE_ROW ? read_run(s, q, out, err)
             : code == SQLITE_DONE
                 ? jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: there is no run %lld", s->path, (long long)id)
                 : jg_db_fail(s, err);
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_end_run(struct jg_store *s, int64_t run, bool ended, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q, "UPDATE run SET ended = ? WHERE id = ?", err);
    if (status) return status;
    if (ended) sqlite3_bind_int64(q, 1, jg_unix_time());
    sqlite3_bind_int64(q, 2, run);
    status = jg_db_execute(s, q, err);
    if (!status && !sqlite3_changes(s->db))
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: there is no run %lld", s->path, (long long)run);
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_drop_run(struct jg_store *s, int64_t run, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q, "DELETE FROM run WHERE id = ?", err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, run);
    status = jg_db_execute(s, q, err);
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_runs(struct jg_store *s, const char *kind, const char *game,
                             bool (*each)(void *arg, const struct jg_stored_run *run), void *arg,
                             struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status =
        jg_db_prepare(s, &q,
                      RUN_COLUMNS "WHERE (?1 IS NULL OR kind = ?1) AND "
                                  "(?2 IS NULL OR game = ?2 OR substr(game, 1, length(?2) + 1) = ?2 || ':') "
                                  "ORDER BY id DESC",
                      err);
    int code;
    bool more = true;
    if (status) return status;
    if (kind) jg_db_bind_text(q, 1, kind);
    if (game) jg_db_bind_text(q, 2, game);
    while (more && !status && (code = sqlite3_step(q)) != SQLITE_DONE) {
        struct jg_stored_run run = {0};
        status = code == SQLITE_ROW ? read_run(s, q, &run, err) : jg_db_fail(s, err);
        if (!status) more = each(arg, &run);
        jg_stored_run_free(&run);
    }
    sqlite3_finalize(q);
    return status;
}
