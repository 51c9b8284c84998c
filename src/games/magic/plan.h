/* The paper's search of a whole turn: breadth first over what is cast in the first main
 * phase, minimax of the combat for each set of attackers, breadth first over the second
 * main phase; the best end of the turn by the paper's reward. */
#ifndef GAMES_MAGIC_PLAN_H
#define GAMES_MAGIC_PLAN_H

#include "games/magic/combat.h"
#include "search/bfs.h"

enum { JG_MAGIC_ACTIONS = 24 }; /* cards played in a phase, at most: no hand is larger */

/* A card and its target, AIM or AIM_PLAYER, or 0. */
struct jg_magic_action {
    uint8_t kind;
    jg_move target;
};

/* What to do in a turn: in the main phase that it is, and in the combat after the first. */
struct jg_magic_plan {
    int32_t value;  /* ten times the paper's reward at the end of the turn, as foreseen */
    int32_t combat; /* the same right after the combat */
    int actions, attackers;
    struct jg_magic_action action[JG_MAGIC_ACTIONS];
    uint8_t attacker[JG_MAGIC_CREATURES]; /* ids, in order */
};

/* Ten times the paper's reward of a state for a seat, with `win` more or less if a player is dead. */
int32_t jg_magic_reward(const struct jg_game *g, const struct jg_magic *s, int seat, const struct jg_magic_weights *w);

/* Memory for planning, for one thread at a time. */
struct jg_magic_planner {
    const struct jg_game *game;
    struct jg_magic_weights weights;
    struct jg_until until;
    uint64_t nodes; /* states looked at, since somebody set it to 0 */

    /* Told each plan that is looked at to its end, in no order, if set. A plan that cannot be
     * among the best may be left out if `keen` is false. */
    void (*offer)(void *arg, const struct jg_magic_plan *plan);
    void *arg;
    bool keen;

    uint32_t sets;   /* sets of attackers to look at after each first main phase, at most; 0: all */
    uint32_t states; /* states to keep in the search of a main phase, at most; 65,536 at first */

    /* Private. */
    struct jg_magic_effort *effort; /* of one plan, or of blocks: bounded, for decks that would take for ever */
    struct jg_bfs first, second;
    struct jg_magic_minimax *minimax;
    struct jg_magic_turn_search *turn;
};

enum jg_status jg_magic_planner_init(struct jg_magic_planner *p, const struct jg_game *g, struct jg_error *err);
void jg_magic_planner_free(struct jg_magic_planner *p); /* may be called twice */

/* A new question: what was over is not any more, unless `until` is. The functions below begin
 * by themselves; whoever asks the minimax has to. Returns whether it is over. */
bool jg_magic_planner_begin(struct jg_magic_planner *p);

/* The best plan of the active player in a main phase; in TARGET_1 and TARGET_2, where the first action is
 * the card that waits for its target; or in ATTACK, where creatures that were named attack. Of equal plans
 * the last, so one with most cards. A view of the active player is enough. The best so far, perhaps
 * to do nothing, once `until` is over. Offers are not made in TARGET_1
 * and TARGET_2. */
void jg_magic_plan(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out);

/* The battle that a state in a main phase, or in one of combat, leads to: who may attack
 * (in combat: who does), who may block; with the creatures' indices. In a main phase they are
 * in an order that does not depend on which creature came first, so that of equal blocks the same are
 * foreseen whatever order cards were cast in; in combat they are as they stand. */
struct jg_magic_field {
    struct jg_magic_battle battle;
    uint8_t attacker[JG_MAGIC_CREATURES], blocker[JG_MAGIC_CREATURES];
};
void jg_magic_field(const struct jg_game *g, const struct jg_magic *s, bool declared, struct jg_magic_field *out);

/* Plays a combat out: a set of the field's attackers, blocks and orders. Phase MAIN_2 or END follows. */
void jg_magic_play_combat(const struct jg_game *g, struct jg_magic *s, const struct jg_magic_field *f, uint32_t attack,
                          const struct jg_magic_defence *d);

/* Plays a card of the active player, target and all. */
void jg_magic_act(const struct jg_game *g, struct jg_magic *s, struct jg_magic_action action);

/* The best blocks of the defender in BLOCK and BLOCKED, and best orders of the attacker in ORDER, by the
 * reward. What was said of blockers already stays; if that is none of the best, the others block as is best for
 * each while the rest stay. */
void jg_magic_plan_blocks(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_field *f,
                          struct jg_magic_defence *out);
void jg_magic_plan_order(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_field *f,
                         struct jg_magic_defence *out);

#endif
