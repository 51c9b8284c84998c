/* The results of a player by game and opponent. */
#include "store/db.h"

/* `own` has one row per game of the player: the seat, whose lowest bit is the team. `pairing` has the opponents' seats in
 * order, 1 and 3 or 0 and 2, with agents' specs and people's names. */
static const char HISTORY[] =
    "WITH own AS (SELECT game, min(seat) & 1 AS team FROM played WHERE player = ?1 GROUP BY game "
    "HAVING min(seat & 1) = max(seat & 1)), "
    "pairing AS (SELECT CASE instr(r.spec, ':') WHEN 0 THEN r.spec ELSE substr(r.spec, 1, instr(r.spec, ':') - 1) END "
    "AS name, coalesce(p1.name, a1.spec) AS first, coalesce(p2.name, a2.spec) AS second, "
    "p1.player IS NOT NULL AS person, CASE own.team WHEN 0 THEN g.score ELSE -g.score END AS score, g.ended, g.id "
    "FROM own JOIN game g ON g.id = own.game JOIN rules r ON r.id = g.rules "
    "JOIN agent a1 ON a1.id = CASE own.team WHEN 0 THEN g.seat2 ELSE g.seat1 END "
    "LEFT JOIN agent a2 ON a2.id = CASE own.team WHEN 0 THEN g.seat4 ELSE g.seat3 END "
    "LEFT JOIN played p1 ON p1.game = g.id AND p1.seat = 1 - own.team "
    "LEFT JOIN played p2 ON p2.game = g.id AND p2.seat = 3 - own.team) "
    "SELECT name, first, second, max(person), sum(score > 0), sum(score = 0), sum(score < 0), max(ended) "
    "FROM pairing GROUP BY name, first, second ORDER BY max(id) DESC";

enum jg_status jg_store_history(struct jg_store *s, const char *player,
                                bool (*each)(void *arg, const struct jg_stored_history *entry), void *arg,
                                struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    int code;
    bool more = true;
    enum jg_status status = jg_db_prepare(s, &q, HISTORY, err);
    if (status) return status;
    jg_db_bind_text(q, 1, player);
    while (more && !status && (code = sqlite3_step(q)) != SQLITE_DONE) {
        if (code != SQLITE_ROW) {
            status = jg_db_fail(s, err);
            continue;
        }
        struct jg_stored_history entry = {
            .game = jg_db_text(q, 0),
            .opponents = {jg_db_text(q, 1), sqlite3_column_type(q, 2) == SQLITE_NULL ? NULL : jg_db_text(q, 2)},
            .person = sqlite3_column_int(q, 3),
            .wins = sqlite3_column_int64(q, 4),
            .draws = sqlite3_column_int64(q, 5),
            .losses = sqlite3_column_int64(q, 6),
            .last = sqlite3_column_int64(q, 7)};
        status = jg_db_row(s, err);
        more = !status && each(arg, &entry);
    }
    sqlite3_finalize(q);
    return status;
}
