/* Copying and filling memory. The instructions memory.copy and memory.fill of WebAssembly leave the compiled code in
 * browsers, which takes longer than a move of Kalah. So nothing else is compiled with them (tools/wasm.cross), and these
 * functions use them for large blocks alone. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wasm_simd128.h>

enum { BLOCK = sizeof(v128_t), LARGE = 512 }; /* bytes */

typedef uint64_t __attribute__((aligned(1), may_alias)) eight;
typedef uint32_t __attribute__((aligned(1), may_alias)) four;

/* Copies at most BLOCK bytes, all of which it reads before it writes. */
static inline void copy_small(unsigned char *to, const unsigned char *from, size_t n) {
    if (n == BLOCK) {
        wasm_v128_store(to, wasm_v128_load(from));
    } else if (n >= sizeof(eight)) {
        uint64_t first = *(const eight *)from, last = *(const eight *)(from + n - sizeof(eight));
        *(eight *)to = first;
        *(eight *)(to + n - sizeof(eight)) = last;
    } else if (n >= sizeof(four)) {
        uint32_t first = *(const four *)from, last = *(const four *)(from + n - sizeof(four));
        *(four *)to = first;
        *(four *)(to + n - sizeof(four)) = last;
    } else if (n) {
        unsigned char first = from[0], middle = from[n / 2], last = from[n - 1];
        to[0] = first;
        to[n / 2] = middle;
        to[n - 1] = last;
    }
}

void *memcpy(void *restrict out, const void *restrict in, size_t n) {
    unsigned char *to = out;
    const unsigned char *from = in;
    if (n >= LARGE) return __builtin_memcpy(out, in, n);
    if (n <= BLOCK) {
        copy_small(to, from, n);
        return out;
    }
    v128_t last = wasm_v128_load(from + n - BLOCK);
    for (size_t i = 0; i + BLOCK < n; i += BLOCK) wasm_v128_store(to + i, wasm_v128_load(from + i));
    wasm_v128_store(to + n - BLOCK, last);
    return out;
}

void *memmove(void *out, const void *in, size_t n) {
    if (n > BLOCK) return __builtin_memmove(out, in, n);
    copy_small(out, in, n);
    return out;
}

void *memset(void *out, int byte, size_t n) {
    unsigned char *to = out;
    if (n >= LARGE) return __builtin_memset(out, byte, n);
    if (n < BLOCK) {
        for (size_t i = 0; i < n; i++) to[i] = (unsigned char)byte;
        return out;
    }
    v128_t all = wasm_i8x16_splat((int8_t)byte);
    for (size_t i = 0; i + BLOCK < n; i += BLOCK) wasm_v128_store(to + i, all);
    wasm_v128_store(to + n - BLOCK, all);
    return out;
}
