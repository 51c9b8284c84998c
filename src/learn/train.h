/* Training of networks: gradient descent on the cross-entropy between the predicted chance of winning and the target,
 * by Adam (Kingma and Ba, 2015) over shuffled minibatches, with a learning rate that falls to 0 along a cosine. Of all
 * epochs the one with the least validation loss counts; training ends early when that has not improved for long.
 *
 * A minibatch is divided into a fixed number of chunks, whose gradients are added in a fixed order: the result depends
 * on the seed but not on the number of threads. */
#ifndef LEARN_TRAIN_H
#define LEARN_TRAIN_H

#include "game/network.h"
#include "learn/samples.h"

/* The parameters of a network in floating point, in one array, and where each layer begins. Dense weights are by
 * inputs, so that a neuron's output is added to all sums of the next layer at once. */
struct jg_learn_layout {
    struct jg_network_shape shape;
    size_t filters, bias;                                             /* [inputs][filters], [filters] */
    size_t weights[JG_NETWORK_LAYERS], biases[JG_NETWORK_LAYERS];     /* [inputs][outputs], [outputs] */
    int layer_inputs[JG_NETWORK_LAYERS], outputs[JG_NETWORK_LAYERS];
    size_t count; /* of all parameters */
};

void jg_learn_layout(struct jg_learn_layout *out, const struct jg_network_shape *shape);

/* The permutations of inputs by the symmetries: [symmetries][inputs]. The caller frees them; NULL without memory. */
uint16_t *jg_learn_permutations(const struct jg_game *g);

/* Random initial parameters. */
void jg_learn_initialize(const struct jg_learn_layout *l, float *parameters, struct jg_rng *rng);

/* The cross-entropy of one sample against `target`, in nats. Adds its gradient to `gradient`, unless that is NULL.
 * *logit is the prediction. */
double jg_learn_loss(const struct jg_learn_layout *l, const uint16_t *permutations, const float *parameters,
                     const struct jg_learn_sample *sample, double target, float *gradient, double *logit);

/* The same for a choice, whose n samples follow each other in memory `size` bytes apart: the cross-entropy between the
 * move made and the softmax of the logits. */
double jg_learn_choice_loss(const struct jg_learn_layout *l, const uint16_t *permutations, const float *parameters,
                            const struct jg_learn_sample *samples, size_t n, size_t size, float *gradient,
                            double logits[JG_MOVES_MAX]);

/* Rounds parameters to a network for a game, with one scale per output of every layer. NULL without memory. */
struct jg_network *jg_learn_quantize(const struct jg_learn_layout *l, const float *parameters, const struct jg_game *g,
                                     struct jg_error *err);

enum { JG_LEARN_BINS = 20, JG_LEARN_EPOCHS_MAX = 200 };

struct jg_learn_training {
    const struct jg_game *game;
    struct jg_network_shape shape;
    const struct jg_learn_samples *samples;
    const struct jg_learn_split *split;
    uint64_t seed;
    double blend; /* share of the game's result in the target; the rest is the search's value */
    int epochs;   /* 0: as many as make a useful number of steps */
    int threads;
    const atomic_bool *stop;
    void (*progress)(void *arg, int epoch, int epochs, double loss, double validation); /* may be NULL */
    void *arg;
};

/* What came out of a training. */
struct jg_learn_trained {
    struct jg_network *network; /* the caller frees it */
    int epochs, best;           /* trained, and the one that counts, from 1 */
    double loss[JG_LEARN_EPOCHS_MAX], validation[JG_LEARN_EPOCHS_MAX]; /* by epoch, in nats */
    double rounding; /* mean difference between the network and its parameters before rounding, in points */
    /* Calibration on validation positions, by predicted chance: positions, sum of predictions, sum of results. */
    uint64_t positions[JG_LEARN_BINS];
    double predicted[JG_LEARN_BINS], scored[JG_LEARN_BINS];
};

/* Trains a network. JG_EINPUT if there are too few positions, JG_ESTOP if it was stopped. */
enum jg_status jg_learn_train(const struct jg_learn_training *t, struct jg_learn_trained *out, struct jg_error *err);

#endif
