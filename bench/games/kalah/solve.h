/* `jogada bench --solve`: speed of the Kalah solver. */
#ifndef BENCH_GAMES_KALAH_SOLVE_H
#define BENCH_GAMES_KALAH_SOLVE_H

#include "bench/bench.h"

/* Solves a list of boards on one core; if they are to be large, also (6,5) on all cores. Neither reads nor writes the
 * user's cache folder. */
enum jg_status bench_kalah_solve(const struct bench_solving *how, struct jg_error *err);

#endif
