/* Forced wins by brute force, without a table. */
#ifndef TESTS_FORCED_H
#define TESTS_FORCED_H

#include <jogada/jogada.h>

#include <string.h>

/* Whether a team can force a win within `plies`. */
static inline bool wins_within(const struct jg_game *g, const void *state, int goal, int plies) {
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) return jg_score(g, state, goal) > 0;
    if (!plies) return false;
    jg_move moves[JG_MOVES_MAX];
    union jg_state child;
    int n = jg_moves(g, state, moves);
    bool ours = jg_team(turn) == goal;
    for (int i = 0; i < n; i++) {
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        if (wins_within(g, &child, goal, plies - 1) == ours) return ours;
    }
    return !ours;
}

/* The moves after which the team to move wins within `plies` in total. */
static inline int winning_moves(const struct jg_game *g, const void *state, int plies, jg_move *out) {
    jg_move moves[JG_MOVES_MAX];
    union jg_state child;
    int n = jg_moves(g, state, moves), goal = jg_team(jg_turn(g, state)), won = 0;
    for (int i = 0; i < n; i++) {
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        if (wins_within(g, &child, goal, plies - 1)) out[won++] = moves[i];
    }
    return won;
}

#endif
