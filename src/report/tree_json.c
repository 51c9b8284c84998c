/* Trees as JSON; the fields are documented in man/jogada.1.scd. */
#include "report/tree.h"

#include <stdlib.h>

/* A value in points; expected values may be fractions. */
static void put_number(const struct jg_tree *t, struct jg_buffer *out, const char *key, int32_t value) {
    if (value == INT32_MAX || value == -INT32_MAX)
        jg_buffer_add(out, ",\"%s\":null", key);
    else if (value % t->scale == 0)
        jg_buffer_add(out, ",\"%s\":%d", key, value / t->scale);
    else
        jg_buffer_add(out, ",\"%s\":%.4f", key, (double)value / t->scale);
}

static void put_visited(const struct jg_tree *t, uint32_t node, struct jg_buffer *out) {
    static const char *const known[] = {"exact", "at most", "at least", "unfinished"};
    const struct jg_tree_node *n = &t->nodes[node];
    char name[8];
    jg_buffer_add(out, ",\"visit\":%u", n->visit);
    put_number(t, out, "alpha", n->alpha);
    put_number(t, out, "beta", n->beta);
    jg_buffer_add(out, ",\"known\":\"%s\"", known[n->known]);
    if (n->known != JG_TREE_UNFINISHED) {
        put_number(t, out, "value", n->value);
        put_number(t, out, "returned", n->returned);
    }
    if (n->probed) jg_buffer_put(out, ",\"probed\":true");
    if (n->best && t->nodes[n->best].name) jg_buffer_add(out, ",\"best\":\"%s\"", jg_tree_name(t, n->best, name));
}

static void put_node(const struct jg_tree *t, uint32_t node, struct jg_buffer *out) {
    static const char *const turn[] = {"max", "min", "won", "lost", "drawn", "chance"};
    const struct jg_tree_node *n = &t->nodes[node];
    char name[8], words[JG_POSITION_MAX];
    struct jg_text w;
    uint32_t hidden = jg_tree_hidden(t, node);
    jg_buffer_add(out, "{\"name\":\"%s\"", jg_tree_name(t, node, name));
    jg_text_init(&w, words, sizeof words);
    if (n->move) {
        jg_tree_move(t, node, &w);
        jg_buffer_add(out, ",\"parent\":\"%s\",\"move\":", jg_tree_name(t, n->parent, name));
        jg_buffer_json(out, words);
        if (t->nodes[n->parent].turn == JG_TREE_CHANCE)
            jg_buffer_add(out, ",\"probability\":%.9g", jg_tree_probability(t, node));
    }
    jg_text_clear(&w);
    jg_tree_position(t, node, &w);
    jg_buffer_put(out, ",\"position\":");
    jg_buffer_json(out, words);
    jg_buffer_add(out, ",\"turn\":\"%s\",\"depth\":%d", turn[n->turn], n->depth);
    if (n->visit) put_visited(t, node, out);
    if (n->cut) jg_buffer_add(out, ",\"cut\":\"%s\"", n->cut == JG_TREE_ALPHA ? "alpha" : "beta");
    if (n->note) {
        jg_text_clear(&w);
        jg_tree_reason(t, node, JG_EN, false, &w);
        jg_buffer_put(out, ",\"reason\":");
        jg_buffer_json(out, words);
    }
    if (hidden == UINT32_MAX)
        jg_buffer_put(out, ",\"folded\":null");
    else if (hidden)
        jg_buffer_add(out, ",\"folded\":%u", hidden);
    jg_buffer_put(out, "}");
}

/* Writes the drawn nodes of an iteration, in the order of their names. */
static void put_pass(const struct jg_tree *t, uint32_t root, uint32_t *queue, struct jg_buffer *out) {
    uint32_t count = 1;
    jg_buffer_add(out, "{\"depth\":%d,\"nodes\":[", t->nodes[root].depth);
    queue[0] = root;
    for (uint32_t i = 0; i < count; i++) {
        jg_buffer_put(out, i ? ",\n" : "\n");
        put_node(t, queue[i], out);
        for (uint32_t c = jg_tree_child(t, queue[i]); c; c = jg_tree_sibling(t, c)) queue[count++] = c;
    }
    jg_buffer_put(out, "]}");
}

static void put_head(const struct jg_tree *t, struct jg_buffer *out) {
    const struct jg_report *r = &t->report;
    char words[JG_POSITION_MAX];
    struct jg_text w;
    jg_text_init(&w, words, sizeof words);
    jg_game_spec(t->game, &w);
    jg_buffer_put(out, "{\"game\":");
    jg_buffer_json(out, words);
    jg_text_clear(&w);
    jg_tree_position(t, 0, &w);
    jg_buffer_put(out, ",\"position\":");
    jg_buffer_json(out, words);
    if (t->dealt) jg_buffer_add(out, ",\"deal_seed\":%llu", (unsigned long long)t->seed);
    jg_buffer_put(out, ",\"agent\":");
    jg_buffer_json(out, t->agent);
    jg_text_clear(&w);
    t->game->kind->print_move(t->game, &t->root, r->move, &w);
    jg_buffer_put(out, ",\"move\":");
    jg_buffer_json(out, words);
    if (r->by) {
        int32_t value = t->turned ? -r->value : r->value;
        jg_buffer_add(out, ",\"value\":%.10g,\"unit\":\"%s\",\"win\":%.6f", jg_value_number(r->by, value),
                      jg_value_unit(r->by), jg_value_chance(r->by, value, r->proven));
    } else {
        jg_buffer_put(out, ",\"value\":null,\"unit\":null,\"win\":null");
    }
    jg_buffer_add(out, ",\"max\":%d,\"nodes\":%llu,\"leaves\":%llu,\"cuts\":%llu,\"unseen\":%llu", t->seat + 1,
                  (unsigned long long)t->visited, (unsigned long long)r->leaves, (unsigned long long)r->cuts,
                  (unsigned long long)t->unseen);
    jg_buffer_add(out, ",\"unseen_more\":%s,\"stopped\":%s", t->unseen_more ? "true" : "false",
                  t->stopped ? "true" : "false");
}

void jg_tree_json(const struct jg_tree *t, struct jg_buffer *out) {
    uint32_t root = 0, *queue = malloc(t->count * sizeof *queue);
    if (!queue) {
        out->failed = true;
        return;
    }
    put_head(t, out);
    jg_buffer_put(out, ",\"trees\":[");
    do {
        if (root) jg_buffer_put(out, ",");
        put_pass(t, root, queue, out);
    } while ((root = jg_tree_next_pass(t, root)));
    jg_buffer_put(out, "]}\n");
    free(queue);
}
