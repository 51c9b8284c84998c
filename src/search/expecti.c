/* Root, iterations and reports of expectiminimax. */
#include "search/expecti_tree.h"

#include "core/clock.h"

#include <stdlib.h>

struct jg_expecti {
    const struct jg_game *game;
    const struct jg_eval *eval;
    struct jg_expecti_options options;
    struct jg_tt tt;
    struct expecti_outcome *outcomes;
};

/* The points that no value exceeds: what is asked for, or what evaluators promise. */
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
    if (!room) jg_fail(err, JG_EMEMORY, -1, "out of memory");
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

/* The moves at the root, and what this pass over them has found. */
struct root {
    struct expecti tree;
    const void *state;
    int n, judged; /* moves in all, and those that have a value */
    struct {
        jg_move move;
        int32_t value;
    } moves[JG_MOVES_MAX];
    struct jg_line line; /* of the best */
    int32_t best;
    bool proven; /* no judgement was needed */
};

static void tell_root(const struct root *r, int depth) {
    const struct jg_trace *trace = r->tree.s.trace;
    if (trace) trace->enter(trace->arg, r->state, 0, depth, -JG_INFINITE, JG_INFINITE);
}

/* All moves to a depth. With `open` bounds each gets its own value. */
static void judge(struct root *r, int depth, bool open) {
    const struct jg_trace *trace = r->tree.s.trace;
    struct jg_line rest;
    uint64_t before = r->tree.judgements;
    r->judged = 0;
    r->best = -JG_INFINITE;
    r->line.count = 0;
    tell_root(r, depth);
    for (int i = 0; i < r->n; i++) {
        int32_t alpha = open ? -JG_INFINITE : r->best;
        int32_t value = expecti_visit(&r->tree, r->state, r->moves[i].move, depth - 1, alpha, JG_INFINITE, &rest);
        if (r->tree.s.stopped) return;
        r->moves[i].value = value;
        r->judged = i + 1;
        if (value <= r->best) continue;
        r->best = value;
        jg_line_set(&r->line, r->moves[i].move, &rest);
    }
    r->proven = r->tree.judgements == before;
    if (trace) trace->leave(trace->arg, r->best, r->line.moves[0]);
}

/* The best move of the depth before is tried first. */
static void to_front(struct root *r, jg_move move) {
    int i = 0;
    while (r->moves[i].move != move) i++;
    memmove(r->moves + 1, r->moves, (size_t)i * sizeof *r->moves);
    r->moves[0].move = move;
}

/* ---- Reports ------------------------------------------------------------------------------ */

/* A value in points. Only a won game is as good as one. */
static int32_t points(const struct root *r, int32_t value) {
    const int32_t half = JG_EXPECTI_PARTS / 2, below = JG_WIN / 2 - 1;
    if (!r->tree.s.eval->by->ends && value >= r->tree.most) return JG_WIN;
    if (!r->tree.s.eval->by->ends && value <= -r->tree.most) return -JG_WIN;
    int32_t p = (value < 0 ? value - half : value + half) / JG_EXPECTI_PARTS;
    return p > below ? below : p < -below ? -below : p;
}

static void fill(const struct root *r, int depth, bool all, struct jg_report *report) {
    bool some = r->line.count > 0, whole = r->judged == r->n;
    int32_t value = some ? points(r, r->best) : 0;
    bool won = value == JG_WIN, lost = value == -JG_WIN; /* a loss takes all moves */
    jg_search_report(&r->tree.s, depth, value, &r->line, report);
    report->proven = some && (r->proven || won || (lost && whole));
    if (lost && !whole) jg_search_report_next(r->moves[r->judged].move, report);
    report->move_count = all && whole ? r->n : 0;
    for (int i = 0; i < report->move_count; i++) {
        report->moves[i].move = r->moves[i].move;
        report->moves[i].value = points(r, r->moves[i].value);
    }
}

/* ---- Answering ---------------------------------------------------------------------------- */

static void begin(struct jg_expecti *x, const struct jg_ask *ask, struct root *r) {
    jg_move moves[JG_MOVES_MAX];
    r->state = ask->view;
    r->tree = (struct expecti){
        .s = {.game = x->game,
              .eval = x->eval,
              .limits = x->options.limits,
              .stop = ask->stop,
              .trace = ask->trace,
              .team = jg_team(ask->seat)},
        .prune = x->options.prune,
        .most = most_points(x) * JG_EXPECTI_PARTS,
        .tt = x->tt.buckets ? &x->tt : NULL,
        .outcomes = x->outcomes,
    };
    jg_search_begin(&r->tree.s);
    if (r->tree.tt) jg_tt_begin(r->tree.tt, true, ask->stop, r->tree.s.deadline);
    if (ask->trace && ask->trace->parts) ask->trace->parts(ask->trace->arg, JG_EXPECTI_PARTS);
    r->n = jg_moves(x->game, ask->view, moves);
    for (int i = 0; i < r->n; i++) r->moves[i].move = moves[i];
    jg_search_enter(&r->tree.s);
}

void jg_expecti_choose(struct jg_expecti *x, const struct jg_ask *ask, struct jg_report *report) {
    const struct jg_limits *limits = &x->options.limits;
    struct root *r = &(struct root){0};
    bool open = ask->all || x->options.prune == JG_EXPECTI_NONE;
    bool deepen = limits->nodes || limits->ms;
    int most = limits->depth ? limits->depth : JG_DEPTH_MAX;
    begin(x, ask, r);
    report->move = r->moves[0].move;
    for (int depth = deepen ? 1 : most; depth <= most; depth++) {
        judge(r, depth, open);
        bool stopped = r->tree.s.stopped, first = !report->by;
        if (stopped && !first) break; /* the depth before is the answer */
        fill(r, stopped ? 0 : limits->depth || deepen ? depth : 0, open, report);
        if (stopped || report->proven) break;
        if (ask->progress) {
            report->nodes = r->tree.s.nodes;
            ask->progress(ask->arg, report);
        }
        to_front(r, report->move);
    }
    report->nodes = r->tree.s.nodes;
    report->leaves = r->tree.s.leaves;
    report->cuts = r->tree.s.cuts;
}
