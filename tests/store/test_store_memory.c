/* The store without memory: SQLite's N-th allocation fails, alone or with all later ones. A call then fails and has
 * changed nothing, or has done all of its work; and the next call is not part of what failed. */
#include "store.h"

#include "store/db.h"

enum { DUMP = 1 << 13 };

/* ---- Allocations that fail ---------------------------------------------------------------------- */

static sqlite3_mem_methods real;
static uint64_t count, first, last; /* those from first to last fail, counted from 1; 0: none */

static bool fails(void) {
    count++;
    return first && count >= first && count <= last;
}

static void *failing_malloc(int size) { return fails() ? NULL : real.xMalloc(size); }
static void *failing_realloc(void *old, int size) { return fails() ? NULL : real.xRealloc(old, size); }

static void arm(uint64_t from, uint64_t to) {
    count = 0;
    first = from;
    last = to;
}

/* SQLite with these allocations. */
static int configure(void **state) {
    (void)state;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real), SQLITE_OK);
    sqlite3_mem_methods failing = real;
    failing.xMalloc = failing_malloc;
    failing.xRealloc = failing_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK); /* small blocks can fail, too */
    return 0;
}

/* ---- Calls ------------------------------------------------------------------------------------------ */

static enum jg_status put_table(struct jg_store *s, const char *seats, int64_t version, struct jg_error *err) {
    const char *players[JG_SEATS_MAX] = {"ana", "bia"}, *witnesses[] = {"ana", "gil"};
    struct jg_stored_table t = {.id = "one",
                                .owner = "ana",
                                .game = "coins",
                                .start = "",
                                .moves = "a b",
                                .plies = 2,
                                .seats = seats,
                                .rest = "{\"witnesses\":[[\"ana\",1],[\"gil\",0]],\"round\":3}",
                                .players = players,
                                .witnesses = witnesses,
                                .witness_count = 2,
                                .version = version,
                                .changed = 100};
    return jg_store_put_table(s, &t, err);
}

static const char SEATS[] = "[{\"kind\":\"player\",\"player\":\"ana\",\"name\":\"Ana\"},"
                            "{\"kind\":\"player\",\"player\":\"bia\",\"name\":\"Bia\"}]";

static enum jg_status delete(struct jg_store *s, struct jg_error *err) { return jg_store_delete_player(s, "ana", err); }
static enum jg_status sign_out(struct jg_store *s, struct jg_error *err) { return jg_store_sign_out(s, "ana", err); }
static enum jg_status drop_table(struct jg_store *s, struct jg_error *err) {
    return jg_store_drop_tables(s, 1000, 10, 10, err);
}
static enum jg_status drop_players(struct jg_store *s, struct jg_error *err) {
    return jg_store_drop_players(s, -1, err);
}
static enum jg_status rename_player(struct jg_store *s, struct jg_error *err) {
    return jg_store_set_player_name(s, "ana", "Ana Maria", err);
}
static enum jg_status replace_table(struct jg_store *s, struct jg_error *err) {
    return put_table(s, "[{\"kind\":\"open\"},{\"kind\":\"open\"}]", 5, err);
}
static enum jg_status add_two(struct jg_store *s, struct jg_error *err) {
    char moves[2][64];
    struct jg_stored_game games[] = {game_of(1, 7, moves[0]), game_of(1, 8, moves[1])};
    games[0].players[0] = "ana";
    return jg_store_add(s, games, 2, NULL, err);
}
static enum jg_status rate(struct jg_store *s, struct jg_error *err) {
    struct jg_stored_rating ratings[] = {{"random", 1, 2, 3}, {"greedy", 4, 5, 6}};
    return jg_store_put_ratings(s, 1, ratings, 2, err);
}
static enum jg_status drop_run(struct jg_store *s, struct jg_error *err) { return jg_store_drop_run(s, 1, err); }

static const struct call {
    const char *name;
    enum jg_status (*make)(struct jg_store *s, struct jg_error *err);
} CALLS[] = {{"delete a player", delete},      {"sign out", sign_out},         {"rename", rename_player},
             {"replace a table", replace_table}, {"drop tables", drop_table},  {"drop players", drop_players},
             {"add games", add_two},           {"put ratings", rate},          {"drop a run", drop_run}};

/* ---- The file --------------------------------------------------------------------------------------- */

/* A store that does not wait for the disk. */
static struct jg_store *open_quick(const char *path) {
    struct jg_store *s = open_store(path, JG_STORE_WRITE);
    assert_int_equal(sqlite3_exec(s->db, "PRAGMA synchronous = OFF", NULL, NULL, NULL), SQLITE_OK);
    return s;
}

/* Another process's connection. */
static sqlite3 *connect(const char *path) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void fill(const char *path) {
    struct jg_error err = {0};
    struct jg_store *s = open_quick(path);
    add_games(s, begin_run(s, "match"), 0, 3);
    assert_good(jg_store_set_player_name(s, "ana", "Ana", &err), &err);
    assert_good(jg_store_set_player_name(s, "bia", "Bia", &err), &err);
    assert_good(jg_store_set_player_name(s, "gone", "Nobody", &err), &err);
    assert_good(put_table(s, SEATS, 4, &err), &err);
    assert_good(jg_store_put_ratings(s, 1, &(struct jg_stored_rating){"random", 9, 9, 9}, 1, &err), &err);
    jg_store_close(s);
}

/* What another process reads: all that the calls change, but times. */
static void dump(sqlite3 *db, char out[DUMP]) {
    static const char *const QUERIES[] = {
        "SELECT id, name, epoch FROM player", "SELECT id, owner, seats, rest, version FROM web_table",
        "SELECT * FROM seating",              "SELECT * FROM witness",
        "SELECT seconds FROM served",         "SELECT run, number, seat1, seat2, moves FROM game",
        "SELECT * FROM played",               "SELECT id, kind FROM run",
        "SELECT * FROM rating",               "SELECT * FROM agent"};
    struct jg_text t;
    jg_text_init(&t, out, DUMP);
    for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++) {
        sqlite3_stmt *q;
        if (sqlite3_prepare_v2(db, QUERIES[i], -1, &q, NULL)) fail_msg("%s: %s", QUERIES[i], sqlite3_errmsg(db));
        while (sqlite3_step(q) == SQLITE_ROW)
            for (int c = 0; c < sqlite3_column_count(q); c++)
                jg_text_add(&t, "%s%s", c ? " " : "\n", (const char *)sqlite3_column_text(q, c));
        sqlite3_finalize(q);
    }
    assert_false(t.cut);
}

/* The dump after a call, made in a copy of the file. */
static void dump_after(const char *path, const struct call *call, char out[DUMP]) {
    struct jg_error err = {0};
    char sql[PATH + 64];
    struct place p;
    snprintf(p.path, sizeof p.path, "%s.c", path);
    snprintf(sql, sizeof sql, "VACUUM INTO '%s'", p.path);
    run_sql(path, sql);
    struct jg_store *s = open_quick(p.path);
    assert_good(call->make(s, &err), &err);
    jg_store_close(s);
    sqlite3 *db = connect(p.path);
    dump(db, out);
    sqlite3_close(db);
    remove_files(&p);
}

/* ---- The tests -------------------------------------------------------------------------------------- */

/* What follows a call in the same store, as in a server: nothing waits for a transaction that nobody ends, and a name
 * that was stored stays. */
static void go_on(struct jg_store *s, sqlite3 *other, const char *name, uint64_t n) {
    struct jg_error err = {0};
    char stored[64], says[64];
    sqlite3_stmt *q;
    snprintf(stored, sizeof stored, "Eva %llu", (unsigned long long)n);
    if (sqlite3_exec(other, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL))
        fail_msg("%s, allocation %llu: %s", name, (unsigned long long)n, sqlite3_errmsg(other));
    assert_good(jg_store_set_player_name(s, "eva", stored, &err), &err);
    assert_good(jg_store_begin(s, &err), &err);
    assert_good(jg_store_end(s, JG_OK, &err), &err);
    assert_int_equal(sqlite3_prepare_v2(other, "SELECT name FROM player WHERE id = 'eva'", -1, &q, NULL), SQLITE_OK);
    snprintf(says, sizeof says, "%s", sqlite3_step(q) == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : "");
    sqlite3_finalize(q);
    if (strcmp(says, stored))
        fail_msg("%s, allocation %llu: the stored name '%s' is '%s'", name, (unsigned long long)n, stored, says);
    assert_int_equal(sqlite3_exec(other, "DELETE FROM player WHERE id = 'eva'", NULL, NULL, NULL), SQLITE_OK);
}

/* Tries each allocation of a call in a store that has just been opened; returns how many there are. */
static uint64_t try_all(const struct place *p, const struct call *call, bool all_later) {
    static char before[DUMP], after[DUMP], now[DUMP];
    struct jg_error err;
    bool reached = true;
    uint64_t n = 0;
    fill(p->path);
    dump_after(p->path, call, after);
    sqlite3 *other = connect(p->path);
    dump(other, before);
    if (!strcmp(before, after)) fail_msg("%s changes nothing", call->name);
    while (reached) {
        struct jg_store *s = open_quick(p->path);
        err = (struct jg_error){0};
        n++;
        arm(n, all_later ? UINT64_MAX : n);
        enum jg_status status = call->make(s, &err);
        reached = count >= n;
        arm(0, 0);
        dump(other, now);
        if (strcmp(now, status ? before : after))
            fail_msg("%s, allocation %llu, status %d (%s): %s\ninstead of %s", call->name, (unsigned long long)n,
                     (int)status, err.message, now, status ? before : after);
        if (!status && !reached) assert_string_equal(err.message, "");
        go_on(s, other, call->name, n);
        jg_store_close(s);
        if (status) continue;
        sqlite3_close(other); /* it worked all the same: the next allocation fails in a store as before */
        remove_files(p);
        fill(p->path);
        other = connect(p->path);
    }
    sqlite3_close(other);
    remove_files(p);
    return n - 1;
}

static void test_each_allocation(void **state) {
    uint64_t runs = 0;
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        uint64_t n = try_all(*state, &CALLS[i], false);
        try_all(*state, &CALLS[i], true);
        assert_true(n > 5);
        runs += 2 * n;
    }
    printf("# %llu failing allocations\n", (unsigned long long)runs);
}

/* SQLite ends a transaction when a query in it runs out of memory: what follows must not be committed alone. */
static void test_lost_transaction(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    fill(p->path);
    struct jg_store *s = open_quick(p->path);
    int64_t lost = 0, good = 0;
    for (uint64_t n = 1;; n++) {
        assert_good(jg_store_begin(s, &err), &err);
        assert_good(jg_store_sign_out(s, "ana", &err), &err);
        arm(n, n);
        jg_store_epoch(s, "bia"); /* a query whose failure its caller may ignore */
        bool reached = count >= n;
        arm(0, 0);
        bool refused = jg_store_sign_out(s, "bia", &err);
        good += !jg_store_end(s, JG_OK, &err);
        assert_int_equal(jg_store_epoch(s, "ana"), good);
        assert_int_equal(jg_store_epoch(s, "bia"), good);
        lost += refused;
        err = (struct jg_error){0};
        if (!reached) break;
    }
    assert_true(lost > 0 && good > 0);
    jg_store_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_each_allocation), TEST(test_lost_transaction)};
    return cmocka_run_group_tests(tests, configure, NULL);
}
