#include "search/search.h"

#include "core/clock.h"

#include <stdlib.h>

enum {
    CLOCK_EVERY = 256,     /* nodes between looks at the clock, some 20 microseconds */
    SECONDARY_FURTHER = 2, /* plies that a secondary search adds */
};

void jg_line_set(struct jg_line *line, jg_move move, const struct jg_line *rest) {
    int count = rest->count < JG_LINE_MAX - 1 ? rest->count : JG_LINE_MAX - 1;
    line->moves[0] = move;
    memcpy(line->moves + 1, rest->moves, (size_t)count * sizeof *rest->moves);
    line->count = count + 1;
}

/* ---- A search under way ----------------------------------------------------------- */

int jg_search_begin(struct jg_search *s) {
    s->nodes = s->leaves = s->cuts = 0;
    s->stopped = s->judged = s->deeper = false;
    if (s->limits.ms) s->deadline = jg_clock() + s->limits.ms / 1000.0;
    return s->limits.depth > 0 && s->limits.depth < JG_DEPTH_MAX ? s->limits.depth : JG_DEPTH_MAX;
}

bool jg_search_enter(struct jg_search *s) {
    if (s->limits.nodes && s->nodes >= s->limits.nodes)
        s->stopped = true;
    else
        s->nodes++;
    if (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed)) s->stopped = true;
    if (s->deadline > 0 && s->nodes % CLOCK_EVERY == 0 && jg_clock() >= s->deadline) s->stopped = true;
    return s->stopped;
}

int32_t jg_search_end(struct jg_search *s, const void *state, int team, int turn) {
    s->leaves++;
    if (turn != JG_OVER) {
        s->judged = true;
        return jg_eval_value(s->eval, s->game, state, team);
    }
    if (s->score) return jg_score(s->game, state, team) * s->eval->by->unit;
    return jg_eval_end(s->eval, s->game, state, team);
}

int32_t jg_search_leaf(struct jg_search *s, const void *state, int team, bool over) {
    if (!over) s->deeper = true;
    return jg_search_end(s, state, team, over ? JG_OVER : JG_CHANCE);
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
                           int32_t pass, int32_t use) {
    bool asked = team == s->team;
    s->trace->enter(s->trace->arg, state, move, depth, asked ? pass : -use, asked ? use : -pass);
}

void jg_search_trace_leave(const struct jg_search *s, int team, int32_t value, const struct jg_line *line) {
    s->trace->leave(s->trace->arg, team == s->team ? value : -value, line->count ? line->moves[0] : 0);
}

void jg_search_report(const struct jg_search *s, int depth, int32_t value, const struct jg_line *line,
                      struct jg_report *report) {
    report->depth = depth;
    report->nodes = s->nodes;
    report->leaves = s->leaves;
    report->cuts = s->cuts;
    if (!line->count) return;
    report->move = line->moves[0];
    report->by = s->eval->by;
    report->value = value;
    report->line_count = line->count;
    memcpy(report->line, line->moves, (size_t)line->count * sizeof *line->moves);
}

void jg_search_report_next(jg_move next, struct jg_report *report) {
    report->by = NULL;
    report->value = 0;
    report->move = report->line[0] = next;
    report->line_count = 1;
}

/* ---- The root --------------------------------------------------------------------- */

/* The moves at the root with what is known of them. */
struct root {
    struct jg_search *s;
    jg_procedure *value_of;
    const void *state;
    int n, judged; /* moves in all, and those whose value this pass has found */
    struct entry {
        jg_move move;
        int place; /* in the order in which they were tried first */
        int32_t value;
    } moves[JG_MOVES_MAX];
    struct jg_line line; /* of the best */
    int32_t best;
};

/* Goes through the first n moves. With `open` bounds each gets its own value,
 * otherwise a move that is no better than the best before may get a bound. */
static void judge(struct root *r, int n, int depth, bool open) {
    struct jg_search *s = r->s;
    struct jg_line rest;
    r->judged = 0;
    r->best = -JG_INFINITE;
    r->line.count = 0;
    if (s->trace) jg_search_trace_enter(s, r->state, 0, depth, s->team, -JG_INFINITE, JG_INFINITE);
    for (int i = 0; i < n; i++) {
        int32_t pass = open ? -JG_INFINITE : r->best;
        int32_t value =
            jg_search_visit(s, r->value_of, r->state, r->moves[i].move, depth - 1, s->team, pass, JG_INFINITE, &rest);
        if (s->stopped) return;
        r->moves[i].value = value;
        r->judged = i + 1;
        if (value <= r->best) continue;
        r->best = value;
        jg_line_set(&r->line, r->moves[i].move, &rest);
    }
    if (s->trace) jg_search_trace_leave(s, s->team, r->best, &r->line);
}

static int by_value(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    return x->value != y->value ? (x->value < y->value) - (x->value > y->value) : x->place - y->place;
}

/* The lecture's secondary search: the best few go further, and the best of
 * those is chosen. Stopped halfway, it changes nothing. */
static void search_further(struct root *r, int depth) {
    struct root first = *r;
    int n = r->s->secondary < r->n ? r->s->secondary : r->n;
    qsort(r->moves, (size_t)r->n, sizeof *r->moves, by_value);
    judge(r, n, depth + SECONDARY_FURTHER, true);
    if (r->s->stopped) *r = first;
    r->judged = r->n;
}

/* All of them, or none if some are not known. */
static void report_moves(const struct root *r, struct jg_report *report) {
    report->move_count = r->judged == r->n ? r->n : 0;
    for (int i = 0; i < report->move_count; i++) {
        report->moves[i].move = r->moves[i].move;
        report->moves[i].value = r->moves[i].value;
    }
}

/* A won or lost game is one whatever was judged on the way, since a judgement never is as good as
 * a win. A win is found by one move; a loss takes all of them. */
static bool decided(const struct root *r, bool all) {
    if (r->s->eval->by->ends || !r->line.count) return false;
    return r->best >= JG_WIN || (all && r->best <= -JG_WIN);
}

static bool all_lose(const struct root *r) {
    return !r->s->eval->by->ends && r->line.count && r->best <= -JG_WIN && r->judged < r->n;
}

/* The values that cuts have hidden, without counting the work for them. */
static void judge_all(struct root *r, int depth, struct jg_report *report) {
    struct jg_search *s = r->s, again = *s;
    again.trace = NULL;
    r->s = &again;
    judge(r, r->n, depth, true);
    report_moves(r, report);
    s->nodes = again.nodes; /* for whoever goes on within the same limits */
}

void jg_search_root(struct jg_search *s, jg_procedure *value_of, bool bounded, const void *state,
                    struct jg_report *report) {
    struct root r = {.s = s, .value_of = value_of, .state = state};
    int depth = jg_search_begin(s);
    bool open = !bounded || s->secondary, whole = depth == JG_DEPTH_MAX;
    jg_move moves[JG_MOVES_MAX];
    s->team = jg_team(jg_turn(s->game, state));
    r.n = jg_search_moves(s, state, depth, moves);
    for (int i = 0; i < r.n; i++) r.moves[i] = (struct entry){.move = moves[i], .place = i};
    report->move = moves[0];
    jg_search_enter(s);
    judge(&r, r.n, depth, open);
    bool done = !s->stopped, further = s->secondary && !whole && done;
    if (further) search_further(&r, depth);
    jg_search_report(s, done ? s->limits.depth : 0, r.best, &r.line, report);
    report->proven = (done && !s->judged) || decided(&r, done && !further);
    if (!done && all_lose(&r)) jg_search_report_next(r.moves[r.judged].move, report);
    if (open && !further) /* of two depths the values do not compare */
        report_moves(&r, report);
    else if (s->all && done && !further)
        judge_all(&r, depth, report);
}
