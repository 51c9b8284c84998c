/* A person who deletes their data leaves all tables: seats that they had are open, the finished games stay without
 * their name. */
#include "web/place.h"

#include <string.h>

static void blank(char *player, const char *who) {
    if (!strcmp(player, who)) player[0] = 0;
}

/* Takes a person out of a table in memory; false: they were not part of it. */
static bool leave(struct jg_table *t, const char *player, int64_t now) {
    struct jg_no no;
    bool seated = jg_table_stand(t, player, now, &no), part = seated || !strcmp(t->owner, player);
    blank(t->owner, player);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (!strcmp(t->seats[seat].player, player)) { /* an agent stands in for them */
            t->seats[seat].player[0] = t->seats[seat].name[0] = 0;
            part = true;
        }
    for (int i = 0; i < t->witness_count; i++) {
        part |= !strcmp(t->witnesses[i].player, player);
        blank(t->witnesses[i].player, player);
    }
    for (int i = 0; i < JG_OFFER_COUNT; i++) {
        struct jg_offer *o = &t->offers[i];
        if (o->by >= 0 && t->seats[o->by].kind != JG_SEAT_PLAYER) o->by = -1;
    }
    if (part) jg_table_touch(t);
    return part;
}

/* The store comes first: a deletion that it refuses changes nothing, and what is left to do in memory is saved later. */
bool jg_hall_delete_player(struct jg_hall *h, const char *player) {
    if (!jg_hall_flush(h, true) || jg_store_delete_player(h->store, player, NULL)) return false;
    for (int i = 0; i < JG_HALL_BUCKETS; i++)
        for (struct jg_place *p = h->buckets[i]; p; p = p->next)
            if (leave(&p->table, player, jg_hall_now())) jg_hall_settle(h, p);
    jg_hall_flush(h, true);
    return true;
}
