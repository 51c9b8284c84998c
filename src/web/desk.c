/* Tables come first: one of the threads that think is kept free of the desk's jobs, which wait in a line of their own. */
#include "web/think.h"

#include "core/parallel.h"

#include <stdlib.h>
#include <string.h>

enum {
    JOBS_MAX = 4, /* of a peer */
    WAITING_MAX = 64,
    ASKS_MAX = 4, /* of a peer: questions that need no search */
    ASKS_WAITING = 128,
    ASK_MS = 5000,  /* that one may take: none does */
    GRACE_MS = 250, /* that a thought may be late */
};

struct jg_desk {
    struct jg_work *work, *soon;
    const struct jg_web_setting *setting;
    struct jg_desk_job *jobs;         /* all that are under way */
    struct jg_desk_job *first, *last; /* those that wait */
    int waiting, running;
};

struct jg_desk *jg_desk_open(struct jg_work *work, struct jg_work *soon, const struct jg_web_setting *setting) {
    struct jg_desk *d = calloc(1, sizeof *d);
    if (d) *d = (struct jg_desk){.work = work, .soon = soon, .setting = setting};
    return d;
}

int jg_desk_waiting(const struct jg_desk *d) { return d->waiting; }

/* ---- Jobs ------------------------------------------------------------------------------------ */

static void send_news(struct jg_desk_job *t) {
    pthread_mutex_lock(&t->lock);
    struct jg_desk_news *news = t->news;
    t->news = NULL;
    t->news_end = &t->news;
    pthread_mutex_unlock(&t->lock);
    for (struct jg_desk_news *n = news; n && t->peer; n = n->next) {
        jg_peer_say(t->peer, n->text);
        n->text = NULL;
    }
    jg_desk_news_free(news);
}

static void told(struct jg_job *job) { send_news((struct jg_desk_job *)job); }

static void free_job(struct jg_desk_job *t) {
    pthread_mutex_destroy(&t->lock);
    jg_desk_news_free(t->news);
    json_decref(t->ok);
    free(t->game);
    free(t->position);
    free(t->moves);
    free(t->agent);
    free(t->text);
    free(t->said);
    free(t);
}

static void answer(struct jg_desk_job *t) {
    struct jg_peer *p = t->peer;
    if (t->said) {
        jg_peer_say(p, t->said);
        t->said = NULL;
        return;
    }
    if (!t->ok && !t->err.code && t->what == JG_DO_REVIEW) t->ok = json_pack("{s:[]}", "plies");
    if (!t->ok && !t->err.code) jg_fail(&t->err, JG_ESTOP, -1, "stopped before anything was found");
    if (t->ok)
        jg_peer_ok(p, t->id, json_incref(t->ok));
    else
        jg_peer_refuse(p, t->id, t->err.code == JG_ESTOP ? JG_REFUSE_OFF : jg_refusal_of(t->err.code), &t->err);
}

static bool is_ask(const struct jg_desk_job *t) { return t->what == JG_DO_STATE || t->what == JG_DO_READ; }

static int *count_of(const struct jg_desk_job *t) { return is_ask(t) ? &t->peer->asks : &t->peer->jobs; }

/* Answers a job that has ended, and frees it. */
static void end(struct jg_desk_job *t) {
    if (t->what == JG_DO_REVIEW) send_news(t); /* of an analysis the answer itself is the news */
    *t->link = t->next;
    if (t->next) t->next->link = t->link;
    if (t->peer) {
        --*count_of(t);
        answer(t);
    }
    free_job(t);
}

/* How many jobs may be thought about at once. */
static int room(const struct jg_desk *d) {
    int threads = jg_threads(d->setting->threads);
    return threads > 1 ? threads - 1 : 1;
}

/* Hands jobs to the threads while they may have some. */
static void begin_next(struct jg_desk *d) {
    while (d->first && d->running < room(d)) {
        struct jg_desk_job *t = d->first;
        d->first = t->behind;
        d->waiting--;
        if (!atomic_load(&t->job.stop) && jg_work_put(d->work, &t->job, false, 0))
            d->running++;
        else
            end(t);
    }
}

static void done(struct jg_job *job) {
    struct jg_desk_job *t = (struct jg_desk_job *)job;
    struct jg_desk *d = t->desk;
    if (is_ask(t)) {
        end(t);
        return;
    }
    d->running--;
    end(t);
    begin_next(d);
}

static char *copy(const char *text, bool *good) {
    char *own = text ? strdup(text) : NULL;
    *good &= !text || own;
    return own;
}

static struct jg_desk_job *new_job(struct jg_desk *d, struct jg_peer *p, const struct jg_request *r) {
    struct jg_desk_job *t = calloc(1, sizeof *t);
    bool good = t;
    if (!t) return NULL;
    pthread_mutex_init(&t->lock, NULL);
    t->job.told = told;
    t->job.done = done;
    t->desk = d;
    t->work = d->work;
    t->peer = p;
    t->id = r->id;
    t->what = r->what;
    t->lang = p->lang;
    t->err.lang = p->lang;
    t->trust = d->setting->trust;
    t->think = d->setting->think;
    t->ms = r->ms;
    t->ply = r->ply;
    t->game = copy(r->game, &good);
    t->position = copy(r->position, &good);
    t->moves = copy(r->moves, &good);
    t->agent = copy(r->agent, &good);
    t->text = copy(r->text, &good);
    t->news_end = &t->news;
    if (good) return t;
    free_job(t);
    return NULL;
}

static void refuse(struct jg_peer *p, const struct jg_request *r, enum jg_refusal code, const struct jg_error *err) {
    jg_peer_refuse(p, r->id, code, err);
}

/* Whether somebody may ask for one more. */
static enum jg_status check_limits(const struct jg_desk *d, const struct jg_peer *p, bool ask, struct jg_error *err) {
    if (ask ? p->asks >= ASKS_MAX : p->jobs >= JOBS_MAX)
        return jg_fail(err, JG_EINPUT, -1, "at most %d of your jobs go on at once; stop one, or wait",
                       ask ? ASKS_MAX : JOBS_MAX);
    if (!ask && d->waiting >= WAITING_MAX)
        return jg_fail(err, JG_EINPUT, -1, "too many jobs wait here; try again later");
    return JG_OK;
}

/* Puts a job behind all others of its kind. */
static bool line_up(struct jg_desk *d, struct jg_desk_job *t) {
    if (is_ask(t) && !jg_work_put(d->soon, &t->job, false, ASKS_WAITING)) return false;
    ++*count_of(t);
    t->next = d->jobs;
    t->link = &d->jobs;
    if (t->next) t->next->link = &t->next;
    d->jobs = t;
    if (is_ask(t)) return true;
    if (d->first)
        d->last->behind = t;
    else
        d->first = t;
    d->last = t;
    d->waiting++;
    begin_next(d);
    return true;
}

/* Begins a job that may take so long. */
static void begin(struct jg_desk *d, struct jg_peer *p, const struct jg_request *r, void (*run)(struct jg_job *job),
                  int ms) {
    struct jg_error err = {.lang = p->lang};
    if (check_limits(d, p, r->what == JG_DO_STATE || r->what == JG_DO_READ, &err)) {
        refuse(p, r, JG_REFUSE_LIMIT, &err);
        return;
    }
    struct jg_desk_job *t = new_job(d, p, r);
    if (!t) {
        jg_fail(&err, JG_EMEMORY, -1, "out of memory");
        refuse(p, r, JG_REFUSE_FAILED, &err);
        return;
    }
    t->job.run = run;
    t->job.ms = ms + GRACE_MS;
    if (line_up(d, t)) return;
    free_job(t);
    jg_fail(&err, JG_EINPUT, -1, "too many jobs wait here; try again later");
    refuse(p, r, JG_REFUSE_LIMIT, &err);
}

/* Takes jobs that were stopped out of the line and ends them. */
static void end_stopped(struct jg_desk *d) {
    struct jg_desk_job **at = &d->first, *last = NULL;
    while (*at) {
        struct jg_desk_job *t = *at;
        if (atomic_load(&t->job.stop)) {
            *at = t->behind;
            d->waiting--;
            end(t);
        } else {
            last = t;
            at = &t->behind;
        }
    }
    d->last = last;
}

static void stop(struct jg_desk *d, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    for (struct jg_desk_job *t = d->jobs; t; t = t->next)
        if (t->peer == p && t->id == r->job) {
            atomic_store(&t->job.stop, true);
            jg_peer_ok(p, r->id, json_object());
            end_stopped(d);
            return;
        }
    jg_fail(&err, JG_EINPUT, -1, "no job %lld of yours goes on", (long long)r->job);
    refuse(p, r, JG_REFUSE_MISSING, &err);
}

void jg_desk_exit(struct jg_desk *d, struct jg_peer *p) {
    for (struct jg_desk_job *t = d->jobs; t; t = t->next)
        if (t->peer == p) {
            atomic_store(&t->job.stop, true);
            t->peer = NULL;
        }
    end_stopped(d);
    p->jobs = p->asks = 0;
}

void jg_desk_close(struct jg_desk *d) {
    if (!d) return;
    for (struct jg_desk_job *t = d->first; t; t = t->behind) atomic_store(&t->job.stop, true);
    end_stopped(d);
    free(d);
}

void jg_desk_handle(struct jg_desk *d, struct jg_peer *p, const struct jg_request *r) {
    int think = d->setting->think;
    switch (r->what) {
    case JG_DO_STATE: begin(d, p, r, jg_think_state, ASK_MS); break;
    case JG_DO_READ: begin(d, p, r, jg_think_read, ASK_MS); break;
    case JG_DO_ANALYZE: begin(d, p, r, jg_think_analyze, r->ms > 0 && r->ms < think ? (int)r->ms : think); break;
    case JG_DO_REVIEW: begin(d, p, r, jg_think_review, JG_REVIEW_MS); break;
    case JG_DO_TREE: begin(d, p, r, jg_think_tree, think); break;
    case JG_DO_STOP: stop(d, p, r); break;
    default: break;
    }
}
