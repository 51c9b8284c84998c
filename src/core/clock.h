/* Clocks. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <stdint.h>

/* Seconds on a monotonic clock. */
double jg_clock(void);

/* Unix time, for dates that people read. It may jump, so nothing expires by it. */
int64_t jg_unix_time(void);

#endif
