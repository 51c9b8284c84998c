/* Access control: checks the Host and Origin headers and the session cookie, and limits sockets per network address. */
#include "core/hash.h"
#include "store/store.h"
#include "web/address.h"
#include "web/session.h"
#include "web/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { COOKIES_MAX = 4096, FORWARDED_MAX = 8192, CONNECTIONS_PER_PLAYER = 20 };

static const char SOCKET[] = "/api/v1/socket";

/* Copies a header; false: it is missing or too long. */
static bool header(struct lws *wsi, enum lws_token_indexes which, char *out, int size) {
    int length = lws_hdr_total_length(wsi, which);
    return length > 0 && length < size && lws_hdr_copy(wsi, out, size, which) > 0;
}

/* ---- Hosts -------------------------------------------------------------------------------- */

/* "host:port" of "https://host:port". */
static const char *host_of(const char *origin) {
    const char *host = strstr(origin, "://");
    return host ? host + 3 : origin;
}

/* Length of a host without its port. */
static size_t name_length(const char *host) {
    const char *end = host[0] == '[' ? strchr(host, ']') : NULL;
    return end ? (size_t)(end + 1 - host) : strcspn(host, ":");
}

static bool is_named(const char *host, const char *name) {
    size_t length = name_length(host);
    return length == strlen(name) && !strncasecmp(host, name, length);
}

/* Any address in 127.0.0.0/8. */
static bool is_loopback_number(const char *host) {
    size_t length = name_length(host);
    return length == strspn(host, "0123456789.") && length > 4 && !strncmp(host, "127.", 4);
}

static bool is_this_machine(const struct jg_server *s, const char *host) {
    char bound[JG_HOST_MAX];
    snprintf(bound, sizeof bound, strchr(s->setting->bind, ':') ? "[%s]" : "%s", s->setting->bind);
    return is_named(host, "localhost") || is_named(host, "[::1]") || is_loopback_number(host) || is_named(host, bound);
}

bool jg_access_is_our_host(const struct jg_server *s, struct lws *wsi) {
    char host[JG_HOST_MAX];
    const char *origin = s->setting->origin;
    if (!header(wsi, WSI_TOKEN_HOST, host, sizeof host)) return false;
    if (origin[0] && !strcasecmp(host, host_of(origin))) return true;
    if (s->loopback) return is_this_machine(s, host); /* includes proxies that do not forward the Host header */
    return !origin[0] || is_this_machine(s, host);
}

bool jg_access_is_same_origin(const struct jg_server *s, struct lws *wsi) {
    char origin[JG_HOST_MAX], host[JG_HOST_MAX];
    if (!header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) return false;
    if (s->setting->origin[0]) return !strcasecmp(origin, s->setting->origin);
    if (!header(wsi, WSI_TOKEN_HOST, host, sizeof host)) return false;
    return !strncasecmp(origin, "http://", 7) && !strcasecmp(origin + 7, host);
}

/* ---- Addresses ---------------------------------------------------------------------------- */

void jg_access_client_address(const struct jg_server *s, struct lws *wsi, char out[JG_ADDRESS]) {
    struct sockaddr_storage from = {0};
    socklen_t size = sizeof from;
    char forwarded[FORWARDED_MAX];
    out[0] = 0;
    if (getpeername((int)lws_get_socket_fd(wsi), (struct sockaddr *)&from, &size)) return;
    jg_address_key(out, (struct sockaddr *)&from);
    bool proxy = s->setting->origin[0] && jg_address_loopback((struct sockaddr *)&from);
    if (!proxy || !lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR)) return;
    bool read = header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
    if (!read || !jg_address_forwarded(out, forwarded, strlen(forwarded)))
        strcpy(out, "unreadable"); /* all clients with an invalid header share one address */
}

/* Local connections are exempt when a proxy may have made them. */
static bool is_counted(const struct jg_server *s, const char *address) {
    bool local = !strncmp(address, "127.", 4) || !strcmp(address, "::1");
    return s->setting->per_address && address[0] && !(local && (s->loopback || s->setting->origin[0]));
}

static struct jg_address_count **find_count(struct jg_server *s, const char *address) {
    struct jg_address_count **at = &s->addresses[jg_hash(address, strlen(address)) % JG_ADDRESS_BUCKETS];
    while (*at && strcmp((*at)->address, address)) at = &(*at)->next;
    return at;
}

bool jg_access_admit_socket(struct jg_server *s, const struct sockaddr *from, struct jg_address_count **out) {
    char address[JG_ADDRESS];
    *out = NULL;
    jg_address_key(address, from);
    if (!is_counted(s, address)) return true;
    struct jg_address_count **at = find_count(s, address);
    if (!*at) {
        if (!(*at = calloc(1, sizeof **at))) return false;
        memcpy((*at)->address, address, sizeof address);
    }
    if ((*at)->sockets >= s->setting->per_address) return false;
    (*at)->sockets++;
    *out = *at;
    return true;
}

void jg_access_release_socket(struct jg_server *s, struct jg_address_count *count) {
    if (!count || --count->sockets) return;
    *find_count(s, count->address) = count->next;
    free(count);
}

/* ---- Sessions ----------------------------------------------------------------------------- */

/* Cookies of earlier versions have no expiry: they are valid while the store knows the player. */
static bool has_ended(const struct jg_server *s, const struct jg_session *session, int64_t epoch) {
    if (session->expires ? session->expires < jg_store_now(s->store) : !jg_store_has_player(s->store, session->player))
        return true;
    return epoch != (int64_t)session->epoch;
}

enum jg_session_state jg_access_session(const struct jg_server *s, struct lws *wsi, struct jg_session *out) {
    char cookies[COOKIES_MAX];
    *out = (struct jg_session){0};
    if (!header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies)) return JG_SESSION_NONE;
    if (!jg_session_read(out, cookies, strlen(cookies), s->secret)) return JG_SESSION_NONE;
    int64_t epoch = jg_store_epoch(s->store, out->player);
    enum jg_session_state state = epoch < 0                  ? JG_SESSION_UNKNOWN
                                  : has_ended(s, out, epoch) ? JG_SESSION_ENDED
                                                             : JG_SESSION_VALID;
    if (state != JG_SESSION_VALID) *out = (struct jg_session){0};
    return state;
}

static int count_from_address(const struct jg_server *s, const char *address) {
    int count = 0;
    for (const struct jg_connection *c = s->connections; c; c = c->next) count += !strcmp(c->peer.address, address);
    return count;
}

static int count_of_player(const struct jg_server *s, const char *player) {
    int count = 0;
    for (const struct jg_connection *c = s->connections; c; c = c->next) count += !strcmp(c->peer.player, player);
    return count;
}

int jg_access_check_websocket(const struct jg_server *s, struct lws *wsi) {
    struct jg_session session;
    char address[JG_ADDRESS];
    char path[sizeof SOCKET], version[4];
    if (!header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, SOCKET)) return HTTP_STATUS_NOT_FOUND;
    if (!header(wsi, WSI_TOKEN_VERSION, version, sizeof version) || strcmp(version, "13"))
        return HTTP_STATUS_BAD_REQUEST;
    if (!jg_access_is_our_host(s, wsi) || !jg_access_is_same_origin(s, wsi)) return HTTP_STATUS_FORBIDDEN;
    enum jg_session_state state = jg_access_session(s, wsi, &session);
    if (state != JG_SESSION_VALID)
        return state == JG_SESSION_UNKNOWN ? HTTP_STATUS_SERVICE_UNAVAILABLE : HTTP_STATUS_FORBIDDEN;
    if (s->connection_count >= s->setting->connections) return HTTP_STATUS_SERVICE_UNAVAILABLE;
    if (count_of_player(s, session.player) >= CONNECTIONS_PER_PLAYER) return 429;
    jg_access_client_address(s, wsi, address);
    return is_counted(s, address) && count_from_address(s, address) >= s->setting->per_address ? 429 : 0;
}
