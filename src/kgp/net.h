/* Plain TCP, IPv4 and IPv6, without waiting; and a pipe by which threads wake a
 * loop that waits for sockets. Nothing here raises SIGPIPE. */
#ifndef KGP_NET_H
#define KGP_NET_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { JG_NET_HOST = 256, JG_NET_ADDRESS = 64 }; /* bytes of a host's name; of an address with its port */

/* Reads `host`, `host:port`, `[::1]:port` or `::1`; port stays as it is if none is given. Errors count in the text. */
enum jg_status jg_net_read(const char *text, char host[JG_NET_HOST], int *port, struct jg_error *err);

/* Connects, trying all addresses of the host, for so many seconds each; writes the address. JG_ESTOP once *stop is
 * set. The caller closes *fd. */
enum jg_status jg_net_connect(const char *host, int port, int seconds, const atomic_bool *stop, int *fd,
                              char address[JG_NET_ADDRESS], struct jg_error *err);

/* Listens on an address; port 0: any that is free. Writes the address with the port. */
enum jg_status jg_net_listen(const char *bind, int port, int *fd, char address[JG_NET_ADDRESS], struct jg_error *err);

/* Whoever has come, or -1. */
int jg_net_accept(int fd, char address[JG_NET_ADDRESS]);

/* Bytes that were read or sent, 0 if none could be now; -1: the other side has gone. */
int jg_net_get(int fd, char *bytes, int room);
int jg_net_put(int fd, const char *bytes, size_t n);

/* The pipe: waiting for ends[0]. */
enum jg_status jg_net_pipe(int ends[2], struct jg_error *err);
void jg_net_wake(int ends[2]);
void jg_net_woken(int ends[2]);
void jg_net_pipe_close(int ends[2]);

#endif
