/* When progress is due, on a simulated clock. The rest of the command is not linked. */
#include "clock.h"
#include "test.h"

#define print_error command_print_error /* cmocka has a function of this name */
#include "cli/cli.h"

void print_local(const struct cli *c, FILE *f, const char *format, ...) {
    (void)c;
    (void)f;
    (void)format;
}

/* Counts the lines of work that takes this long, of which the share is shown every second. */
static int lines_from(struct progress *p, double seconds, bool known) {
    int lines = 0;
    for (double at = 1; at <= seconds; at++) {
        clock_advance(1);
        lines += progress_due(p, known ? at / seconds : -1);
    }
    clock_release();
    return lines;
}

static int lines_of(const struct cli *c, double seconds, bool known) {
    struct progress p;
    clock_hold(0);
    progress_begin(&p, c, "work");
    return lines_from(&p, seconds, known);
}

/* The same for a table, as a match shows it. */
static int lines_of_table(const struct cli *c, double seconds) {
    struct progress p;
    clock_hold(0);
    progress_begin_table(&p, c);
    return lines_from(&p, seconds, true);
}

static void test_plain_lines(void **state) {
    (void)state;
    const struct cli c = {.progress = PROGRESS_PLAIN, .options = {.progress = 2}};
    assert_int_equal(lines_of(&c, 100, true), 10);        /* tenths */
    assert_int_equal(lines_of(&c, 100, false), 1);        /* after a minute */
    assert_int_equal(lines_of(&c, 60 * 60, true), 60);    /* six minutes a tenth: every minute */
    assert_in_range(lines_of(&c, 10 * 90, true), 19, 20); /* a minute and a half a tenth */
    const struct cli by_default = {.progress = PROGRESS_PLAIN};
    assert_int_equal(lines_of(&by_default, 4, true), 0); /* short work */
}

/* Plain lines of a match are as rare as those of any other work; its table is redrawn every quarter of a second. */
static void test_tables(void **state) {
    (void)state;
    const struct cli plain = {.progress = PROGRESS_PLAIN, .options = {.progress = 2}};
    assert_int_equal(lines_of_table(&plain, 100), 10);
    assert_int_equal(lines_of_table(&plain, 60 * 60), 60);
    const struct cli bar = {.progress = PROGRESS_BAR, .options = {.progress = 1}};
    assert_int_equal(lines_of_table(&bar, 100), 100);
    struct progress p;
    clock_hold(0);
    progress_begin_table(&p, &bar);
    int drawn = 0;
    for (int i = 0; i < 800; i++) {
        clock_advance(1 / 32.0);
        drawn += progress_due(&p, i / 800.0);
    }
    clock_release();
    assert_int_equal(drawn, 100);
}

static void test_bars(void **state) {
    (void)state;
    const struct cli c = {.progress = PROGRESS_BAR, .options = {.progress = 1}};
    assert_int_equal(lines_of(&c, 100, true), 100);
    const struct cli none = {.progress = PROGRESS_NONE};
    assert_int_equal(lines_of(&none, 100, true), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain_lines), cmocka_unit_test(test_tables),
                                       cmocka_unit_test(test_bars)};
    test_begin();
    return cmocka_run_group_tests_name("progress_lines", tests, NULL, NULL);
}
