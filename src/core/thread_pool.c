#include "core/thread_pool.h"

#include "core/clock.h"
#include "core/json.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 64 };

static const double POLL_SECONDS = 0.005; /* longest time that jg_pool_poll spends in callbacks at once */

struct queue {
    struct jg_job *first, *last;
};

struct jg_pool {
    pthread_mutex_t lock; /* of the following members */
    pthread_cond_t some;
    struct queue urgent, others;
    int waiting;
    struct jg_job *pending;              /* jobs whose progress or done callback is due */
    struct jg_job *running[THREADS_MAX]; /* by thread; NULL: the thread is idle */
    bool closing;

    void (*wake)(void *arg);
    void *arg;
    int threads;
    pthread_t ids[THREADS_MAX];
};

static void append(struct queue *queue, struct jg_job *job) {
    job->next = NULL;
    if (queue->first)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
}

static struct jg_job *take(struct jg_pool *pool) {
    struct queue *queue = pool->urgent.first ? &pool->urgent : &pool->others;
    struct jg_job *job = queue->first;
    if (job) {
        queue->first = job->next;
        pool->waiting--;
    }
    return job;
}

static void add_pending(struct jg_pool *pool, struct jg_job *job) {
    if (job->pending) return;
    job->pending = true;
    job->next_pending = pool->pending;
    pool->pending = job;
}

static void *worker(void *arg) {
    struct jg_pool *pool = arg;
    int me = 0;
    pthread_mutex_lock(&pool->lock);
    while (me < pool->threads && !pthread_equal(pool->ids[me], pthread_self())) me++;
    for (;;) {
        struct jg_job *job;
        while (!(job = take(pool)) && !pool->closing) pthread_cond_wait(&pool->some, &pool->lock);
        if (!job) break;
        if (!atomic_load(&job->stop)) {
            job->started = jg_clock();
            job->deadline = job->ms ? job->started + job->ms / 1000.0 : 0;
            bool timed = job->ms;
            pool->running[me] = job;
            pthread_mutex_unlock(&pool->lock);
            if (timed) pool->wake(pool->arg); /* so that its deadline is watched */
            jg_json_begin();
            job->run(job);
            pthread_mutex_lock(&pool->lock);
            pool->running[me] = NULL;
        }
        job->ended = true;
        add_pending(pool, job);
        pool->wake(pool->arg);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct jg_pool *jg_pool_open(int threads, void (*wake)(void *arg), void *arg) {
    struct jg_pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->wake = wake;
    pool->arg = arg;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->some, NULL);
    pthread_mutex_lock(&pool->lock);
    while (pool->threads < threads && pool->threads < THREADS_MAX &&
           !pthread_create(&pool->ids[pool->threads], NULL, worker, pool))
        pool->threads++;
    pthread_mutex_unlock(&pool->lock);
    if (pool->threads) return pool;
    jg_pool_close(pool);
    return NULL;
}

void jg_pool_close(struct jg_pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    for (struct jg_job *job = pool->urgent.first; job; job = job->next) atomic_store(&job->stop, true);
    for (struct jg_job *job = pool->others.first; job; job = job->next) atomic_store(&job->stop, true);
    for (int i = 0; i < pool->threads; i++)
        if (pool->running[i]) atomic_store(&pool->running[i]->stop, true);
    pthread_cond_broadcast(&pool->some);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++) pthread_join(pool->ids[i], NULL);
    jg_pool_poll(pool);
    pthread_cond_destroy(&pool->some);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

bool jg_pool_submit(struct jg_pool *pool, struct jg_job *job, bool urgent, int limit) {
    pthread_mutex_lock(&pool->lock);
    bool room = (!limit || pool->waiting < limit) && !pool->closing;
    if (room) {
        append(urgent ? &pool->urgent : &pool->others, job);
        pool->waiting++;
        pthread_cond_signal(&pool->some);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

void jg_pool_notify(struct jg_pool *pool, struct jg_job *job) {
    pthread_mutex_lock(&pool->lock);
    bool wake = !job->pending;
    add_pending(pool, job);
    pthread_mutex_unlock(&pool->lock);
    if (wake) pool->wake(pool->arg);
}

/* Stops jobs whose deadline has passed. Returns the milliseconds to the next deadline, or -1. */
static int stop_late(struct jg_pool *pool) {
    double next = 0, now = jg_clock();
    for (int i = 0; i < pool->threads; i++) {
        struct jg_job *job = pool->running[i];
        if (!job || job->deadline <= 0) continue;
        if (job->deadline <= now) {
            atomic_store(&job->late, true);
            atomic_store(&job->stop, true);
            job->deadline = 0;
        } else if (next <= 0 || job->deadline < next)
            next = job->deadline;
    }
    return next > 0 ? (int)((next - now) * 1000) + 1 : -1;
}

void jg_pool_limit(struct jg_pool *pool, struct jg_job *job, int ms) {
    pthread_mutex_lock(&pool->lock);
    double deadline = job->started + ms / 1000.0;
    bool sooner =
        job->started > 0 && !job->ended && !atomic_load(&job->late) && (job->deadline <= 0 || deadline < job->deadline);
    if (sooner) job->deadline = deadline;
    if (job->started <= 0 && (!job->ms || ms < job->ms)) job->ms = ms;
    pthread_mutex_unlock(&pool->lock);
    if (sooner) pool->wake(pool->arg);
}

int jg_pool_poll(struct jg_pool *pool) {
    for (double end = jg_clock() + POLL_SECONDS;;) {
        pthread_mutex_lock(&pool->lock);
        struct jg_job *job = pool->pending;
        bool ended = false;
        int later = -1;
        if (job) {
            pool->pending = job->next_pending;
            job->pending = false;
            ended = job->ended;
        } else
            later = stop_late(pool);
        pthread_mutex_unlock(&pool->lock);
        if (!job) return later;
        bool late = jg_clock() > end && !pool->closing;
        jg_json_begin();
        if (job->progress && !ended) job->progress(job);
        if (ended) job->done(job);
        if (late) return 0; /* let the event loop serve others */
    }
}
