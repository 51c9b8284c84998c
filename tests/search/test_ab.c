/* The `ab` search: values against a trivially simple search, transposition table, limits, and playing strength. */
#include "bench/games/kalah/plain.h"
#include "searches.h"

#include "core/hash.h"
#include "search/ab_tree.h"
#include "search/tt.h"

#include <pthread.h>

static void ask_agent(const struct jg_game *g, const char *spec, const void *state, bool all, struct jg_report *r) {
    struct jg_agent a;
    struct jg_error err = {0};
    if (jg_agent_open(&a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    struct jg_query query = {.view = state, .seat = jg_turn(g, state), .seed = test_seed(), .all = all};
    assert_int_equal(jg_agent_choose(&a, &query, r, &err), JG_OK);
    jg_agent_close(&a);
}

/* ---- Values -------------------------------------------------------------------------------- */

/* To a depth the value is minimax's, and the line leads to it; on request every
 * move's. */
static void compare(const struct jg_game *g, const struct jg_eval *e, const void *state, struct jg_rng *rng) {
    int depth = some_depth(g, rng, 6), team = jg_team(jg_turn(g, state));
    struct jg_report *r = malloc(sizeof *r);
    char spec[64];
    int32_t value = plain_value(g, e, state, depth, team);
    snprintf(spec, sizeof spec, "ab:depth=%d,eval=%s,tt=64k,without=endings", depth, e->by->name);
    ask_agent(g, spec, state, false, r);
    assert_int_equal(r->value, value);
    assert_int_equal(line_value(g, e, state, r, team), value);
    assert_true(r->depth == depth || (r->proven && r->depth < depth) || r->depth == 1); /* 1: a single move */
    ask_agent(g, spec, state, true, r);
    assert_int_equal(r->value, value);
    jg_move moves[JG_MOVES_MAX];
    assert_int_equal(r->move_count, jg_moves(g, state, moves));
    for (int i = 0; i < r->move_count; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, r->moves[i].move);
        assert_int_equal(r->moves[i].value, plain_value(g, e, &child, r->depth - 1, team));
    }
    free(r);
}

static void test_values(void **state) {
    (void)state;
    for_positions(60, 21, compare);
}

/* The same where positions come back after more and after fewer moves, so that
 * the table knows them for other depths, and deep enough for ends of games. */
static void test_deep_values(void **state) {
    (void)state;
    static const char *const specs[] = {"kalah:houses=3,seeds=3", "kalah:houses=2,seeds=5", "kalah:houses=4,seeds=2"};
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r), *plain = malloc(sizeof *plain);
    jg_rng_init(&rng, test_seed(), 25);
    for (int n = 0; n < test_scaled(450); n++) {
        struct jg_game g;
        union jg_state at;
        char spec[64], alphabeta[64];
        int depth = 5 + (int)jg_rng_below(&rng, 7);
        open_spec(&g, specs[n % 3]);
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, (int)jg_rng_below(&rng, 6));
        const char *eval = n % 2 ? "store" : "mix";
        snprintf(spec, sizeof spec, "ab:depth=%d,eval=%s,without=endings", depth, eval);
        snprintf(alphabeta, sizeof alphabeta, "alphabeta:depth=%d,eval=%s", depth, eval);
        if (jg_turn(&g, &at) != JG_OVER) {
            ask_agent(&g, spec, &at, false, r);
            ask_agent(&g, alphabeta, &at, false, plain);
            if (r->value != plain->value) fail_msg("%s: %d, not %d", spec, r->value, plain->value);
        }
        jg_game_close(&g);
    }
    free(r);
    free(plain);
}

/* Coins with a random evaluation: the same pile recurs after different numbers of moves, with a different value at
 * every depth. A table entry of another depth must not be used at this one. */
static int32_t by_chance(const struct jg_game *g, const void *state, int team, const double *weights) {
    (void)weights;
    int32_t value = (int32_t)(jg_key(g, state) >> 40) % 100;
    return team == jg_turn(g, state) ? value : -value;
}

static void test_values_of_this_depth(void **state) {
    (void)state;
    static const struct jg_evaluator by[] = {{.name = "chance", .help = "", .unit = 1, .value = by_chance}, {0}};
    struct jg_game coins, g;
    struct jg_game_kind kind;
    struct jg_eval e;
    struct jg_rng rng;
    open_spec(&coins, "coins:n=40,take=4");
    kind = *coins.kind;
    kind.evaluators = by;
    assert_int_equal(jg_game_open_kind(&g, &kind, "coins:n=40,take=4", NULL), JG_OK);
    assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
    jg_rng_init(&rng, test_seed(), 26);
    for (int n = 0; n < test_scaled(150); n++) {
        union jg_state at;
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, (int)jg_rng_below(&rng, 12));
        if (jg_turn(&g, &at) != JG_OVER) compare(&g, &e, &at, &rng);
    }
    jg_game_close(&g);
    jg_game_close(&coins);
}

static int plain_kalah_value(const struct plain_kalah *k, int depth) {
    int moves[10], n = plain_kalah_moves(k, moves), best = k->player ? 999 : -999;
    if (!n || !depth) return k->place[6] - k->place[13];
    for (int i = 0; i < n; i++) {
        struct plain_kalah child = *k;
        plain_kalah_move(&child, moves[i]);
        int value = plain_kalah_value(&child, depth - 1);
        if (k->player ? value < best : value > best) best = value;
    }
    return best;
}

/* Kalah from the start, the paper's evaluation: the values of depths 1..12. The
 * first seven came out of a separate program (depth-first minimax in Python);
 * the plain rules and the searches that do not prune confirm as many as there is
 * time for, and the others all. */
static void test_kalah_table(void **state) {
    (void)state;
    static const int32_t TABLE[] = {1, 2, 1, 1, 2, 3, 3, 4, 5, 5, 5, 6};
    static const struct {
        const char *agent;
        int depths[3]; /* reached under sanitizers, as a rule, and in long runs */
    } searches[] = {
        {"minimax", {8, 10, 12}}, {"negamax", {8, 10, 12}}, {"alphabeta", {10, 12, 12}}, {"ab", {12, 12, 12}}};
    struct jg_game g;
    union jg_state start;
    struct jg_report *r = malloc(sizeof *r);
    struct plain_kalah plain;
    int scale = test_scaled(100), length = (scale >= 100) + (scale > 100);
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    plain_kalah_start(&plain, 6, 4, false);
    for (int depth = 1; depth <= 12; depth++) {
        int32_t want = TABLE[depth - 1];
        if (depth <= (length ? 9 : 7)) assert_int_equal(plain_kalah_value(&plain, depth), want);
        for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
            char spec[64];
            if (depth > searches[i].depths[length]) continue;
            snprintf(spec, sizeof spec, "%s:depth=%d,eval=store", searches[i].agent, depth);
            ask_agent(&g, spec, &start, false, r);
            if (r->value != want) fail_msg("%s: %d", spec, r->value);
        }
    }
    free(r);
    jg_game_close(&g);
}

/* The result of a game and how far off it is if the winner hurries and the loser
 * does not. */
struct fate {
    int result, plies;
};

static bool better(struct fate a, struct fate b) {
    if (a.result != b.result) return a.result > b.result;
    return a.result > 0 ? a.plies < b.plies : a.result < 0 && a.plies > b.plies;
}

static struct fate plain_fate(const struct jg_game *g, const void *state, int team) {
    int turn = jg_turn(g, state);
    struct fate best = {0};
    if (turn == JG_OVER) {
        int32_t score = jg_score(g, state, team);
        return (struct fate){.result = (score > 0) - (score < 0)};
    }
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, state, moves), mover = jg_team(turn);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        struct fate f = plain_fate(g, &child, mover);
        f.plies++;
        if (!i || better(f, best)) best = f;
    }
    if (mover != team) best.result = -best.result;
    return best;
}

/* Whole games: won, drawn or lost, the shortest win, the longest defence. */
static void test_fates(void **state) {
    (void)state;
    static const char *const specs[] = {"tictactoe",
                                        "coins:n=9",
                                        "coins:n=10,take=3,misere=0",
                                        "kalah:houses=2,seeds=2",
                                        "kalah:houses=3,seeds=1",
                                        "kalah:houses=3,seeds=2"};
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 22);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_game g;
        open_spec(&g, specs[i]);
        for (int n = 0; n < test_scaled(200); n++) {
            union jg_state at;
            jg_start(&g, &at);
            jg_random_play(&g, &at, &rng, 1 + (int)jg_rng_below(&rng, 6));
            if (jg_turn(&g, &at) == JG_OVER) continue;
            struct fate want = plain_fate(&g, &at, jg_team(jg_turn(&g, &at)));
            ask_agent(&g, n % 2 ? "ab:depth=60,without=endings" : "ab:nodes=1M,without=endings", &at, true, r);
            assert_true(r->proven);
            assert_int_equal((r->value > 0) - (r->value < 0), want.result);
            if (want.result) {
                assert_int_equal(r->plies, want.plies);
                assert_int_equal(r->pv_count, want.plies);
            }
        }
        jg_game_close(&g);
    }
    free(r);
}

/* ---- Selective search ---------------------------------------------------------------------- */

/* Kalah with everything allowed: passing is never right in it, and a search that
 * believes otherwise must still be right about what it calls proven. */
static bool pass_turn(const struct jg_game *g, void *state) {
    char text[JG_POSITION_MAX];
    struct jg_text t;
    jg_text_init(&t, text, sizeof text);
    g->kind->print(g, state, &t);
    text[t.used - 1] ^= '1' ^ '2';
    memset(state, 0, g->state_size);
    return g->kind->parse(g, text, state, NULL) == JG_OK;
}

static void test_selective(void **state) {
    (void)state;
    struct jg_game g, loose;
    struct jg_game_kind kind;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    uint64_t nodes[2] = {0};
    int proven = 0;
    open_spec(&g, "kalah:houses=3,seeds=2");
    kind = *g.kind;
    kind.pass = pass_turn;
    kind.traits |= JG_MAY_REDUCE;
    assert_int_equal(jg_game_open_kind(&loose, &kind, "kalah:houses=3,seeds=2", NULL), JG_OK);
    jg_rng_init(&rng, test_seed(), 23);
    for (int n = 0; n < test_scaled(200); n++) {
        union jg_state at;
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, (int)jg_rng_below(&rng, 8));
        if (jg_turn(&g, &at) == JG_OVER) continue;
        ask_agent(&g, "ab:depth=8,selective=no,without=endings", &at, false, r);
        nodes[0] += r->nodes;
        ask_agent(&loose, "ab:depth=8,selective=yes,without=endings", &at, false, r);
        nodes[1] += r->nodes;
        ask_agent(&loose, "ab:depth=40,nodes=20k,selective=yes,without=endings", &at, false, r);
        if (!r->proven) continue;
        proven++;
        struct fate want = plain_fate(&g, &at, jg_team(jg_turn(&g, &at)));
        assert_int_equal((r->value > 0) - (r->value < 0), want.result);
    }
    assert_true(proven > 0 && nodes[0] != nodes[1]);
    free(r);
    jg_game_close(&loose);
    jg_game_close(&g);
}

/* A given depth is searched exactly, unless the search is selective. */
static void test_exact_depth(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    ask_agent(&g, "ab:depth=7", &start, false, a);
    ask_agent(&g, "ab:depth=7,selective=no", &start, false, b);
    assert_true(a->nodes == b->nodes && a->value == b->value && a->depth == 7 && a->pv_count == 7);
    ask_agent(&g, "ab:depth=7,selective=yes", &start, false, b);
    assert_true(b->nodes > a->nodes); /* extra turns cost no depth there */
    free(a);
    free(b);
    jg_game_close(&g);
}

/* ---- The table ----------------------------------------------------------------------------- */

static struct jg_tt_entry entry_of(int i) {
    return (struct jg_tt_entry){.value = (i % 2 ? -1 : 1) * i * 1000,
                                .move = i % 257 - 1,
                                .depth = i % 1001,
                                .bound = (enum jg_bound)(1 + i % 3),
                                .proven = i % 5 == 0};
}

static uint64_t key_of(int i) { return (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u; }

static bool same(const struct jg_tt_entry *a, const struct jg_tt_entry *b) {
    return a->value == b->value && a->move == b->move && a->depth == b->depth && a->bound == b->bound &&
           a->proven == b->proven;
}

/* An entry is read back as it was stored, also while the table grows from its smallest size. */
static void test_table(void **state) {
    (void)state;
    struct jg_tt tt;
    struct jg_tt_entry e, want;
    assert_int_equal(jg_tt_init(&tt, 4 << 20, NULL), JG_OK);
    for (int forget = 1; forget >= 0; forget--) {
        jg_tt_begin(&tt, forget, NULL, 0);
        if (forget) jg_tt_begin(&tt, true, NULL, 0);
        assert_false(forget && jg_tt_find(&tt, key_of(1), &e));
        for (int i = 0; i < 20000; i++) {
            want = entry_of(i);
            jg_tt_store(&tt, key_of(i), &want);
            assert_true(jg_tt_find(&tt, key_of(i), &e) && same(&e, &want));
        }
        int found = 0;
        for (int i = 0; i < 20000; i++) {
            want = entry_of(i);
            if (!jg_tt_find(&tt, key_of(i), &e)) continue;
            assert_true(same(&e, &want));
            found++;
        }
        assert_true(found > 19000); /* of 65536 places */
    }
    jg_tt_begin(&tt, true, NULL, 0);
    for (int i = 0; i < 20000; i++) assert_false(jg_tt_find(&tt, key_of(i), &e));
    jg_tt_free(&tt);
    jg_tt_free(&tt);
}

/* In a full bucket the old give way first, then the shallow. */
static void test_table_replaces(void **state) {
    (void)state;
    struct jg_tt tt;
    struct jg_tt_entry e = {.bound = JG_BOUND_EXACT, .move = -1};
    assert_int_equal(jg_tt_init(&tt, 64, NULL), JG_OK); /* one bucket of four */
    jg_tt_begin(&tt, false, NULL, 0);
    e.depth = 50;
    jg_tt_store(&tt, 1, &e);
    jg_tt_begin(&tt, false, NULL, 0);
    for (int i = 2; i <= 4; i++) {
        e.depth = i;
        jg_tt_store(&tt, (uint64_t)i, &e);
    }
    assert_true(jg_tt_find(&tt, 1, &e)); /* there was room */
    e.depth = 9;
    jg_tt_store(&tt, 5, &e);
    assert_false(jg_tt_find(&tt, 1, &e)); /* deep, but of the search before */
    jg_tt_store(&tt, 6, &e);
    assert_false(jg_tt_find(&tt, 2, &e)); /* the shallowest */
    for (int i = 3; i <= 6; i++) assert_true(jg_tt_find(&tt, (uint64_t)i, &e));
    e.depth = 1;
    jg_tt_store(&tt, 6, &e); /* the same position takes its own place */
    assert_true(jg_tt_find(&tt, 6, &e) && e.depth == 1);
    for (int i = 3; i <= 5; i++) assert_true(jg_tt_find(&tt, (uint64_t)i, &e));
    jg_tt_free(&tt);
}

/* Threads that write and read the same few places never see half of an entry. */
static void *hammer(void *arg) {
    struct jg_tt *tt = arg;
    struct jg_tt_entry e, want;
    uintptr_t wrong = 0;
    for (int i = 0; i < 40000; i++) {
        want = entry_of(i % 97);
        jg_tt_store(tt, key_of(i % 97), &want);
        want = entry_of(i % 89);
        if (jg_tt_find(tt, key_of(i % 89), &e)) wrong += !same(&e, &want);
    }
    return (void *)wrong;
}

static void test_table_threads(void **state) {
    (void)state;
    struct jg_tt tt;
    pthread_t threads[4];
    assert_int_equal(jg_tt_init(&tt, 1 << 10, NULL), JG_OK);
    jg_tt_begin(&tt, false, NULL, 0);
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, hammer, &tt), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    jg_tt_free(&tt);
}

/* Inner values: points, and plies to the end taken off. */
static void test_inner_values(void **state) {
    (void)state;
    static const int32_t points[] = {0, 1, -1, 3, -7, 250, JG_WIN, -JG_WIN};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        for (int plies = 0; plies < AB_PLIES; plies += 7) {
            if (!points[i] && plies) continue;
            int32_t value = points[i] * AB_SCALE - (points[i] > 0 ? plies : -plies);
            assert_int_equal(ab_points(value), points[i]);
            assert_int_equal(ab_distance(value), plies);
            assert_int_equal(ab_points(-value), -points[i]);
        }
}

/* ---- Promises ------------------------------------------------------------------------------ */

/* One thread and a limit of nodes or depth: the same answer to the same question,
 * whatever was asked in between; several threads: the same value. */
static void test_repeats(void **state) {
    (void)state;
    static const char *const specs[] = {"ab:nodes=5k", "ab:nodes=3000,eval=mix", "ab:depth=8", "ab:nodes=7k,tt=64k"};
    struct jg_game g;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_agent agent;
        union jg_state at;
        struct jg_rng rng;
        jg_rng_init(&rng, test_seed(), i);
        assert_int_equal(jg_agent_open(&agent, &g, specs[i], NULL), JG_OK);
        for (int n = 0; n < 20; n++) {
            jg_start(&g, &at);
            jg_random_play(&g, &at, &rng, n);
            if (jg_turn(&g, &at) == JG_OVER) continue;
            struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .seed = test_seed()};
            assert_int_equal(jg_agent_choose(&agent, &query, b, NULL), JG_OK);
            ask_agent(&g, specs[i], &at, false, a);
            assert_same_report(a, b);
        }
        jg_agent_close(&agent);
    }
    free(a);
    free(b);
    jg_game_close(&g);
}

static void test_threads(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_report *one = malloc(sizeof *one), *four = malloc(sizeof *four);
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 24);
    open_spec(&g, "kalah");
    for (int n = 0; n < test_scaled_threads(40); n++) {
        union jg_state at;
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, 2 + n % 20);
        if (jg_turn(&g, &at) == JG_OVER) continue;
        ask_agent(&g, "ab:depth=9", &at, true, one);
        ask_agent(&g, "ab:depth=9,threads=4", &at, true, four);
        assert_int_equal(one->value, four->value);
        assert_int_equal(one->depth, four->depth);
        ask_agent(&g, "ab:ms=3,threads=3,tt=64k", &at, false, four);
        assert_true(jg_legal(&g, &at, four->move));
    }
    free(one);
    free(four);
    jg_game_close(&g);
}

/* Moves that another thread is searching are deferred, not skipped: here all moves but
 * the first of a position seem to be busy. */
static void test_waiting(void **state) {
    (void)state;
    static _Atomic uint64_t busy[AB_BUSY];
    struct jg_game g;
    struct jg_eval e;
    struct jg_tt tt;
    struct jg_rng rng;
    struct ab_worker *w = calloc(1, sizeof *w);
    struct jg_pv pv;
    jg_rng_init(&rng, test_seed(), 27);
    open_spec(&g, "kalah");
    assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
    assert_int_equal(jg_tt_init(&tt, 1 << 20, NULL), JG_OK);
    for (int n = 0; n < test_scaled(200); n++) {
        enum { DEPTH = 4 };
        union jg_state at, child;
        jg_move moves[JG_MOVES_MAX];
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, 2 + n % 20);
        if (jg_turn(&g, &at) == JG_OVER) continue;
        int team = jg_team(jg_turn(&g, &at));
        jg_moves(&g, &at, moves);
        jg_move move = moves[0];
        memcpy(&child, &at, g.state_size);
        jg_apply(&g, &child, move);
        if (jg_turn(&g, &child) == JG_OVER) continue;
        int m = jg_moves(&g, &child, moves);
        memset(busy, 0, sizeof busy);
        for (int i = 0; i < m; i++) {
            uint64_t work = jg_hash_mix(jg_key(&g, &child) + DEPTH, moves[i]);
            busy[work % AB_BUSY] = work;
        }
        jg_tt_begin(&tt, true, NULL, 0);
        struct ab_shared shared = {.game = &g, .eval = &e, .tt = &tt, .busy = busy, .fixed_depth = true};
        memset(w, 0, sizeof *w);
        w->shared = &shared;
        int32_t value = ab_search_child(w, &at, move, team, DEPTH, 1, -INT32_MAX, INT32_MAX, &pv);
        assert_int_equal(ab_points(value), plain_value(&g, &e, &child, DEPTH, team));
    }
    jg_tt_free(&tt);
    free(w);
    jg_game_close(&g);
}

/* ---- Stopping ------------------------------------------------------------------------------ */

/* Sets a flag at the hundredth evaluation and counts the later ones. */
static atomic_bool flag;
static atomic_int evaluations, late;
static const struct jg_evaluator *inner;

static int32_t counting(const struct jg_game *g, const void *state, int team, const double *weights) {
    if (atomic_load(&flag)) atomic_fetch_add(&late, 1);
    if (atomic_fetch_add(&evaluations, 1) == 100) atomic_store(&flag, true);
    return inner->value(g, state, team, weights);
}

/* Once the flag is set no search evaluates more than a few hundred positions, which takes far less than 10 ms: in every
 * game, with every search. */
static void test_stop_flag(void **state) {
    (void)state;
    static const char *const agents[] = {"minimax:depth=0",
                                         "negamax:depth=0",
                                         "alphabeta:depth=12",
                                         "ab:depth=40",
                                         "ab:threads=2",
                                         "alphabeta:depth=8,quiesce=1",
                                         "alphabeta:depth=6,secondary=3",
                                         "minimax:depth=9,order=best"};
    static const char *const specs[] = {"coins:n=40,take=6", "tictactoe", "kalah", "kalah:houses=10"};
    struct jg_report *r = malloc(sizeof *r);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (size_t k = 0; k < sizeof agents / sizeof *agents; k++) {
            struct jg_game g, counted;
            struct jg_game_kind kind;
            struct jg_evaluator by[2] = {{0}};
            struct jg_agent a;
            union jg_state at;
            open_spec(&g, specs[i]);
            inner = g.kind->evaluators;
            by[0] = *inner;
            by[0].value = counting;
            by[0].ends = true; /* finished games are evaluated, too */
            kind = *g.kind;
            kind.evaluators = by;
            atomic_store(&flag, false);
            atomic_store(&evaluations, 0);
            atomic_store(&late, 0);
            assert_int_equal(jg_game_open_kind(&counted, &kind, specs[i], NULL), JG_OK);
            jg_start(&counted, &at);
            assert_int_equal(jg_agent_open(&a, &counted, agents[k], NULL), JG_OK);
            struct jg_query query = {.view = &at, .seat = 0, .stop = &flag, .all = true};
            assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
            assert_true(jg_legal(&counted, &at, r->move));
            if (late > 2 * 256) fail_msg("%s %s: %d more", specs[i], agents[k], late);
            jg_agent_close(&a);
            jg_game_close(&counted);
            jg_game_close(&g);
        }
    free(r);
}

static int iterations, last_depth;

static void on_progress(void *arg, const struct jg_report *report) {
    const struct jg_game *g = arg;
    union jg_state at;
    assert_int_equal(report->depth, last_depth + 1);
    last_depth = report->depth;
    iterations++;
    jg_start(g, &at);
    assert_true(jg_legal(g, &at, report->move) && report->pv_count > 0 && report->by && report->nodes > 0);
}

/* Every finished iteration calls progress. */
static void test_progress(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    union jg_state start;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    for (int threads = 1; threads <= 2; threads++) {
        iterations = last_depth = 0;
        assert_int_equal(jg_agent_open(&a, &g, threads == 1 ? "ab:depth=9" : "ab:depth=9,threads=2", NULL), JG_OK);
        struct jg_query query = {.view = &start, .seat = 0, .progress = on_progress, .arg = &g};
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_int_equal(iterations, 9);
        jg_agent_close(&a);
    }
    free(r);
    jg_game_close(&g);
}

/* A limit of nodes is the limit of all threads together. */
static void test_nodes_of_threads(void **state) {
    (void)state;
    static const char *const specs[] = {"ab:nodes=1", "ab:nodes=1000", "ab:nodes=1000,threads=2",
                                        "ab:nodes=777,threads=16"};
    struct jg_game g;
    union jg_state start;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        ask_agent(&g, specs[i], &start, false, r);
        assert_true(r->nodes <= strtoull(strstr(specs[i], "nodes=") + 6, NULL, 10));
    }
    free(r);
    jg_game_close(&g);
}

static void test_options(void **state) {
    (void)state;
    static const struct refused bad[] = {
        {"ab:depth=-1", "depth must be 0 to 1000, not -1"},
        {"ab:tt=1T", "tt must be 64k to 64G, not 1T"},
        {"ab:tt=1k", "tt must be 64k to 64G, not 1k"},
        {"ab:tt=65G", "tt must be 64k to 64G, not 65G"},
        {"ab:threads=257", "threads must be 0 to 256, not 257"},
        {"ab:selective=maybe", "selective must be auto|no|yes, not maybe"},
        {"ab:eval=nope", "unknown evaluator 'nope'; kalah has store, mix, network"},
    };
    struct jg_game g;
    struct jg_agent a;
    open_spec(&g, "kalah");
    assert_refused(&g, bad, sizeof bad / sizeof *bad);
    char spec[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    assert_int_equal(jg_agent_open(&a, &g, "ab:tt=1048576,nodes=10000", NULL), JG_OK);
    jg_agent_spec(&a, &t);
    assert_string_equal(spec, "ab:nodes=10k,tt=1M");
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* ---- Strength ------------------------------------------------------------------------------ */

/* At 10,000 nodes a move it does not lose to chance: 1,000 games of Kalah. */
static void test_beats_random(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent ab, random;
    union jg_state start;
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    assert_int_equal(jg_agent_open(&ab, &g, "ab:nodes=10k", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&random, &g, "random", NULL), JG_OK);
    for (int i = 0; i < test_scaled(1000); i++)
        if (play_game(&g, &ab, &random, i & 1, &start, test_seed() + (uint64_t)i) < 0) fail_msg("game %d is lost", i);
    jg_agent_close(&ab);
    jg_agent_close(&random);
    jg_game_close(&g);
}

/* And wins nine games of ten against alpha-beta of depth 4 after each of the 35 openings of two moves; from the start
 * it wins as the first player, and does not lose as the second, for whom the game is lost. */
static void test_beats_alphabeta(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent ab, four;
    union jg_state start, opening;
    int won = 0, played = 0;
    if (test_scaled(100) < 100) return; /* all or nothing */
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    assert_int_equal(jg_agent_open(&ab, &g, "ab:nodes=10k", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&four, &g, "alphabeta:depth=4", NULL), JG_OK);
    for (int seat = 0; seat < 2; seat++) {
        assert_true(play_game(&g, &ab, &four, seat, &start, test_seed()) >= !seat);
        jg_move first[16], second[16];
        int n = jg_moves(&g, &start, first);
        for (int i = 0; i < n; i++) {
            union jg_state one;
            memcpy(&one, &start, g.state_size);
            jg_apply(&g, &one, first[i]);
            int m = jg_moves(&g, &one, second);
            for (int k = 0; k < m; k++) {
                memcpy(&opening, &one, g.state_size);
                jg_apply(&g, &opening, second[k]);
                won += play_game(&g, &ab, &four, seat, &opening, 1) > 0;
                played++;
            }
        }
    }
    print_message("# won %d of %d\n", won, played);
    assert_int_equal(played, 70);
    assert_true(10 * won >= 9 * played);
    jg_agent_close(&ab);
    jg_agent_close(&four);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_deep_values),
        cmocka_unit_test(test_values_of_this_depth),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_kalah_table),
        cmocka_unit_test(test_fates),
        cmocka_unit_test(test_selective),
        cmocka_unit_test(test_exact_depth),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_table_replaces),
        cmocka_unit_test(test_table_threads),
        cmocka_unit_test(test_inner_values),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_stop_flag),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_nodes_of_threads),
        cmocka_unit_test(test_beats_random),
        cmocka_unit_test(test_beats_alphabeta),
    };
    test_begin();
    return cmocka_run_group_tests_name("ab", tests, NULL, NULL);
}
