/* A pool of worker threads for an event loop: it runs jobs that would block the loop. Workers run a job; its
 * callbacks run in the loop, inside jg_pool_poll. */
#ifndef CORE_THREAD_POOL_H
#define CORE_THREAD_POOL_H

#include <stdatomic.h>
#include <stdbool.h>

struct jg_pool;

/* The first member of a struct of the caller's that describes the job. */
struct jg_job {
    void (*run)(struct jg_job *job);      /* in a worker; skipped if the job was stopped before it started */
    void (*progress)(struct jg_job *job); /* in the loop, after jg_pool_notify; may be NULL */
    void (*done)(struct jg_job *job);     /* in the loop, exactly once, at the end; may free the job */
    atomic_bool stop;                     /* run() must return within 10 ms once it is set */
    atomic_bool late;                     /* it was stopped because it exceeded `ms` */
    int ms;                               /* time limit of run(); 0: none */

    /* Private to the pool. */
    double started, deadline; /* 0: not running; no deadline */
    bool pending, ended;      /* a callback is due; run() has returned or was skipped */
    struct jg_job *next, *next_pending;
};

/* Starts a pool. Workers call wake() when jg_pool_poll has something to do. NULL if memory runs out or no thread
 * starts. */
struct jg_pool *jg_pool_open(int threads, void (*wake)(void *arg), void *arg);

/* Stops all jobs, waits for them and calls done() for each. */
void jg_pool_close(struct jg_pool *pool);

/* Appends a job to the queue; urgent jobs go before all others. Returns false if `limit` or more jobs wait already
 * (0: no limit). */
bool jg_pool_submit(struct jg_pool *pool, struct jg_job *job, bool urgent, int limit);

/* Called by run(): schedules a call of progress(). */
void jg_pool_notify(struct jg_pool *pool, struct jg_job *job);

/* Called in the loop: lowers the time limit of a waiting or running job. */
void jg_pool_limit(struct jg_pool *pool, struct jg_job *job, int ms);

/* Called in the loop: calls due callbacks and stops jobs that exceed their limit. Returns the milliseconds after
 * which it must be called again even if nobody wakes the loop; -1: never. */
int jg_pool_poll(struct jg_pool *pool);

#endif
