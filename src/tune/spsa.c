/* SPSA, simultaneous perturbation stochastic approximation (J. C. Spall, 1992; gains by his "Implementation of the
 * simultaneous perturbation algorithm", 1998): all numbers are perturbed at once, each up or down at random, and the
 * point moves towards the better of the two sides. Two points per generation estimate the gradient in any dimension.
 *
 * The box is the unit cube here. Generation k = 0, 1, ... evaluates the points at distance c(k) = step / (k + 1)^gamma
 * and moves by a(k) / c(k) times the difference of their fitness, a(k) = a / (k + 1 + A)^alpha, with a such that a
 * difference of 1, a match won outright, moves the point by `step` at first.
 *
 * Best: the point itself. It sums up all games played, and no single result weighs much. */
#include "tune/method.h"

#include "core/math.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ALPHA = 0.602, GAMMA = 0.101; /* Spall's, for few generations */
static const double STABILITY = 0.1;              /* A, as a share of all generations: Spall's */

struct spsa {
    struct jg_method_setting s;
    int generation;
    double at[JG_FEATURES_MAX]; /* in the unit cube */
};

static double inside(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static double out_of_cube(const struct jg_method_setting *s, double x) { return s->low + x * (s->high - s->low); }

static void *open_spsa(const struct jg_method_setting *s) {
    struct spsa *p = calloc(1, sizeof *p);
    struct jg_rng rng;
    if (!p) return NULL;
    p->s = *s;
    jg_rng_init(&rng, s->seed, 0);
    for (int i = 0; i < s->n; i++)
        p->at[i] = s->start ? inside((s->start[i] - s->low) / (s->high - s->low)) : jg_rng_unit(&rng);
    p->s.start = NULL;
    return p;
}

static int count(const void *state) {
    (void)state;
    return 2;
}

/* The perturbation of this generation: its size, and the sign of each number. */
static double perturbation(const struct spsa *p, double *signs) {
    struct jg_rng rng;
    jg_rng_init(&rng, p->s.seed, (uint64_t)p->generation + 1);
    for (int i = 0; i < p->s.n; i++) signs[i] = jg_rng_below(&rng, 2) ? 1 : -1;
    return p->s.step / jg_math_pow(p->generation + 1, GAMMA);
}

static void ask(const void *state, double *points) {
    const struct spsa *p = state;
    double signs[JG_FEATURES_MAX], c = perturbation(p, signs);
    for (int i = 0; i < p->s.n; i++) {
        points[i] = out_of_cube(&p->s, inside(p->at[i] + c * signs[i]));
        points[p->s.n + i] = out_of_cube(&p->s, inside(p->at[i] - c * signs[i]));
    }
}

static void tell(void *state, const double *fitness) {
    struct spsa *p = state;
    double signs[JG_FEATURES_MAX], c = perturbation(p, signs), big = STABILITY * p->s.generations;
    double a = p->s.step * p->s.step * jg_math_pow((big + 1) / (big + p->generation + 1), ALPHA);
    for (int i = 0; i < p->s.n; i++) p->at[i] = inside(p->at[i] + a / c * (fitness[0] - fitness[1]) * signs[i]);
    p->generation++;
}

static void best(const void *state, double *out) {
    const struct spsa *p = state;
    for (int i = 0; i < p->s.n; i++) out[i] = out_of_cube(&p->s, p->at[i]);
}

static json_t *to_json(const void *state) {
    const struct spsa *p = state;
    return json_pack("{s:i, s:o}", "generation", p->generation, "at", jg_method_vector_json(p->at, p->s.n));
}

static bool read_json(void *state, const json_t *json) {
    struct spsa *p = state;
    if (!jg_method_read_count(json_object_get(json, "generation"), &p->generation) ||
        !jg_method_read_vector(json_object_get(json, "at"), p->at, p->s.n))
        return false;
    for (int i = 0; i < p->s.n; i++)
        if (p->at[i] != inside(p->at[i])) return false;
    return true;
}

const struct jg_method jg_method_spsa = {
    .name = "spsa",
    .open = open_spsa,
    .close = free,
    .count = count,
    .ask = ask,
    .tell = tell,
    .best = best,
    .json = to_json,
    .read = read_json,
};
