/* Time controls: what is read and refused, and clocks that count down. */
#include "clock.h"
#include "test.h"

#include "core/time_control.h"

static void test_notation(void **state) {
    (void)state;
    static const struct {
        const char *text, *printed;
        struct jg_time_control control;
    } CASES[] = {
        {"60", "60", {.seconds = 60}},
        {"60+0.6", "60+0.6", {.seconds = 60, .increment = 0.6}},
        {"40/60", "40/60", {.moves = 40, .seconds = 60}},
        {"40/5:00+2", "40/300+2", {.moves = 40, .seconds = 300, .increment = 2}},
        {"1:30.5", "90.5", {.seconds = 90.5}},
        {"0:10+0.05", "10+0.05", {.seconds = 10, .increment = 0.05}},
        {"0.001", "0.001", {.seconds = 0.001}},
        {"1440:00", "86400", {.seconds = 86400}},
        {"inf", "inf", {0}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_time_control c;
        struct jg_error err = {0};
        char text[JG_TIME_TEXT];
        struct jg_text t;
        if (jg_time_controls_parse(CASES[i].text, &c, 1, &err)) fail_msg("%s: %s", CASES[i].text, err.message);
        assert_int_equal(c.moves, CASES[i].control.moves);
        assert_seconds(c.seconds, CASES[i].control.seconds);
        assert_seconds(c.increment, CASES[i].control.increment);
        jg_text_init(&t, text, sizeof text);
        jg_time_control_print(&c, &t);
        assert_string_equal(text, CASES[i].printed);
    }
}

static void test_refused(void **state) {
    (void)state;
    static const char *const WRONG[] = {"",      "x",       "0",     "0+1",     "-1",      "60+",  "+1",
                                        "60+x",  "60 ",     "0/60",  "/60",     "40/",     "1:60", "1:2:3",
                                        "60,,3", "60,",     "1e3",   "inf+1",   "nan",     "0x10", ".5",
                                        "1.",    "1001/60", "86401", "1441:00", "60+86401"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct jg_time_control c[2];
        struct jg_error err = {0};
        if (jg_time_controls_parse(WRONG[i], c, 2, &err) != JG_EINPUT) fail_msg("'%s' is accepted", WRONG[i]);
        assert_non_null(strstr(err.message, "such as 60+0.6"));
    }
}

static void test_lists(void **state) {
    (void)state;
    struct jg_time_control c[3];
    struct jg_error err = {0};
    assert_int_equal(jg_time_controls_parse("60+0.6", c, 3, &err), JG_OK);
    for (int i = 0; i < 3; i++) assert_seconds(c[i].seconds, 60);
    assert_int_equal(jg_time_controls_parse("60,inf,2/3+1", c, 3, &err), JG_OK);
    assert_seconds(c[0].seconds, 60);
    assert_seconds(c[1].seconds, 0);
    assert_int_equal(c[2].moves, 2);
    assert_int_equal(jg_time_controls_parse("60,30", c, 3, &err), JG_EINPUT);
    assert_string_equal(err.message, "2 time controls for 3 agents; give one for all, or one for each");
    assert_int_equal(jg_time_controls_parse("60,30,20,10", c, 3, &err), JG_EINPUT);
}

static void test_clock(void **state) {
    (void)state;
    struct jg_time_control c = {.moves = 2, .seconds = 10, .increment = 1};
    struct jg_time_clock clock;
    jg_time_clock_start(&clock, &c);
    assert_int_equal(jg_time_clock_moves(&clock, &c), 2);
    assert_true(jg_time_clock_charge(&clock, &c, 10, 0)); /* to the last moment */
    assert_seconds(clock.left, 1);
    assert_int_equal(jg_time_clock_moves(&clock, &c), 1);
    assert_true(jg_time_clock_charge(&clock, &c, 0.5, 0));
    assert_seconds(clock.left, 0.5 + 1 + 10); /* the next period */
    assert_int_equal(jg_time_clock_moves(&clock, &c), 2);
    assert_false(jg_time_clock_charge(&clock, &c, 11.6, 0));
    assert_int_equal(clock.played, 2);

    struct jg_time_control sudden = {.seconds = 1};
    jg_time_clock_start(&clock, &sudden);
    assert_int_equal(jg_time_clock_moves(&clock, &sudden), 0);
    assert_true(jg_time_clock_charge(&clock, &sudden, 1.04, 0.1)); /* a margin can be used once */
    assert_true(jg_time_clock_charge(&clock, &sudden, 0.05, 0.1));
    assert_false(jg_time_clock_charge(&clock, &sudden, 0.05, 0.1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notation),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_clock),
    };
    test_begin();
    return cmocka_run_group_tests_name("time_control", tests, NULL, NULL);
}
