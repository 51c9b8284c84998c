/* The evaluator paper: the report's weights, terms and their scales. */
#include "games/loa/paper.h"

#include "core/hash.h"
#include "core/math.h"
#include "games/loa/loa.h"

#include <math.h>
#include <stdlib.h>

const double jg_loa_weights[JG_LOA_SETS][JG_LOA_TERMS] = {
    [JG_LOA_FIRST] = {0.00763, 0.38113, 0.63358, 0.89597, 0.03325, 0.41463, 0.78261, 0.01670},
    [JG_LOA_SECOND] = {0.00616, 0.87480, 0.07819, 0.66735, 0, 0.41734, 0.32783, 0},
    [JG_LOA_FINAL] = {0.00251, 0.82723, 0, 0.97915, 0, 0.96032, 0.96950, 0},
};

/* Piece-square values of a quarter of the board. */
static const int8_t WORTH[4][4] = {{-80, -25, -20, -20}, {-25, 10, 10, 10}, {-20, 10, 25, 25}, {-20, 10, 25, 50}};

enum { NEAR = 2 };                /* greatest distance of a quad from the centre of mass, in squares */
static const double CENTRE = 3.5; /* file and rank of the board's centre */
static const double ONE = 0x1p48; /* fixed-point unit of the sums of distances */

#define SQRT2 1.4142135623730951 /* from the centre it is 1/2 of this to the nearest square, 7/2 to a corner */

/* The greatest possible difference between sides, which scales a term so that its range has length 1. The least
 * inverses are those of the widest placements: all pieces in the corners; two in opposite corners, 7 from their
 * centre of mass, where 1/2 is the minimum for two; the whole board. test_loa_terms.c searches for the most
 * quads and neighbours. */
static const double GREATEST[JG_LOA_TERMS] = {
    [JG_LOA_RANDOM] = 0.5,
    [JG_LOA_DISTANCE] = SQRT2 - SQRT2 / 7,
    [JG_LOA_CONCENTRATION] = 1 - 1 / 7.5,
    [JG_LOA_CENTRALISATION] = 50 + 80,
    [JG_LOA_MASS] = SQRT2 * 7 / 2,
    [JG_LOA_QUADS] = 12,
    [JG_LOA_CONNECTIVITY] = 5,
    [JG_LOA_UNIFORMITY] = 1 - 1 / 64.0,
};

/* The minimum mean Manhattan distance to the centre of mass, by number of pieces; test_loa_terms.c checks it over
 * all placements. */
static const double MIN_SPREAD[JG_LOA_PIECES + 1] = {0,       0,       1 / 2.0, 2 / 3.0, 7 / 8.0,   4 / 5.0, 10 / 9.0,
                                                     8 / 7.0, 5 / 4.0, 4 / 3.0, 7 / 5.0, 16 / 11.0, 14 / 9.0};

/* ---- Tables --------------------------------------------------------------------------- */

static void fill_square(struct jg_loa_paper *t, unsigned square) {
    unsigned file = square % 8, rank = square / 8, x = file < 4 ? file : 7 - file, y = rank < 4 ? rank : 7 - rank;
    t->square[square].files = (uint64_t)1 << 8 * file;
    t->square[square].ranks = (uint64_t)1 << 8 * rank;
    t->square[square].distance = (uint64_t)llround(ONE * jg_math_hypot(file - CENTRE, rank - CENTRE));
    t->square[square].around = jg_loa_around(jg_loa_bit(square));
    t->square[square].mass = 1 << 16 | rank << 8 | file;
    t->square[square].worth = WORTH[y][x];
}

/* A quad is identified by its lowest square; its centre is half a square further. */
static void fill_mean(struct jg_loa_paper *t, int count, int sum) {
    t->mean[count][sum] = (uint8_t)(sum / count);
    for (int at = 0; at < 7; at++) {
        if (abs((2 * at + 1) * count - 2 * sum) > 2 * NEAR * count) continue;
        t->near_file[count][sum] |= 0x0101010101010101u << at;
        t->near_rank[count][sum] |= (uint64_t)0x7f << 8 * at;
    }
}

void jg_loa_paper_init(struct jg_loa_paper *t) {
    *t = (struct jg_loa_paper){0};
    for (unsigned square = 0; square < JG_LOA_SQUARES; square++) fill_square(t, square);
    for (int count = 1; count <= JG_LOA_PIECES; count++) {
        for (int sum = 0; sum <= 7 * count; sum++) fill_mean(t, count, sum);
        t->part[count] = 1.0 / count;
        for (int half = 0; half < JG_LOA_SPREADS; half++)
            t->concentration[count][half] = 1 / (1 + (2.0 * half / (count * count) - MIN_SPREAD[count]));
    }
    for (int area = 1; area <= 64; area++) t->area[area] = 1.0 / area;
}

/* ---- Sums ----------------------------------------------------------------------------- */

/* Counts a set of neighbours of a square: rotates it to the lowest three ranks and files and adds these up. */
static int32_t count_around(uint64_t set, unsigned square) {
    const uint32_t file = 0x10101;
    unsigned by = (square - 9) & 63;
    uint32_t low = (uint32_t)(set >> by | set << (-by & 63));
    low = (low & file) + (low >> 1 & file) + (low >> 2 & file);
    return (int32_t)((low * file) >> 16 & 255);
}

void jg_loa_side_put(const struct jg_loa_paper *t, struct jg_loa_side *s, unsigned square) {
    s->pairs += count_around(s->pieces & t->square[square].around, square);
    s->pieces |= jg_loa_bit(square);
    s->files += t->square[square].files;
    s->ranks += t->square[square].ranks;
    s->distance += t->square[square].distance;
    s->mass += t->square[square].mass;
    s->worth += t->square[square].worth;
}

void jg_loa_side_take(const struct jg_loa_paper *t, struct jg_loa_side *s, unsigned square) {
    s->pairs -= count_around(s->pieces & t->square[square].around, square);
    s->pieces ^= jg_loa_bit(square);
    s->files -= t->square[square].files;
    s->ranks -= t->square[square].ranks;
    s->distance -= t->square[square].distance;
    s->mass -= t->square[square].mass;
    s->worth -= t->square[square].worth;
}

void jg_loa_side_set(const struct jg_loa_paper *t, struct jg_loa_side *s, uint64_t pieces) {
    *s = (struct jg_loa_side){0};
    while (pieces) jg_loa_side_put(t, s, jg_loa_pop(&pieces));
}

/* ---- Terms ---------------------------------------------------------------------------- */

static int count_of(const struct jg_loa_side *s) { return (int)(s->mass >> 16); }
static int files_of(const struct jg_loa_side *s) { return (int)(s->mass & 255); }
static int ranks_of(const struct jg_loa_side *s) { return (int)(s->mass >> 8 & 255); }

static double distance(const struct jg_loa_side *s) { return count_of(s) * ONE / (double)(int64_t)s->distance; }

/* Half the sum of |n x - sum of all x|, from the number of pieces at each x, one byte each. The distances above and
 * below the mean add up to the same; above it are `number` pieces, and `beyond` is the sum of their distances from
 * the first coordinate above the mean. The byte products do not overflow. */
static int spread(const struct jg_loa_paper *t, uint64_t counts, int n, int sum) {
    int first = t->mean[n][sum] + 1;
    uint64_t above = first < 8 ? counts >> 8 * first : 0;
    int number = (int)(above * 0x0101010101010101u >> 56), beyond = (int)(above * 0x0001020304050607u >> 56);
    return n * (beyond + first * number) - sum * number;
}

static double concentration(const struct jg_loa_paper *t, const struct jg_loa_side *s) {
    int n = count_of(s), half = spread(t, s->files, n, files_of(s)) + spread(t, s->ranks, n, ranks_of(s));
    return t->concentration[n][half]; /* a table lookup saves a division */
}

static double centralisation(const struct jg_loa_paper *t, const struct jg_loa_side *s) {
    return s->worth * t->part[count_of(s)];
}

static double mass(const struct jg_loa_paper *t, const struct jg_loa_side *s) {
    int n = count_of(s), x = 2 * files_of(s) - 7 * n, y = 2 * ranks_of(s) - 7 * n;
    return sqrt(x * x + y * y) * t->part[n] / 2;
}

/* Not every supported processor counts bits in one instruction, and a loop would be mispredicted. */
static int count_bits(uint64_t set) {
    const uint64_t two = 0x5555555555555555u, four = 0x3333333333333333u, eight = 0x0f0f0f0f0f0f0f0fu;
    set -= set >> 1 & two;
    set = (set & four) + (set >> 2 & four);
    return (int)(((set + (set >> 4)) & eight) * 0x0101010101010101u >> 56);
}

static double quads(const struct jg_loa_paper *t, const struct jg_loa_side *s) {
    int n = count_of(s);
    uint64_t a = s->pieces, b = a >> 1, c = a >> 8, d = a >> 9;
    uint64_t set = (a & b & (c | d)) | (c & d & (a | b));
    set &= t->near_file[n][files_of(s)] & t->near_rank[n][ranks_of(s)];
    return count_bits(set);
}

static double connectivity(const struct jg_loa_paper *t, const struct jg_loa_side *s) {
    return 2 * s->pairs * t->part[count_of(s)];
}

/* The number of bytes from the first to the last that is not 0. */
static unsigned width(uint64_t counts) {
    return 8 - (unsigned)__builtin_clzll(counts) / 8 - (unsigned)__builtin_ctzll(counts) / 8;
}

static double uniformity(const struct jg_loa_paper *t, const struct jg_loa_side *s) {
    return t->area[width(s->files) * width(s->ranks)];
}

/* The terms of a side in their own units, the random one 0. */
static void side_terms(const struct jg_loa_paper *t, const struct jg_loa_side *s, double out[JG_LOA_TERMS]) {
    out[JG_LOA_RANDOM] = 0;
    out[JG_LOA_DISTANCE] = distance(s);
    out[JG_LOA_CONCENTRATION] = concentration(t, s);
    out[JG_LOA_CENTRALISATION] = centralisation(t, s);
    out[JG_LOA_MASS] = mass(t, s);
    out[JG_LOA_QUADS] = quads(t, s);
    out[JG_LOA_CONNECTIVITY] = connectivity(t, s);
    out[JG_LOA_UNIFORMITY] = uniformity(t, s);
}

double jg_loa_side_value(const struct jg_loa_paper *t, const struct jg_loa_side *s, const double *factors) {
    double sum = 0;
    if (factors[JG_LOA_DISTANCE] != 0) sum += factors[JG_LOA_DISTANCE] * distance(s);
    if (factors[JG_LOA_CONCENTRATION] != 0) sum += factors[JG_LOA_CONCENTRATION] * concentration(t, s);
    if (factors[JG_LOA_CENTRALISATION] != 0) sum += factors[JG_LOA_CENTRALISATION] * centralisation(t, s);
    if (factors[JG_LOA_MASS] != 0) sum += factors[JG_LOA_MASS] * mass(t, s);
    if (factors[JG_LOA_QUADS] != 0) sum += factors[JG_LOA_QUADS] * quads(t, s);
    if (factors[JG_LOA_CONNECTIVITY] != 0) sum += factors[JG_LOA_CONNECTIVITY] * connectivity(t, s);
    if (factors[JG_LOA_UNIFORMITY] != 0) sum += factors[JG_LOA_UNIFORMITY] * uniformity(t, s);
    return sum;
}

/* ---- The evaluator -------------------------------------------------------------------- */

void jg_loa_factors(const double *weights, double out[JG_LOA_TERMS]) {
    for (int i = 0; i < JG_LOA_TERMS; i++) out[i] = weights[i] * (JG_LOA_PAPER_UNIT / (2 * GREATEST[i]));
}

double jg_loa_random_term(uint64_t seed, uint64_t key) {
    return (double)(jg_hash_mix(seed, key) >> 11) * 0x1p-53 - 0.5;
}

static double random_term_for(const struct jg_loa_state *s, int team) {
    double term = jg_loa_random_term(0, s->key);
    return team ? -term : term;
}

void jg_loa_paper_measure(const struct jg_game *g, const void *state, int team, double *out) {
    const struct jg_loa_state *s = state;
    const struct jg_loa_paper *t = &jg_loa_tables(g)->paper;
    double terms[2][JG_LOA_TERMS], ones[JG_LOA_TERMS], factors[JG_LOA_TERMS];
    for (int i = 0; i < 2; i++) {
        struct jg_loa_side side;
        jg_loa_side_set(t, &side, s->pieces[team ^ i]);
        side_terms(t, &side, terms[i]);
    }
    for (int i = 0; i < JG_LOA_TERMS; i++) ones[i] = 1;
    jg_loa_factors(ones, factors);
    terms[0][JG_LOA_RANDOM] = random_term_for(s, team);
    for (int i = 0; i < JG_LOA_TERMS; i++) out[i] = factors[i] * (terms[0][i] - terms[1][i]);
}

int32_t jg_loa_paper_value(const struct jg_game *g, const void *state, int team, const double *weights) {
    const struct jg_loa_state *s = state;
    const struct jg_loa_paper *t = &jg_loa_tables(g)->paper;
    double factors[JG_LOA_TERMS], of[2];
    jg_loa_factors(weights, factors);
    for (int i = 0; i < 2; i++) {
        struct jg_loa_side side;
        jg_loa_side_set(t, &side, s->pieces[team ^ i]);
        of[i] = jg_loa_side_value(t, &side, factors);
    }
    return jg_eval_points(of[0] - of[1] + factors[JG_LOA_RANDOM] * random_term_for(s, team));
}

const struct jg_feature jg_loa_terms[JG_LOA_TERMS] = {
    [JG_LOA_RANDOM] = {.name = "random", .help = "a random number, fixed for each position", .weight = 0.00251},
    [JG_LOA_DISTANCE] = {.name = "distance",
                         .help = "closeness of the pieces to the centre of the board",
                         .weight = 0.82723},
    [JG_LOA_CONCENTRATION] = {.name = "concentration", .help = "closeness of the pieces to their centre of mass"},
    [JG_LOA_CENTRALISATION] = {.name = "centralisation",
                               .help = "mean value of the occupied squares, low at the edge",
                               .weight = 0.97915},
    [JG_LOA_MASS] = {.name = "mass", .help = "distance of the centre of mass from the centre of the board"},
    [JG_LOA_QUADS] = {.name = "quads",
                      .help = "2 x 2 squares near the centre of mass with three or four pieces",
                      .weight = 0.96032},
    [JG_LOA_CONNECTIVITY] = {.name = "connectivity", .help = "mean number of own neighbours", .weight = 0.96950},
    [JG_LOA_UNIFORMITY] = {.name = "uniformity", .help = "compactness of the bounding box of the pieces"},
};
