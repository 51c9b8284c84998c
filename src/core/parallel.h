/* Work that falls into numbered pieces, done by several threads. */
#ifndef CORE_PARALLEL_H
#define CORE_PARALLEL_H

#include <stddef.h>

/* How many cores this process may use. */
int jg_cores(void);

/* As many threads as asked for (0: one for each core), but no such crowd that they
 * could not stop in time. */
int jg_threads(int asked);

/* Calls work(arg, i) once for every i below n, on `threads` threads (0: all
 * cores; the caller's is one of them and does the first piece), in no certain
 * order, and returns when all are done. Threads that cannot be started are done without. */
void jg_parallel(int threads, size_t n, void (*work)(void *arg, size_t i), void *arg);

#endif
