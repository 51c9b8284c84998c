/* Probability distributions. Differences of large logarithms are avoided: terms are computed from the remainder of
 * Stirling's series and from deviations from the mean, after C. Loader, "Fast and accurate computation of binomial
 * probabilities", 2000. Relative errors stay below 1e-11 up to 10^7 trials or degrees of freedom, even in the far
 * tails. */
#include "core/stats.h"

#include "core/math.h"

#include <math.h>
#include <stdbool.h>

static const double TWO_PI = 6.283185307179586;

/* The remainder of Stirling's series: log Gamma(a) minus, (a - 1/2) log a - a + log(2 pi) / 2. */
static double stirling_rest(double a) {
    double rest = 0;
    for (; a < 16; a++) rest += (a + 0.5) * jg_math_log1p(1 / a) - 1; /* as Gamma(a + 1) = a Gamma(a) */
    double b = 1 / (a * a);
    return rest + (1. / 12 - b * (1. / 360 - b * (1. / 1260 - b * (1. / 1680 - b / 1188)))) / a;
}

/* log(x / y), where d = x - y may be more accurate than the difference of x and y. */
static double log_ratio(double x, double y, double d) {
    return fabs(d) < y / 2 ? jg_math_log1p(d / y) : jg_math_log(x / y);
}

/* ---- Continued fractions ----------------------------------------------------------------- */

/* b0 + a1 / (b1 + a2 / (b2 + ...)), term by term, by Lentz's method (DLMF 3.10). */
struct fraction {
    double value, c, d;
};

static const double TINY = 1e-300, LAST = 1e-15;
enum { TERMS_MAX = 1000000 }; /* about the square root of the largest parameter is needed */

static struct fraction begin(double b) { return (struct fraction){.value = b, .c = b}; }

/* Returns false when the value has converged. */
static bool add_term(struct fraction *f, double a, double b) {
    f->d = b + a * f->d;
    f->c = b + a / f->c;
    if (fabs(f->d) < TINY) f->d = TINY;
    if (fabs(f->c) < TINY) f->c = TINY;
    f->d = 1 / f->d;
    double factor = f->c * f->d;
    f->value *= factor;
    return fabs(factor - 1) > LAST;
}

/* ---- Gamma --------------------------------------------------------------------------------- */

/* x^a e^-x / Gamma(a) */
static double gamma_density(double a, double x) {
    return jg_math_exp(a * log_ratio(x, a, x - a) - (x - a) - stirling_rest(a)) * sqrt(a / TWO_PI);
}

/* The regularized upper incomplete gamma function Q(a, x): DLMF 8.11.4 below the mean, 8.9.2 above. */
static double gamma_tail(double a, double x) {
    if (!(x > 0)) return 1;
    if (isinf(x)) return 0;
    double density = gamma_density(a, x);
    if (x < a + 1) {
        double sum = 1 / a, term = sum;
        for (int i = 1; i < TERMS_MAX && term > LAST * sum; i++) sum += term *= x / (a + i);
        return fmax(0, 1 - density * sum);
    }
    struct fraction f = begin(x + 1 - a);
    for (int i = 1; i < TERMS_MAX && add_term(&f, i * (a - i), x + 2 * i + 1 - a); i++) continue;
    return density / f.value;
}

/* ---- Beta ---------------------------------------------------------------------------------- */

/* x^a y^b / B(a, b), where y is 1 - x */
static double beta_density(double a, double b, double x, double y) {
    double n = a + b, d = b * x - a * y;
    double rest = stirling_rest(n) - stirling_rest(a) - stirling_rest(b);
    return jg_math_exp(a * log_ratio(n * x, a, d) + b * log_ratio(n * y, b, -d) + rest) * sqrt(a * b / (TWO_PI * n));
}

/* The regularized incomplete beta function I_x(a, b), y = 1 - x: the even part of the continued fraction DLMF
 * 8.17.22, in terms of the distance from the mean so that nothing cancels (A. R. DiDonato, A. H. Morris,
 * "Algorithm 708", 1992). */
static double beta_share(double a, double b, double x, double y) {
    double lack = a * y - b * x;
    if (!(x > 0)) return 0;
    if (!(y > 0)) return 1;
    if (lack < 0) return 1 - beta_share(b, a, y, x);
    struct fraction f = begin(a / (a + 1) * (lack + 1));
    for (int i = 1; i < TERMS_MAX; i++) {
        double c = a + 2 * i - 1, up = i * (b - i) * x / c;
        if (!add_term(&f, up * (a + i - 1) * (a + b + i - 1) * x / c,
                      i + up + (a + i) / (c + 2) * (lack + 1 + i * (1 + y))))
            break;
    }
    return beta_density(a, b, x, y) / f.value;
}

/* ---- Distributions ------------------------------------------------------------------------- */

double jg_normal_cdf(double z) { return jg_math_erfc(-z / sqrt(2)) / 2; }

double jg_student_tails(double t, double freedom) {
    if (isnan(t) || !(freedom > 0)) return NAN;
    if (isinf(t)) return 0;
    double sum = freedom + t * t;
    return beta_share(freedom / 2, 0.5, freedom / sum, t * t / sum);
}

double jg_chi_square_tail(double x, double freedom) {
    return isnan(x) || !(freedom > 0) ? NAN : gamma_tail(freedom / 2, x / 2);
}

double jg_binomial_pmf(int k, int n, double p) {
    if (k < 0 || k > n) return 0;
    if (p <= 0) return k == 0;
    if (p >= 1) return k == n;
    if (k == 0) return jg_math_exp(n * jg_math_log1p(-p));
    if (k == n) return jg_math_exp(n * jg_math_log(p));
    double a = k, b = n - k, mean = n * p, d = a - mean;
    double rest = stirling_rest(n) - stirling_rest(a) - stirling_rest(b);
    return jg_math_exp(rest - a * log_ratio(a, mean, d) - b * log_ratio(b, n - mean, -d)) * sqrt(n / (TWO_PI * a * b));
}
