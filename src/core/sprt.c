/* The generalized sequential probability ratio test (GSPRT) on pairs of games. The likelihood of the five pair
 * results is maximized under each hypothesis, which fixes only their mean, so neither the draw rate nor the value
 * of a seat must be known. After M. Van den Bergh, "A practical introduction to the GSPRT", as used to test chess
 * engines.
 *
 * Measured with alpha = beta = 0.05 over 8,000 to 20,000 matches per kind of game: the error rates are 3.6 to 4.5 %
 * (3 % or less if nine of ten games are drawn), and the test takes
 *
 *                                            0 against 50 Elo   0 against 20 Elo
 *     no draws                                  290 games         1750 games
 *     half of the games drawn                   150                890
 *     better seat wins 9 of 10, no draws        110                640
 *     games of a pair mostly end alike          390               2400
 *
 * if either hypothesis is true, and 1.7 times as many games halfway between them. A call takes 0.25 microseconds. */
#include "core/elo.h"

#include "core/math.h"

#include <math.h>

static const double CAUTION = 0.85; /* share of alpha and beta to use, since the spread of the pairs is estimated too */
static const double EMPTY = 1e-3;   /* count of a result that has not occurred, so that every mean is possible */
static const double EXTREME = 1e-9; /* minimum distance of shares from 0 and 1 */
static const double SETTLED = 1e-12; /* tolerance of the multiplier, relative to its range */
enum { STEPS_MAX = 100 };

/* The Lagrange multiplier of the maximum likelihood under a given mean. The most likely probabilities of the
 * results 0, 1/4, ..., 1 are count / (1 + m x), where x is the result minus the mean and m solves sum count x / (1
 * + m x) = 0. The sum decreases in m: Newton's method, with bisection where it leaves the bracket. */
static double multiplier(const double counts[JG_PAIR_SCORES], double mean) {
    double low = -1 / (1 - mean), high = 1 / mean, m = 0, settled = SETTLED * (high - low);
    for (int step = 0; step < STEPS_MAX; step++) {
        double sum = 0, slope = 0;
        for (int i = 0; i < JG_PAIR_SCORES; i++) {
            double x = i / 4.0 - mean, share = x / (1 + m * x);
            sum += counts[i] * share;
            slope += counts[i] * share * share;
        }
        if (sum > 0)
            low = m;
        else
            high = m;
        double next = m + sum / slope;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (fabs(next - m) < settled) return next;
        m = next;
    }
    return m;
}

void jg_sprt(const struct jg_sprt *test, const struct jg_tally *t, struct jg_sprt_state *out) {
    double counts[JG_PAIR_SCORES], m[2], mean[2];
    double alpha = CAUTION * test->alpha, beta = CAUTION * test->beta;
    *out = (struct jg_sprt_state){.lower = jg_math_log(beta / (1 - alpha)), .upper = jg_math_log((1 - beta) / alpha)};
    if (!jg_tally_games(t)) return;
    for (int i = 0; i < JG_PAIR_SCORES; i++) counts[i] = t->pairs[i] ? (double)t->pairs[i] : EMPTY;
    for (int h = 0; h < 2; h++) {
        mean[h] = fmin(1 - EXTREME, fmax(EXTREME, jg_share_of(h ? test->elo1 : test->elo0)));
        m[h] = multiplier(counts, mean[h]);
    }
    for (int i = 0; i < JG_PAIR_SCORES; i++) {
        double x = i / 4.0;
        out->llr += counts[i] * jg_math_log((1 + m[0] * (x - mean[0])) / (1 + m[1] * (x - mean[1])));
    }
    if (out->llr >= out->upper) out->verdict = JG_SPRT_ACCEPTED;
    if (out->llr <= out->lower) out->verdict = JG_SPRT_REJECTED;
}
