/* Engine help. While people oppose each other at a table, this server refuses them hints, analyses,
 * reviews, rollouts and trees of that game, at the table and on all their other connections. It refuses them for every
 * position of the game, not only for those of the table, as fair-play rules of chess servers do: an analysis of a
 * position two moves ahead is help, too, and so is one of the same position under slightly different rules. */
#include "web/room.h"

#include "core/clock.h"

#include <string.h>

enum {
    GAME_SECONDS = 14 * 86400, /* without a change, after which a stored game no longer counts */
    STORED_MOST = 100,         /* unfinished tables of one player that are examined */
};

/* A search for a game of a player against other people. */
struct search {
    struct jg_lobby *lobby;
    const char *player, *game;
    char id[JG_TABLE_ID]; /* of the table that was found; "": none */
};

/* Whether two specs name the same kind of game. */
static bool same_kind(const char *a, const char *b) {
    size_t n = jg_spec_name(a);
    return n == jg_spec_name(b) && !strncmp(a, b, n);
}

static bool search_memory(struct search *s) {
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (const struct jg_room *room = s->lobby->buckets[i]; room; room = room->next)
            if (same_kind(room->game->spec, s->game) && jg_table_is_opposed(&room->table, s->player)) {
                memcpy(s->id, room->table.id, sizeof s->id);
                return true;
            }
    return false;
}

static bool in_memory(struct jg_lobby *lobby, const char *id) {
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (const struct jg_room *room = lobby->buckets[i]; room; room = room->next)
            if (!strcmp(room->table.id, id)) return true;
    return false;
}

/* Examines a stored table that is not in memory. */
static void examine(void *arg, const struct jg_stored_table *stored) {
    struct search *s = arg;
    struct jg_table t = {0};
    struct jg_error err = {0};
    if (s->id[0] || stored->changed < jg_unix_time() - GAME_SECONDS) return;
    if (!same_kind(stored->game, s->game) || in_memory(s->lobby, stored->id)) return;
    struct jg_shared_game *g = jg_lobby_open_game(s->lobby, stored->game, &err);
    if (!g) return;
    t.game = &g->game;
    if (jg_table_load_listing(&t, stored) && jg_table_seats_opposed(&t, s->player)) memcpy(s->id, t.id, sizeof s->id);
    jg_lobby_release_game(s->lobby, g);
}

bool jg_lobby_find_opposed(struct jg_lobby *lobby, const char *player, const char *game, char id[JG_TABLE_ID]) {
    struct search s = {.lobby = lobby, .player = player, .game = game};
    if (!search_memory(&s)) jg_store_unfinished(lobby->store, player, STORED_MOST, examine, &s, NULL);
    memcpy(id, s.id, sizeof s.id);
    return id[0];
}

bool jg_lobby_may_help(struct jg_lobby *lobby, const struct jg_peer *p, const char *game, struct jg_refusal *refusal) {
    char id[JG_TABLE_ID];
    if (!jg_lobby_find_opposed(lobby, p->player, game, id)) return true;
    return jg_refuse(
        refusal, JG_REFUSE_OFF,
        "engine help is off while you play this game against another person; finish or resign that game first");
}

bool jg_lobby_refuse_help(struct jg_lobby *lobby, struct jg_peer *p, const struct jg_request *r) {
    struct jg_refusal refusal = {.code = JG_REFUSE_FAILED, .err = {.lang = p->lang, .position = JG_NO_POSITION}};
    bool helps = r->game && r->type != JG_REQUEST_STATE && r->type != JG_REQUEST_WRITE;
    if (!helps || jg_lobby_may_help(lobby, p, r->game, &refusal)) return false;
    jg_peer_refuse(p, r->id, refusal.code, &refusal.err);
    return true;
}
