/* Elementary functions against those of <math.h> with more digits, and against their own digits on other machines. */
#include "test.h"

#include "core/hash.h"
#include "core/math.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A function, its reference, the range of its arguments, and the largest error in units in the last place. */
struct function {
    const char *name;
    double (*ours)(double x);
    long double (*theirs)(long double x);
    double from, to, most;
};

static const struct function FUNCTIONS[] = {
    {"exp", jg_math_exp, expl, -700, 700, 0.51},     {"exp", jg_math_exp, expl, -2, 2, 0.51},
    {"log", jg_math_log, logl, 1e-9, 1e6, 0.51},     {"log", jg_math_log, logl, 0.97, 1.03, 0.51},
    {"log10", jg_math_log10, log10l, 1e-9, 9, 0.51}, {"log1p", jg_math_log1p, log1pl, -0.999, 9, 0.7},
    {"log1p", jg_math_log1p, log1pl, -1e-8, 1e-8, 1}, {"tanh", jg_math_tanh, tanhl, -3, 3, 0.7},
    {"tanh", jg_math_tanh, tanhl, -25, 25, 0.7},     {"tanh", jg_math_tanh, tanhl, -1e-5, 1e-5, 0.7},
    {"atanh", jg_math_atanh, atanhl, -1, 1, 2},      {"cos", jg_math_cos, cosl, -7, 7, 1},
    {"cos", jg_math_cos, cosl, -1e4, 1e4, 1},
    {"sin", jg_math_sin, sinl, -7, 7, 1},            {"erfc", jg_math_erfc, erfcl, -6, 6, 5},
    {"erfc", jg_math_erfc, erfcl, 6, 26, 5},
};

static double error_of(double ours, long double exact) {
    double nearest = (double)exact, unit = nextafter(fabs(nearest), HUGE_VAL) - fabs(nearest);
    return (double)(fabsl((long double)ours - exact) / (long double)unit);
}

static void test_accuracy(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    if (LDBL_MANT_DIG == DBL_MANT_DIG) skip(); /* no more digits on this machine */
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
        const struct function *f = &FUNCTIONS[i];
        for (int k = 0; k < test_scaled(100000); k++) {
            double x = f->from + (f->to - f->from) * jg_rng_unit(&rng), y = f->ours(x), error = error_of(y, f->theirs(x));
            if (!(error <= f->most)) fail_msg("%s(%.17g) = %.17g: %.2f units wrong", f->name, x, y, error);
        }
    }
}

static void test_power(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (int k = 0; k < test_scaled(100000) && LDBL_MANT_DIG > DBL_MANT_DIG; k++) {
        double x = 20 * jg_rng_unit(&rng), y = 16 * jg_rng_unit(&rng) - 8, z = jg_math_pow(x, y);
        double error = error_of(z, powl((long double)x, (long double)y));
        if (!(error <= 0.53)) fail_msg("%.17g to the power %.17g = %.17g: %.2f units wrong", x, y, z, error);
    }
    for (int x = 1; x < 2000; x++) { /* exact results */
        assert_true(jg_math_pow(x, 1) == x && jg_math_pow(x, 2) == x * x && jg_math_pow(x * x, 0.5) == x);
    }
    for (int n = 0; n <= 22; n++) {
        char text[32];
        snprintf(text, sizeof text, "1e%d", n);
        assert_true(jg_math_pow(10, n) == strtod(text, NULL) && jg_math_log10(strtod(text, NULL)) == n);
        assert_true(jg_math_pow(2, -n) == ldexp(1, -n));
    }
}

/* As <math.h> has them. */
static void test_limits(void **state) {
    (void)state;
    const double inf = HUGE_VAL;
    assert_true(jg_math_exp(0) == 1 && jg_math_exp(inf) == inf && jg_math_exp(-inf) == 0 && isnan(jg_math_exp(NAN)));
    assert_true(jg_math_exp(710) == inf && jg_math_exp(-746) == 0 && jg_math_exp(709.7) < inf);
    assert_true(fabs(jg_math_exp(-740) / exp(-740) - 1) < 1e-3); /* few digits are left */
    assert_true(jg_math_log(0) == -inf && isnan(jg_math_log(-1)) && jg_math_log(inf) == inf && jg_math_log(1) == 0);
    assert_true(isnan(jg_math_log(NAN)) && jg_math_log(DBL_MIN / 8) == log(DBL_MIN / 8));
    assert_true(jg_math_log1p(-1) == -inf && isnan(jg_math_log1p(-2)) && jg_math_log1p(1e-300) == 1e-300);
    assert_true(jg_math_log10(0) == -inf && isnan(jg_math_log10(-1)));
    assert_true(jg_math_tanh(0) == 0 && jg_math_tanh(inf) == 1 && jg_math_tanh(-inf) == -1 && isnan(jg_math_tanh(NAN)));
    assert_true(jg_math_pow(0, 2) == 0 && jg_math_pow(0, -1) == inf && jg_math_pow(0, 0) == 1 && jg_math_pow(inf, 2) == inf);
    assert_true(jg_math_pow(inf, -2) == 0 && jg_math_pow(1, NAN) == 1 && isnan(jg_math_pow(-2, 2)) && jg_math_pow(2, inf) == inf);
    assert_true(jg_math_pow(0.5, inf) == 0 && jg_math_pow(10, 400) == inf && jg_math_pow(10, -400) == 0 && isnan(jg_math_pow(2, NAN)));
    assert_true(jg_math_erfc(0) == 1 && jg_math_erfc(30) == 0 && jg_math_erfc(-30) == 2 && isnan(jg_math_erfc(NAN)));
    assert_true(jg_math_cos(0) == 1 && jg_math_sin(0) == 0 && isnan(jg_math_cos(inf)));
    assert_true(jg_math_expf(0) == 1 && isinf((double)jg_math_expf(100)) && jg_math_expf(-200) == 0);
    assert_true(jg_math_hypot(3, -4) == 5);
}

/* The digits of many results. Every machine must have the same. */
static void test_same_everywhere(void **state) {
    (void)state;
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
        const struct function *f = &FUNCTIONS[i];
        for (int k = 0; k < 1000; k++) {
            uint64_t bits;
            double y = f->ours(f->from + (f->to - f->from) * (k + 0.5) / 1000);
            memcpy(&bits, &y, sizeof bits);
            hash = jg_hash_mix(hash, bits);
        }
    }
    for (int k = 0; k < 1000; k++) {
        uint64_t bits;
        double y = jg_math_pow(0.02 * k, 0.01 * k - 5) + (double)jg_math_expf(0.01f * (float)k - 5);
        memcpy(&bits, &y, sizeof bits);
        hash = jg_hash_mix(hash, bits);
    }
    if (hash != 0xcd64a8eab4d52057) fail_msg("the results have the hash %016llx", (unsigned long long)hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_power),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_same_everywhere),
    };
    test_begin();
    return cmocka_run_group_tests_name("math", tests, NULL, NULL);
}
