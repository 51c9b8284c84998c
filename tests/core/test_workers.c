/* Parallel loops on threads that stay alive: every index once, whatever the number of threads and loops. */
#include "test.h"

#include "core/workers.h"

enum { MOST = 500 };

struct sums {
    atomic_int visits[MOST];
};

static void visit(void *arg, size_t i) { atomic_fetch_add(&((struct sums *)arg)->visits[i], 1); }

static void test_every_index_once(void **state) {
    (void)state;
    static struct sums sums;
    for (int threads = 0; threads <= 5; threads++) {
        struct jg_workers *w = jg_workers_open(threads);
        assert_non_null(w);
        int loops = test_scaled_threads(400);
        for (int loop = 0; loop < loops; loop++) {
            size_t n = (size_t)(loop * 37 % MOST);
            memset(&sums, 0, sizeof sums);
            jg_workers_run(w, n, visit, &sums);
            for (size_t i = 0; i < MOST; i++) assert_int_equal(atomic_load(&sums.visits[i]), i < n);
        }
        jg_workers_close(w);
    }
    jg_workers_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_index_once)};
    return cmocka_run_group_tests_name("workers", tests, NULL, NULL);
}
