/* Tunings as stored runs: every generation is stored, and the same tuning resumes from there. */
#ifndef RUNS_TUNING_H
#define RUNS_TUNING_H

#include "runs/runs.h"
#include "store/store.h"
#include "tune/tune.h"

struct json_t;

/* A running tuning. The caller fills the first group of members; the rest is zero. */
struct jg_run_tuning {
    const struct jg_tune_setting *setting;
    const struct jg_player *player; /* the setting's agent */
    const char *opponent;           /* spec of the opponent, "start", or "" */
    bool again;                     /* start a new run, even if there is one */

    char game[JG_SPEC_MAX];
    struct jg_tuning *tuning;
    struct jg_store *store; /* NULL: nothing is stored */
    struct jg_stored_run run;
    struct json_t *state;          /* of the last stored generation, or NULL */
    struct jg_generation *history; /* generation n at index n - 1 */
    size_t done;                   /* number of generations */
    struct jg_run_trust trust;     /* in the agents */
    struct jg_run_known stored;    /* generations that were stored before */
    struct jg_run_unused unused;   /* generations that are played again */
    bool damaged;                  /* the stored state could not be used, and a new run was started */
};

/* Starts the tuning, or resumes it from the store at a path; NULL: nothing is stored. The caller closes it, whatever
 * the result. */
enum jg_status jg_run_tuning_open(struct jg_run_tuning *k, const char *path, struct jg_error *err);
void jg_run_tuning_close(struct jg_run_tuning *k); /* may be called twice */

/* Plays the next generation, as jg_tuning_step, and stores it. */
enum jg_status jg_run_tuning_step(struct jg_run_tuning *k, void (*progress)(void *arg, double share), void *arg,
                                  struct jg_error *err);

/* Marks the run as finished. */
enum jg_status jg_run_tuning_finish(struct jg_run_tuning *k, struct jg_error *err);

/* Returns everything that the result depends on as new JSON; NULL if memory ran out. */
struct json_t *jg_run_tuning_parameters(const struct jg_run_tuning *k);

/* The weights by feature name, as JSON. */
struct json_t *jg_run_weights_json(const struct jg_evaluator *by, const double *weights);

/* Parses the parameters of a run into the setting that a report needs, without opening the agent. The game must be
 * open. */
enum jg_status jg_run_tuning_read(const struct json_t *parameters, const struct jg_game *g, struct jg_tune_setting *out,
                                  struct jg_player *rival, struct jg_error *err);

/* Loads the consecutive generations of a run into a new array. */
enum jg_status jg_run_tuning_history(struct jg_store *s, int64_t run, const struct jg_tune_setting *setting,
                                     struct jg_generation **out, size_t *n, struct jg_error *err);

#endif
