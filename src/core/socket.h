/* Sockets that listen, for whoever serves. */
#ifndef CORE_SOCKET_H
#define CORE_SOCKET_H

#include <jogada/status.h>

#include <netdb.h>

/* A socket that listens there and does not wait, or -1 with errno set. */
int jg_socket_listen(const struct addrinfo *at);

/* Says why it could not be opened, as errno has it. */
enum jg_status jg_socket_refused(const char *bind, int port, struct jg_error *err);

#endif
