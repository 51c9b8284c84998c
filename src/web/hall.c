/* Who asks for what, who watches what, and when something is due. */
#include "web/place.h"

#include "core/clock.h"
#include "core/entropy.h"
#include "core/json.h"
#include "web/desk.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = 5000 }; /* milliseconds that another process may keep the store from us at the end */

int64_t jg_hall_now(void) { return (int64_t)(jg_clock() * 1000); }

bool jg_hall_seed(uint64_t *seed, struct jg_no *no) {
    no->code = JG_REFUSE_FAILED;
    return !jg_entropy(seed, sizeof *seed, &no->err);
}

void jg_hall_wake(struct jg_hall *h, int64_t due) {
    if (due < h->due) h->due = due;
}

struct jg_hall *jg_hall_open(struct jg_store *store, struct jg_scheduler *scheduler,
                             const struct jg_web_setting *setting, struct jg_error *err) {
    if (jg_store_own_tables(store, err)) return NULL;
    struct jg_hall *h = calloc(1, sizeof *h);
    if (!h) {
        jg_fail(err, JG_EMEMORY, -1, "out of memory");
        return NULL;
    }
    h->store = store;
    h->scheduler = scheduler;
    h->setting = setting;
    h->due = INT64_MAX;
    if (jg_store_secret(store, h->secret, err)) {
        free(h);
        return NULL;
    }
    h->swept = jg_hall_now();
    jg_hall_sweep(h);
    jg_store_patience(store, JG_SAVE_PATIENCE);
    return h;
}

static void enlist(struct jg_hall *h, struct jg_place *place) {
    if (!place->table.dirty || place->among_dirty) return;
    place->among_dirty = true;
    place->next_dirty = h->dirty;
    h->dirty = place;
}

/* What clocks show is kept with every change, and now. */
static void keep_clocks(struct jg_hall *h) {
    for (int i = 0; i < JG_HALL_BUCKETS; i++)
        for (struct jg_place *p = h->buckets[i]; p; p = p->next) {
            p->table.dirty |= jg_table_falls(&p->table) != INT64_MAX;
            enlist(h, p);
        }
}

void jg_hall_close(struct jg_hall *h) {
    if (!h) return;
    keep_clocks(h);
    jg_store_patience(h->store, LAST);
    if (jg_hall_flush(h, true)) jg_hall_drop_old(h);
    if (h->run) jg_store_run_end(h->store, h->run, true, NULL);
    for (int i = 0; i < JG_HALL_BUCKETS; i++)
        while (h->buckets[i]) {
            struct jg_place *place = h->buckets[i];
            for (struct jg_watch *w; (w = place->watches);) {
                place->watches = w->of_place;
                free(w);
            }
            jg_hall_drop_replies(place, NULL);
            jg_hall_put_away(h, place);
        }
    jg_mind_close_agents(h, NULL);
    free(h);
}

int jg_hall_tables(const struct jg_hall *h) { return h->tables; }

/* ---- After a change ---------------------------------------------------------------------------- */

/* When it is put away: never while somebody looks, a clock runs, or it is not kept. */
static int64_t idle_at(const struct jg_hall *h, const struct jg_place *place) {
    const struct jg_table *t = &place->table;
    bool busy = place->watches || t->dirty || jg_table_falls(t) != INT64_MAX;
    return busy ? INT64_MAX : place->used + h->setting->idle * (int64_t)1000;
}

static int64_t due_of(const struct jg_hall *h, const struct jg_place *place) {
    const struct jg_table *t = &place->table;
    int64_t due = jg_table_falls(t), absent = jg_hall_absent(h), idle = idle_at(h, place);
    if (place->held && place->held_until < due) due = place->held_until;
    if (place->retry && place->retry < due) due = place->retry;
    if (idle < due) due = idle;
    for (int seat = 0; seat < t->game->kind->seats; seat++) {
        const struct jg_seat *s = &t->seats[seat];
        bool waits = s->kind == JG_SEAT_PLAYER && !s->here && !(place->replaceable >> seat & 1);
        if (waits && s->gone + absent < due) due = s->gone + absent;
    }
    return due;
}

/* Agents play on alone only while somebody looks. */
static bool sleeps(const struct jg_place *place) {
    const struct jg_table *t = &place->table;
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (t->seats[seat].kind == JG_SEAT_PLAYER) return false;
    return !place->watches;
}

/* Whether the agent that is to move should think now. */
static bool wants_agent(const struct jg_hall *h, const struct jg_place *place) {
    const struct jg_table *t = &place->table;
    int turn = jg_record_turn(&t->record);
    if (turn < 0 || h->retry || place->mind || place->held || place->retry || t->asleep || !jg_table_ready(t))
        return false;
    return t->seats[turn].kind == JG_SEAT_AGENT;
}

/* What was thought or is still being thought for a position that is gone. */
static void drop_thoughts(struct jg_hall *h, struct jg_place *place) {
    struct jg_table *t = &place->table;
    int turn = jg_record_turn(&t->record);
    bool moved = place->count != t->record.count || place->round != t->round;
    if (place->mind && !jg_mind_fits(place)) jg_mind_stop(place);
    if (place->held && (moved || turn < 0 || t->seats[turn].kind != JG_SEAT_AGENT)) {
        place->held = 0;
        t->paused = false;
    }
    if (t->record.count < place->count || place->round != t->round)
        jg_mind_close_agents(h, place); /* plans of theirs too */
    if (moved) place->moved = jg_hall_now();
    place->count = t->record.count;
    place->round = t->round;
}

void jg_hall_settle(struct jg_hall *h, struct jg_place *place) {
    struct jg_table *t = &place->table;
    drop_thoughts(h, place);
    t->asleep = sleeps(place);
    jg_table_advance(t, jg_hall_now());
    if (jg_table_ready(t) && jg_record_turn(&t->record) == JG_CHANCE)
        place->retry = jg_hall_now() + JG_RETRY; /* no memory */
    place->count = t->record.count;
    jg_mind_reprioritize(place);
    if (wants_agent(h, place)) jg_mind_begin(h, place);
    for (struct jg_watch *w = place->watches; w; w = w->of_place)
        if (w->ply > t->low) w->ply = t->low;
    t->low = INT_MAX;
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (t->seats[seat].kind != JG_SEAT_PLAYER || t->seats[seat].here) place->replaceable &= ~(1u << seat);
    enlist(h, place);
    for (struct jg_watch *w = place->watches; w; w = w->of_place)
        if (jg_hall_has_news(w)) jg_peer_wake(w->peer);
    jg_hall_wake(h, due_of(h, place));
}

/* ---- Time -------------------------------------------------------------------------------------- */

/* A finished game is in the store before another takes its place. */
static bool keep_finished(struct jg_hall *h, struct jg_place *place, struct jg_no *no) {
    if (!jg_table_over(&place->table) || place->table.game_id) return true;
    jg_hall_settle(h, place);
    return jg_hall_flush(h, false) || jg_hall_refuse_to_save(no);
}

static void review_offers(struct jg_hall *h, struct jg_place *place, int64_t now) {
    struct jg_no no = {0};
    uint64_t seed;
    if (keep_finished(h, place, &no) && jg_hall_seed(&seed, &no))
        jg_table_review_offers(&place->table, seed, jg_hall_absent(h), now);
}

/* Tells once of each seat that an agent may take. */
static void look_for_absent(struct jg_hall *h, struct jg_place *place, int64_t now) {
    struct jg_table *t = &place->table;
    unsigned seats = 0;
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (jg_table_replaceable(t, seat, jg_hall_absent(h), now)) seats |= 1u << seat;
    if (seats & ~place->replaceable) {
        t->version++;
        review_offers(h, place, now);
    }
    place->replaceable = seats;
}

/* False: the place is gone. */
static bool tick(struct jg_hall *h, struct jg_place *place, int64_t now) {
    struct jg_table *t = &place->table;
    jg_table_clock(t, now);
    if (place->held && place->held_until <= now && !jg_table_over(t)) {
        jg_move move = place->held;
        place->held = 0;
        if (!jg_table_play(t, move, now)) place->retry = now + JG_RETRY;
    }
    if (place->retry && place->retry <= now) place->retry = 0;
    look_for_absent(h, place, now);
    jg_hall_settle(h, place);
    if (idle_at(h, place) > now) return true;
    jg_hall_put_away(h, place);
    return false;
}

int jg_hall_tick(struct jg_hall *h) {
    int64_t now = jg_hall_now();
    jg_json_begin();
    if (h->retry) jg_hall_flush(h, false);
    if (now >= h->due && !h->retry) {
        h->due = INT64_MAX;
        for (int i = 0; i < JG_HALL_BUCKETS; i++)
            for (struct jg_place *p = h->buckets[i], *next; p; p = next) {
                next = p->next;
                tick(h, p, now);
            }
    }
    jg_hall_flush(h, false);
    if (now >= h->swept + JG_SWEPT) jg_hall_sweep(h);
    int64_t due = h->retry ? h->retry : h->due;
    if (due == INT64_MAX) return -1;
    int64_t ms = due - jg_hall_now();
    return ms < 0 ? 0 : ms > 60000 ? 60000 : (int)ms;
}

/* ---- Requests ---------------------------------------------------------------------------------------- */

/* An answer of its own kind; NULL: {}. Refused with no filled. */
static bool move(struct jg_place *place, const struct jg_peer *p, const struct jg_request *r, json_t **ok,
                 struct jg_no *no) {
    struct jg_table *t = &place->table;
    if (!jg_table_move(t, p->player, r->ply, r->move, jg_hall_now(), no)) return false;
    *ok = json_pack("{si}", "ply", t->record.count);
    return true;
}

static bool why(struct jg_place *place, const struct jg_peer *p, const struct jg_request *r, json_t **ok,
                struct jg_no *no) {
    bool legal = jg_table_why(&place->table, p->player, r->move, no);
    *ok = json_pack("{sb ss}", "legal", legal, "text", legal ? "" : no->err.message);
    return true;
}

static bool sit(struct jg_place *place, const struct jg_peer *p, const struct jg_request *r, json_t **ok,
                struct jg_no *no) {
    struct jg_table *t = &place->table;
    int seat = r->seat > INT_MAX ? -1 : (int)r->seat;
    if (!jg_table_accepts(t, p->player, r->set, no)) return false;
    if (!jg_table_sit(t, p->player, p->name, seat, jg_hall_now(), no)) return false;
    jg_table_presence(t, p->player, jg_hall_watched_by(place, p->player), jg_hall_now());
    *ok = json_pack("{si}", "seat", seat);
    return true;
}

/* Whether agents hold all seats but this one. */
static bool last_for_agents(const struct jg_table *t, int seat) {
    for (int i = 0; i < t->game->kind->seats; i++)
        if (i != seat && t->seats[i].kind != JG_SEAT_AGENT) return false;
    return true;
}

static bool seat_agent(struct jg_hall *h, struct jg_place *place, const struct jg_peer *p, const struct jg_request *r,
                       struct jg_no *no) {
    struct jg_table *t = &place->table;
    int seat = r->seat > INT_MAX ? -1 : (int)r->seat;
    if (r->agent) {
        no->code = JG_REFUSE_INPUT;
        if (strlen(r->agent) >= JG_SPEC_MAX)
            return jg_refuse(no, JG_REFUSE_INPUT, "a spec has at most %d characters", JG_SPEC_MAX - 1);
        if (jg_guest_check(t->game, r->agent, h->setting->trust, jg_web_share(h->setting), &no->err)) return false;
    }
    if (r->agent && last_for_agents(t, seat) && !jg_hall_may_play_alone(h, p->address, no)) return false;
    return jg_table_place(t, p->player, seat, r->agent, jg_hall_absent(h), jg_hall_now(), no);
}

static json_t *asked_json(unsigned asked) {
    json_t *list = json_array();
    for (int seat = 0; seat < JG_SEATS_MAX; seat++)
        if (asked >> seat & 1) json_array_append_new(list, json_integer(seat));
    return json_pack("{so}", "asked", list);
}

static bool ask(struct jg_hall *h, struct jg_place *place, const struct jg_peer *p, const struct jg_request *r,
                json_t **ok, struct jg_no *no) {
    enum jg_offer_kind kind = r->what == JG_DO_BACK      ? JG_OFFER_BACK
                              : r->what == JG_DO_REMATCH ? JG_OFFER_REMATCH
                                                         : JG_OFFER_SWAP;
    unsigned asked = 0;
    uint64_t seed;
    if (!keep_finished(h, place, no) || !jg_hall_seed(&seed, no)) return false;
    if (!jg_table_ask(&place->table, kind, p->player, r->ply, seed, jg_hall_absent(h), place->used, &asked, no))
        return false;
    *ok = asked_json(asked);
    return true;
}

static bool answer(struct jg_hall *h, struct jg_place *place, const struct jg_peer *p, const struct jg_request *r,
                   struct jg_no *no) {
    int kind = jg_offer_find(r->offer);
    uint64_t seed;
    if (kind < 0) return jg_refuse(no, JG_REFUSE_INPUT, "an offer is back, rematch or swap");
    if (!keep_finished(h, place, no) || !jg_hall_seed(&seed, no)) return false;
    return jg_table_answer(&place->table, (enum jg_offer_kind)kind, p->player, r->yes, seed, place->used, no);
}

static bool open_table(struct jg_hall *h, struct jg_place *place, struct jg_peer *p, json_t **ok, struct jg_no *no) {
    const struct jg_table *t = &place->table;
    bool wakes = !place->watches && jg_table_agents_only(t) && !jg_table_over(t);
    if (wakes && !jg_hall_may_play_alone(h, p->address, no)) return false;
    if (wakes) jg_hall_acts(place, p); /* agents think for the one who looks */
    if (!jg_hall_watch(p, place, no)) return false;
    *ok = json_pack("{ss}", "table", place->table.id);
    return true;
}

static bool obey(struct jg_hall *h, struct jg_place *place, struct jg_peer *p, const struct jg_request *r, json_t **ok,
                 struct jg_no *no) {
    switch (r->what) {
    case JG_DO_OPEN: return open_table(h, place, p, ok, no);
    case JG_DO_SIT: return sit(place, p, r, ok, no);
    case JG_DO_STAND: return jg_table_stand(&place->table, p->player, jg_hall_now(), no);
    case JG_DO_SEAT: return seat_agent(h, place, p, r, no);
    case JG_DO_MOVE: return move(place, p, r, ok, no);
    case JG_DO_WHY: return why(place, p, r, ok, no);
    case JG_DO_RESIGN: return jg_table_resign(&place->table, p->player, jg_hall_now(), no);
    case JG_DO_BACK:
    case JG_DO_REMATCH:
    case JG_DO_SWAP: return ask(h, place, p, r, ok, no);
    case JG_DO_ANSWER: return answer(h, place, p, r, no);
    default: return jg_refuse(no, JG_REFUSE_INPUT, "not for a table");
    }
}

/* Whether a request changes nothing that would have to be saved. */
static bool only_looks(const struct jg_request *r) {
    return r->what == JG_DO_OPEN || r->what == JG_DO_WHY || r->what == JG_DO_HINT;
}

static void handle_place(struct jg_hall *h, struct jg_place *place, struct jg_peer *p, const struct jg_request *r,
                         struct jg_no *no) {
    json_t *ok = NULL;
    if (!only_looks(r) && !jg_hall_can_save(h, no)) {
        jg_peer_refuse(p, r->id, no->code, &no->err);
        return;
    }
    place->used = jg_hall_now();
    if (jg_table_seat_of(&place->table, p->player) >= 0) jg_hall_acts(place, p);
    jg_table_clock(&place->table, place->used);
    if (r->what == JG_DO_HINT) { /* answered later */
        if (!jg_mind_hint(h, place, p, r->id, no)) jg_peer_refuse(p, r->id, no->code, &no->err);
        jg_hall_settle(h, place); /* a flag may have fallen */
        return;
    }
    bool good = obey(h, place, p, r, &ok, no);
    review_offers(h, place, place->used);
    jg_hall_settle(h, place);
    if (good && only_looks(r))
        jg_peer_ok(p, r->id, ok);
    else if (good)
        jg_hall_reply(place, p, r->id, ok ? ok : json_object());
    else
        jg_peer_refuse(p, r->id, no->code, &no->err);
}

void jg_hall_handle(struct jg_hall *h, struct jg_peer *p, const struct jg_request *r) {
    struct jg_no no = {.code = JG_REFUSE_FAILED, .err = {.lang = p->lang, .position = -1}};
    struct jg_watch *w = NULL;
    if (r->what == JG_DO_CREATE) {
        if (!jg_hall_create(h, p, r, &no)) jg_peer_refuse(p, r->id, no.code, &no.err);
        return;
    }
    if (r->what == JG_DO_TABLES) {
        json_t *list = jg_hall_list(h, p, &no.err);
        if (list)
            jg_peer_ok(p, r->id, list);
        else
            jg_peer_refuse(p, r->id, JG_REFUSE_FAILED, &no.err);
        return;
    }
    struct jg_place *place = jg_hall_find(h, r->table, &no);
    if (!place) {
        jg_peer_refuse(p, r->id, no.code, &no.err);
        return;
    }
    if (r->what != JG_DO_LEAVE) {
        handle_place(h, place, p, r, &no);
        return;
    }
    if ((w = jg_hall_watch_of(p, place))) jg_hall_unwatch(h, w);
    jg_peer_ok(p, r->id, json_object());
}

/* ---- Connections --------------------------------------------------------------------------------------- */

void jg_hall_enter(struct jg_hall *h, struct jg_peer *p) {
    p->watches = NULL;
    if (!p->name[0]) jg_store_player(h->store, p->player, p->name, sizeof p->name);
}

void jg_hall_changed(struct jg_hall *h, struct jg_peer *p) {
    char before[JG_PLAYER_NAME];
    bool known = jg_store_player(h->store, p->player, before, sizeof before);
    bool other = known ? strcmp(before, p->name) : p->name[0];
    if (other && !h->retry) jg_store_name_player(h->store, p->player, p->name, NULL);
    for (struct jg_watch *w = p->watches; w; w = w->of_peer) w->whole = true;
    for (int i = 0; i < JG_HALL_BUCKETS && other; i++)
        for (struct jg_place *at = h->buckets[i]; at; at = at->next)
            if (jg_table_rename(&at->table, p->player, p->name)) jg_hall_settle(h, at);
    if (p->watches) jg_peer_wake(p);
}

void jg_hall_exit(struct jg_hall *h, struct jg_peer *p) {
    jg_mind_exit(h, p);
    for (struct jg_place *at = h->dirty; at; at = at->next_dirty) jg_hall_drop_replies(at, p);
    while (p->watches) jg_hall_unwatch(h, p->watches);
}
