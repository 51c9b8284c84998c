/* Methods that look for the highest point of a function of a few numbers in a
 * box, when all that is known of it is how well points did. They know nothing of
 * games.
 *
 * A method goes by generations: it proposes points, and is told how good each
 * was. What it proposes follows from its settings and from what it was told alone:
 * generation g draws from a stream of random numbers of its own. So its state, as
 * JSON, is all that it takes to go on as if it had never been stopped.
 *
 * One that learns is told more than results: a lesson of every decision in the games. */
#ifndef TUNE_METHOD_H
#define TUNE_METHOD_H

#include <jogada/agent.h>

enum { JG_POPULATION_MAX = 1000, JG_GENERATIONS_MAX = 1000000000 };

enum jg_crossover { JG_CROSS_ONE, JG_CROSS_TWO, JG_CROSS_UNIFORM };

struct jg_method_setting {
    int n;               /* numbers of a point, up to JG_FEATURES_MAX */
    double low, high;    /* of every number */
    const double *start; /* where to begin; NULL: anywhere in the box */
    uint64_t seed;
    int population;              /* genetic, cma: points of a generation */
    double survive, mutation;    /* genetic: share that lives on; chance of each number of a child to be drawn anew */
    enum jg_crossover crossover; /* genetic */
    double step;                 /* spsa, cma: first step, as a share of high - low; q: of what the errors ask for */
    int generations;             /* spsa, q: how many there will be */
    double discount;             /* q: what the next decision's worth counts for */
};

struct jg_method {
    const char *name;
    bool
        centred; /* its points lie around the best, and are best measured against that rather than against each other */

    /* Begins. NULL without memory. Closing NULL does nothing. */
    void *(*open)(const struct jg_method_setting *setting);
    void (*close)(void *state);

    /* How many points a generation has, and these points, n numbers each. */
    int (*count)(const void *state);
    void (*ask)(const void *state, double *points);

    /* With methods that learn: the generation begins, perhaps anew after it was broken
     * off; a lesson of its games, in order. */
    void (*begin)(void *state);
    void (*learn)(void *state, const struct jg_transition *lesson);

    /* How good the points were, in the order of ask: the higher, the better. A new generation begins. */
    void (*tell)(void *state, const double *fitness);

    /* The best that is known. Fitness is noisy, so this is never the luckiest
     * point of all: see each method. */
    void (*best)(const void *state, double *out);

    /* All that is needed to go on (NULL without memory); takes up what json gave.
     * False: it cannot have come from there, and the state is no good any more. */
    struct json_t *(*json)(const void *state);
    bool (*read)(void *state, const struct json_t *json);
};

extern const struct jg_method jg_method_genetic, jg_method_spsa, jg_method_cma, jg_method_q;

/* A child of two parents. One point: the first numbers of a, the others of b. Two
 * points: some numbers in the middle of b, the others of a. Uniform: each of
 * either, as a coin falls. Where there are too few numbers for so many points, it is done
 * with fewer, and with one number by the coin. */
void jg_method_crossover(enum jg_crossover how, const double *a, const double *b, int n, struct jg_rng *rng, double *child);

/* Places of n points from the best to the worst; of equals the earlier comes first. */
void jg_method_rank(const double *fitness, int n, int *places);

/* Lists of numbers, exactly. Reading takes lists of n finite numbers only. */
struct json_t *jg_method_vector_json(const double *numbers, int n);
bool jg_method_read_vector(const struct json_t *list, double *numbers, int n);

/* A number of generations, from 0 to JG_GENERATIONS_MAX. */
bool jg_method_read_count(const struct json_t *number, int *out);

#endif
