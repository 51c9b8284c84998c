/* The table of built-in games. This layer opens and lists games by it and knows no game by name;
 * src/games/registry.c defines it. */
#ifndef GAME_KINDS_H
#define GAME_KINDS_H

#include <jogada/game.h>

extern const struct jg_game_kind *const jg_builtin_games[]; /* ends with NULL */

#endif
