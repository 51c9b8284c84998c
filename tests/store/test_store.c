/* The store: what goes in comes out, whatever happens to the file. */
#include "clock.h"
#include "store.h"

#include "store/schema.h"
#include "store/duplicates.h"

#include <math.h>
#include <time.h>

/* ---- Round trips ------------------------------------------------------------------------------ */

static void test_games_come_back(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match"), ids[100];
    char moves[100][64];
    struct jg_stored_game games[100], one;
    for (uint64_t i = 0; i < 100; i++) games[i] = game_of(run, i, moves[i]);
    assert_good(jg_store_add(s, games, 100, ids, &err), &err);
    for (int i = 0; i < 100; i++) {
        assert_good(jg_store_game(s, ids[i], &one, &err), &err);
        assert_same_game(&one, &games[i]);
        assert_int_equal(one.id, ids[i]);
    }
    jg_store_close(s);
    s = open_store(p->path, JG_STORE_READ);
    struct seen seen = {.run = run, .same = true};
    assert_good(jg_store_games(s, &(struct jg_store_filter){.oldest_first = true}, see, &seen, &err), &err);
    assert_int_equal(seen.count, 100);
    assert_int_equal(jg_store_game(s, 101, &one, &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "no game 101"));
    assert_int_equal(jg_store_add(s, games, 1, NULL, &err), JG_EIO);
    assert_non_null(strstr(err.message, "read-only"));
    jg_store_close(s);
}

static void test_numbers_are_passed_over(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match"), other = begin_run(s, "match"), ids[6];
    char moves[6][64];
    struct jg_stored_game games[6], one;
    for (uint64_t i = 0; i < 6; i++) games[i] = game_of(run, i, moves[i]);
    assert_good(jg_store_add(s, games + 1, 2, ids, &err), &err);
    int64_t first = ids[0];
    games[1].moves = "another game";
    games[5].number = 4; /* twice in the same call */
    assert_good(jg_store_add(s, games, 6, ids, &err), &err);
    assert_true(ids[0] > 0 && ids[3] > 0 && ids[4] > 0);
    assert_true(!ids[1] && !ids[2] && !ids[5]);
    assert_good(jg_store_game(s, first, &one, &err), &err);
    assert_string_equal(one.moves, "1 2 1");
    games[0].run = other; /* another run's numbers are its own */
    assert_good(jg_store_add(s, games, 1, ids, &err), &err);
    assert_true(ids[0] > 0);
    jg_store_close(s);
}

static void test_all_or_none(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match");
    char moves[3][64];
    struct jg_stored_game games[3];
    for (uint64_t i = 0; i < 3; i++) games[i] = game_of(run, i, moves[i]);
    games[0].seats[0] = "never kept";
    games[2].run = run + 1;
    assert_int_equal(jg_store_add(s, games, 3, NULL, &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "no such run"));
    assert_int_equal(look(s, (struct jg_store_filter){0}).count, 0);
    games[2].run = run; /* and what was new in it is not remembered */
    assert_good(jg_store_add(s, games, 3, NULL, &err), &err);
    assert_int_equal(look(s, (struct jg_store_filter){.agent = "never kept"}).count, 1);

    assert_good(jg_store_begin(s, &err), &err);
    run = begin_run(s, "import");
    add_games(s, run, 0, 10);
    assert_int_equal(look(s, (struct jg_store_filter){.run = run}).count, 10);
    assert_int_equal(jg_store_end(s, JG_EINPUT, &err), JG_EINPUT);
    assert_int_equal(look(s, (struct jg_store_filter){0}).count, 3);
    assert_good(jg_store_begin(s, &err), &err);
    add_games(s, 1, 10, 1);
    games[0].run = 999;
    assert_int_equal(jg_store_add(s, games, 1, NULL, &err), JG_EINPUT);
    assert_int_equal(jg_store_end(s, JG_OK, &err), JG_EIO); /* a failure cannot be overlooked */
    assert_int_equal(look(s, (struct jg_store_filter){0}).count, 3);
    jg_store_close(s);
}

static void test_filters(void **state) {
    const struct place *p = *state;
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match"), other = begin_run(s, "match");
    for (int i = 99; i >= 0; i--) add_games(s, run, (uint64_t)i, 1); /* ids go against the numbers */
    add_games(s, other, 0, 10);
    struct {
        struct jg_store_filter filter;
        uint64_t count, first;
    } cases[] = {
        {{0}, 110, 9},
        {{.oldest_first = true}, 110, 99},
        {{.run = run}, 100, 99},
        {{.run = run, .oldest_first = true}, 100, 0},
        {{.run = run, .oldest_first = true, .limit = 7}, 7, 0},
        {{.run = other + 1}, 0, 0},
        {{.game = "kalah", .run = run}, 100, 99},
        {{.game = "kalah:houses=4", .run = run}, 20, 95},
        {{.game = "kal"}, 0, 0},
        {{.game = "kalah:"}, 0, 0},
        {{.agent = "alphabeta", .run = other}, 6, 9}, /* 1, 4, 5, 6, 7 and 9, see game_of */
        {{.agent = "%"}, 0, 0},
        {{.agent = "x", .run = other}, 4, 9},
        {{.result = "1-0", .run = other}, 3, 6},
        {{.result = "1/2-1/2", .run = other}, 1, 3},
        {{.result = "0-1", .run = other}, 6, 9},
        {{.failed = true, .run = other}, 2, 9},
        {{.failed = true, .result = "0-1", .run = other}, 1, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct seen seen = look(s, cases[i].filter);
        if (seen.count != cases[i].count || (seen.count && seen.numbers[0] != cases[i].first))
            fail_msg("case %zu: %llu games, the first number %llu", i, (unsigned long long)seen.count,
                     (unsigned long long)seen.numbers[0]);
    }
    jg_store_close(s);
}

static bool count_run(void *arg, const struct jg_stored_run *run) {
    int64_t *ids = arg;
    ids[++ids[0]] = run->id;
    return ids[0] < 8;
}

static void test_runs(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    struct jg_stored_run run;
    int64_t ids[10] = {0};
    int64_t before = time(NULL);
    assert_good(jg_store_begin_run(s, "match", "kalah", "{\"seed\":1}", false, &run, &err), &err);
    assert_true(run.id == 1 && !run.games && !run.ended && run.begun >= before && run.begun <= time(NULL));
    assert_string_equal(run.kind, "match");
    assert_string_equal(run.game, "kalah");
    assert_string_equal(run.parameters, "{\"seed\":1}");
    assert_string_equal(run.version, jg_version());
    jg_stored_run_free(&run);
    jg_stored_run_free(&run);
    add_games(s, 1, 0, 3);
    static const struct {
        const char *kind, *game, *parameters;
        bool anew;
        int64_t id;
    } cases[] = {
        {"match", "kalah", "{\"seed\":1}", false, 1},      {"match", "kalah", "{\"seed\":2}", false, 2},
        {"tournament", "kalah", "{\"seed\":1}", false, 3}, {"match", "kalah:houses=4", "{\"seed\":1}", false, 4},
        {"match", "kalah", "{\"seed\":1}", true, 5},       {"match", "kalah", "{\"seed\":1}", false, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_good(jg_store_begin_run(s, cases[i].kind, cases[i].game, cases[i].parameters, cases[i].anew, &run, &err),
                    &err);
        assert_int_equal(run.id, cases[i].id);
        assert_int_equal(run.games, run.id == 1 ? 3 : 0);
        jg_stored_run_free(&run);
    }
    run_sql(p->path, "UPDATE run SET version = '0.0.1' WHERE id = 2"); /* another version's results may differ */
    assert_good(jg_store_begin_run(s, "match", "kalah", "{\"seed\":2}", false, &run, &err), &err);
    assert_int_equal(run.id, 6);
    jg_stored_run_free(&run);
    assert_good(jg_store_end_run(s, 3, true, &err), &err);
    assert_good(jg_store_get_run(s, 3, &run, &err), &err);
    assert_true(run.ended >= run.begun);
    jg_stored_run_free(&run);
    assert_good(jg_store_end_run(s, 3, false, &err), &err);
    assert_good(jg_store_get_run(s, 3, &run, &err), &err);
    assert_int_equal(run.ended, 0);
    jg_stored_run_free(&run);
    assert_int_equal(jg_store_end_run(s, 7, true, &err), JG_EINPUT);
    assert_int_equal(jg_store_get_run(s, 7, &run, &err), JG_EINPUT);
    assert_int_equal(jg_store_begin_run(s, "match", "kalah", "no JSON", false, &run, &err), JG_EINPUT);
    assert_null(run.parameters);

    assert_good(jg_store_runs(s, NULL, NULL, count_run, ids, &err), &err);
    assert_true(ids[0] == 6 && ids[1] == 6 && ids[6] == 1);
    ids[0] = 0;
    assert_good(jg_store_runs(s, "match", "kalah:houses=4", count_run, ids, &err), &err);
    assert_true(ids[0] == 1 && ids[1] == 4);
    ids[0] = 0;
    assert_good(jg_store_runs(s, "match", "kalah", count_run, ids, &err), &err);
    assert_int_equal(ids[0], 5);
    jg_store_close(s);
}

static bool note_rating(void *arg, const struct jg_stored_rating *r) {
    char *out = arg;
    sprintf(out + strlen(out), "%s %.1f %.1f %lld;", r->agent, r->elo, r->error, (long long)r->games);
    return true;
}

static bool note_step(void *arg, int64_t number, const char *text) {
    char *out = arg;
    sprintf(out + strlen(out), "%lld %s;", (long long)number, text);
    return true;
}

static void test_ratings_and_steps(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "tournament");
    char text[256] = "";
    struct jg_stored_rating ratings[] = {
        {"a", -10, 5, 7}, {"b", 20.5, 6, 8}, {"c", 0, (double)INFINITY, 9}, {"d", (double)NAN, (double)NAN, 0}};
    assert_good(jg_store_put_ratings(s, run, ratings, 1, &err), &err);
    assert_good(jg_store_put_ratings(s, run, ratings, 4, &err), &err);
    assert_good(jg_store_ratings(s, run, note_rating, text, &err), &err);
    assert_string_equal(text, "b 20.5 6.0 8;c 0.0 inf 9;a -10.0 5.0 7;d nan nan 0;");
    assert_int_equal(jg_store_put_ratings(s, run + 1, ratings, 1, &err), JG_EINPUT);
    text[0] = 0;
    assert_good(jg_store_put_step(s, run, 2, "{}", &err), &err);
    assert_good(jg_store_put_step(s, run, 1, "{\"a\":1}", &err), &err);
    assert_good(jg_store_put_step(s, run, 2, "{\"b\":2}", &err), &err);
    assert_good(jg_store_steps(s, run, note_step, text, &err), &err);
    assert_string_equal(text, "1 {\"a\":1};2 {\"b\":2};");
    assert_int_equal(jg_store_put_step(s, run + 1, 2, "{}", &err), JG_EINPUT);
    jg_store_close(s);
}

static void test_the_view_for_people(void **state) {
    const struct place *p = *state;
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    add_games(s, begin_run(s, "match"), 6, 1);
    jg_store_close(s);
    assert_sql(p->path, "SELECT game || '|' || player1 || '|' || player2 || '|' || player3 || '|' || result FROM log",
               "kalah|Ana \"a\" ção|alphabeta:depth=8|x|1-0");
    assert_sql(p->path, "SELECT date || ' ' || seed || ' ' || kind FROM log",
               "2023-11-14 22:13:26 18446744073709551609 match");
    assert_sql(p->path, "SELECT ifnull(resigned, 'nobody') FROM log", "nobody");
    assert_sql(p->path, "PRAGMA journal_mode", "wal");
    assert_sql(p->path, "PRAGMA application_id", "1246709569");
    assert_sql(p->path, "SELECT count(*) FROM pragma_foreign_key_check", "0");
}

/* ---- Other files, versions, damage ------------------------------------------------------------- */

static unsigned char *read_file(const char *path, size_t *size) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    unsigned char *data = malloc(*size + 1);
    assert_int_equal(fread(data, 1, *size, f), *size);
    fclose(f);
    return data;
}

static void test_what_is_no_store(void **state) {
    const struct place *p = *state;
    char path[PATH + 32];
    assert_refused_store(p->path, JG_STORE_READ, "no games stored yet");
    assert_int_equal(access(p->path, F_OK), -1);
    snprintf(path, sizeof path, "%s/no/games.db", p->folder);
    assert_refused_store(path, JG_STORE_WRITE, "No such file");
    assert_refused_store(path, JG_STORE_READ, "no games stored yet");
    assert_refused_store(p->folder, JG_STORE_WRITE, "Is a directory");
    assert_refused_store(p->folder, JG_STORE_READ, "Is a directory");
    assert_refused_store("", JG_STORE_WRITE, "");
    snprintf(path, sizeof path, "%s/pipe", p->folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(TEST_PATIENCE); /* nobody will ever write to it */
    for (int mode = 0; mode < 2; mode++) {
        assert_refused_store("/dev/null", (enum jg_store_mode)mode, "not a regular file; a store must be one");
        assert_refused_store(path, (enum jg_store_mode)mode, "not a regular file; a store must be one");
    }
    alarm(0);
    unlink(path);

    write_file(p->path, "", 0);
    assert_refused_store(p->path, JG_STORE_READ, "no games stored yet");
    jg_store_close(open_store(p->path, JG_STORE_WRITE));
    jg_store_close(open_store(p->path, JG_STORE_READ));
    static const char text[] = "Dear diary, today I lost at Kalah again. There is a lot to say about that, of course.";
    for (int i = 0; i < 2; i++) {
        write_file(p->path, text, sizeof text);
        assert_refused_store(p->path, i ? JG_STORE_READ : JG_STORE_WRITE, "not a jogada store");
        size_t size;
        unsigned char *after = read_file(p->path, &size);
        assert_int_equal(size, sizeof text);
        assert_memory_equal(after, text, size);
        free(after);
    }
}

static void test_versions(void **state) {
    const struct place *p = *state;
    run_sql(p->path, "CREATE TABLE mine (x)");
    assert_refused_store(p->path, JG_STORE_WRITE, "another program");
    assert_refused_store(p->path, JG_STORE_READ, "another program");
    assert_sql(p->path, "SELECT count(*) FROM sqlite_schema", "1");
    remove_files(p);
    run_sql(p->path, "PRAGMA application_id = 77; PRAGMA user_version = 1");
    assert_refused_store(p->path, JG_STORE_WRITE, "another program");
    remove_files(p);

    jg_store_close(open_store(p->path, JG_STORE_WRITE));
    run_sql(p->path, "PRAGMA user_version = 99");
    assert_refused_store(p->path, JG_STORE_WRITE, "newer jogada (store version 99; this program supports 6)");
    assert_refused_store(p->path, JG_STORE_READ, "newer jogada");
    run_sql(p->path, "PRAGMA user_version = -1");
    assert_refused_store(p->path, JG_STORE_WRITE, "damaged");
    remove_files(p);

    run_sql(p->path, "PRAGMA application_id = 1246709569"); /* ours, and older than the first */
    assert_refused_store(p->path, JG_STORE_READ, "no games stored yet");
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    add_games(s, begin_run(s, "match"), 0, 1);
    jg_store_close(s);
    assert_sql(p->path, "PRAGMA user_version", "6");

    run_sql(p->path, "DROP TABLE rating"); /* a table is missing */
    s = open_store(p->path, JG_STORE_WRITE);
    struct jg_error err = {0};
    assert_int_equal(jg_store_put_ratings(s, 1, NULL, 0, &err), JG_EIO);
    assert_non_null(strstr(err.message, "damaged (no such table: rating)"));
    add_games(s, 1, 5, 1); /* the rest still works */
    jg_store_close(s);
    run_sql(p->path, "PRAGMA user_version = 0"); /* an update that fails changes nothing */
    assert_refused_store(p->path, JG_STORE_WRITE, "damaged (table run already exists)");
    assert_sql(p->path, "PRAGMA user_version", "0");
    assert_sql(p->path, "SELECT count(*) FROM game", "2");
}

/* A file as the first version left it, with a game in it. */
static void test_first_version(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_stored_game one;
    run_sql(p->path, JG_SCHEMA_STEPS[0]);
    run_sql(p->path, "PRAGMA application_id = 1246709569; PRAGMA user_version = 1;"
                     "INSERT INTO run VALUES (1, 'play', 'kalah', '{}', '0.1.0', 5, 6);"
                     "INSERT INTO agent VALUES (1, 'human'), (2, 'ab'); INSERT INTO rules VALUES (1, 'kalah');"
                     "INSERT INTO game VALUES (9, 1, 0, 1, 1, 2, NULL, NULL, 7, '', '3 6', 2, 0, 1, '', -1, 0, 0, 6)");
    assert_refused_store(p->path, JG_STORE_READ, "written by an older jogada");
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    assert_good(jg_store_game(s, 9, &one, &err), &err);
    assert_string_equal(one.seats[1], "ab");
    assert_string_equal(one.moves, "3 6");
    assert_int_equal(one.resigned, 0);
    assert_int_equal(jg_store_count_tables(s, "nobody", 0), 0);
    jg_store_close(s);
    assert_sql(p->path, "PRAGMA user_version", "6");
    jg_store_close(open_store(p->path, JG_STORE_READ));
}

/* A file as the version before annotations left it: all games come back, and new ones can have annotations. */
static void test_fourth_version(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    enum { GAMES = 20 };
    for (int i = 0; i < 4; i++) run_sql(p->path, JG_SCHEMA_STEPS[i]);
    run_sql(p->path, "PRAGMA application_id = 1246709569; PRAGMA user_version = 4;"
                     "INSERT INTO run VALUES (1, 'match', 'kalah', '{}', '0.1.0', 5, 6);"
                     "INSERT INTO agent VALUES (1, 'random'), (2, 'ab'); INSERT INTO rules VALUES (1, 'kalah')");
    for (int i = 0; i < GAMES; i++) {
        char sql[256];
        snprintf(sql, sizeof sql,
                 "INSERT INTO game VALUES (%d, 1, %d, 1, 1, 2, NULL, NULL, 7, '', '3 %d', 2, 0, NULL, '', %d, 0, 0, 6, "
                 "%d)",
                 i + 1, i, i, i - 5, i % 2);
        run_sql(p->path, sql);
    }
    run_sql(p->path, "INSERT INTO played VALUES (3, 0, 'id', 'Ana')");
    assert_refused_store(p->path, JG_STORE_READ, "written by an older jogada");
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    for (int i = 0; i < GAMES; i++) {
        struct jg_stored_game one;
        char moves[16];
        snprintf(moves, sizeof moves, "3 %d", i);
        assert_good(jg_store_game(s, i + 1, &one, &err), &err);
        assert_string_equal(one.moves, moves);
        assert_string_equal(one.seats[0], i == 2 ? "Ana" : "random");
        assert_true(one.score == i - 5 && !one.annotations && !one.annotation_size);
    }
    char moves[64];
    struct jg_stored_game new = game_of(1, GAMES + 1, moves), back;
    int64_t id;
    assert_non_null(new.annotations);
    assert_good(jg_store_add(s, &new, 1, &id, &err), &err);
    assert_good(jg_store_game(s, id, &back, &err), &err);
    assert_same_game(&new, &back);
    jg_store_close(s);
    assert_sql(p->path, "PRAGMA user_version", "6");
    assert_sql(p->path, "SELECT count(*) FROM game WHERE annotations IS NULL AND unlisted = id % 2 = 0", "20");
}

/* ---- Tables and players of the web server ------------------------------------------------------ */

static void test_secret(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    unsigned char first[JG_SECRET], again[JG_SECRET], other[JG_SECRET];
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE), *t = open_store(p->path, JG_STORE_WRITE);
    assert_good(jg_store_secret(s, first, &err), &err);
    assert_good(jg_store_secret(t, again, &err), &err);
    assert_memory_equal(first, again, JG_SECRET);
    jg_store_close(s);
    jg_store_close(t);
    s = open_store(p->path, JG_STORE_WRITE);
    assert_good(jg_store_secret(s, again, &err), &err);
    assert_memory_equal(first, again, JG_SECRET);
    jg_store_close(s);
    remove_files(p);
    s = open_store(p->path, JG_STORE_WRITE);
    assert_good(jg_store_secret(s, other, &err), &err);
    assert_memory_not_equal(first, other, JG_SECRET);
    jg_store_close(s);
    run_sql(p->path, "UPDATE secret SET key = x'00'");
    s = open_store(p->path, JG_STORE_WRITE);
    assert_int_equal(jg_store_secret(s, other, &err), JG_EIO);
    jg_store_close(s);
}

struct found {
    int count;
    char text[512];
};

static void find(void *arg, const struct jg_stored_table *t) {
    struct found *f = arg;
    f->count++;
    size_t used = strlen(f->text);
    snprintf(f->text + used, sizeof f->text - used, "%s %s %s '%s' '%s' %d %llu %s %s %lld %d%d|", t->id, t->owner,
             t->game, t->start, t->moves, t->plies, (unsigned long long)t->seed, t->seats, t->rest,
             (long long)t->version, t->listed, t->over);
}

static void put_table(struct jg_store *s, const char *id, const char *player, bool listed, bool over) {
    struct jg_error err = {0};
    const char *players[JG_SEATS_MAX] = {NULL, player}, *witnesses[] = {"eva", "eva", "gil"};
    struct jg_stored_table t = {.id = id,
                                .owner = "ana",
                                .game = "coins",
                                .start = "",
                                .moves = "a b",
                                .plies = 2,
                                .seats = "[]",
                                .rest = "{\"witnesses\":[[\"eva\",1],[\"gil\",0]],\"round\":3}",
                                .players = players,
                                .witnesses = witnesses,
                                .witness_count = over ? 0 : 3,
                                .seed = UINT64_MAX - 1,
                                .version = 4,
                                .changed = 100,
                                .listed = listed,
                                .over = over};
    assert_good(jg_store_put_table(s, &t, &err), &err);
}

static void test_one_server(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE), *t = open_store(p->path, JG_STORE_WRITE);
    assert_good(jg_store_lock_tables(s, &err), &err);
    assert_int_equal(jg_store_lock_tables(t, &err), JG_EIO);
    assert_non_null(strstr(err.message, "another server is using this store"));
    jg_store_close(s);
    assert_good(jg_store_lock_tables(t, &err), &err);
    jg_store_close(t);
}

static void test_tables(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct found f = {0};
    char name[8];
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    put_table(s, "one", "bia", false, false);
    put_table(s, "two", "caio", true, false);
    put_table(s, "three", "caio", true, true);
    put_table(s, "four", NULL, false, false);
    assert_int_equal(jg_store_count_tables(s, "ana", 100), 3);
    assert_good(jg_store_table(s, "one", find, &f, &err), &err);
    assert_string_equal(f.text, "one ana coins '' 'a b' 2 18446744073709551614 [] {\"witnesses\":[[\"eva\",1],"
                                "[\"gil\",0]],\"round\":3} 4 00|");
    assert_int_equal(jg_store_table(s, "none", find, &f, &err), JG_EINPUT);
    static const struct {
        const char *player;
        int tables;
    } WHO[] = {{"bia", 2}, {"caio", 2}, {"ana", 1}, {"", 1}};
    for (size_t i = 0; i < sizeof WHO / sizeof *WHO; i++) {
        f.count = 0;
        assert_good(jg_store_tables(s, WHO[i].player, 100, 50, find, &f, &err), &err);
        assert_int_equal(f.count, WHO[i].tables);
    }
    f.count = 0;
    assert_good(jg_store_tables(s, "caio", 101, 50, find, &f, &err), &err); /* one's own are never too old */
    assert_int_equal(f.count, 2);
    assert_good(jg_store_tables(s, "ana", 101, 50, find, &f, &err), &err);
    assert_int_equal(f.count, 2);
    assert_int_equal(jg_store_count_tables(s, "ana", 101), 0);
    put_table(s, "one", "caio", false, true); /* in place of what was there */
    assert_int_equal(jg_store_count_tables(s, "ana", 100), 2);
    f.count = 0;
    assert_good(jg_store_tables(s, "bia", 100, 50, find, &f, &err), &err);
    assert_int_equal(f.count, 1);
    static const struct {
        const char *player;
        int tables;
    } UNFINISHED[] = {{"caio", 1}, {"eva", 2}, {"gil", 2}, {"ana", 0}}; /* of "two" and "four" */
    for (size_t i = 0; i < sizeof UNFINISHED / sizeof *UNFINISHED; i++) {
        f.count = 0;
        assert_good(jg_store_unfinished(s, UNFINISHED[i].player, 50, find, &f, &err), &err);
        assert_int_equal(f.count, UNFINISHED[i].tables);
    }
    assert_false(jg_store_player_name(s, "bia", name, sizeof name));
    assert_string_equal(name, "");
    assert_good(jg_store_set_player_name(s, "bia", "Bia", &err), &err);
    assert_good(jg_store_set_player_name(s, "bia", "Beatriz", &err), &err);
    assert_true(jg_store_player_name(s, "bia", name, sizeof name));
    assert_string_equal(name, "Beatriz");
    jg_store_close(s);
}

/* The tables of a store before version 6 knew their witnesses, but not the other way round. */
static void test_fifth_version(void **state) {
    const struct place *p = *state;
    for (int i = 0; i < 5; i++) run_sql(p->path, JG_SCHEMA_STEPS[i]);
    run_sql(p->path,
            "PRAGMA application_id = 1246709569; PRAGMA user_version = 5;"
            "INSERT INTO web_table (id, owner, game, start, moves, plies, seed, seats, rest, version, listed, over, "
            "changed) SELECT column1, 'ana', 'coins', '', '', 0, 0, '[]', column2, 1, 0, column3, 5 FROM (VALUES "
            "('one', '{\"witnesses\":[[\"eva\",1],[\"eva\",0],[\"gil\",0]]}', 0), ('two', '{\"witnesses\":[]}', 0),"
            "('three', '{', 0), ('four', '{\"witnesses\":[[\"eva\",0]]}', 1),"
            "('five', '{\"witnesses\":[7,[],[8],\"eva\"]}', 0), ('six', '{}', 0))");
    jg_store_close(open_store(p->path, JG_STORE_WRITE));
    assert_sql(p->path, "SELECT group_concat(player || ' ' || web_table) FROM witness", "eva one,gil one");
}

/* A player who deletes their data is no longer named among the players that left a game; the others are. */
static void test_delete_witness(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    put_table(s, "one", "bia", false, false);
    assert_true(jg_store_has_player(s, "eva"));
    assert_good(jg_store_delete_player(s, "eva", &err), &err);
    jg_store_close(s);
    assert_sql(p->path, "SELECT group_concat(player) FROM witness", "gil");
    assert_sql(p->path, "SELECT rest FROM web_table", "{\"witnesses\":[[\"\",1],[\"gil\",0]],\"round\":3}");
}

/* A player's tables whose JSON is damaged, which may contain the name, are deleted with the player. Tables of others
 * stay as they are, damaged or not. */
static void test_delete_from_damaged(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    static const char *const IDS[] = {"a", "b", "c", "d", "e", "f"};
    for (int i = 0; i < 6; i++) put_table(s, IDS[i], i < 5 ? "bia" : "caio", false, i);
    run_sql(p->path, "UPDATE web_table SET seats = '[{},{\"kind\":\"player\",\"player\":\"bia\",\"name\":\"Bia\"}]';"
                     "UPDATE web_table SET seats = '[{\"player\":' WHERE id IN ('b', 'f');"
                     "UPDATE web_table SET rest = '' WHERE id = 'd'");
    assert_good(jg_store_delete_player(s, "bia", &err), &err);
    jg_store_close(s);
    assert_sql(p->path, "SELECT group_concat(id, '') FROM (SELECT id FROM web_table ORDER BY id)", "acef");
    assert_sql(p->path, "SELECT count(*) FROM web_table WHERE seats LIKE '%bia%' OR seats LIKE '%Bia%'", "0");
    assert_sql(p->path, "SELECT json_extract(seats, '$[1].kind') FROM web_table WHERE id = 'e'", "open");
    assert_sql(p->path, "SELECT group_concat(player || web_table) FROM seating", "caiof");
}

/* Uses everything there is in a file that may be damaged: each call works or has words. */
static bool use_all(const char *path, enum jg_store_mode mode) {
    struct jg_error err = {0};
    char text[1 << 14] = "";
    int64_t ids[10] = {0};
    struct seen seen = {0};
    struct jg_store *s = jg_store_open(path, mode, &err);
    if (!s) {
        assert_true(err.code && !strncmp(err.message, path, strlen(path)));
        return false;
    }
    bool good = true;
    struct jg_stored_game game;
    char moves[64];
#define WORKS(call)                                                                                                    \
    do {                                                                                                               \
        err = (struct jg_error){0};                                                                                    \
        if (call) {                                                                                                    \
            assert_true(err.code &&err.message[0]);                                                                    \
            good = false;                                                                                              \
        }                                                                                                              \
    } while (0)
    WORKS(jg_store_games(s, &(struct jg_store_filter){.agent = "a"}, see, &seen, &err));
    WORKS(jg_store_games(s, &(struct jg_store_filter){.run = 1, .oldest_first = true}, see, &seen, &err));
    WORKS(jg_store_runs(s, NULL, NULL, count_run, ids, &err));
    WORKS(jg_store_ratings(s, 1, note_rating, text, &err));
    for (int64_t id = 1; id < 10; id++) WORKS(jg_store_game(s, id, &game, &err));
    if (mode == JG_STORE_WRITE) {
        game = game_of(1, 5000, moves);
        WORKS(jg_store_add(s, &game, 1, NULL, &err));
        game.number++;
        game.seats[0] = "somebody new";
        WORKS(jg_store_add(s, &game, 1, NULL, &err));
    }
#undef WORKS
    jg_store_close(s);
    return good;
}

static unsigned char *whole_store(const struct place *p, uint64_t games, size_t *size) {
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    struct jg_error err = {0};
    int64_t run = begin_run(s, "match");
    struct jg_stored_rating rating = {"random", 1, 2, 3};
    assert_good(jg_store_begin(s, &err), &err);
    add_games(s, run, 0, games);
    assert_good(jg_store_end(s, JG_OK, &err), &err);
    assert_good(jg_store_put_ratings(s, run, &rating, 1, &err), &err);
    jg_store_close(s);
    unsigned char *data = read_file(p->path, size);
    remove_files(p);
    return data;
}

static void test_truncated(void **state) {
    const struct place *p = *state;
    size_t size;
    unsigned char *data = whole_store(p, 400, &size);
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    assert_true(size > 30000);
    for (int i = 0; i < test_scaled(60); i++) {
        size_t length = i < 20 ? 1 + (size_t)i * 97 : 1 + (size_t)jg_rng_below64(&rng, size - 4096 - 1);
        if (i % 3 == 0) length = length / 4096 * 4096 + (length < 4096);
        for (int mode = 0; mode < 2; mode++) {
            write_file(p->path, data, length);
            if (use_all(p->path, mode ? JG_STORE_READ : JG_STORE_WRITE)) fail_msg("%zu bytes of %zu", length, size);
            remove_files(p);
        }
    }
    free(data);
}

static void test_flipped_bytes(void **state) {
    const struct place *p = *state;
    size_t size;
    unsigned char *data = whole_store(p, 100, &size);
    struct jg_rng rng;
    int noticed = 0;
    jg_rng_init(&rng, test_seed(), 2);
    for (int i = 0; i < test_scaled(300); i++) {
        int flips = 1 + (int)jg_rng_below(&rng, i % 3 ? 4 : 300);
        size_t at[304];
        unsigned char before[304];
        for (int j = 0; j < flips; j++) {
            at[j] = i % 2 ? jg_rng_below(&rng, 4096) : (size_t)jg_rng_below64(&rng, size);
            before[j] = data[at[j]];
            data[at[j]] = (unsigned char)jg_rng_next(&rng);
        }
        write_file(p->path, data, size);
        noticed += !use_all(p->path, i & 4 ? JG_STORE_READ : JG_STORE_WRITE);
        remove_files(p);
        while (flips--) data[at[flips]] = before[flips];
    }
    assert_true(noticed > 0);
    free(data);
}

static void test_a_stored_game_that_cannot_be_replayed(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_record r = {0};
    struct jg_error err = {0};
    struct jg_stored_game game = {
        .id = 7, .game = "coins", .start = "", .moves = "1 1 3", .reason = "", .resigned = -1};
    open_spec(&g, "coins");
    assert_int_equal(jg_stored_replay(&game, &g, &r, &err), JG_EIO);
    assert_non_null(strstr(err.message, "stored game 7 cannot be replayed: "));
    game.moves = "1 1 2";
    game.resigned = 1;
    game.reason = "asleep";
    assert_good(jg_stored_replay(&game, &g, &r, &err), &err);
    assert_int_equal(r.count, 3);
    assert_int_equal(jg_record_score(&r, 0), 1);
    assert_string_equal(r.reason, "asleep");
    char *moves = jg_record_moves(&r);
    assert_string_equal(moves, "1 1 2");
    free(moves);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- Games that are there already ------------------------------------------------------------- */

static bool is_seen(const struct jg_duplicates *seen, const struct jg_stored_game *game) {
    struct jg_error err = {0};
    bool found;
    assert_good(jg_duplicates_find(seen, game, &found, &err), &err);
    return found;
}

static void test_seen(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_duplicates seen = {0};
    char moves[64];
    enum { GAMES = 3000 };
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match");
    assert_good(jg_store_begin(s, &err), &err);
    add_games(s, run, 0, GAMES);
    add_games(s, begin_run(s, "match"), 0, 10); /* the same games in another run */
    assert_good(jg_store_end(s, JG_OK, &err), &err);
    struct jg_stored_game game = game_of(9, 7, moves);
    assert_false(is_seen(&seen, &game));
    assert_good(jg_duplicates_add_store(&seen, s, &err), &err);
    assert_int_equal(seen.count, GAMES);
    for (uint64_t i = 0; i < 2 * GAMES; i++) {
        game = game_of(9, i, moves);
        game.id = game.run = 77; /* these do not matter, nor do those */
        game.seconds[0] = 5;
        assert_true(is_seen(&seen, &game) == (i < GAMES));
    }
#define OTHER(change)                                                                                                  \
    do {                                                                                                               \
        game = game_of(run, 8, moves);                                                                                 \
        change;                                                                                                        \
        assert_false(is_seen(&seen, &game));                                                                           \
    } while (0)
    OTHER(game.game = "kalah:houses=5");
    OTHER(game.seats[1] = "greedy");
    OTHER(game.seats[0] = game.seats[1]);
    OTHER(game.seats[2] = "");
    OTHER(game.start = "");
    OTHER(game.moves = "1 2 9");
    OTHER(game.resigned = -1);
    OTHER(game.seed = 5);
    OTHER(game.ended = 0);
#undef OTHER
    jg_duplicates_free(&seen);
    jg_duplicates_free(&seen);
    jg_store_close(s);
}

/* The second look at a store, which locks out other writers, reads only the games that were stored since the first. */
static void test_seen_since(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_duplicates seen = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE), *other = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match");
    add_games(s, run, 0, 100);
    assert_good(jg_store_begin(other, &err), &err); /* another writer: the first look needs no lock */
    assert_good(jg_duplicates_add_store(&seen, s, &err), &err);
    assert_int_equal(seen.count, 100);
    assert_good(jg_store_end(other, JG_OK, &err), &err);
    add_games(other, run, 100, 10);
    run_sql(p->path, "UPDATE game SET moves = '5' WHERE number < 100"); /* it would add other games */
    assert_good(jg_store_begin(s, &err), &err);
    assert_good(jg_duplicates_add_store(&seen, s, &err), &err);
    assert_good(jg_store_end(s, JG_OK, &err), &err);
    assert_int_equal(seen.count, 110);
    jg_duplicates_free(&seen);
    jg_store_close(other);
    jg_store_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_games_come_back),
        TEST(test_numbers_are_passed_over),
        TEST(test_all_or_none),
        TEST(test_filters),
        TEST(test_runs),
        TEST(test_ratings_and_steps),
        TEST(test_the_view_for_people),
        TEST(test_what_is_no_store),
        TEST(test_versions),
        TEST(test_first_version),
        TEST(test_fourth_version),
        TEST(test_fifth_version),
        TEST(test_delete_witness),
        TEST(test_delete_from_damaged),
        TEST(test_secret),
        TEST(test_tables),
        TEST(test_one_server),
        TEST(test_truncated),
        TEST(test_flipped_bytes),
        TEST(test_a_stored_game_that_cannot_be_replayed),
        TEST(test_seen),
        TEST(test_seen_since),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
