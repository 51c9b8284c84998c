/* What jogada tune says at the end: to people, to programs, and in its file. */
#ifndef CLI_TUNE_RESULT_H
#define CLI_TUNE_RESULT_H

#include "cli/cli.h"
#include "runs/tuning.h"

/* A tuning that is done. */
struct tune_result {
    const struct cli *c;
    struct jg_run_tuning stored;
    const char *file;      /* of the weights */
    struct jg_tally proof; /* without games: there was none */
};

/* The weights that were found. */
const double *tune_weights(const struct tune_result *r);

/* Notes of the weights' file: how they came about. */
void tune_notes(const struct tune_result *r, struct jg_text *t);

/* Prints the result, as a table or as JSON. Returns the exit status. */
int tune_print_result(const struct tune_result *r);

#endif
