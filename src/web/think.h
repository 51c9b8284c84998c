/* What the desk's jobs do, in the threads that think. */
#ifndef WEB_THINK_H
#define WEB_THINK_H

#include "web/scene.h"

#include <pthread.h>

enum { JG_REVIEW_MS = 60000 }; /* for all positions of a review */

struct jg_desk;

/* A job. The loop makes and ends it; while it runs a worker has all of it but the members of the first group. */
struct jg_desk_job {
    struct jg_task task; /* first */
    struct jg_desk *desk;
    struct jg_peer *peer;             /* NULL: gone */
    struct jg_desk_job *next, **link; /* among all of the desk */

    struct jg_work *work; /* that runs it */
    size_t share;         /* bytes that its agent may have */
    int64_t id;
    enum jg_do what;
    enum jg_lang lang;
    bool trust;
    int think;                                    /* milliseconds for a position at most */
    int64_t ms;                                   /* asked for; below 1: not said */
    int64_t ply;                                  /* the same, of a state */
    char *game, *position, *moves, *agent, *text; /* copies; NULL: not said */

    json_t *ok; /* the answer; NULL: none, */
    char *said; /* or it is written already, which may take long; */
    struct jg_error err;

    pthread_mutex_t lock;
    struct jg_desk_news *news, **news_end; /* messages that wait to be sent; under the lock */
};

/* A message, written already: threads share no JSON. */
struct jg_desk_news {
    struct jg_desk_news *next;
    char *text;
};

void jg_desk_news_free(struct jg_desk_news *news);

/* Runs, as the job's `run`: fills ok, or err. */
void jg_think_analyze(struct jg_job *job);
void jg_think_review(struct jg_job *job);
void jg_think_tree(struct jg_job *job);
void jg_think_state(struct jg_job *job);
void jg_think_read(struct jg_job *job);

/* ---- Marks ------------------------------------------------------------------------------------ */

/* What a loss of so much of the chance to win is called; `best`: it was the move that the judge would make;
 * `gave`: what it gave away of the score for certain, below 0 if nobody knows. */
const char *jg_think_mark(double loss, bool best, int gave);

#endif
