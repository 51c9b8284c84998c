/* How fast matches are: measured by `bench`. */
#ifndef CLI_BENCH_ARENA_H
#define CLI_BENCH_ARENA_H

#include <jogada/game.h>

#include <stdatomic.h>

struct arena_speed {
    double games;    /* of random play a second, on all cores */
    double stored;   /* the same with every game kept in a store; 0: no folder to keep it in */
    double overhead; /* share of a match between `greedy` on one thread that is not the bare questions and moves */
};

/* False: it was stopped, or something failed. */
bool bench_arena(const struct jg_game *g, const atomic_bool *stop, struct arena_speed *out);

#endif
