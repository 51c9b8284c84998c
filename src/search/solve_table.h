/* Solving by search: alpha-beta to the end of the game, with a transposition table that all threads share. */
#ifndef SEARCH_SOLVE_TABLE_H
#define SEARCH_SOLVE_TABLE_H

#include "search/solve.h"

/* Solves a position of a finite game without chance or hidden information. out->moves must list the legal moves, with
 * unbounded values. As jg_solve otherwise. */
enum jg_status jg_solve_by_table(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                                 struct jg_error *err);

#endif
