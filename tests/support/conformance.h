/* Checks the contract of include/jogada/game.h on a game by random play. A new game is tested by adding it to the list
 * in test_conformance.c. */
#ifndef TESTS_CONFORMANCE_H
#define TESTS_CONFORMANCE_H

#include <jogada/game.h>

/* Plays `games` random games and fails the running cmocka test at the first violation, with the position. */
void conform(const struct jg_game *g, int games, uint64_t seed);

#endif
