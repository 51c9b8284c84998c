/* Inputs of networks for Connect Four: the squares of the own discs by rows, then those of the opponent's. */
#include "games/connect4/connect4.h"

#include <stdio.h>

void jg_connect4_inputs(const struct jg_game *g, struct jg_inputs *out) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    int squares = o->width * o->height;
    *out = (struct jg_inputs){
        .count = 2 * squares, .active = squares, .symmetries = 2, .width = o->width, .height = o->height};
    snprintf(out->layout, sizeof out->layout, "%dx%d connect %d", o->width, o->height, o->connect);
}

void jg_connect4_observe(const struct jg_game *g, const void *view, int team, uint64_t *active) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    const struct jg_connect4_state *s = view;
    int stride = jg_connect4_stride(g);
    for (int plane = 0; plane < 2; plane++)
        for (uint64_t rest = s->discs[team ^ plane]; rest; rest &= rest - 1) {
            int bit = __builtin_ctzll(rest), column = bit / stride, row = bit % stride;
            int input = (plane * o->height + row) * o->width + column;
            active[input / 64] |= (uint64_t)1 << input % 64;
        }
}

/* The mirror image, left to right. */
void jg_connect4_symmetry(const struct jg_game *g, int i, uint16_t *permutation) {
    const struct jg_connect4_options *o = jg_connect4_options(g);
    (void)i;
    for (int k = 0; k < 2 * o->width * o->height; k++)
        permutation[k] = (uint16_t)(k / o->width * o->width + o->width - 1 - k % o->width);
}
