/* The lecture's alpha-beta: one procedure for both sides by the change of sign.
 * `pass` is what the side to move has for certain, `use` what the other side
 * will not let it exceed; once pass reaches use, the rest is cut off. (The
 * lecture calls them "passe" and "use".) Where a side moves twice, nothing
 * changes its sign. */
#include "search/search.h"

static int32_t value_for(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                         struct jg_line *line);

/* The value of a position for the team to move, as far as it lies between pass and use. */
static int32_t alphabeta(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                         struct jg_line *line) {
    jg_move moves[s->game->max_moves];
    int n = jg_search_moves(s, state, depth, moves);
    if (depth <= 0) { /* nobody must make a noisy move */
        int32_t value = jg_search_leaf(s, state, team, false);
        if (n == 0 || value >= use) {
            jg_search_cut(s, moves, n);
            return value;
        }
        if (value > pass) pass = value;
    }
    for (int i = 0; i < n; i++) {
        struct jg_line rest;
        int32_t value = jg_search_visit(s, value_for, state, moves[i], depth - 1, team, pass, use, &rest);
        if (s->stopped) break;
        if (value <= pass) continue;
        pass = value;
        jg_line_set(line, moves[i], &rest);
        if (pass >= use) {
            jg_search_cut(s, moves + i + 1, n - i - 1);
            break;
        }
    }
    return pass;
}

static int32_t value_for(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                         struct jg_line *line) {
    int turn = jg_turn(s->game, state);
    if (turn < 0) return jg_search_end(s, state, team, turn);
    return jg_team(turn) == team ? alphabeta(s, state, depth, team, pass, use, line)
                                 : -alphabeta(s, state, depth, team ^ 1, -use, -pass, line);
}

void jg_alphabeta(struct jg_search *s, const void *state, struct jg_report *report) {
    jg_search_root(s, value_for, true, state, report);
}
