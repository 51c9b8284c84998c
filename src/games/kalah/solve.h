/* Kalah solved: null-window searches with a table of bounds, over a database of endings. Up to 6 houses a side. */
#ifndef GAMES_KALAH_SOLVE_H
#define GAMES_KALAH_SOLVE_H

#include "games/kalah/endgame.h"
#include "search/solve.h"

struct jg_kalah_solver;

struct jg_kalah_solver_options {
    int threads;                            /* 0: all cores */
    uint64_t table;                         /* bytes of the table of bounds */
    const struct jg_kalah_endgame *endgame; /* of the game's rules; stays open; NULL: none */
};

/* NULL without memory, with err filled. The table stays filled from question to question, which
 * changes how long an answer takes but never a value. */
struct jg_kalah_solver *jg_kalah_solver_new(const struct jg_game *g, const struct jg_kalah_solver_options *options,
                                            struct jg_error *err);
void jg_kalah_solver_free(struct jg_kalah_solver *s);

/* Forgets all that earlier questions left behind. */
void jg_kalah_solver_forget(struct jg_kalah_solver *s);

/* Solves ask->state within ask->nodes, until ask->stop or `deadline` by the clock (0: none); all of
 * out is filled. ask->threads, memory, size and keep do not matter here. With one
 * thread and an empty table the same question with a limit on nodes has the same answer. */
void jg_kalah_solver_run(struct jg_kalah_solver *s, const struct jg_solve_ask *ask, double deadline,
                         struct jg_solution *out);

/* For jg_game_kind: chooses a database and tables by the memory there is, makes what is missing. */
extern const struct jg_solver jg_kalah_solver;

/* A position as its mover sees it: byte i of a side is what its house i holds, from the first
 * that its owner sows from. Up to 6 houses. */
struct jg_kalah_sides {
    uint64_t own, other;
};

struct jg_kalah_sides jg_kalah_sides(const struct jg_game *g, const void *state);

#endif
