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

enum { PORT_MAX = 65535, STEP = 100, KEEP_IDLE = 30 }; /* milliseconds between looks at a flag; seconds */

enum jg_status jg_net_read(const char *text, char host[JG_NET_HOST], int *port, struct jg_error *err) {
    const char *begin = text, *end = text + strlen(text), *colon = strchr(text, ':'), *digits = NULL;
    if (*text == '[') {
        begin = text + 1;
        end = strchr(text, ']');
        if (!end) return jg_fail(err, JG_EINPUT, 0, "an address in brackets has no end");
        if (end[1] && end[1] != ':') return jg_fail(err, JG_EINPUT, (int)(end + 1 - text), "expected ':' and a port");
        digits = end[1] ? end + 2 : NULL;
    } else if (colon && !strchr(colon + 1, ':')) { /* with more than one it is an address without a port */
        end = colon;
        digits = colon + 1;
    }
    if (end == begin || end - begin >= JG_NET_HOST)
        return jg_fail(err, JG_EINPUT, (int)(begin - text), "expected the name or address of a server");
    if (digits) {
        long n = strspn(digits, "0123456789") == strlen(digits) && strlen(digits) <= 5 ? strtol(digits, NULL, 10) : 0;
        if (n < 1 || n > PORT_MAX)
            return jg_fail(err, JG_EINPUT, (int)(digits - text), "a port is a number from 1 to %d", PORT_MAX);
        *port = (int)n;
    }
    if (*port < 1) return jg_fail(err, JG_EINPUT, -1, "a port is a number from 1 to %d", PORT_MAX);
    snprintf(host, JG_NET_HOST, "%.*s", (int)(end - begin), begin);
    return JG_OK;
}

static void print_address(const struct sockaddr *from, socklen_t length, char address[JG_NET_ADDRESS]) {
    char host[JG_NET_ADDRESS - 10], port[8];
    if (getnameinfo(from, length, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV))
        snprintf(address, JG_NET_ADDRESS, "?");
    else
        snprintf(address, JG_NET_ADDRESS, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
}

static enum jg_status resolve(const char *host, int port, int flags, struct addrinfo **out, struct jg_error *err) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | flags};
    char service[8];
    snprintf(service, sizeof service, "%d", port);
    int why = getaddrinfo(host, service, &hints, out);
    if (!why) return JG_OK;
    return jg_fail(err, JG_EIO, -1, "%s: %s", host, why == EAI_SYSTEM ? strerror(errno) : gai_strerror(why));
}

/* Small lines go at once, and a peer whose machine has died is noticed. */
static void settle(int fd) {
    int on = 1, idle = KEEP_IDLE;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
}

/* Waits until a connection is made; 0, or an error number. */
static int await(int fd, int seconds, const atomic_bool *stop) {
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    double end = jg_clock() + seconds;
    while (!atomic_load(stop)) {
        int n = poll(&p, 1, STEP), why = 0;
        if (n > 0) {
            socklen_t size = sizeof why;
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &size);
            return why;
        }
        if (jg_clock() > end) return ETIMEDOUT;
    }
    return EINTR;
}

static int try_one(const struct addrinfo *a, int seconds, const atomic_bool *stop, int *fd) {
    *fd = socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);
    if (*fd < 0) return errno;
    int why = connect(*fd, a->ai_addr, a->ai_addrlen) ? errno : 0;
    if (why == EINPROGRESS || why == EINTR) why = await(*fd, seconds, stop);
    if (!why) return 0;
    close(*fd);
    *fd = -1;
    return why;
}

enum jg_status jg_net_connect(const char *host, int port, int seconds, const atomic_bool *stop, int *fd,
                              char address[JG_NET_ADDRESS], struct jg_error *err) {
    struct addrinfo *list = NULL;
    int why = 0;
    *fd = -1;
    enum jg_status status = resolve(host, port, 0, &list, err);
    if (status) return status;
    for (struct addrinfo *a = list; a && *fd < 0 && !atomic_load(stop); a = a->ai_next) {
        print_address(a->ai_addr, a->ai_addrlen, address);
        why = try_one(a, seconds, stop, fd);
    }
    freeaddrinfo(list);
    if (*fd >= 0) {
        settle(*fd);
        return JG_OK;
    }
    if (atomic_load(stop)) return jg_fail(err, JG_ESTOP, -1, "interrupted");
    return jg_fail(err, JG_EIO, -1, "%s: %s", address, strerror(why));
}

enum jg_status jg_net_listen(const char *bind_to, int port, int *fd, char address[JG_NET_ADDRESS],
                             struct jg_error *err) {
    struct addrinfo *list = NULL;
    *fd = -1;
    enum jg_status status = resolve(bind_to, port, AI_PASSIVE, &list, err);
    if (status) return status;
    for (struct addrinfo *a = list; a && *fd < 0; a = a->ai_next) *fd = jg_socket_listen(a);
    if (*fd < 0) status = jg_socket_refused(bind_to, port, err);
    freeaddrinfo(list);
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    if (!status && !getsockname(*fd, (struct sockaddr *)&bound, &size))
        print_address((struct sockaddr *)&bound, size, address);
    return status;
}

int jg_net_accept(int fd, char address[JG_NET_ADDRESS]) {
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    int got = accept4(fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (got < 0) return -1;
    print_address((struct sockaddr *)&from, size, address);
    settle(got);
    return got;
}

static bool is_later(int why) { return why == EAGAIN || why == EWOULDBLOCK || why == EINTR; }

/* A peer that sends `move` and `yield` one after the other would wait 40 ms for our word that the first has come. */
static void confirm(int fd) {
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on); /* until the next time */
}

int jg_net_get(int fd, char *bytes, int room) {
    ssize_t n = recv(fd, bytes, (size_t)room, 0);
    if (n > 0) confirm(fd);
    return n > 0 ? (int)n : n < 0 && is_later(errno) ? 0 : -1;
}

int jg_net_put(int fd, const char *bytes, size_t n) {
    ssize_t sent = send(fd, bytes, n, MSG_NOSIGNAL);
    return sent >= 0 ? (int)sent : is_later(errno) ? 0 : -1;
}

enum jg_status jg_net_pipe(int ends[2], struct jg_error *err) {
    if (!pipe2(ends, O_NONBLOCK | O_CLOEXEC)) return JG_OK;
    ends[0] = ends[1] = -1;
    return jg_fail(err, JG_EIO, -1, "%s: %s", "pipe", strerror(errno));
}

void jg_net_wake(int ends[2]) {
    if (write(ends[1], "", 1) < 0) return; /* full: it will wake anyway */
}

void jg_net_woken(int ends[2]) {
    char bytes[64];
    while (read(ends[0], bytes, sizeof bytes) > 0) continue;
}

void jg_net_pipe_close(int ends[2]) {
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
    ends[0] = ends[1] = -1;
}
