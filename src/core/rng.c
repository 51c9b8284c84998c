#include <jogada/rng.h>

static uint64_t splitmix(uint64_t *x) {
    uint64_t z = *x += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

/* Seed and stream pass through the mixer one after the other, so that stream 1 of seed 0 and stream 0 of seed 1 are
 * independent. */
void jg_rng_init(struct jg_rng *rng, uint64_t seed, uint64_t stream) {
    uint64_t x = seed;
    x = splitmix(&x) + stream;
    x = splitmix(&x);
    for (int i = 0; i < 4; i++) rng->s[i] = splitmix(&x);
}

uint64_t jg_rng_next(struct jg_rng *rng) {
    uint64_t *s = rng->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Lemire (2019), "Fast random integer generation in an interval". */
uint32_t jg_rng_below(struct jg_rng *rng, uint32_t n) {
    uint64_t m = (jg_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t least = (0u - n) % n;
        while ((uint32_t)m < least) m = (jg_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

uint64_t jg_rng_below64(struct jg_rng *rng, uint64_t n) {
    uint64_t least = (0u - n) % n, x; /* 2^64 mod n: rejecting the numbers below it removes the bias */
    do x = jg_rng_next(rng);
    while (x < least);
    return x % n;
}

double jg_rng_unit(struct jg_rng *rng) { return (double)(jg_rng_next(rng) >> 11) * 0x1p-53; }
