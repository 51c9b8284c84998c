/* The exact solver of Kalah, for up to 6 houses a side: MTD(f) with a transposition table of bounds and an endgame
 * database. */
#ifndef GAMES_KALAH_SOLVER_H
#define GAMES_KALAH_SOLVER_H

#include "games/kalah/endgame.h"
#include "search/solve.h"

struct jg_kalah_solver;

struct jg_kalah_solver_options {
    int threads;                            /* 0: all cores */
    uint64_t table;                         /* bytes of the transposition table */
    const struct jg_kalah_endgame *endgame; /* for the game's rules; must stay open; NULL: none */
};

/* Returns NULL with err filled without memory. The transposition table persists between queries: it changes the time
 * that a solution takes, never a value. */
struct jg_kalah_solver *jg_kalah_solver_new(const struct jg_game *g, const struct jg_kalah_solver_options *options,
                                            struct jg_error *err);
void jg_kalah_solver_free(struct jg_kalah_solver *s);

/* Clears the transposition table. */
void jg_kalah_solver_forget(struct jg_kalah_solver *s);

/* Solves query->state within query->nodes, query->stop and `deadline` (by jg_clock; 0: none), and fills all of `out`.
 * Ignores query->threads, memory, size and keep. With one thread, an empty table and a node limit the result is
 * reproducible. */
void jg_kalah_solver_run(struct jg_kalah_solver *s, const struct jg_solve_query *query, double deadline,
                         struct jg_solution *out);

/* The solver of jg_game_kind: chooses the sizes of database and table by the available memory, and builds the database
 * if it is missing. See solver_plan.c. */
extern const struct jg_solver jg_kalah_solver;

/* A position from the mover's point of view: byte i of a side holds the seeds of its house i, counted in sowing order.
 * Up to 6 houses. */
struct jg_kalah_sides {
    uint64_t own, other;
};

struct jg_kalah_sides jg_kalah_sides(const struct jg_game *g, const void *state);

#endif
