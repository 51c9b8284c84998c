/* The evaluator of Lines of Action: line tables against counting, symmetry, positions worked out by hand. */
#include "test.h"

#include "games/loa/loa.h"

#include <math.h>

/* ---- Positions ---------------------------------------------------------------------------- */

/* Some pieces anywhere, or in a part of the board. */
static uint64_t thrown(struct jg_rng *rng, uint64_t taken) {
    int n = 1 + (int)jg_rng_below(rng, JG_LOA_PIECES), size = 4 + (int)jg_rng_below(rng, 5);
    unsigned file = jg_rng_below(rng, (uint32_t)(9 - size)), rank = jg_rng_below(rng, (uint32_t)(9 - size));
    uint64_t set = 0;
    for (int tries = 0; n && tries < 200; tries++) {
        unsigned square = (rank + jg_rng_below(rng, (uint32_t)size)) * 8 + file + jg_rng_below(rng, (uint32_t)size);
        if ((taken | set) & jg_loa_bit(square)) continue;
        set |= jg_loa_bit(square);
        n--;
    }
    return set;
}

/* Half of them come from random games, half are random placements. */
static void any_position(const struct jg_game *g, struct jg_rng *rng, struct jg_loa_state *s) {
    union jg_state state;
    memset(&state, 0, sizeof state);
    if (jg_rng_below(rng, 2)) {
        jg_start(g, &state);
        jg_random_play(g, &state, rng, (int)jg_rng_below(rng, 80));
        memcpy(s, &state, sizeof *s);
        return;
    }
    uint64_t pieces[2];
    do {
        pieces[0] = thrown(rng, 0);
        pieces[1] = thrown(rng, pieces[0]);
    } while (!pieces[0] || !pieces[1]);
    memset(s, 0, sizeof *s);
    jg_loa_set_position(g, s, pieces, (int)jg_rng_below(rng, 2));
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static bool on_edge(int square) { return square % 8 == 0 || square % 8 == 7 || square / 8 == 0 || square / 8 == 7; }

/* The same by walking over the board. */
static void count_plainly(const struct jg_loa_state *s, int seat, int *worth, int *stopped) {
    static const int STEPS[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    uint64_t all = s->pieces[0] | s->pieces[1];
    *worth = *stopped = 0;
    for (int from = 0; from < 64; from++)
        for (int d = 0; d < 8 && s->pieces[seat] >> from & 1; d++) {
            int dx = STEPS[d][0], dy = STEPS[d][1], n = 0, x = from % 8, y = from / 8;
            for (int i = -7; i <= 7; i++) {
                int a = x + i * dx, b = y + i * dy;
                n += a >= 0 && a < 8 && b >= 0 && b < 8 && all >> (8 * b + a) & 1;
            }
            int a = x + n * dx, b = y + n * dy, to = 8 * b + a;
            if (a < 0 || a > 7 || b < 0 || b > 7 || s->pieces[seat] >> to & 1) continue;
            bool free = true;
            for (int i = 1; i < n; i++) free = free && !(s->pieces[seat ^ 1] >> (8 * (y + i * dy) + x + i * dx) & 1);
            if (!free) ++*stopped;
            if (free) *worth += (on_edge(to) ? 1 : 2) * (s->pieces[seat ^ 1] >> to & 1 ? 2 : 1);
        }
}

static void test_lines(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < test_scaled(20000); i++) {
        struct jg_loa_state s;
        any_position(&g, &rng, &s);
        struct jg_loa_mobility f = jg_loa_mobility(&jg_loa_tables(&g)->mobility, s.pieces);
        for (int seat = 0; seat < 2; seat++) {
            int worth, stopped;
            count_plainly(&s, seat, &worth, &stopped);
            assert_int_equal(f.worth[seat], worth);
            assert_int_equal(f.stopped[seat], stopped);
        }
    }
    jg_game_close(&g);
}

/* ---- Symmetry ------------------------------------------------------------------------------- */

/* The eight ways to lay a board on itself: mirrored files, mirrored ranks, exchanged. */
static uint64_t laid(uint64_t set, int way) {
    uint64_t out = 0;
    for (int square = 0; square < 64; square++) {
        int file = square % 8, rank = square / 8;
        if (way & 1) file = 7 - file;
        if (way & 2) rank = 7 - rank;
        if (set >> square & 1) out |= jg_loa_bit((unsigned)(way & 4 ? 8 * file + rank : 8 * rank + file));
    }
    return out;
}

static void check_symmetry(const struct jg_game *g, const struct jg_evaluator *by, const struct jg_loa_state *s) {
    struct jg_eval e;
    assert_int_equal(jg_eval_open(&e, g, by->name, NULL), JG_OK);
    for (int i = 0; i < by->feature_count; i++)
        if (!strcmp(by->features[i].name, "random")) e.weights[i] = 0;
    int32_t black = jg_eval_value(&e, g, s, 0);
    assert_int_equal(jg_eval_value(&e, g, s, 1), -black);
    for (int way = 0; way < 8; way++)
        for (int exchanged = 0; exchanged < 2; exchanged++) {
            struct jg_loa_state other = {0};
            uint64_t pieces[2] = {laid(s->pieces[exchanged], way), laid(s->pieces[exchanged ^ 1], way)};
            jg_loa_set_position(g, &other, pieces, s->next ^ exchanged);
            if (jg_eval_value(&e, g, &other, exchanged) != black) {
                char text[JG_POSITION_MAX];
                fail_msg("%s of %s, laid %d, exchanged %d: %d, not %d", by->name, position_text(g, s, text), way,
                         exchanged, jg_eval_value(&e, g, &other, exchanged), black);
            }
        }
    jg_eval_close(&e);
}

static void test_symmetry(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(20000); i++) {
        struct jg_loa_state s;
        any_position(&g, &rng, &s);
        if (s.end != JG_LOA_OPEN) continue;
        for (const struct jg_evaluator *by = g.kind->evaluators; by->name; by++) check_symmetry(&g, by, &s);
    }
    jg_game_close(&g);
}

/* ---- By hand ---------------------------------------------------------------------------------- */

enum { CONCENTRATION, EDGE, MASS, QUADS, NEIGHBOURS, GROUPS, BOX, MOBILITY, STOPPED, PIECES, TURN, FEATURES };

static const struct jg_evaluator *mix(const struct jg_game *g) {
    const struct jg_evaluator *by = g->kind->evaluators;
    while (strcmp(by->name, "mix")) by++;
    assert_int_equal(by->feature_count, FEATURES);
    return by;
}

/* For Black; White's are the negatives. Distances are in sixteenths of a square, each rounded, the greater of files and
 * ranks; sums of them less the least (2 pieces: 16, 3: 27, 5: 61, 6: 80), by 8 times the pieces. Moves count 2,
 * to the edge 1, twice that if they capture; a twentieth of the sum. */
static const struct {
    const char *position;
    double features[FEATURES];
} BY_HAND[] = {
    /* Both sides are the same but for the turn. */
    {"1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b", {[TURN] = 1}},

    /* Black a1 b1 a2 h4 h6: files 0 1 0 7 7, mean 3; ranks 0 0 1 3 5, mean 1.8. Distances 48 32 48 64 64 = 256, (256
     * - 61) / 40 = 4.875. All at the edge; mass max(0.5, 1.7). The block of a1 has its centre at (0.5, 0.5), 2.5
     * files away: just near enough. Three pairs, 6 / 5. Groups 5 - 3 + 1. Box 8 x 6. Moves: a1 c1 1, a3 1, b2 2; b1
     * d1 1, b2 2, c2 2; a2 a4 1, b2 2, c4 2; h4 h2 1, g4 2, g5 2, g3 2; h6 h8 1, g6 2, g7 2, g5 2: 28. White d5 d7:
     * mean (3, 5), distances 16 16, (32 - 16) / 16 = 1. Mass max(0.5, 1.5). Two groups, box 1 x 3. Moves: d5 d3, e5,
     * c5, f7, b3, c6, e4, each 2; d7 e7 2, c7 2, e8 1, c6 2, c8 1, e6 2: 24. */
    {"8/3w4/7b/3w4/7b/8/b7/bb6 b",
     {[CONCENTRATION] = 4.875 - 1,
      [EDGE] = 5,
      [MASS] = 1.7 - 1.5,
      [QUADS] = 1,
      [NEIGHBOURS] = 1.2,
      [GROUPS] = 3 - 2,
      [BOX] = 4.8 - 0.3,
      [MOBILITY] = 1.4 - 1.2,
      [PIECES] = 5 - 2,
      [TURN] = 1}},

    /* Black f4 g4 f5 a5 a7 c7: files 5 6 5 0 0 2, mean 3; ranks 3 3 4 4 6 6, mean 13/3. Distances 32 48 32 48 48 and
     * of c7 27, by its rank: 235, (235 - 80) / 48. Two at the edge; mass max(1/2, 5/6). The block of f4 has its
     * centre at (5.5, 3.5), 2.5 files away: just near enough. Three pairs, 6 / 6. Groups 6 - 3 + 1. Box 7 x 4.
     * Moves: f4 h4 1, d4 2, f6 2, f2 2, d6 2, h2 1, and d2 stops it on its way to c1; g4 e4 2, g5 2, g3 2, e2 2, e6
     * 2; f5 h5 1, d5 2, f7 2, f3 2, h7 1, d3 2, d7 2, h3 1; a7 b8 1, b6 2; a5 c5 2, a3 1, c3 2; c7 e7 2, c4 2, e5 2:
     * 47. White c1 d1 c2 d2 h8: files 2 3 2 3 7, mean 3.4; ranks 0 0 1 1 7, mean 1.8. Distances 29 29 (28.8 by rank)
     * 22 (22.4 by file) 13 (12.8 by rank) 83 (83.2 by rank): 176, (176 - 61) / 40 = 2.875. Three at the edge; mass
     * max(0.1, 1.7). One block, of four, near. Six pairs, 12 / 5. Groups 5 - 6 + 1 + 2. Box 6 x 8. Moves: c1 e1 1,
     * a1 1, c4 2, takes f4 4, b2 2; d1 f1 1, b1 1, d3 2, f3 2, b3 2; c2 e2 2, a2 1, c5 2, e4 2, a4 1; d2 f2 2, b2 2,
     * d4 2, b4 2, and f4 stops it on its way to g5; h8 g8 1, h7 1, g7 2: 38. */
    {"7w/b1b5/8/b4b2/5bb1/8/2ww4/2ww4 w",
     {[CONCENTRATION] = 155 / 48.0 - 2.875,
      [EDGE] = 2 - 3,
      [MASS] = 5 / 6.0 - 1.7,
      [QUADS] = 1 - 1,
      [NEIGHBOURS] = 1 - 2.4,
      [GROUPS] = 4 - 2,
      [BOX] = 2.8 - 4.8,
      [MOBILITY] = 2.35 - 1.9,
      [STOPPED] = 1 - 1,
      [PIECES] = 6 - 5,
      [TURN] = -1}},

    /* Black a1 d4 h1: mean (10/3, 1). Distances 53 (53.3) 32 59 (58.7): 144, (144 - 27) / 24 = 4.875. Two at the
     * edge; mass max(1/6, 2.5). Three groups, box 8 x 4. Moves: a1 c1 1, a2 1; d4 e4 2, c4 2, takes d6 4, d2 2, g7
     * 2, c5 2, e3 2; h1 f1 1, h2 1, g2 2: 22. White b2 d6: mean (2, 3), distances 32 32, (64 - 16) / 16 = 3. Mass
     * max(1.5, 0.5). Two groups, box 3 x 5. Moves: b2 c2 2, a2 1, b3 2, b1 1, a3 1, c1 1, and d4 stops it on its way
     * to e5; d6 e6 2, c6 2, d8 1, takes d4 4, e7 2, c5 2, c7 2, e5 2: 25. */
    {"8/8/3w4/8/3b4/8/1w6/b6b b",
     {[CONCENTRATION] = 4.875 - 3,
      [EDGE] = 2,
      [MASS] = 2.5 - 1.5,
      [GROUPS] = 3 - 2,
      [BOX] = 3.2 - 1.5,
      [MOBILITY] = 1.1 - 1.25,
      [STOPPED] = 0 - 1,
      [PIECES] = 3 - 2,
      [TURN] = 1}},
};

static void test_by_hand(void **state) {
    (void)state;
    struct jg_game g;
    open_spec(&g, "loa");
    for (size_t i = 0; i < sizeof BY_HAND / sizeof *BY_HAND; i++) {
        union jg_state s;
        double found[FEATURES];
        read_position(&g, BY_HAND[i].position, &s);
        for (int team = 0; team < 2; team++) {
            mix(&g)->measure(&g, &s, team, found);
            for (int k = 0; k < FEATURES; k++) {
                double want = team ? -BY_HAND[i].features[k] : BY_HAND[i].features[k];
                if (fabs(found[k] - want) > 1e-9)
                    fail_msg("%s, %s: %g, not %g", BY_HAND[i].position, mix(&g)->features[k].name, found[k], want);
            }
        }
    }
    jg_game_close(&g);
}

/* ---- The least distances ------------------------------------------------------------------------ */

static int sixteenths(int at, int sum, int n) { return (32 * abs(at * n - sum) + n) / (2 * n); }

static int plain_distance(uint64_t set) {
    int n = __builtin_popcountll(set), files = 0, ranks = 0, all = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        files += __builtin_ctzll(rest) % 8;
        ranks += __builtin_ctzll(rest) / 8;
    }
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        int x = sixteenths(__builtin_ctzll(rest) % 8, files, n), y = sixteenths(__builtin_ctzll(rest) / 8, ranks, n);
        all += x > y ? x : y;
    }
    return all;
}

/* Squares of a box from b2 on, by the bits of a number. */
static uint64_t placed(unsigned bits, unsigned width) {
    uint64_t set = 0;
    for (; bits; bits &= bits - 1) {
        unsigned i = (unsigned)__builtin_ctz(bits);
        set |= jg_loa_bit(8 * (1 + i / width) + 1 + i % width);
    }
    return set;
}

/* Up to twelve pieces in 4 x 4 and 5 x 3 squares, all ways: what is closest has a concentration of 0, and others
 * what is beyond. */
static void test_least_distances(void **state) {
    (void)state;
    static const unsigned BOXES[2][2] = {{4, 16}, {5, 15}}; /* width, squares */
    struct jg_game g;
    int least[JG_LOA_PIECES + 1];
    unsigned every = test_scaled(100) < 100 ? 7 : 1;
    open_spec(&g, "loa");
    for (int n = 0; n <= JG_LOA_PIECES; n++) least[n] = INT32_MAX;
    for (int box = 0; box < 2; box++)
        for (unsigned bits = 1; bits >> BOXES[box][1] == 0; bits++) {
            int n = __builtin_popcount(bits), distance = plain_distance(placed(bits, BOXES[box][0]));
            if (n <= JG_LOA_PIECES && distance < least[n]) least[n] = distance;
        }
    for (int box = 0; box < 2; box++)
        for (unsigned bits = 1; bits >> BOXES[box][1] == 0; bits += every) {
            uint64_t pieces[2] = {placed(bits, BOXES[box][0]), jg_loa_bit(63)}; /* one piece is where its mass is */
            struct jg_loa_state s = {0};
            double found[FEATURES];
            int n = __builtin_popcount(bits);
            if (n > JG_LOA_PIECES) continue;
            jg_loa_set_position(&g, &s, pieces, 0);
            mix(&g)->measure(&g, &s, 0, found);
            assert_true(fabs(found[CONCENTRATION] - (plain_distance(pieces[0]) - least[n]) / (8.0 * n)) < 1e-9);
        }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_least_distances),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
