/* Plain HTTP: the page, its parts, and what can be read. Long answers go out in
 * pieces, as the other side takes them. */
#include "core/buffer.h"
#include "core/json.h"
#include "store/store.h"
#include "web/assets.h"
#include "web/cookie.h"
#include "web/reading.h"

#include <jogada/jogada.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    PIECE = 16384, /* bytes of a body that are written at once */
    PATIENCE = 30, /* seconds that somebody may take to read one */
    HEADERS = 4096,
    LONGEST = 256,   /* path */
    VALUE_MAX = 300, /* of the query */
    DAY = 86400,
    SESSION = 180 * DAY, /* seconds after which a session that is not used ends */
};

_Static_assert((int)LONGEST < (int)JG_QUESTION_MAX && (int)VALUE_MAX <= (int)JG_QUESTION_MAX, "room for questions");

static const char API[] = "/api/v1/";
static const char ASSETS[] = "/assets/";

static const char PAGE_POLICY[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'none'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/* Reports are pages of their own, which the page shows in a frame: they have their
 * look in them, and no scripts. */
static const char REPORT_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
                                    "base-uri 'none'; frame-ancestors 'self'; sandbox";

/* What is left to send on a connection. */
struct session {
    struct jg_reading *reading; /* what it waits for; NULL: nothing */
    const unsigned char *body;
    char *own; /* the same, if it is to be freed */
    size_t size, sent;
    bool head, cookie; /* only headers were asked for; a session may begin or be renewed */
};

_Static_assert(sizeof(struct session) <= JG_HTTP_SESSION, "room for a session");

/* An answer on its way. */
struct reply {
    int status;
    const char *type, *policy, *cache, *etag, *file;
    bool gzip, close;
    bool page;   /* the page itself, not the API */
    bool action; /* it has changed whose the cookie is: */
    struct jg_session *session;
    const unsigned char *body;
    char *own;
    size_t size;
};

/* ---- Headers ------------------------------------------------------------------------------ */

struct headers {
    struct lws *wsi;
    unsigned char bytes[LWS_PRE + HEADERS], *at;
    bool failed;
};

static void add(struct headers *h, const char *name, const char *value) {
    h->failed =
        h->failed || lws_add_http_header_by_name(h->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                                 (int)strlen(value), &h->at, h->bytes + sizeof h->bytes);
}

/* The cookie of a session, or (NULL) none from now on. */
static void add_cookie(struct headers *h, const struct jg_server *s, struct jg_session *session) {
    char cookie[JG_COOKIE] = "", text[JG_COOKIE + 100];
    if (session) {
        session->expires = jg_store_now(s->store) + SESSION;
        jg_cookie_sign(cookie, session, s->secret);
    }
    snprintf(text, sizeof text, "jogada=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", cookie,
             session ? SESSION : 0, strncmp(s->setting->origin, "https:", 6) ? "" : "; Secure");
    add(h, "set-cookie:", text);
}

/* A session for somebody who has none; a day later it is renewed, so that it ends only if it is not used. One that is over
 * is replaced when the page is loaded: a late reply of the API would take the place of what signing out has given. */
static void renew_cookie(struct headers *h, const struct jg_server *s, bool page) {
    struct jg_session session;
    enum jg_visit visit = jg_door_session(s, h->wsi, &session);
    if (visit == JG_VISIT_UNKNOWN || (visit == JG_VISIT_OVER && !page)) return;
    if (visit != JG_VISIT_VALID && !jg_cookie_identity(session.player)) return;
    if (session.expires - jg_store_now(s->store) < SESSION - DAY) add_cookie(h, s, &session);
}

static int write_headers(struct lws *wsi, const struct jg_server *s, const struct reply *r, bool cookie) {
    struct headers h = {.wsi = wsi, .at = h.bytes + LWS_PRE};
    char file[128];
    h.failed = lws_add_http_common_headers(wsi, (unsigned)r->status, r->type, r->size, &h.at, h.bytes + sizeof h.bytes);
    add(&h, "content-security-policy:", r->policy ? r->policy : PAGE_POLICY);
    add(&h, "cross-origin-opener-policy:", "same-origin");
    add(&h, "cross-origin-resource-policy:", "same-origin");
    add(&h, "cache-control:", r->cache ? r->cache : "no-store");
    if (r->etag) add(&h, "etag:", r->etag);
    if (r->gzip) add(&h, "content-encoding:", "gzip");
    add(&h, "vary:", "accept-encoding");
    if (r->status == HTTP_STATUS_METHOD_NOT_ALLOWED) add(&h, "allow:", "GET, HEAD");
    if (r->file && r->file[0]) {
        snprintf(file, sizeof file, "attachment; filename=\"%s\"", r->file);
        add(&h, "content-disposition:", file);
    }
    if (r->close) add(&h, "connection:", "close");
    if (r->action)
        add_cookie(&h, s, r->session);
    else if (cookie)
        renew_cookie(&h, s, r->page);
    if (h.failed) return -1;
    return lws_finalize_write_http_header(wsi, h.bytes + LWS_PRE, &h.at, h.bytes + sizeof h.bytes) ? -1 : 0;
}

void jg_http_refuse(struct lws *wsi, int status) {
    struct reply r = {.status = status, .type = "application/json", .close = true};
    (void)!write_headers(wsi, lws_context_user(lws_get_context(wsi)), &r, false);
}

/* ---- Bodies ------------------------------------------------------------------------------- */

static void forget(struct jg_server *s, struct session *session) {
    if (!session) return;
    jg_reading_leave(session->reading);
    if (session->own) s->held -= session->size;
    free(session->own);
    *session = (struct session){0};
}

static int completed(struct lws *wsi, struct session *session) {
    forget(lws_context_user(lws_get_context(wsi)), session);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int write_piece(struct lws *wsi, struct session *session) {
    unsigned char bytes[LWS_PRE + PIECE];
    size_t left = session->size - session->sent, n = left < PIECE ? left : PIECE;
    if (!session->body || !n) return 0; /* called without cause */
    memcpy(bytes + LWS_PRE, session->body + session->sent, n);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
    if (lws_write(wsi, bytes + LWS_PRE, n, n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n) return -1;
    session->sent += n;
    if (n == left) return completed(wsi, session);
    lws_callback_on_writable(wsi);
    return 0;
}

/* Sends a whole short body, and closes. A connection with more input must not wait for its turn to write: lws 4.1.6 would
 * look at that input again and again, and never close it. */
static int send_last(struct lws *wsi, struct reply *r, bool head) {
    unsigned char bytes[LWS_PRE + PIECE];
    bool fits = !head && r->size && r->size <= PIECE;
    if (fits) memcpy(bytes + LWS_PRE, r->body, r->size);
    if (fits) (void)!lws_write(wsi, bytes + LWS_PRE, r->size, LWS_WRITE_HTTP_FINAL);
    free(r->own);
    return -1;
}

static int send_reply(struct lws *wsi, struct session *session, struct jg_server *s, struct reply *r) {
    bool without = session->head || !r->size || r->status == HTTP_STATUS_NOT_MODIFIED;
    if (write_headers(wsi, s, r, session->cookie && r->status < 400)) {
        free(r->own);
        return -1;
    }
    if (r->close) return send_last(wsi, r, session->head);
    if (without) {
        free(r->own);
        return completed(wsi, session);
    }
    if (r->own) s->held += r->size;
    *session = (struct session){.body = r->body, .own = r->own, .size = r->size};
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
    lws_callback_on_writable(wsi);
    return 0;
}

/* ---- Routes ------------------------------------------------------------------------------- */

static void of_answer(struct reply *r, const struct jg_answer *a) {
    r->status = a->body ? a->status : HTTP_STATUS_INTERNAL_SERVER_ERROR;
    r->type = a->type ? a->type : "application/json";
    r->own = a->body;
    r->body = (const unsigned char *)a->body;
    r->size = a->body ? a->size : 0;
    if (!strncmp(r->type, "text/html", 9)) r->policy = REPORT_POLICY;
}

static void refuse(struct reply *r, int status, enum jg_refusal code, const char *text) {
    struct jg_answer a = {0};
    jg_answer_refuse(&a, status, jg_refusal_name(code), text);
    of_answer(r, &a);
    r->close = status != HTTP_STATUS_NOT_FOUND;
}

/* A part of the page, for somebody who may know it already; NULL: for anybody. */
static void of_asset(struct reply *r, struct lws *wsi, const struct jg_asset *asset) {
    char known[128];
    r->type = asset->type;
    r->cache = asset->immutable ? "public, max-age=31536000, immutable" : "no-cache";
    r->etag = asset->etag;
    int length = wsi ? lws_hdr_copy(wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH) : 0;
    if (length > 0 && strstr(known, asset->etag)) {
        r->status = HTTP_STATUS_NOT_MODIFIED;
        return;
    }
    r->status = HTTP_STATUS_OK;
    r->gzip = true;
    r->body = asset->bytes;
    r->size = asset->size;
}

static void health(struct reply *r, struct jg_server *s) {
    json_t *json = json_pack("{s:s, s:i, s:i, s:i}", "version", jg_version(), "tables", jg_hall_tables(s->hall),
                             "connections", s->connections, "waiting",
                             jg_scheduler_waiting(s->scheduler) + jg_scheduler_waiting(s->soon_scheduler));
    struct jg_answer a = {.status = HTTP_STATUS_OK, .body = jg_json_text(json, JSON_COMPACT)};
    a.size = a.body ? strlen(a.body) : 0;
    of_answer(r, &a);
}

static bool is_text(const char *text) {
    for (size_t n; *text; text += n)
        if (!(n = jg_visible(text))) return false;
    return true;
}

/* A value of the query, NULL: it is not there, or no text. `name` ends with '='. */
static const char *query(struct lws *wsi, const char *name, char out[VALUE_MAX]) {
    const char *value = lws_get_urlarg_by_name(wsi, name, out, VALUE_MAX);
    return value && is_text(value) ? value : NULL;
}

static int64_t query_number(struct lws *wsi, const char *name) {
    char text[VALUE_MAX];
    const char *value = query(wsi, name, text);
    size_t digits = value ? strspn(value, "0123456789") : 0;
    return value && digits && digits < 16 && !value[digits] ? strtoll(value, NULL, 10) : -1;
}

static enum jg_lang lang_of(struct lws *wsi) {
    char text[VALUE_MAX];
    const char *name = query(wsi, "lang=", text);
    return name && jg_lang_parse(name) == JG_PT ? JG_PT : JG_EN;
}

static bool reads_gzip(struct lws *wsi) {
    char text[256];
    return lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_ACCEPT_ENCODING) > 0 && strstr(text, "gzip");
}

/* The list of games is asked for by every page, and always the same: it is kept as it was sent. */
static bool kept_games(struct reply *r, const struct jg_server *s, enum jg_lang lang) {
    if (!s->games[lang].bytes) return false;
    *r = (struct reply){.status = HTTP_STATUS_OK,
                        .type = "application/json",
                        .gzip = true,
                        .body = s->games[lang].bytes,
                        .size = s->games[lang].size};
    return true;
}

static bool is_games(const struct jg_question *q) { return !strcmp(q->path, "games"); }

static void keep_games(struct reply *r, struct jg_server *s, enum jg_lang lang) {
    if (!r->gzip || r->status != HTTP_STATUS_OK || s->games[lang].bytes) return;
    s->games[lang].bytes = (unsigned char *)r->own;
    s->games[lang].size = r->size;
    r->own = NULL;
}

/* Asks for an answer that is sent later; false: r is one that can be sent now. */
static bool ask(struct reply *r, struct lws *wsi, struct session *session, struct jg_server *s, const char *path) {
    char game[VALUE_MAX], agent[VALUE_MAX], as[VALUE_MAX], theme[VALUE_MAX];
    struct jg_session who;
    struct jg_question q = {.path = path + sizeof API - 1,
                            .lang = lang_of(wsi),
                            .game = query(wsi, "game=", game),
                            .agent = query(wsi, "agent=", agent),
                            .as = query(wsi, "as=", as),
                            .theme = query(wsi, "theme=", theme),
                            .player = jg_door_session(s, wsi, &who) == JG_VISIT_VALID ? who.player : "",
                            .limit = query_number(wsi, "limit=")};
    bool gzip = reads_gzip(wsi);
    if (gzip && is_games(&q) && kept_games(r, s, q.lang)) return false;
    session->reading = s->held > JG_HELD_MAX ? NULL : jg_reading_begin(s, wsi, &q, gzip);
    if (session->reading) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
        return true;
    }
    refuse(r, HTTP_STATUS_SERVICE_UNAVAILABLE, JG_REFUSE_LIMIT,
           jg_tr(q.lang, "too much is asked for; try again later"));
    return false;
}

/* Sends an answer that has been waited for. */
static int send_read(struct lws *wsi, struct session *session, struct jg_server *s) {
    struct jg_reading *reading = session->reading;
    struct jg_answer *a = &reading->answer;
    struct reply r = {0};
    if (!reading->ended) return 0; /* called without cause */
    of_answer(&r, a);
    r.file = a->file;
    r.gzip = reading->gzip;
    a->body = NULL;
    session->reading = NULL;
    if (is_games(&reading->q)) keep_games(&r, s, reading->q.lang);
    int status = send_reply(wsi, session, s, &r);
    jg_reading_leave(reading);
    return status;
}

/* Whether somebody looks for a page that there is not: the page tells them so better than JSON does. */
static bool looks(struct lws *wsi, const char *path) {
    char accept[256];
    return strncmp(path, ASSETS, sizeof ASSETS - 1) &&
           lws_hdr_copy(wsi, accept, sizeof accept, WSI_TOKEN_HTTP_ACCEPT) > 0 && strstr(accept, "text/html");
}

/* The page or one of its parts. */
static void of_path(struct reply *r, struct lws *wsi, const char *path, enum jg_lang lang) {
    const struct jg_asset *asset = jg_asset_find(path);
    if (asset)
        of_asset(r, wsi, asset);
    else if (looks(wsi, path)) {
        of_asset(r, NULL, jg_asset_find("/"));
        r->status = HTTP_STATUS_NOT_FOUND;
    } else
        refuse(r, HTTP_STATUS_NOT_FOUND, JG_REFUSE_MISSING, jg_tr(lang, "there is nothing here"));
}

/* Whether something follows the head. It would be taken for the next request; a proxy would give others its answer. */
static bool has_body(struct lws *wsi) {
    char length[24];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return true;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) return false;
    return lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 || strcmp(length, "0");
}

/* What changes a session is a POST by a page of our own: only a response can change the cookie. False: no such. */
static bool act(struct reply *r, struct lws *wsi, struct jg_server *s, const char *what, enum jg_lang lang,
                struct jg_session *who) {
    bool deletes = !strcmp(what, "forget");
    if (!deletes && strcmp(what, "signout")) return false;
    if (!jg_door_own_origin(s, wsi) || jg_door_session(s, wsi, who) != JG_VISIT_VALID) {
        refuse(r, HTTP_STATUS_FORBIDDEN, JG_REFUSE_OFF, jg_tr(lang, "only a page of this server may ask for that"));
        return true;
    }
    s->changed = true;
    if (deletes ? !jg_hall_delete_player(s->hall, who->player)
                : jg_store_sign_out(s->store, who->player, NULL) != JG_OK) {
        refuse(r, HTTP_STATUS_SERVICE_UNAVAILABLE, JG_REFUSE_FAILED,
               jg_tr(lang, "this server cannot save that right now; try again in a moment"));
        return true;
    }
    jg_line_close_all(s, who->player);
    who->epoch++;
    *r = (struct reply){.status = HTTP_STATUS_OK, .type = "application/json", .close = true, .action = true};
    r->session = deletes ? NULL : who;
    r->body = (const unsigned char *)"{}";
    r->size = 2;
    return true;
}

static int serve(struct lws *wsi, struct session *session, struct jg_server *s) {
    char path[LONGEST + 1] = "", *uri = NULL;
    int length = 0, method = lws_http_get_uri_and_method(wsi, &uri, &length);
    struct reply r = {0};
    jg_json_begin();
    struct jg_session who = {0};
    if (uri && length > 0 && length <= LONGEST) memcpy(path, uri, (size_t)length);
    bool read = method == LWSHUMETH_GET || method == LWSHUMETH_HEAD;
    if (!is_text(path)) path[0] = 0;
    bool api = !strncmp(path, API, sizeof API - 1);
    enum jg_lang lang = lang_of(wsi);
    forget(s, session);
    session->head = method == LWSHUMETH_HEAD;
    session->cookie = strncmp(path, ASSETS, sizeof ASSETS - 1) != 0;
    if (!jg_door_host(s, wsi))
        refuse(&r, HTTP_STATUS_FORBIDDEN, JG_REFUSE_OFF, jg_tr(lang, "this is not the name of this server"));
    else if (method == LWSHUMETH_POST && !has_body(wsi) && api && act(&r, wsi, s, path + sizeof API - 1, lang, &who))
        ;
    else if (!read)
        refuse(&r, HTTP_STATUS_METHOD_NOT_ALLOWED, JG_REFUSE_INPUT, jg_tr(lang, "there is only GET and HEAD"));
    else if (has_body(wsi))
        refuse(&r, HTTP_STATUS_BAD_REQUEST, JG_REFUSE_INPUT, jg_tr(lang, "a question has no body"));
    else if (api && !strcmp(path + sizeof API - 1, "health"))
        health(&r, s);
    else if (!api) {
        of_path(&r, wsi, path, lang);
        r.page = true;
    } else if (ask(&r, wsi, session, s, path))
        return 0;
    return send_reply(wsi, session, s, &r);
}

/* Whether a request asks for a WebSocket, and not for h2c or something unknown. lws 4.1.6 hands the Upgrade header to
 * its callback after it may have freed it: for an unknown protocol after an earlier request on the same connection.
 * The connection's own headers are gone then, which refuses the request as well. */
static bool is_websocket(struct lws *wsi) {
    char upgrade[sizeof "websocket"];
    return lws_hdr_copy(wsi, upgrade, sizeof upgrade, WSI_TOKEN_UPGRADE) > 0 && !strcasecmp(upgrade, "websocket");
}

int jg_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    struct jg_server *s = lws_context_user(lws_get_context(wsi));
    (void)in, (void)length;
    switch (reason) {
    case LWS_CALLBACK_WSI_CREATE: s->sockets++; return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        s->sockets--;
        jg_door_give_back(s, lws_get_opaque_user_data(wsi));
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return is_websocket(wsi) ? 0 : -1;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a WebSocket without our subprotocol */
        jg_http_refuse(wsi, HTTP_STATUS_BAD_REQUEST);
        return -1;
    case LWS_CALLBACK_HTTP: return serve(wsi, user, s);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return ((struct session *)user)->reading ? send_read(wsi, user, s) : write_piece(wsi, user);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP: forget(s, user); return 0;
    default: return 0;
    }
}
