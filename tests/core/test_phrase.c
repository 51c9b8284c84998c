/* Phrases: one phrase in every language, arguments of every type, and texts that do not fit. */
#include "test.h"

#include "core/phrase.h"

static const char *in(const struct jg_phrase *phrase, jg_lang lang) {
    static char words[256];
    struct jg_text t;
    jg_text_init(&t, words, sizeof words);
    jg_phrase_print(&t, phrase, lang);
    assert_false(t.cut);
    return words;
}

/* Formats and the words for %s are translated, and numbers get the separator of the language. */
static void test_languages(void **state) {
    (void)state;
    struct jg_phrase p = {0};
    assert_string_equal(in(&p, JG_EN), "");
    jg_phrase_add(&p, "%s", "win");
    jg_phrase_add(&p, ", %s", "v1.5");
    jg_phrase_add(&p, "; %.4f should be %.4f", 1.5, -2.25);
    assert_string_equal(in(&p, JG_EN), "win, v1.5; 1.5000 should be -2.2500");
    assert_string_equal(in(&p, PORTUGUESE), "vitória, v1.5; 1,5000 deveria ser -2,2500");
    assert_string_equal(in(&p, JG_EN), "win, v1.5; 1.5000 should be -2.2500"); /* printing leaves it as it was */
}

/* Every type that printf reads, eight arguments at most, arguments in another order, and a width. */
static void test_arguments(void **state) {
    (void)state;
    struct jg_phrase p = {0};
    jg_phrase_add(&p, "%d %lu %lld %zu %c %s %.1f %+d %%", -1, 2ul, -3ll, (size_t)4, 'x', "y", 5.5, 6);
    jg_phrase_add(&p, "|%2$s %1$d", 7, "z");
    jg_phrase_add(&p, "|%*d|%.*f", 4, 8, 2, 9.0);
    assert_string_equal(in(&p, JG_EN), "-1 2 -3 4 x y 5.5 +6 %|z 7|   8|9.00");
    assert_string_equal(in(&p, PORTUGUESE), "-1 2 -3 4 x y 5,5 +6 %|z 7|   8|9,00");
}

/* A phrase of many parts is cut at the end of the buffer. */
static void test_is_bounded(void **state) {
    (void)state;
    char words[8] = "garbage";
    struct jg_text t;
    struct jg_phrase p = {0};
    for (int i = 0; i < JG_PHRASE_PARTS; i++) jg_phrase_add(&p, "%d", i % 10);
    jg_text_init(&t, words, 6);
    jg_phrase_print(&t, &p, JG_EN);
    assert_string_equal(words, "01234");
    assert_true(t.cut && t.used == 5 && words[6] == 'e'); /* the rest is untouched */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_is_bounded),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
