/* Dispatches each request to the part that handles it; handles `hello` itself. */
#include "web/dispatch.h"

#include "core/json.h"
#include "web/name.h"

#include <jogada/jogada.h>

#include <string.h>

static void hello(const struct jg_parts *parts, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    char name[JG_PLAYER_NAME];
    int lang = r->lang ? jg_lang_parse(r->lang) : p->lang;
    if (lang < 0) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "unknown language '%s'; the languages are %s", r->lang,
                jg_lang_names());
        jg_peer_refuse(p, r->id, JG_REFUSE_INPUT, &err);
        return;
    }
    memcpy(name, p->name, sizeof name);
    if (r->name && jg_name_read(name, r->name, &err)) {
        jg_peer_refuse(p, r->id, JG_REFUSE_INPUT, &err);
        return;
    }
    bool other = strcmp(name, p->name) || lang != p->lang;
    memcpy(p->name, name, sizeof name);
    p->lang = lang;
    p->greeted = true;
    if (other) jg_lobby_profile_changed(parts->lobby, p);
    jg_peer_reply(p, r->id,
                  json_pack("{s:s, s:s, s:s, s:b, s:i, s:b, s:o}", "name", p->name, "lang", jg_lang_name(p->lang),
                            "version", jg_version(), "lab", parts->lab ? 1 : 0, "think", parts->setting->think, "local",
                            parts->local, "links", parts->links(parts->arg, p)));
}

static void dispatch(const struct jg_parts *parts, struct jg_peer *p, const struct jg_request *r) {
    struct jg_error err = {.lang = p->lang};
    enum jg_request_handler handler = jg_request_handler(r->type);
    if (handler != JG_HANDLER_SERVER && !p->greeted) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "the first request must be 'hello'");
        jg_peer_refuse(p, r->id, JG_REFUSE_OFF, &err);
        return;
    }
    switch (handler) {
    case JG_HANDLER_SERVER: hello(parts, p, r); break;
    case JG_HANDLER_LOBBY: jg_lobby_handle(parts->lobby, p, r); break;
    case JG_HANDLER_ANALYSIS:
        if (!jg_lobby_refuse_help(parts->lobby, p, r)) jg_analysis_handle(parts->analysis, p, r);
        break;
    case JG_HANDLER_LAB:
        if (parts->lab) {
            jg_lab_handle(parts->lab, p, r);
            break;
        }
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "this server runs no matches or tunings");
        jg_peer_refuse(p, r->id, JG_REFUSE_OFF, &err);
        break;
    }
}

bool jg_dispatch(const struct jg_parts *parts, struct jg_peer *p, const char *text, size_t length, bool over) {
    struct jg_error err = {.lang = p->lang, .position = JG_NO_POSITION};
    struct jg_request r;
    jg_json_begin();
    enum jg_status status = jg_request_read(&r, text, length, &err);
    bool again = r.id <= p->last_id;
    if (!again) p->last_id = r.id;
    if (status == JG_EMEMORY) return false; /* the request's id is unknown: there is nothing to reply to */
    if (over) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "too many messages; wait a moment");
        jg_peer_refuse(p, r.id, JG_REFUSE_LIMIT, &err);
    } else if (status) {
        jg_peer_refuse(p, r.id, jg_refusal_code_of(status), &err);
    } else if (again) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "request id %lld has already been used", (long long)r.id);
        jg_peer_refuse(p, r.id, JG_REFUSE_STALE, &err);
    } else {
        dispatch(parts, p, &r);
    }
    jg_request_free(&r);
    return true;
}
