/* The forced wins of Lines of Action in tests/games/loa/wins.txt: they are correct, and the searches find them. */
#include "pn.h"

struct win {
    union jg_state at;
    int plies, count;
    jg_move moves[JG_MOVES_MAX];
    char text[JG_POSITION_MAX];
};

static void read_win(const struct jg_game *g, char *line, struct win *w) {
    char *plies = strstr(line, " | plies "), *word;
    assert_non_null(plies);
    *plies = 0;
    snprintf(w->text, sizeof w->text, "%.1000s", line);
    read_position(g, line, &w->at);
    w->plies = (int)strtol(plies + 9, &word, 10);
    assert_int_equal(strncmp(word, " | ", 3), 0);
    w->count = 0;
    for (word = strtok(word + 3, " \n"); word; word = strtok(NULL, " \n"))
        if (g->kind->parse_move(g, &w->at, word, &w->moves[w->count++], NULL)) fail_msg("%s: %s", line, word);
    assert_true(w->count > 0);
}

/* Calls check with every win of the suite, or under sanitizers with some. */
static int for_wins(void (*check)(const struct jg_game *g, const struct win *w, void *arg), void *arg) {
    struct jg_game g;
    struct win *w = malloc(sizeof *w);
    char line[4096];
    int n = 0, every = 100 / (test_scaled(100) < 100 ? test_scaled(100) : 100);
    FILE *f = fopen(TEST_GAMES "/loa/wins.txt", "r");
    assert_non_null(f);
    open_spec(&g, "loa");
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#' || n++ % every) continue;
        read_win(&g, line, w);
        check(&g, w, arg);
    }
    fclose(f);
    jg_game_close(&g);
    free(w);
    return n;
}

static void confirm(const struct jg_game *g, const struct win *w, void *arg) {
    jg_move moves[JG_MOVES_MAX];
    int *counts = arg;
    counts[w->plies]++;
    if (w->plies > (test_scaled(100) >= 2000 ? 7 : 5)) return;
    assert_false(wins_within(g, &w->at, jg_team(jg_turn(g, &w->at)), w->plies - 1));
    int n = winning_moves(g, &w->at, w->plies, moves);
    if (n != w->count || memcmp(moves, w->moves, (size_t)n * sizeof *moves)) fail_msg("%s", w->text);
}

/* By trying everything: wins in 7 plies too with ./test --long. */
static void test_wins_are_wins(void **state) {
    (void)state;
    int counts[16] = {0};
    int n = for_wins(confirm, counts);
    assert_true(n >= 60);
    if (test_scaled(100) < 100) return;
    assert_true(counts[1] >= 10 && counts[3] >= 15 && counts[5] >= 20 && counts[7] >= 15);
    assert_int_equal(counts[1] + counts[3] + counts[5] + counts[7], n);
}

static void solve_win(const struct jg_game *g, const struct win *w, void *arg) {
    struct jg_pn *pn = arg;
    struct jg_pn_result *r = malloc(sizeof *r);
    struct jg_pn_query query = {.state = &w->at, .goal = jg_team(jg_turn(g, &w->at)), .limits.nodes = 300000};
    bool listed = false;
    jg_pn_forget(pn);
    assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
    if (r->verdict != JG_PN_PROVEN) fail_msg("not solved: %s", w->text);
    assert_line(g, &w->at, query.goal, r);
    assert_true(r->plies >= w->plies);
    query.limits.depth = w->plies;
    jg_pn_forget(pn);
    assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
    if (r->verdict != JG_PN_PROVEN || r->plies != w->plies) fail_msg("in %d plies: %s", w->plies, w->text);
    assert_line(g, &w->at, query.goal, r);
    for (int i = 0; i < w->count; i++) listed |= r->pv[0] == w->moves[i];
    assert_true(listed);
    if (w->plies <= 5) {
        query.limits = (struct jg_limits){0};
        query.shorten = true;
        assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
        assert_true(r->shortest && r->plies == w->plies && r->pv_count == w->plies);
    }
    free(r);
}

static void test_wins_are_solved(void **state) {
    (void)state;
    struct jg_game g;
    open_spec(&g, "loa");
    struct jg_pn *pn = open_pn(&g, 16 << 20);
    for_wins(solve_win, pn);
    jg_pn_free(pn);
    jg_game_close(&g);
}

/* Agents that must find a win in each of the positions, with about as many nodes as a second has. */
static const char *const FINDERS[] = {"pn:nodes=2M", "loa:nodes=2M", "ab:nodes=2M"};

struct finder {
    const char *spec;
    int missed;
};

/* A move that wins in more plies is as good, if the win is proven. */
static bool still_won(const struct jg_game *g, const struct win *w, jg_move move) {
    for (int i = 0; i < w->count; i++)
        if (w->moves[i] == move) return true;
    union jg_state child;
    struct jg_pn_result *r = malloc(sizeof *r);
    struct jg_pn *pn = open_pn(g, 16 << 20);
    memcpy(&child, &w->at, g->state_size);
    jg_apply(g, &child, move);
    struct jg_pn_query query = {.state = &child, .goal = jg_team(jg_turn(g, &w->at)), .limits.nodes = 2000000};
    bool won = jg_turn(g, &child) != JG_OVER && !jg_pn_solve(pn, &query, r, NULL) && r->verdict == JG_PN_PROVEN;
    jg_pn_free(pn);
    free(r);
    return won;
}

/* However soon it is stopped and however small the table: who says YES knows a move. */
static void stop_early(const struct jg_game *g, const struct win *w, void *arg) {
    struct jg_pn_result *r = malloc(sizeof *r);
    int *proven = arg;
    if (w->plies != 3) {
        free(r);
        return;
    }
    struct jg_pn *pn = open_pn(g, 1);
    for (uint64_t nodes = 1; nodes < 2000; nodes += 1 + nodes / 8) {
        struct jg_pn_query query = {
            .state = &w->at, .goal = jg_team(jg_turn(g, &w->at)), .limits.nodes = nodes, .shorten = true};
        jg_pn_forget(pn);
        assert_int_equal(jg_pn_solve(pn, &query, r, NULL), JG_OK);
        assert_true(r->nodes <= nodes && r->verdict != JG_PN_DISPROVEN);
        if (r->verdict != JG_PN_PROVEN) continue;
        ++*proven;
        assert_true(r->pv_count > 0 && r->plies >= w->plies);
        if (!still_won(g, w, r->pv[0])) fail_msg("%s: %llu nodes", w->text, (unsigned long long)nodes);
    }
    jg_pn_free(pn);
    free(r);
}

static void test_stopped_early(void **state) {
    (void)state;
    int proven = 0;
    for_wins(stop_early, &proven);
    if (test_scaled(100) >= 100) assert_true(proven > 30);
}

static void find_win(const struct jg_game *g, const struct win *w, void *arg) {
    struct finder *f = arg;
    struct jg_agent a;
    struct jg_report *r = malloc(sizeof *r);
    struct jg_query query = {.view = &w->at, .seat = jg_turn(g, &w->at), .seed = test_seed()};
    assert_int_equal(jg_agent_open(&a, g, f->spec, NULL), JG_OK);
    assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
    if (!still_won(g, w, r->move)) {
        f->missed++;
        print_message("# %s misses %s\n", f->spec, w->text);
    }
    jg_agent_close(&a);
    free(r);
}

static void test_wins_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof FINDERS / sizeof *FINDERS; i++) {
        struct finder f = {.spec = FINDERS[i]};
        for_wins(find_win, &f);
        assert_int_equal(f.missed, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wins_are_wins),
        cmocka_unit_test(test_wins_are_solved),
        cmocka_unit_test(test_wins_are_found),
        cmocka_unit_test(test_stopped_early),
    };
    test_begin();
    return cmocka_run_group_tests_name("wins", tests, NULL, NULL);
}
