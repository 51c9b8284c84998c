/* Kalah against the plain implementation in bench/games/kalah. */
#include "bench/games/kalah/plain.h"
#include "test.h"

#include <math.h>

/* ---- The plain one agrees -------------------------------------------------------------- */

static void step_together(const struct jg_game *g, void *fast, struct plain_kalah *plain, struct jg_rng *rng) {
    int plain_moves[10], n = plain_kalah_moves(plain, plain_moves);
    jg_move moves[JG_MOVES_MAX];
    int m = jg_turn(g, fast) == JG_OVER ? 0 : jg_moves(g, fast, moves);
    assert_int_equal(n, m);
    for (int i = 0; i < n; i++) assert_int_equal(plain_moves[i], moves[i]);
    int choice = (int)jg_rng_below(rng, (uint32_t)n);
    plain_kalah_move(plain, plain_moves[choice]);
    jg_apply(g, fast, moves[choice]);
    char a[128], b[JG_POSITION_MAX];
    plain_kalah_print(plain, a, sizeof a);
    assert_string_equal(a, position_text(g, fast, b));
}

/* A million positions from random games: half on the standard board, half on all others, with both rules of capture. */
static void test_plain_agrees(void **state) {
    (void)state;
    const int positions = test_scaled(1000000);
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    for (int done = 0; done < positions;) {
        char spec[64];
        struct jg_game g;
        bool usual = done % 2 == 0, empty = jg_rng_below(&rng, 2);
        int houses = usual ? 6 : 1 + (int)jg_rng_below(&rng, 10), seeds = usual ? 4 : 1 + (int)jg_rng_below(&rng, 12);
        snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=%d,emptycapture=%d", houses, seeds, empty);
        open_spec(&g, spec);
        for (int game = 0; game < 50; game++) {
            struct plain_kalah plain;
            union jg_state fast;
            plain_kalah_start(&plain, houses, seeds, empty);
            jg_start(&g, &fast);
            for (; !plain.over; done++) step_together(&g, &fast, &plain, &rng);
            assert_int_equal(jg_turn(&g, &fast), JG_OVER);
            assert_int_equal(jg_score(&g, &fast, 0), plain.place[houses] - plain.place[2 * houses + 1]);
        }
        jg_game_close(&g);
    }
}

/* Positions that random games do not reach: seeds placed at random. */
static void test_plain_agrees_anywhere(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(2000); i++) {
        char spec[64], text[128];
        struct jg_game g;
        struct plain_kalah plain;
        union jg_state fast;
        int houses = 1 + (int)jg_rng_below(&rng, 10), seeds = 1 + (int)jg_rng_below(&rng, 12);
        bool empty = jg_rng_below(&rng, 2);
        snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=%d,emptycapture=%d", houses, seeds, empty);
        open_spec(&g, spec);
        plain_kalah_start(&plain, houses, seeds, empty);
        memset(plain.place, 0, sizeof plain.place);
        int heap = (int)jg_rng_below(&rng, (uint32_t)(2 * houses + 2)); /* one pit gets half of them */
        for (int s = 0; s < 2 * houses * seeds; s++)
            plain.place[s % 2 ? heap : (int)jg_rng_below(&rng, (uint32_t)(2 * houses + 2))]++;
        plain.player = (int)jg_rng_below(&rng, 2);
        bool both = false, first = false;
        for (int h = 0; h < houses; h++) first |= plain.place[h] > 0;
        for (int h = 0; h < houses; h++) both |= first && plain.place[houses + 1 + h] > 0;
        if (both) {
            plain_kalah_print(&plain, text, sizeof text);
            read_position(&g, text, &fast);
            while (!plain.over) step_together(&g, &fast, &plain, &rng);
        }
        jg_game_close(&g);
    }
}

/* Sowing worked out by hand on a board of 4 houses. */
static void try_house(const char *position, int seat, int house, int *again, int *threat) {
    int place[10], at = seat * 5 + house, store = seat * 5 + 4;
    const char *p = position;
    for (int i = 0; i < 10; i++, p++) place[i] = (int)strtol(p, (char **)&p, 10);
    int hand = place[at];
    if (!hand) return;
    place[at] = 0;
    while (hand) {
        at = (at + 1) % 10;
        if (at == (seat ? 4 : 9)) continue;
        place[at]++;
        hand--;
    }
    *again += at == store;
    if (at / 5 == seat && at != store && place[at] == 1 && place[8 - at] > *threat) *threat = place[8 - at];
}

/* The features "again" and "threat" agree with the rules: makes every move of both sides, as if each were to move. */
static void test_features_by_the_rules(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_game g;
    struct jg_eval mix;
    double f[JG_FEATURES_MAX];
    open_spec(&g, "kalah:houses=4,seeds=6"); /* laps are common on small boards */
    assert_int_equal(jg_eval_open(&mix, &g, "mix", NULL), JG_OK);
    jg_rng_init(&rng, test_seed(), 5);
    for (int i = 0; i < test_scaled(20000); i++) {
        union jg_state at;
        char text[JG_POSITION_MAX];
        int again[2] = {0}, threat[2] = {0};
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, (int)jg_rng_below(&rng, 40));
        if (jg_turn(&g, &at) == JG_OVER) continue;
        mix.by->measure(&g, &at, 0, f);
        position_text(&g, &at, text);
        for (int seat = 0; seat < 2; seat++) {
            text[strlen(text) - 1] = (char)('1' + seat);
            for (int house = 0; house < 4; house++) try_house(text, seat, house, &again[seat], &threat[seat]);
        }
        assert_true((int)f[3] == again[0] - again[1]);
        assert_true((int)f[4] == threat[0] - threat[1]);
    }
    assert_string_equal(mix.by->features[3].name, "again");
    assert_string_equal(mix.by->features[4].name, "threat");
    jg_game_close(&g);
}

/* Random play from the start, three million games elsewhere: 43.96 plies on
 * average, .485 won, .063 drawn. Ten standard errors are allowed. */
static void test_random_games(void **state) {
    (void)state;
    const int games = test_scaled(100000);
    struct jg_game g;
    struct jg_rng rng;
    double plies = 0, won = 0, drawn = 0;
    open_spec(&g, "kalah");
    jg_rng_init(&rng, test_seed(), 2);
    for (int i = 0; i < games; i++) {
        union jg_state at;
        jg_start(&g, &at);
        plies += jg_random_play(&g, &at, &rng, 10000);
        won += jg_score(&g, &at, 0) > 0;
        drawn += jg_score(&g, &at, 0) == 0;
    }
    double error = 10 / sqrt(games);
    assert_true(fabs(plies / games - 43.96) < 12 * error);
    assert_true(fabs(won / games - 0.485) < 0.5 * error);
    assert_true(fabs(drawn / games - 0.063) < 0.25 * error);
    jg_game_close(&g);
}

/* The report's final position (figure 4): the remaining seeds go to their owner. */
static void test_sweep_on_reading(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state at;
    char text[JG_POSITION_MAX];
    open_spec(&g, "kalah");
    read_position(&g, "0,0,0,0,0,0,23,0,0,1,1,0,2,21 2", &at);
    assert_string_equal(position_text(&g, &at, text), "0,0,0,0,0,0,23,0,0,0,0,0,0,25 -");
    assert_int_equal(jg_turn(&g, &at), JG_OVER);
    assert_int_equal(jg_score(&g, &at, 1), 2);
    assert_int_equal(g.state_size, 16);
    jg_game_close(&g);
    open_spec(&g, "kalah:houses=7");
    assert_int_equal(g.state_size, 32);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_agrees),          cmocka_unit_test(test_plain_agrees_anywhere),
        cmocka_unit_test(test_features_by_the_rules), cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_sweep_on_reading),
    };
    test_begin();
    return cmocka_run_group_tests_name("kalah", tests, NULL, NULL);
}
