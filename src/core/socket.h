/* Listening sockets. */
#ifndef CORE_SOCKET_H
#define CORE_SOCKET_H

#include <jogada/status.h>

#include <netdb.h>

/* Opens a non-blocking listening socket; -1 with errno set on failure. */
int jg_socket_listen(const struct addrinfo *at);

/* Turns errno of a failed jg_socket_listen into an error. */
enum jg_status jg_socket_error(const char *bind, int port, struct jg_error *err);

#endif
