/* The table without a server: lobby, analysis and API in a worker of the page, which calls these functions and passes
 * on what jg_host_send sends. There are no threads: jg_site_work runs one search, and meanwhile nothing else happens.
 * So the page has two workers, one for tables and one for analysis. */
#include "core/entropy.h"
#include "core/json.h"
#include "core/memory.h"
#include "site/host.h"
#include "site/pool.h"
#include "site/store.h"
#include "web/api.h"
#include "web/dispatch.h"

#include <stdlib.h>
#include <string.h>

#define JG_EXPORT(name) __attribute__((export_name(#name))) name

enum {
    THINK_MS = 10000,   /* for a move of an agent, at most */
    TABLES = 256 << 20, /* bytes for the tables of all agents together */
    ABSENT = 60,        /* seconds */
    IDLE = 3600,        /* seconds */
    THREADS = 1,
};

static struct jg_web_setting setting = {.db = "",
                                        .origin = "",
                                        .think = THINK_MS,
                                        .threads = THREADS,
                                        .memory = TABLES,
                                        .absent = ABSENT,
                                        .idle = IDLE,
                                        .alone = true};

/* The one client of a worker, and what serves it. */
static struct {
    struct jg_store *store;
    struct jg_pool *work, *quick;
    struct jg_scheduler *scheduler, *quick_scheduler;
    struct jg_parts parts;
    struct jg_peer peer;
    bool more; /* the lobby has messages */
} site;

/* ---- The client ------------------------------------------------------------------------------------ */

void jg_peer_send_text(struct jg_peer *p, char *text) {
    static const char LOST[] = "{\"on\":\"lost\"}"; /* out of memory: the page starts the worker again */
    (void)p;
    if (text)
        jg_host_send(text, strlen(text));
    else
        jg_host_send(LOST, sizeof LOST - 1);
    free(text);
}

void jg_peer_wake(struct jg_peer *p) {
    (void)p;
    site.more = true;
}

static void deliver(void) {
    site.more = false;
    for (;;) {
        jg_json_begin();
        json_t *message = jg_lobby_next_message(site.parts.lobby, &site.peer);
        if (!message && jg_json_complete()) return;
        jg_peer_send_text(&site.peer, jg_json_text(message, JSON_COMPACT | JSON_REAL_PRECISION(15)));
        if (!message) return;
    }
}

static void send_lab(void) {
    for (json_t *message; (message = jg_lab_next(site.parts.lab, &site.peer));)
        jg_peer_send_text(&site.peer, jg_json_text(message, JSON_COMPACT | JSON_REAL_PRECISION(15)));
}

static json_t *links(void *arg, const struct jg_peer *p) { return (void)arg, (void)p, json_array(); }

/* ---- Opening ----------------------------------------------------------------------------------------- */

static void wake(void *arg) { (void)arg; }

/* News of a match, which are sent at once: the loop waits for it. */
static void lab_changed(void *arg) {
    (void)arg;
    jg_lab_collect(site.parts.lab);
    send_lab();
}

/* The player of this browser: the same as long as its storage lasts. */
static enum jg_status find_player(struct jg_error *err) {
    const char *known = jg_site_row_text(jg_site_row(site.store, JG_SITE_META, "self"), "id");
    unsigned char bytes[(JG_PLAYER_ID - 1) / 2];
    struct jg_text t;
    jg_text_init(&t, site.peer.player, sizeof site.peer.player);
    if (strlen(known) == JG_PLAYER_ID - 1) {
        jg_text_put(&t, known);
        return JG_OK;
    }
    enum jg_status status = jg_entropy(bytes, sizeof bytes, err);
    for (size_t i = 0; i < sizeof bytes; i++) jg_text_add(&t, "%02x", bytes[i]);
    return status ? status
                  : jg_site_row_put(site.store, JG_SITE_META, "self", json_pack("{s:s}", "id", site.peer.player), err);
}

static enum jg_status open_parts(struct jg_error *err) {
    site.work = jg_pool_open(THREADS, wake, NULL);
    site.quick = jg_pool_open(THREADS, wake, NULL);
    site.scheduler = site.work ? jg_scheduler_open(site.work, THREADS, setting.memory) : NULL;
    site.quick_scheduler = site.quick ? jg_scheduler_open(site.quick, THREADS, 0) : NULL;
    if (!site.scheduler || !site.quick_scheduler) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    site.parts = (struct jg_parts){.setting = &setting, .local = true, .links = links};
    site.parts.analysis = jg_analysis_open(site.scheduler, site.quick_scheduler, &setting);
    if (!site.parts.analysis) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    site.parts.lab = jg_lab_open(&setting, lab_changed, NULL, err);
    if (!site.parts.lab) return err->code;
    site.parts.lobby = jg_lobby_open(site.store, site.scheduler, &setting, err);
    return site.parts.lobby ? JG_OK : err->code;
}

/* Memory for a text that the page passes; the function that takes it frees it. */
char *JG_EXPORT(jg_site_text)(size_t size) {
    char *text = malloc(size + 1);
    if (text) text[size] = 0;
    return text;
}

/* Restores a stored row, before jg_site_open. Takes both texts. */
bool JG_EXPORT(jg_site_restore)(char *key, char *value) {
    jg_json_begin();
    bool good = jg_site_store_restore(jg_site_store(), key, value, strlen(value));
    free(key);
    free(value);
    return good;
}

/* Opens the table. `hurry`: agents move at once. False: there is no memory or no entropy. */
bool JG_EXPORT(jg_site_open)(bool hurry) {
    struct jg_error err = {0};
    jg_json_guard();
    setting.hurry = hurry;
    site.store = jg_site_store();
    site.peer = (struct jg_peer){.number = 1, .last_id = -1, .setting = &setting};
    strcpy(site.peer.address, "127.0.0.1");
    if (find_player(&err) || open_parts(&err)) return false;
    jg_lobby_connect(site.parts.lobby, &site.peer);
    return true;
}

/* ---- The loop ------------------------------------------------------------------------------------------ */

/* Handles a message of docs/api.md. Takes the text. */
void JG_EXPORT(jg_site_receive)(char *text, size_t size) {
    if (!jg_dispatch(&site.parts, &site.peer, text, size, false)) jg_peer_send_text(&site.peer, NULL);
    free(text);
}

/* Ends searches that are done, runs the lobby's timers, saves and sends. Returns the milliseconds until it must be
 * called again; -1: only after another call. */
int JG_EXPORT(jg_site_turn)(void) {
    jg_pool_poll(site.work);
    jg_pool_poll(site.quick);
    int due = jg_lobby_tick(site.parts.lobby);
    deliver();
    send_lab();
    return site.more ? 0 : due;
}

/* Whether searches or matches wait; runs the next one. */
bool JG_EXPORT(jg_site_waits)(void) {
    return jg_site_pool_waits(site.quick) || jg_site_pool_waits(site.work) || jg_lab_waits(site.parts.lab);
}
void JG_EXPORT(jg_site_work)(void) {
    if (!jg_site_pool_work(site.quick) && !jg_site_pool_work(site.work)) jg_lab_work(site.parts.lab);
}

/* ---- The API -------------------------------------------------------------------------------------------- */

static const char *member(const json_t *o, const char *name) { return json_string_value(json_object_get(o, name)); }

/* Handles a GET request of docs/api.md, {"path", "lang"?, "game"? ...}, by jg_host_respond. Takes the text. */
void JG_EXPORT(jg_site_get)(char *text, size_t size) {
    struct jg_api_response out;
    jg_json_begin();
    json_t *o = jg_json_read(text, size, 0, NULL);
    const char *path = member(o, "path"), *lang = member(o, "lang"), *limit = member(o, "limit");
    struct jg_api_request q = {.path = path ? path : "",
                               .game = member(o, "game"),
                               .agent = member(o, "agent"),
                               .from = member(o, "from"),
                               .as = member(o, "as"),
                               .theme = member(o, "theme"),
                               .player = site.peer.player,
                               .limit = limit ? strtoll(limit, NULL, 10) : -1};
    int found = lang ? jg_lang_parse(lang) : JG_EN;
    q.lang = found < 0 ? JG_EN : found;
    jg_api_respond(&out, site.store, &setting, &q);
    if (!out.body) jg_api_refuse(&out, 500, "failed", "out of memory");
    jg_host_respond(out.status, out.type, strlen(out.type), out.file, strlen(out.file), out.body, out.size);
    free(out.body);
    json_decref(o);
    free(text);
}
