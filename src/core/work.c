#include "core/work.h"

#include "core/clock.h"
#include "core/json.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 64 };

static const double LONGEST = 0.005; /* seconds for what is told at once */

struct line {
    struct jg_job *first, *last;
};

struct jg_work {
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t some;
    struct line urgent, others;
    int waiting;
    struct jg_job *news;                 /* of whom something is to be told, or who have ended */
    struct jg_job *running[THREADS_MAX]; /* by thread, NULL: it waits */
    bool closing;

    void (*wake)(void *arg);
    void *arg;
    int threads;
    pthread_t ids[THREADS_MAX];
};

static void append(struct line *line, struct jg_job *job) {
    job->next = NULL;
    if (line->first)
        line->last->next = job;
    else
        line->first = job;
    line->last = job;
}

static struct jg_job *take(struct jg_work *w) {
    struct line *line = w->urgent.first ? &w->urgent : &w->others;
    struct jg_job *job = line->first;
    if (job) {
        line->first = job->next;
        w->waiting--;
    }
    return job;
}

static void add_news(struct jg_work *w, struct jg_job *job) {
    if (job->news) return;
    job->news = true;
    job->new = w->news;
    w->news = job;
}

static void *worker(void *arg) {
    struct jg_work *w = arg;
    int me = 0;
    pthread_mutex_lock(&w->lock);
    while (me < w->threads && !pthread_equal(w->ids[me], pthread_self())) me++;
    for (;;) {
        struct jg_job *job;
        while (!(job = take(w)) && !w->closing) pthread_cond_wait(&w->some, &w->lock);
        if (!job) break;
        if (!atomic_load(&job->stop)) {
            job->begun = jg_clock();
            job->until = job->ms ? job->begun + job->ms / 1000.0 : 0;
            bool timed = job->ms;
            w->running[me] = job;
            pthread_mutex_unlock(&w->lock);
            if (timed) w->wake(w->arg); /* so that its deadline is watched */
            jg_json_begin();
            job->run(job);
            pthread_mutex_lock(&w->lock);
            w->running[me] = NULL;
        }
        job->ended = true;
        add_news(w, job);
        w->wake(w->arg);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct jg_work *jg_work_open(int threads, void (*wake)(void *arg), void *arg) {
    struct jg_work *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->wake = wake;
    w->arg = arg;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->some, NULL);
    pthread_mutex_lock(&w->lock);
    while (w->threads < threads && w->threads < THREADS_MAX && !pthread_create(&w->ids[w->threads], NULL, worker, w))
        w->threads++;
    pthread_mutex_unlock(&w->lock);
    if (w->threads) return w;
    jg_work_close(w);
    return NULL;
}

void jg_work_close(struct jg_work *w) {
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    for (struct jg_job *job = w->urgent.first; job; job = job->next) atomic_store(&job->stop, true);
    for (struct jg_job *job = w->others.first; job; job = job->next) atomic_store(&job->stop, true);
    for (int i = 0; i < w->threads; i++)
        if (w->running[i]) atomic_store(&w->running[i]->stop, true);
    pthread_cond_broadcast(&w->some);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->threads; i++) pthread_join(w->ids[i], NULL);
    jg_work_collect(w);
    pthread_cond_destroy(&w->some);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

bool jg_work_put(struct jg_work *w, struct jg_job *job, bool urgent, int most) {
    pthread_mutex_lock(&w->lock);
    bool room = (!most || w->waiting < most) && !w->closing;
    if (room) {
        append(urgent ? &w->urgent : &w->others, job);
        w->waiting++;
        pthread_cond_signal(&w->some);
    }
    pthread_mutex_unlock(&w->lock);
    return room;
}

void jg_work_tell(struct jg_work *w, struct jg_job *job) {
    pthread_mutex_lock(&w->lock);
    bool wake = !job->news;
    add_news(w, job);
    pthread_mutex_unlock(&w->lock);
    if (wake) w->wake(w->arg);
}

/* Stops jobs whose time is over; the milliseconds until the next one's is, or -1. */
static int stop_late(struct jg_work *w) {
    double next = 0, now = jg_clock();
    for (int i = 0; i < w->threads; i++) {
        struct jg_job *job = w->running[i];
        if (!job || job->until <= 0) continue;
        if (job->until <= now) {
            atomic_store(&job->late, true);
            atomic_store(&job->stop, true);
            job->until = 0;
        } else if (next <= 0 || job->until < next)
            next = job->until;
    }
    return next > 0 ? (int)((next - now) * 1000) + 1 : -1;
}

void jg_work_limit(struct jg_work *w, struct jg_job *job, int ms) {
    pthread_mutex_lock(&w->lock);
    double until = job->begun + ms / 1000.0;
    bool sooner = job->begun > 0 && !job->ended && !atomic_load(&job->late) && (job->until <= 0 || until < job->until);
    if (sooner) job->until = until;
    if (job->begun <= 0 && (!job->ms || ms < job->ms)) job->ms = ms;
    pthread_mutex_unlock(&w->lock);
    if (sooner) w->wake(w->arg);
}

int jg_work_collect(struct jg_work *w) {
    for (double end = jg_clock() + LONGEST;;) {
        pthread_mutex_lock(&w->lock);
        struct jg_job *job = w->news;
        bool ended = false;
        int later = -1;
        if (job) {
            w->news = job->new;
            job->news = false;
            ended = job->ended;
        } else
            later = stop_late(w);
        pthread_mutex_unlock(&w->lock);
        if (!job) return later;
        bool late = jg_clock() > end && !w->closing;
        jg_json_begin();
        if (job->told && !ended) job->told(job);
        if (ended) job->done(job);
        if (late) return 0; /* others wait as well */
    }
}

int jg_work_waiting(struct jg_work *w) {
    pthread_mutex_lock(&w->lock);
    int waiting = w->waiting;
    pthread_mutex_unlock(&w->lock);
    return waiting;
}
