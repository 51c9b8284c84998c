/* A client as the lobby, the analysis and the lab see it: who it is, and how to send to it. connection.c sends for the
 * server, src/site for the page without one; tests have a stub. Called by the event loop's thread alone. */
#ifndef WEB_PEER_H
#define WEB_PEER_H

#include <jogada/lang.h>
#include <jogada/status.h>

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    JG_PLAYER_ID = 33,   /* bytes of a player id: 32 hexadecimal digits and the terminator */
    JG_PLAYER_NAME = 65, /* of a player's name */
    JG_ADDRESS = 48,     /* of a network address as limits count it */
};

/* Error codes of replies, and their names in JSON. */
#define JG_REFUSALS(X)                                                                                                 \
    X(INPUT, "input")                                                                                                  \
    X(ILLEGAL, "illegal")                                                                                              \
    X(TURN, "turn")                                                                                                    \
    X(STALE, "stale")                                                                                                  \
    X(SEAT, "seat")                                                                                                    \
    X(MISSING, "missing")                                                                                              \
    X(OFF, "off")                                                                                                      \
    X(LIMIT, "limit")                                                                                                  \
    X(FAILED, "failed")

enum jg_refusal_code {
#define X(code, name) JG_REFUSE_##code,
    JG_REFUSALS(X)
#undef X
};

const char *jg_refusal_name(enum jg_refusal_code code);

struct jg_web_setting;

struct jg_peer {
    uint64_t number;           /* of the connection; never reused */
    char player[JG_PLAYER_ID]; /* from the session cookie: the same in all tabs of a browser */
    char name[JG_PLAYER_NAME]; /* "" until the player sets one */
    char address[JG_ADDRESS];  /* network address: IPv4, or the /64 prefix of IPv6 */
    jg_lang lang;
    bool greeted;    /* it has sent `hello` */
    int64_t last_id; /* of its requests; -1: none */

    const struct jg_web_setting *setting;
    struct jg_connection *connection;
    void *watches; /* the lobby's: tables that are sent to this client */
};

/* Queues a serialized message; frees it. A client that does not read is disconnected when its queue is full. NULL means
 * out of memory and closes the connection. */
void jg_peer_send_text(struct jg_peer *p, char *text);

/* Replies to request `id`; takes the reference to ok. If memory runs out the connection is closed: the request may have
 * had its effect, which the client sees after it reconnects. */
void jg_peer_reply(struct jg_peer *p, int64_t id, json_t *ok);

/* Replies with an error: err->message, and err->position unless it is negative. A negative id is sent as null. */
void jg_peer_refuse(struct jg_peer *p, int64_t id, enum jg_refusal_code code, const struct jg_error *err);

/* Marks a client that has something to send: jg_lobby_next_message and jg_lab_next are asked for it. */
void jg_peer_wake(struct jg_peer *p);

/* ---- refusal.c ------------------------------------------------------------------------------ */

/* The error code for a status of the library. */
enum jg_refusal_code jg_refusal_code_of(enum jg_status status);

/* The message of an error without the path of the store. An I/O error becomes a general message, and the operator gets
 * the whole one. A trusted client (`setting->trust`) is the operator, who named the other files, and gets it, too. */
const char *jg_refusal_text(const struct jg_error *err, const struct jg_web_setting *setting);

#endif
