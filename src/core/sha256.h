/* HMAC (RFC 2104) with SHA-256 (FIPS 180-4). */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>

enum { JG_SHA256 = 32 }; /* bytes of a digest */

/* Writes the HMAC of the data. */
void jg_hmac_sha256(const void *key, size_t key_size, const void *data, size_t size, unsigned char out[JG_SHA256]);

#endif
