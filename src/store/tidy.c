/* A store that is written all the time has a log beside it, which must now and
 * then be moved into the file itself. That waits for the disk, so it is done by a
 * thread: whoever answers others must not wait. */
#include "store/db.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    EVERY = 1,        /* seconds */
    LOG_MAX = 1 << 14 /* pages of the log (64 MB) from which on writers wait until it is empty */
};

struct jg_tidy {
    sqlite3 *db;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool end;
};

static void tidy(sqlite3 *db) {
    int pages = 0, moved = 0;
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &moved);
    if (pages > LOG_MAX) sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
}

static void *work(void *arg) {
    struct jg_tidy *t = arg;
    struct timespec until;
    pthread_mutex_lock(&t->lock);
    while (!t->end) {
        pthread_mutex_unlock(&t->lock);
        tidy(t->db);
        pthread_mutex_lock(&t->lock);
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += EVERY;
        if (!t->end) pthread_cond_timedwait(&t->wake, &t->lock, &until);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* A connection of its own, which has read something: before that it does not know of the log. */
static bool connect(struct jg_tidy *t, const char *path) {
    return !sqlite3_open_v2(path, &t->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) &&
           !sqlite3_busy_timeout(t->db, 1000) &&
           !sqlite3_exec(t->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
}

struct jg_tidy *jg_store_tidy(struct jg_store *s) {
    struct jg_tidy *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wake, NULL);
    if (connect(t, s->path) && !pthread_create(&t->thread, NULL, work, t)) {
        sqlite3_wal_autocheckpoint(s->db, 0);
        return t;
    }
    sqlite3_close(t->db);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    free(t);
    return NULL;
}

void jg_store_tidy_end(struct jg_tidy *t) {
    if (!t) return;
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
