/* The course of a turn: shared by the files of the rules. */
#ifndef GAMES_MAGIC_TURN_H
#define GAMES_MAGIC_TURN_H

#include "games/magic/magic.h"

/* Within JG_MAGIC_LIFE_MAX. */
void jg_magic_change_life(struct jg_magic_side *side, int by);

/* State check: creatures with lethal damage or destroyed go to the graveyard, who has
 * no life left loses. */
void jg_magic_check(const struct jg_game *g, struct jg_magic *s);

/* A land or a card without a target from the hand; with one it waits for its target
 * in a phase of its own. */
void jg_magic_cast(const struct jg_game *g, struct jg_magic *s, int kind);
void jg_magic_aim(const struct jg_game *g, struct jg_magic *s, jg_move move);

/* The combat phase: its moves, and each step of it. */
int jg_magic_combat_moves(const struct jg_game *g, const struct jg_magic *s, jg_move *out);
void jg_magic_combat(const struct jg_game *g, struct jg_magic *s, jg_move move);
void jg_magic_end_combat(const struct jg_game *g, struct jg_magic *s); /* deals the damage */
void jg_magic_begin_combat(const struct jg_game *g, struct jg_magic *s);

#endif
