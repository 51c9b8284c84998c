/* Distributions, confidence intervals and significance tests. */
#ifndef CORE_STATS_H
#define CORE_STATS_H

#include <stdint.h>

/* ---- Distributions ------------------------------------------------------------------ */

/* The standard normal distribution: P(Z < z). */
double jg_normal_cdf(double z);

/* Student's t distribution: the two-sided tail P(|T| >= |t|). Degrees of freedom may be any positive number; NAN
 * otherwise. */
double jg_student_tails(double t, double freedom);

/* The chi-square distribution: the upper tail P(X >= x). Degrees of freedom may be any positive number; NAN
 * otherwise. */
double jg_chi_square_tail(double x, double freedom);

/* The binomial distribution: the probability of k successes in n trials. */
double jg_binomial_pmf(int k, int n, double p);

/* ---- Intervals and tests --------------------------------------------------------------- */

/* Wilson's 95 % confidence interval of a proportion, for possibly fractional successes in n trials. 0..1 without
 * trials. It never shrinks to a point, even if all or no trials succeed. */
void jg_wilson_interval(double successes, double n, double *low, double *high);

/* The exact two-sided binomial test: the probability of all results at most as likely as k successes in n trials. */
double jg_binomial_test(int k, int n, double p);

/* Student's one-sample t statistic, with n - 1 degrees of freedom. Infinite if the deviation is 0 and the means
 * differ. */
double jg_student_t(double mean, double deviation, double n, double expected);

/* Student's t test of a match split into simulations: the points of one player per simulation against half of its
 * games. */
struct jg_student {
    int simulations;
    double games; /* per simulation */
    double mean, deviation, t, p_value;
};

/* Pearson's chi-square statistic, with n - 1 degrees of freedom. Infinite if a count is expected to be 0 and is
 * not. */
double jg_chi_square(const double *counts, const double *expected, int n);

/* The betting test, a sequential test of whether the mean of differences of points is positive: counts[] has the number
 * of differences -1, -1/2, 1/2 and 1; trials without a difference do not matter. Returns the logarithm of the evidence.
 * If the mean is not positive, the evidence ever exceeds x with a probability of at most 1 / x, no matter how often one
 * looks. */
enum { JG_BETTING_STEPS = 4 };
double jg_betting_evidence(const uint64_t counts[JG_BETTING_STEPS]);

#endif
