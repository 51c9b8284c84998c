/* The evaluator mix of Lines of Action: the features of the program MIA (M. Winands, Informed Search in Complex Games,
 * Maastricht 2004, chapter 2) and a few more, each as the difference between the sides. All features are invariant
 * under rotations and reflections of the board. */
#include "game/network.h"
#include "games/loa/loa.h"

enum { FAR = JG_LOA_FAR };

/* The least sum of distances to the centre of mass, in sixteenths of a square, by number of pieces; found by exhaustive
 * search over all placements. */
static const int LEAST[JG_LOA_PIECES + 1] = {0, 0, 16, 27, 32, 61, 80, 96, 116, 128, 166, 192, 224};

static void fill_axes(struct jg_loa_axis axes[JG_LOA_PIECES + 1][JG_LOA_AXIS_SUMS]) {
    for (int count = 1; count <= JG_LOA_PIECES; count++)
        for (int sum = 0; sum <= 7 * count; sum++) {
            struct jg_loa_axis *a = &axes[count][sum];
            for (int i = 0; i < 8; i++) {
                int away = i * count > sum ? i * count - sum : sum - i * count, twice = (2 * i + 1) * count - 2 * sum;
                a->far[i] = (uint8_t)((2 * FAR * away + count) / (2 * count));
                if (twice < -5 * count || twice > 5 * count) continue;
                a->files |= 0x0101010101010101u << i;
                a->ranks |= (uint64_t)255 << 8 * i;
            }
        }
}

/* ---- One side ------------------------------------------------------------------------------- */

/* The following functions are compiled twice: `popcnt` is for processors that count bits in one instruction, which not
 * every supported processor has. */
#define TWO_VARIANTS static inline __attribute__((always_inline))

TWO_VARIANTS int population(uint64_t set, const bool popcnt) {
    if (popcnt) return __builtin_popcountll(set);
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    return (int)(((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

static uint64_t right(uint64_t set) { return set >> 1 & 0x7f7f7f7f7f7f7f7fu; }
static uint64_t left(uint64_t set) { return set << 1 & 0xfefefefefefefefeu; }

/* The number of pairs of neighbours. */
TWO_VARIANTS int pairs(uint64_t own, const bool popcnt) {
    return population(own & own >> 8, popcnt) + population(own & right(own), popcnt) +
           population(own & right(own) >> 8, popcnt) + population(own & left(own) >> 8, popcnt);
}

/* The quads (2 x 2 squares) with at least three pieces, as the set of their lower left corners. */
static uint64_t quads(uint64_t own) {
    uint64_t b = right(own), c = own >> 8, d = b >> 8;
    return (own & b & (c | d)) | (c & d & (own | b));
}

/* The area of the bounding box of the pieces. */
static int box(uint64_t own) {
    uint64_t files = own | own >> 32;
    files |= files >> 16;
    files = (files | files >> 8) & 255;
    int width = 32 - __builtin_clz((unsigned)files) - __builtin_ctz((unsigned)files);
    int height = (63 - __builtin_clzll(own)) / 8 - __builtin_ctzll(own) / 8 + 1;
    return width * height;
}

/* ---- The evaluator ---------------------------------------------------------------------------- */

enum { CONCENTRATION, EDGE, MASS, QUADS, NEIGHBOURS, GROUPS, BOX, MOBILITY, STOPPED, PIECES, TURN, FEATURES };

/* Weights in points: a logistic fit to the results of 6,000 games of `ab:nodes=2000`, then tuned by
 * `jogada tune loa --method cma`; see docs/loa.md. */
static const struct jg_feature MIX[FEATURES] = {
    [CONCENTRATION] = {.name = "concentration",
                       .help = "mean distance to the centre of mass minus the minimum, in half squares",
                       .weight = -147},
    [EDGE] = {.name = "edge", .help = "pieces on the edge of the board", .weight = -15},
    [MASS] = {.name = "mass", .help = "distance of the centre of mass from the centre of the board", .weight = 46},
    [QUADS] = {.name = "quads",
               .help = "2 x 2 squares with three or four pieces near the centre of mass",
               .weight = -8},
    [NEIGHBOURS] = {.name = "neighbours", .help = "mean number of own neighbours of a piece", .weight = 23},
    [GROUPS] = {.name = "groups", .help = "groups of connected pieces minus holes in them", .weight = -16},
    [BOX] = {.name = "box", .help = "area of the bounding box of the pieces, in tens of squares", .weight = -50},
    [MOBILITY] = {.name = "mobility",
                  .help = "moves in tens: captures count double, moves to the edge half",
                  .weight = 89},
    [STOPPED] = {.name = "stopped", .help = "moves blocked by an opposing piece", .weight = -6},
    [PIECES] = {.name = "pieces", .help = "pieces on the board", .weight = 44},
    [TURN] = {.name = "turn", .help = "1 for the side to move", .weight = 46},
};

TWO_VARIANTS void measure_side(const struct jg_loa_tables *t, const struct jg_loa_state *s, int seat, double *f,
                               const bool popcnt) {
    struct jg_loa_mass m = jg_loa_mass(s, seat);
    const struct jg_loa_axis *x = &t->axes[m.count][m.files], *y = &t->axes[m.count][m.ranks];
    uint64_t own = s->pieces[seat];
    int far = 0;
    for (uint64_t rest = own; rest;) {
        unsigned square = jg_loa_pop(&rest), dx = x->far[square & 7], dy = y->far[square >> 3];
        far += (int)(dx > dy ? dx : dy);
    }
    double each = t->inverse[m.count];
    int dx = 2 * m.files - 7 * m.count, dy = 2 * m.ranks - 7 * m.count;
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    f[CONCENTRATION] = (far - LEAST[m.count]) * each * 2 / FAR;
    f[MASS] = (dx > dy ? dx : dy) * each / 2;
    uint64_t quads3 = quads(own), quads4 = quads3 & own & right(own) & own >> 8 & right(own) >> 8;
    int touching = pairs(own, popcnt);
    f[QUADS] = population(quads3 & x->files & y->ranks, popcnt);
    f[NEIGHBOURS] = 2 * touching * each;
    f[GROUPS] = m.count - touching + population(quads3, popcnt) + 2 * population(quads4, popcnt);
    f[EDGE] = population(own & 0xff818181818181ffu, popcnt);
    f[BOX] = box(own) / 10.0;
    f[PIECES] = m.count;
    f[TURN] = s->next == seat;
}

TWO_VARIANTS void measure_both(const struct jg_loa_tables *t, const struct jg_loa_state *s, int team, double *out,
                               const bool popcnt) {
    double other[FEATURES];
    struct jg_loa_mobility mobility = jg_loa_mobility(&t->mobility, s->pieces);
    measure_side(t, s, team, out, popcnt);
    measure_side(t, s, team ^ 1, other, popcnt);
    out[MOBILITY] = mobility.worth[team] / 20.0;
    other[MOBILITY] = mobility.worth[team ^ 1] / 20.0;
    out[STOPPED] = mobility.stopped[team];
    other[STOPPED] = mobility.stopped[team ^ 1];
    for (int i = 0; i < FEATURES; i++) out[i] -= other[i];
}

#ifdef __x86_64__
__attribute__((target("popcnt"))) static void measure_popcnt(const struct jg_loa_tables *t,
                                                             const struct jg_loa_state *s, int team, double *out) {
    measure_both(t, s, team, out, true);
}

static bool cpu_has_popcnt(void) { return __builtin_cpu_supports("popcnt"); }
#else
static void measure_popcnt(const struct jg_loa_tables *t, const struct jg_loa_state *s, int team, double *out) {
    measure_both(t, s, team, out, false);
}

static bool cpu_has_popcnt(void) { return false; }
#endif

static void measure(const struct jg_game *g, const void *state, int team, double *out) {
    const struct jg_loa_tables *t = g->tables;
    if (t->has_popcnt)
        measure_popcnt(t, state, team, out);
    else
        measure_both(t, state, team, out, false);
}

static int32_t value(const struct jg_game *g, const void *state, int team, const double *weights) {
    double f[FEATURES], sum = 0;
    measure(g, state, team, f);
    for (int i = 0; i < FEATURES; i++) sum += weights[i] * f[i];
    return jg_eval_points(sum);
}

void jg_loa_eval_init(struct jg_loa_tables *t) {
    t->has_popcnt = cpu_has_popcnt();
    jg_loa_mobility_init(&t->mobility);
    fill_axes(t->axes);
    for (int n = 1; n <= JG_LOA_PIECES; n++) t->inverse[n] = 1.0 / n;
}

const struct jg_evaluator jg_loa_evaluators[] = {
    {.name = "mix",
     .help = "weighted sum of concentration, connections, mobility and more",
     .unit = 100,
     .odds = 140,
     .features = MIX,
     .feature_count = FEATURES,
     .value = value,
     .measure = measure},
    {.name = "network",
     .help = "a network that learned from games",
     .unit = 100,
     .odds = JG_NETWORK_POINTS,
     .network = &jg_loa_network},
    JG_LOA_PAPER_EVALUATOR,
    {0},
};
