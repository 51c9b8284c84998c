/* Negamax, the lecture's second form of minimax: every node maximizes, and the sign changes with the side to move.
 * Where the same side moves again, the sign does not change. */
#include "search/search.h"

static int32_t search_for_team(struct jg_search *s, const void *state, int depth, int team, int32_t alpha, int32_t beta,
                               struct jg_pv *pv);

/* The value of a position for the team to move. */
static int32_t negamax(struct jg_search *s, const void *state, int depth, int team, int32_t alpha, int32_t beta,
                       struct jg_pv *pv) {
    jg_move moves[s->game->max_moves];
    int n = jg_search_moves(s, state, depth, moves);
    int32_t best = depth > 0 ? -JG_INFINITE : jg_search_leaf(s, state, team, false);
    for (int i = 0; i < n; i++) {
        struct jg_pv child_pv;
        int32_t value = jg_search_child(s, search_for_team, state, moves[i], depth - 1, team, alpha, beta, &child_pv);
        if (s->stopped) break;
        if (value <= best) continue;
        best = value;
        jg_pv_set(pv, moves[i], &child_pv);
    }
    return best;
}

static int32_t search_for_team(struct jg_search *s, const void *state, int depth, int team, int32_t alpha, int32_t beta,
                               struct jg_pv *pv) {
    int turn = jg_turn(s->game, state);
    if (turn < 0) return jg_search_terminal(s, state, team, turn);
    return jg_team(turn) == team ? negamax(s, state, depth, team, alpha, beta, pv)
                                 : -negamax(s, state, depth, team ^ 1, alpha, beta, pv);
}

void jg_negamax(struct jg_search *s, const void *state, struct jg_report *report) {
    jg_search_root(s, search_for_team, false, state, report);
}
