/* Solving by table against plain minimax: every position of small games, random trees, extra turns and margins. */
#include "test.h"

#include "search/solve.h"

/* The score of team 0 with best play, by trying everything. */
static int32_t minimax(const struct jg_game *g, const void *state) {
    jg_move moves[JG_MOVES_MAX];
    int turn = jg_turn(g, state), n;
    if (turn == JG_OVER) return jg_score(g, state, 0);
    int32_t best = 0;
    n = jg_moves(g, state, moves);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int32_t value = minimax(g, &child);
        if (!i || (jg_team(turn) ? value < best : value > best)) best = value;
    }
    return best;
}

/* The same for the seat to move, after a move. */
static int32_t value_of_move(const struct jg_game *g, const void *state, jg_move move) {
    union jg_state child;
    int team = jg_team(jg_turn(g, state));
    memcpy(&child, state, g->state_size);
    jg_apply(g, &child, move);
    return team ? -minimax(g, &child) : minimax(g, &child);
}

static void solve(const struct jg_game *g, struct jg_solve_query query, struct jg_solution *out) {
    query.size = -1;
    assert_int_equal(jg_solve(g, &query, out, NULL), JG_OK);
}

static void assert_exact(const struct jg_game *g, const void *state, int threads, uint64_t memory,
                         struct jg_solution *out) {
    int32_t best = INT32_MIN;
    char text[JG_POSITION_MAX];
    int marked = 0;
    solve(g, (struct jg_solve_query){.state = state, .all = true, .threads = threads, .memory = memory}, out);
    for (int i = 0; i < out->move_count; i++) {
        int32_t value = value_of_move(g, state, out->moves[i].move);
        if (value > best) best = value;
        if (out->moves[i].value.low != value || out->moves[i].value.high != value)
            fail_msg("%s, move %d: %d to %d, not %d", position_text(g, state, text), i, out->moves[i].value.low,
                     out->moves[i].value.high, value);
    }
    assert_int_equal(out->value.low, best);
    assert_int_equal(out->value.high, best);
    solve(g, (struct jg_solve_query){.state = state, .threads = threads, .memory = memory}, out);
    assert_int_equal(out->value.low, best);
    assert_int_equal(out->value.high, best);
    for (int i = 0; i < out->move_count; i++) { /* one best move is marked */
        if (!jg_bounds_met(out->moves[i].value)) continue;
        assert_int_equal(value_of_move(g, state, out->moves[i].move), best);
        marked++;
    }
    assert_int_equal(marked, 1);
}

/* Games by the table, also those that have a solver of their own. */
static void open_without_solver(struct jg_game *g, struct jg_game_kind *kind, const char *spec) {
    struct jg_game own;
    open_spec(&own, spec);
    *kind = *own.kind;
    kind->solver = NULL;
    jg_game_close(&own);
    assert_int_equal(jg_game_open_kind(g, kind, spec, NULL), JG_OK);
}

static void test_exact_values(void **unused) {
    (void)unused;
    static const struct {
        const char *spec;
        int plies; /* played at random before */
    } CASES[] = {
        {"tictactoe", 6},
        {"coins:n=9,take=3", 4},
        {"coins:n=9,take=2,misere=0", 4},
        {"numbers:example=alpha", 2},
        {"numbers:example=textbook", 1},
        {"kalah:houses=2,seeds=2", 6},
        {"kalah:houses=3,seeds=1", 6},
    };
    struct jg_solution *out = malloc(sizeof *out);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_game_kind kind;
        struct jg_game g;
        struct jg_rng rng;
        open_without_solver(&g, &kind, CASES[i].spec);
        jg_rng_init(&rng, test_seed(), i);
        for (int n = 0; n < test_scaled_threads(60); n++) {
            union jg_state state;
            jg_start(&g, &state);
            jg_random_play(&g, &state, &rng, (int)jg_rng_below(&rng, (uint32_t)CASES[i].plies + 1));
            if (jg_turn(&g, &state) != JG_OVER) assert_exact(&g, &state, 1 + n % 3, n % 2 ? 64 : 1 << 21, out);
        }
        jg_game_close(&g);
    }
    free(out);
}

/* Positions that need a second, larger table and all threads: the values are those of the game's own solver. */
static void test_threads(void **unused) {
    (void)unused;
    struct jg_game_kind kind;
    struct jg_game own, g;
    union jg_state start;
    struct jg_solution *exact = malloc(sizeof *exact), *out = malloc(sizeof *out);
    open_spec(&own, "kalah:houses=4,seeds=3");
    open_without_solver(&g, &kind, "kalah:houses=4,seeds=3");
    jg_start(&g, &start);
    solve(&own, (struct jg_solve_query){.state = &start, .all = true, .threads = 1}, exact);
    for (int threads = 1; threads <= 3; threads++) {
        solve(&g, (struct jg_solve_query){.state = &start, .all = true, .threads = threads}, out);
        assert_in_range(out->nodes, (1 << 16) + 1, UINT32_MAX); /* more than the first table is for */
        for (int i = 0; i < out->move_count; i++) {
            assert_int_equal(out->moves[i].value.low, exact->moves[i].value.low);
            assert_int_equal(out->moves[i].value.high, exact->moves[i].value.low);
        }
    }
    jg_game_close(&own);
    jg_game_close(&g);
    free(exact);
    free(out);
}

struct watch {
    uint64_t nodes;
    int calls;
    atomic_bool stop;
};

static void stop_later(void *arg, const struct jg_solution *now) {
    struct watch *w = arg;
    assert_true(now->value.low <= now->value.high);
    assert_true(now->share >= 0 && now->share <= 1);
    if (++w->calls == 3) {
        w->nodes = now->nodes;
        atomic_store(&w->stop, true);
    }
}

/* A stopped search reports what it knows, and makes few nodes after the flag is set. */
static void test_stops(void **unused) {
    (void)unused;
    enum { CHECK_EVERY = 4096, THREADS = 2 };
    struct jg_game g;
    union jg_state start;
    struct jg_solution *out = malloc(sizeof *out);
    struct watch w = {0};
    struct jg_game_kind kind;
    open_without_solver(&g, &kind, "kalah:houses=5,seeds=3");
    jg_start(&g, &start);
    solve(&g,
          (struct jg_solve_query){
              .state = &start, .all = true, .threads = THREADS, .stop = &w.stop, .progress = stop_later, .arg = &w},
          out);
    assert_false(jg_bounds_met(out->value));
    assert_in_range(w.calls, 3, 3 + 2 * JG_MOVES_MAX);
    assert_in_range(out->nodes - w.nodes, 0, CHECK_EVERY * (THREADS + 2));
    jg_game_close(&g);
    free(out);
}

/* A limit on nodes leaves bounds, and true ones. */
static void test_node_limit(void **unused) {
    (void)unused;
    struct jg_game_kind kind;
    struct jg_game g;
    union jg_state start;
    struct jg_solution *out = malloc(sizeof *out);
    open_without_solver(&g, &kind, "kalah:houses=3,seeds=3");
    jg_start(&g, &start);
    solve(&g, (struct jg_solve_query){.state = &start, .threads = 1}, out);
    assert_true(jg_bounds_met(out->value));
    int32_t value = out->value.low;
    uint64_t nodes = out->nodes;
    for (uint64_t limit = nodes / 16; limit < 2 * nodes; limit *= 2) {
        solve(&g, (struct jg_solve_query){.state = &start, .threads = 1, .nodes = limit}, out);
        assert_true(out->value.low <= value && value <= out->value.high);
    }
    jg_game_close(&g);
    free(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_values),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_node_limit),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
