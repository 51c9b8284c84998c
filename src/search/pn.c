/* The root of proof-number search: repetition, limits, shorter wins and principal variations. */
#include "search/pn.h"

#include "core/clock.h"
#include "core/hash.h"
#include "search/pn_tree.h"

#include <stdlib.h>
#include <string.h>

struct jg_pn {
    struct pn_tree tree;
    uint64_t *keys; /* scratch memory for a game's keys */
    size_t room;
};

struct jg_pn *jg_pn_new(const struct jg_game *g, size_t bytes, struct jg_error *err) {
    struct jg_pn *pn = calloc(1, sizeof *pn);
    if (!pn) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    if (!pn_tree_init(&pn->tree, g, bytes, err)) return pn;
    free(pn);
    return NULL;
}

void jg_pn_free(struct jg_pn *pn) {
    if (!pn) return;
    pn_tree_free(&pn->tree);
    free(pn->keys);
    free(pn);
}

void jg_pn_forget(struct jg_pn *pn) { pn_tree_forget(&pn->tree); }

/* ---- Repetition ----------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Reduces n sorted keys to those that occur at least `least` times, once each. */
static size_t filter_repeated(uint64_t *keys, size_t n, int least) {
    size_t count = 0;
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n && keys[next] == keys[i];) next++;
        if (next - i >= (size_t)least) keys[count++] = keys[i];
    }
    return count;
}

/* Finds the positions that would be a draw if they occurred again. A forced win never returns to a position, so no
 * others matter. They are mixed into every id, since results without one of them need not hold with it. */
static enum jg_status find_forbidden(struct jg_pn *pn, const struct jg_pn_query *query, struct jg_error *err) {
    struct pn_tree *t = &pn->tree;
    size_t past = query->keys ? query->key_count : 0, n = past + 1; /* with this one */
    t->salt = jg_hash_mix(0x6a6f67616461u, (uint64_t)t->goal);
    t->forbidden_count = 0;
    if (t->game->repeat < 2) return JG_OK;
    if (n > pn->room) {
        uint64_t *more = realloc(pn->keys, n * sizeof *more);
        if (!more) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        pn->keys = more;
        pn->room = n;
    }
    if (past) memcpy(pn->keys, query->keys, past * sizeof *pn->keys);
    pn->keys[past] = jg_key(t->game, query->state);
    qsort(pn->keys, n, sizeof *pn->keys, by_size);
    n = filter_repeated(pn->keys, n, t->game->repeat - 1);
    for (size_t i = 0; i < n; i++) t->salt = jg_hash_mix(t->salt, pn->keys[i]);
    for (size_t i = 0; i < n; i++) pn->keys[i] = pn_tree_id(t, pn->keys[i]);
    qsort(pn->keys, n, sizeof *pn->keys, by_size);
    t->forbidden = pn->keys;
    t->forbidden_count = n;
    return JG_OK;
}

/* ---- Principal variation ------------------------------------------------------------------------- */

/* The moves of a won position with the known length of the win after each; -1: unknown. */
struct step {
    int n;
    jg_move moves[JG_MOVES_MAX];
    int plies[JG_MOVES_MAX];
};

static void probe_moves(struct pn_tree *t, const void *state, int plies, struct step *s) {
    union jg_state child;
    struct pn_child k;
    s->n = jg_moves(t->game, state, s->moves);
    for (int i = 0; i < s->n; i++) {
        pn_tree_probe(t, state, s->moves[i], plies - 1, &child, &k);
        bool known = k.over ? !k.n[0] : k.plies && k.plies <= plies - 1;
        s->plies[i] = known ? k.plies : -1;
    }
}

/* The winning side's quickest known win. If the table has lost it, searches again. */
static int attack(struct pn_tree *t, const void *state, int plies, struct step *s) {
    int best = -1;
    probe_moves(t, state, plies, s);
    for (int i = 0; i < s->n; i++)
        if (s->plies[i] >= 0 && (best < 0 || s->plies[i] < s->plies[best])) best = i;
    if (best >= 0) return best;
    struct pn_value v = pn_tree_search(t, state, plies);
    const struct pn_frame *f = &t->frames[0];
    for (int i = 0; pn_proven(&v) && i < f->count; i++) {
        if (f->children[i].n[0]) continue;
        s->plies[i] = f->children[i].plies;
        if (best < 0 || s->plies[i] < s->plies[best]) best = i;
    }
    return best;
}

/* Whether the other side has no win within `plies` after a move. */
static bool survives(struct pn_tree *t, const void *state, jg_move move, int plies, bool search) {
    union jg_state child;
    struct pn_child k;
    pn_tree_probe(t, state, move, plies, &child, &k);
    if (k.over || !k.n[0] || !k.n[1]) return !k.over && k.n[0];
    if (!search) return false;
    struct pn_value v = pn_tree_search(t, &child, plies);
    return pn_disproven(&v);
}

/* The losing side's longest defence: certain if `exact`, that is, if the position is known not to be lost sooner;
 * otherwise the longest known. */
static int defend(struct pn_tree *t, const void *state, int plies, bool exact, struct step *s) {
    int best = 0;
    probe_moves(t, state, plies, s);
    for (int i = 0; i < s->n; i++) {
        if (s->plies[i] < 0) { /* replaced in the table */
            union jg_state child;
            struct pn_child k;
            pn_tree_probe(t, state, s->moves[i], plies - 1, &child, &k);
            struct pn_value v = {.n = {1, 1}};
            if (!k.over && plies > 1) v = pn_tree_search(t, &child, plies - 1);
            if (!pn_proven(&v)) return -1;
            s->plies[i] = v.plies;
        }
        if (s->plies[i] > s->plies[best]) best = i;
    }
    if (!exact || plies < 2) return best;
    for (int search = 0; search < 2; search++)
        for (int i = 0; i < s->n; i++)
            if (s->plies[i] == plies - 1 && survives(t, state, s->moves[i], plies - 2, search)) return i;
    return best;
}

struct pv {
    int count;
    bool ends;
    jg_move moves[JG_PV_MAX];
};

/* Extracts the pv of a position that is won within `plies`: to the end of the game, unless the search must stop or the
 * pv is full. */
static void extract_pv(struct pn_tree *t, const void *state, int plies, bool exact, struct pv *pv) {
    union jg_state at;
    struct step s;
    memcpy(&at, state, t->game->state_size);
    pv->count = 0;
    pv->ends = false;
    while (jg_turn(t->game, &at) != JG_OVER) {
        bool ours = jg_team(jg_turn(t->game, &at)) == t->goal;
        if (pv->count == JG_PV_MAX) return;
        int i = ours ? attack(t, &at, plies, &s) : defend(t, &at, plies, exact, &s);
        if (i < 0) return;
        plies = s.plies[i];
        pv->moves[pv->count++] = s.moves[i];
        jg_apply(t->game, &at, s.moves[i]);
    }
    pv->ends = true;
}

/* ---- Results --------------------------------------------------------------------- */

static void report_moves(const struct pn_tree *t, struct jg_pn_result *r) {
    const struct pn_frame *f = &t->frames[0];
    r->move_count = f->count;
    for (int i = 0; i < f->count; i++)
        r->moves[i] = (struct jg_pn_move){f->children[i].move, f->children[i].n[0], f->children[i].n[1]};
}

/* A proven move of the position searched last; 0: none. */
static jg_move sure_move(const struct pn_tree *t) {
    const struct pn_frame *f = &t->frames[0];
    for (int i = 0; i < f->count; i++)
        if (!f->children[i].n[0]) return f->children[i].move;
    return 0;
}

static void report_pv(const struct pv *pv, struct jg_pn_result *r) {
    r->ends = pv->ends;
    r->pv_count = pv->count;
    memcpy(r->pv, pv->moves, (size_t)pv->count * sizeof *pv->moves);
}

/* Reports a win that was just proven. At least its first move is known. */
static void report_win(struct pn_tree *t, const void *state, int plies, struct jg_pn_result *r) {
    struct pv pv;
    jg_move sure = sure_move(t);
    r->plies = plies;
    extract_pv(t, state, plies, false, &pv);
    if (!pv.count && sure) pv.moves[pv.count++] = sure;
    report_pv(&pv, r);
}

/* The same, once it is known that none is shorter. */
static void report_shortest(struct pn_tree *t, const void *state, struct jg_pn_result *r) {
    struct pv pv;
    r->shortest = true;
    extract_pv(t, state, r->plies, true, &pv);
    if (pv.ends || pv.count > r->pv_count) report_pv(&pv, r);
}

/* Searches for shorter and shorter wins until there is none. */
static void shorten(struct pn_tree *t, const void *state, struct jg_pn_result *r) {
    while (!t->stopped && r->plies > 1 && r->plies - 1 <= PN_PATH) {
        struct pn_value v = pn_tree_search(t, state, r->plies - 1);
        if (pn_disproven(&v)) report_shortest(t, state, r);
        if (!pn_proven(&v)) return;
        report_win(t, state, v.plies, r);
    }
    if (r->plies == 1) r->shortest = true;
}

enum jg_status jg_pn_solve(struct jg_pn *pn, const struct jg_pn_query *query, struct jg_pn_result *r,
                           struct jg_error *err) {
    struct pn_tree *t = &pn->tree;
    int most = query->limits.depth < PN_PATH ? query->limits.depth : PN_PATH;
    memset(r, 0, offsetof(struct jg_pn_result, pv));
    r->move_count = 0;
    t->goal = query->goal;
    t->stop = query->stop;
    t->node_limit = query->limits.nodes;
    t->deadline = query->limits.ms ? jg_clock() + query->limits.ms / 1000.0 : 0;
    enum jg_status status = find_forbidden(pn, query, err);
    if (status) return status;
    pn_tree_begin(t);
    struct pn_value v = pn_tree_search(t, query->state, most);
    if (pn_proven(&v)) {
        r->verdict = JG_PN_PROVEN;
        report_win(t, query->state, v.plies, r);
        if (query->shorten) shorten(t, query->state, r);
    } else {
        if (pn_disproven(&v) && !v.cut && query->limits.depth <= PN_PATH) r->verdict = JG_PN_DISPROVEN;
        report_moves(t, r);
    }
    r->nodes = t->nodes;
    return JG_OK;
}
