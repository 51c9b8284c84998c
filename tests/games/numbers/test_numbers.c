/* The tree of numbers against plain functions that work on the text of a position. */
#include "test.h"

#include <ctype.h>
#include <jansson.h>

/* ---- Random trees ----------------------------------------------------------------------- */

/* A tree as it must be printed, and with optional spaces. */
struct tree {
    char plain[JG_POSITION_MAX], loose[8 * JG_POSITION_MAX];
    struct jg_text p, l;
};

enum { ENOUGH = 700 }; /* characters, after which a tree comes to its end */

static void add_blanks(struct tree *t, struct jg_rng *rng) {
    while (!jg_rng_below(rng, 4)) jg_text_char(&t->l, ' ');
}

static void add_number(struct tree *t, struct jg_rng *rng) {
    int most = jg_rng_below(rng, 2) ? 9 : 9999; /* of the few, some are equal */
    int n = (int)jg_rng_below(rng, (uint32_t)(2 * most + 1)) - most;
    jg_text_add(&t->p, "%d", n);
    jg_text_add(&t->l, jg_rng_below(rng, 8) ? "%d" : "%05d", n);
}

static void grow(struct tree *t, struct jg_rng *rng, int levels, int width) {
    if (!levels || jg_rng_below(rng, 6) == 0) {
        add_number(t, rng);
        return;
    }
    int n = 1 + (int)jg_rng_below(rng, (uint32_t)width);
    jg_text_char(&t->p, '(');
    jg_text_char(&t->l, '(');
    for (int k = 0; k < n && (!k || t->p.used < ENOUGH); k++) {
        bool glue = k && t->p.at[t->p.used - 1] == ')';
        if (k) jg_text_char(&t->p, ' ');
        if (k && !(glue && jg_rng_below(rng, 2))) jg_text_char(&t->l, ' ');
        add_blanks(t, rng);
        grow(t, rng, levels - 1, width);
        add_blanks(t, rng);
    }
    jg_text_char(&t->p, ')');
    jg_text_char(&t->l, ')');
}

static void make_tree(struct tree *t, struct jg_rng *rng) {
    static const struct {
        int levels, width;
    } shapes[] = {{2, 16}, {3, 3}, {4, 4}, {7, 2}, {16, 1}, {16, 2}, {1, 16}, {0, 1}};
    int shape = (int)jg_rng_below(rng, sizeof shapes / sizeof *shapes);
    const char *word = jg_rng_below(rng, 2) ? "max" : "min";
    jg_text_init(&t->p, t->plain, sizeof t->plain);
    jg_text_init(&t->l, t->loose, sizeof t->loose);
    add_blanks(t, rng);
    grow(t, rng, shapes[shape].levels, shapes[shape].width);
    if (t->plain[0] == '(') {
        jg_text_add(&t->p, " %s", word);
        add_blanks(t, rng);
        jg_text_add(&t->l, "%s", word);
    }
    assert_false(t->p.cut || t->l.cut);
}

/* ---- Readers ---------------------------------------------------------------------------- */

static bool max_moves(const char *text) { return strstr(text, "max") != NULL; }

/* The minimax value of the tree at *p, its number of nodes and its first best branch; advances *p
 * past the tree. */
static long value_of(const char **p, bool max, uint64_t *nodes, unsigned *branch) {
    ++*nodes;
    if (**p != '(') return strtol(*p, (char **)p, 10);
    long best = 0;
    for (unsigned k = 1; *(*p)++ != ')'; k++) { /* past '(' or a blank, and at last past ')' */
        unsigned below;
        long value = value_of(p, !max, nodes, &below);
        if (k > 1 && (max ? value <= best : value >= best)) continue;
        best = value;
        *branch = k;
    }
    return best;
}

/* The text of the position after a branch is chosen. */
static void branch_of(const char *text, unsigned branch, char out[JG_POSITION_MAX]) {
    const char *from = text + 1, *to;
    for (;; from = to + 1) {
        int open = 0;
        for (to = from; open > 0 || !strchr(" )", *to); to++) open += (*to == '(') - (*to == ')');
        if (!--branch) break;
    }
    snprintf(out, JG_POSITION_MAX, "%.*s%s", (int)(to - from), from,
             *from != '('      ? ""
             : max_moves(text) ? " min"
                               : " max");
}

/* ---- Tests ------------------------------------------------------------------------------ */

static void compare_searches(const struct jg_game *g, const char *text, const void *at) {
    static void (*const searches[])(struct jg_search *, const void *, struct jg_report *) = {jg_minimax, jg_negamax,
                                                                                             jg_alphabeta};
    const char *p = text;
    uint64_t nodes = 0;
    unsigned branch = 0;
    long value = value_of(&p, max_moves(text), &nodes, &branch);
    for (int i = 0; i < 3; i++) {
        struct jg_report *r = calloc(1, sizeof *r);
        struct jg_eval e;
        assert_int_equal(jg_eval_open(&e, g, "", NULL), JG_OK);
        struct jg_search s = {.game = g, .eval = &e};
        searches[i](&s, at, r);
        if (r->value != (max_moves(text) ? value : -value)) fail_msg("%s: %d, not %ld", text, r->value, value);
        assert_int_equal(r->move, branch);
        assert_true(searches[i] == jg_alphabeta ? r->nodes <= nodes : r->nodes == nodes);
        free(r);
    }
}

/* Parsing and printing random trees, and playing them to a number. */
static void test_random_trees(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "numbers");
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < test_scaled(3000); i++) {
        struct tree t;
        union jg_state at, loose;
        char now[JG_POSITION_MAX], next[JG_POSITION_MAX], text[JG_POSITION_MAX];
        make_tree(&t, &rng);
        read_position(&g, t.plain, &at);
        read_position(&g, t.loose, &loose);
        assert_memory_equal(&at, &loose, g.state_size);
        for (strcpy(now, t.plain);; strcpy(now, next)) {
            union jg_state again;
            assert_string_equal(position_text(&g, &at, text), now);
            read_position(&g, now, &again);
            assert_memory_equal(&at, &again, g.state_size);
            if (now[0] != '(') break;
            assert_int_equal(jg_turn(&g, &at), !max_moves(now));
            compare_searches(&g, now, &at);
            jg_move move = jg_random_move(&g, &at, &rng);
            branch_of(now, move, next);
            jg_apply(&g, &at, move);
        }
        assert_int_equal(jg_turn(&g, &at), JG_OVER);
        assert_int_equal(jg_score(&g, &at, 0), strtol(now, NULL, 10));
        assert_int_equal(jg_score(&g, &at, 1), -strtol(now, NULL, 10));
    }
    jg_game_close(&g);
}

/* The mean of the numbers in the text. */
static void test_mean(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_eval e;
    struct jg_rng rng;
    open_spec(&g, "numbers");
    assert_int_equal(jg_eval_open(&e, &g, "mean", NULL), JG_OK);
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(1000); i++) {
        struct tree t;
        union jg_state at;
        long sum = 0, n = 0;
        make_tree(&t, &rng);
        for (char *p = t.plain; *p;)
            if (isdigit((unsigned char)*p) || *p == '-')
                sum += strtol(p, &p, 10), n++;
            else
                p++;
        read_position(&g, t.plain, &at);
        long value = jg_eval_value(&e, &g, &at, 0);
        assert_true(2 * labs(value * n - sum) <= n);
        assert_int_equal(jg_eval_value(&e, &g, &at, 1), -value);
    }
    jg_game_close(&g);
}

/* ---- Cuts ------------------------------------------------------------------------------- */

struct cuts {
    const struct jg_game *g;
    union jg_state at[20]; /* the positions on the current path */
    int depth;
    char list[256];
    struct jg_text t;
};

static void enter(void *arg, const void *state, jg_move move, int depth, int32_t alpha, int32_t beta) {
    struct cuts *c = arg;
    (void)move, (void)depth, (void)alpha, (void)beta;
    memcpy(&c->at[c->depth++], state, c->g->state_size);
}

static void leave(void *arg, int32_t value, jg_move best) {
    struct cuts *c = arg;
    (void)value, (void)best;
    c->depth--;
}

static void cut(void *arg, const jg_move *moves, int n) {
    struct cuts *c = arg;
    for (int i = 0; i < n; i++) {
        char text[JG_POSITION_MAX];
        union jg_state child = c->at[c->depth - 1];
        jg_apply(c->g, &child, moves[i]);
        jg_text_add(&c->t, "%s%s", c->t.used ? ", " : "", position_text(c->g, &child, text));
    }
}

/* The nodes that alpha-beta prunes in the examples, worked out by hand: in the textbook tree the rest
 * of the second branch, in the other two the lecture's node g. */
static void test_cuts(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int value, nodes;
        const char *cuts;
    } known[] = {
        {"numbers", 3, 11, "4, 6"},
        {"numbers:example=alpha", 10, 12, "(15 6) max"},
        {"numbers:example=beta", -10, 12, "(1 6) min"}, /* MIN to move */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct jg_game g;
        struct jg_eval e;
        union jg_state start;
        struct cuts c = {.g = &g};
        struct jg_trace trace = {.arg = &c, .enter = enter, .cut = cut, .leave = leave};
        struct jg_report *r = calloc(1, sizeof *r);
        jg_text_init(&c.t, c.list, sizeof c.list);
        open_spec(&g, known[i].spec);
        assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
        jg_start(&g, &start);
        struct jg_search s = {.game = &g, .eval = &e, .trace = &trace};
        jg_alphabeta(&s, &start, r);
        assert_int_equal(r->value, known[i].value);
        assert_int_equal(r->nodes, known[i].nodes);
        assert_int_equal(r->move, 1);
        assert_string_equal(c.list, known[i].cuts);
        free(r);
        jg_game_close(&g);
    }
}

/* ---- Limits ----------------------------------------------------------------------------- */

static void check_refused(const struct jg_game *g, const char *text, int place, const char *message) {
    union jg_state at;
    struct jg_error err = {0};
    if (!jg_parse(g, text, &at, &err)) fail_msg("taken: %s", text);
    assert_string_equal(err.message, message);
    assert_int_equal(err.position, place);
}

/* The tree of the most nodes, without its last: digits that stand side by side
 * take the fewest characters. */
static void write_largest(struct jg_text *t, char *text, size_t size) {
    jg_text_init(t, text, size);
    for (int half = 0; half < 2; half++) {
        jg_text_put(t, half ? " " : "(");
        for (int k = 0; k < 15 - half; k++)
            jg_text_put(t, k ? " (1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7)" : "((1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7)");
        jg_text_char(t, ')');
    }
    for (int k = 0; k < 13; k++) jg_text_put(t, " 1");
}

/* The largest trees of each kind, and slightly larger ones. */
static void test_limits(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state at;
    char text[2 * JG_POSITION_MAX], back[JG_POSITION_MAX];
    struct jg_text t;
    open_spec(&g, "numbers");

    snprintf(text, sizeof text, "%.16s7%.16s max", "((((((((((((((((", "))))))))))))))))");
    read_position(&g, text, &at);
    snprintf(text, sizeof text, "%.17s7%.17s max", "(((((((((((((((((", ")))))))))))))))))");
    check_refused(&g, text, 16, "parentheses may nest at most 16 deep");

    read_position(&g, "(1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7) max", &at);
    check_refused(&g, "(1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8) max", 33, "expected ')' after 16 branches");

    for (int more = 0; more < 2; more++) {
        write_largest(&t, text, sizeof text);
        int last = (int)t.used + 1;
        jg_text_put(&t, more ? " 10) max" : " 1) max");
        if (more) {
            check_refused(&g, text, last, "the tree must have at most 1019 characters");
        } else {
            assert_int_equal(t.used, JG_POSITION_MAX - 1);
            read_position(&g, text, &at);
            assert_string_equal(position_text(&g, &at, back), text);
            assert_int_equal(jg_perft(&g, &at, 3), 29 * 16);
        }
    }
    jg_game_close(&g);
}

/* ---- Pictures and JSON ------------------------------------------------------------------ */

static void check_picture(const struct jg_game *g, const void *at, struct jg_style style) {
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text t;
    int column = 0;
    jg_text_init(&t, picture, JG_PICTURE_MAX);
    g->kind->show(g, at, &style, &t);
    assert_false(t.cut);
    for (char *p = picture; *p; p++) {
        if (*p == '\033')
            p += strcspn(p, "m");
        else
            column = *p == '\n' ? 0 : column + ((*p & 0xc0) != 0x80);
        if (column > 80) fail_msg("more than 80 columns:\n%s", picture);
    }
    free(picture);
}

static void check_json(const struct jg_game *g, const void *at, char *text) {
    json_t *board = g->kind->json(g, at);
    char *got = json_dumps(json_object_get(board, "tree"), JSON_COMPACT | JSON_ENCODE_ANY);
    text[strcspn(text, "m")] = 0; /* "(1 (2 3)) max" is "[1,[2,3]]" */
    if (text[0] == '(') text[strlen(text) - 1] = 0;
    for (char *p = text; *p; p++) *p = *p == '(' ? '[' : *p == ')' ? ']' : *p == ' ' ? ',' : *p;
    assert_string_equal(got, text);
    free(got);
    json_decref(board);
}

static void test_pictures(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "numbers");
    jg_rng_init(&rng, test_seed(), 2);
    for (int i = 0; i < test_scaled(1000); i++) {
        struct tree t;
        union jg_state at;
        make_tree(&t, &rng);
        read_position(&g, t.plain, &at);
        for (int how = 0; how < 4; how++)
            check_picture(&g, &at,
                          (struct jg_style){.colour = how & 1, .unicode = how & 2, .last = 1 + (jg_move)i % 16});
        check_json(&g, &at, t.plain);
    }
    jg_game_close(&g);
}

static void test_folded(void **state) {
    (void)state;
    static const struct {
        const char *position, *picture;
    } known[] = {
        {"7", "  [2] 7\n"},
        {"(((3 10) (12 5)) 4 ((2 8))) max", "  [2] MAX\n"
                                            "  |-1- MIN\n"
                                            "  |  |-1- MAX  3 10\n"
                                            "  |  `-2- MAX  12 5\n"
                                            "  |-2- 4\n"
                                            "  `-3- MIN\n"
                                            "     `-1- MAX  2 8\n"},
        {"((1111 2222 3333 4444 5555 6666 7777 8888 9999 1111 2222 3333 4444 5555) 1 2 3 4 5 6 7 8 9) min",
         "  [2] MIN\n"
         "  |--1- MAX  1111 2222 3333 4444 5555 6666 7777 8888 9999 1111 2222 3333 ...\n"
         "  |--2- 1\n"
         "  |--3- 2\n"
         "  |--4- 3\n"
         "  |--5- 4\n"
         "  |--6- 5\n"
         "  |--7- 6\n"
         "  |--8- 7\n"
         "  |--9- 8\n"
         "  `-10- 9\n"},
        {"(((1 (2 3)) 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9) (4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 (1))) max", /* 35 lines */
         "  [2] MAX\n"
         "  |-1- MIN  (1 (2 3)) 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9\n"
         "  `-2- MIN  4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 (1)\n"},
    };
    struct jg_game g;
    open_spec(&g, "numbers");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        union jg_state at;
        char picture[JG_PICTURE_MAX];
        struct jg_text t;
        read_position(&g, known[i].position, &at);
        jg_text_init(&t, picture, sizeof picture);
        g.kind->show(&g, &at, &(struct jg_style){.last = 2}, &t);
        assert_string_equal(picture, known[i].picture);
    }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_trees), cmocka_unit_test(test_mean),     cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_pictures), cmocka_unit_test(test_folded),
    };
    test_begin();
    return cmocka_run_group_tests_name("numbers", tests, NULL, NULL);
}
