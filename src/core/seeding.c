#include "core/seeding.h"

#include "core/sha256.h"

#include <string.h>

static uint64_t read64(const unsigned char *bytes) {
    uint64_t x = 0;
    for (int i = 7; i >= 0; i--) x = x << 8 | bytes[i];
    return x;
}

static struct jg_prf prf_for(const void *secret, size_t size, const char *purpose) {
    unsigned char digest[JG_SHA256];
    jg_hmac_sha256(secret, size, purpose, strlen(purpose), digest);
    return (struct jg_prf){{read64(digest), read64(digest + 8)}};
}

void jg_seeding_init(struct jg_seeding *s, const void *secret, size_t size) {
    s->deals = prf_for(secret, size, "jogada deals");
    s->openings = prf_for(secret, size, "jogada openings");
    s->agents = prf_for(secret, size, "jogada agents");
}

struct jg_seeding jg_seeding_of(uint64_t seed) {
    struct jg_seeding s;
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(seed >> 8 * i);
    jg_seeding_init(&s, bytes, sizeof bytes);
    return s;
}

static inline uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline void mix(uint64_t v[4], int rounds) {
    for (int i = 0; i < rounds; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotate(v[1], 13) ^ v[0];
        v[3] = rotate(v[3], 16) ^ v[2];
        v[0] = rotate(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotate(v[1], 17) ^ v[2];
        v[3] = rotate(v[3], 21) ^ v[0];
        v[2] = rotate(v[2], 32);
    }
}

/* SipHash-2-4 of the 16 bytes of a and b: two blocks, then one with the length. */
uint64_t jg_prf(const struct jg_prf *f, uint64_t a, uint64_t b) {
    const uint64_t blocks[] = {a, b, (uint64_t)16 << 56};
    uint64_t v[4] = {f->key[0] ^ 0x736f6d6570736575u, f->key[1] ^ 0x646f72616e646f6du, f->key[0] ^ 0x6c7967656e657261u,
                     f->key[1] ^ 0x7465646279746573u};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        v[3] ^= blocks[i];
        mix(v, 2);
        v[0] ^= blocks[i];
    }
    v[2] ^= 0xff;
    mix(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
