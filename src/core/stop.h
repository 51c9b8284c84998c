/* Stop flags of searches: one thread sets the flag, another polls it. */
#ifndef CORE_STOP_H
#define CORE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __wasm__
/* The same where no other thread could set the flag: site/pool.c also watches the deadline of the running job. */
bool jg_stopped(const atomic_bool *stop);
#else
/* Whether the flag is set; NULL: never. */
static inline bool jg_stopped(const atomic_bool *stop) {
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}
#endif

#endif
