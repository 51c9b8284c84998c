/* The layers of networks with the 128-bit SIMD of WebAssembly, eight numbers of 16 bits at a time. Every function gives
 * the same integers as its portable counterpart in network.c. */
#include "game/network.h"

#ifdef __wasm_simd128__

#include <wasm_simd128.h>

bool jg_network_has_simd(void) { return true; }

enum { LANES = 8, REGISTERS = 4 }; /* numbers in a register; registers that a loop holds */

/* Updates `registers` registers of accumulators from number i on. */
__attribute__((always_inline)) static inline void update_block(int16_t *accumulators, int i, int registers,
                                                               const struct jg_network_change *c) {
    v128_t sums[REGISTERS];
    for (int r = 0; r < registers; r++) sums[r] = wasm_v128_load(accumulators + i + r * LANES);
    for (int k = 0; k < c->added_count; k++)
        for (int r = 0; r < registers; r++)
            sums[r] = wasm_i16x8_add(sums[r], wasm_v128_load(c->added[k] + i + r * LANES));
    for (int k = 0; k < c->removed_count; k++)
        for (int r = 0; r < registers; r++)
            sums[r] = wasm_i16x8_sub(sums[r], wasm_v128_load(c->removed[k] + i + r * LANES));
    for (int r = 0; r < registers; r++) wasm_v128_store(accumulators + i + r * LANES, sums[r]);
}

void jg_network_update_simd(int16_t *accumulators, int n, const struct jg_network_change *c) {
    int i = 0;
    for (; i + REGISTERS * LANES <= n; i += REGISTERS * LANES) update_block(accumulators, i, REGISTERS, c);
    for (; i < n; i += LANES) update_block(accumulators, i, 1, c);
}

void jg_network_activate_simd(const int16_t *accumulators, int filters, int symmetries, int16_t *out) {
    const v128_t zero = wasm_i16x8_splat(0), one = wasm_i16x8_splat(JG_NETWORK_ONE);
    for (int i = 0; i < filters; i += LANES) {
        v128_t sum = zero;
        for (int s = 0; s < symmetries; s++) {
            v128_t a = wasm_v128_load(accumulators + s * filters + i);
            a = wasm_i16x8_min(wasm_i16x8_max(a, zero), one);
            sum = wasm_i16x8_add(sum, wasm_i16x8_q15mulr_sat(wasm_i16x8_shl(a, 5), a));
        }
        wasm_v128_store(out + i, sum);
    }
}

/* Scales four sums: the product of 32 bits each has 64. */
static v128_t scale_sums(v128_t sums, const void *scales) {
    const v128_t half = wasm_i64x2_splat((int64_t)1 << 31), scale = wasm_v128_load(scales);
    sums = wasm_i32x4_max(sums, wasm_i32x4_splat(0));
    v128_t low = wasm_i64x2_add(wasm_u64x2_extmul_low_u32x4(sums, scale), half),
           high = wasm_i64x2_add(wasm_u64x2_extmul_high_u32x4(sums, scale), half);
    return wasm_i32x4_min(wasm_i32x4_shuffle(low, high, 1, 3, 5, 7), wasm_i32x4_splat(JG_NETWORK_HIDDEN));
}

/* Eight outputs from their sums. */
static void store_outputs(const struct jg_network_layer *l, int k, v128_t first, v128_t second, int16_t *out) {
    v128_t y = wasm_i16x8_narrow_i32x4(scale_sums(first, l->scale + k), scale_sums(second, l->scale + k + 4));
    wasm_v128_store(out + k, y);
}

/* Sixteen outputs at a time, and eight if these are left. */
void jg_network_dense_simd(const struct jg_network_layer *l, const int16_t *in, int16_t *out) {
    int pairs = l->inputs / 2, k = 0;
    for (; k + 16 <= l->outputs; k += 16) {
        v128_t a = wasm_v128_load(l->bias + k), b = wasm_v128_load(l->bias + k + 4),
               c = wasm_v128_load(l->bias + k + 8), d = wasm_v128_load(l->bias + k + 12);
        const int16_t *weights = l->weights + 2 * k;
        for (int i = 0; i < pairs; i++, weights += 2 * l->outputs) {
            v128_t pair = wasm_v128_load32_splat(in + 2 * i);
            a = wasm_i32x4_add(a, wasm_i32x4_dot_i16x8(pair, wasm_v128_load(weights)));
            b = wasm_i32x4_add(b, wasm_i32x4_dot_i16x8(pair, wasm_v128_load(weights + 8)));
            c = wasm_i32x4_add(c, wasm_i32x4_dot_i16x8(pair, wasm_v128_load(weights + 16)));
            d = wasm_i32x4_add(d, wasm_i32x4_dot_i16x8(pair, wasm_v128_load(weights + 24)));
        }
        store_outputs(l, k, a, b, out);
        store_outputs(l, k + 8, c, d, out);
    }
    if (k == l->outputs) return;
    v128_t a = wasm_v128_load(l->bias + k), b = wasm_v128_load(l->bias + k + 4);
    const int16_t *weights = l->weights + 2 * k;
    for (int i = 0; i < pairs; i++, weights += 2 * l->outputs) {
        v128_t pair = wasm_v128_load32_splat(in + 2 * i);
        a = wasm_i32x4_add(a, wasm_i32x4_dot_i16x8(pair, wasm_v128_load(weights)));
        b = wasm_i32x4_add(b, wasm_i32x4_dot_i16x8(pair, wasm_v128_load(weights + 8)));
    }
    store_outputs(l, k, a, b, out);
}

#endif
