/* The places of tiles in pictures: no two tiles overlap, and every tile touches the one it was joined to with an equal
 * half. */
#include "games/domino/table_layout.h"
#include "games/domino/text.h"
#include "test.h"

#include <math.h>

static bool overlap(const struct jg_domino_laid *a, const struct jg_domino_laid *b) {
    double wide = a->angle % 180 ? 0.5 : 1, high = a->angle % 180 ? 1 : 0.5;
    double other_wide = b->angle % 180 ? 0.5 : 1, other_high = b->angle % 180 ? 1 : 0.5;
    return fabs(a->x - b->x) < wide + other_wide - 0.01 && fabs(a->y - b->y) < high + other_high - 0.01;
}

/* The centre of a half. */
static void half_at(const struct jg_domino_laid *a, bool second, double *x, double *y) {
    double radians = a->angle * 3.14159265358979 / 180, far = second ? 0.5 : -0.5;
    *x = a->x + far * cos(radians);
    *y = a->y + far * sin(radians);
}

/* Whether the tiles lie side by side, joined at equal halves: the halves touch, or for a double, which lies across, the
 * half touches its middle. */
static bool joined(const struct jg_domino_laid *inner, const struct jg_domino_laid *outer) {
    for (int i = 0; i < 2; i++) {
        double x, y, u, v;
        half_at(outer, false, &x, &y);
        half_at(inner, i, &u, &v);
        bool equal = (i ? inner->second : inner->first) == outer->first;
        double near = hypot(x - u, y - v), middle = hypot(x - inner->x, y - inner->y);
        double across = hypot(outer->x - u, outer->y - v), both = hypot(outer->x - inner->x, outer->y - inner->y);
        if (equal && (near < 1.05 || middle < 1.55 || across < 1.05 || both < 1.55)) return true;
    }
    return false;
}

static void check_layout(const struct jg_game *g, const struct jg_domino *s) {
    struct jg_domino_table_layout table;
    struct jg_domino_arm arms[4];
    char text[JG_POSITION_MAX];
    jg_domino_lay_table(s, &table);
    assert_int_equal(table.count, s->count);
    for (int i = 0; i < table.count; i++) {
        const struct jg_domino_laid *a = &table.tiles[i];
        assert_int_equal(jg_domino_tile[a->first][a->second], s->log[i] & 31);
        assert_true(a->x - 0.5 >= table.left && a->x + 0.5 <= table.right);
        assert_true(a->y - 0.5 >= table.top && a->y + 0.5 <= table.bottom);
        for (int k = 0; k < i; k++)
            if (overlap(a, &table.tiles[k])) fail_msg("tiles %d and %d overlap in %s", k, i, position_text(g, s, text));
    }
    if (!s->count) return;
    jg_domino_layout(s, arms);
    for (int arm = 0; arm < 4; arm++)
        for (int i = 0; i < arms[arm].count; i++) {
            const struct jg_domino_laid *inner = &table.tiles[i ? arms[arm].tiles[i - 1].place : 0];
            if (!joined(inner, &table.tiles[arms[arm].tiles[i].place]))
                fail_msg("tile %d of arm %d is not joined in %s", i, arm + 1, position_text(g, s, text));
        }
}

static void walk(const char *spec, int games) {
    struct jg_game g;
    struct jg_rng rng;
    union jg_state state;
    open_spec(&g, spec);
    jg_rng_init(&rng, test_seed(), 0);
    while (games-- > 0) {
        jg_start(&g, &state);
        while (jg_turn(&g, &state) != JG_OVER) {
            jg_apply(&g, &state, jg_random_move(&g, &state, &rng));
            check_layout(&g, (const struct jg_domino *)&state);
        }
    }
    jg_game_close(&g);
}

static void test_random_rounds(void **state) {
    (void)state;
    walk("domino:rounds=20", test_scaled(20));
    walk("domino:rounds=20,nodbl=free", test_scaled(20)); /* openings that are no doubles */
}

/* All tiles that fit on one arm: the longest path. */
static void test_one_arm(void **state) {
    struct jg_game g;
    struct jg_rng rng;
    (void)state;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 0);
    for (int games = test_scaled(2000); games-- > 0;) {
        struct jg_domino s = {.count = 1, .log = {JG_DOMINO_SENA}, .round = 1, .turn = JG_DOMINO_OVER};
        uint32_t left = JG_DOMINO_ALL & ~(1u << JG_DOMINO_SENA);
        int arm = (int)jg_rng_below(&rng, 4), end = 6;
        jg_domino_open_table(jg_domino_rules(&g), &s.table, JG_DOMINO_SENA);
        while (left & jg_domino_with[end]) {
            uint32_t fits = left & jg_domino_with[end];
            for (int skip = (int)jg_rng_below(&rng, (uint32_t)jg_domino_count(fits)); skip-- > 0;) fits &= fits - 1;
            int tile = jg_domino_lowest(fits);
            s.log[s.count++] = (uint8_t)(tile + 32 * arm);
            left &= ~(1u << tile);
            end = jg_domino_other(tile, end);
        }
        check_layout(&g, &s);
    }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_rounds), cmocka_unit_test(test_one_arm)};
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
