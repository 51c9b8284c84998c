/* Statistics against their definitions and published examples. */
#include "test.h"

#include "core/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

static void near(double x, double want, double error) {
    if (!(fabs(x - want) <= error)) fail_msg("%.9g, not %.9g", x, want);
}

static void near_share(double x, double want, double error) {
    if (!(fabs(x - want) <= error * fabs(want))) fail_msg("%.17g, not %.17g", x, want);
}

/* R. G. Newcombe, "Two-sided confidence intervals for the single proportion",
 * Statistics in Medicine 17, 1998, table I, method 3. */
static void test_wilson_published(void **state) {
    (void)state;
    static const double known[][4] = {
        {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double low, high;
        jg_wilson_interval(known[i][0], known[i][1], &low, &high);
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
        jg_wilson_interval(k, n, &ends[0], &ends[1]);
        assert_true(0 <= ends[0] && ends[0] <= k / n && k / n <= ends[1] && ends[1] <= 1);
        assert_true(ends[1] - ends[0] > 0);
        for (int end = 0; end < 2; end++) {
            double p = ends[end];
            if (p > 0 && p < 1) near(fabs(k / n - p) / sqrt(p * (1 - p) / n), 1.959963984540054, 1e-6);
        }
    }
    double low, high;
    jg_wilson_interval(0, 0, &low, &high);
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
                near(jg_binomial_pmf(k, n, shares[i]), want[k], 1e-12);
                near(jg_binomial_test(k, n, shares[i]), tail, 1e-12);
            }
            assert_true(jg_binomial_pmf(-1, n, shares[i]) == 0 && jg_binomial_pmf(n + 1, n, shares[i]) == 0);
        }
}

/* Mendel's peas, W. J. Conover, "Practical Nonparametric Statistics", 1971, p. 97,
 * as in the manual of R's binom.test: p = 0.3825. */
static void test_binomial_published(void **state) {
    (void)state;
    near(jg_binomial_test(682, 682 + 243, 0.75), 0.3825, 0.00005);
    double sum = 0;
    for (int k = 0; k <= 1000; k++) sum += jg_binomial_pmf(k, 1000, 0.123);
    near(sum, 1, 1e-10);
}

/* ---- Distributions --------------------------------------------------------------------------- */

/* 10^-3, 10^-2.9 .. 10^3 */
enum { GRID = 61 };
static double grid(int i) { return pow(10, i / 10.0 - 3); }

static const double FREEDOMS[] = {0.5, 1, 2, 3, 4, 7.5, 9, 29, 100, 1000, 31234, 1e6};
enum { FREEDOM_COUNT = sizeof FREEDOMS / sizeof *FREEDOMS };

static void test_normal(void **state) {
    (void)state;
    for (double z = -37; z <= 37; z += 0.125) near_share(jg_normal_cdf(z), gsl_cdf_ugaussian_P(z), 1e-12);
}

/* GSL expands around the normal distribution from 30 degrees on and is right to seven digits only. */
static void test_student_gsl(void **state) {
    (void)state;
    for (int f = 0; f < FREEDOM_COUNT; f++)
        for (int i = 0; i < GRID; i++) {
            double t = grid(i), want = 2 * gsl_cdf_tdist_Q(t, FREEDOMS[f]);
            if (want < 1e-290) continue;
            near_share(jg_student_tails(t, FREEDOMS[f]), want, FREEDOMS[f] < 30 ? 1e-12 : 2e-7);
            near_share(jg_student_tails(-t, FREEDOMS[f]), jg_student_tails(t, FREEDOMS[f]), 0);
        }
}

/* So it does here from 10^5 or so on. */
static void test_chi_square_gsl(void **state) {
    (void)state;
    for (int f = 0; f < FREEDOM_COUNT; f++)
        for (int i = 0; i < GRID; i++)
            for (int around = 0; around < 2; around++) { /* 0; the mean */
                double x = around ? FREEDOMS[f] + (grid(i) - 1) * sqrt(FREEDOMS[f]) : grid(i);
                double want = x > 0 ? gsl_cdf_chisq_Q(x, FREEDOMS[f]) : 1;
                if (want > 1e-290)
                    near_share(jg_chi_square_tail(x, FREEDOMS[f]), want, FREEDOMS[f] < 1e5 ? 1e-11 : 2e-7);
            }
}

/* Where there is a formula. */
static void test_closed_forms(void **state) {
    (void)state;
    for (int i = 0; i < GRID; i++) {
        double x = grid(i), r = sqrt(2 + x * x);
        near_share(jg_student_tails(x, 1), 2 / acos(-1) * atan2(1, x), 1e-12);
        near_share(jg_student_tails(x, 2), 2 / (r * (r + x)), 1e-12);
        near_share(jg_chi_square_tail(x, 1), erfc(sqrt(x / 2)), 1e-12);
        near_share(jg_chi_square_tail(x, 2), exp(-x / 2), 1e-12);
        near_share(jg_chi_square_tail(x, 4), exp(-x / 2) * (1 + x / 2), 1e-12);
    }
    assert_true(jg_student_tails(0, 9) == 1 && jg_student_tails(INFINITY, 9) == 0);
    assert_true(jg_chi_square_tail(0, 3) == 1 && jg_chi_square_tail(INFINITY, 3) == 0);
    static const double none[][2] = {{NAN, 9}, {1, 0}, {1, -3}, {1, NAN}, {INFINITY, 0}, {0, 0}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_true(isnan(jg_student_tails(none[i][0], none[i][1])));
        assert_true(isnan(jg_chi_square_tail(none[i][0], none[i][1])));
    }
}

/* Where GSL does not reach: from mpmath 1.3.0 with 60 digits. */
static void test_far_tails(void **state) {
    (void)state;
    static const double student[][3] = {{649.2, 9, 2.4855716797716315e-22}, {25.125, 100, 5.3500269309021038e-45},
                                        {2.5, 1000, 0.012578567801090797},  {50.125, 1000, 4.6268080859541621e-275},
                                        {2.25, 1e6, 0.024449161784703637},  {30.5, 1e6, 3.2363322949838913e-204}};
    static const double chi_square[][3] = {
        {971.5232, 1, 2.7808988544399437e-213}, {500, 9, 5.7494139030446887e-102},
        {30.5, 100, 0.99999999999837722},       {2500, 1000, 2.1059268048481405e-129},
        {999000, 1e6, 0.76017673145987281},     {1010000, 1e6, 9.0685288232620769e-13}};
    for (size_t i = 0; i < 6; i++) {
        near_share(jg_student_tails(student[i][0], student[i][1]), student[i][2], 1e-12);
        near_share(jg_chi_square_tail(chi_square[i][0], chi_square[i][1]), chi_square[i][2], 1e-12);
    }
    near_share(jg_binomial_pmf(5040000, 10000000, 0.5), 2.6683163028791278e-143, 1e-11);
    near_share(jg_binomial_pmf(500100000, 1000000000, 0.5), 5.2005631469570471e-14, 1e-11);
}

static void test_binomial_gsl(void **state) {
    (void)state;
    static const double shares[] = {1e-6, 0.01, 0.3, 0.5, 0.9};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < test_scaled(20000); i++) {
        int n = 1 + (int)jg_rng_below(&rng, 1000);
        double p = shares[jg_rng_below(&rng, 5)];
        int k = (int)jg_rng_below(&rng, (uint32_t)n + 1);
        double want = gsl_ran_binomial_pdf((unsigned)k, p, (unsigned)n);
        if (want > 1e-290) near_share(jg_binomial_pmf(k, n, p), want, 1e-9);
    }
}

static void test_statistics(void **state) {
    (void)state;
    static const double counts[] = {16, 18, 16, 14, 12, 12}, expected[] = {16, 16, 16, 16, 16, 8};
    near_share(jg_chi_square(counts, expected, 6), (4 + 4 + 16) / 16.0 + 16 / 8.0, 1e-15);
    assert_true(jg_chi_square((double[]){3, 0}, (double[]){3, 0}, 2) == 0);
    assert_true(isinf(jg_chi_square((double[]){3, 1}, (double[]){4, 0}, 2)));
    near_share(jg_student_t(5, 3, 9, 7), -2, 1e-15);
    assert_true(jg_student_t(5, 0, 9, 5) == 0 && jg_student_t(5, 0, 9, 4) == (double)INFINITY);
}

/* ---- The thesis on four-ended dominoes, chapter 5 --------------------------------------- */

/* Quadros 10, 11 and 12: mean and deviation of the wins in 10 simulations of 5000
 * games, and t against 2500 as printed. */
static const struct {
    double mean, deviation;
    const char *t;
} STUDENT[] = {
    /* 10: strategies 1..8 against the basic one */
    {3095.6, 8.64, "218"},
    {3215.4, 6.82, "332"},
    {3489.4, 6.20, "504"},
    {3569.6, 5.21, "649"},
    {3116.1, 8.53, "228"},
    {3225.6, 7.23, "317"},
    {3535.6, 7.12, "460"},
    {3597.1, 5.36, "647"},
    /* 11: strategies 1..8 against Antonio et al. */
    {2314.7, 7.21, "-81.25"},
    {2363.2, 6.34, "-68.25"},
    {2783.2, 6.20, "144.52"},
    {2886.6, 6.17, "198.21"},
    {2331.6, 5.21, "-102.19"},
    {2375.8, 5.35, "-73.41"},
    {2795.1, 5.92, "157.76"},
    {2909.3, 5.08, "254.87"},
    /* 12: 8 against 1..7, 7 against 1..6, 6 against 1..5, 5 against 1..4, 4 against 1..3, 3 against 1..2, 2 against 1 */
    {3064.1, 8.57, "208.17"},
    {2788.9, 7.45, "122.70"},
    {2644.5, 9.07, "50.38"},
    {2578.5, 7.60, "32.64"},
    {3033.8, 9.59, "176.03"},
    {2878.7, 5.46, "219.42"},
    {2657.1, 4.89, "101.67"},
    {2646.7, 8.56, "54.17"},
    {2614.4, 7.55, "47.94"},
    {2528.7, 7.72, "11.76"},
    {2485.8, 7.54, "-5.96"},
    {2650.9, 6.08, "78.46"},
    {2598.4, 6.54, "47.61"},
    {2622.5, 9.51, "40.72"},
    {2545.6, 10.71, "13.46"},
    {2437.6, 13.79, "-14.31"},
    {2460.7, 4.14, "-30.03"},
    {2612.4, 7.01, "50.70"},
    {2555.9, 7.74, "22.84"},
    {2440.6, 11.35, "-16.54"},
    {2411.6, 9.89, "-28.26"},
    {2404.4, 15.72, "-19.23"},
    {3026.9, 11.79, "141.33"},
    {2865.8, 6.78, "170.64"},
    {2652.5, 6.55, "73.59"},
    {2626.1, 6.15, "64.79"},
    {2596.5, 11.67, "26.14"},
    {2606.9, 11.52, "29.34"},
};

/* Quadros 13 and 14: wins of both sides in 5000 games, and chi-square as printed. */
static const struct {
    double wins[2], chi_square;
} CHI_SQUARE[] = {
    /* 13: strategies 1..8 against the basic one, then against Antonio et al. */
    {{3105, 1895}, 292.82},
    {{3222, 1778}, 417.03},
    {{3521, 1479}, 833.25},
    {{3577, 1423}, 927.94},
    {{3127, 1873}, 314.50},
    {{3235, 1765}, 432.18},
    {{3543, 1457}, 870.28},
    {{3602, 1398}, 971.52},
    {{2325, 2675}, 24.50},
    {{2370, 2630}, 13.52},
    {{2791, 2209}, 67.74},
    {{2895, 2105}, 124.82},
    {{2342, 2658}, 19.97},
    {{2381, 2619}, 11.33},
    {{2805, 2195}, 74.42},
    {{2917, 2083}, 139.11},
    /* 14: in the order of 12 */
    {{3056, 1944}, 247.31},
    {{2776, 2224}, 60.94},
    {{2634, 2366}, 14.36},
    {{2619, 2381}, 11.33},
    {{3026, 1974}, 221.34},
    {{2871, 2129}, 110.11},
    {{2652, 2348}, 18.48},
    {{2638, 2362}, 15.24},
    {{2629, 2371}, 13.31},
    {{2517, 2483}, 0.23},
    {{2478, 2522}, 0.39},
    {{2644, 2356}, 16.59},
    {{2591, 2409}, 6.62},
    {{2799, 2201}, 71.52},
    {{2535, 2465}, 0.98},
    {{2527, 2473}, 0.58},
    {{2455, 2545}, 1.62},
    {{2619, 2381}, 11.33},
    {{2549, 2451}, 1.92},
    {{2429, 2571}, 4.03},
    {{2397, 2603}, 8.49},
    {{2388, 2612}, 10.04},
    {{3015, 1985}, 212.18},
    {{2855, 2145}, 100.82},
    {{2641, 2359}, 15.90},
    {{2619, 2381}, 11.33},
    {{2583, 2417}, 5.51},
    {{2592, 2408}, 6.77},
};

enum { STUDENT_ROWS = sizeof STUDENT / sizeof *STUDENT, CHI_SQUARE_ROWS = sizeof CHI_SQUARE / sizeof *CHI_SQUARE };

/* Half a unit of the last digit that is printed. */
static double half_digit(const char *text) {
    const char *point = strchr(text, '.');
    return 0.5 * pow(10, point ? -(double)strlen(point + 1) : 0);
}

/* Their t follows from the unrounded deviation, which explains all rows. */
static void test_paper_student(void **state) {
    (void)state;
    assert_int_equal(STUDENT_ROWS, 44);
    for (int i = 0; i < STUDENT_ROWS; i++) {
        double mean = STUDENT[i].mean, deviation = STUDENT[i].deviation, printed = strtod(STUDENT[i].t, NULL);
        double least = fabs(jg_student_t(mean, deviation + 0.005, 10, 2500));
        double most = fabs(jg_student_t(mean, deviation - 0.005, 10, 2500));
        double t = jg_student_t(mean, deviation, 10, 2500), half = half_digit(STUDENT[i].t) + 1e-9;
        if (fabs(printed) < least - half || fabs(printed) > most + half || (printed < 0) != (t < 0))
            fail_msg("row %d: %s printed, %g computed", i, STUDENT[i].t, t);
        near_share(jg_student_tails(t, 9), 2 * gsl_cdf_tdist_Q(fabs(t), 9), 1e-10);
    }
    near(jg_student_tails(2.821, 9) / 2, 0.01, 1e-5); /* their 99 % is one-sided */
}

static void test_paper_chi_square(void **state) {
    (void)state;
    static const struct {
        int row;
        double ours;
    } misprints[] = {{2, 833.9528}}; /* strategy 3 against the basic one, printed 833.25 */
    const double expected[2] = {2500, 2500};
    int wrong = 0;
    assert_int_equal(CHI_SQUARE_ROWS, 44);
    for (int i = 0; i < CHI_SQUARE_ROWS; i++) {
        double x = jg_chi_square(CHI_SQUARE[i].wins, expected, 2);
        near_share(jg_chi_square_tail(x, 1), gsl_cdf_chisq_Q(x, 1), 1e-10);
        if (fabs(x - CHI_SQUARE[i].chi_square) <= 0.005 + 1e-9) continue;
        assert_true(wrong < (int)(sizeof misprints / sizeof *misprints));
        assert_int_equal(i, misprints[wrong].row);
        near(x, misprints[wrong++].ours, 1e-9);
    }
    assert_int_equal(wrong, sizeof misprints / sizeof *misprints);
    near(jg_chi_square_tail(10.827, 1), 0.001, 1e-6); /* their 99 % is 99.9 % */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson_published), cmocka_unit_test(test_wilson_definition),
        cmocka_unit_test(test_binomial),         cmocka_unit_test(test_binomial_published),
        cmocka_unit_test(test_normal),           cmocka_unit_test(test_student_gsl),
        cmocka_unit_test(test_chi_square_gsl),   cmocka_unit_test(test_closed_forms),
        cmocka_unit_test(test_far_tails),        cmocka_unit_test(test_binomial_gsl),
        cmocka_unit_test(test_statistics),       cmocka_unit_test(test_paper_student),
        cmocka_unit_test(test_paper_chi_square),
    };
    test_begin();
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
