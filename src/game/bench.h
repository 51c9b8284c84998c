/* The work of `jogada bench`, which a game lists in jg_game_kind.bench. bench/bench.h adds plain engines to compare with
 * and measurements of a game's own. */
#ifndef GAME_BENCH_H
#define GAME_BENCH_H

#include <jogada/game.h>

enum { JG_GAME_BENCH_AGENTS = 6, JG_GAME_BENCH_RACES = 2 };

struct jg_game_bench {
    const char *spec; /* the game with its options; NULL ends a list */
    int perft;        /* depth of perft, which also measures random games; 0: neither */

    /* Agents whose node counts from fixed positions make up the signature. */
    const char *searches[JG_GAME_BENCH_AGENTS];

    const char *races[JG_GAME_BENCH_RACES][2]; /* pairs of agents that find the same value */
    const char *stops[JG_GAME_BENCH_AGENTS];   /* agents whose delay after a deadline or a stop flag is measured */
    bool arena;                                /* measures matches */
};

#endif
