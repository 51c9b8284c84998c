/* What the files of the store share: the connection, its statements, its errors. */
#ifndef STORE_DB_H
#define STORE_DB_H

#include "store/store.h"

#include <sqlite3.h>

/* Statements that are kept prepared. */
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
    JG_SQL_FIND_TABLE,
    JG_SQL_COUNT
};

enum { JG_IDS = 256 }; /* ids that are remembered */

/* The id of a text in the table of agents or of rules. */
struct jg_known_id {
    int64_t id; /* 0: nothing here */
    char text[JG_SPEC_MAX];
};

struct jg_store {
    sqlite3 *db;
    sqlite3_stmt *kept[JG_SQL_COUNT];
    int depth;    /* of transactions */
    bool spoiled; /* something in this transaction failed */
    int lock;     /* the file that says which runs are ours; -1: not open */
    struct jg_known_id agents[JG_IDS], rules[JG_IDS];
    int64_t began;       /* the time that jg_store_now began with, 0: it has not; */
    double began_at;     /* and when, by jg_clock */
    struct jg_texts row; /* texts of the game that was read last */
    char path[JG_STORE_PATH];
};

/* Says what SQLite's last call on this store failed of. */
enum jg_status jg_db_fail(struct jg_store *s, struct jg_error *err);

/* Prepares a statement, which the caller finalizes. */
enum jg_status jg_db_prepare(struct jg_store *s, sqlite3_stmt **out, const char *sql, struct jg_error *err);

/* The statement of that number, ready for its values. */
enum jg_status jg_db_statement(struct jg_store *s, sqlite3_stmt **out, enum jg_statement which, struct jg_error *err);

/* Steps a statement that gives no rows, and resets it. */
enum jg_status jg_db_execute(struct jg_store *s, sqlite3_stmt *statement, struct jg_error *err);

/* Texts of the caller's that live until the statement is reset. */
void jg_db_bind_text(sqlite3_stmt *statement, int at, const char *text);

/* Never NULL, whatever is in a damaged file. */
const char *jg_db_text(sqlite3_stmt *statement, int column);

/* After the columns of a row: fails if memory ran out for one of its texts, which is empty then. */
enum jg_status jg_db_row(struct jg_store *s, struct jg_error *err);

/* The id of an agent's spec, which is added if it is new. */
enum jg_status jg_db_agent(struct jg_store *s, const char *spec, int64_t *id, struct jg_error *err);

/* Makes the file of a new store, private to this user; nothing if it exists. Refuses what is not a file, or has
 * several names. */
enum jg_status jg_db_prepare_file(const struct jg_store *s, enum jg_store_mode mode, struct jg_error *err);

enum { JG_LOG_BYTES = 4 << 20 }; /* of the log from which on it is begun again, and that it is cut to then */

/* Moves what is in the log into the file, and begins the log again when it is long; false: somebody reads from it. */
bool jg_db_checkpoint(sqlite3 *db);

/* Makes a run this process's own until the store is closed, or gives it back. */
enum jg_status jg_db_lock(struct jg_store *s, int64_t run, struct jg_error *err);
void jg_db_unlock(struct jg_store *s, int64_t run);

#endif
