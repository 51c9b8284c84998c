/* Sowing as the addition of machine words (SIMD within a register). A side is a lane of bytes, one word for up to 6
 * houses or two for up to 10: the houses come first, in sowing order, and the store is the last byte. Sowing adds
 * whole words from a table indexed by house and number of seeds. No byte overflows, since a game has at most 240 seeds.
 *
 * Callers pass a constant number of words, so that loops and arrays become registers. The functions do not branch:
 * whether a move captures or moves again is unpredictable for the processor. */
#ifndef GAMES_KALAH_SOW_H
#define GAMES_KALAH_SOW_H

#include "games/kalah/kalah.h"

enum {
    JG_KALAH_WORDS = 2,         /* words of a lane, at most */
    JG_KALAH_STORE_SHIFT = 56,  /* position of the store in the last word of a lane, in bits */
    JG_KALAH_SEEDS_LIMIT = 256, /* greater than the number of seeds in any house */
};

static const uint64_t JG_KALAH_HOUSE_MASK = 0x0000ffffffffffffu; /* the houses in the last word of a lane */

/* The effect of sowing a number of seeds from a house. */
struct jg_kalah_sowing {
    uint64_t own[JG_KALAH_WORDS], other[JG_KALAH_WORDS]; /* seeds added to each lane */
    uint8_t last,
        opposite;      /* bit positions of the own house where the last seed falls and of the house opposite. If the
                               last seed falls elsewhere, both are the byte before the store, which is 0 during a move,
                               so nothing is captured */
    uint8_t ends_turn; /* 1, or 0 if the last seed falls in the store and the player moves again */
};

typedef struct jg_kalah_sowing jg_kalah_sow_table[JG_KALAH_SEEDS_LIMIT]; /* by seeds; g->tables holds one per house */

/* The two lanes as the mover sees them. */
struct jg_kalah_lanes {
    uint64_t own[JG_KALAH_WORDS], other[JG_KALAH_WORDS];
};

/* The byte at a bit position of a lane. */
static inline unsigned jg_kalah_byte(const uint64_t *lane, unsigned bits, const int words) {
    return (unsigned)((words == 1 ? lane[0] >> bits : lane[bits / 64] >> bits % 64) & 255);
}

static inline void jg_kalah_take(uint64_t *lane, unsigned bits, uint64_t seeds, const int words) {
    if (words == 1)
        lane[0] -= seeds << bits;
    else
        lane[bits / 64] -= seeds << bits % 64;
}

/* Sum of the bytes of a word, which must be below 256. */
static inline uint64_t jg_kalah_sum(uint64_t word) {
    const uint64_t even = 0x00ff00ff00ff00ffu;
    return ((word & even) + (word >> 8 & even)) * 0x0001000100010001u >> 48;
}

/* Takes the seeds of an own house and sows them. */
static inline const struct jg_kalah_sowing *jg_kalah_sow(const jg_kalah_sow_table *tables, struct jg_kalah_lanes *x,
                                                         unsigned house, const int words) {
    unsigned seeds = jg_kalah_byte(x->own, 8 * house, words);
    const struct jg_kalah_sowing *e = &tables[house][seeds];
    jg_kalah_take(x->own, 8 * house, seeds, words);
    for (int w = 0; w < words; w++) {
        x->own[w] += e->own[w];
        x->other[w] += e->other[w];
    }
    return e;
}

/* The number of seeds captured, including the last seed sown; 0 without a capture. */
static inline unsigned jg_kalah_capture_size(const struct jg_kalah_lanes *x, const struct jg_kalah_sowing *e,
                                             bool emptycapture, const int words) {
    unsigned last = jg_kalah_byte(x->own, e->last, words), opposite = jg_kalah_byte(x->other, e->opposite, words);
    unsigned yes = (last == 1) & ((opposite != 0) | emptycapture);
    return (opposite + 1) & (0 - yes);
}

/* Makes a move: sows and captures, but does not check for the end of the game. Returns the sowing;
 * its `ends_turn` is set if the opponent is next. */
static inline const struct jg_kalah_sowing *jg_kalah_make_move(const jg_kalah_sow_table *tables,
                                                               struct jg_kalah_lanes *x, unsigned house,
                                                               bool emptycapture, const int words) {
    const struct jg_kalah_sowing *e = jg_kalah_sow(tables, x, house, words);
    uint64_t seeds = jg_kalah_capture_size(x, e, emptycapture, words), capture = seeds != 0;
    jg_kalah_take(x->own, e->last, capture, words);
    jg_kalah_take(x->other, e->opposite, seeds - capture, words);
    x->own[words - 1] += seeds << JG_KALAH_STORE_SHIFT;
    return e;
}

#endif
