#include "game/variation.h"

#include "core/buffer.h"

#include <stdlib.h>
#include <string.h>

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static bool grow(struct jg_variations *v) {
    int game = v->record->count + 1, room = v->room ? 2 * v->room : game + 64;
    struct jg_variation_node *nodes = realloc(v->nodes, (size_t)room * sizeof *nodes);
    if (nodes) v->nodes = nodes;
    unsigned char *states = realloc(v->states, (size_t)(room - game) * v->record->game->state_size);
    if (states) v->states = states;
    if (!nodes || !states) return false;
    v->room = room;
    return true;
}

/* Adds a node behind the other children of its parent; false: out of memory. */
static bool append(struct jg_variations *v, int parent, jg_move move) {
    if (v->count == v->room && !grow(v)) return false;
    struct jg_variation_node *new = &v->nodes[v->count];
    *new = (struct jg_variation_node){.move = move, .parent = parent, .child = -1, .next = -1};
    if (parent >= 0) {
        int *link = &v->nodes[parent].child;
        new->ply = v->nodes[parent].ply + 1;
        new->depth = v->nodes[parent].depth + (*link >= 0);
        while (*link >= 0) link = &v->nodes[*link].next;
        *link = v->count;
    }
    v->count++;
    return true;
}

enum jg_status jg_variations_init(struct jg_variations *v, const struct jg_record *r, struct jg_error *err) {
    *v = (struct jg_variations){.record = r};
    bool good = append(v, -1, 0);
    for (int i = 0; i < r->count && good; i++) good = append(v, i, r->moves[i]);
    return good ? JG_OK : no_memory(err);
}

void jg_variations_free(struct jg_variations *v) {
    for (int i = 0; i < v->count; i++) free(v->nodes[i].name);
    free(v->nodes);
    free(v->states);
    *v = (struct jg_variations){0};
}

static unsigned char *own_state(const struct jg_variations *v, int node) {
    return v->states + (size_t)(node - v->record->count - 1) * v->record->game->state_size;
}

const void *jg_variations_state(const struct jg_variations *v, int node) {
    return node <= v->record->count ? jg_record_state_at(v->record, node) : own_state(v, node);
}

enum jg_status jg_variations_add(struct jg_variations *v, int at, jg_move move, int *node, struct jg_error *err) {
    int child = v->nodes[at].child;
    bool first = child < 0;
    while (child >= 0 && v->nodes[child].move != move) child = v->nodes[child].next;
    *node = child;
    if (child >= 0) return JG_OK;
    if (at == v->record->count)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "a variation must replace a move of the game, not continue it");
    if (!first && v->nodes[at].depth == JG_VARIATION_DEPTH)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "too many variations within one another: at most %d",
                       JG_VARIATION_DEPTH);
    if (v->count - v->record->count > JG_VARIATION_MOVES)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the variations of a game have at most %d moves",
                       JG_VARIATION_MOVES);
    if (!append(v, at, move)) return no_memory(err);
    *node = v->count - 1;
    unsigned char *state = own_state(v, *node);
    memcpy(state, jg_variations_state(v, at), v->record->game->state_size);
    jg_apply(v->record->game, state, move);
    return JG_OK;
}

enum jg_status jg_variations_set_name(struct jg_variations *v, int node, const char *name, struct jg_error *err) {
    static const char BLANK[] = " \t\r\n";
    struct jg_variation_node *at = &v->nodes[node];
    char clean[JG_VARIATION_NAME];
    struct jg_text t;
    jg_text_init(&t, clean, sizeof clean);
    name += strspn(name, BLANK);
    size_t length = strlen(name);
    while (length && strchr(BLANK, name[length - 1])) length--;
    for (size_t i = 0, n; i < length; i += n ? n : 1) {
        n = jg_utf8_printable(name + i);
        if (n)
            jg_text_add(&t, "%.*s", (int)n, name + i);
        else
            jg_text_char(&t, strchr(BLANK, name[i]) ? ' ' : '?');
    }
    if (t.cut) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "name too long: at most %d bytes", JG_VARIATION_NAME - 1);
    if (at->name || !clean[0]) return JG_OK;
    at->name = strdup(clean);
    return at->name ? JG_OK : no_memory(err);
}

bool jg_variations_begins(const struct jg_variations *v, int node) {
    return node > v->record->count && v->nodes[v->nodes[node].parent].child != node;
}

const char *jg_variations_name(const struct jg_variations *v, int node) {
    for (int n = node; n >= 0; n = v->nodes[n].child)
        if (v->nodes[n].name) return v->nodes[n].name;
    return "";
}

int jg_variations_from(const struct jg_variations *v, int node) {
    while (node > v->record->count) node = v->nodes[node].parent;
    return node;
}
