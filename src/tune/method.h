/* Black-box optimizers of a noisy function of a few numbers in a box, with an ask-and-tell interface. They know nothing
 * of games.
 *
 * A method works in generations: `ask` proposes points, `tell` takes their fitness. Proposals depend only on the
 * settings and the fitness so far, and generation g uses its own random stream. So the state, as JSON, is enough to
 * resume a run exactly.
 *
 * A method that learns also takes the transitions of the games, one for every decision. */
#ifndef TUNE_METHOD_H
#define TUNE_METHOD_H

#include <jogada/agent.h>

enum { JG_POPULATION_MAX = 1000, JG_GENERATIONS_MAX = 1000000000 };

enum jg_crossover { JG_CROSS_ONE, JG_CROSS_TWO, JG_CROSS_UNIFORM };

struct jg_method_setting {
    int n;               /* dimension, up to JG_FEATURES_MAX */
    double low, high;    /* bounds of every number */
    const double *start; /* initial point; NULL: random */
    uint64_t seed;
    int population;              /* genetic, cma: points per generation */
    double survive, mutation;    /* genetic: share of survivors; probability that a number of a child is redrawn */
    enum jg_crossover crossover; /* genetic */
    double step;                 /* spsa, cma: initial step, as a share of high - low; q: initial learning rate */
    int generations;             /* spsa, q: total number */
    double discount;             /* q: discount factor */
};

struct jg_method {
    const char *name;
    bool centred; /* its points lie around the best, so they play against that rather than against each other */

    /* NULL without memory. Closing NULL does nothing. */
    void *(*open)(const struct jg_method_setting *setting);
    void (*close)(void *state);

    /* The number of points of a generation, and the points, n numbers each. */
    int (*count)(const void *state);
    void (*ask)(const void *state, double *points);

    /* Only in methods that learn: starts a generation, or restarts it after an interruption; takes a transition, in
     * the order of the games. */
    void (*begin)(void *state);
    void (*learn)(void *state, const struct jg_transition *transition);

    /* Takes the fitness of the points, in the order of ask: higher is better. Starts the next generation. */
    void (*tell)(void *state, const double *fitness);

    /* The best point so far. Fitness is noisy, so this is never simply the luckiest point: see each method. */
    void (*best)(const void *state, double *out);

    /* Saves the state (NULL without memory), and restores it. False: not a valid state; the method must be closed. */
    struct json_t *(*json)(const void *state);
    bool (*read)(void *state, const struct json_t *json);
};

extern const struct jg_method jg_method_genetic, jg_method_spsa, jg_method_cma, jg_method_q;

/* Indices of n points by descending fitness; stable. */
void jg_method_rank(const double *fitness, int n, int *places);

/* Vectors as JSON, without loss. Reading fails unless there are n finite numbers. */
struct json_t *jg_method_vector_json(const double *numbers, int n);
bool jg_method_read_vector(const struct json_t *list, double *numbers, int n);

/* A number of generations, from 0 to JG_GENERATIONS_MAX. */
bool jg_method_read_count(const struct json_t *number, int *out);

#endif
