/* Simulated time for tests. The linker replaces the library's jg_clock by the one in clock.c (--wrap): it is the
 * real clock until a test holds it, and then time passes only as the test says. So a test of a deadline
 * counts readings of the clock instead of measuring seconds, and cannot fail on a loaded machine.
 * Tests of one program run one after the other; each releases the clock that it holds. */
#ifndef TESTS_CLOCK_H
#define TESTS_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/clock.h"

/* Seconds after which a wait for an event is a hang. Nothing else in a test is bounded by real time. */
enum { TEST_PATIENCE = 1800 };

/* Stops the clock where it is; every reading then moves it on by `step` seconds, and the count begins at 0. */
void clock_hold(double step);

/* The same, but the readings of the thread that calls this take no time: only workers' do. */
void clock_hold_workers(double step);

/* Time passes as this process uses the processor, and not while others do: for what ends by its deadline alone. */
void clock_hold_to_work(void);

/* Moves a held clock on. */
void clock_advance(double seconds);

/* Sets the flag when a held clock has been read this many times more. */
void clock_set_flag(atomic_bool *flag, long readings);

/* Readings since the clock was held, and since the flag was set (0: it is not). */
long clock_readings(void);
long clock_readings_late(void);

/* Equal times up to rounding; cmocka compares single precision only. */
void assert_seconds(double a, double b);

/* Back to real time. */
void clock_release(void);

/* Sleeps a millisecond between two looks at what a test waits for; fails the test when that never comes:
 *     for (struct patience p = {0}; !came(); clock_wait(&p, "the reply")) continue; */
struct patience {
    double begin;
};
void clock_wait(struct patience *p, const char *what);

#endif
