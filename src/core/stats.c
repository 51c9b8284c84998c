#include "core/stats.h"

#include <math.h>

static const double Z95 = 1.959963984540054; /* 97.5 % quantile of the normal distribution */

/* Tolerance for results that are equally likely up to rounding, as in R's binom.test. */
static const double SAME = 1 + 1e-7;

void jg_wilson_interval(double k, double n, double *low, double *high) {
    *low = 0;
    *high = 1;
    if (n <= 0) return;
    double z2 = Z95 * Z95, share = k / n;
    double middle = (k + z2 / 2) / (n + z2);
    double half = Z95 / (n + z2) * sqrt(n * share * (1 - share) + z2 / 4);
    *low = k <= 0 ? 0 : fmax(0, middle - half);
    *high = k >= n ? 1 : fmin(1, middle + half);
}

double jg_binomial_test(int k, int n, double p) {
    double limit = jg_binomial_pmf(k, n, p) * SAME, sum = 0;
    for (int i = 0; i <= n; i++) {
        double chance = jg_binomial_pmf(i, n, p);
        if (chance <= limit) sum += chance;
    }
    return fmin(1, sum);
}

double jg_student_t(double mean, double deviation, double n, double expected) {
    double difference = mean - expected;
    return difference == 0 ? 0 : difference / (deviation / sqrt(n));
}

double jg_chi_square(const double *counts, const double *expected, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double difference = counts[i] - expected[i];
        if (difference != 0) sum += difference * difference / expected[i];
    }
    return sum;
}
