/* The scheduler: which agent thinks next, for how long, and with how much memory.
 *
 * Moves at tables where a person sits go first, then hints, then analyses, then tables where only agents
 * play, which give way at once. Within a class addresses take turns, and within an address its players (round
 * robin): identities are free, addresses are not. While people wait, all thinking of a class shares one second
 * per round. Memory of agents comes from one budget. Called by the event loop alone; work.h has the threads. */
#ifndef WEB_SCHEDULER_H
#define WEB_SCHEDULER_H

#include "core/work.h"
#include "web/peer.h"

#include <stddef.h>
#include <stdint.h>

enum jg_priority { JG_PRIORITY_PERSON, JG_PRIORITY_HINT, JG_PRIORITY_ANALYSIS, JG_PRIORITY_AGENTS, JG_PRIORITY_COUNT };

struct jg_account; /* the turns of an address, or of a player */

/* A piece of thinking. Its owner holds this as its first member, and fills the first group. */
struct jg_task {
    struct jg_job job; /* first; run, told and ms are the owner's */
    enum jg_priority priority;
    size_t memory;                        /* bytes that are reserved while it runs */
    void (*begin)(struct jg_task *task);  /* right before a worker has it; may be NULL */
    void (*finish)(struct jg_task *task); /* at the end, run or not; may free the task */

    struct jg_scheduler *scheduler; /* NULL: not submitted */
    struct jg_account *address, *player;
    struct jg_task *next;
    bool running;
};

struct jg_scheduler;

/* At most `threads` of the tasks run at once; agents have `budget` bytes of memory in all, 0: without limit. NULL without
 * memory. */
struct jg_scheduler *jg_scheduler_open(struct jg_work *work, int threads, size_t budget);

/* Starts nothing from now on: all that waits finishes without having run. */
void jg_scheduler_stop(struct jg_scheduler *s);
void jg_scheduler_close(struct jg_scheduler *s); /* after jg_work_close; NULL is allowed */

/* The threads that run its tasks. */
struct jg_work *jg_scheduler_work(const struct jg_scheduler *s);

/* Memory that agents hold between their moves counts as idle; `release` is called when a task needs it: frees some
 * and returns true, or has none. */
void jg_scheduler_idle(struct jg_scheduler *s, size_t bytes, bool (*release)(void *arg), void *arg);

/* Queues a task. False: out of memory, or the scheduler has stopped; the task is untouched. */
bool jg_scheduler_submit(struct jg_scheduler *s, struct jg_task *task, const char *address, const char *player);

/* Takes back a task: one that waits finishes at once, one that runs when it sees its stop flag. */
void jg_scheduler_cancel(struct jg_task *task);

/* A person came to the table, or left it. */
void jg_scheduler_reprioritize(struct jg_task *task, enum jg_priority priority);

/* The number of tasks that wait; the most bytes ever reserved, for tests. */
int jg_scheduler_waiting(const struct jg_scheduler *s);
size_t jg_scheduler_peak(const struct jg_scheduler *s);

#endif
