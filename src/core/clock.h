#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <stdint.h>

/* Seconds of a clock that never goes back. */
double jg_clock(void);

/* Unix time, for dates that people read. It jumps when somebody sets the clock: nothing is deleted by it. */
int64_t jg_unix_time(void);

#endif
