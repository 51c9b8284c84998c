/* Actions and observations of Lines of Action for environments. An action is a square and one of the eight directions,
 * since the board determines the distance, or the pass. An observation has the planes of the own pieces and of the
 * opponent's, by ranks from a1. */
#include "games/loa/loa.h"

#include <string.h>

enum { PASS = JG_LOA_SQUARES * JG_LOA_DIRECTIONS, ACTIONS };

void jg_loa_spaces(const struct jg_game *g, struct jg_spaces *out) {
    (void)g;
    *out = (struct jg_spaces){.actions = ACTIONS, .shape = {2, 8, 8}};
}

void jg_loa_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out) {
    const struct jg_loa_tables *t = g->tables;
    (void)state;
    for (int i = 0; i < n; i++) {
        unsigned from = jg_loa_from(moves[i]), to = jg_loa_to(moves[i]);
        out[i] = moves[i] == JG_LOA_PASS ? PASS : (int)(JG_LOA_DIRECTIONS * from) + t->direction[from][to];
    }
}

/* Spreads the eight bits of a byte over the bytes of a word, the lowest first. The product puts bit i of the byte at
 * the top of byte 7 - i, where no carry reaches it. */
static uint64_t spread(uint64_t byte) {
    return __builtin_bswap64((byte * 0x8040201008040201u & 0x8080808080808080u) >> 7);
}

void jg_loa_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    const struct jg_loa_state *s = view;
    (void)g;
    for (int plane = 0; plane < 2; plane++)
        for (int rank = 0; rank < 8; rank++, out += 8) {
            uint64_t row = spread(s->pieces[seat ^ plane] >> 8 * rank & 255);
            memcpy(out, &row, sizeof row);
        }
}
