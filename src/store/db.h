/* Private header of the store's files: the SQLite connection, prepared statements, errors. */
#ifndef STORE_DB_H
#define STORE_DB_H

#include "store/store.h"

#include <sqlite3.h>

/* Statements that stay prepared. */
enum jg_statement {
    JG_SQL_BEGIN,
    JG_SQL_COMMIT,
    JG_SQL_ROLLBACK,
    JG_SQL_ADD_GAME,
    JG_SQL_ADD_PLAYED,
    JG_SQL_FIND_AGENT,
    JG_SQL_ADD_AGENT,
    JG_SQL_FIND_RULES,
    JG_SQL_ADD_RULES,
    JG_SQL_PUT_TABLE,
    JG_SQL_CLEAR_SEATS,
    JG_SQL_ADD_SEAT,
    JG_SQL_CLEAR_WITNESSES,
    JG_SQL_ADD_WITNESS,
    JG_SQL_FIND_TABLE,
    JG_SQL_COUNT
};

enum { JG_IDS = 256 }; /* size of the id caches */

/* A cached row id of a text in the table `agent` or `rules`. */
struct jg_known_id {
    int64_t id; /* 0: empty */
    char text[JG_SPEC_MAX];
};

struct jg_store {
    sqlite3 *db;
    sqlite3_stmt *prepared[JG_SQL_COUNT];
    int depth;   /* of nested transactions */
    bool failed; /* a call in this transaction has failed */
    int lock;    /* descriptor of the file with the locks of runs; -1: not open */
    struct jg_known_id agents[JG_IDS], rules[JG_IDS];
    int64_t began;             /* the time that jg_store_now started from; 0: not started */
    double began_at;           /* jg_clock at that moment */
    struct jg_string_pool row; /* texts of the game that was read last */
    char path[JG_STORE_PATH];
};

/* Fills err from SQLite's last error on this store. */
enum jg_status jg_db_fail(struct jg_store *s, struct jg_error *err);

/* Prepares a statement, which the caller finalizes. */
enum jg_status jg_db_prepare(struct jg_store *s, sqlite3_stmt **out, const char *sql, struct jg_error *err);

/* A prepared statement, reset and ready to be bound. */
enum jg_status jg_db_statement(struct jg_store *s, sqlite3_stmt **out, enum jg_statement which, struct jg_error *err);

/* Runs a statement that returns no rows, and resets it. */
enum jg_status jg_db_execute(struct jg_store *s, sqlite3_stmt *statement, struct jg_error *err);

/* Binds a text that lives until the statement is reset. */
void jg_db_bind_text(sqlite3_stmt *statement, int at, const char *text);

/* The text of a column; never NULL, even if the file is damaged. */
const char *jg_db_text(sqlite3_stmt *statement, int column);

/* To be called after reading the columns of a row: fails if memory ran out for a text, which is empty then. */
enum jg_status jg_db_row(struct jg_store *s, struct jg_error *err);

/* The row id of an agent's spec, which is inserted if it is new. */
enum jg_status jg_db_agent(struct jg_store *s, const char *spec, int64_t *id, struct jg_error *err);

/* Creates the file of a new store with permissions for this user alone; does nothing if it exists. Refuses anything but a
 * regular file with a single hard link. */
enum jg_status jg_db_prepare_file(const struct jg_store *s, enum jg_store_mode mode, struct jg_error *err);

enum { JG_LOG_BYTES = 4 << 20 }; /* size at which the write-ahead log is restarted and to which it is truncated */

/* Checkpoints the write-ahead log, and restarts it when it is long; false: a reader prevented the restart. */
bool jg_db_checkpoint(sqlite3 *db);

/* Locks a run for this process until the store is closed, or unlocks it. */
enum jg_status jg_db_lock(struct jg_store *s, int64_t run, struct jg_error *err);
void jg_db_unlock(struct jg_store *s, int64_t run);

#endif
