#include "web/scheduler.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUND_MS = 1000, /* in which every waiting player gets a turn */
    SLICE_MS = 20,   /* least time of a turn */
};

struct jg_account {
    char key[JG_ADDRESS];
    int tasks, running;
    int waiting[JG_PRIORITY_COUNT];
    uint64_t served; /* the turn in which it was last served, or created */
    struct jg_account *next;
};

struct jg_scheduler {
    struct jg_pool *work;
    int threads;
    size_t budget, reserved, idle, peak;
    bool (*release)(void *arg);
    void *arg;
    struct jg_task *waiting, *running; /* oldest first; in any order */
    int running_count[JG_PRIORITY_COUNT];
    struct jg_account *addresses, *players;
    uint64_t turn;
    bool stopped;
};

_Static_assert((int)JG_PLAYER_ID <= (int)JG_ADDRESS, "an account holds either key");

struct jg_scheduler *jg_scheduler_open(struct jg_pool *work, int threads, size_t budget) {
    struct jg_scheduler *s = calloc(1, sizeof *s);
    if (s)
        *s = (struct jg_scheduler){.work = work, .threads = threads, .budget = budget ? budget : SIZE_MAX, .turn = 1};
    return s;
}

void jg_scheduler_close(struct jg_scheduler *s) { free(s); }

struct jg_pool *jg_scheduler_work(const struct jg_scheduler *s) {
    return s->work;
}

void jg_scheduler_idle(struct jg_scheduler *s, size_t bytes, bool (*release)(void *arg), void *arg) {
    s->idle = bytes;
    s->release = release;
    s->arg = arg;
}

int jg_scheduler_waiting(const struct jg_scheduler *s) {
    int n = 0;
    for (const struct jg_task *t = s->waiting; t; t = t->next) n++;
    return n;
}

size_t jg_scheduler_peak(const struct jg_scheduler *s) { return s->peak; }

/* ---- Accounts ------------------------------------------------------------------------------ */

/* A new account is served after all that already wait and before those that were just served. */
static struct jg_account *open_account(struct jg_account **list, const char *key, uint64_t turn) {
    for (struct jg_account *a = *list; a; a = a->next)
        if (!strcmp(a->key, key)) {
            a->tasks++;
            return a;
        }
    struct jg_account *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    strncpy(a->key, key, sizeof a->key - 1);
    a->tasks = 1;
    a->served = turn;
    a->next = *list;
    return *list = a;
}

static void close_account(struct jg_account **list, struct jg_account *a) {
    if (!a || --a->tasks) return;
    while (*list != a) list = &(*list)->next;
    *list = a->next;
    free(a);
}

static void count_waiting(struct jg_task *t, int by) {
    t->address->waiting[t->priority] += by;
    t->player->waiting[t->priority] += by;
}

static void count_running(struct jg_scheduler *s, struct jg_task *t, int by) {
    t->address->running += by;
    t->player->running += by;
    s->running_count[t->priority] += by;
}

static void unlink_task(struct jg_task **list, struct jg_task *t) {
    while (*list != t) list = &(*list)->next;
    *list = t->next;
}

/* ---- Choosing the next task ---------------------------------------------------------------------- */

/* Each class below JG_PRIORITY_PERSON leaves one thread free; together they may occupy all, and then preempt() frees one.
 * Agents that play alone get one thread per address. */
static bool may_run(const struct jg_scheduler *s, const struct jg_task *t) {
    int most = s->threads > 1 ? s->threads - 1 : 1;
    if (t->priority == JG_PRIORITY_PERSON) return true;
    if (s->running_count[t->priority] >= most) return false;
    return t->priority != JG_PRIORITY_AGENTS || !t->address->running;
}

static bool goes_before(const struct jg_task *a, const struct jg_task *b) {
    if (a->priority != b->priority) return a->priority < b->priority;
    if (a->address->running != b->address->running) return a->address->running < b->address->running;
    if (a->address->served != b->address->served) return a->address->served < b->address->served;
    if (a->player->running != b->player->running) return a->player->running < b->player->running;
    return a->player->served < b->player->served;
}

/* The task to run next, whether or not a thread is free; the oldest of equals. */
static struct jg_task *next_task(const struct jg_scheduler *s) {
    struct jg_task *best = NULL;
    for (struct jg_task *t = s->waiting; t; t = t->next)
        if (may_run(s, t) && (!best || goes_before(t, best))) best = t;
    return best;
}

/* Milliseconds for each task of a class, so that all its waiting players get a turn in one round; 0: nobody waits. */
static int slice_of(const struct jg_scheduler *s, enum jg_priority priority) {
    int players = 0;
    for (const struct jg_account *a = s->players; a; a = a->next) players += a->waiting[priority] > 0;
    if (!players) return 0;
    int ms = ROUND_MS * s->threads / players;
    return ms < SLICE_MS ? SLICE_MS : ms;
}

/* Shortens running searches while others wait: moves and hints share a round, and hints are minimal while players wait
 * for moves. */
static void limit_slices(struct jg_scheduler *s) {
    int move = slice_of(s, JG_PRIORITY_PERSON), hint = move ? SLICE_MS : slice_of(s, JG_PRIORITY_HINT);
    for (struct jg_task *t = s->running; t; t = t->next) {
        int ms = t->priority == JG_PRIORITY_PERSON ? move : t->priority == JG_PRIORITY_HINT ? hint : 0;
        if (ms) jg_pool_limit(s->work, &t->job, ms);
    }
}

/* Stops searches of agents that play alone if a higher class waits; they are started again later. */
static void preempt(struct jg_scheduler *s) {
    const struct jg_task *next = next_task(s);
    if (!next || next->priority == JG_PRIORITY_AGENTS) return;
    for (struct jg_task *t = s->running; t; t = t->next)
        if (t->priority == JG_PRIORITY_AGENTS) atomic_store(&t->job.stop, true);
}

/* ---- Running -------------------------------------------------------------------------------- */

static void finish(struct jg_scheduler *s, struct jg_task *t) {
    struct jg_account *address = t->address, *player = t->player;
    t->scheduler = NULL;
    t->finish(t);
    close_account(&s->addresses, address);
    close_account(&s->players, player);
}

static void dispatch(struct jg_scheduler *s);

static void ended(struct jg_job *job) {
    struct jg_task *t = (struct jg_task *)job;
    struct jg_scheduler *s = t->scheduler;
    unlink_task(&s->running, t);
    count_running(s, t, -1);
    s->reserved -= t->memory;
    t->running = false;
    finish(s, t);
    dispatch(s);
}

static void reserve(struct jg_scheduler *s, size_t bytes) {
    s->reserved += bytes;
    while (s->reserved + s->idle > s->budget && s->release && s->release(s->arg)) {
    }
    if (s->reserved + s->idle > s->peak) s->peak = s->reserved + s->idle;
}

static void start(struct jg_scheduler *s, struct jg_task *t) {
    unlink_task(&s->waiting, t);
    count_waiting(t, -1);
    t->address->served = t->player->served = s->turn += 2;
    if (t->begin) t->begin(t);
    t->job.done = ended;
    if (!jg_pool_submit(s->work, &t->job, true, 0)) {
        finish(s, t);
        return;
    }
    reserve(s, t->memory);
    t->running = true;
    t->next = s->running;
    s->running = t;
    count_running(s, t, 1);
}

static int busy(const struct jg_scheduler *s) {
    int n = 0;
    for (int i = 0; i < JG_PRIORITY_COUNT; i++) n += s->running_count[i];
    return n;
}

static void dispatch(struct jg_scheduler *s) {
    struct jg_task *t;
    while (!s->stopped && busy(s) < s->threads && (t = next_task(s))) start(s, t);
    limit_slices(s);
    preempt(s);
}

/* ---- Tasks ---------------------------------------------------------------------------------- */

bool jg_scheduler_submit(struct jg_scheduler *s, struct jg_task *task, const char *address, const char *player) {
    if (s->stopped) return false;
    task->address = open_account(&s->addresses, address, s->turn - 1);
    task->player = task->address ? open_account(&s->players, player, s->turn - 1) : NULL;
    if (!task->player) {
        close_account(&s->addresses, task->address);
        return false;
    }
    task->scheduler = s;
    task->running = false;
    task->next = NULL;
    struct jg_task **end = &s->waiting;
    while (*end) end = &(*end)->next;
    *end = task;
    count_waiting(task, 1);
    dispatch(s);
    return true;
}

void jg_scheduler_cancel(struct jg_task *task) {
    struct jg_scheduler *s = task->scheduler;
    atomic_store(&task->job.stop, true);
    if (!s || task->running) return;
    unlink_task(&s->waiting, task);
    count_waiting(task, -1);
    finish(s, task);
}

void jg_scheduler_reprioritize(struct jg_task *task, enum jg_priority priority) {
    if (!task->scheduler || task->running || task->priority == priority) return;
    count_waiting(task, -1);
    task->priority = priority;
    count_waiting(task, 1);
    dispatch(task->scheduler);
}

void jg_scheduler_stop(struct jg_scheduler *s) {
    s->stopped = true;
    while (s->waiting) jg_scheduler_cancel(s->waiting);
}
