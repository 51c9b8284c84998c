/* Plays matches and prints everything that must be the same on every machine: rows without their times, statistics with all
 * digits, and bits of elementary functions. test_arm64.py compares the output of two kinds of processors. */
#include "arena/contest.h"
#include "arena/row.h"
#include "core/hash.h"
#include "core/math.h"
#include "core/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *game, *agents[2];
    int pairs;
} MATCHES[] = {
    {"kalah:houses=4,seeds=3", {"ab:nodes=300,tt=64k", "mcts:playouts=60"}, 6},
    {"connect4", {"mcts:playouts=60,leaf=eval", "negamax:depth=3"}, 3},
    {"loa", {"ab:nodes=300,tt=64k,eval=network", "mcts:playouts=30"}, 2},
    {"pig:target=40", {"expectiminimax:depth=2", "ismcts:playouts=40"}, 4},
    {"domino:target=30", {"domino.basic", "ismcts:playouts=30"}, 3},
    {"domino:rounds=2", {"domino.antonio", "pimc:worlds=3"}, 2},
    {"magic", {"magic.search", "random"}, 2},
};

static enum jg_status take(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct jg_played row = *played;
    (void)arg;
    (void)err;
    row.seconds[0] = row.seconds[1] = 0;
    char *line = jg_row_write(&row);
    fputs(line, stdout);
    free(line);
    return JG_OK;
}

static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    jg_contest_fixture(arg, number, out);
    return true;
}

static bool play(int i) {
    struct jg_error err = {0};
    struct jg_game g;
    struct jg_player players[2];
    bool good = !jg_game_open(&g, MATCHES[i].game, &err);
    for (int k = 0; k < 2 && good; k++) good = !jg_player_init(&players[k], &g, MATCHES[i].agents[k], &err);
    struct jg_contest c = {.game = &g, .players = players, .player_count = 2, .pairs = (uint64_t)MATCHES[i].pairs, .seed = 7,
                           .threads = 1, .opening = jg_opening_default(&g)};
    struct jg_series series = jg_contest_series(&c);
    struct jg_standings standings;
    struct jg_tally_score score;
    series.fixture = fixture;
    series.take = take;
    series.arg = &c;
    printf("%s\n", MATCHES[i].game);
    if (good) good = !jg_series_play(&series, &err) && !jg_contest_play(&c, &standings, &err);
    if (good) {
        struct jg_tally t = jg_standings_between(&standings, 0, 1);
        jg_tally_score(&t, &score);
        printf("%a %a %a %a %a\n", score.share, score.low, score.high, score.elo, score.p_value);
        jg_standings_free(&standings);
    }
    if (!good) fprintf(stderr, "%s: %s\n", MATCHES[i].game, err.message);
    jg_game_close(&g);
    return good;
}

static void print_functions(void) {
    static double (*const FUNCTIONS[])(double x) = {jg_math_exp,  jg_math_log, jg_math_log1p, jg_math_log10, jg_math_tanh,
                                                    jg_math_atanh, jg_math_cos, jg_math_sin,   jg_math_erfc,  jg_normal_cdf};
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
        uint64_t hash = 0, bits;
        for (int k = 1; k < 3000; k++) {
            double y = FUNCTIONS[i](0.00721 * k * (i == 5 ? 0.04 : 1)) + jg_math_pow(k, 0.01 * k - 9);
            memcpy(&bits, &y, sizeof bits);
            hash = jg_hash_mix(hash, bits);
        }
        printf("%zu %016llx\n", i, (unsigned long long)hash);
    }
    for (int n = 2; n < 60; n++)
        printf("%a %a %a\n", jg_student_tails(0.3 * n, n), jg_chi_square_tail(n, n + 1), jg_binomial_pmf(n / 3, n, 0.3));
}

int main(void) {
    bool good = true;
    print_functions();
    for (int i = 0; i < (int)(sizeof MATCHES / sizeof *MATCHES); i++) good &= play(i);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
