/* Requests of the web table: what is read of them, and what is refused. */
#include "test.h"

#include "web/request.h"

static struct jg_request read_good(const char *text) {
    struct jg_request r;
    struct jg_error err = {0};
    if (jg_request_read(&r, text, strlen(text), &err)) fail_msg("%s: %s", text, err.message);
    return r;
}

static void test_every_member_lands(void **unused) {
    (void)unused;
    struct jg_request r = read_good("{\"do\":\"create\",\"id\":7,\"game\":\"kalah:houses=4\","
                                    "\"seats\":[\"me\",\"open\",{\"agent\":\"ab:ms=10\"}],"
                                    "\"clock\":{\"total\":600,\"increment\":5},\"position\":\"x\","
                                    "\"moves\":\"1 2\\n3\\t\",\"listed\":true}");
    assert_int_equal(r.id, 7);
    assert_int_equal(r.type, JG_REQUEST_CREATE);
    assert_string_equal(r.game, "kalah:houses=4");
    assert_string_equal(r.position, "x");
    assert_string_equal(r.moves, "1 2\n3\t");
    assert_int_equal(json_array_size(r.seats), 3);
    assert_int_equal(r.total, 600);
    assert_int_equal(r.increment, 5);
    assert_true(r.listed);
    assert_null(r.agent);
    assert_int_equal(r.seat, -1);
    assert_int_equal(r.run, -1);
    jg_request_free(&r);
    jg_request_free(&r); /* twice does no harm */
    r = read_good(
        "{\"id\":0,\"do\":\"tune\",\"game\":\"kalah\",\"agent\":\"ab\",\"evaluator\":\"mix\",\"method\":\"cma\","
        "\"generations\":3,\"seed\":9007199254740992}");
    assert_string_equal(r.evaluator, "mix");
    assert_string_equal(r.method, "cma");
    assert_int_equal(r.generations, 3);
    assert_int_equal(r.seed, INT64_C(1) << 53);
    assert_int_equal(r.total, -1);
    jg_request_free(&r);
    r = read_good("{\"id\":1,\"do\":\"answer\",\"table\":\"t\",\"offer\":\"back\",\"yes\":false}");
    assert_false(r.yes);
    assert_string_equal(r.offer, "back");
    jg_request_free(&r);
    r = read_good("{\"id\":1,\"do\":\"seat\",\"table\":\"t\",\"seat\":3,\"agent\":null}");
    assert_null(r.agent); /* null is as if it were missing */
    assert_int_equal(r.seat, 3);
    jg_request_free(&r);
}

/* Each request of the list is accepted with its required members, and refused without any one of them. */
static void test_what_must_be_there(void **unused) {
    static const struct {
        const char *name, *members;
    } ALL[] = {
#define X(code, name, handler, members) {name, members},
        JG_REQUESTS(X)
#undef X
    };
    (void)unused;
    for (int i = 0; i < JG_REQUEST_COUNT; i++) {
        char needed[16][16];
        int n = 0;
        for (const char *p = ALL[i].members; *p != '|'; p += strcspn(p, " "), p += strspn(p, " ")) {
            size_t length = strcspn(p, " ");
            assert_true(length && length < sizeof needed[0]);
            memcpy(needed[n], p, length);
            needed[n++][length] = 0;
        }
        for (int missing = -1; missing < n; missing++) {
            char text[512];
            struct jg_request r;
            struct jg_error err = {0};
            int used = snprintf(text, sizeof text, "{\"id\":5,\"do\":\"%s\"", ALL[i].name);
            for (int k = 0; k < n; k++) {
                const char *m = needed[k];
                char word[sizeof needed[0] + 3];
                snprintf(word, sizeof word, " %.15s ", m);
                const char *value = strstr(" seats agents ", word)                ? "[]"
                                    : strstr(" seat ply ms job run games ", word) ? "1"
                                    : strstr(" yes ", word)                       ? "true"
                                                                                  : "\"t\"";
                if (k != missing) used += snprintf(text + used, sizeof text - (size_t)used, ",\"%s\":%s", m, value);
            }
            snprintf(text + used, sizeof text - (size_t)used, "}");
            enum jg_status status = jg_request_read(&r, text, strlen(text), &err);
            if ((status == JG_OK) != (missing < 0)) fail_msg("%s: %s", text, err.message);
            assert_int_equal(r.id, 5);
            if (missing >= 0) assert_non_null(strstr(err.message, needed[missing]));
            if (status) continue;
            assert_int_equal(r.type, i);
            jg_request_free(&r);
        }
    }
}

static void test_refusals(void **unused) {
    static const struct {
        const char *text, *says;
        int64_t id;
    } BAD[] = {
        {"", "invalid JSON", -1},
        {"{", "invalid JSON", -1},
        {"[]", "a JSON object", -1},
        {"7", "invalid JSON", -1},
        {"{}", "'id'", -1},
        {"{\"id\":\"7\",\"do\":\"lab\"}", "'id'", -1},
        {"{\"id\":-1,\"do\":\"lab\"}", "'id'", -1},
        {"{\"id\":1.0,\"do\":\"lab\"}", "'id'", -1},
        {"{\"id\":9007199254740993,\"do\":\"lab\"}", "'id'", -1},
        {"{\"id\":99999999999999999999,\"do\":\"lab\"}", "invalid JSON", -1},
        {"{\"id\":7}", "'do'", 7},
        {"{\"id\":7,\"do\":7}", "'do'", 7},
        {"{\"id\":7,\"do\":\"LAB\"}", "'LAB'", 7},
        {"{\"id\":7,\"do\":\"lab\",\"id\":8}", "invalid JSON", -1},
        {"{\"id\":7,\"do\":\"lab\"} x", "invalid JSON", -1},
        {"{\"id\":7,\"do\":\"lab\",\"table\":\"x\"}", "does not allow 'table'", 7},
        {"{\"id\":7,\"do\":\"lab\",\"|\":\"x\"}", "does not allow '|'", 7},
        {"{\"id\":7,\"do\":\"lab\",\"x\":null}", "does not allow 'x'", 7},
        {"{\"id\":7,\"do\":\"open\",\"table\":null}", "requires 'table'", 7},
        {"{\"id\":7,\"do\":\"open\",\"table\":5}", "'table' must be text", 7},
        {"{\"id\":7,\"do\":\"open\",\"table\":\"a\\u0000b\"}", "invalid JSON", -1},
        {"{\"id\":7,\"do\":\"open\",\"table\":\"a\\u001bb\"}", "'table' must be text", 7},
        {"{\"id\":7,\"do\":\"open\",\"table\":\"a\\u0085b\"}", "'table' must be text", 7},
        {"{\"id\":7,\"do\":\"open\",\"table\":\"a\\u007f\"}", "'table' must be text", 7},
        {"{\"id\":7,\"do\":\"open\",\"table\":\"\\ud800\"}", "invalid JSON", -1},
        {"{\"id\":7,\"do\":\"open\",\"table\":\"\xff\"}", "invalid JSON", -1},
        {"{\"id\":7,\"do\":\"sit\",\"table\":\"t\",\"seat\":-1}", "'seat' must be a non-negative integer", 7},
        {"{\"id\":7,\"do\":\"sit\",\"table\":\"t\",\"seat\":\"1\"}", "'seat' must be a non-negative integer", 7},
        {"{\"id\":7,\"do\":\"answer\",\"table\":\"t\",\"offer\":\"back\",\"yes\":1}", "'yes' must be true or false", 7},
        {"{\"id\":7,\"do\":\"create\",\"game\":\"g\",\"seats\":\"me\"}", "'seats' must be a list", 7},
        {"{\"id\":7,\"do\":\"create\",\"game\":\"g\",\"seats\":[\"you\"]}", "'seats' must be a list", 7},
        {"{\"id\":7,\"do\":\"create\",\"game\":\"g\",\"seats\":[{\"agent\":\"a\",\"b\":1}]}", "'seats' must be a list",
         7},
        {"{\"id\":7,\"do\":\"create\",\"game\":\"g\",\"seats\":[{\"agent\":7}]}", "'seats' must be a list", 7},
        {"{\"id\":7,\"do\":\"create\",\"game\":\"g\",\"seats\":[{}]}", "'seats' must be a list", 7},
        {"{\"id\":7,\"do\":\"create\",\"game\":\"g\",\"seats\":[],\"clock\":{\"total\":1}}", "'clock' must be", 7},
        {"{\"id\":7,\"do\":\"create\",\"game\":\"g\",\"seats\":[],\"clock\":{\"total\":1,\"increment\":-1}}",
         "'clock' must be", 7},
        {"{\"id\":7,\"do\":\"create\",\"game\":\"g\",\"seats\":[],\"clock\":[]}", "'clock' must be", 7},
        {"{\"id\":7,\"do\":\"match\",\"game\":\"g\",\"agents\":[\"a\",1],\"games\":2}", "'agents' must be a list", 7},
        {"{\"id\":7,\"do\":\"write\",\"game\":\"g\"}", "requires 'as'", 7},
        {"{\"id\":7,\"do\":\"write\",\"game\":\"g\",\"as\":\"text\",\"variations\":[{\"from\":1}]}",
         "'variations' must be", 7},
        {"{\"id\":7,\"do\":\"write\",\"game\":\"g\",\"as\":\"text\",\"variations\":[{\"from\":-1,\"name\":\"\","
         "\"moves\":\"\"}]}",
         "'variations' must be", 7},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct jg_request r;
        struct jg_error err = {0};
        if (!jg_request_read(&r, BAD[i].text, strlen(BAD[i].text), &err)) fail_msg("%s is taken", BAD[i].text);
        if (!strstr(err.message, BAD[i].says)) fail_msg("%s: %s", BAD[i].text, err.message);
        if (r.id != BAD[i].id) fail_msg("%s: id %lld", BAD[i].text, (long long)r.id);
        assert_null(r.json);
        assert_null(r.table);
    }
}

static void test_size(void **unused) {
    (void)unused;
    struct jg_request r;
    struct jg_error err = {0};
    char *text = malloc(JG_REQUEST_MAX + 1);
    assert_non_null(text);
    memset(text, ' ', JG_REQUEST_MAX + 1);
    memcpy(text, "{\"id\":1,\"do\":\"lab\"}", 19);
    assert_int_equal(jg_request_read(&r, text, JG_REQUEST_MAX, &err), JG_OK);
    jg_request_free(&r);
    assert_int_equal(jg_request_read(&r, text, JG_REQUEST_MAX + 1, &err), JG_EINPUT);
    memset(text, '[', JG_REQUEST_MAX); /* as deep as it can be */
    assert_int_equal(jg_request_read(&r, text, JG_REQUEST_MAX, &err), JG_EINPUT);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_member_lands),
        cmocka_unit_test(test_what_must_be_there),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
