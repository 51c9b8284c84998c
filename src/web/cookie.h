/* Who somebody is: a random identity that the server has signed, and nothing else. */
#ifndef WEB_COOKIE_H
#define WEB_COOKIE_H

#include "core/sha256.h"
#include "web/peer.h"

#include <stdbool.h>
#include <stddef.h>

enum { JG_COOKIE = JG_PLAYER_ID + 2 * JG_SHA256 + 1 }; /* bytes of "ID.SIGNATURE" with its end */

/* A new identity; false: the system gives no random numbers. */
bool jg_cookie_identity(char out[JG_PLAYER_ID]);

/* "ID.SIGNATURE" of an identity. */
void jg_cookie_sign(char out[JG_COOKIE], const char player[JG_PLAYER_ID], const unsigned char secret[JG_SHA256]);

/* Finds our cookie in the header's `length` bytes; false: it is not there, or not of our making. Among several
 * of that name the first that we made counts. */
bool jg_cookie_read(char out[JG_PLAYER_ID], const char *header, size_t length, const unsigned char secret[JG_SHA256]);

#endif
