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
static int lines_of(const struct cli *c, double seconds, bool known) {
    struct progress p;
    int lines = 0;
    clock_hold(0);
    progress_begin(&p, c, "work");
    for (double at = 1; at <= seconds; at++) {
        clock_advance(1);
        lines += progress_due(&p, known ? at / seconds : -1);
    }
    clock_release();
    return lines;
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

static void test_bars(void **state) {
    (void)state;
    const struct cli c = {.progress = PROGRESS_BAR, .options = {.progress = 1}};
    assert_int_equal(lines_of(&c, 100, true), 100);
    const struct cli none = {.progress = PROGRESS_NONE};
    assert_int_equal(lines_of(&none, 100, true), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain_lines), cmocka_unit_test(test_bars)};
    test_begin();
    return cmocka_run_group_tests_name("progress_lines", tests, NULL, NULL);
}
