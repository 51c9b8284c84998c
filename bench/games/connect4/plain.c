#include "bench/games/connect4/plain.h"

#include <string.h>

void plain_connect4_start(struct plain_connect4 *p, int width, int height, int connect) {
    *p = (struct plain_connect4){.width = width, .height = height, .connect = connect, .player = 'r'};
    memset(p->board, '.', sizeof p->board);
}

/* The square, or 0 beyond the edge. */
static char at(const struct plain_connect4 *p, int row, int column) {
    bool inside = row >= 0 && row < p->height && column >= 0 && column < p->width;
    return inside ? p->board[row][column] : 0;
}

static const int STEPS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

/* The discs of a side in a straight line from a square, without the square itself. */
static int run(const struct plain_connect4 *p, int row, int column, int down, int right, char side) {
    int n = 0;
    while (at(p, row + (n + 1) * down, column + (n + 1) * right) == side) n++;
    return n;
}

bool plain_connect4_completes(const struct plain_connect4 *p, int row, int column, char side) {
    for (int i = 0; i < 4; i++) {
        int down = STEPS[i][0], right = STEPS[i][1];
        if (1 + run(p, row, column, down, right, side) + run(p, row, column, -down, -right, side) >= p->connect)
            return true;
    }
    return false;
}

int plain_connect4_open_lines(const struct plain_connect4 *p, char side) {
    int lines = 0;
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++)
            for (int i = 0; i < 4; i++) {
                int n = 0;
                for (; n < p->connect; n++) {
                    char square = at(p, row + n * STEPS[i][0], column + n * STEPS[i][1]);
                    if (square != side && square != '.') break;
                }
                lines += n == p->connect;
            }
    return lines;
}

bool plain_connect4_may(const struct plain_connect4 *p, int column) {
    return !p->winner && at(p, p->height - 1, column) == '.';
}

static bool full(const struct plain_connect4 *p) {
    for (int column = 0; column < p->width; column++)
        if (at(p, p->height - 1, column) == '.') return false;
    return true;
}

void plain_connect4_move(struct plain_connect4 *p, int column) {
    int row = 0;
    while (p->board[row][column] != '.') row++;
    p->board[row][column] = p->player;
    if (plain_connect4_completes(p, row, column, p->player))
        p->winner = p->player;
    else if (full(p))
        p->winner = '=';
    p->player = p->player == 'r' ? 'y' : 'r';
}

uint64_t plain_connect4_perft(const struct plain_connect4 *p, int depth) {
    uint64_t n = 0;
    if (!depth) return 1;
    for (int column = 0; column < p->width; column++) {
        struct plain_connect4 next = *p;
        if (!plain_connect4_may(p, column)) continue;
        plain_connect4_move(&next, column);
        n += plain_connect4_perft(&next, depth - 1);
    }
    return n;
}

int plain_connect4_minimax(const struct plain_connect4 *p) {
    int best = -1;
    if (p->winner) return p->winner == '=' ? 0 : p->winner == p->player ? 1 : -1;
    for (int column = 0; column < p->width; column++) {
        struct plain_connect4 next = *p;
        if (!plain_connect4_may(p, column)) continue;
        plain_connect4_move(&next, column);
        int value = -plain_connect4_minimax(&next);
        if (value > best) best = value;
    }
    return best;
}
