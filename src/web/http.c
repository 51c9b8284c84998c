/* HTTP: the page and its assets, the read-only API, and the two POST actions on a session. Responses are sent in pieces,
 * as fast as the client reads. */
#include "core/buffer.h"
#include "core/json.h"
#include "store/store.h"
#include "web/assets.h"
#include "web/session.h"
#include "web/api_job.h"

#include <jogada/jogada.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    PIECE = 16384, /* bytes of a body written at once */
    PATIENCE = 30, /* seconds for a client to read one piece */
    HEADERS = 4096,
    PATH_LONGEST = 256,
    VALUE_MAX = 300, /* bytes of a query parameter */
    DAY = 86400,
    SESSION = 180 * DAY, /* lifetime of an unused session, in seconds */
};

_Static_assert((int)PATH_LONGEST < (int)JG_API_TEXT_MAX && (int)VALUE_MAX <= (int)JG_API_TEXT_MAX,
               "room for questions");

static const char API[] = "/api/v1/";
static const char ASSETS[] = "/assets/";

static const char PAGE_POLICY[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'none'; frame-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

/* Reports are separate documents that the page shows in a frame: inline styles, no scripts. */
static const char REPORT_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
                                    "base-uri 'none'; frame-ancestors 'self'; sandbox";

/* The state of a connection: the response that is being made or sent. */
struct transfer {
    struct jg_api_job *job; /* the job that makes the response; NULL: none */
    const unsigned char *body;
    char *own; /* the body again if it has to be freed, or NULL */
    size_t size, sent;
    bool head;   /* a HEAD request */
    bool cookie; /* the response may start or renew a session */
};

_Static_assert(sizeof(struct transfer) <= JG_HTTP_TRANSFER, "room for a transfer");

/* A response to send. */
struct response {
    int status;
    const char *type, *policy, *cache, *etag, *file;
    bool gzip, close;
    bool page;   /* the page itself, not the API */
    bool action; /* sets the cookie to `session`, NULL: deletes it */
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

/* Sets the session cookie, or (NULL) deletes it. */
static void add_cookie(struct headers *h, const struct jg_server *s, struct jg_session *session) {
    char cookie[JG_SESSION_COOKIE] = "", text[JG_SESSION_COOKIE + 100];
    if (session) {
        session->expires = jg_store_now(s->store) + SESSION;
        jg_session_sign(cookie, session, s->secret);
    }
    snprintf(text, sizeof text, "jogada=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", cookie,
             session ? SESSION : 0, strncmp(s->setting->origin, "https:", 6) ? "" : "; Secure");
    add(h, "set-cookie:", text);
}

/* Starts a session for a new client and renews one that is older than a day, so that only unused sessions expire. An
 * ended session is replaced only when the page is loaded: a late response of the API would overwrite the cookie that
 * signing out has set. */
static void renew_cookie(struct headers *h, const struct jg_server *s, bool page) {
    struct jg_session session;
    enum jg_session_state state = jg_access_session(s, h->wsi, &session);
    if (state == JG_SESSION_UNKNOWN || (state == JG_SESSION_ENDED && !page)) return;
    if (state != JG_SESSION_VALID && !jg_session_new_player(session.player)) return;
    if (session.expires - jg_store_now(s->store) < SESSION - DAY) add_cookie(h, s, &session);
}

static int write_headers(struct lws *wsi, const struct jg_server *s, const struct response *r, bool cookie) {
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
    struct response r = {.status = status, .type = "application/json", .close = true};
    (void)!write_headers(wsi, lws_context_user(lws_get_context(wsi)), &r, false);
}

/* ---- Bodies ------------------------------------------------------------------------------- */

static void forget(struct jg_server *s, struct transfer *transfer) {
    if (!transfer) return;
    jg_api_job_abandon(transfer->job);
    if (transfer->own) s->queued -= transfer->size;
    free(transfer->own);
    *transfer = (struct transfer){0};
}

static int completed(struct lws *wsi, struct transfer *transfer) {
    forget(lws_context_user(lws_get_context(wsi)), transfer);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int write_piece(struct lws *wsi, struct transfer *transfer) {
    unsigned char bytes[LWS_PRE + PIECE];
    size_t left = transfer->size - transfer->sent, n = left < PIECE ? left : PIECE;
    if (!transfer->body || !n) return 0; /* a spurious callback */
    memcpy(bytes + LWS_PRE, transfer->body + transfer->sent, n);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
    if (lws_write(wsi, bytes + LWS_PRE, n, n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n) return -1;
    transfer->sent += n;
    if (n == left) return completed(wsi, transfer);
    lws_callback_on_writable(wsi);
    return 0;
}

/* Sends a short body at once and closes. A connection with unread input must not wait until it is writable: lws 4.1.6
 * would process that input in a busy loop and never close the connection. */
static int send_last(struct lws *wsi, struct response *r, bool head) {
    unsigned char bytes[LWS_PRE + PIECE];
    bool fits = !head && r->size && r->size <= PIECE;
    if (fits) memcpy(bytes + LWS_PRE, r->body, r->size);
    if (fits) (void)!lws_write(wsi, bytes + LWS_PRE, r->size, LWS_WRITE_HTTP_FINAL);
    free(r->own);
    return -1;
}

static int send_response(struct lws *wsi, struct transfer *transfer, struct jg_server *s, struct response *r) {
    bool without = transfer->head || !r->size || r->status == HTTP_STATUS_NOT_MODIFIED;
    /* The page works at any address, also at an unknown one, and needs a session. */
    if (write_headers(wsi, s, r, transfer->cookie && (r->page || r->status < 400))) {
        free(r->own);
        return -1;
    }
    if (r->close) return send_last(wsi, r, transfer->head);
    if (without) {
        free(r->own);
        return completed(wsi, transfer);
    }
    if (r->own) s->queued += r->size;
    *transfer = (struct transfer){.body = r->body, .own = r->own, .size = r->size};
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
    lws_callback_on_writable(wsi);
    return 0;
}

/* ---- Routes ------------------------------------------------------------------------------- */

static void of_response(struct response *r, const struct jg_api_response *a) {
    r->status = a->body ? a->status : HTTP_STATUS_INTERNAL_SERVER_ERROR;
    r->type = a->type ? a->type : "application/json";
    r->own = a->body;
    r->body = (const unsigned char *)a->body;
    r->size = a->body ? a->size : 0;
    if (!strncmp(r->type, "text/html", 9)) r->policy = REPORT_POLICY;
}

static void refuse(struct response *r, int status, enum jg_refusal_code code, const char *text) {
    struct jg_api_response a = {0};
    jg_api_refuse(&a, status, jg_refusal_name(code), text);
    of_response(r, &a);
    r->close = status != HTTP_STATUS_NOT_FOUND;
}

/* An asset, or 304 if the client has it already (wsi NULL: not checked). */
static void of_asset(struct response *r, struct lws *wsi, const struct jg_asset *asset) {
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

static void health(struct response *r, struct jg_server *s) {
    json_t *json = json_pack("{s:s, s:i, s:i, s:i}", "version", jg_version(), "tables", jg_lobby_table_count(s->parts.lobby),
                             "connections", s->connection_count, "waiting",
                             jg_scheduler_waiting(s->scheduler) + jg_scheduler_waiting(s->quick_scheduler));
    struct jg_api_response a = {.status = HTTP_STATUS_OK, .body = jg_json_text(json, JSON_COMPACT)};
    a.size = a.body ? strlen(a.body) : 0;
    of_response(r, &a);
}

static bool is_text(const char *text) {
    for (size_t n; *text; text += n)
        if (!(n = jg_utf8_printable(text))) return false;
    return true;
}

/* A query parameter; NULL: missing or not text. `name` ends with '='. */
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

static jg_lang lang_of(struct lws *wsi) {
    char text[VALUE_MAX];
    const char *name = query(wsi, "lang=", text);
    jg_lang lang = name ? jg_lang_parse(name) : JG_EN;
    return lang < 0 ? JG_EN : lang;
}

static bool reads_gzip(struct lws *wsi) {
    char text[256];
    return lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_ACCEPT_ENCODING) > 0 && strstr(text, "gzip");
}

/* Every page requests the list of games, which never changes: its compressed response is cached. */
static bool cached_games(struct response *r, const struct jg_server *s, jg_lang lang) {
    if (!s->games[lang].bytes) return false;
    *r = (struct response){.status = HTTP_STATUS_OK,
                           .type = "application/json",
                           .gzip = true,
                           .body = s->games[lang].bytes,
                           .size = s->games[lang].size};
    return true;
}

static bool is_games(const struct jg_api_request *q) { return !strcmp(q->path, "games"); }

static void cache_games(struct response *r, struct jg_server *s, jg_lang lang) {
    if (!r->gzip || r->status != HTTP_STATUS_OK || s->games[lang].bytes) return;
    s->games[lang].bytes = (unsigned char *)r->own;
    s->games[lang].size = r->size;
    r->own = NULL;
}

/* Starts a job that makes the response; false: r can be sent now. */
static bool start_job(struct response *r, struct lws *wsi, struct transfer *transfer, struct jg_server *s,
                      const char *path) {
    char game[VALUE_MAX], agent[VALUE_MAX], from[VALUE_MAX], as[VALUE_MAX], theme[VALUE_MAX];
    struct jg_session who;
    struct jg_api_request q = {.path = path + sizeof API - 1,
                               .lang = lang_of(wsi),
                               .game = query(wsi, "game=", game),
                               .agent = query(wsi, "agent=", agent),
                               .from = query(wsi, "from=", from),
                               .as = query(wsi, "as=", as),
                               .theme = query(wsi, "theme=", theme),
                               .player = jg_access_session(s, wsi, &who) == JG_SESSION_VALID ? who.player : "",
                               .limit = query_number(wsi, "limit=")};
    bool gzip = reads_gzip(wsi);
    if (gzip && is_games(&q) && cached_games(r, s, q.lang)) return false;
    transfer->job = s->queued > JG_QUEUED_MAX ? NULL : jg_api_job_start(s, wsi, &q, gzip);
    if (transfer->job) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
        return true;
    }
    refuse(r, HTTP_STATUS_SERVICE_UNAVAILABLE, JG_REFUSE_LIMIT, jg_tr(q.lang, "too many requests; try again later"));
    return false;
}

/* Sends the response of a finished job. */
static int send_job(struct lws *wsi, struct transfer *transfer, struct jg_server *s) {
    struct jg_api_job *job = transfer->job;
    struct jg_api_response *a = &job->response;
    struct response r = {0};
    if (!job->ended) return 0; /* a spurious callback */
    of_response(&r, a);
    r.file = a->file;
    r.gzip = job->gzip;
    a->body = NULL;
    transfer->job = NULL;
    if (is_games(&job->q)) cache_games(&r, s, job->q.lang);
    int status = send_response(wsi, transfer, s, &r);
    jg_api_job_abandon(job);
    return status;
}

/* Whether a browser navigates to an unknown path: then the page shows the error, otherwise it is JSON. */
static bool wants_page(struct lws *wsi, const char *path) {
    char accept[256];
    return strncmp(path, ASSETS, sizeof ASSETS - 1) &&
           lws_hdr_copy(wsi, accept, sizeof accept, WSI_TOKEN_HTTP_ACCEPT) > 0 && strstr(accept, "text/html");
}

/* The page or one of its assets. */
static void of_path(struct response *r, struct lws *wsi, const char *path, jg_lang lang) {
    const struct jg_asset *asset = jg_asset_find(path);
    if (asset)
        of_asset(r, wsi, asset);
    else if (wants_page(wsi, path)) {
        of_asset(r, NULL, jg_asset_find("/"));
        r->status = HTTP_STATUS_NOT_FOUND;
    } else
        refuse(r, HTTP_STATUS_NOT_FOUND, JG_REFUSE_MISSING, jg_tr(lang, "not found"));
}

/* Whether a request has a body. lws would take it for the next request (request smuggling behind a proxy). */
static bool has_body(struct lws *wsi) {
    char length[24];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return true;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) return false;
    return lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 || strcmp(length, "0");
}

static void refuse_unsaved(struct response *r, jg_lang lang) {
    refuse(r, HTTP_STATUS_SERVICE_UNAVAILABLE, JG_REFUSE_FAILED,
           jg_tr(lang, "this server cannot save that right now; try again in a moment"));
}

/* POST signout and forget: HTTP and not WebSocket, since only an HTTP response can change the cookie. False: neither. */
static bool act(struct response *r, struct lws *wsi, struct jg_server *s, const char *what, jg_lang lang,
                struct jg_session *who) {
    bool deletes = !strcmp(what, "forget");
    if (!deletes && strcmp(what, "signout")) return false;
    bool ours = jg_access_is_same_origin(s, wsi);
    enum jg_session_state state = ours ? jg_access_session(s, wsi, who) : JG_SESSION_NONE;
    if (state == JG_SESSION_UNKNOWN) {
        refuse_unsaved(r, lang);
        return true;
    }
    if (state != JG_SESSION_VALID) {
        refuse(r, HTTP_STATUS_FORBIDDEN, JG_REFUSE_OFF,
               jg_tr(lang, "refused: the request must come from a page of this server"));
        return true;
    }
    s->unsaved = true;
    if (deletes ? !jg_lobby_delete_player(s->parts.lobby, who->player)
                : jg_store_sign_out(s->store, who->player, NULL) != JG_OK) {
        refuse_unsaved(r, lang);
        return true;
    }
    jg_connection_close_all(s, who->player);
    who->epoch++;
    *r = (struct response){.status = HTTP_STATUS_OK, .type = "application/json", .close = true, .action = true};
    r->session = deletes ? NULL : who;
    r->body = (const unsigned char *)"{}";
    r->size = 2;
    return true;
}

static int serve(struct lws *wsi, struct transfer *transfer, struct jg_server *s) {
    char path[PATH_LONGEST + 1] = "", *uri = NULL;
    int length = 0, method = lws_http_get_uri_and_method(wsi, &uri, &length);
    struct response r = {0};
    jg_json_begin();
    struct jg_session who = {0};
    if (uri && length > 0 && length <= PATH_LONGEST) memcpy(path, uri, (size_t)length);
    bool read = method == LWSHUMETH_GET || method == LWSHUMETH_HEAD;
    if (!is_text(path)) path[0] = 0;
    bool api = !strncmp(path, API, sizeof API - 1);
    jg_lang lang = lang_of(wsi);
    forget(s, transfer);
    transfer->head = method == LWSHUMETH_HEAD;
    transfer->cookie = api;
    if (!jg_access_is_our_host(s, wsi))
        refuse(&r, HTTP_STATUS_FORBIDDEN, JG_REFUSE_OFF,
               jg_tr(lang, "unknown host name; use the address that the server printed, or start it with --origin"));
    else if (method == LWSHUMETH_POST && !has_body(wsi) && api && act(&r, wsi, s, path + sizeof API - 1, lang, &who))
        ;
    else if (!read)
        refuse(&r, HTTP_STATUS_METHOD_NOT_ALLOWED, JG_REFUSE_INPUT, jg_tr(lang, "only GET and HEAD are allowed"));
    else if (has_body(wsi))
        refuse(&r, HTTP_STATUS_BAD_REQUEST, JG_REFUSE_INPUT, jg_tr(lang, "a request must not have a body"));
    else if (api && !strcmp(path + sizeof API - 1, "health"))
        health(&r, s);
    else if (!api) {
        of_path(&r, wsi, path, lang);
        r.page = transfer->cookie = r.type && !strncmp(r.type, "text/html", 9); /* not its parts */
    } else if (start_job(&r, wsi, transfer, s, path))
        return 0;
    return send_response(wsi, transfer, s, &r);
}

/* Whether a request upgrades to a WebSocket, and not to h2c or an unknown protocol. lws 4.1.6 answers an unknown
 * protocol with 403 and completes the request, which may free its headers, and then continues with a pointer to the
 * Upgrade header: it passes it to CONFIRM_UPGRADE, and if that returns 0 compares it itself. So this callback is needed,
 * and safe because it leaves that pointer alone: it copies the header from the connection, where it is gone if it was
 * freed, and then returns -1, before lws reads it (test_an_unknown_upgrade_after_another_request). */
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
        jg_access_release_socket(s, lws_get_opaque_user_data(wsi));
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return is_websocket(wsi) ? 0 : -1;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a WebSocket without our subprotocol */
        jg_http_refuse(wsi, HTTP_STATUS_BAD_REQUEST);
        return -1;
    case LWS_CALLBACK_HTTP: return serve(wsi, user, s);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return ((struct transfer *)user)->job ? send_job(wsi, user, s) : write_piece(wsi, user);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP: forget(s, user); return 0;
    default: return 0;
    }
}
