/* Kalah once more, plain and slow and written straight from the rules: the
 * oracle for the tests and the yardstick for `jogada bench`. It shares no code
 * with src/games/kalah. */
#ifndef BENCH_GAMES_KALAH_PLAIN_H
#define BENCH_GAMES_KALAH_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plain_kalah {
    int houses;
    bool emptycapture;
    int place[22]; /* first houses, first store, second houses, second store */
    int player;    /* 0 or 1 */
    bool over;
};

void plain_kalah_start(struct plain_kalah *k, int houses, int seeds, bool emptycapture);

/* Houses that may be sown from, numbered 1..2*houses as on the paper's board. */
int plain_kalah_moves(const struct plain_kalah *k, int *out);
void plain_kalah_move(struct plain_kalah *k, int house);

/* `4,4,4,4,4,4,0,4,4,4,4,4,4,0 1` */
void plain_kalah_print(const struct plain_kalah *k, char *out, size_t size);

uint64_t plain_kalah_perft(const struct plain_kalah *k, int depth);

/* By how much the first player ends ahead if both play their best: minimax over every line to its
 * end. Positions that were met before are remembered in m; NULL: every line is walked. */
struct plain_kalah_memo;
int plain_kalah_margin(const struct plain_kalah *k, struct plain_kalah_memo *m);

/* The same by alpha-beta without any memory, between two bounds; counts the positions it visits. */
int plain_kalah_alphabeta(const struct plain_kalah *k, int alpha, int beta, uint64_t *nodes);

/* For one number of houses and one rule of capture; NULL without memory. */
struct plain_kalah_memo *plain_kalah_memo_new(void);
void plain_kalah_memo_free(struct plain_kalah_memo *m);
size_t plain_kalah_memo_count(const struct plain_kalah_memo *m);

#endif
