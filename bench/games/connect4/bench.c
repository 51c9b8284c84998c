/* `jogada bench connect4`: perft of the plain engine. */
#include "bench/bench.h"
#include "bench/games/connect4/plain.h"

static void plain_perft(const struct jg_game *g, const void *state, int depth) {
    struct plain_connect4 start;
    (void)g, (void)state;
    plain_connect4_start(&start, 7, 6, 4);
    plain_connect4_perft(&start, depth);
}

const struct bench_game bench_connect4 = {.name = "connect4", .plain_perft = plain_perft};
