/* Dispatches each request to the part of the server that handles it; handles `hello` itself. */
#include "core/json.h"
#include "web/name.h"
#include "web/server.h"

#include <jogada/jogada.h>

#include <string.h>

static void refuse(struct jg_connection *c, int64_t id, enum jg_refusal_code code, const struct jg_error *err) {
    jg_peer_refuse(&c->peer, id, code, err);
}

/* Addresses to invite others to. Only the server's own machine learns them: other clients came by one of them. */
static json_t *links(const struct jg_connection *c) {
    const char *from = c->peer.address;
    bool here = !strncmp(from, "127.", 4) || !strcmp(from, "::1");
    return here ? jg_listen_links(c->server) : json_array();
}

static void hello(struct jg_connection *c, const struct jg_request *r) {
    const struct jg_web_setting *setting = c->server->setting;
    struct jg_peer *p = &c->peer;
    struct jg_error err = {.lang = p->lang};
    char name[JG_PLAYER_NAME];
    int lang = r->lang ? jg_lang_parse(r->lang) : p->lang;
    if (lang < 0) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "unknown language '%s'; the languages are %s", r->lang,
                jg_lang_names());
        refuse(c, r->id, JG_REFUSE_INPUT, &err);
        return;
    }
    memcpy(name, p->name, sizeof name);
    if (r->name && jg_name_read(name, r->name, &err)) {
        refuse(c, r->id, JG_REFUSE_INPUT, &err);
        return;
    }
    bool other = strcmp(name, p->name) || lang != p->lang;
    memcpy(p->name, name, sizeof name);
    p->lang = lang;
    c->greeted = true;
    if (other) jg_lobby_profile_changed(c->server->lobby, p);
    jg_peer_reply(p, r->id,
                  json_pack("{s:s, s:s, s:s, s:b, s:i, s:b, s:o}", "name", p->name, "lang", jg_lang_name(p->lang),
                            "version", jg_version(), "lab", c->server->lab ? 1 : 0, "think", setting->think, "local",
                            c->server->loopback && !setting->origin[0], "links", links(c)));
}

static void dispatch(struct jg_connection *c, const struct jg_request *r) {
    struct jg_server *s = c->server;
    struct jg_error err = {.lang = c->peer.lang};
    enum jg_request_handler handler = jg_request_handler(r->type);
    if (handler != JG_HANDLER_SERVER && !c->greeted) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "the first request must be 'hello'");
        refuse(c, r->id, JG_REFUSE_OFF, &err);
        return;
    }
    switch (handler) {
    case JG_HANDLER_SERVER: hello(c, r); break;
    case JG_HANDLER_LOBBY: jg_lobby_handle(s->lobby, &c->peer, r); break;
    case JG_HANDLER_ANALYSIS:
        if (!jg_lobby_refuse_help(s->lobby, &c->peer, r)) jg_analysis_handle(s->analysis, &c->peer, r);
        break;
    case JG_HANDLER_LAB:
        if (s->lab) {
            jg_lab_handle(s->lab, &c->peer, r);
            break;
        }
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "this server runs no matches or tunings");
        refuse(c, r->id, JG_REFUSE_OFF, &err);
        break;
    }
}

void jg_dispatch(struct jg_connection *c, const char *text, size_t length, bool over) {
    struct jg_error err = {.lang = c->peer.lang, .position = JG_NO_POSITION};
    struct jg_request r;
    jg_json_begin();
    enum jg_status status = jg_request_read(&r, text, length, &err);
    bool again = r.id <= c->last_id;
    if (!again) c->last_id = r.id;
    if (status == JG_EMEMORY) { /* the request's id is unknown: there is nothing to reply to */
        jg_connection_close(c, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
    } else if (over) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "too many messages; wait a moment");
        refuse(c, r.id, JG_REFUSE_LIMIT, &err);
    } else if (status) {
        refuse(c, r.id, jg_refusal_code_of(status), &err);
    } else if (again) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "request id %lld has already been used", (long long)r.id);
        refuse(c, r.id, JG_REFUSE_STALE, &err);
    } else {
        c->server->unsaved = true;
        dispatch(c, &r);
    }
    jg_request_free(&r);
}
