/* Ratings by the Bradley-Terry model: a beats b with probability 1 / (1 + exp(b - a)), and a draw is half a point
 * for both. The prior is Jeffreys', whose effect is that of one drawn game for each player but one, given to the
 * meetings that the ratings depend on most. It keeps all ratings finite, and has no centre: D. Firth, "Bias reduction
 * of maximum likelihood estimates", Biometrika 80, 1993; G. Heinze, M. Schemper, "A solution to the problem of
 * separation in logistic regression", Statistics in Medicine 21, 2002. A damped Newton method finds the maximum.
 * Errors are those of the sandwich estimator with pairs of games as observations: P. J. Huber, "The behavior of
 * maximum likelihood estimates under nonstandard conditions", 1967. */
#include "core/elo.h"

#include "core/math.h"
#include "core/stats.h"

#include <math.h>
#include <stdlib.h>

static const double ELO = 173.7177927613007; /* Elo per unit of the logistic function: 400 / log(10) */
static const double Z95 = 1.959963984540054;
static const double SETTLED = 1e-7;   /* the last Newton step, in units of the logistic function */
static const double ROUNDING = 1e-13; /* relative rounding error of the likelihood */
enum {
    STEPS_MAX = 500,
    HALVES_MAX = 40
}; /* hard case: 64 players, each always beating all below in 10^9 pairs, takes 35 steps */

struct fit {
    int n;
    const struct jg_tally *tallies;
    int *group;                    /* n: the first player of those connected by games */
    double *rating, *trial, *step; /* n each */
    double *matrix;                /* n x n: the information, then its Cholesky factor in the lower triangle */
    double *inverse;               /* n x n: of the information */
    double *covariance;            /* n x n: of the ratings */
};

static const struct jg_tally *meeting(const struct fit *f, int a, int b) {
    return &f->tallies[a < b ? a * f->n + b : b * f->n + a];
}

static double expected(double difference) { return 1 / (1 + jg_math_exp(-difference)); }

/* log(1 + exp(x)) without overflow. */
static double soft(double x) { return fmax(x, 0) + jg_math_log1p(jg_math_exp(-fabs(x))); }

static void find_groups(struct fit *f) {
    for (int a = 0; a < f->n; a++) f->group[a] = a;
    for (int a = 0; a < f->n; a++)
        for (int b = 0; b < a; b++) {
            int old = f->group[a], new = f->group[b];
            if (old == new || !jg_tally_games(meeting(f, a, b))) continue;
            for (int i = 0; i < f->n; i++)
                if (f->group[i] == old) f->group[i] = new;
        }
}

/* ---- Information ------------------------------------------------------------------------------- */

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

/* Factors the information of the games at these ratings. Games say nothing about the mean of a group; 1 in all
 * elements of a group fixes it, without effect on differences. */
static void inform(struct fit *f, const double *rating) {
    int n = f->n;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) f->matrix[a * n + b] = f->group[a] == f->group[b];
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            double d = rating[a] - rating[b];
            double curve = (double)jg_tally_games(meeting(f, a, b)) * expected(d) * expected(-d);
            f->matrix[a * n + a] += curve;
            f->matrix[b * n + b] += curve;
            f->matrix[b * n + a] -= curve;
        }
    factor(f->matrix, n);
}

static void invert(struct fit *f) {
    int n = f->n;
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) f->inverse[a * n + b] = a == b;
        solve(f->matrix, n, f->inverse + a * n);
    }
}

/* The variance of the difference of two players, from a covariance matrix. */
static double variance(const double *covariance, int n, int a, int b) {
    return covariance[a * n + a] + covariance[b * n + b] - covariance[a * n + b] - covariance[b * n + a];
}

/* ---- Maximum ------------------------------------------------------------------------------------ */

/* The logarithm of likelihood and prior, the root of the determinant of the information, which it factors. */
static double likelihood(struct fit *f, const double *rating) {
    double sum = 0;
    inform(f, rating);
    for (int a = 0; a < f->n; a++) {
        sum += jg_math_log(f->matrix[a * f->n + a]);
        for (int b = a + 1; b < f->n; b++) {
            const struct jg_tally *t = meeting(f, a, b);
            double d = rating[a] - rating[b], half = (double)t->draws / 2;
            if (!jg_tally_games(t)) continue;
            sum -= ((double)t->wins + half) * soft(-d) + ((double)t->losses + half) * soft(d);
        }
    }
    return sum;
}

/* Writes the gradient to `trial`. The prior acts as drawn games: the leverage of a meeting is their number. */
static void differentiate(struct fit *f) {
    int n = f->n;
    for (int a = 0; a < n; a++) f->trial[a] = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            const struct jg_tally *t = meeting(f, a, b);
            double d = f->rating[a] - f->rating[b], p = expected(d), q = expected(-d);
            double leverage = (double)jg_tally_games(t) * p * q * variance(f->inverse, n, a, b);
            double half = ((double)t->draws + leverage) / 2;
            double slope = ((double)t->wins + half) * q - ((double)t->losses + half) * p;
            f->trial[a] += slope;
            f->trial[b] -= slope;
        }
}

/* A damped Newton step: halved until the likelihood does not decrease. Returns the largest component of the full
 * step. */
static double improve(struct fit *f) {
    double before = likelihood(f, f->rating), share = 1, largest = 0;
    invert(f);
    differentiate(f);
    for (int a = 0; a < f->n; a++) f->step[a] = f->trial[a];
    solve(f->matrix, f->n, f->step);
    for (int i = 0; i < HALVES_MAX; i++, share /= 2) {
        for (int a = 0; a < f->n; a++) f->trial[a] = f->rating[a] + share * f->step[a];
        if (likelihood(f, f->trial) >= before - ROUNDING * fabs(before)) break;
    }
    for (int a = 0; a < f->n; a++) {
        largest = fmax(largest, fabs(f->step[a]));
        f->rating[a] = f->trial[a];
    }
    return largest;
}

/* ---- Errors ------------------------------------------------------------------------------------- */

static void multiply(int n, const double *left, const double *right, double *out) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += left[i * n + k] * right[k * n + j];
            out[i * n + j] = sum;
        }
}

/* Computes the covariance of the sandwich estimator: inverse * variance of the gradient * inverse. */
static void vary(struct fit *f) {
    int n = f->n;
    double *gradient = f->covariance, *product = f->matrix;
    inform(f, f->rating);
    invert(f);
    for (int i = 0; i < n * n; i++) gradient[i] = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            const struct jg_tally *t = meeting(f, a, b);
            double d = f->rating[a] - f->rating[b];
            double v = (double)jg_tally_games(t) * expected(d) * expected(-d) * jg_tally_spread(t);
            gradient[a * n + a] += v;
            gradient[b * n + b] += v;
            gradient[a * n + b] = gradient[b * n + a] = -v;
        }
    multiply(n, f->inverse, gradient, product);
    multiply(n, product, f->inverse, f->covariance);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The inverse of the median variance of a player's differences to the others of its group. */
static double precision(struct fit *f, int a) {
    int others = 0;
    for (int b = 0; b < f->n; b++)
        if (b != a && f->group[b] == f->group[a]) f->trial[others++] = variance(f->covariance, f->n, a, b);
    qsort(f->trial, (size_t)others, sizeof *f->trial, ascending);
    return others ? 1 / f->trial[(others - 1) / 2] : 1;
}

/* Sets the weights of the players in the mean of their group: their precisions, so that players with unknown ratings
 * hardly count as long as they are a minority. In the anchor's group only the anchor counts. */
static void weigh(struct fit *f, const struct jg_anchor *anchor, double *weight) {
    for (int a = 0; a < f->n; a++) {
        bool held = anchor && f->group[a] == f->group[anchor->player];
        weight[a] = held ? a == anchor->player : precision(f, a);
    }
    for (int a = 0; a < f->n; a++) f->trial[a] = 0;
    for (int a = 0; a < f->n; a++) f->trial[f->group[a]] += weight[a];
    for (int a = 0; a < f->n; a++) weight[a] /= f->trial[f->group[a]];
}

/* Writes the rating of a player relative to the weighted mean of its group, and the error. */
static void compare(struct fit *f, int a, struct jg_ratings *out) {
    double *share = f->trial, rating = 0, square = 0; /* the difference: its coefficients, value and variance */
    for (int i = 0; i < f->n; i++) {
        share[i] = (i == a) - (f->group[i] == f->group[a] ? out->weight[i] : 0);
        rating += share[i] * f->rating[i];
    }
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++) square += share[i] * share[j] * f->covariance[i * f->n + j];
    out->elo[a] = ELO * rating;
    out->error[a] = ELO * Z95 * sqrt(fmax(0, square));
}

static bool has_games(const struct fit *f, int a) {
    for (int b = 0; b < f->n; b++)
        if (b != a && f->group[b] == f->group[a]) return true;
    return false;
}

/* The number of pairs of games that a or b played. */
static double pairs_of(const struct fit *f, int a, int b) {
    double pairs = 0;
    for (int i = 0; i < f->n; i++)
        for (int j = i + 1; j < f->n; j++)
            if (i == a || i == b || j == a || j == b)
                for (int k = 0; k < JG_PAIR_SCORES; k++) pairs += (double)f->tallies[i * f->n + j].pairs[k];
    return pairs;
}

/* The p-value of equal strength, given the ratings. The normal distribution overstates what a few pairs can show: a
 * sign-flip test of n pairs has no p-value below 2^(1-n). */
static double p_value(const struct fit *f, const struct jg_ratings *r, int a, int b) {
    struct jg_tally_score direct;
    double error = r->between[a * f->n + b];
    if (a == b || !isfinite(error)) return 1;
    if (f->n == 2) {
        jg_tally_score(&f->tallies[1], &direct);
        return direct.p_value;
    }
    double normal = error > 0 ? 2 * jg_normal_cdf(-fabs(r->elo[a] - r->elo[b]) * Z95 / error) : 1;
    return fmin(1, fmax(normal, jg_math_pow(2, 1 - pairs_of(f, a, b))));
}

static void fill(struct fit *f, bool settled, const struct jg_anchor *anchor, struct jg_ratings *out) {
    int n = f->n;
    weigh(f, anchor, out->weight);
    for (int a = 0; a < n; a++) {
        bool held = anchor && f->group[a] == f->group[anchor->player];
        compare(f, a, out);
        if (held) out->elo[a] += anchor->elo;
        if (!settled || (anchor ? !held : !has_games(f, a))) out->error[a] = INFINITY;
        for (int b = 0; b < n; b++) {
            double error = ELO * Z95 * sqrt(fmax(0, variance(f->covariance, n, a, b)));
            out->between[a * n + b] = settled && f->group[a] == f->group[b] ? error : INFINITY;
        }
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) out->p_value[a * n + b] = p_value(f, out, a, b);
}

bool jg_ratings(int n, const struct jg_tally *tallies, const struct jg_anchor *anchor, struct jg_ratings *out) {
    size_t size = (size_t)n;
    double *room = calloc(1 + size * (3 * size + 3), sizeof *room);
    struct fit f = {.n = n, .tallies = tallies, .group = calloc(1 + size, sizeof *f.group)};
    *out = (struct jg_ratings){.elo = calloc(1 + size * (2 * size + 3), sizeof *out->elo)};
    bool enough = room && f.group && out->elo, settled = false;
    if (enough) {
        out->error = out->elo + n;
        out->weight = out->error + n;
        out->between = out->weight + n;
        out->p_value = out->between + size * size;
        f.rating = room;
        f.trial = room + n;
        f.step = room + 2 * n;
        f.matrix = room + 3 * size;
        f.inverse = f.matrix + size * size;
        f.covariance = f.inverse + size * size;
        find_groups(&f);
        for (int i = 0; i < STEPS_MAX && !settled; i++) settled = improve(&f) <= SETTLED;
        vary(&f);
        fill(&f, settled, anchor, out);
    } else
        jg_ratings_free(out);
    free(room);
    free(f.group);
    return enough;
}

void jg_ratings_free(struct jg_ratings *r) {
    free(r->elo);
    *r = (struct jg_ratings){0};
}

double jg_ratings_superior(const struct jg_ratings *r, int n, int a, int b) {
    return jg_superiority(r->p_value[a * n + b], r->elo[a] - r->elo[b]);
}
