/* Inputs of networks for Kalah, one active in each group: the seeds of every own house and of every house of the
 * opponent, an empty house having none active; the difference of the stores; the seeds in play. */
#include "games/kalah/kalah.h"

#include <stdio.h>

enum {
    SEEDS = 14, /* of a house, 1 to 13 or more */
    LEAD = 24,  /* the greatest difference of the stores that has an input of its own */
    PLAY = 24,  /* pairs of seeds in play, likewise */
};

void jg_kalah_inputs(const struct jg_game *g, struct jg_inputs *out) {
    int houses = jg_kalah_options(g)->houses;
    out->count = 2 * houses * SEEDS + 2 * LEAD + 1 + PLAY + 1;
    out->active = 2 * houses + 2;
    snprintf(out->layout, sizeof out->layout, "%d houses", houses);
}

static void activate(uint64_t *active, int input) { active[input / 64] |= (uint64_t)1 << input % 64; }

static int least(int a, int b) { return a < b ? a : b; }

void jg_kalah_observe(const struct jg_game *g, const void *view, int team, uint64_t *active) {
    int houses = jg_kalah_options(g)->houses, play = 0, base = 0;
    for (int side = 0; side < 2; side++)
        for (int house = 0; house < houses; house++, base += SEEDS) {
            int seeds = jg_kalah_seeds(g, view, team ^ side, house);
            play += seeds;
            if (seeds) activate(active, base + least(seeds, SEEDS) - 1);
        }
    int lead = jg_kalah_store(g, view, team) - jg_kalah_store(g, view, team ^ 1);
    activate(active, base + LEAD + (lead < 0 ? -least(-lead, LEAD) : least(lead, LEAD)));
    activate(active, base + 2 * LEAD + 1 + least(play / 2, PLAY));
}
