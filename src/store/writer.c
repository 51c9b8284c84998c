/* Double buffering: one batch fills while the other is being stored. */
#include "store/writer.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum {
    GAMES_MAX = 4096,     /* in a batch */
    BYTES_MAX = 32 << 20, /* of their texts, roughly */
};

struct batch {
    size_t count;
    struct jg_string_pool texts;
    struct jg_stored_game games[GAMES_MAX];
};

struct jg_writer {
    struct jg_store *store;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t work, room;
    bool closing, held;
    struct jg_error failure; /* code JG_OK: none */
    struct batch *filling, *storing;
};

/* ---- Batches ------------------------------------------------------------------------------ */

static void batch_free(struct batch *b) {
    if (b) jg_string_pool_free(&b->texts);
    free(b);
}

static void batch_clear(struct batch *b) {
    b->count = 0;
    jg_string_pool_clear(&b->texts);
}

static bool batch_add(struct batch *b, const struct jg_stored_game *game) {
    struct jg_stored_game *copy = &b->games[b->count];
    *copy = *game;
    bool good = jg_stored_copy(copy, &b->texts);
    b->count += good;
    return good;
}

static bool batch_full(const struct batch *b) { return b->count == GAMES_MAX || b->texts.bytes >= BYTES_MAX; }

/* ---- The thread ----------------------------------------------------------------------------- */

/* Whether the thread has something to do before the writer is closed. */
static bool has_work(const struct jg_writer *w) { return w->held ? batch_full(w->filling) : w->filling->count > 0; }

static void *store_games(void *arg) {
    struct jg_writer *w = arg;
    pthread_mutex_lock(&w->mutex);
    for (;;) {
        while (!w->closing && !has_work(w)) pthread_cond_wait(&w->work, &w->mutex);
        if (!w->filling->count || w->failure.code) break;
        struct batch *b = w->filling;
        w->filling = w->storing;
        w->storing = b;
        pthread_cond_broadcast(&w->room);
        pthread_mutex_unlock(&w->mutex);
        struct jg_error err = {.lang = w->failure.lang};
        jg_store_add(w->store, b->games, b->count, NULL, &err);
        batch_clear(b);
        pthread_mutex_lock(&w->mutex);
        if (err.code) w->failure = err;
    }
    pthread_cond_broadcast(&w->room);
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

/* The thread blocks all signals: they are for the main thread. */
static bool start(struct jg_writer *w) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = !pthread_create(&w->thread, NULL, store_games, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

static void writer_free(struct jg_writer *w) {
    batch_free(w->filling);
    batch_free(w->storing);
    pthread_cond_destroy(&w->work);
    pthread_cond_destroy(&w->room);
    pthread_mutex_destroy(&w->mutex);
    free(w);
}

struct jg_writer *jg_writer_open(struct jg_store *s, struct jg_error *err) {
    struct jg_writer *w = calloc(1, sizeof *w);
    if (w) {
        w->store = s;
        w->failure.lang = err ? err->lang : JG_EN;
        pthread_mutex_init(&w->mutex, NULL);
        pthread_cond_init(&w->work, NULL);
        pthread_cond_init(&w->room, NULL);
        w->filling = calloc(1, sizeof *w->filling);
        w->storing = calloc(1, sizeof *w->storing);
        if (w->filling && w->storing && start(w)) return w;
        writer_free(w);
    }
    jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return NULL;
}

void jg_writer_hold(struct jg_writer *w) {
    pthread_mutex_lock(&w->mutex);
    w->held = true;
    pthread_mutex_unlock(&w->mutex);
}

/* Returns the writer's first failure, if any. */
static enum jg_status repeat(const struct jg_writer *w, struct jg_error *err) {
    if (err && w->failure.code) *err = w->failure;
    return w->failure.code;
}

enum jg_status jg_writer_put(struct jg_writer *w, const struct jg_stored_game *game, struct jg_error *err) {
    pthread_mutex_lock(&w->mutex);
    while (batch_full(w->filling) && !w->failure.code) pthread_cond_wait(&w->room, &w->mutex);
    enum jg_status status = repeat(w, err);
    if (!status && !batch_add(w->filling, game)) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (has_work(w)) pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->mutex);
    return status;
}

enum jg_status jg_writer_put_record(struct jg_writer *w, const struct jg_stored_game *game, const struct jg_record *r,
                                    struct jg_error *err) {
    struct jg_stored_game full = *game;
    struct jg_stored_moves moves;
    enum jg_status status = jg_stored_fill(&full, r, &moves)
                                ? jg_writer_put(w, &full, err)
                                : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    jg_stored_moves_free(&moves);
    return status;
}

enum jg_status jg_writer_close(struct jg_writer *w, struct jg_error *err) {
    if (!w) return JG_OK;
    pthread_mutex_lock(&w->mutex);
    w->closing = true;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    enum jg_status status = repeat(w, err);
    writer_free(w);
    return status;
}
