/* The promises of include/jogada/game.h, checked on a game by random walks. A
 * new game is tested by adding it to the list in test_conformance.c. */
#ifndef TESTS_CONFORMANCE_H
#define TESTS_CONFORMANCE_H

#include <jogada/game.h>

/* Walks so many games and fails the running cmocka test at the first broken
 * promise, saying which, in which position. */
void conform(const struct jg_game *g, int games, uint64_t seed);

#endif
