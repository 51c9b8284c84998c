/* Asking agents: every query has the view of the seat to move, and a history exactly where repetition counts. */
#include "clock.h"
#include "test.h"

/* ---- An agent that stores its query -------------------------------------------------------------- */

struct spy {
    struct jg_query query;
    union jg_state view;
    uint64_t keys[64];
};

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    struct spy *s = a->data;
    jg_move moves[JG_MOVES_MAX];
    (void)err;
    s->query = *query;
    memcpy(&s->view, query->view, a->game->state_size);
    if (query->key_count) memcpy(s->keys, query->keys, query->key_count * sizeof *s->keys);
    jg_moves(a->game, query->view, moves);
    report->move = moves[0];
    return JG_OK;
}

static const struct jg_agent_kind SPY = {.name = "spy", .summary = "stores queries", .choose = choose};

/* Plays random moves until a seat is to move after at least n of them. */
static void play_randomly(struct jg_record *r, const struct jg_game *g, int n) {
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), (uint64_t)n);
    assert_int_equal(jg_record_init(r, g, NULL, NULL), JG_OK);
    while (r->count < n || jg_record_turn(r) < 0) {
        assert_int_not_equal(jg_record_turn(r), JG_OVER);
        assert_int_equal(jg_record_push(r, jg_random_move(g, jg_record_state(r), &rng), NULL), JG_OK);
    }
}

static void assert_query(const struct spy *s, const struct jg_record *r, int n) {
    union jg_state view;
    int seat = jg_turn(r->game, jg_record_state_at(r, n));
    jg_view(r->game, jg_record_state_at(r, n), seat, &view);
    assert_memory_equal(&s->view, &view, r->game->state_size);
    assert_int_equal(s->query.seat, seat);
    assert_int_equal(s->query.key_count, r->game->repeat ? n : 0);
    for (size_t i = 0; i < s->query.key_count; i++)
        assert_true(s->keys[i] == jg_key(r->game, jg_record_state_at(r, (int)i)));
    if (!r->game->repeat) assert_null(s->query.keys);
}

static const char *const GAMES[] = {"kalah", "tictactoe", "loa", "domino", "magic"};

/* ---- Tests ----------------------------------------------------------------------------------------- */

static void test_records(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        struct jg_game g;
        struct jg_record r;
        struct jg_report report;
        struct spy spy = {0};
        open_spec(&g, GAMES[i]);
        play_randomly(&r, &g, 4);
        struct jg_agent a = {.kind = &SPY, .game = &g, .data = &spy};
        for (int n = 0; n <= r.count; n++) {
            struct jg_ask ask = {.seed = 7 + (uint64_t)n};
            if (jg_turn(&g, jg_record_state_at(&r, n)) < 0) continue;
            assert_int_equal(jg_ask_record(&ask, &a, &r, n, &report, NULL), JG_OK);
            assert_query(&spy, &r, n);
            assert_true(spy.query.seed == 7 + (uint64_t)n);
            assert_memory_equal(&ask.query, &spy.query, sizeof spy.query); /* for explain() */
        }
        jg_record_free(&r);
        jg_game_close(&g);
    }
}

/* A copy is independent of the record. */
static void test_copies(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        struct jg_game g;
        struct jg_record r, other;
        struct jg_report report;
        struct spy spy = {0};
        struct jg_ask ask = {.seed = 3, .all = true};
        open_spec(&g, GAMES[i]);
        play_randomly(&r, &g, 4);
        play_randomly(&other, &g, 4); /* the same moves */
        struct jg_agent a = {.kind = &SPY, .game = &g, .data = &spy};
        for (int times = 0; times < 2; times++) assert_int_equal(jg_ask_copy(&ask, &r, r.count, NULL), JG_OK);
        jg_record_free(&r);
        assert_int_equal(jg_ask_copied(&ask, &a, &report, NULL), JG_OK);
        assert_query(&spy, &other, other.count);
        assert_true(spy.query.all && spy.query.seed == 3);
        for (int times = 0; times < 2; times++) jg_ask_free(&ask);
        assert_null(ask.history);
        jg_record_free(&other);
        jg_game_close(&g);
    }
}

/* Without a record there is no history, unless the caller has one; where repetition does not count it is left out, since
 * it could reveal hidden information. */
static void test_states(void **state) {
    static const uint64_t KEYS[] = {5, 6};
    (void)state;
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        struct jg_game g;
        struct jg_record r;
        struct jg_report report;
        struct spy spy = {0};
        open_spec(&g, GAMES[i]);
        play_randomly(&r, &g, 4);
        struct jg_agent a = {.kind = &SPY, .game = &g, .data = &spy};
        struct jg_ask plain = {0}, ask = {.keys = KEYS, .key_count = 2};
        assert_int_equal(jg_ask_state(&plain, &a, jg_record_state(&r), &report, NULL), JG_OK);
        assert_int_equal(spy.query.key_count, 0);
        assert_int_equal(jg_ask_state(&ask, &a, jg_record_state(&r), &report, NULL), JG_OK);
        assert_int_equal(spy.query.key_count, g.repeat ? 2 : 0);
        if (g.repeat) assert_memory_equal(spy.keys, KEYS, sizeof KEYS);
        union jg_state view = spy.view; /* a view may be asked about as well */
        assert_int_equal(jg_ask_state(&plain, &a, &view, &report, NULL), JG_OK);
        assert_memory_equal(&spy.view, &view, g.state_size);
        jg_record_free(&r);
        jg_game_close(&g);
    }
}

/* What the caller sets reaches the agent, and the clock is read only if the time is wanted. */
static void test_members(void **state) {
    struct jg_game g;
    union jg_state start;
    struct jg_report report;
    struct spy spy = {0};
    atomic_bool stop = false;
    struct jg_trace trace = {0};
    struct jg_ask ask = {.seed = 9, .stop = &stop, .all = true, .arg = &spy, .trace = &trace, .untimed = true};
    (void)state;
    open_spec(&g, "tictactoe");
    jg_start(&g, &start);
    struct jg_agent a = {.kind = &SPY, .game = &g, .data = &spy};
    clock_hold(1);
    assert_int_equal(jg_ask_state(&ask, &a, &start, &report, NULL), JG_OK);
    assert_int_equal(clock_readings(), 0);
    assert_true(report.seconds == 0);
    ask.untimed = false;
    assert_int_equal(jg_ask_state(&ask, &a, &start, &report, NULL), JG_OK);
    assert_true(report.seconds == 1);
    clock_release();
    assert_true(spy.query.seed == 9 && spy.query.all && spy.query.stop == &stop && spy.query.trace == &trace);
    assert_ptr_equal(spy.query.arg, &spy);
    assert_null(spy.query.progress);
    jg_game_close(&g);
}

/* A view can be asked about if it shows its mover all that the mover knows: its own does, another seat's does not. */
static void test_hidden_hands(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        struct jg_game g;
        struct jg_record r;
        open_spec(&g, GAMES[i]);
        play_randomly(&r, &g, 4);
        const void *at = jg_record_state(&r);
        bool hidden = g.kind->traits & JG_HAS_HIDDEN;
        assert_false(jg_ask_hides(&g, at));
        for (int seat = 0; seat < g.kind->seats; seat++) {
            union jg_state view;
            jg_view(&g, at, seat, &view);
            assert_int_equal(jg_ask_hides(&g, &view), hidden && seat != jg_turn(&g, at));
        }
        jg_record_free(&r);
        jg_game_close(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records), cmocka_unit_test(test_copies),       cmocka_unit_test(test_states),
        cmocka_unit_test(test_members), cmocka_unit_test(test_hidden_hands),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
