/* A peer that only listens, for tests of what answers requests: all that it is sent, in order. */
#ifndef TESTS_LISTENER_H
#define TESTS_LISTENER_H

#include "clock.h"
#include "test.h"

#include "web/peer.h"
#include "web/request.h"

#include <time.h>
#include <unistd.h>

struct listener {
    struct jg_peer peer;
    json_t *heard; /* all messages */
    int64_t id;    /* of the last request */
    int woken;
};

void jg_peer_send_text(struct jg_peer *p, char *text) {
    assert_non_null(text);
    json_t *message = json_loads(text, 0, NULL);
    assert_non_null(message);
    json_array_append_new(((struct listener *)p)->heard, message);
    free(text);
}

static inline void send_json(struct jg_peer *p, json_t *message) {
    assert_non_null(message);
    jg_peer_send_text(p, json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(15)));
    json_decref(message);
}

void jg_peer_reply(struct jg_peer *p, int64_t id, json_t *ok) {
    assert_non_null(ok);
    send_json(p, json_pack("{s:I, s:o}", "id", (json_int_t)id, "ok", ok));
}

void jg_peer_refuse(struct jg_peer *p, int64_t id, enum jg_refusal_code code, const struct jg_error *err) {
    json_t *error = json_pack("{s:s, s:s}", "code", jg_refusal_name(code), "text", err->message);
    if (err->position >= 0) json_object_set_new(error, "at", json_integer(err->position));
    send_json(p, json_pack("{s:I, s:o}", "id", (json_int_t)id, "error", error));
}

void jg_peer_wake(struct jg_peer *p) { ((struct listener *)p)->woken++; }

static inline void listen_as(struct listener *l, const char *player) {
    *l = (struct listener){.heard = json_array()};
    strcpy(l->peer.player, player);
}

static inline void stop_listening(struct listener *l) { json_decref(l->heard); }

/* The answer to a request, or NULL: none yet. */
static inline const json_t *answer_to(const struct listener *l, int64_t id) {
    const json_t *message;
    size_t i;
    json_array_foreach(l->heard, i,
                       message) if (json_is_integer(json_object_get(message, "id")) &&
                                    json_integer_value(json_object_get(message, "id")) == id) return message;
    return NULL;
}

/* Reads a request; `text` is what follows the id. */
static inline void read_request(struct listener *l, struct jg_request *r, const char *text) {
    struct jg_error err = {0};
    size_t room = strlen(text) + 64;
    char *whole = malloc(room);
    assert_non_null(whole);
    snprintf(whole, room, "{\"id\":%lld,%s}", (long long)++l->id, text);
    if (jg_request_read(r, whole, strlen(whole), &err)) fail_msg("%s: %s", whole, err.message);
    free(whole);
}

static inline double number_at(const json_t *o, const char *name) {
    const json_t *n = json_object_get(o, name);
    if (!json_is_number(n)) fail_msg("%s is no number", name);
    return json_number_value(n);
}

static inline const char *text_at(const json_t *o, const char *name) {
    const char *text = json_string_value(json_object_get(o, name));
    if (!text) fail_msg("%s is no text", name);
    return text;
}

static inline void assert_error(const json_t *answer, const char *code, const char *text, int at) {
    const json_t *error = json_object_get(answer, "error");
    if (!error) fail_msg("not refused: %s", json_dumps(answer, JSON_COMPACT));
    if (!strstr(text_at(error, "text"), text)) fail_msg("'%s' is not in '%s'", text, text_at(error, "text"));
    assert_string_equal(text_at(error, "code"), code);
    if (at >= 0) assert_int_equal((int)number_at(error, "at"), at);
}

/* Runs the command and returns the JSON that it prints. */
static inline json_t *run_command(const char *arguments) {
    char line[2048];
    snprintf(line, sizeof line, "'%s' %s 2>/dev/null", getenv("JOGADA"), arguments);
    FILE *f = popen(line, "r");
    assert_non_null(f);
    json_t *o = json_loadf(f, 0, NULL);
    assert_int_equal(pclose(f), 0);
    assert_non_null(o);
    return o;
}

#endif
