/* How fast rounds of dominoes are: measured by `bench`. */
#ifndef CLI_BENCH_DOMINO_H
#define CLI_BENCH_DOMINO_H

#include <jogada/game.h>

#include <stdatomic.h>

/* Rounds, or decisions, a second on one core. */
struct domino_speed {
    double random;          /* by jg_random_play */
    double basic;           /* of two basic pairs, without agents around them */
    double solved;          /* double dummy, with 20 tiles left */
    double thesis, partner; /* decisions of domino.thesis:strategy=8 and of domino at the start of a round */
};

/* g is dominoes. False: it was stopped. */
bool bench_domino(const struct jg_game *g, const atomic_bool *stop, struct domino_speed *out);

/* The plain engine's perft from a state of ours in which nothing is laid yet. */
void bench_domino_plain(const struct jg_game *g, const void *state, int depth);

#endif
