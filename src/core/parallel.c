#include "core/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS_MAX = 256, CROWD = 16, STACK = 16 << 20 }; /* threads in all and per core; bytes of a stack */

struct job {
    void (*work)(void *arg, size_t i);
    void *arg;
    size_t n;
    atomic_size_t next;
};

static void *run(void *p) {
    struct job *job = p;
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->n;) job->work(job->arg, i);
    return NULL;
}

/* The number of cores that this process may use. */
static int count_cores(void) {
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set)) return CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

int jg_threads(int asked) {
    int cores = count_cores();
    return asked <= 0 ? cores : asked < CROWD * cores ? asked : CROWD * cores;
}

void jg_parallel(int threads, size_t n, void (*work)(void *arg, size_t i), void *arg) {
    struct job job = {.work = work, .arg = arg, .n = n, .next = 1};
    if (threads <= 0) threads = count_cores();
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    if ((size_t)threads > n) threads = (int)n;
    pthread_t helpers[THREADS_MAX];
    pthread_attr_t attributes;
    int started = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK); /* for deep recursion in searches */
    while (started < threads - 1 && !pthread_create(&helpers[started], &attributes, run, &job)) started++;
    pthread_attr_destroy(&attributes);
    if (n) work(arg, 0);
    run(&job);
    while (started) pthread_join(helpers[--started], NULL);
}
