/* Search trees with chance nodes, on pig. */
#include "grown.h"

#include <jansson.h>
#include <math.h>

/* What a position of pig is worth to MAX, by the definition. */
static double mean_at(const struct grown *g, const void *state, int depth) {
    int turn = jg_turn(&g->game, state), team = jg_team(g->tree.seat);
    jg_move moves[JG_MOVES_MAX];
    double best = 0, probability = 0;
    if (turn == JG_OVER || (turn >= 0 && !depth)) return jg_eval_value(&g->eval, &g->game, state, team);
    int n = turn == JG_CHANCE ? (int)g->game.kind->outcomes(&g->game, state) : jg_moves(&g->game, state, moves);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->game.state_size);
        if (turn == JG_CHANCE) moves[i] = g->game.kind->outcome(&g->game, state, (uint64_t)i, &probability);
        jg_apply(&g->game, &child, moves[i]);
        double value = mean_at(g, &child, depth - (turn != JG_CHANCE));
        if (turn == JG_CHANCE)
            best += probability * value;
        else if (!i || (jg_team(turn) == team ? value > best : value < best))
            best = value;
    }
    return best;
}

/* Outcomes with their probabilities below each chance node; a probe may stand there beside its search. */
static void check_chance(const struct grown *g, uint32_t i) {
    double sum = 0;
    bool seen[7] = {false};
    for (uint32_t c = node(g, i)->child; c; c = node(g, c)->next) {
        char label[64];
        struct jg_text t;
        jg_text_init(&t, label, sizeof label);
        jg_tree_label(&g->tree, c, JG_EN, &t);
        assert_true(label[0] >= '1' && label[0] <= '6');
        assert_string_equal(label + 1, " (1/6)");
        if (!seen[label[0] - '0']) sum += jg_tree_probability(&g->tree, c);
        seen[label[0] - '0'] = true;
        assert_int_equal(node(g, c)->depth, node(g, i)->depth);
    }
    assert_true(!node(g, i)->child || fabs(sum - 1) < 1e-9);
}

static void test_chance(void **state) {
    (void)state;
    static const struct {
        const char *agent, *position;
    } cases[] = {{"expectiminimax:depth=2,prune=none", "0 0 0 1"},
                 {"expectiminimax:depth=3,prune=star1", "4 9 2 2"},
                 {"expectiminimax:depth=3", "4 9 2 2"},
                 {"expectiminimax:depth=4", "6 3 4 1"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct grown g;
        uint32_t chances = 0, cuts = 0, probes = 0;
        grow(&g, "pig:target=12", cases[k].position, cases[k].agent);
        assert_true(g.tree.scale > 1);
        assert_false(g.tree.stopped);
        for (uint32_t i = 0; i < g.tree.count; i++) {
            const struct jg_tree_node *n = node(&g, i);
            union jg_state at;
            jg_tree_state(&g.tree, i, &at);
            if (n->turn == JG_TREE_CHANCE) check_chance(&g, i);
            chances += n->turn == JG_TREE_CHANCE;
            cuts += n->has_cut;
            probes += n->probed;
            if (!n->visit) continue;
            double truth = mean_at(&g, &at, n->depth) * g.tree.scale, rounded = 3;
            if (n->known == JG_TREE_EXACT) assert_true(fabs(n->value - truth) <= rounded);
            if (n->known == JG_TREE_AT_MOST) assert_true(truth <= n->value + rounded);
            if (n->known == JG_TREE_AT_LEAST) assert_true(truth >= n->value - rounded);
        }
        assert_true(chances > 0);
        assert_int_equal(cuts > 0, k > 0);
        assert_int_equal(probes > 0, k > 1);
        assert_int_equal((node(&g, 0)->value + g.tree.scale / 2) / g.tree.scale, g.tree.report.value);
        fell(&g);
    }
}

/* A mean is explained by its parts, chance in its own words, in all forms. */
static void test_chance_explained(void **state) {
    (void)state;
    struct grown g;
    struct jg_buffer out = {0};
    grow(&g, "pig:target=12", "4 9 2 2", "expectiminimax:depth=3");
    assert_int_equal(jg_tree_fold(&g.tree, 0, NULL), JG_OK);
    jg_tree_json(&g.tree, &out);
    json_t *data = json_loads(out.at, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(data);
    json_t *nodes = json_object_get(json_array_get(json_object_get(data, "trees"), 0), "nodes");
    size_t of_chance = 0, likely = 0, probed = 0;
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        json_t *n = json_array_get(nodes, i), *p = json_object_get(n, "probability");
        const char *turn = json_string_value(json_object_get(n, "turn"));
        of_chance += turn && !strcmp(turn, "chance");
        if (p) assert_true(fabs(json_number_value(p) - 1.0 / 6) < 1e-9);
        likely += p != NULL;
        probed += json_is_true(json_object_get(n, "probed"));
    }
    assert_true(of_chance && likely >= of_chance && probed);
    json_decref(data);
    jg_buffer_free(&out);
    fell(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_chance), cmocka_unit_test(test_chance_explained)};
    return cmocka_run_group_tests_name("pig_tree", tests, NULL, NULL);
}
