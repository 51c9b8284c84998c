/* JSON when memory runs out: a document is read completely or not at all, whichever allocation fails. */
#include "core/json.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Linked with --wrap=malloc: allocations of the library from `first` to `last` fail, counted from 1; 0: none. */
static size_t count, first, last;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size) {
    count++;
    return first && count >= first && count <= last ? NULL : __real_malloc(size);
}

static void arm(size_t from, size_t to) {
    count = 0;
    first = from;
    last = to;
}

/* Strings with an escape at every offset, so that the lexer's buffer grows in the middle of one. */
static char *long_text(void) {
    char *text = __real_malloc(1 << 16), *at = text;
    at += sprintf(at, "{\"games\": [");
    for (int i = 0; i < 90; i++) {
        at += sprintf(at, "%s\"", i ? ", " : "");
        for (int j = 0; j < i; j++) *at++ = 'x';
        at += sprintf(at, "\\n\\\"\\u00e9\\\\\"");
    }
    at += sprintf(at, "], \"seed\": 17, \"none\": null}");
    return text;
}

static void test_every_allocation(void **state) {
    (void)state;
    json_error_t why;
    char *text = long_text();
    size_t length = strlen(text);
    jg_json_guard();
    arm(0, 0);
    json_t *good = jg_json_read(text, length, 0, &why);
    assert_non_null(good);
    size_t total = count;
    assert_true(total > 90);
    for (size_t n = 1; n <= total; n++)
        for (int all = 0; all < 2; all++) {
            jg_json_begin();
            arm(n, all ? SIZE_MAX : n);
            json_t *document = jg_json_read(text, length, 0, &why);
            arm(0, 0);
            if (document) fail_msg("allocation %zu of %zu failed, and a document was read", n, total);
            assert_string_equal(why.text, "out of memory");
            assert_false(jg_json_complete());
        }
    jg_json_begin();
    json_t *again = jg_json_read(text, length, 0, &why);
    assert_true(json_equal(good, again));
    json_decref(again);
    json_decref(good);
    free(text);
}

static void test_errors(void **state) {
    (void)state;
    json_error_t why;
    static const struct {
        const char *text;
        int line, column;
    } WRONG[] = {{"", 1, 0}, {"{\"a\": 1", 1, 7}, {"{\"a\": 1}\n]", 2, 1}, {"[1,\n 2,\n x]", 3, 2}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        assert_null(jg_json_read(WRONG[i].text, strlen(WRONG[i].text), 0, &why));
        if (why.line != WRONG[i].line || why.column != WRONG[i].column)
            fail_msg("%s: line %d, column %d", WRONG[i].text, why.line, why.column);
    }
    assert_true(jg_json_complete());
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_allocation), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
