/* Statistics of counts and means: intervals, tests and their p-values. */
#ifndef CORE_STATS_H
#define CORE_STATS_H

/* ---- Distributions ------------------------------------------------------------------ */

/* The chance that a normal variable is below z. */
double jg_normal(double z);

/* The chance that Student's t with so many degrees of freedom (any number above 0;
 * otherwise NAN) is as far from 0 as t, on either side. */
double jg_student_tails(double t, double freedom);

/* The chance that chi-square with so many degrees of freedom (any number above 0; otherwise NAN) is x or more. */
double jg_chi_square_tail(double x, double freedom);

/* The chance of exactly k successes in n trials of chance p each. */
double jg_binomial(int k, int n, double p);

/* ---- Intervals and tests --------------------------------------------------------------- */

/* Wilson's interval: the shares from which so many successes (halves may be
 * among them) out of n trials are not surprising at the 5 % level. Without
 * trials 0..1. It never shrinks to a point, even where all or none succeeded. */
void jg_wilson(double successes, double n, double *low, double *high);

/* The exact two-sided binomial test: the chance of a result that is no likelier
 * than k successes in n trials of chance p. */
double jg_binomial_test(int k, int n, double p);

/* Student's t of a mean of n numbers with this standard deviation against the
 * mean that was expected; n - 1 degrees of freedom. Infinite where numbers that do
 * not deviate have another mean. */
double jg_student_t(double mean, double deviation, double n, double expected);

/* Student's test of a match that was parted into simulations of so many games: the
 * points of one player in each of them, against half of the games. */
struct jg_student {
    int simulations;
    double games; /* of each */
    double mean, deviation, t, p_value;
};

/* Chi-square of counts against the counts that were expected; n - 1 degrees of
 * freedom. Infinite where something was counted and none expected. */
double jg_chi_square(const double *counts, const double *expected, int n);

#endif
