/* Trees grown by a search, for the tests of trees. */
#ifndef TESTS_GROWN_H
#define TESTS_GROWN_H

#include "test.h"

#include "report/tree.h"

/* A tree with all it hangs on. */
struct grown {
    struct jg_game game;
    struct jg_agent agent;
    struct jg_eval eval;
    union jg_state start;
    struct jg_tree tree;
    atomic_bool stop;
};

static inline void grow_at(struct grown *g, const char *agent, const void *state) {
    struct jg_error err = {0};
    if (jg_agent_open(&g->agent, &g->game, agent, &err)) fail_msg("%s: %s", agent, err.message);
    assert_int_equal(jg_eval_open(&g->eval, &g->game, "", NULL), JG_OK);
    memcpy(&g->start, state, g->game.state_size);
    if (jg_tree_open(&g->tree, &g->agent, state, &g->stop, &err)) fail_msg("%s: %s", agent, err.message);
}

static inline void grow(struct grown *g, const char *game, const char *position, const char *agent) {
    union jg_state state;
    *g = (struct grown){0};
    open_spec(&g->game, game);
    read_position(&g->game, position, &state);
    grow_at(g, agent, &state);
}

static inline void fell(struct grown *g) {
    jg_tree_close(&g->tree);
    jg_tree_close(&g->tree); /* may be called twice */
    jg_agent_close(&g->agent);
    jg_game_close(&g->game);
}

static inline const struct jg_tree_node *node(const struct grown *g, uint32_t i) { return &g->tree.nodes[i]; }

/* Compares the reason for the cutoff at the node of that name. */
static inline void assert_reason(const struct grown *g, const char *name, jg_lang lang, const char *expected) {
    for (uint32_t i = 0; i < g->tree.count; i++) {
        char own[8], words[JG_TREE_WORDS];
        struct jg_text w;
        if (strcmp(jg_tree_name(&g->tree, i, own), name)) continue;
        jg_text_init(&w, words, sizeof words);
        jg_tree_reason(&g->tree, i, lang, false, &w);
        assert_string_equal(words, expected);
        return;
    }
    fail_msg("there is no %s", name);
}

#endif
