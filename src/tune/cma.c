/* CMA-ES (N. Hansen, "The CMA Evolution Strategy: A Tutorial", 2016): points are drawn from a normal distribution whose
 * mean moves to the better half of them, whose covariance C learns the directions that did well, and whose step size
 * sigma grows while steps agree and shrinks while they cancel out. Weighted recombination, cumulative step-size
 * adaptation, rank-one and rank-mu update with the tutorial's parameters, without negative weights.
 *
 * The box is the unit cube here. Points outside it are reflected, and the update uses the reflected points.
 *
 * Noise: only the ranks of the points count, all play the same opponent on the same deals, and only sums over half a
 * generation are stored. If the noise exceeds the differences, sigma performs a random walk instead of shrinking, so it
 * is bounded by WIDEST; a larger population helps more than more games per point.
 *
 * Best: an exponential average of the mean over the last generations. The mean itself keeps drifting with the noise. */
#include "tune/method.h"

#include "core/math.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = JG_FEATURES_MAX, SWEEPS = 60 };

static const double WIDEST = 0.5, NARROWEST = 1e-12; /* of sigma: half of the box */
static const double LARGEST = 1e9; /* of stored paths and covariances, far more than they ever are: no sum overflows */

/* Weight of the latest mean in the average. Eighteen tunings of Kalah, 4000 games each against the default weights:
 * 55.0 % with 0.2, 53.8 with 0.1, 53.9 with 0.05, 53.5 with the last mean alone. */
static const double AVERAGING = 0.2;

struct cma {
    struct jg_method_setting s;
    int generation;
    double mean[N], average[N], sigma;
    double path[N], step_path[N]; /* p_c and p_sigma of the tutorial */
    double c[N][N];

    /* Constants that follow from n and the population. */
    int parents;
    double weights[JG_POPULATION_MAX / 2], mass; /* of the parents; mu_eff */
    double c_sigma, d_sigma, c_c, c_1, c_mu, length;

    double room[]; /* for the points of a generation, and the parents' steps */
};

/* ---- Beginning ----------------------------------------------------------------------------- */

static void set_constants(struct cma *m) {
    double n = m->s.n, sum = 0, squares = 0;
    m->parents = m->s.population / 2;
    for (int i = 0; i < m->parents; i++)
        sum += m->weights[i] = jg_math_log((m->s.population + 1) / 2.0) - jg_math_log(i + 1);
    for (int i = 0; i < m->parents; i++) {
        m->weights[i] /= sum;
        squares += m->weights[i] * m->weights[i];
    }
    m->mass = 1 / squares;
    m->c_sigma = (m->mass + 2) / (n + m->mass + 5);
    m->d_sigma = 1 + 2 * fmax(0, sqrt((m->mass - 1) / (n + 1)) - 1) + m->c_sigma;
    m->c_c = (4 + m->mass / n) / (n + 4 + 2 * m->mass / n);
    m->c_1 = 2 / ((n + 1.3) * (n + 1.3) + m->mass);
    m->c_mu = fmin(1 - m->c_1, 2 * (m->mass - 2 + 1 / m->mass) / ((n + 2) * (n + 2) + m->mass));
    m->length = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)); /* of a normal vector */
}

static void *open_cma(const struct jg_method_setting *s) {
    struct cma *m = calloc(1, sizeof *m + 2 * (size_t)(s->population * s->n) * sizeof *m->room);
    struct jg_rng rng;
    if (!m) return NULL;
    m->s = *s;
    m->sigma = fmin(s->step, WIDEST);
    jg_rng_init(&rng, s->seed, 0);
    for (int i = 0; i < s->n; i++) {
        m->mean[i] = s->start ? fmin(fmax((s->start[i] - s->low) / (s->high - s->low), 0), 1) : jg_rng_unit(&rng);
        m->average[i] = m->mean[i];
        m->c[i][i] = 1;
    }
    m->s.start = NULL;
    set_constants(m);
    return m;
}

/* ---- Axes ---------------------------------------------------------------------------------- */

/* C = B D^2 B': the columns of B are its axes, D their lengths. */
struct axes {
    double b[N][N], d[N];
};

/* Makes a[p][q] zero by a rotation in the plane of axes p and q. */
static void rotate(double a[N][N], double b[N][N], int n, int p, int q) {
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; k++) {
        double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
        x = b[k][p];
        y = b[k][q];
        b[k][p] = c * x - s * y;
        b[k][q] = s * x + c * y;
    }
}

/* Eigenvectors by Jacobi's method, which is simple and fast enough at this size. */
static void find_axes(const struct cma *m, struct axes *out) {
    int n = m->s.n;
    double a[N][N], off = 1;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n; i++) {
        memcpy(a[i], m->c[i], (size_t)n * sizeof a[i][0]);
        out->b[i][i] = 1;
    }
    for (int sweep = 0; sweep < SWEEPS && off > 0; sweep++) {
        off = 0;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                if (fabs(a[p][q]) <= 1e-17 * sqrt(fabs(a[p][p] * a[q][q]))) continue;
                off += fabs(a[p][q]);
                rotate(a, out->b, n, p, q);
            }
    }
    for (int i = 0; i < n; i++) out->d[i] = sqrt(fmax(a[i][i], 1e-30));
}

/* ---- Points -------------------------------------------------------------------------------- */

/* A normal number, by the polar method (Marsaglia). */
static double normal(struct jg_rng *rng) {
    double x, y, r;
    do {
        x = 2 * jg_rng_unit(rng) - 1;
        y = 2 * jg_rng_unit(rng) - 1;
        r = x * x + y * y;
    } while (r >= 1 || r == 0);
    return x * sqrt(-2 * jg_math_log(r) / r);
}

static double reflect(double x) {
    x = fabs(fmod(x, 2));
    return x > 1 ? 2 - x : x;
}

/* The points of this generation in the unit cube, one after the other. */
static void draw_points(const struct cma *m, const struct axes *axes, double *points) {
    int n = m->s.n;
    struct jg_rng rng;
    jg_rng_init(&rng, m->s.seed, (uint64_t)m->generation + 1);
    for (int k = 0; k < m->s.population; k++) {
        double *point = points + k * n, z[N];
        for (int i = 0; i < n; i++) z[i] = axes->d[i] * normal(&rng);
        for (int i = 0; i < n; i++) {
            double y = 0;
            for (int j = 0; j < n; j++) y += axes->b[i][j] * z[j];
            point[i] = reflect(m->mean[i] + m->sigma * y);
        }
    }
}

static int count(const void *state) { return ((const struct cma *)state)->s.population; }

static void to_box(const struct jg_method_setting *s, const double *from, int n, double *to) {
    for (int i = 0; i < n; i++) to[i] = s->low + from[i] * (s->high - s->low);
}

static void ask(const void *state, double *points) {
    const struct cma *m = state;
    struct axes axes;
    find_axes(m, &axes);
    draw_points(m, &axes, points);
    to_box(&m->s, points, m->s.population * m->s.n, points);
}

static void best(const void *state, double *out) {
    const struct cma *m = state;
    to_box(&m->s, m->average, m->s.n, out);
}

/* ---- Learning ------------------------------------------------------------------------------ */

/* Updates the step-size evolution path by the step of the mean, and returns the length of the path. */
static double update_step_path(struct cma *m, const struct axes *axes, const double *step) {
    int n = m->s.n;
    double along[N], keep = 1 - m->c_sigma, gain = sqrt(m->c_sigma * (2 - m->c_sigma) * m->mass), squares = 0;
    for (int j = 0; j < n; j++) {
        along[j] = 0;
        for (int i = 0; i < n; i++) along[j] += axes->b[i][j] * step[i];
        along[j] /= axes->d[j];
    }
    for (int i = 0; i < n; i++) {
        double white = 0; /* C^(-1/2) step */
        for (int j = 0; j < n; j++) white += axes->b[i][j] * along[j];
        m->step_path[i] = keep * m->step_path[i] + gain * white;
        squares += m->step_path[i] * m->step_path[i];
    }
    return sqrt(squares);
}

/* Updates the covariance. `steps` are the parents' steps from the old mean, in units of sigma. */
static void learn_shape(struct cma *m, const double *steps, const double *step, bool steady) {
    int n = m->s.n;
    double gain = sqrt(m->c_c * (2 - m->c_c) * m->mass), rest = 1 - m->c_1 - m->c_mu;
    if (!steady) rest += m->c_1 * m->c_c * (2 - m->c_c);
    for (int i = 0; i < n; i++) m->path[i] = (1 - m->c_c) * m->path[i] + (steady ? gain * step[i] : 0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < m->parents; k++) sum += m->weights[k] * steps[k * n + i] * steps[k * n + j];
            m->c[i][j] = m->c[j][i] = rest * m->c[i][j] + m->c_1 * m->path[i] * m->path[j] + m->c_mu * sum;
        }
}

static void tell(void *state, const double *fitness) {
    struct cma *m = state;
    int n = m->s.n, places[JG_POPULATION_MAX];
    double *points = m->room, *steps = points + m->s.population * n, step[N] = {0};
    struct axes axes;
    find_axes(m, &axes);
    draw_points(m, &axes, points);
    jg_method_rank(fitness, m->s.population, places);
    for (int k = 0; k < m->parents; k++)
        for (int i = 0; i < n; i++) {
            steps[k * n + i] = (points[places[k] * n + i] - m->mean[i]) / m->sigma;
            step[i] += m->weights[k] * steps[k * n + i];
        }
    double length = update_step_path(m, &axes, step);
    double settled = sqrt(1 - jg_math_pow(1 - m->c_sigma, 2 * (m->generation + 1)));
    learn_shape(m, steps, step, length / settled < (1.4 + 2.0 / (n + 1)) * m->length);
    for (int i = 0; i < n; i++) {
        m->mean[i] = fmin(fmax(m->mean[i] + m->sigma * step[i], 0), 1);
        m->average[i] += AVERAGING * (m->mean[i] - m->average[i]);
    }
    m->sigma *= jg_math_exp(fmin(1, m->c_sigma / m->d_sigma * (length / m->length - 1)));
    m->sigma = fmin(fmax(m->sigma, NARROWEST), WIDEST);
    m->generation++;
}

/* ---- As JSON -------------------------------------------------------------------------------- */

static json_t *to_json(const void *state) {
    const struct cma *m = state;
    int n = m->s.n;
    double c[N * N];
    for (int i = 0; i < n * n; i++) c[i] = m->c[i / n][i % n];
    return json_pack("{s:i, s:f, s:o, s:o, s:o, s:o, s:o}", "generation", m->generation, "sigma", m->sigma, "mean",
                     jg_method_vector_json(m->mean, n), "average", jg_method_vector_json(m->average, n), "path",
                     jg_method_vector_json(m->path, n), "step_path", jg_method_vector_json(m->step_path, n), "c",
                     jg_method_vector_json(c, n * n));
}

static bool read_small(const json_t *list, double *numbers, int n) {
    if (!jg_method_read_vector(list, numbers, n)) return false;
    for (int i = 0; i < n; i++)
        if (fabs(numbers[i]) > LARGEST) return false;
    return true;
}

static bool read_json(void *state, const json_t *json) {
    struct cma *m = state;
    int n = m->s.n;
    double c[N * N];
    if (!jg_method_read_count(json_object_get(json, "generation"), &m->generation) ||
        !jg_method_read_vector(json_object_get(json, "mean"), m->mean, n) ||
        !jg_method_read_vector(json_object_get(json, "average"), m->average, n) ||
        !read_small(json_object_get(json, "path"), m->path, n) ||
        !read_small(json_object_get(json, "step_path"), m->step_path, n) ||
        !read_small(json_object_get(json, "c"), c, n * n))
        return false;
    m->sigma = json_number_value(json_object_get(json, "sigma"));
    for (int i = 0; i < n * n; i++) m->c[i / n][i % n] = c[i];
    for (int i = 0; i < n; i++)
        if (m->mean[i] < 0 || m->mean[i] > 1 || m->average[i] < 0 || m->average[i] > 1 || m->c[i][i] <= 0) return false;
    return m->sigma >= NARROWEST && m->sigma <= WIDEST;
}

const struct jg_method jg_method_cma = {
    .name = "cma",
    .centred = true,
    .open = open_cma,
    .close = free,
    .count = count,
    .ask = ask,
    .tell = tell,
    .best = best,
    .json = to_json,
    .read = read_json,
};
