/* The speed of vector environments, for `jogada bench`. */
#ifndef CLI_BENCH_VECTOR_H
#define CLI_BENCH_VECTOR_H

#include <jogada/game.h>

/* Steps per second of processor time on one thread, with random legal actions, observations and masks; 0 if it was
 * stopped or memory ran out. */
double bench_vector(const struct jg_game *g, const atomic_bool *stop);

#endif
