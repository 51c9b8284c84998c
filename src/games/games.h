/* The built-in games. A new game adds its line here and in registry.c. */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "game/kinds.h"

extern const struct jg_game_kind jg_coins;
extern const struct jg_game_kind jg_numbers;
extern const struct jg_game_kind jg_tictactoe;
extern const struct jg_game_kind jg_pig;
extern const struct jg_game_kind jg_kalah;
extern const struct jg_game_kind jg_loa;
extern const struct jg_game_kind jg_domino;
extern const struct jg_game_kind jg_magic;

#endif
