/* The two agents of the paper: random and search. */
#ifndef GAMES_MAGIC_PAPER_H
#define GAMES_MAGIC_PAPER_H

#include "games/magic/turn_search.h"

/* Whether the mulligan policy keeps the hand of the player to move. */
bool jg_magic_keeps_hand(const struct jg_game *g, const struct jg_magic *s);

/* A move of the random agent: mulligan by the policy, then uniform over actions, where an action is
 * a card with its target, a set of attackers, an assignment of blockers, or a damage order. `view`
 * may be a view of the player to move. */
jg_move jg_magic_random_move(const struct jg_game *g, const struct jg_magic *view, struct jg_rng *rng);

/* The search agent. A plan stays in force while the views are those that it predicted. */
struct jg_magic_searcher {
    struct jg_magic_planner planner;
    struct jg_magic_plan plan;
    int next;          /* the next action of the plan */
    int begin;         /* next, before the last move */
    uint64_t searched; /* states visited for the plan */
    uint64_t expected; /* hash of the expected view; 0: no plan in force */
    bool planned;      /* plan holds a plan */
    bool whim;         /* scry and discard at random */
    double explore;    /* probability of following a random plan of the search in a turn */
};

/* Whether scry leaves the top card: a land or not, whichever the reward of the mulligan prefers. */
bool jg_magic_scry_keeps_top(const struct jg_game *g, const struct jg_magic *s);

/* The card to discard: a surplus land, or else the most expensive card. */
int jg_magic_choose_discard(const struct jg_game *g, const struct jg_magic *s);

/* A move of the search agent: the best plan for the turn, blocks by minimax. */
jg_move jg_magic_search_move(struct jg_magic_searcher *a, const struct jg_magic *view, struct jg_rng *rng);

/* The move of the mover in RESPOND and AIM, by the reward. */
jg_move jg_magic_respond(struct jg_magic_planner *p, const struct jg_magic *s);

/* The next move of a plan in MAIN_1, TARGET_1, ATTACK, MAIN_2 and TARGET_2; *next counts the cards
 * played. */
jg_move jg_magic_next_plan_move(const struct jg_magic *view, const struct jg_magic_plan *plan, int *next);

/* The best move in combat by the reward alone, given what has been declared: an attacker, a
 * blocker, the next in the damage order. */
jg_move jg_magic_best_combat_move(struct jg_magic_planner *p, const struct jg_magic *view);

/* The next move of blocks in BLOCK and BLOCK_WHICH; 0: the chosen blocker was not to block. */
jg_move jg_magic_next_block_move(const struct jg_magic *view, const struct jg_magic_battlefield *f,
                                 const struct jg_magic_blocks *d);

extern const struct jg_agent_kind jg_magic_random_agent, jg_magic_search_agent;

#endif
