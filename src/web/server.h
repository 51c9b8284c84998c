/* Private header of the event loop's files: server, connection, dispatch, access, http and listen. The lobby, the
 * analysis and the lab do not include it. */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include "core/sha256.h"
#include "core/thread_pool.h"
#include "web/dispatch.h"

#include <libwebsockets.h>
#include <pthread.h>

#define JG_SUBPROTOCOL "jogada.v1"

enum {
    JG_LISTENERS = 8,
    JG_HOST_MAX = 256,
    JG_URL_MAX = 320,
    JG_ADDRESS_BUCKETS = 1024,
    JG_QUEUED_MAX = 64 << 20, /* bytes queued for all clients; above it each client's own limit is lower */
};

/* The number of open sockets from one network address. */
struct jg_address_count {
    struct jg_address_count *next;
    char address[JG_ADDRESS];
    int sockets;
};

struct jg_server {
    const struct jg_web_setting *setting;
    pthread_mutex_t lock; /* guards `context` against threads that wake the loop */
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct jg_store *store;
    struct jg_store *reader; /* the same store, read-only, for the `quick` thread */
    struct jg_checkpointer *checkpointer;
    struct jg_pool *work;                             /* threads for searches */
    struct jg_pool *quick;                            /* one thread for jobs without a search */
    struct jg_scheduler *scheduler, *quick_scheduler; /* their queues */
    struct jg_parts parts;
    unsigned char secret[JG_SHA256];
    struct {
        unsigned char *bytes;
        size_t size;
    } *games; /* cached response of /api/v1/games for each language, gzipped; NULL: not requested yet */

    int listeners[JG_LISTENERS];
    int listener_count, adopted; /* lws owns the first `adopted` of them */
    int port;
    bool loopback;                                          /* all listeners are on the loopback interface */
    int reserve;                                            /* a spare file descriptor, to answer when none is left */
    struct jg_address_count *addresses[JG_ADDRESS_BUCKETS]; /* hash table by address */
    int sockets;                                            /* connections of any kind */
    int connection_count;                                   /* WebSockets */
    size_t queued;                                          /* bytes that clients have not read yet */
    uint64_t last_number;                                   /* of a connection */
    struct jg_connection *connections;                      /* all WebSockets */
    struct jg_connection *pending;                          /* those with something to send */

    lws_sorted_usec_list_t timer;
    bool unsaved; /* a request was handled since the lobby last saved its tables */
};

/* A queued message; its text follows LWS_PRE bytes of padding. */
struct jg_message {
    struct jg_message *next;
    size_t size, sent;
    unsigned char bytes[];
};

/* A WebSocket. */
struct jg_connection {
    struct jg_peer peer;
    struct jg_server *server;
    struct lws *wsi;
    struct jg_connection *next, **link; /* in the list of all connections */
    struct jg_connection *next_pending;
    bool is_pending;

    struct jg_message *first, *last; /* the send queue */
    size_t queued;                   /* its bytes */

    char *received; /* the message that is arriving, JG_REQUEST_MAX bytes; NULL between messages */
    size_t received_size;
    double tokens, filled; /* token bucket of the rate limit: tokens left, and when they were last counted */
    int excess;            /* messages beyond the limit, less those within it since */
    bool closing;
};

/* ---- connection.c -------------------------------------------------------------------------- */

int jg_connection_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Sends to all pending connections. */
void jg_connection_deliver(struct jg_server *s);

/* Closes all WebSockets of a player whose sessions have ended. */
void jg_connection_close_all(struct jg_server *s, const char *player);

/* ---- access.c ------------------------------------------------------------------------------ */

/* Whether the Host header names this server; guards against DNS rebinding. */
bool jg_access_is_our_host(const struct jg_server *s, struct lws *wsi);

/* Whether the Origin header names a page of this server. */
bool jg_access_is_same_origin(const struct jg_server *s, struct lws *wsi);

/* The session of a request's cookie. NONE: no cookie, or a forged one. ENDED: expired or signed out. UNKNOWN: the
 * store cannot be read. *out is zero unless VALID. */
enum jg_session_state { JG_SESSION_NONE, JG_SESSION_VALID, JG_SESSION_ENDED, JG_SESSION_UNKNOWN };
struct jg_session;
enum jg_session_state jg_access_session(const struct jg_server *s, struct lws *wsi, struct jg_session *out);

/* Counts a new socket of a network address; false: the address has too many. *out is its counter, NULL if the address
 * is exempt. Release takes the counter back; NULL is allowed. */
struct sockaddr;
bool jg_access_admit_socket(struct jg_server *s, const struct sockaddr *from, struct jg_address_count **out);
void jg_access_release_socket(struct jg_server *s, struct jg_address_count *count);

/* The network address of a client, as limits count it. Behind a proxy on this machine (--origin) it is the one that
 * the proxy reports. */
void jg_access_client_address(const struct jg_server *s, struct lws *wsi, char out[JG_ADDRESS]);

/* Checks the handshake of a WebSocket: the HTTP status to refuse it with, 0 to accept it. */
int jg_access_check_websocket(const struct jg_server *s, struct lws *wsi);

/* ---- http.c -------------------------------------------------------------------------------- */

enum { JG_HTTP_TRANSFER = 64 }; /* bytes of http.c's state for each connection */

int jg_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Sends an empty response with an error status; the caller closes the connection. */
void jg_http_refuse(struct lws *wsi, int status);

/* ---- listen.c ------------------------------------------------------------------------------ */

/* Opens the listening sockets; fills listeners, port and loopback. */
enum jg_status jg_listen_open(struct jg_server *s, struct jg_error *err);
void jg_listen_close(struct jg_server *s);

/* Raises the limit of open files to what the connections need; before lws's context is created. */
void jg_listen_limit(int connections);

/* Hands the listening sockets to lws. */
enum jg_status jg_listen_begin(struct jg_server *s, struct jg_error *err);

/* The origins by which other machines reach the page: the machine's addresses on which the server listens. Empty if only
 * this machine reaches it, or behind a proxy, where the page's own origin is right. */
json_t *jg_listen_links(const struct jg_server *s);

/* The URL that opens the page on this machine. */
void jg_listen_url(const struct jg_server *s, char out[JG_URL_MAX]);

int jg_listen_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

#endif
