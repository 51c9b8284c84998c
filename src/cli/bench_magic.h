/* How fast Magic duels are, and how long the paper's agent thinks: measured by `bench`. */
#ifndef CLI_BENCH_MAGIC_H
#define CLI_BENCH_MAGIC_H

#include <jogada/game.h>

#include <stdatomic.h>

/* On one core, by its processor time. */
struct magic_speed {
    double random;    /* games a second of two random agents of the paper, without agents around them */
    double searched;  /* of two magic.search, as agents that are given views */
    double positions; /* a second that magic.search looks at */
    uint64_t decisions;
    double median, p99, worst; /* seconds of processor time for a decision of magic.search */
};

/* g is the Magic duel with its usual decks. False: it was stopped, or there was no memory. */
bool bench_magic(const struct jg_game *g, const atomic_bool *stop, struct magic_speed *out);

/* Positions that magic.search looks at in fixed games against itself. */
uint64_t bench_magic_nodes(const struct jg_game *g, const atomic_bool *stop);

/* The plain engine plays a random game. */
void bench_magic_plain(struct jg_rng *rng);

enum { BENCH_MAGIC_GAMES = 2000 }; /* in which decisions are timed */

#endif
