/* The Kalah Game Protocol: lines and boards. */
#include "kgp.h"

#include "kgp/protocol.h"

/* ---- Lines -------------------------------------------------------------------------------- */

/* A parsed line as text: `id@ref name type:text type:text`. */
static void spell(const struct jg_kgp_command *line, struct jg_text *t) {
    static const char TYPES[] = "irwsb";
    if (line->has_id) jg_text_add(t, "%llu", (unsigned long long)line->id);
    if (line->has_ref) jg_text_add(t, "@%llu", (unsigned long long)line->ref);
    jg_text_add(t, " %s", line->name);
    for (int i = 0; i < line->count; i++)
        jg_text_add(t, " %c:%s", TYPES[line->arguments[i].type], line->arguments[i].text);
}

static void test_lines(void **unused) {
    static const struct {
        const char *line, *read;
    } GOOD[] = {
        {"kgp 1 0 0", " kgp i:1 i:0 i:0"},
        {"mode freeplay", " mode w:freeplay"},
        {"4 state <3,0,0,3,3,3,3,3,3>", "4 state b:<3,0,0,3,3,3,3,3,3>"},
        {"@4 move 1", "@4 move i:1"},
        {"6@4 stop", "6@4 stop"},
        {"set info:name \"a \\\"b\\\" \\\\ c\"", " set w:info:name s:a \"b\" \\ c"},
        {"set \"info:name\" \"\"", " set s:info:name s:"},
        {"set a \"x\\ny\\tz\\q\"", " set w:a s:x\ny\tzq"},
        {"x +0 -100 0.0 +3.141 -.123 1. . - + 1e5", " x i:+0 i:-100 r:0.0 r:+3.141 r:-.123 w:1. w:. w:- w:+ w:1e5"},
        {" \t 2   ping\t\t\"x y\"  ", "2 ping s:x y"},
        {"12", " 12"},
        {"0@0 ok", "0@0 ok"},
        {"18446744073709551615 ok", "18446744073709551615 ok"},
        {"x <1>", " x b:<1>"},
        {"set info:name my_bot.2", " set w:info:name w:my_bot.2"},
        {"set info:name \"J\xc3\xbcrgen\"", " set w:info:name s:J\xc3\xbcrgen"},
        {"", " "},
        {"  \t", " "},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        char text[256], read[512];
        struct jg_kgp_command line;
        struct jg_error err = {0};
        struct jg_text t;
        strcpy(text, GOOD[i].line);
        if (jg_kgp_parse(text, strlen(text), &line, &err)) fail_msg("%s: %s", GOOD[i].line, err.message);
        jg_text_init(&t, read, sizeof read);
        spell(&line, &t);
        assert_string_equal(read, GOOD[i].read);
    }
}

static void test_lines_that_are_none(void **unused) {
    static const struct {
        const char *line;
        int position;
        const char *message;
    } BAD[] = {
        {"18446744073709551616 ok", 19, "the id has too many digits"},
        {"4@ stop", 2, "expected an id after '@'"},
        {"@x stop", 1, "expected an id after '@'"},
        {"4@5stop", 3, "expected a space and a command after the ids"},
        {"4 ", 2, "expected a command: letters and digits, then a space"},
        {"@4", 2, "expected a space and a command after the ids"},
        {"-move", 0, "expected a command: letters and digits, then a space"},
        {"mo-ve 1", 2, "expected a command: letters and digits, then a space"},
        {"HTTP/1.1 400 Bad Request", 4, "expected a command: letters and digits, then a space"},
        {"set a \"b", 6, "the string has no closing quote"},
        {"set a \"b\\", 6, "the string has no closing quote"},
        {"set a \"b\\\"", 6, "the string has no closing quote"},
        {"set a \"b\"c", 9, "expected a space after an argument"},
        {"state <1,2", 10, "a board consists of numbers and commas between < and >"},
        {"state <1, 2>", 9, "a board consists of numbers and commas between < and >"},
        {"state <-1>", 7, "a board consists of numbers and commas between < and >"},
        {"x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", 41, "more than 16 arguments"},
        {"move \x01", 5, "control character 1 is not allowed"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char text[256];
        struct jg_kgp_command line;
        struct jg_error err = {0};
        strcpy(text, BAD[i].line);
        if (!jg_kgp_parse(text, strlen(text), &line, &err)) fail_msg("%s is read", BAD[i].line);
        assert_string_equal(err.message, BAD[i].message);
        if (err.position != BAD[i].position) fail_msg("%s: at %d", BAD[i].line, err.position);
    }
    char zero[] = "move\0 1";
    struct jg_kgp_command line;
    struct jg_error err = {0};
    assert_int_equal(jg_kgp_parse(zero, sizeof zero - 1, &line, &err), JG_EINPUT);
    assert_int_equal(err.position, 4);
}

/* Any text is sent as one line that parses to the same text. */
static void test_strings_come_back(void **unused) {
    struct jg_rng rng;
    (void)unused;
    jg_rng_init(&rng, test_seed(), 1);
    for (int n = test_scaled(5000); n; n--) {
        char string[40], text[128];
        size_t length = jg_rng_below(&rng, sizeof string - 1);
        for (size_t i = 0; i < length; i++) string[i] = "\"\\\n\tab <>,@n\xc3"[jg_rng_below(&rng, 13)];
        string[length] = 0;
        struct jg_text t;
        struct jg_kgp_command line;
        jg_text_init(&t, text, sizeof text);
        jg_text_put(&t, "7@8 set x ");
        jg_kgp_quote(&t, string);
        assert_int_equal(jg_kgp_parse(text, strlen(text), &line, NULL), JG_OK);
        assert_int_equal(line.count, 2);
        assert_int_equal(line.arguments[1].type, JG_KGP_STRING);
        assert_string_equal(line.arguments[1].text, string);
    }
}

static void test_numbers(void **unused) {
    char text[] = "move 6 +6 -1 7 x \"6\" 99999999999999999999";
    struct jg_kgp_command line;
    (void)unused;
    assert_int_equal(jg_kgp_parse(text, strlen(text), &line, NULL), JG_OK);
    const int read[] = {6, 6, -1, -1, -1, -1, -1, -1};
    for (int i = 0; i < 8; i++) assert_int_equal(jg_kgp_int_argument(&line, i, 6), read[i]);
}

/* ---- Bytes to lines ------------------------------------------------------------------------ */

struct heard {
    int lines, long_ones;
    size_t bytes;
    char last[JG_KGP_LINE_MAX + 1];
};

static void hear(void *arg, char *line, size_t length) {
    struct heard *h = arg;
    h->lines++;
    if (!line) {
        h->long_ones++;
        return;
    }
    assert_int_equal(strlen(line), length);
    h->bytes += length;
    memcpy(h->last, line, length + 1);
}

static void test_lines_of_bytes(void **unused) {
    struct jg_kgp_connection *w = malloc(sizeof *w);
    struct heard *h = calloc(1, sizeof *h);
    char *big = malloc(3 * JG_KGP_LINE_MAX);
    (void)unused;
    assert_true(w && h && big);
    memset(big, 'x', 3 * JG_KGP_LINE_MAX);
    jg_kgp_connection_init(w, true);
    for (const char *p = "one\r\ntwo\n\r\n\nthr"; *p; p++) jg_kgp_receive(w, p, 1, hear, h);
    assert_int_equal(h->lines, 4);
    assert_int_equal(h->bytes, 6);
    jg_kgp_receive(w, "ee\r\n", 4, hear, h);
    assert_string_equal(h->last, "three");
    big[JG_KGP_LINE_MAX - 1] = '\n'; /* the longest */
    jg_kgp_receive(w, big, JG_KGP_LINE_MAX, hear, h);
    assert_int_equal(strlen(h->last), JG_KGP_LINE_MAX - 1);
    assert_int_equal(h->long_ones, 0);
    big[JG_KGP_LINE_MAX - 1] = 'x';
    big[JG_KGP_LINE_MAX] = '\n'; /* one byte more, then more than the buffer holds */
    for (int i = 0; i <= JG_KGP_LINE_MAX; i++) jg_kgp_receive(w, big + i, 1, hear, h);
    assert_int_equal(h->long_ones, 1);
    big[JG_KGP_LINE_MAX] = 'x';
    big[3 * JG_KGP_LINE_MAX - 1] = '\n';
    jg_kgp_receive(w, big, 3 * JG_KGP_LINE_MAX, hear, h);
    assert_int_equal(h->long_ones, 2);
    jg_kgp_receive(w, "after\r\n", 7, hear, h);
    assert_string_equal(h->last, "after");
    assert_int_equal(w->number, 9);
    jg_kgp_connection_free(w);
    free(w);
    free(h);
    free(big);
}

static void test_pending_output_is_bounded(void **unused) {
    struct jg_kgp_connection *w = malloc(sizeof *w);
    (void)unused;
    assert_non_null(w);
    jg_kgp_connection_init(w, false);
    for (int i = 0; i < JG_KGP_OUTPUT_MAX && !w->stuck; i++) jg_kgp_send(w, NULL, "ping");
    assert_true(w->stuck);
    assert_true(w->out.used <= JG_KGP_OUTPUT_MAX);
    size_t used = w->out.used;
    jg_kgp_send(w, NULL, "ping");
    assert_int_equal(w->out.used, used);
    jg_kgp_connection_free(w);
    free(w);
}

/* ---- Boards -------------------------------------------------------------------------------- */

static void read_board(const char *text, struct jg_kgp_board *b) {
    struct jg_error err = {0};
    if (jg_kgp_board_parse(text, b, &err)) fail_msg("%s: %s", text, err.message);
}

/* The picture of the specification: South 10 and 1 2 3, North 2 and 4 2 0. */
static void test_the_board_of_the_specification(void **unused) {
    struct jg_kgp_board b;
    char text[JG_KGP_BOARD_TEXT_MAX];
    (void)unused;
    read_board("<3,10,2,1,2,3,4,2,0>", &b);
    assert_int_equal(b.houses, 3);
    assert_int_equal(b.store[0], 10);
    assert_int_equal(b.store[1], 2);
    assert_memory_equal(b.house[0], ((int[]){1, 2, 3}), 3 * sizeof(int));
    assert_memory_equal(b.house[1], ((int[]){4, 2, 0}), 3 * sizeof(int));
    assert_int_equal(jg_kgp_board_seeds(&b), 24);
    assert_string_equal(board_text(&b, text), "<3,10,2,1,2,3,4,2,0>");
}

static void test_boards_that_are_none(void **unused) {
    static const struct {
        const char *text, *message;
    } BAD[] = {
        {"", "a board begins with <"},
        {"<>", "expected a number of houses from 1 to 64"},
        {"<0,1,1>", "expected a number of houses from 1 to 64"},
        {"<65,1,1>", "expected a number of houses from 1 to 64"},
        {"<3,0,0,3,3,3,3,3>", "a board of 3 houses needs 9 numbers, not 8"},
        {"<3,0,0,3,3,3,3,3,3,3>", "a board of 3 houses needs exactly 9 numbers"},
        {"<3,0,0,3,3,3,3,3,,3>", "expected a number of seeds, at most 9999"},
        {"<3,0,0,3,3,3,3,3,10000>", "expected a number of seeds, at most 9999"},
        {"<3>", "a board of 3 houses needs 9 numbers, not 1"},
    };
    struct jg_kgp_board b;
    (void)unused;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct jg_error err = {0};
        assert_int_equal(jg_kgp_board_parse(BAD[i].text, &b, &err), JG_EINPUT);
        assert_string_equal(err.message, BAD[i].message);
    }
}

static void test_boards_that_are_not_ours(void **unused) {
    struct jg_kgp_board b;
    struct jg_game g;
    union jg_state state;
    struct jg_error err = {0};
    (void)unused;
    read_board("<12,0,0,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12>", &b);
    assert_int_equal(jg_kgp_board_open(&b, false, &g, &state, &err), JG_EINPUT);
    assert_string_equal(err.message,
                        "the board has 12 houses and 288 seeds; jogada plays up to 10 houses with 12 seeds each");
    read_board("<1,100,0,1,1>", &b);
    assert_int_equal(jg_kgp_board_open(&b, false, &g, &state, &err), JG_EINPUT);
    read_board("<2,0,0,0,0,0,0>", &b);
    assert_int_equal(jg_kgp_board_open(&b, false, &g, &state, &err), JG_EINPUT);
    read_board("<10,0,0,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12,12>", &b); /* the largest */
    assert_int_equal(jg_kgp_board_open(&b, false, &g, &state, &err), JG_OK);
    jg_game_close(&g);
}

/* Moves on any board, also with numbers of seeds that no game of ours starts with, agree with plain Kalah. */
static void test_moves_on_boards(void **unused) {
    struct jg_rng rng;
    (void)unused;
    jg_rng_init(&rng, test_seed(), 2);
    for (int n = test_scaled(3000); n; n--) {
        struct plain_kalah k;
        struct jg_kgp_board b, after, plain;
        int houses = 1 + (int)jg_rng_below(&rng, 10), moves[20];
        plain_kalah_start(&k, houses, 1, jg_rng_below(&rng, 2));
        for (int i = 0; i < 2 * houses + 2; i++) k.place[i] = (int)jg_rng_below(&rng, 10);
        k.place[jg_rng_below(&rng, (uint32_t)houses)] = 1;
        k.place[houses + 1 + (int)jg_rng_below(&rng, (uint32_t)houses)] = 1;
        plain_board(&k, 0, &b);
        int count = plain_kalah_moves(&k, moves), house = moves[jg_rng_below(&rng, (uint32_t)count)];
        plain_kalah_move(&k, house);
        plain_board(&k, 0, &plain);
        assert_true(jg_kgp_board_play(&b, k.emptycapture, house, &after));
        char one[JG_KGP_BOARD_TEXT_MAX], other[JG_KGP_BOARD_TEXT_MAX];
        assert_string_equal(board_text(&after, one), board_text(&plain, other));
        bool over = k.over || 2 * k.place[houses] > jg_kgp_board_seeds(&b) ||
                    2 * k.place[2 * houses + 1] > jg_kgp_board_seeds(&b);
        assert_int_equal(jg_kgp_board_decided(&after), over);
    }
    struct jg_kgp_board b, after;
    read_board("<2,0,0,0,1,1,1>", &b);
    assert_false(jg_kgp_board_play(&b, false, 0, &after));
    assert_false(jg_kgp_board_play(&b, false, 1, &after));
    assert_false(jg_kgp_board_play(&b, false, 3, &after));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_that_are_none),
        cmocka_unit_test(test_strings_come_back),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_lines_of_bytes),
        cmocka_unit_test(test_pending_output_is_bounded),
        cmocka_unit_test(test_the_board_of_the_specification),
        cmocka_unit_test(test_boards_that_are_none),
        cmocka_unit_test(test_boards_that_are_not_ours),
        cmocka_unit_test(test_moves_on_boards),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
