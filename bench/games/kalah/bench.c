/* `jogada bench kalah`: perft of the plain engine, and the solver. */
#include "bench/games/kalah/plain.h"
#include "bench/games/kalah/solve.h"

static void plain_perft(const struct jg_game *g, const void *state, int depth) {
    struct plain_kalah start;
    (void)g, (void)state;
    plain_kalah_start(&start, 6, 4, false);
    plain_kalah_perft(&start, depth);
}

const struct bench_game bench_kalah = {.name = "kalah", .plain_perft = plain_perft, .solve = bench_kalah_solve};
