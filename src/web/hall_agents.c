/* Agents at tables. The scheduler says when one thinks; a task owns all that it needs, and only the
 * event loop reads its result. Agents stay open between the moves of a game, because some of them
 * keep plans; the scheduler has those closed first that were used least recently. */
#include "web/place.h"

#include "web/desk.h"

#include <stdlib.h>
#include <string.h>

/* An agent that waits for its next turn. */
struct jg_idle_agent {
    struct jg_agent *agent;
    struct jg_shared_game *game;
    char table[JG_TABLE_ID], spec[JG_SPEC_MAX];
    int seat, round;
    size_t memory;
    struct jg_idle_agent *next;
};

struct jg_mind {
    struct jg_task task; /* must be the first */
    struct jg_hall *hall;
    struct jg_place *place; /* that waits for a move; NULL: nobody does */
    struct jg_peer *peer;   /* that waits for a hint; NULL: nobody does */
    struct jg_mind *next;   /* among the hints */
    int64_t id;
    enum jg_lang lang;
    bool hint;

    struct jg_shared_game *game;
    char table[JG_TABLE_ID], spec[JG_SPEC_MAX];
    int seat, ply, round;
    bool trust;
    size_t share; /* bytes that its agent may have */
    uint64_t seed, *keys;
    size_t key_count;
    union jg_state view;

    struct jg_agent *agent; /* NULL: the job opens it */
    struct jg_report report;
    enum jg_status status;
    struct jg_error err;
    bool cut; /* stopped before its time, or never begun */
    json_t *judgement;
};

/* ---- Idle agents ------------------------------------------------------------------------------ */

static bool release_idle(void *arg);

static void report_idle(struct jg_hall *h) {
    size_t bytes = 0;
    for (const struct jg_idle_agent *k = h->agents; k; k = k->next) bytes += k->memory;
    jg_scheduler_idle(h->scheduler, bytes, release_idle, h);
}

static void close_idle(struct jg_hall *h, struct jg_idle_agent **at) {
    struct jg_idle_agent *k = *at;
    *at = k->next;
    jg_agent_close(k->agent);
    free(k->agent);
    jg_hall_release(h, k->game);
    free(k);
}

/* Closes the agent that was used least recently. */
static bool release_idle(void *arg) {
    struct jg_hall *h = arg;
    struct jg_idle_agent **last = &h->agents;
    if (!*last) return false;
    while ((*last)->next) last = &(*last)->next;
    close_idle(h, last);
    report_idle(h);
    return true;
}

static bool is_at(const struct jg_idle_agent *k, const struct jg_place *place) {
    return !place || !strcmp(k->table, place->table.id);
}

void jg_mind_close_agents(struct jg_hall *h, const struct jg_place *place) {
    for (struct jg_idle_agent **at = &h->agents; *at;)
        if (is_at(*at, place))
            close_idle(h, at);
        else
            at = &(*at)->next;
    report_idle(h);
}

/* How long it may think: as the server says, and not so long that its clock would run down. Something is left for the
 * way to and fro, of which a long game has many. */
static int time_for(const struct jg_hall *h, const struct jg_table *t, int seat, int64_t now) {
    enum { PARTS = 20, RESERVE = 500, LEAST = 1 }; /* of what is left a twentieth; milliseconds */
    int64_t ms = h->setting->think, spare = jg_table_left(t, seat, now) - RESERVE;
    int64_t most = spare / PARTS + t->increment;
    if (!t->total) return (int)ms;
    if (most > spare) most = spare;
    if (ms > most) ms = most;
    return ms < LEAST ? LEAST : (int)ms;
}

/* The task is about to run: its clock runs from now on, and the agent that moved last for this seat is its own, if it is
 * still open. */
static void take_agent(struct jg_task *task) {
    struct jg_mind *t = (struct jg_mind *)task;
    struct jg_hall *h = t->hall;
    int64_t now = jg_hall_now();
    if (t->place) {
        jg_table_stall(&t->place->table, JG_STALL_QUEUE, false, now);
        task->job.ms = time_for(h, &t->place->table, t->seat, now);
    }
    for (struct jg_idle_agent **at = &h->agents, *k; (k = *at); at = &k->next) {
        if (strcmp(k->table, t->table) || k->seat != t->seat || k->round != t->round || strcmp(k->spec, t->spec))
            continue;
        t->agent = k->agent;
        *at = k->next;
        jg_hall_release(h, k->game);
        free(k);
        report_idle(h);
        return;
    }
}

/* Leaves the agent open for its next move. */
static void leave_open(struct jg_hall *h, struct jg_mind *t) {
    struct jg_idle_agent *k = malloc(sizeof *k);
    if (!k) return;
    *k = (struct jg_idle_agent){.agent = t->agent,
                                .game = t->game,
                                .seat = t->seat,
                                .round = t->round,
                                .memory = t->task.memory,
                                .next = h->agents};
    memcpy(k->table, t->table, sizeof k->table);
    memcpy(k->spec, t->spec, sizeof k->spec);
    t->game->users++;
    t->agent = NULL;
    h->agents = k;
    report_idle(h);
}

/* ---- A task ----------------------------------------------------------------------------------- */

static void run(struct jg_job *job) {
    struct jg_mind *t = (struct jg_mind *)job;
    struct jg_ask ask = {.view = &t->view,
                         .seat = t->seat,
                         .seed = t->seed,
                         .stop = &job->stop,
                         .keys = t->keys,
                         .key_count = t->key_count,
                         .all = t->hint};
    t->cut = false;
    if (!t->agent) {
        t->agent = calloc(1, sizeof *t->agent);
        t->status =
            t->agent ? jg_guest_agent(t->agent, &t->game->game, t->spec, t->trust, t->share, &t->err) : JG_EMEMORY;
        if (t->status) {
            free(t->agent);
            t->agent = NULL;
            return;
        }
    }
    t->status = jg_agent_choose(t->agent, &ask, &t->report, &t->err);
    t->cut = atomic_load(&job->stop) && !atomic_load(&job->late);
    if (t->hint && !t->status) t->judgement = jg_judgement(t->agent, &ask, &t->report, t->lang);
}

static void free_mind(struct jg_mind *t) {
    if (t->agent) {
        jg_agent_close(t->agent);
        free(t->agent);
    }
    jg_hall_release(t->hall, t->game);
    json_decref(t->judgement);
    free(t->keys);
    free(t);
}

/* A job with what the seat to move may know; NULL without memory. */
static struct jg_mind *prepare(struct jg_hall *h, struct jg_place *place, const char *spec) {
    const struct jg_table *t = &place->table;
    const struct jg_record *r = &t->record;
    struct jg_mind *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    k->hall = h;
    k->task.job.run = run;
    k->task.begin = take_agent;
    k->game = place->game;
    k->seat = jg_record_turn(r);
    k->ply = r->count;
    k->round = t->round;
    k->cut = true;
    k->trust = h->setting->trust;
    k->share = jg_web_share(h->setting);
    k->task.memory = jg_guest_memory(spec, k->share);
    k->seed = jg_table_seed(t);
    memcpy(k->table, t->id, sizeof k->table);
    strncpy(k->spec, spec, sizeof k->spec - 1);
    jg_view(t->game, jg_record_state(r), k->seat, &k->view);
    place->game->users++;
    if (t->game->repeat && r->count) { /* elsewhere keys are of no use, and might tell of what is hidden */
        k->key_count = (size_t)r->count;
        k->keys = malloc(k->key_count * sizeof *k->keys);
        if (!k->keys) {
            free_mind(k);
            return NULL;
        }
        memcpy(k->keys, r->keys, k->key_count * sizeof *k->keys);
    }
    return k;
}

/* ---- Moves ------------------------------------------------------------------------------------- */

static int pace(const struct jg_hall *h, const struct jg_table *t) {
    if (h->setting->hurry) return 0;
    if (t->game->kind->traits & JG_IN_STEPS) return JG_PACE_STEPS;
    return jg_table_agents_only(t) ? JG_PACE_WATCHED : JG_PACE_PLAYED;
}

/* When an agent's move is shown. How long it thought about a hand says something of the hand: in a game with secrets
 * moves come at whole multiples of the pace, and the clock runs until then. */
static int64_t shown_at(const struct jg_hall *h, const struct jg_place *place, int64_t now) {
    int step = pace(h, &place->table);
    int64_t at = place->moved + step;
    if (!step || at >= now || !(place->table.game->kind->traits & JG_HAS_HIDDEN)) return at;
    return at + (now - at + step - 1) / step * step;
}

static void answer(struct jg_hall *h, struct jg_place *place, struct jg_mind *k) {
    struct jg_table *t = &place->table;
    int64_t now = jg_hall_now();
    jg_table_clock(t, now);
    if (jg_table_over(t) || k->cut) return; /* half a thought is not played */
    if (k->status == JG_EMEMORY) {
        place->retry = now + JG_RETRY;
        return;
    }
    if (k->status) {
        jg_table_fail(t, k->seat, jg_refusal_text(&k->err, h->setting), now);
        return;
    }
    place->held_until = shown_at(h, place, now);
    if (place->held_until <= now) {
        if (!jg_table_play(t, k->report.move, now)) place->retry = now + JG_RETRY;
        return;
    }
    place->held = k->report.move;
    if (!(t->game->kind->traits & JG_HAS_HIDDEN)) jg_table_hold(t, now);
    jg_hall_wake(h, place->held_until);
}

static void move_done(struct jg_task *task) {
    struct jg_mind *k = (struct jg_mind *)task;
    struct jg_hall *h = k->hall;
    struct jg_place *place = k->place;
    if (place) {
        place->mind = NULL;
        jg_table_stall(&place->table, JG_STALL_QUEUE, false, jg_hall_now());
        answer(h, place, k);
        if (k->agent) leave_open(h, k);
        jg_hall_settle(h, place);
    }
    free_mind(k);
}

/* A table where somebody sits and looks goes before one where agents play alone. */
static enum jg_priority priority_of(const struct jg_place *place) {
    const struct jg_table *t = &place->table;
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (t->seats[seat].kind == JG_SEAT_PLAYER && t->seats[seat].here) return JG_PRIORITY_PERSON;
    return JG_PRIORITY_AGENTS;
}

void jg_mind_reprioritize(struct jg_place *place) {
    if (place->mind) jg_scheduler_reprioritize(&place->mind->task, priority_of(place));
}

/* Without memory the agent is asked again later. */
static void ask_later(struct jg_hall *h, struct jg_place *place) {
    place->retry = jg_hall_now() + JG_RETRY;
    jg_hall_wake(h, place->retry);
}

void jg_mind_begin(struct jg_hall *h, struct jg_place *place) {
    int turn = jg_record_turn(&place->table.record);
    struct jg_mind *k = prepare(h, place, place->table.seats[turn].agent);
    if (!k) {
        ask_later(h, place);
        return;
    }
    k->place = place;
    k->task.finish = move_done;
    k->task.priority = priority_of(place);
    place->mind = k;                                                    /* before it may finish */
    jg_table_stall(&place->table, JG_STALL_QUEUE, true, jg_hall_now()); /* until it runs */
    if (jg_scheduler_submit(h->scheduler, &k->task, place->address, place->player)) return;
    place->mind = NULL; /* out of memory, or the server is closing */
    jg_table_stall(&place->table, JG_STALL_QUEUE, false, jg_hall_now());
    free_mind(k);
    ask_later(h, place);
}

bool jg_mind_fits(const struct jg_place *place) {
    const struct jg_table *t = &place->table;
    const struct jg_mind *k = place->mind;
    int turn = jg_record_turn(&t->record);
    return turn == k->seat && t->record.count == k->ply && t->round == k->round &&
           t->seats[turn].kind == JG_SEAT_AGENT && !strcmp(t->seats[turn].agent, k->spec);
}

void jg_mind_stop(struct jg_place *place) {
    struct jg_mind *k = place->mind;
    if (!k) return;
    k->place = NULL;
    place->mind = NULL;
    jg_table_stall(&place->table, JG_STALL_QUEUE, false, jg_hall_now());
    jg_scheduler_cancel(&k->task);
}

/* ---- Hints --------------------------------------------------------------------------------------- */

static void remove_hint(struct jg_hall *h, const struct jg_mind *k) {
    for (struct jg_mind **at = &h->hints; *at; at = &(*at)->next)
        if (*at == k) {
            *at = k->next;
            return;
        }
}

static void hint_done(struct jg_task *task) {
    struct jg_mind *k = (struct jg_mind *)task;
    remove_hint(k->hall, k);
    if (k->peer && k->judgement) {
        json_object_set_new(k->judgement, "ply", json_integer(k->ply));
        jg_peer_ok(k->peer, k->id, k->judgement);
        k->judgement = NULL;
    } else if (k->peer) {
        if (!k->status && k->cut)
            jg_fail(&k->err, JG_ESTOP, -1, "stopped before it was done");
        else if (!k->status || !k->err.code)
            jg_fail(&k->err, JG_EMEMORY, -1, "out of memory");
        jg_peer_refuse(k->peer, k->id, JG_REFUSE_FAILED, &k->err);
    }
    free_mind(k);
}

bool jg_mind_hint(struct jg_hall *h, struct jg_place *place, struct jg_peer *p, int64_t id, struct jg_no *no) {
    const struct jg_table *t = &place->table;
    int seat = jg_table_seat_of(t, p->player);
    if (seat < 0) return jg_refuse(no, JG_REFUSE_SEAT, "you do not sit at this table");
    if (!jg_table_ready(t) || jg_record_turn(&t->record) != seat)
        return jg_refuse(no, JG_REFUSE_TURN, "it is not your turn");
    for (const struct jg_mind *k = h->hints; k; k = k->next)
        if (k->peer && !strcmp(k->peer->player, p->player))
            return jg_refuse(no, JG_REFUSE_LIMIT, "a hint is being thought about already");
    struct jg_mind *k = prepare(h, place, t->game->kind->opponent);
    if (!k) return jg_refuse(no, JG_REFUSE_FAILED, "out of memory");
    k->hint = true;
    k->peer = p;
    k->id = id;
    k->lang = p->lang;
    k->err.lang = p->lang;
    k->task.finish = hint_done;
    k->task.priority = JG_PRIORITY_HINT;
    k->task.job.ms = h->setting->think;
    k->next = h->hints;
    h->hints = k;
    if (jg_scheduler_submit(h->scheduler, &k->task, p->address, p->player)) return true;
    remove_hint(h, k);
    free_mind(k);
    return jg_refuse(no, JG_REFUSE_FAILED, "out of memory");
}

void jg_mind_exit(struct jg_hall *h, const struct jg_peer *p) {
    for (struct jg_mind *k = h->hints, *next; k; k = next) {
        next = k->next;
        if (k->peer != p) continue;
        k->peer = NULL;
        jg_scheduler_cancel(&k->task);
    }
}
