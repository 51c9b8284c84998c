/* Ratings of runs, and checkpoints of runs that proceed in steps. */
#include "store/db.h"

#include <math.h>

enum jg_status jg_store_put_ratings(struct jg_store *s, int64_t run, const struct jg_stored_rating *ratings, size_t n,
                                    struct jg_error *err) {
    sqlite3_stmt *drop = NULL, *add = NULL;
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    status = jg_db_prepare(s, &drop, "DELETE FROM rating WHERE run = ?", err);
    if (!status)
        status = jg_db_prepare(
            s, &add, "INSERT INTO rating (run, place, agent, elo, error, games) VALUES (?, ?, ?, ?, ?, ?)", err);
    sqlite3_bind_int64(drop, 1, run);
    if (!status) status = jg_db_execute(s, drop, err);
    for (size_t i = 0; i < n && !status; i++) {
        int64_t agent;
        status = jg_db_agent(s, ratings[i].agent, &agent, err);
        if (status) break;
        sqlite3_bind_int64(add, 1, run);
        sqlite3_bind_int64(add, 2, (sqlite3_int64)i + 1);
        sqlite3_bind_int64(add, 3, agent);
        sqlite3_bind_double(add, 4, ratings[i].elo);
        sqlite3_bind_double(add, 5, ratings[i].error);
        sqlite3_bind_int64(add, 6, ratings[i].games);
        status = jg_db_execute(s, add, err);
    }
    sqlite3_finalize(drop);
    sqlite3_finalize(add);
    return jg_store_end(s, status, err);
}

/* NaN is stored as NULL. */
static double real(sqlite3_stmt *q, int column) {
    return sqlite3_column_type(q, column) == SQLITE_NULL ? NAN : sqlite3_column_double(q, column);
}

enum jg_status jg_store_ratings(struct jg_store *s, int64_t run,
                                bool (*each)(void *arg, const struct jg_stored_rating *rating), void *arg,
                                struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    int code;
    bool more = true;
    enum jg_status status =
        jg_db_prepare(s, &q,
                      "SELECT agent.spec, elo, error, games FROM rating "
                      "JOIN agent ON agent.id = rating.agent WHERE run = ? ORDER BY elo DESC, place",
                      err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, run);
    while (more && !status && (code = sqlite3_step(q)) != SQLITE_DONE) {
        struct jg_stored_rating rating = {
            .agent = jg_db_text(q, 0), .elo = real(q, 1), .error = real(q, 2), .games = sqlite3_column_int64(q, 3)};
        status = code == SQLITE_ROW ? jg_db_row(s, err) : jg_db_fail(s, err);
        more = !status && each(arg, &rating);
    }
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_put_step(struct jg_store *s, int64_t run, int64_t number, const char *state,
                                 struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status =
        jg_db_prepare(s, &q, "INSERT OR REPLACE INTO step (run, number, state) VALUES (?, ?, ?)", err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, run);
    sqlite3_bind_int64(q, 2, number);
    jg_db_bind_text(q, 3, state);
    status = jg_db_execute(s, q, err);
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_steps(struct jg_store *s, int64_t run,
                              bool (*each)(void *arg, int64_t number, const char *state), void *arg,
                              struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    int code;
    bool more = true;
    enum jg_status status = jg_db_prepare(s, &q, "SELECT number, state FROM step WHERE run = ? ORDER BY number", err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, run);
    while (more && !status && (code = sqlite3_step(q)) != SQLITE_DONE) {
        const char *state = jg_db_text(q, 1);
        status = code == SQLITE_ROW ? jg_db_row(s, err) : jg_db_fail(s, err);
        more = !status && each(arg, sqlite3_column_int64(q, 0), state);
    }
    sqlite3_finalize(q);
    return status;
}
