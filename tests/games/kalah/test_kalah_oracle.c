/* The solver of Kalah and its endgame database against plain minimax, which is checked by the published values. */
#include "kalah_values.h"
#include "bench/games/kalah/plain.h"
#include "test.h"

#include "games/kalah/endgame.h"
#include "games/kalah/solver.h"

#include <stdatomic.h>
#include <unistd.h>

enum { HOUSES = 6 };

/* Seeds in each house at the start, by houses: about 24 on the board, mostly in the stores. With fewer seeds the
 * solver's table can be smaller, and entries collide sooner. */
static const int STOCK[HOUSES] = {12, 6, 4, 3, 3, 2};

/* ---- Plain minimax itself ---------------------------------------------------------------- */

/* Endings that can be worked out by hand. */
static void test_plain_by_hand(void **state) {
    (void)state;
    static const struct {
        int houses, empty, place[14], player, margin;
    } known[] = {
        {1, 0, {1, 0, 1, 0}, 0, 0},              /* 1: into the store; the opponent's seeds are swept */
        {1, 0, {2, 0, 2, 0}, 0, -2},             /* 1: one is banked, three are the opponent's */
        {1, 0, {3, 0, 3, 0}, 0, 6},              /* 1: a lap that captures what it gave */
        {2, 0, {1, 0, 5, 1, 0, 3}, 0, 4},        /* 1: the last seed captures one */
        {2, 0, {1, 0, 0, 4, 0, 0}, 0, 5},        /* and four */
        {2, 0, {1, 0, 0, 0, 2, 0}, 0, 1},        /* 1: nothing is opposite; the opponent banks one and has no more */
        {2, 1, {1, 0, 0, 0, 2, 0}, 0, -1},       /* the same, and banked: the opponent sweeps two */
        {2, 0, {1, 0, 0, 0, 4, 0}, 0, -3},       /* 1, then 4: a lap that captures three */
        {2, 0, {1, 1, 0, 0, 3, 0}, 0, 3},        /* 2 moves again, then 1; or 1 at once */
        {2, 0, {0, 1, 0, 0, 1, 7}, 1, -7},       /* the second player's move */
        {3, 0, {0, 0, 1, 0, 9, 0, 0, 0}, 0, -8}, /* 3: into the store ends it; nine are swept */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct plain_kalah k = {.houses = known[i].houses, .emptycapture = known[i].empty, .player = known[i].player};
        memcpy(k.place, known[i].place, sizeof known[i].place);
        int margin = plain_kalah_margin(&k, NULL);
        if (margin != known[i].margin) fail_msg("%zu: %+d", i, margin);
    }
}

static struct plain_kalah_memo *new_memo(void) {
    struct plain_kalah_memo *m = plain_kalah_memo_new();
    assert_non_null(m);
    return m;
}

/* The published values of the boards that plain minimax can solve: most seeds, by houses. */
static void test_plain_is_as_published(void **state) {
    (void)state;
    static const int SEEDS[][HOUSES] = {{6, 6, 4, 1, 1, 0}, {6, 6, 6, 2, 1, 1}, {6, 6, 6, 3, 2, 1}};
    const int *seeds_most = SEEDS[test_scaled(100) < 100 ? 0 : test_scaled(100) < 1000 ? 1 : 2];
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++)
            for (int seeds = 1; seeds <= seeds_most[houses - 1]; seeds++) {
                struct plain_kalah k;
                struct plain_kalah_memo *m = new_memo();
                plain_kalah_start(&k, houses, seeds, empty);
                int margin = plain_kalah_margin(&k, m);
                if (margin != KALAH_VALUES[empty][houses - 1][seeds - 1])
                    fail_msg("(%d,%d) emptycapture=%d: %+d", houses, seeds, empty, margin);
                plain_kalah_memo_free(m);
            }
}

/* ---- Positions ---------------------------------------------------------------------------- */

/* A set of rules with the solvers that are compared. */
struct rules {
    int houses;
    bool empty;
    struct jg_game game;
    struct plain_kalah_memo *memo;
    struct jg_kalah_endgame *endgame;
};

static struct rules all_rules[2][HOUSES];

static int open_rules(void **state) {
    (void)state;
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++) {
            struct rules *r = &all_rules[empty][houses - 1];
            char spec[64];
            *r = (struct rules){.houses = houses, .empty = empty, .memo = new_memo()};
            snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=%d,emptycapture=%d", houses, STOCK[houses - 1], empty);
            open_spec(&r->game, spec);
            bool made;
            struct jg_error err = {0};
            struct jg_kalah_endgame_params query = {
                .houses = houses, .emptycapture = empty, .seeds = JG_KALAH_ENDGAME_SEEDS_DEFAULT, .threads = 2};
            r->endgame = jg_kalah_endgame_open(&query, &made, &err);
            if (!r->endgame) fail_msg("%s", err.message);
        }
    return 0;
}

static int close_rules(void **state) {
    (void)state;
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++) {
            struct rules *r = &all_rules[empty][houses - 1];
            jg_kalah_endgame_close(r->endgame);
            plain_kalah_memo_free(r->memo);
            jg_game_close(&r->game);
        }
    return 0;
}

static int first_of(const struct rules *r, int player) { return player * (r->houses + 1); }

/* A position with `seeds` seeds in the houses, some on either side, placed in one of several ways; the others are in
 * the stores. A random player is to move. */
static void throw_seeds(const struct rules *r, int seeds, struct jg_rng *rng, struct plain_kalah *out) {
    uint32_t houses = (uint32_t)r->houses;
    int way = (int)jg_rng_below(rng, 4), heap = (int)jg_rng_below(rng, houses), poor = (int)jg_rng_below(rng, 2);
    *out = (struct plain_kalah){.houses = r->houses, .emptycapture = r->empty, .player = (int)jg_rng_below(rng, 2)};
    for (int player = 0; player < 2; player++) out->place[first_of(r, player) + (int)jg_rng_below(rng, houses)]++;
    for (int i = 2; i < seeds; i++) {
        int player = (int)jg_rng_below(rng, 2), house = (int)jg_rng_below(rng, houses);
        if (way == 1 || way == 2) player = !poor; /* the opponent has only one */
        if ((way == 2 || way == 3) && jg_rng_below(rng, 4)) {
            player = !poor;
            house = heap;
        }
        out->place[first_of(r, player) + house]++;
    }
    int rest = 2 * r->houses * STOCK[r->houses - 1] - seeds, first = (int)jg_rng_below(rng, (uint32_t)rest + 1);
    out->place[r->houses] = first;
    out->place[2 * r->houses + 1] = rest - first;
}

static const char *text_of(const struct rules *r, const struct plain_kalah *k) {
    static char text[160];
    char position[128];
    plain_kalah_print(k, position, sizeof position);
    snprintf(text, sizeof text, "houses=%d emptycapture=%d %s", r->houses, r->empty, position);
    return text;
}

/* The value by plain minimax for the player to move. */
static int margin_of(const struct rules *r, const struct plain_kalah *k, int player) {
    int margin = plain_kalah_margin(k, r->memo);
    return player == 0 ? margin : -margin;
}

static bool holds(struct jg_bounds b, int value) { return b.low <= value && value <= b.high; }

/* Checks a solution: bounds hold, and with `all` all of them meet. */
static void check_solution(const struct rules *r, const struct plain_kalah *k, const struct jg_solution *x, bool met,
                           bool all) {
    int moves[10], n = plain_kalah_moves(k, moves), value = margin_of(r, k, k->player);
    if (!holds(x->value, value) || (met && !jg_bounds_met(x->value)))
        fail_msg("%s: %d to %d, not %d", text_of(r, k), x->value.low, x->value.high, value);
    assert_int_equal(x->move_count, n);
    for (int i = 0; i < n; i++) {
        struct plain_kalah next = *k;
        plain_kalah_move(&next, moves[i]);
        assert_int_equal(x->moves[i].move, moves[i]);
        value = margin_of(r, &next, k->player);
        struct jg_bounds b = x->moves[i].value;
        if (!holds(b, value) || (all && !jg_bounds_met(b)))
            fail_msg("%s, move %d: %d to %d, not %d", text_of(r, k), moves[i], b.low, b.high, value);
    }
}

static void read_plain(const struct jg_game *g, const struct plain_kalah *k, union jg_state *out) {
    char text[128];
    plain_kalah_print(k, text, sizeof text);
    read_position(g, text, out);
}

/* ---- The solver --------------------------------------------------------------------------- */

/* All kinds of solvers: without a database, with a small or a complete one; tables that hold everything or next to
 * nothing; one thread and several. */
static const struct kind {
    int seeds, threads; /* seeds of the database; 0: none */
    uint64_t table;
} KINDS[] = {{0, 1, 1 << 20}, {0, 2, 1 << 12}, {5, 1, 1 << 12}, {5, 2, 1 << 20}, {12, 1, 1 << 16}};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

struct solvers {
    struct jg_kalah_endgame *small;
    struct jg_kalah_solver *all[KIND_COUNT];
};

static struct solvers open_solvers(const struct rules *r) {
    struct solvers s = {0};
    struct jg_error err = {0};
    bool made;
    struct jg_kalah_endgame_params query = {.houses = r->houses, .emptycapture = r->empty, .seeds = 5, .threads = 1};
    s.small = jg_kalah_endgame_open(&query, &made, &err);
    if (!s.small) fail_msg("%s", err.message);
    for (int i = 0; i < KIND_COUNT; i++) {
        struct jg_kalah_solver_options o = {.threads = KINDS[i].threads,
                                            .table = KINDS[i].table,
                                            .endgame = KINDS[i].seeds == 0   ? NULL
                                                       : KINDS[i].seeds == 5 ? s.small
                                                                             : r->endgame};
        s.all[i] = jg_kalah_solver_new(&r->game, &o, &err);
        if (!s.all[i]) fail_msg("%s", err.message);
    }
    return s;
}

static void close_solvers(struct solvers *s) {
    for (int i = 0; i < KIND_COUNT; i++) jg_kalah_solver_free(s->all[i]);
    jg_kalah_endgame_close(s->small);
}

static void solve_and_check(const struct rules *r, const struct solvers *all, int kind, const struct plain_kalah *k,
                            struct jg_rng *rng) {
    struct jg_kalah_solver *s = all->all[kind];
    static struct jg_solution x;
    union jg_state at;
    read_plain(&r->game, k, &at);
    struct jg_solve_query query = {.state = &at, .all = true};
    switch (jg_rng_below(rng, 8)) {
    case 0: jg_kalah_solver_forget(s); break;
    case 1: query.all = false; break;
    case 2: query.nodes = 1 + jg_rng_below(rng, 100); break;
    default: break;
    }
    jg_kalah_solver_run(s, &query, 0, &x);
    check_solution(r, k, &x, !query.nodes, query.all && !query.nodes);
    if (query.nodes && KINDS[kind].threads == 1) assert_true(x.nodes <= query.nodes);
}

/* 10,000 random positions for each rule of capture with up to 10 seeds in the houses: their values, and those of
 * every move. */
static void test_solver(void **state) {
    (void)state;
    const int each = test_scaled_threads(10000) / HOUSES + 1;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 20);
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++) {
            const struct rules *r = &all_rules[empty][houses - 1];
            struct solvers s = open_solvers(r);
            for (int i = 0; i < each; i++) {
                struct plain_kalah k;
                throw_seeds(r, 2 + (int)jg_rng_below(&rng, 9), &rng, &k);
                solve_and_check(r, &s, i % KIND_COUNT, &k, &rng);
            }
            close_solvers(&s);
        }
}

/* Houses with more than a lap of seeds, on every board. */
static void test_solver_laps(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 21);
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++) {
            const struct rules *r = &all_rules[empty][houses - 1];
            struct solvers s = open_solvers(r);
            int lap = 2 * houses + 1, count = test_scaled(houses < 4 ? 300 : houses == 4 ? 20 : 2);
            for (int i = 0; i < count; i++) {
                struct plain_kalah k = {.houses = houses, .emptycapture = empty, .player = (int)jg_rng_below(&rng, 2)};
                int more = houses < 4 ? (int)jg_rng_below(&rng, 8) : 0;
                k.place[first_of(r, k.player) + (int)jg_rng_below(&rng, (uint32_t)houses)] = lap + more;
                k.place[first_of(r, !k.player) + (int)jg_rng_below(&rng, (uint32_t)houses)] = 1;
                k.place[houses] = 2 * houses * STOCK[houses - 1] - lap - more - 1;
                solve_and_check(r, &s, i % KIND_COUNT, &k, &rng);
            }
            close_solvers(&s);
        }
}

/* The path of `jogada solve`, whatever the solver chooses, with the greatest number of seeds in the stores. */
static void test_solve(void **state) {
    (void)state;
    static struct jg_solution x;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 22);
    for (int i = 0; i < test_scaled(120); i++) {
        const struct rules *r = &all_rules[i % 2][i / 2 % HOUSES];
        struct plain_kalah k;
        struct jg_game g;
        union jg_state at;
        char spec[64];
        struct jg_error err = {0};
        throw_seeds(r, 2 + (int)jg_rng_below(&rng, 9), &rng, &k);
        int more = 2 * r->houses * (12 - STOCK[r->houses - 1]);
        k.place[jg_rng_below(&rng, 2) ? r->houses : 2 * r->houses + 1] += more;
        snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=12,emptycapture=%d", r->houses, r->empty);
        open_spec(&g, spec);
        read_plain(&g, &k, &at);
        struct jg_solve_query query = {.state = &at,
                                       .all = true,
                                       .threads = 1 + i % 3,
                                       .memory = (uint64_t)1 << 20,
                                       .size = (int)jg_rng_below(&rng, 10) - 1};
        if (jg_solve(&g, &query, &x, &err)) fail_msg("%s: %s", text_of(r, &k), err.message);
        check_solution(r, &k, &x, true, true);
        jg_game_close(&g);
    }
}

/* A solver that is stopped at once, or by the clock, returns wider bounds but no wrong ones. */
static void test_solver_stopped(void **state) {
    (void)state;
    static struct jg_solution x;
    atomic_bool stop = true;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 23);
    for (int empty = 0; empty < 2; empty++) {
        const struct rules *r = &all_rules[empty][HOUSES - 1];
        struct solvers s = open_solvers(r);
        for (int i = 0; i < test_scaled(100); i++) {
            struct plain_kalah k;
            union jg_state at;
            throw_seeds(r, 10, &rng, &k);
            read_plain(&r->game, &k, &at);
            struct jg_solve_query query = {.state = &at, .all = true, .stop = i % 2 ? &stop : NULL};
            jg_kalah_solver_forget(s.all[i % KIND_COUNT]);
            jg_kalah_solver_run(s.all[i % KIND_COUNT], &query, i % 2 ? 0 : 1e-9, &x);
            check_solution(r, &k, &x, false, false);
        }
        close_solvers(&s);
    }
}

/* ---- The database --------------------------------------------------------------------------- */

static uint64_t side_of(const struct rules *r, const struct plain_kalah *k, int player) {
    uint64_t side = 0;
    for (int i = 0; i < r->houses; i++) side |= (uint64_t)k->place[first_of(r, player) + i] << 8 * i;
    return side;
}

static void check_gain(const struct rules *r, const struct plain_kalah *k) {
    int lead = k->place[r->houses] - k->place[2 * r->houses + 1];
    int want = margin_of(r, k, k->player) - (k->player == 0 ? lead : -lead);
    int gain = jg_kalah_endgame_probe(r->endgame, side_of(r, k, k->player), side_of(r, k, !k->player));
    if (gain != want) fail_msg("%s: %d, not %d", text_of(r, k), gain, want);
}

/* Every way to place up to `seeds` seeds into the pits from `from` on. */
static void each_position(const struct rules *r, struct plain_kalah *k, int from, int seeds, int *count) {
    if (from == 2 * r->houses) {
        if (!side_of(r, k, 0) || !side_of(r, k, 1)) return;
        check_gain(r, k);
        ++*count;
        return;
    }
    int *place = &k->place[from < r->houses ? from : from + 1];
    for (*place = 0; *place <= seeds; ++*place) each_position(r, k, from + 1, seeds - *place, count);
    *place = 0;
}

/* All positions of the database on small boards, those with fewer seeds on large ones. */
static void test_endgame_whole(void **state) {
    (void)state;
    static const int SEEDS[][HOUSES] = {{12, 12, 12, 6, 5, 4}, {12, 12, 12, 12, 8, 7}, {12, 12, 12, 12, 12, 12}};
    const int *seeds = SEEDS[test_scaled(100) < 100 ? 0 : test_scaled(100) < 1000 ? 1 : 2];
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++) {
            const struct rules *r = &all_rules[empty][houses - 1];
            struct plain_kalah k = {.houses = houses, .emptycapture = empty};
            int count = 0;
            assert_int_equal(jg_kalah_endgame_seeds(r->endgame), JG_KALAH_ENDGAME_SEEDS_DEFAULT);
            each_position(r, &k, 0, seeds[houses - 1], &count);
            assert_true(houses > 1 || count == 66); /* pairs from 1 that sum to 12 at most */
        }
}

/* Database, solver, plain minimax and the values reported by agents agree on random positions of up to 12 seeds. */
static void test_endgame(void **state) {
    (void)state;
    const int each = test_scaled(12000) / HOUSES + 1;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 24);
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++) {
            const struct rules *r = &all_rules[empty][houses - 1];
            for (int i = 0; i < each; i++) {
                struct plain_kalah k;
                union jg_state at;
                int32_t score;
                throw_seeds(r, 2 + (int)jg_rng_below(&rng, i % 8 ? 9 : 11), &rng, &k);
                check_gain(r, &k);
                read_plain(&r->game, &k, &at);
                if (!r->game.kind->probe_endgame || !r->game.kind->probe_endgame(&r->game, &at, &score)) continue;
                if (score != margin_of(r, &k, 0)) fail_msg("%s: known as %d", text_of(r, &k), score);
            }
        }
}

/* A side without seeds ends the game: the opponent banks its own. */
static void test_endgame_over(void **state) {
    (void)state;
    for (int empty = 0; empty < 2; empty++)
        for (int houses = 1; houses <= HOUSES; houses++) {
            const struct rules *r = &all_rules[empty][houses - 1];
            uint64_t last = (uint64_t)7 << 8 * (houses - 1);
            assert_int_equal(jg_kalah_endgame_probe(r->endgame, 0, last + 3), -10);
            assert_int_equal(jg_kalah_endgame_probe(r->endgame, last + 3, 0), 10);
            assert_int_equal(jg_kalah_endgame_probe(r->endgame, 0, 0), 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_by_hand), cmocka_unit_test(test_plain_is_as_published),
        cmocka_unit_test(test_solver),        cmocka_unit_test(test_solver_laps),
        cmocka_unit_test(test_solve),         cmocka_unit_test(test_solver_stopped),
        cmocka_unit_test(test_endgame_whole), cmocka_unit_test(test_endgame),
        cmocka_unit_test(test_endgame_over),
    };
    char cache[] = "/tmp/jogada-test-XXXXXX";
    if (!mkdtemp(cache)) return EXIT_FAILURE;
    setenv("XDG_CACHE_HOME", cache, 1); /* nobody's own */
    test_begin();
    int failed = cmocka_run_group_tests(tests, open_rules, close_rules);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", cache);
    return system(command) ? EXIT_FAILURE : failed;
}
