/* Who may come in: pages of our own, with a cookie of our own. */
#include "web/address.h"
#include "web/cookie.h"
#include "web/server.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { COOKIES_MAX = 4096, FORWARDED_MAX = 1024, LINES_PER_PLAYER = 20 };

static const char SOCKET[] = "/api/v1/socket";

/* A header's text; false: it is missing or too long. */
static bool header(struct lws *wsi, enum lws_token_indexes which, char *out, int size) {
    int length = lws_hdr_total_length(wsi, which);
    return length > 0 && length < size && lws_hdr_copy(wsi, out, size, which) > 0;
}

/* ---- Hosts -------------------------------------------------------------------------------- */

/* The host of "https://host:port", with its port. */
static const char *host_of(const char *origin) {
    const char *host = strstr(origin, "://");
    return host ? host + 3 : origin;
}

/* Length of a host's name without its port. */
static size_t name_length(const char *host) {
    const char *end = host[0] == '[' ? strchr(host, ']') : NULL;
    return end ? (size_t)(end + 1 - host) : strcspn(host, ":");
}

static bool is_named(const char *host, const char *name) {
    size_t length = name_length(host);
    return length == strlen(name) && !strncasecmp(host, name, length);
}

/* "127.0.0.1" and all others that begin with 127. */
static bool is_loopback_number(const char *host) {
    size_t length = name_length(host);
    return length == strspn(host, "0123456789.") && length > 4 && !strncmp(host, "127.", 4);
}

static bool is_this_machine(const struct jg_server *s, const char *host) {
    char bound[JG_HOST_MAX];
    snprintf(bound, sizeof bound, strchr(s->setting->bind, ':') ? "[%s]" : "%s", s->setting->bind);
    return is_named(host, "localhost") || is_named(host, "[::1]") || is_loopback_number(host) || is_named(host, bound);
}

bool jg_door_host(const struct jg_server *s, struct lws *wsi) {
    char host[JG_HOST_MAX];
    const char *origin = s->setting->origin;
    if (!header(wsi, WSI_TOKEN_HOST, host, sizeof host)) return false;
    if (origin[0] && !strcasecmp(host, host_of(origin))) return true;
    if (s->loopback) return is_this_machine(s, host); /* also a proxy that does not pass on the name */
    return !origin[0] || is_this_machine(s, host);
}

static bool is_own_origin(const struct jg_server *s, struct lws *wsi) {
    char origin[JG_HOST_MAX], host[JG_HOST_MAX];
    if (!header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) return false;
    if (s->setting->origin[0]) return !strcasecmp(origin, s->setting->origin);
    if (!header(wsi, WSI_TOKEN_HOST, host, sizeof host)) return false;
    return !strncasecmp(origin, "http://", 7) && !strcasecmp(origin + 7, host);
}

/* ---- Addresses ---------------------------------------------------------------------------- */

void jg_door_address(const struct jg_server *s, struct lws *wsi, char out[JG_ADDRESS]) {
    struct sockaddr_storage from = {0};
    socklen_t size = sizeof from;
    char forwarded[FORWARDED_MAX];
    out[0] = 0;
    if (getpeername((int)lws_get_socket_fd(wsi), (struct sockaddr *)&from, &size)) return;
    jg_address_key(out, (struct sockaddr *)&from);
    bool proxy = s->setting->origin[0] && jg_address_loopback((struct sockaddr *)&from);
    char seen[JG_ADDRESS];
    if (proxy && header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded) &&
        jg_address_forwarded(seen, forwarded, strlen(forwarded)))
        memcpy(out, seen, sizeof seen);
}

/* ---- Players ------------------------------------------------------------------------------ */

bool jg_door_player(const struct jg_server *s, struct lws *wsi, char out[JG_PLAYER_ID]) {
    char cookies[COOKIES_MAX];
    out[0] = 0;
    if (!header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies)) return false;
    return jg_cookie_read(out, cookies, strlen(cookies), s->secret);
}

static int lines_of(const struct jg_server *s, const char *player) {
    int count = 0;
    for (const struct jg_line *line = s->lines; line; line = line->next) count += !strcmp(line->peer.player, player);
    return count;
}

int jg_door_refusal(const struct jg_server *s, struct lws *wsi, char player[JG_PLAYER_ID]) {
    char path[sizeof SOCKET], version[4];
    if (!header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, SOCKET)) return HTTP_STATUS_NOT_FOUND;
    if (!header(wsi, WSI_TOKEN_VERSION, version, sizeof version) || strcmp(version, "13"))
        return HTTP_STATUS_BAD_REQUEST;
    if (!jg_door_host(s, wsi) || !is_own_origin(s, wsi)) return HTTP_STATUS_FORBIDDEN;
    if (!jg_door_player(s, wsi, player)) return HTTP_STATUS_FORBIDDEN;
    if (s->connections >= s->setting->connections) return HTTP_STATUS_SERVICE_UNAVAILABLE;
    return lines_of(s, player) >= LINES_PER_PLAYER ? 429 : 0;
}
