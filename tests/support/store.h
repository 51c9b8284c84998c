/* Helpers for tests of the store: a folder for files, sample games, direct SQL. */
#ifndef TESTS_STORE_H
#define TESTS_STORE_H

#include "test.h"

#include "store/store.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 256 };

/* ---- A place for files ---------------------------------------------------------------------- */

struct place {
    char folder[PATH], path[PATH + 16];
};

static inline int set_up(void **state) {
    struct place *p = calloc(1, sizeof *p);
    const char *tmp = getenv("TMPDIR");
    snprintf(p->folder, sizeof p->folder, "%s/jogada-store-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(p->folder)) return -1;
    snprintf(p->path, sizeof p->path, "%s/a%%?#.db", p->folder);
    *state = p;
    return 0;
}

static inline void remove_files(const struct place *p) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", "-lock"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[PATH + 32];
        snprintf(path, sizeof path, "%s%s", p->path, endings[i]);
        unlink(path);
    }
}

static inline int tear_down(void **state) {
    struct place *p = *state;
    remove_files(p);
    int bad = rmdir(p->folder);
    free(p);
    return bad;
}

static inline struct jg_store *open_store(const char *path, enum jg_store_mode mode) {
    struct jg_error err = {0};
    struct jg_store *s = jg_store_open(path, mode, &err);
    if (!s) fail_msg("%s", err.message);
    return s;
}

static inline void assert_good(enum jg_status status, const struct jg_error *err) {
    if (status) fail_msg("%s", err->message);
}

/* A store that cannot be opened says why, with the path first. */
static inline void assert_refused_store(const char *path, enum jg_store_mode mode, const char *why) {
    struct jg_error err = {0};
    struct jg_store *s = jg_store_open(path, mode, &err);
    if (s) fail_msg("%s was opened; expected: %s", path, why);
    if (strncmp(err.message, path, strlen(path)) || !strstr(err.message, why)) fail_msg("%s", err.message);
}

/* Runs SQL on a file past the store. */
static inline void run_sql(const char *path, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* The first text that SQL gives. */
static inline void ask_sql(const char *path, const char *sql, char *out, size_t size) {
    sqlite3 *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    if (sqlite3_step(q) != SQLITE_ROW) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    snprintf(out, size, "%s", (const char *)sqlite3_column_text(q, 0));
    sqlite3_finalize(q);
    sqlite3_close(db);
}

static inline void assert_sql(const char *path, const char *sql, const char *answer) {
    char out[256];
    ask_sql(path, sql, out, sizeof out);
    assert_string_equal(out, answer);
}

static inline int64_t begin_run(struct jg_store *s, const char *kind) {
    struct jg_error err = {0};
    struct jg_stored_run run;
    assert_good(jg_store_begin_run(s, kind, "kalah", "{}", true, &run, &err), &err);
    int64_t id = run.id;
    jg_stored_run_free(&run);
    return id;
}

/* A game whose every member depends on the number. */
static inline struct jg_stored_game game_of(int64_t run, uint64_t number, char moves[64]) {
    static const char *const agents[] = {"random", "alphabeta:depth=8", "Ana \"a\" ção", ""};
    snprintf(moves, 64, "1 2 %llu", (unsigned long long)number);
    return (struct jg_stored_game){
        .run = run,
        .number = number,
        .game = number % 5 ? "kalah" : "kalah:houses=4",
        .seats = {agents[number % 4], agents[number / 4 % 4], number % 3 ? NULL : "x", number % 3 ? NULL : "y"},
        .seed = UINT64_MAX - number,
        .start = number % 2 ? "" : "4 1",
        .moves = moves,
        .plies = 3,
        .opening = (int)(number % 4),
        .resigned = (int)(number % 6) - 1,
        .reason = number % 6 == 3 ? "out of time" : "",
        .score = (int32_t)(number % 7) - 3,
        .seconds = {(double)number / 8, 1e-9},
        .ended = 1700000000 + (int64_t)number,
        .annotations = number % 4 == 1 ? "a\0b" : NULL, /* the store does not look into them */
        .annotation_size = number % 4 == 1 ? 3 : 0,
    };
}

static inline void assert_same_text(const char *a, const char *b) {
    if (!a != !b || (a && strcmp(a, b))) fail_msg("'%s' and '%s'", a ? a : "NULL", b ? b : "NULL");
}

static inline void assert_same_game(const struct jg_stored_game *a, const struct jg_stored_game *b) {
    assert_true(a->run == b->run && a->number == b->number && a->seed == b->seed && a->plies == b->plies);
    assert_true(a->opening == b->opening && a->resigned == b->resigned && a->score == b->score && a->ended == b->ended);
    assert_int_equal(a->annotation_size, b->annotation_size);
    assert_true(!a->annotations == !b->annotations);
    if (a->annotations) assert_memory_equal(a->annotations, b->annotations, a->annotation_size);
    assert_true(a->seconds[0] == b->seconds[0] && a->seconds[1] == b->seconds[1]);
    assert_same_text(a->game, b->game);
    assert_same_text(a->start, b->start);
    assert_same_text(a->moves, b->moves);
    assert_same_text(a->reason, b->reason);
    for (int i = 0; i < JG_SEATS_MAX; i++) assert_same_text(a->seats[i], b->seats[i]);
}

static inline void add_games(struct jg_store *s, int64_t run, uint64_t first, uint64_t n) {
    struct jg_error err = {0};
    for (uint64_t i = first; i < first + n; i++) {
        char moves[64];
        struct jg_stored_game game = game_of(run, i, moves);
        assert_good(jg_store_add(s, &game, 1, NULL, &err), &err);
    }
}

struct seen {
    uint64_t count, numbers[256];
    int64_t run;
    bool same; /* compares each game with game_of */
};

static inline bool see(void *arg, const struct jg_stored_game *game) {
    struct seen *seen = arg;
    if (seen->same) {
        char moves[64];
        struct jg_stored_game expected = game_of(seen->run, game->number, moves);
        assert_same_game(game, &expected);
    }
    if (seen->count < 256) seen->numbers[seen->count] = game->number;
    seen->count++;
    return true;
}

static inline struct seen look(struct jg_store *s, struct jg_store_filter filter) {
    struct jg_error err = {0};
    struct seen seen = {0};
    assert_good(jg_store_games(s, &filter, see, &seen, &err), &err);
    return seen;
}

static inline void write_file(const char *path, const void *data, size_t size) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
