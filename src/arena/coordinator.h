/* The coordinator of workers: processes that play the games of a series, on this machine or others. It hands out batches
 * of about a second of work, checks every row that comes back, and hands games out again when a worker ends, hangs or
 * sends an invalid row. docs/cluster.md explains the protocol. */
#ifndef ARENA_COORDINATOR_H
#define ARENA_COORDINATOR_H

#include "arena/series.h"

enum { JG_COORDINATOR_WORKERS = 1000 };

struct jg_coordinator;

/* Makes a coordinator of workers that shell commands start, one per line. They start with the first game. NULL with err
 * filled. Not thread-safe: one series plays at a time. */
struct jg_coordinator *jg_coordinator_open(const char *commands, struct jg_error *err);

/* The same for workers at the other end of connected sockets, which the coordinator closes, also if it fails. Such a worker
 * cannot be started again. */
struct jg_coordinator *jg_coordinator_connect(const int *sockets, int n, struct jg_error *err);

/* Ends the workers. May be NULL. */
void jg_coordinator_close(struct jg_coordinator *c);

/* What happened to a worker so far. */
struct jg_coordinator_worker {
    const char *command;
    uint64_t games;   /* valid rows */
    uint64_t lost;    /* games that were handed out again, since the worker failed */
    int starts;       /* of its process */
    double rate;      /* games per second, lately */
    bool given_up;
    const char *reason; /* of its last failure; "": none */
};

/* The number of workers, and the state of worker i. */
int jg_coordinator_count(const struct jg_coordinator *c);
struct jg_coordinator_worker jg_coordinator_worker(const struct jg_coordinator *c, int i);

/* Plays a series for jg_series_play. JG_EIO: no worker is left. */
enum jg_status jg_coordinator_play(struct jg_coordinator *c, const struct jg_series *s, struct jg_error *err);

#endif
