/* Statistics against their definitions and published examples. */
#include "test.h"

#include "core/stats.h"

#include <math.h>

static void near(double x, double want, double error) {
    if (!(fabs(x - want) <= error)) fail_msg("%.9g, not %.9g", x, want);
}

/* R. G. Newcombe, "Two-sided confidence intervals for the single proportion",
 * Statistics in Medicine 17, 1998, table I, method 3. */
static void test_wilson_published(void **state) {
    (void)state;
    static const double known[][4] = {
        {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double low, high;
        jg_wilson(known[i][0], known[i][1], &low, &high);
        near(low, known[i][2], 0.00005);
        near(high, known[i][3], 0.00005);
    }
}

/* By definition: at either end the share seen is 1.96 standard deviations away. */
static void test_wilson_definition(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < test_scaled(10000); i++) {
        double n = 1 + jg_rng_below(&rng, 5000), k = jg_rng_below(&rng, 2 * (uint32_t)n + 1) / 2.0, ends[2];
        jg_wilson(k, n, &ends[0], &ends[1]);
        assert_true(0 <= ends[0] && ends[0] <= k / n && k / n <= ends[1] && ends[1] <= 1);
        assert_true(ends[1] - ends[0] > 0);
        for (int end = 0; end < 2; end++) {
            double p = ends[end];
            if (p > 0 && p < 1) near(fabs(k / n - p) / sqrt(p * (1 - p) / n), 1.959963984540054, 1e-6);
        }
    }
    double low, high;
    jg_wilson(0, 0, &low, &high);
    assert_true(low == 0 && high == 1);
}

/* Every sequence of n trials, with its chance. */
static void enumerate(int n, double p, double out[]) {
    for (int k = 0; k <= n; k++) out[k] = 0;
    for (unsigned sequence = 0; sequence < 1u << n; sequence++) {
        double chance = 1;
        int k = 0;
        for (int i = 0; i < n; i++) {
            bool success = sequence >> i & 1;
            chance *= success ? p : 1 - p;
            k += success;
        }
        out[k] += chance;
    }
}

static void test_binomial(void **state) {
    (void)state;
    static const double shares[] = {0, 0.001, 0.3, 0.5, 0.77, 0.998, 1};
    double want[12];
    for (int n = 0; n <= 10; n++)
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
            enumerate(n, shares[i], want);
            for (int k = 0; k <= n; k++) {
                double tail = 0; /* all results that are no likelier */
                for (int j = 0; j <= n; j++) tail += want[j] <= want[k] * (1 + 1e-9) ? want[j] : 0;
                near(jg_binomial(k, n, shares[i]), want[k], 1e-12);
                near(jg_binomial_test(k, n, shares[i]), tail, 1e-12);
            }
            assert_true(jg_binomial(-1, n, shares[i]) == 0 && jg_binomial(n + 1, n, shares[i]) == 0);
        }
}

/* Mendel's peas, W. J. Conover, "Practical Nonparametric Statistics", 1971, p. 97,
 * as in the manual of R's binom.test: p = 0.3825. */
static void test_binomial_published(void **state) {
    (void)state;
    near(jg_binomial_test(682, 682 + 243, 0.75), 0.3825, 0.00005);
    double sum = 0;
    for (int k = 0; k <= 1000; k++) sum += jg_binomial(k, 1000, 0.123);
    near(sum, 1, 1e-10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson_published),
        cmocka_unit_test(test_wilson_definition),
        cmocka_unit_test(test_binomial),
        cmocka_unit_test(test_binomial_published),
    };
    test_begin();
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
