/* Helpers for fuzz targets: the input as text, and a failure report. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <jogada/jogada.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* The path of a file in memory with these bytes, for functions that open one; until the next call. */
static inline const char *fuzz_file(const void *bytes, size_t size) {
    static int fd = -1;
    static char path[32];
    if (fd < 0) fd = memfd_create("fuzz", MFD_CLOEXEC);
    MUST(fd >= 0 && !ftruncate(fd, 0) && pwrite(fd, bytes, size, 0) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

/* An error that was reported has a message and, if any, a place inside the text. */
static inline void must_explain(const struct jg_error *err, const char *text) {
    MUST(err->code != JG_OK && err->message[0] && err->position >= -1 && err->position <= (int)strlen(text));
}

#endif
