/* Variations: games of every kind with trees of variations come back from both formats, and errors have a position. */
#include "test.h"

#include "annotated.h"
#include "game/sgf.h"
#include "varied.h"

/* A text, and what was read from it. */
struct reading {
    struct jg_tags tags;
    struct jg_record r;
    struct jg_variations v;
    int skipped; /* variations, as replaying alone counts them */
};

static enum jg_status read_text(struct reading *in, const struct jg_game *g, const char *text, struct jg_error *err) {
    const char *at = text, *moves;
    struct jg_sgf_tree tree;
    *in = (struct reading){.r = {.resigned = -1}};
    if (jg_sgf_is(text)) {
        enum jg_status status = jg_sgf_next(&in->tags, text, &at, &tree, err);
        if (!status) status = jg_sgf_replay(&in->r, g, &in->tags, text, &tree, err);
        in->skipped = tree.variations;
        return status ? status : jg_sgf_variations(&in->v, &in->r, text, &tree, err);
    }
    enum jg_status status = jg_tags_next(&in->tags, text, &at, &moves, err);
    size_t length = (size_t)(at - moves);
    if (!status) status = jg_record_replay_part(&in->r, g, &in->tags, text, moves, length, err);
    in->skipped = in->r.variations;
    return status ? status : jg_variations_read(&in->v, &in->r, text, moves, length, err);
}

static void free_reading(struct reading *in) {
    jg_variations_free(&in->v);
    jg_record_free(&in->r);
}

static char *write_text(const struct jg_variations *v, const struct jg_tags *tags, bool sgf) {
    return sgf ? jg_sgf_write_variations(v, tags) : jg_variations_write(v, tags);
}

/* ---- Round trips ------------------------------------------------------------------------------ */

static void round_trip(const struct jg_game *g, struct jg_rng *rng, bool sgf) {
    struct jg_record r;
    struct jg_variations v;
    struct jg_tags tags = {.seed = jg_rng_next(rng), .resigned = -1, .seat = {"human", "odd \"name\""}};
    struct jg_error err = {0};
    struct reading back;
    struct jg_text t;
    jg_text_init(&t, tags.game, sizeof tags.game);
    jg_game_spec(g, &t);
    assert_int_equal(jg_record_init(&r, g, NULL, &err), JG_OK);
    for (uint32_t n = jg_rng_below(rng, 40); n-- > 0 && jg_record_turn(&r) != JG_OVER;)
        assert_int_equal(jg_record_push(&r, jg_random_move(g, jg_record_state(&r), rng), &err), JG_OK);
    if (jg_record_turn(&r) >= 0 && jg_rng_below(rng, 2)) r.resigned = jg_record_turn(&r);
    if (jg_rng_below(rng, 2)) annotate_at_random(&r, rng);
    assert_int_equal(jg_variations_init(&v, &r, &err), JG_OK);
    for (uint32_t n = jg_rng_below(rng, 20); n-- > 0;) vary_once(&v, rng);
    int begun = 0;
    for (int i = 0; i < v.count; i++) begun += jg_variations_begins(&v, i);
    char *text = write_text(&v, &tags, sgf);
    assert_non_null(text);
    if (read_text(&back, g, text, &err)) fail_msg("%d: %s in\n%s", err.position, err.message, text);
    assert_true(back.r.count == r.count && back.r.resigned == r.resigned && back.tags.seed == tags.seed);
    assert_int_equal(back.skipped, begun);
    assert_true(same_annotations(&r, &back.r));
    if (!same_variations(&v, &back.v)) fail_msg("other variations in\n%s", text);
    char *again = write_text(&back.v, &back.tags, sgf);
    assert_string_equal(again, text);
    free(again);
    free(text);
    free_reading(&back);
    jg_variations_free(&v);
    jg_record_free(&r);
}

static void test_round_trips(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 21);
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        const struct jg_game_kind *kind = jg_game_kind_at(k);
        struct jg_game g;
        open_spec(&g, kind->name);
        for (int i = 0; i < test_scaled(150); i++) {
            round_trip(&g, &rng, false);
            if (kind->sgf) round_trip(&g, &rng, true);
        }
        jg_game_close(&g);
    }
}

/* Among other games: what braces and quotes of names hide does not end a game. */
static void test_several_games(void **state) {
    (void)state;
    static const char text[] =
        "[Game \"coins\"]\n\n1 (\"a { b\" 2 1) 1\n(\"\\\"\" 2)\n\n[Game \"coins\"]\n\n2 (1 {\n[x}) 1\n";
    const char *at = text, *moves;
    struct jg_game g;
    struct jg_record r = {0};
    struct jg_error err = {0};
    open_spec(&g, "coins");
    for (int i = 0; i < 2; i++) {
        struct jg_tags tags;
        assert_int_equal(jg_tags_next(&tags, text, &at, &moves, &err), JG_OK);
        if (jg_record_replay_part(&r, &g, &tags, text, moves, (size_t)(at - moves), &err))
            fail_msg("%d: %s at %d", i, err.message, err.position);
        assert_true(r.count == 2 && r.variations == 2 - i);
    }
    assert_false(jg_record_more(at));
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- What is written and read ------------------------------------------------------------------ */

/* The variations as "from name: moves", the way that the page lists them. */
static void list(const struct jg_variations *v, char out[512]) {
    struct jg_text t;
    jg_text_init(&t, out, 512);
    for (int n = v->record->count + 1; n < v->count; n++) {
        int path[64], length = 0;
        if (!jg_variations_begins(v, n)) continue;
        int last = n;
        while (v->nodes[last].child >= 0) last = v->nodes[last].child;
        for (int m = last; m > v->record->count; m = v->nodes[m].parent) path[length++] = m;
        jg_text_add(&t, "%d %s:", jg_variations_from(v, n), jg_variations_name(v, n));
        while (length-- > 0) {
            char word[JG_MOVE_MAX];
            const struct jg_variation_node *node = &v->nodes[path[length]];
            jg_text_add(&t, " %s", move_word(v->record->game, jg_variations_state(v, node->parent), node->move, word));
        }
        jg_text_put(&t, "; ");
    }
}

/* Texts, the variations in them, and how they are written. */
static const struct {
    const char *game, *text, *variations, *written;
} TEXTS[] = {
    {"tictactoe", "5 1 9", "", "5 1 9\n"},
    {"tictactoe", "5 (1 5) 1 (\"Corner\" 3 (2 8) 7) 9", "0 : 1 5; 1 Corner: 3 7; 1 : 2 8; ", NULL},
    /* Nested: the inner one branches off the outer one. */
    {"tictactoe", "5 1 ( \"A\" 3 7 (\"B\" 9 1 ) 2 ) 9", "1 A: 3 7 2; 1 B: 3 9 1; ",
     "5 1 (\"A\" 3 7 (\"B\" 9 1) 2) 9\n"},
    /* Those that start alike share their first moves, and one that is a part of another adds nothing. */
    {"tictactoe", "5 1 (3 7) (\"B\" 3 9) (3) 9", "1 : 3 7; 1 B: 3 9; ", "5 1 (3 7 (\"B\" 9)) 9\n"},
    {"tictactoe", "5 1 (3) (\"B\" 3 9) 9", "1 B: 3 9; ", "5 1 (\"B\" 3 9) 9\n"},
    /* It begins like the game. */
    {"tictactoe", "5 (5 1 3) 1 9", "2 : 3; ", "5 1 9 (3)\n"},
    /* Comments are skipped, names are cleaned. */
    {"tictactoe", "5 (\" x  \" {why not?} 1 {[} 2) {)} 1", "0 x: 1 2; ", "5 (\"x\" 1 2) 1\n"},
    /* A variation may end the game. */
    {"coins:n=3", "1 (2 1) 1", "0 : 2 1; ", "1 (2 1) 1\n"},
    {"loa", "(;FF[4]GM[9](;B[b1-b3];W[a2-c2])(;N[Edge]B[b1-h1](;W[a2-c2])(;W[a3-c3]N[b\\]])))",
     "0 Edge: b1-h1 a2-c2; 0 b]: b1-h1 a3-c3; ", NULL},
};

static void test_texts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        char text[512], found[512];
        struct jg_game g;
        struct jg_error err = {0};
        struct reading in;
        bool sgf = TEXTS[i].text[0] == '(';
        open_spec(&g, TEXTS[i].game);
        snprintf(text, sizeof text, "%s%s%s%s", sgf ? "" : "[Game \"", sgf ? "" : TEXTS[i].game, sgf ? "" : "\"]\n\n",
                 TEXTS[i].text);
        if (read_text(&in, &g, text, &err)) fail_msg("%d: %s in\n%s", err.position, err.message, text);
        list(&in.v, found);
        assert_string_equal(found, TEXTS[i].variations);
        char *written = write_text(&in.v, &in.tags, sgf);
        if (TEXTS[i].written) assert_string_equal(strstr(written, "\n\n") + 2, TEXTS[i].written);
        free(written);
        free_reading(&in);
        jg_game_close(&g);
    }
}

/* What is written is what the standard shows: the game first, variations as subtrees, names as N. */
static void test_sgf_as_written(void **state) {
    (void)state;
    static const char text[] = "[Game \"loa\"]\n\nb1-b3 (\"Edge\" b1-h1 a2-c2 (a3-c3)) a2-c2 d1-d3 (e1-e3)";
    static const char expected[] =
        "(;B[b1-b3];W[a2-c2]\n(;B[d1-d3])\n(;B[e1-e3]))\n(;B[b1-h1]N[Edge]\n(;W[a2-c2])\n(;W[a3-c3])))\n";
    struct jg_game g;
    struct jg_error err = {0};
    struct reading in;
    open_spec(&g, "loa");
    if (read_text(&in, &g, text, &err)) fail_msg("%d: %s", err.position, err.message);
    char *sgf = jg_sgf_write_variations(&in.v, &in.tags), *moves = strstr(sgf, "(;B");
    assert_non_null(moves);
    assert_string_equal(moves, expected);
    free(sgf);
    free_reading(&in);
    jg_game_close(&g);
}

/* ---- Errors -------------------------------------------------------------------------------- */

#define HEAD "[Game \"tictactoe\"]\n" /* 19 bytes */
#define SGF  "(;FF[4]GM[9];B[b1-b3]"  /* 21 bytes */

static void test_errors(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int place;
        const char *message;
    } BAD[] = {
        {HEAD "5 (1", 21, "missing ')' for this '('"},
        {HEAD "5 (1 (2)", 21, "missing ')' for this '('"},
        {HEAD "5 1)", 22, "expected a move"},
        {HEAD "5 ()", 22, "expected a move"},
        {HEAD "5 (\"A\")", 25, "expected a move"},
        {HEAD "5 (\"A 1)", 22, "missing '\"' at the end of this name"},
        {HEAD "5 (\"A\n\" 1)", 22, "missing '\"' at the end of this name"},
        {HEAD "5 (1 {2)", 24, "missing '}' for this '{'"},
        {HEAD "(5) 5", 19, "a variation must follow the move that it replaces"},
        {HEAD "5 ((1) 2)", 22, "a variation must follow the move that it replaces"},
        {HEAD "5 (1 x)", 24, "expected a square from 1 to 9"},
        {HEAD "5 (1 1)", 24, "square 1 is taken"},
        {HEAD "5 (1 \"A\" 2)", 24, "expected a move"},
        {HEAD "5 (1 4 2 7 3 6 5)", 32, "the game is over before this move"},
        {HEAD "5 1 (1 9)", 26, "a variation must replace a move of the game, not continue it"},
        {SGF "(;W[a2-c2])(;W[a2-a3]))", 36, NULL},
        {SGF "(;W[a2-c2])(;B[b1-h1]))", 36, "it is the turn of White here"},
        {SGF "(;W[a2-c2])(;AB[a1];W[a3-c3]))", 36, "setup properties must come before the first move"},
        {SGF "(;W[a2-c2])(;W[a2-c2];B[d1-d3]))", 45, "a variation must replace a move of the game, not continue it"},
    };
    struct jg_game games[2];
    open_spec(&games[0], "tictactoe");
    open_spec(&games[1], "loa");
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct jg_error err = {.position = -9};
        struct reading in;
        if (!read_text(&in, &games[BAD[i].text[0] == '('], BAD[i].text, &err)) fail_msg("taken: %s", BAD[i].text);
        if (err.position != BAD[i].place || (BAD[i].message && strcmp(err.message, BAD[i].message) != 0))
            fail_msg("%s: %d, %s", BAD[i].text, err.position, err.message);
        free_reading(&in);
    }
    for (int i = 0; i < 2; i++) jg_game_close(&games[i]);
}

/* Limits: length of names, depth. */
static void test_limits(void **state) {
    (void)state;
    char text[4096], name[400];
    struct jg_game g;
    struct jg_error err = {0};
    struct reading in;
    open_spec(&g, "coins:n=200");
    for (int length = 255; length <= 256; length++) {
        memset(name, 'x', sizeof name);
        name[length] = 0;
        snprintf(text, sizeof text, "[Game \"coins:n=200\"]\n\n1 (\"%s\" 2) 1", name);
        enum jg_status status = read_text(&in, &g, text, &err);
        assert_int_equal(status, length == 255 ? JG_OK : JG_EINPUT);
        if (!status) assert_string_equal(jg_variations_name(&in.v, 3), name);
        free_reading(&in);
    }
    assert_string_equal(err.message, "name too long: at most 255 bytes");
    assert_int_equal(err.position, 25);
    for (int depth = JG_VARIATION_DEPTH; depth <= JG_VARIATION_DEPTH + 1; depth++) {
        struct jg_text t;
        jg_text_init(&t, text, sizeof text);
        jg_text_put(&t, "[Game \"coins:n=200\"]\n\n1");
        for (int i = 0; i < depth; i++) jg_text_put(&t, " (2 1");
        for (int i = 0; i < depth; i++) jg_text_put(&t, ")");
        assert_int_equal(read_text(&in, &g, text, &err), depth == JG_VARIATION_DEPTH ? JG_OK : JG_EINPUT);
        free_reading(&in);
    }
    assert_string_equal(err.message, "too many variations within one another: at most 64");
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),    cmocka_unit_test(test_several_games), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_sgf_as_written), cmocka_unit_test(test_errors),        cmocka_unit_test(test_limits),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
