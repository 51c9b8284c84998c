/* What the searches share. The lecture's three are each one procedure that
 * gives the value of a position; the root, the limits, the counts, the trace
 * and the moves to try are here. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <jogada/search.h>

#include <string.h>

enum { JG_INFINITE = INT32_MAX }; /* more than any value; its negative is less */

/* A principal variation under construction. */
struct jg_line {
    int count;
    jg_move moves[JG_LINE_MAX];
};

/* line = move and then what follows it. */
void jg_line_set(struct jg_line *line, jg_move move, const struct jg_line *rest);

/* The value of a position for a team, whoever moves there: exact between pass
 * and use, beyond them a bound. Writes the line, which is empty when it comes. */
typedef int32_t jg_procedure(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                             struct jg_line *line);

/* Answers from the root by a procedure. `bounded`: it makes use of bounds. */
void jg_search_root(struct jg_search *s, jg_procedure *value_of, bool bounded, const void *state,
                    struct jg_report *report);

/* Clears the counts and starts the clock. Returns the depth to search to. */
int jg_search_begin(struct jg_search *s);

/* Counts a node; true if the search must end now, which then stays so. */
bool jg_search_enter(struct jg_search *s);

/* Counts a leaf and returns its value for a team; over: the game has ended here. */
int32_t jg_search_leaf(struct jg_search *s, const void *state, int team, bool over);

/* The same where nobody is to move: the turn is JG_OVER or JG_CHANCE. */
int32_t jg_search_end(struct jg_search *s, const void *state, int team, int turn);

/* Writes the moves to try, in order, and returns how many: past the depth none,
 * or the noisy ones if the search is to go on with them. */
int jg_search_moves(const struct jg_search *s, const void *state, int depth, jg_move *moves);

/* The highest keys first, equals as they came. Sorts the keys too. */
void jg_search_sort(jg_move *moves, int32_t *keys, int n);

/* Copies counts, value and line to the report. */
void jg_search_report(const struct jg_search *s, int depth, int32_t value, const struct jg_line *line,
                      struct jg_report *report);

/* Stopped when all moves that were looked at lose: the next may not, and nothing is known of it. */
void jg_search_report_next(jg_move next, struct jg_report *report);

void jg_search_trace_enter(const struct jg_search *s, const void *state, jg_move move, int depth, int team,
                           int32_t pass, int32_t use);
void jg_search_trace_leave(const struct jg_search *s, int team, int32_t value, const struct jg_line *line);

/* Counts the moves that are cut off, if any, and tells the trace. */
void jg_search_cut(struct jg_search *s, const jg_move *moves, int n);

/* Makes a move and gives the value of what it leads to, with `depth` plies to
 * go there. 0 once the search is stopped. */
static inline int32_t jg_search_visit(struct jg_search *s, jg_procedure *value_of, const void *state, jg_move move,
                                      int depth, int team, int32_t pass, int32_t use, struct jg_line *line) {
    const struct jg_game *g = s->game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    line->count = 0;
    if (jg_search_enter(s)) return 0;
    memcpy(child, state, g->state_size);
    jg_apply(g, child, move);
    if (!s->trace) return value_of(s, child, depth, team, pass, use, line);
    jg_search_trace_enter(s, child, move, depth, team, pass, use);
    int32_t value = value_of(s, child, depth, team, pass, use, line);
    if (!s->stopped) jg_search_trace_leave(s, team, value, line);
    return value;
}

#endif
