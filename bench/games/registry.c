/* The games that have a folder in bench/games, which the build lists in BENCH_GAMES as GAME(NAME) GAME(NAME)... */
#include "bench/bench.h"

#include <assert.h>
#include <string.h>

#define GAME(name) extern const struct bench_game bench_##name;
BENCH_GAMES
#undef GAME

#define GAME(name) &bench_##name,
static const struct bench_game *const GAMES[] = {BENCH_GAMES NULL};
#undef GAME

const struct bench_game *bench_game_at(size_t i) { return i < sizeof GAMES / sizeof *GAMES ? GAMES[i] : NULL; }

const struct bench_game *bench_game_find(const char *name) {
    static const struct bench_game NOTHING = {0};
    for (size_t i = 0; GAMES[i]; i++)
        if (!strcmp(GAMES[i]->name, name)) return GAMES[i];
    return &NOTHING;
}

void bench_add_rate(struct bench_extra *out, const char *what, const char *unit, double rate) {
    assert(out->rate_count < BENCH_RATES_MAX);
    out->rates[out->rate_count].what = what;
    out->rates[out->rate_count].unit = unit;
    out->rates[out->rate_count++].rate = rate;
}
