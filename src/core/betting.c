/* The betting test. A gambler starts with 1 and stakes the share s of the fortune in each trial on a positive
 * difference: a difference d multiplies the fortune by 1 + s d. If the mean is not positive, the fortune does not grow
 * on average, whatever the distribution, so by Ville's inequality it ever reaches x with a probability of at most 1 / x.
 * That holds for all looks together, after any number of trials. The fortune here is the mean of several gamblers whose
 * stakes halve from one to the next, so that one of them suits the unknown mean: the loss against the best stake is a
 * factor of their number. After I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
 * betting", Journal of the Royal Statistical Society B 86, 2024. */
#include "core/stats.h"

#include "core/math.h"

#include <math.h>

enum { GAMBLERS = 11 }; /* stakes 15/16, 1/2, 1/4 ... 1/1024: the last suits means of a few thousandths */

double jg_betting_evidence(const uint64_t counts[JG_BETTING_STEPS]) {
    static const double DIFFERENCES[JG_BETTING_STEPS] = {-1, -0.5, 0.5, 1};
    double logs[GAMBLERS], most = -INFINITY, sum = 0, stake = 15.0 / 16;
    for (int i = 0; i < GAMBLERS; i++) {
        logs[i] = 0;
        for (int d = 0; d < JG_BETTING_STEPS; d++)
            if (counts[d]) logs[i] += (double)counts[d] * jg_math_log1p(stake * DIFFERENCES[d]);
        most = fmax(most, logs[i]);
        stake = ldexp(1, -i - 1);
    }
    for (int i = 0; i < GAMBLERS; i++) sum += jg_math_exp(logs[i] - most);
    return most + jg_math_log(sum / GAMBLERS);
}
