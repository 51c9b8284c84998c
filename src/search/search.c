#include "search/search.h"

#include "core/clock.h"
#include "core/stop.h"

#include <stdlib.h>

enum {
    CLOCK_EVERY = 256,   /* nodes between readings of the clock, some 20 microseconds */
    SECONDARY_PLIES = 2, /* additional depth of the secondary search */
};

void jg_pv_set(struct jg_pv *pv, jg_move move, const struct jg_pv *child_pv) {
    int count = child_pv->count < JG_PV_MAX - 1 ? child_pv->count : JG_PV_MAX - 1;
    pv->moves[0] = move;
    memcpy(pv->moves + 1, child_pv->moves, (size_t)count * sizeof *child_pv->moves);
    pv->count = count + 1;
}

/* ---- A search under way ----------------------------------------------------------- */

int jg_search_begin(struct jg_search *s) {
    s->nodes = s->leaves = s->cuts = 0;
    s->stopped = s->evaluated = s->depth_limited = false;
    if (s->limits.ms) s->deadline = jg_clock() + s->limits.ms / 1000.0;
    return s->limits.depth > 0 && s->limits.depth < JG_DEPTH_MAX ? s->limits.depth : JG_DEPTH_MAX;
}

bool jg_search_enter(struct jg_search *s) {
    if (s->limits.nodes && s->nodes >= s->limits.nodes)
        s->stopped = true;
    else
        s->nodes++;
    if (jg_stopped(s->stop)) s->stopped = true;
    if (s->deadline > 0 && s->nodes % CLOCK_EVERY == 0 && jg_clock() >= s->deadline) s->stopped = true;
    return s->stopped;
}

int32_t jg_search_terminal(struct jg_search *s, const void *state, int team, int turn) {
    s->leaves++;
    if (turn != JG_OVER) {
        s->evaluated = true;
        return jg_eval_value(s->eval, s->game, state, team);
    }
    if (s->score) return jg_score(s->game, state, team) * s->eval->by->unit;
    return jg_eval_end(s->eval, s->game, state, team);
}

int32_t jg_search_leaf(struct jg_search *s, const void *state, int team, bool over) {
    if (!over) s->depth_limited = true;
    return jg_search_terminal(s, state, team, over ? JG_OVER : JG_CHANCE);
}

int jg_search_moves(const struct jg_search *s, const void *state, int depth, jg_move *moves) {
    const struct jg_game *g = s->game;
    int n = 0;
    if (depth > 0)
        n = jg_moves(g, state, moves);
    else if (s->quiesce && g->kind->noisy && depth > JG_QUIET_BY)
        n = g->kind->noisy(g, state, moves);
    if (s->order && n > 1) s->order(s->arg, s, state, depth, moves, n);
    return n;
}

void jg_search_sort(jg_move *moves, int32_t *keys, int n) {
    for (int i = 1; i < n; i++) {
        jg_move move = moves[i];
        int32_t key = keys[i];
        int at = i;
        for (; at && keys[at - 1] < key; at--) {
            keys[at] = keys[at - 1];
            moves[at] = moves[at - 1];
        }
        moves[at] = move;
        keys[at] = key;
    }
}

void jg_search_cut(struct jg_search *s, const jg_move *moves, int n) {
    if (!n) return;
    s->cuts++;
    if (s->trace) s->trace->cut(s->trace->arg, moves, n);
}

void jg_search_trace_enter(const struct jg_search *s, const void *state, jg_move move, int depth, int team,
                           int32_t alpha, int32_t beta) {
    bool is_max = team == s->team;
    s->trace->enter(s->trace->arg, state, move, depth, is_max ? alpha : -beta, is_max ? beta : -alpha);
}

void jg_search_trace_leave(const struct jg_search *s, int team, int32_t value, const struct jg_pv *pv) {
    s->trace->leave(s->trace->arg, team == s->team ? value : -value, pv->count ? pv->moves[0] : 0);
}

void jg_search_report(const struct jg_search *s, int depth, int32_t value, const struct jg_pv *pv,
                      struct jg_report *report) {
    report->depth = depth;
    report->nodes = s->nodes;
    report->leaves = s->leaves;
    report->cuts = s->cuts;
    if (!pv->count) return;
    report->move = pv->moves[0];
    report->by = s->eval->by;
    report->value = value;
    report->pv_count = pv->count;
    memcpy(report->pv, pv->moves, (size_t)pv->count * sizeof *pv->moves);
}

void jg_search_report_untried(jg_move next, struct jg_report *report) {
    report->by = NULL;
    report->value = 0;
    report->move = report->pv[0] = next;
    report->pv_count = 1;
}

/* ---- The root --------------------------------------------------------------------- */

/* The root moves with their values. */
struct root {
    struct jg_search *s;
    jg_search_value *value_of;
    const void *state;
    int n, searched; /* all moves, and those that this pass has searched */
    struct entry {
        jg_move move;
        int index; /* in the initial order */
        int32_t value;
    } moves[JG_MOVES_MAX];
    struct jg_pv pv; /* of the best move */
    int32_t best;
};

/* Searches the first n moves. With an `open` window each gets its exact value; otherwise a move that does not beat the
 * best so far may get a bound. */
static void search_moves(struct root *r, int n, int depth, bool open) {
    struct jg_search *s = r->s;
    struct jg_pv child_pv;
    r->searched = 0;
    r->best = -JG_INFINITE;
    r->pv.count = 0;
    if (s->trace) jg_search_trace_enter(s, r->state, 0, depth, s->team, -JG_INFINITE, JG_INFINITE);
    for (int i = 0; i < n; i++) {
        int32_t alpha = open ? -JG_INFINITE : r->best;
        int32_t value = jg_search_child(s, r->value_of, r->state, r->moves[i].move, depth - 1, s->team, alpha,
                                        JG_INFINITE, &child_pv);
        if (s->stopped) return;
        r->moves[i].value = value;
        r->searched = i + 1;
        if (value <= r->best) continue;
        r->best = value;
        jg_pv_set(&r->pv, r->moves[i].move, &child_pv);
    }
    if (s->trace) jg_search_trace_leave(s, s->team, r->best, &r->pv);
}

static int by_value(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    return x->value != y->value ? (x->value < y->value) - (x->value > y->value) : x->index - y->index;
}

/* The lecture's secondary search: searches the best few moves deeper and chooses among them. If it is stopped, the
 * first result stands. */
static void search_secondary(struct root *r, int depth) {
    struct root first = *r;
    int n = r->s->secondary < r->n ? r->s->secondary : r->n;
    qsort(r->moves, (size_t)r->n, sizeof *r->moves, by_value);
    search_moves(r, n, depth + SECONDARY_PLIES, true);
    if (r->s->stopped) *r = first;
    r->searched = r->n;
}

/* Reports the values of all moves, or none if some are missing. */
static void report_moves(const struct root *r, struct jg_report *report) {
    report->move_count = r->searched == r->n ? r->n : 0;
    for (int i = 0; i < report->move_count; i++) {
        report->moves[i].move = r->moves[i].move;
        report->moves[i].value = r->moves[i].value;
    }
}

/* A win or loss is certain even if evaluations were used on the way, since no evaluation is worth as much. One winning
 * move is enough; a loss takes all moves. */
static bool decided(const struct root *r, bool all) {
    if (r->s->eval->by->ends || !r->pv.count) return false;
    return r->best >= JG_WIN || (all && r->best <= -JG_WIN);
}

static bool all_lose(const struct root *r) {
    return !r->s->eval->by->ends && r->pv.count && r->best <= -JG_WIN && r->searched < r->n;
}

/* Finds the exact values of moves that alpha-beta only bounded. The extra nodes are not reported. */
static void search_all_moves(struct root *r, int depth, struct jg_report *report) {
    struct jg_search *s = r->s, again = *s;
    again.trace = NULL;
    r->s = &again;
    search_moves(r, r->n, depth, true);
    report_moves(r, report);
    s->nodes = again.nodes; /* so that later searches share the limits */
}

void jg_search_root(struct jg_search *s, jg_search_value *value_of, bool bounded, const void *state,
                    struct jg_report *report) {
    struct root r = {.s = s, .value_of = value_of, .state = state};
    int depth = jg_search_begin(s);
    bool open = !bounded || s->secondary, whole = depth == JG_DEPTH_MAX;
    jg_move moves[JG_MOVES_MAX];
    s->team = jg_team(jg_turn(s->game, state));
    r.n = jg_search_moves(s, state, depth, moves);
    for (int i = 0; i < r.n; i++) r.moves[i] = (struct entry){.move = moves[i], .index = i};
    report->move = moves[0];
    jg_search_enter(s);
    search_moves(&r, r.n, depth, open);
    bool done = !s->stopped, secondary = s->secondary && !whole && done;
    if (secondary) search_secondary(&r, depth);
    jg_search_report(s, done ? s->limits.depth : 0, r.best, &r.pv, report);
    report->proven = (done && !s->evaluated) || decided(&r, done && !secondary);
    if (!done && all_lose(&r)) jg_search_report_untried(r.moves[r.searched].move, report);
    if (open && !secondary) /* values of two depths do not compare */
        report_moves(&r, report);
    else if (s->all && done && !secondary)
        search_all_moves(&r, depth, report);
}
