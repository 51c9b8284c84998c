/* Depth-first proof-number search: df-pn (A. Nagai, Df-pn algorithm for searching
 * AND/OR trees and its applications, 2002), with thresholds a little above the
 * second best so that it does not jump to and fro (J. Pawlewicz and L. Lew,
 * Improving depth-first PN-search: 1+epsilon trick, 2006).
 *
 * Numbers come in pairs, n[0] to prove that the goal wins and n[1] to disprove it.
 * Where the goal moves, n[0] is the least of the moves' and n[1] their sum; where
 * the other side does, the other way round.
 *
 * Repetition. Whoever wins by force wins without ever coming back to a position:
 * so one that is on the path counts as not won, and no win is lost by that. A proof
 * never makes use of it and holds wherever the position occurs. A disproof may, and
 * holds as long as the positions on the path that it depends on count as not won
 * (the graph-history interaction problem). Every visit of a position is a turn with
 * a serial number. A disproof is kept with the depths of the path it depends on,
 * and the deepest of those turns: while that goes on, the path down to there is the
 * same and the disproof holds. If that turn has ended in a disproof itself, both
 * together hold, depending on what it depends on: no line leads out of the positions
 * of the two but to those. What depends on nothing holds for ever. If the turn ended
 * otherwise, or nobody remembers how, the disproof is worth no more than a hint.
 * Where the path grows too long the search gives up: that too counts as not won, for
 * this search alone, and whatever rests on it is not called a disproof in the end.
 *
 * With a limit of plies a position is another one with every number of plies left,
 * and nothing repeats. Results are kept for the position itself: a win within n
 * plies is one within more, and where there is none within n there is none within
 * fewer. */
#include "search/pn_tree.h"

#include "core/clock.h"
#include "core/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    INFINITE = JG_PN_INFINITE,
    CLOCK_EVERY = 256, /* nodes between looks at the clock */
    HINT = 100,        /* proof number of what was disproven on another path */
    FAR = 63,          /* this depth and all below share a bit; what depends on them is given up */
};

/* ---- Memory --------------------------------------------------------------------------- */

static size_t aligned(size_t size) {
    const size_t step = _Alignof(max_align_t);
    return (size + step - 1) / step * step;
}

enum jg_status pn_tree_init(struct pn_tree *t, const struct jg_game *g, size_t bytes, struct jg_error *err) {
    size_t state = aligned(g->state_size), kids = aligned((size_t)g->max_moves * sizeof(struct pn_kid));
    memset(t, 0, sizeof *t);
    t->game = g;
    t->memory = malloc((PN_PATH + 1) * (state + kids));
    t->turns = calloc(PN_TURNS, sizeof *t->turns);
    enum jg_status status =
        t->memory && t->turns ? pn_table_init(&t->table, bytes, err) : jg_fail(err, JG_EMEMORY, -1, "out of memory");
    if (status) {
        pn_tree_free(t);
        return status;
    }
    unsigned char *at = t->memory;
    for (int i = 0; i <= PN_PATH; i++, at += state + kids) {
        t->frames[i].state = at;
        t->frames[i].kids = (void *)(at + state);
    }
    return JG_OK;
}

void pn_tree_free(struct pn_tree *t) {
    pn_table_free(&t->table);
    free(t->turns);
    free(t->memory);
    t->turns = NULL;
    t->memory = NULL;
}

/* Turns go on counting, so that those remembered are not taken for others. */
void pn_tree_forget(struct pn_tree *t) { pn_table_forget(&t->table); }

/* ---- The path ------------------------------------------------------------------------- */

uint64_t pn_tree_id(const struct pn_tree *t, uint64_t key) { return jg_hash_mix(t->salt, key); }

static uint64_t id_of(const struct pn_tree *t, const void *state) { return pn_tree_id(t, jg_key(t->game, state)); }

static uint64_t bit_of(int depth) { return (uint64_t)1 << (depth < FAR ? depth : FAR); }

static int deepest_of(uint64_t deps) { return FAR - __builtin_clzll(deps); }

static uint8_t *trace_of(struct pn_tree *t, uint64_t id) { return &t->filter[id % PN_FILTER]; }

static void mark(struct pn_tree *t, uint64_t id) {
    uint8_t *trace = trace_of(t, id);
    if (*trace < UINT8_MAX) ++*trace;
}

static void unmark(struct pn_tree *t, uint64_t id) {
    uint8_t *trace = trace_of(t, id);
    if (*trace < UINT8_MAX) --*trace; /* one that is full stays so, and always has us look */
}

static bool banned(const struct pn_tree *t, uint64_t id) {
    size_t low = 0, high = t->banned_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->banned[middle] == id) return true;
        *(t->banned[middle] < id ? &low : &high) = t->banned[middle] < id ? middle + 1 : middle;
    }
    return false;
}

static int place_on_path(const struct pn_tree *t, uint64_t id) {
    for (int depth = t->depth; depth >= 0; depth--)
        if (t->frames[depth].id == id) return depth;
    return -1;
}

void pn_tree_begin(struct pn_tree *t) {
    memset(t->filter, 0, sizeof t->filter);
    for (size_t i = 0; i < t->banned_count; i++) mark(t, t->banned[i]);
    if (t->serial > UINT32_MAX / 2) { /* no turn has the number of another */
        pn_table_forget(&t->table);
        memset(t->turns, 0, PN_TURNS * sizeof *t->turns);
        t->serial = 0;
    }
    t->nodes = 0;
    t->stopped = false;
}

/* ---- What is known -------------------------------------------------------------------- */

/* Whether a disproof that depends on the path holds on this one, and on what it
 * then depends. */
static bool holds(const struct pn_tree *t, const struct pn_entry *e, uint64_t *deps) {
    uint32_t turn = e->turn;
    *deps = e->deps;
    while (*deps) {
        int depth = deepest_of(*deps);
        if (depth <= t->depth && t->frames[depth].turn == turn) return true;
        const struct pn_turn *ended = &t->turns[turn % PN_TURNS];
        if (ended->turn != turn) return false;
        *deps = (*deps & ~bit_of(depth)) | ended->deps;
        if (!*deps) return true;
        turn = ended->deepest;
        if (ended->deps && deepest_of(ended->deps) == deepest_of(*deps)) continue;
        turn = ended->before; /* on no more than the whole path above it */
        *deps |= bit_of(depth - 1);
    }
    return true;
}

static void set(struct pn_kid *k, uint32_t proof, uint32_t disproof) {
    k->n[0] = proof;
    k->n[1] = disproof;
}

/* What the table says of a move's position with so many plies left; false: nothing. */
static bool recall(const struct pn_tree *t, struct pn_kid *k, int left) {
    struct pn_entry *e = pn_table_find(&t->table, k->id);
    if (e && e->won && (!t->limited || e->won <= left)) {
        k->plies = e->won;
        set(k, 0, INFINITE);
        return true;
    }
    if (e && (e->none == PN_NEVER || (t->limited && e->none >= left))) {
        set(k, INFINITE, 0);
        return true;
    }
    if (t->limited) e = pn_table_find(&t->table, jg_hash_mix(k->id, (uint64_t)left));
    if (e && e->turn) {
        k->cut = !e->deps;
        bool good = k->cut ? e->turn >= t->first : holds(t, e, &k->deps);
        if (good) {
            set(k, INFINITE, 0);
        } else {
            k->cut = false;
            k->deps = 0;
            set(k, HINT, 1);
        }
        return true;
    }
    if (!e || !e->n[0]) return false;
    set(k, e->n[0], e->n[1]);
    return true;
}

/* Turns the position after a move that is not over, with so many plies left, into numbers. */
static void estimate(struct pn_tree *t, const void *child, int turn, int left, struct pn_kid *k) {
    jg_move moves[JG_MOVES_MAX];
    if (recall(t, k, left)) return;
    uint32_t n = (uint32_t)jg_moves(t->game, child, moves);
    bool ours = jg_team(turn) == t->goal;
    set(k, ours ? 1 : n, ours ? n : 1);
}

/* Makes a move and says what is known after it: over, drawn by repetition, on the
 * path or too far away, or else true. */
static bool make(struct pn_tree *t, const void *state, jg_move move, int left, void *child, struct pn_kid *k,
                 int *turn) {
    const struct jg_game *g = t->game;
    *k = (struct pn_kid){.move = move, .n = {INFINITE, 0}};
    memcpy(child, state, g->state_size);
    jg_apply(g, child, move);
    *turn = jg_turn(g, child);
    if (*turn == JG_OVER) {
        if (jg_score(g, child, t->goal) > 0) set(k, 0, INFINITE);
        k->over = true;
        return false;
    }
    k->id = id_of(t, child);
    bool seen = *trace_of(t, k->id);
    k->over = g->repeat == 1 || (seen && banned(t, k->id));
    if (k->over || (t->limited && left <= 1)) return false;
    int place = seen && !t->limited ? place_on_path(t, k->id) : -1;
    if (place >= 0) k->deps = bit_of(place);
    k->cut = !t->limited && t->depth + 1 >= PN_PATH;
    return place < 0 && !k->cut;
}

void pn_tree_look(struct pn_tree *t, const void *state, jg_move move, int plies, void *child, struct pn_kid *k) {
    int turn;
    t->depth = -1;
    t->limited = true; /* results alone */
    if (make(t, state, move, plies + 1, child, k, &turn) && (!recall(t, k, plies) || (k->n[0] && k->n[1])))
        set(k, 1, 1);
    if (k->over) return;
    const struct pn_entry *e = pn_table_find(&t->table, k->id);
    if (e && e->won) k->plies = e->won;
}

/* ---- A turn --------------------------------------------------------------------------- */

static bool must_stop(struct pn_tree *t) {
    if (t->most_nodes && t->nodes >= t->most_nodes)
        t->stopped = true;
    else
        t->nodes++;
    if (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed)) t->stopped = true;
    if (t->deadline > 0 && t->nodes % CLOCK_EVERY == 0 && jg_clock() >= t->deadline) t->stopped = true;
    return t->stopped;
}

/* Whether a move decides for the side that has it: side 0 is the goal, 1 the other. */
static bool decides(const struct pn_kid *k, int side) { return !k->n[side] && !k->deps && !k->cut; }

/* The moves of the position that ends the path, up to one that decides. False: it is to stop. */
static bool expand(struct pn_tree *t, struct pn_frame *f, int side, int left) {
    _Alignas(max_align_t) unsigned char child[t->game->state_size];
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(t->game, f->state, moves), turn;
    for (f->count = 0; f->count < n;) {
        struct pn_kid *k = &f->kids[f->count];
        if (must_stop(t)) return false;
        if (make(t, f->state, moves[f->count], left, child, k, &turn)) estimate(t, child, turn, left - 1, k);
        f->count++;
        if (decides(k, side)) break;
    }
    return true;
}

struct choice {
    struct pn_kid *best;
    uint32_t second; /* least number of the others */
    uint64_t sum;    /* of the other kind of number */
};

static struct choice choose(const struct pn_frame *f, int side) {
    struct choice c = {.second = INFINITE};
    uint32_t least = UINT32_MAX;
    for (struct pn_kid *k = f->kids; k < f->kids + f->count; k++) {
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

/* A disproof: where the goal moves it depends on what all moves depend on,
 * otherwise on one, the less the better. */
static void disprove(const struct pn_frame *f, int side, int depth, struct pn_verdict *v) {
    const struct pn_kid *one = NULL;
    for (const struct pn_kid *k = f->kids; k < f->kids + f->count; k++) {
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

static struct pn_verdict sum_up(const struct pn_frame *f, const struct choice *c, int side, int depth) {
    struct pn_verdict v = {0};
    v.n[side] = c->best->n[side];
    v.n[!side] = !v.n[side] ? INFINITE : c->sum < INFINITE ? (uint32_t)c->sum : INFINITE - 1;
    if (!v.n[1]) disprove(f, side, depth, &v);
    if (v.n[0]) return v;
    for (const struct pn_kid *k = f->kids; k < f->kids + f->count; k++) {
        if (k->n[0]) continue;
        int plies = k->plies < PN_PLIES ? k->plies + 1 : PN_PLIES;
        if (!v.plies || (side == 0 ? plies < v.plies : plies > v.plies)) v.plies = plies;
    }
    return v;
}

static void add_work(struct pn_entry *e, uint64_t nodes) {
    e->work = nodes < UINT32_MAX - e->work ? e->work + (uint32_t)nodes : UINT32_MAX;
}

static void keep_numbers(struct pn_entry *e, uint32_t proof, uint32_t disproof) {
    e->turn = 0;
    e->n[0] = proof;
    e->n[1] = disproof;
}

/* Keeps what a turn has found. */
static void keep(struct pn_tree *t, const struct pn_frame *f, int depth, int left, uint64_t nodes,
                 const struct pn_verdict *v) {
    bool solved = pn_proven(v) || pn_disproven(v);
    struct pn_entry *e = pn_table_place(&t->table, t->limited && !solved ? jg_hash_mix(f->id, (uint64_t)left) : f->id);
    add_work(e, nodes);
    if (pn_proven(v)) {
        if (e->turn) keep_numbers(e, 0, 0);
        if (!e->won || e->won > v->plies) e->won = (uint16_t)v->plies;
    } else if (!solved) {
        keep_numbers(e, v->n[0], v->n[1]);
    } else if (t->limited) {
        if (e->none < left) e->none = (uint16_t)left;
    } else if (!v->cut && !v->deps) {
        if (e->turn) keep_numbers(e, 0, 0);
        e->none = PN_NEVER;
    } else if (v->cut) {
        e->deps = 0;
        e->turn = f->turn;
    } else {
        e->deps = v->deps;
        e->turn = t->frames[deepest_of(v->deps)].turn;
    }
    if (!pn_disproven(v) || t->limited || v->cut) return;
    t->turns[f->turn % PN_TURNS] = (struct pn_turn){
        .turn = f->turn,
        .before = depth ? t->frames[depth - 1].turn : 0,
        .deepest = v->deps ? t->frames[deepest_of(v->deps)].turn : 0,
        .deps = v->deps,
    };
}

static struct pn_verdict visit(struct pn_tree *t, int depth, int left, const uint32_t most[2]);

/* Goes on with a move until its numbers are as large as makes sense from here. */
static void go_on(struct pn_tree *t, int depth, int left, int side, const uint32_t most[2], const struct choice *c) {
    struct pn_frame *f = &t->frames[depth], *next = f + 1;
    struct pn_kid *k = c->best;
    uint32_t limits[2];
    uint64_t beside = (uint64_t)c->second + c->second / 4 + 1;
    limits[side] = beside < most[side] ? (uint32_t)beside : most[side];
    limits[!side] = most[!side] == INFINITE ? INFINITE : (uint32_t)(most[!side] - (c->sum - k->n[!side]));
    memcpy(next->state, f->state, t->game->state_size);
    jg_apply(t->game, next->state, k->move);
    next->id = k->id;
    struct pn_verdict v = visit(t, depth + 1, left - 1, limits);
    t->depth = depth;
    if (t->stopped && !pn_proven(&v) && !pn_disproven(&v)) return;
    set(k, v.n[0], v.n[1]);
    k->plies = (uint16_t)v.plies;
    k->deps = v.deps;
    k->cut = v.cut;
}

/* A turn at the position of the frame at this depth, until one of its numbers
 * reaches its limit. */
static struct pn_verdict visit(struct pn_tree *t, int depth, int left, const uint32_t most[2]) {
    struct pn_frame *f = &t->frames[depth];
    int side = jg_team(jg_turn(t->game, f->state)) != t->goal;
    uint64_t begin = t->nodes;
    struct pn_verdict v = {.n = {1, 1}};
    f->turn = ++t->serial;
    t->depth = depth;
    mark(t, f->id);
    if (expand(t, f, side, left)) {
        for (;;) {
            struct choice c = choose(f, side);
            v = sum_up(f, &c, side, depth);
            if (v.n[0] >= most[0] || v.n[1] >= most[1] || t->stopped) break;
            struct pn_kid fresh = {.id = c.best->id};
            if (recall(t, &fresh, left - 1) && (!fresh.n[0] || !fresh.n[1])) { /* solved in the meantime */
                fresh.move = c.best->move;
                *c.best = fresh;
            } else {
                go_on(t, depth, left, side, most, &c);
            }
        }
        keep(t, f, depth, left, t->nodes - begin, &v);
    } else {
        f->count = 0;
    }
    unmark(t, f->id);
    return v;
}

struct pn_verdict pn_tree_search(struct pn_tree *t, const void *state, int plies) {
    static const uint32_t most[2] = {INFINITE, INFINITE};
    struct pn_frame *f = &t->frames[0];
    t->limited = plies > 0;
    t->depth = -1;
    t->first = t->serial + 1;
    memcpy(f->state, state, t->game->state_size);
    f->id = id_of(t, state);
    return visit(t, 0, plies, most);
}
