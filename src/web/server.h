/* What the files of the event loop share. Nothing here is for the hall, the desk or the lab. */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include "core/sha256.h"
#include "web/desk.h"
#include "web/hall.h"
#include "web/lab.h"
#include "web/peer.h"
#include "web/web.h"
#include "core/work.h"

#include <libwebsockets.h>
#include <pthread.h>

#define JG_SUBPROTOCOL "jogada.v1"

enum {
    JG_LISTENERS = 8,
    JG_HOST_MAX = 256,
    JG_URL_MAX = 320,
    JG_CALLERS = 1024,
    JG_HELD_MAX = 64 << 20, /* bytes for all who do not read; beyond them one has to be quick */
};

/* How many sockets are open from an address. */
struct jg_caller {
    struct jg_caller *next;
    char address[JG_ADDRESS];
    int sockets;
};

struct jg_server {
    const struct jg_web_setting *setting;
    pthread_mutex_t lock; /* of context, for those who wake the loop */
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct jg_store *store;
    struct jg_store *archive; /* the same to read, for the thread of `soon` */
    struct jg_tidy *tidy;
    struct jg_work *work;                            /* threads that think */
    struct jg_work *soon;                            /* one for what is quick, and yet too long for the loop */
    struct jg_scheduler *scheduler, *soon_scheduler; /* which tasks they run next */
    struct jg_hall *hall;
    struct jg_desk *desk;
    struct jg_lab *lab; /* NULL: none here */
    unsigned char secret[JG_SHA256];
    struct {
        unsigned char *bytes;
        size_t size;
    } games[2]; /* the list of games by language, compressed; NULL until somebody asks */

    int listeners[JG_LISTENERS]; /* of which lws has those after `adopted` */
    int listener_count, adopted;
    int port;
    bool loopback;                         /* reachable from this machine alone */
    int reserve;                           /* a file that is given up when there are no more, to say so */
    struct jg_caller *callers[JG_CALLERS]; /* by a hash of their address */
    int sockets;                           /* connections of any kind */
    int connections;                       /* WebSockets */
    size_t held;                           /* bytes that wait until others read them */
    uint64_t numbers;
    struct jg_line *lines;   /* all WebSockets */
    struct jg_line *wanting; /* those to whom something is to be sent */

    lws_sorted_usec_list_t timer;
    bool changed; /* something has been done since the hall was last asked to keep it */
};

/* A message that waits to be sent; its text follows LWS_PRE bytes of room. */
struct jg_message {
    struct jg_message *next;
    size_t size, sent;
    unsigned char bytes[];
};

/* A WebSocket. */
struct jg_line {
    struct jg_peer peer;
    struct jg_server *server;
    struct lws *wsi;
    struct jg_line *next, **link; /* among all lines */
    struct jg_line *wanting;      /* the next of those who want */
    bool wants;

    struct jg_message *first, *last; /* waiting */
    size_t queued;                   /* their bytes */

    char *heard; /* what has come of a message so far, JG_REQUEST_MAX bytes; NULL between messages */
    size_t heard_size;
    double tokens, filled; /* messages that it may send; when they were counted */
    int excess;            /* messages beyond, since one was in order */
    int64_t last_id;
    bool greeted, closing;
};

/* ---- server.c ------------------------------------------------------------------------------ */

/* Does what is due: ends jobs, ticks the hall, sets the timer. */
void jg_server_round(struct jg_server *s);

/* ---- dispatch.c ---------------------------------------------------------------------------- */

/* Answers one message; one that is over the limit with an error. */
void jg_dispatch(struct jg_line *line, const char *text, size_t length, bool over);

/* ---- line.c -------------------------------------------------------------------------------- */

int jg_line_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Sends what is to be sent, after a round. */
void jg_line_deliver(struct jg_server *s);

/* Ends a connection from our side, once lws asks for it. */
void jg_line_close(struct jg_line *line, enum lws_close_status why, const char *text);

/* ---- door.c: who may come in ---------------------------------------------------------------- */

/* Whether a request names a host that is us. Without it a page of somebody else's could make its own name lead here. */
bool jg_door_host(const struct jg_server *s, struct lws *wsi);

/* The session of a request's cookie. FIRST: it has none, or a forged one. UNKNOWN: the store cannot be read. */
enum jg_visit { JG_VISIT_FIRST, JG_VISIT_VALID, JG_VISIT_OVER, JG_VISIT_UNKNOWN };
struct jg_session;
enum jg_visit jg_door_session(const struct jg_server *s, struct lws *wsi, struct jg_session *out);

/* Whether a request comes from a page of our own. */
bool jg_door_own_origin(const struct jg_server *s, struct lws *wsi);

/* Closes all WebSockets of a player, whose sessions are over. */
void jg_line_close_all(struct jg_server *s, const char *player);

/* Whether one more socket may come from an address: counts it at *out, which is NULL if the address is not counted.
 * It is gone again (NULL: nothing happens). */
struct sockaddr;
bool jg_door_take(struct jg_server *s, const struct sockaddr *from, struct jg_caller **out);
void jg_door_give_back(struct jg_server *s, struct jg_caller *caller);

/* The address that a request comes from, as limits count it. A proxy on this machine says it (--origin). */
void jg_door_address(const struct jg_server *s, struct lws *wsi, char out[JG_ADDRESS]);

/* The status with which a WebSocket is refused; 0: it may come in. */
int jg_door_refusal(const struct jg_server *s, struct lws *wsi);

/* ---- http.c -------------------------------------------------------------------------------- */

enum { JG_HTTP_SESSION = 64 }; /* bytes that http.c keeps for each connection */

int jg_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Refuses what a connection asks for, at once; it is to be closed then. */
void jg_http_refuse(struct lws *wsi, int status);

/* ---- listen.c ------------------------------------------------------------------------------ */

/* Opens the sockets that the setting says; fills listeners, port and loopback. */
enum jg_status jg_listen_open(struct jg_server *s, struct jg_error *err);
void jg_listen_close(struct jg_server *s);

/* Lets the system give us a file for each connection; before there is a context. */
void jg_listen_limit(int connections);

/* Hands them to lws. */
enum jg_status jg_listen_begin(struct jg_server *s, struct jg_error *err);

/* The address to visit. */
void jg_listen_url(const struct jg_server *s, char out[JG_URL_MAX]);

int jg_listen_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

#endif
