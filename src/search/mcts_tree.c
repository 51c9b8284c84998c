#include "search/mcts_tree.h"

#include "core/clock.h"
#include "core/stop.h"

#include <stdlib.h>

_Static_assert(sizeof(struct jg_mcts_node) == 32, "two nodes to a cache line");
_Static_assert(JG_MCTS_MIN_BYTES >= (JG_MCTS_ROOT + 1 + JG_MOVES_MAX) * sizeof(struct jg_mcts_node),
               "the root's moves fit");
_Static_assert(JG_DEPTH_MAX < 1 << (16 - JG_MCTS_RESULT_BITS), "plies fit in a proof");

/* ---- Memory ------------------------------------------------------------------------ */

bool jg_mcts_tree_init(struct jg_mcts_tree *t, size_t bytes) {
    size_t room = bytes / sizeof(struct jg_mcts_node);
    if (room > UINT32_MAX) room = UINT32_MAX;
    t->room = room;
    t->nodes = malloc(room * sizeof *t->nodes); /* initialized node by node: most of it is often never used */
    return t->nodes != NULL;
}

void jg_mcts_tree_free(struct jg_mcts_tree *t) {
    free(t->nodes);
    t->nodes = NULL;
    t->room = 0;
}

/* No other thread can see the node yet. */
static void set(struct jg_mcts_node *node, struct jg_mcts_child info) {
    atomic_init(&node->sum, 0);
    atomic_init(&node->visits, 0);
    atomic_init(&node->children, JG_MCTS_UNEXPANDED);
    atomic_init(&node->proof, info.proof);
    atomic_init(&node->estimate, info.estimate);
    node->move = info.move;
    node->count = 0;
}

void jg_mcts_clear(struct jg_mcts_tree *t) {
    set(jg_mcts_root(t), (struct jg_mcts_child){.proof = JG_MCTS_OPEN});
    atomic_init(&t->used, JG_MCTS_ROOT + 1);
}

/* Copies a node; its children still point into the old tree. */
static void copy_node(struct jg_mcts_node *to, const struct jg_mcts_node *from) {
    atomic_init(&to->sum, atomic_load_explicit(&from->sum, memory_order_relaxed));
    atomic_init(&to->visits, jg_mcts_visits(from));
    atomic_init(&to->children, atomic_load_explicit(&from->children, memory_order_relaxed));
    atomic_init(&to->proof, (uint16_t)jg_mcts_proof(from));
    atomic_init(&to->estimate, atomic_load_explicit(&from->estimate, memory_order_relaxed));
    to->move = from->move;
    to->count = from->count;
}

/* Breadth-first, with the new tree as the queue, so that the deepest nodes are lost when time runs out. */
void jg_mcts_copy(struct jg_mcts_tree *to, const struct jg_mcts_tree *from, const struct jg_mcts_node *node,
                  double deadline, const atomic_bool *stop) {
    enum { CLOCK_EVERY = 256 }; /* nodes, each with its children */
    size_t used = JG_MCTS_ROOT + 1;
    bool late = false;
    copy_node(jg_mcts_root(to), node);
    for (size_t i = JG_MCTS_ROOT; i < used; i++) {
        const struct jg_mcts_node *children = jg_mcts_children(from, &to->nodes[i]);
        if (i % CLOCK_EVERY == 0)
            late = late || jg_clock() >= deadline || jg_stopped(stop);
        if (late && i > JG_MCTS_ROOT) children = NULL;
        atomic_init(&to->nodes[i].children, children ? (uint32_t)used : JG_MCTS_UNEXPANDED);
        for (int k = 0; children && k < to->nodes[i].count; k++) copy_node(&to->nodes[used++], &children[k]);
    }
    atomic_init(&to->used, used);
}

bool jg_mcts_expand(struct jg_mcts_tree *t, struct jg_mcts_node *node, const struct jg_mcts_child *children_info,
                    int n) {
    uint32_t bare = JG_MCTS_UNEXPANDED;
    size_t need = (size_t)n;
    if (!jg_mcts_fits(t, n)) return false;
    if (!atomic_compare_exchange_strong(&node->children, &bare, JG_MCTS_EXPANDING)) return false;
    size_t at = atomic_fetch_add_explicit(&t->used, need, memory_order_relaxed);
    bool fits = at + need <= t->room;
    for (size_t i = 0; fits && i < need; i++) set(&t->nodes[at + i], children_info[i]);
    if (fits) node->count = (uint16_t)n;
    atomic_store_explicit(&node->children, fits ? (uint32_t)at : JG_MCTS_UNEXPANDED, memory_order_release);
    return fits;
}

void jg_mcts_update_estimate(const struct jg_mcts_tree *t, struct jg_mcts_node *node, int team) {
    const struct jg_mcts_node *children = jg_mcts_children(t, node);
    int best = -JG_MCTS_ESTIMATE_WIN;
    for (int i = 0; i < node->count; i++) {
        int estimate = atomic_load_explicit(&children[i].estimate, memory_order_relaxed);
        if (team) estimate = -estimate;
        if (estimate > best) best = estimate;
    }
    atomic_store_explicit(&node->estimate, (int16_t)(team ? -best : best), memory_order_relaxed);
}

/* ---- Proofs ------------------------------------------------------------------------- */

static void strengthen(struct jg_mcts_node *node, enum jg_mcts_result result, int plies) {
    uint16_t now = (uint16_t)jg_mcts_proof(node);
    uint16_t proof = (uint16_t)((unsigned)result | (unsigned)plies << JG_MCTS_RESULT_BITS);
    while (!jg_mcts_proven(now) && now != proof && !atomic_compare_exchange_weak(&node->proof, &now, proof)) {
    }
}

void jg_mcts_prove(struct jg_mcts_node *node, int side) {
    strengthen(node, (enum jg_mcts_result)(JG_MCTS_DRAWN + side), 0);
}

void jg_mcts_update_proof(const struct jg_mcts_tree *t, struct jg_mcts_node *node, int team) {
    const struct jg_mcts_node *children = jg_mcts_children(t, node);
    unsigned best = JG_MCTS_OPEN;
    bool all = true;
    for (int i = 0; i < node->count; i++) {
        unsigned proof = jg_mcts_proof(&children[i]);
        if (!jg_mcts_proven(proof))
            all = false;
        else if (!best || jg_mcts_proof_rank(proof, team) > jg_mcts_proof_rank(best, team))
            best = proof;
    }
    if (best && (all || jg_mcts_winner_sign(best, team) > 0))
        strengthen(node, jg_mcts_result(best), jg_mcts_plies(best) + 1);
    else if (best && jg_mcts_winner_sign(best, team) == 0)
        strengthen(node, JG_MCTS_HELD, 0);
}
