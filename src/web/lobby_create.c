/* The request `create`: checks limits and the request, then opens a table. */
#include "web/room.h"

#include "core/clock.h"
#include "core/entropy.h"
#include "web/analysis.h"

#include <string.h>
#include <stdlib.h>

static bool refuse_long_spec(struct jg_refusal *refusal) {
    return jg_refuse(refusal, JG_REFUSE_INPUT, "spec too long: at most %d characters", JG_SPEC_MAX - 1);
}

bool jg_lobby_check_agent(const struct jg_lobby *lobby, const struct jg_game *g, const char *spec,
                          struct jg_refusal *refusal) {
    if (strlen(spec) >= JG_SPEC_MAX) return refuse_long_spec(refusal);
    size_t share = jg_web_agent_memory(lobby->setting);
    enum jg_status status = jg_policy_check_agent(g, spec, lobby->setting->trust, share, &refusal->err);
    refusal->code = jg_refusal_code_of(status);
    return !status;
}

/* Gives a seat as the request says; check_agents decides whether its agent can play. */
static bool fill_seat(struct jg_table *t, const struct jg_peer *p, int seat, const json_t *who,
                      struct jg_refusal *refusal) {
    const char *word = json_string_value(who), *spec = json_string_value(json_object_get(who, "agent"));
    struct jg_table_seat *s = &t->seats[seat];
    if (word && !strcmp(word, "open")) return true;
    if (word && !strcmp(word, "me")) {
        s->kind = JG_SEAT_PLAYER;
        memcpy(s->player, p->player, sizeof s->player);
        memcpy(s->name, p->name, sizeof s->name);
        s->left_at = jg_lobby_now();
        return true;
    }
    if (!spec || json_object_size(who) != 1)
        return jg_refuse(refusal, JG_REFUSE_INPUT, "a seat must be \"me\", \"open\" or {\"agent\": SPEC}");
    if (strlen(spec) >= sizeof s->agent) return refuse_long_spec(refusal);
    s->kind = JG_SEAT_AGENT;
    strcpy(s->agent, spec);
    return true;
}

/* Opens the agent of each seat on the event loop, so it comes after all checks that cost nothing. Equal specs are opened
 * once. */
static bool check_agents(const struct jg_lobby *lobby, const struct jg_table *t, struct jg_refusal *refusal) {
    for (int seat = 0; seat < t->game->kind->seats; seat++) {
        const char *spec = t->seats[seat].agent;
        int same = 0;
        while (same < seat && strcmp(t->seats[same].agent, spec)) same++;
        if (t->seats[seat].kind != JG_SEAT_AGENT || same < seat) continue;
        if (!jg_lobby_check_agent(lobby, t->game, spec, refusal)) return false;
    }
    return true;
}

static bool set_clock(struct jg_table *t, const struct jg_request *r, struct jg_refusal *refusal) {
    enum { TOTAL = 86400, INCREMENT = 3600 };
    int64_t increment = r->increment < 0 ? 0 : r->increment;
    if (!r->clock) return true;
    if (r->total < 1 || r->total > TOTAL || increment > INCREMENT)
        return jg_refuse(refusal, JG_REFUSE_INPUT, "clock total must be 1 to %d seconds, increment at most %d", TOTAL,
                         INCREMENT);
    t->total = r->total * 1000;
    t->increment = increment * 1000;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) t->left[seat] = t->total;
    return true;
}

static bool make_id(char id[JG_TABLE_ID], struct jg_refusal *refusal) {
    unsigned char bytes[8 * JG_TABLE_ID];
    int n = 0;
    refusal->code = JG_REFUSE_FAILED;
    if (jg_entropy(bytes, sizeof bytes, &refusal->err)) return false;
    for (size_t i = 0; i < sizeof bytes && n < JG_TABLE_ID - 1; i++)
        if (bytes[i] < 26 * 9) id[n++] = (char)('a' + bytes[i] % 26); /* rejection: all letters are equally likely */
    id[n] = 0;
    return n == JG_TABLE_ID - 1 || jg_refuse(refusal, JG_REFUSE_FAILED, "the system provides no random numbers");
}

bool jg_lobby_check_agents_only(const struct jg_lobby *lobby, const char *address, struct jg_refusal *refusal) {
    int alone = 0;
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (const struct jg_room *room = lobby->buckets[i]; room; room = room->next) {
            const struct jg_table *t = &room->table;
            alone += room->watches && jg_table_agents_only(t) && !jg_table_over(t) && !strcmp(room->address, address);
        }
    return alone < JG_ADDRESS_ALONE || jg_refuse(refusal, JG_REFUSE_LIMIT,
                                                 "your network address already has %d tables with agents only; leave "
                                                 "one of them",
                                                 JG_ADDRESS_ALONE);
}

/* A client can have any number of player ids, but hardly many network addresses. */
static bool check_address(const struct jg_lobby *lobby, const struct jg_peer *p, struct jg_refusal *refusal) {
    int tables = 0;
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (const struct jg_room *room = lobby->buckets[i]; room; room = room->next)
            tables += !strcmp(room->address, p->address);
    return tables < JG_ADDRESS_TABLES ||
           jg_refuse(refusal, JG_REFUSE_LIMIT, "your network address already has %d open tables; try again later",
                     JG_ADDRESS_TABLES);
}

static bool check_limits(struct jg_lobby *lobby, const struct jg_peer *p, struct jg_refusal *refusal) {
    jg_lobby_flush(lobby, false);
    if (jg_store_count_tables(lobby->store, p->player, jg_unix_time() - JG_STALE_SECONDS) >= JG_PLAYER_TABLES)
        return jg_refuse(refusal, JG_REFUSE_LIMIT, "you already have %d unfinished tables; finish one of them first",
                         JG_PLAYER_TABLES);
    if (!check_address(lobby, p, refusal)) return false;
    if (!jg_lobby_may_watch(p, refusal)) return false;
    return jg_lobby_make_space(lobby) || jg_refuse(refusal, JG_REFUSE_LIMIT, "too many tables; try again later");
}

static bool has_agent(const struct jg_table *t) {
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (t->seats[seat].kind == JG_SEAT_AGENT) return true;
    return false;
}

static bool set_up(struct jg_lobby *lobby, struct jg_room *room, struct jg_peer *p, const struct jg_request *r,
                   struct jg_refusal *refusal) {
    struct jg_table *t = &room->table;
    uint64_t seed;
    if (!jg_lobby_random_seed(&seed, refusal)) return false;
    room->game = jg_lobby_open_game(lobby, r->game, &refusal->err);
    refusal->code = jg_refusal_code_of(refusal->err.code);
    if (!room->game) return false;
    const struct jg_game *g = &room->game->game;
    if (!jg_table_init(t, g, r->position, r->moves, seed, refusal)) return false;
    memcpy(t->secret, lobby->secret, sizeof t->secret);
    if (t->initial_plies > JG_INITIAL_MOVES)
        return jg_refuse(refusal, JG_REFUSE_INPUT, "too many initial moves: at most %d", JG_INITIAL_MOVES);
    if (json_array_size(r->seats) != (size_t)g->kind->seats)
        return jg_refuse(refusal, JG_REFUSE_INPUT, "%s has %d seats", room->game->spec, g->kind->seats);
    for (int seat = 0; seat < g->kind->seats; seat++)
        if (!fill_seat(t, p, seat, json_array_get(r->seats, (size_t)seat), refusal)) return false;
    if (jg_table_shares_hands(t) && !jg_table_ready(t))
        return jg_refuse(refusal, JG_REFUSE_INPUT,
                         "a player may have several seats with hidden hands only at a table without open seats");
    if (jg_table_agents_only(t) && !jg_lobby_check_agents_only(lobby, p->address, refusal)) return false;
    if (!set_clock(t, r, refusal)) return false;
    /* An agent that continues from a chosen position reveals as much as an analysis of that position. */
    if (jg_table_is_set(t) && has_agent(t) && !jg_lobby_may_help(lobby, p, room->game->spec, refusal)) return false;
    if (jg_table_over(t)) return jg_refuse(refusal, JG_REFUSE_INPUT, "the game is already over in that position");
    if (!check_agents(lobby, t, refusal)) return false;
    t->listed = r->listed;
    t->friendly = r->friendly;
    memcpy(t->owner, p->player, sizeof t->owner);
    return make_id(t->id, refusal);
}

bool jg_lobby_create(struct jg_lobby *lobby, struct jg_peer *p, const struct jg_request *r,
                     struct jg_refusal *refusal) {
    if (!jg_lobby_check_saving(lobby, refusal) || !check_limits(lobby, p, refusal)) return false;
    struct jg_room *room = calloc(1, sizeof *room);
    if (!room) return jg_refuse(refusal, JG_REFUSE_FAILED, "out of memory");
    if (!set_up(lobby, room, p, r, refusal)) {
        jg_lobby_free_room(lobby, room);
        return false;
    }
    jg_lobby_add(lobby, room);
    if (!jg_lobby_watch(p, room, refusal)) {
        jg_lobby_unload(lobby, room);
        return false;
    }
    jg_lobby_update(lobby, room);
    jg_lobby_reply(room, p, r->id, json_pack("{ss}", "table", room->table.id));
    return true;
}
