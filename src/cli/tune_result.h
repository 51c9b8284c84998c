/* Results of `jogada tune`: as text, as JSON and as comments of the weights file. */
#ifndef CLI_TUNE_RESULT_H
#define CLI_TUNE_RESULT_H

#include "cli/cli.h"
#include "runs/tuning.h"

/* A finished tuning. */
struct tune_result {
    const struct cli *c;
    struct jg_run_tuning stored;
    const char *file;      /* weights file */
    struct jg_tally proof; /* the validation; without games: there was none */
};

/* Returns the tuned weights. */
const double *tune_weights(const struct tune_result *r);

/* Adds the comments of the weights file: how the weights were tuned. */
void tune_notes(const struct tune_result *r, struct jg_text *t);

/* Prints the result, as a table or as JSON. Returns the exit status. */
int tune_print_result(const struct tune_result *r);

#endif
