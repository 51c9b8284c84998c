/* The hall's memory: games that tables share, tables that come from the store and go
 * back to it. */
#include "web/place.h"

#include "core/clock.h"
#include "core/hash.h"
#include "core/json.h"
#include "web/desk.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Games ------------------------------------------------------------------------------------ */

static struct jg_shared_game *known_game(struct jg_hall *h, const char *spec) {
    for (struct jg_shared_game *g = h->games; g; g = g->next)
        if (!strcmp(g->spec, spec)) {
            g->users++;
            return g;
        }
    return NULL;
}

struct jg_shared_game *jg_hall_game(struct jg_hall *h, const char *spec, struct jg_error *err) {
    struct jg_text t;
    struct jg_shared_game *known = known_game(h, spec), *g = known ? NULL : calloc(1, sizeof *g);
    if (known) return known;
    if (!g) {
        jg_fail(err, JG_EMEMORY, -1, "out of memory");
        return NULL;
    }
    if (jg_guest_game(&g->game, spec, h->setting->trust, err)) {
        free(g);
        return NULL;
    }
    jg_text_init(&t, g->spec, sizeof g->spec);
    jg_game_spec(&g->game, &t);
    known = known_game(h, g->spec); /* spelt in another way */
    if (known) {
        jg_game_close(&g->game);
        free(g);
        return known;
    }
    g->users = 1;
    g->next = h->games;
    return h->games = g;
}

void jg_hall_release(struct jg_hall *h, struct jg_shared_game *game) {
    if (--game->users) return;
    for (struct jg_shared_game **at = &h->games; *at; at = &(*at)->next)
        if (*at == game) {
            *at = game->next;
            break;
        }
    jg_game_close(&game->game);
    free(game);
}

/* ---- Tables in memory --------------------------------------------------------------------------- */

static struct jg_place **bucket(struct jg_hall *h, const char *id) {
    return &h->buckets[jg_hash(id, strlen(id)) % JG_HALL_BUCKETS];
}

void jg_hall_add(struct jg_hall *h, struct jg_place *place) {
    struct jg_place **at = bucket(h, place->table.id);
    place->used = place->moved = jg_hall_now();
    place->count = place->table.record.count;
    place->round = place->table.round;
    place->woken = place->table.version;
    if (h->retry) jg_table_stall(&place->table, JG_STALL_STORE, true, place->used);
    place->next = *at;
    *at = place;
    h->tables++;
    jg_hall_wake(h, place->used + h->setting->idle * (int64_t)1000);
}

void jg_hall_free_place(struct jg_hall *h, struct jg_place *place) {
    jg_mind_stop(place);
    jg_table_free(&place->table);
    if (place->game) jg_hall_release(h, place->game);
    free(place);
}

void jg_hall_put_away(struct jg_hall *h, struct jg_place *place) {
    struct jg_place **at = bucket(h, place->table.id);
    while (*at && *at != place) at = &(*at)->next;
    if (*at) {
        *at = place->next;
        h->tables--;
    }
    jg_mind_close_agents(h, place);
    jg_hall_free_place(h, place);
}

static bool before(const struct jg_place *a, const struct jg_place *b) {
    bool runs = jg_table_falls(&a->table) != INT64_MAX, other = jg_table_falls(&b->table) != INT64_MAX;
    return runs != other ? other : a->used < b->used;
}

/* The table that nobody has looked at for longest, and that is in the store; if it can be, one without a clock that
 * runs, which would stand still. */
static struct jg_place *idlest(struct jg_hall *h) {
    struct jg_place *best = NULL;
    for (int i = 0; i < JG_HALL_BUCKETS; i++)
        for (struct jg_place *p = h->buckets[i]; p; p = p->next)
            if (!p->watches && !p->table.dirty && (!best || before(p, best))) best = p;
    return best;
}

bool jg_hall_room(struct jg_hall *h) {
    if (h->tables < JG_HALL_TABLES) return true;
    jg_hall_flush(h, false);
    struct jg_place *place = idlest(h);
    if (place) jg_hall_put_away(h, place);
    return place;
}

/* ---- Tables from the store ------------------------------------------------------------------------ */

struct reading {
    struct jg_hall *hall;
    struct jg_place *place;
    struct jg_no *no;
};

static void read_place(void *arg, const struct jg_kept_table *kept) {
    struct reading *r = arg;
    struct jg_place *place = calloc(1, sizeof *place);
    if (!place) {
        jg_refuse(r->no, JG_REFUSE_FAILED, "out of memory");
        return;
    }
    place->game = jg_hall_game(r->hall, kept->game, &r->no->err);
    r->no->code = JG_REFUSE_FAILED;
    if (place->game && jg_table_read(&place->table, &place->game->game, kept, jg_hall_now(), r->no)) {
        memcpy(place->table.secret, r->hall->secret, sizeof place->table.secret);
        r->place = place;
        return;
    }
    jg_hall_free_place(r->hall, place);
}

struct jg_place *jg_hall_find(struct jg_hall *h, const char *id, struct jg_no *no) {
    struct reading r = {.hall = h, .no = no};
    for (struct jg_place *p = *bucket(h, id); p; p = p->next)
        if (!strcmp(p->table.id, id)) return p;
    if (!jg_hall_room(h)) {
        jg_refuse(no, JG_REFUSE_LIMIT, "there are too many tables; try again later");
        return NULL;
    }
    enum jg_status status = jg_store_table(h->store, id, read_place, &r, &no->err);
    if (status) no->code = status == JG_EINPUT ? JG_REFUSE_MISSING : JG_REFUSE_FAILED;
    if (r.place) jg_hall_add(h, r.place);
    return r.place;
}

/* ---- Tables to the store -------------------------------------------------------------------------- */

/* The run of the games that end while this server runs. */
static enum jg_status begin_run(struct jg_hall *h, struct jg_error *err) {
    struct jg_run run = {0};
    if (h->run) return JG_OK;
    enum jg_status status = jg_store_run(h->store, "table", "", "{}", true, &run, err);
    h->run = run.id;
    h->number = 0;
    jg_run_free(&run);
    return status;
}

static enum jg_status keep_game(struct jg_hall *h, struct jg_table *t, const char *spec, struct jg_error *err) {
    enum jg_status status = begin_run(h, err);
    char *moves = status ? NULL : jg_record_moves(&t->record);
    if (status) return status;
    if (!moves) return jg_fail(err, JG_EMEMORY, -1, "out of memory");
    struct jg_kept_game game = jg_table_game(t, spec, moves);
    game.run = h->run;
    game.number = h->number++;
    status = jg_store_add(h->store, &game, 1, &t->game_id, err);
    free(moves);
    return status;
}

static enum jg_status keep(struct jg_hall *h, struct jg_place *place, int64_t now, struct jg_error *err) {
    struct jg_table *t = &place->table;
    struct jg_table_texts texts;
    enum jg_status status = JG_OK;
    if (jg_table_over(t) && !t->game_id) {
        status = keep_game(h, t, place->game->spec, err);
        place->counted = !status;
    }
    if (status) return status;
    if (jg_table_write(t, now, &texts)) {
        uint64_t seating = jg_hash(texts.seats, strlen(texts.seats));
        if (seating == place->seating) texts.kept.players = NULL;
        status = jg_store_put_table(h->store, &texts.kept, err);
        place->seating = seating;
    } else
        status = jg_fail(err, JG_EMEMORY, -1, "out of memory");
    jg_table_texts_free(&texts);
    return status;
}

/* Nothing of it was kept. */
static void undo(struct jg_hall *h, int64_t run) {
    for (struct jg_place *p = h->dirty; p; p = p->next_dirty) {
        if (p->counted) p->table.game_id = 0;
        p->counted = false;
        p->seating = 0;
    }
    h->run = run; /* one that was begun is gone as well */
}

/* No clock runs while nothing can be saved. */
static void stall_clocks(struct jg_hall *h, bool stalled, int64_t now) {
    for (int i = 0; i < JG_HALL_BUCKETS; i++)
        for (struct jg_place *p = h->buckets[i]; p; p = p->next)
            jg_table_stall(&p->table, JG_STALL_STORE, stalled, now);
    jg_hall_wake(h, now);
}

static void all_kept(struct jg_hall *h, int64_t now) {
    struct jg_place *p = h->dirty, *next;
    if (h->retry) {
        stall_clocks(h, false, now);
        jg_store_patience(h->store, JG_SAVE_PATIENCE);
    }
    h->retry = 0;
    h->dirty = NULL;
    for (; p; p = next) {
        next = p->next_dirty;
        p->among_dirty = p->table.dirty = p->counted = false;
        jg_hall_saved(p);
        jg_hall_settle(h, p);
    }
}

static void say(struct jg_hall *h, const struct jg_error *err) {
    char text[JG_MESSAGE_MAX + 64];
    struct jg_text t;
    if (h->said || !h->setting->say) return;
    h->said = true;
    jg_text_init(&t, text, sizeof text);
    jg_text_add(&t, "cannot save tables; retrying: %s", err->message);
    h->setting->say(h->setting->arg, text);
}

bool jg_hall_flush(struct jg_hall *h, bool force) {
    struct jg_error err = {0};
    int64_t now = jg_hall_now(), run = h->run;
    if (!h->dirty) return true;
    if (h->retry && now < h->retry && !force) return false;
    enum jg_status status = jg_store_begin(h->store, &err);
    if (!status) {
        for (struct jg_place *p = h->dirty; p && !status; p = p->next_dirty) status = keep(h, p, now, &err);
        status = jg_store_end(h->store, status, &err);
    }
    if (status) {
        undo(h, run);
        if (!h->retry) {
            h->failing = now;
            stall_clocks(h, true, now);
            jg_store_patience(h->store, 0); /* to try again must not hold up the loop */
        }
        if (now - h->failing >= JG_SAVE_GRACE) say(h, &err);
        h->retry = now + JG_SAVE_AGAIN;
        jg_hall_wake(h, h->retry);
        return false;
    }
    all_kept(h, now);
    h->said = false;
    return true;
}

/* A table grows old only while a server runs, by a clock that cannot be set, and by a day at most in one call. */
void jg_hall_drop_old(struct jg_hall *h) {
    enum { DAY = 86400 };
    int64_t now = jg_hall_now(), ran = (now - h->swept) / 1000;
    h->swept = now;
    jg_store_drop_tables(h->store, ran < DAY ? ran : DAY, JG_FINISHED_DAYS * (int64_t)DAY,
                         JG_OTHERS_DAYS * (int64_t)DAY, NULL);
    jg_store_drop_players(h->store, JG_PLAYER_DAYS, NULL);
}

/* Tables in memory are in use: they are stored again first. */
void jg_hall_sweep(struct jg_hall *h) {
    for (int i = 0; i < JG_HALL_BUCKETS; i++)
        for (struct jg_place *p = h->buckets[i]; p; p = p->next) {
            p->table.dirty = true;
            jg_hall_settle(h, p);
        }
    if (jg_hall_flush(h, false))
        jg_hall_drop_old(h);
    else
        h->swept = jg_hall_now(); /* these hours do not count */
}

/* ---- Lists ------------------------------------------------------------------------------------------ */

enum { LISTED = 100 };

struct listing {
    struct jg_hall *hall;
    const struct jg_peer *peer;
    json_t *list;
};

static bool has_seat(const struct jg_table *t, const char *player) {
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (!strcmp(t->seats[seat].player, player)) return true;
    return false;
}

static void list_table(struct listing *l, const struct jg_table *t, const char *spec, int plies, bool over) {
    struct jg_looker by = {
        .player = l->peer->player, .lang = l->peer->lang, .seat = JG_NOBODY, .thinking = -1, .now = jg_hall_now()};
    json_t *o = json_object();
    json_object_set_new(o, "table", json_string(t->id));
    json_object_set_new(o, "game", json_string(spec));
    json_object_set_new(o, "title", json_string(jg_tr(by.lang, t->game->kind->title)));
    json_object_set_new(o, "seats", jg_table_seats_json(t, &by));
    json_object_set_new(o, "ply", json_integer(plies));
    json_object_set_new(o, "over", json_boolean(over));
    json_object_set_new(o, "set", json_boolean(jg_table_is_set(t)));
    json_object_set_new(o, "mine", json_boolean(has_seat(t, by.player)));
    json_array_append_new(l->list, o);
}

/* One that is in memory is told as it is there; of another its seats are enough. */
static void list_kept(void *arg, const struct jg_kept_table *kept) {
    struct listing *l = arg;
    struct jg_hall *h = l->hall;
    for (struct jg_place *p = *bucket(h, kept->id); p; p = p->next) {
        if (strcmp(p->table.id, kept->id) || p->table.dirty) continue;
        list_table(l, &p->table, p->game->spec, p->table.record.count, jg_table_over(&p->table));
        return;
    }
    struct jg_table t = {0};
    struct jg_error err = {0};
    struct jg_shared_game *g = jg_hall_game(h, kept->game, &err);
    if (err.code == JG_EMEMORY) jg_json_fail();
    if (!g) return;
    t.game = &g->game;
    strncpy(t.id, kept->id, sizeof t.id - 1);
    strncpy(t.start, kept->start, sizeof t.start - 1);
    t.given = jg_table_read_given(kept);
    jg_table_read_seats(&t, kept->seats);
    for (int seat = 0; seat < JG_SEATS_MAX; seat++) t.seats[seat].gone = jg_hall_now();
    list_table(l, &t, g->spec, kept->plies, kept->over);
    jg_hall_release(h, g);
}

json_t *jg_hall_list(struct jg_hall *h, const struct jg_peer *p, struct jg_error *err) {
    struct listing l = {.hall = h, .peer = p, .list = json_array()};
    json_t *ok = json_object();
    jg_hall_flush(h, false);
    enum jg_status status =
        jg_store_tables(h->store, p->player, jg_unix_time() - JG_FORGOTTEN, LISTED, list_kept, &l, err);
    if (!status && !jg_json_whole()) status = jg_fail(err, JG_EMEMORY, -1, "out of memory");
    json_object_set_new(ok, "tables", l.list);
    if (!status) return ok;
    json_decref(ok);
    return NULL;
}
