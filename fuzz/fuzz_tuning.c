/* States of tuning methods as the store has them: one that is taken is written and read again the same, and the method
 * continues from it within its box. The first byte chooses the method. */
#include "fuzz.h"

#include "tune/method.h"
#include "tune/tune.h"

#include <jansson.h>
#include <math.h>

enum { NUMBERS = 4, POPULATION = 6, POINTS = 64 };

static const struct jg_method_setting SETTING = {.n = NUMBERS,
                                                 .low = -1,
                                                 .high = 1,
                                                 .seed = 1,
                                                 .population = POPULATION,
                                                 .survive = 0.5,
                                                 .mutation = 0.1,
                                                 .step = 0.2,
                                                 .generations = 20,
                                                 .discount = 0.9};

static void go_on(const struct jg_method *m, void *state) {
    double points[POINTS * NUMBERS], fitness[POINTS], best[NUMBERS];
    int n = m->count(state);
    MUST(n > 0 && n <= POINTS);
    for (int i = 0; i < 3; i++) {
        if (m->begin) m->begin(state);
        m->ask(state, points);
        for (int k = 0; k < n * NUMBERS; k++) MUST(points[k] >= SETTING.low && points[k] <= SETTING.high);
        for (int k = 0; k < n; k++) fitness[k] = (k * 7 + i) % 5 / 4.0;
        m->tell(state, fitness);
        m->best(state, best);
        for (int k = 0; k < NUMBERS; k++) MUST(isfinite(best[k]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    const struct jg_method *m = jg_tune_method((enum jg_tune_method)(data[0] % JG_TUNE_METHODS));
    json_t *document = json_loadb((const char *)data + 1, size - 1, JSON_REJECT_DUPLICATES, NULL);
    void *state = m->open(&SETTING), *again = m->open(&SETTING);
    MUST(state && again);
    if (m->read(state, document)) {
        json_t *first = m->json(state);
        MUST(first && m->read(again, first));
        json_t *second = m->json(again);
        MUST(second && json_equal(first, second));
        go_on(m, state);
        json_decref(first);
        json_decref(second);
    }
    m->close(state);
    m->close(again);
    json_decref(document);
    return 0;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* Every sixteenth input is the state of a method some generations old. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    if (seed % 16 || !max) return LLVMFuzzerMutate(data, size, max);
    unsigned which = seed / 16 % JG_TUNE_METHODS;
    const struct jg_method *m = jg_tune_method((enum jg_tune_method)which);
    void *state = m->open(&SETTING);
    MUST(state);
    if (seed / 64 % 2) go_on(m, state);
    json_t *document = m->json(state);
    char *text = json_dumps(document, JSON_COMPACT);
    MUST(text);
    size_t length = strlen(text);
    if (length > max - 1) length = max - 1;
    data[0] = (uint8_t)which;
    memcpy(data + 1, text, length);
    free(text);
    json_decref(document);
    m->close(state);
    return length + 1;
}
