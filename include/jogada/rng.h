/* Random numbers: xoshiro256** (Blackman and Vigna, 2018), seeded through splitmix64. A seed has any number of
 * independent streams: game n of a match uses stream n, so its result does not depend on which thread plays it, or
 * when. */
#ifndef JOGADA_RNG_H
#define JOGADA_RNG_H

#include <stdint.h>

#pragma GCC visibility push(default)

struct jg_rng {
    uint64_t s[4];
};

/* Begins a stream of a seed. */
void jg_rng_init(struct jg_rng *rng, uint64_t seed, uint64_t stream);

/* 64 random bits. */
uint64_t jg_rng_next(struct jg_rng *rng);

/* Uniform in 0..n-1, unbiased; n > 0. */
uint32_t jg_rng_below(struct jg_rng *rng, uint32_t n);
uint64_t jg_rng_below64(struct jg_rng *rng, uint64_t n);

/* Uniform in [0, 1), with 53 random bits. */
double jg_rng_unit(struct jg_rng *rng);

#pragma GCC visibility pop

#endif
