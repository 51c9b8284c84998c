/* Networks of random weights, for tests. */
#ifndef TESTS_NETWORK_H
#define TESTS_NETWORK_H

#include "game/network.h"
#include "test.h"

static inline int random_between(struct jg_rng *rng, int least, int most) {
    return least + (int)jg_rng_below(rng, (uint32_t)(most - least + 1));
}

/* A network whose accumulators and hidden neurons lie on both sides of the clipping. */
static inline struct jg_network *random_network(const struct jg_game *g, int filters, int hidden, struct jg_rng *rng) {
    struct jg_network_shape shape;
    struct jg_error err = {0};
    int sizes[2] = {hidden, 2 * hidden};
    if (jg_network_shape(&shape, g, filters, sizes, &err)) fail_msg("%s", err.message);
    struct jg_network *n = jg_network_new(&shape);
    assert_non_null(n);
    int most = 32767 / (shape.active + 1);
    if (most > 400) most = 400;
    for (int i = 0; i < shape.inputs * filters; i++) n->filters[i] = (int16_t)random_between(rng, -most, most);
    for (int i = 0; i < filters; i++) n->bias[i] = (int16_t)random_between(rng, -most, most);
    for (int i = 0; i < JG_NETWORK_LAYERS; i++) {
        struct jg_network_layer *l = &n->layers[i];
        double unit = i ? JG_NETWORK_HIDDEN : JG_NETWORK_SQUARE;
        int weight = 1000 * 32 / l->inputs;
        for (int k = 0; k < l->inputs * l->outputs; k++) l->weights[k] = (int16_t)random_between(rng, -weight, weight);
        for (int k = 0; k < l->outputs; k++) {
            l->bias[k] = random_between(rng, -weight, weight) * 500;
            l->scale[k] = (uint32_t)((i == 2 ? JG_NETWORK_POINTS : JG_NETWORK_HIDDEN) / (500 * unit) * 4294967296.0);
        }
    }
    if (jg_network_prepare(n, g, &err)) fail_msg("%s", err.message);
    return n;
}

/* Writes a network to a file. */
static inline void write_network(const struct jg_network *n, const struct jg_game *g, const char *path) {
    size_t size;
    char *bytes = jg_network_write(n, g, "# a test\n", &size);
    FILE *f = fopen(path, "w");
    assert_non_null(bytes);
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
    free(bytes);
}

#endif
