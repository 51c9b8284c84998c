/* Threads where there are none: none starts, and locks are free. Code that asks for threads then does the work itself. */
#ifndef SITE_LIBC_PTHREAD_H
#define SITE_LIBC_PTHREAD_H

#include <errno.h>
#include <stddef.h>
#include <sys/types.h> /* pthread_t and the like */

#define PTHREAD_MUTEX_INITIALIZER {{{0}}}
#define PTHREAD_COND_INITIALIZER {{{0}}}

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg) {
    (void)thread, (void)attributes, (void)run, (void)arg;
    return EAGAIN;
}
static inline int pthread_join(pthread_t thread, void **result) { return (void)thread, (void)result, 0; }
static inline pthread_t pthread_self(void) { return NULL; }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
static inline int pthread_attr_init(pthread_attr_t *a) { return (void)a, 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t *a, size_t n) { return (void)a, (void)n, 0; }
static inline int pthread_attr_destroy(pthread_attr_t *a) { return (void)a, 0; }
static inline int pthread_mutex_init(pthread_mutex_t *m, const void *attributes) { return (void)m, (void)attributes, 0; }
static inline int pthread_mutex_lock(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_cond_init(pthread_cond_t *c, const void *attributes) { return (void)c, (void)attributes, 0; }
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return (void)c, (void)m, 0; }
static inline int pthread_cond_signal(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_broadcast(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_destroy(pthread_cond_t *c) { return (void)c, 0; }

#endif
