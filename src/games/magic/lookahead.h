/* Lookahead by determinized rollouts: candidates are simulated in sampled worlds, and sequential
 * halving drops the worse half round by round. */
#ifndef GAMES_MAGIC_LOOKAHEAD_H
#define GAMES_MAGIC_LOOKAHEAD_H

#include "games/magic/candidates.h"
#include "games/magic/greedy.h"
#include "search/budget.h"

struct jg_magic_lookahead {
    struct jg_magic_planner planner; /* for candidates, and for both players in rollouts */
    struct jg_magic_rollout_policy policy;
    uint64_t rollouts;  /* in all, about, or of each repetition; 0, with a clock: as many as it allows */
    bool repeats;       /* until the budget is spent */
    uint64_t max_nodes; /* states that the planner may visit; 0: no limit */
    struct jg_budget budget;

    struct jg_magic_candidates list;
    struct jg_magic_greedy greedy; /* decides in rollouts if the policy says so, and alone without rollouts */
    bool alone;                    /* no rollouts: the greedy player decides main phases and blocks */
    struct jg_eval eval;           /* of positions where rollouts end before the game */
    int best;                      /* index of a candidate */
    uint64_t games;                /* rollouts of this decision */
};

enum jg_status jg_magic_lookahead_init(struct jg_magic_lookahead *l, const struct jg_game *g, struct jg_error *err);
void jg_magic_lookahead_free(struct jg_magic_lookahead *l);

/* Decides for the player to move, given that player's view: fills candidate[] and best. If it is
 * stopped before there is a candidate, candidate[best] does nothing more in the phase. */
void jg_magic_lookahead(struct jg_magic_lookahead *l, const struct jg_magic *view, uint64_t seed);

extern const struct jg_agent_kind jg_magic_player;

#endif
