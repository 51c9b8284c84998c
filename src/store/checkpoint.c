/* Background checkpoints: a thread moves the write-ahead log into the database. A checkpoint waits for the disk, which the
 * event loop of a server must not do. */
#include "store/db.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    EVERY = 1,    /* seconds at most between two checkpoints */
    BRIEFLY = 20, /* milliseconds that a restart waits for readers and writers, and blocks writers meanwhile */
    LOG_MAX = JG_LOG_BYTES / 4096, /* pages of the log at which it is restarted */
};

struct jg_checkpointer {
    sqlite3 *db, *store; /* the thread's connection, and the one that writes */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool end, full; /* full: a commit reported a long log */
};

/* PASSIVE does nearly all of the work and blocks nobody. RESTART then has little left to move and makes the next writer
 * start the log from the beginning, unless a reader is using it: then a later attempt succeeds. */
bool jg_db_checkpoint(sqlite3 *db) {
    int pages = 0;
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, NULL);
    return pages < LOG_MAX || !sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
}

/* Called after every commit, by the writer's thread. */
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

/* Opens a connection of its own and reads from it: before its first read a connection does not know the log. */
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
        sqlite3_wal_hook(s->db, committed, t); /* replaces SQLite's own hook, which checkpoints within the commit */
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
    sqlite3_wal_autocheckpoint(t->store, LOG_MAX); /* replaces our hook */
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
