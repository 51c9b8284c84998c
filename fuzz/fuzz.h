/* Helpers for fuzz targets: the input as text, and a failure report. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <jogada/jogada.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) abort();                                                                                     \
    } while (0)

static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    MUST(text);
    if (size) memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* An error that was reported has a message and, if any, a place inside the text. */
static inline void must_explain(const struct jg_error *err, const char *text) {
    MUST(err->code != JG_OK && err->message[0] && err->position >= -1 && err->position <= (int)strlen(text));
}

#endif
