/* Plots: they stand every kind of data, their ticks are round, numbers and names
 * are written as people read them. */
#include "test.h"

#include "page.h"

#include "report/format.h"
#include "report/plot.h"
#include "core/svg.h"

#include <math.h>

static void test_reader_can_fail(void **state) {
    (void)state;
    static const char *const BAD[] = {"",
                                      "x",
                                      "<a>",
                                      "<a></b>",
                                      "<a><b></a></b>",
                                      "<a/>x",
                                      "<a></a>x",
                                      "<a b></a>",
                                      "<a b=c/>",
                                      "<a b=\"<\"></a>",
                                      "<a b=\"1></a>",
                                      "<a>&</a>",
                                      "<a>&x;</a>",
                                      "<a> < </a>",
                                      "<a></a><b></b>",
                                      "<a b=\"\" b=\"\"></a>",
                                      "<a>\001</a>"};
    assert_null(flaw("<!DOCTYPE html>\n<a b=\"1\"><c/>x &amp; <d e=\"&lt;\" f=\"\">y</d></a>\n"));
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (!flaw(BAD[i])) fail_msg("%s is taken for good", BAD[i]);
}

/* ---- Ticks --------------------------------------------------------------------------------- */

/* 1, 2 or 5 times a power of ten */
static bool is_round(double step) {
    double digit = step / pow(10, floor(log10(step) + 1e-9));
    return fabs(digit - 1) < 1e-6 || fabs(digit - 2) < 1e-6 || fabs(digit - 5) < 1e-6;
}

static void check_ticks(const struct jg_axis *axis, double low, double high, int most) {
    struct jg_ticks t;
    jg_ticks_find(&t, axis, low, high, most);
    if (t.count < 3 || t.count > 11 || t.count > most + 1) fail_msg("%g..%g: %d ticks", low, high, t.count);
    double step = t.at[1] - t.at[0];
    if (t.log) {
        for (int i = 0; i < t.count; i++) {
            double power = log10(t.at[i]);
            assert_true(fabs(power - round(power)) < 1e-6);
        }
    } else {
        if (!is_round(step)) fail_msg("%g..%g: steps of %g", low, high, step);
        for (int i = 0; i < t.count; i++) {
            assert_true(fabs(t.at[i] - t.at[0] - i * step) <= 1e-6 * step);
            assert_true(fabs(t.at[i] / step - round(t.at[i] / step)) <= 1e-6 + 1e-8 * fabs(t.at[i] / step));
        }
    }
    if (isfinite(low) && isfinite(high) && !(t.log && (low < 1e-199 || high > 1e199)) && fabs(low) < 1e299 &&
        fabs(high) < 1e299) {
        assert_true(t.at[0] <= low + 1e-9 * fabs(low) && t.at[t.count - 1] >= high - 1e-9 * fabs(high));
        if (!t.log && high > 1e-280 && high - low > 1e-8 * fmax(fabs(low), fabs(high)) &&
            axis->scale != JG_SCALE_WHOLE && high > low)
            assert_true(t.at[1] > low && t.at[t.count - 2] < high); /* none too many */
    }
    char before[64] = "", words[64];
    struct jg_text text;
    for (int i = 0; i < t.count; i++) { /* numbers that tell them apart */
        jg_text_init(&text, words, sizeof words);
        jg_ticks_print(&t, i, JG_EN, &text);
        assert_false(text.cut);
        if (fabs(t.at[0]) < 1e12 && fabs(t.at[t.count - 1]) < 1e12 && step > 1e-12 && axis->scale != JG_SCALE_SECONDS)
            assert_string_not_equal(words, before);
        strcpy(before, words);
        double place = jg_ticks_place(&t, t.at[i]);
        assert_true(place >= 0 && place <= 1);
    }
    assert_true(jg_ticks_place(&t, t.at[0]) == 0 && jg_ticks_place(&t, t.at[t.count - 1]) == 1);
    assert_true(jg_ticks_place(&t, INFINITY) == 1 && jg_ticks_place(&t, -INFINITY) == 0);
    assert_true(isnan(jg_ticks_place(&t, NAN)));
}

static void test_ticks(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(20000); i++) {
        double size = pow(10, jg_rng_unit(&rng) * 30 - 15), low = (jg_rng_unit(&rng) - 0.5) * size;
        double high = low + size * pow(10, -6 * jg_rng_unit(&rng));
        struct jg_axis axis = {.scale = (enum jg_scale)jg_rng_below(&rng, 4)};
        check_ticks(&axis, low, high, 5 + (int)jg_rng_below(&rng, 6));
        axis.log = true;
        check_ticks(&axis, size, size * pow(10, 12 * jg_rng_unit(&rng)), 5 + (int)jg_rng_below(&rng, 6));
    }
}

static void test_ticks_of_odd_ranges(void **state) {
    (void)state;
    static const double ODD[] = {0,     1,      -1,    0.5,      7,         1e-320, 1e-300, 1e-12,
                                 1e300, -1e300, 1e308, INFINITY, -INFINITY, NAN,    1e15,   123456789};
    enum { N = sizeof ODD / sizeof *ODD };
    for (int i = 0; i < N * N; i++)
        for (int scale = JG_SCALE_NUMBER; scale <= JG_SCALE_SECONDS; scale++)
            for (int log = 0; log < 2; log++) {
                double low = ODD[i / N], high = ODD[i % N];
                if (low > high) continue;
                check_ticks(&(struct jg_axis){.scale = (enum jg_scale)scale, .log = log}, low, high, 6);
            }
}

static void test_known_ticks(void **state) {
    (void)state;
    const struct {
        struct jg_axis axis;
        double low, high;
        jg_lang lang;
        const char *words;
    } KNOWN[] = {
        {{.scale = JG_SCALE_NUMBER}, -212, 237, JG_EN, "−300 −200 −100 0 100 200 300 "},
        {{.scale = JG_SCALE_NUMBER}, 0.1, 0.32, PORTUGUESE, "0,10 0,15 0,20 0,25 0,30 0,35 "},
        {{.scale = JG_SCALE_NUMBER}, 0, 12000, PORTUGUESE, "0 2.000 4.000 6.000 8.000 10.000 12.000 "},
        {{.scale = JG_SCALE_SHARE}, 0.5, 1, JG_EN, "50 % 60 % 70 % 80 % 90 % 100 % "},
        {{.scale = JG_SCALE_SHARE}, 0.5, 0.51, PORTUGUESE, "50,0 % 50,2 % 50,4 % 50,6 % 50,8 % 51,0 % "},
        {{.scale = JG_SCALE_WHOLE}, 0, 1, JG_EN, "0 1 2 "},
        {{.scale = JG_SCALE_SECONDS, .log = true}, 3e-6, 0.5, JG_EN, "1 µs 10 µs 100 µs 1 ms 10 ms 100 ms 1 s "},
        {{.scale = JG_SCALE_SECONDS}, 0, 0.0031, PORTUGUESE, "0 ms 1 ms 2 ms 3 ms 4 ms "},
        {{.scale = JG_SCALE_NUMBER, .log = true}, 0.5, 30, PORTUGUESE, "0,1 1 10 100 "},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        struct jg_ticks t;
        char words[256];
        struct jg_text text;
        jg_ticks_find(&t, &KNOWN[i].axis, KNOWN[i].low, KNOWN[i].high, 6);
        jg_text_init(&text, words, sizeof words);
        for (int k = 0; k < t.count; k++) {
            jg_ticks_print(&t, k, KNOWN[i].lang, &text);
            jg_text_char(&text, ' ');
        }
        assert_string_equal(words, KNOWN[i].words);
    }
}

/* ---- Numbers and names ------------------------------------------------------------------------ */

static void test_numbers(void **state) {
    (void)state;
    static const struct {
        double x;
        int decimals;
        const char *english, *portuguese, *with_sign;
    } KNOWN[] = {
        {0, 0, "0", "0", "0"},
        {-0.001, 1, "0.0", "0,0", "0.0"},
        {0.001, 1, "0.0", "0,0", "0.0"},
        {-12.5, 1, "−12.5", "−12,5", "−12.5"},
        {999.95, 1, "1,000.0", "1.000,0", "+1,000.0"},
        {1234567.5, 2, "1,234,567.50", "1.234.567,50", "+1,234,567.50"},
        {INFINITY, 0, "∞", "∞", "+∞"},
        {-INFINITY, 3, "−∞", "−∞", "−∞"},
        {NAN, 1, "–", "–", "–"},
        {1.25e20, 1, "1.2e+20", "1,2e+20", "+1.2e+20"},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        char words[JG_FORMAT_MAX];
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        jg_format_number(&t, KNOWN[i].x, KNOWN[i].decimals, JG_EN);
        assert_string_equal(words, KNOWN[i].english);
        jg_text_init(&t, words, sizeof words);
        jg_format_number(&t, KNOWN[i].x, KNOWN[i].decimals, PORTUGUESE);
        assert_string_equal(words, KNOWN[i].portuguese);
        jg_text_init(&t, words, sizeof words);
        jg_format_signed(&t, KNOWN[i].x, KNOWN[i].decimals, JG_EN);
        assert_string_equal(words, KNOWN[i].with_sign);
    }
}

static void test_units(void **state) {
    (void)state;
    char words[256];
    struct jg_text t;
    jg_text_init(&t, words, sizeof words);
    jg_format_seconds(&t, 63.6e-6, PORTUGUESE);
    jg_text_put(&t, "; ");
    jg_format_seconds(&t, 119, JG_EN);
    jg_text_put(&t, "; ");
    jg_format_seconds(&t, 990, PORTUGUESE);
    jg_text_put(&t, "; ");
    jg_format_seconds(&t, 9000, JG_EN);
    jg_text_put(&t, "; ");
    jg_format_seconds(&t, 0, JG_EN);
    jg_text_put(&t, "; ");
    jg_format_study(&t, JG_UNIT_TIMES, 12.46, PORTUGUESE);
    jg_text_put(&t, "; ");
    jg_format_study(&t, JG_UNIT_MEAN, 45526.2, PORTUGUESE);
    jg_text_put(&t, "; ");
    jg_format_study(&t, JG_UNIT_CHANCE, 0.0001, PORTUGUESE);
    jg_text_put(&t, "; ");
    jg_format_study(&t, JG_UNIT_AGREES, 1, PORTUGUESE);
    jg_text_put(&t, "; ");
    jg_format_study(&t, JG_UNIT_SHARE, NAN, PORTUGUESE);
    jg_text_put(&t, "; ");
    jg_format_localize(&t, "4.8 vezes; fim. v1.", PORTUGUESE);
    assert_string_equal(words, "63,6 µs; 119 s; 16,5 min; 2.5 h; 0 s; 12,5 ×; 45.526; < 0,001; concorda; –; "
                               "4,8 vezes; fim. v1.");
}

static void test_fit(void **state) {
    (void)state;
    static const char *const NAMES[] = {"ab", "alphabeta:depth=8,eval=mix,order=rank,quiesce=1",
                                        "çãéçãéçãéçãéçãéçãéçãé", ""};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        for (double width = 5; width < 400; width += 7) {
            char words[256];
            struct jg_text t;
            jg_text_init(&t, words, sizeof words);
            jg_svg_fit(NAMES[i], 13, width, &t);
            bool whole = jg_svg_width(NAMES[i], 13) <= width;
            assert_int_equal(whole, !strstr(words, "…"));
            if (whole) {
                assert_string_equal(words, NAMES[i]);
                continue;
            }
            if (width > 20) assert_true(jg_svg_width(words, 13) <= width);
            size_t head = (size_t)(strstr(words, "…") - words), tail = strlen(words) - head - strlen("…");
            assert_memory_equal(words, NAMES[i], head);
            assert_string_equal(words + head + strlen("…"), NAMES[i] + strlen(NAMES[i]) - tail);
            assert_true((words[head + strlen("…")] & 0xc0) != 0x80); /* no half characters */
            assert_true(head + tail < strlen(NAMES[i]));
        }
}

/* ---- Plots -------------------------------------------------------------------------------------- */

static struct jg_plot plot_into(struct jg_buffer *b) {
    return (struct jg_plot){.out = b, .lang = JG_EN, .title = "<a> & \"b\"", .note = "it's <so>"};
}

static void assert_plot(struct jg_buffer *b) {
    assert_false(b->failed);
    assert_well_formed(b->at);
    for (const char *p = b->at; (p = strstr(p, " d=\"")); p++) { /* every path can be drawn */
        size_t n = strcspn(p + 4, "\"");
        if (strspn(p + 4, "MLHVlhvz0123456789.- ") != n) fail_msg("not a path: %.80s", p);
    }
    const char *bad = strstr(b->at, "nan") ? strstr(b->at, "nan") : strstr(b->at, "inf");
    if (bad) fail_msg("not a number: %.80s", bad - 40);
    assert_non_null(strstr(b->at, "role=\"img\""));
    assert_non_null(strstr(b->at, "<title>&lt;a&gt; &amp; &quot;b&quot;</title>"));
    assert_non_null(strstr(b->at, "<desc>"));
    jg_buffer_free(b);
}

static const double VALUES[] = {0, 1, -1, 0.5, 300, 1e-9, 1e18, -1e300, 1e300, INFINITY, -INFINITY, NAN};
enum { VALUES_COUNT = sizeof VALUES / sizeof *VALUES };

static void test_bars(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 2);
    for (int i = 0; i < test_scaled(600); i++) {
        struct jg_bar bars[64];
        struct jg_buffer b = {0};
        struct jg_plot plot = plot_into(&b);
        size_t n = (size_t)jg_rng_below(&rng, i % 7 ? 5 : 65);
        for (size_t k = 0; k < n; k++)
            bars[k] = (struct jg_bar){.name = k % 2 ? "x<y>&z"
                                                    : "a name that is long enough to be cut somewhere in the middle",
                                      .value = VALUES[jg_rng_below(&rng, VALUES_COUNT)],
                                      .low = VALUES[jg_rng_below(&rng, VALUES_COUNT)],
                                      .high = VALUES[jg_rng_below(&rng, VALUES_COUNT)],
                                      .label = k % 3 ? "1 < 2" : NULL};
        struct jg_axis axis = {.title = i % 2 ? "\"axis\"" : NULL, .scale = (enum jg_scale)(i % 4)};
        jg_plot_bars(&plot, &axis, bars, n, VALUES[jg_rng_below(&rng, 4)]);
        assert_plot(&b);
        jg_plot_bars(&plot, &axis, bars, n, NAN);
        assert_plot(&b);
    }
}

/* An infinite end leaves the plot by an arrow; a missing one is not drawn. */
static void test_error_bars(void **state) {
    (void)state;
    struct jg_bar bars[] = {{.name = "finite", .value = 1, .low = 0, .high = 2, .label = ""},
                            {.name = "open", .value = 1, .low = 0, .high = INFINITY, .label = ""},
                            {.name = "missing", .value = 1, .low = NAN, .high = NAN, .label = ""},
                            {.name = "none", .value = NAN, .low = 0, .high = 2, .label = ""}};
    struct jg_buffer b = {0};
    struct jg_plot plot = plot_into(&b);
    jg_plot_bars(&plot, &(struct jg_axis){.title = NULL}, bars, 4, 0);
    assert_int_equal(count_of(b.at, "class=\"over\""), 3);
    assert_int_equal(count_of(b.at, "class=\"error\""), 4);
    const char *p = strstr(b.at, ">open<");
    assert_non_null(p = strstr(p, "class=\"error\""));
    const char *end = strchr(p, '/');
    assert_true(strchr(p, 'L') && strchr(p, 'L') < end);
    p = strstr(b.at, ">finite<");
    p = strstr(p, "class=\"error\"");
    assert_true(!strchr(p, 'L') || strchr(p, 'L') > strchr(p, '/'));
    assert_plot(&b);
}

static void test_curves(void **state) {
    (void)state;
    struct jg_rng rng;
    static double x[1000], y[1000], low[1000], high[1000];
    jg_rng_init(&rng, test_seed(), 3);
    for (int i = 0; i < test_scaled(400); i++) {
        static const size_t SIZES[] = {0, 1, 2, 40, 41, 1000};
        struct jg_buffer b = {0};
        struct jg_plot plot = plot_into(&b);
        size_t n = SIZES[jg_rng_below(&rng, i % 10 ? 5 : 6)];
        for (size_t k = 0; k < n; k++) {
            x[k] = i % 3 ? (double)k + 1 : VALUES[jg_rng_below(&rng, VALUES_COUNT)];
            y[k] = i % 2 ? jg_rng_unit(&rng) : VALUES[jg_rng_below(&rng, VALUES_COUNT)];
            low[k] = VALUES[jg_rng_below(&rng, VALUES_COUNT)];
            high[k] = VALUES[jg_rng_below(&rng, VALUES_COUNT)];
        }
        struct jg_curve curves[12];
        size_t count = (size_t)jg_rng_below(&rng, 13);
        for (size_t k = 0; k < 12; k++)
            curves[k] = (struct jg_curve){.name = "a curve & its <name>",
                                          .x = x,
                                          .y = y,
                                          .low = k % 2 ? low : NULL,
                                          .high = k % 2 ? high : NULL,
                                          .n = n,
                                          .colour = (int)k,
                                          .dashed = k % 3};
        struct jg_axis ax = {.title = "x", .scale = (enum jg_scale)(i % 4), .log = i % 5 == 0};
        struct jg_axis ay = {.title = i % 2 ? "y" : NULL, .scale = (enum jg_scale)(i / 4 % 4), .log = i % 3 == 0};
        jg_plot_curves(&plot, &ax, &ay, curves, count);
        assert_plot(&b);
        jg_plot_small(&plot, curves, VALUES[jg_rng_below(&rng, VALUES_COUNT)]);
        assert_plot(&b);
    }
}

enum { NUMBERS = 1024 };

/* Columns of a histogram hold every count, in classes of a round width. */
static void test_histogram(void **state) {
    (void)state;
    struct jg_rng rng;
    static uint64_t counts[NUMBERS];
    jg_rng_init(&rng, test_seed(), 4);
    for (int i = 0; i < test_scaled(300); i++) {
        struct jg_buffer b = {0};
        struct jg_plot plot = plot_into(&b);
        uint64_t sum = 0, labelled = 0;
        size_t from = (size_t)jg_rng_below(&rng, NUMBERS),
               to = from + (size_t)jg_rng_below(&rng, (uint32_t)(NUMBERS - from)) + 1;
        memset(counts, 0, sizeof counts);
        if (i)
            for (size_t k = from; k < to; k++) sum += counts[k] = jg_rng_below(&rng, i % 3 ? 900 : 2);
        jg_plot_histogram(&plot, "plies", "games", i % 5 - 2, counts, NUMBERS);
        assert_true(count_of(b.at, "class=\"column\"") <= 33);
        for (const char *p = b.at; (p = strstr(p, "\"><title>")); p++) {
            const char *words = p + strlen("\"><title>"), *colon = strstr(words, ": ");
            double n = 0;
            for (const char *digit = colon + 2; *digit != ' '; digit++)
                if (*digit != ',') n = 10 * n + (*digit - '0');
            labelled += (uint64_t)n;
            long begin = strtol(words, NULL, 10), last = begin;
            if (strstr(words, "–") && strstr(words, "–") < colon)
                last = strtol(strstr(words, "–") + strlen("–"), NULL, 10);
            assert_true(is_round((double)(last - begin + 1)));
            assert_int_equal(begin % (last - begin + 1), 0);
        }
        assert_int_equal(labelled, sum);
        assert_plot(&b);
    }
}

static double some_share(const void *arg, size_t row, size_t column) {
    (void)arg;
    return (row + column) % 5 == 4 ? NAN : (double)((row * 7 + column) % 11) / 10;
}

static void some_label(const void *arg, size_t row, size_t column, struct jg_text *out) {
    jg_text_add(out, "%.0f&", 100 * some_share(arg, row, column));
}

static void test_heat(void **state) {
    (void)state;
    const char *names[64];
    for (int i = 0; i < 64; i++)
        names[i] = i % 2 ? "<short>" : "a name that is rather long, so that it will be cut in two";
    for (size_t n = 0; n <= 64; n += n < 12 ? 1 : 13) {
        struct jg_buffer b = {0};
        struct jg_plot plot = plot_into(&b);
        struct jg_heat heat = {.names = names, .n = n, .share = some_share, .label = some_label, .title = some_label};
        size_t there = 0;
        for (size_t i = 0; i < n * n; i++) there += i / n != i % n && !isnan(some_share(NULL, i / n, i % n));
        jg_plot_heat(&plot, &heat);
        assert_int_equal(count_of(b.at, "<g>"), there);
        assert_int_equal(count_of(b.at, "class=\"self\""), n);
        size_t labels = count_of(b.at, "class=\"cell");
        assert_true(labels == there || labels == 0);
        assert_true(n > 12 || labels == there);
        assert_plot(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reader_can_fail),
        cmocka_unit_test(test_ticks),
        cmocka_unit_test(test_ticks_of_odd_ranges),
        cmocka_unit_test(test_known_ticks),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_fit),
        cmocka_unit_test(test_bars),
        cmocka_unit_test(test_error_bars),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_heat),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
