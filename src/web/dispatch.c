/* What a message asks for, and who answers it. */
#include "core/json.h"
#include "web/name.h"
#include "web/server.h"

#include <jogada/jogada.h>

#include <string.h>

static void refuse(struct jg_line *line, int64_t id, enum jg_refusal code, const struct jg_error *err) {
    jg_peer_refuse(&line->peer, id, code, err);
}

static void hello(struct jg_line *line, const struct jg_request *r) {
    const struct jg_web_setting *setting = line->server->setting;
    struct jg_peer *p = &line->peer;
    struct jg_error err = {.lang = p->lang};
    char name[JG_PLAYER_NAME];
    int lang = r->lang ? jg_lang_parse(r->lang) : (int)p->lang;
    if (lang < 0) {
        jg_fail(&err, JG_EINPUT, -1, "jogada speaks en and pt-BR, not '%s'", r->lang);
        refuse(line, r->id, JG_REFUSE_INPUT, &err);
        return;
    }
    memcpy(name, p->name, sizeof name);
    if (r->name && jg_name_read(name, r->name, &err)) {
        refuse(line, r->id, JG_REFUSE_INPUT, &err);
        return;
    }
    bool other = strcmp(name, p->name) || (enum jg_lang)lang != p->lang;
    memcpy(p->name, name, sizeof name);
    p->lang = (enum jg_lang)lang;
    line->greeted = true;
    if (other) jg_hall_changed(line->server->hall, p);
    jg_peer_ok(p, r->id,
               json_pack("{s:s, s:s, s:s, s:b, s:i}", "name", p->name, "lang", jg_lang_name(p->lang), "version",
                         jg_version(), "lab", line->server->lab ? 1 : 0, "think", setting->think));
}

static void hand_over(struct jg_line *line, const struct jg_request *r) {
    struct jg_server *s = line->server;
    struct jg_error err = {.lang = line->peer.lang};
    if (r->what == JG_DO_HELLO) {
        hello(line, r);
    } else if (!line->greeted) {
        jg_fail(&err, JG_EINPUT, -1, "say hello first");
        refuse(line, r->id, JG_REFUSE_OFF, &err);
    } else if (r->what <= JG_DO_HINT) {
        jg_hall_handle(s->hall, &line->peer, r);
    } else if (r->what <= JG_DO_STOP) {
        jg_desk_handle(s->desk, &line->peer, r);
    } else if (s->lab) {
        jg_lab_handle(s->lab, &line->peer, r);
    } else {
        jg_fail(&err, JG_EINPUT, -1, "no matches or tunings are run here");
        refuse(line, r->id, JG_REFUSE_OFF, &err);
    }
}

void jg_dispatch(struct jg_line *line, const char *text, size_t length, bool over) {
    struct jg_error err = {.lang = line->peer.lang, .position = -1};
    struct jg_request r;
    jg_json_begin();
    enum jg_status status = jg_request_read(&r, text, length, &err);
    bool again = r.id <= line->last_id;
    if (!again) line->last_id = r.id;
    if (status == JG_EMEMORY) { /* the number of the request is not known, nor what it asks for */
        jg_line_close(line, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "out of memory");
    } else if (over) {
        jg_fail(&err, JG_EINPUT, -1, "too many messages: wait a moment");
        refuse(line, r.id, JG_REFUSE_LIMIT, &err);
    } else if (status) {
        refuse(line, r.id, jg_refusal_of(status), &err);
    } else if (again) {
        jg_fail(&err, JG_EINPUT, -1, "request %lld has been made already", (long long)r.id);
        refuse(line, r.id, JG_REFUSE_STALE, &err);
    } else {
        line->server->changed = true;
        hand_over(line, &r);
    }
    jg_request_free(&r);
}
