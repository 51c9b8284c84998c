/* The cores of a process: unknown, so that the caller asks sysconf, which says one. */
#ifndef SITE_LIBC_SCHED_H
#define SITE_LIBC_SCHED_H

#include_next <sched.h>

#include <stddef.h>

typedef int cpu_set_t;

#define CPU_COUNT(set) (*(set))

static inline int sched_getaffinity(int process, size_t size, cpu_set_t *set) {
    return (void)process, (void)size, *set = 1, 0;
}

#endif
