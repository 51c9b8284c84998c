/* The agents of the paper: what it calls the random agent and the search agent. */
#ifndef GAMES_MAGIC_PAPER_H
#define GAMES_MAGIC_PAPER_H

#include "games/magic/plan.h"

/* Whether the mulligan policy keeps the hand of whoever decides. */
bool jg_magic_keeps(const struct jg_game *g, const struct jg_magic *s);

/* A move of the random agent: mulligan by the policy, then all actions alike, where an
 * action is a card of the hand with its target, a set of attackers, an assignment of
 * blockers, an order. `view` needs to be nothing but a view of whoever moves. */
jg_move jg_magic_random_move(const struct jg_game *g, const struct jg_magic *view, struct jg_rng *rng);

/* The search agent: its plan stays in force as long as what it sees is what the plan foresaw. */
struct jg_magic_searcher {
    struct jg_magic_planner planner;
    struct jg_magic_plan plan;
    int next;          /* action of the plan */
    int begin;         /* the same before the last move */
    uint64_t searched; /* states, for the plan */
    uint64_t expected; /* hash of the view after the last move; 0: nothing is planned */
    bool planned;      /* plan is one */
    bool whim;         /* scries and discards at random */
    double explore;    /* chance that a turn follows any plan that the search offers, all alike */
};

/* What to do with the top card: land or other, whichever the mulligan's reward asks for. */
bool jg_magic_leaves(const struct jg_game *g, const struct jg_magic *s);

/* What to discard: a land too many, or the card that can be cast last. */
int jg_magic_spare(const struct jg_game *g, const struct jg_magic *s);

/* A move of the search agent: the best plan for the turn, blocks by minimax. */
jg_move jg_magic_search_move(struct jg_magic_searcher *a, const struct jg_magic *view, struct jg_rng *rng);

/* The next move of a plan in MAIN_1, TARGET_1, ATTACK, MAIN_2, TARGET_2; *next counts the
 * cards that were played. */
jg_move jg_magic_follow(const struct jg_magic *view, const struct jg_magic_plan *plan, int *next);

/* A move in combat by the reward alone: attackers, blockers, orders, whatever was named before. */
jg_move jg_magic_combat_move(struct jg_magic_planner *p, const struct jg_magic *view);

/* The next move of blocks in BLOCK and BLOCKED (0: that blocker was to block nobody), of an
 * order in ORDER. */
jg_move jg_magic_follow_blocks(const struct jg_magic *view, const struct jg_magic_field *f,
                               const struct jg_magic_defence *d);
jg_move jg_magic_follow_order(const struct jg_magic *view, const struct jg_magic_field *f,
                              const struct jg_magic_defence *d);

extern const struct jg_agent_kind jg_magic_random_agent, jg_magic_search_agent;

#endif
