/* A run of the lab: its setting, its progress, and the work itself. */
#ifndef WEB_LAB_RUN_H
#define WEB_LAB_RUN_H

#include "study/study.h"
#include "tune/tune.h"
#include "web/web.h"
#include "web/peer.h"
#include "web/request.h"

#include <pthread.h>

enum { JG_LAB_AGENTS = 8, JG_LAB_GAMES = 10000, JG_LAB_GENERATIONS = 1000 }; /* limits; games per pair of agents */

enum jg_lab_state { JG_LAB_WAITING, JG_LAB_RUNNING, JG_LAB_DONE, JG_LAB_STOPPED, JG_LAB_FAILED };

struct jg_lab_run {
    struct jg_lab_run *next; /* in the lab's list, newest first */

    /* The setting. */
    int number;
    bool tune;
    const struct jg_study *study; /* NULL: a match or a tuning */
    bool quick;
    char player[JG_PLAYER_ID]; /* who started it */
    jg_lang lang;              /* of error messages */
    bool trust;
    size_t share; /* bytes of memory for its agents together */
    char game[JG_SPEC_MAX];
    char agents[JG_LAB_AGENTS][JG_SPEC_MAX]; /* a tuning has one, which plays its games; "": the default */
    int agent_count;
    int games; /* per pair of agents */
    uint64_t seed;
    char evaluator[64]; /* "": the game's first one with weights */
    enum jg_tune_method method;
    int generations; /* 0: the method's default */

    /* Of the lab's thread. */
    const struct jg_web_setting *setting;
    int threads;
    atomic_bool stop;
    double shown; /* time of the last update */

    /* Progress, under the lock. `changed` is called, without the lock, after every update. */
    pthread_mutex_t *lock;
    void (*changed)(void *arg);
    void *arg;
    enum jg_lab_state state;
    double begun;
    double done;          /* 0 to 1 */
    uint64_t played, all; /* games, or generations */
    int64_t stored;       /* its run in the store; 0: none yet */
    uint64_t known;       /* games, or generations, that were stored before, */
    int64_t known_date;   /* and when */
    json_t *standings, *points;
    unsigned version; /* grows with every update */
    char failure[JG_MESSAGE_MAX];
};

/* Makes a run from a request of type JG_REQUEST_MATCH, JG_REQUEST_TUNE or JG_REQUEST_STUDY and checks it. NULL with err filled. */
struct jg_lab_run *jg_lab_run_new(const struct jg_request *r, const struct jg_peer *p,
                                  const struct jg_web_setting *setting, struct jg_error *err);
void jg_lab_run_free(struct jg_lab_run *run);

/* Runs it in the lab's thread; its state in the end is DONE, STOPPED or FAILED. */
void jg_lab_run_execute(struct jg_lab_run *run);

/* The run as JSON (docs/api.md) with its points from number `from` on; called by the event loop. NULL: out of memory. */
json_t *jg_lab_run_json(const struct jg_lab_run *run, size_t from, const struct jg_peer *p);

/* ---- Shared by the kinds of runs ------------------------------------------------------------------- */

enum jg_status jg_lab_set_text(char *out, size_t size, const char *text, struct jg_error *err); /* NULL: "" */

/* Whether it is time for an update. */
bool jg_lab_run_due(struct jg_lab_run *run);

/* Takes new standings and a new point, each if it is there. Since jg_json_begin nothing but them was made; false: memory
 * ran out, and they are dropped. */
bool jg_lab_run_update(struct jg_lab_run *run, double share, uint64_t played, json_t *standings, json_t *point);
void jg_lab_run_set_stored(struct jg_lab_run *run, int64_t id, uint64_t all, uint64_t known, int64_t date);

/* Tunings and studies: reading the request, the work, and their own members of the JSON. */
enum jg_status jg_lab_read_tune(struct jg_lab_run *run, const struct jg_request *r, struct jg_error *err);
enum jg_status jg_lab_read_study(struct jg_lab_run *run, const struct jg_request *r, struct jg_error *err);
enum jg_status jg_lab_run_tuning(struct jg_lab_run *run, struct jg_error *err);
enum jg_status jg_lab_run_study(struct jg_lab_run *run, struct jg_error *err);
void jg_lab_describe(const struct jg_lab_run *run, json_t *o, jg_lang lang);

#endif
