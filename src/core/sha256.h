/* SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104). */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { JG_SHA256 = 32 }; /* bytes of a digest */

struct jg_sha256 {
    uint32_t state[8];
    uint64_t length;
    unsigned char block[64];
};

void jg_sha256_init(struct jg_sha256 *s);
void jg_sha256_add(struct jg_sha256 *s, const void *data, size_t size);
void jg_sha256_end(struct jg_sha256 *s, unsigned char out[JG_SHA256]);

void jg_hmac_sha256(const void *key, size_t key_size, const void *data, size_t size, unsigned char out[JG_SHA256]);

#endif
