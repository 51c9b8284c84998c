#include "web/session.h"

#include "core/entropy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char NAME[] = "jogada=";

enum { OLD = JG_PLAYER_ID - 1, SIGNED = OLD + 9 + 11 }; /* bytes that are signed */

static void put_digits(char *out, const unsigned char *bytes, size_t count) {
    static const char DIGITS[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        *out++ = DIGITS[bytes[i] >> 4];
        *out++ = DIGITS[bytes[i] & 15];
    }
    *out = 0;
}

bool jg_session_new_player(char out[JG_PLAYER_ID]) {
    unsigned char bytes[JG_PLAYER_ID / 2];
    if (jg_entropy(bytes, sizeof bytes, NULL)) return false;
    put_digits(out, bytes, sizeof bytes);
    return true;
}

/* Signs the first `at` bytes of a text and appends a dot and the signature. */
static void put_signature(char *text, size_t at, const unsigned char secret[JG_SHA256]) {
    unsigned char digest[JG_SHA256];
    jg_hmac_sha256(secret, JG_SHA256, text, at, digest);
    text[at] = '.';
    put_digits(text + at + 1, digest, sizeof digest);
}

void jg_session_sign(char out[JG_SESSION_COOKIE], const struct jg_session *session,
                     const unsigned char secret[JG_SHA256]) {
    snprintf(out, JG_SESSION_COOKIE, "%s.%08lx.%010llx", session->player, (unsigned long)session->epoch,
             (unsigned long long)session->expires & 0xffffffffffULL);
    put_signature(out, SIGNED, secret);
}

/* Compares in constant time. */
static bool same(const char *a, const char *b, size_t size) {
    unsigned differ = 0;
    for (size_t i = 0; i < size; i++) differ |= (unsigned char)a[i] ^ (unsigned char)b[i];
    return !differ;
}

static bool is_hex(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!text[i] || !strchr("0123456789abcdef", text[i])) return false;
    return true;
}

static bool verify(struct jg_session *out, const char *value, size_t length, const unsigned char secret[JG_SHA256]) {
    char right[JG_SESSION_COOKIE];
    bool old = length == OLD + 1 + 2 * JG_SHA256;
    size_t signed_part = old ? OLD : SIGNED;
    if ((!old && length != JG_SESSION_COOKIE - 1) || !is_hex(value, JG_PLAYER_ID - 1)) return false;
    memcpy(right, value, signed_part);
    put_signature(right, signed_part, secret);
    if (!same(right, value, length)) return false;
    *out = (struct jg_session){0};
    memcpy(out->player, value, JG_PLAYER_ID - 1);
    if (old) return true;
    out->epoch = (uint32_t)strtoul(right + JG_PLAYER_ID, NULL, 16);
    out->expires = strtoll(right + JG_PLAYER_ID + 9, NULL, 16);
    return true;
}

bool jg_session_read(struct jg_session *out, const char *header, size_t length, const unsigned char secret[JG_SHA256]) {
    const char *p = header, *end = header + length;
    const size_t name = sizeof NAME - 1;
    while (p < end) {
        while (p < end && (*p == ' ' || *p == ';')) p++;
        const char *stop = memchr(p, ';', (size_t)(end - p));
        size_t size = (size_t)((stop ? stop : end) - p);
        while (size && p[size - 1] == ' ') size--;
        if (size > name && !memcmp(p, NAME, name) && verify(out, p + name, size - name, secret)) return true;
        if (!stop) break;
        p = stop + 1;
    }
    *out = (struct jg_session){0};
    return false;
}
