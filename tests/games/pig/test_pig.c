/* Pig against its exact solution, found by value iteration as in Neller and Presser's paper. */
#include "table.h"

#include "search/solve.h"

#include <math.h>

enum { TARGET = 100 };

typedef double table[TARGET][TARGET][TARGET]; /* by the mover's points, the other's, those of the turn */

/* The value of rolling for the player of the tables: `own` after a 2 to 6, `then` after a 1. */
static double roll(table own, int target, double then, double win, int i, int j, int k) {
    double sum = then;
    for (int face = 2; face <= 6; face++) sum += i + k + face >= target ? win : own[i][j][k + face];
    return sum / 6;
}

static double hold(table p, int i, int j, int k) { return 1 - p[j][i + k][0]; }

static double set(double *at, double value) {
    double change = fabs(value - *at);
    *at = value;
    return change;
}

/* The probability that the player to move wins with best play of both. */
static void solve(table p, int target) {
    double change;
    do {
        change = 0;
        for (int i = target - 1; i >= 0; i--)
            for (int j = target - 1; j >= 0; j--)
                for (int k = target - 1 - i; k >= 0; k--) {
                    double r = roll(p, target, 1 - p[j][i][0], 1, i, j, k), h = k ? hold(p, i, j, k) : 0;
                    change = fmax(change, set(&p[i][j][k], fmax(r, h)));
                }
    } while (change > 1e-10);
}

/* 0.5306 (Neller and Presser); and what the page says of holding at 20. */
static void test_known_facts(void **state) {
    (void)state;
    if (test_scaled(100) < 100) return; /* no library code here for sanitizers to check */
    table *p = calloc(3, sizeof *p), *mine = p + 1,
          *theirs = p + 2; /* the perfect player's probability, on its turn and on the other's */
    double change;
    solve(*p, TARGET);
    assert_true(fabs((*p)[0][0][0] - 0.5306) < 0.00005);
    do {
        change = 0;
        for (int i = TARGET - 1; i >= 0; i--)
            for (int j = TARGET - 1; j >= 0; j--)
                for (int k = TARGET - 1 - i; k >= 0; k--) {
                    bool holds = k && hold(*p, i, j, k) >= roll(*p, TARGET, 1 - (*p)[j][i][0], 1, i, j, k);
                    double m = holds ? (*theirs)[j][i + k][0] : roll(*mine, TARGET, (*theirs)[j][i][0], 1, i, j, k);
                    double t = k >= 20 ? (*mine)[j][i + k][0] : roll(*theirs, TARGET, (*mine)[j][i][0], 0, i, j, k);
                    change = fmax(change, fmax(set(&(*mine)[i][j][k], m), set(&(*theirs)[i][j][k], t)));
                }
    } while (change > 1e-9);
    assert_true(fabs((*mine)[0][0][0] - 0.5715) < 0.0005);
    assert_true(fabs((*theirs)[0][0][0] - 0.508) < 0.0005);
    free(p);
}

/* With a transposition table the plain search amounts to value iteration and finds the same probabilities: only
 * unlikely runs of many 1s reach its horizon. */
static void test_search(void **state) {
    (void)state;
    enum { SMALL = 6 };
    table *p = calloc(1, sizeof *p);
    struct jg_game g;
    struct jg_agent a;
    struct jg_report *r = malloc(sizeof *r);
    solve(*p, SMALL);
    open_spec(&g, "pig:target=6");
    assert_int_equal(jg_agent_open(&a, &g, "expectiminimax:depth=24,prune=none,tt=4M", NULL), JG_OK);
    for (int i = 0; i < SMALL; i++)
        for (int j = 0; j < SMALL; j++)
            for (int k = 0; k < SMALL - i; k++) {
                char text[64];
                union jg_state at;
                snprintf(text, sizeof text, "%d %d %d 1", i, j, k);
                read_position(&g, text, &at);
                struct jg_query query = {.view = &at, .seat = 0};
                assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
                double chance = 0.5 + 0.5 * r->value / JG_CHANCES;
                if (fabs(chance - (*p)[i][j][k]) > 0.002) fail_msg("%s: %f, not %f", text, chance, (*p)[i][j][k]);
                double h = k ? hold(*p, i, j, k) : -1, ro = roll(*p, SMALL, 1 - (*p)[j][i][0], 1, i, j, k);
                char word[JG_MOVE_MAX];
                if (fabs(h - ro) > 0.005)
                    assert_string_equal(move_word(&g, &at, r->move, word), h > ro ? "hold" : "roll");
            }
    free(p);
    free(r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* Looking one roll ahead for points is the rule of 20: one roll is worth 20 points of the turn. */
static void test_rule_of_twenty(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "pig");
    assert_int_equal(jg_agent_open(&a, &g, "expectiminimax:depth=1,eval=points", NULL), JG_OK);
    for (int k = 2; k < 60; k++) {
        char text[64], word[JG_MOVE_MAX];
        union jg_state at;
        snprintf(text, sizeof text, "10 15 %d 1", k);
        read_position(&g, text, &at);
        struct jg_query query = {.view = &at, .seat = 0};
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        if (k != 20) assert_string_equal(move_word(&g, &at, r->move, word), k < 20 ? "roll" : "hold");
    }
    free(r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* The default evaluator gives winning chances, which no agent can take for points. */
static void test_refusals(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state start;
    struct jg_solution out;
    struct jg_error err = {0};
    static const struct refused chances[] = {
        {"pimc:by=score", "by=score needs an evaluator in points, but race gives winning chances"},
        {"ismcts:by=score", "by=score needs an evaluator in points, but race gives winning chances"},
    };
    open_spec(&g, "pig");
    assert_refused(&g, chances, sizeof chances / sizeof *chances);
    jg_start(&g, &start);
    struct jg_solve_query query = {.state = &start, .all = true, .memory = 1 << 24, .size = -1};
    assert_int_equal(jg_solve(&g, &query, &out, &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "chance"));
    jg_game_close(&g);
}

/* A move is not taken back after chance has revealed something. */
static void test_take_back(void **state) {
    (void)state;
    struct room r;
    open_room(&r, "pig", NULL);
    two_sit(&r);
    jg_move moves[JG_MOVES_MAX];
    char word[JG_MOVE_MAX];
    assert_true(jg_moves(&r.game, jg_record_state(&r.t.record), moves) > 0);
    move_word(&r.game, jg_record_state(&r.t.record), moves[0], word); /* roll */
    assert_yes(&r, go(&r, ANA, word));
    assert_int_equal(jg_table_takeback_ply(&r.t, WHO[ANA]), -1);
    close_room(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_facts), cmocka_unit_test(test_search),    cmocka_unit_test(test_rule_of_twenty),
        cmocka_unit_test(test_refusals),    cmocka_unit_test(test_take_back),
    };
    test_begin();
    return cmocka_run_group_tests_name("pig", tests, NULL, NULL);
}
