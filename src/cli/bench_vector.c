#include "cli/bench_vector.h"

#include <jogada/vector.h>

#include <stdlib.h>
#include <time.h>

enum { GAMES = 1024, WARM_UP = 100, STEPS = 200 }; /* steps before the measurement, and in each round of it */

static const double SECONDS = 0.3; /* of a measurement, at least */

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run_steps(struct jg_vector *v, int64_t *actions, const struct jg_vector_arrays *arrays, int steps) {
    for (int i = 0; i < steps; i++) {
        jg_vector_sample(v, actions);
        jg_vector_step(v, actions, arrays, NULL);
    }
}

static double measure(struct jg_vector *v, int64_t *actions, const struct jg_vector_arrays *arrays,
                      const atomic_bool *stop) {
    int rounds = 0;
    jg_vector_reset(v, 1, arrays);
    run_steps(v, actions, arrays, WARM_UP); /* so that games are at different stages */
    double from = cpu_seconds(), now;
    do {
        run_steps(v, actions, arrays, STEPS);
        rounds++;
        now = cpu_seconds();
    } while (now - from < SECONDS && !atomic_load(stop));
    return atomic_load(stop) ? 0 : (double)rounds * STEPS * GAMES / (now - from);
}

double bench_vector(const struct jg_game *g, const atomic_bool *stop) {
    struct jg_spaces spaces;
    struct jg_vector *v = NULL;
    double rate = 0;
    jg_spaces(g, &spaces);
    size_t size = (size_t)spaces.size, count = (size_t)spaces.actions;
    uint8_t *bytes = malloc(GAMES * (2 * size + count + 2) + GAMES);
    float *rewards = malloc(GAMES * sizeof *rewards);
    int64_t *actions = malloc(GAMES * sizeof *actions);
    if (bytes && rewards && actions && !jg_vector_open(&v, g, GAMES, &(struct jg_vector_options){.threads = 1}, NULL)) {
        uint8_t *ends = bytes + GAMES * (2 * size + count);
        rate = measure(v, actions,
                       &(struct jg_vector_arrays){.observation = bytes,
                                                  .final_observation = bytes + GAMES * size,
                                                  .mask = bytes + 2 * GAMES * size,
                                                  .terminated = ends,
                                                  .truncated = ends + GAMES,
                                                  .seat = (int8_t *)(ends + 2 * GAMES),
                                                  .reward = rewards},
                       stop);
    }
    jg_vector_close(v);
    free(bytes);
    free(rewards);
    free(actions);
    return rate;
}
