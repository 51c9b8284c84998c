/* The layers of networks with AVX2, sixteen numbers of 16 bits at a time. Every function gives the same integers as its
 * portable counterpart in network.c. */
#include "game/network.h"

#ifdef __x86_64__

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

bool jg_network_has_avx2(void) { return __builtin_cpu_supports("avx2"); }

AVX2 void jg_network_update_avx2(int16_t *accumulators, int n, const struct jg_network_change *c) {
    for (int i = 0; i < n; i += 16) {
        __m256i sum = _mm256_load_si256((const __m256i *)(accumulators + i));
        for (int k = 0; k < c->added_count; k++)
            sum = _mm256_add_epi16(sum, _mm256_load_si256((const __m256i *)(c->added[k] + i)));
        for (int k = 0; k < c->removed_count; k++)
            sum = _mm256_sub_epi16(sum, _mm256_load_si256((const __m256i *)(c->removed[k] + i)));
        _mm256_store_si256((__m256i *)(accumulators + i), sum);
    }
}

AVX2 void jg_network_activate_avx2(const int16_t *accumulators, int filters, int symmetries, int16_t *out) {
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
    __m256i odd =
        _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(sums, 32), _mm256_srli_epi64(scale, 32)), half);
    __m256i y = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
    return _mm256_min_epi32(y, _mm256_set1_epi32(JG_NETWORK_HIDDEN));
}

AVX2 void jg_network_dense_avx2(const struct jg_network_layer *l, const int16_t *in, int16_t *out) {
    int pairs = l->inputs / 2;
    for (int k = 0; k < l->outputs; k += 8) {
        __m256i sums = _mm256_load_si256((const __m256i *)(l->bias + k));
        const int16_t *weights = l->weights + 2 * k;
        for (int i = 0; i < pairs; i++, weights += 2 * l->outputs) {
            int32_t pair;
            memcpy(&pair, in + 2 * i, sizeof pair);
            __m256i products = _mm256_madd_epi16(_mm256_set1_epi32(pair), _mm256_load_si256((const __m256i *)weights));
            sums = _mm256_add_epi32(sums, products);
        }
        __m256i y = scale_sums(sums, _mm256_load_si256((const __m256i *)(l->scale + k)));
        y = _mm256_permute4x64_epi64(_mm256_packs_epi32(y, y), 0x08);
        _mm_storeu_si128((__m128i *)(out + k), _mm256_castsi256_si128(y));
    }
}

#else

bool jg_network_has_avx2(void) { return false; }

void jg_network_update_avx2(int16_t *accumulators, int n, const struct jg_network_change *change) {
    (void)accumulators, (void)n, (void)change;
}

void jg_network_activate_avx2(const int16_t *accumulators, int filters, int symmetries, int16_t *out) {
    (void)accumulators, (void)filters, (void)symmetries, (void)out;
}

void jg_network_dense_avx2(const struct jg_network_layer *l, const int16_t *in, int16_t *out) {
    (void)l, (void)in, (void)out;
}

#endif
