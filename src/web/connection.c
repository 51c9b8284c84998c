/* WebSocket connections: incoming messages are assembled and rate limited (token bucket), outgoing ones wait in a
 * bounded queue until the client reads them. */
#include "web/server.h"

#include "core/buffer.h"
#include "core/clock.h"
#include "core/json.h"
#include "store/store.h"
#include "web/session.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUEUE_MAX = 1 << 20,     /* bytes queued for one client before one more message disconnects it */
    QUEUE_LOW = 64 << 10,    /* the same while all queues together exceed JG_QUEUED_MAX */
    PIECE = 64 << 10,        /* bytes handed to lws at once */
    BURST = 100,             /* messages that a client may send at once */
    PER_SECOND = 40,         /* messages per second after that: more than a held key repeats */
    EXCESS_MAX = 100,        /* messages refused beyond those allowed meanwhile before the connection is closed */
    RECEIVED_MAX = 16 << 20, /* bytes of an oversized message that are skipped; a longer one closes the connection */
};

/* ---- Sending ------------------------------------------------------------------------------ */

/* Takes the reference; the caller frees the text. */
static char *write_json(json_t *json) { return jg_json_text(json, JSON_COMPACT | JSON_REAL_PRECISION(15)); }

/* Makes a queue entry and frees the text; NULL: out of memory. */
static struct jg_message *make_message(char *text) {
    size_t size = text ? strlen(text) : 0;
    struct jg_message *m = text ? malloc(sizeof *m + LWS_PRE + size) : NULL;
    if (m) {
        *m = (struct jg_message){.size = size};
        memcpy(m->bytes + LWS_PRE, text, size);
    }
    free(text);
    return m;
}

static void add(struct jg_connection *c, struct jg_message *m) {
    if (c->first)
        c->last->next = m;
    else
        c->first = m;
    c->last = m;
    c->queued += m->size;
    c->server->queued += m->size;
}

static void drop_first(struct jg_connection *c) {
    struct jg_message *m = c->first;
    c->first = m->next;
    if (!c->first) c->last = NULL;
    c->queued -= m->size;
    c->server->queued -= m->size;
    free(m);
}

/* Sends one piece of the first message. Pieces are small because lws buffers what the socket does not accept. */
static int write_piece(struct jg_connection *c) {
    struct jg_message *m = c->first;
    size_t left = m->size - m->sent, n = left < PIECE ? left : PIECE;
    int how = lws_write_ws_flags(LWS_WRITE_TEXT, !m->sent, n == left);
    int done = lws_write(c->wsi, m->bytes + LWS_PRE + m->sent, n, (enum lws_write_protocol)how);
    m->sent += n;
    if (n == left) drop_first(c);
    return done >= (int)n ? 0 : -1;
}

static void clear_queue(struct jg_connection *c) {
    while (c->first) drop_first(c);
}

/* Starts the closing handshake with a status and a reason. */
static void close_with(struct jg_connection *c, enum lws_close_status why, const char *text) {
    if (c->closing) return;
    c->closing = true;
    clear_queue(c);
    lws_close_reason(c->wsi, why, (unsigned char *)(uintptr_t)text, strlen(text));
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_SEND, 2); /* the client may never read again */
    lws_callback_on_writable(c->wsi);
}

void jg_connection_close_all(struct jg_server *s, const char *player) {
    enum { SIGNED_OUT = 4001 }; /* makes the page reload */
    for (struct jg_connection *c = s->connections; c; c = c->next)
        if (!strcmp(c->peer.player, player)) close_with(c, (enum lws_close_status)SIGNED_OUT, "signed out");
}

/* Queues a connection for jg_connection_deliver, which sends once all changes so far are saved. */
static void mark_pending(struct jg_connection *c) {
    struct jg_server *s = c->server;
    if (c->is_pending || c->closing || !s) return;
    c->is_pending = true;
    c->next_pending = s->pending;
    s->pending = c;
}

void jg_peer_wake(struct jg_peer *p) { mark_pending(p->connection); }

void jg_peer_send_text(struct jg_peer *p, char *text) {
    struct jg_connection *c = p->connection;
    struct jg_message *m = make_message(text);
    if (c->closing) {
        free(m);
        return;
    }
    if (!m) {
        close_with(c, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
        return;
    }
    add(c, m);
    size_t most = c->server->queued > JG_QUEUED_MAX ? QUEUE_LOW : QUEUE_MAX;
    if (c->queued > most + m->size) /* a single message may have any length */
        close_with(c, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too much unread output");
    else
        mark_pending(c);
}

/* Puts the next message in the queue if it is empty; false: there is nothing to send, or no memory for it. The client
 * would wait for a message that is left out, so the connection is closed. */
static bool fetch(struct jg_connection *c) {
    struct jg_server *s = c->server;
    if (c->first) return true;
    jg_json_begin();
    json_t *json = jg_lobby_next_message(s->parts.lobby, &c->peer);
    if (!json && s->parts.lab && jg_json_complete()) json = jg_lab_next(s->parts.lab, &c->peer);
    if (!json && jg_json_complete()) return false;
    struct jg_message *m = make_message(write_json(json));
    if (m)
        add(c, m);
    else
        close_with(c, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
    return m;
}

/* Sends until nothing is left or the socket accepts no more. */
static int send_some(struct jg_connection *c) {
    bool choked = false;
    while (!c->closing && !(choked = lws_send_pipe_choked(c->wsi)) && fetch(c))
        if (write_piece(c)) return -1;
    if (choked) lws_callback_on_writable(c->wsi);
    return c->closing ? -1 : 0;
}

static int writeable(struct jg_connection *c) {
    if (c->closing) return -1;
    if (!c->server->unsaved) return send_some(c);
    mark_pending(c); /* unsaved changes are not sent */
    return 0;
}

void jg_connection_deliver(struct jg_server *s) {
    struct jg_connection *c = s->pending;
    s->pending = NULL;
    for (struct jg_connection *next; c; c = next) {
        next = c->next_pending;
        c->is_pending = false;
        if (!c->closing && send_some(c)) lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    }
}

static void unmark_pending(struct jg_connection *c) {
    struct jg_connection **at = &c->server->pending;
    if (!c->is_pending) return;
    while (*at != c) at = &(*at)->next_pending;
    *at = c->next_pending;
}

/* ---- Receiving ---------------------------------------------------------------------------- */

/* Takes a token of the rate limit; false: none is left. */
static bool has_token(struct jg_connection *c) {
    double now = jg_clock();
    c->tokens += (now - c->filled) * PER_SECOND;
    c->filled = now;
    if (c->tokens > BURST) c->tokens = BURST;
    if (c->tokens < 1) return false;
    c->tokens -= 1;
    return true;
}

static void handle_message(struct jg_connection *c) {
    struct jg_error err = {.lang = c->peer.lang};
    bool over = !has_token(c);
    if (over)
        c->excess++;
    else if (c->excess)
        c->excess--;
    if (c->excess > EXCESS_MAX) {
        close_with(c, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
    } else if (c->received_size > JG_REQUEST_MAX) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "request too long: at most %d bytes", JG_REQUEST_MAX);
        jg_peer_refuse(&c->peer, -1, JG_REFUSE_INPUT, &err);
    } else {
        c->server->unsaved = true;
        if (!jg_dispatch(&c->server->parts, &c->peer, c->received, c->received_size, over))
            close_with(c, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
    }
}

static int receive(struct jg_connection *c, const char *part, size_t size) {
    if (c->closing) return 0;
    if (lws_frame_is_binary(c->wsi)) {
        close_with(c, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "messages must be text");
        return 0;
    }
    if (!c->received && !(c->received = malloc(JG_REQUEST_MAX))) return -1;
    if (c->received_size + size <= JG_REQUEST_MAX && size) memcpy(c->received + c->received_size, part, size);
    c->received_size += size;
    if (c->received_size > RECEIVED_MAX) {
        close_with(c, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "request too long: at most 65536 bytes");
        return 0;
    }
    if (!lws_is_final_fragment(c->wsi) || lws_remaining_packet_payload(c->wsi)) return 0;
    handle_message(c);
    free(c->received);
    c->received = NULL;
    c->received_size = 0;
    return 0;
}

/* ---- Opening and closing ------------------------------------------------------------------ */

static int begin(struct jg_connection *c, struct jg_server *s, struct lws *wsi) {
    *c = (struct jg_connection){.wsi = wsi, .tokens = BURST, .filled = jg_clock()};
    c->peer = (struct jg_peer){
        .number = ++s->last_number, .last_id = -1, .setting = s->setting, .connection = c};
    struct jg_session session;
    if (jg_access_session(s, wsi, &session) != JG_SESSION_VALID) return -1;
    memcpy(c->peer.player, session.player, sizeof session.player);
    jg_store_touch_player(s->store, session.player);
    jg_access_client_address(s, wsi, c->peer.address);
    c->server = s;
    c->next = s->connections;
    c->link = &s->connections;
    if (s->connections) s->connections->link = &c->next;
    s->connections = c;
    s->connection_count++;
    s->unsaved = true;
    jg_lobby_connect(s->parts.lobby, &c->peer);
    return 0;
}

static void end(struct jg_connection *c) {
    struct jg_server *s = c->server;
    if (!s) return;
    c->closing = true;
    jg_analysis_disconnect(s->parts.analysis, &c->peer);
    if (s->parts.lab) jg_lab_disconnect(s->parts.lab, &c->peer);
    jg_lobby_disconnect(s->parts.lobby, &c->peer);
    s->unsaved = true;
    s->connection_count--;
    unmark_pending(c);
    *c->link = c->next;
    if (c->next) c->next->link = c->link;
    clear_queue(c);
    free(c->received);
    c->received = NULL;
    c->server = NULL;
}

int jg_connection_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    struct jg_server *s = lws_context_user(lws_get_context(wsi));
    int status;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        if (!(status = jg_access_check_websocket(s, wsi))) return 0;
        jg_http_refuse(wsi, status);
        return -1;
    case LWS_CALLBACK_ESTABLISHED: return begin(user, s, wsi);
    case LWS_CALLBACK_RECEIVE: return receive(user, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: return writeable(user);
    case LWS_CALLBACK_CLOSED: end(user); return 0;
    default: return 0;
    }
}
