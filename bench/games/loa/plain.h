/* Lines of Action once more, plain and slow and written straight from the rules:
 * the oracle for the tests and the yardstick for `jogada bench`. It shares no
 * code with src/games/loa. */
#ifndef BENCH_GAMES_LOA_PLAIN_H
#define BENCH_GAMES_LOA_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plain_loa {
    char board[8][8]; /* by rank and file; 'b', 'w' or '.' */
    char player;      /* 'b' or 'w': who is to move, or would be */
    char winner;      /* 'b', 'w', '=' drawn, or 0: the game goes on */
    bool both_mover;  /* connecting both sides wins instead of drawing */
    bool nomove_loss; /* who cannot move has lost instead of passing */
};

struct plain_loa_move {
    int from_rank, from_file, to_rank, to_file; /* all -1: a pass */
};

enum { PLAIN_LOA_MOVES = 12 * 8 };

void plain_loa_start(struct plain_loa *p, bool both_mover, bool nomove_loss);

/* Finds the winner of a board that was filled otherwise. */
void plain_loa_judge(struct plain_loa *p);

/* Board and player from a text as below, which is well-formed; options stay. */
void plain_loa_parse(struct plain_loa *p, const char *text);

/* Whether all pieces of a colour, of which there are some, are one group. */
bool plain_loa_connected(const struct plain_loa *p, char colour);

/* Pieces on the whole line through a square in a direction and the one opposite. */
int plain_loa_count(const struct plain_loa *p, int rank, int file, int rank_step, int file_step);

/* Why a move is against the rules, or NULL. */
const char *plain_loa_why_not(const struct plain_loa *p, struct plain_loa_move m);

/* All moves of the side to move, a pass if there is no other; none once the game is over. */
int plain_loa_moves(const struct plain_loa *p, struct plain_loa_move out[PLAIN_LOA_MOVES]);
void plain_loa_move(struct plain_loa *p, struct plain_loa_move m);

/* `1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b` */
void plain_loa_print(const struct plain_loa *p, char out[80]);

/* `b1-d3`, `b1xd3`, `pass` */
void plain_loa_print_move(const struct plain_loa *p, struct plain_loa_move m, char out[8]);

uint64_t plain_loa_perft(const struct plain_loa *p, int depth);

/* Plays at random to the end, or for at most `most` moves; returns their number. */
int plain_loa_random(struct plain_loa *p, uint64_t *seed, int most);

#endif
