/* Shared by the tests of the lobby: a server without sockets, and clients that record what they are sent. */
#ifndef TESTS_LOBBY_H
#define TESTS_LOBBY_H

#include "clock.h"
#include "store.h"
#include "web/room.h"

#include <time.h>

/* ---- Peers -------------------------------------------------------------------------------------- */

struct ear {
    struct jg_peer peer;
    json_t *answer; /* to the last request */
    int64_t answers, woken, id;
};

static inline struct ear *ear_of(struct jg_peer *p) { return (struct ear *)p; }

static inline void take(struct jg_peer *p, int64_t id, json_t *answer) {
    struct ear *e = ear_of(p);
    assert_int_equal(id, e->id);
    assert_null(e->answer);
    e->answer = answer;
    e->answers++;
}
void jg_peer_reply(struct jg_peer *p, int64_t id, json_t *ok) {
    assert_non_null(ok);
    take(p, id, json_pack("{so}", "ok", ok));
}
void jg_peer_refuse(struct jg_peer *p, int64_t id, enum jg_refusal_code code, const struct jg_error *err) {
    take(p, id, json_pack("{s{ss ss}}", "error", "code", jg_refusal_name(code), "text", err->message));
}
void jg_peer_wake(struct jg_peer *p) { ear_of(p)->woken++; }

/* ---- A server without sockets ----------------------------------------------------------------------- */

struct server {
    struct jg_web_setting setting;
    struct jg_store *store;
    struct jg_pool *work;
    struct jg_scheduler *scheduler;
    struct jg_lobby *lobby;
    int said;
};

static inline void nothing(void *arg) { (void)arg; }
static inline void said(void *arg, const char *text) {
    ((struct server *)arg)->said++;
    assert_non_null(strstr(text, "cannot save tables"));
}

static inline void serve(struct server *s, const char *path) {
    struct jg_error err = {0};
    s->store = open_store(path, JG_STORE_WRITE);
    s->work = jg_pool_open(2, nothing, NULL);
    s->scheduler = jg_scheduler_open(s->work, 2, s->setting.memory);
    s->setting.warn = said;
    s->setting.arg = s;
    if (!s->setting.think) s->setting.think = 5000;
    s->lobby = jg_lobby_open(s->store, s->scheduler, &s->setting, &err);
    assert_non_null(s->lobby);
}

static inline void end(struct server *s) {
    jg_scheduler_stop(s->scheduler);
    jg_pool_close(s->work);
    jg_lobby_close(s->lobby);
    jg_scheduler_close(s->scheduler);
    jg_store_close(s->store);
}

static inline void enter(struct server *s, struct ear *e, const char *player, const char *name) {
    *e = (struct ear){0};
    strcpy(e->peer.player, player);
    jg_lobby_connect(s->lobby, &e->peer);
    if (name && strcmp(name, e->peer.name)) {
        strcpy(e->peer.name, name);
        jg_lobby_profile_changed(s->lobby, &e->peer);
    }
}

static inline void leave(struct server *s, struct ear *e) {
    jg_lobby_disconnect(s->lobby, &e->peer);
    json_decref(e->answer);
    e->answer = NULL;
}

/* One turn of the loop. */
static inline void turn(struct server *s) {
    jg_pool_poll(s->work);
    jg_lobby_tick(s->lobby);
}

static inline void request(struct server *s, struct ear *e, const char *text) {
    struct jg_error err = {0};
    struct jg_request r;
    char whole[2048];
    snprintf(whole, sizeof whole, "{\"id\":%lld,%s}", (long long)++e->id, text);
    if (jg_request_read(&r, whole, strlen(whole), &err)) fail_msg("%s: %s", whole, err.message);
    json_decref(e->answer);
    e->answer = NULL;
    jg_lobby_handle(s->lobby, &e->peer, &r);
    if (!e->answer) jg_lobby_tick(s->lobby); /* the reply waits until what it changed is saved */
    jg_request_free(&r);
}

__attribute__((format(printf, 3, 4))) static inline const json_t *ok(struct server *s, struct ear *e,
                                                                     const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    request(s, e, text);
    const json_t *good = json_object_get(e->answer, "ok");
    if (!good) fail_msg("%s: %s", text, json_dumps(e->answer, JSON_ENCODE_ANY));
    return good;
}

__attribute__((format(printf, 4, 5))) static inline void refused(struct server *s, struct ear *e, const char *code,
                                                                 const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    request(s, e, text);
    const json_t *error = json_object_get(e->answer, "error");
    if (!error) fail_msg("%s was not refused", text);
    assert_string_equal(json_string_value(json_object_get(error, "code")), code);
    assert_true(json_string_length(json_object_get(error, "text")) > 0);
}

static inline void create(struct server *s, struct ear *e, const char *rest, char id[JG_PLAYER_ID]) {
    snprintf(id, JG_PLAYER_ID, "%s",
             json_string_value(json_object_get(ok(s, e, "\"do\":\"create\",%s", rest), "table")));
    assert_int_equal(strlen(id), 16);
    assert_int_equal(strspn(id, "abcdefghijklmnopqrstuvwxyz"), 16);
}

static inline int64_t number(const json_t *o, const char *name) {
    const json_t *n = json_object_get(o, name);
    return json_is_integer(n) ? json_integer_value(n) : -1;
}

static inline const char *word(const json_t *o, const char *name) {
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

/* The newest message, all others read; NULL: none. What comes is in order. */
static inline json_t *latest(struct server *s, struct ear *e) {
    json_t *last = NULL, *m;
    turn(s);
    while ((m = jg_lobby_next_message(s->lobby, &e->peer))) {
        if (last && !strcmp(word(last, "table"), word(m, "table"))) {
            assert_true(number(m, "version") > number(last, "version"));
            assert_true(number(m, "from") <= number(last, "ply"));
        }
        assert_int_equal(number(m, "ply"), number(m, "from") + (int64_t)json_array_size(json_object_get(m, "moves")));
        json_decref(last);
        last = m;
    }
    return last;
}

static inline void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

/* Waits for a message such as is wanted. */
static inline json_t *wait_for(struct server *s, struct ear *e, bool (*such)(const json_t *m)) {
    for (struct patience p = {0};; clock_wait(&p, "a message")) {
        json_t *m = latest(s, e);
        if (m && such(m)) return m;
        json_decref(m);
    }
}

static inline bool may_move(const json_t *m) {
    size_t i;
    json_t *what;
    json_array_foreach(json_object_get(m, "may"), i, what) if (!strcmp(json_string_value(what), "move")) return true;
    return false;
}
static inline bool may_watch(const json_t *m) { return number(m, "ply") > 0; }
static inline bool is_over(const json_t *m) { return json_is_object(json_object_get(m, "over")); }
static inline bool moves_or_over(const json_t *m) { return may_move(m) || is_over(m); }

static inline void move_first(struct server *s, struct ear *e, const char *id, const json_t *m) {
    const json_t *moves = json_object_get(json_object_get(m, "state"), "moves");
    ok(s, e, "\"do\":\"move\",\"table\":\"%s\",\"ply\":%lld,\"move\":\"%s\"", id, (long long)number(m, "ply"),
       json_string_value(json_array_get(moves, 0)));
}

static inline void wait_for_answer(struct server *s, struct ear *e) {
    for (struct patience p = {0}; !e->answer; clock_wait(&p, "an answer")) turn(s);
}

/* Waits until only this many tables are in memory. */
static inline void wait_for_tables(struct server *s, int n) {
    for (struct patience p = {0}; jg_lobby_table_count(s->lobby) != n; clock_wait(&p, "tables put away")) turn(s);
}

#endif
