/* Minimax as in the lecture: OR nodes, where the side that asked chooses, take
 * the greatest value, AND nodes, where the opponent does, the least. */
#include "search/search.h"

#include <string.h>

static int32_t minimax(struct jg_search *s, const void *state, int depth, int team, struct jg_line *line) {
    const struct jg_game *g = s->game;
    int turn = jg_turn(g, state);
    line->count = 0;
    if (jg_search_enter(s)) return 0;
    if (turn == JG_OVER || depth == 0) return jg_search_leaf(s, state, team, turn == JG_OVER);

    _Alignas(max_align_t) unsigned char child[g->state_size];
    jg_move moves[g->max_moves];
    struct jg_line rest;
    bool maximise = jg_team(turn) == team;
    int n = jg_moves(g, state, moves);
    int32_t best = maximise ? INT32_MIN : INT32_MAX;
    for (int i = 0; i < n && !s->stopped; i++) {
        memcpy(child, state, g->state_size);
        jg_apply(g, child, moves[i]);
        int32_t value = minimax(s, child, depth - 1, team, &rest);
        if (maximise ? value > best : value < best) {
            best = value;
            jg_line_set(line, moves[i], &rest);
        }
    }
    return best;
}

void jg_minimax(struct jg_search *s, const void *state, struct jg_report *report) {
    const struct jg_game *g = s->game;
    int depth = jg_search_begin(s), team = jg_team(jg_turn(g, state));
    union jg_state child;
    struct jg_line line = {0}, rest;
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, state, moves);
    int32_t best = INT32_MIN;
    report->move = moves[0];
    jg_search_enter(s);
    for (int i = 0; i < n; i++) {
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int32_t value = minimax(s, &child, depth - 1, team, &rest);
        if (s->stopped) break;
        report->moves[i].move = moves[i];
        report->moves[i].value = value;
        report->move_count = i + 1;
        if (value > best) {
            best = value;
            jg_line_set(&line, moves[i], &rest);
        }
    }
    jg_search_report(s, s->limits.depth, best, &line, report);
}
