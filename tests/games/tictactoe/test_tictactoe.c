/* Tic-tac-toe: all games. */
#include "test.h"

/* 255,168 games of tic-tac-toe: 131,184 won by X, 77,904 by O, 46,080 drawn. */
static void count_results(const struct jg_game *g, const void *state, uint64_t *nodes, uint64_t results[3]) {
    jg_move moves[9];
    ++*nodes;
    if (jg_turn(g, state) == JG_OVER) {
        results[1 - jg_score(g, state, 0)]++;
        return;
    }
    int n = jg_moves(g, state, moves);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        count_results(g, &child, nodes, results);
    }
}

static void test_tictactoe_games(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    uint64_t nodes = 0, results[3] = {0};
    open_spec(&g, "tictactoe");
    jg_start(&g, &start);
    count_results(&g, &start, &nodes, results);
    assert_int_equal(nodes, 549946);
    assert_int_equal(results[0], 131184);
    assert_int_equal(results[1], 46080);
    assert_int_equal(results[2], 77904);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tictactoe_games)};
    return cmocka_run_group_tests_name("tictactoe", tests, NULL, NULL);
}
