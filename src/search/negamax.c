/* The lecture's second form of minimax: the rules are the same for both sides,
 * so every node takes the greatest value, and the sign changes where the turn
 * does. (Where a side moves twice, nothing changes its sign.) */
#include "search/search.h"

static int32_t value_for(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                         struct jg_line *line);

/* The value of a position for the team to move. */
static int32_t negamax(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                       struct jg_line *line) {
    jg_move moves[s->game->max_moves];
    int n = jg_search_moves(s, state, depth, moves);
    int32_t best = depth > 0 ? -JG_INFINITE : jg_search_leaf(s, state, team, false);
    for (int i = 0; i < n; i++) {
        struct jg_line rest;
        int32_t value = jg_search_visit(s, value_for, state, moves[i], depth - 1, team, pass, use, &rest);
        if (s->stopped) break;
        if (value <= best) continue;
        best = value;
        jg_line_set(line, moves[i], &rest);
    }
    return best;
}

static int32_t value_for(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                         struct jg_line *line) {
    int turn = jg_turn(s->game, state);
    if (turn < 0) return jg_search_end(s, state, team, turn);
    return jg_team(turn) == team ? negamax(s, state, depth, team, pass, use, line)
                                 : -negamax(s, state, depth, team ^ 1, pass, use, line);
}

void jg_negamax(struct jg_search *s, const void *state, struct jg_report *report) {
    jg_search_root(s, value_for, false, state, report);
}
