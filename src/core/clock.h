#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

/* Seconds of a clock that never goes back. */
double jg_clock(void);

#endif
