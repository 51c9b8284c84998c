/* Ratings by the Bradley-Terry model: a beats b with probability 1 / (1 + exp(b - a)), and a draw is half a point
 * for both. A weak normal prior keeps all ratings finite and the mean of each connected group at 0. Newton's
 * method finds the maximum. Errors are those of the sandwich estimator with pairs of games as observations: P. J.
 * Huber, "The behavior of maximum likelihood estimates under nonstandard conditions", 1967. */
#include "core/elo.h"

#include <math.h>
#include <stdlib.h>

static const double ELO = 173.7177927613007; /* Elo per unit of the logistic function: 400 / log(10) */
static const double PRIOR_WIDTH = 2000;      /* standard deviation of the prior in Elo */
static const double Z95 = 1.959963984540054;
static const double SETTLED = 1e-6;   /* tolerance of Newton's method, which converges quadratically */
static const double ROUNDING = 1e-13; /* relative rounding error of the likelihood */
enum {
    STEPS_MAX = 200,
    HALVES_MAX = 40
}; /* hard case: 64 players, each always beating the next in 10^9 pairs, takes 30 steps */

struct fit {
    int n;
    const struct jg_tally *tallies;
    double *rating, *trial, *step; /* n each */
    double *matrix;                /* n x n: the negative Hessian of the log likelihood, then its Cholesky factor */
};

static double precision(void) { return ELO * ELO / (PRIOR_WIDTH * PRIOR_WIDTH); }

static const struct jg_tally *meeting(const struct fit *f, int a, int b) { return &f->tallies[a * f->n + b]; }

static double expected(double difference) { return 1 / (1 + exp(-difference)); }

/* log(1 + exp(x)) without overflow. */
static double soft(double x) { return fmax(x, 0) + log1p(exp(-fabs(x))); }

static double likelihood(const struct fit *f, const double *rating) {
    double sum = 0;
    for (int a = 0; a < f->n; a++) {
        sum -= rating[a] * rating[a] * precision() / 2;
        for (int b = a + 1; b < f->n; b++) {
            const struct jg_tally *t = meeting(f, a, b);
            double d = rating[a] - rating[b], half = (double)t->draws / 2;
            if (!jg_tally_games(t)) continue;
            sum -= ((double)t->wins + half) * soft(-d) + ((double)t->losses + half) * soft(d);
        }
    }
    return sum;
}

/* Writes the gradient of the log likelihood to `step` and its negative Hessian to `matrix`. */
static void differentiate(struct fit *f) {
    int n = f->n;
    for (int i = 0; i < n * n; i++) f->matrix[i] = 0;
    for (int a = 0; a < n; a++) {
        f->step[a] = -f->rating[a] * precision();
        f->matrix[a * n + a] = precision();
    }
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            const struct jg_tally *t = meeting(f, a, b);
            double d = f->rating[a] - f->rating[b], p = expected(d), q = expected(-d), half = (double)t->draws / 2;
            double slope = ((double)t->wins + half) * q - ((double)t->losses + half) * p;
            double curve = (double)jg_tally_games(t) * p * q;
            f->step[a] += slope;
            f->step[b] -= slope;
            f->matrix[a * n + a] += curve;
            f->matrix[b * n + b] += curve;
            f->matrix[b * n + a] -= curve;
        }
}

/* Cholesky factorization in place, in the lower triangle. */
static void factor(double *m, int n) {
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = m[i * n + j];
            for (int k = 0; k < j; k++) sum -= m[i * n + k] * m[j * n + k];
            m[i * n + j] = i == j ? sqrt(sum) : sum / m[j * n + j];
        }
}

static void solve(const double *m, int n, double *x) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) x[i] -= m[i * n + k] * x[k];
        x[i] /= m[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) x[i] -= m[k * n + i] * x[k];
        x[i] /= m[i * n + i];
    }
}

/* A damped Newton step: halved until the likelihood does not decrease. Returns the largest component of the full
 * step. */
static double improve(struct fit *f) {
    double before = likelihood(f, f->rating), share = 1, largest = 0;
    differentiate(f);
    factor(f->matrix, f->n);
    solve(f->matrix, f->n, f->step);
    for (int i = 0; i < HALVES_MAX; i++, share /= 2) {
        for (int a = 0; a < f->n; a++) f->trial[a] = f->rating[a] + share * f->step[a];
        if (likelihood(f, f->trial) >= before + ROUNDING * before) break; /* before < 0 */
    }
    for (int a = 0; a < f->n; a++) {
        largest = fmax(largest, fabs(f->step[a]));
        f->rating[a] = f->trial[a];
    }
    return largest;
}

/* Writes the variance of every rating to `trial`: the sandwich estimator. The variances of the match results are
 * stored in the upper triangle of the matrix, above the factor. */
static void vary(struct fit *f) {
    int n = f->n;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            const struct jg_tally *t = meeting(f, a, b);
            double d = f->rating[a] - f->rating[b];
            f->matrix[a * n + b] = (double)jg_tally_games(t) * expected(d) * expected(-d) * jg_tally_spread(t);
        }
    for (int i = 0; i < n; i++) {
        for (int a = 0; a < n; a++) f->step[a] = a == i;
        solve(f->matrix, n, f->step);
        f->trial[i] = 0;
        for (int a = 0; a < n; a++)
            for (int b = a + 1; b < n; b++) {
                double pull = f->step[a] - f->step[b];
                f->trial[i] += pull * pull * f->matrix[a * n + b];
            }
    }
}

static bool has_games(const struct fit *f, int a) {
    for (int b = 0; b < f->n; b++)
        if (b != a && jg_tally_games(a < b ? meeting(f, a, b) : meeting(f, b, a))) return true;
    return false;
}

bool jg_ratings(int n, const struct jg_tally *tallies, double *elo, double *error) {
    size_t size = (size_t)n;
    double *room = calloc(size * (size + 3), sizeof *room);
    if (!room) return n == 0;
    struct fit f = {.n = n, .tallies = tallies, .rating = room, .trial = room + n, .step = room + 2 * n};
    f.matrix = room + 3 * size;
    bool settled = false;
    for (int i = 0; i < STEPS_MAX && !settled; i++) settled = improve(&f) <= SETTLED;
    differentiate(&f);
    factor(f.matrix, n);
    vary(&f);
    for (int a = 0; a < n; a++) {
        elo[a] = ELO * f.rating[a];
        error[a] = settled && has_games(&f, a) ? ELO * Z95 * sqrt(f.trial[a]) : INFINITY;
    }
    free(room);
    return true;
}
