/* Evaluators of Kalah: the report's difference of the stores, a weighted sum of seven features, and a network. */
#include "game/network.h"
#include "games/kalah/sow.h"

#include <string.h>

/* The report's evaluation: own store minus the opponent's. */
static int32_t store_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    (void)weights;
    return jg_kalah_store(g, state, team) - jg_kalah_store(g, state, team ^ 1);
}

/* ---- mix: a weighted sum of features ---------------------------------------------- */

enum { STORE, SEEDS, MOBILITY, AGAIN, THREAT, TRAPS, TURN, FEATURES };

/* Weights in hundredths of a seed per unit of the feature. They started from a least squares fit to the values of
 * 12-ply searches; this is the best of six variants over 600 games each at 5,000 nodes: 57.5 % against `store`. */
static const struct jg_feature MIX[FEATURES] = {
    [STORE] = {.name = "store", .help = "seeds in the store", .weight = 100},
    [SEEDS] = {.name = "seeds", .help = "seeds in own houses", .weight = 20},
    [MOBILITY] = {.name = "mobility", .help = "non-empty houses", .weight = 20},
    [AGAIN] = {.name = "again", .help = "houses that give an extra move", .weight = 80},
    [THREAT] = {.name = "threat", .help = "most opposing seeds that the next move can capture", .weight = 25},
    [TRAPS] = {.name = "traps", .help = "opposing seeds opposite own empty houses", .weight = 0},
    [TURN] = {.name = "turn", .help = "1 for the side to move", .weight = 100},
};

/* The sides as `seat` sees them, independent of the turn. */
static inline struct jg_kalah_lanes lanes_of(const void *state, int seat, const int words) {
    uint64_t lanes[2][JG_KALAH_WORDS];
    struct jg_kalah_lanes x;
    memcpy(lanes[0], state, 8 * (size_t)words);
    memcpy(lanes[1], (const uint8_t *)state + 8 * words, 8 * (size_t)words);
    lanes[0][words - 1] &= ~((uint64_t)255 << 48); /* the turn */
    for (int w = 0; w < words; w++) {
        x.own[w] = lanes[seat][w];
        x.other[w] = lanes[seat ^ 1][w];
    }
    return x;
}

/* The features of one side, computed as if it were to move. An empty house sows nothing, captures nothing and does not
 * move again. */
static inline void measure_side(const struct jg_game *g, const void *state, int seat, int *f, const int words) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    const struct jg_kalah_lanes now = lanes_of(state, seat, words);
    int seeds = 0, mobility = 0, again = 0, traps = 0, threat = 1;
    for (int house = 0; house < o->houses; house++) {
        struct jg_kalah_lanes x = now;
        int n = (int)jg_kalah_byte(now.own, 8 * (unsigned)house, words);
        const struct jg_kalah_sowing *e = jg_kalah_sow(g->tables, &x, (unsigned)house, words);
        int captured = (int)jg_kalah_capture_size(&x, e, o->emptycapture, words);
        seeds += n;
        mobility += n > 0;
        again += !e->ends_turn;
        traps += n ? 0 : (int)jg_kalah_byte(now.other, 8 * (unsigned)(o->houses - 1 - house), words);
        threat = captured > threat ? captured : threat;
    }
    f[STORE] = (int)(now.own[words - 1] >> JG_KALAH_STORE_SHIFT);
    f[SEEDS] = seeds;
    f[MOBILITY] = mobility;
    f[AGAIN] = again;
    f[THREAT] = threat - 1; /* without the last seed sown */
    f[TRAPS] = traps;
    f[TURN] = jg_kalah_turn(g, state) == seat;
}

/* The features of a team minus those of the other. Apart for each number of words, so that lanes are registers. */
static inline void measure_both(const struct jg_game *g, const void *state, int team, int *f, const int words) {
    int other[FEATURES];
    measure_side(g, state, team, f, words);
    measure_side(g, state, team ^ 1, other, words);
    for (int i = 0; i < FEATURES; i++) f[i] -= other[i];
}

static void measure(const struct jg_game *g, const void *state, int team, int *f) {
    if (g->state_size == 16)
        measure_both(g, state, team, f, 1);
    else
        measure_both(g, state, team, f, 2);
}

static void mix_measure(const struct jg_game *g, const void *state, int team, double *out) {
    int f[FEATURES];
    measure(g, state, team, f);
    for (int i = 0; i < FEATURES; i++) out[i] = f[i];
}

static int32_t mix_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    int f[FEATURES];
    double sum = 0;
    measure(g, state, team, f);
    for (int i = 0; i < FEATURES; i++) sum += weights[i] * f[i];
    return jg_eval_points(sum);
}

const struct jg_evaluator jg_kalah_evaluators[] = {
    {.name = "store",
     .help = "own store minus the opponent's, as in the report",
     .unit = 1,
     .odds = 3.6,
     .value = store_value},
    {.name = "mix",
     .help = "weighted sum of store, seeds, mobility, extra moves and threats",
     .unit = 100,
     .odds = 330,
     .features = MIX,
     .feature_count = FEATURES,
     .value = mix_value,
     .measure = mix_measure},
    {.name = "network",
     .help = "a network that learned from games, for six houses a side",
     .unit = 100,
     .odds = JG_NETWORK_POINTS,
     .network = &jg_kalah_network},
    {0},
};
