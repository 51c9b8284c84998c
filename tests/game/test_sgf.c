/* SGF: games round-trip, files of other programs are read, and errors have a position. */
#include "test.h"

#include "game/sgf.h"

static const char START_W[] = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w";

/* Reads the game at *at of a text that is right. */
static void read_one(const char *text, const char **at, struct jg_tags *tags, struct jg_sgf_tree *tree,
                     struct jg_game *g, struct jg_record *r) {
    struct jg_error err = {0};
    *r = (struct jg_record){.resigned = -1};
    if (jg_sgf_next(tags, text, at, tree, &err)) fail_msg("%d: %s in\n%s", err.position, err.message, text);
    open_spec(g, tags->game);
    if (jg_sgf_replay(r, g, tags, text, tree, &err)) fail_msg("%d: %s in\n%s", err.position, err.message, text);
}

static void assert_same(const struct jg_record *a, const struct jg_tags *at, const struct jg_record *b,
                        const struct jg_tags *bt) {
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->resigned, b->resigned);
    assert_int_equal(a->opening, b->opening);
    assert_string_equal(a->reason, b->reason);
    assert_memory_equal(a->moves, b->moves, (size_t)a->count * sizeof *a->moves);
    for (int i = 0; i <= a->count; i++)
        assert_memory_equal(jg_record_state_at(a, i), jg_record_state_at(b, i), a->game->state_size);
    assert_string_equal(at->game, bt->game);
    assert_string_equal(at->start, bt->start);
    for (int seat = 0; seat < 2; seat++) {
        assert_string_equal(at->seat[seat], bt->seat[seat]);
        assert_true(at->seconds[seat] == bt->seconds[seat]);
    }
    assert_true(at->seed == bt->seed && at->date == bt->date);
}

/* ---- Round trips ------------------------------------------------------------------------ */

/* A game at random from a position that came about at random, or from the first. */
static void random_game(const struct jg_game *g, struct jg_rng *rng, struct jg_record *r, struct jg_tags *tags) {
    static const char *const NAMES[] = {"", "human", "ab:nodes=1k", "[x]\\:y", "José \"Zé\" ;(", "\\", "a\\]b"};
    struct jg_error err = {0};
    struct jg_text t;
    union jg_state from;
    bool over;
    *tags = (struct jg_tags){.resigned = -1, .seed = jg_rng_below(rng, 2) ? jg_rng_next(rng) : 0};
    if (jg_rng_below(rng, 2)) tags->date = 86400 * (int64_t)(1 + jg_rng_below(rng, 50000)) + jg_rng_below(rng, 3);
    for (int seat = 0; seat < 2; seat++) {
        strcpy(tags->seat[seat], NAMES[jg_rng_below(rng, sizeof NAMES / sizeof *NAMES)]);
        tags->seconds[seat] = (double)jg_rng_below(rng, 1000) / 8;
    }
    jg_text_init(&t, tags->game, sizeof tags->game);
    jg_game_spec(g, &t);
    jg_start(g, &from);
    jg_random_play(g, &from, rng, jg_rng_below(rng, 2) ? (int)jg_rng_below(rng, 200) : 0);
    char own[JG_POSITION_MAX];
    union jg_state first;
    jg_start(g, &first);
    if (strcmp(position_text(g, &from, tags->start), position_text(g, &first, own)) == 0) tags->start[0] = 0;
    assert_int_equal(jg_record_init(r, g, tags->start[0] ? tags->start : NULL, &err), JG_OK);
    for (uint32_t n = jg_rng_below(rng, 150); n-- > 0 && jg_record_turn(r) != JG_OVER;)
        assert_int_equal(jg_record_push(r, jg_random_move(g, jg_record_state(r), rng), &err), JG_OK);
    over = jg_record_turn(r) == JG_OVER;
    r->opening = (int)jg_rng_below(rng, (uint32_t)r->count + 1);
    if (over) return;
    switch (jg_rng_below(rng, 5)) {
    case 0: r->resigned = jg_record_turn(r); break;
    case 1: r->resigned = !jg_record_turn(r); break;
    case 2: jg_record_forfeit(r, jg_record_turn(r), "took 5:01 [s]"); break;
    case 3: jg_record_agree(r); break;
    }
}

static void test_round_trip(void **state) {
    (void)state;
    static const char *const SPECS[] = {"loa", "loa:both=mover", "loa:nomove=loss,repeat=2", "loa:repeat=0"};
    enum { TOGETHER = 5 };
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 77);
    for (int i = 0; i < test_scaled(400); i++) {
        struct jg_game g[TOGETHER];
        struct jg_record r[TOGETHER];
        struct jg_tags tags[TOGETHER];
        char *all = NULL, *one[TOGETHER];
        size_t size;
        FILE *f = open_memstream(&all, &size);
        for (int k = 0; k < TOGETHER; k++) {
            open_spec(&g[k], SPECS[jg_rng_below(&rng, 4)]);
            random_game(&g[k], &rng, &r[k], &tags[k]);
            assert_non_null(one[k] = jg_sgf_write(&r[k], &tags[k]));
            fprintf(f, "%s%s", k == 3 ? "\n" : "", one[k]);
        }
        fclose(f);
        assert_true(jg_sgf_is(all));
        const char *at = all;
        for (int k = 0; k < TOGETHER; k++) {
            struct jg_tags read;
            struct jg_sgf_tree tree;
            struct jg_record back;
            struct jg_game again;
            assert_true(jg_record_more(at));
            read_one(all, &at, &read, &tree, &again, &back);
            assert_true(tree.variations == 0 && tree.rules_at == -1);
            assert_same(&r[k], &tags[k], &back, &read);
            char *text = jg_sgf_write(&back, &read);
            assert_string_equal(text, one[k]);
            free(text);
            free(one[k]);
            jg_record_free(&back);
            jg_record_free(&r[k]);
            jg_game_close(&again);
            jg_game_close(&g[k]);
        }
        assert_false(jg_record_more(at));
        free(all);
    }
}

/* Every line is at most 80 columns wide, whatever the game. */
static void test_as_written(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_record r;
    struct jg_tags tags = {.seed = 7, .date = 1794755028, .seconds = {0, 12.25}, .resigned = -1};
    struct jg_error err = {0};
    jg_move move;
    strcpy(tags.seat[0], "Ana [1:0]");
    strcpy(tags.seat[1], "ab:nodes=1k");
    open_spec(&g, "loa:both=mover");
    assert_int_equal(jg_record_init(&r, &g, "8/8/3b4/8/2w2b2/8/6w1/b6w b", &err), JG_OK);
    assert_int_equal(g.kind->parse_move(&g, jg_record_state(&r), "f4-e3", &move, &err), JG_OK);
    assert_int_equal(jg_record_push(&r, move, &err), JG_OK);
    r.resigned = 1;
    char *text = jg_sgf_write(&r, &tags);
    char expected[1024];
    snprintf(expected, sizeof expected,
             "(;FF[4]GM[9]CA[UTF-8]AP[jogada:%s]SZ[8]RU[loa:both=mover]\n"
             "PB[Ana [1:0\\]]PW[ab:nodes=1k]DT[2026-11-15]RE[B+R]\n"
             "SU[Custom]AB[a1][f4][d6]\n"
             "AW[h1][g2][c4]PL[B]\n"
             "JOGADA[Seed:7][Date:2026-11-15T15\\:03\\:48Z][Seconds2:12.250000]\n"
             ";B[f4-e3];W[resign])\n",
             jg_version());
    assert_string_equal(text, expected);
    free(text);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- Files of others ----------------------------------------------------------------------- */

/* Older names of properties, captures with signs of praise, large letters, comments with
 * brackets, variations, blanks everywhere, Latin-1, and properties that nobody here knows. */
static void test_foreign(void **state) {
    (void)state;
    static const char TEXT[] = "\xef\xbb\xbf \n( ; GaMe [9] FileFormat[3] SZ[8] VV[1]\n"
                               "P0[id \"x\"] EVent[An open\\]ing; (with [brackets\\]]PlayerBlack[Jos\xe9\n]PW[Eva]\n"
                               "SU[standard] DT[1998-05-06,07] RE[W+Resign] RU[house rules]\n"
                               ";B[B1-D3] C[a \\\\ comment\\] with ;B[h1-h2\\] (in it]\n"
                               ";W[a3:d3++!]N[good]\n"
                               "( ;B[g8-e6] (;W [h4 - f4] TE[1] ; B[e6e3])(;W[h5-f5](;B[c1-c3]) (;B[d1-d2])) )\n"
                               "(;B[b8-d6]))\n\n"
                               "(;GM[9];B[resign])";
    struct jg_tags tags;
    struct jg_sgf_tree tree;
    struct jg_game g;
    struct jg_record r;
    const char *at = TEXT;
    char word[JG_MOVE_MAX];
    static const char *const MOVES[] = {"b1-d3", "a3xd3", "g8-e6", "h4-f4", "e6-e3"};
    read_one(TEXT, &at, &tags, &tree, &g, &r);
    assert_int_equal(tree.variations, 3); /* lines of play besides the game */
    assert_int_equal(tree.rules_at, (int)(strstr(TEXT, "house") - TEXT));
    assert_string_equal(tags.seat[0], "José");
    assert_string_equal(tags.seat[1], "Eva");
    assert_true(tags.date == 894412800); /* 1998-05-06 */
    assert_string_equal(tags.result, "0-1");
    assert_string_equal(tags.start, "");
    assert_int_equal(r.count, 5);
    for (int i = 0; i < r.count; i++)
        assert_string_equal(move_word(&g, jg_record_state_at(&r, i), r.moves[i], word), MOVES[i]);
    assert_int_equal(r.resigned, 0);
    jg_record_free(&r);
    jg_game_close(&g);
    read_one(TEXT, &at, &tags, &tree, &g, &r);
    assert_true(r.count == 0 && r.resigned == 0 && tree.variations == 0);
    assert_false(jg_record_more(at));
    jg_record_free(&r);
    jg_game_close(&g);
}

static void test_setups(void **state) {
    (void)state;
    static const struct {
        const char *text, *start;
    } good[] = {
        {"(;GM[9])", ""},
        {"(;GM[9]SU[Standard])", ""},
        {"(;GM[9]PL[W])", START_W},
        {"(;GM[9]PL[black])", ""},
        {"(;GM[9];W[a2-c2])", START_W},                   /* who moves first, where nothing says who does */
        {"(;GM[9]AB[b1:g1][b8:g8]AW[a7:a2][h7:h2])", ""}, /* set where the game's own pieces stand */
        {"(;GM[9]SU[Custom];AB[a1][A3]PL[W];AW[h8][h6])", "7w/8/7w/8/8/b7/8/b7 w"},
        {"(;GM[9]AB[a1]AW[h8]AB[a3]AW[f8])", "5w1w/8/8/8/8/b7/8/b7 b"},
        {"(;GM[9]AE[b1][h7])", "1bbbbbb1/w7/w6w/w6w/w6w/w6w/w6w/2bbbbb1 b"},
        {"(;GM[9]SU[Standard]AE[b1]AB[d4])", "1bbbbbb1/w6w/w6w/w6w/w2b3w/w6w/w6w/2bbbbb1 b"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct jg_tags tags;
        struct jg_sgf_tree tree;
        struct jg_game g;
        struct jg_record r;
        const char *at = good[i].text;
        read_one(good[i].text, &at, &tags, &tree, &g, &r);
        assert_string_equal(tags.start, good[i].start);
        jg_record_free(&r);
        jg_game_close(&g);
    }
}

static void test_results(void **state) {
    (void)state;
    static const struct {
        const char *result, *word;
        int resigned;
        const char *reason;
    } cases[] = {
        {"B+", "1-0", -1, ""},      {"W+", "0-1", -1, ""},        {"b+r", "1-0", 1, ""},
        {"W+Resign", "0-1", 0, ""}, {"B+Time", "1-0", 1, "time"}, {"W+F", "0-1", 0, "forfeit"},
        {"0", "1/2-1/2", -1, ""},   {"Draw", "1/2-1/2", -1, ""},  {"?", "", -1, ""},
        {"Void", "", -1, ""},       {"Bob won", "", -1, ""},      {"B+3", "1-0", -1, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        struct jg_tags tags;
        struct jg_sgf_tree tree;
        struct jg_game g;
        struct jg_record r;
        snprintf(text, sizeof text, "(;GM[9]RE[%s];B[b1-d3])", cases[i].result);
        const char *at = text;
        read_one(text, &at, &tags, &tree, &g, &r);
        assert_string_equal(tags.result, cases[i].word);
        assert_int_equal(r.resigned, cases[i].resigned);
        assert_string_equal(r.reason, cases[i].reason);
        jg_record_free(&r);
        jg_game_close(&g);
    }
}

/* ---- Refusals ------------------------------------------------------------------------------- */

static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *text, *at; /* what the error's place begins with */
        const char *message;
    } bad[] = {
        {"", "", "expected '(;' at the start of an SGF game"},
        {"x(;GM[9])", "x", "expected '(;' at the start of an SGF game"},
        {"(GM[9])", "GM", "expected ';' after '('"},
        {"(;GM[9]", "", "missing ')' at the end of the game"},
        {"(;GM[9](;B[b1-d3])", "", "missing ')' at the end of the game"},
        {"(;GM[9", "[9", "missing ']' for this '['"},
        {"(;GM[9]C[a\\])", "[a", "missing ']' for this '['"},
        {"(;GM[9]C[a\\", "[a", "missing ']' for this '['"},
        {"(;GM 9)", "9)", "expected '[' and the value of a property"},
        {"(;GM[9]!)", "!", "expected ';', '(', ')' or a property such as B[b1-d3]"},
        {"(;GM[9][8]])", "])", "expected ';', '(', ')' or a property such as B[b1-d3]"},
        {"(;GM[9](;B[b1-d3]);W[a3:d3])", ";W", "expected '(' or ')'"},
        {"(;FF[4];B[aa])", "(;FF", "without GM this is a game of Go; supported games: GM[9] (loa)"},
        {"(;GM[1])", "1]", "unsupported game; supported games: GM[9] (loa)"},
        {"(;GM[99999999999999999999])", "9999", "unsupported game; supported games: GM[9] (loa)"},
        {"(;GM[loa])", "loa", "unsupported game; supported games: GM[9] (loa)"},
        {"(;GM[9]SZ[9])", "9])", "the board of loa must have size 8"},
        {"(;GM[9]SU[Gemma])", "Gemma", "unknown setup; use Standard or Custom"},
        {"(;GM[9]PL[x])", "x]", "expected the side to move, B or W"},
        {"(;GM[9]AB[b9])", "b9", "expected a point from a1 to h8"},
        {"(;GM[9]AB[i1])", "i1", "expected a point from a1 to h8"},
        {"(;GM[9]AB[b1:a1])", "b1:", "expected a point from a1 to h8"},
        {"(;GM[9]AB[b1][])", "])", "expected a point from a1 to h8"},
        {"(;GM[9]AB[b1][d1])", "b1", "White has no pieces"},
        {"(;GM[9]SU[Standard]AB[d4])", "d4", "Black has more than 12 pieces"},
        {"(;GM[9];B[b1-d3];AE[a2])", "[a2", "setup properties must come before the first move"},
        {"(;GM[9];B[b1-d3];B[c1-c3])", "c1", "it is the turn of White here"},
        {"(;GM[9]PL[B];W[a2-c2])", "a2", "it is the turn of Black here"},
        {"(;GM[9];B[b1-b4])", "b1", "that line has 2 pieces, so the piece moves 2 squares, not 3"},
        {"(;GM[9];B[b1-b3];W[draw])", "draw", "expected a move such as b1-d3 or b1xd3, or pass"},
        {"(;GM[9];B[])", "])", "passing is not allowed while a piece can move"},
        {"(;GM[9];B[resign];W[a2-c2])", "a2", "the game is over before this move"},
        {"(;GM[9]AB[a1]AW[a8][c8];B[a1-a2])", "a1-", "the game is over before this move"},
        {"(;GM[9]JOGADA[Opening:2];B[b1-d3])", "Opening",
         "the opening must have at most 1 moves, the length of the game"},
        {"(;GM[9]JOGADA[Seed:x])", "Seed", "expected a number"},
        {"(;GM[9]PB[a\x01])", "a\x01", "a control character (U+0001)"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_tags tags;
        struct jg_sgf_tree tree;
        struct jg_game g = {0};
        struct jg_record r = {.resigned = -1};
        struct jg_error err = {0};
        const char *text = bad[i].text, *at = text;
        enum jg_status status = jg_sgf_next(&tags, text, &at, &tree, &err);
        if (!status) {
            open_spec(&g, tags.game);
            status = jg_sgf_replay(&r, &g, &tags, text, &tree, &err);
            jg_record_free(&r);
            jg_game_close(&g);
        }
        if (status != JG_EINPUT) fail_msg("%s is taken", text);
        if (strcmp(err.message, bad[i].message)) fail_msg("%s: %s", text, err.message);
        if (err.position < 0 || strncmp(text + err.position, bad[i].at, strlen(bad[i].at)) ||
            (!bad[i].at[0] && text[err.position]))
            fail_msg("%s: %s at %d", text, err.message, err.position);
    }
}

/* A pass is read in SGF's ways, and a capture whatever the sign says. */
static void test_signs(void **state) {
    (void)state;
    static const struct {
        const char *text, *last;
    } good[] = {
        {"(;GM[9]AB[a2][b1][b2][g7][g8][h7]AW[a1][h8]PL[W];W[pass];B[b2-b4])", "b2-b4"},
        {"(;GM[9]AB[a2][b1][b2][g7][g8][h7]AW[a1][h8];W[])", "pass"},
        {"(;GM[9];B[b1-d3];W[a3-d3])", "a3xd3"},
        {"(;GM[9];B[b1:D3!?];W[A3D3])", "a3xd3"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct jg_tags tags;
        struct jg_sgf_tree tree;
        struct jg_game g;
        struct jg_record r;
        const char *at = good[i].text;
        char word[JG_MOVE_MAX];
        read_one(good[i].text, &at, &tags, &tree, &g, &r);
        assert_string_equal(move_word(&g, jg_record_state_at(&r, r.count - 1), r.moves[r.count - 1], word),
                            good[i].last);
        jg_record_free(&r);
        jg_game_close(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_as_written), cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_setups),     cmocka_unit_test(test_results),    cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_signs),
    };
    test_begin();
    return cmocka_run_group_tests_name("sgf", tests, NULL, NULL);
}
