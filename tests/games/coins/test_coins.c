/* Coins: perft against a recurrence. */
#include "test.h"

/* Coins by a recurrence: sequences of d moves of 1 or 2 that take at most n. */
static uint64_t coin_sequences(int n, int depth, int take) {
    uint64_t total = 0;
    if (depth == 0) return 1;
    for (int k = 1; k <= take && k <= n; k++) total += coin_sequences(n - k, depth - 1, take);
    return total;
}

static void test_perft_coins(void **state) {
    (void)state;
    for (int n = 1; n <= 12; n++)
        for (int take = 1; take <= 4; take++) {
            char spec[64];
            struct jg_game g;
            union jg_state start;
            snprintf(spec, sizeof spec, "coins:n=%d,take=%d", n, take);
            open_spec(&g, spec);
            jg_start(&g, &start);
            for (int d = 0; d <= n + 1; d++) assert_int_equal(jg_perft(&g, &start, d), coin_sequences(n, d, take));
            jg_game_close(&g);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_perft_coins)};
    return cmocka_run_group_tests_name("coins", tests, NULL, NULL);
}
