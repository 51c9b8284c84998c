#include "learn/train.h"

#include "core/math.h"
#include "core/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNKS = 16,           /* of a minibatch, each with a gradient of its own */
    BATCH_MAX = 1024,      /* positions of a minibatch; fewer if there are few positions, */
    BATCH_MIN = 64,        /* but at least these */
    BATCHES = 100,         /* of an epoch, at least */
    STEPS = 8000,          /* of a training, at least */
    EPOCHS_MIN = 8,        /* whatever the number of positions */
    EPOCHS_USUAL_MAX = 80, /* unless more are asked for */
    LEAST_POSITIONS = 100, /* that anything can be learned from */
    PATIENCE_PARTS = 4     /* training ends after this part of the epochs without a better validation loss */
};

/* Adam's constants: those of the paper, and the first learning rate, the best of 0.001, 0.002 and 0.004 in Lines of
 * Action. */
static const double RATE = 0.002, BETA1 = 0.9, BETA2 = 0.999, EPSILON = 1e-8;
static const double PI = 3.141592653589793;

/* The next two make an epoch of a few positions many small steps, so that small games learn, too. */
static int batch_size(size_t positions) {
    size_t size = positions / BATCHES / CHUNKS * CHUNKS;
    return size > BATCH_MAX ? BATCH_MAX : size < BATCH_MIN ? BATCH_MIN : (int)size;
}

static int usual_epochs(size_t positions) {
    size_t steps = positions / (size_t)batch_size(positions) + 1, epochs = STEPS / steps;
    return epochs < EPOCHS_MIN ? EPOCHS_MIN : epochs > EPOCHS_USUAL_MAX ? EPOCHS_USUAL_MAX : (int)epochs;
}

struct trainer {
    const struct jg_learn_training *t;
    struct jg_learn_layout layout;
    uint16_t *permutations;
    float *parameters, *best, *gradients; /* gradients: of the chunks */
    double *first, *second;               /* Adam's moments */
    uint32_t *order;                      /* the shuffled training positions */
    double losses[CHUNKS];
    const uint32_t *batch; /* the positions of the current minibatch or of validation, */
    size_t batch_count;    /* and their number */
    bool learns;           /* gradients are computed */
    uint64_t steps;        /* so far */
};

static bool allocate(struct trainer *r) {
    size_t n = r->layout.count;
    r->permutations = jg_learn_permutations(r->t->game);
    r->parameters = calloc(n, sizeof *r->parameters);
    r->best = calloc(n, sizeof *r->best);
    r->gradients = calloc(CHUNKS * n, sizeof *r->gradients);
    r->first = calloc(n, sizeof *r->first);
    r->second = calloc(n, sizeof *r->second);
    r->order = malloc((r->t->split->training_count + 1) * sizeof *r->order);
    return r->permutations && r->parameters && r->best && r->gradients && r->first && r->second && r->order;
}

static void release(struct trainer *r) {
    free(r->permutations);
    free(r->parameters);
    free(r->best);
    free(r->gradients);
    free(r->first);
    free(r->second);
    free(r->order);
}

static bool stopped(const struct trainer *r) {
    return r->t->stop && atomic_load_explicit(r->t->stop, memory_order_relaxed);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The loss of a position, or of a choice. */
static double loss_at(const struct trainer *r, const float *parameters, size_t sample, float *gradient,
                      double logits[JG_MOVES_MAX]) {
    const struct jg_learn_samples *all = r->t->samples;
    const struct jg_learn_sample *s = jg_learn_sample_at(all, sample);
    if (r->t->game->kind->policy)
        return jg_learn_choice_loss(&r->layout, r->permutations, parameters, s, jg_learn_group(all, r->t->game, sample),
                                    jg_learn_sample_size(all->words), gradient, logits);
    return jg_learn_loss(&r->layout, r->permutations, parameters, s, jg_learn_target(s, r->t->blend), gradient, logits);
}

static void run_chunk(void *arg, size_t chunk) {
    struct trainer *r = arg;
    double logits[JG_MOVES_MAX];
    size_t begin = r->batch_count * chunk / CHUNKS, end = r->batch_count * (chunk + 1) / CHUNKS;
    float *gradient = r->learns ? r->gradients + chunk * r->layout.count : NULL;
    if (gradient) memset(gradient, 0, r->layout.count * sizeof *gradient);
    double loss = 0;
    for (size_t i = begin; i < end; i++) {
        loss += loss_at(r, r->parameters, r->batch[i], gradient, logits);
    }
    r->losses[chunk] = loss;
}

/* The sum of the losses of some positions; with their gradients if it learns. */
static double run_batch(struct trainer *r, const uint32_t *batch, size_t n, bool learns) {
    double loss = 0;
    r->batch = batch;
    r->batch_count = n;
    r->learns = learns;
    jg_parallel(r->t->threads, CHUNKS, run_chunk, r);
    for (int i = 0; i < CHUNKS; i++) loss += r->losses[i];
    return loss;
}

/* One step of Adam by the gradients of the chunks. Weights of filters stay within what their integers can be. */
static void step(struct trainer *r, size_t batch, double rate) {
    const struct jg_network_shape *s = &r->layout.shape;
    size_t n = r->layout.count, filters = r->layout.weights[0];
    float most = (float)(INT16_MAX / (s->active + 1)) / JG_NETWORK_ONE;
    double steps = (double)++r->steps, unbias1 = 1 - jg_math_pow(BETA1, steps), unbias2 = 1 - jg_math_pow(BETA2, steps);
    for (size_t i = 0; i < n; i++) {
        float sum = 0;
        for (size_t k = 0; k < CHUNKS; k++) sum += r->gradients[k * n + i];
        double g = (double)sum / (double)batch;
        r->first[i] = BETA1 * r->first[i] + (1 - BETA1) * g;
        r->second[i] = BETA2 * r->second[i] + (1 - BETA2) * g * g;
        float x = r->parameters[i] - (float)(rate * r->first[i] / unbias1 / (sqrt(r->second[i] / unbias2) + EPSILON));
        if (i < filters) x = x > most ? most : x < -most ? -most : x;
        r->parameters[i] = x;
    }
}

static void shuffle(uint32_t *list, size_t n, struct jg_rng *rng) {
    for (size_t i = n; i > 1; i--) {
        size_t k = jg_rng_below(rng, (uint32_t)i);
        uint32_t other = list[k];
        list[k] = list[i - 1];
        list[i - 1] = other;
    }
}

/* Trains for one epoch; returns the mean loss. `from`, `to`: shares of the whole training that it spans. */
static double train_epoch(struct trainer *r, struct jg_rng *rng, double from, double to) {
    size_t n = r->t->split->training_count, batch = (size_t)batch_size(n);
    double loss = 0;
    shuffle(r->order, n, rng);
    for (size_t i = 0; i < n && !stopped(r); i += batch) {
        size_t count = n - i < batch ? n - i : batch;
        double share = from + (to - from) * (double)i / (double)n;
        loss += run_batch(r, r->order + i, count, true);
        step(r, count, RATE * 0.5 * (1 + jg_math_cos(PI * share)));
    }
    return loss / (double)n;
}

/* ---- The training ------------------------------------------------------------------------------ */

static void train_epochs(struct trainer *r, struct jg_learn_trained *out) {
    const struct jg_learn_split *split = r->t->split;
    int epochs = r->t->epochs ? r->t->epochs : usual_epochs(split->training_count);
    int patience = epochs / PATIENCE_PARTS + 2;
    struct jg_rng rng;
    jg_rng_init(&rng, r->t->seed, 0);
    jg_learn_initialize(&r->layout, r->parameters, &rng);
    memcpy(r->order, split->training, split->training_count * sizeof *r->order);
    for (int i = 0; i < epochs && i - out->best < patience; i++) {
        double loss = train_epoch(r, &rng, (double)i / epochs, (i + 1.0) / epochs);
        double validation = run_batch(r, split->validation, split->validation_count, false);
        if (stopped(r)) return;
        out->loss[i] = loss;
        out->validation[i] = validation / (double)split->validation_count;
        out->epochs = i + 1;
        if (!out->best || out->validation[i] < out->validation[out->best - 1]) {
            out->best = i + 1;
            memcpy(r->best, r->parameters, r->layout.count * sizeof *r->best);
        }
        if (r->t->progress) r->t->progress(r->t->arg, i + 1, epochs, loss, out->validation[i]);
    }
}

/* Points of a position, or of the moves of a choice, by the network; and the chances that they stand for. */
static void predict(const struct trainer *r, const struct jg_network *n, size_t first, size_t count,
                    int32_t points[JG_MOVES_MAX], double chances[JG_MOVES_MAX]) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const struct jg_learn_sample *s = jg_learn_sample_at(r->t->samples, first + i);
        points[i] = jg_network_points(n, s->active, s->active + r->t->samples->words);
        sum += chances[i] = jg_math_exp((double)points[i] / JG_NETWORK_POINTS);
    }
    if (!r->t->game->kind->policy) sum += 1; /* the chance to lose */
    for (size_t i = 0; i < count; i++) chances[i] /= sum;
}

/* Compares the network with its parameters and its predictions with the results, on the validation positions. */
static void examine(const struct trainer *r, struct jg_learn_trained *out) {
    const struct jg_learn_split *split = r->t->split;
    bool choices = r->t->game->kind->policy;
    double difference = 0, logits[JG_MOVES_MAX], chances[JG_MOVES_MAX];
    int32_t points[JG_MOVES_MAX];
    size_t all = 0;
    for (size_t i = 0; i < split->validation_count; i++) {
        size_t first = split->validation[i], n = jg_learn_group(r->t->samples, r->t->game, first);
        predict(r, out->network, first, n, points, chances);
        loss_at(r, r->best, first, NULL, logits);
        for (size_t k = 0; k < n; k++) {
            int bin = (int)fmin(JG_LEARN_BINS - 1, chances[k] * JG_LEARN_BINS);
            uint16_t result = jg_learn_sample_at(r->t->samples, first + k)->result;
            difference += fabs((double)points[k] - JG_NETWORK_POINTS * logits[k]);
            out->positions[bin]++;
            out->predicted[bin] += chances[k];
            out->scored[bin] += choices ? result : result / 2.0;
        }
        all += n;
    }
    out->rounding = difference / (double)all;
}

enum jg_status jg_learn_train(const struct jg_learn_training *t, struct jg_learn_trained *out, struct jg_error *err) {
    struct trainer r = {.t = t};
    memset(out, 0, sizeof *out);
    if (t->split->training_count < LEAST_POSITIONS || !t->split->validation_count)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%zu positions to learn from and %zu to validate with are too few; play more games",
                       t->split->training_count, t->split->validation_count);
    jg_learn_layout(&r.layout, &t->shape);
    enum jg_status status = JG_OK;
    if (!allocate(&r)) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) train_epochs(&r, out);
    if (!status && stopped(&r)) status = jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
    if (!status && !(out->network = jg_learn_quantize(&r.layout, r.best, t->game, err))) status = JG_EMEMORY;
    if (!status) examine(&r, out);
    release(&r);
    return status;
}
