/* A store that is written all the time has a log beside it, which must now and
 * then be moved into the file itself. That waits for the disk, so it is done by a
 * thread: whoever answers others must not wait. */
#include "store/db.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    EVERY = 1,    /* seconds at most between two looks */
    BRIEFLY = 20, /* milliseconds that a look waits for writers and readers; the writers wait meanwhile */
    LOG_MAX = JG_LOG_BYTES / 4096, /* pages of the log from which on it is begun again */
};

struct jg_checkpointer {
    sqlite3 *db, *store; /* the thread's connection, and the one that writes */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool end, full; /* full: the log is long, as a commit has reported */
};

/* PASSIVE does nearly all of the work and makes nobody wait. RESTART then has little left to move, and makes the next
 * writer begin the log from the front, unless somebody reads from it right now: then a later look succeeds. */
bool jg_db_checkpoint(sqlite3 *db) {
    int pages = 0;
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, NULL);
    return pages < LOG_MAX || !sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
}

/* After every commit, by the writer's thread. */
static int committed(void *arg, sqlite3 *db, const char *name, int pages) {
    struct jg_checkpointer *t = arg;
    (void)db, (void)name;
    if (pages < LOG_MAX) return SQLITE_OK;
    pthread_mutex_lock(&t->lock);
    t->full = true;
    pthread_cond_signal(&t->wake);
    pthread_mutex_unlock(&t->lock);
    return SQLITE_OK;
}

static void *work(void *arg) {
    struct jg_checkpointer *t = arg;
    struct timespec until;
    pthread_mutex_lock(&t->lock);
    while (!t->end) {
        t->full = false;
        pthread_mutex_unlock(&t->lock);
        bool done = jg_db_checkpoint(t->db);
        pthread_mutex_lock(&t->lock);
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += EVERY;
        while (!t->end && !(t->full && done) && !pthread_cond_timedwait(&t->wake, &t->lock, &until)) continue;
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* A connection of its own, which has read something: before that it does not know of the log. */
static bool connect(struct jg_checkpointer *t, const char *path) {
    return !sqlite3_open_v2(path, &t->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) &&
           !sqlite3_busy_timeout(t->db, BRIEFLY) &&
           !sqlite3_exec(t->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
}

struct jg_checkpointer *jg_checkpointer_start(struct jg_store *s) {
    struct jg_checkpointer *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    pthread_condattr_t monotonic;
    pthread_mutex_init(&t->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&t->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (connect(t, s->path) && !pthread_create(&t->thread, NULL, work, t)) {
        sqlite3_wal_hook(s->db, committed, t); /* in place of SQLite's own, which would make the writer wait */
        t->store = s->db;
        return t;
    }
    sqlite3_close(t->db);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    free(t);
    return NULL;
}

void jg_checkpointer_stop(struct jg_checkpointer *t) {
    if (!t) return;
    sqlite3_wal_autocheckpoint(t->store, LOG_MAX); /* in place of our hook */
    pthread_mutex_lock(&t->lock);
    t->end = true;
    pthread_cond_signal(&t->wake);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    sqlite3_close(t->db);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    free(t);
}
