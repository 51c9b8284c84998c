/* Network addresses as keys for limits and fair shares: an IPv4 address as it is, an IPv6 address as its /64
 * prefix, since one subscriber has a whole /64 and may use any address in it. */
#ifndef WEB_ADDRESS_H
#define WEB_ADDRESS_H

#include "web/peer.h"

#include <stdbool.h>
#include <stddef.h>

struct sockaddr;

/* The key of a socket address, "192.0.2.7" or "2001:db8:0:1::/64"; "" for other families. */
void jg_address_key(char out[JG_ADDRESS], const struct sockaddr *a);

/* The key of the last address in an X-Forwarded-For header of `length` bytes: the one that the nearest proxy has seen
 * itself. False: not an address. */
bool jg_address_forwarded(char out[JG_ADDRESS], const char *header, size_t length);

bool jg_address_loopback(const struct sockaddr *a);

#endif
