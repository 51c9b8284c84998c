/* Reviews of games against brute force, against results found by hand, and with an agent that counts its queries. */
#include "test.h"

#include <math.h>

/* ---- Chances ------------------------------------------------------------------------------------ */

static void test_chances(void **state) {
    (void)state;
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        for (const struct jg_evaluator *by = jg_game_kind_at(i)->evaluators; by->name; by++) {
            double last = 0;
            for (int32_t value = -JG_WIN; value <= JG_WIN; value += 500) {
                double chance = jg_value_chance(by, value, false);
                assert_true(chance >= last && chance <= 1);
                assert_true(fabs(chance + jg_value_chance(by, -value, false) - 1) < 1e-12);
                last = chance;
            }
            assert_true(jg_value_chance(by, JG_WIN, false) == 1);
            assert_true(jg_value_chance(by, 0, false) == 0.5);
            if (by->chance) assert_true(fabs(jg_value_chance(by, 2200, false) - 0.61) < 1e-12);
            if (!by->chance && by->odds == floor(by->odds) && by->odds > 0)
                assert_true(fabs(jg_value_chance(by, (int32_t)by->odds, false) - exp(1) / (1 + exp(1))) < 1e-9);
        }
    }
    assert_true(jg_value_chance(NULL, 17, false) == 0.5);
}

/* ---- Reviews -------------------------------------------------------------------------------------- */

enum { MOVES = 128 };

/* The moves that a review has shown, in order. */
struct shown {
    struct jg_review_move moves[MOVES];
    int count;
};

static void store_move(void *arg, const struct jg_review_move *m) {
    struct shown *s = arg;
    assert_true(s->count < MOVES);
    assert_true(!s->count || s->moves[s->count - 1].ply < m->ply);
    s->moves[s->count++] = *m;
}

static void read_moves(struct jg_record *r, const struct jg_game *g, const char *moves) {
    struct jg_tags tags = {.resigned = -1};
    struct jg_error err = {0};
    if (jg_record_replay(r, g, &tags, moves, moves, &err)) fail_msg("%s", err.message);
}

static void play_randomly(struct jg_record *r, const struct jg_game *g, struct jg_rng *rng) {
    assert_int_equal(jg_record_init(r, g, NULL, NULL), JG_OK);
    while (jg_record_turn(r) != JG_OVER)
        assert_int_equal(jg_record_push(r, jg_random_move(g, jg_record_state(r), rng), NULL), JG_OK);
}

static void review(struct jg_review *v, struct shown *s) {
    struct jg_error err = {0};
    s->count = 0;
    v->show = store_move;
    v->arg = s;
    if (jg_review_run(v, &err)) fail_msg("%s", err.message);
}

/* ---- A game by hand ------------------------------------------------------------------------------- */

/* X takes a corner, which draws. O answers beside it, which loses; X gives the win back, O plays the third mistake in a
 * row, and X makes a fork. */
static void test_blunders_by_hand(void **state) {
    static const double LOSSES[] = {0, 0.5, 0.5, 0.5, 0};
    struct jg_game g;
    struct jg_agent a;
    struct jg_record r;
    struct shown s;
    (void)state;
    open_spec(&g, "tictactoe");
    assert_int_equal(jg_agent_open(&a, &g, "ab:nodes=1M", NULL), JG_OK);
    read_moves(&r, &g, "1 2 3 4 5");
    struct jg_review v = {.record = &r, .agent = &a};
    review(&v, &s);
    assert_int_equal(s.count, 6);
    for (int i = 0; i < 5; i++) {
        assert_true(s.moves[i].has_move && s.moves[i].played == r.moves[i]);
        assert_int_equal(s.moves[i].seat, i % 2);
        assert_true(s.moves[i].loss == LOSSES[i]);
        assert_int_equal(s.moves[i].mark == JG_REVIEW_BLUNDER, LOSSES[i] > 0);
    }
    assert_true(s.moves[1].chance == 0.5 && s.moves[1].after == 0);
    assert_false(s.moves[5].has_move); /* the game is not over: O is to move and lost */
    assert_true(s.moves[5].chance == 0 && s.moves[5].seat == 1 && s.moves[5].loss < 0);
    assert_int_equal(v.of_seat[0].moves, 3);
    assert_int_equal(v.of_seat[0].marks[JG_REVIEW_BLUNDER], 1);
    assert_true(fabs(jg_review_accuracy(&v.of_seat[0]) - (1 - 0.5 / 3)) < 1e-12);
    assert_int_equal(v.of_seat[1].moves, 2);
    assert_int_equal(v.of_seat[1].marks[JG_REVIEW_BLUNDER], 2);
    assert_true(jg_review_accuracy(&v.of_seat[1]) == 0.5);
    assert_true(jg_review_accuracy(&v.of_seat[2]) == 1);
    v.seats = 1 << 1; /* the moves of O alone; X's positions are not searched */
    v.moves_only = true;
    review(&v, &s);
    assert_int_equal(s.count, 2);
    assert_true(s.moves[0].ply == 1 && s.moves[1].ply == 3);
    assert_int_equal(v.of_seat[0].moves, 0);
    jg_record_free(&r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(jg_review_mark_name(JG_REVIEW_PLAIN), "");
    assert_string_equal(jg_review_mark_name(JG_REVIEW_BEST), "best");
    assert_string_equal(jg_review_mark_name(JG_REVIEW_INACCURACY), "inaccuracy");
    assert_string_equal(jg_review_mark_name(JG_REVIEW_MISTAKE), "mistake");
    assert_string_equal(jg_review_mark_name(JG_REVIEW_BLUNDER), "blunder");
}

/* ---- Brute force ------------------------------------------------------------------------------------ */

/* The score of a team with best play. */
static int32_t best_score(const struct jg_game *g, const void *state, int team) {
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) return jg_score(g, state, team);
    jg_move moves[JG_MOVES_MAX];
    int32_t best = 0;
    for (int i = 0, n = jg_moves(g, state, moves); i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int32_t score = best_score(g, &child, team);
        if (!i || (jg_team(turn) == team ? score > best : score < best)) best = score;
    }
    return best;
}

static int sign(int32_t value) { return (value > 0) - (value < 0); }

/* `scores`: the agent knows exact scores, otherwise only results. */
static void check_move(const struct jg_review_move *m, const struct jg_record *r, bool scores) {
    jg_move moves[JG_MOVES_MAX];
    int team = jg_team(m->seat);
    int32_t before = best_score(r->game, jg_record_state_at(r, m->ply), team);
    int32_t after = best_score(r->game, jg_record_state_at(r, m->ply + 1), team);
    double loss = (sign(before) - sign(after)) / 2.0;
    int gave = scores ? before - after : -1;
    int n = jg_moves(r->game, jg_record_state_at(r, m->ply), moves);
    assert_true(m->has_move && m->proven && m->has_value);
    assert_true(m->chance == (sign(before) + 1) / 2.0 && m->after == (sign(after) + 1) / 2.0 && m->loss == loss);
    assert_int_equal(m->gave, gave);
    assert_int_equal(m->is_worse, scores ? gave > 0 : loss > 0); /* as the page marks it, so the command prints it */
    assert_int_equal(m->mark, loss > 0                               ? JG_REVIEW_BLUNDER
                              : gave > 0                             ? JG_REVIEW_INACCURACY
                              : m->best == r->moves[m->ply] && n > 1 ? JG_REVIEW_BEST
                                                                     : JG_REVIEW_PLAIN);
}

static void test_solved_games(void **state) {
    static const struct {
        const char *game, *agent;
        bool scores;
    } CASES[] = {
        {"tictactoe", "ab:nodes=1M", false},
        {"coins:n=9", "ab:nodes=1M,eval=theory", false},
        {"kalah:houses=3,seeds=2", "kalah.perfect:nodes=1M", true},
    };
    struct jg_rng rng;
    int worse = 0;
    (void)state;
    jg_rng_init(&rng, test_seed(), 1);
    for (int k = 0; k < test_scaled(12); k++) {
        struct jg_game g;
        struct jg_agent a;
        struct jg_record r;
        struct shown s;
        double losses[2] = {0};
        int moves[2] = {0};
        open_spec(&g, CASES[k % 3].game);
        assert_int_equal(jg_agent_open(&a, &g, CASES[k % 3].agent, NULL), JG_OK);
        play_randomly(&r, &g, &rng);
        struct jg_review v = {.record = &r, .agent = &a, .confirm = true};
        review(&v, &s);
        assert_int_equal(s.count, r.count + 1);
        for (int i = 0; i < r.count; i++) {
            check_move(&s.moves[i], &r, CASES[k % 3].scores);
            losses[s.moves[i].seat] += s.moves[i].loss;
            moves[s.moves[i].seat]++;
            worse += s.moves[i].is_worse;
        }
        const struct jg_review_move *end = &s.moves[r.count];
        assert_true(!end->has_move && end->seat == 0 && end->best_value == jg_record_score(&r, 0));
        assert_true(end->chance == (sign(end->best_value) + 1) / 2.0);
        for (int seat = 0; seat < 2; seat++) {
            double accuracy = moves[seat] ? 1 - losses[seat] / moves[seat] : 1;
            assert_int_equal(v.of_seat[seat].moves, moves[seat]);
            assert_true(fabs(jg_review_accuracy(&v.of_seat[seat]) - accuracy) < 1e-12);
        }
        jg_record_free(&r);
        jg_agent_close(&a);
        jg_game_close(&g);
    }
    assert_true(worse > 0);
}

/* ---- An agent that evaluates positions but not moves -------------------------------------------------- */

struct spy {
    int asked, forgot;
    atomic_bool *stop; /* set by query number `stop_at` */
    int stop_at;
};

static const struct jg_evaluator CHANCE = {.name = "chance", .unit = 1, .chance = true};

/* Says 0.5 for the first query, then 0.4, 0.5, 0.4 ..., and chooses the last move. */
static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    struct spy *s = a->data;
    jg_move moves[JG_MOVES_MAX];
    union jg_state view;
    (void)err;
    jg_view(a->game, query->view, query->seat, &view); /* a view hides nothing more from its seat */
    assert_memory_equal(&view, query->view, a->game->state_size);
    assert_true(query->all && query->seed == 1);
    report->move = moves[jg_moves(a->game, query->view, moves) - 1];
    report->by = &CHANCE;
    report->value = s->asked % 2 ? -JG_CHANCES / 5 : 0;
    if (++s->asked == s->stop_at) atomic_store(s->stop, true);
    return JG_OK;
}

static void forget(struct jg_agent *a) { ((struct spy *)a->data)->forgot++; }

static const struct jg_agent_kind SPY = {.name = "spy", .summary = "counts", .choose = choose, .forget = forget};

/* Without a value of the move, the next position gives the loss. */
static void test_losses_from_next_positions(void **state) {
    struct jg_game g;
    struct jg_record r;
    struct shown s;
    struct spy spy = {0};
    (void)state;
    open_spec(&g, "tictactoe");
    read_moves(&r, &g, "1 2 3 4 5");
    struct jg_agent a = {.kind = &SPY, .game = &g, .data = &spy};
    struct jg_review v = {.record = &r, .agent = &a};
    review(&v, &s);
    assert_int_equal(s.count, 6);
    assert_int_equal(spy.forgot, 0);
    for (int i = 0; i < 5; i++) { /* 0.5 before and 1 - 0.4 after, or 0.4 and 1 - 0.5: nobody loses anything */
        assert_false(s.moves[i].has_value);
        assert_true(fabs(s.moves[i].after - (i % 2 ? 0.5 : 0.6)) < 1e-12);
        assert_true(s.moves[i].loss == 0 && s.moves[i].mark == JG_REVIEW_PLAIN);
    }
    v.seats = 1; /* the positions of O are not searched: nothing is known about the moves of X */
    review(&v, &s);
    assert_int_equal(s.count, 3);
    for (int i = 0; i < 3; i++) assert_true(s.moves[i].loss < 0 && s.moves[i].after < 0);
    assert_int_equal(v.of_seat[0].moves, 0);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* In games with hidden information the agent gets the views of the players, and forgets each before the next. A chance
 * move after a move hides its loss. */
static void test_hidden_games(void **state) {
    struct jg_game g;
    struct jg_record r;
    struct jg_rng rng;
    struct spy spy = {0};
    struct shown s;
    int decisions = 0;
    (void)state;
    jg_rng_init(&rng, test_seed(), 2);
    open_spec(&g, "domino:rounds=2");
    play_randomly(&r, &g, &rng);
    struct jg_agent a = {.kind = &SPY, .game = &g, .data = &spy};
    struct jg_review v = {.record = &r, .agent = &a};
    review(&v, &s);
    for (int i = 0; i < r.count; i++) decisions += jg_turn(&g, jg_record_state_at(&r, i)) >= 0;
    assert_int_equal(spy.asked, decisions);
    assert_int_equal(spy.forgot, decisions);
    assert_int_equal(s.count, decisions + 1);
    for (int i = 0; i < decisions; i++) {
        bool draws = jg_turn(&g, jg_record_state_at(&r, s.moves[i].ply + 1)) == JG_CHANCE;
        bool best = s.moves[i].best == s.moves[i].played;
        assert_int_equal(s.moves[i].loss < 0, draws && !best);
    }
    jg_record_free(&r);
    jg_game_close(&g);
}

/* A stopped review has shown the moves before, and discards the position that was being searched. */
static void test_stops(void **state) {
    struct jg_game g;
    struct jg_record r;
    (void)state;
    open_spec(&g, "tictactoe");
    read_moves(&r, &g, "1 2 3 4 5");
    for (int at = 0; at <= 6; at++) {
        atomic_bool stop = at == 0;
        struct spy spy = {.stop = &stop, .stop_at = at};
        struct shown s = {0};
        struct jg_agent a = {.kind = &SPY, .game = &g, .data = &spy};
        struct jg_review v = {.record = &r, .agent = &a, .stop = &stop, .show = store_move, .arg = &s};
        assert_int_equal(jg_review_run(&v, NULL), JG_ESTOP);
        assert_int_equal(spy.asked, at);
        assert_int_equal(s.count, at > 0 ? at - 1 : 0);
        if (s.count) assert_true(s.moves[s.count - 1].loss < 0); /* its loss would come from the discarded position */
        if (s.count > 1) assert_true(s.moves[s.count - 2].loss == 0);
    }
    jg_record_free(&r);
    jg_game_close(&g);
}

/* An agent without values reveals nothing about a move, also where it would have played the same. */
static void test_no_values(void **state) {
    struct jg_game g;
    struct jg_agent a;
    struct jg_record r;
    struct shown s;
    (void)state;
    open_spec(&g, "coins:n=5,take=3");
    assert_int_equal(jg_agent_open(&a, &g, "random", NULL), JG_OK);
    read_moves(&r, &g, "1 1 1 1 1");
    struct jg_review v = {.record = &r, .agent = &a};
    review(&v, &s);
    assert_int_equal(s.moves[4].best, s.moves[4].played); /* one coin is left */
    for (int i = 0; i < 5; i++) assert_true(s.moves[i].loss < 0 && s.moves[i].mark == JG_REVIEW_PLAIN);
    assert_int_equal(v.of_seat[0].moves + v.of_seat[1].moves, 0);
    jg_record_free(&r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_blunders_by_hand),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_solved_games),
        cmocka_unit_test(test_losses_from_next_positions),
        cmocka_unit_test(test_hidden_games),
        cmocka_unit_test(test_no_values),
        cmocka_unit_test(test_stops),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
