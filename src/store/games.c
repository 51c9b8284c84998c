/* Finished games in the store: adding and filtering. */
#include "store/db.h"

#include "core/hash.h"

#include <string.h>

/* ---- Adding ------------------------------------------------------------------------------- */

/* The row id of a text, which is inserted if it is new; recent ids are cached. */
static enum jg_status find_id(struct jg_store *s, struct jg_known_id *known, enum jg_statement find,
                              enum jg_statement add, const char *text, int64_t *id, struct jg_error *err) {
    size_t length = strlen(text);
    struct jg_known_id *k = &known[jg_hash(text, length) % JG_IDS];
    sqlite3_stmt *q = NULL;
    *id = k->id;
    if (k->id && !strcmp(k->text, text)) return JG_OK;
    enum jg_status status = jg_db_statement(s, &q, find, err);
    if (status) return status;
    jg_db_bind_text(q, 1, text);
    int code = sqlite3_step(q);
    if (code != SQLITE_ROW && code != SQLITE_DONE) status = jg_db_fail(s, err);
    *id = code == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
    sqlite3_reset(q);
    if (!status && !*id) {
        status = jg_db_statement(s, &q, add, err);
        if (status) return status;
        jg_db_bind_text(q, 1, text);
        status = jg_db_execute(s, q, err);
        *id = sqlite3_last_insert_rowid(s->db);
    }
    if (!status && length < sizeof k->text) {
        k->id = *id;
        memcpy(k->text, text, length + 1);
    }
    return status;
}

enum jg_status jg_db_agent(struct jg_store *s, const char *spec, int64_t *id, struct jg_error *err) {
    return find_id(s, s->agents, JG_SQL_FIND_AGENT, JG_SQL_ADD_AGENT, spec, id, err);
}

static enum jg_status bind_names(struct jg_store *s, sqlite3_stmt *q, const struct jg_stored_game *game,
                                 struct jg_error *err) {
    int64_t id;
    enum jg_status status = find_id(s, s->rules, JG_SQL_FIND_RULES, JG_SQL_ADD_RULES, game->game, &id, err);
    if (!status) sqlite3_bind_int64(q, 3, id);
    for (int seat = 0; seat < JG_SEATS_MAX && !status; seat++) {
        sqlite3_bind_null(q, 4 + seat);
        if (!game->seats[seat]) continue;
        status = jg_db_agent(s, game->seats[seat], &id, err);
        if (!status) sqlite3_bind_int64(q, 4 + seat, id);
    }
    return status;
}

/* Names of people are stored apart from agents, so that they can be deleted. */
static enum jg_status add_people(struct jg_store *s, const struct jg_stored_game *game, int64_t id,
                                 struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = JG_OK;
    for (int seat = 0; seat < JG_SEATS_MAX && !status; seat++) {
        if (!game->players[seat]) continue;
        status = jg_db_statement(s, &q, JG_SQL_ADD_PLAYED, err);
        if (status) break;
        sqlite3_bind_int64(q, 1, id);
        sqlite3_bind_int(q, 2, seat);
        jg_db_bind_text(q, 3, game->players[seat]);
        jg_db_bind_text(q, 4, game->names[seat]); /* NULL: null */
        status = jg_db_execute(s, q, err);
    }
    return status;
}

static enum jg_status add_game(struct jg_store *s, const struct jg_stored_game *game, int64_t *id,
                               struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_statement(s, &q, JG_SQL_ADD_GAME, err);
    if (!status) status = bind_names(s, q, game, err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, game->run);
    sqlite3_bind_int64(q, 2, (int64_t)game->number);
    sqlite3_bind_int64(q, 8, (int64_t)game->seed);
    jg_db_bind_text(q, 9, game->start);
    jg_db_bind_text(q, 10, game->moves);
    sqlite3_bind_int(q, 11, game->plies);
    if (game->resigned >= 0)
        sqlite3_bind_int(q, 12, game->resigned + 1); /* records count seats from 1 */
    else
        sqlite3_bind_null(q, 12);
    jg_db_bind_text(q, 13, game->reason);
    sqlite3_bind_int(q, 14, game->score);
    for (int team = 0; team < 2; team++) sqlite3_bind_double(q, 15 + team, game->seconds[team]);
    sqlite3_bind_int64(q, 17, game->ended);
    sqlite3_bind_int(q, 18, game->opening);
    sqlite3_bind_int(q, 19, game->unlisted);
    sqlite3_bind_blob64(q, 20, game->annotations, game->annotation_size, SQLITE_STATIC); /* NULL: null */
    if (sqlite3_step(q) != SQLITE_DONE) status = jg_db_fail(s, err);
    *id = sqlite3_changes(s->db) ? sqlite3_last_insert_rowid(s->db) : 0;
    sqlite3_reset(q);
    return status || !*id ? status : add_people(s, game, *id, err);
}

enum jg_status jg_store_add(struct jg_store *s, const struct jg_stored_game *games, size_t n, int64_t *ids,
                            struct jg_error *err) {
    int64_t id = 0;
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    for (size_t i = 0; i < n && !status; i++) {
        status = add_game(s, &games[i], &id, err);
        if (ids) ids[i] = id;
    }
    return jg_store_end(s, status, err);
}

/* ---- Reading ------------------------------------------------------------------------------ */

#define GAME_COLUMNS                                                                                                   \
    "SELECT g.id, g.run, g.number, r.spec, coalesce(p1.name, a1.spec), coalesce(p2.name, a2.spec), "                   \
    "coalesce(p3.name, a3.spec), coalesce(p4.name, a4.spec), g.seed, g.start, g.moves, g.plies, "                      \
    "g.resigned, g.reason, g.score, g.seconds1, g.seconds2, g.ended, g.opening, g.annotations, "                       \
    "(SELECT kind FROM run WHERE id = g.run) "                                                                         \
    "FROM game g JOIN rules r ON r.id = g.rules "                                                                      \
    "JOIN agent a1 ON a1.id = g.seat1 JOIN agent a2 ON a2.id = g.seat2 "                                               \
    "LEFT JOIN agent a3 ON a3.id = g.seat3 LEFT JOIN agent a4 ON a4.id = g.seat4 "                                     \
    "LEFT JOIN played p1 ON p1.game = g.id AND p1.seat = 0 LEFT JOIN played p2 ON p2.game = g.id AND p2.seat = 1 "     \
    "LEFT JOIN played p3 ON p3.game = g.id AND p3.seat = 2 LEFT JOIN played p4 ON p4.game = g.id AND p4.seat = 3 "

static void read_game(sqlite3_stmt *q, struct jg_stored_game *out) {
    *out = (struct jg_stored_game){
        .id = sqlite3_column_int64(q, 0),
        .run = sqlite3_column_int64(q, 1),
        .number = (uint64_t)sqlite3_column_int64(q, 2),
        .game = jg_db_text(q, 3),
        .seed = (uint64_t)sqlite3_column_int64(q, 8),
        .start = jg_db_text(q, 9),
        .moves = jg_db_text(q, 10),
        .plies = sqlite3_column_int(q, 11),
        .resigned = sqlite3_column_int(q, 12) - 1, /* NULL reads as 0 */
        .reason = jg_db_text(q, 13),
        .score = sqlite3_column_int(q, 14),
        .seconds = {sqlite3_column_double(q, 15), sqlite3_column_double(q, 16)},
        .ended = sqlite3_column_int64(q, 17),
        .opening = sqlite3_column_int(q, 18),
        .annotations = sqlite3_column_blob(q, 19),
        .annotation_size = (size_t)sqlite3_column_bytes(q, 19),
        .kind = jg_db_text(q, 20),
    };
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (seat < 2 || sqlite3_column_type(q, 4 + seat) != SQLITE_NULL) out->seats[seat] = jg_db_text(q, 4 + seat);
}

enum jg_status jg_store_game(struct jg_store *s, int64_t id, struct jg_stored_game *out, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    enum jg_status status = jg_db_prepare(s, &q, GAME_COLUMNS "WHERE g.id = ?1", err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, id);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        read_game(q, out);
        jg_string_pool_clear(&s->row);
        status = jg_db_row(s, err);
        if (!status && !jg_stored_copy(out, &s->row))
            status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    } else if (code == SQLITE_DONE) {
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: there is no game %lld", s->path, (long long)id);
    } else {
        status = jg_db_fail(s, err);
    }
    sqlite3_finalize(q);
    return status;
}

enum { TITLED = 9 }; /* the first parameter of f->titled */

/* The table `titled` (rules, agent), from pairs of parameters. */
static void put_titled(struct jg_text *t, const struct jg_store_filter *f) {
    if (!f->titled_count) return;
    jg_text_put(t, "WITH titled AS MATERIALIZED (SELECT r.id AS rules, a.id AS agent FROM (VALUES ");
    for (int i = 0; i < f->titled_count; i++)
        jg_text_add(t, "%s(?%d, ?%d)", i ? ", " : "", TITLED + 2 * i, TITLED + 2 * i + 1);
    jg_text_put(t, ") v JOIN agent a ON a.spec = v.column2 JOIN rules r ON v.column1 IS NULL OR r.spec = v.column1 OR "
                   "substr(r.spec, 1, length(v.column1) + 1) = v.column1 || ':') ");
}

static void bind_titled(sqlite3_stmt *q, const struct jg_store_filter *f) {
    for (int i = 0; i < f->titled_count; i++) {
        jg_db_bind_text(q, TITLED + 2 * i, f->titled[i].game); /* NULL: null */
        jg_db_bind_text(q, TITLED + 2 * i + 1, f->titled[i].agent);
    }
}

static void put_filter(struct jg_text *t, const struct jg_store_filter *f) {
    put_titled(t, f);
    jg_text_put(t, GAME_COLUMNS "WHERE TRUE ");
    if (f->run) jg_text_put(t, "AND g.run = ?1 ");
    if (f->after) jg_text_put(t, "AND g.id > ?7 ");
    if (f->game)
        jg_text_put(t, "AND g.rules IN (SELECT id FROM rules WHERE spec = ?2 OR "
                       "substr(spec, 1, length(?2) + 1) = ?2 || ':') ");
    if (f->agent) {
        jg_text_put(t, "AND (FALSE");
        for (int seat = 1; seat <= JG_SEATS_MAX; seat++)
            jg_text_add(t, " OR g.seat%d IN (SELECT id FROM agent WHERE instr(lower(spec), lower(?3)))", seat);
        for (int seat = 1; seat <= JG_SEATS_MAX && f->titled_count; seat++) /* a person's own name goes first */
            jg_text_add(t, " OR (p%d.name IS NULL AND (g.rules, g.seat%d) IN (SELECT rules, agent FROM titled))", seat,
                        seat);
        jg_text_put(t, " OR EXISTS (SELECT 1 FROM played WHERE game = g.id AND instr(lower(name), lower(?3)))) ");
    }
    if (f->result) jg_text_put(t, "AND sign(g.score) = CASE ?4 WHEN '1-0' THEN 1 WHEN '0-1' THEN -1 ELSE 0 END ");
    if (f->viewer)
        jg_text_put(t, "AND (NOT g.unlisted OR EXISTS (SELECT 1 FROM played WHERE game = g.id AND player = ?6)) ");
    if (f->mine) jg_text_put(t, "AND g.id IN (SELECT game FROM played WHERE player = ?6) ");
    if (f->kind) jg_text_put(t, "AND g.run IN (SELECT id FROM run WHERE kind = ?8) ");
    if (f->failed) jg_text_put(t, "AND g.reason <> '' AND g.resigned IS NOT NULL ");
    jg_text_add(t, "ORDER BY %s %s ", f->run ? "g.number" : "g.id", f->oldest_first ? "ASC" : "DESC");
    if (f->limit > 0) jg_text_put(t, "LIMIT ?5");
}

enum jg_status jg_store_games(struct jg_store *s, const struct jg_store_filter *filter,
                              bool (*each)(void *arg, const struct jg_stored_game *game), void *arg,
                              struct jg_error *err) {
    char sql[3072 + 16 * JG_STORE_TITLED];
    struct jg_text t;
    sqlite3_stmt *q = NULL;
    int code;
    bool more = true;
    jg_text_init(&t, sql, sizeof sql);
    put_filter(&t, filter);
    enum jg_status status = jg_db_prepare(s, &q, sql, err);
    if (status) return status;
    sqlite3_bind_int64(q, 1, filter->run); /* binding a missing parameter fails, which is harmless */
    if (filter->game) jg_db_bind_text(q, 2, filter->game);
    if (filter->agent) jg_db_bind_text(q, 3, filter->agent);
    if (filter->result) jg_db_bind_text(q, 4, filter->result);
    sqlite3_bind_int64(q, 5, filter->limit);
    if (filter->viewer) jg_db_bind_text(q, 6, filter->viewer);
    sqlite3_bind_int64(q, 7, filter->after);
    if (filter->kind) jg_db_bind_text(q, 8, filter->kind);
    bind_titled(q, filter);
    while (more && !status && (code = sqlite3_step(q)) != SQLITE_DONE) {
        struct jg_stored_game game;
        if (code != SQLITE_ROW) {
            status = jg_db_fail(s, err);
            continue;
        }
        read_game(q, &game);
        status = jg_db_row(s, err);
        more = !status && each(arg, &game);
    }
    sqlite3_finalize(q);
    return status;
}
