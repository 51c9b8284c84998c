/* Jobs of the analysis: who may have how many, and where their results go. The scheduler runs them. */
#include "web/think.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLAYER_JOBS = 4, /* that wait or run; those that need no search are counted apart */
    ADDRESS_JOBS = 32,
    ALL_JOBS = 256,
    ASK_MS = 5000,  /* deadline of a request that needs no search */
    GRACE_MS = 250, /* that a thought may be late */
};

struct jg_desk {
    struct jg_scheduler *scheduler, *soon;
    const struct jg_web_setting *setting;
    struct jg_desk_job *jobs; /* all that wait or run */
};

struct jg_desk *jg_desk_open(struct jg_scheduler *scheduler, struct jg_scheduler *soon,
                             const struct jg_web_setting *setting) {
    struct jg_desk *d = calloc(1, sizeof *d);
    if (d) *d = (struct jg_desk){.scheduler = scheduler, .soon = soon, .setting = setting};
    return d;
}

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

static bool needs_search(enum jg_do what) { return what != JG_DO_STATE && what != JG_DO_READ; }

static void unlink_job(struct jg_desk_job *t) {
    *t->link = t->next;
    if (t->next) t->next->link = t->link;
}

/* Answers a job that has ended, and frees it. */
static void finish(struct jg_task *task) {
    struct jg_desk_job *t = (struct jg_desk_job *)task;
    if (t->what == JG_DO_REVIEW) send_news(t); /* of an analysis the answer itself is the news */
    unlink_job(t);
    if (t->peer) answer(t);
    free_job(t);
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
    t->task.job.told = told;
    t->task.finish = finish;
    t->task.priority = JG_PRIORITY_ANALYSIS;
    t->desk = d;
    t->share = jg_web_share(d->setting);
    t->work = jg_scheduler_work(needs_search(r->what) ? d->scheduler : d->soon);
    t->task.memory = needs_search(r->what) ? jg_guest_memory(r->agent, t->share) : 0;
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

/* Whether a player may have one more job: limits for the player, for the network address, and in all. */
static enum jg_status check_limits(const struct jg_desk *d, const struct jg_peer *p, enum jg_do what,
                                   struct jg_error *err) {
    int of_player = 0, of_address = 0, all = 0;
    for (const struct jg_desk_job *t = d->jobs; t; t = t->next) {
        if (needs_search(t->what) != needs_search(what) || !t->peer) continue;
        of_player += !strcmp(t->peer->player, p->player);
        of_address += !strcmp(t->peer->address, p->address);
        all++;
    }
    if (of_player >= PLAYER_JOBS)
        return jg_fail(err, JG_EINPUT, -1, "at most %d of your jobs go on at once; stop one, or wait", PLAYER_JOBS);
    if (of_address >= ADDRESS_JOBS || all >= ALL_JOBS)
        return jg_fail(err, JG_EINPUT, -1, "too many jobs wait here; try again later");
    return JG_OK;
}

static bool submit(struct jg_desk *d, struct jg_desk_job *t) {
    t->next = d->jobs;
    t->link = &d->jobs;
    if (t->next) t->next->link = &t->next;
    d->jobs = t;
    if (jg_scheduler_submit(needs_search(t->what) ? d->scheduler : d->soon, &t->task, t->peer->address,
                            t->peer->player))
        return true;
    unlink_job(t);
    return false;
}

/* Begins a job that may take `ms`. */
static void begin(struct jg_desk *d, struct jg_peer *p, const struct jg_request *r, void (*run)(struct jg_job *job),
                  int ms) {
    struct jg_error err = {.lang = p->lang};
    if (check_limits(d, p, r->what, &err)) {
        refuse(p, r, JG_REFUSE_LIMIT, &err);
        return;
    }
    struct jg_desk_job *t = new_job(d, p, r);
    if (!t) {
        jg_fail(&err, JG_EMEMORY, -1, "out of memory");
        refuse(p, r, JG_REFUSE_FAILED, &err);
        return;
    }
    t->task.job.run = run;
    t->task.job.ms = ms + GRACE_MS;
    if (submit(d, t)) return;
    free_job(t);
    jg_fail(&err, JG_EMEMORY, -1, "out of memory");
    refuse(p, r, JG_REFUSE_FAILED, &err);
}

static void stop(struct jg_desk *d, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    for (struct jg_desk_job *t = d->jobs; t; t = t->next)
        if (t->peer == p && t->id == r->job) {
            jg_peer_ok(p, r->id, json_object());
            jg_scheduler_cancel(&t->task);
            return;
        }
    jg_fail(&err, JG_EINPUT, -1, "no job %lld of yours goes on", (long long)r->job);
    refuse(p, r, JG_REFUSE_MISSING, &err);
}

void jg_desk_exit(struct jg_desk *d, struct jg_peer *p) {
    for (struct jg_desk_job *t = d->jobs, *next; t; t = next) {
        next = t->next;
        if (t->peer != p) continue;
        t->peer = NULL;
        jg_scheduler_cancel(&t->task);
    }
}

void jg_desk_close(struct jg_desk *d) { free(d); }

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
