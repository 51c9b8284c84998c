/* The genetic algorithm of a report on a Lines of Action program: the best share of a generation survives unchanged; the
 * others are replaced by children of two different random survivors, with mutation by redrawing a number. One-point and
 * two-point crossover are for the settings of N. S. Antonio et al., "Optimization of an evaluation function of the
 * four-sided dominos game using a genetic algorithm", 2013, whose parameters we know, but not the choice of parents.
 * docs/tuning.md has the settings of both and the differences.
 *
 * Best: a single win in noisy games may be luck, so every individual has a record over all its generations. The best is
 * the one of the last generation with the highest mean fitness over its life, plus one generation of average fitness:
 * many good generations count more than a single brilliant one. Selection uses the last generation alone. */
#include "tune/method.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct one {
    double numbers[JG_FEATURES_MAX];
    double sum; /* of its fitness over all generations */
    int age;    /* generations */
};

struct genetic {
    struct jg_method_setting s;
    int survivors;
    int generation;
    double best[JG_FEATURES_MAX];
    struct one *all, *next; /* population each */
};

static double anywhere(const struct jg_method_setting *s, struct jg_rng *rng) {
    return s->low + jg_rng_unit(rng) * (s->high - s->low);
}

static void close_genetic(void *state) {
    struct genetic *g = state;
    if (!g) return;
    free(g->all);
    free(g->next);
    free(g);
}

static void *open_genetic(const struct jg_method_setting *s) {
    struct genetic *g = calloc(1, sizeof *g);
    size_t n = (size_t)s->population, point = (size_t)s->n * sizeof(double);
    if (!g) return NULL;
    g->s = *s;
    g->s.start = NULL;
    g->survivors = (int)lround(s->survive * s->population);
    if (g->survivors > s->population - 1) g->survivors = s->population - 1;
    if (g->survivors < 2) g->survivors = 2; /* a child has two parents */
    g->all = calloc(n, sizeof *g->all);
    g->next = calloc(n, sizeof *g->next);
    if (!g->all || !g->next) {
        close_genetic(g);
        return NULL;
    }
    struct jg_rng rng;
    jg_rng_init(&rng, s->seed, 0);
    for (int i = 0; i < s->population; i++)
        for (int j = 0; j < s->n; j++) g->all[i].numbers[j] = anywhere(s, &rng);
    if (s->start) memcpy(g->all[0].numbers, s->start, point);
    memcpy(g->best, g->all[0].numbers, point);
    return g;
}

static int count(const void *state) { return ((const struct genetic *)state)->s.population; }

static void ask(const void *state, double *points) {
    const struct genetic *g = state;
    for (int i = 0; i < g->s.population; i++)
        memcpy(points + i * g->s.n, g->all[i].numbers, (size_t)g->s.n * sizeof *points);
}

static void best(const void *state, double *out) {
    const struct genetic *g = state;
    memcpy(out, g->best, (size_t)g->s.n * sizeof *out);
}

/* ---- The next generation ---------------------------------------------------------------- */

/* Crossover of two parents. One point: the first numbers of a, the rest of b. Two points: a middle part of b, the rest
 * of a. Uniform: each number of either, at random. With too few numbers it uses fewer points, and with one number is
 * uniform. */
static void cross(enum jg_crossover how, const double *a, const double *b, int n, struct jg_rng *rng, double *child) {
    int from = 0, to = n; /* the range taken from b */
    if (how == JG_CROSS_UNIFORM || n == 1) {
        for (int i = 0; i < n; i++) child[i] = jg_rng_below(rng, 2) ? a[i] : b[i];
        return;
    }
    from = 1 + (int)jg_rng_below(rng, (uint32_t)n - 1);
    if (how == JG_CROSS_TWO && n > 2) {
        to = 1 + (int)jg_rng_below(rng, (uint32_t)n - 2);
        to += to >= from; /* two different ones of the n - 1 cut points */
        if (to < from) {
            int other = from;
            from = to;
            to = other;
        }
    }
    for (int i = 0; i < n; i++) child[i] = i >= from && i < to ? b[i] : a[i];
}

static void add_to_records(struct genetic *g, const double *fitness) {
    double mean = 0, highest = 0;
    const struct one *found = NULL;
    for (int i = 0; i < g->s.population; i++) mean += fitness[i] / g->s.population;
    for (int i = 0; i < g->s.population; i++) {
        struct one *one = &g->all[i];
        one->sum += fitness[i];
        one->age++;
        double record = (one->sum + mean) / (one->age + 1);
        if (found && record <= highest) continue;
        highest = record;
        found = one;
    }
    memcpy(g->best, found->numbers, sizeof g->best);
}

static void make_child(const struct genetic *g, struct jg_rng *rng, struct one *child) {
    uint32_t a = jg_rng_below(rng, (uint32_t)g->survivors), b = jg_rng_below(rng, (uint32_t)g->survivors - 1);
    b += b >= a;
    *child = (struct one){0};
    cross(g->s.crossover, g->next[a].numbers, g->next[b].numbers, g->s.n, rng, child->numbers);
    for (int i = 0; i < g->s.n; i++)
        if (jg_rng_unit(rng) < g->s.mutation) child->numbers[i] = anywhere(&g->s, rng);
}

static void tell(void *state, const double *fitness) {
    struct genetic *g = state;
    int places[JG_POPULATION_MAX];
    struct jg_rng rng;
    add_to_records(g, fitness);
    jg_method_rank(fitness, g->s.population, places);
    jg_rng_init(&rng, g->s.seed, (uint64_t)++g->generation);
    for (int i = 0; i < g->survivors; i++) g->next[i] = g->all[places[i]];
    for (int i = g->survivors; i < g->s.population; i++) make_child(g, &rng, &g->next[i]);
    struct one *old = g->all;
    g->all = g->next;
    g->next = old;
}

/* ---- As JSON ------------------------------------------------------------------------------ */

static json_t *to_json(const void *state) {
    const struct genetic *g = state;
    json_t *all = json_array();
    for (int i = 0; i < g->s.population; i++)
        json_array_append_new(all,
                              json_pack("{s:o, s:f, s:i}", "weights", jg_method_vector_json(g->all[i].numbers, g->s.n),
                                        "sum", g->all[i].sum, "age", g->all[i].age));
    return json_pack("{s:i, s:o, s:o}", "generation", g->generation, "best", jg_method_vector_json(g->best, g->s.n),
                     "all", all);
}

static bool in_box(const struct jg_method_setting *s, const double *numbers) {
    for (int i = 0; i < s->n; i++)
        if (numbers[i] < s->low || numbers[i] > s->high) return false;
    return true;
}

static bool read_json(void *state, const json_t *json) {
    struct genetic *g = state;
    const json_t *all = json_object_get(json, "all");
    if (!jg_method_read_count(json_object_get(json, "generation"), &g->generation) ||
        json_array_size(all) != (size_t)g->s.population ||
        !jg_method_read_vector(json_object_get(json, "best"), g->best, g->s.n))
        return false;
    for (int i = 0; i < g->s.population; i++) {
        const json_t *one = json_array_get(all, (size_t)i);
        double sum = json_number_value(json_object_get(one, "sum"));
        if (!jg_method_read_vector(json_object_get(one, "weights"), g->all[i].numbers, g->s.n) ||
            !jg_method_read_count(json_object_get(one, "age"), &g->all[i].age) || !isfinite(sum) ||
            !in_box(&g->s, g->all[i].numbers))
            return false;
        g->all[i].sum = sum;
        if (g->all[i].age > g->generation) return false;
    }
    return true;
}

const struct jg_method jg_method_genetic = {
    .name = "genetic",
    .open = open_genetic,
    .close = close_genetic,
    .count = count,
    .ask = ask,
    .tell = tell,
    .best = best,
    .json = to_json,
    .read = read_json,
};
