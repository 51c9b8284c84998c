/* A worker: plays the games of batches that a coordinator sends, on threads of its own, and replies with rows. */
#ifndef ARENA_WORKER_H
#define ARENA_WORKER_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>

enum { JG_WORKER_FORMAT = 1 };

struct jg_worker_setting {
    int in, out;  /* file descriptors: batches come in, rows go out */
    int threads;  /* games at once; 0: all cores */
    bool strange; /* the coordinator may be anybody: see jg_batch_open */
    const atomic_bool *stop;
};

/* Plays until the input ends and all its games are finished. Its first line is {"jogada":"worker",...} with the number
 * of threads; {"alive":true} follows at intervals while games take long. A batch that cannot be played is reported to the
 * coordinator as {"error":"..."} and ends the work: JG_EINPUT. JG_ESTOP: stopped. JG_EIO: the coordinator is gone. */
enum jg_status jg_worker_run(const struct jg_worker_setting *setting, struct jg_error *err);

#endif
