/* Sockets of the Kalah Game Protocol. */
#include "kgp/net.h"

#include "core/clock.h"
#include "core/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PORT_MAX = 65535,
    STEP = 100,
    KEEP_IDLE = 30
}; /* milliseconds between checks of a flag; seconds before keepalive */

enum jg_status jg_net_parse(const char *text, char host[JG_NET_HOST_MAX], int *port, struct jg_error *err) {
    const char *begin = text, *end = text + strlen(text), *colon = strchr(text, ':'), *digits = NULL;
    if (*text == '[') {
        begin = text + 1;
        end = strchr(text, ']');
        if (!end) return jg_fail(err, JG_EINPUT, 0, "an address in brackets needs a closing ']'");
        if (end[1] && end[1] != ':') return jg_fail(err, JG_EINPUT, (int)(end + 1 - text), "expected ':' and a port");
        digits = end[1] ? end + 2 : NULL;
    } else if (colon && !strchr(colon + 1, ':')) { /* more than one colon: an IPv6 address without a port */
        end = colon;
        digits = colon + 1;
    }
    if (end == begin || end - begin >= JG_NET_HOST_MAX)
        return jg_fail(err, JG_EINPUT, (int)(begin - text), "expected the name or address of a server");
    if (digits) {
        long n = strspn(digits, "0123456789") == strlen(digits) && strlen(digits) <= 5 ? strtol(digits, NULL, 10) : 0;
        if (n < 1 || n > PORT_MAX)
            return jg_fail(err, JG_EINPUT, (int)(digits - text), "a port must be 1 to %d", PORT_MAX);
        *port = (int)n;
    }
    if (*port < 1) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "a port must be 1 to %d", PORT_MAX);
    snprintf(host, JG_NET_HOST_MAX, "%.*s", (int)(end - begin), begin);
    return JG_OK;
}

static void print_address(const struct sockaddr *from, socklen_t length, char address[JG_NET_ADDRESS_MAX]) {
    char host[JG_NET_ADDRESS_MAX - 10], port[8];
    if (getnameinfo(from, length, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV))
        snprintf(address, JG_NET_ADDRESS_MAX, "?");
    else
        snprintf(address, JG_NET_ADDRESS_MAX, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
}

static enum jg_status resolve(const char *host, int port, int flags, struct addrinfo **out, struct jg_error *err) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | flags};
    char service[8];
    snprintf(service, sizeof service, "%d", port);
    int error = getaddrinfo(host, service, &hints, out);
    if (!error) return JG_OK;
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", host,
                   error == EAI_SYSTEM ? strerror(errno) : gai_strerror(error));
}

/* Sends small lines at once (no Nagle delay), and detects dead peers by keepalive. */
static void set_options(int fd) {
    int on = 1, idle = KEEP_IDLE;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
}

/* Waits until the connection is established; returns 0 or an error number. */
static int await(int fd, int seconds, const atomic_bool *stop) {
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    double end = jg_clock() + seconds;
    while (!atomic_load(stop)) {
        int n = poll(&p, 1, STEP), error = 0;
        if (n > 0) {
            socklen_t size = sizeof error;
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
            return error;
        }
        if (jg_clock() > end) return ETIMEDOUT;
    }
    return EINTR;
}

static int try_one(const struct addrinfo *a, int seconds, const atomic_bool *stop, int *fd) {
    *fd = socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);
    if (*fd < 0) return errno;
    int error = connect(*fd, a->ai_addr, a->ai_addrlen) ? errno : 0;
    if (error == EINPROGRESS || error == EINTR) error = await(*fd, seconds, stop);
    if (!error) return 0;
    close(*fd);
    *fd = -1;
    return error;
}

enum jg_status jg_net_connect(const char *host, int port, int seconds, const atomic_bool *stop, int *fd,
                              char address[JG_NET_ADDRESS_MAX], struct jg_error *err) {
    struct addrinfo *list = NULL;
    int error = 0;
    *fd = -1;
    enum jg_status status = resolve(host, port, 0, &list, err);
    if (status) return status;
    for (struct addrinfo *a = list; a && *fd < 0 && !atomic_load(stop); a = a->ai_next) {
        print_address(a->ai_addr, a->ai_addrlen, address);
        error = try_one(a, seconds, stop, fd);
    }
    freeaddrinfo(list);
    if (*fd >= 0) {
        set_options(*fd);
        return JG_OK;
    }
    if (atomic_load(stop)) return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "interrupted");
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", address, strerror(error));
}

enum jg_status jg_net_listen(const char *bind_to, int port, int *fd, char address[JG_NET_ADDRESS_MAX],
                             struct jg_error *err) {
    struct addrinfo *list = NULL;
    *fd = -1;
    enum jg_status status = resolve(bind_to, port, AI_PASSIVE, &list, err);
    if (status) return status;
    for (struct addrinfo *a = list; a && *fd < 0; a = a->ai_next) *fd = jg_socket_listen(a);
    if (*fd < 0) status = jg_socket_error(bind_to, port, err);
    freeaddrinfo(list);
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    if (!status && !getsockname(*fd, (struct sockaddr *)&bound, &size))
        print_address((struct sockaddr *)&bound, size, address);
    return status;
}

int jg_net_accept(int fd, char address[JG_NET_ADDRESS_MAX]) {
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    int got = accept4(fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (got < 0) return -1;
    print_address((struct sockaddr *)&from, size, address);
    set_options(got);
    return got;
}

static bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

/* Disables delayed acknowledgements: a peer that sends `move` and `yield` separately would wait 40 ms between them. */
static void acknowledge(int fd) {
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on); /* not permanent: set again after each receive */
}

int jg_net_receive(int fd, char *bytes, int room) {
    ssize_t n = recv(fd, bytes, (size_t)room, 0);
    if (n > 0) acknowledge(fd);
    return n > 0 ? (int)n : n < 0 && would_block(errno) ? 0 : -1;
}

int jg_net_send(int fd, const char *bytes, size_t n) {
    ssize_t sent = send(fd, bytes, n, MSG_NOSIGNAL);
    return sent >= 0 ? (int)sent : would_block(errno) ? 0 : -1;
}

enum jg_status jg_net_pipe_open(int ends[2], struct jg_error *err) {
    if (!pipe2(ends, O_NONBLOCK | O_CLOEXEC)) return JG_OK;
    ends[0] = ends[1] = -1;
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", "pipe", strerror(errno));
}

void jg_net_wake(int ends[2]) {
    if (write(ends[1], "", 1) < 0) return; /* the pipe is full, so the loop wakes anyway */
}

void jg_net_drain(int ends[2]) {
    char bytes[64];
    while (read(ends[0], bytes, sizeof bytes) > 0) continue;
}

void jg_net_pipe_close(int ends[2]) {
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
    ends[0] = ends[1] = -1;
}
