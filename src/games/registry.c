/* The built-in games, in the order in which `jogada games` and the web page list them. */
#include "games/games.h"

const struct jg_game_kind *const jg_builtin_games[] = {&jg_coins, &jg_numbers, &jg_tictactoe, &jg_pig, &jg_kalah,
                                                       &jg_loa,   &jg_domino,  &jg_magic,     NULL};
