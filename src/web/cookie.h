/* Session cookies: a random user id, the number of times that it has signed out everywhere, a date, and an HMAC. */
#ifndef WEB_COOKIE_H
#define WEB_COOKIE_H

#include "core/sha256.h"
#include "web/peer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of "ID.EPOCH.EXPIRES.SIGNATURE" with its end: 32, 8, 10 and 64 hexadecimal digits. */
enum { JG_COOKIE = JG_PLAYER_ID + 9 + 11 + 2 * JG_SHA256 + 1 };

struct jg_session {
    char player[JG_PLAYER_ID];
    uint32_t epoch;
    int64_t expires; /* Unix time; 0: never, a cookie "ID.SIGNATURE" of an earlier version */
};

/* A new identity; false: the system gives no random numbers. */
bool jg_cookie_identity(char out[JG_PLAYER_ID]);

/* The cookie of a session. */
void jg_cookie_sign(char out[JG_COOKIE], const struct jg_session *session, const unsigned char secret[JG_SHA256]);

/* Finds our cookie in the header's `length` bytes; false: it is not there, or not of our making. Among several
 * of that name the first that we made counts. Whether the session is over is not looked at. */
bool jg_cookie_read(struct jg_session *out, const char *header, size_t length, const unsigned char secret[JG_SHA256]);

#endif
