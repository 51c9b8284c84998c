/* Inputs of networks for Lines of Action: the squares of the own pieces, then those of the opponent's. */
#include "games/loa/loa.h"

void jg_loa_inputs(const struct jg_game *g, struct jg_inputs *out) {
    (void)g;
    out->count = 2 * JG_LOA_SQUARES;
    out->active = 2 * JG_LOA_PIECES;
    out->symmetries = 8;
    out->width = out->height = 8;
}

void jg_loa_observe(const struct jg_game *g, const void *view, int team, uint64_t *active) {
    const struct jg_loa_state *s = view;
    (void)g;
    active[0] = s->pieces[team];
    active[1] = s->pieces[team ^ 1];
}

/* The symmetries of the square: bit 0 mirrors the files, bit 1 the ranks, bit 2 exchanges both. */
void jg_loa_symmetry(const struct jg_game *g, int i, uint16_t *permutation) {
    (void)g;
    for (int k = 0; k < 2 * JG_LOA_SQUARES; k++) {
        int plane = k / JG_LOA_SQUARES, file = k & 7, rank = k >> 3 & 7;
        if (i & 1) file = 7 - file;
        if (i & 2) rank = 7 - rank;
        int square = i & 4 ? 8 * file + rank : 8 * rank + file;
        permutation[k] = (uint16_t)(plane * JG_LOA_SQUARES + square);
    }
}
