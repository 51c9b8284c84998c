/* `jogada bench magic`: speed of duels and thinking time of magic.search. */
#ifndef CLI_BENCH_MAGIC_H
#define CLI_BENCH_MAGIC_H

#include <jogada/game.h>

#include <stdatomic.h>

/* Per second of CPU time, on one core. */
struct magic_speed {
    double random;    /* games of the paper's random agents, without the agent interface */
    double searched;  /* games of two magic.search agents, with views */
    double positions; /* positions that magic.search evaluates */
    uint64_t decisions;
    double median, p99, worst; /* CPU seconds per decision of magic.search */
};

/* g must be the Magic duel with its usual decks. Returns false if it was stopped or memory ran out. */
bool bench_magic(const struct jg_game *g, const atomic_bool *stop, struct magic_speed *out);

/* Counts the positions that magic.search evaluates in fixed games against itself: its part of the signature. */
uint64_t bench_magic_nodes(const struct jg_game *g, const atomic_bool *stop);

/* Plays a random game with the plain engine. */
void bench_magic_plain(struct jg_rng *rng);

enum { BENCH_MAGIC_GAMES = 2000 }; /* games in which decisions are timed */

#endif
