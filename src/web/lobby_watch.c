/* Watching tables: subscriptions, and the next message for each of them. */
#include "web/room.h"

#include <stdlib.h>
#include <string.h>

int64_t jg_lobby_absence_limit(const struct jg_lobby *lobby) { return lobby->setting->absent * (int64_t)1000; }

void jg_lobby_set_requester(struct jg_room *room, const struct jg_peer *p) {
    memcpy(room->address, p->address, sizeof room->address);
    memcpy(room->player, p->player, sizeof room->player);
}

struct jg_watch *jg_lobby_find_watch(const struct jg_peer *p, const struct jg_room *room) {
    struct jg_watch *w = p->watches;
    while (w && w->room != room) w = w->next_of_peer;
    return w;
}

bool jg_lobby_is_watched_by(const struct jg_room *room, const char *player) {
    for (const struct jg_watch *w = room->watches; w; w = w->next_of_room)
        if (!strcmp(w->peer->player, player)) return true;
    return false;
}

bool jg_lobby_may_watch(const struct jg_peer *p, struct jg_refusal *refusal) {
    int n = 0;
    for (const struct jg_watch *w = p->watches; w; w = w->next_of_peer) n++;
    return n < JG_PEER_TABLES ||
           jg_refuse(refusal, JG_REFUSE_LIMIT, "you already have %d tables open; close one", JG_PEER_TABLES);
}

bool jg_lobby_watch(struct jg_peer *p, struct jg_room *room, struct jg_refusal *refusal) {
    struct jg_watch *w = jg_lobby_find_watch(p, room);
    if (!w) {
        if (!jg_lobby_may_watch(p, refusal)) return false;
        w = calloc(1, sizeof *w);
        if (!w) return jg_refuse(refusal, JG_REFUSE_FAILED, "out of memory");
        *w = (struct jg_watch){.peer = p, .room = room, .next_of_peer = p->watches, .next_of_room = room->watches};
        p->watches = room->watches = w;
        if (!room->player[0]) jg_lobby_set_requester(room, p);
        /* The player may have been renamed while the table was not in memory. */
        if (p->name[0]) jg_table_rename(&room->table, p->player, p->name);
        jg_table_presence(&room->table, p->player, true, jg_lobby_now());
    }
    w->whole = true; /* also when a client that watches already asks again */
    w->version = 0;
    jg_peer_wake(p);
    return true;
}

void jg_lobby_unwatch(struct jg_lobby *lobby, struct jg_watch *w) {
    struct jg_room *room = w->room;
    struct jg_peer *p = w->peer;
    struct jg_watch **at = &room->watches, *first = p->watches;
    while (*at != w) at = &(*at)->next_of_room;
    *at = w->next_of_room;
    for (at = &first; *at != w;) at = &(*at)->next_of_peer;
    *at = w->next_of_peer;
    p->watches = first;
    free(w);
    room->last_used = jg_lobby_now();
    if (!jg_lobby_is_watched_by(room, p->player)) jg_table_presence(&room->table, p->player, false, room->last_used);
    jg_lobby_update(lobby, room);
}

bool jg_lobby_has_update(const struct jg_watch *w) {
    const struct jg_table *t = &w->room->table;
    return w->whole || w->version < t->version;
}

/* Decides how many of the sent moves are still valid: after a rematch, a takeback or a change of seat in a game with
 * hidden information everything is sent again. Returns the number of moves that the watcher has seen: with several hands
 * the turn changes the seat, and what happened meanwhile, such as the end of a round, is still sent move by move. */
static int compare(struct jg_watch *w) {
    const struct jg_table *t = &w->room->table;
    int seat = jg_table_seat_of(t, w->peer->player), seen = w->ply;
    bool new_view = seat != w->seat && t->game->kind->traits & JG_HAS_HIDDEN;
    bool passed = new_view && !w->whole && seat >= 0 && w->seat >= 0 && jg_table_shares_hands(t);
    if (w->whole || new_view || w->round != t->round || w->ply > t->record.count) w->ply = 0;
    if (w->round != t->round || (new_view && !passed)) w->whole = true;
    w->seat = seat;
    w->round = t->round;
    return passed && !w->whole && seen <= t->record.count ? seen : w->ply;
}

static json_t *next_update(struct jg_lobby *lobby, struct jg_watch *w) {
    const struct jg_room *room = w->room;
    const struct jg_table *t = &room->table;
    int seen = compare(w), from = w->ply, behind = t->record.count - seen;
    bool stepwise = !w->whole && behind > 1 && behind <= JG_STEPWISE_MOVES;
    int turn = jg_record_turn(&t->record);
    struct jg_viewer by = {
        .player = w->peer->player,
        .lang = w->peer->lang,
        .seat = w->seat,
        .thinking = room->thinker || room->pending ? turn : -1,
        .now = jg_lobby_now(),
        .absent = jg_lobby_absence_limit(lobby),
    };
    int ply = stepwise ? seen + 1 : t->record.count;
    json_t *message = jg_table_json(t, &by, from, ply);
    if (!message) return NULL; /* out of memory: the connection is closed */
    w->ply = ply;
    w->version = t->version - (t->record.count - ply);
    w->whole = false;
    return message;
}

/* Sends only what is saved: a server that crashes loses nothing that a client has seen. */
json_t *jg_lobby_next_message(struct jg_lobby *lobby, struct jg_peer *p) {
    for (struct jg_watch *w = p->watches; w; w = w->next_of_peer)
        if (jg_lobby_has_update(w) && !w->room->table.dirty) return next_update(lobby, w);
    return NULL;
}
