/* Depth-first proof-number search: df-pn (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
 * 2002) with the 1+epsilon trick: thresholds slightly above the second best, so that the search does not switch back
 * and forth (J. Pawlewicz and L. Lew, "Improving depth-first PN-search: 1+epsilon trick", 2006).
 *
 * n[0] is the proof number ("the goal wins"), n[1] the disproof number. Where the goal team moves (an OR node), n[0] is
 * the minimum over the moves and n[1] their sum; where the other team moves (an AND node), the reverse.
 *
 * Repetition (the graph-history interaction problem). A forced win never needs to return to a position, so a position
 * on the path counts as not won, and no win is lost by that. Proofs never rest on this and hold wherever the position
 * occurs. Disproofs may, and hold only while the path positions that they depend on count as not won. Every visit of a
 * position has a serial number. A disproof is stored with the path depths that it depends on and the deepest of those
 * visits. While that visit lasts, the path down to it is the same and the disproof holds. If that visit has itself ended
 * in a disproof, the two hold together, with the dependencies of the latter: no variation leaves the positions of the
 * two except to those. A disproof without dependencies holds for ever. If the visit ended otherwise, or its record was
 * overwritten, the disproof is only a hint. Where the path becomes too long the search gives up; this counts as not won
 * for this search alone, and results that rest on it are not reported as disproofs.
 *
 * With a ply limit a position is a different node for every number of plies left, and nothing repeats. Results are
 * stored for the position itself: a win within n plies is a win within more, and no win within n means none within
 * fewer. */
#include "search/pn_tree.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/stop.h"

#include <stdlib.h>
#include <string.h>

enum {
    INFINITE = JG_PN_INFINITE,
    CLOCK_EVERY = 256, /* nodes between readings of the clock */
    HINT = 100,        /* proof number of a position disproven on another path */
    FAR = 63,          /* this depth and deeper ones share a bit; results that depend on them are given up */
};

/* ---- Memory --------------------------------------------------------------------------- */

static size_t aligned(size_t size) {
    const size_t step = _Alignof(max_align_t);
    return (size + step - 1) / step * step;
}

enum jg_status pn_tree_init(struct pn_tree *t, const struct jg_game *g, size_t bytes, struct jg_error *err) {
    size_t state = aligned(g->state_size), children = aligned((size_t)g->max_moves * sizeof(struct pn_child));
    memset(t, 0, sizeof *t);
    t->game = g;
    t->memory = malloc((PN_PATH + 1) * (state + children));
    t->visits = calloc(PN_VISITS, sizeof *t->visits);
    enum jg_status status = t->memory && t->visits ? pn_table_init(&t->table, bytes, err)
                                                   : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (status) {
        pn_tree_free(t);
        return status;
    }
    unsigned char *at = t->memory;
    for (int i = 0; i <= PN_PATH; i++, at += state + children) {
        t->frames[i].state = at;
        t->frames[i].children = (void *)(at + state);
    }
    return JG_OK;
}

void pn_tree_free(struct pn_tree *t) {
    pn_table_free(&t->table);
    free(t->visits);
    free(t->memory);
    t->visits = NULL;
    t->memory = NULL;
}

/* Serial numbers of visits continue, so that recorded visits are not mistaken for new ones. */
void pn_tree_forget(struct pn_tree *t) { pn_table_forget(&t->table); }

/* ---- The path ------------------------------------------------------------------------- */

uint64_t pn_tree_id(const struct pn_tree *t, uint64_t key) { return jg_hash_mix(t->salt, key); }

static uint64_t id_of(const struct pn_tree *t, const void *state) { return pn_tree_id(t, jg_key(t->game, state)); }

static uint64_t bit_of(int depth) { return (uint64_t)1 << (depth < FAR ? depth : FAR); }

static int deepest_of(uint64_t deps) { return FAR - __builtin_clzll(deps); }

static uint8_t *filter_slot(struct pn_tree *t, uint64_t id) { return &t->filter[id % PN_FILTER]; }

static void filter_add(struct pn_tree *t, uint64_t id) {
    uint8_t *slot = filter_slot(t, id);
    if (*slot < UINT8_MAX) ++*slot;
}

static void filter_remove(struct pn_tree *t, uint64_t id) {
    uint8_t *slot = filter_slot(t, id);
    if (*slot < UINT8_MAX) --*slot; /* a saturated counter stays so; then the path is searched in vain */
}

static bool forbidden(const struct pn_tree *t, uint64_t id) {
    size_t low = 0, high = t->forbidden_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->forbidden[middle] == id) return true;
        *(t->forbidden[middle] < id ? &low : &high) = t->forbidden[middle] < id ? middle + 1 : middle;
    }
    return false;
}

static int depth_on_path(const struct pn_tree *t, uint64_t id) {
    for (int depth = t->depth; depth >= 0; depth--)
        if (t->frames[depth].id == id) return depth;
    return -1;
}

void pn_tree_begin(struct pn_tree *t) {
    memset(t->filter, 0, sizeof t->filter);
    for (size_t i = 0; i < t->forbidden_count; i++) filter_add(t, t->forbidden[i]);
    if (t->serial > UINT32_MAX / 2) { /* before serial numbers wrap */
        pn_table_forget(&t->table);
        memset(t->visits, 0, PN_VISITS * sizeof *t->visits);
        t->serial = 0;
    }
    t->nodes = 0;
    t->stopped = false;
}

/* ---- The table -------------------------------------------------------------------- */

/* Whether a path-dependent disproof holds on the current path, and what it depends on there. */
static bool holds(const struct pn_tree *t, const struct pn_entry *e, uint64_t *deps) {
    uint32_t visit = e->visit;
    *deps = e->deps;
    while (*deps) {
        int depth = deepest_of(*deps);
        if (depth <= t->depth && t->frames[depth].visit == visit) return true;
        const struct pn_visit *ended = &t->visits[visit % PN_VISITS];
        if (ended->visit != visit) return false;
        *deps = (*deps & ~bit_of(depth)) | ended->deps;
        if (!*deps) return true;
        visit = ended->deepest;
        if (ended->deps && deepest_of(ended->deps) == deepest_of(*deps)) continue;
        visit = ended->before; /* conservatively: the whole path above it */
        *deps |= bit_of(depth - 1);
    }
    return true;
}

static void set_numbers(struct pn_child *k, uint32_t proof, uint32_t disproof) {
    k->n[0] = proof;
    k->n[1] = disproof;
}

/* Fills a child from the table, with `left` plies left; false: no entry. */
static bool lookup(const struct pn_tree *t, struct pn_child *k, int left) {
    struct pn_entry *e = pn_table_find(&t->table, k->id);
    if (e && e->won && (!t->limited || e->won <= left)) {
        k->plies = e->won;
        set_numbers(k, 0, INFINITE);
        return true;
    }
    if (e && (e->none == PN_NEVER || (t->limited && e->none >= left))) {
        set_numbers(k, INFINITE, 0);
        return true;
    }
    if (t->limited) e = pn_table_find(&t->table, jg_hash_mix(k->id, (uint64_t)left));
    if (e && e->visit) {
        k->cut = !e->deps;
        bool good = k->cut ? e->visit >= t->first : holds(t, e, &k->deps);
        if (good) {
            set_numbers(k, INFINITE, 0);
        } else {
            k->cut = false;
            k->deps = 0;
            set_numbers(k, HINT, 1);
        }
        return true;
    }
    if (!e || !e->n[0]) return false;
    set_numbers(k, e->n[0], e->n[1]);
    return true;
}

/* Initial numbers of a child that is not over, with `left` plies left. */
static void estimate(struct pn_tree *t, const void *child, int turn, int left, struct pn_child *k) {
    jg_move moves[JG_MOVES_MAX];
    if (lookup(t, k, left)) return;
    uint32_t n = (uint32_t)jg_moves(t->game, child, moves);
    bool ours = jg_team(turn) == t->goal;
    set_numbers(k, ours ? 1 : n, ours ? n : 1);
}

/* Makes a move. Returns false if the child needs no search: the game is over, it is drawn by repetition, on the path or
 * too deep. */
static bool make(struct pn_tree *t, const void *state, jg_move move, int left, void *child, struct pn_child *k,
                 int *turn) {
    const struct jg_game *g = t->game;
    *k = (struct pn_child){.move = move, .n = {INFINITE, 0}};
    memcpy(child, state, g->state_size);
    jg_apply(g, child, move);
    *turn = jg_turn(g, child);
    if (*turn == JG_OVER) {
        if (jg_score(g, child, t->goal) > 0) set_numbers(k, 0, INFINITE);
        k->over = true;
        return false;
    }
    k->id = id_of(t, child);
    bool seen = *filter_slot(t, k->id);
    k->over = g->repeat == 1 || (seen && forbidden(t, k->id));
    if (k->over || (t->limited && left <= 1)) return false;
    int on_path = seen && !t->limited ? depth_on_path(t, k->id) : -1;
    if (on_path >= 0) k->deps = bit_of(on_path);
    k->cut = !t->limited && t->depth + 1 >= PN_PATH;
    return on_path < 0 && !k->cut;
}

void pn_tree_probe(struct pn_tree *t, const void *state, jg_move move, int plies, void *child, struct pn_child *k) {
    int turn;
    t->depth = -1;
    t->limited = true; /* use proven results only */
    if (make(t, state, move, plies + 1, child, k, &turn) && (!lookup(t, k, plies) || (k->n[0] && k->n[1])))
        set_numbers(k, 1, 1);
    if (k->over) return;
    const struct pn_entry *e = pn_table_find(&t->table, k->id);
    if (e && e->won) k->plies = e->won;
}

/* ---- A visit --------------------------------------------------------------------------- */

static bool out_of_budget(struct pn_tree *t) {
    if (t->node_limit && t->nodes >= t->node_limit)
        t->stopped = true;
    else
        t->nodes++;
    if (jg_stopped(t->stop)) t->stopped = true;
    if (t->deadline > 0 && t->nodes % CLOCK_EVERY == 0 && jg_clock() >= t->deadline) t->stopped = true;
    return t->stopped;
}

/* Whether a child decides the node for the side to move: 0 is the goal team, 1 the other. */
static bool decides(const struct pn_child *k, int side) { return !k->n[side] && !k->deps && !k->cut; }

/* Creates the children of a frame, up to one that decides. False: the search must stop. */
static bool expand(struct pn_tree *t, struct pn_frame *f, int side, int left) {
    _Alignas(max_align_t) unsigned char child[t->game->state_size];
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(t->game, f->state, moves), turn;
    for (f->count = 0; f->count < n;) {
        struct pn_child *k = &f->children[f->count];
        if (out_of_budget(t)) return false;
        if (make(t, f->state, moves[f->count], left, child, k, &turn)) estimate(t, child, turn, left - 1, k);
        f->count++;
        if (decides(k, side)) break;
    }
    return true;
}

struct choice {
    struct pn_child *best;
    uint32_t second; /* the least number of the other children */
    uint64_t sum;    /* of the opposite numbers of all children */
};

static struct choice choose(const struct pn_frame *f, int side) {
    struct choice c = {.second = INFINITE};
    uint32_t least = UINT32_MAX;
    for (struct pn_child *k = f->children; k < f->children + f->count; k++) {
        c.sum += k->n[!side];
        if (k->n[side] < least) {
            if (c.best) c.second = least;
            least = k->n[side];
            c.best = k;
        } else if (k->n[side] < c.second) {
            c.second = k->n[side];
        }
    }
    return c;
}

/* The dependencies of a disproof: at an OR node those of all children, at an AND node those of one, the shallowest. */
static void disprove(const struct pn_frame *f, int side, int depth, struct pn_value *v) {
    const struct pn_child *one = NULL;
    for (const struct pn_child *k = f->children; k < f->children + f->count; k++) {
        if (side == 0) {
            v->deps |= k->deps;
            v->cut |= k->cut;
        } else if (!k->n[1] && (!one || k->cut < one->cut || (k->cut == one->cut && k->deps < one->deps))) {
            one = k;
        }
    }
    if (one) {
        v->deps = one->deps;
        v->cut = one->cut;
    }
    if (depth <= FAR) v->deps &= ~bit_of(depth);
    if (!(v->deps & bit_of(FAR))) return;
    v->cut = true;
    v->deps = 0;
}

static struct pn_value combine(const struct pn_frame *f, const struct choice *c, int side, int depth) {
    struct pn_value v = {0};
    v.n[side] = c->best->n[side];
    v.n[!side] = !v.n[side] ? INFINITE : c->sum < INFINITE ? (uint32_t)c->sum : INFINITE - 1;
    if (!v.n[1]) disprove(f, side, depth, &v);
    if (v.n[0]) return v;
    for (const struct pn_child *k = f->children; k < f->children + f->count; k++) {
        if (k->n[0]) continue;
        int plies = k->plies < PN_PLIES ? k->plies + 1 : PN_PLIES;
        if (!v.plies || (side == 0 ? plies < v.plies : plies > v.plies)) v.plies = plies;
    }
    return v;
}

static void add_work(struct pn_entry *e, uint64_t nodes) {
    e->work = nodes < UINT32_MAX - e->work ? e->work + (uint32_t)nodes : UINT32_MAX;
}

static void store_numbers(struct pn_entry *e, uint32_t proof, uint32_t disproof) {
    e->visit = 0;
    e->n[0] = proof;
    e->n[1] = disproof;
}

/* Stores the result of a visit. */
static void store_result(struct pn_tree *t, const struct pn_frame *f, int depth, int left, uint64_t nodes,
                         const struct pn_value *v) {
    bool solved = pn_proven(v) || pn_disproven(v);
    struct pn_entry *e = pn_table_place(&t->table, t->limited && !solved ? jg_hash_mix(f->id, (uint64_t)left) : f->id);
    add_work(e, nodes);
    if (pn_proven(v)) {
        if (e->visit) store_numbers(e, 0, 0);
        if (!e->won || e->won > v->plies) e->won = (uint16_t)v->plies;
    } else if (!solved) {
        store_numbers(e, v->n[0], v->n[1]);
    } else if (t->limited) {
        if (e->none < left) e->none = (uint16_t)left;
    } else if (!v->cut && !v->deps) {
        if (e->visit) store_numbers(e, 0, 0);
        e->none = PN_NEVER;
    } else if (v->cut) {
        e->deps = 0;
        e->visit = f->visit;
    } else {
        e->deps = v->deps;
        e->visit = t->frames[deepest_of(v->deps)].visit;
    }
    if (!pn_disproven(v) || t->limited || v->cut) return;
    t->visits[f->visit % PN_VISITS] = (struct pn_visit){
        .visit = f->visit,
        .before = depth ? t->frames[depth - 1].visit : 0,
        .deepest = v->deps ? t->frames[deepest_of(v->deps)].visit : 0,
        .deps = v->deps,
    };
}

static struct pn_value search_node(struct pn_tree *t, int depth, int left, const uint32_t thresholds[2]);

/* Searches the best child until its numbers reach thresholds that follow from those of this node. */
static void search_child(struct pn_tree *t, int depth, int left, int side, const uint32_t thresholds[2],
                         const struct choice *c) {
    struct pn_frame *f = &t->frames[depth], *next = f + 1;
    struct pn_child *k = c->best;
    uint32_t child_thresholds[2];
    uint64_t above_second = (uint64_t)c->second + c->second / 4 + 1; /* epsilon = 1/4 */
    child_thresholds[side] = above_second < thresholds[side] ? (uint32_t)above_second : thresholds[side];
    child_thresholds[!side] =
        thresholds[!side] == INFINITE ? INFINITE : (uint32_t)(thresholds[!side] - (c->sum - k->n[!side]));
    memcpy(next->state, f->state, t->game->state_size);
    jg_apply(t->game, next->state, k->move);
    next->id = k->id;
    struct pn_value v = search_node(t, depth + 1, left - 1, child_thresholds);
    t->depth = depth;
    if (t->stopped && !pn_proven(&v) && !pn_disproven(&v)) return;
    set_numbers(k, v.n[0], v.n[1]);
    k->plies = (uint16_t)v.plies;
    k->deps = v.deps;
    k->cut = v.cut;
}

/* Visits the position of the frame at `depth` until one of its numbers reaches its threshold. */
static struct pn_value search_node(struct pn_tree *t, int depth, int left, const uint32_t thresholds[2]) {
    struct pn_frame *f = &t->frames[depth];
    int side = jg_team(jg_turn(t->game, f->state)) != t->goal;
    uint64_t begin = t->nodes;
    struct pn_value v = {.n = {1, 1}};
    f->visit = ++t->serial;
    t->depth = depth;
    filter_add(t, f->id);
    if (expand(t, f, side, left)) {
        for (;;) {
            struct choice c = choose(f, side);
            v = combine(f, &c, side, depth);
            if (v.n[0] >= thresholds[0] || v.n[1] >= thresholds[1] || t->stopped) break;
            struct pn_child fresh = {.id = c.best->id};
            if (lookup(t, &fresh, left - 1) &&
                (!fresh.n[0] || !fresh.n[1])) { /* solved meanwhile, elsewhere in the tree */
                fresh.move = c.best->move;
                *c.best = fresh;
            } else {
                search_child(t, depth, left, side, thresholds, &c);
            }
        }
        store_result(t, f, depth, left, t->nodes - begin, &v);
    } else {
        f->count = 0;
    }
    filter_remove(t, f->id);
    return v;
}

struct pn_value pn_tree_search(struct pn_tree *t, const void *state, int plies) {
    static const uint32_t thresholds[2] = {INFINITE, INFINITE};
    struct pn_frame *f = &t->frames[0];
    t->limited = plies > 0;
    t->depth = -1;
    t->first = t->serial + 1;
    memcpy(f->state, state, t->game->state_size);
    f->id = id_of(t, state);
    return search_node(t, 0, plies, thresholds);
}
