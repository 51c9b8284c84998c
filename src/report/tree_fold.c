/* Chooses what to draw of a large tree: the principal variation, then level by level from the left until the limit is
 * reached. Drawn nodes get letters in breadth-first order. */
#include "report/tree.h"

#include <stdlib.h>

enum {
    SIBLINGS_LEAST = 10, /* children of a node that are always drawn */
    SIBLINGS_SHARE = 5,  /* beyond that, at most a fifth of the limit */
    CUT_SIBLINGS = 3,    /* most drawn nodes of one cutoff */
    PATH_SIBLINGS = 4,   /* most drawn children along a principal variation that exceeds the limit */
};

/* The drawn nodes of one iteration, in the order of their names. */
struct fold {
    struct jg_tree *t;
    uint32_t *list;
    uint32_t count, room, most, siblings;
    bool all, failed; /* all: fold nothing */
};

uint32_t jg_tree_child(const struct jg_tree *t, uint32_t node) {
    uint32_t c = t->nodes[node].child;
    while (c && !t->nodes[c].name) c = t->nodes[c].next;
    return c;
}

uint32_t jg_tree_sibling(const struct jg_tree *t, uint32_t node) {
    if (!t->nodes[node].move) return 0;
    uint32_t c = t->nodes[node].next;
    while (c && !t->nodes[c].name) c = t->nodes[c].next;
    return c;
}

uint32_t jg_tree_hidden(const struct jg_tree *t, uint32_t node) {
    uint32_t sum = t->nodes[node].unseen;
    for (uint32_t c = t->nodes[node].child; c; c = t->nodes[c].next) {
        uint32_t below = t->nodes[c].below;
        if (t->nodes[c].name) continue;
        if (below == UINT32_MAX || sum > UINT32_MAX - below - 1) return UINT32_MAX;
        sum += below + 1;
    }
    return sum;
}

/* The importance of a child: the best move, moves that improved the value, other visited ones, those cut off. */
static int rank_of(const struct jg_tree *t, uint32_t c) {
    const struct jg_tree_node *n = &t->nodes[c];
    return t->nodes[n->parent].best == c ? 0 : n->raised ? 1 : n->visit ? 2 : 3;
}

/* The number of n children to draw; a "+1" in place of the last would save nothing. */
static uint32_t at_most(uint32_t n, uint32_t most) { return n > most + 1 ? most : n; }

/* Returns the number of children of a node to draw, visited or not. */
static uint32_t cost_of(const struct fold *f, uint32_t node, uint32_t share[2]) {
    share[0] = share[1] = 0;
    for (uint32_t c = f->t->nodes[node].child; c; c = f->t->nodes[c].next) share[!f->t->nodes[c].visit]++;
    if (!f->all) {
        share[0] = at_most(share[0], f->siblings);
        share[1] = at_most(share[1], share[0] ? CUT_SIBLINGS : f->siblings);
    }
    return share[0] + share[1];
}

/* Marks the children to draw, the most important ones if there are too many. The name is only a mark until all are
 * chosen. */
static void open_node(struct fold *f, uint32_t node) {
    struct jg_tree *t = f->t;
    uint32_t left[2], cost = cost_of(f, node, left);
    f->room = f->room > cost ? f->room - cost : 0;
    for (int rank = 0; rank <= 3; rank++)
        for (uint32_t c = t->nodes[node].child; c; c = t->nodes[c].next)
            if (rank_of(t, c) == rank && left[rank == 3]) {
                t->nodes[c].name = 1;
                left[rank == 3]--;
            }
}

/* Opens the principal variation. If that exceeds the limit, nodes below the root show only a few moves. */
static void open_path(struct fold *f, uint32_t root) {
    const struct jg_tree_node *nodes = f->t->nodes;
    uint32_t share[2], plies = 1, cost = cost_of(f, root, share), usual = f->siblings;
    for (uint32_t n = root; (n = nodes[n].best); plies++) cost += cost_of(f, n, share);
    open_node(f, root);
    if (cost > f->most && f->siblings > PATH_SIBLINGS)
        f->siblings = f->most / plies > PATH_SIBLINGS ? f->most / plies : PATH_SIBLINGS;
    for (uint32_t n = root; (n = nodes[n].best);) open_node(f, n);
    f->siblings = usual;
}

/* The order in which the nodes of a level are opened: the first, which sets the bounds of the others, then those with
 * cutoffs, the others, and unvisited ones. */
static int turn_of(const struct jg_tree *t, uint32_t node) {
    const struct jg_tree_node *n = &t->nodes[node];
    if (!n->visit) return 3;
    return n->move && t->nodes[n->parent].child == node ? 0 : n->has_cut ? 1 : 2;
}

/* Opens the nodes of a level that fit. Returns true if all did. */
static bool open_level(struct fold *f, const uint32_t *level, uint32_t n) {
    bool all = true;
    uint32_t share[2];
    for (int turn = 0; turn <= 3; turn++)
        for (uint32_t i = 0; i < n; i++) {
            if (!f->t->nodes[level[i]].child || turn_of(f->t, level[i]) != turn) continue;
            if (jg_tree_child(f->t, level[i])) continue; /* already open */
            if (!f->all && cost_of(f, level[i], share) > f->room)
                all = false;
            else
                open_node(f, level[i]);
        }
    return all;
}

static void append(struct fold *f, uint32_t node, uint32_t *size) {
    if (f->count == *size) {
        *size *= 2;
        uint32_t *list = realloc(f->list, *size * sizeof *list);
        if (!list) {
            f->failed = true;
            return;
        }
        f->list = list;
    }
    f->list[f->count++] = node;
}

/* Lists the drawn nodes in breadth-first order, opening more until the limit is reached. */
static void fold_pass(struct fold *f, uint32_t root) {
    struct jg_tree *t = f->t;
    uint32_t size = 256, begin = 0;
    bool more = true;
    f->list = malloc(size * sizeof *f->list);
    f->count = 0;
    f->room = f->most;
    f->all = !f->most || t->nodes[root].below < f->most + f->most / 4;
    f->failed = !f->list;
    if (f->failed) return;
    t->nodes[root].name = 1;
    open_path(f, root);
    append(f, root, &size);
    while (begin < f->count && !f->failed) {
        uint32_t end = f->count;
        if (more) more = open_level(f, f->list + begin, end - begin);
        for (; begin < end && !f->failed; begin++)
            for (uint32_t c = jg_tree_child(t, f->list[begin]); c; c = jg_tree_sibling(t, c)) append(f, c, &size);
    }
    for (uint32_t i = 0; i < f->count; i++) t->nodes[f->list[i]].name = i + 1;
}

/* Numbers the drawn cutoffs in depth-first order. */
static void number_notes(struct jg_tree *t, uint32_t root, uint32_t *notes) {
    uint32_t n = root;
    for (;;) {
        bool shown = false;
        for (uint32_t c = jg_tree_child(t, n); c && !shown; c = jg_tree_sibling(t, c)) shown = t->nodes[c].cut;
        if (shown) t->nodes[n].note = ++*notes;
        uint32_t next = jg_tree_child(t, n);
        while (!next && n != root) {
            next = jg_tree_sibling(t, n);
            n = t->nodes[n].parent;
        }
        if (!next) return;
        n = next;
    }
}

enum jg_status jg_tree_fold(struct jg_tree *t, uint32_t most, struct jg_error *err) {
    struct fold f = {.t = t, .most = most, .siblings = most / SIBLINGS_SHARE};
    uint32_t root = 0, notes = 0;
    if (f.siblings < SIBLINGS_LEAST) f.siblings = SIBLINGS_LEAST;
    for (uint32_t i = 0; i < t->count; i++) t->nodes[i].name = t->nodes[i].note = 0;
    do {
        fold_pass(&f, root);
        free(f.list);
        if (f.failed) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        number_notes(t, root, &notes);
    } while ((root = jg_tree_next_pass(t, root)));
    return JG_OK;
}
