/* Listening sockets. They are opened here and not by lws, so that errors can be reported, sockets can be limited per
 * address, and a full server can answer 503. */
#include "web/server.h"

#include "core/socket.h"
#include "web/address.h"

#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    AT_ONCE = 64,       /* connections accepted in one go */
    LINKS_MAX = 8,      /* addresses that are offered for invitations */
    OTHER_FILES = 512,  /* descriptors besides WebSockets: HTTP, the store, agents' programs */
    FILES_MAX = 900000, /* lws does not accept a much larger limit */
};

static const char FULL[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/* ---- Opening ------------------------------------------------------------------------------ */

static int port_of(int fd) {
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    if (getsockname(fd, (struct sockaddr *)&at, &size)) return 0;
    if (at.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&at)->sin6_port);
    return ntohs(((struct sockaddr_in *)&at)->sin_port);
}

/* A name may resolve to several addresses; with port 0 all of them get the port of the first. */
static void set_port(struct sockaddr *at, int port) {
    if (at->sa_family == AF_INET6)
        ((struct sockaddr_in6 *)(void *)at)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)(void *)at)->sin_port = htons((uint16_t)port);
}

enum jg_status jg_listen_open(struct jg_server *s, struct jg_error *err) {
    struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM}, *list = NULL;
    int why = getaddrinfo(s->setting->bind, NULL, &hints, &list);
    if (why == EAI_MEMORY) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (why)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "cannot listen on %s: %s", s->setting->bind, gai_strerror(why));
    enum jg_status status = JG_OK;
    s->port = s->setting->port;
    s->loopback = true;
    for (struct addrinfo *at = list; at && s->listener_count < JG_LISTENERS && !status; at = at->ai_next) {
        if (at->ai_family != AF_INET && at->ai_family != AF_INET6) continue;
        set_port(at->ai_addr, s->port);
        int fd = jg_socket_listen(at);
        if (fd >= 0) {
            s->listeners[s->listener_count++] = fd;
            s->port = port_of(fd);
            s->loopback &= jg_address_loopback(at->ai_addr);
        } else if (errno != EAFNOSUPPORT && (errno != EADDRNOTAVAIL || !at->ai_next) && !s->listener_count)
            status = jg_socket_error(s->setting->bind, s->setting->port, err);
    }
    freeaddrinfo(list);
    if (!status && !s->listener_count) status = jg_socket_error(s->setting->bind, s->setting->port, err);
    return status;
}

void jg_listen_close(struct jg_server *s) {
    for (int i = s->adopted; i < s->listener_count; i++) close(s->listeners[i]);
    s->adopted = s->listener_count = 0;
    if (s->reserve >= 0) close(s->reserve);
    s->reserve = -1;
}

void jg_listen_url(const struct jg_server *s, char out[JG_URL_MAX]) {
    const char *name = s->setting->bind;
    bool all = !strcmp(name, "0.0.0.0") || !strcmp(name, "::");
    bool brackets = !all && strchr(name, ':');
    snprintf(out, JG_URL_MAX, "http://%s%.250s%s:%d/", brackets ? "[" : "", all ? "localhost" : name,
             brackets ? "]" : "", s->port);
}

/* Whether other machines may reach an address of an interface: not loopback, not link-local. */
static bool is_public(const struct ifaddrs *at) {
    if (!at->ifa_addr || !(at->ifa_flags & IFF_UP) || at->ifa_flags & IFF_LOOPBACK) return false;
    if (at->ifa_addr->sa_family == AF_INET) return true;
    if (at->ifa_addr->sa_family != AF_INET6) return false;
    return !IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)(const void *)at->ifa_addr)->sin6_addr);
}

static void add_link(json_t *list, const char *address, int port) {
    bool brackets = strchr(address, ':');
    json_array_append_new(list,
                          json_sprintf("http://%s%s%s:%d", brackets ? "[" : "", address, brackets ? "]" : "", port));
}

json_t *jg_listen_links(const struct jg_server *s) {
    const char *name = s->setting->bind;
    bool four = !strcmp(name, "0.0.0.0"), all = four || !strcmp(name, "::");
    json_t *list = json_array();
    struct ifaddrs *first = NULL;
    if (s->loopback || s->setting->origin[0]) return list;
    if (!all) add_link(list, name, s->port);
    if (!all || getifaddrs(&first)) return list;
    for (const struct ifaddrs *at = first; at; at = at->ifa_next) {
        char text[INET6_ADDRSTRLEN];
        bool six = at->ifa_addr && at->ifa_addr->sa_family == AF_INET6;
        if (!is_public(at) || (four && six) || json_array_size(list) >= LINKS_MAX) continue;
        socklen_t size = six ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
        if (!getnameinfo(at->ifa_addr, size, text, sizeof text, NULL, 0, NI_NUMERICHOST)) add_link(list, text, s->port);
    }
    freeifaddrs(first);
    return list;
}

/* ---- Accepting ---------------------------------------------------------------------------- */

void jg_listen_limit(int connections) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + OTHER_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) || (limit.rlim_cur >= wanted && limit.rlim_cur <= FILES_MAX)) return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

enum jg_status jg_listen_begin(struct jg_server *s, struct jg_error *err) {
    s->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
    while (s->adopted < s->listener_count) {
        lws_sock_file_fd_type fd = {.filefd = s->listeners[s->adopted++]}; /* lws closes it, also on failure */
        if (!lws_adopt_descriptor_vhost(s->vhost, LWS_ADOPT_RAW_FILE_DESC, fd, "listen", NULL))
            return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    return JG_OK;
}

/* Answers 503 and closes. */
static void turn_away(int fd) {
    (void)!send(fd, FULL, sizeof FULL - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    close(fd);
}

/* No file descriptor is left: gives up the spare one to answer the next client. */
static void turn_away_next(struct jg_server *s, int listener) {
    if (s->reserve < 0) return;
    close(s->reserve);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0) turn_away(fd);
    s->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* Disables Nagle's algorithm: headers and body, or a reply and the table message after it, are separate small writes. */
static void disable_delay(int fd) {
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/* Hands a socket to lws, with the counter of its address. */
static void adopt(struct jg_server *s, int fd, const struct sockaddr *from) {
    struct jg_address_count *count;
    if (!jg_access_admit_socket(s, from, &count)) {
        turn_away(fd);
        return;
    }
    struct lws *wsi = lws_adopt_socket_vhost(s->vhost, fd);
    if (wsi)
        lws_set_opaque_user_data(wsi, count);
    else
        jg_access_release_socket(s, count);
}

static void accept_some(struct jg_server *s, int listener) {
    for (int i = 0; i < AT_ONCE; i++) {
        struct sockaddr_storage from = {0};
        socklen_t size = sizeof from;
        int fd = accept4(listener, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) turn_away_next(s, listener);
        if (fd < 0) return;
        disable_delay(fd);
        if (s->sockets >= s->setting->connections + OTHER_FILES / 2)
            turn_away(fd);
        else
            adopt(s, fd, (struct sockaddr *)&from);
    }
}

int jg_listen_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    (void)user, (void)in, (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        accept_some(lws_context_user(lws_get_context(wsi)), (int)lws_get_socket_fd(wsi));
    return 0;
}
