/* Rollouts agree with exact values under random play, found by enumeration; they depend on neither threads nor stops nor
 * on hidden information; and they refuse to measure an error where nothing is random. */
#include "clock.h"
#include "kuhn.h"
#include "test.h"

#include "core/json.h"

#include <jogada/rollout.h>

#include <math.h>

/* ---- Helpers ------------------------------------------------------------------------------ */

static struct jg_rollout *open_rollout(const struct jg_rollout_setting *s, const json_t *from) {
    struct jg_error err = {0};
    struct jg_rollout *r = jg_rollout_open(s, from, &err);
    if (!r) fail_msg("%s", err.message);
    return r;
}

static void finish(struct jg_rollout *r, struct jg_rollout_result *out) {
    struct jg_error err = {0};
    while (!jg_rollout_done(r))
        if (jg_rollout_step(r, NULL, NULL, &err)) fail_msg("%s", err.message);
    jg_rollout_result(r, out);
    jg_rollout_close(r);
}

static void roll_out(const struct jg_rollout_setting *s, struct jg_rollout_result *out) {
    finish(open_rollout(s, NULL), out);
}

static void assert_same_result(const struct jg_rollout_result *a, const struct jg_rollout_result *b) {
    assert_int_equal(a->move_count, b->move_count);
    assert_int_equal(a->trials, b->trials);
    assert_int_equal(a->settled, b->settled);
    for (int i = 0; i < a->move_count; i++) {
        const struct jg_rollout_move *x = &a->moves[i], *y = &b->moves[i];
        assert_int_equal(x->move, y->move);
        assert_int_equal(x->trials, y->trials);
        assert_int_equal(x->out, y->out);
        assert_memory_equal(&x->chance, &y->chance, sizeof x->chance);
        assert_memory_equal(&x->chance_error, &y->chance_error, sizeof x->chance_error);
        assert_memory_equal(&x->score, &y->score, sizeof x->score);
        assert_memory_equal(&x->score_error, &y->score_error, sizeof x->score_error);
        assert_memory_equal(&x->loss, &y->loss, sizeof x->loss);
        assert_memory_equal(&x->loss_error, &y->loss_error, sizeof x->loss_error);
    }
}

/* ---- Exact values --------------------------------------------------------------------------- */

struct value {
    double points, score;
};

/* The expected result for a team if all moves are random, by enumeration. */
static struct value enumerate(const struct jg_game *g, const void *state, int team) {
    union jg_state child;
    jg_move moves[JG_MOVES_MAX];
    struct value sum = {0};
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) {
        int32_t score = jg_score(g, state, team);
        return (struct value){.points = score > 0 ? 1 : score == 0 ? 0.5 : 0, .score = score};
    }
    uint64_t n = turn == JG_CHANCE ? g->kind->outcomes(g, state) : (uint64_t)jg_moves(g, state, moves);
    for (uint64_t i = 0; i < n; i++) {
        double chance = 1 / (double)n;
        jg_move move = turn == JG_CHANCE ? g->kind->outcome(g, state, i, &chance) : moves[i];
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, move);
        struct value v = enumerate(g, &child, team);
        sum.points += chance * v.points;
        sum.score += chance * v.score;
    }
    return sum;
}

static void assert_near(const char *what, double found, double error, double truth) {
    if (fabs(found - truth) > 4.5 * error + 1e-9) fail_msg("%s: %f ± %f, not %f", what, found, error, truth);
}

static void compare_with_enumeration(const char *spec, const char *position) {
    struct jg_game g;
    union jg_state at, child;
    struct jg_rollout_result *r = malloc(sizeof *r);
    open_spec(&g, spec);
    read_position(&g, position, &at);
    struct jg_rollout_setting s = {
        .game = &g, .state = &at, .agent = "random", .trials = 3000, .seed = test_seed(), .threads = 2};
    roll_out(&s, r);
    int team = jg_team(r->seat), best = 0;
    struct value values[JG_MOVES_MAX];
    for (int i = 0; i < r->move_count; i++) {
        memcpy(&child, &at, g.state_size);
        jg_apply(&g, &child, r->moves[i].move);
        values[i] = enumerate(&g, &child, team);
    }
    for (int i = 0; i < r->move_count; i++) {
        const struct jg_rollout_move *m = &r->moves[i];
        assert_int_equal(m->trials, 3000);
        assert_int_equal(m->wins + m->draws + m->losses, 3000);
        assert_near("points", m->chance, m->chance_error, values[i].points);
        if (!isnan(m->score_error)) assert_near("score", m->score, m->score_error, values[i].score);
        assert_near("loss", m->loss, m->loss_error, values[best].points - values[i].points);
        if (i) assert_true(m->chance <= r->moves[i - 1].chance);
        if (m->exact) assert_true(fabs(m->chance - values[i].points) < 1e-12);
    }
    free(r);
    jg_game_close(&g);
}

static void test_exact_values(void **state) {
    (void)state;
    compare_with_enumeration("tictactoe", NULL);
    compare_with_enumeration("tictactoe", "xo./.x./..o x");
    compare_with_enumeration("coins:n=9", NULL);
    compare_with_enumeration("kalah:houses=2,seeds=2", NULL);
}

/* A pair of partners or players with hidden cards: the seat to move believes in hands by the likelihood of the moves. */
static void test_belief(void **state) {
    struct jg_game g;
    union jg_state view;
    struct jg_rollout_result *r = malloc(sizeof *r);
    jg_move moves[JG_MOVES_MAX];
    (void)state;
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    read_position(&g, "?Q b", &view); /* the first player has bet: with a king, probably */
    struct jg_rollout_setting s = {
        .game = &g, .state = &view, .agent = "random", .trials = 20000, .seed = test_seed(), .threads = 2};
    roll_out(&s, r);
    double king = kuhn_bets[0][2] / (kuhn_bets[0][2] + kuhn_bets[0][0]);
    jg_moves(&g, &view, moves);
    for (int i = 0; i < 2; i++) {
        double truth = r->moves[i].move == moves[0] ? 0 : 1 - king; /* a fold loses, a call wins against the jack */
        if (fabs(r->moves[i].chance - truth) > 4.5 * r->moves[i].chance_error + 0.005)
            fail_msg("%f, not %f", r->moves[i].chance, truth);
    }
    free(r);
    jg_game_close(&g);
}

/* ---- Threads, stops, hidden information -------------------------------------------------------- */

/* Positions with hidden hands and chance, and without either. */
static const struct {
    const char *game, *agent;
    uint64_t trials;
    double confidence;
    bool whole;
} CASES[] = {
    {"tictactoe", "random", 600, 0.99, false},
    {"tictactoe", "random", 600, 0.99, true},
    {"domino:target=20", "domino.basic", 64, 0.9, false},
    {"magic", "magic.random", 40, 0.9, false},
    {"kalah:houses=3,seeds=2", "mcts:playouts=8,memory=1M", 100, 0.95, false},
};

/* A random position in the middle of a game, where a seat has a choice. */
static void find_position(const struct jg_game *g, uint64_t stream, void *state) {
    struct jg_rng rng;
    jg_move moves[JG_MOVES_MAX];
    jg_rng_init(&rng, test_seed(), stream);
    for (;;) {
        jg_start(g, state);
        for (int left = 1, turn; (turn = jg_turn(g, state)) != JG_OVER;) {
            if (turn >= 0 && jg_moves(g, state, moves) > 1 && !left--) return;
            jg_apply(g, state, jg_random_move(g, state, &rng));
        }
    }
}

static void test_threads(void **state) {
    struct jg_rollout_result *r = malloc(2 * sizeof *r);
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_game g;
        union jg_state at;
        open_spec(&g, CASES[i].game);
        find_position(&g, i, &at);
        for (int threads = 1; threads <= 5; threads += 2) {
            struct jg_rollout_setting s = {.game = &g,
                                           .state = &at,
                                           .agent = CASES[i].agent,
                                           .trials = CASES[i].trials,
                                           .confidence = CASES[i].confidence,
                                           .whole_order = CASES[i].whole,
                                           .seed = test_seed(),
                                           .threads = threads};
            roll_out(&s, &r[threads > 1]);
            if (threads > 1) assert_same_result(&r[0], &r[1]);
        }
        jg_game_close(&g);
    }
    free(r);
}

/* A rollout from a full position uses only what the seat to move knows. */
static void test_hidden_part_is_unknown(void **state) {
    struct jg_rollout_result *r = malloc(2 * sizeof *r);
    (void)state;
    for (size_t i = 2; i < 4; i++) {
        struct jg_game g;
        union jg_state at, view, other;
        struct jg_rng rng;
        open_spec(&g, CASES[i].game);
        find_position(&g, i, &at);
        jg_view(&g, &at, jg_turn(&g, &at), &view);
        jg_rng_init(&rng, test_seed(), 7);
        jg_sample(&g, &view, &rng, &other);
        struct jg_rollout_setting s = {
            .game = &g, .state = &at, .agent = CASES[i].agent, .trials = 16, .seed = test_seed(), .threads = 1};
        roll_out(&s, &r[0]);
        s.state = &other;
        roll_out(&s, &r[1]);
        assert_same_result(&r[0], &r[1]);
        s.state = &view;
        roll_out(&s, &r[1]);
        assert_same_result(&r[0], &r[1]);
        jg_game_close(&g);
    }
    free(r);
}

/* Stopped after any round and resumed from its state, a rollout ends with the same results. */
static void test_resume(void **state) {
    struct jg_rollout_result *r = malloc(2 * sizeof *r);
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_game g;
        union jg_state at;
        struct jg_error err = {0};
        open_spec(&g, CASES[i].game);
        find_position(&g, i, &at);
        struct jg_rollout_setting s = {.game = &g,
                                       .state = &at,
                                       .agent = CASES[i].agent,
                                       .trials = CASES[i].trials,
                                       .confidence = CASES[i].confidence,
                                       .whole_order = CASES[i].whole,
                                       .seed = test_seed(),
                                       .threads = 2};
        roll_out(&s, &r[0]);
        struct jg_rollout *one = open_rollout(&s, NULL);
        while (!jg_rollout_done(one)) {
            assert_int_equal(jg_rollout_step(one, NULL, NULL, &err), JG_OK);
            char *text = jg_json_text(jg_rollout_json(one), JSON_COMPACT);
            json_t *stored = jg_json_read(text, strlen(text), 0, NULL);
            jg_rollout_close(one);
            one = open_rollout(&s, stored);
            json_decref(stored);
            free(text);
        }
        finish(one, &r[1]);
        assert_same_result(&r[0], &r[1]);
        jg_game_close(&g);
    }
    free(r);
}

/* A rollout whose state is taken in the middle of a round, after some game of the calling thread. */
struct taking {
    struct jg_rollout *rollout;
    int left; /* games until the state is taken */
    json_t *state;
    uint64_t games;
    atomic_bool *stop; /* set then; may be NULL */
};

static void take_state(void *arg, double share) {
    struct taking *t = arg;
    assert_true(share > 0 && share <= 1);
    if (t->left-- != 1) return;
    t->state = jg_rollout_json(t->rollout);
    t->games = json_array_size(json_object_get(t->state, "round"));
    if (t->stop) atomic_store(t->stop, true);
}

/* Resumed from a state in the middle of a round, it ends with the same results, and plays only the missing games. */
static void test_resume_round(void **state) {
    struct jg_rollout_result *r = malloc(2 * sizeof *r);
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_game g;
        union jg_state at;
        struct jg_error err = {0};
        open_spec(&g, CASES[i].game);
        find_position(&g, i, &at);
        struct jg_rollout_setting s = {.game = &g,
                                       .state = &at,
                                       .agent = CASES[i].agent,
                                       .trials = CASES[i].trials,
                                       .confidence = CASES[i].confidence,
                                       .whole_order = CASES[i].whole,
                                       .seed = test_seed(),
                                       .threads = 2};
        roll_out(&s, &r[0]);
        struct taking t = {.rollout = open_rollout(&s, NULL), .left = 3};
        while (!jg_rollout_done(t.rollout) && !t.state)
            assert_int_equal(jg_rollout_step(t.rollout, take_state, &t, &err), JG_OK);
        jg_rollout_close(t.rollout);
        if (t.state) { /* the calling thread has played three games */
            assert_true(t.games > 0);
            struct jg_rollout *one = open_rollout(&s, t.state);
            assert_true(jg_rollout_games(one) >= t.games);
            finish(one, &r[1]);
            assert_same_result(&r[0], &r[1]);
        }
        json_decref(t.state);
        jg_game_close(&g);
    }
    free(r);
}

/* A stop in the middle of a round: its finished games do not count yet, but they are not played again. */
static void test_stop_round(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_error err = {0};
    struct jg_rollout_result *r = malloc(2 * sizeof *r);
    atomic_bool stop = false;
    (void)state;
    open_spec(&g, "tictactoe");
    jg_start(&g, &at);
    struct jg_rollout_setting s = {
        .game = &g, .state = &at, .agent = "random", .trials = 100, .seed = test_seed(), .threads = 1, .stop = &stop};
    roll_out(&s, &r[0]);
    struct taking t = {.rollout = open_rollout(&s, NULL), .left = 7, .stop = &stop};
    assert_int_equal(jg_rollout_step(t.rollout, take_state, &t, &err), JG_ESTOP);
    jg_rollout_result(t.rollout, &r[1]);
    assert_int_equal(r[1].trials, 0);
    assert_int_equal(jg_rollout_games(t.rollout), 7);
    atomic_store(&stop, false);
    finish(t.rollout, &r[1]);
    assert_same_result(&r[0], &r[1]);
    json_decref(t.state);
    free(r);
    jg_game_close(&g);
}

/* A stop before a round. */
static void test_stop(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_error err = {0};
    struct jg_rollout_result *r = malloc(2 * sizeof *r);
    atomic_bool stop = false;
    (void)state;
    open_spec(&g, "tictactoe");
    jg_start(&g, &at);
    struct jg_rollout_setting s = {
        .game = &g, .state = &at, .agent = "random", .trials = 100, .seed = test_seed(), .threads = 2, .stop = &stop};
    roll_out(&s, &r[0]);
    struct jg_rollout *one = open_rollout(&s, NULL);
    assert_int_equal(jg_rollout_step(one, NULL, NULL, &err), JG_OK);
    atomic_store(&stop, true);
    assert_int_equal(jg_rollout_step(one, NULL, NULL, &err), JG_ESTOP);
    jg_rollout_result(one, &r[1]);
    assert_int_equal(r[1].trials, 4);
    atomic_store(&stop, false);
    finish(one, &r[1]);
    assert_same_result(&r[0], &r[1]);
    free(r);
    jg_game_close(&g);
}

static void refuse_state(const struct jg_rollout_setting *s, const char *text) {
    struct jg_error err = {0};
    json_t *state = jg_json_read(text, strlen(text), 0, NULL);
    assert_non_null(state);
    assert_null(jg_rollout_open(s, state, &err));
    assert_int_equal(err.code, JG_EINPUT);
    json_decref(state);
}

static void test_damaged_state(void **state) {
    struct jg_game g;
    union jg_state at;
    (void)state;
    open_spec(&g, "tictactoe");
    jg_start(&g, &at);
    struct jg_rollout_setting s = {.game = &g, .state = &at, .agent = "random", .trials = 100, .seed = 1};
    struct jg_rollout *one = open_rollout(&s, NULL);
    struct jg_error err = {0};
    assert_int_equal(jg_rollout_step(one, NULL, NULL, &err), JG_OK);
    char *text = jg_json_text(jg_rollout_json(one), JSON_COMPACT);
    static const char *const WORDS[] = {
        "\"trials\":4", "\"move\":", "\"wins\":", "\"draws\":", "\"game\":", "\"pairs\":"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        char *broken = strdup(text);
        char *at_word = strstr(broken, WORDS[i]);
        assert_non_null(at_word);
        at_word[1] = 'X'; /* a member is missing */
        refuse_state(&s, broken);
        free(broken);
    }
    static const char *const ROUNDS[] = {"[0]", "[4, 0, 1, \"0\", true]", "[0, 9, 1, \"0\", true]",
                                         "[0, 0, 1, 0, true]", "[0, 0, 1.5, \"0\", true]"};
    for (size_t i = 0; i < sizeof ROUNDS / sizeof *ROUNDS; i++) {
        json_t *broken = jg_rollout_json(one);
        json_array_append_new(json_object_get(broken, "round"),
                              jg_json_read(ROUNDS[i], strlen(ROUNDS[i]), JSON_DECODE_ANY, NULL));
        char *with = jg_json_text(broken, JSON_COMPACT);
        refuse_state(&s, with);
        free(with);
    }
    refuse_state(&s, "{}");
    refuse_state(&s, "[]");
    s.trials = 3; /* fewer than were played */
    refuse_state(&s, text);
    free(text);
    jg_rollout_close(one);
    jg_game_close(&g);
}

/* ---- Nothing random ---------------------------------------------------------------------------- */

static void test_nothing_random(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_error err = {0};
    (void)state;
    open_spec(&g, "connect4:width=4,height=4");
    jg_start(&g, &at);
    struct jg_rollout_setting s = {
        .game = &g, .state = &at, .agent = "alphabeta:depth=2", .trials = 1000, .confidence = 0.99, .seed = 1};
    struct jg_rollout *one = open_rollout(&s, NULL);
    for (int i = 0; i < 3; i++) assert_int_equal(jg_rollout_step(one, NULL, NULL, &err), JG_OK);
    assert_int_equal(jg_rollout_step(one, NULL, NULL, &err), JG_EFIT); /* 16 trials */
    assert_non_null(strstr(err.message, "the same game"));
    assert_non_null(strstr(err.message, "random"));
    jg_rollout_close(one);
    s.trials = 3; /* no more will come */
    one = open_rollout(&s, NULL);
    assert_int_equal(jg_rollout_step(one, NULL, NULL, &err), JG_EFIT);
    jg_rollout_close(one);
    jg_game_close(&g);
}

/* Where neither a choice nor chance follows, values are exact, and one round is enough. */
static void test_forced_end(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_rollout_result *r = malloc(sizeof *r);
    (void)state;
    open_spec(&g, "tictactoe");
    read_position(&g, "xox/xxo/o.. o", &at);
    struct jg_rollout_setting s = {
        .game = &g, .state = &at, .agent = "ab", .trials = 1000, .confidence = 0.99, .seed = 1};
    roll_out(&s, r);
    assert_int_equal(r->move_count, 2);
    assert_int_equal(r->trials, 4);
    assert_true(r->settled);
    for (int i = 0; i < 2; i++) {
        assert_true(r->moves[i].exact);
        assert_true(r->moves[i].chance_error == 0 && r->moves[i].loss_error == 0);
        assert_false(r->moves[i].same);
    }
    free(r);
    jg_game_close(&g);
}

/* A winning move is found with few trials; the others drop out. */
static void test_settles(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_rollout_result *r = malloc(sizeof *r);
    (void)state;
    open_spec(&g, "tictactoe");
    read_position(&g, "xx./oo./... x", &at);
    struct jg_rollout_setting s = {
        .game = &g, .state = &at, .agent = "random", .trials = 100000, .confidence = 0.99, .seed = test_seed()};
    roll_out(&s, r);
    char word[JG_MOVE_MAX];
    struct jg_text t;
    jg_text_init(&t, word, sizeof word);
    g.kind->print_move(&g, &at, r->moves[0].move, &t);
    assert_string_equal(word, "3");
    assert_true(r->settled && r->trials < 1000);
    assert_true(r->moves[0].exact && !r->moves[0].out);
    for (int i = 1; i < r->move_count; i++) assert_true(r->moves[i].out);
    free(r);
    jg_game_close(&g);
}

/* ---- Refusals ---------------------------------------------------------------------------------- */

static void test_refusals(void **state) {
    struct jg_game g;
    union jg_state at;
    struct jg_error err = {0};
    (void)state;
    open_spec(&g, "tictactoe");
    read_position(&g, "xxx/oo./... o", &at);
    struct jg_rollout_setting s = {.game = &g, .state = &at, .agent = "random", .trials = 10, .seed = 1};
    assert_null(jg_rollout_open(&s, NULL, &err));
    assert_non_null(strstr(err.message, "over"));
    jg_start(&g, &at);
    s.agent = "nosuch";
    assert_null(jg_rollout_open(&s, NULL, &err));
    assert_int_equal(err.position, 0);
    s.agent = "human";
    assert_null(jg_rollout_open(&s, NULL, &err));
    jg_rollout_close(NULL);
    jg_game_close(&g);
}

/* Every game has a default agent that can roll it out. */
static void test_default_agents(void **state) {
    struct jg_rollout_result *r = malloc(sizeof *r);
    const struct jg_game_kind *k;
    (void)state;
    for (size_t i = 0; (k = jg_game_kind_at(i)); i++) {
        struct jg_game g;
        union jg_state at;
        open_spec(&g, k->name);
        find_position(&g, i, &at);
        struct jg_rollout_setting s = {
            .game = &g, .state = &at, .agent = jg_rollout_agent(&g), .trials = 8, .seed = test_seed(), .threads = 2};
        roll_out(&s, r);
        assert_true(r->trials == 8 || r->moves[0].exact);
        jg_game_close(&g);
    }
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_values),  cmocka_unit_test(test_belief),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_hidden_part_is_unknown),
        cmocka_unit_test(test_resume),        cmocka_unit_test(test_resume_round),
        cmocka_unit_test(test_stop_round),    cmocka_unit_test(test_stop),
        cmocka_unit_test(test_damaged_state), cmocka_unit_test(test_nothing_random),
        cmocka_unit_test(test_forced_end),    cmocka_unit_test(test_settles),
        cmocka_unit_test(test_refusals),      cmocka_unit_test(test_default_agents),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
