#include "core/clock.h"

#include <time.h>

double jg_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int64_t jg_unix_time(void) { return (int64_t)time(NULL); }
