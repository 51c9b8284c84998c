/* Kalah once more, plain and slow and written straight from the rules: the
 * oracle for the tests and the yardstick for `jogada bench`. It shares no code
 * with src/games/kalah. */
#ifndef PLAIN_KALAH_H
#define PLAIN_KALAH_H

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

#endif
