/* Sowing, as adding words. A side is a lane of bytes of one machine word (up to 6
 * houses) or two (up to 10): the houses come first, in the order of sowing, the
 * store is the last byte. Sowing adds whole words from a table by house and number
 * of seeds: no byte can overflow, there are at most 240 seeds.
 *
 * The functions are called with a constant number of words, so that loops and
 * arrays become registers, and do not branch: whether a move captures or moves
 * again is a coin toss that a processor cannot predict. */
#ifndef GAMES_KALAH_SOW_H
#define GAMES_KALAH_SOW_H

#include "games/kalah/kalah.h"

enum {
    JG_KALAH_WORDS = 2,         /* of a lane at most */
    JG_KALAH_STORE = 56,        /* bits below the store in the last word of a lane */
    JG_KALAH_SEEDS_LIMIT = 256, /* more than a house can hold */
};

static const uint64_t JG_KALAH_HOUSES = 0x0000ffffffffffffu; /* of the last word of a lane */

/* What sowing so many seeds from a house does. */
struct jg_kalah_sowing {
    uint64_t own[JG_KALAH_WORDS], other[JG_KALAH_WORDS]; /* gain of each lane */
    uint8_t last, opposite; /* bits below the own house where the last seed falls, and below the one across; if it
                               falls elsewhere, below the byte before the store, which holds 0 while a move is
                               made: no capture */
    uint8_t turns;          /* 1, or 0 if the last seed falls in the store: move again */
};

typedef struct jg_kalah_sowing jg_kalah_table[JG_KALAH_SEEDS_LIMIT]; /* by seeds; g->tables has one per house */

/* The two lanes as the mover sees them. */
struct jg_kalah_lanes {
    uint64_t own[JG_KALAH_WORDS], other[JG_KALAH_WORDS];
};

/* The byte of a lane above so many bits. */
static inline unsigned jg_kalah_byte(const uint64_t *lane, unsigned bits, const int words) {
    return (unsigned)((words == 1 ? lane[0] >> bits : lane[bits / 64] >> bits % 64) & 255);
}

static inline void jg_kalah_take(uint64_t *lane, unsigned bits, uint64_t seeds, const int words) {
    if (words == 1)
        lane[0] -= seeds << bits;
    else
        lane[bits / 64] -= seeds << bits % 64;
}

/* Sum of the bytes of a word; it stays under 256. */
static inline uint64_t jg_kalah_sum(uint64_t word) {
    const uint64_t even = 0x00ff00ff00ff00ffu;
    return ((word & even) + (word >> 8 & even)) * 0x0001000100010001u >> 48;
}

/* Takes the seeds of an own house and sows them. */
static inline const struct jg_kalah_sowing *jg_kalah_sow(const jg_kalah_table *tables, struct jg_kalah_lanes *x,
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

/* How many seeds the last one captures, itself included; 0 without a capture. */
static inline unsigned jg_kalah_prize(const struct jg_kalah_lanes *x, const struct jg_kalah_sowing *e,
                                      bool emptycapture, const int words) {
    unsigned last = jg_kalah_byte(x->own, e->last, words), opposite = jg_kalah_byte(x->other, e->opposite, words);
    unsigned yes = (last == 1) & ((opposite != 0) | emptycapture);
    return (opposite + 1) & (0 - yes);
}

/* A whole move but for the end of the game. Returns what was sown: its `turns` says who is next. */
static inline const struct jg_kalah_sowing *jg_kalah_make(const jg_kalah_table *tables, struct jg_kalah_lanes *x,
                                                          unsigned house, bool emptycapture, const int words) {
    const struct jg_kalah_sowing *e = jg_kalah_sow(tables, x, house, words);
    uint64_t seeds = jg_kalah_prize(x, e, emptycapture, words), capture = seeds != 0;
    jg_kalah_take(x->own, e->last, capture, words);
    jg_kalah_take(x->other, e->opposite, seeds - capture, words);
    x->own[words - 1] += seeds << JG_KALAH_STORE;
    return e;
}

#endif
