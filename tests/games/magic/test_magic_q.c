/* Q-learning: the arithmetic of a step, the fixed point of a small problem, what magic.q
 * learns from a game, and that tunings can be repeated. */
#include "test.h"

#include "arena/series.h"
#include "games/magic/q_learning.h"
#include "tune/tune.h"
#include "tuning.h"

#include <math.h>

/* ---- The method ------------------------------------------------------------------------- */

/* Two lessons of one feature, by hand. Errors: 0.5 * 50 - 2 * 100 = -175 and
 * 10000 + 100 = 10100. With the constant, means of products (2.5 0.5; 0.5 1) and of
 * errors times features (-5225, 4962.5), so least squares asks for (-3425, 6675); the
 * step is 0.4 of it. */
static void test_a_step_by_hand(void **state) {
    (void)state;
    for (int low = -5000; low <= 0; low += 5000) {
        double start = 100, two = 2, minus = -1, at;
        struct jg_method_setting s = {
            .n = 1, .low = low, .high = 5000, .start = &start, .step = 0.4, .generations = 10, .discount = 0.5};
        void *q = jg_method_q.open(&s);
        for (int again = 0; again < 2; again++) { /* what was broken off does not count */
            jg_method_q.begin(q);
            jg_method_q.learn(q, &(struct jg_transition){.features = &two, .value = 50});
            if (again) jg_method_q.learn(q, &(struct jg_transition){.features = &minus, .value = JG_WIN, .over = true});
        }
        jg_method_q.tell(q, NULL);
        jg_method_q.best(q, &at);
        assert_true(fabs(at - (low ? 100 - 0.4 * 3425 : 0)) < 0.05);
        json_t *json = jg_method_q.json(q);
        assert_true(fabs(json_number_value(json_array_get(json_object_get(json, "at"), 1)) - 0.4 * 6675) < 0.05);
        json_decref(json);
        jg_method_q.close(q);
    }
}

/* Two turns: after the first decision there is a choice of one that wins three games of
 * four and one that loses as many. Q of these is 5000 and -5000, of the first 0.9 * 5000. */
static void test_the_fixed_point_of_two_turns(void **state) {
    (void)state;
    static const double first[] = {1, 0}, good[] = {0, 1}, bad[] = {0, -1};
    struct jg_method_setting s = {
        .n = 2, .low = -10000, .high = 10000, .seed = test_seed(), .step = 1, .generations = 300, .discount = 0.9};
    void *q = jg_method_q.open(&s);
    double at[2];
    for (int g = 0; g < s.generations; g++) {
        jg_method_q.best(q, at);
        jg_method_q.begin(q);
        for (int i = 0; i < 4; i++) {
            jg_method_q.learn(q, &(struct jg_transition){.features = first, .value = fabs(at[1])});
            jg_method_q.learn(
                q, &(struct jg_transition){.features = good, .value = i < 3 ? JG_WIN : -JG_WIN, .over = true});
            jg_method_q.learn(
                q, &(struct jg_transition){.features = bad, .value = i < 1 ? JG_WIN : -JG_WIN, .over = true});
        }
        jg_method_q.tell(q, NULL);
        json_t *json = through_text(jg_method_q.json(q));
        assert_true(jg_method_q.read(q, json));
        json_object_set_new(json, "lessons", json_string("3"));
        void *other = jg_method_q.open(&s);
        assert_false(jg_method_q.read(other, json));
        jg_method_q.close(other);
        json_decref(json);
    }
    jg_method_q.best(q, at);
    if (fabs(at[0] - 4500) > 5 || fabs(at[1] - 5000) > 5) fail_msg("%g and %g", at[0], at[1]);
    jg_method_q.close(q);
}

/* ---- The agent -------------------------------------------------------------------------- */

static void test_weights_for_the_search(void **state) {
    (void)state;
    static const double learnt[] = {250, 500, -3, 100, 200}, none[5] = {-1, -1, -1, -1, -1};
    struct jg_magic_weights w;
    assert_true(jg_magic_q_weights(learnt, &w) == 2);
    assert_true(w.life == 500 && w.power == 1000 && w.toughness == 0 && w.hand == 400);
    assert_int_equal(w.land, 400); /* lands are never held back */
    jg_magic_q_weights(none, &w);
    assert_true(!w.life && !w.power && !w.toughness && !w.hand && !w.land);
}

struct lessons {
    int count, ends;
    double value[300], first[300], end;
};

static void note(void *arg, const struct jg_transition *lesson) {
    struct lessons *l = arg;
    l->first[l->count] = lesson->features[0];
    l->value[l->count++] = lesson->value;
    if (lesson->over) l->ends++, l->end = lesson->value;
}

struct game_check {
    const struct jg_game *game;
    struct jg_agent agent; /* with the paper's weights */
    struct jg_magic_planner planner;
    int games, lost[2], ends, compared;
};

/* Turns, results and the values of the best plans, from the record and the paper's search. */
static enum jg_status check_game(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct game_check *c = arg;
    const struct jg_record *r = played->record;
    (void)err;
    for (int seat = 0; seat < 2; seat++) {
        struct lessons l = {0};
        int reported = 0;
        bool open = false;
        jg_magic_q_agent.transitions(&c->agent, r, seat, note, &l);
        for (int i = 0; i < r->count; i++) {
            const struct jg_magic *s = jg_record_state_at(r, i);
            const struct jg_magic_side *other = &s->side[1 - seat];
            struct jg_magic_plan plan;
            if (s->active != seat) continue;
            if (s->phase == JG_MAGIC_MAIN_2 && jg_magic_move_type(r->moves[i]) == JG_MAGIC_PASS) {
                assert_true(l.first[reported] == s->side[seat].life - other->life);
                open = true;
            }
            if (s->phase != JG_MAGIC_MAIN_1 || !open) continue;
            open = false;
            jg_magic_plan(&c->planner, s, &plan);
            double value = l.value[reported++];
            if (fabs(value) >= JG_WIN) {
                assert_true(plan.value >= 500);
            } else {
                double paper = plan.value - 11 * other->lands - 10 * other->in_hand;
                if (fabs(value - paper) > 1.5) fail_msg("%g, not %g", value, paper);
                c->compared++;
            }
        }
        assert_int_equal(l.count, reported + open);
        assert_int_equal(l.ends, open);
        int32_t score = jg_record_score(r, seat);
        if (open) assert_true(l.end == (score > 0 ? JG_WIN : -JG_WIN));
        c->ends += open;
    }
    c->lost[played->fixture.players[0] == 0 ? 0 : 1] += jg_record_score(r, played->fixture.players[0] == 0 ? 0 : 1) < 0;
    c->games++;
    return JG_OK;
}

static bool swap_seats(void *arg, uint64_t number, struct jg_fixture *out) {
    int swap = (int)(number % 2);
    (void)arg;
    *out = (struct jg_fixture){.players = {swap, !swap}, .deal = number / 2};
    return true;
}

static void test_games_and_their_lessons(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player players[2];
    struct game_check c = {.game = &g};
    open_spec(&g, "magic");
    assert_int_equal(jg_player_init(&players[0], &g, "magic.q:explore=0.2", NULL), JG_OK);
    assert_int_equal(jg_player_init(&players[1], &g, "magic.random", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&c.agent, &g, "magic.q:eval=reward", NULL), JG_OK);
    assert_int_equal(jg_magic_planner_init(&c.planner, &g, NULL), JG_OK);
    struct jg_series s = {.game = &g,
                          .players = players,
                          .player_count = 2,
                          .seed = test_seed(),
                          .count = 2 * (uint64_t)test_scaled(100),
                          .threads = 1,
                          .fixture = swap_seats,
                          .take = check_game,
                          .arg = &c};
    assert_int_equal(jg_series_play(&s, NULL), JG_OK);
    assert_int_equal(c.games, s.count);
    assert_true(c.lost[0] + c.lost[1] < c.games / 4); /* random loses */
    assert_true(c.ends >= c.games / 2 && c.compared > 3 * c.games);
    jg_magic_planner_free(&c.planner);
    jg_agent_close(&c.agent);
    jg_game_close(&g);
}

static void test_what_is_refused(void **state) {
    (void)state;
    struct jg_game g, kalah;
    struct jg_agent a;
    struct jg_error err = {0};
    const struct jg_evaluator *by = NULL;
    char spec[JG_SPEC_MAX];
    open_spec(&g, "magic");
    open_spec(&kalah, "kalah");
    assert_int_equal(jg_agent_open(&a, &g, "magic.q:eval=mix", &err), JG_EINPUT);
    assert_int_equal(err.position, 13);
    assert_int_equal(jg_agent_open(&a, &g, "magic.q:explore=1.1", &err), JG_EINPUT);
    assert_true(jg_agent_open(&a, &g, "magic.q:eval=@nosuch", &err) != JG_OK);
    assert_int_equal(jg_tune_learner(&kalah, spec, &by, &err), JG_EFIT);
    assert_non_null(strstr(err.message, "magic.q (magic)"));
    assert_int_equal(jg_tune_learner(&g, spec, &by, &err), JG_OK);
    assert_string_equal(spec, "magic.q");
    assert_string_equal(by->name, "q");
    struct jg_tune_setting s = {.game = &kalah,
                                .evaluator = jg_tune_evaluator(&kalah, "", NULL),
                                .agent = "greedy",
                                .method = JG_TUNE_Q,
                                .opening = 4};
    jg_tune_defaults(&s);
    assert_null(jg_tuning_open(&s, NULL, &err));
    assert_non_null(strstr(err.message, "greedy does not learn"));
    jg_game_close(&g);
    jg_game_close(&kalah);
}

/* ---- Tunings ---------------------------------------------------------------------------- */

static void stop_early(void *arg, double share) {
    if (share > 0.3) atomic_store((atomic_bool *)arg, true);
}

/* All generations; disturbed, each is stopped once and all goes through JSON. */
static char *play_all(struct jg_tune_setting s, bool disturbed) {
    atomic_bool stop = false;
    struct jg_generation last;
    s.stop = disturbed ? &stop : NULL;
    struct jg_tuning *t = jg_tuning_open(&s, NULL, NULL);
    assert_non_null(t);
    while (!jg_tuning_done(t)) {
        if (disturbed) {
            assert_int_equal(jg_tuning_step(t, NULL, stop_early, &stop, NULL), JG_ESTOP);
            atomic_store(&stop, false);
            json_t *json = through_text(jg_tuning_json(t));
            jg_tuning_close(t);
            assert_non_null(t = jg_tuning_open(&s, json, NULL));
            json_decref(json);
        }
        assert_int_equal(jg_tuning_step(t, &last, NULL, NULL, NULL), JG_OK);
        for (int i = 0; i < 5; i++) assert_true(last.weights[i] >= 0 && last.weights[i] <= JG_CHANCES);
    }
    json_t *json = jg_tuning_json(t);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    jg_tuning_close(t);
    return text;
}

static void test_same_seed_same_weights(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player rival;
    open_spec(&g, "magic");
    assert_int_equal(jg_player_init(&rival, &g, "magic.search", NULL), JG_OK);
    for (int k = 0; k < 2; k++) {
        struct jg_tune_setting s = {.game = &g,
                                    .agent = "magic.q",
                                    .method = JG_TUNE_Q,
                                    .rival = k ? &rival : NULL,
                                    .seed = test_seed(),
                                    .pairs = 60, /* more games than can be in the air when it is stopped */
                                    .generations = 1 + test_scaled(3),
                                    .discount = 0.95,
                                    .explore = 0.2,
                                    .threads = 1};
        s.evaluator = jg_tune_evaluator(&g, "q", NULL);
        jg_tune_defaults(&s);
        char *whole = play_all(s, false);
        s.threads = 2;
        char *parts = play_all(s, true);
        assert_string_equal(whole, parts);
        free(parts);
        s.seed++;
        parts = play_all(s, false);
        assert_string_not_equal(whole, parts);
        free(parts);
        free(whole);
    }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_step_by_hand),         cmocka_unit_test(test_the_fixed_point_of_two_turns),
        cmocka_unit_test(test_weights_for_the_search), cmocka_unit_test(test_games_and_their_lessons),
        cmocka_unit_test(test_what_is_refused),        cmocka_unit_test(test_same_seed_same_weights),
    };
    test_begin();
    return cmocka_run_group_tests_name("magic_q", tests, NULL, NULL);
}
