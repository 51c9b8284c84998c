/* Actions and observations of Kalah for environments. An action is a house of the mover, in sowing order. An
 * observation has the seeds in the own houses and store, then those of the opponent. */
#include "games/kalah/kalah.h"

void jg_kalah_spaces(const struct jg_game *g, struct jg_spaces *out) {
    out->actions = jg_kalah_options(g)->houses;
    out->shape[0] = 2 * (out->actions + 1);
}

void jg_kalah_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out) {
    int first = jg_kalah_turn(g, state) * jg_kalah_options(g)->houses + 1;
    for (int i = 0; i < n; i++) out[i] = (int)moves[i] - first;
}

void jg_kalah_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    int houses = jg_kalah_options(g)->houses, size = (int)g->state_size / 2; /* of a side's lane, see sow.h */
    for (int side = 0; side < 2; side++, out += houses + 1) {
        const uint8_t *lane = (const uint8_t *)view + (seat ^ side) * size;
        for (int house = 0; house < houses; house++) out[house] = lane[house];
        out[houses] = lane[size - 1];
    }
}
