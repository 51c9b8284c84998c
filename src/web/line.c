/* A WebSocket: what comes is put together and counted, what goes waits in a
 * bounded queue until the other side reads it. */
#include "web/server.h"

#include "core/buffer.h"
#include "core/clock.h"
#include "core/json.h"
#include "store/store.h"
#include "web/cookie.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUEUE_MAX = 1 << 20,  /* bytes that may wait for somebody who does not read, before one more message; */
    QUEUE_FEW = 64 << 10, /* where many do not read */
    PIECE = 64 << 10,     /* bytes that are handed to lws at once */
    BURST = 20,           /* messages at once */
    PER_SECOND = 10,      /* and after that */
    EXCESS_MAX = 100,     /* refused in a row before the connection is closed */
    HEARD_MAX = 16 << 20, /* bytes of a message that is passed over; more are no mistake */
};

/* ---- Sending ------------------------------------------------------------------------------ */

/* Takes a reference; the text of a message is freed by whoever asks. */
static char *write_json(json_t *json) { return jg_json_text(json, JSON_COMPACT | JSON_REAL_PRECISION(15)); }

/* A message as it is sent, or NULL. Frees the text. */
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

static void add(struct jg_line *line, struct jg_message *m) {
    if (line->first)
        line->last->next = m;
    else
        line->first = m;
    line->last = m;
    line->queued += m->size;
    line->server->held += m->size;
}

static void drop_first(struct jg_line *line) {
    struct jg_message *m = line->first;
    line->first = m->next;
    if (!line->first) line->last = NULL;
    line->queued -= m->size;
    line->server->held -= m->size;
    free(m);
}

/* Sends some of the first message: what the system does not take lws keeps, which is not to be much. */
static int write_piece(struct jg_line *line) {
    struct jg_message *m = line->first;
    size_t left = m->size - m->sent, n = left < PIECE ? left : PIECE;
    int how = lws_write_ws_flags(LWS_WRITE_TEXT, !m->sent, n == left);
    int done = lws_write(line->wsi, m->bytes + LWS_PRE + m->sent, n, (enum lws_write_protocol)how);
    m->sent += n;
    if (n == left) drop_first(line);
    return done >= (int)n ? 0 : -1;
}

static void forget_queue(struct jg_line *line) {
    while (line->first) drop_first(line);
}

void jg_line_close(struct jg_line *line, enum lws_close_status why, const char *text) {
    if (line->closing) return;
    line->closing = true;
    forget_queue(line);
    lws_close_reason(line->wsi, why, (unsigned char *)(uintptr_t)text, strlen(text));
    lws_set_timeout(line->wsi, PENDING_TIMEOUT_CLOSE_SEND, 2); /* it may never read again */
    lws_callback_on_writable(line->wsi);
}

void jg_line_close_all(struct jg_server *s, const char *player) {
    enum { SIGNED_OUT = 4001 }; /* the page loads itself again */
    for (struct jg_line *line = s->lines; line; line = line->next)
        if (!strcmp(line->peer.player, player)) jg_line_close(line, (enum lws_close_status)SIGNED_OUT, "signed out");
}

/* It is sent to once all that has been done so far is kept: at the end of the round. */
static void want(struct jg_line *line) {
    struct jg_server *s = line->server;
    if (line->wants || line->closing || !s) return;
    line->wants = true;
    line->wanting = s->wanting;
    s->wanting = line;
}

void jg_peer_wake(struct jg_peer *p) { want(p->line); }

void jg_peer_send(struct jg_peer *p, json_t *message) {
    if (p->line->closing)
        json_decref(message);
    else
        jg_peer_say(p, write_json(message));
}

void jg_peer_say(struct jg_peer *p, char *text) {
    struct jg_line *line = p->line;
    struct jg_message *m = make_message(text);
    if (line->closing) {
        free(m);
        return;
    }
    if (!m) {
        jg_line_close(line, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
        return;
    }
    add(line, m);
    size_t most = line->server->held > JG_HELD_MAX ? QUEUE_FEW : QUEUE_MAX;
    if (line->queued > most + m->size) /* however long one answer is, it may be sent */
        jg_line_close(line, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too much waits to be read");
    else
        want(line);
}

/* Whether there is something to send: it stands in the queue then. */
static bool fetch(struct jg_line *line) {
    struct jg_server *s = line->server;
    if (line->first) return true;
    jg_json_begin();
    json_t *json = jg_hall_next(s->hall, &line->peer);
    if (!json && s->lab) json = jg_lab_next(s->lab, &line->peer);
    if (!json) return false;
    struct jg_message *m = make_message(write_json(json));
    if (m)
        add(line, m);
    else
        jg_line_close(line, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
    return m;
}

/* Sends what there is to send, as far as the other side takes it. */
static int send_some(struct jg_line *line) {
    bool choked = false;
    while (!line->closing && !(choked = lws_send_pipe_choked(line->wsi)) && fetch(line))
        if (write_piece(line)) return -1;
    if (choked) lws_callback_on_writable(line->wsi);
    return line->closing ? -1 : 0;
}

static int writeable(struct jg_line *line) {
    if (line->closing) return -1;
    if (!line->server->changed) return send_some(line);
    want(line); /* nobody is told of what is not kept yet */
    return 0;
}

void jg_line_deliver(struct jg_server *s) {
    struct jg_line *line = s->wanting;
    s->wanting = NULL;
    for (struct jg_line *next; line; line = next) {
        next = line->wanting;
        line->wants = false;
        if (!line->closing && send_some(line))
            lws_set_timeout(line->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    }
}

static void want_no_more(struct jg_line *line) {
    struct jg_line **at = &line->server->wanting;
    if (!line->wants) return;
    while (*at != line) at = &(*at)->wanting;
    *at = line->wanting;
}

/* ---- Answers ------------------------------------------------------------------------------ */

static json_t *id_json(int64_t id) { return id < 0 ? json_null() : json_integer(id); }

/* Whole characters only: a message that was too long may end in the middle of one. */
static const char *whole_text(char out[JG_MESSAGE_MAX], const char *message) {
    char *at = out;
    for (size_t n; *message; message += n ? n : 1) {
        n = jg_character(message);
        memcpy(at, n ? message : "?", n ? n : 1);
        at += n ? n : 1;
    }
    *at = 0;
    return out;
}

void jg_peer_refuse(struct jg_peer *p, int64_t id, enum jg_refusal code, const struct jg_error *err) {
    char text[JG_MESSAGE_MAX];
    jg_json_begin(); /* what failed is no part of this */
    json_t *error = json_pack("{s:s, s:s}", "code", jg_refusal_name(code), "text",
                              whole_text(text, jg_refusal_text(err, p->line->server->setting)));
    if (error && err->position >= 0) json_object_set_new(error, "at", json_integer(err->position));
    jg_peer_send(p, json_pack("{s:o, s:o}", "id", id_json(id), "error", error));
}

void jg_peer_ok(struct jg_peer *p, int64_t id, json_t *ok) {
    jg_peer_send(p, json_pack("{s:o, s:o}", "id", id_json(id), "ok", ok));
}

/* ---- Hearing ------------------------------------------------------------------------------ */

/* Whether it may send a message now. */
static bool has_token(struct jg_line *line) {
    double now = jg_clock();
    line->tokens += (now - line->filled) * PER_SECOND;
    line->filled = now;
    if (line->tokens > BURST) line->tokens = BURST;
    if (line->tokens < 1) return false;
    line->tokens -= 1;
    return true;
}

static void hear_whole(struct jg_line *line) {
    struct jg_error err = {.lang = line->peer.lang};
    bool over = !has_token(line);
    line->excess = over ? line->excess + 1 : 0;
    if (line->excess > EXCESS_MAX) {
        jg_line_close(line, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
    } else if (line->heard_size > JG_REQUEST_MAX) {
        jg_fail(&err, JG_EINPUT, -1, "a request has at most %d bytes", JG_REQUEST_MAX);
        jg_peer_refuse(&line->peer, -1, JG_REFUSE_INPUT, &err);
    } else
        jg_dispatch(line, line->heard, line->heard_size, over);
}

static int hear(struct jg_line *line, const char *part, size_t size) {
    if (line->closing) return 0;
    if (lws_frame_is_binary(line->wsi)) {
        jg_line_close(line, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "messages are text");
        return 0;
    }
    if (!line->heard && !(line->heard = malloc(JG_REQUEST_MAX))) return -1;
    if (line->heard_size + size <= JG_REQUEST_MAX && size) memcpy(line->heard + line->heard_size, part, size);
    line->heard_size += size;
    if (line->heard_size > HEARD_MAX) {
        jg_line_close(line, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "a request has at most 65536 bytes");
        return 0;
    }
    if (!lws_is_final_fragment(line->wsi) || lws_remaining_packet_payload(line->wsi)) return 0;
    hear_whole(line);
    free(line->heard);
    line->heard = NULL;
    line->heard_size = 0;
    return 0;
}

/* ---- Coming and going --------------------------------------------------------------------- */

static int begin(struct jg_line *line, struct jg_server *s, struct lws *wsi) {
    *line = (struct jg_line){.wsi = wsi, .tokens = BURST, .filled = jg_clock(), .last_id = -1};
    line->peer = (struct jg_peer){.number = ++s->numbers, .line = line};
    struct jg_session session;
    if (jg_door_session(s, wsi, &session) != JG_VISIT_VALID) return -1; /* the headers are still there */
    memcpy(line->peer.player, session.player, sizeof session.player);
    jg_store_see_player(s->store, session.player);
    jg_door_address(s, wsi, line->peer.address);
    line->server = s;
    line->next = s->lines;
    line->link = &s->lines;
    if (s->lines) s->lines->link = &line->next;
    s->lines = line;
    s->connections++;
    s->changed = true;
    jg_hall_enter(s->hall, &line->peer);
    return 0;
}

static void end(struct jg_line *line) {
    struct jg_server *s = line->server;
    if (!s) return;
    line->closing = true;
    jg_desk_exit(s->desk, &line->peer);
    if (s->lab) jg_lab_exit(s->lab, &line->peer);
    jg_hall_exit(s->hall, &line->peer);
    s->changed = true;
    s->connections--;
    want_no_more(line);
    *line->link = line->next;
    if (line->next) line->next->link = line->link;
    forget_queue(line);
    free(line->heard);
    line->heard = NULL;
    line->server = NULL;
}

int jg_line_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    struct jg_server *s = lws_context_user(lws_get_context(wsi));
    int status;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        if (!(status = jg_door_refusal(s, wsi))) return 0;
        jg_http_refuse(wsi, status);
        return -1;
    case LWS_CALLBACK_ESTABLISHED: return begin(user, s, wsi);
    case LWS_CALLBACK_RECEIVE: return hear(user, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: return writeable(user);
    case LWS_CALLBACK_CLOSED: end(user); return 0;
    default: return 0;
    }
}
