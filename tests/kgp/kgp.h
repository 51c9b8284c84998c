/* Boards of the Kalah Game Protocol for its tests. */
#ifndef TESTS_KGP_H
#define TESTS_KGP_H

#include "test.h"

#include "kgp/board.h"
#include "bench/games/kalah/plain.h"

static inline const char *board_text(const struct jg_kgp_board *b, char out[JG_KGP_BOARD_TEXT_MAX]) {
    struct jg_text t;
    jg_text_init(&t, out, JG_KGP_BOARD_TEXT_MAX);
    jg_kgp_board_print(b, &t);
    return out;
}

static inline void plain_board(const struct plain_kalah *k, int seat, struct jg_kgp_board *b) {
    *b = (struct jg_kgp_board){.houses = k->houses};
    for (int side = 0; side < 2; side++) {
        const int *from = k->place + (side ? !seat : seat) * (k->houses + 1);
        for (int i = 0; i < k->houses; i++) b->house[side][i] = from[i];
        b->store[side] = from[k->houses];
    }
}

#endif
