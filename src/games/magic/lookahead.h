/* Lookahead by determinized rollouts: candidates are simulated in sampled worlds, and sequential
 * halving drops the worse half round by round. */
#ifndef GAMES_MAGIC_LOOKAHEAD_H
#define GAMES_MAGIC_LOOKAHEAD_H

#include "games/magic/rollout.h"
#include "search/budget.h"

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

struct jg_magic_lookahead {
    struct jg_magic_planner planner; /* for candidates, and for both players in rollouts */
    struct jg_magic_rollout_policy policy;
    int width;          /* candidates, at most JG_MAGIC_CANDIDATES */
    uint64_t rollouts;  /* in all, about, or of each repetition; 0, with a clock: as many as it allows */
    bool repeats;       /* until the budget is spent */
    uint64_t max_nodes; /* states that the planner may visit; 0: no limit */
    struct jg_budget budget;

    struct jg_magic_candidate candidate[JG_MAGIC_CANDIDATES];
    int candidates, best;
    int reserved;                      /* while candidates are generated: those before this index stay */
    struct jg_magic_battlefield field; /* the battle that blocks refer to */
    uint64_t games;                    /* rollouts of this decision */
};

enum jg_status jg_magic_lookahead_init(struct jg_magic_lookahead *l, const struct jg_game *g, struct jg_error *err);
void jg_magic_lookahead_free(struct jg_magic_lookahead *l);

/* Decides for the player to move, given that player's view: fills candidate[] and best. If it is
 * stopped before there is a candidate, candidate[best] does nothing more in the phase. */
void jg_magic_lookahead(struct jg_magic_lookahead *l, const struct jg_magic *view, uint64_t seed);

extern const struct jg_agent_kind jg_magic_player;

#endif
