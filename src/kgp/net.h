/* Non-blocking TCP over IPv4 and IPv6, and a self-pipe by which threads wake a poll loop. No call raises SIGPIPE. */
#ifndef KGP_NET_H
#define KGP_NET_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { JG_NET_HOST_MAX = 256, JG_NET_ADDRESS_MAX = 64 }; /* bytes of a host name; of an address with its port */

/* Parses `host`, `host:port`, `[::1]:port` or `::1`. *port is unchanged if the text has none. */
enum jg_status jg_net_parse(const char *text, char host[JG_NET_HOST_MAX], int *port, struct jg_error *err);

/* Connects to a host, trying all of its addresses for `seconds` each, and writes the address. JG_ESTOP once *stop is
 * set. The caller closes *fd. */
enum jg_status jg_net_connect(const char *host, int port, int seconds, const atomic_bool *stop, int *fd,
                              char address[JG_NET_ADDRESS_MAX], struct jg_error *err);

/* Listens on an address; port 0: any free port. Writes the address with the port. The caller closes *fd. */
enum jg_status jg_net_listen(const char *bind, int port, int *fd, char address[JG_NET_ADDRESS_MAX],
                             struct jg_error *err);

/* Accepts a connection; -1 if there is none. */
int jg_net_accept(int fd, char address[JG_NET_ADDRESS_MAX]);

/* Return the number of bytes received or sent, 0 if the call would block, -1 if the connection is closed. */
int jg_net_receive(int fd, char *bytes, int room);
int jg_net_send(int fd, const char *bytes, size_t n);

/* The self-pipe: poll ends[0]; jg_net_wake makes it readable, jg_net_drain empties it. */
enum jg_status jg_net_pipe_open(int ends[2], struct jg_error *err);
void jg_net_wake(int ends[2]);
void jg_net_drain(int ends[2]);
void jg_net_pipe_close(int ends[2]);

#endif
