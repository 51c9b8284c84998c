/* Kuhn poker (H. W. Kuhn, 1950): three cards, one for each player and one hidden from both. The smallest game with
 * chance and hidden information, to test the interface. */
#ifndef TESTS_KUHN_H
#define TESTS_KUHN_H

#include <jogada/game.h>

extern const struct jg_game_kind kuhn;

/* By its likelihood people bet so often with Jack, Queen and King, [1]: when the other has bet. */
extern const double kuhn_bets[2][3];

#endif
