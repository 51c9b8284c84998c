#include "web/lab.h"

#include "core/clock.h"
#include "core/json.h"
#include "web/lab_run.h"

#include <stdlib.h>
#include <string.h>

enum {
    WAITING_MAX = 16,  /* runs */
    EACH_MAX = 2,      /* unfinished runs of one player */
    ENDED_MAX = 20,    /* finished runs in the list */
    LONG = 20 * 60,    /* seconds after which a run is stopped for one that waits */
    WATCHES_MAX = 4096 /* in total */
};

/* A client that watches a run. */
struct watch {
    struct watch *next;
    struct jg_peer *peer;
    struct jg_lab_run *run;
    unsigned version; /* sent last, */
    size_t points;    /* and the number of its points */
};

struct jg_lab {
    const struct jg_web_setting *setting;
    void (*wake)(void *arg);
    void *arg;
    pthread_t thread;
    pthread_mutex_t lock; /* guards the progress of runs, and `closing` */
    pthread_cond_t some;  /* a run was added */
    bool closing;

    struct jg_lab_run *runs; /* newest first; changed by the event loop alone, under the lock */
    int number;

    /* Of the event loop. */
    struct watch *watches;
    int watch_count;
};

/* ---- The thread ------------------------------------------------------------------------------ */

/* The oldest run in the queue. */
static struct jg_lab_run *next_run(const struct jg_lab *l) {
    struct jg_lab_run *found = NULL;
    for (struct jg_lab_run *run = l->runs; run; run = run->next)
        if (run->state == JG_LAB_WAITING) found = run;
    return found;
}

/* Plays a run; the lock is held before and after. */
static void execute(struct jg_lab *l, struct jg_lab_run *run) {
    run->state = JG_LAB_RUNNING;
    run->begun = jg_clock();
    run->version++;
    pthread_mutex_unlock(&l->lock);
    l->wake(l->arg);
    jg_json_begin();
    jg_lab_run_execute(run);
    pthread_mutex_lock(&l->lock);
}

static void *work(void *arg) {
    struct jg_lab *l = arg;
    pthread_mutex_lock(&l->lock);
    while (!l->closing) {
        struct jg_lab_run *run = next_run(l);
        if (run)
            execute(l, run);
        else
            pthread_cond_wait(&l->some, &l->lock);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

bool jg_lab_waits(const struct jg_lab *l) { return next_run(l); }

void jg_lab_work(struct jg_lab *l) {
    pthread_mutex_lock(&l->lock);
    struct jg_lab_run *run = next_run(l);
    if (run) execute(l, run);
    pthread_mutex_unlock(&l->lock);
}

struct jg_lab *jg_lab_open(const struct jg_web_setting *setting, void (*wake)(void *arg), void *arg,
                           struct jg_error *err) {
    struct jg_lab *l = calloc(1, sizeof *l);
    if (l) {
        l->setting = setting;
        l->wake = wake;
        l->arg = arg;
        pthread_mutex_init(&l->lock, NULL);
        pthread_cond_init(&l->some, NULL);
        if (setting->alone || !pthread_create(&l->thread, NULL, work, l)) return l;
        pthread_cond_destroy(&l->some);
        pthread_mutex_destroy(&l->lock);
        free(l);
    }
    jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return NULL;
}

void jg_lab_close(struct jg_lab *l) {
    if (!l) return;
    pthread_mutex_lock(&l->lock);
    l->closing = true;
    for (struct jg_lab_run *run = l->runs; run; run = run->next) atomic_store(&run->stop, true);
    pthread_cond_signal(&l->some);
    pthread_mutex_unlock(&l->lock);
    if (!l->setting->alone) pthread_join(l->thread, NULL);
    for (struct watch *w = l->watches, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    for (struct jg_lab_run *run = l->runs, *next; run; run = next) {
        next = run->next;
        jg_lab_run_free(run);
    }
    pthread_cond_destroy(&l->some);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

/* ---- The list -------------------------------------------------------------------------------- */

static bool is_over(const struct jg_lab_run *run) { return run->state > JG_LAB_RUNNING; }

static bool is_watched(const struct jg_lab *l, const struct jg_lab_run *run) {
    for (const struct watch *w = l->watches; w; w = w->next)
        if (w->run == run) return true;
    return false;
}

/* Removes the oldest finished runs that nobody watches; under the lock. */
static void forget_old(struct jg_lab *l) {
    int ended = 0;
    for (struct jg_lab_run **at = &l->runs; *at;) {
        struct jg_lab_run *run = *at;
        if (is_over(run) && ++ended > ENDED_MAX && !is_watched(l, run)) {
            *at = run->next;
            jg_lab_run_free(run);
        } else
            at = &run->next;
    }
}

/* Whether a player may start another run. Under the lock. */
static enum jg_status check_limits(const struct jg_lab *l, const struct jg_peer *p, struct jg_error *err) {
    int waiting = 0, own = 0;
    for (struct jg_lab_run *run = l->runs; run; run = run->next) {
        if (is_over(run)) continue;
        waiting += run->state == JG_LAB_WAITING;
        own += !strcmp(run->player, p->player);
    }
    if (own >= EACH_MAX)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "you already have %d unfinished runs; wait or cancel one",
                       EACH_MAX);
    if (waiting >= WAITING_MAX)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "too many runs in the queue; try again later");
    return JG_OK;
}

/* Stops a run that has run for long, since another one waits. Under the lock. */
static void stop_long(struct jg_lab *l) {
    for (struct jg_lab_run *run = l->runs; run; run = run->next)
        if (run->state == JG_LAB_RUNNING && jg_clock() - run->begun > LONG) atomic_store(&run->stop, true);
}

static void changed(void *lab) {
    struct jg_lab *l = lab;
    l->wake(l->arg);
}

/* The limits come first, since reading the request opens the agents on the event loop; only this thread adds runs. */
static void begin(struct jg_lab *l, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    pthread_mutex_lock(&l->lock);
    bool full = check_limits(l, p, &err);
    if (full) stop_long(l);
    pthread_mutex_unlock(&l->lock);
    struct jg_lab_run *run = full ? NULL : jg_lab_run_new(r, p, l->setting, &err);
    if (!run) {
        jg_peer_refuse(p, r->id, full ? JG_REFUSE_LIMIT : jg_refusal_code_of(err.code), &err);
        return;
    }
    run->setting = l->setting;
    run->lock = &l->lock;
    run->changed = changed;
    run->arg = l;
    pthread_mutex_lock(&l->lock);
    stop_long(l);
    run->number = ++l->number;
    run->next = l->runs;
    l->runs = run;
    forget_old(l);
    pthread_cond_signal(&l->some);
    pthread_mutex_unlock(&l->lock);
    jg_peer_reply(p, r->id, json_pack("{s:i}", "run", run->number));
}

static struct jg_lab_run *find(const struct jg_lab *l, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    for (struct jg_lab_run *run = l->runs; run; run = run->next)
        if (run->number == r->run) return run;
    jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "there is no run %lld", (long long)r->run);
    jg_peer_refuse(p, r->id, JG_REFUSE_MISSING, &err);
    return NULL;
}

static void cancel(struct jg_lab *l, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    struct jg_lab_run *run = find(l, p, r);
    if (!run) return;
    if (strcmp(run->player, p->player)) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "run %d belongs to another player", run->number);
        jg_peer_refuse(p, r->id, JG_REFUSE_SEAT, &err);
        return;
    }
    atomic_store(&run->stop, true);
    pthread_mutex_lock(&l->lock);
    if (run->state == JG_LAB_WAITING) {
        run->state = JG_LAB_STOPPED;
        run->version++;
    }
    pthread_mutex_unlock(&l->lock);
    jg_peer_reply(p, r->id, json_object());
    l->wake(l->arg);
}

static void list(const struct jg_lab *l, struct jg_peer *p, const struct jg_request *r) {
    json_t *runs = json_array();
    for (const struct jg_lab_run *run = l->runs; run; run = run->next) {
        json_t *o = jg_lab_run_json(run, SIZE_MAX, p);
        json_object_del(o, "on");
        json_array_append_new(runs, o);
    }
    jg_peer_reply(p, r->id, json_pack("{s:o}", "runs", runs));
}

/* ---- Watching -------------------------------------------------------------------------------- */

static unsigned version_of(struct jg_lab *l, const struct jg_lab_run *run) {
    pthread_mutex_lock(&l->lock);
    unsigned version = run->version;
    pthread_mutex_unlock(&l->lock);
    return version;
}

/* Ends a client's watch of a run, or (NULL) of all. */
static void unwatch(struct jg_lab *l, const struct jg_peer *p, const struct jg_lab_run *run) {
    for (struct watch **at = &l->watches; *at;) {
        struct watch *w = *at;
        if (w->peer == p && (!run || w->run == run)) {
            *at = w->next;
            free(w);
            l->watch_count--;
        } else
            at = &w->next;
    }
}

static void watch(struct jg_lab *l, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    struct jg_lab_run *run = find(l, p, r);
    if (!run) return;
    unwatch(l, p, run);
    struct watch *w = l->watch_count < WATCHES_MAX ? calloc(1, sizeof *w) : NULL;
    if (!w) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "too many spectators; try again later");
        jg_peer_refuse(p, r->id, JG_REFUSE_LIMIT, &err);
        return;
    }
    *w = (struct watch){.next = l->watches, .peer = p, .run = run, .version = version_of(l, run) - 1};
    l->watches = w;
    l->watch_count++;
    jg_peer_reply(p, r->id, json_object());
    jg_peer_wake(p);
}

void jg_lab_collect(struct jg_lab *l) {
    for (struct watch *w = l->watches; w; w = w->next)
        if (w->version != version_of(l, w->run)) jg_peer_wake(w->peer);
}

json_t *jg_lab_next(struct jg_lab *l, struct jg_peer *p) {
    for (struct watch *w = l->watches; w; w = w->next) {
        unsigned version = w->peer == p ? version_of(l, w->run) : w->version;
        if (version == w->version) continue;
        json_t *o = jg_lab_run_json(w->run, w->points, p);
        w->version = version;
        w->points += json_array_size(json_object_get(o, "points"));
        return o;
    }
    return NULL;
}

void jg_lab_disconnect(struct jg_lab *l, struct jg_peer *p) { unwatch(l, p, NULL); }

void jg_lab_handle(struct jg_lab *l, struct jg_peer *p, const struct jg_request *r) {
    struct jg_lab_run *run;
    switch (r->type) {
    case JG_REQUEST_MATCH:
    case JG_REQUEST_STUDY:
    case JG_REQUEST_TUNE: begin(l, p, r); break;
    case JG_REQUEST_WATCH: watch(l, p, r); break;
    case JG_REQUEST_UNWATCH:
        if ((run = find(l, p, r))) {
            unwatch(l, p, run);
            jg_peer_reply(p, r->id, json_object());
        }
        break;
    case JG_REQUEST_CANCEL: cancel(l, p, r); break;
    case JG_REQUEST_LAB: list(l, p, r); break;
    default: break;
    }
}
