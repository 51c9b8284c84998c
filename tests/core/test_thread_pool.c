/* The line of jobs of the web table: each is run once by a worker and ended once
 * by the loop; urgent ones first; stopped, late, refused and closed ones. */
#include "clock.h"
#include "test.h"

#include "core/thread_pool.h"

#include <stdlib.h>
#include <time.h>

struct bench {
    struct jg_pool *work;
    atomic_int woken;
};

struct task {
    struct jg_job job;
    struct bench *bench;
    atomic_bool *gate;         /* it waits for this; NULL: it does not */
    atomic_int ran, said;      /* by the worker */
    int notified, done, heard; /* by the loop */
};

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

static void wake(void *arg) { atomic_fetch_add(&((struct bench *)arg)->woken, 1); }

static void run(struct jg_job *job) {
    struct task *t = (struct task *)job;
    atomic_fetch_add(&t->ran, 1);
    while (t->gate && !atomic_load(t->gate) && !atomic_load(&job->stop)) nap();
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&t->said, 1);
        jg_pool_notify(t->bench->work, job);
    }
}

static void progress(struct jg_job *job) {
    struct task *t = (struct task *)job;
    assert_int_equal(t->done, 0);
    t->notified++;
    t->heard = atomic_load(&t->said);
}

static void done(struct jg_job *job) {
    struct task *t = (struct task *)job;
    t->done++;
}

static struct task task(struct bench *b, atomic_bool *gate) {
    return (struct task){.job = {.run = run, .progress = progress, .done = done}, .bench = b, .gate = gate};
}

/* Collects until all of them are done. */
static void finish(struct bench *b, struct task *tasks, int n) {
    for (;;) {
        int left = 0;
        jg_pool_poll(b->work);
        for (int i = 0; i < n; i++) left += !tasks[i].done;
        if (!left) return;
        nap();
    }
}

static void test_each_once(void **unused) {
    (void)unused;
    enum { TASKS = 200 };
    static struct task tasks[TASKS];
    struct bench b = {0};
    b.work = jg_pool_open(4, wake, &b);
    assert_non_null(b.work);
    for (int i = 0; i < TASKS; i++) {
        tasks[i] = task(&b, NULL);
        assert_true(jg_pool_submit(b.work, &tasks[i].job, i % 3 == 0, 0));
        if (i % 7 == 0) jg_pool_poll(b.work);
    }
    finish(&b, tasks, TASKS);
    jg_pool_poll(b.work);
    for (int i = 0; i < TASKS; i++) {
        assert_int_equal(atomic_load(&tasks[i].ran), 1);
        assert_int_equal(tasks[i].done, 1);
        assert_in_range(tasks[i].notified, 0, 3);
    }
    assert_true(atomic_load(&b.woken) >= 1);
    tasks[0] = task(&b, NULL);
    assert_true(jg_pool_submit(b.work, &tasks[0].job, false, 1)); /* the queue is empty */
    finish(&b, tasks, 1);
    jg_pool_close(b.work);
}

/* With one worker held up, those behind wait in line: the urgent ones go first, and a full line refuses. */
static void test_line(void **unused) {
    (void)unused;
    struct bench b = {0};
    atomic_bool gate = false, open = true;
    struct task held = task(&b, &gate), others[4], urgent[2], refused = task(&b, &open);
    b.work = jg_pool_open(1, wake, &b);
    assert_true(jg_pool_submit(b.work, &held.job, false, 1));
    while (!atomic_load(&held.ran)) nap();
    for (int i = 0; i < 3; i++) {
        others[i] = task(&b, &gate);
        assert_true(jg_pool_submit(b.work, &others[i].job, false, 3));
    }
    assert_false(jg_pool_submit(b.work, &refused.job, false, 3));
    for (int i = 0; i < 2; i++) {
        urgent[i] = task(&b, NULL); /* runs only when the others wait no longer for the gate */
        assert_true(jg_pool_submit(b.work, &urgent[i].job, true, 0));
    }
    assert_false(jg_pool_submit(b.work, &refused.job, false, 5)); /* five wait: the urgent ones count */
    others[3] = task(&b, &gate);
    assert_true(jg_pool_submit(b.work, &others[3].job, false, 6));
    atomic_store(&held.job.stop,
                 true); /* frees the worker; the gate stays shut, so the first of `others` holds it next */
    finish(&b, urgent, 2);
    for (int i = 0; i < 4; i++) assert_int_equal(others[i].done, 0);
    atomic_store(&gate, true);
    finish(&b, others, 4);
    assert_int_equal(held.done, 1);
    assert_int_equal(refused.done, 0);
    jg_pool_close(b.work);
}

/* A job that is stopped while it waits is never run, but done with. */
static void test_stopped_in_line(void **unused) {
    (void)unused;
    struct bench b = {0};
    atomic_bool gate = false;
    struct task tasks[2] = {task(&b, &gate), task(&b, NULL)};
    b.work = jg_pool_open(1, wake, &b);
    for (int i = 0; i < 2; i++) assert_true(jg_pool_submit(b.work, &tasks[i].job, false, 0));
    atomic_store(&tasks[1].job.stop, true);
    atomic_store(&gate, true);
    finish(&b, tasks, 2);
    assert_int_equal(atomic_load(&tasks[0].ran), 1);
    assert_int_equal(atomic_load(&tasks[1].ran), 0);
    jg_pool_close(b.work);
}

/* One that takes longer than it may is stopped by the loop, which is woken to see to it. */
static void test_late(void **unused) {
    (void)unused;
    struct bench b = {0};
    atomic_bool never = false;
    struct task late = task(&b, &never);
    late.job.ms = 30;
    b.work = jg_pool_open(1, wake, &b);
    clock_hold(0);
    assert_true(jg_pool_submit(b.work, &late.job, false, 0));
    while (!atomic_load(&b.woken)) nap();
    assert_in_range(jg_pool_poll(b.work), 30, 31);
    clock_advance(0.029);
    assert_in_range(jg_pool_poll(b.work), 1, 2);
    assert_false(atomic_load(&late.job.stop));
    clock_advance(0.0011);
    assert_int_equal(jg_pool_poll(b.work), -1);
    assert_true(atomic_load(&late.job.stop));
    finish(&b, &late, 1);
    clock_release();
    jg_pool_close(b.work);
}

static void test_close(void **unused) {
    (void)unused;
    struct bench b = {0};
    atomic_bool never = false;
    struct task tasks[5];
    b.work = jg_pool_open(2, wake, &b);
    for (int i = 0; i < 5; i++) {
        tasks[i] = task(&b, &never);
        assert_true(jg_pool_submit(b.work, &tasks[i].job, false, 0));
    }
    jg_pool_close(b.work);
    for (int i = 0; i < 5; i++) assert_int_equal(tasks[i].done, 1);
    jg_pool_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_once), cmocka_unit_test(test_line),  cmocka_unit_test(test_stopped_in_line),
        cmocka_unit_test(test_late),      cmocka_unit_test(test_close),
    };
    return cmocka_run_group_tests_name("work", tests, NULL, NULL);
}
