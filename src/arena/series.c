/* Threads take the next number, play the game and store it in its slot; the thread that finishes a game also takes all
 * games that are next in order. A thread that is too far ahead of the oldest unfinished game waits. Agents stay open for
 * all games of a thread and forget between games; a program that cannot be restarted forfeits the game. */
#include "arena/series.h"

#include "agents/agents.h"
#include "arena/coordinator.h"
#include "arena/row.h"
#include "core/parallel.h"
#include "core/stop.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 32 }; /* games per thread that may wait for an older one */

/* A game in progress or waiting to be taken. Free slots form a stack, so that cached memory is reused first. */
struct slot {
    struct jg_record record;
    struct jg_played played;
    bool skipped;
    struct slot *next; /* in the free list */
};

struct work {
    const struct jg_series *s;
    int threads;
    jg_lang lang;
    struct jg_seeding seeding;
    size_t ahead; /* maximum distance from the oldest game not taken to the newest */
    struct slot *slots;
    atomic_bool over; /* no more games are started */

    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t moved; /* signals a change of `taken` or `over` */
    uint64_t next, taken; /* from 0 */
    struct slot **done;   /* finished games, by number modulo `ahead` */
    struct slot *free;
    bool enough; /* `take` has ended the series */
    enum jg_status status;
    struct jg_error err;
};

/* The agents of a thread, opened on first use: one for each player and seat, since agents must not share what they
 * see. */
struct worker {
    struct jg_agent *agents;   /* players x seats */
    struct absence *absences;  /* of the agents: the last failure to open them */
    struct jg_timing *timings; /* of the players */
    int seats;
};

/* A program that could not be started. */
struct absence {
    char reason[JG_MESSAGE_MAX]; /* in English, for the record */
    int failed;                  /* starts in a row */
};

static bool stopped(const struct work *w) {
    return atomic_load(&w->over) || jg_stopped(w->s->stop);
}

/* Opens an agent. A program that cannot be started is absent: `a` stays empty. */
static enum jg_status seat_agent(const struct work *w, const struct jg_player *p, struct jg_agent *a,
                                 struct absence *absence, struct jg_error *err) {
    struct jg_error why = {0};
    if (!p->kind->runs_program) return jg_player_open(p, w->s->game, a, err);
    if (absence->failed == JG_PROGRAM_STARTS) return JG_OK;
    enum jg_status status = jg_player_open(p, w->s->game, a, &why);
    absence->failed += status == JG_EIO;
    if (status == JG_EIO) {
        if (absence->failed == JG_PROGRAM_STARTS) jg_program_give_up(&why);
        memcpy(absence->reason, why.message, sizeof why.message);
        return JG_OK;
    }
    if (status) *err = why;
    return status;
}

static enum jg_status seat_agents(const struct work *w, struct worker *worker, const struct jg_fixture *f,
                                  struct jg_arena_game *game, struct jg_error *err) {
    for (int seat = 0; seat < worker->seats; seat++) {
        int player = f->players[jg_team(seat)];
        struct jg_agent *a = &worker->agents[player * worker->seats + seat];
        struct absence *absence = &worker->absences[player * worker->seats + seat];
        if (!a->kind) {
            enum jg_status status = seat_agent(w, &w->s->players[player], a, absence, err);
            if (status) return status;
        } else if (a->kind->forget) {
            a->kind->forget(a);
        }
        game->timings[jg_team(seat)] = &worker->timings[player];
        game->seats[seat] = a->kind ? a : NULL;
        game->absent[seat] = absence->reason;
    }
    return JG_OK;
}

static void default_fixture(const struct jg_series *s, uint64_t number, struct jg_fixture *f) {
    f->deal = number;
    f->players[1] = s->player_count > 1;
}

struct jg_arena_game jg_series_game(const struct jg_series *s, const struct jg_fixture *f,
                                    const struct jg_seeding *seeding) {
    struct jg_arena_game game = {.game = s->game,
                                 .start = f->start,
                                 .seeding = *seeding,
                                 .deal = f->deal,
                                 .variant = f->variant,
                                 .opening = s->opening,
                                 .annotate = s->annotate,
                                 .margin = s->margin,
                                 .adjudication = s->adjudication,
                                 .stop = s->stop,
                                 .watch = s->watch,
                                 .arg = s->arg};
    for (int team = 0; team < 2 && s->controls; team++) game.controls[team] = s->controls[f->players[team]];
    return game;
}

static enum jg_status play(const struct work *w, struct worker *worker, uint64_t number, struct slot *slot,
                           struct jg_error *err) {
    const struct jg_series *s = w->s;
    struct jg_played *p = &slot->played;
    *p = (struct jg_played){.number = number, .record = &slot->record};
    if (!s->fixture)
        default_fixture(s, number, &p->fixture);
    else if (!s->fixture(s->arg, number, &p->fixture)) {
        slot->skipped = true;
        return JG_OK;
    }
    enum jg_status status = JG_OK;
    struct jg_rows *rows = s->watch ? NULL : s->rows;
    if (!jg_rows_take(rows, s, &w->seeding, &p->fixture, number, &slot->record, p->seconds)) {
        struct jg_arena_game game = jg_series_game(s, &p->fixture, &w->seeding);
        status = seat_agents(w, worker, &p->fixture, &game, err);
        if (!status) status = jg_arena_play(&game, &slot->record, p->seconds, err);
    }
    if (!status && s->finished) status = s->finished(s->arg, p, err);
    return status;
}

/* Takes the games that are next in order. Needs the lock. */
static void take(struct work *w) {
    const struct jg_series *s = w->s;
    uint64_t before = w->taken;
    for (struct slot *slot; !w->status && !w->enough && (slot = w->done[w->taken % w->ahead]);) {
        w->done[w->taken % w->ahead] = NULL;
        slot->next = w->free;
        w->free = slot;
        enum jg_status status = slot->skipped || !s->take ? JG_OK : s->take(s->arg, &slot->played, &w->err);
        w->enough = status == JG_ESTOP;
        if (status && !w->enough) w->status = status;
        if (status) atomic_store(&w->over, true);
        if (w->status) break;
        w->taken++;
        if (w->enough) break;
    }
    if (w->taken == before && !w->status) return;
    if (s->progress) s->progress(s->arg, (double)w->taken / (double)s->count);
    pthread_cond_broadcast(&w->moved);
}

/* Waits for a number to play; NULL: there are no more. Needs the lock. */
static struct slot *next(struct work *w, uint64_t *number) {
    while (!stopped(w) && w->next < w->s->count && w->next - w->taken >= w->ahead)
        pthread_cond_wait(&w->moved, &w->lock);
    if (stopped(w) || w->next >= w->s->count) return NULL;
    struct slot *slot = w->free;
    w->free = slot->next;
    slot->skipped = false;
    *number = w->next++;
    return slot;
}

static void finish(struct work *w, uint64_t number, struct slot *slot, enum jg_status status,
                   const struct jg_error *err) {
    if (!status) {
        w->done[number % w->ahead] = slot;
        take(w);
        return;
    }
    atomic_store(&w->over, true);
    if (!w->status && !w->enough) {
        w->status = status;
        w->err = *err;
    }
    pthread_cond_broadcast(&w->moved);
}

static void work(void *arg, size_t thread) {
    struct work *w = arg;
    struct worker worker = {.seats = w->s->game->kind->seats};
    size_t agents = (size_t)(w->s->player_count * worker.seats);
    struct jg_error err = {.lang = w->lang};
    uint64_t number;
    (void)thread;
    worker.agents = calloc(agents, sizeof *worker.agents);
    worker.absences = calloc(agents, sizeof *worker.absences);
    worker.timings = calloc((size_t)w->s->player_count, sizeof *worker.timings);
    pthread_mutex_lock(&w->lock);
    if (!worker.agents || !worker.absences || !worker.timings) {
        w->status = jg_fail(&w->err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        atomic_store(&w->over, true);
    }
    for (struct slot *slot; (slot = next(w, &number));) {
        pthread_mutex_unlock(&w->lock);
        enum jg_status status = play(w, &worker, w->s->first + number, slot, &err);
        pthread_mutex_lock(&w->lock);
        finish(w, number, slot, status, &err);
    }
    pthread_cond_broadcast(&w->moved);
    pthread_mutex_unlock(&w->lock);
    for (size_t i = 0; worker.agents && i < agents; i++) jg_agent_close(&worker.agents[i]);
    free(worker.agents);
    free(worker.absences);
    free(worker.timings);
}

static bool make_slots(struct work *w) {
    w->slots = calloc(w->ahead, sizeof *w->slots); /* enough: no thread is more than `ahead` games ahead */
    w->done = calloc(w->ahead, sizeof *w->done);
    for (size_t i = 0; i < w->ahead && w->slots; i++) {
        w->slots[i].next = w->free;
        w->free = &w->slots[i];
    }
    return w->slots && w->done;
}

enum jg_status jg_series_play(const struct jg_series *s, struct jg_error *err) {
    if (s->coordinator && !s->watch) return jg_coordinator_play(s->coordinator, s, err);
    struct work w = {.s = s, .threads = jg_threads(s->threads), .lang = err ? err->lang : JG_EN};
    w.err.lang = w.lang;
    w.seeding = jg_seeding_of(s->seed);
    w.ahead = (size_t)w.threads * AHEAD;
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.moved, NULL);
    if (make_slots(&w))
        jg_parallel(w.threads, (size_t)w.threads, work, &w);
    else
        w.status = jg_fail(&w.err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    pthread_cond_destroy(&w.moved);
    pthread_mutex_destroy(&w.lock);
    for (size_t i = 0; i < w.ahead && w.slots; i++) jg_record_free(&w.slots[i].record);
    free(w.slots);
    free(w.done);
    if (!w.status && !w.enough && w.taken < s->count)
        w.status = jg_fail(&w.err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
    if (w.status && err) *err = w.err;
    return w.status;
}
