/* The solver's table: what is known of positions' values, between which bounds
 * they lie. Shared by threads without locks: an entry is one word.
 *
 * Positions are numbered (as combinations, by how many seeds lie in the first
 * house, the first two and so on), and the number is scrambled by a function that
 * can be undone: one part of it says the bucket, the rest is in the entry. So an
 * entry is never mistaken for another position's, not even once in so many: there are
 * C(n + 12, 12) positions of up to n seeds, 44 bits for (6,5) and 58 for the
 * largest game, and an entry keeps what the bucket leaves of them, up to 39. */
#ifndef GAMES_KALAH_BOUNDS_H
#define GAMES_KALAH_BOUNDS_H

#include "games/kalah/solve.h"

#include <stdatomic.h>

enum {
    JG_KALAH_PLACES = 2 * JG_KALAH_ENDGAME_HOUSES,
    JG_KALAH_TOTAL = 144, /* seeds of a game at most */
    JG_KALAH_WAYS = 8,    /* entries of a bucket, which is one line of the cache */
};

struct jg_kalah_bounds {
    _Atomic uint64_t *slots;
    uint64_t buckets, size;                               /* size in bytes */
    uint64_t mask, low;                                   /* of a number; of the part of it that an entry keeps */
    int bits, half;                                       /* of a number, and half of them */
    uint64_t number[JG_KALAH_PLACES][JG_KALAH_TOTAL + 1]; /* by place and the seeds up to it */
};

/* Where a position's entry would be. */
struct jg_kalah_place {
    _Atomic uint64_t *bucket;
    uint64_t tag;
};

/* Bounds as numbers from 0: (value + seeds) / 2. */
struct jg_kalah_known {
    uint8_t low, high;
    int8_t house; /* the best to try, or -1 */
};

/* A table for games of so many seeds, of at most `bytes`, or as little more as it takes. */
enum jg_status jg_kalah_bounds_init(struct jg_kalah_bounds *t, int seeds, uint64_t bytes, struct jg_error *err);
void jg_kalah_bounds_free(struct jg_kalah_bounds *t);
void jg_kalah_bounds_clear(struct jg_kalah_bounds *t);

/* The entry in a word: tag, work, house, high, low. */
enum { JG_KALAH_HIGH = 8, JG_KALAH_HOUSE = 16, JG_KALAH_WORK = 19, JG_KALAH_TAG = 25 };

static inline uint64_t jg_kalah_number(const struct jg_kalah_bounds *t, uint64_t own, uint64_t other) {
    const uint64_t sums = 0x0101010101010101u; /* times a word: in each byte the sum of those up to it */
    uint64_t a = own * sums, b = other * sums + (a >> 40 & 255) * sums, number = 0;
    for (int i = 0; i < 6; i++) number += t->number[i][a >> 8 * i & 255] + t->number[6 + i][b >> 8 * i & 255];
    return number;
}

static inline struct jg_kalah_place jg_kalah_place(const struct jg_kalah_bounds *t, uint64_t own, uint64_t other) {
    uint64_t x = jg_kalah_number(t, own, other);
    x = x * 0x9e3779b97f4a7c15u & t->mask;
    x ^= x >> t->half;
    x = x * 0xd6e8feb86659fd93u & t->mask;
    x ^= x >> t->half;
    __extension__ typedef unsigned __int128 wide;
    uint64_t bucket = (uint64_t)((wide)(x << (64 - t->bits)) * t->buckets >> 64);
    struct jg_kalah_place p = {&t->slots[JG_KALAH_WAYS * bucket], (x & t->low) << JG_KALAH_TAG};
    __builtin_prefetch(p.bucket);
    return p;
}

static inline bool jg_kalah_look(struct jg_kalah_place p, struct jg_kalah_known *out) {
    for (int i = 0; i < JG_KALAH_WAYS; i++) {
        uint64_t e = atomic_load_explicit(&p.bucket[i], memory_order_relaxed);
        if (!e || (e ^ p.tag) >> JG_KALAH_TAG) continue;
        *out = (struct jg_kalah_known){
            .low = (uint8_t)e, .high = (uint8_t)(e >> JG_KALAH_HIGH), .house = (int8_t)((e >> JG_KALAH_HOUSE & 7) - 1)};
        return true;
    }
    return false;
}

/* Keeps what is known now, after so many nodes spent on it. */
void jg_kalah_keep(struct jg_kalah_place p, struct jg_kalah_known known, uint64_t nodes);

#endif
