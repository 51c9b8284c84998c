/* Actions and observations of Connect Four for environments. An action is a column. An observation has the planes of
 * the own discs and of the opponent's, by rows from the bottom. */
#include "games/connect4/connect4.h"

void jg_connect4_spaces(const struct jg_game *g, struct jg_spaces *out) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    *out = (struct jg_spaces){.actions = o->width, .shape = {2, o->height, o->width}};
}

void jg_connect4_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out) {
    (void)g, (void)state;
    for (int i = 0; i < n; i++) out[i] = (int)moves[i] - 1;
}

void jg_connect4_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    const struct jg_connect4_state *s = view;
    for (int plane = 0; plane < 2; plane++)
        for (int row = 0; row < o->height; row++)
            for (int column = 0; column < o->width; column++)
                *out++ = (s->discs[seat ^ plane] & jg_connect4_square(g, column, row)) != 0;
}
