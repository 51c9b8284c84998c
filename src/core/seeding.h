/* One-way seeding: all randomness of a game from one secret, so that no part of it gives away another.
 *
 * HMAC-SHA256 makes one key for each purpose from the secret. SipHash-2-4 (Aumasson and Bernstein, 2012), a
 * pseudorandom function, makes a number from such a key and two indices in a few nanoseconds. Numbers of one purpose
 * say nothing about those of another, nor do some numbers of a purpose about its others: to find out takes trying
 * every secret, which is quick only if there are few, as with a seed from 1 to 1000 (docs/bots.md). */
#ifndef CORE_SEEDING_H
#define CORE_SEEDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Identifies the way from a seed to the games. Work that was stopped resumes only if this is the same. Scheme 1 gave
 * agents outputs of the generator that dealt. */
enum { JG_SEEDING_SCHEME = 2 };

struct jg_prf {
    uint64_t key[2];
};

struct jg_seeding {
    struct jg_prf deals;    /* chance moves of a game */
    struct jg_prf openings; /* moves made at random before agents are asked */
    struct jg_prf agents;   /* seeds given to agents, one after the other for each seat */
};

/* Makes the keys from a secret of `size` bytes. */
void jg_seeding_init(struct jg_seeding *s, const void *secret, size_t size);

/* The same from a seed, on every machine. */
struct jg_seeding jg_seeding_of(uint64_t seed);

/* Number (a, b) of a pseudorandom function. */
uint64_t jg_prf(const struct jg_prf *f, uint64_t a, uint64_t b);

#endif
