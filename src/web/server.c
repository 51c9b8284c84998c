/* The event loop (libwebsockets). Its thread alone serves clients, the lobby, the analysis and the store; worker threads
 * only wake it when they have results. */
#include "web/server.h"

#include "core/parallel.h"
#include "store/store.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    POLL_STOP_MS = 250, /* between two checks of the stop flag */
    PING = 25,          /* seconds of silence before a ping is sent */
    HANG_UP = 60,       /* seconds of silence before a connection is closed */
    PATIENCE = 10,      /* seconds for a complete request */
    HEADER_DATA = 8192, /* bytes of a request's headers */
};

static const lws_retry_bo_t IDLE = {.secs_since_valid_ping = PING, .secs_since_valid_hangup = HANG_UP};

static const struct lws_protocols PROTOCOLS[] = {
    {.name = "http", .callback = jg_http_callback, .per_session_data_size = JG_HTTP_TRANSFER},
    {.name = JG_SUBPROTOCOL,
     .callback = jg_connection_callback,
     .per_session_data_size = sizeof(struct jg_connection),
     .rx_buffer_size = 4096},
    {.name = "listen", .callback = jg_listen_callback},
    {0},
};

/* Headers of every response, including those that lws makes itself. */
static const struct lws_protocol_vhost_options
    REFERRER = {.name = "referrer-policy:", .value = "no-referrer"},
    SNIFF = {.next = &REFERRER, .name = "x-content-type-options:", .value = "nosniff"},
    HEADERS = {.next = &SNIFF,
               .name = "content-security-policy:",
               .value = "script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"};

/* ---- The loop ----------------------------------------------------------------------------- */

static void wake(void *arg) {
    struct jg_server *s = arg;
    pthread_mutex_lock(&s->lock);
    if (s->context) lws_cancel_service(s->context);
    pthread_mutex_unlock(&s->lock);
}

/* run_once follows each lws_service. A timer that expires before lws waits would not end lws_service by itself. */
static void on_timer(lws_sorted_usec_list_t *timer) {
    struct jg_server *s = lws_container_of(timer, struct jg_server, timer);
    lws_cancel_service(s->context);
}

/* The sooner of two delays; negative: none. */
static int sooner(int a, int b) { return a < 0 ? b : b < 0 || a < b ? a : b; }

/* Collects finished jobs, runs the lobby's timers, saves, then sends. */
static void run_once(struct jg_server *s) {
    int due = sooner(jg_pool_poll(s->work), POLL_STOP_MS);
    due = sooner(jg_pool_poll(s->quick), due);
    if (s->parts.lab) jg_lab_collect(s->parts.lab);
    due = sooner(jg_lobby_tick(s->parts.lobby), due);
    s->unsaved = false;
    jg_connection_deliver(s);
    lws_sul_schedule(s->context, 0, &s->timer, on_timer, (lws_usec_t)due * 1000 + 1);
}

static void serve(struct jg_server *s) {
    char url[JG_URL_MAX];
    jg_listen_url(s, url);
    if (s->setting->ready) s->setting->ready(s->setting->arg, url);
    while (!atomic_load(s->setting->stop)) {
        run_once(s);
        if (lws_service(s->context, 0) < 0) break;
    }
    run_once(s);
}

/* ---- Opening and closing ------------------------------------------------------------------- */

static enum jg_status open_context(struct jg_server *s, struct jg_error *err) {
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = PROTOCOLS,
        .gid = -1,
        .uid = -1,
        .user = s,
        .server_string = "jogada",
        .max_http_header_data = HEADER_DATA,
        .timeout_secs = PATIENCE,
        .keepalive_timeout = PATIENCE,
        .retry_and_idle_policy = &IDLE,
        .headers = &HEADERS,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
    };
    lws_set_log_level(0, NULL);
    jg_listen_limit(s->setting->connections);
    s->context = lws_create_context(&info);
    s->vhost = s->context ? lws_create_vhost(s->context, &info) : NULL;
    return s->vhost ? JG_OK : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* Threads block all signals: they are for the main thread. */
static enum jg_status open_threads(struct jg_server *s, struct jg_error *err) {
    sigset_t all, before;
    enum jg_status status = JG_OK;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    s->checkpointer = jg_checkpointer_start(s->store);
    int threads = jg_web_threads(s->setting);
    s->work = jg_pool_open(threads, wake, s);
    s->quick = jg_pool_open(1, wake, s);
    s->scheduler = jg_scheduler_open(s->work, threads, s->setting->memory);
    s->quick_scheduler = jg_scheduler_open(s->quick, 1, 0);
    if (!s->work || !s->quick || !s->scheduler || !s->quick_scheduler)
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status && s->setting->lab && !(s->parts.lab = jg_lab_open(s->setting, wake, s, err))) status = err->code;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* Makes the store private, since it is about to hold the secret. If that fails the operator is warned. */
static void protect_store(struct jg_server *s, jg_lang lang) {
    struct jg_error err = {.lang = lang};
    char text[JG_MESSAGE_MAX];
    struct jg_text t;
    bool changed = false;
    enum jg_status status = jg_store_protect(s->store, &changed, &err);
    jg_text_init(&t, text, sizeof text);
    if (status)
        jg_text_put(&t, err.message);
    else if (changed)
        jg_text_add(&t, jg_tr(lang, "%s: was readable by other users; changed to mode 600"),
                    jg_store_file_path(s->store));
    if (t.used && s->setting->warn) s->setting->warn(s->setting->arg, text);
}

/* Addresses to invite others to. Only the server's own machine learns them: other clients came by one of them. */
static json_t *links(void *arg, const struct jg_peer *p) {
    const char *from = p->address;
    bool here = !strncmp(from, "127.", 4) || !strcmp(from, "::1");
    return here ? jg_listen_links(arg) : json_array();
}

static enum jg_status open_parts(struct jg_server *s, struct jg_error *err) {
    s->parts.setting = s->setting;
    s->parts.local = s->loopback && !s->setting->origin[0];
    s->parts.links = links;
    s->parts.arg = s;

    s->store = jg_store_open(s->setting->db, JG_STORE_WRITE, err);
    if (!s->store) return err->code;
    protect_store(s, err->lang);
    enum jg_status status = jg_store_secret(s->store, s->secret, err);
    if (!status) status = open_threads(s, err);
    if (status) return status;
    if (!(s->reader = jg_store_open(s->setting->db, JG_STORE_READ, err))) return err->code;
    if (!(s->parts.analysis = jg_analysis_open(s->scheduler, s->quick_scheduler, s->setting)))
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    s->parts.lobby = jg_lobby_open(s->store, s->scheduler, s->setting, err);
    return s->parts.lobby ? JG_OK : err->code;
}

/* Closes all connections, which cancels their jobs. */
static void close_context(struct jg_server *s) {
    pthread_mutex_lock(&s->lock);
    struct lws_context *context = s->context;
    s->context = NULL; /* worker threads must not wake it any more */
    pthread_mutex_unlock(&s->lock);
    if (context) lws_context_destroy(context);
}

static void close_all(struct jg_server *s) {
    close_context(s);
    jg_listen_close(s);
    if (s->scheduler) jg_scheduler_stop(s->scheduler);
    if (s->quick_scheduler) jg_scheduler_stop(s->quick_scheduler);
    if (s->parts.lobby) jg_lobby_tick(s->parts.lobby);
    if (s->parts.lab) jg_lab_close(s->parts.lab);
    jg_pool_close(s->quick);
    jg_pool_close(s->work);
    if (s->parts.analysis) jg_analysis_close(s->parts.analysis);
    if (s->parts.lobby) jg_lobby_close(s->parts.lobby);
    jg_scheduler_close(s->quick_scheduler);
    jg_scheduler_close(s->scheduler);
    jg_checkpointer_stop(s->checkpointer);
    jg_store_close(s->reader);
    jg_store_close(s->store);
}

enum jg_status jg_web_serve(const struct jg_web_setting *setting, struct jg_error *err) {
    struct jg_error own = {0};
    struct jg_server *s = calloc(1, sizeof *s);
    if (!err) err = &own;
    if (!s) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    s->games = calloc((size_t)jg_lang_count(), sizeof *s->games);
    if (!s->games) {
        free(s);
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    s->setting = setting;
    s->reserve = -1;
    pthread_mutex_init(&s->lock, NULL);
    enum jg_status status = jg_listen_open(s, err);
    if (!status) status = open_context(s, err);
    if (!status) status = open_parts(s, err);
    if (!status) status = jg_listen_begin(s, err);
    if (!status) serve(s);
    close_all(s);
    pthread_mutex_destroy(&s->lock);
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) free(s->games[lang].bytes);
    free(s->games);
    free(s);
    return status;
}
