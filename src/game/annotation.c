/* Adds annotations to a record: units, limits and principal variations are cut to the form that every file format can
 * store. */
#include "game/annotation.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 1000000 };
static const uint64_t NODES_MOST = UINT64_C(1) << 62, MICROSECONDS_MOST = 100000000000000; /* 3 years */

bool jg_annotation_is_empty(const struct jg_annotation *a) { return !a->by && !a->depth && !a->nodes; }

const struct jg_evaluator *jg_annotation_evaluator(const struct jg_game *g, const char *name) {
    if (!strcmp(name, jg_eval_score.name)) return &jg_eval_score;
    if (!strcmp(name, jg_eval_chance.name)) return &jg_eval_chance;
    for (const struct jg_evaluator *by = g->kind->evaluators; by->name; by++)
        if (!strcmp(by->name, name)) return by;
    return strcmp(name, jg_eval_network.name) ? NULL : &jg_eval_network; /* from a file */
}

/* ---- Principal variations ------------------------------------------------------------------------- */

/* With hidden information the view ends where another seat is to move. */
static void list_moves(struct jg_annotation_walk *w) {
    int turn = jg_turn(w->game, &w->at);
    bool ends = turn < 0 || (turn != w->seat && w->game->kind->traits & JG_HAS_HIDDEN);
    w->count = ends ? 0 : jg_moves(w->game, &w->at, w->moves);
}

void jg_annotation_begin(struct jg_annotation_walk *w, const struct jg_record *r, int n) {
    const void *state = jg_record_state_at(r, n);
    w->game = r->game;
    w->seat = jg_turn(r->game, state);
    w->count = 0;
    if (w->seat < 0) return;
    jg_view(r->game, state, w->seat, &w->at);
    list_moves(w);
}

void jg_annotation_step(struct jg_annotation_walk *w, jg_move move) {
    jg_apply(w->game, &w->at, move);
    list_moves(w);
}

static bool is_legal(const struct jg_annotation_walk *w, jg_move move) {
    for (int i = 0; i < w->count; i++)
        if (w->moves[i] == move) return true;
    return false;
}

/* Cuts the principal variation where it cannot be continued. */
static void cut_pv(const struct jg_record *r, int n, struct jg_annotation *a) {
    struct jg_annotation_walk w;
    int most = a->pv_count < JG_ANNOTATION_PV ? a->pv_count : JG_ANNOTATION_PV;
    a->pv_count = 0;
    if (n < r->count && (!most || a->pv[0] != r->moves[n])) return;
    for (jg_annotation_begin(&w, r, n); a->pv_count < most && is_legal(&w, a->pv[a->pv_count]);)
        jg_annotation_step(&w, a->pv[a->pv_count++]);
    if (a->pv_count < 2) a->pv_count = 0; /* the played move alone is no variation */
}

/* ---- In a record ---------------------------------------------------------------------------------- */

static int32_t clamp(int32_t value, int32_t most) { return value > most ? most : value < -most ? -most : value; }

/* The value in the unit of an evaluator that a name stands for: all chances to win have the same unit. */
static void set_unit(const struct jg_game *g, struct jg_annotation *a) {
    if (a->by) a->by = a->by->chance ? &jg_eval_chance : jg_annotation_evaluator(g, a->by->name);
    if (!a->by) {
        a->value = 0;
        a->proven = false;
    } else if (a->value >= JG_WIN / 2 || a->value <= -JG_WIN / 2) {
        a->value = a->value > 0 ? JG_WIN : -JG_WIN;
    } else if (a->by->chance) {
        a->value = clamp(a->value, JG_CHANCES);
    }
}

/* Rounded to three significant digits: more are noise, and would take a third of the space. */
static uint64_t rounded_time(uint64_t microseconds) {
    enum { TEN = 10 };
    uint64_t unit = 1;
    while (microseconds / unit >= JG_ANNOTATION_TIME) unit *= TEN;
    return (microseconds + unit / 2) / unit * unit;
}

static bool make_room(struct jg_record *r, int n) {
    if (n >= r->annotation_room) {
        int room = n < r->room ? r->room : n + 1;
        struct jg_annotation *more = realloc(r->annotations, (size_t)room * sizeof *more);
        if (!more) return false;
        r->annotations = more;
        r->annotation_room = room;
    }
    while (r->annotation_count <= n) r->annotations[r->annotation_count++] = (struct jg_annotation){0};
    return true;
}

enum jg_status jg_record_annotate(struct jg_record *r, int n, const struct jg_annotation *annotation,
                                  struct jg_error *err) {
    if (!make_room(r, n)) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    struct jg_annotation *a = &r->annotations[n];
    *a = *annotation;
    if (a->depth < 0) a->depth = 0;
    if (a->depth > DEPTH_MOST) a->depth = DEPTH_MOST;
    if (a->nodes > NODES_MOST) a->nodes = NODES_MOST;
    if (a->microseconds > MICROSECONDS_MOST) a->microseconds = MICROSECONDS_MOST;
    a->microseconds = rounded_time(a->microseconds);
    set_unit(r->game, a);
    cut_pv(r, n, a);
    r->annotated = true;
    return JG_OK;
}

const struct jg_annotation *jg_record_annotation(const struct jg_record *r, int n) {
    return n < r->annotation_count && !jg_annotation_is_empty(&r->annotations[n]) ? &r->annotations[n] : NULL;
}
