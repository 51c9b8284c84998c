/* Prefetching: the cache line at an address of readable memory is fetched while other work goes on. WebAssembly has no
 * instruction for it; a load whose result nobody waits for does nearly the same. */
#ifndef CORE_PREFETCH_H
#define CORE_PREFETCH_H

static inline void jg_prefetch(const void *at) {
#ifdef __wasm__
    (void)*(const volatile unsigned char *)at;
#else
    __builtin_prefetch(at);
#endif
}

#endif
