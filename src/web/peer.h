/* A connection, as the parts of the server see it: who it is, and how to answer.
 * Everything here is called by the thread of the event loop alone. */
#ifndef WEB_PEER_H
#define WEB_PEER_H

#include <jogada/lang.h>
#include <jogada/status.h>

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    JG_PLAYER_ID = 33,   /* bytes of an identity: 32 digits and the end */
    JG_PLAYER_NAME = 65, /* of a name */
    JG_ADDRESS = 48,     /* of a network address as limits count it */
};

/* One list makes the codes and their names. */
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

enum jg_refusal {
#define X(code, name) JG_REFUSE_##code,
    JG_REFUSALS(X)
#undef X
};

const char *jg_refusal_name(enum jg_refusal code);

struct jg_peer {
    uint64_t number;           /* of the connection; never given twice */
    char player[JG_PLAYER_ID]; /* who it is, by the cookie; the same in all tabs of a browser */
    char name[JG_PLAYER_NAME]; /* "" until somebody gives one */
    char address[JG_ADDRESS];  /* where it comes from: an IPv4 address, or the /64 prefix of an IPv6 one */
    enum jg_lang lang;

    /* The connection itself, and what only server parts look at. */
    struct jg_line *line;
    void *watches; /* the hall's: which tables are sent here */
};

/* Queues a message; takes the reference to it. A peer that does not read what it
 * is sent is closed when too much waits: nobody else is held up. */
void jg_peer_send(struct jg_peer *p, json_t *message);

/* Queues a message that is written already; frees it. NULL: out of memory. */
void jg_peer_say(struct jg_peer *p, char *text);

/* The reply to request `id`; takes the reference to ok. Where memory runs out for it the connection is closed: the
 * request may have had its effect, which the client sees when it is back. */
void jg_peer_ok(struct jg_peer *p, int64_t id, json_t *ok);

/* err->message, and err->position if it is not below 0. id below 0: null. */
void jg_peer_refuse(struct jg_peer *p, int64_t id, enum jg_refusal code, const struct jg_error *err);

/* The refusal that a status of the library is. */
enum jg_refusal jg_refusal_of(enum jg_status status);

/* The message of an error as a client may read it: without paths of the server. An error with the server's own files
 * becomes a general text, and the operator gets the whole message; a client that is trusted is the operator. */
struct jg_web_setting;
const char *jg_refusal_text(const struct jg_error *err, const struct jg_web_setting *setting);

/* There is something to fetch for it: jg_hall_next and jg_lab_next are asked when it can be sent. */
void jg_peer_wake(struct jg_peer *p);

#endif
