/* The root of expectiminimax: iterative deepening and reports. */
#include "search/expecti_tree.h"

#include "search/budget.h"

#include <stdlib.h>

struct jg_expecti {
    const struct jg_game *game;
    const struct jg_eval *eval;
    struct jg_expecti_options options;
    struct jg_tt tt;
    struct expecti_outcome *outcomes;
};

enum { USUAL_DEPTH = 4 };

/* The greatest value in points: the option, or the evaluator's bound. */
static int32_t most_points(const struct jg_expecti *x) {
    const struct jg_evaluator *by = x->eval->by;
    int32_t own = !by->ends ? JG_WIN : by->chance ? JG_CHANCES : JG_WIN / 2;
    return x->options.bound && x->options.bound < own ? x->options.bound : own;
}

struct jg_expecti *jg_expecti_new(const struct jg_game *g, const struct jg_eval *eval,
                                  const struct jg_expecti_options *options, struct jg_error *err) {
    struct jg_expecti *x = calloc(1, sizeof *x);
    if (x) {
        *x = (struct jg_expecti){.game = g, .eval = eval, .options = *options};
        if (g->kind->traits & JG_HAS_CHANCE) x->outcomes = malloc(EXPECTI_PATH * sizeof *x->outcomes);
    }
    bool room = x && (x->outcomes || !(g->kind->traits & JG_HAS_CHANCE));
    if (!room) jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (room && (!options->tt || !jg_tt_init(&x->tt, options->tt, err))) return x;
    jg_expecti_free(x);
    return NULL;
}

void jg_expecti_free(struct jg_expecti *x) {
    if (!x) return;
    jg_tt_free(&x->tt);
    free(x->outcomes);
    free(x);
}

/* ---- One depth ---------------------------------------------------------------------------- */

/* The root moves with their values at the current depth. */
struct root {
    struct expecti tree;
    const void *state;
    int n, searched; /* all moves, and those that have a value */
    struct {
        jg_move move;
        int32_t value;
    } moves[JG_MOVES_MAX];
    struct jg_pv pv; /* of the best */
    int32_t best;
    bool proven; /* no evaluation was needed */
};

static void trace_root(const struct root *r, int depth) {
    const struct jg_trace *trace = r->tree.s.trace;
    if (trace) trace->enter(trace->arg, r->state, 0, depth, -JG_INFINITE, JG_INFINITE);
}

/* Searches all moves to a depth. With an `open` window each gets its exact value. */
static void search_moves(struct root *r, int depth, bool open) {
    const struct jg_trace *trace = r->tree.s.trace;
    struct jg_pv child_pv;
    uint64_t before = r->tree.evaluations;
    r->searched = 0;
    r->best = -JG_INFINITE;
    r->pv.count = 0;
    trace_root(r, depth);
    for (int i = 0; i < r->n; i++) {
        int32_t alpha = open ? -JG_INFINITE : r->best;
        int32_t value =
            expecti_search_child(&r->tree, r->state, r->moves[i].move, depth - 1, alpha, JG_INFINITE, &child_pv);
        if (r->tree.s.stopped) return;
        r->moves[i].value = value;
        r->searched = i + 1;
        if (value <= r->best) continue;
        r->best = value;
        jg_pv_set(&r->pv, r->moves[i].move, &child_pv);
    }
    r->proven = r->tree.evaluations == before;
    if (trace) trace->leave(trace->arg, r->best, r->pv.moves[0]);
}

/* The best move of the previous depth is searched first. */
static void to_front(struct root *r, jg_move move) {
    int i = 0;
    while (r->moves[i].move != move) i++;
    memmove(r->moves + 1, r->moves, (size_t)i * sizeof *r->moves);
    r->moves[0].move = move;
}

/* ---- Reports ------------------------------------------------------------------------------ */

/* A value in points. Only a certain win is JG_WIN. */
static int32_t points(const struct root *r, int32_t value) {
    const int32_t half = JG_EXPECTI_SCALE / 2, below = JG_WIN / 2 - 1;
    if (!r->tree.s.eval->by->ends && value >= r->tree.most) return JG_WIN;
    if (!r->tree.s.eval->by->ends && value <= -r->tree.most) return -JG_WIN;
    int32_t p = (value < 0 ? value - half : value + half) / JG_EXPECTI_SCALE;
    return p > below ? below : p < -below ? -below : p;
}

static void fill(const struct root *r, int depth, bool all, struct jg_report *report) {
    bool some = r->pv.count > 0, whole = r->searched == r->n;
    int32_t value = some ? points(r, r->best) : 0;
    bool won = value == JG_WIN, lost = value == -JG_WIN; /* a loss takes all moves */
    jg_search_report(&r->tree.s, depth, value, &r->pv, report);
    report->proven = some && (r->proven || won || (lost && whole));
    if (lost && !whole) jg_search_report_untried(r->moves[r->searched].move, report);
    report->move_count = all && whole ? r->n : 0;
    for (int i = 0; i < report->move_count; i++) {
        report->moves[i].move = r->moves[i].move;
        report->moves[i].value = points(r, r->moves[i].value);
    }
}

/* ---- Answering ---------------------------------------------------------------------------- */

static void begin(struct jg_expecti *x, const struct jg_query *query, struct root *r) {
    jg_move moves[JG_MOVES_MAX];
    r->state = query->view;
    r->tree = (struct expecti){
        .s = {.game = x->game,
              .eval = x->eval,
              .limits = {.depth = x->options.limits.depth, .nodes = x->options.limits.nodes},
              .deadline = jg_budget_plan_even(x->game, query, x->options.limits.ms, 0).deadline,
              .stop = query->stop,
              .trace = query->trace,
              .team = jg_team(query->seat)},
        .prune = x->options.prune,
        .most = most_points(x) * JG_EXPECTI_SCALE,
        .tt = x->tt.buckets ? &x->tt : NULL,
        .outcomes = x->outcomes,
    };
    jg_search_begin(&r->tree.s);
    if (r->tree.tt) jg_tt_begin(r->tree.tt, true, query->stop, r->tree.s.deadline);
    if (query->trace && query->trace->scale) query->trace->scale(query->trace->arg, JG_EXPECTI_SCALE);
    r->n = jg_moves(x->game, query->view, moves);
    for (int i = 0; i < r->n; i++) r->moves[i].move = moves[i];
    jg_search_enter(&r->tree.s);
}

void jg_expecti_choose(struct jg_expecti *x, const struct jg_query *query, struct jg_report *report) {
    const struct jg_limits *limits = &x->options.limits;
    struct root *r = &(struct root){0};
    bool open = query->all || x->options.prune == JG_EXPECTI_NONE;
    bool deepen = limits->nodes || limits->ms || query->clock.left > 0;
    int depth_limit = limits->depth == JG_EXPECTI_USUAL && !deepen ? USUAL_DEPTH : limits->depth;
    int most = depth_limit > 0 ? depth_limit : JG_DEPTH_MAX;
    if (jg_budget_forced(x->game, query, &report->move)) return;
    begin(x, query, r);
    report->move = r->moves[0].move;
    for (int depth = deepen ? 1 : most; depth <= most; depth++) {
        search_moves(r, depth, open);
        bool stopped = r->tree.s.stopped, first = !report->by;
        if (stopped && !first) break; /* the previous depth stands */
        fill(r, stopped ? 0 : depth_limit || deepen ? depth : 0, open, report);
        if (stopped || report->proven) break;
        if (query->progress) {
            report->nodes = r->tree.s.nodes;
            query->progress(query->arg, report);
        }
        to_front(r, report->move);
    }
    report->nodes = r->tree.s.nodes;
    report->leaves = r->tree.s.leaves;
    report->cuts = r->tree.s.cuts;
}
