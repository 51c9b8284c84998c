/* The scheduler of thinking: who goes first, who gives way, whose memory is freed. Order is counted, never time. */
#include "test.h"

#include "web/scheduler.h"

#include <stdlib.h>
#include <time.h>

enum { MANY = 4096 };

struct bench {
    struct jg_pool *work;
    struct jg_scheduler *scheduler;
    atomic_bool gate; /* tasks with `waits` end when it opens */
    atomic_int started;
    int finished;
};

struct task {
    struct jg_task task; /* first */
    struct bench *bench;
    bool waits;
    atomic_int order; /* among those that ran; 0: it did not */
    int finishes;
};

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

static void nothing(void *arg) { (void)arg; }

static void run(struct jg_job *job) {
    struct task *t = (struct task *)job;
    atomic_store(&t->order, atomic_fetch_add(&t->bench->started, 1) + 1);
    while (t->waits && !atomic_load(&t->bench->gate) && !atomic_load(&job->stop)) nap();
}

static void finish(struct jg_task *task) {
    struct task *t = (struct task *)task;
    t->finishes++;
    t->bench->finished++;
}

static void set_up_bench(struct bench *b, int threads, size_t budget) {
    *b = (struct bench){0};
    b->work = jg_pool_open(threads, nothing, NULL);
    b->scheduler = jg_scheduler_open(b->work, threads, budget);
    assert_non_null(b->scheduler);
}

static void tear_down_bench(struct bench *b) {
    jg_scheduler_stop(b->scheduler);
    jg_pool_close(b->work);
    jg_scheduler_close(b->scheduler);
}

static void submit(struct bench *b, struct task *t, enum jg_priority priority, const char *address,
                   const char *player) {
    t->bench = b;
    t->task.job.run = run;
    t->task.finish = finish;
    t->task.priority = priority;
    assert_true(jg_scheduler_submit(b->scheduler, &t->task, address, player));
}

static void wait_for_start(const struct task *t) {
    while (!atomic_load(&t->order)) nap();
}

/* Lets everything run to its end. */
static void run_all(struct bench *b, int count) {
    atomic_store(&b->gate, true);
    while (b->finished < count) {
        jg_pool_poll(b->work);
        nap();
    }
}

/* ---- Order ------------------------------------------------------------------------------------ */

static void test_classes(void **state) {
    struct bench b;
    struct task first = {.waits = true}, agents = {0}, analysis = {0}, hint = {0}, person = {0};
    (void)state;
    set_up_bench(&b, 1, 0);
    submit(&b, &first, JG_PRIORITY_PERSON, "1", "p");
    wait_for_start(&first);
    submit(&b, &agents, JG_PRIORITY_AGENTS, "2", "q");
    submit(&b, &analysis, JG_PRIORITY_ANALYSIS, "3", "r");
    submit(&b, &hint, JG_PRIORITY_HINT, "4", "t");
    submit(&b, &person, JG_PRIORITY_PERSON, "5", "s");
    assert_int_equal(jg_scheduler_waiting(b.scheduler), 4);
    run_all(&b, 5);
    assert_int_equal(person.order, 2);
    assert_int_equal(hint.order, 3);
    assert_int_equal(analysis.order, 4);
    assert_int_equal(agents.order, 5);
    tear_down_bench(&b);
}

/* Fifty identities of one address, each with twenty tables: someone else waits for one of them at most. */
static void test_hostile_crowd(void **state) {
    enum { PLAYERS = 50, TABLES = 20, CROWD = PLAYERS * TABLES };
    struct bench b;
    struct task *crowd = calloc(2 * CROWD, sizeof *crowd), first = {.waits = true}, person = {0}, neighbour = {0};
    char player[8];
    (void)state;
    set_up_bench(&b, 1, 0);
    submit(&b, &first, JG_PRIORITY_PERSON, "192.0.2.1", "h0");
    wait_for_start(&first);
    for (int i = 0; i < CROWD; i++) {
        snprintf(player, sizeof player, "h%d", i / TABLES);
        submit(&b, &crowd[2 * i], JG_PRIORITY_PERSON, "192.0.2.1", player);
        submit(&b, &crowd[2 * i + 1], JG_PRIORITY_AGENTS, "192.0.2.1", player);
    }
    submit(&b, &neighbour, JG_PRIORITY_PERSON, "192.0.2.1", "n"); /* shares their address */
    submit(&b, &person, JG_PRIORITY_PERSON, "198.51.100.1", "p");
    run_all(&b, 2 * CROWD + 3);
    assert_true(person.order <= 3);
    assert_true(neighbour.order <= PLAYERS + 3);                                 /* one round */
    for (int i = 0; i < CROWD; i++) assert_true(crowd[2 * i + 1].order > CROWD); /* after all people */
    free(crowd);
    tear_down_bench(&b);
}

/* Addresses take turns however much each has queued, and so do the players of an address. */
static void test_turns(void **state) {
    struct bench b;
    struct task first = {.waits = true}, tasks[12] = {0};
    static const char *const FROM[12][2] = {{"1", "a"}, {"1", "a"}, {"1", "a"}, {"1", "b"}, {"1", "b"}, {"1", "b"},
                                            {"2", "c"}, {"2", "c"}, {"2", "c"}, {"2", "c"}, {"2", "c"}, {"2", "c"}};
    (void)state;
    set_up_bench(&b, 1, 0);
    submit(&b, &first, JG_PRIORITY_PERSON, "0", "z");
    wait_for_start(&first);
    for (int i = 0; i < 12; i++) submit(&b, &tasks[i], JG_PRIORITY_PERSON, FROM[i][0], FROM[i][1]);
    run_all(&b, 13);
    char order[13] = "";
    for (int i = 0; i < 12; i++) order[tasks[i].order - 2] = FROM[i][1][0];
    assert_string_equal(order, "acbcacbcacbc");
    tear_down_bench(&b);
}

/* A person who comes to a table moves it up in the queue. */
static void test_reprioritize(void **state) {
    struct bench b;
    struct task first = {.waits = true}, other = {0}, table = {0};
    (void)state;
    set_up_bench(&b, 1, 0);
    submit(&b, &first, JG_PRIORITY_PERSON, "1", "a");
    wait_for_start(&first);
    submit(&b, &other, JG_PRIORITY_ANALYSIS, "2", "b");
    submit(&b, &table, JG_PRIORITY_AGENTS, "3", "c");
    jg_scheduler_reprioritize(&table.task, JG_PRIORITY_PERSON);
    run_all(&b, 3);
    assert_true(table.order < other.order);
    tear_down_bench(&b);
}

/* ---- Giving way --------------------------------------------------------------------------------- */

static void test_agents_yield(void **state) {
    struct bench b;
    struct task agents = {.waits = true}, person = {0};
    (void)state;
    set_up_bench(&b, 1, 0);
    submit(&b, &agents, JG_PRIORITY_AGENTS, "1", "a");
    wait_for_start(&agents);
    assert_false(atomic_load(&agents.task.job.stop));
    submit(&b, &person, JG_PRIORITY_PERSON, "2", "b");
    assert_true(atomic_load(&agents.task.job.stop));
    assert_false(atomic_load(&agents.task.job.late)); /* so that half a thought is not played */
    while (b.finished < 2) {
        jg_pool_poll(b.work);
        nap();
    }
    assert_int_equal(person.order, 2);
    tear_down_bench(&b);
}

/* Agents alone have one thread for each address, and never all of them. */
static void test_agents_are_few(void **state) {
    struct bench b;
    struct task tasks[4] = {{.waits = true}, {.waits = true}, {.waits = true}, {.waits = true}};
    (void)state;
    set_up_bench(&b, 3, 0);
    submit(&b, &tasks[0], JG_PRIORITY_AGENTS, "1", "a");
    submit(&b, &tasks[1], JG_PRIORITY_AGENTS, "1", "b");
    assert_int_equal(jg_scheduler_waiting(b.scheduler), 1);
    submit(&b, &tasks[2], JG_PRIORITY_AGENTS, "2", "c");
    submit(&b, &tasks[3], JG_PRIORITY_AGENTS, "3", "d");
    assert_int_equal(jg_scheduler_waiting(b.scheduler), 2); /* two of three threads */
    run_all(&b, 4);
    tear_down_bench(&b);
}

/* An agent that would think for ever ends when somebody else waits; its answer counts. */
static void test_slices(void **state) {
    struct bench b;
    struct task slow = {.waits = true}, next = {0};
    (void)state;
    set_up_bench(&b, 1, 0);
    submit(&b, &slow, JG_PRIORITY_PERSON, "1", "a");
    wait_for_start(&slow);
    submit(&b, &next, JG_PRIORITY_PERSON, "2", "b");
    while (b.finished < 2) { /* the gate stays shut */
        jg_pool_poll(b.work);
        nap();
    }
    assert_true(atomic_load(&slow.task.job.late));
    assert_int_equal(next.order, 2);
    tear_down_bench(&b);
}

/* A hint that would think for ever ends when somebody waits for a move. */
static void test_hints_are_short(void **state) {
    struct bench b;
    struct task hint = {.waits = true}, move = {0};
    (void)state;
    set_up_bench(&b, 1, 0);
    submit(&b, &hint, JG_PRIORITY_HINT, "1", "a");
    wait_for_start(&hint);
    submit(&b, &move, JG_PRIORITY_PERSON, "2", "b");
    while (b.finished < 2) {
        jg_pool_poll(b.work);
        nap();
    }
    assert_true(atomic_load(&hint.task.job.late)); /* what it has found counts */
    tear_down_bench(&b);
}

/* ---- Memory --------------------------------------------------------------------------------------- */

struct idle {
    struct jg_scheduler *scheduler;
    size_t bytes;
    int released;
};

static bool release(void *arg) {
    struct idle *i = arg;
    if (!i->bytes) return false;
    i->bytes -= 10;
    i->released++;
    jg_scheduler_idle(i->scheduler, i->bytes, release, i);
    return true;
}

/* Running and idle agents together stay within the budget; idle ones are closed first, and no more than necessary. */
static void test_budget(void **state) {
    struct bench b;
    struct task tasks[3] = {{.waits = true}, {.waits = true}, {.waits = true}};
    (void)state;
    set_up_bench(&b, 2, 100);
    struct idle idle = {.scheduler = b.scheduler, .bytes = 80};
    jg_scheduler_idle(b.scheduler, idle.bytes, release, &idle);
    for (int i = 0; i < 3; i++) tasks[i].task.memory = 33;
    submit(&b, &tasks[0], JG_PRIORITY_PERSON, "1", "a");
    assert_int_equal(idle.released, 2); /* 33 + 60 */
    submit(&b, &tasks[1], JG_PRIORITY_PERSON, "2", "b");
    assert_int_equal(idle.released, 5);                  /* 66 + 30 */
    submit(&b, &tasks[2], JG_PRIORITY_PERSON, "3", "c"); /* waits: it takes nothing */
    assert_int_equal(idle.released, 5);
    run_all(&b, 3);
    assert_int_equal(idle.released, 5);
    assert_true(jg_scheduler_peak(b.scheduler) <= 100);
    tear_down_bench(&b);
}

/* ---- Ends ------------------------------------------------------------------------------------------ */

static void test_cancel(void **state) {
    struct bench b;
    struct task first = {.waits = true}, second = {0}, third = {0};
    (void)state;
    set_up_bench(&b, 1, 0);
    submit(&b, &first, JG_PRIORITY_PERSON, "1", "a");
    wait_for_start(&first);
    submit(&b, &second, JG_PRIORITY_PERSON, "1", "a");
    submit(&b, &third, JG_PRIORITY_PERSON, "1", "a");
    jg_scheduler_cancel(&second.task);
    assert_int_equal(second.finishes, 1);
    jg_scheduler_cancel(&first.task); /* ends by its flag, the gate stays shut */
    assert_int_equal(first.finishes, 0);
    while (b.finished < 3) {
        jg_pool_poll(b.work);
        nap();
    }
    assert_int_equal(second.order, 0);
    assert_int_equal(third.order, 2);
    tear_down_bench(&b);
}

/* Shutting down starts nothing: all that waits finishes unrun, and what comes later is refused. */
static void test_stop(void **state) {
    struct bench b;
    struct task tasks[8] = {{.waits = true}}, late = {.task.finish = finish};
    (void)state;
    set_up_bench(&b, 1, 0);
    for (int i = 0; i < 8; i++) submit(&b, &tasks[i], JG_PRIORITY_PERSON, "1", "a");
    wait_for_start(&tasks[0]);
    jg_scheduler_stop(b.scheduler);
    assert_int_equal(b.finished, 7);
    assert_false(jg_scheduler_submit(b.scheduler, &late.task, "1", "a"));
    jg_pool_close(b.work);
    assert_int_equal(b.finished, 8);
    assert_int_equal(b.started, 1);
    assert_false(jg_scheduler_submit(b.scheduler, &late.task, "1", "a")); /* also when the threads are gone */
    jg_scheduler_close(b.scheduler);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),      cmocka_unit_test(test_hostile_crowd),
        cmocka_unit_test(test_turns),        cmocka_unit_test(test_reprioritize),
        cmocka_unit_test(test_agents_yield), cmocka_unit_test(test_agents_are_few),
        cmocka_unit_test(test_slices),       cmocka_unit_test(test_hints_are_short),
        cmocka_unit_test(test_budget),       cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_stop),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
