/* Serialization of tables for the store. */
#include "web/table.h"

#include "core/clock.h"
#include "core/json.h"

#include <stdlib.h>
#include <string.h>

/* Presence changes the version but is not stored, so clients may have seen a version that is this far ahead of the
 * stored one. */
enum { AHEAD = 1 << 20 };

static const char *const KINDS[] = {[JG_SEAT_OPEN] = "open", [JG_SEAT_PLAYER] = "player", [JG_SEAT_AGENT] = "agent"};

static void copy(char *out, size_t size, const char *text) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    jg_text_put(&t, text ? text : "");
}

/* ---- Saving -------------------------------------------------------------------------------- */

/* Texts of external programs may not be UTF-8. */
static json_t *text_json(const char *text) {
    json_t *s = json_string(text);
    return s ? s : json_string("?");
}

static char *seats_text(const struct jg_table *t) {
    json_t *list = json_array();
    for (int seat = 0; seat < t->game->kind->seats; seat++) {
        const struct jg_table_seat *s = &t->seats[seat];
        json_array_append_new(list, json_pack("{ss so so so}", "kind", KINDS[s->kind], "player", text_json(s->player),
                                              "name", text_json(s->name), "agent", text_json(s->agent)));
    }
    return jg_json_text(list, JSON_COMPACT);
}

/* Witnesses matter only while the game runs. */
static json_t *witnesses_json(const struct jg_table *t) {
    json_t *list = json_array();
    for (int i = 0; i < t->witness_count && !jg_table_over(t); i++)
        json_array_append_new(list, json_pack("[s, i]", t->witnesses[i].player, t->witnesses[i].seat));
    return list;
}

static json_t *offers_json(const struct jg_table *t) {
    json_t *list = json_array();
    for (int i = 0; i < JG_OFFER_COUNT; i++)
        if (t->offers[i].by >= 0)
            json_array_append_new(list, json_pack("[s, i, i, i]", jg_offer_name((enum jg_offer_kind)i), t->offers[i].by,
                                                  (int)t->offers[i].asked, t->offers[i].ply));
    return list;
}

static char *rest_text(const struct jg_table *t, int64_t now) {
    json_t *left = json_array();
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        json_array_append_new(left, json_integer(jg_table_time_left(t, seat, now)));
    return jg_json_text(json_pack("{si si sI sI so si so sI sf sf so so s[ii] sb}", "given", t->initial_plies, "round",
                                  t->round, "total", (json_int_t)t->total, "increment", (json_int_t)t->increment,
                                  "left", left, "resigned", t->record.resigned, "reason", text_json(t->record.reason),
                                  "game_id", (json_int_t)t->game_id, "seconds1", t->seconds[0], "seconds2",
                                  t->seconds[1], "witnesses", witnesses_json(t), "offers", offers_json(t), "draw_plies",
                                  t->draw_plies[0], t->draw_plies[1], "friendly", t->friendly),
                        JSON_COMPACT);
}

bool jg_table_save(const struct jg_table *t, int64_t now, struct jg_table_row *out) {
    struct jg_text spec;
    *out =
        (struct jg_table_row){.moves = jg_record_moves(&t->record), .seats = seats_text(t), .rest = rest_text(t, now)};
    jg_text_init(&spec, out->game, sizeof out->game);
    jg_game_spec(t->game, &spec);
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (t->seats[seat].player[0]) out->players[seat] = t->seats[seat].player;
    int witnesses = 0;
    for (int i = 0; i < t->witness_count && !jg_table_over(t); i++)
        if (t->witnesses[i].player[0]) out->witnesses[witnesses++] = t->witnesses[i].player;
    out->stored = (struct jg_stored_table){
        .id = t->id,
        .owner = t->owner,
        .game = out->game,
        .start = t->start,
        .moves = out->moves,
        .seats = out->seats,
        .rest = out->rest,
        .players = out->players,
        .witnesses = out->witnesses,
        .witness_count = witnesses,
        .seed = t->seed,
        .version = t->version,
        .changed = jg_unix_time(),
        .plies = t->record.count,
        .listed = t->listed,
        .over = jg_table_over(t),
    };
    return out->moves && out->seats && out->rest;
}

void jg_table_row_free(struct jg_table_row *row) {
    free(row->moves);
    free(row->seats);
    free(row->rest);
    *row = (struct jg_table_row){0};
}

struct jg_stored_game jg_table_game(const struct jg_table *t, const char *game) {
    struct jg_stored_game stored = {
        .game = game, .start = t->start, .seed = t->seed, .ended = jg_unix_time(), .unlisted = !t->listed};
    for (int seat = 0; seat < t->game->kind->seats; seat++) {
        const struct jg_table_seat *s = &t->seats[seat];
        stored.seats[seat] = s->kind == JG_SEAT_AGENT ? s->agent : "human";
        if (s->player[0]) stored.players[seat] = s->player;
        if (s->player[0] && s->kind == JG_SEAT_PLAYER && s->name[0]) stored.names[seat] = s->name;
    }
    for (int team = 0; team < 2; team++) stored.seconds[team] = t->seconds[team];
    return stored;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static bool load_seats(struct jg_table *t, const char *seats) {
    json_t *list = jg_json_read(seats, strlen(seats), 0, NULL);
    bool good = list;
    for (int seat = 0; seat < t->game->kind->seats; seat++) {
        const json_t *o = json_array_get(list, (size_t)seat);
        const char *kind = json_string_value(json_object_get(o, "kind"));
        struct jg_table_seat *s = &t->seats[seat];
        *s = (struct jg_table_seat){.kind = JG_SEAT_OPEN};
        for (int i = 0; kind && i < 3; i++)
            if (!strcmp(kind, KINDS[i])) s->kind = (enum jg_table_seat_kind)i;
        copy(s->player, sizeof s->player, json_string_value(json_object_get(o, "player")));
        copy(s->name, sizeof s->name, json_string_value(json_object_get(o, "name")));
        copy(s->agent, sizeof s->agent, json_string_value(json_object_get(o, "agent")));
    }
    json_decref(list);
    return good;
}

static int64_t number(const json_t *o, const char *name) { return json_integer_value(json_object_get(o, name)); }

static void read_witnesses(struct jg_table *t, const json_t *list) {
    int most = sizeof t->witnesses / sizeof *t->witnesses;
    for (size_t i = 0; i < json_array_size(list) && t->witness_count < most; i++) {
        struct jg_witness *w = &t->witnesses[t->witness_count++];
        copy(w->player, sizeof w->player, json_string_value(json_array_get(json_array_get(list, i), 0)));
        w->seat = (int)json_integer_value(json_array_get(json_array_get(list, i), 1));
        if (w->seat < 0 || w->seat >= t->game->kind->seats) w->seat = 0;
    }
}

bool jg_table_load_listing(struct jg_table *t, const struct jg_stored_table *stored) {
    json_t *rest = jg_json_read(stored->rest, strlen(stored->rest), 0, NULL);
    int64_t given = number(rest, "given");
    copy(t->id, sizeof t->id, stored->id);
    copy(t->start, sizeof t->start, stored->start);
    t->initial_plies = given < 0 || given > stored->plies ? stored->plies : (int)given;
    t->friendly = json_is_true(json_object_get(rest, "friendly"));
    read_witnesses(t, json_object_get(rest, "witnesses"));
    json_decref(rest);
    return load_seats(t, stored->seats);
}

static void read_offers(struct jg_table *t, const json_t *list) {
    unsigned all = (1u << t->game->kind->seats) - 1;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *o = json_array_get(list, i);
        const char *name = json_string_value(json_array_get(o, 0));
        int kind = name ? jg_offer_find(name) : -1;
        json_int_t by = json_integer_value(json_array_get(o, 1)), asked = json_integer_value(json_array_get(o, 2));
        json_int_t ply = json_integer_value(json_array_get(o, 3));
        bool fits = kind >= 0 && by >= 0 && by < t->game->kind->seats && t->seats[by].kind == JG_SEAT_PLAYER;
        if (!fits || !(asked & all) || ply < 0 || ply > t->record.count) continue;
        t->offers[kind] = (struct jg_offer){.by = (int)by, .asked = (unsigned)asked & all, .ply = (int)ply};
    }
}

static void read_draw_plies(struct jg_table *t, const json_t *list) {
    for (size_t team = 0; team < 2; team++) {
        const json_t *ply = json_array_get(list, team);
        json_int_t n = json_integer_value(ply);
        t->draw_plies[team] = json_is_integer(ply) && n >= 0 && n <= t->record.count ? (int)n : -1;
    }
}

static bool read_rest(struct jg_table *t, const char *text) {
    json_t *o = jg_json_read(text, strlen(text), 0, NULL);
    bool good = o;
    const char *reason = json_string_value(json_object_get(o, "reason"));
    int64_t resigned = json_object_get(o, "resigned") ? number(o, "resigned") : -1;
    int64_t given = number(o, "given");
    t->initial_plies = given < 0 || given > t->record.count ? t->record.count : (int)given;
    t->round = (int)number(o, "round");
    t->total = number(o, "total");
    t->increment = number(o, "increment");
    t->game_id = number(o, "game_id");
    t->friendly = json_is_true(json_object_get(o, "friendly"));
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        t->left[seat] = json_integer_value(json_array_get(json_object_get(o, "left"), (size_t)seat));
    t->seconds[0] = json_real_value(json_object_get(o, "seconds1"));
    t->seconds[1] = json_real_value(json_object_get(o, "seconds2"));
    read_witnesses(t, json_object_get(o, "witnesses"));
    read_offers(t, json_object_get(o, "offers"));
    read_draw_plies(t, json_object_get(o, "draw_plies"));
    if (resigned < t->game->kind->seats) {
        struct jg_tags end = {.resigned = (int)resigned};
        copy(end.reason, sizeof end.reason, reason);
        jg_record_end(&t->record, &end);
    }
    json_decref(o);
    return good;
}

bool jg_table_load(struct jg_table *t, const struct jg_game *g, const struct jg_stored_table *stored, int64_t now,
                   struct jg_refusal *refusal) {
    if (!jg_table_init(t, g, stored->start, stored->moves, stored->seed, refusal)) return false;
    copy(t->id, sizeof t->id, stored->id);
    copy(t->owner, sizeof t->owner, stored->owner);
    bool good = load_seats(t, stored->seats) && read_rest(t, stored->rest);
    if (!jg_json_complete()) return jg_refuse(refusal, JG_REFUSE_FAILED, "out of memory");
    if (!good) return jg_refuse(refusal, JG_REFUSE_FAILED, "the stored table is damaged");
    for (int seat = 0; seat < g->kind->seats; seat++) t->seats[seat].left_at = now;
    t->version = stored->version + AHEAD;
    t->listed = stored->listed;
    t->dirty = true; /* stores the higher version, so that it grows again the next time */
    t->since = now;
    return true;
}
