/* Scripts that play a run as jobs of a scheduler: an array of jobs plays the parts, and a job that depends on it
 * gathers them. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "cli/shard.h"

struct batch {
    enum batch_scheduler { BATCH_SLURM, BATCH_HTCONDOR, BATCH_COUNT } scheduler;
    bool submit; /* the script is run after it has been written */
};

/* Checks what a script needs. Prints an error and returns false. */
bool batch_check(const struct cli *c, const struct shard_options *o);

/* Writes the script of a call for c->batch to o->output, and submits it if that is wanted. Prints errors. Returns the
 * exit status. */
int batch_write(const struct cli *c, const struct shard_options *o, const struct shard_run *run, const void *options,
                int argc, char **argv);

#endif
