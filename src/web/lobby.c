/* The lobby's main file: opening and closing, the update after every change, the timer, and requests about tables. */
#include "web/room.h"

#include "core/clock.h"
#include "core/entropy.h"
#include "core/json.h"
#include "web/analysis.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FINAL_SAVE_TIMEOUT_MS = 5000 }; /* for the last save, which may wait longer for a lock on the store */

int64_t jg_lobby_now(void) { return (int64_t)(jg_clock() * 1000); }

bool jg_lobby_random_seed(uint64_t *seed, struct jg_refusal *refusal) {
    refusal->code = JG_REFUSE_FAILED;
    return !jg_entropy(seed, sizeof *seed, &refusal->err);
}

void jg_lobby_schedule(struct jg_lobby *lobby, int64_t due) {
    if (due < lobby->due) lobby->due = due;
}

struct jg_lobby *jg_lobby_open(struct jg_store *store, struct jg_scheduler *scheduler,
                               const struct jg_web_setting *setting, struct jg_error *err) {
    if (jg_store_lock_tables(store, err)) return NULL;
    struct jg_lobby *lobby = calloc(1, sizeof *lobby);
    if (!lobby) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    lobby->store = store;
    lobby->scheduler = scheduler;
    lobby->setting = setting;
    lobby->due = INT64_MAX;
    if (jg_store_secret(store, lobby->secret, err)) {
        free(lobby);
        return NULL;
    }
    lobby->swept_at = jg_lobby_now();
    jg_lobby_sweep(lobby);
    jg_store_set_timeout(store, JG_SAVE_TIMEOUT_MS);
    return lobby;
}

static void mark_dirty(struct jg_lobby *lobby, struct jg_room *room) {
    if (!room->table.dirty || room->in_dirty_list) return;
    room->in_dirty_list = true;
    room->next_dirty = lobby->dirty;
    lobby->dirty = room;
}

/* Clocks are saved with every change of their table; at the end the running ones are saved as well. */
static void mark_running_clocks(struct jg_lobby *lobby) {
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        for (struct jg_room *room = lobby->buckets[i]; room; room = room->next) {
            room->table.dirty |= jg_table_flag_time(&room->table) != INT64_MAX;
            mark_dirty(lobby, room);
        }
}

void jg_lobby_close(struct jg_lobby *lobby) {
    if (!lobby) return;
    mark_running_clocks(lobby);
    jg_store_set_timeout(lobby->store, FINAL_SAVE_TIMEOUT_MS);
    if (jg_lobby_flush(lobby, true)) jg_lobby_expire(lobby);
    if (lobby->run) jg_store_end_run(lobby->store, lobby->run, true, NULL);
    for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
        while (lobby->buckets[i]) {
            struct jg_room *room = lobby->buckets[i];
            for (struct jg_watch *w; (w = room->watches);) {
                room->watches = w->next_of_room;
                free(w);
            }
            jg_lobby_drop_replies(room, NULL);
            jg_lobby_unload(lobby, room);
        }
    jg_thinker_close_agents(lobby, NULL);
    free(lobby);
}

int jg_lobby_table_count(const struct jg_lobby *lobby) { return lobby->tables; }

/* ---- After a change ---------------------------------------------------------------------------- */

/* When a room is unloaded: never while it is watched, its clock runs or it has unsaved changes. */
static int64_t idle_at(const struct jg_lobby *lobby, const struct jg_room *room) {
    const struct jg_table *t = &room->table;
    bool busy = room->watches || t->dirty || jg_table_flag_time(t) != INT64_MAX;
    return busy ? INT64_MAX : room->last_used + lobby->setting->idle * (int64_t)1000;
}

static int64_t due_of(const struct jg_lobby *lobby, const struct jg_room *room) {
    const struct jg_table *t = &room->table;
    int64_t due = jg_table_flag_time(t), absent = jg_lobby_absence_limit(lobby), idle = idle_at(lobby, room);
    if (room->pending && room->pending_at < due) due = room->pending_at;
    if (room->retry_at && room->retry_at < due) due = room->retry_at;
    if (idle < due) due = idle;
    for (int seat = 0; seat < t->game->kind->seats; seat++) {
        const struct jg_table_seat *s = &t->seats[seat];
        bool waits = s->kind == JG_SEAT_PLAYER && !s->here && !(room->announced_absent >> seat & 1);
        if (waits && s->left_at + absent < due) due = s->left_at + absent;
    }
    return due;
}

/* Without a player at the table, agents play only while somebody watches, and not while they are halted. */
static bool sleeps(const struct jg_room *room) {
    const struct jg_table *t = &room->table;
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (t->seats[seat].kind == JG_SEAT_PLAYER) return false;
    return !room->watches || (t->halted && room->step_from != t->record.count);
}

/* Whether to start the agent that is to move. */
static bool wants_agent(const struct jg_lobby *lobby, const struct jg_room *room) {
    const struct jg_table *t = &room->table;
    int turn = jg_record_turn(&t->record);
    if (turn < 0 || lobby->retry_at || room->thinker || room->pending || room->retry_at || t->asleep ||
        !jg_table_ready(t))
        return false;
    return t->seats[turn].kind == JG_SEAT_AGENT;
}

/* Cancels searches and drops moves for a position that is no longer on the board. */
static void drop_stale_thinking(struct jg_lobby *lobby, struct jg_room *room) {
    struct jg_table *t = &room->table;
    int turn = jg_record_turn(&t->record);
    bool moved = room->plies != t->record.count || room->round != t->round;
    if (room->thinker && !jg_thinker_is_current(room)) jg_thinker_cancel(room);
    if (room->pending && (moved || turn < 0 || t->seats[turn].kind != JG_SEAT_AGENT)) {
        room->pending = 0;
        t->paused = false;
    }
    if (t->record.count < room->plies || room->round != t->round)
        jg_thinker_close_agents(lobby, room); /* they may have plans that no longer apply */
    if (moved) room->last_move = jg_lobby_now();
    room->plies = t->record.count;
    room->round = t->round;
}

void jg_lobby_update(struct jg_lobby *lobby, struct jg_room *room) {
    struct jg_table *t = &room->table;
    drop_stale_thinking(lobby, room);
    t->asleep = sleeps(room);
    jg_table_advance(t, jg_lobby_now());
    if (jg_table_ready(t) && jg_record_turn(&t->record) == JG_CHANCE)
        room->retry_at = jg_lobby_now() + JG_RETRY_MS; /* a chance move failed for lack of memory */
    room->plies = t->record.count;
    jg_thinker_reprioritize(room);
    if (wants_agent(lobby, room)) jg_thinker_start(lobby, room);
    for (struct jg_watch *w = room->watches; w; w = w->next_of_room)
        if (w->ply > t->lowest_ply) w->ply = t->lowest_ply;
    t->lowest_ply = INT_MAX;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (t->seats[seat].kind != JG_SEAT_PLAYER || t->seats[seat].here) room->announced_absent &= ~(1u << seat);
    mark_dirty(lobby, room);
    for (struct jg_watch *w = room->watches; w; w = w->next_of_room)
        if (jg_lobby_has_update(w)) jg_peer_wake(w->peer);
    jg_lobby_schedule(lobby, due_of(lobby, room));
}

/* ---- Time -------------------------------------------------------------------------------------- */

/* Saves a finished game before a rematch or a swap replaces it. */
static bool save_finished(struct jg_lobby *lobby, struct jg_room *room, struct jg_refusal *refusal) {
    if (!jg_table_over(&room->table) || room->table.game_id) return true;
    jg_lobby_update(lobby, room);
    return jg_lobby_flush(lobby, false) || jg_lobby_refuse_saving(refusal);
}

void jg_lobby_review_offers(struct jg_lobby *lobby, struct jg_room *room, int64_t now) {
    struct jg_refusal refusal = {0};
    uint64_t seed;
    if (save_finished(lobby, room, &refusal) && jg_lobby_random_seed(&seed, &refusal))
        jg_table_review_offers(&room->table, seed, jg_lobby_absence_limit(lobby), now);
}

/* Announces each seat once when an agent may replace its player. */
static void announce_absent(struct jg_lobby *lobby, struct jg_room *room, int64_t now) {
    struct jg_table *t = &room->table;
    unsigned seats = 0;
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (jg_table_replaceable(t, seat, jg_lobby_absence_limit(lobby), now)) seats |= 1u << seat;
    if (seats & ~room->announced_absent) {
        t->version++;
        jg_lobby_review_offers(lobby, room, now);
    }
    room->announced_absent = seats;
}

/* False: the room was unloaded. */
static bool tick(struct jg_lobby *lobby, struct jg_room *room, int64_t now) {
    struct jg_table *t = &room->table;
    jg_table_update_clock(t, now);
    if (room->pending && room->pending_at <= now && !jg_table_over(t)) {
        jg_move move = room->pending;
        room->pending = 0;
        if (!jg_table_play_agent_move(t, move, now)) room->retry_at = now + JG_RETRY_MS;
    }
    if (room->retry_at && room->retry_at <= now) room->retry_at = 0;
    announce_absent(lobby, room, now);
    jg_lobby_update(lobby, room);
    if (idle_at(lobby, room) > now) return true;
    jg_lobby_unload(lobby, room);
    return false;
}

int jg_lobby_tick(struct jg_lobby *lobby) {
    int64_t now = jg_lobby_now();
    jg_json_begin();
    if (lobby->retry_at) jg_lobby_flush(lobby, false);
    if (now >= lobby->due && !lobby->retry_at) {
        lobby->due = INT64_MAX;
        for (int i = 0; i < JG_LOBBY_BUCKETS; i++)
            for (struct jg_room *room = lobby->buckets[i], *next; room; room = next) {
                next = room->next;
                tick(lobby, room, now);
            }
    }
    jg_lobby_flush(lobby, false);
    if (now >= lobby->swept_at + JG_SWEEP_MS) jg_lobby_sweep(lobby);
    int64_t due = lobby->retry_at ? lobby->retry_at : lobby->due;
    if (due == INT64_MAX) return -1;
    int64_t ms = due - jg_lobby_now();
    return ms < 0 ? 0 : ms > 60000 ? 60000 : (int)ms;
}

/* ---- Requests ---------------------------------------------------------------------------------------- */

/* Handlers return false with *refusal filled, or put their reply in *ok; NULL means {}. */

static bool move(struct jg_room *room, const struct jg_peer *p, const struct jg_request *r, json_t **ok,
                 struct jg_refusal *refusal) {
    struct jg_table *t = &room->table;
    if (!jg_table_move(t, p->player, r->ply, r->move, jg_lobby_now(), refusal)) return false;
    *ok = json_pack("{si}", "ply", t->record.count);
    return true;
}

static bool check_move(struct jg_room *room, const struct jg_peer *p, const struct jg_request *r, json_t **ok,
                       struct jg_refusal *refusal) {
    bool legal = jg_table_check_move(&room->table, p->player, r->move, refusal);
    *ok = json_pack("{sb ss}", "legal", legal, "text", legal ? "" : refusal->err.message);
    return true;
}

static bool sit(struct jg_room *room, const struct jg_peer *p, const struct jg_request *r, json_t **ok,
                struct jg_refusal *refusal) {
    struct jg_table *t = &room->table;
    int seat = r->seat > INT_MAX ? -1 : (int)r->seat;
    if (!jg_table_accepts(t, p->player, r->set, refusal)) return false;
    if (!jg_table_sit(t, p->player, p->name, seat, jg_lobby_now(), refusal)) return false;
    jg_table_presence(t, p->player, jg_lobby_is_watched_by(room, p->player), jg_lobby_now());
    *ok = json_pack("{si}", "seat", seat);
    return true;
}

/* Whether agents hold all seats except this one. */
static bool is_last_seat(const struct jg_table *t, int seat) {
    for (int i = 0; i < t->game->kind->seats; i++)
        if (i != seat && t->seats[i].kind != JG_SEAT_AGENT) return false;
    return true;
}

static bool seat_agent(struct jg_lobby *lobby, struct jg_room *room, const struct jg_peer *p,
                       const struct jg_request *r, struct jg_refusal *refusal) {
    struct jg_table *t = &room->table;
    int seat = r->seat > INT_MAX ? -1 : (int)r->seat;
    int64_t absent = jg_lobby_absence_limit(lobby), now = jg_lobby_now();
    if (!jg_table_may_seat_agent(t, p->player, seat, r->agent, absent, now, refusal)) return false;
    if (r->agent && jg_table_is_set(t) && !jg_lobby_may_help(lobby, p, room->game->spec, refusal)) return false;
    if (r->agent && is_last_seat(t, seat) && !jg_lobby_check_agents_only(lobby, p->address, refusal)) return false;
    if (r->agent && !jg_lobby_check_agent(lobby, t->game, r->agent, refusal)) return false; /* opens it: last */
    return jg_table_seat_agent(t, p->player, seat, r->agent, absent, now, refusal);
}

/* Sets the pace of agents among themselves: milliseconds between two moves, 0 halts them, `step` lets them move once. */
static bool set_pace(struct jg_room *room, const struct jg_peer *p, const struct jg_request *r,
                     struct jg_refusal *refusal) {
    struct jg_table *t = &room->table;
    if (!jg_table_may_pace(t, p->player))
        return jg_refuse(refusal, JG_REFUSE_OFF, "only the owner of a table where only agents play can set its pace");
    if (r->ms && (r->ms < JG_PACE_LEAST || r->ms > JG_PACE_MOST))
        return jg_refuse(refusal, JG_REFUSE_INPUT, "the pace must be 0 or %d to %d milliseconds", JG_PACE_LEAST,
                         JG_PACE_MOST);
    t->halted = !r->ms;
    if (r->ms) room->pace = (int)r->ms;
    room->step_from = t->halted && r->step ? t->record.count : -1;
    if (t->halted && !r->step) {
        jg_thinker_cancel(room);
        if (room->pending) t->paused = false;
        room->pending = 0;
    }
    jg_table_touch(t);
    return true;
}

static json_t *asked_json(unsigned asked) {
    json_t *list = json_array();
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (asked >> seat & 1) json_array_append_new(list, json_integer(seat));
    return json_pack("{so}", "asked", list);
}

static bool ask(struct jg_lobby *lobby, struct jg_room *room, const struct jg_peer *p, const struct jg_request *r,
                json_t **ok, struct jg_refusal *refusal) {
    enum jg_offer_kind kind = r->type == JG_REQUEST_BACK      ? JG_OFFER_BACK
                              : r->type == JG_REQUEST_REMATCH ? JG_OFFER_REMATCH
                              : r->type == JG_REQUEST_DRAW    ? JG_OFFER_DRAW
                                                              : JG_OFFER_SWAP;
    unsigned asked = 0;
    uint64_t seed;
    if (!save_finished(lobby, room, refusal) || !jg_lobby_random_seed(&seed, refusal)) return false;
    if (!jg_table_offer(&room->table, kind, p->player, r->ply, seed, jg_lobby_absence_limit(lobby), room->last_used,
                        &asked, refusal))
        return false;
    *ok = asked_json(asked);
    return true;
}

static bool answer(struct jg_lobby *lobby, struct jg_room *room, const struct jg_peer *p, const struct jg_request *r,
                   struct jg_refusal *refusal) {
    int kind = jg_offer_find(r->offer);
    uint64_t seed;
    if (kind < 0) return jg_refuse(refusal, JG_REFUSE_INPUT, "offer must be back, rematch, swap or draw");
    if (!save_finished(lobby, room, refusal) || !jg_lobby_random_seed(&seed, refusal)) return false;
    return jg_table_answer_offer(&room->table, (enum jg_offer_kind)kind, p->player, r->yes, seed, room->last_used,
                                 refusal);
}

static bool open_table(struct jg_lobby *lobby, struct jg_room *room, struct jg_peer *p, json_t **ok,
                       struct jg_refusal *refusal) {
    const struct jg_table *t = &room->table;
    bool resumes = !room->watches && jg_table_agents_only(t) && !jg_table_over(t);
    if (resumes && !jg_lobby_check_agents_only(lobby, p->address, refusal)) return false;
    if (resumes) jg_lobby_set_requester(room, p); /* sleeping agents wake up on the watcher's account */
    if (!jg_lobby_watch(p, room, refusal)) return false;
    *ok = json_pack("{ss}", "table", room->table.id);
    return true;
}

static bool handle_change(struct jg_lobby *lobby, struct jg_room *room, struct jg_peer *p, const struct jg_request *r,
                          json_t **ok, struct jg_refusal *refusal) {
    switch (r->type) {
    case JG_REQUEST_OPEN: return open_table(lobby, room, p, ok, refusal);
    case JG_REQUEST_SIT: return sit(room, p, r, ok, refusal);
    case JG_REQUEST_STAND:
        return jg_table_may_stand(&room->table, p->player, refusal) &&
               jg_table_stand(&room->table, p->player, jg_lobby_now(), refusal);
    case JG_REQUEST_SEAT: return seat_agent(lobby, room, p, r, refusal);
    case JG_REQUEST_PACE: return set_pace(room, p, r, refusal);
    case JG_REQUEST_MOVE: return move(room, p, r, ok, refusal);
    case JG_REQUEST_WHY: return check_move(room, p, r, ok, refusal);
    case JG_REQUEST_RESIGN: return jg_table_resign(&room->table, p->player, jg_lobby_now(), refusal);
    case JG_REQUEST_BACK:
    case JG_REQUEST_REMATCH:
    case JG_REQUEST_SWAP:
    case JG_REQUEST_DRAW: return ask(lobby, room, p, r, ok, refusal);
    case JG_REQUEST_ANSWER: return answer(lobby, room, p, r, refusal);
    default: return jg_refuse(refusal, JG_REFUSE_INPUT, "this request needs a table");
    }
}

/* Whether a request changes nothing that has to be saved. */
static bool is_read_only(const struct jg_request *r) {
    return r->type == JG_REQUEST_OPEN || r->type == JG_REQUEST_WHY || r->type == JG_REQUEST_HINT;
}

static void handle_room(struct jg_lobby *lobby, struct jg_room *room, struct jg_peer *p, const struct jg_request *r,
                        struct jg_refusal *refusal) {
    json_t *ok = NULL;
    if (!is_read_only(r) && !jg_lobby_check_saving(lobby, refusal)) {
        jg_peer_refuse(p, r->id, refusal->code, &refusal->err);
        return;
    }
    room->last_used = jg_lobby_now();
    if (jg_table_seat_of(&room->table, p->player) >= 0) jg_lobby_set_requester(room, p);
    jg_table_update_clock(&room->table, room->last_used);
    if (r->type == JG_REQUEST_HINT) { /* the reply comes later */
        if (!jg_lobby_may_help(lobby, p, room->game->spec, refusal) || !jg_thinker_hint(lobby, room, p, r->id, refusal))
            jg_peer_refuse(p, r->id, refusal->code, &refusal->err);
        jg_lobby_update(lobby, room); /* a clock may have run out */
        return;
    }
    bool good = handle_change(lobby, room, p, r, &ok, refusal);
    jg_lobby_review_offers(lobby, room, room->last_used);
    jg_lobby_update(lobby, room);
    if (good && is_read_only(r))
        jg_peer_reply(p, r->id, ok);
    else if (good)
        jg_lobby_reply(room, p, r->id, ok ? ok : json_object());
    else
        jg_peer_refuse(p, r->id, refusal->code, &refusal->err);
}

void jg_lobby_handle(struct jg_lobby *lobby, struct jg_peer *p, const struct jg_request *r) {
    struct jg_refusal refusal = {.code = JG_REFUSE_FAILED, .err = {.lang = p->lang, .position = JG_NO_POSITION}};
    struct jg_watch *w = NULL;
    if (r->type == JG_REQUEST_CREATE) {
        if (!jg_lobby_create(lobby, p, r, &refusal)) jg_peer_refuse(p, r->id, refusal.code, &refusal.err);
        return;
    }
    if (r->type == JG_REQUEST_TABLES) {
        json_t *list = jg_lobby_list(lobby, p, &refusal.err);
        if (list)
            jg_peer_reply(p, r->id, list);
        else
            jg_peer_refuse(p, r->id, JG_REFUSE_FAILED, &refusal.err);
        return;
    }
    if (r->type == JG_REQUEST_HELP) {
        char id[JG_TABLE_ID];
        bool opposed = jg_lobby_find_opposed(lobby, p->player, r->game, id);
        jg_peer_reply(p, r->id, json_pack("{ss?}", "table", opposed ? id : NULL));
        return;
    }
    struct jg_room *room = jg_lobby_find(lobby, r->table, &refusal);
    if (!room) {
        jg_peer_refuse(p, r->id, refusal.code, &refusal.err);
        return;
    }
    if (r->type != JG_REQUEST_LEAVE) {
        handle_room(lobby, room, p, r, &refusal);
        return;
    }
    if ((w = jg_lobby_find_watch(p, room))) jg_lobby_unwatch(lobby, w);
    jg_peer_reply(p, r->id, json_object());
}

/* ---- Connections --------------------------------------------------------------------------------------- */

void jg_lobby_connect(struct jg_lobby *lobby, struct jg_peer *p) {
    p->watches = NULL;
    if (!p->name[0]) jg_store_player_name(lobby->store, p->player, p->name, sizeof p->name);
}

void jg_lobby_profile_changed(struct jg_lobby *lobby, struct jg_peer *p) {
    char before[JG_PLAYER_NAME];
    bool known = jg_store_player_name(lobby->store, p->player, before, sizeof before);
    bool other = known ? strcmp(before, p->name) : p->name[0];
    if (other && !lobby->retry_at) jg_store_set_player_name(lobby->store, p->player, p->name, NULL);
    for (struct jg_watch *w = p->watches; w; w = w->next_of_peer) w->whole = true;
    for (int i = 0; i < JG_LOBBY_BUCKETS && other; i++)
        for (struct jg_room *room = lobby->buckets[i]; room; room = room->next)
            if (jg_table_rename(&room->table, p->player, p->name)) jg_lobby_update(lobby, room);
    if (p->watches) jg_peer_wake(p);
}

void jg_lobby_disconnect(struct jg_lobby *lobby, struct jg_peer *p) {
    jg_thinker_disconnect(lobby, p);
    for (struct jg_room *room = lobby->dirty; room; room = room->next_dirty) jg_lobby_drop_replies(room, p);
    while (p->watches) jg_lobby_unwatch(lobby, p->watches);
}
