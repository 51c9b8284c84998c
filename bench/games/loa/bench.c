/* `jogada bench loa`: perft of the plain engine. */
#include "bench/bench.h"
#include "bench/games/loa/plain.h"

static void plain_perft(const struct jg_game *g, const void *state, int depth) {
    struct plain_loa start;
    (void)g, (void)state;
    plain_loa_start(&start, false, false);
    plain_loa_perft(&start, depth);
}

const struct bench_game bench_loa = {.name = "loa", .plain_perft = plain_perft};
