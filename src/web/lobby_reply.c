/* Replies that wait for the store: a change is acknowledged only after it has been saved. */
#include "web/room.h"

#include "core/json.h"

#include <stdlib.h>

void jg_lobby_reply(struct jg_room *room, struct jg_peer *p, int64_t id, json_t *ok) {
    /* jg_json_complete: by the time the reply is sent, an allocation failure up to now would no longer be known. */
    bool waits = room->table.dirty && ok && jg_json_complete();
    struct jg_pending_reply *r = waits ? calloc(1, sizeof *r) : NULL;
    if (waits && !r) {
        json_decref(ok);
        ok = NULL; /* closes the connection: the change has been made, but cannot be acknowledged */
    }
    if (!r) {
        jg_peer_reply(p, id, ok);
        return;
    }
    *r = (struct jg_pending_reply){.peer = p, .id = id, .ok = ok, .next = room->replies};
    room->replies = r;
}

/* Sends replies in the order of their requests: the list has the newest first. */
void jg_lobby_send_replies(struct jg_room *room) {
    struct jg_pending_reply *first = NULL;
    for (struct jg_pending_reply *r = room->replies, *next; r; r = next) {
        next = r->next;
        r->next = first;
        first = r;
    }
    room->replies = NULL;
    for (struct jg_pending_reply *r = first, *next; r; r = next) {
        next = r->next;
        jg_peer_reply(r->peer, r->id, r->ok);
        free(r);
    }
}

void jg_lobby_drop_replies(struct jg_room *room, const struct jg_peer *p) {
    for (struct jg_pending_reply **at = &room->replies, *r; (r = *at);) {
        if (p && r->peer != p) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        json_decref(r->ok);
        free(r);
    }
}

bool jg_lobby_refuse_saving(struct jg_refusal *refusal) {
    return jg_refuse(refusal, JG_REFUSE_FAILED, "this server cannot save games right now; try again in a moment");
}

bool jg_lobby_check_saving(const struct jg_lobby *lobby, struct jg_refusal *refusal) {
    return !lobby->cannot_save || jg_lobby_refuse_saving(refusal);
}
