/* Players of the web server: when they were last seen, sign-outs, which games they may view, and the deletion of their
 * data. */
#include "store/db.h"

#include "core/clock.h"

enum {
    DAY = 86400,
    CLOCK_TRUST = 30, /* longest gap in days that jg_store_now believes */
    TABLE_ID = 64,    /* size of a table's id with its final zero, at most */
};

/* Runs a statement with the parameters ?1 (a player) and ?2 (a number). */
static enum jg_status run(struct jg_store *s, const char *sql, const char *player, int64_t number,
                          struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q, sql, err);
    if (status) return status;
    if (player) jg_db_bind_text(q, 1, player);
    sqlite3_bind_int64(q, 2, number); /* binding a missing parameter fails, which is harmless */
    status = jg_db_execute(s, q, err);
    sqlite3_finalize(q);
    return status;
}

/* The number that a query returns; `none` if it has no row, -1 if it fails. */
static int64_t number_of(struct jg_store *s, const char *sql, const char *player, int64_t number, int64_t none) {
    sqlite3_stmt *q = NULL;
    if (jg_db_prepare(s, &q, sql, NULL)) return -1;
    if (player) jg_db_bind_text(q, 1, player);
    sqlite3_bind_int64(q, 2, number);
    int code = sqlite3_step(q);
    int64_t found = code == SQLITE_ROW ? sqlite3_column_int64(q, 0) : code == SQLITE_DONE ? none : -1;
    sqlite3_finalize(q);
    return found;
}

/* ---- Time and sessions ---------------------------------------------------------------------- */

int64_t jg_store_now(struct jg_store *s) {
    if (!s->began) {
        int64_t last = number_of(s, "SELECT max(seen) FROM player", NULL, 0, 0), now = jg_unix_time();
        if (last > 0 && now < last) now = last;
        if (last > 0 && now > last + CLOCK_TRUST * (int64_t)DAY) now = last + CLOCK_TRUST * (int64_t)DAY;
        s->began = now;
        s->began_at = jg_clock();
    }
    return s->began + (int64_t)(jg_clock() - s->began_at);
}

int64_t jg_store_epoch(struct jg_store *s, const char *player) {
    return number_of(s, "SELECT epoch FROM player WHERE id = ?1", player, 0, 0);
}

bool jg_store_has_player(struct jg_store *s, const char *player) {
    return number_of(s,
                     "SELECT EXISTS (SELECT 1 FROM player WHERE id = ?1) OR "
                     "EXISTS (SELECT 1 FROM seating WHERE player = ?1) OR "
                     "EXISTS (SELECT 1 FROM witness WHERE player = ?1)",
                     player, 0, 0) != 0; /* if the query fails the player counts as known */
}

enum jg_status jg_store_sign_out(struct jg_store *s, const char *player, struct jg_error *err) {
    return run(s,
               "INSERT INTO player (id, name, seen, epoch) VALUES (?1, '', ?2, 1) "
               "ON CONFLICT (id) DO UPDATE SET epoch = epoch + 1, seen = ?2",
               player, jg_store_now(s), err);
}

void jg_store_touch_player(struct jg_store *s, const char *player) {
    int64_t now = jg_store_now(s), seen = number_of(s, "SELECT seen FROM player WHERE id = ?1", player, 0, -1);
    if (seen >= 0 && seen < now - DAY) run(s, "UPDATE player SET seen = ?2 WHERE id = ?1", player, now, NULL);
}

bool jg_store_may_view(struct jg_store *s, int64_t game, const char *player) {
    return number_of(s,
                     "SELECT NOT unlisted OR EXISTS (SELECT 1 FROM played WHERE game = ?2 AND player = ?1) "
                     "FROM game WHERE id = ?2",
                     player, game, 0) == 1;
}

unsigned jg_store_seats_of(struct jg_store *s, int64_t game, const char *player) {
    return (unsigned)number_of(s, "SELECT coalesce(sum(1 << seat), 0) FROM played WHERE game = ?2 AND player = ?1",
                               player, game, 0);
}

/* ---- Deleting ------------------------------------------------------------------------------- */

/* Replaces `id` by the id of the player's next table in the order of ids (*found: there is one), and finds out whether its
 * JSON is damaged. Not by json_valid: without memory it takes all JSON for damaged. */
static enum jg_status next_table(struct jg_store *s, const char *player, char id[TABLE_ID], bool *found, bool *damaged,
                                 struct jg_error *err) {
    sqlite3_stmt *q = NULL, *parse = NULL;
    struct jg_text t;
    enum jg_status status = jg_db_prepare(s, &q,
                                          "SELECT id FROM web_table WHERE id > ?2 AND id IN (SELECT web_table FROM "
                                          "seating WHERE player = ?1 UNION SELECT web_table FROM witness WHERE "
                                          "player = ?1) ORDER BY id LIMIT 1",
                                          err);
    if (!status)
        status = jg_db_prepare(s, &parse, "SELECT json_type(seats), json_type(rest) FROM web_table WHERE id = ?1", err);
    if (!status) {
        jg_db_bind_text(q, 1, player);
        sqlite3_bind_text(q, 2, id, -1, SQLITE_TRANSIENT);
        int code = sqlite3_step(q);
        *found = code == SQLITE_ROW;
        if (code != SQLITE_ROW && code != SQLITE_DONE) status = jg_db_fail(s, err);
    }
    if (!status && *found) {
        jg_text_init(&t, id, TABLE_ID);
        jg_text_put(&t, jg_db_text(q, 0));
        status = jg_db_row(s, err);
        if (!status && t.cut) status = jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: damaged (%s)", s->path, "web_table");
    }
    if (!status && *found) {
        jg_db_bind_text(parse, 1, id);
        int code = sqlite3_step(parse);
        *damaged = code == SQLITE_ERROR;
        if (code != SQLITE_ROW && code != SQLITE_ERROR) status = jg_db_fail(s, err);
    }
    sqlite3_finalize(q);
    sqlite3_finalize(parse);
    return status;
}

/* Deletes the player's tables whose JSON is damaged: nobody can play there, and names cannot be removed from it. */
static enum jg_status drop_damaged(struct jg_store *s, const char *player, struct jg_error *err) {
    char id[TABLE_ID] = "";
    bool found = true, damaged = false;
    enum jg_status status = JG_OK;
    while (!status && found) {
        status = next_table(s, player, id, &found, &damaged, err);
        if (!status && found && damaged) status = run(s, "DELETE FROM web_table WHERE id = ?1", id, 0, err);
    }
    return status;
}

/* Clears a player's seats in the JSON of tables, one statement for each seat number: a player's seat becomes open, an
 * agent stays but no longer substitutes for the player. */
static enum jg_status leave_seats(struct jg_store *s, const char *player, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (int seat = 0; seat < JG_SEATS_MAX && !status; seat++) {
        char sql[512];
        struct jg_text t;
        jg_text_init(&t, sql, sizeof sql);
        jg_text_add(&t,
                    "UPDATE web_table SET seats = json_set(seats, '$[%d].player', '', '$[%d].name', '', '$[%d].kind', "
                    "CASE json_extract(seats, '$[%d].kind') WHEN 'agent' THEN 'agent' ELSE 'open' END) WHERE id IN "
                    "(SELECT web_table FROM seating WHERE player = ?1 AND seat = ?2)",
                    seat, seat, seat, seat);
        status = run(s, sql, player, seat, err);
    }
    return status;
}

/* Clears a player's id among the witnesses in the JSON of tables, which stay as many. */
#define LEAVE_WITNESSES                                                                                                \
    "UPDATE web_table SET rest = json_set(rest, '$.witnesses', (SELECT json_group_array(json(CASE "                    \
    "json_extract(value, '$[0]') WHEN ?1 THEN json_set(value, '$[0]', '') ELSE value END)) "                           \
    "FROM json_each(rest, '$.witnesses') WHERE type = 'array')) "                                                      \
    "WHERE id IN (SELECT web_table FROM witness WHERE player = ?1)"

enum jg_status jg_store_delete_player(struct jg_store *s, const char *player, struct jg_error *err) {
    static const char *const SQL[] = {
        "DELETE FROM seating WHERE player = ?1",
        LEAVE_WITNESSES,
        "DELETE FROM witness WHERE player = ?1",
        "UPDATE web_table SET owner = '' WHERE owner = ?1",
        "DELETE FROM played WHERE player = ?1",
        "UPDATE player SET name = '' WHERE id = ?1",
    };
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    status = drop_damaged(s, player, err);
    if (!status) status = leave_seats(s, player, err);
    for (size_t i = 0; i < sizeof SQL / sizeof *SQL && !status; i++) status = run(s, SQL[i], player, 0, err);
    if (!status) status = jg_store_sign_out(s, player, err); /* the row that says so is dropped when it is old */
    return jg_store_end(s, status, err);
}

/* A session ends long before a row is old enough: none comes back to life when the row that ended it is dropped. */
enum jg_status jg_store_drop_players(struct jg_store *s, int days, struct jg_error *err) {
#define AWAY                                                                                                           \
    "seen < ?2 AND NOT EXISTS (SELECT 1 FROM seating WHERE seating.player = player.id) "                               \
    "AND NOT EXISTS (SELECT 1 FROM web_table WHERE owner = player.id)"
    int64_t before = jg_store_now(s) - days * (int64_t)DAY;
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    status = run(s, "DELETE FROM played WHERE player IN (SELECT id FROM player WHERE " AWAY ")", NULL, before, err);
    if (!status) status = run(s, "DELETE FROM player WHERE " AWAY, NULL, before, err);
    return jg_store_end(s, status, err);
#undef AWAY
}
