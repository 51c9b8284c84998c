/* Steps of a turn that the files of the rules share. */
#ifndef GAMES_MAGIC_RULES_H
#define GAMES_MAGIC_RULES_H

#include "games/magic/magic.h"

/* Life stays within JG_MAGIC_LIFE_MAX. */
void jg_magic_change_life(struct jg_magic_side *side, int by);

/* State-based actions: creatures with lethal damage or destroyed ones go to the graveyard; a player
 * at 0 life or less loses. */
void jg_magic_state_based_actions(const struct jg_game *g, struct jg_magic *s);

/* Plays a land, or casts a card; a card with a target waits for it in TARGET_1, TARGET_2 or AIM. In a game with windows
 * of priority the card goes on the stack. */
void jg_magic_cast(const struct jg_game *g, struct jg_magic *s, int kind);
void jg_magic_choose_target(const struct jg_game *g, struct jg_magic *s, jg_move move);

/* Resolves a card of a seat, which has left the hand: applies its effects, if `target` is still legal. `id`: of its
 * spell, 0 without a stack. */
void jg_magic_resolve(const struct jg_game *g, struct jg_magic *s, int seat, int kind, int id, jg_move target);

/* ---- The stack: stack.c ------------------------------------------------------------------- */

/* Puts a card of the mover on the stack, and gives priority. */
void jg_magic_push(const struct jg_game *g, struct jg_magic *s, int kind, jg_move target);

/* Removes the spell at a place of the stack. */
void jg_magic_remove_spell(struct jg_magic *s, int place);

/* A step: the players may respond; then the game continues with jg_magic_end_step. */
void jg_magic_begin_step(const struct jg_game *g, struct jg_magic *s, int step);

/* The player with priority passes. */
void jg_magic_pass_priority(const struct jg_game *g, struct jg_magic *s);

/* The effect of a spell has drawn a card. */
void jg_magic_drawn(const struct jg_game *g, struct jg_magic *s);

/* What follows a step in which both players have passed: magic.c. */
void jg_magic_end_step(const struct jg_game *g, struct jg_magic *s, int step);

/* The combat phase: legal moves, and the effect of one. */
int jg_magic_combat_moves(const struct jg_game *g, const struct jg_magic *s, jg_move *out);
void jg_magic_apply_combat(const struct jg_game *g, struct jg_magic *s, jg_move move);
void jg_magic_resolve_combat(const struct jg_game *g, struct jg_magic *s); /* deals combat damage */
void jg_magic_begin_combat(const struct jg_game *g, struct jg_magic *s);
void jg_magic_begin_blocks(const struct jg_game *g, struct jg_magic *s);
void jg_magic_mend_combat(struct jg_magic *s); /* after creatures have left a combat under way */

#endif
