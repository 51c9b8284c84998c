#include "clock.h"

#include "test.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

double __real_jg_clock(void);
double __wrap_jg_clock(void);

static struct {
    atomic_bool held;
    pthread_mutex_t lock; /* of all below */
    bool others_only, working;
    pthread_t holder;
    double now, step;
    long readings, flag_at;
    atomic_bool *flag;
} clock_of_test = {.lock = PTHREAD_MUTEX_INITIALIZER};

static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double __wrap_jg_clock(void) {
    if (!atomic_load(&clock_of_test.held)) return __real_jg_clock();
    pthread_mutex_lock(&clock_of_test.lock);
    if (!clock_of_test.others_only || !pthread_equal(clock_of_test.holder, pthread_self())) {
        clock_of_test.now += clock_of_test.step;
        clock_of_test.readings++;
        if (clock_of_test.flag && clock_of_test.readings == clock_of_test.flag_at)
            atomic_store(clock_of_test.flag, true);
    }
    double now = clock_of_test.now + (clock_of_test.working ? processor_time() : 0);
    pthread_mutex_unlock(&clock_of_test.lock);
    return now;
}

static void hold(double step, bool others_only, bool working) {
    pthread_mutex_lock(&clock_of_test.lock);
    if (!atomic_load(&clock_of_test.held)) clock_of_test.now = __real_jg_clock();
    clock_of_test.others_only = others_only;
    clock_of_test.working = working;
    clock_of_test.holder = pthread_self();
    clock_of_test.step = step;
    clock_of_test.readings = 0;
    clock_of_test.flag = NULL;
    atomic_store(&clock_of_test.held, true);
    pthread_mutex_unlock(&clock_of_test.lock);
}

void clock_hold(double step) { hold(step, false, false); }
void clock_hold_workers(double step) { hold(step, true, false); }
void clock_hold_to_work(void) { hold(0, false, true); }

void clock_advance(double seconds) {
    pthread_mutex_lock(&clock_of_test.lock);
    clock_of_test.now += seconds;
    pthread_mutex_unlock(&clock_of_test.lock);
}

void clock_set_flag(atomic_bool *flag, long readings) {
    pthread_mutex_lock(&clock_of_test.lock);
    clock_of_test.flag = flag;
    clock_of_test.flag_at = clock_of_test.readings + readings;
    pthread_mutex_unlock(&clock_of_test.lock);
}

long clock_readings(void) {
    pthread_mutex_lock(&clock_of_test.lock);
    long n = clock_of_test.readings;
    pthread_mutex_unlock(&clock_of_test.lock);
    return n;
}

long clock_readings_late(void) {
    pthread_mutex_lock(&clock_of_test.lock);
    long late = clock_of_test.flag ? clock_of_test.readings - clock_of_test.flag_at : 0;
    pthread_mutex_unlock(&clock_of_test.lock);
    return late > 0 ? late : 0;
}

void assert_seconds(double a, double b) {
    if (fabs(a - b) > 1e-6) fail_msg("%.9g seconds instead of %.9g", a, b);
}

void clock_release(void) { atomic_store(&clock_of_test.held, false); }

void clock_wait(struct patience *p, const char *what) {
    double now = __real_jg_clock();
    if (p->begin <= 0) p->begin = now;
    if (now - p->begin > TEST_PATIENCE) fail_msg("%s: it never came", what);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}
