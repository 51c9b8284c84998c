/* Connect Four against a plain engine: rules, evaluation and exact values, on boards of many sizes. */
#include "test.h"

#include "bench/games/connect4/plain.h"
#include "search/solve.h"

enum { OPEN, THREATS, PARITY, FEATURES }; /* of the evaluator */

struct size {
    int width, height, connect;
};

static const struct size SIZES[] = {{7, 6, 4},  {1, 1, 2},  {4, 3, 3},  {5, 4, 4}, {6, 7, 4}, {9, 6, 5},
                                    {10, 5, 6}, {3, 10, 4}, {10, 2, 2}, {6, 5, 3}, {5, 9, 6}, {8, 7, 4}};

static void open_size(struct jg_game *g, struct size size) {
    char spec[64];
    snprintf(spec, sizeof spec, "connect4:width=%d,height=%d,connect=%d", size.width, size.height, size.connect);
    open_spec(g, spec);
}

/* The position of the plain engine in the game's notation. */
static void plain_text(const struct plain_connect4 *p, char *out) {
    for (int row = p->height - 1; row >= 0; row--) {
        memcpy(out, p->board[row], (size_t)p->width);
        out += p->width;
        *out++ = row ? '/' : ' ';
    }
    *out++ = p->player;
    *out = '\0';
}

static int plain_threats(const struct plain_connect4 *p, char side, int parity) {
    int n = 0;
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++)
            n += p->board[row][column] == '.' && (parity < 0 || row % 2 == parity) &&
                 plain_connect4_completes(p, row, column, side);
    return n;
}

static void assert_same(const struct jg_game *g, const union jg_state *state, const struct plain_connect4 *p) {
    char text[JG_POSITION_MAX], plain[JG_POSITION_MAX];
    double f[FEATURES];
    plain_text(p, plain);
    assert_string_equal(position_text(g, state, text), plain);
    int turn = jg_turn(g, state), red = p->winner == 'r', yellow = p->winner == 'y';
    assert_int_equal(turn, p->winner ? JG_OVER : p->player == 'y');
    if (turn == JG_OVER) {
        assert_int_equal(jg_score(g, state, 0), red - yellow);
        return;
    }
    for (int column = 0; column < p->width; column++)
        assert_int_equal(jg_legal(g, state, (jg_move)column + 1), plain_connect4_may(p, column));
    g->kind->evaluators[0].measure(g, state, 0, f);
    assert_int_equal(f[OPEN], plain_connect4_open_lines(p, 'r') - plain_connect4_open_lines(p, 'y'));
    assert_int_equal(f[THREATS], plain_threats(p, 'r', -1) - plain_threats(p, 'y', -1));
    assert_int_equal(f[PARITY], p->height % 2 ? 0 : plain_threats(p, 'r', 0) - plain_threats(p, 'y', 1));
}

/* Plays random moves in both engines until `empty` squares are left or the game is over. */
static void play(const struct jg_game *g, struct jg_rng *rng, int empty, bool compare, union jg_state *state,
                 struct plain_connect4 *p) {
    jg_start(g, state);
    for (int left = p->width * p->height; left > empty && jg_turn(g, state) != JG_OVER; left--) {
        jg_move move = jg_random_move(g, state, rng);
        if (compare) assert_same(g, state, p);
        jg_apply(g, state, move);
        plain_connect4_move(p, (int)move - 1);
    }
    if (compare) assert_same(g, state, p);
}

static void test_random_games(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        struct jg_game g;
        struct jg_rng rng;
        open_size(&g, SIZES[i]);
        jg_rng_init(&rng, test_seed(), i);
        for (int n = 0; n < test_scaled(500); n++) {
            struct plain_connect4 p;
            union jg_state state;
            plain_connect4_start(&p, SIZES[i].width, SIZES[i].height, SIZES[i].connect);
            play(&g, &rng, 0, true, &state, &p);
        }
        jg_game_close(&g);
    }
}

static void test_sizes(void **unused) {
    (void)unused;
    struct jg_game g;
    struct jg_error err = {0};
    assert_int_equal(jg_game_open(&g, "connect4:width=8,height=8", &err), JG_EINPUT);
    assert_string_equal(err.message, "columns times (rows + 1) must be at most 64, not 72: lower width or height");
    assert_int_equal(jg_game_open(&g, "connect4:width=8,height=7", &err), JG_OK);
    jg_game_close(&g);
}

static struct jg_solution *solve(const struct jg_game *g, const void *state, bool all, int threads) {
    struct jg_solution *out = malloc(sizeof *out);
    struct jg_solve_query query = {.state = state, .all = all, .threads = threads, .size = -1};
    assert_int_equal(jg_solve(g, &query, out, NULL), JG_OK);
    assert_true(jg_bounds_met(out->value));
    return out;
}

/* The solver finds the value of every move, and its static bounds are never wrong. */
static void test_exact_values(void **unused) {
    (void)unused;
    static const struct {
        struct size size;
        int empty;
    } CASES[] = {{{7, 6, 4}, 8},  {{4, 4, 3}, 9}, {{4, 4, 4}, 10}, {{6, 5, 4}, 8},
                 {{3, 7, 4}, 10}, {{6, 3, 3}, 8}, {{5, 5, 4}, 9}};
    int checked = 0;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_game g;
        struct jg_rng rng;
        open_size(&g, CASES[i].size);
        jg_rng_init(&rng, test_seed(), 100 + i);
        for (int n = 0; n < test_scaled(40); n++) {
            struct plain_connect4 p;
            union jg_state state;
            plain_connect4_start(&p, CASES[i].size.width, CASES[i].size.height, CASES[i].size.connect);
            play(&g, &rng, (int)jg_rng_below(&rng, (uint32_t)CASES[i].empty) + 1, false, &state, &p);
            if (p.winner) continue;
            int32_t low = -1, high = 1, value = plain_connect4_minimax(&p);
            g.kind->solver->bounds(&g, &state, &low, &high);
            if (low > value || high < value) fail_msg("bounds %d to %d, not %d", low, high, value);
            struct jg_solution *all = solve(&g, &state, true, 1 + n % 2), *one = solve(&g, &state, false, 1);
            assert_int_equal(all->value.low, value);
            assert_int_equal(one->value.low, value);
            for (int k = 0; k < all->move_count; k++) {
                struct plain_connect4 next = p;
                plain_connect4_move(&next, (int)all->moves[k].move - 1);
                assert_int_equal(all->moves[k].value.low, -plain_connect4_minimax(&next));
                assert_int_equal(all->moves[k].value.high, all->moves[k].value.low);
            }
            checked++;
            free(all);
            free(one);
        }
        jg_game_close(&g);
    }
    assert_in_range(checked, 1, 1 << 20);
}

/* Without the values of all moves, one best move is marked, also where the proof of the value ends before the first
 * move in the list is tried; and it is the same for any number of threads. */
static void test_one_best_move(void **unused) {
    (void)unused;
    struct jg_game g;
    union jg_state state;
    open_spec(&g, "connect4");
    read_position(&g, "...y.../...r.../...y.../...r.../.y.y.../.r.r... r", &state);
    for (int threads = 1; threads <= 2; threads++) {
        struct jg_solution *out = solve(&g, &state, false, threads);
        assert_int_equal(out->value.low, 1);
        for (int i = 0; i < out->move_count; i++)
            assert_int_equal(out->moves[i].value.low == 1, out->moves[i].move == 3);
        free(out);
    }
    jg_game_close(&g);
}

/* Mirror images share a key of the solver, other positions do not. */
static void test_mirror_images(void **unused) {
    (void)unused;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "connect4");
    jg_rng_init(&rng, test_seed(), 200);
    for (int n = 0; n < test_scaled(1000); n++) {
        union jg_state state, mirror;
        jg_start(&g, &state);
        jg_start(&g, &mirror);
        for (int ply = 0; ply < 12 && jg_turn(&g, &state) != JG_OVER; ply++) {
            jg_move move = jg_random_move(&g, &state, &rng);
            uint64_t before = g.kind->solver->key(&g, &state);
            jg_apply(&g, &state, move);
            jg_apply(&g, &mirror, 8 - move);
            assert_true(g.kind->solver->key(&g, &state) == g.kind->solver->key(&g, &mirror));
            assert_true(g.kind->solver->key(&g, &state) != before);
            assert_true(jg_key(&g, &state) != jg_key(&g, &mirror) || !memcmp(&state, &mirror, g.state_size));
        }
    }
    jg_game_close(&g);
}

/* The published values of the first moves (V. Allis and J. D. Allen, 1988). It takes minutes: in --long only. */
static void test_the_start(void **unused) {
    (void)unused;
    static const int VALUES[] = {-1, -1, 0, 1, 0, -1, -1};
    struct jg_game g;
    union jg_state start;
    if (test_scaled(1) < 20) return;
    open_spec(&g, "connect4");
    jg_start(&g, &start);
    struct jg_solution *out = solve(&g, &start, true, 0);
    for (int i = 0; i < 7; i++) assert_int_equal(out->moves[i].value.low, VALUES[i]);
    free(out);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),  cmocka_unit_test(test_sizes),         cmocka_unit_test(test_exact_values),
        cmocka_unit_test(test_one_best_move), cmocka_unit_test(test_mirror_images), cmocka_unit_test(test_the_start),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
