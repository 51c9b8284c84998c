/* `jogada bot`, the other end of the protocol, line by line and without processes. */
#include "clock.h"
#include "kuhn.h"
#include "test.h"

#include "agents/bot.h"

static void test_bot_hears(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum jg_status status;
        const char *answer; /* or what is wrong */
    } dialogue[] = {
        {"whatever", JG_OK, ""},
        {"go", JG_EINPUT, "expected a greeting 'jogada 1 GAME'"},
        {"jogada", JG_EINPUT, "expected a greeting 'jogada 1 GAME'"},
        {"jogada 2 coins:n=9", JG_EINPUT, "the table uses protocol version 2, this bot version 1"},
        {"jogada 1 coins:n=8", JG_EINPUT, "the table plays coins:n=8, this bot coins:n=9"},
        {"jogada 1 coins:n=9", JG_OK, "ok jogada minimax:depth=0"},
        {"new", JG_OK, ""},
        {"go", JG_EINPUT, "'go' needs a position in which this seat is to move"},
        {"position 6 2", JG_OK, ""},
        {"go", JG_EINPUT, "'go' needs a position in which this seat is to move"},
        {"seat 2", JG_OK, ""},
        {"go", JG_OK, "2"}, /* leaves 4 = 1 + 3: the last coin is for the other */
        {"go", JG_EINPUT, "'go' needs a position in which this seat is to move"},
        {"position 60 2", JG_EINPUT, "expected a pile of 0 to 9 coins"},
        {"seat 0", JG_EINPUT, "expected a seat number"},
        {"seat 3", JG_EINPUT, "expected a seat number"},
        {"seed -1", JG_EINPUT, "expected a number"},
        {"seed 18446744073709551616", JG_EINPUT, "expected a number"},
        {"seed 18446744073709551615", JG_OK, ""},
        {"earlier ffffffffffffffff 0 1a", JG_OK, ""},
        {"earlier", JG_OK, ""},
        {"earlier 1  2", JG_EINPUT, "expected position keys in hexadecimal"},
        {"earlier 11112222333344445", JG_EINPUT, "expected position keys in hexadecimal"},
        {"clock 60000 600 0", JG_OK, ""},
        {"clock 60000 600", JG_EINPUT, "expected a clock 'LEFT INCREMENT MOVES'"},
        {"clock -1 0 0", JG_EINPUT, "expected a clock 'LEFT INCREMENT MOVES'"},
        {"clock 1 2 3 4", JG_EINPUT, "expected a clock 'LEFT INCREMENT MOVES'"},
        {"moves 1 2", JG_OK, ""},
        {"", JG_OK, ""},
        {"quit", JG_ESTOP, ""},
    };
    struct jg_game g;
    struct jg_agent a;
    char answer[JG_SPEC_MAX + JG_MOVE_MAX];
    struct jg_text t;
    open_spec(&g, "coins:n=9");
    assert_int_equal(jg_agent_open(&a, &g, "minimax:depth=0", NULL), JG_OK);
    struct jg_bot bot = {.agent = &a};
    for (size_t i = 0; i < sizeof dialogue / sizeof *dialogue; i++) {
        struct jg_error err = {0};
        jg_text_init(&t, answer, sizeof answer);
        if (jg_bot_handle(&bot, dialogue[i].line, &t, &err) != dialogue[i].status)
            fail_msg("%s: %s", dialogue[i].line, err.message);
        assert_string_equal(err.code ? err.message : answer, dialogue[i].answer);
    }
    jg_bot_free(&bot);
    jg_bot_free(&bot);
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* Keys of earlier positions and the view arrive on the other side as they were. */
struct heard {
    union jg_state view;
    struct jg_query query;
    uint64_t keys[3];
    int forgot;
};

static enum jg_status choose_heard(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                   struct jg_error *err) {
    struct heard *h = a->data;
    (void)err;
    memcpy(&h->view, query->view, a->game->state_size);
    h->query = *query;
    if (query->key_count == 3) memcpy(h->keys, query->keys, sizeof h->keys);
    report->move = jg_legal(a->game, query->view, 12) ? 12 : 1;
    return JG_OK;
}

static void forget_heard(struct jg_agent *a) { ((struct heard *)a->data)->forgot++; }

static void test_bot_passes_on(void **state) {
    (void)state;
    static const struct jg_agent_kind kind = {
        .name = "heard", .summary = "-", .choose = choose_heard, .forget = forget_heard};
    struct jg_game g;
    struct heard h = {0};
    struct jg_agent a = {.kind = &kind, .game = &g, .data = &h};
    struct jg_bot bot = {.agent = &a};
    union jg_state deal, view;
    char line[JG_POSITION_MAX + 16], position[JG_POSITION_MAX], answer[128];
    struct jg_text t;
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    g.repeat = 3;
    jg_start(&g, &deal);
    jg_apply(&g, &deal, 2);
    jg_apply(&g, &deal, 4);
    jg_view(&g, &deal, 0, &view);
    snprintf(line, sizeof line, "position %s", position_text(&g, &view, position));
    const char *const lines[] = {
        "jogada 1 kuhn",   "new", "new", "seat 1", "seed 77", "clock 1500 20 3", "earlier 1 fedcba9876543210 3", line,
        "moves check bet", "go"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        jg_text_init(&t, answer, sizeof answer);
        assert_int_equal(jg_bot_handle(&bot, lines[i], &t, NULL), JG_OK);
    }
    assert_string_equal(answer, move_word(&g, &view, 12, position));
    assert_memory_equal(&h.view, &view, g.state_size);
    assert_true(h.forgot == 2 && h.query.seat == 0 && h.query.seed == 77 && h.query.key_count == 3);
    assert_seconds(h.query.clock.left, 1.5);
    assert_seconds(h.query.clock.increment, 0.02);
    assert_int_equal(h.query.clock.moves, 3);
    assert_true(h.keys[0] == 1 && h.keys[1] == 0xfedcba9876543210 && h.keys[2] == 3);
    jg_bot_free(&bot);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bot_hears),
        cmocka_unit_test(test_bot_passes_on),
    };
    test_begin();
    return cmocka_run_group_tests_name("bot", tests, NULL, NULL);
}
