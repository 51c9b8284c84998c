/* Journals of trainings, whose samples anyone may send: those that are accepted can be learned from. The checksums are
 * set right for half of the inputs, so that the samples behind them are reached. */
#include "games.h"

#include "learn/journal.h"

#include <xxhash.h>

enum { FILTERS = 16 };

/* As in journal.c. */
struct block {
    uint32_t kind, generation;
    uint64_t games, size, checksum;
};

/* Sets the checksums of all blocks right. */
static void repair(char *bytes, size_t size) {
    char *at = memmem(bytes, size, "\n\n", 2), *end = bytes + size;
    struct block b;
    if (!at) return;
    for (at += 2; (size_t)(end - at) > sizeof b; at += sizeof b + b.size) {
        memcpy(&b, at, sizeof b);
        if (b.size > (size_t)(end - at) - sizeof b) return;
        b.checksum = 0;
        b.checksum = XXH3_64bits_withSeed(at + sizeof b, b.size, XXH3_64bits(&b, sizeof b));
        memcpy(at, &b, sizeof b);
    }
}

/* Splits the samples and computes their gradients. */
static void learn(const struct jg_learn_samples *s, const struct jg_game *g) {
    static const int HIDDEN[2] = {8, 8};
    struct jg_learn_layout layout;
    struct jg_learn_split split;
    struct jg_network_shape shape;
    struct jg_rng rng;
    double logit;
    MUST(!jg_network_shape(&shape, g, FILTERS, HIDDEN, NULL));
    jg_learn_layout(&layout, &shape);
    float *parameters = calloc(layout.count, sizeof *parameters), *gradient = calloc(layout.count, sizeof *gradient);
    uint16_t *permutations = jg_learn_permutations(g);
    MUST(parameters && gradient && permutations && jg_learn_split(&split, s, g, 0, 10));
    jg_rng_init(&rng, 1, 0);
    jg_learn_initialize(&layout, parameters, &rng);
    for (size_t i = 0; i < s->count && i < 100; i++) {
        const struct jg_learn_sample *sample = jg_learn_sample_at(s, i);
        double target = jg_learn_target(sample, 0.5);
        MUST(target >= 0 && target <= 1);
        jg_learn_loss(&layout, permutations, parameters, sample, target, gradient, &logit);
    }
    jg_learn_split_free(&split);
    free(permutations);
    free(parameters);
    free(gradient);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct jg_game *g = fuzz_game("tictactoe", NULL);
    struct jg_learn_samples samples = {.words = 1};
    struct jg_error err = {0};
    uint64_t games = 0;
    char *bytes = fuzz_text(data, size);
    MUST(g);
    if (size && data[size - 1] % 2) repair(bytes, size);
    if (jg_learn_journal_read(fuzz_file(bytes, size), g, &samples, &games, &err))
        MUST(err.message[0]);
    else
        learn(&samples, g);
    jg_learn_samples_free(&samples);
    free(bytes);
    return 0;
}
