/* Output formats of search trees: words, text, SVG, pages, JSON. */
#include "grown.h"

#include <jansson.h>

/* ---- Words ---------------------------------------------------------------------------- */

static const char BOTH_CUTS[] = "(((3 10) (12 5)) ((2 8) (15 6))) max";

/* The lecture's two pictures in one: d is 10, so b is at most 10; e reaches 12, so
 * its rest does not matter; f is 8, so c is at most 8 and g does not matter. */
static void test_reasons_in_words(void **state) {
    (void)state;
    struct grown g;
    grow(&g, "numbers", BOTH_CUTS, "alphabeta:depth=0");
    assert_int_equal(jg_tree_fold(&g.tree, 0, NULL), JG_OK);
    assert_int_equal(g.tree.visited, 11);
    assert_int_equal(g.tree.unseen, 4);
    assert_reason(&g, "c", JG_EN, "alpha cutoff: c is at most 8, but a already has 10 through b, so g does not matter");
    assert_reason(&g, "e", JG_EN,
                  "beta cutoff: e is at least 12, but b already has 10 through d, so k does not matter");
    assert_reason(&g, "c", PORTUGUESE, "corte alfa: c é no máximo 8, mas a já tem 10 por b, então g não importa");
    fell(&g);
}

static const char FIVE_COINS[] = "coins, position 5 1, searched by minimax\n"
                                 "\n"
                                 "○ a = 100\n"
                                 "┡━ 1  □ b = 100\n"
                                 "│  ┡━ 1  ○ d = 100\n"
                                 "│  │  ┠─ 1  □ h = -100\n"
                                 "│  │  ┃  ├─ 1  ○ o = -100\n"
                                 "│  │  ┃  │  └─ 1  ■ t = -100\n"
                                 "│  │  ┃  └─ 2  ● p = 100\n"
                                 "│  │  ┗━ 2  □ i = 100\n"
                                 "│  │     ┗━ 1  ● q = 100\n"
                                 "│  └─ 2  ○ e = 100\n"
                                 "│     ├─ 1  □ j = 100\n"
                                 "│     │  └─ 1  ● r = 100\n"
                                 "│     └─ 2  ■ k = -100\n"
                                 "└─ 2  □ c = -100\n"
                                 "   ├─ 1  ○ f = 100\n"
                                 "   │  ├─ 1  □ l = 100\n"
                                 "   │  │  └─ 1  ● s = 100\n"
                                 "   │  └─ 2  ■ m = -100\n"
                                 "   └─ 2  ○ g = -100\n"
                                 "      └─ 1  ■ n = -100\n"
                                 "\n"
                                 "○      MAX, player 1: takes the maximum\n"
                                 "□      MIN, player 2: takes the minimum\n"
                                 "●      game over: MAX wins\n"
                                 "■      game over: MAX loses\n"
                                 "━      principal variation\n"
                                 "\n"
                                 "value: 100, move: 1, nodes visited: 20, leaves: 8, cutoffs: 0, never visited: 0\n";

static const char FIVE_COINS_CUT[] = "coins, position 5 1, searched by alphabeta\n"
                                     "\n"
                                     "MAX a = 100  [-inf, +inf]  #1\n"
                                     "|= 1  MIN b = 100  [-inf, +inf]  #2\n"
                                     "|  |= 1  MAX d = 100  [-inf, +inf]  #3\n"
                                     "|  |  |- 1  MIN h = -100  [-inf, +inf]  #4\n"
                                     "|  |  |  |- 1  MAX o = -100  [-inf, +inf]  #5\n"
                                     "|  |  |  |  `- 1  (-) t = -100  [-inf, +inf]  #6\n"
                                     "|  |  |  `- 2  (+) p = 100  [-inf, -100]  #7\n"
                                     "|  |  `= 2  MIN i = 100  [-100, +inf]  #8\n"
                                     "|  |     `= 1  (+) q = 100  [-100, +inf]  #9\n"
                                     "|  `- 2  MAX e >= 100  [-inf, 100]  #10\n"
                                     "|     |- 1  MIN j = 100  [-inf, 100]  #11\n"
                                     "|     |  `- 1  (+) r = 100  [-inf, 100]  #12\n"
                                     "|     `. 2  (-) k  beta cutoff (1)\n"
                                     "`- 2  MIN c <= 100  [100, +inf]  #13\n"
                                     "   |- 1  MAX f = 100  [100, +inf]  #14\n"
                                     "   |  |- 1  MIN l = 100  [100, +inf]  #15\n"
                                     "   |  |  `- 1  (+) s = 100  [100, +inf]  #16\n"
                                     "   |  `- 2  (-) m = -100  [100, +inf]  #17\n"
                                     "   `. 2  MAX g  alpha cutoff (2)\n"
                                     "      `. 1  (-) n\n"
                                     "\n"
                                     "(1) beta cutoff: e is at least 100, but b already has 100 through d, so k does\n"
                                     "    not matter\n"
                                     "(2) alpha cutoff: c is at most 100, but a already has 100 through b, so g does\n"
                                     "    not matter\n";

static void test_text(void **state) {
    (void)state;
    struct grown g;
    struct jg_buffer out = {0};
    grow(&g, "coins", NULL, "minimax");
    assert_int_equal(jg_tree_fold(&g.tree, 80, NULL), JG_OK);
    jg_tree_text(&g.tree, &(struct jg_tree_look){.unicode = true}, &out);
    assert_string_equal(out.at, FIVE_COINS);
    jg_buffer_free(&out);
    fell(&g);

    grow(&g, "coins", NULL, "alphabeta");
    assert_int_equal(jg_tree_fold(&g.tree, 80, NULL), JG_OK);
    jg_tree_text(&g.tree, &(struct jg_tree_look){.steps = true}, &out);
    assert_true(out.used > strlen(FIVE_COINS_CUT));
    out.at[strlen(FIVE_COINS_CUT)] = 0;
    assert_string_equal(out.at, FIVE_COINS_CUT);
    jg_buffer_free(&out);
    fell(&g);
}

/* ---- Texts that must not break a picture ------------------------------------------------------------------ */

#define NASTY         "</script><!-- & \"x\" '\\"
#define NASTY_ESCAPED "&lt;/script&gt;&lt;!-- &amp; &quot;x&quot; &#39;\\"

/* The tree of numbers, with texts as nasty as texts can be. */
static const struct jg_game_kind *plain_numbers(void) {
    const struct jg_game_kind *kind;
    for (size_t i = 0; (kind = jg_game_kind_at(i)); i++)
        if (!strcmp(kind->name, "numbers")) return kind;
    fail_msg("there is no game of numbers");
    return NULL;
}

static void nasty_print(const struct jg_game *g, const void *state, struct jg_text *t) {
    plain_numbers()->print(g, state, t);
    jg_text_put(t, NASTY);
}

static void nasty_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    plain_numbers()->print_move(g, state, move, t);
    jg_text_put(t, "<&>");
}

static void nasty_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    (void)style;
    nasty_print(g, state, t);
}

static void grow_nasty(struct grown *g, struct jg_game_kind *kind) {
    union jg_state state;
    *g = (struct grown){0};
    *kind = *plain_numbers();
    kind->print = nasty_print;
    kind->print_move = nasty_print_move;
    kind->show = nasty_show;
    assert_int_equal(jg_game_open_kind(&g->game, kind, "numbers", NULL), JG_OK);
    read_position(&g->game, BOTH_CUTS, &state);
    grow_at(g, "alphabeta:depth=0", &state);
}

static int count_of(const char *text, const char *part) {
    int n = 0;
    for (const char *p = text; (p = strstr(p, part)); p += strlen(part)) n++;
    return n;
}

static void test_svg_escapes(void **state) {
    (void)state;
    struct grown g;
    struct jg_buffer out = {0};
    struct jg_game_kind kind;
    grow_nasty(&g, &kind);
    assert_int_equal(jg_tree_fold(&g.tree, 0, NULL), JG_OK);
    assert_int_equal(jg_tree_svg(&g.tree, &(struct jg_tree_look){0}, &out, NULL), JG_OK);
    assert_null(strstr(out.at, "</script"));
    assert_null(strstr(out.at, "<!--"));
    assert_int_equal(count_of(out.at, NASTY_ESCAPED), 15 + 2); /* at each node, in the heading twice */
    assert_int_equal(count_of(out.at, ">1&lt;&amp;&gt;</text>"), 7);
    assert_int_equal(count_of(out.at, "<text"), count_of(out.at, "</text>"));
    assert_int_equal(count_of(out.at, "<g") - count_of(out.at, "<g/>"), count_of(out.at, "</g>"));
    jg_buffer_free(&out);
    fell(&g);
}

static void test_html_escapes(void **state) {
    (void)state;
    struct grown g;
    struct jg_buffer out = {0};
    struct jg_game_kind kind;
    grow_nasty(&g, &kind);
    assert_int_equal(jg_tree_fold(&g.tree, 0, NULL), JG_OK);
    jg_tree_html(&g.tree, &(struct jg_tree_look){.open = 60}, &out);
    assert_int_equal(count_of(out.at, "</script>"), 2);
    assert_int_equal(count_of(out.at, "<script"), 2);
    assert_null(strstr(out.at, "<!-- "));
    const char *begin = strstr(out.at, "id=\"data\">");
    assert_non_null(begin);
    begin += strlen("id=\"data\">");
    size_t length = (size_t)(strstr(begin, "</script>") - begin);
    json_error_t why;
    json_t *data = json_loadb(begin, length, JSON_REJECT_DUPLICATES, &why);
    if (!data) fail_msg("%s", why.text);
    json_t *pass = json_array_get(json_object_get(data, "passes"), 0);
    json_t *positions = json_object_get(pass, "position"), *moves = json_object_get(data, "moves");
    assert_int_equal(json_array_size(positions), 15);
    assert_string_equal(json_string_value(json_array_get(positions, 0)), "(((3 10) (12 5)) ((2 8) (15 6))) max" NASTY);
    assert_string_equal(json_string_value(json_array_get(positions, 14)), "6" NASTY);
    assert_string_equal(json_string_value(json_array_get(moves, 1)), "1<&>");
    json_decref(data);
    jg_buffer_free(&out);
    fell(&g);
}

static void test_json(void **state) {
    (void)state;
    struct grown g;
    struct jg_buffer out = {0};
    struct jg_game_kind kind;
    grow_nasty(&g, &kind);
    assert_int_equal(jg_tree_fold(&g.tree, 0, NULL), JG_OK);
    jg_tree_json(&g.tree, &out);
    json_t *data = json_loads(out.at, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(data);
    assert_int_equal(json_integer_value(json_object_get(data, "value")), 10);
    json_t *nodes = json_object_get(json_array_get(json_object_get(data, "trees"), 0), "nodes");
    assert_int_equal(json_array_size(nodes), 15);
    json_t *c = json_array_get(nodes, 2);
    assert_string_equal(json_string_value(json_object_get(c, "name")), "c");
    assert_string_equal(json_string_value(json_object_get(c, "position")), "((2 8) (15 6)) min" NASTY);
    assert_string_equal(json_string_value(json_object_get(c, "known")), "at most");
    json_decref(data);
    jg_buffer_free(&out);
    fell(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons_in_words), cmocka_unit_test(test_text), cmocka_unit_test(test_svg_escapes),
        cmocka_unit_test(test_html_escapes),     cmocka_unit_test(test_json),
    };
    test_begin();
    return cmocka_run_group_tests_name("tree_told", tests, NULL, NULL);
}
