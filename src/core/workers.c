#include "core/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { THREADS_MAX = 256 };

struct job {
    void (*work)(void *arg, size_t i);
    void *arg;
    size_t n;
    atomic_size_t next;
};

struct jg_workers {
    pthread_mutex_t lock; /* of the following members */
    pthread_cond_t some, done;
    struct job *job; /* NULL: none, or all of it has been taken */
    int active;      /* threads that work on it */
    bool closing;

    int threads;
    pthread_t ids[THREADS_MAX];
};

static void run(struct job *job) {
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->n;) job->work(job->arg, i);
}

/* A job is on the caller's stack. It is withdrawn by the first thread that finds nothing left of it, and the caller
 * waits for those that took it before. */
static void *serve(void *arg) {
    struct jg_workers *w = arg;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->job && !w->closing) pthread_cond_wait(&w->some, &w->lock);
        struct job *job = w->job;
        if (!job) break;
        w->active++;
        pthread_mutex_unlock(&w->lock);
        run(job);
        pthread_mutex_lock(&w->lock);
        w->job = NULL;
        if (!--w->active) pthread_cond_signal(&w->done);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct jg_workers *jg_workers_open(int threads) {
    struct jg_workers *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->some, NULL);
    pthread_cond_init(&w->done, NULL);
    while (w->threads < threads - 1 && w->threads < THREADS_MAX && !pthread_create(&w->ids[w->threads], NULL, serve, w))
        w->threads++;
    return w;
}

void jg_workers_close(struct jg_workers *w) {
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_broadcast(&w->some);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->threads; i++) pthread_join(w->ids[i], NULL);
    pthread_cond_destroy(&w->done);
    pthread_cond_destroy(&w->some);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void jg_workers_run(struct jg_workers *w, size_t n, void (*work)(void *arg, size_t i), void *arg) {
    struct job job = {.work = work, .arg = arg, .n = n};
    if (!w->threads || n < 2) {
        run(&job);
        return;
    }
    pthread_mutex_lock(&w->lock);
    w->job = &job;
    pthread_cond_broadcast(&w->some);
    pthread_mutex_unlock(&w->lock);
    run(&job);
    pthread_mutex_lock(&w->lock);
    w->job = NULL;
    while (w->active) pthread_cond_wait(&w->done, &w->lock);
    pthread_mutex_unlock(&w->lock);
}
