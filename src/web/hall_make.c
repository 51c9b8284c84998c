/* Making a table: what somebody asks for, checked, and the limits. */
#include "web/place.h"

#include "core/clock.h"
#include "core/entropy.h"
#include "web/desk.h"

#include <string.h>
#include <stdlib.h>

static bool take_seat(struct jg_hall *h, struct jg_table *t, const struct jg_peer *p, int seat, const json_t *who,
                      struct jg_no *no) {
    const char *word = json_string_value(who), *spec = json_string_value(json_object_get(who, "agent"));
    struct jg_seat *s = &t->seats[seat];
    if (word && !strcmp(word, "open")) return true;
    if (word && !strcmp(word, "me")) {
        if (t->game->kind->traits & JG_HAS_HIDDEN && jg_table_seat_of(t, p->player) >= 0)
            return jg_refuse(no, JG_REFUSE_INPUT, "in a game with secrets nobody has two seats");
        s->kind = JG_SEAT_PLAYER;
        memcpy(s->player, p->player, sizeof s->player);
        memcpy(s->name, p->name, sizeof s->name);
        s->gone = jg_hall_now();
        return true;
    }
    if (!spec || json_object_size(who) != 1)
        return jg_refuse(no, JG_REFUSE_INPUT, "a seat is \"me\", \"open\" or {\"agent\": SPEC}");
    if (strlen(spec) >= sizeof s->agent)
        return jg_refuse(no, JG_REFUSE_INPUT, "a spec has at most %d characters", JG_SPEC_MAX - 1);
    no->code = JG_REFUSE_INPUT;
    if (jg_guest_check(t->game, spec, h->setting->trust, jg_web_share(h->setting), &no->err)) return false;
    s->kind = JG_SEAT_AGENT;
    strcpy(s->agent, spec);
    return true;
}

static bool set_clock(struct jg_table *t, const struct jg_request *r, struct jg_no *no) {
    enum { TOTAL = 86400, INCREMENT = 3600 };
    int64_t increment = r->increment < 0 ? 0 : r->increment;
    if (!r->clock) return true;
    if (r->total < 1 || r->total > TOTAL || increment > INCREMENT)
        return jg_refuse(no, JG_REFUSE_INPUT, "a clock has 1 to %d seconds, and adds at most %d", TOTAL, INCREMENT);
    t->total = r->total * 1000;
    t->increment = increment * 1000;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) t->left[seat] = t->total;
    return true;
}

static bool make_id(char id[JG_TABLE_ID], struct jg_no *no) {
    unsigned char bytes[8 * JG_TABLE_ID];
    int n = 0;
    no->code = JG_REFUSE_FAILED;
    if (jg_entropy(bytes, sizeof bytes, &no->err)) return false;
    for (size_t i = 0; i < sizeof bytes && n < JG_TABLE_ID - 1; i++)
        if (bytes[i] < 26 * 9) id[n++] = (char)('a' + bytes[i] % 26); /* all letters alike */
    id[n] = 0;
    return n == JG_TABLE_ID - 1 || jg_refuse(no, JG_REFUSE_FAILED, "the system gives no random numbers");
}

bool jg_hall_may_play_alone(const struct jg_hall *h, const char *address, struct jg_no *no) {
    int alone = 0;
    for (int i = 0; i < JG_HALL_BUCKETS; i++)
        for (const struct jg_place *at = h->buckets[i]; at; at = at->next) {
            const struct jg_table *t = &at->table;
            alone += at->watches && jg_table_agents_only(t) && !jg_table_over(t) && !strcmp(at->address, address);
        }
    return alone < JG_ADDRESS_ALONE ||
           jg_refuse(no, JG_REFUSE_LIMIT, "at most %d tables of one network address have agents alone; leave one",
                     JG_ADDRESS_ALONE);
}

/* Identities are free, network addresses are not. */
static bool within_address(const struct jg_hall *h, const struct jg_peer *p, struct jg_no *no) {
    int tables = 0;
    for (int i = 0; i < JG_HALL_BUCKETS; i++)
        for (const struct jg_place *at = h->buckets[i]; at; at = at->next) tables += !strcmp(at->address, p->address);
    return tables < JG_ADDRESS_TABLES ||
           jg_refuse(no, JG_REFUSE_LIMIT, "at most %d tables are open from one network address; try again later",
                     JG_ADDRESS_TABLES);
}

static bool within_limits(struct jg_hall *h, const struct jg_peer *p, struct jg_no *no) {
    jg_hall_flush(h, false);
    if (jg_store_count_tables(h->store, p->player, jg_unix_time() - JG_FORGOTTEN) >= JG_PLAYER_TABLES)
        return jg_refuse(no, JG_REFUSE_LIMIT, "you have %d tables that are not over; finish one of them first",
                         JG_PLAYER_TABLES);
    if (!within_address(h, p, no)) return false;
    if (!jg_hall_may_watch(p, no)) return false;
    return jg_hall_room(h) || jg_refuse(no, JG_REFUSE_LIMIT, "there are too many tables; try again later");
}

static bool furnish(struct jg_hall *h, struct jg_place *place, struct jg_peer *p, const struct jg_request *r,
                    struct jg_no *no) {
    struct jg_table *t = &place->table;
    uint64_t seed;
    if (!jg_hall_seed(&seed, no)) return false;
    no->code = JG_REFUSE_INPUT;
    place->game = jg_hall_game(h, r->game, &no->err);
    if (!place->game) return false;
    const struct jg_game *g = &place->game->game;
    if (!jg_table_init(t, g, r->position, r->moves, seed, no)) return false;
    memcpy(t->secret, h->secret, sizeof t->secret);
    if (t->given > JG_GIVEN_MOVES)
        return jg_refuse(no, JG_REFUSE_INPUT, "a table begins with at most %d moves", JG_GIVEN_MOVES);
    if (json_array_size(r->seats) != (size_t)g->kind->seats)
        return jg_refuse(no, JG_REFUSE_INPUT, "%s has %d seats", place->game->spec, g->kind->seats);
    for (int seat = 0; seat < g->kind->seats; seat++)
        if (!take_seat(h, t, p, seat, json_array_get(r->seats, (size_t)seat), no)) return false;
    if (jg_table_agents_only(t) && !jg_hall_may_play_alone(h, p->address, no)) return false;
    if (!set_clock(t, r, no)) return false;
    if (jg_table_over(t)) return jg_refuse(no, JG_REFUSE_INPUT, "the game is over there");
    t->listed = r->listed;
    memcpy(t->owner, p->player, sizeof t->owner);
    return make_id(t->id, no);
}

bool jg_hall_create(struct jg_hall *h, struct jg_peer *p, const struct jg_request *r, struct jg_no *no) {
    if (!jg_hall_can_save(h, no) || !within_limits(h, p, no)) return false;
    struct jg_place *place = calloc(1, sizeof *place);
    if (!place) return jg_refuse(no, JG_REFUSE_FAILED, "out of memory");
    if (!furnish(h, place, p, r, no)) {
        jg_hall_free_place(h, place);
        return false;
    }
    jg_hall_add(h, place);
    if (!jg_hall_watch(p, place, no)) {
        jg_hall_put_away(h, place);
        return false;
    }
    jg_hall_settle(h, place);
    jg_hall_reply(place, p, r->id, json_pack("{ss}", "table", place->table.id));
    return true;
}
