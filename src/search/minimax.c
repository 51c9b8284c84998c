/* Minimax as in the lecture: OR nodes, where the searching side (MAX) moves, take the greatest value, AND nodes, where
 * the opponent (MIN) moves, the least. */
#include "search/search.h"

static int32_t minimax(struct jg_search *s, const void *state, int depth, int team, int32_t alpha, int32_t beta,
                       struct jg_pv *pv) {
    const struct jg_game *g = s->game;
    int turn = jg_turn(g, state);
    if (turn < 0) return jg_search_terminal(s, state, team, turn);

    jg_move moves[g->max_moves];
    int n = jg_search_moves(s, state, depth, moves);
    bool maximize = jg_team(turn) == team;
    int32_t best = maximize ? -JG_INFINITE : JG_INFINITE;
    if (depth <= 0) best = jg_search_leaf(s, state, team, false); /* quiescence: either side may stand pat */
    for (int i = 0; i < n && !s->stopped; i++) {
        struct jg_pv child_pv;
        int32_t value = jg_search_child(s, minimax, state, moves[i], depth - 1, team, alpha, beta, &child_pv);
        if (s->stopped || (maximize ? value <= best : value >= best)) continue;
        best = value;
        jg_pv_set(pv, moves[i], &child_pv);
    }
    return best;
}

void jg_minimax(struct jg_search *s, const void *state, struct jg_report *report) {
    jg_search_root(s, minimax, false, state, report);
}
