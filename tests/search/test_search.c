/* The lecture's searches and their refinements against trivially simple ones, and their agents. */
#include "kuhn.h"
#include "searches.h"

#include "core/clock.h"

#include <pthread.h>
#include <time.h>

/* ---- The lecture's three ----------------------------------------------------------------- */

typedef void search_function(struct jg_search *s, const void *state, struct jg_report *report);

static void run(search_function *search, struct jg_search *s, const void *state, struct jg_report *r) {
    memset(r, 0, sizeof *r);
    search(s, state, r);
}

static void shuffle(void *arg, const struct jg_search *s, const void *state, int depth, jg_move *moves, int n) {
    (void)s, (void)state, (void)depth;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)jg_rng_below(arg, (uint32_t)i + 1);
        jg_move m = moves[i];
        moves[i] = moves[k];
        moves[k] = m;
    }
}

/* All nodes that minimax goes through. */
static uint64_t plain_nodes(const struct jg_game *g, const void *state, int depth) {
    uint64_t nodes = 1;
    for (int d = 1; d <= depth; d++) nodes += jg_perft(g, state, d);
    return nodes;
}

static void compare(const struct jg_game *g, const struct jg_eval *e, const void *state, struct jg_rng *rng) {
    int depth = some_depth(g, rng, 4), team = jg_team(jg_turn(g, state));
    struct jg_report *mm = malloc(sizeof *mm), *other = malloc(sizeof *other);
    struct jg_search s = {.game = g, .eval = e, .limits = {.depth = depth}};
    int32_t value = plain_value(g, e, state, depth, team);
    run(jg_minimax, &s, state, mm);
    assert_int_equal(mm->value, value);
    assert_int_equal(mm->nodes, plain_nodes(g, state, depth));
    assert_int_equal(line_value(g, e, state, mm, team), value);
    for (int i = 0; i < mm->move_count; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, mm->moves[i].move);
        assert_int_equal(mm->moves[i].value, plain_value(g, e, &child, depth - 1, team));
    }
    run(jg_negamax, &s, state, other);
    assert_true(other->value == value && other->nodes == mm->nodes && other->leaves == mm->leaves);
    assert_true(other->move == mm->move && other->pv_count == mm->pv_count);
    assert_memory_equal(other->pv, mm->pv, (size_t)mm->pv_count * sizeof *mm->pv);
    assert_int_equal(other->move_count, mm->move_count);
    assert_memory_equal(other->moves, mm->moves, (size_t)mm->move_count * sizeof *mm->moves);
    s.all = true;
    run(jg_alphabeta, &s, state, other);
    assert_true(other->value == value && other->move == mm->move);
    assert_true(other->nodes <= mm->nodes && other->leaves <= mm->leaves);
    assert_int_equal(line_value(g, e, state, other, team), value);
    assert_int_equal(other->move_count, mm->move_count); /* on request, cuts or not */
    assert_memory_equal(other->moves, mm->moves, (size_t)mm->move_count * sizeof *mm->moves);
    s.order = shuffle; /* the order changes nothing but the number of nodes */
    s.arg = rng;
    run(jg_alphabeta, &s, state, other);
    assert_int_equal(other->value, value);
    assert_int_equal(line_value(g, e, state, other, team), value);
    assert_true(other->nodes <= mm->nodes);
    run(jg_minimax, &s, state, other);
    assert_true(other->value == value && other->nodes == mm->nodes);
    free(mm);
    free(other);
}

static void test_equal_values(void **state) {
    (void)state;
    for_positions(600, 3, compare);
}

/* Writes a uniform tree of the numbers from `low` on, all different, in blocks:
 * each branch has a stretch of them to itself. Returns the end. */
static char *write_tree(char *out, int width, int depth, int low, struct jg_rng *rng) {
    int block = 1, order[16];
    if (!depth) return out + sprintf(out, "%d", low);
    for (int d = 1; d < depth; d++) block *= width;
    for (int i = 0; i < width; i++) { /* the blocks in any order */
        int k = (int)jg_rng_below(rng, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    *out++ = '(';
    for (int i = 0; i < width; i++) {
        if (i) *out++ = ' ';
        out = write_tree(out, width, depth - 1, low + block * order[i], rng);
    }
    *out++ = ')';
    return out;
}

/* With a block to each branch the worst order, in which every branch is better
 * than all before it, leaves alpha-beta with all of minimax's tree; and the best
 * with the least that there can be, w^ceil(d/2) + w^floor(d/2) - 1 leaves of a
 * uniform tree (Knuth and Moore, 1975). */
static void test_orders(void **state) {
    (void)state;
    static const int shapes[][2] = {{2, 1}, {2, 2}, {3, 2}, {2, 3}, {2, 5}, {2, 6}, {3, 3}, {3, 4}, {5, 2}, {4, 3}};
    static const char *const specs[] = {"minimax", "alphabeta:order=worst", "alphabeta:order=best", "alphabeta"};
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    uint64_t listed = 0, all = 0;
    jg_rng_init(&rng, test_seed(), 11);
    for (int n = 0; n < test_scaled(300); n++) {
        const int *shape = shapes[n % 10];
        char text[JG_POSITION_MAX];
        struct jg_game g;
        union jg_state at;
        strcpy(write_tree(text, shape[0], shape[1], -50, &rng), jg_rng_below(&rng, 2) ? " max" : " min");
        open_spec(&g, "numbers");
        read_position(&g, text, &at);
        uint64_t nodes[4], leaves[4];
        for (int i = 0; i < 4; i++) {
            struct jg_agent a;
            struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at)};
            assert_int_equal(jg_agent_open(&a, &g, specs[i], NULL), JG_OK);
            assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
            nodes[i] = r->nodes;
            leaves[i] = r->leaves;
            jg_agent_close(&a);
        }
        int low = 1, high = 1;
        for (int d = 0; d < shape[1]; d++) *(d % 2 ? &low : &high) *= shape[0];
        if (nodes[1] != nodes[0] || leaves[1] != leaves[0] || leaves[2] != (uint64_t)(low + high - 1))
            fail_msg("%s: %llu and %llu nodes, %llu leaves", text, (unsigned long long)nodes[0],
                     (unsigned long long)nodes[1], (unsigned long long)leaves[2]);
        listed += nodes[3];
        all += nodes[0];
        jg_game_close(&g);
    }
    assert_true(listed < all);
    free(r);
}

/* ---- Refinements --------------------------------------------------------------------------- */

/* Quiescence search without pruning: the side to move may stand pat or make a noisy move. */
static int32_t plain_quiet(const struct jg_game *g, const struct jg_eval *e, const void *state, int depth, int team) {
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) return jg_eval_end(e, g, state, team);
    jg_move moves[JG_MOVES_MAX];
    int n = depth > 0 ? jg_moves(g, state, moves) : g->kind->noisy(g, state, moves);
    bool mine = jg_team(turn) == team, any = depth <= 0;
    int32_t best = any ? jg_eval_value(e, g, state, team) : 0;
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int32_t value = plain_quiet(g, e, &child, depth - 1, team);
        if (!any || (mine ? value > best : value < best)) best = value;
        any = true;
    }
    return best;
}

static void compare_quiet(const struct jg_game *g, const struct jg_eval *e, const void *state, struct jg_rng *rng) {
    if (!g->kind->noisy) return;
    struct jg_report *r = malloc(sizeof *r);
    int depth = some_depth(g, rng, 3);
    struct jg_search s = {.game = g, .eval = e, .limits = {.depth = depth}, .quiesce = true};
    int32_t value = plain_quiet(g, e, state, depth, jg_team(jg_turn(g, state)));
    search_function *const all[] = {jg_minimax, jg_negamax, jg_alphabeta};
    for (int i = 0; i < 3; i++) {
        run(all[i], &s, state, r);
        assert_int_equal(r->value, value);
    }
    free(r);
}

static void test_quiescence(void **state) {
    (void)state;
    for_positions(300, 12, compare_quiet);
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    open_spec(&g, "numbers");
    assert_int_equal(jg_agent_open(&a, &g, "alphabeta:quiesce=1", &err), JG_EFIT);
    assert_string_equal(err.message, "numbers has no noisy moves, so quiesce=1 cannot be used");
    jg_game_close(&g);
}

/* The best few by the first search, and among those the best by the second. */
static void compare_secondary(const struct jg_game *g, const struct jg_eval *e, const void *state, struct jg_rng *rng) {
    struct jg_report *r = malloc(sizeof *r);
    int depth = some_depth(g, rng, 2), k = 1 + (int)jg_rng_below(rng, 3), team = jg_team(jg_turn(g, state));
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, state, moves), chosen = -1;
    int32_t first[JG_MOVES_MAX], second[JG_MOVES_MAX];
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        first[i] = plain_value(g, e, &child, depth - 1, team);
        second[i] = plain_value(g, e, &child, depth + 1, team);
    }
    for (int i = 0; i < n; i++) {
        int before = 0; /* moves that the first search puts before this one */
        for (int j = 0; j < n; j++) before += first[j] > first[i] || (first[j] == first[i] && j < i);
        if (before >= k) continue;
        bool better =
            chosen < 0 || second[i] > second[chosen] || (second[i] == second[chosen] && first[i] > first[chosen]);
        if (better) chosen = i;
    }
    struct jg_search s = {.game = g, .eval = e, .limits = {.depth = depth}, .secondary = k};
    search_function *const all[] = {jg_minimax, jg_negamax, jg_alphabeta};
    for (int i = 0; i < 3; i++) {
        run(all[i], &s, state, r);
        assert_int_equal(r->move, moves[chosen]);
        assert_int_equal(r->value, second[chosen]);
    }
    free(r);
}

static void test_secondary(void **state) {
    (void)state;
    for_positions(150, 13, compare_secondary);
}

/* MAX may take 5 for certain or go where MIN has one way to hold it to 4 and two
 * to lose 100. Against MIN who finds the way it takes the 5; once MIN has been
 * seen to miss the best it takes the risk. */
static void test_model(void **state) {
    (void)state;
    static const char TEST[] = "((5 5 5) (4 99 99)) max";
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "numbers");
    for (int blunders = 0; blunders < 2; blunders++) {
        struct jg_agent a;
        union jg_state at;
        assert_int_equal(jg_agent_open(&a, &g, "alphabeta:model=1", NULL), JG_OK);
        for (int game = 0; game < 6; game++) { /* MIN's first choice shows what it is like */
            read_position(&g, "(((1 2) (30 30) (40 40))) max", &at);
            struct jg_query query = {.view = &at, .seat = 0};
            assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
            jg_apply(&g, &at, r->move);
            jg_apply(&g, &at, blunders ? 3 : 1);
            assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        }
        read_position(&g, TEST, &at);
        struct jg_query query = {.view = &at, .seat = 0};
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_int_equal(r->move, blunders ? 2 : 1);
        assert_int_equal(r->note != NULL, blunders);
        if (!blunders) assert_int_equal(r->value, 5);
        jg_agent_close(&a);
    }
    free(r);
    jg_game_close(&g);
}

/* The book's move, although a search would choose another, and nothing is
 * searched; where the book ends, a search. */
static int entered;

static void count_enter(void *arg, const void *state, jg_move move, int depth, int32_t alpha, int32_t beta) {
    (void)arg, (void)state, (void)move, (void)depth, (void)alpha, (void)beta;
    entered++;
}
static void no_cut(void *arg, const jg_move *moves, int n) { (void)arg, (void)moves, (void)n; }
static void no_leave(void *arg, int32_t value, jg_move best) { (void)arg, (void)value, (void)best; }

static void test_book(void **state) {
    (void)state;
    static const char *const agents[] = {"minimax", "negamax", "alphabeta"};
    char path[] = "/tmp/jogada-test-XXXXXX", spec[128];
    int file = mkstemp(path);
    FILE *f = fdopen(file, "w");
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    fprintf(f, "jogada book 1\ngame coins\n5 1\t2\t7\t3\n");
    fclose(f);
    open_spec(&g, "coins");
    for (int i = 0; i < 3; i++) {
        struct jg_trace trace = {.enter = count_enter, .cut = no_cut, .leave = no_leave};
        struct jg_agent a;
        struct jg_error err = {0};
        union jg_state at;
        snprintf(spec, sizeof spec, "%s:book=%s", agents[i], path);
        if (jg_agent_open(&a, &g, spec, &err)) fail_msg("%s", err.message);
        jg_start(&g, &at);
        struct jg_query query = {.view = &at, .seat = 0, .trace = &trace};
        entered = 0;
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_int_equal(r->move, 2); /* 1 would win */
        assert_string_equal(r->note, "from the opening book");
        assert_int_equal(entered, 0);
        jg_apply(&g, &at, 2);
        query.seat = 1;
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_int_equal(r->move, 2); /* of three coins, to leave one */
        assert_null(r->note);
        assert_true(entered > 3);
        jg_agent_close(&a);
    }
    jg_game_close(&g);
    open_spec(&g, "tictactoe");
    struct jg_agent a;
    struct jg_error err = {0};
    assert_int_equal(jg_agent_open(&a, &g, spec, &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "this book is for coins, not for tictactoe"));
    remove(path);
    assert_int_not_equal(jg_agent_open(&a, &g, spec, &err), JG_OK);
    jg_game_close(&g);
    free(r);
}

/* ---- Known values -------------------------------------------------------------------------- */

/* The five-coin game of the lecture: the first player wins by taking one coin. */
static void test_five_coins(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_eval e;
    union jg_state start;
    struct jg_report *r = calloc(1, sizeof *r);
    open_spec(&g, "coins");
    assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
    jg_start(&g, &start);
    struct jg_search s = {.game = &g, .eval = &e};
    jg_minimax(&s, &start, r);
    assert_int_equal(r->value, 100);
    assert_int_equal(r->move, 1);
    assert_int_equal(r->moves[1].value, -100);
    assert_int_equal(s.nodes, 1 + 2 + 4 + 7 + 5 + 1); /* the root and perft 1..5 */
    memset(r, 0, sizeof *r);
    jg_alphabeta(&s, &start, r);
    assert_int_equal(r->value, 100);
    assert_true(s.nodes < 20 && s.cuts > 0);
    s.limits.depth = 2; /* the lecture's second tree: nothing is known yet */
    jg_minimax(&s, &start, r);
    assert_int_equal(r->value, 0);
    free(r);
    jg_game_close(&g);
}

/* Whole-game minimax agrees with the theory of the pile. */
static void test_coins_theory(void **state) {
    (void)state;
    for (int n = 1; n <= 14; n++)
        for (int take = 1; take <= 4; take++)
            for (int misere = 0; misere < 2; misere++) {
                char spec[64];
                struct jg_game g;
                struct jg_eval lecture, theory;
                union jg_state start;
                snprintf(spec, sizeof spec, "coins:n=%d,take=%d,misere=%d", n, take, misere);
                open_spec(&g, spec);
                jg_start(&g, &start);
                assert_int_equal(jg_eval_open(&lecture, &g, "lecture", NULL), JG_OK);
                assert_int_equal(jg_eval_open(&theory, &g, "theory", NULL), JG_OK);
                assert_int_equal(plain_value(&g, &lecture, &start, 99, 0), jg_eval_value(&theory, &g, &start, 0));
                jg_game_close(&g);
            }
}

/* Tic-tac-toe is a draw; nobody beats a whole search. */
static void test_perfect_tictactoe(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent perfect, random;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "tictactoe");
    assert_int_equal(jg_agent_open(&perfect, &g, "alphabeta:depth=0", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&random, &g, "random", NULL), JG_OK);
    for (uint64_t game = 0; game < 40; game++) {
        union jg_state at;
        int me = game & 1, turn;
        jg_start(&g, &at);
        for (uint64_t ply = 0; (turn = jg_turn(&g, &at)) != JG_OVER; ply++) {
            struct jg_query query = {.view = &at, .seat = turn, .seed = test_seed() + 100 * game + ply};
            assert_int_equal(jg_agent_choose(turn == me ? &perfect : &random, &query, r, NULL), JG_OK);
            jg_apply(&g, &at, r->move);
        }
        assert_true(jg_score(&g, &at, me) >= 0);
    }
    free(r);
    jg_agent_close(&perfect);
    jg_agent_close(&random);
    jg_game_close(&g);
}

/* ---- Limits -------------------------------------------------------------------------------- */

static void *set_soon(void *stop) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

static void test_limits(void **state) {
    (void)state;
    static const char *const specs[] = {"minimax:depth=0,nodes=1000", "alphabeta:depth=0,nodes=1000",
                                        "alphabeta:depth=0,nodes=1", "minimax:depth=0,ms=30",
                                        "alphabeta:depth=40,ms=30"};
    struct jg_game g;
    union jg_state start;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_agent agent;
        struct jg_query query = {.view = &start, .seat = 0};
        assert_int_equal(jg_agent_open(&agent, &g, specs[i], NULL), JG_OK);
        assert_int_equal(jg_agent_choose(&agent, &query, a, NULL), JG_OK);
        assert_true(jg_legal(&g, &start, a->move));
        if (strstr(specs[i], "nodes")) {
            assert_true(a->nodes <= 1000);
            assert_int_equal(jg_agent_choose(&agent, &query, b, NULL), JG_OK);
            assert_true(a->move == b->move && a->nodes == b->nodes); /* deterministic */
        }
        jg_agent_close(&agent);
    }
    struct jg_agent agent;
    atomic_bool stop = false;
    pthread_t thread;
    assert_int_equal(jg_agent_open(&agent, &g, "alphabeta:depth=0", NULL), JG_OK);
    assert_int_equal(pthread_create(&thread, NULL, set_soon, &stop), 0);
    struct jg_query query = {.view = &start, .seat = 0, .stop = &stop};
    assert_int_equal(jg_agent_choose(&agent, &query, a, NULL), JG_OK); /* comes back at all */
    pthread_join(thread, NULL);
    jg_agent_close(&agent);
    free(a);
    free(b);
    jg_game_close(&g);
}

/* Limits hold for all that an option adds, and lists of values are whole or empty. */
static void test_limits_hold(void **state) {
    (void)state;
    static const char *const specs[] = {
        "minimax:depth=6,nodes=20000", "alphabeta:depth=6,nodes=5000", "alphabeta:depth=5,nodes=3000,model=1",
        "negamax:depth=4,nodes=1000,secondary=2", "alphabeta:depth=6,nodes=5000,secondary=2"};
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_agent a;
        union jg_state at;
        struct jg_rng rng;
        jg_rng_init(&rng, test_seed(), 31);
        uint64_t most = strtoull(strstr(specs[i], "nodes=") + 6, NULL, 10);
        assert_int_equal(jg_agent_open(&a, &g, specs[i], NULL), JG_OK);
        jg_start(&g, &at);
        while (jg_turn(&g, &at) != JG_OVER) {
            struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .all = true};
            jg_move moves[JG_MOVES_MAX];
            assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
            assert_true(r->nodes <= most);
            assert_true(r->move_count == 0 || r->move_count == jg_moves(&g, &at, moves));
            for (int k = 0; k < r->move_count && !r->note; k++) assert_true(r->moves[k].value <= r->value);
            jg_apply(&g, &at, r->move);
            if (jg_turn(&g, &at) != JG_OVER) jg_apply(&g, &at, jg_random_move(&g, &at, &rng));
        }
        jg_agent_close(&a);
    }
    struct jg_agent a;
    assert_int_equal(jg_agent_open(&a, &g, "alphabeta:order=best,nodes=100", NULL), JG_EFIT);
    free(r);
    jg_game_close(&g);
}

/* ---- Agents -------------------------------------------------------------------------------- */

static void test_agent_errors(void **state) {
    (void)state;
    char unknown[1024];
    struct jg_text t;
    jg_text_init(&t, unknown, sizeof unknown);
    for (size_t i = 0; jg_agent_kind_at(i); i++)
        jg_text_add(&t, "%s%s", i ? ", " : "unknown agent 'nobody'; choose from ", jg_agent_kind_at(i)->name);
    const struct refused bad[] = {
        {"nobody", unknown},
        {"random:x=1", "random takes no options"},
        {"alphabeta:depth=-1", "depth must be 0 to 1000, not -1"},
        {"alphabeta:eval=nope", "unknown evaluator 'nope'; kalah has store, mix, network"},
        {"minimax:ms=x", "ms must be 0 to 86400000, not x"},
    };
    struct jg_game g;
    open_spec(&g, "kalah");
    assert_refused(&g, bad, sizeof bad / sizeof *bad);
    jg_game_close(&g);
}

/* A search is not let near a game it cannot play, and says who can. */
static void test_agents_that_do_not_fit(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    const struct jg_agent_kind *k;
    char expected[sizeof err.message];
    struct jg_text t;
    jg_text_init(&t, expected, sizeof expected);
    jg_text_put(&t, "minimax needs perfect information, but kuhn has hidden information; agents for that game: human");
    for (size_t i = 0; (k = jg_agent_kind_at(i)); i++)
        if (!k->game && !k->human && !(k->refuses & (JG_HAS_CHANCE | JG_HAS_HIDDEN))) jg_text_add(&t, ", %s", k->name);
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&a, &g, "minimax", &err), JG_EFIT);
    assert_string_equal(err.message, expected);
    assert_true(strstr(expected, "human, random") && strstr(expected, "pimc, ismcts") && !strstr(expected, "greedy"));
    assert_int_equal(jg_agent_open(&a, &g, "random", &err), JG_OK);
    union jg_state s, view;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 0);
    jg_start(&g, &s);
    jg_random_play(&g, &s, &rng, 2);
    jg_view(&g, &s, 0, &view);
    struct jg_query query = {.view = &view, .seat = 0};
    assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
    jg_agent_close(&a);
    assert_int_equal(jg_agent_open(&a, &g, "human", &err), JG_OK);
    assert_int_equal(jg_agent_choose(&a, &query, r, &err), JG_EFIT);
    jg_agent_close(&a);
    free(r);
    jg_game_close(&g);
}

/* Greedy takes the most seeds, and among equals all of them now and then. */
static void test_greedy(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    union jg_state at;
    struct jg_report *r = malloc(sizeof *r);
    unsigned chosen = 0;
    open_spec(&g, "kalah");
    assert_int_equal(jg_agent_open(&a, &g, "greedy", NULL), JG_OK);
    read_position(&g, "3,0,0,1,0,0,0,4,4,9,9,4,4,10 1", &at); /* 4 goes to the empty 5 and takes 4 */
    struct jg_query query = {.view = &at, .seat = 0};
    assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
    assert_int_equal(r->move, 4);
    assert_int_equal(r->value, 5 - 10);
    read_position(&g, NULL, &at);
    for (uint64_t seed = 0; seed < 200; seed++) {
        query.seed = seed;
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_int_equal(r->value, 1);
        chosen |= 1u << r->move;
    }
    assert_int_equal(chosen, 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6);
    free(r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_values),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_quiescence),
        cmocka_unit_test(test_secondary),
        cmocka_unit_test(test_model),
        cmocka_unit_test(test_book),
        cmocka_unit_test(test_five_coins),
        cmocka_unit_test(test_coins_theory),
        cmocka_unit_test(test_perfect_tictactoe),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_limits_hold),
        cmocka_unit_test(test_agent_errors),
        cmocka_unit_test(test_agents_that_do_not_fit),
        cmocka_unit_test(test_greedy),
    };
    test_begin();
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
