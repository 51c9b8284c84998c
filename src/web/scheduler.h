/* The scheduler: which search runs next, for how long, and with how much memory.
 *
 * Priority classes: moves at tables with a person, then hints, then analysis, then tables where only agents play, which
 * are preempted. Within a class network addresses take turns (round robin), and within an address its players: player
 * ids are free, addresses are not. While people wait, all searches of a class share one second per round. All agents
 * share one memory budget. Called by the event loop alone; core/thread_pool.h has the threads. */
#ifndef WEB_SCHEDULER_H
#define WEB_SCHEDULER_H

#include "core/thread_pool.h"
#include "web/peer.h"

#include <stddef.h>
#include <stdint.h>

enum jg_priority { JG_PRIORITY_PERSON, JG_PRIORITY_HINT, JG_PRIORITY_ANALYSIS, JG_PRIORITY_AGENTS, JG_PRIORITY_COUNT };

struct jg_account; /* the turns of an address or of a player */

/* A search to run. The owner embeds it as its first member and fills the first group of members. */
struct jg_task {
    struct jg_job job; /* first; the owner sets run, progress and ms */
    enum jg_priority priority;
    size_t memory;                        /* bytes reserved while it runs */
    void (*begin)(struct jg_task *task);  /* called right before a worker starts it; may be NULL */
    void (*finish)(struct jg_task *task); /* called at the end, whether it ran or not; may free the task */

    struct jg_scheduler *scheduler; /* NULL: not submitted */
    struct jg_account *address, *player;
    struct jg_task *next;
    bool running;
};

struct jg_scheduler;

/* At most `threads` tasks run at once, with `budget` bytes of memory in all (0: no limit). NULL: out of memory. */
struct jg_scheduler *jg_scheduler_open(struct jg_pool *work, int threads, size_t budget);

/* Starts no more tasks: those in the queue finish without having run. */
void jg_scheduler_stop(struct jg_scheduler *s);
void jg_scheduler_close(struct jg_scheduler *s); /* after jg_pool_close; NULL is allowed */

/* The threads that run its tasks. */
struct jg_pool *jg_scheduler_work(const struct jg_scheduler *s);

/* Reports the memory of agents that are open between their moves. When a task needs it `release` is called, which frees
 * some and returns true, or returns false if there is none. */
void jg_scheduler_idle(struct jg_scheduler *s, size_t bytes, bool (*release)(void *arg), void *arg);

/* Queues a task. False: out of memory, or the scheduler has stopped; the task stays the caller's. */
bool jg_scheduler_submit(struct jg_scheduler *s, struct jg_task *task, const char *address, const char *player);

/* Cancels a task: in the queue it finishes at once, running it finishes when it sees its stop flag. */
void jg_scheduler_cancel(struct jg_task *task);

/* Changes the priority of a queued task: a person came to its table or left it. */
void jg_scheduler_reprioritize(struct jg_task *task, enum jg_priority priority);

/* The length of the queue; the most bytes ever reserved, for tests. */
int jg_scheduler_waiting(const struct jg_scheduler *s);
size_t jg_scheduler_peak(const struct jg_scheduler *s);

#endif
