/* Connect Four again, plain and slow, from the rules alone: an array of squares and loops over them. The oracle of the
 * tests and the baseline of `jogada bench`. It shares no code with src/games/connect4. */
#ifndef BENCH_GAMES_CONNECT4_PLAIN_H
#define BENCH_GAMES_CONNECT4_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAIN_CONNECT4_MAX = 10 };

struct plain_connect4 {
    int width, height, connect;
    char board[PLAIN_CONNECT4_MAX][PLAIN_CONNECT4_MAX]; /* by row from the bottom and column: 'r', 'y' or '.' */
    char player;                                        /* 'r' or 'y': to move, also when the game is over */
    char winner;                                        /* 'r', 'y', '=' for a draw, or 0 */
};

void plain_connect4_start(struct plain_connect4 *p, int width, int height, int connect);

/* Whether the column, from 0, has room and the game is not over. */
bool plain_connect4_may(const struct plain_connect4 *p, int column);
void plain_connect4_move(struct plain_connect4 *p, int column);

/* The lines of `connect` squares, anywhere on the board, without a disc of the opponent of `side`. */
int plain_connect4_open_lines(const struct plain_connect4 *p, char side);

/* Whether a disc of `side` on an empty square would complete a line. */
bool plain_connect4_completes(const struct plain_connect4 *p, int row, int column, char side);

uint64_t plain_connect4_perft(const struct plain_connect4 *p, int depth);

/* The result for the player to move with best play, 1, 0 or -1, by trying everything. */
int plain_connect4_minimax(const struct plain_connect4 *p);

#endif
