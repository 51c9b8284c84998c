/* The evaluator of Connect Four: open lines and threats. Threats in rows that zugzwang gives to a player count more: when
 * the rest of an even board fills up, Yellow always replies in the same column, so Red gets the squares of the odd rows
 * and Yellow those of the even rows (V. Allis, "A knowledge-based approach of Connect-Four", 1988). */
#include "games/connect4/connect4.h"

enum { OPEN, THREATS, PARITY, FEATURES };

static const struct jg_feature FEATURE[FEATURES] = {
    [OPEN] = {.name = "open", .help = "lines without a disc of the opponent", .weight = 1},
    [THREATS] = {.name = "threats", .help = "empty squares that complete a line", .weight = 6},
    [PARITY] = {.name = "parity", .help = "of these, squares in rows that zugzwang gives to the player", .weight = 12},
};

/* The number of lines that a side can still complete. */
static int open_lines(const struct jg_game *g, const struct jg_connect4_state *s, int side) {
    uint64_t squares = jg_connect4_board(g)->all & ~s->discs[side ^ 1];
    int n = 0;
    for (int direction = 0; direction < JG_CONNECT4_DIRECTIONS; direction++)
        n += __builtin_popcountll(jg_connect4_lines(g, squares, direction));
    return n;
}

static void measure(const struct jg_game *g, const void *state, int team, double *out) {
    const struct jg_connect4_state *s = state;
    uint64_t odd = jg_connect4_board(g)->odd_rows;
    uint64_t threats[2] = {jg_connect4_threats(g, s, 0), jg_connect4_threats(g, s, 1)};
    int sign = team ? -1 : 1;
    bool even_height = jg_connect4_options(g)->height % 2 == 0;
    out[OPEN] = sign * (open_lines(g, s, 0) - open_lines(g, s, 1));
    out[THREATS] = sign * (__builtin_popcountll(threats[0]) - __builtin_popcountll(threats[1]));
    out[PARITY] =
        even_height ? sign * (__builtin_popcountll(threats[0] & odd) - __builtin_popcountll(threats[1] & ~odd)) : 0;
}

static int32_t value(const struct jg_game *g, const void *state, int team, const double *weights) {
    double f[FEATURES];
    measure(g, state, team, f);
    return jg_eval_points(weights[OPEN] * f[OPEN] + weights[THREATS] * f[THREATS] + weights[PARITY] * f[PARITY]);
}

const struct jg_evaluator jg_connect4_evaluators[] = {
    {.name = "threats",
     .help = "open lines and threats, minus the opponent's",
     .features = FEATURE,
     .feature_count = FEATURES,
     .unit = 1,
     .odds = 20,
     .value = value,
     .measure = measure},
    {0},
};
