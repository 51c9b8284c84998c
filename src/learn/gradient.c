/* The forward and backward pass of a network in floating point, for one position, and its parameters. */
#include "learn/train.h"

#include "core/math.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Parameters ---------------------------------------------------------------------------- */

void jg_learn_layout(struct jg_learn_layout *l, const struct jg_network_shape *shape) {
    const int sizes[] = {2 * shape->filters, shape->hidden[0], shape->hidden[1], 1};
    size_t at = 0;
    *l = (struct jg_learn_layout){.shape = *shape};
    at += (size_t)shape->inputs * (size_t)shape->filters;
    l->bias = at;
    at += (size_t)shape->filters;
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) {
        l->layer_inputs[i] = sizes[i];
        l->outputs[i] = sizes[i + 1];
        l->weights[i] = at;
        at += (size_t)sizes[i] * (size_t)sizes[i + 1];
        l->biases[i] = at;
        at += (size_t)sizes[i + 1];
    }
    l->count = at;
}

uint16_t *jg_learn_permutations(const struct jg_game *g) {
    struct jg_inputs in;
    jg_network_inputs(g, &in);
    uint16_t *all = malloc((size_t)in.symmetries * (size_t)in.count * sizeof *all);
    for (int i = 0; i < in.symmetries && all; i++) jg_input_symmetry(g, i, all + (size_t)i * (size_t)in.count);
    return all;
}

/* Uniform numbers of a standard deviation, around a mean. */
static void scatter(float *to, size_t n, double mean, double deviation, struct jg_rng *rng) {
    for (size_t i = 0; i < n; i++) to[i] = (float)(mean + deviation * sqrt(12) * (jg_rng_unit(rng) - 0.5));
}

/* Accumulators begin between the ends of the clipping, where gradients flow; hidden neurons likewise. */
void jg_learn_initialize(const struct jg_learn_layout *l, float *parameters, struct jg_rng *rng) {
    const struct jg_network_shape *s = &l->shape;
    memset(parameters, 0, l->count * sizeof *parameters);
    scatter(parameters, (size_t)s->inputs * (size_t)s->filters, 0, 0.5 / sqrt(s->active), rng);
    scatter(parameters + l->bias, (size_t)s->filters, 0.3, 0.1, rng);
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) {
        double copies = i ? 1 : s->symmetries;
        scatter(parameters + l->weights[i], (size_t)l->layer_inputs[i] * (size_t)l->outputs[i], 0,
                1 / (copies * sqrt(l->layer_inputs[i])), rng);
        if (i < JG_NETWORK_LAYERS - 1) scatter(parameters + l->biases[i], (size_t)l->outputs[i], 0.3, 0, rng);
    }
}

/* ---- One position --------------------------------------------------------------------------- */

enum { WIDTH = JG_NETWORK_WIDTH_MAX };

/* What the forward pass leaves for the backward pass. */
struct pass {
    int active[2][JG_ACTIVE_MAX], active_count[2];
    float accumulators[2][WIDTH];           /* [symmetries][filters] */
    float in[2 * WIDTH];                    /* the first layer's inputs */
    float out[2][JG_NETWORK_HIDDEN_MAX];    /* outputs of the hidden layers */
};

/* The following functions are compiled twice, the second time for processors with AVX2. The order of all additions is
 * the same, and without fused multiply-add so are the results. */
#define TWO_VARIANTS static inline __attribute__((always_inline))

enum { LANES = 8 };

TWO_VARIANTS float clip(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

TWO_VARIANTS void add_row(float *restrict to, const float *restrict row, int n) {
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++) to[i + k] += row[i + k];
    for (; i < n; i++) to[i] += row[i];
}

TWO_VARIANTS void add_scaled(float *restrict to, const float *restrict row, float x, int n) {
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++) to[i + k] += x * row[i + k];
    for (; i < n; i++) to[i] += x * row[i];
}

TWO_VARIANTS float dot(const float *a, const float *b, int n) {
    float sums[LANES] = {0}, sum = 0;
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++) sums[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum += a[i] * b[i];
    for (int k = 0; k < LANES; k++) sum += sums[k];
    return sum;
}

TWO_VARIANTS void list_active(const struct jg_learn_sample *s, int words, struct pass *p) {
    for (int side = 0; side < 2; side++) {
        int n = 0;
        for (int w = 0; w < words; w++)
            for (uint64_t bits = s->active[side * words + w]; bits; bits &= bits - 1)
                p->active[side][n++] = 64 * w + __builtin_ctzll(bits);
        p->active_count[side] = n;
    }
}

TWO_VARIANTS void accumulate(const struct jg_learn_layout *l, const uint16_t *permutations, const float *parameters,
                       struct pass *p) {
    const struct jg_network_shape *s = &l->shape;
    memset(p->in, 0, 2 * (size_t)s->filters * sizeof *p->in);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < s->symmetries; i++) {
            float *a = p->accumulators[side] + i * s->filters, *in = p->in + side * s->filters;
            const uint16_t *permutation = permutations + (size_t)i * (size_t)s->inputs;
            memcpy(a, parameters + l->bias, (size_t)s->filters * sizeof *a);
            for (int k = 0; k < p->active_count[side]; k++)
                add_row(a, parameters + (size_t)permutation[p->active[side][k]] * (size_t)s->filters, s->filters);
            for (int f = 0; f < s->filters; f++) in[f] += clip(a[f]) * clip(a[f]);
        }
}

TWO_VARIANTS const float *layer_input(const struct pass *p, int layer) { return layer ? p->out[layer - 1] : p->in; }

/* Returns the logit. */
TWO_VARIANTS double forward(const struct jg_learn_layout *l, const float *parameters, struct pass *p) {
    float sums[JG_NETWORK_HIDDEN_MAX];
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) {
        const float *in = layer_input(p, i), *weights = parameters + l->weights[i];
        int outputs = l->outputs[i];
        memcpy(sums, parameters + l->biases[i], (size_t)outputs * sizeof *sums);
        for (int k = 0; k < l->layer_inputs[i]; k++)
            if (in[k] != 0) add_scaled(sums, weights + (size_t)k * (size_t)outputs, in[k], outputs);
        for (int k = 0; k < outputs && i < JG_NETWORK_LAYERS - 1; k++) p->out[i][k] = clip(sums[k]);
    }
    return sums[0];
}

/* The gradient of the dense layers; writes that of the first layer's inputs to `back`. `error`: of the logit. */
TWO_VARIANTS void backward(const struct jg_learn_layout *l, const float *parameters, const struct pass *p, float error,
                     float *gradient, float *back) {
    float errors[JG_NETWORK_HIDDEN_MAX] = {error};
    for (int i = JG_NETWORK_LAYERS - 1; i >= 0; i--) {
        const float *in = layer_input(p, i);
        int outputs = l->outputs[i], inputs = l->layer_inputs[i];
        float below[2 * WIDTH];
        add_row(gradient + l->biases[i], errors, outputs);
        for (int k = 0; k < inputs; k++) {
            const float *weights = parameters + l->weights[i] + (size_t)k * (size_t)outputs;
            if (in[k] != 0) add_scaled(gradient + l->weights[i] + (size_t)k * (size_t)outputs, errors, in[k], outputs);
            bool flows = !i || (in[k] > 0 && in[k] < 1); /* through the clipping of the neuron below */
            below[k] = flows ? dot(errors, weights, outputs) : 0;
        }
        memcpy(i ? errors : back, below, (size_t)inputs * sizeof *below);
    }
}

/* The gradient of the filters. */
TWO_VARIANTS void backward_filters(const struct jg_learn_layout *l, const uint16_t *permutations, const struct pass *p,
                             const float *back, float *gradient) {
    const struct jg_network_shape *s = &l->shape;
    float errors[WIDTH];
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < s->symmetries; i++) {
            const float *a = p->accumulators[side] + i * s->filters, *in = back + side * s->filters;
            const uint16_t *permutation = permutations + (size_t)i * (size_t)s->inputs;
            for (int f = 0; f < s->filters; f++) errors[f] = a[f] > 0 && a[f] < 1 ? 2 * a[f] * in[f] : 0;
            add_row(gradient + l->bias, errors, s->filters);
            for (int k = 0; k < p->active_count[side]; k++)
                add_row(gradient + (size_t)permutation[p->active[side][k]] * (size_t)s->filters, errors, s->filters);
        }
}

/* What the gradient of a logit is multiplied by: for a choice the value, else the chance minus the value, a target. */
struct error_of {
    bool choice;
    double value;
};

TWO_VARIANTS double chance_of(double logit) { return 1 / (1 + jg_math_exp(-logit)); }

/* Returns the logit of a sample. Adds its gradient times the error to `gradient`, unless that is NULL. */
TWO_VARIANTS double logit_of(const struct jg_learn_layout *l, const uint16_t *permutations, const float *parameters,
                             const struct jg_learn_sample *sample, const struct error_of *error, float *gradient) {
    struct pass p;
    float back[2 * WIDTH];
    list_active(sample, jg_input_words(l->shape.inputs), &p);
    accumulate(l, permutations, parameters, &p);
    double z = forward(l, parameters, &p);
    if (gradient) {
        backward(l, parameters, &p, (float)(error->choice ? error->value : chance_of(z) - error->value), gradient,
                 back);
        backward_filters(l, permutations, &p, back, gradient);
    }
    return z;
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static double logit_avx2(const struct jg_learn_layout *l, const uint16_t *permutations,
                                                         const float *parameters, const struct jg_learn_sample *sample,
                                                         const struct error_of *error, float *gradient) {
    return logit_of(l, permutations, parameters, sample, error, gradient);
}
#else
#define logit_avx2 logit_of
#endif

static double pass(const struct jg_learn_layout *l, const uint16_t *permutations, const float *parameters,
                   const struct jg_learn_sample *sample, struct error_of error, float *gradient) {
    return jg_network_has_avx2() ? logit_avx2(l, permutations, parameters, sample, &error, gradient)
                                 : logit_of(l, permutations, parameters, sample, &error, gradient);
}

double jg_learn_loss(const struct jg_learn_layout *l, const uint16_t *permutations, const float *parameters,
                     const struct jg_learn_sample *sample, double target, float *gradient, double *logit) {
    double z = pass(l, permutations, parameters, sample, (struct error_of){.value = target}, gradient);
    if (logit) *logit = z;
    return (z > 0 ? z : 0) + jg_math_log1p(jg_math_exp(-fabs(z))) - target * z;
}

double jg_learn_choice_loss(const struct jg_learn_layout *l, const uint16_t *permutations, const float *parameters,
                            const struct jg_learn_sample *samples, size_t n, size_t size, float *gradient,
                            double logits[JG_MOVES_MAX]) {
    double most = -INFINITY, sum = 0, loss = 0;
    for (size_t i = 0; i < n; i++) {
        const struct jg_learn_sample *s = (const void *)((const char *)samples + i * size);
        logits[i] = pass(l, permutations, parameters, s, (struct error_of){0}, NULL);
        most = fmax(most, logits[i]);
    }
    for (size_t i = 0; i < n; i++) sum += jg_math_exp(logits[i] - most);
    for (size_t i = 0; i < n; i++) {
        const struct jg_learn_sample *s = (const void *)((const char *)samples + i * size);
        double share = jg_math_exp(logits[i] - most) / sum;
        if (s->result) loss = jg_math_log(sum) + most - logits[i];
        if (gradient)
            pass(l, permutations, parameters, s, (struct error_of){.choice = true, .value = share - s->result},
                 gradient);
    }
    return loss;
}

/* ---- Rounding ------------------------------------------------------------------------------- */

static int16_t round_within(double x, int most) {
    long y = lround(x);
    return (int16_t)(y > most ? most : y < -most ? -most : y);
}

/* Rounds a row of a dense layer with the largest factor that neither a weight nor a sum overflows with. `unit` is an
 * input of 1.0, `most` the greatest input, `one` an output of 1.0. */
static void round_row(const struct jg_learn_layout *l, const float *parameters, int layer, int row, double unit,
                      double most, double one, struct jg_network_layer *to) {
    const float *weights = parameters + l->weights[layer] + row;
    double bias = parameters[l->biases[layer] + (size_t)row], largest = 1e-3, sum = fabs(bias) * unit + 1e-3;
    size_t stride = (size_t)l->outputs[layer];
    for (int i = 0; i < to->inputs; i++) {
        largest = fmax(largest, fabs((double)weights[(size_t)i * stride]));
        sum += fabs((double)weights[(size_t)i * stride]) * most;
    }
    double factor = fmin(32000 / largest, 2e9 / sum);
    for (int i = 0; i < to->inputs; i++)
        *jg_network_weight(to, row, i) = (int16_t)lround(factor * (double)weights[(size_t)i * stride]);
    to->bias[row] = (int32_t)lround(factor * unit * bias);
    to->scale[row] = (uint32_t)llround(fmin(one / (factor * unit) * 4294967296.0, UINT32_MAX));
}

struct jg_network *jg_learn_quantize(const struct jg_learn_layout *l, const float *parameters, const struct jg_game *g,
                                     struct jg_error *err) {
    const struct jg_network_shape *s = &l->shape;
    struct jg_network *n = jg_network_new(s);
    int most = INT16_MAX / (s->active + 1);
    if (!n) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    for (int i = 0; i < s->inputs * s->filters; i++)
        n->filters[i] = round_within(JG_NETWORK_ONE * (double)parameters[i], most);
    for (int i = 0; i < s->filters; i++)
        n->bias[i] = round_within(JG_NETWORK_ONE * (double)parameters[l->bias + (size_t)i], most);
    for (int i = 0; i < JG_NETWORK_LAYERS; i++)
        for (int k = 0; k < l->outputs[i]; k++)
            round_row(l, parameters, i, k, i ? JG_NETWORK_HIDDEN : JG_NETWORK_SQUARE,
                      i ? JG_NETWORK_HIDDEN : JG_NETWORK_SQUARE * s->symmetries,
                      i == JG_NETWORK_LAYERS - 1 ? JG_NETWORK_POINTS : JG_NETWORK_HIDDEN, &n->layers[i]);
    if (!jg_network_prepare(n, g, err)) return n;
    jg_network_free(n);
    return NULL;
}
