/* Token games, to test searches on what the real games lack: endless play, repetition, an available draw. They borrow
 * the texts of coins. */
#ifndef TESTS_TOKEN_H
#define TESTS_TOKEN_H

#include <jogada/game.h>

enum token_game {
    /* On the places 0..TOKEN_SPOTS-1 either side moves the token by one or two to
     * the right (moves 2, 3) or one to the left (1). On the last place team 0 has
     * won, on the first team 1. Players could go on for ever. */
    TOKEN_LINE,
    TOKEN_RING, /* the same on a ring, which has no end */

    /* At TOKEN_CHOICE a move ends the game in a draw and the other goes on for
     * ever; one comes there from TOKEN_BEFORE. A move is the place it leads to. */
    TOKEN_HELD,
};

enum { TOKEN_SPOTS = 6 };
enum { TOKEN_BEFORE, TOKEN_CHOICE, TOKEN_END, TOKEN_ONWARD };

struct token {
    uint8_t at, player;
};

/* The evaluator always says 300 points, 3 units, for team 0. */
struct jg_game_kind token_kind(enum token_game game);

#endif
