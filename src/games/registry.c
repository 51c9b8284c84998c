/* The built-in games, in the order of games.def. */
#include "games/games.h"

const struct jg_game_kind *const jg_builtin_games[] = {
#define GAME(name) &jg_##name,
#include "games/games.def"
#undef GAME
    NULL};
