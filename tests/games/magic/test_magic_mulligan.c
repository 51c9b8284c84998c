/* The mulligan: tables 5.1 to 5.4 of the paper, and every deck of 60 cards in exact fractions. */
#include "test.h"

#include "games/magic/mulligan.h"

#include <math.h>

enum { HAND = JG_MAGIC_HAND };

__extension__ typedef __int128 whole;

static whole ways(int n, int k) { /* Pascal's triangle */
    whole row[HAND + 2] = {1};
    for (int i = 0; i < n; i++)
        for (int j = k; j > 0; j--) row[j] += row[j - 1];
    return row[k];
}

/* Rewards are counted in halves. */
static int halves(bool on_play, int cards, int lands) {
    static const int r[2][HAND + 1] = {{-4, 0, 5, 6, 3, 0, -3, -5}, {-7, -3, 3, 4, 2, -1, -4, -6}};
    return 2 * r[on_play][lands] + 7 * cards;
}

/* Mulligan values as fractions top[i] / (2 bottom[i]), not reduced: 128 bits suffice for 60 cards. */
struct exact {
    whole top[HAND + 1], bottom[HAND + 1];
};

static whole larger(whole a, whole b) { return a > b ? a : b; }

static void solve_exactly(int cards, int lands, bool on_play, struct exact *e) {
    whole value[HAND + 1] = {halves(on_play, 0, 0)}, bottom = 1; /* value / bottom of the hands one card larger */
    for (int i = 1; i <= HAND; i++) {
        whole sum = 0;
        for (int j = 0; j < i; j++) sum += ways(lands, j) * ways(cards - lands, i - 1 - j) * value[j];
        bottom *= ways(cards, i - 1);
        e->top[i] = sum;
        e->bottom[i] = bottom;
        for (int j = 0; j <= i; j++) value[j] = larger(sum, halves(on_play, i, j) * bottom);
    }
}

/* Rounded to ten-thousandths. */
static long rounded(const struct exact *e, int i) {
    whole parts = e->top[i] * 10000, d = 2 * e->bottom[i], half = parts < 0 ? -d / 2 : d / 2;
    return (long)((parts + half) / d);
}

static struct jg_magic_mulligan solved(int cards, int lands, bool on_play) {
    struct jg_magic_mulligan m;
    struct jg_error err = {0};
    if (jg_magic_mulligan_solve(cards, lands, on_play, &m, &err)) fail_msg("%s", err.message);
    return m;
}

/* The paper prints 22.8395 and 18.6328 for the first two on the play: the fractions say otherwise. */
static void test_paper(void **state) {
    (void)state;
    static const long values[2][HAND + 1] = {{0, -40000, 11000, 63559, 114721, 164394, 208419, 247502},
                                             {0, -70000, -19000, 35119, 88240, 140315, 186327, 228394}};
    static const char *const policy[2][HAND + 1] = {{"", "", "", "", "0", "0", "06", "01567"},
                                                    {"", "", "", "0", "0", "0", "016", "0167"}};
    for (int on_play = 0; on_play < 2; on_play++) {
        struct jg_magic_mulligan m = solved(60, 24, on_play);
        struct exact e;
        solve_exactly(60, 24, on_play, &e);
        assert_true(isinf(m.mulligan[0]) && m.mulligan[0] < 0);
        for (int i = 0; i <= HAND; i++) {
            char lands[HAND + 2] = "";
            for (int j = 0, n = 0; j <= i; j++)
                if (m.take[i][j]) lands[n++] = (char)('0' + j);
            assert_string_equal(lands, policy[on_play][i]);
            if (!i) continue;
            assert_int_equal(rounded(&e, i), values[on_play][i]);
            assert_int_equal(lround(m.mulligan[i] * 10000), values[on_play][i]);
        }
    }
}

/* Every deck of 60 cards. Where a mulligan is worth exactly as much as the hand, the fraction
 * says mulligan; doubles may see it a little below, so these hands are counted and not compared. */
static void test_every_deck(void **state) {
    (void)state;
    int ties = 0;
    for (int on_play = 0; on_play < 2; on_play++)
        for (int lands = 0; lands <= 60; lands++) {
            struct jg_magic_mulligan m = solved(60, lands, on_play);
            struct exact e;
            double start = 0;
            solve_exactly(60, lands, on_play, &e);
            assert_true(m.on_play == on_play && m.cards == 60 && m.lands == lands);
            for (int i = 0; i <= HAND; i++)
                for (int j = 0; j <= i; j++) {
                    assert_true(m.keep[i][j] == halves(on_play, i, j) / 2.0);
                    assert_true(m.keep[i][j] == jg_magic_keep_reward(on_play, i, j));
                    if (!i) continue;
                    double exact = (double)((long double)e.top[i] / (long double)e.bottom[i] / 2);
                    whole keep = halves(on_play, i, j) * e.bottom[i];
                    assert_true(fabs(m.mulligan[i] - exact) < 1e-12);
                    ties += e.top[i] == keep;
                    if (e.top[i] != keep) assert_int_equal(m.take[i][j], e.top[i] > keep);
                }
            for (int j = 0; j <= HAND; j++)
                start += (double)(ways(lands, j) * ways(60 - lands, HAND - j)) / (double)ways(60, HAND) *
                         fmax(m.keep[HAND][j], m.mulligan[HAND]);
            assert_true(fabs(start - m.start) < 1e-12);
        }
    assert_int_equal(ties, 1); /* 58 lands on the draw, six lands of six */
}

static void test_decks_of_other_sizes(void **state) {
    (void)state;
    struct jg_magic_mulligan m = solved(HAND, HAND, true); /* hands hold lands only: more are better */
    for (int i = 1; i <= HAND; i++) assert_true(m.mulligan[i] == jg_magic_keep_reward(true, i - 1, i - 1));
    assert_true(m.start == 18.5);
    m = solved(JG_MAGIC_MULLIGAN_CARDS, 200, false);
    assert_true(fabs(m.mulligan[2] - (0.6 * -0.5 + 0.4 * 3.5)) < 1e-12);
    for (int on_play = 0; on_play < 2; on_play++) { /* a tie, in eighths and so exact: mulligan */
        m = solved(8, 7, on_play);
        assert_true(m.mulligan[2] == m.keep[2][0] && m.take[2][0]);
    }
    m = solved(40, 16, true);
    assert_true(m.take[7][0] && !m.take[7][3]);
}

static void test_no_decks(void **state) {
    (void)state;
    static const int bad[][2] = {{6, 0}, {0, 0}, {-60, 24}, {JG_MAGIC_MULLIGAN_CARDS + 1, 24}, {60, -1}, {60, 61}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_magic_mulligan m;
        struct jg_error err = {0};
        assert_int_equal(jg_magic_mulligan_solve(bad[i][0], bad[i][1], true, &m, &err), JG_EINPUT);
        assert_non_null(strstr(err.message, "expected 7 to 500 cards"));
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_every_deck),
        cmocka_unit_test(test_decks_of_other_sizes),
        cmocka_unit_test(test_no_decks),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
