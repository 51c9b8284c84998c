/* Small games with chance and perfect information, to test searches. They borrow the texts of coins. */
#ifndef TESTS_DICE_H
#define TESTS_DICE_H

#include <jogada/game.h>

enum dice_game {
    /* A race of two tokens per side over RACE_SQUARES squares, with a three-sided die rolled before each turn. A token
     * that lands on a single opposing token sends it back; two tokens on a square are safe. A side without a move
     * passes. The first side with both tokens home wins. */
    DICE_RACE,

    /* Layers of places, each with a turn, moves or outcomes, an end or an evaluation
     * drawn from a seed: four seats, of whom any may follow any, chance after chance,
     * outcomes of all probabilities, and many ways to the same place. */
    DICE_MAZE,
};

enum { RACE_SQUARES = 7, RACE_SIDES = 3, MAZE_LAYERS = 14, MAZE_WIDTH = 40, MAZE_MOST = 40000 };

struct race {
    uint8_t at[2][2]; /* squares, the lower first; RACE_SQUARES: home */
    uint8_t player, die;
};

struct maze {
    uint32_t seed;
    uint8_t layer, place;
};

/* The evaluators of the maze are `ends`, up to MAZE_MOST points, and `open`, which knows no ends. */
struct jg_game_kind dice_kind(enum dice_game game);

#endif
