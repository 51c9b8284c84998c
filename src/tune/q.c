/* Q-learning (C. Watkins, 1989) with linear function approximation: the value of a decision is
 *
 *   Q = weights . features + constant,
 *
 * in points, with JG_CHANCES for a won game. It is learnt from the transitions of games that an agent plays with the
 * weights and some exploration (jg_agent_kind.transitions). The temporal-difference error of a decision is
 *
 *   error = discount * max Q(next) - Q, or result - Q for the last decision.
 *
 * All games of a generation use the same weights. Then the weights are updated by least squares, since features are
 * correlated (power and toughness), with the second moments M of all features seen and a decreasing learning rate:
 *
 *   weights += step(k) * M^-1 * mean of error * features,   step(k) = step * A / (A + k).
 *
 * max Q is clamped to the value of a won game. The constant is learnt with the weights but not reported: it is the same
 * for all decisions. */
#include "tune/method.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = JG_FEATURES_MAX + 1 }; /* with the constant, which comes last */

static const double SETTLING = 0.1; /* A, as a share of all generations */
static const double RIDGE = 1e-6;   /* of the mean square of a feature: what never varies has no weight to learn */

struct q {
    struct jg_method_setting s;
    int generation, n; /* n: with the constant */
    double at[N];      /* the weights and the constant */
    double m[N][N],
        count; /* second moments: sums of products of features, and their number, up to the last generation */

    /* Of the current generation. */
    double products[N][N], errors[N], lessons;
};

static void *open_q(const struct jg_method_setting *s) {
    struct q *q = calloc(1, sizeof *q);
    struct jg_rng rng;
    if (!q) return NULL;
    q->s = *s;
    q->n = s->n + 1;
    jg_rng_init(&rng, s->seed, 0);
    for (int i = 0; i < s->n; i++) q->at[i] = s->start ? s->start[i] : s->low + jg_rng_unit(&rng) * (s->high - s->low);
    q->s.start = NULL;
    return q;
}

static int count(const void *state) {
    (void)state;
    return 1;
}

static void best(const void *state, double *out) {
    const struct q *q = state;
    memcpy(out, q->at, (size_t)q->s.n * sizeof *out);
}

/* ---- Learning ------------------------------------------------------------------------------ */

static void begin(void *state) {
    struct q *q = state;
    memset(q->products, 0, sizeof q->products);
    memset(q->errors, 0, sizeof q->errors);
    q->lessons = 0;
}

static double target(const struct q *q, const struct jg_transition *l) {
    double won = JG_CHANCES;
    if (l->over) return l->value > 0 ? won : l->value < 0 ? -won : 0;
    double next = fabs(l->value) >= JG_WIN / 2 ? l->value : l->value + q->at[q->s.n];
    return q->s.discount * fmin(fmax(next, -won), won);
}

static void learn(void *state, const struct jg_transition *l) {
    struct q *q = state;
    double x[N], error = target(q, l);
    memcpy(x, l->features, (size_t)q->s.n * sizeof *x);
    x[q->s.n] = 1;
    for (int i = 0; i < q->n; i++) error -= q->at[i] * x[i];
    for (int i = 0; i < q->n; i++) {
        q->errors[i] += error * x[i];
        for (int k = 0; k <= i; k++) q->products[i][k] += x[i] * x[k];
    }
    q->lessons++;
}

/* Solves m x = b by Cholesky decomposition. x replaces b; only the lower half of m is read, and it is overwritten. */
static void solve(double m[N][N], double *b, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++) {
            double sum = m[i][k];
            for (int j = 0; j < k; j++) sum -= m[i][j] * m[k][j];
            m[i][k] = i == k ? sqrt(sum) : sum / m[k][k];
        }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) b[i] -= m[i][j] * b[j];
        b[i] /= m[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= m[j][i] * b[j];
        b[i] /= m[i][i];
    }
}

static void tell(void *state, const double *fitness) {
    struct q *q = state;
    double m[N][N], way[N], settling = fmax(SETTLING * q->s.generations, 1);
    double step = q->s.step * settling / (settling + q->generation++);
    (void)fitness; /* the transitions carry more information */
    if (q->lessons == 0) return;
    q->count += q->lessons;
    for (int i = 0; i < q->n; i++) {
        for (int k = 0; k <= i; k++) m[i][k] = (q->m[i][k] += q->products[i][k]) / q->count;
        m[i][i] += RIDGE * m[i][i] + 1e-9;
        way[i] = q->errors[i] / q->lessons;
    }
    solve(m, way, q->n);
    for (int i = 0; i < q->n; i++) q->at[i] += step * way[i];
    for (int i = 0; i < q->s.n; i++) q->at[i] = fmin(fmax(q->at[i], q->s.low), q->s.high);
}

/* ---- As JSON ------------------------------------------------------------------------------- */

/* The lower half of m in one list. */
static int pack(const struct q *q, double *list) {
    int n = 0;
    for (int i = 0; i < q->n; i++)
        for (int k = 0; k <= i; k++) list[n++] = q->m[i][k];
    return n;
}

static void unpack(struct q *q, const double *list) {
    for (int i = 0; i < q->n; i++)
        for (int k = 0; k <= i; k++) q->m[i][k] = *list++;
}

static json_t *to_json(const void *state) {
    const struct q *q = state;
    double moments[N * N];
    int n = pack(q, moments);
    return json_pack("{s:i, s:o, s:f, s:o}", "generation", q->generation, "at", jg_method_vector_json(q->at, q->n),
                     "lessons", q->count, "moments", jg_method_vector_json(moments, n));
}

static bool read_json(void *state, const json_t *json) {
    struct q *q = state;
    double moments[N * N];
    const json_t *lessons = json_object_get(json, "lessons");
    if (!jg_method_read_count(json_object_get(json, "generation"), &q->generation) || !json_is_number(lessons) ||
        !jg_method_read_vector(json_object_get(json, "at"), q->at, q->n) ||
        !jg_method_read_vector(json_object_get(json, "moments"), moments, q->n * (q->n + 1) / 2))
        return false;
    q->count = json_number_value(lessons);
    unpack(q, moments);
    for (int i = 0; i < q->s.n; i++)
        if (!(q->at[i] >= q->s.low && q->at[i] <= q->s.high)) return false;
    for (int i = 0; i < q->n; i++)
        if (q->m[i][i] < 0) return false;
    return q->count >= 0;
}

const struct jg_method jg_method_q = {
    .name = "q",
    .centred = true,
    .open = open_q,
    .close = free,
    .count = count,
    .ask = best,
    .begin = begin,
    .learn = learn,
    .tell = tell,
    .best = best,
    .json = to_json,
    .read = read_json,
};
