/* The tree of Monte Carlo tree search: proofs, threads, and reuse from query to query. */
#include "mcts.h"

#include <math.h>

static struct jg_mcts_tree *tree_of(const struct jg_agent *a) {
    struct jg_mcts *m = a->data;
    return &m->trees[m->current];
}

/* Nothing of the threads is left in a tree: no visit under way, no virtual loss.
 * Every visit of a node but the first, and but those that found its children
 * proven, went on to a child. */
static size_t check_tree(const struct jg_mcts_tree *t, const struct jg_mcts_node *node) {
    const struct jg_mcts_node *children = jg_mcts_children(t, node);
    uint64_t visits = jg_mcts_visits(node), below = 0;
    size_t n = 1;
    assert_true(visits < UINT64_MAX / 2);
    assert_true(llabs(node->sum) <= (int64_t)visits * JG_MCTS_WIN);
    for (int i = 0; children && i < node->count; i++) {
        below += jg_mcts_visits(&children[i]);
        n += check_tree(t, &children[i]);
    }
    assert_true(below <= visits);
    return n;
}

/* Every proof in a tree follows from the children's: the shortest known win, or the longest known loss. Returns the
 * number of proofs. */
static int check_distances(const struct jg_game *g, const struct jg_mcts_tree *t, const struct jg_mcts_node *node,
                           const void *state, bool has_value) {
    const struct jg_mcts_node *children = jg_mcts_children(t, node);
    unsigned proof = jg_mcts_proof(node);
    int turn = jg_turn(g, state), team = jg_team(turn), best = -2, plies = 0, checked = 0;
    if (!children) {
        assert_int_equal(jg_mcts_proven(proof), turn == JG_OVER && (has_value || jg_mcts_visits(node) > 0));
        if (jg_mcts_proven(proof)) assert_int_equal(jg_mcts_plies(proof), 0);
        return 0;
    }
    for (int i = 0; i < node->count; i++) {
        union jg_state next;
        unsigned below = jg_mcts_proof(&children[i]);
        memcpy(&next, state, g->state_size);
        jg_apply(g, &next, children[i].move);
        checked += check_distances(g, t, &children[i], &next, has_value);
        if (!jg_mcts_proven(below)) continue;
        int side = jg_mcts_winner_sign(below, team), n = jg_mcts_plies(below);
        bool first = side > best, longer = n > plies;
        if (first || (side == best && side && (side > 0) != longer)) plies = n;
        if (first) best = side;
    }
    if (!jg_mcts_proven(proof)) return checked;
    assert_int_equal(jg_mcts_winner_sign(proof, team), best);
    if (best) assert_int_equal(jg_mcts_plies(proof), plies + 1);
    return checked + 1;
}

static void test_distances(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 6);
    for (size_t i = 0; i < sizeof SMALL / sizeof *SMALL; i++) {
        struct jg_game g;
        struct jg_agent a;
        int checked = 0;
        open_spec(&g, SMALL[i]);
        for (int has_value = 0; has_value < 2; has_value++) {
            const char *spec = has_value ? "mcts:endings=0,playouts=5000,memory=4M,prior=3"
                                         : "mcts:endings=0,playouts=5000,memory=4M,prior=0";
            assert_int_equal(jg_agent_open(&a, &g, spec, NULL), JG_OK);
            for (int n = 0; n < test_scaled(30); n++) {
                union jg_state at;
                random_position(&g, &rng, 0, 6, &at);
                struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .seed = (uint64_t)n};
                assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
                checked += check_distances(&g, tree_of(&a), jg_mcts_root(tree_of(&a)), &at, has_value);
            }
            jg_agent_close(&a);
        }
        assert_true(checked > 0);
        jg_game_close(&g);
    }
    free(r);
}

/* Every estimate is the minimax value of the evaluations below; with one thread exactly. Returns the number of nodes. */
static int check_estimates(const struct jg_game *g, const struct jg_eval *eval, const struct jg_mcts_tree *t,
                           const struct jg_mcts_node *node, const void *state) {
    const struct jg_mcts_node *children = jg_mcts_children(t, node);
    unsigned proof = jg_mcts_proof(node);
    int turn = jg_turn(g, state), best = -2 * JG_MCTS_ESTIMATE_WIN, checked = 1;
    for (int i = 0; children && i < node->count; i++) {
        union jg_state next;
        memcpy(&next, state, g->state_size);
        jg_apply(g, &next, children[i].move);
        checked += check_estimates(g, eval, t, &children[i], &next);
        int estimate = jg_team(turn) ? -children[i].estimate : children[i].estimate;
        if (estimate > best) best = estimate;
    }
    if (jg_mcts_proven(proof)) {
        if (node != jg_mcts_root(t))
            assert_int_equal(node->estimate, jg_mcts_winner_sign(proof, 0) * JG_MCTS_ESTIMATE_WIN);
    } else if (children) {
        assert_int_equal(jg_team(turn) ? -node->estimate : node->estimate, best);
    } else {
        double units = (double)jg_eval_value(eval, g, state, 0) / eval->by->unit;
        assert_true(fabs(jg_mcts_estimate(node, 0) - tanh(units / 8)) < 0.0001);
    }
    return checked;
}

static void test_guesses(void **state) {
    (void)state;
    static const char *const games[] = {"kalah", "tictactoe", "loa", "coins:n=12,take=3,misere=0"};
    static const char *const specs[] = {"mcts:playouts=3000,prior=3,minimax=0.4",
                                        "mcts:playouts=2000,prior=1,leaf=eval", "mcts:nodes=10000,prior=10,leaf=cutoff",
                                        "mcts:playouts=3000,prior=3,memory=50k"};
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 9);
    for (int n = 0; n < test_scaled(32); n++) {
        struct jg_game g;
        struct jg_agent a;
        struct jg_eval eval;
        union jg_state at;
        open_spec(&g, games[n % 4]);
        assert_int_equal(jg_eval_open_strong(&eval, &g, "", NULL), JG_OK);
        random_position(&g, &rng, 0, 6, &at);
        struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .seed = (uint64_t)n};
        assert_int_equal(jg_agent_open(&a, &g, specs[n / 4 % 4], NULL), JG_OK);
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        const struct jg_mcts_tree *t = tree_of(&a);
        int checked = check_estimates(&g, &eval, t, jg_mcts_root(t), &at);
        assert_true(checked + JG_MCTS_ROOT == (int)t->used);
        jg_agent_close(&a);
        jg_eval_close(&eval);
        jg_game_close(&g);
    }
    free(r);
}

/* Playouts that were given up have left nothing: what the root's children got is
 * what the root got. (Before any proof.) */
static void assert_sums_agree(const struct jg_mcts_tree *t) {
    const struct jg_mcts_node *root = jg_mcts_root(t), *children = jg_mcts_children(t, root);
    int64_t sum = 0;
    uint64_t visits = 0;
    for (int i = 0; i < root->count; i++) {
        sum += children[i].sum;
        visits += children[i].visits;
    }
    assert_true(sum == root->sum && visits == root->visits);
}

static void test_threads(void **state) {
    (void)state;
    static const char *const specs[] = {
        "mcts:nodes=300k,threads=4,prior=0", "mcts:playouts=5000,threads=4,memory=100k,prior=0",
        "mcts:playouts=20k,threads=4,leaf=eval,prior=0", "mcts:playouts=5000,threads=4,memory=100k,prior=3,minimax=0.5",
        "mcts:nodes=300k,threads=4,leaf=cutoff,prior=3"};
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 4);
    for (int n = 0; n < test_scaled(20); n++) {
        struct jg_game g;
        union jg_state at;
        struct jg_agent a;
        const char *spec = specs[n % 5];
        open_spec(&g, n % 2 ? "tictactoe" : "kalah");
        random_position(&g, &rng, 0, 5, &at);
        struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at), .seed = (uint64_t)n};
        assert_int_equal(jg_agent_open(&a, &g, spec, NULL), JG_OK);
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        struct jg_mcts_tree *t = tree_of(&a);
        assert_true(check_tree(t, jg_mcts_root(t)) <= t->room);
        assert_int_equal(jg_mcts_visits(jg_mcts_root(t)), r->leaves);
        if (!n) assert_sums_agree(t);
        if (n % 5 == 0 || n % 5 == 4) assert_true(r->nodes <= 300000);
        if (n % 5 == 1 || n % 5 == 3) assert_true(r->leaves <= 5000);
        jg_agent_close(&a);
        jg_game_close(&g);
    }
    free(r);
}

/* Collects the visits of the nodes, at most so deep, that stand for a position
 * and have children. */
static int gather(const struct jg_game *g, const struct jg_mcts_tree *t, const struct jg_mcts_node *node,
                  const void *state, const void *position, int depth, uint64_t *out, int n) {
    const struct jg_mcts_node *children = jg_mcts_children(t, node);
    enum { ROOM = 64 };
    if (children && n < ROOM && !memcmp(state, position, g->state_size)) out[n++] = jg_mcts_visits(node);
    for (int i = 0; children && depth && i < node->count; i++) {
        union jg_state next;
        memcpy(&next, state, g->state_size);
        jg_apply(g, &next, children[i].move);
        n = gather(g, t, &children[i], &next, position, depth - 1, out, n);
    }
    return n;
}

static void halt(void *stop, const struct jg_report *r) {
    (void)r;
    atomic_store((atomic_bool *)stop, true);
}

/* Searches until the first progress report: on a busy machine a time limit might end before the first playout. */
static void think(struct jg_agent *a, const struct jg_query *query, struct jg_report *r) {
    struct jg_query mine = *query;
    atomic_bool stop = false;
    mine.stop = &stop;
    mine.progress = halt;
    mine.arg = &stop;
    assert_int_equal(jg_agent_choose(a, &mine, r, NULL), JG_OK);
}

/* Goes on with what it knew, however many plies (extra turns and all) have been
 * played since; knows nothing of any other position. */
static void test_reuse(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state at, before;
    int found = 0;
    open_spec(&g, "kalah");
    assert_int_equal(jg_agent_open(&a, &g, "mcts:ms=86400000,threads=1", NULL), JG_OK);
    const struct jg_mcts *m = a.data;
    jg_start(&g, &at);
    for (int n = 0; n < 5; n++) {
        struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at)};
        uint64_t visits[64];
        do think(&a, &query, r);
        while (r->pv_count <= n);
        assert_false(r->proven);
        memcpy(&before, &at, sizeof at);
        for (int i = 0; i < n; i++) jg_apply(&g, &at, r->pv[i]);
        const struct jg_mcts_tree *t = tree_of(&a);
        int count = gather(&g, t, jg_mcts_root(t), &before, &at, n, visits, 0);
        size_t used = atomic_load(&t->used);
        struct jg_query next = {.view = &at, .seat = jg_turn(&g, &at)};
        think(&a, &next, r);
        if (count) assert_true(m->reused > 0 && atomic_load(&tree_of(&a)->used) > JG_MCTS_ROOT + 1);
        found += count > 0;
        for (int i = 0; m->reused && i <= count; i++) {
            assert_true(i < count);
            if (m->reused == visits[i]) break;
        }
        if (n) assert_true(m->trees[!m->current].nodes == t->nodes && atomic_load(&t->used) == used);
        check_tree(tree_of(&a), jg_mcts_root(tree_of(&a)));
    }
    assert_true(found >= 2); /* the same position again, and another */
    read_position(&g, "4,0,0,0,4,4,10,4,4,0,0,0,4,14 1", &at);
    struct jg_query other = {.view = &at, .seat = 0};
    think(&a, &other, r);
    assert_int_equal(m->reused, 0);
    free(r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* Where repetition counts, a reused tree must have the same history. */
static void test_reuse_by_history(void **state) {
    (void)state;
    struct jg_game_kind kind = token_kind(TOKEN_RING);
    struct jg_game g;
    struct jg_agent a;
    struct jg_report *r = malloc(sizeof *r);
    struct token at[3] = {{.at = 3}};
    uint64_t keys[4] = {1, 2};
    assert_int_equal(jg_game_open_kind(&g, &kind, "token", NULL), JG_OK);
    g.repeat = 9;
    assert_int_equal(jg_agent_open(&a, &g, "mcts:ms=86400000,threads=1", NULL), JG_OK);
    const struct jg_mcts *m = a.data;
    for (int i = 1; i < 3; i++) {
        at[i] = at[i - 1];
        jg_apply(&g, &at[i], i == 1 ? 1 : 2);
        keys[i + 1] = jg_key(&g, &at[i - 1]);
    }
    struct jg_query first = {.view = &at[0], .keys = keys, .key_count = 2};
    struct jg_query second = {.view = &at[2], .keys = keys, .key_count = 4};
    do think(&a, &first, r);
    while (m->reused < 1000); /* the same question: grows on */
    think(&a, &second, r);
    assert_true(m->reused > 0);
    think(&a, &first, r);
    assert_int_equal(m->reused, 0); /* back in time */
    do think(&a, &first, r);
    while (m->reused < 1000);
    keys[0] = 3;
    think(&a, &second, r);
    assert_int_equal(m->reused, 0);
    free(r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

static void assert_same_tree(const struct jg_mcts_tree *a, const struct jg_mcts_node *x, const struct jg_mcts_tree *b,
                             const struct jg_mcts_node *y) {
    const struct jg_mcts_node *p = jg_mcts_children(a, x), *q = jg_mcts_children(b, y);
    assert_true(x->sum == y->sum && x->visits == y->visits && x->move == y->move && x->proof == y->proof);
    assert_int_equal(x->estimate, y->estimate);
    assert_true(!p == !q);
    if (!p) return;
    assert_int_equal(x->count, y->count);
    for (int i = 0; i < x->count; i++) assert_same_tree(a, &p[i], b, &q[i]);
}

/* A copy is whole, or what of it there was time for. */
static void test_copy(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state start;
    struct jg_mcts_tree copy;
    atomic_bool stop = false;
    open_spec(&g, "kalah");
    jg_start(&g, &start);
    struct jg_query query = {.view = &start};
    assert_int_equal(jg_agent_open(&a, &g, "mcts:playouts=20k,memory=10M,prior=1", NULL), JG_OK);
    assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
    const struct jg_mcts_tree *t = tree_of(&a);
    const struct jg_mcts_node *root = jg_mcts_root(t), *child = &jg_mcts_children(t, root)[2];
    assert_true(jg_mcts_tree_init(&copy, 10000000));
    jg_mcts_copy(&copy, t, child, HUGE_VAL, &stop);
    assert_same_tree(t, child, &copy, jg_mcts_root(&copy));
    assert_int_equal(check_tree(&copy, jg_mcts_root(&copy)) + JG_MCTS_ROOT, copy.used);
    size_t whole = copy.used;
    for (int late = 0; late < 2; late++) {
        stop = late;
        jg_mcts_copy(&copy, t, child, late ? HUGE_VAL : 0, &stop);
        assert_non_null(jg_mcts_children(&copy, jg_mcts_root(&copy)));
        assert_int_equal(check_tree(&copy, jg_mcts_root(&copy)) + JG_MCTS_ROOT, copy.used);
        assert_true(copy.used < whole);
        assert_int_equal(jg_mcts_visits(jg_mcts_root(&copy)), jg_mcts_visits(child));
    }
    jg_mcts_tree_free(&copy);
    jg_mcts_tree_free(&copy);
    free(r);
    jg_agent_close(&a);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances), cmocka_unit_test(test_guesses),          cmocka_unit_test(test_threads),
        cmocka_unit_test(test_reuse),     cmocka_unit_test(test_reuse_by_history), cmocka_unit_test(test_copy),
    };
    test_begin();
    return cmocka_run_group_tests_name("mcts tree", tests, NULL, NULL);
}
