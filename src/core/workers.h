/* Threads that stay alive between parallel loops, for loops so short that starting threads each time (core/parallel.h)
 * would take longer. */
#ifndef CORE_WORKERS_H
#define CORE_WORKERS_H

#include <stddef.h>

struct jg_workers;

/* Starts threads - 1 threads, since the caller of jg_workers_run is one more; fewer if some cannot be started. NULL if
 * memory runs out. */
struct jg_workers *jg_workers_open(int threads);
void jg_workers_close(struct jg_workers *w); /* may be NULL */

/* Calls work(arg, i) once for every i below n, in any order, and returns when all calls have returned. Only one thread
 * may call it at a time. */
void jg_workers_run(struct jg_workers *w, size_t n, void (*work)(void *arg, size_t i), void *arg);

#endif
