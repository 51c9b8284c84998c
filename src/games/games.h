/* The built-in games that games.def lists. */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include "game/kinds.h"

#define GAME(name) extern const struct jg_game_kind jg_##name;
#include "games/games.def"
#undef GAME

#endif
