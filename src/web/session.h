/* Session cookies: a random player id, the player's sign-out count, an expiry date and an HMAC over them. */
#ifndef WEB_SESSION_H
#define WEB_SESSION_H

#include "core/sha256.h"
#include "web/peer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of "ID.EPOCH.EXPIRES.SIGNATURE" (32, 8, 10 and 64 hexadecimal digits) and the terminator. */
enum { JG_SESSION_COOKIE = JG_PLAYER_ID + 9 + 11 + 2 * JG_SHA256 + 1 };

struct jg_session {
    char player[JG_PLAYER_ID];
    uint32_t epoch;  /* how often the player has signed out everywhere: older sessions are invalid */
    int64_t expires; /* Unix time; 0: never (a cookie "ID.SIGNATURE" of an earlier version) */
};

/* A new random player id; false: the system has no random numbers. */
bool jg_session_new_player(char out[JG_PLAYER_ID]);

/* Writes the signed cookie of a session. */
void jg_session_sign(char out[JG_SESSION_COOKIE], const struct jg_session *session,
                     const unsigned char secret[JG_SHA256]);

/* Finds the first cookie with a valid signature in a Cookie header of `length` bytes; false: there is none. Does not
 * check whether the session has ended. */
bool jg_session_read(struct jg_session *out, const char *header, size_t length, const unsigned char secret[JG_SHA256]);

#endif
