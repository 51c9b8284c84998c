/* The files of the store: who may read them, their names, the lock of the server, the length of the log. */
#include "store.h"

#include "core/entropy.h"
#include "store/db.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/wait.h>

static bool no_entropy;

/* In place of the C library's. */
int getentropy(void *out, size_t size) {
    if (no_entropy) return -1;
    return getrandom(out, size, 0) == (ssize_t)size ? 0 : -1;
}

static const char *const ENDS[] = {"", "-wal", "-shm", "-lock"};
enum { FILES = sizeof ENDS / sizeof *ENDS };

static void name_of(char out[PATH + 32], const char *path, const char *end) {
    snprintf(out, PATH + 32, "%s%s", path, end);
}

static unsigned mode_of(const char *path, const char *end) {
    char name[PATH + 32];
    struct stat about;
    name_of(name, path, end);
    if (stat(name, &about)) fail_msg("%s is missing", name);
    return about.st_mode & 0777;
}

/* ---- Permissions -------------------------------------------------------------------------------- */

static void test_private(void **state) {
    const struct place *p = *state;
    mode_t before = umask(0);
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    add_games(s, begin_run(s, "match"), 0, 3);
    for (int i = 0; i < FILES; i++) assert_int_equal(mode_of(p->path, ENDS[i]), 0600);
    jg_store_close(s);
    umask(before);
}

static void test_protect(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    bool changed = false;
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    add_games(s, begin_run(s, "match"), 0, 3);
    for (int i = 0; i < FILES; i++) {
        char name[PATH + 32];
        name_of(name, p->path, ENDS[i]);
        assert_int_equal(chmod(name, 0664), 0);
    }
    assert_good(jg_store_protect(s, &changed, &err), &err);
    assert_true(changed);
    for (int i = 0; i < FILES; i++) assert_int_equal(mode_of(p->path, ENDS[i]), 0600);
    assert_good(jg_store_protect(s, &changed, &err), &err);
    assert_false(changed);
    jg_store_close(s);
}

/* A store that belongs to somebody else can be used, and the caller hears what would make it private. */
static void test_protect_theirs(void **state) {
    const struct place *p = *state;
    if (geteuid()) skip();
    jg_store_close(open_store(p->path, JG_STORE_WRITE));
    assert_int_equal(chmod(p->path, 0666), 0);
    assert_int_equal(chmod(p->folder, 0777), 0);
    pid_t child = fork();
    if (!child) {
        struct jg_error err = {0};
        bool changed = false;
        if (seteuid(65534)) _exit(2);
        struct jg_store *s = jg_store_open(p->path, JG_STORE_WRITE, &err);
        if (!s) _exit(3);
        if (jg_store_protect(s, &changed, &err) != JG_EIO || changed) _exit(4); /* nothing else is touched */
        _exit(strstr(err.message, "chmod 600 '") && strstr(err.message, p->path) ? 0 : 5);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(mode_of(p->path, ""), 0666);
}

/* ---- Names -------------------------------------------------------------------------------------- */

static void test_names(void **state) {
    const struct place *p = *state;
    char other[PATH + 32];
    jg_store_close(open_store(p->path, JG_STORE_WRITE));
    snprintf(other, sizeof other, "%s/other.db", p->folder);
    assert_int_equal(link(p->path, other), 0);
    assert_refused_store(p->path, JG_STORE_WRITE, "hard links");
    assert_refused_store(other, JG_STORE_WRITE, "hard links");
    jg_store_close(open_store(p->path, JG_STORE_READ));
    assert_int_equal(unlink(other), 0);
    assert_int_equal(symlink(p->path, other), 0);
    jg_store_close(open_store(other, JG_STORE_WRITE));
    assert_int_equal(unlink(p->path), 0);
    assert_refused_store(other, JG_STORE_WRITE, "a symbolic link to a missing file");
    assert_int_equal(access(p->path, F_OK), -1); /* and none is made there */
    assert_int_equal(unlink(other), 0);
}

/* ---- One server --------------------------------------------------------------------------------- */

/* A process that has the tables of the store, and some work behind it that failed. */
static pid_t start_server(const struct place *p, int hold[2]) {
    int ready[2];
    char byte;
    assert_int_equal(pipe(hold), 0);
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct jg_error err = {0};
        char moves[64];
        struct jg_stored_run run;
        close(hold[1]);
        struct jg_store *s = jg_store_open(p->path, JG_STORE_WRITE, &err);
        if (!s || jg_store_lock_tables(s, &err) || jg_store_begin_run(s, "table", "", "{}", true, &run, &err)) _exit(2);
        struct jg_stored_game game = game_of(run.id, 1, moves);
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 4096, .rlim_max = RLIM_INFINITY});
        if (!jg_store_add(s, &game, 1, NULL, &err)) _exit(3); /* a full disk does not lose the lock */
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY});
        if (jg_store_add(s, &game, 1, NULL, &err)) _exit(4);
        if (write(ready[1], "x", 1) != 1 || read(hold[0], &byte, 1) != 0) _exit(5);
        _exit(0); /* without closing anything, as after a crash */
    }
    close(hold[0]);
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1) fail_msg("the server did not start");
    close(ready[0]);
    return child;
}

static void assert_second_refused(const char *path) {
    struct jg_error err = {0};
    struct jg_store *s = open_store(path, JG_STORE_WRITE);
    assert_int_equal(jg_store_lock_tables(s, &err), JG_EIO);
    if (!strstr(err.message, "another server is using this store")) fail_msg("%s", err.message);
    jg_store_close(s);
}

static void test_one_server(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    char other[PATH + 32], lock[PATH + 32];
    int hold[2], status;
    pid_t server = start_server(p, hold);
    snprintf(other, sizeof other, "%s/other.db", p->folder);
    name_of(lock, p->path, "-lock");
    assert_second_refused(p->path);
    assert_int_equal(unlink(lock), 0);
    assert_second_refused(p->path);
    assert_int_equal(symlink(p->path, other), 0);
    assert_second_refused(other);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(link(p->path, other), 0);
    assert_refused_store(other, JG_STORE_WRITE, "hard links");
    assert_int_equal(unlink(other), 0);

    struct jg_store *s = open_store(p->path, JG_STORE_WRITE); /* all else goes on */
    add_games(s, begin_run(s, "match"), 0, 50);
    assert_int_equal(look(s, (struct jg_store_filter){0}).count, 51);
    assert_int_equal(sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL), SQLITE_OK);

    close(hold[1]);
    assert_int_equal(waitpid(server, &status, 0), server);
    assert_int_equal(status, 0);
    assert_good(jg_store_lock_tables(s, &err), &err);
    jg_store_close(s);
    assert_sql(p->path, "PRAGMA integrity_check", "ok");
}

/* Another store of the same process that is closed does not take the lock away. */
static void test_lock_survives_others(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    int ends[2], status;
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork(); /* before SQLite is used here: it does not bear to be forked */
    assert_true(child >= 0);
    if (!child) {
        close(ends[1]);
        if (read(ends[0], &byte, 1) != 1) _exit(2);
        struct jg_store *s = jg_store_open(p->path, JG_STORE_WRITE, &err);
        _exit(s && jg_store_lock_tables(s, &err) == JG_EIO ? 0 : 1);
    }
    close(ends[0]);
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    assert_good(jg_store_lock_tables(s, &err), &err);
    struct jg_store *t = open_store(p->path, JG_STORE_WRITE);
    assert_int_equal(jg_store_lock_tables(t, &err), JG_EIO);
    add_games(t, begin_run(t, "match"), 0, 5);
    jg_store_close(t);
    add_games(s, begin_run(s, "match"), 0, 5);
    assert_int_equal(write(ends[1], "x", 1), 1);
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    jg_store_close(s);
}

/* ---- The log ------------------------------------------------------------------------------------ */

static off_t log_bytes(const struct place *p) {
    char name[PATH + 32];
    struct stat about;
    name_of(name, p->path, "-wal");
    return stat(name, &about) ? 0 : about.st_size;
}

/* Nothing waits for the disk: the length of the log does not depend on it. */
static struct jg_store *open_hasty(const struct place *p) {
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    assert_int_equal(sqlite3_exec(s->db, "PRAGMA synchronous = OFF", NULL, NULL, NULL), SQLITE_OK);
    return s;
}

static void write_steps(struct jg_store *s, int64_t run, int first, int count) {
    struct jg_error err = {0};
    static char text[16000];
    memset(text, 'x', sizeof text - 1);
    for (int i = first; i < first + count; i++) assert_good(jg_store_put_step(s, run, i, text, &err), &err);
}

/* A reader makes the log grow; once it is gone the log is short again, although the store stays open. */
static void test_log_is_short(void **state) {
    const struct place *p = *state;
    sqlite3 *other;
    sqlite3_stmt *q;
    struct jg_store *s = open_hasty(p);
    int64_t run = begin_run(s, "tune");
    sqlite3_wal_autocheckpoint(s->db, 0);
    jg_store_set_timeout(s, 1); /* the reader does not go away by waiting */
    assert_int_equal(sqlite3_open(p->path, &other), SQLITE_OK);
    write_steps(s, run, 0, 10);
    assert_int_equal(sqlite3_prepare_v2(other, "SELECT state FROM step", -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    for (int i = 0; i < 10; i++) { /* somebody reads all the while */
        write_steps(s, run, 10 + 100 * i, 100);
        bool done = jg_db_checkpoint(s->db);
        assert_int_equal(done, log_bytes(p) < JG_LOG_BYTES);
    }
    assert_true(log_bytes(p) > 3 * JG_LOG_BYTES);
    sqlite3_finalize(q);
    assert_true(jg_db_checkpoint(s->db));
    write_steps(s, run, 2000, 1);
    assert_true(log_bytes(p) <= JG_LOG_BYTES);
    for (int i = 0; i < 10; i++) {
        write_steps(s, run, 3000 + 100 * i, 100);
        assert_true(jg_db_checkpoint(s->db));
        assert_true(log_bytes(p) < 2 * JG_LOG_BYTES);
    }
    sqlite3_close(other);
    jg_store_close(s);
    assert_int_equal(log_bytes(p), 0);
}

/* Without a thread that tidies: one large transaction leaves no large log behind. */
static void test_log_after_much(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    struct jg_store *s = open_hasty(p);
    int64_t run = begin_run(s, "tune");
    assert_good(jg_store_begin(s, &err), &err);
    write_steps(s, run, 0, 1000);
    assert_good(jg_store_end(s, JG_OK, &err), &err);
    write_steps(s, run, 1000, 2);
    assert_true(log_bytes(p) <= JG_LOG_BYTES);
    jg_store_close(s);
}

/* ---- A full disk and a kill --------------------------------------------------------------------- */

/* Stores games until the disk is full, goes on trying, and is killed; reports each game that was stored. */
static void fill_and_die(const struct place *p, int64_t run, int out) {
    struct jg_error err = {0};
    static char moves[4000];
    char small[64];
    struct jg_store *s = jg_store_open(p->path, JG_STORE_WRITE, &err);
    if (!s) _exit(2);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 700000, .rlim_max = RLIM_INFINITY});
    memset(moves, 'x', sizeof moves - 1);
    for (uint64_t i = 0, failed = 0; failed < 5; i++) {
        struct jg_stored_game game = game_of(run, i, small);
        game.moves = moves + (i % 7) * 500; /* a smaller one may still fit */
        if (jg_store_add(s, &game, 1, NULL, &err))
            failed++;
        else if (write(out, &i, sizeof i) != sizeof i)
            _exit(3);
    }
    raise(SIGKILL);
}

static void test_full_and_killed(void **state) {
    const struct place *p = *state;
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    int64_t run = begin_run(s, "match");
    int ends[2], status, stored = 0;
    jg_store_close(s);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) fill_and_die(p, run, ends[1]);
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    for (uint64_t number; read(ends[0], &number, sizeof number) == sizeof number; stored++) {
        char sql[100];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM game WHERE number = %llu", (unsigned long long)number);
        assert_sql(p->path, sql, "1");
    }
    close(ends[0]);
    assert_true(stored > 20);
    assert_sql(p->path, "PRAGMA integrity_check", "ok");
}

/* ---- Randomness --------------------------------------------------------------------------------- */

static void test_no_entropy(void **state) {
    const struct place *p = *state;
    struct jg_error err = {0};
    unsigned char bytes[600], secret[JG_SECRET], again[JG_SECRET];
    static const unsigned char zeroes[600];
    memset(bytes, 1, sizeof bytes);
    no_entropy = true;
    assert_int_equal(jg_entropy(bytes, sizeof bytes, &err), JG_EIO);
    assert_memory_equal(bytes, zeroes, sizeof bytes);
    struct jg_store *s = open_store(p->path, JG_STORE_WRITE);
    err = (struct jg_error){0};
    assert_int_equal(jg_store_secret(s, secret, &err), JG_EIO);
    assert_string_equal(err.message, "the system provides no random numbers");
    no_entropy = false;
    assert_good(jg_entropy(bytes, sizeof bytes, &err), &err);
    assert_memory_not_equal(bytes + 256, zeroes, 256);
    assert_memory_not_equal(bytes, bytes + 256, 256);
    assert_good(jg_store_secret(s, secret, &err), &err);
    assert_memory_not_equal(secret, zeroes, JG_SECRET);
    assert_good(jg_store_secret(s, again, &err), &err);
    assert_memory_equal(secret, again, JG_SECRET);
    jg_store_close(s);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        TEST(test_private),      TEST(test_protect),        TEST(test_protect_theirs),
        TEST(test_names),        TEST(test_one_server),     TEST(test_lock_survives_others),
        TEST(test_log_is_short), TEST(test_log_after_much), TEST(test_full_and_killed),
        TEST(test_no_entropy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
