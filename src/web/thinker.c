/* Agents at tables: searches for their moves and for hints, run by the scheduler on worker threads.
 *
 * A thinker owns a copy of everything that its search needs; the event loop reads the result when it has finished.
 * Agents stay open between the moves of a game, since some of them make plans. When memory is short the least recently
 * used of them are closed. */
#include "web/room.h"

#include "web/analysis.h"

#include <stdlib.h>
#include <string.h>

/* An open agent between two of its moves. */
struct jg_idle_agent {
    struct jg_agent *agent;
    struct jg_shared_game *game;
    char table[JG_TABLE_ID], spec[JG_SPEC_MAX];
    int seat, round;
    size_t memory;
    struct jg_idle_agent *next;
};

struct jg_thinker {
    struct jg_task task; /* first: the scheduler's callbacks cast it */
    struct jg_lobby *lobby;
    struct jg_room *room;    /* that waits for a move; NULL: canceled, or a hint */
    struct jg_peer *peer;    /* that waits for a hint; NULL: canceled, or a move */
    struct jg_thinker *next; /* in the list of hints */
    int64_t id;
    jg_lang lang;
    bool hint;

    struct jg_shared_game *game;
    char table[JG_TABLE_ID], spec[JG_SPEC_MAX];
    int seat, ply, round;
    bool trust;
    size_t share; /* bytes of memory that the agent may use */
    struct jg_ask ask;

    struct jg_agent *agent; /* NULL: the worker opens it */
    struct jg_report report;
    enum jg_status status;
    struct jg_error err;
    bool canceled; /* stopped before its deadline, or never started */
    json_t *evaluation;
};

/* ---- Idle agents ------------------------------------------------------------------------------ */

static bool release_idle(void *arg);

static void report_idle(struct jg_lobby *lobby) {
    size_t bytes = 0;
    for (const struct jg_idle_agent *k = lobby->agents; k; k = k->next) bytes += k->memory;
    jg_scheduler_idle(lobby->scheduler, bytes, release_idle, lobby);
}

static void close_idle(struct jg_lobby *lobby, struct jg_idle_agent **at) {
    struct jg_idle_agent *k = *at;
    *at = k->next;
    jg_agent_close(k->agent);
    free(k->agent);
    jg_lobby_release_game(lobby, k->game);
    free(k);
}

/* Closes the least recently used agent; false: there is none. */
static bool release_idle(void *arg) {
    struct jg_lobby *lobby = arg;
    struct jg_idle_agent **last = &lobby->agents;
    if (!*last) return false;
    while ((*last)->next) last = &(*last)->next;
    close_idle(lobby, last);
    report_idle(lobby);
    return true;
}

static bool is_at(const struct jg_idle_agent *k, const struct jg_room *room) {
    return !room || !strcmp(k->table, room->table.id);
}

void jg_thinker_close_agents(struct jg_lobby *lobby, const struct jg_room *room) {
    for (struct jg_idle_agent **at = &lobby->agents; *at;)
        if (is_at(*at, room))
            close_idle(lobby, at);
        else
            at = &(*at)->next;
    report_idle(lobby);
}

/* Time management: the server's limit, and at most a twentieth of the time left on the agent's clock plus the increment.
 * The reserve covers delays outside the search. */
static int time_for(const struct jg_lobby *lobby, const struct jg_table *t, int seat, int64_t now) {
    enum { PARTS = 20, RESERVE = 500, LEAST = 1 }; /* milliseconds, but for PARTS */
    int64_t ms = lobby->setting->think, spare = jg_table_time_left(t, seat, now) - RESERVE;
    int64_t most = spare / PARTS + t->increment;
    if (!t->total) return (int)ms;
    if (most > spare) most = spare;
    if (ms > most) ms = most;
    return ms < LEAST ? LEAST : (int)ms;
}

/* Called right before the search starts: lets the clock run, and reuses the agent that played this seat before if it is
 * still open. */
static void take_agent(struct jg_task *task) {
    struct jg_thinker *thinker = (struct jg_thinker *)task;
    struct jg_lobby *lobby = thinker->lobby;
    int64_t now = jg_lobby_now();
    if (thinker->room) {
        jg_table_stall_clock(&thinker->room->table, JG_STALL_QUEUE, false, now);
        task->job.ms = time_for(lobby, &thinker->room->table, thinker->seat, now);
    }
    for (struct jg_idle_agent **at = &lobby->agents, *k; (k = *at); at = &k->next) {
        if (strcmp(k->table, thinker->table) || k->seat != thinker->seat || k->round != thinker->round ||
            strcmp(k->spec, thinker->spec))
            continue;
        thinker->agent = k->agent;
        *at = k->next;
        jg_lobby_release_game(lobby, k->game);
        free(k);
        report_idle(lobby);
        return;
    }
}

/* Leaves the agent open for its next move. */
static void leave_open(struct jg_lobby *lobby, struct jg_thinker *thinker) {
    struct jg_idle_agent *k = malloc(sizeof *k);
    if (!k) return;
    *k = (struct jg_idle_agent){.agent = thinker->agent,
                                .game = thinker->game,
                                .seat = thinker->seat,
                                .round = thinker->round,
                                .memory = thinker->task.memory,
                                .next = lobby->agents};
    memcpy(k->table, thinker->table, sizeof k->table);
    memcpy(k->spec, thinker->spec, sizeof k->spec);
    thinker->game->users++;
    thinker->agent = NULL;
    lobby->agents = k;
    report_idle(lobby);
}

/* ---- A task ----------------------------------------------------------------------------------- */

static void run(struct jg_job *job) {
    struct jg_thinker *thinker = (struct jg_thinker *)job;
    thinker->canceled = false;
    if (!thinker->agent) {
        thinker->agent = calloc(1, sizeof *thinker->agent);
        thinker->status = thinker->agent ? jg_policy_open_agent(thinker->agent, &thinker->game->game, thinker->spec,
                                                                thinker->trust, thinker->share, &thinker->err)
                                         : JG_EMEMORY;
        if (thinker->status) {
            free(thinker->agent);
            thinker->agent = NULL;
            return;
        }
    }
    thinker->status = jg_ask_copied(&thinker->ask, thinker->agent, &thinker->report, &thinker->err);
    thinker->canceled = atomic_load(&job->stop) && !atomic_load(&job->late);
    if (thinker->hint && !thinker->status)
        thinker->evaluation = jg_evaluation_json(thinker->agent, &thinker->ask.query, &thinker->report, thinker->lang);
}

static void free_thinker(struct jg_thinker *thinker) {
    if (thinker->agent) {
        jg_agent_close(thinker->agent);
        free(thinker->agent);
    }
    jg_lobby_release_game(thinker->lobby, thinker->game);
    json_decref(thinker->evaluation);
    jg_ask_free(&thinker->ask);
    free(thinker);
}

/* A thinker with the seat's view of the position; NULL: out of memory. */
static struct jg_thinker *prepare(struct jg_lobby *lobby, struct jg_room *room, const char *spec) {
    const struct jg_table *t = &room->table;
    const struct jg_record *r = &t->record;
    struct jg_thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker) return NULL;
    thinker->lobby = lobby;
    thinker->task.job.run = run;
    thinker->task.begin = take_agent;
    thinker->game = room->game;
    thinker->seat = jg_record_turn(r);
    thinker->ply = r->count;
    thinker->round = t->round;
    thinker->canceled = true;
    thinker->trust = lobby->setting->trust;
    thinker->share = jg_web_agent_memory(lobby->setting);
    thinker->task.memory = jg_policy_agent_memory(spec, thinker->share);
    thinker->ask = (struct jg_ask){.seed = jg_table_seed(t), .stop = &thinker->task.job.stop};
    memcpy(thinker->table, t->id, sizeof thinker->table);
    strncpy(thinker->spec, spec, sizeof thinker->spec - 1);
    room->game->users++;
    if (!jg_ask_copy(&thinker->ask, r, r->count, NULL)) return thinker;
    free_thinker(thinker);
    return NULL;
}

/* ---- Moves ------------------------------------------------------------------------------------- */

static int pace(const struct jg_lobby *lobby, const struct jg_room *room) {
    const struct jg_table *t = &room->table;
    if (lobby->setting->hurry || (t->halted && room->step_from >= 0)) return 0;
    if (room->pace && jg_table_agents_only(t)) return room->pace;
    if (t->game->kind->traits & JG_IN_STEPS) return JG_PACE_STEPS;
    return jg_table_agents_only(t) ? JG_PACE_WATCHED : JG_PACE_PLAYED;
}

/* When to play an agent's move. Thinking time could reveal something about a hidden hand: in games with hidden
 * information moves come at whole multiples of the pace, and the clock runs until then. */
static int64_t shown_at(const struct jg_lobby *lobby, const struct jg_room *room, int64_t now) {
    int step = pace(lobby, room);
    int64_t at = room->last_move + step;
    if (!step || at >= now || !(room->table.game->kind->traits & JG_HAS_HIDDEN)) return at;
    return at + (now - at + step - 1) / step * step;
}

static void use_result(struct jg_lobby *lobby, struct jg_room *room, struct jg_thinker *thinker) {
    struct jg_table *t = &room->table;
    int64_t now = jg_lobby_now();
    jg_table_update_clock(t, now);
    if (jg_table_over(t) || thinker->canceled) return; /* the move of a canceled search is not played */
    if (thinker->status == JG_EMEMORY) {
        room->retry_at = now + JG_RETRY_MS;
        return;
    }
    if (thinker->status) {
        jg_table_forfeit(t, thinker->seat, JG_FORFEIT_FAILED, jg_refusal_text(&thinker->err, lobby->setting), now);
        return;
    }
    room->pending_at = shown_at(lobby, room, now);
    if (room->pending_at <= now) {
        if (!jg_table_play_agent_move(t, thinker->report.move, now)) room->retry_at = now + JG_RETRY_MS;
        return;
    }
    room->pending = thinker->report.move;
    if (!(t->game->kind->traits & JG_HAS_HIDDEN)) jg_table_pause_clock(t, now);
    jg_lobby_schedule(lobby, room->pending_at);
}

static void move_done(struct jg_task *task) {
    struct jg_thinker *thinker = (struct jg_thinker *)task;
    struct jg_lobby *lobby = thinker->lobby;
    struct jg_room *room = thinker->room;
    if (room) {
        room->thinker = NULL;
        jg_table_stall_clock(&room->table, JG_STALL_QUEUE, false, jg_lobby_now());
        use_result(lobby, room, thinker);
        if (thinker->agent) leave_open(lobby, thinker);
        jg_lobby_update(lobby, room);
    }
    free_thinker(thinker);
}

/* A table with a player who is present has priority over one where agents play alone. */
static enum jg_priority priority_of(const struct jg_room *room) {
    const struct jg_table *t = &room->table;
    for (int seat = 0; seat < t->game->kind->seats; seat++)
        if (t->seats[seat].kind == JG_SEAT_PLAYER && t->seats[seat].here) return JG_PRIORITY_PERSON;
    return JG_PRIORITY_AGENTS;
}

void jg_thinker_reprioritize(struct jg_room *room) {
    if (room->thinker) jg_scheduler_reprioritize(&room->thinker->task, priority_of(room));
}

static void retry_later(struct jg_lobby *lobby, struct jg_room *room) {
    room->retry_at = jg_lobby_now() + JG_RETRY_MS;
    jg_lobby_schedule(lobby, room->retry_at);
}

void jg_thinker_start(struct jg_lobby *lobby, struct jg_room *room) {
    int turn = jg_record_turn(&room->table.record);
    struct jg_thinker *thinker = prepare(lobby, room, room->table.seats[turn].agent);
    if (!thinker) {
        retry_later(lobby, room);
        return;
    }
    thinker->room = room;
    thinker->task.finish = move_done;
    thinker->task.priority = priority_of(room);
    room->thinker = thinker;                                                  /* it may finish within submit */
    jg_table_stall_clock(&room->table, JG_STALL_QUEUE, true, jg_lobby_now()); /* until it starts */
    if (jg_scheduler_submit(lobby->scheduler, &thinker->task, room->address, room->player)) return;
    room->thinker = NULL; /* out of memory, or the server is closing */
    jg_table_stall_clock(&room->table, JG_STALL_QUEUE, false, jg_lobby_now());
    free_thinker(thinker);
    retry_later(lobby, room);
}

bool jg_thinker_is_current(const struct jg_room *room) {
    const struct jg_table *t = &room->table;
    const struct jg_thinker *thinker = room->thinker;
    int turn = jg_record_turn(&t->record);
    return turn == thinker->seat && t->record.count == thinker->ply && t->round == thinker->round &&
           t->seats[turn].kind == JG_SEAT_AGENT && !strcmp(t->seats[turn].agent, thinker->spec);
}

void jg_thinker_cancel(struct jg_room *room) {
    struct jg_thinker *thinker = room->thinker;
    if (!thinker) return;
    thinker->room = NULL;
    room->thinker = NULL;
    jg_table_stall_clock(&room->table, JG_STALL_QUEUE, false, jg_lobby_now());
    jg_scheduler_cancel(&thinker->task);
}

/* ---- Hints --------------------------------------------------------------------------------------- */

static void remove_hint(struct jg_lobby *lobby, const struct jg_thinker *thinker) {
    for (struct jg_thinker **at = &lobby->hints; *at; at = &(*at)->next)
        if (*at == thinker) {
            *at = thinker->next;
            return;
        }
}

static void hint_done(struct jg_task *task) {
    struct jg_thinker *thinker = (struct jg_thinker *)task;
    remove_hint(thinker->lobby, thinker);
    if (thinker->peer && thinker->evaluation) {
        json_object_set_new(thinker->evaluation, "ply", json_integer(thinker->ply));
        jg_peer_reply(thinker->peer, thinker->id, thinker->evaluation);
        thinker->evaluation = NULL;
    } else if (thinker->peer) {
        if (!thinker->status && thinker->canceled)
            jg_fail(&thinker->err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
        else if (!thinker->status || !thinker->err.code)
            jg_fail(&thinker->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        jg_peer_refuse(thinker->peer, thinker->id, JG_REFUSE_FAILED, &thinker->err);
    }
    free_thinker(thinker);
}

bool jg_thinker_hint(struct jg_lobby *lobby, struct jg_room *room, struct jg_peer *p, int64_t id,
                     struct jg_refusal *refusal) {
    const struct jg_table *t = &room->table;
    int seat = jg_table_seat_of(t, p->player);
    if (seat < 0) return jg_refuse(refusal, JG_REFUSE_SEAT, "you have no seat at this table");
    if (!jg_table_ready(t) || jg_record_turn(&t->record) != seat)
        return jg_refuse(refusal, JG_REFUSE_TURN, "it is not your turn");
    for (const struct jg_thinker *thinker = lobby->hints; thinker; thinker = thinker->next)
        if (thinker->peer && !strcmp(thinker->peer->player, p->player))
            return jg_refuse(refusal, JG_REFUSE_LIMIT, "a hint is already being computed");
    struct jg_thinker *thinker = prepare(lobby, room, t->game->kind->opponent);
    if (!thinker) return jg_refuse(refusal, JG_REFUSE_FAILED, "out of memory");
    thinker->hint = thinker->ask.all = true;
    thinker->peer = p;
    thinker->id = id;
    thinker->lang = p->lang;
    thinker->err.lang = p->lang;
    thinker->task.finish = hint_done;
    thinker->task.priority = JG_PRIORITY_HINT;
    thinker->task.job.ms = lobby->setting->think;
    thinker->next = lobby->hints;
    lobby->hints = thinker;
    if (jg_scheduler_submit(lobby->scheduler, &thinker->task, p->address, p->player)) return true;
    remove_hint(lobby, thinker);
    free_thinker(thinker);
    return jg_refuse(refusal, JG_REFUSE_FAILED, "out of memory");
}

void jg_thinker_disconnect(struct jg_lobby *lobby, const struct jg_peer *p) {
    for (struct jg_thinker *thinker = lobby->hints, *next; thinker; thinker = next) {
        next = thinker->next;
        if (thinker->peer != p) continue;
        thinker->peer = NULL;
        jg_scheduler_cancel(&thinker->task);
    }
}
