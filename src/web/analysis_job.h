/* Analysis jobs as worker threads run them. */
#ifndef WEB_ANALYSIS_JOB_H
#define WEB_ANALYSIS_JOB_H

#include "web/snapshot.h"

#include <pthread.h>

enum {
    JG_REVIEW_MS = 60000,  /* for all positions of a review together */
    JG_ROLLOUT_MS = 60000, /* for a rollout */
};

struct jg_analysis;

/* A job. The event loop creates and frees it; while it runs, the worker owns all but the first group of members. */
struct jg_analysis_job {
    struct jg_task task; /* first */
    struct jg_analysis *analysis;
    struct jg_peer *peer;                 /* NULL: the connection was closed */
    struct jg_analysis_job *next, **link; /* in the list of all jobs */

    struct jg_pool *work; /* the threads that run it */
    size_t share;         /* bytes of memory that its agent may use */
    int64_t id;
    enum jg_request_type type;
    jg_lang lang;
    bool trust;
    int think;      /* most milliseconds for a position */
    int64_t ms;     /* requested for a position; below 1: default */
    int64_t trials; /* of a rollout; below 1: default */
    int64_t ply;    /* of `state`; below 0: all */
    char *game, *option;
    char *position, *moves, *agent, *text, *as; /* copies from the request; NULL: missing */
    json_t *variations;                         /* the same */

    /* The result: JSON, or already serialized (which may take long, so the worker does it), or an error. */
    json_t *ok;
    char *text_reply;
    struct jg_error err;

    pthread_mutex_t lock;
    struct jg_analysis_update *updates, **updates_end; /* messages to be sent; under the lock */
};

/* A serialized message: JSON values are not shared between threads. */
struct jg_analysis_update {
    struct jg_analysis_update *next;
    char *text;
};

void jg_analysis_update_free(struct jg_analysis_update *updates);

/* Hands a message to the event loop; `only`: replaces those that it has not sent yet. */
void jg_analysis_send(struct jg_analysis_job *t, json_t *message, bool only);

/* Opens the game of a request, runs `use` on it, and serializes the reply. */
void jg_analysis_with_snapshot(struct jg_job *job, void (*use)(struct jg_analysis_job *t, const struct jg_snapshot *s));

/* The work of each request type, for the job's `run`: fills ok or err. */
void jg_analysis_run_analyze(struct jg_job *job);
void jg_analysis_run_review(struct jg_job *job);
void jg_analysis_run_rollout(struct jg_job *job); /* rollout_job.c */
void jg_analysis_run_tree(struct jg_job *job);
void jg_analysis_run_state(struct jg_job *job);
void jg_analysis_run_read(struct jg_job *job);
void jg_analysis_run_write(struct jg_job *job);
void jg_analysis_run_pack(struct jg_job *job);

#endif
