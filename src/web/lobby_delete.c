/* Deletion of a player's data: their seats become open; finished games stay, without their name. */
#include "web/room.h"

#include <string.h>

static void clear_if(char *id, const char *player) {
    if (!strcmp(id, player)) id[0] = 0;
}

/* Removes a player from a table in memory; false: they had no part in it. */
static bool leave(struct jg_table *t, const char *player, int64_t now) {
    struct jg_refusal refusal = {0};
    bool seated = jg_table_stand(t, player, now, &refusal), part = seated || !strcmp(t->owner, player);
    clear_if(t->owner, player);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (!strcmp(t->seats[seat].player, player)) { /* an agent substitutes for them */
            t->seats[seat].player[0] = t->seats[seat].name[0] = 0;
            part = true;
        }
    for (int i = 0; i < t->witness_count; i++) {
        part |= !strcmp(t->witnesses[i].player, player);
        clear_if(t->witnesses[i].player, player);
    }
    for (int i = 0; i < JG_OFFER_COUNT; i++) {
        struct jg_offer *o = &t->offers[i];
        if (o->by >= 0 && t->seats[o->by].kind != JG_SEAT_PLAYER) o->by = -1;
    }
    if (part) jg_table_touch(t);
    return part;
}

/* The store comes first: if it fails nothing has changed. Changes in memory are saved afterwards. */
bool jg_lobby_delete_player(struct jg_lobby *lobby, const char *player) {
    if (!jg_lobby_flush(lobby, true) || jg_store_delete_player(lobby->store, player, NULL)) return false;
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (struct jg_room *room = lobby->buckets[i]; room; room = room->next)
            if (leave(&room->table, player, jg_lobby_now())) {
                jg_lobby_review_offers(lobby, room, jg_lobby_now());
                jg_lobby_update(lobby, room);
            }
    jg_lobby_flush(lobby, true);
    return true;
}
