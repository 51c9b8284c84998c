/* CMA-ES against the equations of its tutorial (N. Hansen, "The CMA Evolution
 * Strategy: A Tutorial", 2016), transcribed literally: the update of a state by points
 * and their ranks. The state is read from its JSON. */
#include "test.h"

#include "tune/method.h"

#include <gsl/gsl_eigen.h>
#include <jansson.h>
#include <math.h>

enum { N_MAX = 8, POINTS_MAX = 1000 };

/* The tutorial's names: m, sigma, C, p_c, p_sigma; g counts from 0. */
struct state {
    int n, g;
    double m[N_MAX], sigma, C[N_MAX][N_MAX], p_c[N_MAX], p_s[N_MAX];
};

static void near(double x, double want, const char *what) {
    if (!(fabs(x - want) <= 1e-9 * (1 + fabs(want)))) fail_msg("%s: %.15g, not %.15g", what, x, want);
}

static void read_list(const json_t *json, const char *name, double *out, int n) {
    assert_true(jg_method_read_vector(json_object_get(json, name), out, n));
}

static struct state state_of(const void *method, int n) {
    struct state s = {.n = n};
    double c[N_MAX * N_MAX];
    json_t *json = jg_method_cma.json(method);
    s.g = (int)json_integer_value(json_object_get(json, "generation"));
    s.sigma = json_real_value(json_object_get(json, "sigma"));
    read_list(json, "mean", s.m, n);
    read_list(json, "path", s.p_c, n);
    read_list(json, "step_path", s.p_s, n);
    read_list(json, "c", c, n * n);
    for (int i = 0; i < n * n; i++) s.C[i / n][i % n] = c[i];
    json_decref(json);
    return s;
}

/* Puts the method into a state. */
static void put_state(void *method, const struct state *s) {
    double c[N_MAX * N_MAX];
    for (int i = 0; i < s->n * s->n; i++) c[i] = s->C[i / s->n][i % s->n];
    json_t *json = json_pack("{s:i, s:f, s:o, s:o, s:o, s:o, s:o}", "generation", s->g, "sigma", s->sigma, "mean",
                             jg_method_vector_json(s->m, s->n), "average", jg_method_vector_json(s->m, s->n), "path",
                             jg_method_vector_json(s->p_c, s->n), "step_path", jg_method_vector_json(s->p_s, s->n), "c",
                             jg_method_vector_json(c, s->n * s->n));
    assert_true(jg_method_cma.read(method, json));
    json_decref(json);
}

/* C^(-1/2) v */
static void whiten(const struct state *s, const double *v, double *out) {
    size_t n = (size_t)s->n;
    gsl_matrix *C = gsl_matrix_alloc(n, n), *B = gsl_matrix_alloc(n, n);
    gsl_vector *D = gsl_vector_alloc(n);
    gsl_eigen_symmv_workspace *room = gsl_eigen_symmv_alloc(n);
    for (size_t i = 0; i < n * n; i++) gsl_matrix_set(C, i / n, i % n, s->C[i / n][i % n]);
    gsl_eigen_symmv(C, D, B, room);
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++)
                out[i] += gsl_matrix_get(B, i, k) / sqrt(gsl_vector_get(D, k)) * gsl_matrix_get(B, j, k) * v[j];
    }
    gsl_eigen_symmv_free(room);
    gsl_vector_free(D);
    gsl_matrix_free(B);
    gsl_matrix_free(C);
}

/* A generation, by equations (38) to (47) and table 1 without negative weights. best[k]
 * is the k-th best point in the unit cube. Returns h_sigma. */
static bool reference(struct state *s, int lambda, double best[][N_MAX]) {
    int n = s->n, mu = lambda / 2;
    double w[POINTS_MAX], sum = 0, squares = 0, y_w[N_MAX] = {0}, white[N_MAX], length = 0, C[N_MAX][N_MAX] = {{0}};
    for (int i = 0; i < mu; i++) sum += w[i] = log((lambda + 1) / 2.0) - log(i + 1.0);
    for (int i = 0; i < mu; i++) squares += pow(w[i] /= sum, 2);
    double mu_eff = 1 / squares;
    double c_s = (mu_eff + 2) / (n + mu_eff + 5);
    double d_s = 1 + 2 * fmax(0, sqrt((mu_eff - 1) / (n + 1)) - 1) + c_s;
    double c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);
    double c_1 = 2 / (pow(n + 1.3, 2) + mu_eff);
    double c_mu = fmin(1 - c_1, 2 * (mu_eff - 2 + 1 / mu_eff) / (pow(n + 2, 2) + mu_eff));
    double chi_n = sqrt(n) * (1 - 1 / (4.0 * n) + 1 / (21.0 * n * n));

    for (int k = 0; k < mu; k++)
        for (int i = 0; i < n; i++) y_w[i] += w[k] * (best[k][i] - s->m[i]) / s->sigma;
    whiten(s, y_w, white);
    for (int i = 0; i < n; i++) {
        s->p_s[i] = (1 - c_s) * s->p_s[i] + sqrt(c_s * (2 - c_s) * mu_eff) * white[i];
        length += s->p_s[i] * s->p_s[i];
    }
    length = sqrt(length);
    bool h = length / sqrt(1 - pow(1 - c_s, 2 * (s->g + 1))) < (1.4 + 2.0 / (n + 1)) * chi_n;
    for (int i = 0; i < n; i++) s->p_c[i] = (1 - c_c) * s->p_c[i] + h * sqrt(c_c * (2 - c_c) * mu_eff) * y_w[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = (1 + c_1 * (1 - h) * c_c * (2 - c_c) - c_1 - c_mu) * s->C[i][j] + c_1 * s->p_c[i] * s->p_c[j];
            for (int k = 0; k < mu; k++)
                C[i][j] += c_mu * w[k] * (best[k][i] - s->m[i]) / s->sigma * (best[k][j] - s->m[j]) / s->sigma;
        }
    memcpy(s->C, C, sizeof C);
    for (int i = 0; i < n; i++) s->m[i] += s->sigma * y_w[i];
    s->sigma *= exp(fmin(1, c_s / d_s * (length / chi_n - 1))); /* not more at once, as in Hansen's programs */
    s->g++;
    return h;
}

/* One generation of both. */
static bool step(void *method, int n, int lambda, struct jg_rng *rng) {
    static double points[POINTS_MAX * N_MAX], fitness[POINTS_MAX], best[POINTS_MAX][N_MAX];
    struct state want = state_of(method, n), got;
    int places[POINTS_MAX];
    jg_method_cma.ask(method, points);
    for (int k = 0; k < lambda; k++) { /* as a slope with noise would: sums of numbers, so that it goes somewhere */
        fitness[k] = 0.1 * jg_rng_unit(rng);
        for (int i = 0; i < n; i++) fitness[k] += points[k * n + i];
        places[k] = k;
    }
    for (int k = 0; k < lambda; k++) /* best first */
        for (int i = k + 1; i < lambda; i++)
            if (fitness[places[i]] > fitness[places[k]]) {
                int swap = places[k];
                places[k] = places[i];
                places[i] = swap;
            }
    for (int k = 0; k < lambda; k++)
        for (int i = 0; i < n; i++) best[k][i] = (points[places[k] * n + i] + 4) / 10; /* the box is -4..6 */
    bool h = reference(&want, lambda, best);
    jg_method_cma.tell(method, fitness);
    got = state_of(method, n);
    assert_int_equal(got.g, want.g);
    near(got.sigma, want.sigma, "sigma");
    for (int i = 0; i < n; i++) {
        near(got.m[i], want.m[i], "mean");
        near(got.p_c[i], want.p_c[i], "p_c");
        near(got.p_s[i], want.p_s[i], "p_sigma");
        for (int j = 0; j < n; j++) near(got.C[i][j], want.C[i][j], "C");
    }
    return h;
}

static void *open_at(int n, int lambda, double step, uint64_t seed) {
    static const double start[N_MAX] = {1, 0.5, 1.5, 0, 2, 1, 1, 1};
    struct jg_method_setting s = {
        .n = n, .low = -4, .high = 6, .start = start, .seed = seed, .population = lambda, .step = step};
    void *method = jg_method_cma.open(&s);
    assert_non_null(method);
    return method;
}

static void test_generations(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (int n = 1; n <= N_MAX; n++)
        for (int lambda = 4; lambda <= 64; lambda *= 2) {
            void *method = open_at(n, lambda, 0.001, test_seed() + (uint64_t)(100 * n + lambda));
            for (int g = 0; g < 4; g++) step(method, n, lambda, &rng);
            jg_method_cma.close(method);
        }
}

/* Where the path of steps is too long, the path of C waits: h_sigma is 0. */
static void test_long_steps(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 2);
    for (int n = 2; n <= N_MAX; n++)
        for (int far = 0; far < 2; far++) {
            void *method = open_at(n, 12, 0.001, test_seed());
            struct state s = {.n = n, .g = 20, .sigma = 1e-4};
            for (int i = 0; i < n; i++) {
                s.m[i] = 0.5;
                s.p_s[i] = far ? 20 : 0.1;
                s.p_c[i] = 0.3 * (i + 1);
                for (int j = 0; j < n; j++) s.C[i][j] = i == j ? 1 + 0.5 * i : 0.2;
            }
            put_state(method, &s);
            assert_int_equal(step(method, n, 12, &rng), !far);
            jg_method_cma.close(method);
        }
}

/* Points have the mean and the shape that the state says, and are reflected at the
 * walls: none lies on one, where a point that is cut off would. */
static void test_points(void **state) {
    (void)state;
    enum { N = 3, LAMBDA = 1000, ROUNDS = 10 };
    static double points[LAMBDA * N];
    static const double C[N][N] = {{1, 0.6, 0}, {0.6, 2, -0.5}, {0, -0.5, 0.5}};
    double sums[N] = {0}, products[N][N] = {{0}}, all = LAMBDA * ROUNDS;
    void *method = open_at(N, LAMBDA, 0.001, test_seed());
    struct state s = {.n = N, .sigma = 0.05, .m = {0.4, 0.5, 0.6}};
    memcpy(s.C[0], C[0], sizeof C[0]);
    memcpy(s.C[1], C[1], sizeof C[1]);
    memcpy(s.C[2], C[2], sizeof C[2]);
    for (s.g = 0; s.g < ROUNDS; s.g++) {
        put_state(method, &s);
        jg_method_cma.ask(method, points);
        for (int k = 0; k < LAMBDA; k++)
            for (int i = 0; i < N; i++) {
                double x = ((points[k * N + i] + 4) / 10 - s.m[i]) / s.sigma;
                sums[i] += x / all;
                for (int j = 0; j < N; j++)
                    products[i][j] += x * ((points[k * N + j] + 4) / 10 - s.m[j]) / s.sigma / all;
            }
    }
    for (int i = 0; i < N; i++) {
        assert_true(fabs(sums[i]) < 5 * sqrt(C[i][i] / all));
        for (int j = 0; j < N; j++)
            assert_true(fabs(products[i][j] - C[i][j]) < 5 * sqrt((C[i][i] * C[j][j] + C[i][j] * C[i][j]) / all));
    }
    s.sigma = 0.5;
    s.m[0] = 0.01;
    s.m[2] = 0.99;
    put_state(method, &s);
    jg_method_cma.ask(method, points);
    int low = 0;
    for (int i = 0; i < LAMBDA * N; i++) assert_true(points[i] > -4 && points[i] < 6);
    for (int k = 0; k < LAMBDA; k++) low += (points[k * N] + 4) / 10 < 0.25; /* |normal| / 2 of what lies within */
    assert_true(abs(low - 383) < 5 * sqrt(383)); /* 2 (P(0.5) - P(0)), and what comes back from the other wall */
    jg_method_cma.close(method);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_generations), cmocka_unit_test(test_long_steps),
                                       cmocka_unit_test(test_points)};
    test_begin();
    return cmocka_run_group_tests_name("cma", tests, NULL, NULL);
}
