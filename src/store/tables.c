/* Data of the web server: its secret, players' names, tables. */
#include "store/db.h"

#include "core/clock.h"
#include "core/entropy.h"

#include <string.h>

/* ---- The secret and names ------------------------------------------------------------------- */

static enum jg_status find_secret(struct jg_store *s, unsigned char *out, bool *found, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q, "SELECT key FROM secret", err);
    if (status) return status;
    int code = sqlite3_step(q);
    *found = code == SQLITE_ROW && sqlite3_column_bytes(q, 0) == JG_SECRET;
    if (*found)
        memcpy(out, sqlite3_column_blob(q, 0), JG_SECRET);
    else if (code == SQLITE_ROW)
        status = jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: damaged (%s)", s->path, "secret");
    else if (code != SQLITE_DONE)
        status = jg_db_fail(s, err);
    sqlite3_finalize(q);
    return status;
}

static enum jg_status make_secret(struct jg_store *s, unsigned char *out, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_entropy(out, JG_SECRET, err);
    if (!status) status = jg_db_prepare(s, &q, "INSERT INTO secret (id, key) VALUES (1, ?)", err);
    if (status) return status;
    sqlite3_bind_blob(q, 1, out, JG_SECRET, SQLITE_STATIC);
    status = jg_db_execute(s, q, err);
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_secret(struct jg_store *s, unsigned char out[JG_SECRET], struct jg_error *err) {
    bool found = false;
    enum jg_status status = jg_store_begin(s, err); /* two servers that start at once create one secret */
    if (status) return status;
    status = find_secret(s, out, &found, err);
    if (!status && !found) status = make_secret(s, out, err);
    return jg_store_end(s, status, err);
}

bool jg_store_player_name(struct jg_store *s, const char *player, char *name, size_t size) {
    sqlite3_stmt *q = NULL;
    struct jg_text t;
    jg_text_init(&t, name, size);
    if (jg_db_prepare(s, &q, "SELECT name FROM player WHERE id = ?", NULL)) return false;
    jg_db_bind_text(q, 1, player);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) jg_text_put(&t, jg_db_text(q, 0));
    sqlite3_finalize(q);
    return found;
}

enum jg_status jg_store_set_player_name(struct jg_store *s, const char *player, const char *name,
                                        struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q,
                                          "INSERT INTO player (id, name, seen) VALUES (?1, ?2, ?3) "
                                          "ON CONFLICT (id) DO UPDATE SET name = ?2, seen = ?3",
                                          err);
    if (status) return status;
    jg_db_bind_text(q, 1, player);
    jg_db_bind_text(q, 2, name);
    sqlite3_bind_int64(q, 3, jg_store_now(s));
    status = jg_db_execute(s, q, err);
    sqlite3_finalize(q);
    return status;
}

/* ---- Tables --------------------------------------------------------------------------------- */

#define TABLE_COLUMNS                                                                                                  \
    "SELECT id, owner, game, start, moves, plies, seed, seats, rest, version, listed, over, changed FROM web_table "

static enum jg_status put_seats(struct jg_store *s, const struct jg_stored_table *table, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_statement(s, &q, JG_SQL_CLEAR_SEATS, err);
    if (status) return status;
    jg_db_bind_text(q, 1, table->id);
    status = jg_db_execute(s, q, err);
    for (int seat = 0; seat < JG_SEATS_MAX && !status; seat++) {
        if (!table->players[seat]) continue;
        status = jg_db_statement(s, &q, JG_SQL_ADD_SEAT, err);
        if (status) break;
        jg_db_bind_text(q, 1, table->id);
        sqlite3_bind_int(q, 2, seat);
        jg_db_bind_text(q, 3, table->players[seat]);
        status = jg_db_execute(s, q, err);
    }
    return status;
}

static enum jg_status put_witnesses(struct jg_store *s, const struct jg_stored_table *table, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_statement(s, &q, JG_SQL_CLEAR_WITNESSES, err);
    if (status) return status;
    jg_db_bind_text(q, 1, table->id);
    status = jg_db_execute(s, q, err);
    for (int i = 0; i < table->witness_count && !status; i++) {
        status = jg_db_statement(s, &q, JG_SQL_ADD_WITNESS, err);
        if (status) break;
        jg_db_bind_text(q, 1, table->id);
        jg_db_bind_text(q, 2, table->witnesses[i]);
        status = jg_db_execute(s, q, err);
    }
    return status;
}

static enum jg_status put_row(struct jg_store *s, const struct jg_stored_table *table, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_statement(s, &q, JG_SQL_PUT_TABLE, err);
    if (status) return status;
    const char *const texts[] = {table->id, table->owner, table->game, table->start, table->moves};
    for (int i = 0; i < 5; i++) jg_db_bind_text(q, i + 1, texts[i]);
    sqlite3_bind_int(q, 6, table->plies);
    sqlite3_bind_int64(q, 7, (int64_t)table->seed);
    jg_db_bind_text(q, 8, table->seats);
    jg_db_bind_text(q, 9, table->rest);
    sqlite3_bind_int64(q, 10, table->version);
    sqlite3_bind_int(q, 11, table->listed);
    sqlite3_bind_int(q, 12, table->over);
    sqlite3_bind_int64(q, 13, table->changed);
    return jg_db_execute(s, q, err);
}

enum jg_status jg_store_put_table(struct jg_store *s, const struct jg_stored_table *table, struct jg_error *err) {
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    status = put_row(s, table, err);
    if (!status && table->players) status = put_seats(s, table, err);
    if (!status && table->players) status = put_witnesses(s, table, err);
    return jg_store_end(s, status, err);
}

static struct jg_stored_table read_table(sqlite3_stmt *q) {
    return (struct jg_stored_table){
        .id = jg_db_text(q, 0),
        .owner = jg_db_text(q, 1),
        .game = jg_db_text(q, 2),
        .start = jg_db_text(q, 3),
        .moves = jg_db_text(q, 4),
        .plies = sqlite3_column_int(q, 5),
        .seed = (uint64_t)sqlite3_column_int64(q, 6),
        .seats = jg_db_text(q, 7),
        .rest = jg_db_text(q, 8),
        .version = sqlite3_column_int64(q, 9),
        .listed = sqlite3_column_int(q, 10),
        .over = sqlite3_column_int(q, 11),
        .changed = sqlite3_column_int64(q, 12),
    };
}

enum jg_status jg_store_table(struct jg_store *s, const char *id,
                              void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                              struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_statement(s, &q, JG_SQL_FIND_TABLE, err);
    if (status) return status;
    jg_db_bind_text(q, 1, id);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        struct jg_stored_table table = read_table(q);
        status = jg_db_row(s, err);
        if (!status) each(arg, &table);
    } else if (code == SQLITE_DONE)
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "there is no such table");
    else
        status = jg_db_fail(s, err);
    sqlite3_reset(q);
    return status;
}

/* Passes the tables of a query to `each`; its parameters are ?1 (a player), ?2 (a limit) and ?3 (a time). */
static enum jg_status list_tables(struct jg_store *s, const char *sql, const char *player, int limit, int64_t since,
                                  void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                                  struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    int code;
    enum jg_status status = jg_db_prepare(s, &q, sql, err);
    if (status) return status;
    jg_db_bind_text(q, 1, player);
    sqlite3_bind_int(q, 2, limit);
    sqlite3_bind_int64(q, 3, since); /* binding a missing parameter fails, which is harmless */
    while (!status && (code = sqlite3_step(q)) != SQLITE_DONE) {
        if (code != SQLITE_ROW) {
            status = jg_db_fail(s, err);
            break;
        }
        struct jg_stored_table table = read_table(q);
        status = jg_db_row(s, err);
        if (!status) each(arg, &table);
    }
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_tables(struct jg_store *s, const char *player, int64_t since, int limit,
                               void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                               struct jg_error *err) {
    return list_tables(s,
                       TABLE_COLUMNS "WHERE id IN (SELECT web_table FROM seating WHERE player = ?1) OR id IN "
                                     "(SELECT id FROM web_table WHERE listed AND NOT over AND changed >= ?3 "
                                     "ORDER BY changed DESC LIMIT ?2) ORDER BY changed DESC LIMIT ?2",
                       player, limit, since, each, arg, err);
}

enum jg_status jg_store_unfinished(struct jg_store *s, const char *player, int limit,
                                   void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                                   struct jg_error *err) {
    return list_tables(s,
                       TABLE_COLUMNS "WHERE NOT over AND id IN (SELECT web_table FROM seating WHERE player = ?1 "
                                     "UNION SELECT web_table FROM witness WHERE player = ?1) "
                                     "ORDER BY changed DESC LIMIT ?2",
                       player, limit, 0, each, arg, err);
}

static enum jg_status do_with(struct jg_store *s, const char *sql, int64_t a, int64_t b, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q, sql, err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, a);
    sqlite3_bind_int64(q, 2, b);
    status = jg_db_execute(s, q, err);
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_drop_tables(struct jg_store *s, int64_t ran, int64_t over, int64_t others,
                                    struct jg_error *err) {
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    if (ran > 0) status = do_with(s, "UPDATE served SET seconds = seconds + ?1", ran, 0, err);
    if (!status)
        status = do_with(s,
                         "DELETE FROM web_table WHERE (SELECT seconds FROM served) - used > "
                         "CASE WHEN over OR plies = 0 THEN ?1 ELSE ?2 END",
                         over, others, err);
    return jg_store_end(s, status, err);
}

int jg_store_count_tables(struct jg_store *s, const char *owner, int64_t since) {
    sqlite3_stmt *q = NULL;
    if (jg_db_prepare(s, &q, "SELECT count(*) FROM web_table WHERE owner = ? AND NOT over AND changed >= ?", NULL))
        return -1;
    jg_db_bind_text(q, 1, owner);
    sqlite3_bind_int64(q, 2, since);
    int n = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int(q, 0) : -1;
    sqlite3_finalize(q);
    return n;
}
