/* Search trees, compared with the rules of the games. */
#include "grown.h"

#include "report/tree_layout.h"

#include <math.h>

/* The value of a position for MAX by the definition, and nothing else. */
static int32_t truth(const struct grown *g, const void *state, int depth) {
    const struct jg_game *game = &g->game;
    int turn = jg_turn(game, state), team = jg_team(g->tree.seat), n = 0;
    jg_move moves[JG_MOVES_MAX];
    if (turn == JG_OVER) return jg_eval_end(&g->eval, game, state, team);
    bool max = jg_team(turn) == team, any = depth <= 0;
    int32_t best = any ? jg_eval_value(&g->eval, game, state, team) : 0;
    if (depth > 0)
        n = jg_moves(game, state, moves);
    else if (g->tree.quiesce)
        n = game->kind->noisy(game, state, moves);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, game->state_size);
        jg_apply(game, &child, moves[i]);
        int32_t value = truth(g, &child, depth - 1);
        if (!any || (max ? value > best : value < best)) best = value;
        any = true;
    }
    return best;
}

static int32_t truth_at(const struct grown *g, uint32_t i) {
    union jg_state state;
    jg_tree_state(&g->tree, i, &state);
    return truth(g, &state, node(g, i)->depth);
}

/* ---- Structure ------------------------------------------------------------------------------ */

/* The lecture's tree: every line of play of five coins, each worth what follows. */
static void check_whole(const struct grown *g, uint32_t i, const void *state, int depth, int *count) {
    const struct jg_tree_node *n = node(g, i);
    jg_move moves[JG_MOVES_MAX];
    int turn = jg_turn(&g->game, state), k = 0;
    ++*count;
    assert_true(n->visit > 0);
    assert_int_equal(n->known, JG_TREE_EXACT);
    assert_int_equal(n->value, truth(g, state, depth));
    if (turn == JG_OVER) {
        assert_int_equal(n->turn, jg_score(&g->game, state, jg_team(g->tree.seat)) > 0 ? JG_TREE_WON : JG_TREE_LOST);
        assert_int_equal(n->child, 0);
        return;
    }
    assert_int_equal(n->turn, turn == g->tree.seat ? JG_TREE_MAX : JG_TREE_MIN);
    int count_moves = jg_moves(&g->game, state, moves);
    for (uint32_t c = n->child; c; c = node(g, c)->next, k++) {
        union jg_state child;
        assert_true(k < count_moves);
        assert_int_equal(node(g, c)->move, moves[k]);
        assert_int_equal(node(g, c)->parent, i);
        memcpy(&child, state, g->game.state_size);
        jg_apply(&g->game, &child, moves[k]);
        check_whole(g, c, &child, depth - 1, count);
    }
    assert_int_equal(k, count_moves);
}

static void test_five_coins(void **state) {
    (void)state;
    static const char *const agents[] = {"minimax", "negamax"};
    for (size_t a = 0; a < 2; a++) {
        struct grown g;
        int count = 0;
        grow(&g, "coins", NULL, agents[a]);
        check_whole(&g, 0, &g.start, 6, &count);
        assert_int_equal(count, 20);
        assert_int_equal(g.tree.count, 20);
        assert_int_equal(g.tree.visited, 20);
        assert_int_equal(g.tree.unseen, 0);
        assert_int_equal(node(&g, 0)->value, 100);
        assert_false(g.tree.bounded);
        assert_int_equal(g.tree.by_mover, a == 1);
        fell(&g);
    }
}

/* By the change of sign every pile of 0 is worth 100 to whose turn it is, and every
 * node the greatest negative of its children. */
static void test_negamax_shows_the_mover(void **state) {
    (void)state;
    struct grown g;
    grow(&g, "coins", NULL, "negamax");
    for (uint32_t i = 0; i < g.tree.count; i++) {
        int32_t best = INT32_MIN;
        for (uint32_t c = node(&g, i)->child; c; c = node(&g, c)->next)
            if (-jg_tree_shown(&g.tree, c) > best) best = -jg_tree_shown(&g.tree, c);
        assert_int_equal(jg_tree_shown(&g.tree, i), node(&g, i)->child ? best : 100);
    }
    fell(&g);
}

/* ---- Every promise on many searches ------------------------------------------------------------ */

static uint64_t count_tree(const struct grown *g, const void *state, int depth) {
    jg_move moves[JG_MOVES_MAX];
    uint64_t sum = 1;
    int n = 0;
    if (jg_turn(&g->game, state) != JG_OVER) {
        if (depth > 0)
            n = jg_moves(&g->game, state, moves);
        else if (g->tree.quiesce)
            n = g->game.kind->noisy(&g->game, state, moves);
    }
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->game.state_size);
        jg_apply(&g->game, &child, moves[i]);
        sum += count_tree(g, &child, depth - 1);
    }
    return sum;
}

/* What the picture says of every value is true. */
static void check_values(const struct grown *g) {
    for (uint32_t i = 0; i < g->tree.count; i++) {
        const struct jg_tree_node *n = node(g, i);
        if (!n->visit) continue;
        int32_t true_value = truth_at(g, i);
        if (n->returned > n->alpha && n->returned < n->beta) assert_int_equal(n->known, JG_TREE_EXACT);
        if (n->returned <= n->alpha && n->child) assert_true(n->value <= n->returned);
        if (n->returned >= n->beta && n->child) assert_true(n->value >= n->returned);
        switch (n->known) {
        case JG_TREE_EXACT: assert_int_equal(n->value, true_value); break;
        case JG_TREE_AT_MOST: assert_true(true_value <= n->value); break;
        case JG_TREE_AT_LEAST: assert_true(true_value >= n->value); break;
        default: fail_msg("node %u is unfinished", i);
        }
    }
}

static bool is_above(const struct grown *g, uint32_t up, uint32_t i) {
    while (node(g, i)->move)
        if ((i = node(g, i)->parent) == up) return true;
    return false;
}

/* Each cut for itself: the node is no better than this, and a node above already
 * has as much by a branch that was looked at before. */
static void check_reasons(const struct grown *g) {
    for (uint32_t i = 0; i < g->tree.count; i++) {
        const struct jg_tree_node *n = node(g, i);
        uint32_t through;
        if (!n->has_cut) continue;
        bool alpha = n->turn == JG_TREE_MIN;
        uint32_t from = jg_tree_bound_from(&g->tree, i, &through);
        int32_t bound = alpha ? n->alpha : n->beta;
        assert_true(is_above(g, from, i));
        assert_int_equal(node(g, from)->turn, alpha ? JG_TREE_MAX : JG_TREE_MIN);
        assert_true(alpha ? n->value <= bound && truth_at(g, i) <= n->value
                          : n->value >= bound && truth_at(g, i) >= n->value);
        if (through) {
            assert_int_equal(node(g, through)->parent, from);
            assert_int_equal(node(g, through)->value, bound);
            assert_true(node(g, through)->visit < n->visit && !is_above(g, through, i));
            assert_int_equal(truth_at(g, through), bound);
        } else {
            assert_true(node(g, from)->quiescent);
        }
        for (uint32_t c = n->child; c; c = node(g, c)->next)
            assert_int_equal(node(g, c)->cut, node(g, c)->visit ? JG_TREE_NO_CUT
                                              : alpha           ? JG_TREE_ALPHA
                                                                : JG_TREE_BETA);
    }
}

/* The value of the root if what was cut off were worth anything at all. */
static int32_t imagined(const struct grown *g, uint32_t i, struct jg_rng *rng) {
    const struct jg_tree_node *n = node(g, i);
    if (n->cut) return (int32_t)jg_rng_below(rng, 3) * 1000000 - 1000000;
    if (!n->child) return n->value;
    union jg_state state;
    jg_tree_state(&g->tree, i, &state);
    bool any = n->depth <= 0, max = n->turn == JG_TREE_MAX;
    int32_t best = any ? jg_eval_value(&g->eval, &g->game, &state, jg_team(g->tree.seat)) : 0;
    for (uint32_t c = n->child; c; c = node(g, c)->next) {
        int32_t value = imagined(g, c, rng);
        if (!any || (max ? value > best : value < best)) best = value;
        any = true;
    }
    return best;
}

static void check_tree(struct grown *g, struct jg_rng *rng) {
    const struct jg_tree *t = &g->tree;
    assert_int_equal(t->visited, t->report.nodes);
    assert_int_equal(t->visited + t->unseen, count_tree(g, &g->start, node(g, 0)->depth));
    assert_false(t->stopped || t->unseen_more);
    assert_int_equal(node(g, 0)->below + 1, t->visited + t->unseen);
    assert_int_equal(node(g, 0)->value, t->report.value);
    assert_int_equal(node(g, node(g, 0)->best)->move, t->report.move);
    uint32_t at = 0, cuts = 0;
    for (int i = 0; i < t->report.pv_count; i++) {
        at = node(g, at)->best;
        assert_true(at && node(g, at)->on_path);
        assert_int_equal(node(g, at)->move, t->report.pv[i]);
    }
    assert_int_equal(node(g, at)->best, 0);
    for (uint32_t i = 0; i < t->count; i++) cuts += node(g, i)->has_cut;
    assert_int_equal(cuts, t->report.cuts);
    check_values(g);
    check_reasons(g);
    for (int i = 0; i < 20; i++) assert_int_equal(imagined(g, 0, rng), t->report.value);
}

static void test_every_promise(void **state) {
    (void)state;
    static const struct {
        const char *game;
        int plies; /* that are played at random first, at most */
        const char *agents[6];
    } cases[] = {
        {"coins:n=12,take=3",
         4,
         {"alphabeta:depth=0", "alphabeta:depth=4", "alphabeta:depth=3,quiesce=1", "minimax:depth=3"}},
        {"tictactoe",
         7,
         {"alphabeta:depth=3", "alphabeta:depth=2,order=worst", "negamax:depth=3", "alphabeta:depth=3,order=best"}},
        {"kalah:houses=3,seeds=2",
         12,
         {"alphabeta:depth=5", "alphabeta:depth=4,quiesce=1", "alphabeta:depth=4,order=rank"}},
        {"kalah", 60, {"alphabeta:depth=3", "alphabeta:depth=2,quiesce=1", "minimax:depth=2"}},
    };
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 7);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int a = 0; cases[c].agents[a]; a++)
            for (int i = test_scaled(100); i-- > 0;) {
                struct grown g = {0};
                union jg_state at;
                open_spec(&g.game, cases[c].game);
                do {
                    jg_start(&g.game, &at);
                    jg_random_play(&g.game, &at, &rng, (int)jg_rng_below(&rng, (uint32_t)cases[c].plies + 1));
                } while (jg_turn(&g.game, &at) == JG_OVER);
                grow_at(&g, cases[c].agents[a], &at);
                check_tree(&g, &rng);
                fell(&g);
            }
}

/* Tic-tac-toe to the end has 549,946 nodes, visited or not. */
static void test_whole_tictactoe(void **state) {
    (void)state;
    static const char *const agents[] = {"minimax:depth=0", "alphabeta:depth=0"};
    for (size_t a = 0; a < 2; a++) {
        struct grown g;
        grow(&g, "tictactoe", NULL, agents[a]);
        assert_int_equal(g.tree.visited + g.tree.unseen, 549946);
        assert_int_equal(node(&g, 0)->below + 1, 549946);
        assert_int_equal(g.tree.visited, g.tree.report.nodes);
        fell(&g);
    }
}

static void test_secondary_search_is_a_second_pass(void **state) {
    (void)state;
    struct grown g;
    char words[JG_TREE_WORDS];
    struct jg_text w;
    grow(&g, "kalah:houses=3", NULL, "alphabeta:depth=2,secondary=2");
    uint32_t second = jg_tree_next_pass(&g.tree, 0);
    int children = 0;
    assert_true(second);
    assert_int_equal(jg_tree_next_pass(&g.tree, second), 0);
    assert_int_equal(node(&g, second)->depth, 4);
    for (uint32_t c = node(&g, second)->child; c; c = node(&g, c)->next) children++;
    assert_int_equal(children, 2);
    assert_int_equal(g.tree.visited, g.tree.report.nodes);
    assert_int_equal(node(&g, second)->value, g.tree.report.value);
    assert_int_equal(truth_at(&g, second), g.tree.report.value);
    jg_text_init(&w, words, sizeof words);
    jg_tree_caption(&g.tree, second, JG_EN, &w);
    assert_string_equal(words, "secondary search, two plies deeper");
    check_values(&g);
    fell(&g);
}

/* ---- Limits ------------------------------------------------------------------------------------- */

static void test_stopped_searches(void **state) {
    (void)state;
    for (int limit = 1; limit <= 40; limit += 3) {
        struct grown g;
        char agent[64];
        uint32_t open = 0, at;
        snprintf(agent, sizeof agent, "alphabeta:depth=6,nodes=%d", limit);
        grow(&g, "kalah", NULL, agent);
        assert_true(g.tree.stopped);
        assert_int_equal(g.tree.visited, limit);
        assert_int_equal(node(&g, 0)->known, JG_TREE_UNFINISHED);
        for (uint32_t i = 0; i < g.tree.count; i++) open += node(&g, i)->known == JG_TREE_UNFINISHED;
        for (at = 0; node(&g, at)->last && node(&g, node(&g, at)->last)->known == JG_TREE_UNFINISHED; open--)
            at = node(&g, at)->last;
        assert_int_equal(open, 1); /* those on the way to where it was stopped, and no others */
        fell(&g);
    }
}

static void test_too_large_a_tree_is_refused(void **state) {
    (void)state;
    struct grown g = {0};
    struct jg_error err = {0};
    open_spec(&g.game, "coins:n=60,take=3");
    jg_start(&g.game, &g.start);
    assert_int_equal(jg_agent_open(&g.agent, &g.game, "minimax:depth=0", NULL), JG_OK);
    assert_int_equal(jg_tree_open(&g.tree, &g.agent, &g.start, &g.stop, &err), JG_EFIT);
    assert_non_null(strstr(err.message, "1000000"));
    assert_non_null(strstr(err.message, "minimax:depth=3"));
    assert_null(g.tree.nodes);
    assert_false(atomic_load(&g.stop));
    jg_agent_close(&g.agent);
    jg_game_close(&g.game);
}

static void test_a_stop_from_outside(void **state) {
    (void)state;
    struct grown g = {.stop = true};
    struct jg_error err = {0};
    open_spec(&g.game, "kalah");
    jg_start(&g.game, &g.start);
    assert_int_equal(jg_agent_open(&g.agent, &g.game, "alphabeta:depth=6", NULL), JG_OK);
    assert_int_equal(jg_tree_open(&g.tree, &g.agent, &g.start, &g.stop, &err), JG_ESTOP);
    assert_null(g.tree.nodes);
    jg_agent_close(&g.agent);
    jg_game_close(&g.game);
}

/* ---- Folding --------------------------------------------------------------------------------------- */

static void check_folded(const struct grown *g, uint32_t root, uint32_t most) {
    const struct jg_tree *t = &g->tree;
    uint64_t drawn = 0, hidden = 0;
    uint32_t *by_name = calloc(t->count + 2, sizeof *by_name), last_parent = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t up = i;
        while (node(g, up)->move) up = node(g, up)->parent;
        if (up != root) continue;
        if (node(g, i)->on_path) assert_true(node(g, i)->name);
        if (!node(g, i)->name) continue;
        drawn++;
        hidden += jg_tree_hidden(t, i);
        assert_int_equal(by_name[node(g, i)->name], 0);
        by_name[node(g, i)->name] = i + 1;
    }
    assert_int_equal(by_name[1], root + 1);
    for (uint32_t name = 2; name <= drawn; name++) { /* breadth first: parents in order, levels one after another */
        assert_true(by_name[name]);
        const struct jg_tree_node *n = node(g, by_name[name] - 1);
        assert_true(node(g, n->parent)->name >= last_parent);
        last_parent = node(g, n->parent)->name;
    }
    assert_int_equal(drawn + hidden, node(g, root)->below + 1);
    if (!most) assert_int_equal(hidden, 0);
    free(by_name);
}

static void test_folding(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"kalah", "alphabeta:depth=4"},
                                           {"kalah:houses=3", "alphabeta:depth=3,secondary=2"},
                                           {"tictactoe", "minimax:depth=3"},
                                           {"coins:n=14,take=12", "alphabeta:depth=3"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct grown g;
        grow(&g, cases[i][0], NULL, cases[i][1]);
        for (uint32_t most = 0; most < 300; most = most * 2 + 1) {
            uint32_t root = 0;
            assert_int_equal(jg_tree_fold(&g.tree, most, NULL), JG_OK);
            do check_folded(&g, root, most);
            while ((root = jg_tree_next_pass(&g.tree, root)));
        }
        fell(&g);
    }
}

static void test_names(void **state) {
    (void)state;
    static const struct {
        uint32_t number;
        const char *name;
    } cases[] = {{1, "a"},   {2, "b"},   {26, "z"},   {27, "aa"},  {28, "ab"},
                 {52, "az"}, {53, "ba"}, {702, "zz"}, {703, "aaa"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_tree_node one = {.name = cases[i].number};
        struct jg_tree t = {.nodes = &one, .count = 1};
        char name[8];
        assert_string_equal(jg_tree_name(&t, 0, name), cases[i].name);
    }
}

/* ---- Where boxes stand -------------------------------------------------------------------------------- */

static void test_boxes(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 3);
    for (int round = test_scaled(300); round-- > 0;) {
        enum { MOST = 120, GAP = 7 };
        struct jg_box boxes[MOST] = {{.left = 5, .right = 5}};
        double end[MOST];
        int n = 1;
        for (int i = 0; i < n; i++) {
            boxes[i].first = n;
            for (uint32_t k = jg_rng_below(&rng, i ? 4 : 6); k-- > 0 && n < MOST; boxes[i].count++)
                boxes[n++] = (struct jg_box){.parent = i,
                                             .level = boxes[i].level + 1,
                                             .left = 3 + jg_rng_below(&rng, 40),
                                             .right = 3 + jg_rng_below(&rng, 40)};
        }
        double width = jg_tree_layout(boxes, n, GAP);
        for (int i = 0; i < MOST; i++) end[i] = -1e9;
        for (int i = 0; i < n; i++) { /* breadth first: each level from the left */
            const struct jg_box *b = &boxes[i];
            assert_true(b->x - b->left >= -0.01 && b->x + b->right <= width + 0.01);
            assert_true(b->x - b->left >= end[b->level] + GAP - 0.01);
            end[b->level] = b->x + b->right;
            if (!b->count) continue;
            double middle = (boxes[b->first].x + boxes[b->first + b->count - 1].x) / 2;
            assert_true(b->x > middle - 0.01 && b->x < middle + 0.01);
        }
    }
}

/* Where the game calls its players MAX and MIN, so does the picture, whichever side is to move: the lecture's beta cutoff
 * has MIN at the root. */
static void test_min_first(void **state) {
    (void)state;
    struct grown g;
    struct jg_rng rng;
    char words[JG_TREE_WORDS];
    struct jg_text w;
    jg_rng_init(&rng, test_seed(), 1);
    grow(&g, "numbers", "(((10 12) (5 3)) ((14 12) (1 6))) min", "alphabeta:depth=0");
    assert_int_equal(jg_tree_fold(&g.tree, 0, NULL), JG_OK);
    assert_int_equal(node(&g, 0)->turn, JG_TREE_MIN);
    assert_int_equal(node(&g, 0)->value, 10);
    assert_reason(&g, "c", JG_EN,
                  "beta cutoff: c is at least 12, but a already has 10 through b, so g does not matter");
    assert_reason(&g, "e", JG_EN, "alpha cutoff: e is at most 5, but b already has 10 through d, so k does not matter");
    check_values(&g);
    check_reasons(&g);
    for (int i = 0; i < 20; i++) assert_int_equal(imagined(&g, 0, &rng), 10);
    jg_text_init(&w, words, sizeof words);
    jg_tree_whose(&g.tree, JG_TREE_MIN, JG_EN, &w);
    assert_string_equal(words, "MIN to move");
    jg_text_clear(&w);
    jg_tree_summary(&g.tree, JG_EN, &w);
    assert_non_null(strstr(words, "value: 10, move: 1,"));
    fell(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_five_coins),
        cmocka_unit_test(test_negamax_shows_the_mover),
        cmocka_unit_test(test_every_promise),
        cmocka_unit_test(test_whole_tictactoe),
        cmocka_unit_test(test_secondary_search_is_a_second_pass),
        cmocka_unit_test(test_stopped_searches),
        cmocka_unit_test(test_too_large_a_tree_is_refused),
        cmocka_unit_test(test_a_stop_from_outside),
        cmocka_unit_test(test_folding),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_min_first),
    };
    test_begin();
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
