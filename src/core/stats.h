/* Statistics of counts. */
#ifndef CORE_STATS_H
#define CORE_STATS_H

/* Wilson's interval: the shares from which so many successes (halves may be
 * among them) out of n trials are not surprising at the 5 % level. Without
 * trials 0..1. It never shrinks to a point, even where all or none succeeded. */
void jg_wilson(double successes, double n, double *low, double *high);

/* The chance of exactly k successes in n trials of chance p each. */
double jg_binomial(int k, int n, double p);

/* The exact two-sided binomial test: the chance of a result that is no likelier
 * than k successes in n trials of chance p. */
double jg_binomial_test(int k, int n, double p);

#endif
