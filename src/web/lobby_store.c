/* Loading and saving: open games shared by tables, rooms in memory, and the store behind them. */
#include "web/room.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/json.h"
#include "web/analysis.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Games ------------------------------------------------------------------------------------ */

static struct jg_shared_game *known_game(struct jg_lobby *lobby, const char *spec) {
    for (struct jg_shared_game *g = lobby->games; g; g = g->next)
        if (!strcmp(g->spec, spec)) {
            g->users++;
            return g;
        }
    return NULL;
}

struct jg_shared_game *jg_lobby_open_game(struct jg_lobby *lobby, const char *spec, struct jg_error *err) {
    struct jg_text t;
    struct jg_shared_game *known = known_game(lobby, spec), *g = known ? NULL : calloc(1, sizeof *g);
    if (known) return known;
    if (!g) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    if (jg_policy_open_game(&g->game, spec, lobby->setting->trust, err)) {
        free(g);
        return NULL;
    }
    jg_text_init(&t, g->spec, sizeof g->spec);
    jg_game_spec(&g->game, &t);
    known = known_game(lobby, g->spec); /* the same game by another spelling of its spec */
    if (known) {
        jg_game_close(&g->game);
        free(g);
        return known;
    }
    g->users = 1;
    g->next = lobby->games;
    return lobby->games = g;
}

void jg_lobby_release_game(struct jg_lobby *lobby, struct jg_shared_game *game) {
    if (--game->users) return;
    for (struct jg_shared_game **at = &lobby->games; *at; at = &(*at)->next)
        if (*at == game) {
            *at = game->next;
            break;
        }
    jg_game_close(&game->game);
    free(game);
}

/* ---- Tables in memory --------------------------------------------------------------------------- */

static struct jg_room **bucket(struct jg_lobby *lobby, const char *id) {
    return &lobby->buckets[jg_hash(id, strlen(id)) % JG_LOBBY_BUCKETS];
}

void jg_lobby_add(struct jg_lobby *lobby, struct jg_room *room) {
    struct jg_room **at = bucket(lobby, room->table.id);
    room->last_used = room->last_move = jg_lobby_now();
    room->plies = room->table.record.count;
    room->round = room->table.round;
    if (lobby->retry_at) jg_table_stall_clock(&room->table, JG_STALL_STORE, true, room->last_used);
    room->next = *at;
    *at = room;
    lobby->tables++;
    jg_lobby_schedule(lobby, room->last_used + lobby->setting->idle * (int64_t)1000);
}

void jg_lobby_free_room(struct jg_lobby *lobby, struct jg_room *room) {
    jg_thinker_cancel(room);
    jg_table_free(&room->table);
    if (room->game) jg_lobby_release_game(lobby, room->game);
    free(room);
}

void jg_lobby_unload(struct jg_lobby *lobby, struct jg_room *room) {
    struct jg_room **at = bucket(lobby, room->table.id);
    while (*at && *at != room) at = &(*at)->next;
    if (*at) {
        *at = room->next;
        lobby->tables--;
    }
    jg_thinker_close_agents(lobby, room);
    jg_lobby_free_room(lobby, room);
}

/* Whether a is the better room to unload: no running clock, which would stop, then least recently used. */
static bool is_idler(const struct jg_room *a, const struct jg_room *b) {
    bool runs = jg_table_flag_time(&a->table) != INT64_MAX, other = jg_table_flag_time(&b->table) != INT64_MAX;
    return runs != other ? other : a->last_used < b->last_used;
}

/* The best room to unload among those that are saved and not watched; NULL: none. */
static struct jg_room *idlest(struct jg_lobby *lobby) {
    struct jg_room *best = NULL;
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (struct jg_room *room = lobby->buckets[i]; room; room = room->next)
            if (!room->watches && !room->table.dirty && (!best || is_idler(room, best))) best = room;
    return best;
}

bool jg_lobby_make_space(struct jg_lobby *lobby) {
    if (lobby->tables < JG_LOBBY_TABLES) return true;
    jg_lobby_flush(lobby, false);
    struct jg_room *room = idlest(lobby);
    if (room) jg_lobby_unload(lobby, room);
    return room;
}

/* ---- Tables from the store ------------------------------------------------------------------------ */

struct loading {
    struct jg_lobby *lobby;
    struct jg_room *room;
    struct jg_refusal *refusal;
};

static void load_room(void *arg, const struct jg_stored_table *stored) {
    struct loading *r = arg;
    struct jg_room *room = calloc(1, sizeof *room);
    if (!room) {
        jg_refuse(r->refusal, JG_REFUSE_FAILED, "out of memory");
        return;
    }
    room->game = jg_lobby_open_game(r->lobby, stored->game, &r->refusal->err);
    r->refusal->code = JG_REFUSE_FAILED;
    if (room->game && jg_table_load(&room->table, &room->game->game, stored, jg_lobby_now(), r->refusal)) {
        memcpy(room->table.secret, r->lobby->secret, sizeof room->table.secret);
        r->room = room;
        return;
    }
    jg_lobby_free_room(r->lobby, room);
}

struct jg_room *jg_lobby_find(struct jg_lobby *lobby, const char *id, struct jg_refusal *refusal) {
    struct loading r = {.lobby = lobby, .refusal = refusal};
    for (struct jg_room *room = *bucket(lobby, id); room; room = room->next)
        if (!strcmp(room->table.id, id)) return room;
    if (!jg_lobby_make_space(lobby)) {
        jg_refuse(refusal, JG_REFUSE_LIMIT, "too many tables; try again later");
        return NULL;
    }
    enum jg_status status = jg_store_table(lobby->store, id, load_room, &r, &refusal->err);
    if (status) refusal->code = status == JG_EINPUT ? JG_REFUSE_MISSING : JG_REFUSE_FAILED;
    if (r.room) jg_lobby_add(lobby, r.room);
    return r.room;
}

/* ---- Tables to the store -------------------------------------------------------------------------- */

/* All games that end while the server runs belong to one run of the store. */
static enum jg_status begin_run(struct jg_lobby *lobby, struct jg_error *err) {
    struct jg_stored_run run = {0};
    if (lobby->run) return JG_OK;
    enum jg_status status = jg_store_begin_run(lobby->store, "table", "", "{}", true, &run, err);
    lobby->run = run.id;
    lobby->number = 0;
    jg_stored_run_free(&run);
    return status;
}

static enum jg_status save_game(struct jg_lobby *lobby, struct jg_table *t, const char *spec, struct jg_error *err) {
    enum jg_status status = begin_run(lobby, err);
    if (status) return status;
    struct jg_stored_game game = jg_table_game(t, spec);
    game.run = lobby->run;
    game.number = lobby->number++;
    return jg_store_add_record(lobby->store, &game, &t->record, &t->game_id, err);
}

/* A hash of who sits and who left, which changes seldom. */
static uint64_t seating_of(const struct jg_stored_table *t) {
    uint64_t hash = jg_hash(t->seats, strlen(t->seats));
    for (int i = 0; i < t->witness_count; i++) hash = hash * 31 + jg_hash(t->witnesses[i], strlen(t->witnesses[i]));
    return hash;
}

static enum jg_status save(struct jg_lobby *lobby, struct jg_room *room, int64_t now, struct jg_error *err) {
    struct jg_table *t = &room->table;
    struct jg_table_row row;
    enum jg_status status = JG_OK;
    if (jg_table_over(t) && !t->game_id) {
        status = save_game(lobby, t, room->game->spec, err);
        room->game_added = !status;
    }
    if (status) return status;
    if (jg_table_save(t, now, &row)) {
        uint64_t seating = seating_of(&row.stored);
        if (seating == room->saved_seats) row.stored.players = NULL;
        status = jg_store_put_table(lobby->store, &row.stored, err);
        room->saved_seats = seating;
    } else
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    jg_table_row_free(&row);
    return status;
}

/* The transaction was rolled back: forgets what it would have stored. */
static void undo(struct jg_lobby *lobby, int64_t run) {
    for (struct jg_room *room = lobby->dirty; room; room = room->next_dirty) {
        if (room->game_added) room->table.game_id = 0;
        room->game_added = false;
        room->saved_seats = 0;
    }
    lobby->run = run; /* a new run was rolled back as well */
}

/* Clocks stand still while the store cannot be written. */
static void stall_clocks(struct jg_lobby *lobby, bool stalled, int64_t now) {
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (struct jg_room *room = lobby->buckets[i]; room; room = room->next)
            jg_table_stall_clock(&room->table, JG_STALL_STORE, stalled, now);
    jg_lobby_schedule(lobby, now);
}

static void finish_save(struct jg_lobby *lobby, int64_t now) {
    struct jg_room *room = lobby->dirty, *next;
    if (lobby->retry_at) {
        stall_clocks(lobby, false, now);
        jg_store_set_timeout(lobby->store, JG_SAVE_TIMEOUT_MS);
    }
    lobby->retry_at = 0;
    lobby->dirty = NULL;
    for (; room; room = next) {
        next = room->next_dirty;
        room->in_dirty_list = room->table.dirty = room->game_added = false;
        jg_lobby_send_replies(room);
        jg_lobby_update(lobby, room);
    }
}

/* From here on requests that change a table are refused; the operator learns why first. */
static void give_up_saving(struct jg_lobby *lobby, const struct jg_error *err) {
    char text[JG_MESSAGE_MAX + 64];
    struct jg_text t;
    if (lobby->cannot_save) return;
    lobby->cannot_save = true;
    if (!lobby->setting->warn) return;
    jg_text_init(&t, text, sizeof text);
    jg_text_add(&t, "cannot save tables; retrying: %s", err->message);
    lobby->setting->warn(lobby->setting->arg, text);
}

bool jg_lobby_flush(struct jg_lobby *lobby, bool force) {
    struct jg_error err = {0};
    int64_t now = jg_lobby_now(), run = lobby->run;
    if (!lobby->dirty) return true;
    if (lobby->retry_at && now < lobby->retry_at && !force) return false;
    enum jg_status status = jg_store_begin(lobby->store, &err);
    if (!status) {
        for (struct jg_room *room = lobby->dirty; room && !status; room = room->next_dirty)
            status = save(lobby, room, now, &err);
        status = jg_store_end(lobby->store, status, &err);
    }
    if (status) {
        undo(lobby, run);
        if (!lobby->retry_at) {
            lobby->failing_since = now;
            stall_clocks(lobby, true, now);
            jg_store_set_timeout(lobby->store, 0); /* retries must not block the event loop */
        }
        if (now - lobby->failing_since >= JG_SAVE_GRACE_MS) give_up_saving(lobby, &err);
        lobby->retry_at = now + JG_SAVE_RETRY_MS;
        jg_lobby_schedule(lobby, lobby->retry_at);
        return false;
    }
    finish_save(lobby, now);
    lobby->cannot_save = false;
    return true;
}

/* Tables age by the monotonic clock while a server runs, by at most a day per call: a wrong system time deletes
 * nothing. */
void jg_lobby_expire(struct jg_lobby *lobby) {
    enum { DAY = 86400 };
    int64_t now = jg_lobby_now(), ran = (now - lobby->swept_at) / 1000;
    lobby->swept_at = now;
    jg_store_drop_tables(lobby->store, ran < DAY ? ran : DAY, JG_FINISHED_DAYS * (int64_t)DAY,
                         JG_OTHERS_DAYS * (int64_t)DAY, NULL);
    jg_store_drop_players(lobby->store, JG_PLAYER_DAYS, NULL);
}

void jg_lobby_sweep(struct jg_lobby *lobby) {
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (struct jg_room *room = lobby->buckets[i]; room; room = room->next) {
            room->table.dirty = true;
            jg_lobby_update(lobby, room);
        }
    if (jg_lobby_flush(lobby, false))
        jg_lobby_expire(lobby);
    else
        lobby->swept_at = jg_lobby_now(); /* nothing ages while tables cannot be saved */
}

/* ---- Lists ------------------------------------------------------------------------------------------ */

enum { LISTED = 100 };

struct listing {
    struct jg_lobby *lobby;
    const struct jg_peer *peer;
    json_t *list;
};

static bool has_seat(const struct jg_table *t, const char *player) {
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (!strcmp(t->seats[seat].player, player)) return true;
    return false;
}

static void list_table(struct listing *l, const struct jg_table *t, const char *spec, int plies, bool over) {
    struct jg_viewer by = {
        .player = l->peer->player, .lang = l->peer->lang, .seat = JG_NOBODY, .thinking = -1, .now = jg_lobby_now()};
    json_t *o = json_object();
    json_object_set_new(o, "table", json_string(t->id));
    json_object_set_new(o, "game", json_string(spec));
    json_object_set_new(o, "title", json_string(jg_tr(by.lang, t->game->kind->title)));
    json_object_set_new(o, "seats", jg_table_seats_json(t, &by));
    json_object_set_new(o, "ply", json_integer(plies));
    json_object_set_new(o, "over", json_boolean(over));
    json_object_set_new(o, "set", json_boolean(jg_table_is_set(t)));
    json_object_set_new(o, "friendly", json_boolean(t->friendly));
    json_object_set_new(o, "mine", json_boolean(has_seat(t, by.player)));
    json_array_append_new(l->list, o);
}

/* Lists a table from memory if it is there; otherwise from its row, of which only the seats are parsed. */
static void list_stored(void *arg, const struct jg_stored_table *stored) {
    struct listing *l = arg;
    struct jg_lobby *lobby = l->lobby;
    for (struct jg_room *room = *bucket(lobby, stored->id); room; room = room->next) {
        if (strcmp(room->table.id, stored->id) || room->table.dirty) continue;
        list_table(l, &room->table, room->game->spec, room->table.record.count, jg_table_over(&room->table));
        return;
    }
    struct jg_table t = {0};
    struct jg_error err = {0};
    struct jg_shared_game *g = jg_lobby_open_game(lobby, stored->game, &err);
    if (err.code == JG_EMEMORY) jg_json_fail();
    if (!g) return;
    t.game = &g->game;
    jg_table_load_listing(&t, stored);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) t.seats[seat].left_at = jg_lobby_now();
    list_table(l, &t, g->spec, stored->plies, stored->over);
    jg_lobby_release_game(lobby, g);
}

json_t *jg_lobby_list(struct jg_lobby *lobby, const struct jg_peer *p, struct jg_error *err) {
    struct listing l = {.lobby = lobby, .peer = p, .list = json_array()};
    json_t *ok = json_object();
    jg_lobby_flush(lobby, false);
    enum jg_status status =
        jg_store_tables(lobby->store, p->player, jg_unix_time() - JG_STALE_SECONDS, LISTED, list_stored, &l, err);
    if (!status && !jg_json_complete()) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    json_object_set_new(ok, "tables", l.list);
    if (!status) return ok;
    json_decref(ok);
    return NULL;
}
