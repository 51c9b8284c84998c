/* Rollouts as stored runs: the results are stored now and then, and the same rollout resumes from there. */
#ifndef RUNS_ROLLOUT_H
#define RUNS_ROLLOUT_H

#include "runs/runs.h"
#include "store/store.h"

#include <jogada/rollout.h>

struct json_t;

/* A running rollout. The caller sets `setting`; the rest is zero. */
struct jg_run_rollout {
    const struct jg_rollout_setting *setting;

    struct jg_rollout *rollout;
    struct jg_store *store; /* NULL: nothing is stored */
    struct jg_stored_run run;
    struct jg_run_trust trust;   /* in the agent */
    struct jg_run_known stored;  /* games that were stored by earlier calls */
    struct jg_run_unused unused; /* games that are played again */
    bool damaged;                /* the stored state could not be used, and a new run was started */
    double saved, pause;         /* when the state was last stored, by jg_clock; seconds until the next time */

    /* The current step. */
    void (*progress)(void *arg, double share);
    void *arg;
    struct jg_error failure; /* of saving; code JG_OK: none */
};

/* Starts the rollout, or resumes it from the store at a path; NULL: nothing is stored. `again` starts a new run, and so
 * does a run that jg_run_is_usable refuses. The caller closes it, whatever the result. */
enum jg_status jg_run_rollout_open(struct jg_run_rollout *k, const char *path, bool again, struct jg_error *err);
void jg_run_rollout_close(struct jg_run_rollout *k); /* may be called twice */

/* Plays the next round, as jg_rollout_step, and stores the finished games about once a second, when it is stopped, and
 * at the end, when the run is marked as finished. A rollout that is refused because nothing is random (JG_EFIT) leaves no
 * run in the store, and neither does one that fails before the first game is finished. */
enum jg_status jg_run_rollout_step(struct jg_run_rollout *k, void (*progress)(void *arg, double share), void *arg,
                                   struct jg_error *err);

/* The games of a run of any kind: those in the store, or those that a rollout has counted, which are not stored one by
 * one. */
enum jg_status jg_run_games(struct jg_store *s, const struct jg_stored_run *run, int64_t *games, struct jg_error *err);

/* The moves of a result as new JSON, as docs/api.md describes it; NULL without memory. */
struct json_t *jg_run_rollout_json(const struct jg_rollout *rollout, const struct jg_game *g,
                                   const struct jg_rollout_result *result);

#endif
