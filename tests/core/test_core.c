/* rng, text, options and specs, languages, files, threads. */
#include "test.h"

#include "core/file.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/scan.h"

#include <stdatomic.h>
#include <unistd.h>

/* ---- rng ----------------------------------------------------------------------------- */

/* First outputs of xoshiro256** from the state 1, 2, 3, 4, as its authors' C code gives them. */
static void test_rng_reference(void **state) {
    (void)state;
    static const uint64_t want[] = {
        11520u, 0u, 1509978240u, 1215971899390074240u, 1216172134540287360u, 607988272756665600u};
    struct jg_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) assert_true(jg_rng_next(&rng) == want[i]);
}

static void test_rng_streams(void **state) {
    (void)state;
    struct jg_rng a, b;
    for (uint64_t i = 0; i < 100; i++) {
        jg_rng_init(&a, 5, i);
        jg_rng_init(&b, 5, i);
        assert_true(jg_rng_next(&a) == jg_rng_next(&b));
        jg_rng_init(&b, 5, i + 1);
        assert_true(jg_rng_next(&a) != jg_rng_next(&b));
        jg_rng_init(&b, i, 5); /* seed and stream do not change places */
        jg_rng_init(&a, 5, i);
        if (i != 5) assert_true(jg_rng_next(&a) != jg_rng_next(&b));
    }
}

/* Chi-square over the faces of odd dice; the limit has a chance of 1 in 10,000. */
static void test_rng_uniform(void **state) {
    (void)state;
    enum { FACES = 7, ROLLS = 70000 };
    struct jg_rng rng;
    int small[FACES] = {0}, large[FACES] = {0}, unit[FACES] = {0};
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < ROLLS; i++) {
        small[jg_rng_below(&rng, FACES)]++;
        large[jg_rng_below64(&rng, FACES)]++;
        unit[(int)(FACES * jg_rng_unit(&rng))]++;
    }
    for (const int *n = small; n; n = n == small ? large : n == large ? unit : NULL) {
        double chi = 0, expected = (double)ROLLS / FACES;
        for (int i = 0; i < FACES; i++) chi += (n[i] - expected) * (n[i] - expected) / expected;
        if (chi > 27.86) fail_msg("chi-square %.2f with 6 degrees of freedom", chi);
    }
    for (int i = 0; i < 1000; i++) assert_true(jg_rng_below(&rng, 1) == 0 && jg_rng_below64(&rng, 1) == 0);
}

/* ---- text ----------------------------------------------------------------------------- */

static void test_text_is_bounded(void **state) {
    (void)state;
    char buffer[8] = "garbage";
    struct jg_text t;
    jg_text_init(&t, buffer, 6);
    assert_string_equal(buffer, "");
    jg_text_put(&t, "ab");
    jg_text_add(&t, "%d", 12);
    assert_string_equal(buffer, "ab12");
    assert_false(t.cut);
    jg_text_add(&t, "%s", "345");
    assert_string_equal(buffer, "ab123");
    assert_true(t.cut);
    jg_text_put(&t, "more");
    jg_text_char(&t, '!');
    assert_string_equal(buffer, "ab123");
    assert_true(buffer[6] == 'e'); /* untouched */
    jg_text_clear(&t);
    assert_string_equal(buffer, "");
    assert_false(t.cut);
}

static void test_scan(void **state) {
    (void)state;
    struct jg_scan s = jg_scan_begin("12,99999999999999999999 2");
    int n = -1;
    assert_true(jg_scan_number(&s, 12, &n) && n == 12);
    assert_false(jg_scan_number(&s, 12, &n));
    assert_true(jg_scan_char(&s, ','));
    assert_false(jg_scan_number(&s, 1000000, &n)); /* too large, and nothing is taken */
    assert_int_equal(jg_scan_position(&s), 3);
    assert_false(jg_scan_end(&s));
    s = jg_scan_begin(" 2");
    assert_true(jg_scan_player(&s, &n) && n == 1);
    for (const char **bad = (const char *[]){"2", " 0", " 3", " 1 ", "  1", " ", "", NULL}; *bad; bad++) {
        s = jg_scan_begin(*bad);
        assert_false(jg_scan_player(&s, &n));
    }
}

/* ---- options -------------------------------------------------------------------------- */

struct sample {
    bool flag;
    int number, choice;
    uint64_t count;
    double real;
    char text[8];
};

static const struct jg_option SAMPLE[] = {
    {.name = "flag", .type = JG_OPT_FLAG, JG_FIELD(struct sample, flag), .help = "f"},
    {.name = "number", .type = JG_OPT_INT, JG_FIELD(struct sample, number), .min = -3, .max = 9, .standard = "4"},
    {.name = "choice",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct sample, choice),
     .choices = "draw|mover|0",
     .standard = "mover"},
    {.name = "count", .type = JG_OPT_COUNT, JG_FIELD(struct sample, count), .standard = "7"},
    {.name = "real", .type = JG_OPT_REAL, JG_FIELD(struct sample, real), .min = 0, .max = 1, .standard = "0.5"},
    {.name = "text", .type = JG_OPT_TEXT, JG_FIELD(struct sample, text), .standard = "abc"},
    {0},
};

static void test_spec_defaults(void **state) {
    (void)state;
    struct sample s;
    memset(&s, 0xff, sizeof s);
    assert_int_equal(jg_spec_options("x", SAMPLE, &s, NULL), JG_OK);
    assert_true(!s.flag && s.number == 4 && s.choice == 1 && s.count == 7 && s.real == 0.5 && !strcmp(s.text, "abc"));
}

/* Good specs, and how each is printed again. */
static void test_spec_round_trip(void **state) {
    (void)state;
    static const char *const good[][2] = {
        {"x", "x"},
        {"x:flag", "x:flag=1"},
        {"x:flag=0", "x"},
        {"x:number=-3,flag=1", "x:flag=1,number=-3"},
        {"x:number=4", "x"},
        {"x:choice=0", "x:choice=0"},
        {"x:count=10000", "x:count=10k"},
        {"x:count=10001", "x:count=10001"},
        {"x:count=2M", "x:count=2M"},
        {"x:count=3000G", "x:count=3T"},
        {"x:count=18446744073709551615", "x:count=18446744073709551615"},
        {"x:real=0.25", "x:real=0.25"},
        {"x:real=1e-3", "x:real=0.001"},
        {"x:real=0.3", "x:real=0.3"},
        {"x:real=0.30000000000000004", "x:real=0.30000000000000004"},
        {"x:real=0", "x:real=0"},
        {"x:text=", "x:text="},
        {"x:text=a=b", "x:text=a=b"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct sample s, again;
        struct jg_error err = {0};
        char out[JG_SPEC_MAX];
        struct jg_text t;
        if (jg_spec_options(good[i][0], SAMPLE, &s, &err)) fail_msg("%s: %s", good[i][0], err.message);
        jg_text_init(&t, out, sizeof out);
        jg_spec_print(&t, "x", SAMPLE, &s);
        assert_string_equal(out, good[i][1]);
        assert_int_equal(jg_spec_options(out, SAMPLE, &again, &err), JG_OK);
        assert_true(s.number == again.number && s.real == again.real && s.count == again.count);
    }
}

/* Bad specs: the place of the mistake and what would be right. */
/* Words of a choice, and their labels. */
static void test_choices(void **state) {
    (void)state;
    struct jg_option o = SAMPLE[2];
    char word[16];
    struct jg_text t;
    for (int i = 0; i < 3; i++) {
        jg_text_init(&t, word, sizeof word);
        assert_true(jg_option_choice(&t, &o, i));
        assert_string_equal(word, ((const char *[]){"draw", "mover", "0"})[i]);
        assert_null(jg_option_label(&o, i));
    }
    jg_text_clear(&t);
    assert_false(jg_option_choice(&t, &o, 3) || jg_option_choice(&t, &o, 4));
    assert_string_equal(word, "");
    o.labels = (const char *const[]){"it is a draw", "", NULL};
    assert_string_equal(jg_option_label(&o, 0), "it is a draw");
    assert_null(jg_option_label(&o, 1)); /* the word says enough */
    assert_null(jg_option_label(&o, 2)); /* too few labels are no harm */
}

static void test_spec_errors(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int place;
        const char *message;
    } bad[] = {
        {"x:", 2, "expected an option name"},
        {"x:number=10", 9, "number must be -3 to 9, not 10"},
        {"x:number=-4", 9, "number must be -3 to 9, not -4"},
        {"x:number=", 9, "number must be -3 to 9, not ''"},
        {"x:number= 4", 9, "number must be -3 to 9, not  4"},
        {"x:number=4x", 9, "number must be -3 to 9, not 4x"},
        {"x:number=99999999999999999999", 9, "number must be -3 to 9, not 99999999999999999999"},
        {"x:number", 8, "number needs a value: number=..."},
        {"x:number=4,number=5", 11, "number is given twice"},
        {"x:flag=2", 7, "flag must be 0|1, not 2"},
        {"x:flag=,", 7, "flag must be 0|1, not ''"},
        {"x:flag=1,", 9, "expected an option name"},
        {"x:choice=mov", 9, "choice must be draw|mover|0, not mov"},
        {"x:choice=mover|0", 9, "choice must be draw|mover|0, not mover|0"},
        {"x:count=-1", 8, "count must be at least 0, not -1"},
        {"x:count=18446744073709551616", 8, "count must be at least 0, not 18446744073709551616"},
        {"x:count=99999999999999999G", 8, "count must be at least 0, not 99999999999999999G"},
        {"x:count=1P", 8, "count must be at least 0, not 1P"},
        {"x:real=nan", 7, "real must be 0 to 1, not nan"},
        {"x:real=1.01", 7, "real must be 0 to 1, not 1.01"},
        {"x:text=12345678", 7, "text must have at most 7 characters"},
        {"x:foo=1", 2, "no option 'foo'; x takes flag, number, choice, count, real, text"},
        {"x:Flag=1", 2, "no option 'Flag'; x takes flag, number, choice, count, real, text"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sample s;
        struct jg_error err = {0};
        assert_int_equal(jg_spec_options(bad[i].spec, SAMPLE, &s, &err), JG_EINPUT);
        assert_string_equal(err.message, bad[i].message);
        if (err.position != bad[i].place) fail_msg("%s: place %d, not %d", bad[i].spec, err.position, bad[i].place);
    }
    char longest[JG_SPEC_MAX + 1];
    struct sample s;
    memset(longest, 'x', sizeof longest - 1);
    longest[JG_SPEC_MAX] = 0;
    assert_int_equal(jg_spec_options(longest, SAMPLE, &s, NULL), JG_EINPUT);
    struct jg_error err = {0};
    assert_int_equal(jg_spec_options("x:a=1", NULL, &s, &err), JG_EINPUT);
    assert_string_equal(err.message, "x takes no options");
}

/* ---- languages ------------------------------------------------------------------------- */

static void test_languages(void **state) {
    (void)state;
    assert_true(PORTUGUESE > JG_EN && PORTUGUESE < jg_lang_count());
    assert_int_equal(jg_lang_parse("pt_BR.UTF-8"), PORTUGUESE);
    assert_int_equal(jg_lang_parse("pt_PT"), PORTUGUESE);
    assert_string_equal(jg_lang_name(PORTUGUESE), "pt-BR");
    assert_string_equal(jg_lang_title(PORTUGUESE), "Português");
    assert_string_equal(jg_lang_name(jg_lang_parse("es_AR.UTF-8")), "es");
    assert_string_equal(jg_lang_name(jg_lang_parse("es@euro")), "es");
    assert_non_null(strstr(jg_lang_names(), "en, pt-BR"));
    assert_int_equal(jg_lang_parse("en"), JG_EN);
    assert_int_equal(jg_lang_parse("en_GB.UTF-8"), JG_EN);
    assert_int_equal(jg_lang_parse("C"), JG_EN);
    assert_int_equal(jg_lang_parse("POSIX"), JG_EN);
    assert_int_equal(jg_lang_parse("C.UTF-8"), JG_EN);
    for (const char **bad = (const char *[]){"", "e", "eng", "xx", "ptx", "p_t", NULL}; *bad; bad++)
        assert_int_equal(jg_lang_parse(*bad), -1);
    assert_string_equal(jg_tr(JG_EN, "win"), "win");
    assert_string_equal(jg_tr(PORTUGUESE, "win"), "vitória");
    assert_string_equal(jg_tr(PORTUGUESE, "no such text"), "no such text");
    struct jg_error err = {.lang = PORTUGUESE};
    struct jg_game g;
    assert_int_equal(jg_game_open(&g, "nada", &err), JG_EINPUT);
    assert_non_null(strstr(err.message, "desconhecido"));
}

static void test_local_numbers(void **state) {
    (void)state;
    char words[128];
    struct jg_text t;
    assert_string_equal(jg_tr_context(PORTUGUESE, "decimal separator", "."), ",");
    assert_string_equal(jg_tr_context(PORTUGUESE, "no such context", "."), ".");
    jg_text_init(&t, words, sizeof words);
    jg_text_add_local(&t, PORTUGUESE, "%.2f%% of %s, %d, %lu, %lld, %zu, %5.1f|%-7.3g|%+.1e", 12.345, "v1.5", -3, 4ul,
                      5ll, (size_t)6, 7.25, 0.5, 1234.5);
    assert_string_equal(words, "12,35% of v1.5, -3, 4, 5, 6,   7,2|0,5    |+1,2e+03");
    jg_text_init(&t, words, sizeof words);
    jg_text_add_local(&t, PORTUGUESE, "%2$s %1$.1f %3$*4$d|%6$.*5$f", 1.5, "x", 7, 4, 2, 9.0);
    assert_string_equal(words, "x 1,5    7|9,00");
    jg_text_init(&t, words, sizeof words);
    jg_text_add_local(&t, JG_EN, "%.1f", 1.5);
    assert_string_equal(words, "1.5");
    jg_text_init(&t, words, 4);
    jg_text_add_local(&t, PORTUGUESE, "%.3f", 1.25);
    assert_string_equal(words, "1,2");
    assert_true(t.cut);
    jg_text_init(&t, words, sizeof words);
    jg_text_add_tr(&t, PORTUGUESE, "out of memory");
    assert_string_equal(words, "memória insuficiente");
}

/* ---- files and threads ------------------------------------------------------------------ */

static void test_files(void **state) {
    (void)state;
    char folder[] = "/tmp/jogada-test-XXXXXX", path[64];
    struct jg_error err = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a", folder);
    assert_null(jg_file_read(path, 100, &err));
    assert_int_equal(err.code, JG_EIO);
    assert_int_equal(jg_file_write(path, "first", &err), JG_OK);
    assert_int_equal(jg_file_write(path, "second", &err), JG_OK);
    char *text = jg_file_read(path, 6, &err);
    assert_string_equal(text, "second");
    free(text);
    assert_null(jg_file_read(path, 5, &err)); /* larger than allowed */
    assert_int_equal(err.code, JG_EINPUT);
    assert_null(jg_file_read(folder, 100, &err));
    assert_int_equal(jg_file_write("/nowhere/at/all", "x", &err), JG_EIO);
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* no part of a file is left */
}

static atomic_int visits[1000];
static void visit(void *arg, size_t i) {
    (void)arg;
    atomic_fetch_add(&visits[i], 1);
}

static void test_memory(void **state) {
    (void)state;
    static const struct {
        uint64_t bytes;
        const char *text;
    } sizes[] = {{0, "0 kB"},           {646646, "631 kB"},     {1023 << 10, "1.0 MB"},
                 {86493225, "82.5 MB"}, {1251677700, "1.2 GB"}, {(uint64_t)3 << 41, "6.0 TB"}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char out[32];
        struct jg_text t;
        jg_text_init(&t, out, sizeof out);
        jg_memory_print(&t, sizes[i].bytes, JG_EN);
        assert_string_equal(out, sizes[i].text);
    }
    assert_in_range(jg_memory_available(), 1 << 20, (uint64_t)1 << 50);
}

static void test_parallel(void **state) {
    (void)state;
    assert_true(jg_threads(0) >= 1);
    for (int threads = 0; threads <= 8; threads++) jg_parallel(threads, 1000, visit, NULL);
    for (int i = 0; i < 1000; i++) assert_int_equal(visits[i], 9);
    jg_parallel(3, 0, visit, NULL);
}

static void test_hash(void **state) {
    (void)state;
    unsigned char a[40] = {0}, b[40] = {0};
    for (size_t size = 1; size <= 40; size++)
        for (size_t i = 0; i < size; i++) {
            b[i] ^= 1;
            assert_true(jg_hash(a, size) != jg_hash(b, size));
            b[i] ^= 1;
            assert_true(jg_hash(a, size) == jg_hash(b, size));
        }
}

static void test_status_names(void **state) {
    (void)state;
    assert_string_equal(jg_status_name(JG_OK), "OK");
    assert_string_equal(jg_status_name(JG_EIO), "EIO");
    assert_non_null(strstr(jg_status_text(JG_EMEMORY), "memory"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rng_reference),
        cmocka_unit_test(test_rng_streams),
        cmocka_unit_test(test_rng_uniform),
        cmocka_unit_test(test_text_is_bounded),
        cmocka_unit_test(test_scan),
        cmocka_unit_test(test_spec_defaults),
        cmocka_unit_test(test_spec_round_trip),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_spec_errors),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_local_numbers),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_parallel),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_status_names),
    };
    test_begin();
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
