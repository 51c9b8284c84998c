#include "web/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static void put_ipv4(char out[JG_ADDRESS], const struct in_addr *a) { inet_ntop(AF_INET, a, out, JG_ADDRESS); }

static void put_ipv6(char out[JG_ADDRESS], const struct in6_addr *a) {
    struct in6_addr prefix = {0};
    struct in_addr inner;
    if (IN6_IS_ADDR_V4MAPPED(a)) {
        memcpy(&inner, a->s6_addr + 12, sizeof inner);
        put_ipv4(out, &inner);
        return;
    }
    memcpy(prefix.s6_addr, a->s6_addr, 8);
    inet_ntop(AF_INET6, IN6_IS_ADDR_LOOPBACK(a) ? a : &prefix, out, JG_ADDRESS);
    if (!IN6_IS_ADDR_LOOPBACK(a)) strcat(out, "/64");
}

_Static_assert((int)JG_ADDRESS >= INET6_ADDRSTRLEN + (int)sizeof "/64" - 2, "room for a prefix");

void jg_address_key(char out[JG_ADDRESS], const struct sockaddr *a) {
    out[0] = 0;
    if (a->sa_family == AF_INET)
        put_ipv4(out, &((const struct sockaddr_in *)(const void *)a)->sin_addr);
    else if (a->sa_family == AF_INET6)
        put_ipv6(out, &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr);
}

bool jg_address_loopback(const struct sockaddr *a) {
    if (a->sa_family == AF_INET)
        return (ntohl(((const struct sockaddr_in *)(const void *)a)->sin_addr.s_addr) >> 24) == 127;
    if (a->sa_family != AF_INET6) return false;
    const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(six) || (IN6_IS_ADDR_V4MAPPED(six) && six->s6_addr[12] == 127);
}

/* Some proxies write brackets or a port: "[2001:db8::1]:443", "192.0.2.7:443". */
static bool parse(char out[JG_ADDRESS], char *text) {
    struct in_addr four;
    struct in6_addr six;
    char *colon = strchr(text, ':');
    if (text[0] == '[') {
        text++;
        text[strcspn(text, "]")] = 0;
    } else if (colon && !strchr(colon + 1, ':'))
        *colon = 0;
    if (inet_pton(AF_INET, text, &four) == 1)
        put_ipv4(out, &four);
    else if (inet_pton(AF_INET6, text, &six) == 1)
        put_ipv6(out, &six);
    else
        return false;
    return true;
}

bool jg_address_forwarded(char out[JG_ADDRESS], const char *header, size_t length) {
    char text[INET6_ADDRSTRLEN + sizeof "[]:65535"];
    size_t begin = length;
    out[0] = 0;
    while (begin && header[begin - 1] != ',') begin--;
    while (begin < length && (header[begin] == ' ' || header[begin] == '\t')) begin++;
    while (length > begin && (header[length - 1] == ' ' || header[length - 1] == '\t')) length--;
    if (length - begin >= sizeof text) return false;
    memcpy(text, header + begin, length - begin);
    text[length - begin] = 0;
    return parse(out, text);
}
