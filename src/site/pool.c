/* The pool of an event loop without threads: jg_site_pool_work runs one job in the caller. Nobody can set the stop flag
 * of a job meanwhile, so the polls of the flag also watch its deadline. */
#include "site/pool.h"

#include "core/clock.h"
#include "core/json.h"
#include "core/stop.h"

#include <stdlib.h>

struct queue {
    struct jg_job *first, *last;
};

struct jg_pool {
    struct queue urgent, others;
    struct jg_job *ended; /* whose done callback is due, newest first */
    int waiting;
    bool closing;
};

/* The job that runs now; there is one thread. */
static struct jg_job *running;

bool jg_stopped(const atomic_bool *stop) {
    if (stop && atomic_load_explicit(stop, memory_order_relaxed)) return true;
    if (!running || running->deadline <= 0 || jg_clock() < running->deadline) return false;
    atomic_store(&running->late, true);
    atomic_store(&running->stop, true);
    return stop == &running->stop;
}

struct jg_pool *jg_pool_open(int threads, void (*wake)(void *arg), void *arg) {
    (void)threads, (void)wake, (void)arg;
    return calloc(1, sizeof(struct jg_pool));
}

static struct jg_job *take(struct jg_pool *pool) {
    struct queue *queue = pool->urgent.first ? &pool->urgent : &pool->others;
    struct jg_job *job = queue->first;
    if (!job) return NULL;
    queue->first = job->next;
    pool->waiting--;
    return job;
}

static void end(struct jg_pool *pool, struct jg_job *job) {
    job->ended = true;
    job->next_pending = pool->ended;
    pool->ended = job;
}

void jg_pool_close(struct jg_pool *pool) {
    if (!pool) return;
    pool->closing = true;
    for (struct jg_job *job; (job = take(pool));) end(pool, job);
    jg_pool_poll(pool);
    free(pool);
}

bool jg_pool_submit(struct jg_pool *pool, struct jg_job *job, bool urgent, int limit) {
    struct queue *queue = urgent ? &pool->urgent : &pool->others;
    if ((limit && pool->waiting >= limit) || pool->closing) return false;
    job->next = NULL;
    if (queue->first)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
    pool->waiting++;
    return true;
}

bool jg_site_pool_work(struct jg_pool *pool) {
    struct jg_job *job = take(pool);
    if (!job) return false;
    if (!atomic_load(&job->stop)) {
        job->started = jg_clock();
        job->deadline = job->ms ? job->started + job->ms / 1000.0 : 0;
        running = job;
        jg_json_begin();
        job->run(job);
        running = NULL;
    }
    end(pool, job);
    return true;
}

bool jg_site_pool_waits(const struct jg_pool *pool) { return pool->waiting; }

/* The message is sent at once: the loop waits for this job. */
void jg_pool_notify(struct jg_pool *pool, struct jg_job *job) {
    (void)pool;
    if (job->progress) job->progress(job);
}

void jg_pool_limit(struct jg_pool *pool, struct jg_job *job, int ms) {
    (void)pool;
    if (job->started <= 0 && (!job->ms || ms < job->ms)) job->ms = ms;
}

int jg_pool_poll(struct jg_pool *pool) {
    for (struct jg_job *job; (job = pool->ended);) {
        pool->ended = job->next_pending;
        jg_json_begin();
        job->done(job);
    }
    return -1;
}
