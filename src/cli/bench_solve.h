/* How fast Kalah is solved: measured by `bench --solve`. */
#ifndef CLI_BENCH_SOLVE_H
#define CLI_BENCH_SOLVE_H

#include "cli/cli.h"

/* Solves a list of games, on one core, or with `large` (6,5) too, on all, and prints what that took. Nothing is
 * kept in the user's cache folder, nor found there. Returns the exit status. */
int bench_solve(struct cli *c, bool large);

#endif
