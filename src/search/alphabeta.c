/* The lecture's alpha-beta: one procedure for both sides by the change of sign.
 * `pass` is what the side to move has for certain, `use` what the other side
 * will not let it exceed; once pass reaches use, the rest is cut off. (The
 * lecture calls them "passe" and "use".) Where a side moves twice, nothing
 * changes its sign. */
#include "search/search.h"

#include <string.h>

static int32_t alphabeta(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                         struct jg_line *line);

/* The value of a position for `team`, whoever moves there. */
static int32_t value_for(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                         struct jg_line *line) {
    int turn = jg_turn(s->game, state);
    line->count = 0;
    if (jg_search_enter(s)) return 0;
    if (turn == JG_OVER || depth == 0) return jg_search_leaf(s, state, team, turn == JG_OVER);
    return jg_team(turn) == team ? alphabeta(s, state, depth, team, pass, use, line)
                                 : -alphabeta(s, state, depth, team ^ 1, -use, -pass, line);
}

/* The value of a position for the team to move, as far as it lies between pass and use. */
static int32_t alphabeta(struct jg_search *s, const void *state, int depth, int team, int32_t pass, int32_t use,
                         struct jg_line *line) {
    const struct jg_game *g = s->game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    jg_move moves[g->max_moves];
    struct jg_line rest;
    int n = jg_moves(g, state, moves);
    for (int i = 0; i < n; i++) {
        memcpy(child, state, g->state_size);
        jg_apply(g, child, moves[i]);
        int32_t value = value_for(s, child, depth - 1, team, pass, use, &rest);
        if (s->stopped) break;
        if (value <= pass) continue;
        pass = value;
        jg_line_set(line, moves[i], &rest);
        if (pass >= use) {
            s->cuts += i + 1 < n;
            break;
        }
    }
    return pass;
}

void jg_alphabeta(struct jg_search *s, const void *state, struct jg_report *report) {
    int depth = jg_search_begin(s), team = jg_team(jg_turn(s->game, state));
    struct jg_line line = {0};
    jg_move moves[JG_MOVES_MAX];
    jg_moves(s->game, state, moves);
    report->move = moves[0];
    jg_search_enter(s);
    int32_t value = alphabeta(s, state, depth, team, -INT32_MAX, INT32_MAX, &line);
    jg_search_report(s, s->limits.depth, value, &line, report);
}
