/* Replies to clients, as JSON. */
#include "web/peer.h"

#include "core/buffer.h"
#include "core/json.h"

#include <string.h>

static json_t *id_json(int64_t id) { return id < 0 ? json_null() : json_integer(id); }

/* Replaces invalid UTF-8: a message that was cut may end in the middle of a character. */
static const char *valid_text(char out[JG_MESSAGE_MAX], const char *message) {
    char *at = out;
    for (size_t n; *message; message += n ? n : 1) {
        n = jg_utf8_char(message);
        memcpy(at, n ? message : "?", n ? n : 1);
        at += n ? n : 1;
    }
    *at = 0;
    return out;
}

/* Takes the reference. */
static void send_json(struct jg_peer *p, json_t *message) {
    jg_peer_send_text(p, jg_json_text(message, JSON_COMPACT | JSON_REAL_PRECISION(15)));
}

void jg_peer_refuse(struct jg_peer *p, int64_t id, enum jg_refusal_code code, const struct jg_error *err) {
    char text[JG_MESSAGE_MAX];
    jg_json_begin(); /* an earlier allocation failure does not concern this reply */
    json_t *error = json_pack("{s:s, s:s}", "code", jg_refusal_name(code), "text",
                              valid_text(text, jg_refusal_text(err, p->setting)));
    if (error && err->position >= 0) json_object_set_new(error, "at", json_integer(err->position));
    send_json(p, json_pack("{s:o, s:o}", "id", id_json(id), "error", error));
}

void jg_peer_reply(struct jg_peer *p, int64_t id, json_t *ok) {
    send_json(p, json_pack("{s:o, s:o}", "id", id_json(id), "ok", ok));
}
