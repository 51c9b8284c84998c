#include "search/search.h"

#include "core/clock.h"

#include <string.h>

enum { CLOCK_EVERY = 256 }; /* nodes between looks at the clock, some 20 microseconds */

void jg_line_set(struct jg_line *line, jg_move move, const struct jg_line *rest) {
    int count = rest->count < JG_LINE_MAX - 1 ? rest->count : JG_LINE_MAX - 1;
    line->moves[0] = move;
    memcpy(line->moves + 1, rest->moves, (size_t)count * sizeof *rest->moves);
    line->count = count + 1;
}

int jg_search_begin(struct jg_search *s) {
    s->nodes = s->leaves = s->cuts = 0;
    s->stopped = false;
    s->deadline = s->limits.ms ? jg_clock() + s->limits.ms / 1000.0 : 0;
    return s->limits.depth > 0 && s->limits.depth < JG_DEPTH_MAX ? s->limits.depth : JG_DEPTH_MAX;
}

bool jg_search_enter(struct jg_search *s) {
    s->nodes++;
    if (s->limits.nodes && s->nodes > s->limits.nodes) s->stopped = true;
    if (s->stop && atomic_load_explicit(s->stop, memory_order_relaxed)) s->stopped = true;
    if (s->deadline > 0 && s->nodes % CLOCK_EVERY == 0 && jg_clock() >= s->deadline) s->stopped = true;
    return s->stopped;
}

int32_t jg_search_leaf(struct jg_search *s, const void *state, int team, bool over) {
    s->leaves++;
    return over ? jg_eval_end(s->eval, s->game, state, team) : jg_eval_value(s->eval, s->game, state, team);
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
