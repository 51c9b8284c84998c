/* A run of the lab: what it is, how far it has come, and the work itself. */
#ifndef WEB_LAB_RUN_H
#define WEB_LAB_RUN_H

#include "tune/tune.h"
#include "web/web.h"
#include "web/peer.h"
#include "web/request.h"

#include <pthread.h>

enum { JG_LAB_AGENTS = 8, JG_LAB_GAMES = 10000, JG_LAB_GENERATIONS = 1000 }; /* at most; games of a pair */

enum jg_lab_state { JG_LAB_WAITING, JG_LAB_RUNNING, JG_LAB_DONE, JG_LAB_STOPPED, JG_LAB_FAILED };

struct jg_lab_run {
    struct jg_lab_run *next; /* the lab's list, the newest first */

    /* What it is. */
    int number;
    bool tune;
    char player[JG_PLAYER_ID]; /* who began it */
    jg_lang lang;              /* of what goes wrong */
    bool trust;
    size_t share; /* bytes for its agents together */
    char game[JG_SPEC_MAX];
    char agents[JG_LAB_AGENTS][JG_SPEC_MAX]; /* of a tuning the one that plays; "": the usual one */
    int agent_count;
    int games; /* of a pair */
    uint64_t seed;
    char evaluator[64]; /* "": the first that can be tuned */
    enum jg_tune_method method;
    int generations; /* 0: what suits the method */

    /* The work's own. */
    const struct jg_web_setting *setting;
    int threads;
    atomic_bool stop;
    double shown; /* when news were last told */

    /* How far it has come: under the lock. `changed` is called, without it, when there is news. */
    pthread_mutex_t *lock;
    void (*changed)(void *arg);
    void *arg;
    enum jg_lab_state state;
    double begun;
    double done;          /* 0 to 1 */
    uint64_t played, all; /* games, or generations */
    int64_t kept;         /* run of the store; 0: none yet */
    json_t *standings, *points;
    unsigned version; /* grows with news */
    char failure[JG_MESSAGE_MAX];
};

/* Fills a run from a request of JG_REQUEST_MATCH or JG_REQUEST_TUNE, and checks that it can be done. NULL with err filled. */
struct jg_lab_run *jg_lab_run_new(const struct jg_request *r, const struct jg_peer *p,
                                  const struct jg_web_setting *setting, struct jg_error *err);
void jg_lab_run_free(struct jg_lab_run *run);

/* Does it, in the lab's thread: ends with the state DONE, STOPPED or FAILED. */
void jg_lab_run_execute(struct jg_lab_run *run);

/* As the page reads it (docs/api.md), with the points from number `from` on; by the loop. New; NULL without memory. */
json_t *jg_lab_run_json(const struct jg_lab_run *run, size_t from, const struct jg_peer *p);

#endif
