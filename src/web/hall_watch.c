/* Who watches which table, and the next message that each of them should have. */
#include "web/place.h"

#include <stdlib.h>
#include <string.h>

int64_t jg_hall_absent(const struct jg_hall *h) { return h->setting->absent * (int64_t)1000; }

/* Agents think for the person who did something here last. */
void jg_hall_acts(struct jg_place *place, const struct jg_peer *p) {
    memcpy(place->address, p->address, sizeof place->address);
    memcpy(place->player, p->player, sizeof place->player);
}

struct jg_watch *jg_hall_watch_of(const struct jg_peer *p, const struct jg_place *place) {
    struct jg_watch *w = p->watches;
    while (w && w->place != place) w = w->of_peer;
    return w;
}

bool jg_hall_watched_by(const struct jg_place *place, const char *player) {
    for (const struct jg_watch *w = place->watches; w; w = w->of_place)
        if (!strcmp(w->peer->player, player)) return true;
    return false;
}

bool jg_hall_may_watch(const struct jg_peer *p, struct jg_no *no) {
    int n = 0;
    for (const struct jg_watch *w = p->watches; w; w = w->of_peer) n++;
    return n < JG_PEER_TABLES || jg_refuse(no, JG_REFUSE_LIMIT, "at most %d tables are open at once", JG_PEER_TABLES);
}

bool jg_hall_watch(struct jg_peer *p, struct jg_place *place, struct jg_no *no) {
    struct jg_watch *w = jg_hall_watch_of(p, place);
    if (!w) {
        if (!jg_hall_may_watch(p, no)) return false;
        w = calloc(1, sizeof *w);
        if (!w) return jg_refuse(no, JG_REFUSE_FAILED, "out of memory");
        *w = (struct jg_watch){.peer = p, .place = place, .of_peer = p->watches, .of_place = place->watches};
        p->watches = place->watches = w;
        if (!place->player[0]) jg_hall_acts(place, p);
        /* It may be another while the table was put away, and is unknown where it could not be stored or read. */
        if (p->name[0]) jg_table_rename(&place->table, p->player, p->name);
        jg_table_presence(&place->table, p->player, true, jg_hall_now());
    }
    w->whole = true; /* also if it is asked for again */
    w->version = 0;
    jg_peer_wake(p);
    return true;
}

void jg_hall_unwatch(struct jg_hall *h, struct jg_watch *w) {
    struct jg_place *place = w->place;
    struct jg_peer *p = w->peer;
    struct jg_watch **at = &place->watches, *first = p->watches;
    while (*at != w) at = &(*at)->of_place;
    *at = w->of_place;
    for (at = &first; *at != w;) at = &(*at)->of_peer;
    *at = w->of_peer;
    p->watches = first;
    free(w);
    place->used = jg_hall_now();
    if (!jg_hall_watched_by(place, p->player)) jg_table_presence(&place->table, p->player, false, place->used);
    jg_hall_settle(h, place);
}

bool jg_hall_has_news(const struct jg_watch *w) {
    const struct jg_table *t = &w->place->table;
    return w->whole || w->version < t->version;
}

/* What the peer has of the moves, if the table is still the same for it. */
static void compare(struct jg_watch *w) {
    const struct jg_table *t = &w->place->table;
    int seat = jg_table_seat_of(t, w->peer->player);
    bool other = seat != w->seat && t->game->kind->traits & JG_HAS_HIDDEN;
    if (w->whole || other || w->round != t->round || w->ply > t->record.count) w->ply = 0;
    if (w->round != t->round || other) w->whole = true;
    w->seat = seat;
    w->round = t->round;
}

static json_t *message(struct jg_hall *h, struct jg_watch *w) {
    const struct jg_place *place = w->place;
    const struct jg_table *t = &place->table;
    compare(w);
    int from = w->ply, behind = t->record.count - from;
    bool one = !w->whole && behind > 1 && behind <= JG_FAR_BEHIND;
    int turn = jg_record_turn(&t->record);
    struct jg_looker by = {
        .player = w->peer->player,
        .lang = w->peer->lang,
        .seat = w->seat,
        .thinking = place->mind || place->held ? turn : -1,
        .now = jg_hall_now(),
        .absent = jg_hall_absent(h),
    };
    int ply = one ? from + 1 : t->record.count;
    json_t *told = jg_table_json(t, &by, from, ply);
    if (!told) return NULL; /* another time, when there is memory */
    w->ply = ply;
    w->version = t->version - (t->record.count - ply);
    w->whole = false;
    return told;
}

/* Nothing is announced that is not in the store: a server that dies loses nothing that anybody has seen. */
json_t *jg_hall_next(struct jg_hall *h, struct jg_peer *p) {
    for (struct jg_watch *w = p->watches; w; w = w->of_peer)
        if (jg_hall_has_news(w) && !w->place->table.dirty) return message(h, w);
    return NULL;
}
