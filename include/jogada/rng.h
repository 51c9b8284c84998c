/* Random numbers: xoshiro256** (Blackman and Vigna, 2018), seeded through
 * splitmix64. A seed has as many independent streams as one likes, so that
 * game number n of a match is the same whoever plays it, and whenever. */
#ifndef JOGADA_RNG_H
#define JOGADA_RNG_H

#include <stdint.h>

#pragma GCC visibility push(default)

struct jg_rng {
    uint64_t s[4];
};

/* Stream number `stream` of `seed`. */
void jg_rng_init(struct jg_rng *rng, uint64_t seed, uint64_t stream);

uint64_t jg_rng_next(struct jg_rng *rng);

/* Uniform in 0..n-1, without bias; n > 0. */
uint32_t jg_rng_below(struct jg_rng *rng, uint32_t n);
uint64_t jg_rng_below64(struct jg_rng *rng, uint64_t n);

/* Uniform in [0, 1), with 53 random bits. */
double jg_rng_unit(struct jg_rng *rng);

#pragma GCC visibility pop

#endif
