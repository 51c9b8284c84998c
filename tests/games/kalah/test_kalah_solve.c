/* The solver of Kalah against plain alpha-beta without a table, and against itself: threads, databases and table
 * sizes change the time, never a value. */
#include "games/kalah/bounds.h"
#include "bench/games/kalah/plain.h"
#include "search/solve.h"
#include "clock.h"
#include "test.h"

enum { SMALL = 1 << 12, USUAL = 1 << 22 }; /* bytes of tables */

static void open_kalah(struct jg_game *g, int houses, int seeds, bool empty) {
    char spec[64];
    snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=%d,emptycapture=%d", houses, seeds, empty);
    open_spec(g, spec);
}

/* A random position: `seeds` seeds in the houses, the rest in the stores; neither side is empty. */
static void throw_seeds(const struct jg_game *g, struct jg_rng *rng, int seeds, struct plain_kalah *plain,
                        union jg_state *state) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    int h = o->houses, sides[2];
    do {
        plain_kalah_start(plain, h, o->seeds, o->emptycapture);
        memset(plain->place, 0, sizeof plain->place);
        memset(sides, 0, sizeof sides);
        for (int i = 0; i < 2 * h * o->seeds; i++) {
            int side = (int)jg_rng_below(rng, 2), house = (int)jg_rng_below(rng, (uint32_t)h);
            plain->place[side * (h + 1) + (i < seeds ? house : h)]++;
            if (i < seeds) sides[side]++;
        }
    } while (!sides[0] || !sides[1]);
    plain->player = (int)jg_rng_below(rng, 2);
    char text[128];
    plain_kalah_print(plain, text, sizeof text);
    read_position(g, text, state);
}

static struct jg_kalah_endgame *endings(const struct jg_game *g, int seeds) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct jg_kalah_endgame_params query = {
        .houses = o->houses, .emptycapture = o->emptycapture, .seeds = seeds, .threads = 1};
    bool made;
    struct jg_kalah_endgame *e = jg_kalah_endgame_open(&query, &made, NULL);
    assert_non_null(e);
    return e;
}

static struct jg_kalah_solver *new_solver(const struct jg_game *g, int threads, uint64_t table,
                                          const struct jg_kalah_endgame *e) {
    struct jg_kalah_solver_options options = {.threads = threads, .table = table, .endgame = e};
    struct jg_kalah_solver *s = jg_kalah_solver_new(g, &options, NULL);
    assert_non_null(s);
    return s;
}

/* The value of a position and of its every move by plain alpha-beta, for the player to move. */
static int plain_value(const struct plain_kalah *k) {
    uint64_t nodes = 0;
    int value = plain_kalah_alphabeta(k, -1000, 1000, &nodes);
    return k->player ? -value : value;
}

static void assert_solved(const struct plain_kalah *k, const struct jg_solution *out) {
    int moves[10], n = plain_kalah_moves(k, moves), value = plain_value(k);
    assert_int_equal(out->value.low, value);
    assert_int_equal(out->value.high, value);
    assert_int_equal(out->move_count, n);
    for (int i = 0; i < n; i++) {
        struct plain_kalah next = *k;
        plain_kalah_move(&next, moves[i]);
        int after = plain_value(&next);
        if (next.player != k->player) after = -after;
        assert_int_equal(out->moves[i].move, moves[i]);
        assert_int_equal(out->moves[i].value.low, after);
        assert_int_equal(out->moves[i].value.high, after);
    }
}

/* ---- Values ---------------------------------------------------------------------------- */

/* Initial positions of all games that plain alpha-beta can finish, with both rules. */
static void test_first_positions(void **state) {
    (void)state;
    for (int houses = 1; houses <= 6; houses++)
        for (int seeds = 1; houses * seeds <= 6 || (houses < 3 && seeds <= 6); seeds++)
            for (int empty = 0; empty < 2; empty++) {
                struct jg_game g;
                struct plain_kalah plain;
                union jg_state start;
                struct jg_solution out;
                open_kalah(&g, houses, seeds, empty);
                plain_kalah_start(&plain, houses, seeds, empty);
                jg_start(&g, &start);
                struct jg_kalah_solver *s = new_solver(&g, 1, SMALL, NULL);
                jg_kalah_solver_run(s, &(struct jg_solve_query){.state = &start, .all = true}, 0, &out);
                assert_solved(&plain, &out);
                jg_kalah_solver_free(s);
                jg_game_close(&g);
            }
}

/* Random positions, with and without database and threads. */
static void test_thrown_positions(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < test_scaled(60); i++) {
        struct jg_game g;
        int houses = 2 + (int)jg_rng_below(&rng, 5), seeds = 4 + (int)jg_rng_below(&rng, 6);
        open_kalah(&g, houses, 5 + (int)jg_rng_below(&rng, 8), jg_rng_below(&rng, 2));
        struct jg_kalah_endgame *e = endings(&g, 1 + (int)jg_rng_below(&rng, 5));
        struct jg_kalah_solver *solvers[] = {new_solver(&g, 1, SMALL, NULL), new_solver(&g, 1, 0, NULL),
                                             new_solver(&g, 2, SMALL, NULL), new_solver(&g, 1, SMALL, e),
                                             new_solver(&g, 3, 0, e)};
        for (int k = 0; k < 10; k++) {
            struct plain_kalah plain;
            union jg_state thrown;
            struct jg_solution out;
            throw_seeds(&g, &rng, seeds, &plain, &thrown);
            for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++) {
                struct jg_solve_query query = {.state = &thrown, .all = true, .winner_first = k % 2};
                jg_kalah_solver_run(solvers[s], &query, 0, &out);
                assert_solved(&plain, &out);
            }
        }
        for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++) jg_kalah_solver_free(solvers[s]);
        jg_kalah_endgame_close(e);
        jg_game_close(&g);
    }
}

/* Larger games: one thread and several, tables of any size, with and without a database, in any order of queries. */
static void test_one_value(void **state) {
    (void)state;
    static const struct {
        int houses, seeds;
        bool empty;
        int value;
    } known[] = {{4, 3, false, 6}, {4, 3, true, 8},  {3, 6, false, -8}, {3, 6, true, -10}, {5, 2, false, 2},
                 {5, 2, true, 0},  {6, 2, false, 6}, {6, 2, true, 10},  {4, 4, false, 2},  {2, 12, false, 0}};
    for (size_t i = 0; i < 9; i++) {
        struct jg_game g;
        union jg_state start;
        open_kalah(&g, known[i].houses, known[i].seeds, known[i].empty);
        jg_start(&g, &start);
        struct jg_kalah_endgame *e = endings(&g, 8);
        struct jg_kalah_solver *solvers[] = {new_solver(&g, 1, USUAL, NULL), new_solver(&g, 2, USUAL, NULL),
                                             new_solver(&g, 1, SMALL, e), new_solver(&g, 4, SMALL, e)};
        struct jg_solution first, out;
        for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++) {
            struct jg_solve_query query = {.state = &start, .all = s % 2 == 0};
            jg_kalah_solver_run(solvers[s], &query, 0, &out);
            assert_int_equal(out.value.low, known[i].value);
            assert_int_equal(out.value.high, known[i].value);
            if (s == 0) first = out;
            for (int k = 0; k < out.move_count; k++) { /* without `all` the bounds of the others hold */
                assert_true(out.moves[k].value.low <= first.moves[k].value.low);
                assert_true(out.moves[k].value.high >= first.moves[k].value.high);
            }
            uint64_t nodes = out.nodes;
            jg_kalah_solver_run(solvers[s], &query, 0, &out); /* the table remembers */
            assert_int_equal(out.value.low, known[i].value);
            if (s == 0) assert_true(out.nodes < nodes);
            jg_kalah_solver_free(solvers[s]);
        }
        jg_kalah_endgame_close(e);
        jg_game_close(&g);
    }
}

/* ---- Limits ---------------------------------------------------------------------------- */

/* Bounds hold wherever the search is stopped; the same query has the same result. */
static void test_limits(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    struct jg_solution whole, a, b;
    open_kalah(&g, 4, 3, false);
    jg_start(&g, &start);
    struct jg_kalah_solver *s = new_solver(&g, 1, USUAL, NULL);
    jg_kalah_solver_run(s, &(struct jg_solve_query){.state = &start, .all = true}, 0, &whole);
    for (uint64_t nodes = 1; nodes < 2 * whole.nodes; nodes = nodes * 3 / 2 + 1) {
        struct jg_solve_query query = {.state = &start, .all = true, .nodes = nodes};
        jg_kalah_solver_forget(s);
        jg_kalah_solver_run(s, &query, 0, &a);
        assert_true(a.nodes <= nodes);
        assert_true(a.value.low <= whole.value.low && a.value.high >= whole.value.high);
        for (int i = 0; i < a.move_count; i++) {
            assert_true(a.moves[i].value.low <= whole.moves[i].value.low);
            assert_true(a.moves[i].value.high >= whole.moves[i].value.high);
        }
        assert_int_equal(jg_bounds_met(a.value), nodes >= whole.nodes || jg_bounds_met(a.value));
        jg_kalah_solver_forget(s);
        jg_kalah_solver_run(s, &query, 0, &b);
        a.seconds = b.seconds = 0;
        assert_memory_equal(&a, &b, sizeof a);
    }
    jg_kalah_solver_forget(s);
    jg_kalah_solver_run(s, &(struct jg_solve_query){.state = &start, .all = true}, 0, &a);
    assert_int_equal(a.nodes, whole.nodes);
    jg_kalah_solver_free(s);
    jg_game_close(&g);
}

/* Whether the bounds tell a win from a draw from a loss. */
static bool winner_known(const struct jg_solution *s) {
    return s->value.low > 0 || s->value.high < 0 || jg_bounds_met(s->value);
}

/* Plays at random from the start until at most `most` seeds are left in the houses. */
static void play_until(const struct jg_game *g, struct jg_rng *rng, int most, union jg_state *at) {
    int seeds;
    do {
        jg_start(g, at);
        do {
            jg_random_play(g, at, rng, 1);
            seeds = 0;
            for (int i = 0; i < 2 * g->max_moves; i++) seeds += jg_kalah_seeds(g, at, i % 2, i / 2);
        } while (jg_turn(g, at) != JG_OVER && seeds > most);
    } while (jg_turn(g, at) == JG_OVER);
}

/* The winner is known with fewer nodes if the query asks for it first; bounds hold and the value is the same. */
static void test_winner_first(void **state) {
    (void)state;
    enum { NODES = 4000, POSITIONS = 40, SEEDS = 27 };
    struct jg_game g;
    struct jg_rng rng;
    int known[2] = {0};
    open_kalah(&g, 6, 4, false);
    struct jg_kalah_endgame *e = endings(&g, 12);
    struct jg_kalah_solver *s = new_solver(&g, 1, USUAL, e);
    jg_rng_init(&rng, 7, 3); /* fixed: the counts below are of these positions */
    for (int i = 0; i < POSITIONS; i++) {
        union jg_state at;
        struct jg_solution whole, part;
        play_until(&g, &rng, SEEDS, &at);
        jg_kalah_solver_forget(s);
        jg_kalah_solver_run(s, &(struct jg_solve_query){.state = &at}, 0, &whole);
        for (int first = 0; first < 2; first++) {
            struct jg_solve_query query = {.state = &at, .nodes = NODES, .winner_first = first};
            jg_kalah_solver_forget(s);
            jg_kalah_solver_run(s, &query, 0, &part);
            assert_true(part.value.low <= whole.value.low && part.value.high >= whole.value.high);
            known[first] += winner_known(&part);
            query.nodes = 0;
            jg_kalah_solver_run(s, &query, 0, &part);
            assert_int_equal(part.value.low, whole.value.low);
            assert_true(jg_bounds_met(part.value));
        }
    }
    if (known[1] < known[0] + POSITIONS / 10) fail_msg("%d of %d, and %d", known[1], POSITIONS, known[0]);
    jg_kalah_solver_free(s);
    jg_kalah_endgame_close(e);
    jg_game_close(&g);
}

/* Progress: bounds only tighten. */
struct watched {
    struct jg_bounds last;
    int calls;
};

static void watch(void *arg, const struct jg_solution *now) {
    struct watched *w = arg;
    if (!now->move_count) return;
    if (w->calls++) assert_true(now->value.low >= w->last.low && now->value.high <= w->last.high);
    w->last = now->value;
}

/* The stop flag and the clock end a search that would take hours. */
static void test_stop(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    struct jg_solution out;
    open_kalah(&g, 6, 6, false);
    jg_start(&g, &start);
    for (int threads = 1; threads <= 2; threads++) {
        struct jg_kalah_solver *s = new_solver(&g, threads, USUAL, NULL);
        struct watched seen = {.calls = 0};
        atomic_bool stop = false;
        struct jg_solve_query query = {.state = &start, .stop = &stop, .progress = watch, .arg = &seen};
        clock_hold(0.001);
        clock_set_flag(&stop, 500);
        jg_kalah_solver_run(s, &query, 0, &out);
        assert_true(stop && clock_readings_late() < 10);
        clock_release();
        assert_true(seen.calls > 0);
        assert_true(out.value.low < out.value.high);
        assert_true(out.value.low <= 2 && out.value.high >= 4);
        jg_kalah_solver_run(s, &query, 0, &out); /* set already */
        assert_int_equal(out.move_count, 6);
        assert_int_equal(out.nodes, 0);
        clock_hold(0.001);
        jg_kalah_solver_run(s, &(struct jg_solve_query){.state = &start}, jg_clock() + 0.03, &out);
        assert_true(clock_readings() >= 30 && clock_readings() < 40);
        clock_release();
        jg_kalah_solver_free(s);
    }
    jg_game_close(&g);
}

/* ---- The table ------------------------------------------------------------------------- */

/* A stored entry is found unchanged or not at all, even when thousands share a few buckets. */
static void test_table(void **state) {
    (void)state;
    struct jg_kalah_bounds t;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 2);
    assert_int_equal(jg_kalah_bounds_init(&t, 144, 1, NULL), JG_OK);
    uint64_t found = 0;
    enum { N = 20000 };
    uint64_t(*keys)[2] = calloc(N, sizeof *keys);
    for (int i = 0; i < N; i++) {
        for (int seed = 0; seed < 144; seed++)
            keys[i][jg_rng_below(&rng, 2)] += (uint64_t)1 << 8 * jg_rng_below(&rng, 6);
        struct jg_kalah_bounds_entry k = {
            .low = (uint8_t)(i % 100), .high = (uint8_t)(100 + i % 45), .house = (int8_t)(i % 7 - 1)};
        jg_kalah_bounds_store(jg_kalah_bounds_slot(&t, keys[i][0], keys[i][1]), k, (uint64_t)i);
    }
    for (int i = 0; i < N; i++) {
        struct jg_kalah_bounds_entry k;
        if (!jg_kalah_bounds_probe(jg_kalah_bounds_slot(&t, keys[i][0], keys[i][1]), &k)) continue;
        found++;
        assert_int_equal(k.low, i % 100);
        assert_int_equal(k.high, 100 + i % 45);
        assert_int_equal(k.house, i % 7 - 1);
    }
    assert_true(found > 1000);
    free(keys);
    jg_kalah_bounds_free(&t);
}

/* Every position has a unique index below the number of positions. */
static void test_numbers(void **state) {
    (void)state;
    enum { SEEDS = 7, COUNT = 50388 }; /* C(7 + 12, 12) */
    struct jg_kalah_bounds t;
    assert_int_equal(jg_kalah_bounds_init(&t, SEEDS, 1, NULL), JG_OK);
    uint8_t *seen = calloc(COUNT, 1), place[12] = {0};
    int count = 0;
    for (int at = 0; at < 12;) { /* all ways to have at most SEEDS seeds in 12 houses */
        int sum = 0;
        uint64_t sides[2] = {0};
        for (int i = 0; i < 12; i++) {
            sum += place[i];
            sides[i / 6] |= (uint64_t)place[i] << 8 * (i % 6);
        }
        if (sum <= SEEDS) {
            uint64_t number = jg_kalah_bounds_index(&t, sides[0], sides[1]);
            assert_true(number < COUNT);
            assert_int_equal(seen[number]++, 0);
            count++;
            at = 0;
        } else {
            place[at++] = 0;
        }
        if (at < 12) place[at]++;
    }
    assert_int_equal(count, COUNT);
    free(seen);
    jg_kalah_bounds_free(&t);
}

/* ---- All games ------------------------------------------------------------------------- */

/* Solves factor * x = y (mod 2^64) for an odd factor by Newton's method, which doubles the correct bits in each
 * step. */
static uint64_t divide(uint64_t y, uint64_t factor) {
    uint64_t inverse = factor;
    for (int i = 0; i < 6; i++) inverse *= 2 - factor * inverse;
    return y * inverse;
}

/* Recovers the index of a position from its slot alone: the bucket gives a range of hashed indices, the tag selects
 * one. */
static uint64_t number_at(const struct jg_kalah_bounds *t, struct jg_kalah_bounds_slot p) {
    __extension__ typedef unsigned __int128 wide;
    uint64_t bucket = (uint64_t)(p.bucket - t->slots) / JG_KALAH_WAYS, tag = p.tag >> JG_KALAH_TAG_SHIFT;
    uint64_t first = (uint64_t)((((wide)bucket << t->bits) + t->buckets - 1) / t->buckets);
    uint64_t x = first + ((tag - first) & t->low);
    x ^= x >> t->half;
    x = divide(x, 0xd6e8feb86659fd93u) & t->mask;
    x ^= x >> t->half;
    return divide(x, 0x9e3779b97f4a7c15u) & t->mask;
}

/* Bucket and tag identify a position, in tables and games of any size: no two positions share an entry. */
static void test_places(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 3);
    for (int seeds = 2; seeds <= 144; seeds++)
        for (uint64_t bytes = 1; bytes <= (uint64_t)1 << 36; bytes = 5 * bytes + 64) {
            struct jg_kalah_bounds t;
            enum jg_status status = jg_kalah_bounds_init(&t, seeds, bytes, NULL);
            if (status && bytes > 1 << 20) break; /* a machine with so little memory has no tables of that size */
            assert_int_equal(status, JG_OK);
            for (int i = 0; i < 20; i++) {
                uint64_t sides[2] = {0};
                for (int n = 1 + (int)jg_rng_below(&rng, (uint32_t)seeds); n > 0; n--)
                    sides[jg_rng_below(&rng, 2)] += (uint64_t)1 << 8 * jg_rng_below(&rng, 6);
                struct jg_kalah_bounds_slot p = jg_kalah_bounds_slot(&t, sides[0], sides[1]);
                assert_in_range(p.bucket - t.slots, 0, t.size / sizeof *t.slots - JG_KALAH_WAYS);
                assert_int_equal(number_at(&t, p), jg_kalah_bounds_index(&t, sides[0], sides[1]));
            }
            jg_kalah_bounds_free(&t);
        }
}

static void test_other_games(void **state) {
    (void)state;
    static const struct {
        const char *game;
        int32_t value;
        const char *refused; /* in the message; NULL: it is solved */
    } cases[] = {{"tictactoe", 0, NULL},
                 {"coins:n=20,take=3", 1, NULL},
                 {"coins:n=21,take=3", -1, NULL},
                 {"kalah:houses=2", -10, NULL},
                 {"kalah:houses=7,seeds=1", 0, "more than 6 houses"},
                 {"loa", 0, "pn"},
                 {"domino", 0, "hidden"},
                 {"magic", 0, "hidden"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_game g;
        union jg_state start;
        struct jg_solution out;
        struct jg_error err = {0};
        open_spec(&g, cases[i].game);
        jg_start(&g, &start);
        struct jg_solve_query query = {.state = &start, .all = true, .memory = 1 << 24, .size = -1};
        enum jg_status status = jg_solve(&g, &query, &out, &err);
        if (cases[i].refused) {
            assert_int_equal(status, JG_EINPUT);
            assert_non_null(strstr(err.message, cases[i].refused));
        } else {
            assert_int_equal(status, JG_OK);
            assert_int_equal(out.value.low, cases[i].value);
            assert_int_equal(out.value.high, cases[i].value);
            int32_t best = out.moves[0].value.low;
            for (int k = 1; k < out.move_count; k++)
                if (out.moves[k].value.low > best) best = out.moves[k].value.low;
            assert_int_equal(best, cases[i].value);
        }
        jg_game_close(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_positions), cmocka_unit_test(test_thrown_positions),
        cmocka_unit_test(test_one_value),       cmocka_unit_test(test_limits),
        cmocka_unit_test(test_winner_first),    cmocka_unit_test(test_stop),
        cmocka_unit_test(test_table),           cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_places),          cmocka_unit_test(test_other_games),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
