/* Parallel loops. */
#ifndef CORE_PARALLEL_H
#define CORE_PARALLEL_H

#include <stddef.h>

/* The number of threads to use: the requested number, 0 being one per core that this process may use, limited so that all can stop in time. */
int jg_threads(int asked);

/* Calls work(arg, i) once for every i below n, in any order, on `threads` threads (0: one per core) including the
 * caller's, which runs i = 0. Returns when all calls have returned. Works with fewer threads if some cannot be
 * started. */
void jg_parallel(int threads, size_t n, void (*work)(void *arg, size_t i), void *arg);

#endif
