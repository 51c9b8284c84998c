/* Monte Carlo tree search: proofs against brute force, reports, limits and invalid options. */
#include "kuhn.h"
#include "mcts.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

/* ---- Brute force ----------------------------------------------------------------------- */

struct truth {
    int side;  /* 1, 0, -1 for a team */
    int plies; /* to the end of a win by the shortest way, of a loss by the longest */
};

static bool better(struct truth a, struct truth b, int sign) {
    return a.side != b.side ? sign * a.side > sign * b.side : sign * a.side * (b.plies - a.plies) > 0;
}

/* The result of perfect play for a team, by the definition; `keys` are those of the
 * positions before, in games where repetition ends the game. */
static struct truth solve(const struct jg_game *g, const void *state, int team, uint64_t *keys, int n) {
    int turn = jg_turn(g, state), times = 1;
    struct truth best = {0};
    if (turn == JG_OVER) {
        int32_t score = jg_score(g, state, team);
        return (struct truth){.side = (score > 0) - (score < 0)};
    }
    if (g->repeat) {
        keys[n] = jg_key(g, state);
        for (int i = 0; i < n; i++) times += keys[i] == keys[n];
        if (times >= g->repeat) return best;
    }
    jg_move moves[JG_MOVES_MAX];
    int count = jg_moves(g, state, moves), sign = jg_team(turn) == team ? 1 : -1;
    for (int i = 0; i < count; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        struct truth t = solve(g, &child, team, keys, n + 1);
        t.plies++;
        if (!i || better(t, best, sign)) best = t;
    }
    return best;
}

/* All that a report says for certain holds. (Two threads may find proofs of
 * different lengths at once; then the line need not be `straight`.) */
static void check_proof(const struct jg_game *g, const struct jg_query *query, const struct jg_report *r,
                        bool straight) {
    uint64_t keys[256];
    int known = (int)query->key_count, team = jg_team(query->seat);
    if (known) memcpy(keys, query->keys, query->key_count * sizeof *keys);
    if (g->repeat) keys[known] = jg_key(g, query->view);
    for (int i = 0; i < r->move_count; i++) {
        union jg_state child;
        if (abs(r->moves[i].value) != JG_WIN) continue;
        memcpy(&child, query->view, g->state_size);
        jg_apply(g, &child, r->moves[i].move);
        assert_int_equal(r->moves[i].value, solve(g, &child, team, keys, known + 1).side * JG_WIN);
    }
    if (!r->proven) return;
    union jg_state at;
    struct truth truth = solve(g, query->view, team, keys, known);
    assert_int_equal(r->value, truth.side * JG_WIN);
    if (truth.side && straight) assert_true(r->plies >= truth.plies); /* nobody wins faster than one can */
    assert_true(r->plies > 0);
    assert_int_equal(r->plies, r->pv_count);
    memcpy(&at, query->view, g->state_size);
    for (int i = 0; i < r->pv_count; i++) {
        assert_true(jg_legal(g, &at, r->pv[i]));
        jg_apply(g, &at, r->pv[i]);
    }
    if (!g->repeat) assert_int_equal(jg_turn(g, &at), JG_OVER);
    if (jg_turn(g, &at) == JG_OVER) {
        int32_t score = jg_score(g, &at, team);
        assert_int_equal((score > 0) - (score < 0), truth.side);
    }
}

/* Each with whether it must prove the result. */
static const struct {
    const char *spec;
    bool proves;
} PROVERS[] = {
    {"mcts:endings=0,playouts=1000000,memory=4M,prior=0", true}, /* 50,000 prove a whole game of tic-tac-toe */
    {"mcts:endings=0,playouts=1000000,memory=4M,prior=0,leaf=eval,exploration=0.3", true},
    {"mcts:endings=0,playouts=1000000,memory=4M,prior=2,minimax=0.3", true},
    {"mcts:endings=0,playouts=1000000,memory=4M,leaf=cutoff,lead=2", true},
    {"mcts:endings=0,playouts=300,memory=16384,prior=0", false}, /* no room for more than 512 nodes */
    {"mcts:endings=0,playouts=300,memory=16384", false},
    {"mcts:endings=0,playouts=3000,memory=4M,prior=0,depth=2", false},
    {"mcts:endings=0,playouts=3000,memory=4M,leaf=eval,depth=2", false},
};

static void test_proofs(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 1);
    for (size_t i = 0; i < sizeof SMALL / sizeof *SMALL; i++) {
        struct jg_game g;
        int some = 0;
        open_spec(&g, SMALL[i]);
        for (int n = 0; n < test_scaled(400); n++) {
            union jg_state at;
            random_position(&g, &rng, i ? 0 : 2, 6, &at);
            struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .seed = jg_rng_next(&rng)};
            for (size_t k = n & 1; k < sizeof PROVERS / sizeof *PROVERS; k += 2) {
                ask_once(&g, PROVERS[k].spec, &query, r);
                if (PROVERS[k].proves) assert_true(r->proven);
                check_proof(&g, &query, r, true);
                some += r->proven && !PROVERS[k].proves;
            }
        }
        assert_true(some > 0);
        jg_game_close(&g);
    }
    free(r);
}

static void test_whole_tictactoe(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "tictactoe");
    jg_start(&g, &start);
    struct jg_query query = {.view = &start, .seed = test_seed()};
    ask_once(&g, "mcts:playouts=1000000", &query, r);
    assert_true(r->proven);
    assert_int_equal(r->value, 0);
    ask_once(&g, "mcts:playouts=1000000,memory=16384", &query, r); /* draws cannot be proven by so few nodes */
    assert_false(r->proven);
    free(r);
    jg_game_close(&g);
}

/* A repeated position is a draw, and the earlier ones of the game count. */
static void test_repetition(void **state) {
    (void)state;
    struct jg_game_kind kind = token_kind(TOKEN_LINE);
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    int draws = 0, others = 0;
    jg_rng_init(&rng, test_seed(), 2);
    assert_int_equal(jg_game_open_kind(&g, &kind, "token", NULL), JG_OK);
    for (int n = 0; n < test_scaled_threads(400); n++) {
        uint64_t keys[2];
        struct token at = {.at = (uint8_t)(1 + jg_rng_below(&rng, TOKEN_SPOTS - 2)), .player = n & 1};
        g.repeat = 2;
        for (int i = 0; i < 2; i++) {
            struct token before = {.at = (uint8_t)(1 + jg_rng_below(&rng, TOKEN_SPOTS - 2)), .player = (n + i) & 1};
            keys[i] = jg_key(&g, &before);
        }
        struct jg_query query = {.view = &at, .seat = at.player, .seed = (uint64_t)n, .keys = keys, .key_count = 2};
        if (keys[0] == jg_key(&g, &at)) continue; /* the game would be over */
        ask_once(&g, "mcts:playouts=100k,memory=4M,prior=0", &query, r);
        assert_true(r->proven);
        check_proof(&g, &query, r, true);
        draws += r->value == 0;
        others += r->value != 0;
        ask_once(&g, "mcts:playouts=100,memory=4M,threads=2", &query, r);
        check_proof(&g, &query, r, false);
        ask_once(&g, "mcts:playouts=100k,memory=4M,prior=3,minimax=0.3", &query, r);
        assert_true(r->proven);
        check_proof(&g, &query, r, true);
    }
    assert_true(draws > 0 && others > 0);
    jg_game_close(&g);
    free(r);
}

/* Playouts of a game that never ends do, and the evaluator says what they are
 * worth; a value comes back in its points, less what one playout leaves open. */
static void test_endless(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:playouts=1,prior=0", "mcts:playouts=1,prior=0,leaf=eval",
                                        "mcts:playouts=1,prior=0,scale=2"};
    struct jg_game_kind kind = token_kind(TOKEN_RING);
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    assert_int_equal(jg_game_open_kind(&g, &kind, "token", NULL), JG_OK);
    for (int player = 0; player < 2; player++)
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            struct token at = {.at = 3, .player = (uint8_t)player};
            struct jg_query query = {.view = &at, .seat = player};
            double scale = i == 2 ? 2 : 8, want = 100 * scale * atanh(tanh(3 / scale) / 2) * (player ? -1 : 1);
            ask_once(&g, specs[i], &query, r);
            assert_int_equal(r->leaves, 1);
            assert_int_equal(r->nodes, i == 1 ? 1 : 1001);
            assert_true(fabs(r->value - want) < 1);
            assert_int_equal(r->move_count, 0); /* two moves have not been tried */
            ask_once(&g, "mcts:playouts=500", &query, r);
            assert_true(!r->proven && r->move_count == 3);
            assert_true(abs(r->value - (player ? -300 : 300)) < 5);
        }
    jg_game_close(&g);
    free(r);
}

/* Threads prove as truly as one. */
static void test_threads_prove(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 5);
    for (int n = 0; n < test_scaled_threads(400); n++) {
        struct jg_game g;
        union jg_state at;
        size_t i = (size_t)n % (sizeof SMALL / sizeof *SMALL);
        open_spec(&g, SMALL[i]);
        random_position(&g, &rng, i ? 0 : 2, 6, &at);
        struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .seed = (uint64_t)n};
        bool priors = jg_rng_below(&rng, 2);
        ask_once(&g,
                 priors ? "mcts:endings=0,playouts=1000000,memory=4M,threads=4,prior=3,minimax=0.5"
                        : "mcts:endings=0,playouts=1000000,memory=4M,threads=4,prior=0",
                 &query, r);
        assert_true(r->proven);
        check_proof(&g, &query, r, false);
        jg_game_close(&g);
    }
    free(r);
}

/* A side that is sure of a draw takes it rather than a move that looks worse, so the node's value is a draw, although
 * the proven draw is never visited. */
static void test_held(void **state) {
    (void)state;
    static const struct {
        struct token at;
        jg_move move;
        int32_t value;
    } cases[] = {
        {{.at = TOKEN_CHOICE, .player = 0}, TOKEN_ONWARD, 300},
        {{.at = TOKEN_CHOICE, .player = 1}, TOKEN_END, 0},
        {{.at = TOKEN_BEFORE, .player = 0}, TOKEN_CHOICE, 0},
        {{.at = TOKEN_BEFORE, .player = 1}, TOKEN_CHOICE, -300},
    };
    struct jg_game_kind kind = token_kind(TOKEN_HELD);
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    assert_int_equal(jg_game_open_kind(&g, &kind, "token", NULL), JG_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_query query = {.view = &cases[i].at, .seat = cases[i].at.player};
        for (int priors = 0; priors < 2; priors++) {
            ask_once(&g,
                     priors ? "mcts:playouts=2000,leaf=eval,prior=3,minimax=0.5"
                            : "mcts:playouts=2000,leaf=eval,prior=0",
                     &query, r);
            assert_int_equal(r->move, cases[i].move);
            assert_false(r->proven);
            assert_true(abs(r->value - cases[i].value) <= 3);
        }
    }
    jg_game_close(&g);
    free(r);
}

/* ---- Answers ----------------------------------------------------------------------------- */

/* Legal moves in every game, and the same for the same question whatever was
 * asked in between. */
static void test_deterministic(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:playouts=200,prior=0",
                                        "mcts:nodes=3000,prior=0",
                                        "mcts:playouts=300,prior=0,leaf=eval,depth=3",
                                        "mcts:nodes=5000,prior=0,memory=16384,exploration=0.5",
                                        "mcts:playouts=200,prior=5,minimax=0.3,leaf=eval",
                                        "mcts:nodes=3000,prior=2",
                                        "mcts:playouts=100,prior=3,leaf=cutoff,plies=4",
                                        "mcts:nodes=5000,leaf=cutoff,best=5,memory=16384,prior=3"};
    struct jg_rng rng;
    struct jg_report *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    jg_rng_init(&rng, test_seed(), 3);
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        struct jg_game g;
        open_spec(&g, jg_game_kind_at(k)->name);
        if (g.kind->traits & (JG_HAS_CHANCE | JG_HAS_HIDDEN)) {
            jg_game_close(&g);
            continue;
        }
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            struct jg_agent one, other;
            assert_int_equal(jg_agent_open(&one, &g, specs[i], NULL), JG_OK);
            assert_int_equal(jg_agent_open(&other, &g, specs[i], NULL), JG_OK);
            for (int n = 0; n < test_scaled(60); n++) {
                union jg_state at;
                random_position(&g, &rng, 0, 20, &at);
                struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .seed = jg_rng_next(&rng)};
                assert_int_equal(jg_agent_choose(&one, &query, a, NULL), JG_OK);
                assert_int_equal(jg_agent_choose(n & 1 ? &one : &other, &query, b, NULL), JG_OK);
                assert_same_report(a, b);
                if (i & 1) assert_true(a->nodes <= 5000);
                assert_true(a->pv_count == 0 || a->pv[0] == a->move);
            }
            jg_agent_close(&one);
            jg_agent_close(&other);
        }
        jg_game_close(&g);
    }
    free(a);
    free(b);
}

/* When every move has been tried once, the one that looked best is chosen. */
static void assert_best_of_one_look(const struct jg_game *g, const struct jg_query *query, struct jg_report *r) {
    char spec[64];
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, query->view, moves);
    snprintf(spec, sizeof spec, "mcts:playouts=%d,prior=0,leaf=eval", n);
    ask_once(g, spec, query, r);
    assert_int_equal(r->move_count, n);
    for (int i = 0; i < n; i++) assert_true(r->value >= r->moves[i].value);
}

static void test_tiny_limits(void **state) {
    (void)state;
    static const char *const specs[] = {
        "mcts:nodes=1,prior=0",   "mcts:playouts=1,prior=0",   "mcts:ms=1",
        "mcts:nodes=2,threads=4", "mcts:playouts=1,threads=4", "mcts:ms=1,memory=16384",
        "mcts:depth=1,nodes=90",  "mcts:nodes=1,prior=3",      "mcts:nodes=2,threads=4,prior=3",
        "mcts:ms=1,prior=3",      "mcts:playouts=1,prior=3"};
    struct jg_report *r = malloc(sizeof *r);
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        struct jg_game g;
        union jg_state start;
        open_spec(&g, jg_game_kind_at(k)->name);
        jg_start(&g, &start);
        struct jg_query query = {.view = &start, .seat = jg_turn(&g, &start)};
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            if (g.kind->traits & (JG_HAS_CHANCE | JG_HAS_HIDDEN)) break;
            ask_once(&g, specs[i], &query, r); /* which refuses an illegal move */
            if (i == 0) assert_int_equal(r->nodes, 1);
            if (i == 1 || i == 4 || i == 10) assert_int_equal(r->leaves, 1);
            if (i == 3 || i == 7 || i == 8) assert_true(r->nodes <= 2);
        }
        if (!(g.kind->traits & (JG_HAS_CHANCE | JG_HAS_HIDDEN))) assert_best_of_one_look(&g, &query, r);
        jg_game_close(&g);
    }
    free(r);
}

/* The result for agent 0, which has seat `me`. */
static int32_t play(const struct jg_game *g, struct jg_agent *agents, int me, uint64_t seed) {
    struct jg_report *r = malloc(sizeof *r);
    union jg_state at;
    int turn;
    jg_start(g, &at);
    while ((turn = jg_turn(g, &at)) != JG_OVER) {
        struct jg_query query = {.view = &at, .seat = turn, .seed = seed++};
        assert_int_equal(jg_agent_choose(&agents[turn != me], &query, r, NULL), JG_OK);
        jg_apply(g, &at, r->move);
    }
    free(r);
    return jg_score(g, &at, me);
}

static void test_strength(void **state) {
    (void)state;
    static const struct {
        const char *game, *agent, *opponent;
        int games, lost;
    } matches[] = {
        {"tictactoe", "mcts:playouts=5000,prior=0", "random", 20, 0},
        {"tictactoe", "mcts:playouts=5000", "alphabeta:depth=0", 20, 0},
        {"kalah", "mcts:playouts=2000,prior=0", "random", 20, 1},
        {"kalah", "mcts:playouts=500,prior=0,leaf=eval", "random", 20, 1},
        {"kalah", "mcts:playouts=300,prior=3,minimax=0.3", "random", 20, 1},
        {"kalah", "mcts:playouts=300,prior=3,leaf=cutoff", "random", 20, 1},
    };
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        struct jg_game g;
        struct jg_agent agents[2];
        int lost = 0, games = test_scaled(100) < 100 ? 6 : matches[i].games;
        open_spec(&g, matches[i].game);
        assert_int_equal(jg_agent_open(&agents[0], &g, matches[i].agent, NULL), JG_OK);
        assert_int_equal(jg_agent_open(&agents[1], &g, matches[i].opponent, NULL), JG_OK);
        for (int n = 0; n < games; n++) lost += play(&g, agents, n & 1, 1000 * (uint64_t)n) < 0;
        if (lost > matches[i].lost) fail_msg("%s lost %d of %d", matches[i].agent, lost, games);
        jg_agent_close(&agents[0]);
        jg_agent_close(&agents[1]);
        jg_game_close(&g);
    }
}

/* ---- Evaluations ---------------------------------------------------------------------------- */

/* Of a position's moves: the value of each after one look, and the best. */
static int32_t looks(const struct jg_game *g, const void *state, const char *name, const jg_move *moves, int n,
                     int32_t *out) {
    struct jg_eval eval;
    int team = jg_team(jg_turn(g, state));
    int32_t best = INT32_MIN;
    assert_int_equal(jg_eval_open(&eval, g, name, NULL), JG_OK);
    for (int i = 0; i < n; i++) {
        union jg_state next;
        memcpy(&next, state, g->state_size);
        jg_apply(g, &next, moves[i]);
        int32_t score = jg_turn(g, &next) == JG_OVER ? jg_score(g, &next, team) : 0;
        out[i] =
            jg_turn(g, &next) == JG_OVER ? ((score > 0) - (score < 0)) * JG_WIN : jg_eval_value(&eval, g, &next, team);
        if (out[i] > best) best = out[i];
    }
    return best;
}

/* Without playouts the best evaluation leads; a move that wins at once is found without any playout, and no move is
 * reported worse than it is. */
static void test_priors(void **state) {
    (void)state;
    static const char *const games[] = {"tictactoe", "kalah", "coins:n=8", "loa"};
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    int wins = 0;
    jg_rng_init(&rng, test_seed(), 7);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct jg_game g;
        open_spec(&g, games[i]);
        for (int k = 0; k < test_scaled(100); k++) {
            union jg_state at;
            jg_move moves[JG_MOVES_MAX];
            int32_t values[JG_MOVES_MAX];
            random_position(&g, &rng, 0, i == 3 ? 200 : i == 1 ? 60 : 7, &at);
            struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .seed = (uint64_t)k};
            int n = jg_moves(&g, &at, moves);
            int32_t best = looks(&g, &at, "", moves, n, values);
            ask_once(&g, "mcts:endings=0,playouts=1,prior=1,scale=100000,leaf=eval", &query, r);
            for (int m = 0; m < n; m++) {
                if (moves[m] != r->move) continue;
                if (best == JG_WIN) assert_int_equal(values[m], JG_WIN);
                if (best > -JG_WIN / 2) assert_true(values[m] > -JG_WIN / 2 || r->value == -JG_WIN);
            }
            assert_int_equal(r->move_count, n);
            if (best != JG_WIN) continue;
            wins++;
            assert_true(r->proven && r->value == JG_WIN && r->plies == 1);
            assert_int_equal(r->leaves, 0);
            assert_int_equal(r->nodes, n);
        }
        jg_game_close(&g);
    }
    assert_true(wins > 0);
    free(r);
}

/* The first visit goes to the best evaluated move, which is not expanded yet. */
static void test_first_visit(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    struct jg_game g;
    jg_rng_init(&rng, test_seed(), 8);
    open_spec(&g, "kalah");
    for (int k = 0; k < test_scaled(200); k++) {
        union jg_state at;
        jg_move moves[JG_MOVES_MAX];
        int32_t values[JG_MOVES_MAX];
        random_position(&g, &rng, 0, 20, &at);
        struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at)};
        int n = jg_moves(&g, &at, moves), chosen = -1;
        int32_t best = looks(&g, &at, "mix", moves, n, values);
        if (best == JG_WIN) continue;
        ask_once(&g, "mcts:playouts=1,prior=1,eval=mix", &query, r);
        for (int m = 0; m < n; m++)
            if (moves[m] == r->move) chosen = m;
        assert_true(chosen >= 0 && values[chosen] == best);
        ask_once(&g, "mcts:playouts=1,prior=1,leaf=eval,eval=mix", &query, r);
        double want = 100 * 8 * atanh(tanh(best / 100.0 / 8) / 2); /* one playout leaves that much open */
        assert_true(fabs(r->value - want) < 1);
    }
    jg_game_close(&g);
    free(r);
}

/* Playouts end when the evaluation reaches `lead`, or after `plies` moves. */
static void test_cutoff(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        uint64_t nodes;
        double value; /* of the leaf for team 0 */
    } cases[] = {
        {"mcts:playouts=1,prior=0,leaf=cutoff,lead=3", 1, 1},
        {"mcts:playouts=1,prior=0,leaf=cutoff,lead=3.01,plies=0", 1, 0.3583573983507859}, /* tanh(3/8) */
        {"mcts:playouts=1,prior=0,leaf=cutoff,lead=3.01,plies=7,best=1", 8, 0.3583573983507859},
        {"mcts:playouts=1,prior=0,leaf=cutoff,lead=3.01,plies=7,best=2", 15, 0.3583573983507859},
        {"mcts:playouts=1,prior=0,leaf=cutoff,lead=3.01,plies=7,best=9", 22, 0.3583573983507859}, /* there are three */
    };
    struct jg_game_kind kind = token_kind(TOKEN_RING);
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    assert_int_equal(jg_game_open_kind(&g, &kind, "token", NULL), JG_OK);
    for (int player = 0; player < 2; player++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct token at = {.at = 3, .player = (uint8_t)player};
            struct jg_query query = {.view = &at, .seat = player, .seed = i};
            double want = 800 * atanh(cases[i].value / 2) * (player ? -1 : 1);
            ask_once(&g, cases[i].spec, &query, r);
            assert_int_equal(r->nodes, cases[i].nodes);
            assert_true(fabs(r->value - want) < 1);
        }
    jg_game_close(&g);
    free(r);
}

/* A playout that looks at every move takes a win. */
static void test_best_move(void **state) {
    (void)state;
    struct jg_game_kind kind = token_kind(TOKEN_LINE);
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    assert_int_equal(jg_game_open_kind(&g, &kind, "token", NULL), JG_OK);
    for (int seed = 0; seed < 50; seed++) {
        struct token high = {.at = 4, .player = 1}, low = {.at = 2, .player = 0}; /* the first move goes down by one */
        struct jg_query query = {.view = &high, .seat = 1, .seed = (uint64_t)seed};
        ask_once(&g, "mcts:playouts=1,prior=0,leaf=cutoff,lead=1000,plies=1000,best=3", &query, r);
        assert_int_equal(r->value, lround(800 * atanh(-0.5)));
        query.view = &low;
        query.seat = 0;
        ask_once(&g, "mcts:playouts=1,prior=0,leaf=cutoff,lead=1000,plies=1000,best=3", &query, r);
        assert_int_equal(r->value, lround(800 * atanh(-0.5)));
    }
    jg_game_close(&g);
    free(r);
}

/* ---- Stopping and telling ----------------------------------------------------------------- */

static void *set_soon(void *stop) {
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

static void test_stop(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:nodes=1000000G,prior=0",
                                        "mcts:ms=86400000,prior=0",
                                        "mcts:ms=86400000,threads=4,prior=0",
                                        "mcts:playouts=1000000G,leaf=eval,memory=16384,prior=0",
                                        "mcts:ms=86400000,threads=2,prior=3,minimax=0.3",
                                        "mcts:nodes=1000000G,prior=3,leaf=cutoff,plies=1000,best=200,lead=1000"};
    struct jg_game_kind kind = token_kind(TOKEN_RING);
    struct jg_report *r = malloc(sizeof *r);
    for (size_t i = 0; i < 2 * sizeof specs / sizeof *specs; i++) {
        struct jg_game g;
        union jg_state start = {0};
        pthread_t thread;
        atomic_bool stop = false;
        if (i & 1) { /* which has no end of its own */
            assert_int_equal(jg_game_open_kind(&g, &kind, "token", NULL), JG_OK);
        } else {
            open_spec(&g, "kalah");
            jg_start(&g, &start);
        }
        struct jg_query query = {.view = &start, .stop = &stop};
        assert_int_equal(pthread_create(&thread, NULL, set_soon, &stop), 0);
        ask_once(&g, specs[i / 2], &query, r); /* comes back at all */
        pthread_join(thread, NULL);
        ask_once(&g, specs[i / 2], &query, r); /* stopped before it begins */
        assert_int_equal(r->leaves, 0);
        assert_null(r->by);
        jg_game_close(&g);
    }
    free(r);
}

struct listener {
    const struct jg_game *game;
    const void *view;
    pthread_t asker;
    atomic_bool stop;
    int times;
    uint64_t nodes;
};

static void hear(void *arg, const struct jg_report *r) {
    struct listener *t = arg;
    assert_true(pthread_equal(pthread_self(), t->asker));
    assert_true(jg_legal(t->game, t->view, r->move));
    assert_true(r->nodes >= t->nodes && r->seconds > 0);
    if (r->leaves > 1000) assert_true(r->by && r->pv_count > 0 && r->pv[0] == r->move && r->move_count > 0);
    t->nodes = r->nodes;
    t->times++;
    if (t->times >= 3 && r->leaves > 1000) atomic_store(&t->stop, true);
}

/* The caller's thread gets progress reports; here only those end the search. */
static void test_progress(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    for (int threads = 1; threads <= 3; threads += 2) {
        struct listener listener = {.game = &g, .view = &start, .asker = pthread_self()};
        struct jg_query query = {.view = &start, .stop = &listener.stop, .progress = hear, .arg = &listener};
        ask_once(&g, threads == 1 ? "mcts:ms=86400000,threads=1" : "mcts:ms=86400000,threads=3", &query, r);
        assert_true(listener.times >= 3);
    }
    free(r);
    jg_game_close(&g);
}

/* ---- Options --------------------------------------------------------------------------------- */

static void test_options(void **state) {
    (void)state;
    static const struct refused bad[] = {
        {"mcts:depth=1001", "depth must be 0 to 1000, not 1001"},
        {"mcts:playouts=-1", "playouts must be at least 0, not -1"},
        {"mcts:exploration=11", "exploration must be 0 to 10, not 11"},
        {"mcts:exploration=nan", "exploration must be 0 to 10, not nan"},
        {"mcts:leaf=tree", "leaf must be rollout|eval|cutoff, not tree"},
        {"mcts:prior=-1", "prior must be 0 to 1000, not -1"},
        {"mcts:minimax=1.1", "minimax must be 0 to 1, not 1.1"},
        {"mcts:lead=0", "lead must be 0.001 to 100000, not 0"},
        {"mcts:plies=1001", "plies must be 0 to 1000, not 1001"},
        {"mcts:best=0", "best must be 1 to 256, not 0"},
        {"mcts:scale=0", "scale must be 0.001 to 100000, not 0"},
        {"mcts:eval=nope", "unknown evaluator 'nope'; kalah has store, mix, network"},
        {"mcts:threads=257", "threads must be 0 to 256, not 257"},
        {"mcts:memory=16383", "memory must be 16k to 64G, not 16383"},
        {"mcts:memory=65G", "memory must be 16k to 64G, not 65G"},
        {"mcts:x=1", "no option 'x'; mcts takes depth, nodes, ms, threads, playouts, exploration, leaf, scale, "
                     "prior, minimax, endings, lead, plies, best, eval, memory"},
    };
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    open_spec(&g, "kalah");
    assert_refused(&g, bad, sizeof bad / sizeof *bad);
    jg_game_close(&g);
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&a, &g, "mcts", &err), JG_EFIT);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs),        cmocka_unit_test(test_whole_tictactoe), cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_endless),       cmocka_unit_test(test_threads_prove),   cmocka_unit_test(test_held),
        cmocka_unit_test(test_deterministic), cmocka_unit_test(test_tiny_limits),     cmocka_unit_test(test_strength),
        cmocka_unit_test(test_stop),          cmocka_unit_test(test_progress),        cmocka_unit_test(test_options),
        cmocka_unit_test(test_priors),        cmocka_unit_test(test_first_visit),     cmocka_unit_test(test_cutoff),
        cmocka_unit_test(test_best_move),
    };
    test_begin();
    return cmocka_run_group_tests_name("mcts", tests, NULL, NULL);
}
