/* Resource limits, of which there are none. */
#ifndef SITE_LIBC_SYS_RESOURCE_H
#define SITE_LIBC_SYS_RESOURCE_H

struct rlimit {
    unsigned long rlim_cur, rlim_max;
};
enum { RLIMIT_AS };

#define RLIM_INFINITY (~0ul)

static inline int getrlimit(int which, struct rlimit *out) { return (void)which, (void)out, -1; }

#endif
