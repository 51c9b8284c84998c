/* Steps of a turn that the files of the rules share. */
#ifndef GAMES_MAGIC_RULES_H
#define GAMES_MAGIC_RULES_H

#include "games/magic/magic.h"

/* Life stays within JG_MAGIC_LIFE_MAX. */
void jg_magic_change_life(struct jg_magic_side *side, int by);

/* State-based actions: creatures with lethal damage or destroyed ones go to the graveyard; a player
 * at 0 life or less loses. */
void jg_magic_state_based_actions(const struct jg_game *g, struct jg_magic *s);

/* Plays a land, or casts a card; a card with a target waits for it in TARGET_1 or TARGET_2. */
void jg_magic_cast(const struct jg_game *g, struct jg_magic *s, int kind);
void jg_magic_choose_target(const struct jg_game *g, struct jg_magic *s, jg_move move);

/* The combat phase: legal moves, and the effect of one. */
int jg_magic_combat_moves(const struct jg_game *g, const struct jg_magic *s, jg_move *out);
void jg_magic_apply_combat(const struct jg_game *g, struct jg_magic *s, jg_move move);
void jg_magic_resolve_combat(const struct jg_game *g, struct jg_magic *s); /* deals combat damage */
void jg_magic_begin_combat(const struct jg_game *g, struct jg_magic *s);

#endif
