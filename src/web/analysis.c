/* The queue of analysis jobs: limits, submission to the scheduler, and replies. analysis_job.c has the work itself. */
#include "web/analysis_job.h"

#include "core/json.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLAYER_JOBS = 4,  /* queued or running */
    PLAYER_ASKS = 16, /* the same for requests without a search, such as one for each step through a game */
    ADDRESS_JOBS = 32,
    ALL_JOBS = 256,
    ASK_MS = 5000,  /* deadline of a request that needs no search */
    GRACE_MS = 250, /* after the deadline, before a job is stopped */
};

struct jg_analysis {
    struct jg_scheduler *scheduler, *quick;
    const struct jg_web_setting *setting;
    struct jg_analysis_job *jobs; /* queued or running */
};

struct jg_analysis *jg_analysis_open(struct jg_scheduler *scheduler, struct jg_scheduler *quick,
                                     const struct jg_web_setting *setting) {
    struct jg_analysis *a = calloc(1, sizeof *a);
    if (a) *a = (struct jg_analysis){.scheduler = scheduler, .quick = quick, .setting = setting};
    return a;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

static void send_updates(struct jg_analysis_job *t) {
    pthread_mutex_lock(&t->lock);
    struct jg_analysis_update *updates = t->updates;
    t->updates = NULL;
    t->updates_end = &t->updates;
    pthread_mutex_unlock(&t->lock);
    for (struct jg_analysis_update *n = updates; n && t->peer; n = n->next) {
        jg_peer_send_text(t->peer, n->text);
        n->text = NULL;
    }
    jg_analysis_update_free(updates);
}

static void on_update(struct jg_job *job) { send_updates((struct jg_analysis_job *)job); }

static void free_job(struct jg_analysis_job *t) {
    pthread_mutex_destroy(&t->lock);
    jg_analysis_update_free(t->updates);
    json_decref(t->ok);
    free(t->game);
    free(t->position);
    free(t->moves);
    free(t->agent);
    free(t->text);
    free(t->option);
    free(t->as);
    json_decref(t->variations);
    free(t->text_reply);
    free(t);
}

static void reply(struct jg_analysis_job *t) {
    struct jg_peer *p = t->peer;
    if (t->text_reply) {
        jg_peer_send_text(p, t->text_reply);
        t->text_reply = NULL;
        return;
    }
    if (!t->ok && !t->err.code && t->type == JG_REQUEST_REVIEW) t->ok = json_pack("{s:[]}", "plies");
    if (!t->ok && !t->err.code) jg_fail(&t->err, JG_ESTOP, JG_NO_POSITION, "stopped before a result was found");
    if (t->ok)
        jg_peer_reply(p, t->id, json_incref(t->ok));
    else
        jg_peer_refuse(p, t->id, t->err.code == JG_ESTOP ? JG_REFUSE_OFF : jg_refusal_code_of(t->err.code), &t->err);
}

static bool needs_search(enum jg_request_type type) {
    return type != JG_REQUEST_STATE && type != JG_REQUEST_READ && type != JG_REQUEST_WRITE && type != JG_REQUEST_PACK;
}

static void unlink_job(struct jg_analysis_job *t) {
    *t->link = t->next;
    if (t->next) t->next->link = t->link;
}

/* Replies to a job that has ended, and frees it. */
static void finish(struct jg_task *task) {
    struct jg_analysis_job *t = (struct jg_analysis_job *)task;
    if (t->type == JG_REQUEST_REVIEW) send_updates(t); /* an analysis replies with its last update */
    unlink_job(t);
    if (t->peer) reply(t);
    free_job(t);
}

static char *copy(const char *text, bool *good) {
    char *own = text ? strdup(text) : NULL;
    *good &= !text || own;
    return own;
}

static struct jg_analysis_job *new_job(struct jg_analysis *a, struct jg_peer *p, const struct jg_request *r) {
    struct jg_analysis_job *t = calloc(1, sizeof *t);
    bool good = t;
    if (!t) return NULL;
    pthread_mutex_init(&t->lock, NULL);
    t->task.job.progress = on_update;
    t->task.finish = finish;
    t->task.priority = JG_PRIORITY_ANALYSIS;
    t->analysis = a;
    t->share = jg_web_agent_memory(a->setting);
    t->work = jg_scheduler_work(needs_search(r->type) ? a->scheduler : a->quick);
    if (r->type == JG_REQUEST_ROLLOUT) t->share /= JG_SEATS_MAX; /* one agent for each seat */
    t->task.memory = needs_search(r->type) ? jg_policy_agent_memory(r->agent, t->share) : 0;
    if (r->type == JG_REQUEST_ROLLOUT) t->task.memory *= JG_SEATS_MAX;
    t->peer = p;
    t->id = r->id;
    t->type = r->type;
    t->lang = p->lang;
    t->err.lang = p->lang;
    t->trust = a->setting->trust;
    t->think = a->setting->think;
    t->ms = r->ms;
    t->trials = r->trials;
    t->ply = r->ply;
    t->game = copy(r->game, &good);
    t->position = copy(r->position, &good);
    t->moves = copy(r->moves, &good);
    t->agent = copy(r->agent, &good);
    t->text = copy(r->text, &good);
    t->option = copy(r->option, &good);
    t->as = copy(r->as, &good);
    t->variations = r->variations ? json_deep_copy(r->variations) : NULL;
    good &= !r->variations || (t->variations && jg_json_complete());
    t->updates_end = &t->updates;
    if (good) return t;
    free_job(t);
    return NULL;
}

static void refuse(struct jg_peer *p, const struct jg_request *r, enum jg_refusal_code code,
                   const struct jg_error *err) {
    jg_peer_refuse(p, r->id, code, err);
}

/* Whether a player may start one more job: limits per player, per network address, and in total. */
static enum jg_status check_limits(const struct jg_analysis *a, const struct jg_peer *p, enum jg_request_type type,
                                   struct jg_error *err) {
    int of_player = 0, of_address = 0, all = 0, most = needs_search(type) ? PLAYER_JOBS : PLAYER_ASKS;
    for (const struct jg_analysis_job *t = a->jobs; t; t = t->next) {
        if (needs_search(t->type) != needs_search(type) || !t->peer) continue;
        of_player += !strcmp(t->peer->player, p->player);
        of_address += !strcmp(t->peer->address, p->address);
        all++;
    }
    if (of_player >= most)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "you already have %d analysis jobs; stop one or wait", most);
    if (of_address >= ADDRESS_JOBS || all >= ALL_JOBS)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "too many analysis jobs in the queue; try again later");
    return JG_OK;
}

static bool submit(struct jg_analysis *a, struct jg_analysis_job *t) {
    t->next = a->jobs;
    t->link = &a->jobs;
    if (t->next) t->next->link = &t->next;
    a->jobs = t;
    if (jg_scheduler_submit(needs_search(t->type) ? a->scheduler : a->quick, &t->task, t->peer->address,
                            t->peer->player))
        return true;
    unlink_job(t);
    return false;
}

/* Starts a job with a deadline of `ms`. */
static void begin(struct jg_analysis *a, struct jg_peer *p, const struct jg_request *r, void (*run)(struct jg_job *job),
                  int ms) {
    struct jg_error err = {.lang = p->lang};
    if (check_limits(a, p, r->type, &err)) {
        refuse(p, r, JG_REFUSE_LIMIT, &err);
        return;
    }
    struct jg_analysis_job *t = new_job(a, p, r);
    if (!t) {
        jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        refuse(p, r, JG_REFUSE_FAILED, &err);
        return;
    }
    t->task.job.run = run;
    t->task.job.ms = ms + GRACE_MS;
    if (submit(a, t)) return;
    free_job(t);
    jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    refuse(p, r, JG_REFUSE_FAILED, &err);
}

static void stop(struct jg_analysis *a, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    for (struct jg_analysis_job *t = a->jobs; t; t = t->next)
        if (t->peer == p && t->id == r->job) {
            jg_peer_reply(p, r->id, json_object());
            jg_scheduler_cancel(&t->task);
            return;
        }
    jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "no job %lld of yours is running", (long long)r->job);
    refuse(p, r, JG_REFUSE_MISSING, &err);
}

void jg_analysis_disconnect(struct jg_analysis *a, struct jg_peer *p) {
    for (struct jg_analysis_job *t = a->jobs, *next; t; t = next) {
        next = t->next;
        if (t->peer != p) continue;
        t->peer = NULL;
        jg_scheduler_cancel(&t->task);
    }
}

void jg_analysis_close(struct jg_analysis *a) { free(a); }

void jg_analysis_handle(struct jg_analysis *a, struct jg_peer *p, const struct jg_request *r) {
    int think = a->setting->think;
    switch (r->type) {
    case JG_REQUEST_STATE: begin(a, p, r, jg_analysis_run_state, ASK_MS); break;
    case JG_REQUEST_READ: begin(a, p, r, jg_analysis_run_read, ASK_MS); break;
    case JG_REQUEST_WRITE: begin(a, p, r, jg_analysis_run_write, ASK_MS); break;
    case JG_REQUEST_PACK: begin(a, p, r, jg_analysis_run_pack, ASK_MS); break;
    case JG_REQUEST_ANALYZE:
        begin(a, p, r, jg_analysis_run_analyze, r->ms > 0 && r->ms < think ? (int)r->ms : think);
        break;
    case JG_REQUEST_REVIEW: begin(a, p, r, jg_analysis_run_review, JG_REVIEW_MS); break;
    case JG_REQUEST_ROLLOUT: begin(a, p, r, jg_analysis_run_rollout, JG_ROLLOUT_MS); break;
    case JG_REQUEST_TREE: begin(a, p, r, jg_analysis_run_tree, think); break;
    case JG_REQUEST_STOP: stop(a, p, r); break;
    default: break;
    }
}
