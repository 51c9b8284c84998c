#include "web/cookie.h"

#include "core/entropy.h"

#include <string.h>

static const char NAME[] = "jogada=";

static void put_digits(char *out, const unsigned char *bytes, size_t count) {
    static const char DIGITS[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        *out++ = DIGITS[bytes[i] >> 4];
        *out++ = DIGITS[bytes[i] & 15];
    }
    *out = 0;
}

bool jg_cookie_identity(char out[JG_PLAYER_ID]) {
    unsigned char bytes[JG_PLAYER_ID / 2];
    if (jg_entropy(bytes, sizeof bytes, NULL)) return false;
    put_digits(out, bytes, sizeof bytes);
    return true;
}

void jg_cookie_sign(char out[JG_COOKIE], const char player[JG_PLAYER_ID], const unsigned char secret[JG_SHA256]) {
    unsigned char digest[JG_SHA256];
    jg_hmac_sha256(secret, JG_SHA256, player, JG_PLAYER_ID - 1, digest);
    memcpy(out, player, JG_PLAYER_ID - 1);
    out[JG_PLAYER_ID - 1] = '.';
    put_digits(out + JG_PLAYER_ID, digest, sizeof digest);
}

/* In a time that does not depend on where they differ. */
static bool same(const char *a, const char *b, size_t size) {
    unsigned differ = 0;
    for (size_t i = 0; i < size; i++) differ |= (unsigned char)a[i] ^ (unsigned char)b[i];
    return !differ;
}

static bool is_ours(char out[JG_PLAYER_ID], const char *value, size_t length, const unsigned char secret[JG_SHA256]) {
    char right[JG_COOKIE];
    if (length != JG_COOKIE - 1) return false;
    for (size_t i = 0; i < JG_PLAYER_ID - 1; i++)
        if (!value[i] || !strchr("0123456789abcdef", value[i])) return false;
    memcpy(out, value, JG_PLAYER_ID - 1);
    out[JG_PLAYER_ID - 1] = 0;
    jg_cookie_sign(right, out, secret);
    return same(right, value, JG_COOKIE - 1);
}

bool jg_cookie_read(char out[JG_PLAYER_ID], const char *header, size_t length, const unsigned char secret[JG_SHA256]) {
    const char *p = header, *end = header + length;
    const size_t name = sizeof NAME - 1;
    while (p < end) {
        while (p < end && (*p == ' ' || *p == ';')) p++;
        const char *stop = memchr(p, ';', (size_t)(end - p));
        size_t size = (size_t)((stop ? stop : end) - p);
        while (size && p[size - 1] == ' ') size--;
        if (size > name && !memcmp(p, NAME, name) && is_ours(out, p + name, size - name, secret)) return true;
        if (!stop) break;
        p = stop + 1;
    }
    out[0] = 0;
    return false;
}
