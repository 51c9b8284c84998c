/* Replies that wait for the store: a change is acknowledged once it is saved. */
#include "web/place.h"

#include "core/json.h"

#include <stdlib.h>

void jg_hall_reply(struct jg_place *place, struct jg_peer *p, int64_t id, json_t *ok) {
    bool waits = place->table.dirty && ok && jg_json_whole(); /* later a failure until now would be forgotten */
    struct jg_pending_reply *r = waits ? calloc(1, sizeof *r) : NULL;
    if (waits && !r) {
        json_decref(ok);
        ok = NULL; /* closes the connection: the change has been made */
    }
    if (!r) {
        jg_peer_ok(p, id, ok);
        return;
    }
    *r = (struct jg_pending_reply){.peer = p, .id = id, .ok = ok, .next = place->replies};
    place->replies = r;
}

/* In the order of their requests. */
void jg_hall_saved(struct jg_place *place) {
    struct jg_pending_reply *first = NULL;
    for (struct jg_pending_reply *r = place->replies, *next; r; r = next) {
        next = r->next;
        r->next = first;
        first = r;
    }
    place->replies = NULL;
    for (struct jg_pending_reply *r = first, *next; r; r = next) {
        next = r->next;
        jg_peer_ok(r->peer, r->id, r->ok);
        free(r);
    }
}

void jg_hall_drop_replies(struct jg_place *place, const struct jg_peer *p) {
    for (struct jg_pending_reply **at = &place->replies, *r; (r = *at);) {
        if (p && r->peer != p) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        json_decref(r->ok);
        free(r);
    }
}

bool jg_hall_refuse_to_save(struct jg_no *no) {
    return jg_refuse(no, JG_REFUSE_FAILED, "this server cannot save games right now; try again in a moment");
}

bool jg_hall_can_save(const struct jg_hall *h, struct jg_no *no) {
    bool brief = jg_hall_now() - h->failing < JG_SAVE_GRACE;
    return !h->retry || brief || jg_hall_refuse_to_save(no);
}
