/* One-way seeding: derives all randomness of a game from one secret, so that no part of it reveals another.
 *
 * HMAC-SHA256 makes one key for each purpose from the secret. SipHash-2-4 (Aumasson and Bernstein, 2012), a
 * pseudorandom function, turns such a key and two indices into a number in a few nanoseconds. Known numbers reveal
 * nothing about others, of the same purpose or of another: an attacker must try every secret, which is feasible
 * only if there are few, such as seeds from 1 to 1000 (docs/bots.md). */
#ifndef CORE_SEEDING_H
#define CORE_SEEDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Identifies how games derive from a seed. Interrupted work resumes only under the same scheme. Scheme 1 gave agents
 * outputs of the generator that dealt the cards. */
enum { JG_SEEDING_SCHEME = 2 };

struct jg_prf {
    uint64_t key[2];
};

struct jg_seeding {
    struct jg_prf deals;    /* chance moves of a game */
    struct jg_prf openings; /* random moves at the beginning of a game */
    struct jg_prf agents;   /* seeds of the queries to agents, numbered by seat */
};

/* Derives the keys from a secret of `size` bytes. */
void jg_seeding_init(struct jg_seeding *s, const void *secret, size_t size);

/* Derives the keys from a seed, the same on every machine. */
struct jg_seeding jg_seeding_of(uint64_t seed);

/* The value of a pseudorandom function for (a, b). */
uint64_t jg_prf(const struct jg_prf *f, uint64_t a, uint64_t b);

#endif
