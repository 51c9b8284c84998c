/* Alpha-beta pruning in negamax form, as in the lecture (which calls alpha "passe" and beta "use"). Alpha is what the
 * side to move is sure of, beta what the opponent will not allow it to exceed; once alpha reaches beta the remaining
 * moves are cut off. The result is fail-hard. Where the same side moves again, the sign does not change. */
#include "search/search.h"

static int32_t search_for_team(struct jg_search *s, const void *state, int depth, int team, int32_t alpha, int32_t beta,
                               struct jg_pv *pv);

/* The value of a position for the team to move, within alpha and beta. */
static int32_t alphabeta(struct jg_search *s, const void *state, int depth, int team, int32_t alpha, int32_t beta,
                         struct jg_pv *pv) {
    jg_move moves[s->game->max_moves];
    int n = jg_search_moves(s, state, depth, moves);
    if (depth <= 0) { /* quiescence: the side to move may stand pat */
        int32_t value = jg_search_leaf(s, state, team, false);
        if (n == 0 || value >= beta) {
            jg_search_cut(s, moves, n);
            return value;
        }
        if (value > alpha) alpha = value;
    }
    for (int i = 0; i < n; i++) {
        struct jg_pv child_pv;
        int32_t value = jg_search_child(s, search_for_team, state, moves[i], depth - 1, team, alpha, beta, &child_pv);
        if (s->stopped) break;
        if (value <= alpha) continue;
        alpha = value;
        jg_pv_set(pv, moves[i], &child_pv);
        if (alpha >= beta) {
            jg_search_cut(s, moves + i + 1, n - i - 1);
            break;
        }
    }
    return alpha;
}

static int32_t search_for_team(struct jg_search *s, const void *state, int depth, int team, int32_t alpha, int32_t beta,
                               struct jg_pv *pv) {
    int turn = jg_turn(s->game, state);
    if (turn < 0) return jg_search_terminal(s, state, team, turn);
    return jg_team(turn) == team ? alphabeta(s, state, depth, team, alpha, beta, pv)
                                 : -alphabeta(s, state, depth, team ^ 1, -beta, -alpha, pv);
}

void jg_alphabeta(struct jg_search *s, const void *state, struct jg_report *report) {
    jg_search_root(s, search_for_team, true, state, report);
}
