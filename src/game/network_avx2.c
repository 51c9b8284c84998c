/* The layers of networks with AVX2, sixteen numbers of 16 bits at a time. Every function gives the same integers as its
 * portable counterpart in network.c. */
#include "game/network.h"

#ifdef __x86_64__

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

bool jg_network_has_avx2(void) { return __builtin_cpu_supports("avx2"); }
bool jg_network_has_simd(void) { return jg_network_has_avx2(); }

/* Four registers at a time, while at least four are left: the loops over rows then cost little. */
AVX2 static int update_blocks(int16_t *accumulators, int n, const struct jg_network_change *c) {
    int i = 0;
    for (; i + 64 <= n; i += 64) {
        __m256i *to = (__m256i *)(accumulators + i);
        __m256i s0 = _mm256_load_si256(to), s1 = _mm256_load_si256(to + 1), s2 = _mm256_load_si256(to + 2),
                s3 = _mm256_load_si256(to + 3);
        for (int k = 0; k < c->added_count; k++) {
            const __m256i *row = (const __m256i *)(c->added[k] + i);
            s0 = _mm256_add_epi16(s0, _mm256_load_si256(row));
            s1 = _mm256_add_epi16(s1, _mm256_load_si256(row + 1));
            s2 = _mm256_add_epi16(s2, _mm256_load_si256(row + 2));
            s3 = _mm256_add_epi16(s3, _mm256_load_si256(row + 3));
        }
        for (int k = 0; k < c->removed_count; k++) {
            const __m256i *row = (const __m256i *)(c->removed[k] + i);
            s0 = _mm256_sub_epi16(s0, _mm256_load_si256(row));
            s1 = _mm256_sub_epi16(s1, _mm256_load_si256(row + 1));
            s2 = _mm256_sub_epi16(s2, _mm256_load_si256(row + 2));
            s3 = _mm256_sub_epi16(s3, _mm256_load_si256(row + 3));
        }
        _mm256_store_si256(to, s0);
        _mm256_store_si256(to + 1, s1);
        _mm256_store_si256(to + 2, s2);
        _mm256_store_si256(to + 3, s3);
    }
    return i;
}

AVX2 void jg_network_update_simd(int16_t *accumulators, int n, const struct jg_network_change *c) {
    for (int i = update_blocks(accumulators, n, c); i < n; i += 16) {
        __m256i sum = _mm256_load_si256((const __m256i *)(accumulators + i));
        for (int k = 0; k < c->added_count; k++)
            sum = _mm256_add_epi16(sum, _mm256_load_si256((const __m256i *)(c->added[k] + i)));
        for (int k = 0; k < c->removed_count; k++)
            sum = _mm256_sub_epi16(sum, _mm256_load_si256((const __m256i *)(c->removed[k] + i)));
        _mm256_store_si256((__m256i *)(accumulators + i), sum);
    }
}

AVX2 void jg_network_activate_simd(const int16_t *accumulators, int filters, int symmetries, int16_t *out) {
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(JG_NETWORK_ONE);
    for (int i = 0; i < filters; i += 16) {
        __m256i sum = zero;
        for (int s = 0; s < symmetries; s++) {
            __m256i a = _mm256_load_si256((const __m256i *)(accumulators + s * filters + i));
            a = _mm256_min_epi16(_mm256_max_epi16(a, zero), one);
            sum = _mm256_add_epi16(sum, _mm256_mulhrs_epi16(_mm256_slli_epi16(a, 5), a));
        }
        _mm256_store_si256((__m256i *)(out + i), sum);
    }
}

/* Scales eight sums: the product of 32 bits each is computed for even and odd lanes. */
AVX2 static __m256i scale_sums(__m256i sums, __m256i scale) {
    const __m256i half = _mm256_set1_epi64x((long long)1 << 31);
    sums = _mm256_max_epi32(sums, _mm256_setzero_si256());
    __m256i even = _mm256_add_epi64(_mm256_mul_epu32(sums, scale), half);
    __m256i odd = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(sums, 32), _mm256_srli_epi64(scale, 32)), half);
    __m256i y = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
    return _mm256_min_epi32(y, _mm256_set1_epi32(JG_NETWORK_HIDDEN));
}

AVX2 static __m256i pair_at(const int16_t *in, int i) {
    int32_t pair;
    memcpy(&pair, in + 2 * i, sizeof pair);
    return _mm256_set1_epi32(pair);
}

AVX2 static void store_outputs(const struct jg_network_layer *l, int k, __m256i sums, int16_t *out) {
    __m256i y = scale_sums(sums, _mm256_load_si256((const __m256i *)(l->scale + k)));
    y = _mm256_permute4x64_epi64(_mm256_packs_epi32(y, y), 0x08);
    _mm_storeu_si128((__m128i *)(out + k), _mm256_castsi256_si128(y));
}

/* Sixteen outputs at a time, and eight if these are left. */
AVX2 void jg_network_dense_simd(const struct jg_network_layer *l, const int16_t *in, int16_t *out) {
    int pairs = l->inputs / 2, k = 0;
    for (; k + 16 <= l->outputs; k += 16) {
        __m256i low = _mm256_load_si256((const __m256i *)(l->bias + k)),
                high = _mm256_load_si256((const __m256i *)(l->bias + k + 8));
        const int16_t *weights = l->weights + 2 * k;
        for (int i = 0; i < pairs; i++, weights += 2 * l->outputs) {
            __m256i pair = pair_at(in, i);
            low = _mm256_add_epi32(low, _mm256_madd_epi16(pair, _mm256_load_si256((const __m256i *)weights)));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(pair, _mm256_load_si256((const __m256i *)weights + 1)));
        }
        store_outputs(l, k, low, out);
        store_outputs(l, k + 8, high, out);
    }
    if (k == l->outputs) return;
    __m256i sums = _mm256_load_si256((const __m256i *)(l->bias + k));
    const int16_t *weights = l->weights + 2 * k;
    for (int i = 0; i < pairs; i++, weights += 2 * l->outputs)
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(pair_at(in, i), _mm256_load_si256((const __m256i *)weights)));
    store_outputs(l, k, sums, out);
}

#else

bool jg_network_has_avx2(void) { return false; }

#ifndef __wasm_simd128__ /* network_wasm.c has them */

bool jg_network_has_simd(void) { return false; }

void jg_network_update_simd(int16_t *accumulators, int n, const struct jg_network_change *change) {
    (void)accumulators, (void)n, (void)change;
}

void jg_network_activate_simd(const int16_t *accumulators, int filters, int symmetries, int16_t *out) {
    (void)accumulators, (void)filters, (void)symmetries, (void)out;
}

void jg_network_dense_simd(const struct jg_network_layer *l, const int16_t *in, int16_t *out) {
    (void)l, (void)in, (void)out;
}

#endif

#endif
