/* The terms of the report on Lines of Action against positions worked out by hand and plain sums, and their minima
 * and maxima. */
#include "loa_terms.h"

static struct jg_game loa;

static int open_loa(void **state) {
    (void)state;
    open_spec(&loa, "loa");
    return 0;
}

static int close_loa(void **state) {
    (void)state;
    jg_game_close(&loa);
    return 0;
}

static const struct jg_loa_paper *tables(void) { return &jg_loa_tables(&loa)->paper; }

/* The terms of a side in their own units, the random one 0. */
static void side_terms(uint64_t pieces, double *out) {
    struct jg_loa_side side;
    jg_loa_side_set(tables(), &side, pieces);
    for (int i = 0; i < JG_LOA_TERMS; i++) {
        double factors[JG_LOA_TERMS] = {0};
        factors[i] = 1;
        out[i] = jg_loa_side_value(tables(), &side, factors);
    }
}

static uint64_t random_pieces(struct jg_rng *rng, int n) {
    uint64_t p = 0;
    unsigned box = 3 + jg_rng_below(rng, 6); /* close together or far apart */
    if (box < 4 && n > 8) box = 4;
    while (__builtin_popcountll(p) < n) p |= jg_loa_bit(8 * jg_rng_below(rng, box) + jg_rng_below(rng, box));
    return p;
}

/* ---- Terms ----------------------------------------------------------------------------- */

static void assert_terms(uint64_t pieces, const double *want) {
    double found[JG_LOA_TERMS], plain[JG_LOA_TERMS];
    side_terms(pieces, found);
    plain_terms(pieces, plain);
    for (int i = 0; i < JG_LOA_TERMS; i++) {
        if (fabs(found[i] - want[i]) > 5e-6) fail_msg("%s: %.9g is not %.9g", jg_loa_terms[i].name, found[i], want[i]);
        assert_close(found[i], plain[i]);
    }
}

static void test_by_hand(void **state) {
    (void)state;
    /* Black at the start, b1..g1 and b8..g8. On each rank two pieces are 2.5, 1.5 and 0.5 files
     * and all 3.5 ranks from the centre: sqrt 18.5 = 4.301163, sqrt 14.5 = 3.807887, sqrt 12.5 = 3.535534,
     * on average 3.881528, inverse 0.257631. The centre of mass is the centre: 3.5 + (2.5 + 1.5 + 0.5) / 3 = 5,
     * less 14/9 for twelve: 1 / (1 + 31/9) = 9/40. Squares: (2 * -25 + 4 * -20) / 6. Five pairs on each rank: 20
     * neighbours of 12. Box 6 x 8. */
    assert_terms(0x7e0000000000007eu, (double[]){0, 0.257631, 0.225, -21.666667, 0, 0, 1.666667, 1.0 / 48});
    /* White: a2..a7 and h2..h7, the same turned. */
    assert_terms(0x0081818181818100u, (double[]){0, 0.257631, 0.225, -21.666667, 0, 0, 1.666667, 1.0 / 48});
    /* a1, b1, a2. Distances sqrt 24.5 = 4.949747 and twice sqrt 18.5 = 4.301163: mean 4.517358. Centre of mass (1/3,
     * 1/3): 2/3 + 1 + 1 by three is 8/9, less 2/3: 1 / (1 + 2/9) = 9/11. Squares (-80 - 25 - 25) / 3. Centre of mass
     * to centre: 19/6 * sqrt 2. One quad, centre (1/2, 1/2). Two neighbours each. Box 2 x 2. */
    assert_terms(0x103u, (double[]){0, 0.221368, 0.818182, -43.333333, 4.478343, 1, 2, 0.25});
    /* d4 alone: half of sqrt 2 from the centre. */
    assert_terms(0x8000000u, (double[]){0, 1.414214, 1, 50, 0.707107, 0, 0, 1});
    /* The report's example: three in a line have the least distance, 2/3 on average: 1 / (1 + 0).
     * c4, d4, e4: sqrt 2.5 = 1.581139 and twice sqrt 0.5 = 0.707107: mean 0.998451; centre of mass d4. */
    assert_terms(0x1c000000u, (double[]){0, 1.001551, 1, (25 + 50 + 50) / 3.0, 0.707107, 0, 4.0 / 3, 1.0 / 3});
}

/* A quad counts up to two squares from the centre of mass, and not beyond. */
static void test_quads_near(void **state) {
    (void)state;
    static const struct {
        uint64_t others; /* besides a1, b1, a2: a quad with centre (0.5, 0.5) */
        double quads;
    } cases[] = {
        {0x8000000000000000u, 1}, /* h8: centre of mass (2, 2) */
        {0xc080000000000000u, 0}, /* g8, h8, h7: (3.5, 3.5), 3 away; the other quad is as far */
        {0x0010004000000000u, 1}, /* e7, g5: files 1 + 4 + 6 = 11 of 5, ranks 1 + 6 + 4 = 11: (2.2, 2.2), 1.7 away */
        {0x0080400000000000u, 0}, /* h7, g6: files 1 + 7 + 6 = 14, ranks 12 of 5: 2.8 - 0.5 = 2.3 away */
        {0x4040000000000000u, 0}, /* g8, g7: files 13, ranks 14 */
    };
    double terms[JG_LOA_TERMS], plain[JG_LOA_TERMS];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        side_terms(0x103u | cases[i].others, terms);
        plain_terms(0x103u | cases[i].others, plain);
        assert_true(terms[JG_LOA_QUADS] == cases[i].quads && plain[JG_LOA_QUADS] == cases[i].quads);
    }
    /* a1, b1, a2, g5, f6: files 0 + 1 + 0 + 6 + 5 = 12 of 5, 2.4; ranks 0 + 0 + 1 + 4 + 5 = 10, 2: 1.9 and 1.5 away.
     * With a third far piece, h6: files 19 of 6 = 3.17, too far. With files that add up to 15 of 6, 2.5: just two. */
    uint64_t far = jg_loa_bit(38) | jg_loa_bit(45);
    side_terms(0x103u | far, terms);
    assert_true(terms[JG_LOA_QUADS] == 1);
    side_terms(0x103u | far | jg_loa_bit(47), terms);
    assert_true(terms[JG_LOA_QUADS] == 0);
    side_terms(0x103u | far | jg_loa_bit(43), terms); /* d6: files 15, ranks 15 of 6 */
    assert_true(terms[JG_LOA_QUADS] == 1);
    side_terms(0x103u | far | jg_loa_bit(51), terms); /* d7: ranks 16 of 6 */
    assert_true(terms[JG_LOA_QUADS] == 0);
}

static void test_plain(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(20000); i++) {
        uint64_t p = random_pieces(&rng, 1 + (int)jg_rng_below(&rng, 12));
        double found[JG_LOA_TERMS], plain[JG_LOA_TERMS];
        side_terms(p, found);
        plain_terms(p, plain);
        for (int k = 0; k < JG_LOA_TERMS; k++) assert_close(found[k], plain[k]);
    }
}

/* Incrementally updated sums equal those computed from the squares, to the last bit. */
static void test_incremental_sums(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 2);
    for (int i = 0; i < test_scaled(300); i++) {
        uint64_t p = random_pieces(&rng, 12);
        struct jg_loa_side updated, computed;
        jg_loa_side_set(tables(), &updated, p);
        for (int k = 0; k < 40; k++) {
            unsigned square = jg_rng_below(&rng, 64);
            bool there = p >> square & 1;
            int n = __builtin_popcountll(p);
            if (there ? n == 1 : n == 12) continue;
            p ^= jg_loa_bit(square);
            (there ? jg_loa_side_take : jg_loa_side_put)(tables(), &updated, square);
            jg_loa_side_set(tables(), &computed, p);
            assert_true(updated.pieces == computed.pieces && updated.files == computed.files &&
                        updated.ranks == computed.ranks);
            assert_true(updated.distance == computed.distance && updated.mass == computed.mass);
            assert_true(updated.worth == computed.worth && updated.pairs == computed.pairs);
        }
    }
}

/* A square and its cost for n pieces with a given centre of mass: n times its distance. */
struct spot {
    int file, rank, cost;
};

enum { REACH = 7, SPOTS = (2 * REACH + 1) * (2 * REACH + 1) };

struct hunt {
    struct spot spots[SPOTS]; /* the cheapest first */
    int best;
};

static int by_cost(const void *a, const void *b) {
    return ((const struct spot *)a)->cost - ((const struct spot *)b)->cost;
}

/* Branch and bound over the ways to choose `left` more squares whose files and ranks add up to the assumed centre of
 * mass. */
static void choose_spots(struct hunt *h, int from, int left, int files, int ranks, int cost) {
    if (!left) {
        if (!files && !ranks) h->best = cost;
        return;
    }
    for (int i = from; i + left <= SPOTS && cost + left * h->spots[i].cost < h->best; i++) {
        const struct spot *s = &h->spots[i];
        choose_spots(h, i + 1, left - 1, files - s->file, ranks - s->rank, cost + s->cost);
    }
}

/* A shift by whole squares brings any centre of mass to a file and rank from 0 to 1, and reflections to one of those
 * tried here; then no piece is more than 7 squares away. The result fits on the board. */
static double hunt_least(int n) {
    struct hunt h = {.best = INT32_MAX};
    for (int files = 0; files <= n / 2; files++)
        for (int ranks = 0; ranks <= files; ranks++) {
            struct spot *s = h.spots;
            for (int y = -REACH; y <= REACH; y++)
                for (int x = -REACH; x <= REACH; x++)
                    *s++ = (struct spot){.file = x, .rank = y, .cost = abs(n * x - files) + abs(n * y - ranks)};
            qsort(h.spots, SPOTS, sizeof *h.spots, by_cost);
            choose_spots(&h, 0, n, files, ranks, 0);
        }
    return (double)h.best / (n * n);
}

/* Hill climbing until no move of one piece lowers the distance: the best of many starts. */
static double climb(struct jg_rng *rng, int n) {
    uint64_t p = random_pieces(rng, n);
    double here = plain_manhattan(p);
    for (bool better = true; better;) {
        better = false;
        for (unsigned from = 0; from < 64; from++)
            for (unsigned to = 0; to < 64 && p >> from & 1; to++) {
                uint64_t q = p ^ jg_loa_bit(from) ^ jg_loa_bit(to);
                if (p >> to & 1 || plain_manhattan(q) >= here - 1e-12) continue;
                p = q;
                here = plain_manhattan(p);
                better = true;
            }
    }
    return here;
}

static void test_least(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 3);
    for (int n = 1; n <= 12; n++) {
        double least = INFINITY;
        for (int i = 0; i < 40; i++) least = fmin(least, climb(&rng, n));
        assert_close(hunt_least(n), least);
        assert_close(hunt_least(n), LEAST[n]);
        assert_close(tables()->concentration[n][lround(LEAST[n] * n * n / 2)], 1);
    }
    for (int n = 2; n <= 3; n++) { /* every placement; one of three is in the lower half */
        double lowest = INFINITY;
        for (unsigned a = 0; a < 32; a++)
            for (unsigned b = 0; b < 64; b++)
                for (unsigned c = 0; c < 64; c++) {
                    uint64_t p = jg_loa_bit(a) | jg_loa_bit(b) | jg_loa_bit(c);
                    if (__builtin_popcountll(p) == n) lowest = fmin(lowest, plain_manhattan(p));
                }
        assert_close(lowest, LEAST[n]);
    }
}

/* The maximum for twelve pieces by dynamic programming over ranks: only the squares of the last rank and the number
 * of pieces so far matter. */
static int most(int (*between)(int below, int rank)) {
    static int best[13][256], next[13][256];
    memset(best, -1, sizeof best);
    best[0][0] = 0;
    for (int rank = 0; rank < 8; rank++) {
        memset(next, -1, sizeof next);
        for (int n = 0; n <= 12; n++)
            for (int below = 0; below < 256; below++)
                for (int squares = 0; squares < 256 && best[n][below] >= 0; squares++) {
                    int m = n + __builtin_popcount((unsigned)squares);
                    if (m > 12) continue;
                    int value = best[n][below] + between(below, squares);
                    if (value > next[m][squares]) next[m][squares] = value;
                }
        memcpy(best, next, sizeof best);
    }
    int found = 0;
    for (int squares = 0; squares < 256; squares++) found = best[12][squares] > found ? best[12][squares] : found;
    return found;
}

static int count_bits(int bits) { return __builtin_popcount((unsigned)bits); }

static int quads_between(int below, int rank) {
    int n = 0;
    for (int i = 0; i < 7; i++) n += count_bits(below >> i & 3) + count_bits(rank >> i & 3) >= 3;
    return n;
}

static int pairs_between(int below, int rank) {
    return count_bits(rank & rank >> 1) + count_bits(below & rank) + count_bits(below & rank >> 1) +
           count_bits(below >> 1 & rank);
}

/* The greatest differences: none is exceeded, and each is reached. */
static void test_greatest(void **state) {
    (void)state;
    static const uint64_t best[JG_LOA_TERMS] = {
        [JG_LOA_DISTANCE] = 0x0000001818000000u,      /* d4 e4 d5 e5 */
        [JG_LOA_CONCENTRATION] = 0x0000001c08000000u, /* four, most compact */
        [JG_LOA_CENTRALISATION] = 0x0000001818000000u,
        [JG_LOA_MASS] = 1,                           /* a1 */
        [JG_LOA_QUADS] = 0x10386c3810000000u,        /* a ring of twelve around a hole, twelve quads */
        [JG_LOA_CONNECTIVITY] = 0x00183c3c18000000u, /* 4 x 4 without corners: 30 pairs */
        [JG_LOA_UNIFORMITY] = 1,
    };
    static const uint64_t worst[JG_LOA_TERMS] = {
        [JG_LOA_DISTANCE] = 0x8100000000000081u,
        [JG_LOA_CONCENTRATION] = 0x8000000000000001u,
        [JG_LOA_CENTRALISATION] = 0x8100000000000081u,
        [JG_LOA_MASS] = 0x8100000000000081u,
        [JG_LOA_QUADS] = 1,
        [JG_LOA_CONNECTIVITY] = 0x8000000000000001u,
        [JG_LOA_UNIFORMITY] = 0x8000000000000001u,
    };
    double ones[JG_LOA_TERMS], factors[JG_LOA_TERMS], low[JG_LOA_TERMS], high[JG_LOA_TERMS], x[JG_LOA_TERMS];
    struct jg_rng rng;
    for (int i = 0; i < JG_LOA_TERMS; i++) ones[i] = 1;
    jg_loa_factors(ones, factors);
    for (int i = 1; i < JG_LOA_TERMS; i++) {
        side_terms(best[i], x);
        high[i] = x[i];
        side_terms(worst[i], x);
        low[i] = x[i];
        assert_close(high[i] - low[i], GREATEST[i]);
        assert_close(factors[i] * (high[i] - low[i]), 500);
    }
    assert_int_equal(most(quads_between), 12);
    assert_int_equal(2 * most(pairs_between), 5 * 12);
    jg_rng_init(&rng, test_seed(), 4);
    for (int i = 0; i < test_scaled(20000); i++) {
        side_terms(random_pieces(&rng, 1 + (int)jg_rng_below(&rng, 12)), x);
        for (int k = 1; k < JG_LOA_TERMS; k++) assert_true(x[k] >= low[k] - 1e-9 && x[k] <= high[k] + 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),          cmocka_unit_test(test_quads_near), cmocka_unit_test(test_plain),
        cmocka_unit_test(test_incremental_sums), cmocka_unit_test(test_least),      cmocka_unit_test(test_greatest),
    };
    test_begin();
    return cmocka_run_group_tests_name("loa_terms", tests, open_loa, close_loa);
}
