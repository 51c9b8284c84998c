/* Tunings and the store: every generation is kept, and from there the same tuning goes on. */
#ifndef RUNS_TUNING_H
#define RUNS_TUNING_H

#include "store/store.h"
#include "tune/tune.h"

struct json_t;

/* A tuning under way. The members of the first group are the caller's to fill; the rest starts as zeroes. */
struct jg_run_tuning {
    const struct jg_tune_setting *setting;
    const struct jg_player *player; /* the setting's agent */
    const char *opponent;           /* spec of the rival, "start", or "" */

    char game[JG_SPEC_MAX];
    struct jg_tuning *tuning;
    struct jg_store *store; /* NULL: nothing is kept */
    struct jg_stored_run run;
    struct json_t *state;          /* of the last generation that is kept, if there is one */
    struct jg_generation *history; /* by number, from 1, at index 0 */
    size_t done;                   /* generations */
    bool damaged;                  /* what was kept could not be used, and it begins anew */
};

/* Begins, or goes on from what the store at a path has of it; path NULL: nothing is kept. The caller closes it,
 * whatever the result. */
enum jg_status jg_run_tuning_open(struct jg_run_tuning *k, const char *path, struct jg_error *err);
void jg_run_tuning_close(struct jg_run_tuning *k); /* may be called twice */

/* Plays the next generation and keeps it. As jg_tuning_step. */
enum jg_status jg_run_tuning_step(struct jg_run_tuning *k, void (*progress)(void *arg, double share), void *arg,
                                  struct jg_error *err);

/* Keeps that it is finished. */
enum jg_status jg_run_tuning_finish(struct jg_run_tuning *k, struct jg_error *err);

/* All that the result depends on. New; NULL without memory. */
struct json_t *jg_run_tuning_parameters(const struct jg_run_tuning *k);

/* Weights by the names of the features. */
struct json_t *jg_run_weights_json(const struct jg_evaluator *by, const double *weights);

/* The setting that parameters are of, as far as a report needs it; the agent is not opened. The game must be open. */
enum jg_status jg_run_tuning_read(const struct json_t *parameters, const struct jg_game *g, struct jg_tune_setting *out,
                                  struct jg_player *rival, struct jg_error *err);

/* The generations of a run, as far as they follow on each other: a new list. */
enum jg_status jg_run_tuning_history(struct jg_store *s, int64_t run, const struct jg_tune_setting *setting,
                                     struct jg_generation **out, size_t *n, struct jg_error *err);

#endif
