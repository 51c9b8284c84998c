/* A network that taught itself tic-tac-toe never loses. */
#include "learning.h"

/* Plays every line of the opponent against an agent; counts games, and fails if the agent loses one. */
static void play_all(struct jg_agent *a, const void *state, int seat, int *games) {
    const struct jg_game *g = a->game;
    int turn = jg_turn(g, state);
    union jg_state next;
    if (turn == JG_OVER) {
        char text[JG_POSITION_MAX];
        if (jg_score(g, state, seat) < 0) fail_msg("lost: %s", position_text(g, state, text));
        ++*games;
        return;
    }
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, state, moves);
    if (turn == seat) {
        struct jg_ask ask = {.seed = 1};
        struct jg_report report = {0};
        struct jg_error err = {0};
        if (jg_ask_state(&ask, a, state, &report, &err)) fail_msg("%s", err.message);
        moves[0] = report.move;
        n = 1;
    }
    for (int i = 0; i < n; i++) {
        memcpy(&next, state, g->state_size);
        jg_apply(g, &next, moves[i]);
        play_all(a, &next, seat, games);
    }
}

static void test_tictactoe(void **state) {
    (void)state;
    struct jg_game g;
    struct folder f;
    struct jg_learn_setting s;
    struct jg_learn *l;
    struct jg_agent a;
    struct jg_error err = {0};
    union jg_state start;
    char spec[128];
    make_folder(&f);
    open_spec(&g, "tictactoe");
    settle(&s, &g, &f, 12000, 20);
    snprintf(s.agent, sizeof s.agent, "ab:nodes=2k,tt=64k");
    s.shape.filters = 32;
    s.shape.hidden[0] = 16;
    s.shape.hidden[1] = 32;
    s.opening_most = 8; /* so that hardly any position is new to it */
    s.seed = 1;         /* one that was tried: a network is not sure to be perfect */
    s.threads = 0;
    if (jg_learn_open(&l, &s, f.journal, false, &err) || jg_learn_step(l, "", NULL, NULL, &err))
        fail_msg("%s", err.message);
    assert_string_equal(jg_learn_current(l) + 1, f.network);
    jg_learn_close(l);
    snprintf(spec, sizeof spec, "greedy:eval=@%s", f.network);
    if (jg_agent_open(&a, &g, spec, &err)) fail_msg("%s", err.message);
    for (int seat = 0; seat < 2; seat++) {
        int games = 0;
        jg_start(&g, &start);
        play_all(&a, &start, seat, &games);
        assert_true(games >= 20);
    }
    jg_agent_close(&a);
    jg_game_close(&g);
    remove_folder(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tictactoe)};
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
