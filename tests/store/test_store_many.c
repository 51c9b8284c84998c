/* The store among others: full disks, files that can only be read, threads, processes, crashes. */
#include "clock.h"
#include "store.h"

#include "store/writer.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

/* ---- Stores that cannot be written -------------------------------------------------------------- */

/* Runs a function in another process, as nobody if we are root; its failures are ours. */
static void in_child(void (*run)(const struct place *p), const struct place *p) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        alarm(TEST_PATIENCE);
        if (!geteuid() && (setegid(65534) || seteuid(65534))) _exit(3);
        run(p);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* In a child cmocka's assertions do not end the test: it says what is wrong and ends. */
#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, err.message);                           \
            _exit(1);                                                                                                  \
        }                                                                                                              \
    } while (0)

static void only_reads(const struct place *p) {
    struct jg_error err = {0};
    struct jg_stored_run run;
    struct seen seen = {0};
    MUST(!jg_store_open(p->path, JG_STORE_WRITE, &err));
    MUST(strstr(err.message, "nothing can be saved") || strstr(err.message, "cannot open"));
    struct jg_store *s = jg_store_open(p->path, JG_STORE_READ, &err);
    MUST(s && !jg_store_games(s, &(struct jg_store_filter){0}, see, &seen, &err));
    MUST(seen.count == 5);
    MUST(!jg_store_find_run(s, "match", "kalah", "{}", &run, &err) && run.id == 1 && run.games == 5 && run.ended);
    jg_stored_run_free(&run);
    MUST(jg_store_find_run(s, "match", "kalah", "{\"seed\":2}", &run, &err) == JG_EINPUT && !run.parameters);
    MUST(strstr(err.message, "no such run"));
    MUST(jg_store_find_run(s, "tune", "kalah", "{}", &run, &err) == JG_EINPUT);
    jg_store_close(s);
}

static void may_not_read(const struct place *p) {
    struct jg_error err = {0};
    MUST(!jg_store_open(p->path, JG_STORE_READ, &err));
    MUST(strstr(err.message, "Permission denied"));
    MUST(!jg_store_open(p->path, JG_STORE_WRITE, &err));
    MUST(strstr(err.message, "Permission denied"));
}

static void finds_a_part_elsewhere(const struct place *p) {
    struct jg_error err = {0};
    MUST(!jg_store_open(p->path, JG_STORE_READ, &err));
    MUST(strstr(err.message, "-wal, and the folder is read-only"));
}

static void remove_beside(const struct place *p) {
    char path[PATH + 32];
    snprintf(path, sizeof path, "%s-wal", p->path);
    unlink(path);
    snprintf(path, sizeof path, "%s-shm", p->path);
    unlink(path);
}

static void test_read_only(void **state) {
    const struct place *p = *state;
    char beside[PATH + 32];
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    add_games(s, begin_run(s, "match"), 0, 5);
    assert_int_equal(jg_store_end_run(s, 1, true, NULL), JG_OK);
    jg_store_close(s);
    chmod(p->path, 0444);
    chmod(p->folder, 0777);
    in_child(only_reads, p); /* the file */
    remove_beside(p);
    chmod(p->path, 0666);
    chmod(p->folder, 0555);
    in_child(only_reads, p); /* the folder */
    chmod(p->path, 0444);
    in_child(only_reads, p); /* both */
    snprintf(beside, sizeof beside, "%s-wal", p->path);
    chmod(p->folder, 0755);
    write_file(beside, "x", 1);
    chmod(beside, 0000);
    chmod(p->folder, 0555);
    in_child(finds_a_part_elsewhere, p);
    chmod(p->folder, 0755);
    unlink(beside);
    chmod(p->path, 0000);
    in_child(may_not_read, p);
    chmod(p->path, 0644);
}

static void fills_the_disk(const struct place *p) {
    struct jg_error err = {0};
    struct jg_stored_game game;
    struct jg_stored_run run;
    char moves[64];
    uint64_t kept = 0;
    signal(SIGXFSZ, SIG_IGN);
    struct jg_store *s = jg_store_open(p->path, JG_STORE_WRITE, &err);
    MUST(s && !jg_store_begin_run(s, "match", "kalah", "{}", true, &run, &err));
    jg_stored_run_free(&run);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 200000, .rlim_max = RLIM_INFINITY});
    for (;; kept++) {
        game = game_of(1, kept, moves);
        if (jg_store_add(s, &game, 1, NULL, &err)) break;
        MUST(kept < 100000);
    }
    MUST(err.code == JG_EIO && strstr(err.message, "cannot write") && kept > 5);
    struct seen seen = {.run = 1, .same = true};
    MUST(!jg_store_games(s, &(struct jg_store_filter){0}, see, &seen, &err) && seen.count == kept);

    struct jg_writer *w = jg_writer_open(s, &err); /* the writer says so, again and again */
    enum jg_status status = JG_OK;
    for (uint64_t i = 0; !status && i < 100000; i++) {
        game = game_of(1, kept + i, moves);
        status = jg_writer_put(w, &game, &err);
    }
    MUST(status == JG_EIO && strstr(err.message, p->path));
    err = (struct jg_error){0};
    MUST(jg_writer_put(w, &game, &err) == JG_EIO && strstr(err.message, p->path));
    err = (struct jg_error){0};
    MUST(jg_writer_close(w, &err) == JG_EIO && strstr(err.message, p->path));

    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY});
    game = game_of(1, 200000, moves); /* there is room again */
    MUST(!jg_store_add(s, &game, 1, NULL, &err));
    jg_store_close(s);
}

static void test_full_disk(void **state) {
    const struct place *p = *state;
    chmod(p->folder, 0777);
    in_child(fills_the_disk, p);
    assert_sql(p->path, "PRAGMA integrity_check", "ok");
    assert_sql(p->path, "SELECT max(number) FROM game", "200000");
}

/* ---- Several at once ------------------------------------------------------------------------------ */

static void test_two_connections(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_stored_run run;
    struct jg_store *a = open_store(p->path, JG_STORE_WRITE), *b = open_store(p->path, JG_STORE_WRITE);
    struct jg_store *reader = open_store(p->path, JG_STORE_READ);
    assert_good(jg_store_begin_run(a, "match", "kalah", "{\"seed\":1}", false, &run, &err), &err);
    jg_stored_run_free(&run);
    assert_int_equal(jg_store_begin_run(b, "match", "kalah", "{\"seed\":1}", false, &run, &err), JG_EIO);
    assert_non_null(strstr(err.message, "run 1 is in use by another process"));
    assert_good(jg_store_begin_run(a, "match", "kalah", "{\"seed\":1}", false, &run, &err), &err); /* it is its own */
    jg_stored_run_free(&run);
    assert_good(jg_store_begin_run(b, "match", "kalah", "{\"seed\":1}", true, &run, &err), &err);
    assert_int_equal(run.id, 2);
    jg_stored_run_free(&run);
    for (uint64_t i = 0; i < 50; i++) { /* both name the same new agents */
        char moves[64], name[32];
        struct jg_stored_game game = game_of(1 + (int64_t)(i % 2), i, moves);
        snprintf(name, sizeof name, "agent %llu", (unsigned long long)(i / 2));
        game.seats[0] = name;
        assert_good(jg_store_add(i % 2 ? b : a, &game, 1, NULL, &err), &err);
        assert_int_equal(look(reader, (struct jg_store_filter){0}).count, i + 1);
    }
    jg_store_close(a);
    assert_good(jg_store_begin_run(b, "match", "kalah", "{\"seed\":1}", false, &run, &err), &err);
    assert_int_equal(run.id, 2);
    jg_stored_run_free(&run);
    jg_store_close(reader);
    jg_store_close(b);
    assert_sql(p->path, "SELECT count(*) FROM agent WHERE spec LIKE 'agent %'", "25");
}

static void opens_at_the_same_time(const struct place *p) {
    struct jg_error err = {0};
    struct jg_stored_run run;
    struct jg_store *s = jg_store_open(p->path, JG_STORE_WRITE, &err);
    MUST(s && !jg_store_begin_run(s, "match", "kalah", "{}", true, &run, &err));
    for (uint64_t i = 0; i < 20; i++) {
        char moves[64];
        struct jg_stored_game game = game_of(run.id, i, moves);
        MUST(!jg_store_add(s, &game, 1, NULL, &err));
    }
    jg_stored_run_free(&run);
    jg_store_close(s);
}

static void test_many_processes(void **state) {
    const struct place *p = *state;
    enum { PROCESSES = 6 };
    pid_t children[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (!children[i]) {
            alarm(TEST_PATIENCE);
            opens_at_the_same_time(p);
            _exit(0);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    assert_sql(p->path, "SELECT count(*) || ' ' || count(DISTINCT run) FROM game", "120 6");
    assert_sql(p->path, "PRAGMA integrity_check", "ok");
}

/* Waits until the one who holds the other end lets go of it, then only opens the store. */
static void opens_at_the_sign(const struct place *p, const int sign[2], enum jg_store_mode mode) {
    struct jg_error err = {0};
    char nothing;
    close(sign[1]);
    if (read(sign[0], &nothing, 1)) _exit(2);
    struct jg_store *s = jg_store_open(p->path, mode, &err);
    MUST(s || (mode == JG_STORE_READ && err.code == JG_EINPUT)); /* a reader may be early */
    jg_store_close(s);
}

/* The store is made by one while others judge it: nobody sees half of one. */
static void test_made_by_several_at_once(void **state) {
    const struct place *p = *state;
    enum { PROCESSES = 6 };
    for (int round = 0; round < test_scaled(40); round++) {
        pid_t children[PROCESSES];
        int sign[2];
        assert_int_equal(pipe(sign), 0);
        for (int i = 0; i < PROCESSES; i++) {
            children[i] = fork();
            assert_true(children[i] >= 0);
            if (!children[i]) {
                alarm(TEST_PATIENCE);
                opens_at_the_sign(p, sign, i == 0 ? JG_STORE_READ : JG_STORE_WRITE);
                _exit(0);
            }
        }
        close(sign[0]);
        close(sign[1]);
        int failures = 0;
        for (int i = 0; i < PROCESSES; i++) {
            int status;
            assert_int_equal(waitpid(children[i], &status, 0), children[i]);
            failures += status != 0;
        }
        assert_int_equal(failures, 0);
        assert_sql(p->path, "PRAGMA user_version", "6");
        remove_files(p);
    }
}

struct put {
    struct jg_writer *w;
    int64_t run;
    uint64_t first, count;
};

static void *put_games(void *arg) {
    const struct put *put = arg;
    struct jg_error err = {0};
    for (uint64_t i = put->first; i < put->first + put->count; i++) {
        char moves[64];
        struct jg_stored_game game = game_of(put->run, i, moves);
        enum jg_status status = jg_writer_put(put->w, &game, &err);
        memset(moves, '?', sizeof moves); /* it was copied */
        if (status) return (void *)1;
    }
    return NULL;
}

static void test_writer(void **state) {
    const struct place *p = *state;
    enum { THREADS = 4 };
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match");
    uint64_t each = (uint64_t)test_scaled(5000) + 1500;
    struct jg_writer *w = jg_writer_open(s, &err);
    assert_non_null(w);
    pthread_t threads[THREADS];
    struct put puts[THREADS];
    for (uint64_t i = 0; i < THREADS; i++) {
        puts[i] = (struct put){.w = w, .run = run, .first = i * each, .count = each};
        assert_int_equal(pthread_create(&threads[i], NULL, put_games, &puts[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *bad;
        pthread_join(threads[i], &bad);
        assert_null(bad);
    }
    assert_good(jg_writer_close(w, &err), &err);
    struct seen seen = {.run = run, .same = true};
    assert_good(jg_store_games(s, &(struct jg_store_filter){.run = run}, see, &seen, &err), &err);
    assert_int_equal(seen.count, THREADS * each);
    w = jg_writer_open(s, &err); /* nothing to keep */
    assert_good(jg_writer_close(w, &err), &err);
    jg_store_close(s);
}

static void test_writer_with_large_games(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match");
    struct jg_writer *w = jg_writer_open(s, &err);
    enum { LENGTH = 3 << 20 };
    char *moves = malloc(LENGTH + 1), small[64];
    memset(moves, 'x', LENGTH);
    moves[LENGTH] = 0;
    for (uint64_t i = 0; i < 24; i++) { /* more than may wait */
        struct jg_stored_game game = game_of(run, i, small);
        if (i % 2) game.moves = moves + i * 1000;
        assert_good(jg_writer_put(w, &game, &err), &err);
    }
    assert_good(jg_writer_close(w, &err), &err);
    jg_store_close(s);
    assert_sql(p->path, "SELECT count(*) FROM game WHERE length(moves) = 3145728 - number * 1000", "12");
    free(moves);
}

static void test_writer_failure(void **state) {
    const struct place *p = *state;
    struct jg_error err = {.lang = PORTUGUESE};
    char moves[64];
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    begin_run(s, "match");
    struct jg_writer *w = jg_writer_open(s, &err);
    struct jg_stored_game game = game_of(77, 1, moves); /* no such run */
    enum jg_status status = JG_OK;
    for (int i = 0; i < 1000000 && !status; i++) {
        game.number = (uint64_t)i;
        status = jg_writer_put(w, &game, &err);
    }
    assert_int_equal(status, JG_EINPUT);
    assert_non_null(strstr(err.message, "não existe"));
    assert_int_equal(jg_writer_close(w, &err), JG_EINPUT);
    jg_store_close(s);
}

static void test_locked(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    char moves[64];
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match");
    struct jg_stored_game game = game_of(run, 0, moves);
    sqlite3 *other;
    assert_int_equal(sqlite3_open(p->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    jg_store_set_timeout(s, 50);
    assert_int_equal(jg_store_add(s, &game, 1, NULL, &err), JG_EIO);
    assert_non_null(strstr(err.message, "locked by another process"));
    assert_int_equal(look(s, (struct jg_store_filter){0}).count, 0); /* reading goes on */
    sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
    assert_good(jg_store_add(s, &game, 1, NULL, &err), &err);
    sqlite3_close(other);
    jg_store_close(s);
}

/* ---- Crashes --------------------------------------------------------------------------------------- */

/* Stores games forever, and writes their number to the pipe each time a writer is closed. */
static void write_until_killed(const struct place *p, uint64_t from, int pipe) {
    struct jg_error err = {0};
    struct jg_stored_run run;
    struct jg_store *s = jg_store_open(p->path, JG_STORE_WRITE, &err);
    MUST(s && !jg_store_begin_run(s, "match", "kalah", "{}", false, &run, &err));
    for (uint64_t number = from;;) {
        struct jg_writer *w = jg_writer_open(s, &err);
        MUST(w);
        for (uint64_t end = number + 1 + number % 700; number < end; number++) {
            char moves[64];
            struct jg_stored_game game = game_of(run.id, number, moves);
            MUST(!jg_writer_put(w, &game, &err));
        }
        MUST(!jg_writer_close(w, &err));
        MUST(write(pipe, &number, sizeof number) == sizeof number);
    }
}

static void wait_a_little(struct jg_rng *rng) {
    struct timespec pause = {.tv_nsec = 1000 * (long)jg_rng_below(rng, 60000)};
    nanosleep(&pause, NULL);
}

static void test_killed(void **state) {
    const struct place *p = *state;
    struct jg_rng rng;
    uint64_t reported = 0, number;
    jg_rng_init(&rng, test_seed(), 3);
    for (int i = 0; i < 20; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child) write_until_killed(p, reported, ends[1]);
        close(ends[1]);
        if (i % 4 == 0) assert_int_equal(read(ends[0], &reported, sizeof reported), sizeof reported);
        wait_a_little(&rng);
        kill(child, SIGKILL);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        while (read(ends[0], &number, sizeof number) == sizeof number) reported = number;
        close(ends[0]);

        struct jg_error err = {0};
        struct jg_stored_run run;
        struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
        assert_good(jg_store_begin_run(s, "match", "kalah", "{}", false, &run, &err), &err); /* nobody is at it */
        struct seen seen = {.run = run.id, .same = true};
        assert_int_equal(run.id, 1);
        jg_stored_run_free(&run);
        assert_good(jg_store_games(s, &(struct jg_store_filter){.run = 1}, see, &seen, &err), &err);
        assert_true(seen.count >= reported);
        jg_store_close(s);
        assert_sql(p->path, "PRAGMA integrity_check", "ok");
        char sql[128], answer[32];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM game WHERE number < %llu", (unsigned long long)reported);
        snprintf(answer, sizeof answer, "%llu", (unsigned long long)reported);
        assert_sql(p->path, sql, answer);
    }
}

/* ---- Tidying ---------------------------------------------------------------------------------------- */

static off_t size_of(const char *path, const char *ending) {
    char name[PATH + 32];
    struct stat about;
    snprintf(name, sizeof name, "%s%s", path, ending);
    return stat(name, &about) ? 0 : about.st_size;
}

/* Written data reaches the file itself while the store is open, by another thread than the writer's. */
static void test_tidy(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_stored_run run;
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    struct jg_checkpointer *tidy = jg_checkpointer_start(s);
    assert_non_null(tidy);
    assert_good(jg_store_begin_run(s, "tune", "kalah", "{}", false, &run, &err), &err);
    char text[4000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    for (int i = 0; i < 200; i++) assert_good(jg_store_put_step(s, run.id, i, text, &err), &err);
    for (struct patience w = {0}; size_of(p->path, "") < 400000; clock_wait(&w, "a checkpoint")) continue;
    jg_checkpointer_stop(tidy);
    jg_checkpointer_stop(NULL);
    jg_stored_run_free(&run);
    jg_store_close(s);
    assert_int_equal(size_of(p->path, "-wal"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_read_only),
        TEST(test_full_disk),
        TEST(test_two_connections),
        TEST(test_many_processes),
        TEST(test_made_by_several_at_once),
        TEST(test_writer),
        TEST(test_writer_with_large_games),
        TEST(test_writer_failure),
        TEST(test_locked),
        TEST(test_killed),
        TEST(test_tidy),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
