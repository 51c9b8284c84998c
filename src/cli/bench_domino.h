/* `jogada bench domino`: speed of rounds, of the double-dummy solver and of agents. */
#ifndef CLI_BENCH_DOMINO_H
#define CLI_BENCH_DOMINO_H

#include <jogada/game.h>

#include <stdatomic.h>

/* Per second, on one core. */
struct domino_speed {
    double random;          /* rounds played by jg_random_play */
    double basic;           /* rounds of the basic strategy, without the agent interface */
    double solved;          /* positions with 20 tiles left, solved double dummy */
    double thesis, partner; /* decisions of domino.thesis:strategy=8 and of domino, at the start of a round */
};

/* g must be dominoes. Returns false if it was stopped. */
bool bench_domino(const struct jg_game *g, const atomic_bool *stop, struct domino_speed *out);

/* Perft of the plain engine, from a state without tiles on the table. */
void bench_domino_plain(const struct jg_game *g, const void *state, int depth);

#endif
