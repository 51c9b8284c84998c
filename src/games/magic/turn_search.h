/* The paper's search of a whole turn (section 4.2): breadth-first search over the cards of the first
 * main phase, minimax over combat for each set of attackers, breadth-first search over the second
 * main phase; the best end of the turn by the paper's reward. */
#ifndef GAMES_MAGIC_TURN_SEARCH_H
#define GAMES_MAGIC_TURN_SEARCH_H

#include "games/magic/combat_search.h"
#include "search/bfs.h"

enum { JG_MAGIC_ACTIONS = 24 }; /* cards played in a phase, at most */

/* Limits of the combat search on boards too crowded for an exact one. 20 blockers of 5 kinds, four of each, have 3125
 * sets. */
enum { JG_MAGIC_CROWDED_SETS = 4096, JG_MAGIC_CROWDED_SUMS = 5000 };

/* A card and its target, a move TARGET_CREATURE or TARGET_PLAYER, or 0. */
struct jg_magic_action {
    uint8_t kind;
    jg_move target;
};

/* A plan for the rest of the turn: the cards of the present main phase, and the attackers if it is
 * the first. */
struct jg_magic_plan {
    int32_t value;  /* ten times the predicted reward at the end of the turn */
    int32_t combat; /* the same right after combat */
    int actions, attackers;
    struct jg_magic_action action[JG_MAGIC_ACTIONS];
    uint8_t attacker[JG_MAGIC_CREATURES]; /* ids, in order */
};

/* Ten times the paper's reward of a state for a seat, minus or plus `win` for a player at 0 life or
 * less. */
int32_t jg_magic_reward(const struct jg_game *g, const struct jg_magic *s, int seat, const struct jg_magic_weights *w);

/* A turn searcher and its memory, for one thread at a time. */
struct jg_magic_planner {
    const struct jg_game *game;
    struct jg_magic_weights weights;
    struct jg_budget budget;
    uint64_t nodes; /* states visited; the caller resets it */

    /* Called for every complete plan, in no order, if set. Unless `exhaustive`, plans that cannot
     * be among the best may be skipped. */
    void (*on_plan)(void *arg, const struct jg_magic_plan *plan);
    void *arg;
    bool exhaustive;

    uint32_t max_attacks; /* sets of attackers after each first main phase, at most; 0: all */
    uint32_t max_states;  /* states of the search of a main phase, at most; 65,536 by default */

    /* Private. */
    struct jg_magic_work_budget *work; /* of one query: a plan or blocks */
    struct jg_bfs first, second;
    struct jg_magic_combat_search *combat_search;
    struct jg_magic_turn_search *turn;
};

enum jg_status jg_magic_planner_init(struct jg_magic_planner *p, const struct jg_game *g, struct jg_error *err);
void jg_magic_planner_free(struct jg_magic_planner *p); /* may be called twice */

/* Starts a new query with a fresh work budget; returns whether it is exhausted already. The
 * functions below call it; callers of the combat search must. */
bool jg_magic_planner_begin(struct jg_magic_planner *p);

/* The best plan of the active player in a main phase; in TARGET_1 and TARGET_2, where the first
 * action is the card that waits for its target; and in ATTACK, where declared attackers stay. Of
 * equal plans the last, which plays the most cards. A view of the active player is enough. Once the
 * budget is spent, the best plan so far, possibly to do nothing. on_plan is not called in TARGET_1
 * and TARGET_2. */
void jg_magic_plan(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out);

/* The battle of a state, with the indices of the creatures: in a main phase the creatures that may
 * attack, in combat (declared) those that do, and the possible blockers. In a main phase the order
 * does not depend on when creatures entered, so that the predicted blocks do not either; in combat
 * it is the order of the state. */
struct jg_magic_battlefield {
    struct jg_magic_battle battle;
    uint8_t attacker[JG_MAGIC_CREATURES], blocker[JG_MAGIC_CREATURES];
};
void jg_magic_battlefield(const struct jg_game *g, const struct jg_magic *s, bool declared,
                          struct jg_magic_battlefield *out);

/* Resolves combat with a set of the attackers, blocks and damage orders. Phase MAIN_2 or END
 * follows. */
void jg_magic_play_combat(const struct jg_game *g, struct jg_magic *s, const struct jg_magic_battlefield *f,
                          uint32_t attack, const struct jg_magic_blocks *d);

/* Plays a card of the active player, with its target. */
void jg_magic_play_action(const struct jg_game *g, struct jg_magic *s, struct jg_magic_action action);

/* The best blocks of the defender in BLOCK and BLOCK_WHICH, and the best damage orders of the
 * attacker in ORDER, by the reward. Blockers already declared stay; if they are not among the best
 * blocks, the others are improved one at a time. */
void jg_magic_plan_blocks(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_battlefield *f,
                          struct jg_magic_blocks *out);
void jg_magic_plan_order(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_battlefield *f,
                         struct jg_magic_blocks *out);

#endif
