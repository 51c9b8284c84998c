/* Opening and upgrading a store, transactions, and SQLite's errors as messages. */
#include "store/db.h"

#include "core/clock.h"
#include "core/file.h"
#include "store/schema.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 10000 }; /* milliseconds to wait for another process's transaction */

enum jg_status jg_store_default_path(char out[JG_STORE_PATH], struct jg_error *err) {
    return jg_file_data_path(out, JG_STORE_PATH, "jogada.db", err);
}

/* ---- Errors ---------------------------------------------------------------------------- */

enum jg_status jg_db_fail(struct jg_store *s, struct jg_error *err) {
    int code = sqlite3_errcode(s->db) & 0xff, why = sqlite3_system_errno(s->db);
    const char *words = why ? strerror(why) : sqlite3_errmsg(s->db);
    s->failed = true;
    switch (code) {
    case SQLITE_NOMEM: return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: locked by another process", s->path);
    case SQLITE_FULL: return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: the disk is full", s->path);
    case SQLITE_READONLY: return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: read-only; nothing can be saved", s->path);
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN: return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: cannot open: %s", s->path, words);
    case SQLITE_IOERR:
        if (sqlite3_extended_errcode(s->db) == SQLITE_IOERR_WRITE)
            return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: cannot write: %s", s->path, words);
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", s->path, words);
    case SQLITE_NOTADB:
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: not a jogada store, or its header is damaged", s->path);
    case SQLITE_TOOBIG: return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: a text is too long to store", s->path);
    case SQLITE_CONSTRAINT:
        if (sqlite3_extended_errcode(s->db) == SQLITE_CONSTRAINT_FOREIGNKEY)
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: no such run", s->path);
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: cannot save (%s)", s->path, sqlite3_errmsg(s->db));
    default: /* our statements are right: the tables are not as we made them */
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: damaged (%s)", s->path, sqlite3_errmsg(s->db));
    }
}

/* ---- Statements -------------------------------------------------------------------------- */

static enum jg_status prepare_persistent(struct jg_store *s, sqlite3_stmt **out, enum jg_statement which,
                                         struct jg_error *err) {
    static const char *const SQL[JG_SQL_COUNT] = {
        [JG_SQL_BEGIN] = "BEGIN IMMEDIATE",
        [JG_SQL_COMMIT] = "COMMIT",
        [JG_SQL_ROLLBACK] = "ROLLBACK",
        [JG_SQL_ADD_GAME] =
            "INSERT INTO game (run, number, rules, seat1, seat2, seat3, seat4, seed, start, moves, "
            "plies, resigned, reason, score, seconds1, seconds2, ended, opening, unlisted, annotations) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (run, number) DO NOTHING",
        [JG_SQL_ADD_PLAYED] = "INSERT INTO played (game, seat, player, name) VALUES (?, ?, ?, ?)",
        [JG_SQL_FIND_AGENT] = "SELECT id FROM agent WHERE spec = ?",
        [JG_SQL_ADD_AGENT] = "INSERT INTO agent (spec) VALUES (?)",
        [JG_SQL_FIND_RULES] = "SELECT id FROM rules WHERE spec = ?",
        [JG_SQL_ADD_RULES] = "INSERT INTO rules (spec) VALUES (?)",
        [JG_SQL_PUT_TABLE] =
            "INSERT INTO web_table (id, owner, game, start, moves, plies, seed, seats, rest, version, listed, over, "
            "changed, used) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, "
            "ifnull((SELECT seconds FROM served), 0)) ON CONFLICT (id) DO UPDATE SET "
            "owner = ?2, game = ?3, start = ?4, moves = ?5, plies = ?6, seed = ?7, seats = ?8, rest = ?9, "
            "version = ?10, listed = ?11, over = ?12, changed = ?13, used = excluded.used",
        [JG_SQL_CLEAR_SEATS] = "DELETE FROM seating WHERE web_table = ?",
        [JG_SQL_ADD_SEAT] = "INSERT INTO seating (web_table, seat, player) VALUES (?, ?, ?)",
        [JG_SQL_CLEAR_WITNESSES] = "DELETE FROM witness WHERE web_table = ?",
        [JG_SQL_ADD_WITNESS] = "INSERT OR IGNORE INTO witness (web_table, player) VALUES (?, ?)",
        [JG_SQL_FIND_TABLE] = ("SELECT id, owner, game, start, moves, plies, seed, seats, rest, version, listed, over, "
                               "changed FROM web_table WHERE id = ?"),
    };
    sqlite3_stmt **statement = &s->prepared[which];
    if (!*statement && sqlite3_prepare_v3(s->db, SQL[which], -1, SQLITE_PREPARE_PERSISTENT, statement, NULL))
        return jg_db_fail(s, err);
    *out = *statement;
    return JG_OK;
}

static enum jg_status roll_back(struct jg_store *s, struct jg_error *err);

/* Compares SQLite's transaction with ours. If it ended one by itself, as it does without memory, the next statement
 * would be committed alone. If a rollback failed, the next statement would join the old transaction and be lost with
 * it. */
static enum jg_status check_transaction(struct jg_store *s, struct jg_error *err) {
    bool open = !sqlite3_get_autocommit(s->db);
    if (open == (s->depth > 0)) return JG_OK;
    if (open) return roll_back(s, err);
    s->failed = true;
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: the transaction failed; nothing was saved", s->path);
}

enum jg_status jg_db_prepare(struct jg_store *s, sqlite3_stmt **out, const char *sql, struct jg_error *err) {
    enum jg_status status = check_transaction(s, err);
    if (status) return status;
    return sqlite3_prepare_v2(s->db, sql, -1, out, NULL) ? jg_db_fail(s, err) : JG_OK;
}

enum jg_status jg_db_statement(struct jg_store *s, sqlite3_stmt **out, enum jg_statement which, struct jg_error *err) {
    enum jg_status status = check_transaction(s, err);
    return status ? status : prepare_persistent(s, out, which, err);
}

enum jg_status jg_db_execute(struct jg_store *s, sqlite3_stmt *statement, struct jg_error *err) {
    int code = sqlite3_step(statement);
    enum jg_status status = code == SQLITE_DONE || code == SQLITE_ROW ? JG_OK : jg_db_fail(s, err);
    sqlite3_reset(statement);
    return status;
}

void jg_db_bind_text(sqlite3_stmt *statement, int at, const char *text) {
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

const char *jg_db_text(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? (const char *)text : "";
}

enum jg_status jg_db_row(struct jg_store *s, struct jg_error *err) {
    return sqlite3_errcode(s->db) == SQLITE_NOMEM ? jg_db_fail(s, err) : JG_OK;
}

/* ---- Transactions ------------------------------------------------------------------------- */

static enum jg_status execute_prepared(struct jg_store *s, enum jg_statement which, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = prepare_persistent(s, &q, which, err);
    return status ? status : jg_db_execute(s, q, err);
}

static enum jg_status roll_back(struct jg_store *s, struct jg_error *err) {
    memset(s->agents, 0, sizeof s->agents); /* what was new in them is gone */
    memset(s->rules, 0, sizeof s->rules);
    return sqlite3_get_autocommit(s->db) ? JG_OK : execute_prepared(s, JG_SQL_ROLLBACK, err);
}

/* The statements that end a transaction are prepared before it begins: a rollback must not need memory. */
static enum jg_status begin(struct jg_store *s, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = check_transaction(s, err);
    if (!status) status = prepare_persistent(s, &q, JG_SQL_ROLLBACK, err);
    if (!status) status = prepare_persistent(s, &q, JG_SQL_COMMIT, err);
    return status ? status : execute_prepared(s, JG_SQL_BEGIN, err);
}

enum jg_status jg_store_begin(struct jg_store *s, struct jg_error *err) {
    if (!s->depth) {
        enum jg_status status = begin(s, err);
        if (status) return status;
        s->failed = false;
    }
    s->depth++;
    return JG_OK;
}

enum jg_status jg_store_end(struct jg_store *s, enum jg_status status, struct jg_error *err) {
    assert(s->depth > 0);
    if (status) s->failed = true;
    if (--s->depth) return status;
    if (!status && s->failed)
        status = jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: the transaction failed; nothing was saved", s->path);
    if (!status) status = execute_prepared(s, JG_SQL_COMMIT, err);
    if (status) roll_back(s, NULL);
    return status;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static enum jg_status number_of(struct jg_store *s, const char *sql, int *out, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q, sql, err);
    if (status) return status;
    if (sqlite3_step(q) != SQLITE_ROW) status = jg_db_fail(s, err);
    *out = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return status;
}

/* Checks that the file is a store and reads its version; 0: empty. Within a transaction, so that the three queries are
 * consistent. */
static enum jg_status find_version(struct jg_store *s, int *version, struct jg_error *err) {
    int owner = 0, tables = 0;
    enum jg_status status = number_of(s, "PRAGMA application_id", &owner, err);
    if (!status) status = number_of(s, "PRAGMA user_version", version, err);
    if (!status) status = number_of(s, "SELECT count(*) FROM sqlite_schema", &tables, err);
    if (status) return status;
    if (owner != JG_SCHEMA_ID && (owner || *version || tables))
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: a database of another program", s->path);
    if (*version > JG_SCHEMA_VERSION)
        return jg_fail(err, JG_EIO, JG_NO_POSITION,
                       "%s: written by a newer jogada (store version %d; this program supports %d)", s->path, *version,
                       JG_SCHEMA_VERSION);
    if (*version < 0) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: damaged (%s)", s->path, "user_version");
    return JG_OK;
}

static enum jg_status run_sql(struct jg_store *s, const char *sql, struct jg_error *err) {
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) ? jg_db_fail(s, err) : JG_OK;
}

/* A transaction that stays open after a failure ends with the connection. */
static enum jg_status read_version(struct jg_store *s, int *version, struct jg_error *err) {
    enum jg_status status = run_sql(s, "BEGIN", err);
    if (status) return status;
    s->depth = 1;
    status = find_version(s, version, err);
    s->depth = 0;
    return status ? status : run_sql(s, "COMMIT", err);
}

/* Runs all migrations in one transaction. Another process may be doing the same, so the version is read again inside. */
static enum jg_status upgrade(struct jg_store *s, struct jg_error *err) {
    char mark[96];
    struct jg_text t;
    int version = 0;
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    status = find_version(s, &version, err);
    for (; !status && version < JG_SCHEMA_VERSION; version++) status = run_sql(s, JG_SCHEMA_STEPS[version], err);
    jg_text_init(&t, mark, sizeof mark);
    jg_text_add(&t, "PRAGMA application_id = %d; PRAGMA user_version = %d", JG_SCHEMA_ID, JG_SCHEMA_VERSION);
    if (!status) status = run_sql(s, mark, err);
    return jg_store_end(s, status, err);
}

/* Paths that SQLite would treat specially (":memory:", "file:...") are ordinary files here. */
static enum jg_status set_path(struct jg_store *s, const char *path, struct jg_error *err) {
    struct jg_text t;
    jg_text_init(&t, s->path, sizeof s->path - 8); /* "-lock" follows */
    jg_text_add(&t, "%s%s", path[0] == ':' || !strncmp(path, "file:", 5) ? "./" : "", path);
    return t.cut || !path[0]
               ? jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(t.cut ? ENAMETOOLONG : ENOENT))
               : JG_OK;
}

static void disconnect(struct jg_store *s) {
    for (int i = 0; i < JG_SQL_COUNT; i++) sqlite3_finalize(s->prepared[i]);
    memset(s->prepared, 0, sizeof s->prepared);
    sqlite3_close(s->db);
    s->db = NULL;
}

static enum jg_status connect(struct jg_store *s, const char *name, int flags, struct jg_error *err) {
    disconnect(s);
    int code = sqlite3_open_v2(name, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (!s->db) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (code) return jg_db_fail(s, err);
    sqlite3_busy_timeout(s->db, PATIENCE);
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return run_sql(s, "PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON", err);
}

static enum jg_status open_to_write(struct jg_store *s, struct jg_error *err) {
    char mode[128];
    struct jg_text t;
    int version = 0;
    enum jg_status status = connect(s, s->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (status) return status;
    if (sqlite3_db_readonly(s->db, "main") == 1)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: read-only; nothing can be saved", s->path);
    status = read_version(s, &version, err);
    if (!status && version < JG_SCHEMA_VERSION) status = upgrade(s, err);
    jg_text_init(&t, mode, sizeof mode);
    jg_text_add(&t, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = %d",
                JG_LOG_BYTES);
    return status ? status : run_sql(s, mode, err);
}

/* Opens a store in a read-only folder, where SQLite cannot create its companion files. They are not needed if the log is
 * empty, since then nobody writes. */
static enum jg_status open_immutable(struct jg_store *s, struct jg_error *err) {
    char name[3 * JG_STORE_PATH + 32];
    struct jg_text t;
    struct stat about;
    jg_text_init(&t, name, sizeof name);
    jg_text_add(&t, "%s-wal", s->path);
    if (!stat(name, &about) && about.st_size)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: some data is still in %s, and the folder is read-only",
                       s->path, name);
    jg_text_clear(&t);
    jg_text_put(&t, "file:");
    for (const char *p = s->path; *p; p++) jg_text_add(&t, strchr("%?#", *p) ? "%%%02x" : "%c", (unsigned char)*p);
    jg_text_put(&t, "?immutable=1");
    return connect(s, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err);
}

static enum jg_status open_to_read(struct jg_store *s, struct jg_error *err) {
    struct stat about;
    int version = 0;
    if (stat(s->path, &about) && errno == ENOENT)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: no games stored yet", s->path);
    enum jg_status status = connect(s, s->path, SQLITE_OPEN_READWRITE, err);
    if (!status) status = read_version(s, &version, err);
    int code = s->db ? sqlite3_errcode(s->db) & 0xff : 0;
    if (status && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)) {
        status = open_immutable(s, err);
        if (!status) status = read_version(s, &version, err);
    }
    if (status) return status;
    if (!version) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: no games stored yet", s->path);
    if (version < JG_SCHEMA_VERSION)
        return jg_fail(err, JG_EIO, JG_NO_POSITION,
                       "%s: written by an older jogada; any command that writes to it upgrades it", s->path);
    return run_sql(s, "PRAGMA query_only = ON", err);
}

/* While another process creates the store, changes its mode or closes it, SQLite may report "busy" without having
 * waited. */
static enum jg_status open_patiently(struct jg_store *s, enum jg_store_mode mode, struct jg_error *err) {
    double begin = jg_clock();
    for (;;) {
        enum jg_status status = mode == JG_STORE_WRITE ? open_to_write(s, err) : open_to_read(s, err);
        bool busy = status && s->db && (sqlite3_errcode(s->db) & 0xff) == SQLITE_BUSY;
        if (!busy || jg_clock() - begin > PATIENCE / 1000.0) return status;
        if (err) *err = (struct jg_error){.lang = err->lang};
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

struct jg_store *jg_store_open(const char *path, enum jg_store_mode mode, struct jg_error *err) {
    struct jg_store *s = calloc(1, sizeof *s);
    if (!s) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    s->lock = -1;
    enum jg_status status = set_path(s, path, err);
    if (!status) status = jg_db_prepare_file(s, mode, err);
    if (!status) status = open_patiently(s, mode, err);
    if (!status) return s;
    jg_store_close(s);
    return NULL;
}

/* Nothing in it must survive, so it has neither a log nor a journal. SQLite writes the pages that do not fit in its cache
 * to a file without a name. */
static enum jg_status open_temporary(struct jg_store *s, struct jg_error *err) {
    struct jg_text t;
    jg_text_init(&t, s->path, sizeof s->path);
    jg_text_put(&t, "temporary store");
    enum jg_status status = connect(s, "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);
    if (!status)
        status = run_sql(s, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF", err);
    return status ? status : upgrade(s, err);
}

struct jg_store *jg_store_open_temporary(struct jg_error *err) {
    struct jg_store *s = calloc(1, sizeof *s);
    if (!s) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    s->lock = -1;
    if (!open_temporary(s, err)) return s;
    jg_store_close(s);
    return NULL;
}

void jg_store_set_timeout(struct jg_store *s, int milliseconds) { sqlite3_busy_timeout(s->db, milliseconds); }

static int is_stopped(void *stop) { return atomic_load((const atomic_bool *)stop); }

void jg_store_set_stop(struct jg_store *s, const atomic_bool *stop) {
    enum { STEPS = 10000 }; /* instructions of SQLite's virtual machine between two checks */
    sqlite3_progress_handler(s->db, STEPS, stop ? is_stopped : NULL, (void *)(uintptr_t)stop);
}

const char *jg_store_file_path(const struct jg_store *s) { return s->path; }

void jg_store_close(struct jg_store *s) {
    if (!s) return;
    if (s->depth) roll_back(s, NULL);
    disconnect(s);
    if (s->lock >= 0) close(s->lock);
    jg_string_pool_free(&s->row);
    free(s);
}
