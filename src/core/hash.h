/* A fast 64-bit hash for positions: eight bytes at a time, mixed as in splitmix64. Not resistant to chosen input. */
#ifndef CORE_HASH_H
#define CORE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t jg_hash_mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 32) * 0x94d049bb133111ebu;
    return h ^ h >> 29;
}

static inline uint64_t jg_hash(const void *data, size_t size) {
    const unsigned char *p = data;
    uint64_t h = 0x9e3779b97f4a7c15u + size, x;
    for (; size >= 8; size -= 8, p += 8) {
        memcpy(&x, p, 8);
        h = jg_hash_mix(h, x);
    }
    if (size) {
        x = 0;
        memcpy(&x, p, size);
        h = jg_hash_mix(h, x);
    }
    return h;
}

#endif
