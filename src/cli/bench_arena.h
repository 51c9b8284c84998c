/* `jogada bench`: speed of matches and overhead of the arena. */
#ifndef CLI_BENCH_ARENA_H
#define CLI_BENCH_ARENA_H

#include <jogada/game.h>

#include <stdatomic.h>

struct arena_speed {
    double games;    /* games/s of random players, on all cores */
    double stored;   /* the same with every game stored; 0: no folder for a store */
    double overhead; /* share of the time of a one-thread match between `greedy` agents that is not queries and moves */
};

/* Returns false if it was stopped or failed. */
bool bench_arena(const struct jg_game *g, const atomic_bool *stop, struct arena_speed *out);

#endif
