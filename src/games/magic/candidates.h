/* Candidates of a decision, found by the search of a turn and ordered by its reward. */
#ifndef GAMES_MAGIC_CANDIDATES_H
#define GAMES_MAGIC_CANDIDATES_H

#include "games/magic/rollout.h"

enum { JG_MAGIC_CANDIDATES = 64 };

/* A candidate: a plan, blocks, or a single move. */
struct jg_magic_candidate {
    union {
        struct jg_magic_plan plan;
        struct jg_magic_blocks blocks;
        jg_move move;
    };
    int32_t value;  /* by the reward */
    uint32_t games; /* rollouts */
    double won;     /* of these games; a draw is half a win */
};

struct jg_magic_candidates {
    struct jg_magic_planner *planner; /* its weights evaluate them */
    int width;                        /* at most JG_MAGIC_CANDIDATES */
    int weightings;                   /* of plans: those of the planner, and up to two more */
    struct jg_magic_candidate candidate[JG_MAGIC_CANDIDATES];
    int count;
    int reserved;                      /* while candidates are generated: those before this index stay */
    struct jg_magic_battlefield field; /* the battle that blocks refer to */
};

/* Fills in candidate, count and field for the player to move, given that player's view. */
void jg_magic_generate(struct jg_magic_candidates *l, const struct jg_magic *view);

/* All attackers of a battle. */
static inline uint32_t jg_magic_all_attack(const struct jg_magic_battlefield *f) {
    return (uint32_t)((UINT64_C(1) << f->battle.attackers) - 1);
}

/* Carries out a candidate in a state; `seat` decides. Plans, blocks and moves as in rollouts with a policy. */
void jg_magic_carry_out(struct jg_magic_candidates *l, const struct jg_magic_rollout_policy *policy,
                        const struct jg_magic_candidate *candidate, struct jg_magic *s, int seat, uint64_t seed);

#endif
