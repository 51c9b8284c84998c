/* `jogada bench --solve`: speed of the Kalah solver. */
#ifndef CLI_BENCH_SOLVE_H
#define CLI_BENCH_SOLVE_H

#include "cli/cli.h"

/* Solves a list of boards on one core, with `large` also (6,5) on all cores, and prints the times. Neither reads nor
 * writes the user's cache folder. Returns the exit status. */
int bench_solve(struct cli *c, bool large);

#endif
