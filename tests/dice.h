/* Small games with chance and nothing hidden, to try searches with. Their texts are
 * those of coins, and nobody reads them. */
#ifndef TESTS_DICE_H
#define TESTS_DICE_H

#include <jogada/game.h>

enum dice_game {
    /* A race of two tokens each over RACE_SQUARES squares with a die of three sides,
     * cast before each turn. Who lands on a lone enemy sends it back; two on a square
     * are safe. Who cannot move passes. Who has both home first has won. */
    DICE_RACE,

    /* Layers of places, each with a turn, moves or outcomes, an end or a judgement
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
