/* What jogada tune says at the end: to people, to programs, and in its file. */
#ifndef CLI_TUNE_SAY_H
#define CLI_TUNE_SAY_H

#include "cli/cli.h"

struct json_t;

/* A tuning that is done. */
struct tune_result {
    const struct cli *c;
    const struct jg_tune_setting *setting;
    char game[JG_SPEC_MAX], agent[JG_SPEC_MAX];
    const struct jg_player *player; /* the agent, made from that spec */
    const char *opponent;           /* spec, "start", or "" */
    const char *file;               /* of the weights */
    struct jg_tally proof;          /* without games: there was none */
    size_t generations;             /* in the history */
    const struct jg_generation *history;
};

/* All that the result depends on. */
struct json_t *tune_parameters(const struct tune_result *r);

/* The weights that were found. */
const double *tune_weights(const struct tune_result *r);

/* Notes of the weights' file: how they came about. */
void tune_notes(const struct tune_result *r, struct jg_text *t);

/* Prints the result, as a table or as JSON. Returns the exit status. */
int tune_say(const struct tune_result *r);

#endif
