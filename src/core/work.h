/* Work that takes longer than an event loop may wait: done by a few threads, in
 * line. A job is run by a worker and ended by the event loop, each exactly once. */
#ifndef CORE_WORK_H
#define CORE_WORK_H

#include <stdatomic.h>
#include <stdbool.h>

struct jg_work;

/* Whoever has a job made holds this as its first member. */
struct jg_job {
    void (*run)(struct jg_job *job);  /* by a worker; not called if it was stopped while it waited */
    void (*told)(struct jg_job *job); /* by the loop, some time after jg_work_tell; may be NULL */
    void (*done)(struct jg_job *job); /* by the loop, at the end; may free the job */
    atomic_bool stop;                 /* to be obeyed within 10 ms */
    atomic_bool late;                 /* it was stopped because its time was over */
    int ms;                           /* after this many of running it is stopped; 0: never */

    /* The line's own. */
    double begun, until;       /* 0: it does not run; it has no deadline */
    bool news, ended;          /* stands among the news; has been run */
    struct jg_job *next, *new; /* in line; among the news */
};

/* wake is called by workers when jg_work_collect has something to do. NULL without memory or threads. */
struct jg_work *jg_work_open(int threads, void (*wake)(void *arg), void *arg);

/* Stops all jobs, and waits for them; done is called for each. */
void jg_work_close(struct jg_work *w);

/* Puts a job in line; behind all others, or before those that are not urgent. False: `most` or more wait already
 * (0: any number may). */
bool jg_work_put(struct jg_work *w, struct jg_job *job, bool urgent, int most);

/* By the job's own run: there is something to tell. */
void jg_work_tell(struct jg_work *w, struct jg_job *job);

/* By the loop: a job that waits or runs is stopped after `ms` of running, if not earlier. */
void jg_work_limit(struct jg_work *w, struct jg_job *job, int ms);

/* By the loop: calls told and done where they are due, and stops jobs that took too long. Returns in how many
 * milliseconds it wants to be called again if nobody wakes it; -1: it need not. */
int jg_work_collect(struct jg_work *w);

int jg_work_waiting(struct jg_work *w);

#endif
