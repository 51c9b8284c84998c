/* Inputs of networks for Kalah, one active in each group: the seeds of every own house and of every house of the
 * opponent, an empty house having none active; the difference of the stores; the seeds in play.
 *
 * Who wins depends on these alone, not on the seeds of the start: one network serves all numbers of seeds. */
#include "games/kalah/kalah.h"

#include <stdio.h>
#include <string.h>

enum {
    SEEDS = 14, /* of a house, 1 to 13 or more */
    LEAD = 24,  /* the greatest difference of the stores that has an input of its own */
    PLAY = 36,  /* pairs of seeds in play, likewise */
    INPUT_WORDS_OF_SIX = (12 * SEEDS + 2 * LEAD + 1 + PLAY + 1 + 63) / 64, /* for six houses a side */
};

void jg_kalah_inputs(const struct jg_game *g, struct jg_inputs *out) {
    int houses = jg_kalah_options(g)->houses;
    out->count = 2 * houses * SEEDS + 2 * LEAD + 1 + PLAY + 1;
    out->active = 2 * houses + 2;
    snprintf(out->layout, sizeof out->layout, "%d houses", houses);
}

static inline int least(int a, int b) { return a < b ? a : b; }

static inline void activate(uint64_t *active, int input) { active[input / 64] |= (uint64_t)1 << input % 64; }

/* Appends the group of each house of a lane at bit *at: a lane of seeds is a word at a time, instead of a bit. */
static inline int observe_lane(const uint8_t *lane, int houses, int *at, uint64_t *active) {
    int play = 0;
    for (int house = 0; house < houses; house++, *at += SEEDS) {
        uint64_t group = (uint64_t)1 << least(lane[house], SEEDS) >> 1; /* 0 without seeds */
        int shift = *at % 64;
        play += lane[house];
        active[*at / 64] |= group << shift;
        if (shift > 64 - SEEDS) active[*at / 64 + 1] |= group >> (64 - shift);
    }
    return play;
}

static inline void observe(const uint8_t *own, const uint8_t *other, int houses, int size, uint64_t *active) {
    int at = 0, play = observe_lane(own, houses, &at, active) + observe_lane(other, houses, &at, active);
    int lead = own[size - 1] - other[size - 1];
    activate(active, at + LEAD + (lead < 0 ? -least(-lead, LEAD) : least(lead, LEAD)));
    activate(active, at + 2 * LEAD + 1 + least(play / 2, PLAY));
}

void jg_kalah_observe(const struct jg_game *g, const void *view, int team, uint64_t *active) {
    const int houses = jg_kalah_options(g)->houses, size = (int)g->state_size / 2; /* of a side's lane, see sow.h */
    const uint8_t *own = (const uint8_t *)view + team * size, *other = (const uint8_t *)view + (team ^ 1) * size;
    if (houses == 6) { /* constants, with which the compiler keeps the words in registers */
        uint64_t words[INPUT_WORDS_OF_SIX] = {0};
        observe(own, other, 6, size, words);
        memcpy(active, words, sizeof words);
    } else {
        observe(own, other, houses, size, active);
    }
}
