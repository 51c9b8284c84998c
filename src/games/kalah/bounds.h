/* The solver's transposition table: lower and upper bounds of the values of positions, and the best move. Threads share
 * it without locks, since an entry is one word.
 *
 * Entries have no hash collisions. A position is ranked by the combinatorial number system (by the seeds in the first
 * house, the first two, and so on), and a bijective hash scrambles its rank: part of the result selects the bucket, the
 * rest is stored in the entry. There are C(n + 12, 12) positions of up to n seeds, that is 44 bits for (6,5) and 58 for
 * the largest game; an entry stores up to 39 of them, the bucket number implies the others. */
#ifndef GAMES_KALAH_BOUNDS_H
#define GAMES_KALAH_BOUNDS_H

#include "core/prefetch.h"
#include "games/kalah/solver.h"

#include <stdatomic.h>

enum {
    JG_KALAH_BOUNDS_HOUSES = 2 * JG_KALAH_ENDGAME_HOUSES_MAX,
    JG_KALAH_BOUNDS_SEEDS_MAX = 144,
    JG_KALAH_WAYS = 8, /* entries per bucket, which fills one cache line */
};

struct jg_kalah_bounds {
    _Atomic uint64_t *slots;
    uint64_t buckets, size; /* size in bytes */
    uint64_t mask, low;     /* masks of an index, and of the part of it that an entry stores */
    int bits, half;         /* bits of an index, and half of them */
    uint64_t number[JG_KALAH_BOUNDS_HOUSES][JG_KALAH_BOUNDS_SEEDS_MAX + 1]; /* by house and the seeds up to it */
};

/* The bucket and tag of a position. */
struct jg_kalah_bounds_slot {
    _Atomic uint64_t *bucket;
    uint64_t tag;
};

/* Bounds of a value, each stored as (bound + seeds) / 2, which counts from 0. */
struct jg_kalah_bounds_entry {
    uint8_t low, high;
    int8_t house; /* the move to try first, or -1 */
};

/* Allocates a table for games of `seeds` seeds. It takes at most `bytes`, or the least possible if that is more.
 * JG_EMEMORY without memory. */
enum jg_status jg_kalah_bounds_init(struct jg_kalah_bounds *t, int seeds, uint64_t bytes, struct jg_error *err);
void jg_kalah_bounds_free(struct jg_kalah_bounds *t);
void jg_kalah_bounds_clear(struct jg_kalah_bounds *t);

/* Layout of an entry, from the top: tag, work (log2 of the nodes spent), house, high, low. */
enum { JG_KALAH_HIGH_SHIFT = 8, JG_KALAH_HOUSE_SHIFT = 16, JG_KALAH_WORK_SHIFT = 19, JG_KALAH_TAG_SHIFT = 25 };

static inline uint64_t jg_kalah_bounds_index(const struct jg_kalah_bounds *t, uint64_t own, uint64_t other) {
    const uint64_t sums = 0x0101010101010101u; /* multiplication by it puts prefix sums into the bytes */
    uint64_t a = own * sums, b = other * sums + (a >> 40 & 255) * sums, number = 0;
    for (int i = 0; i < 6; i++) number += t->number[i][a >> 8 * i & 255] + t->number[6 + i][b >> 8 * i & 255];
    return number;
}

static inline struct jg_kalah_bounds_slot jg_kalah_bounds_slot(const struct jg_kalah_bounds *t, uint64_t own,
                                                               uint64_t other) {
    uint64_t x = jg_kalah_bounds_index(t, own, other);
    x = x * 0x9e3779b97f4a7c15u & t->mask;
    x ^= x >> t->half;
    x = x * 0xd6e8feb86659fd93u & t->mask;
    x ^= x >> t->half;
    __extension__ typedef unsigned __int128 wide;
    uint64_t bucket = (uint64_t)((wide)(x << (64 - t->bits)) * t->buckets >> 64);
    struct jg_kalah_bounds_slot slot = {&t->slots[JG_KALAH_WAYS * bucket], (x & t->low) << JG_KALAH_TAG_SHIFT};
    jg_prefetch(slot.bucket);
    return slot;
}

static inline bool jg_kalah_bounds_probe(struct jg_kalah_bounds_slot slot, struct jg_kalah_bounds_entry *out) {
    for (int i = 0; i < JG_KALAH_WAYS; i++) {
        uint64_t e = atomic_load_explicit(&slot.bucket[i], memory_order_relaxed);
        if (!e || (e ^ slot.tag) >> JG_KALAH_TAG_SHIFT) continue;
        *out = (struct jg_kalah_bounds_entry){.low = (uint8_t)e,
                                              .high = (uint8_t)(e >> JG_KALAH_HIGH_SHIFT),
                                              .house = (int8_t)((e >> JG_KALAH_HOUSE_SHIFT & 7) - 1)};
        return true;
    }
    return false;
}

/* Stores the bounds of a position on which `nodes` nodes were spent. Replaces its own entry, or else the one in the
 * bucket that took the least work. */
void jg_kalah_bounds_store(struct jg_kalah_bounds_slot slot, struct jg_kalah_bounds_entry entry, uint64_t nodes);

#endif
