/* Annotations: what agents report about moves round-trips through bytes, files and SGF, and damage is noticed. */
#include "test.h"

#include "annotated.h"
#include "core/hash.h"
#include "game/annotation.h"
#include "game/sgf.h"

/* A random game of a kind, cut after at most `most` moves. */
static void random_game(const struct jg_game *g, struct jg_rng *rng, int most, struct jg_record *r) {
    struct jg_error err = {0};
    assert_int_equal(jg_record_init(r, g, NULL, &err), JG_OK);
    for (int n = 0; n < most && jg_record_turn(r) != JG_OVER; n++)
        assert_int_equal(jg_record_push(r, jg_random_move(g, jg_record_state(r), rng), &err), JG_OK);
}

/* The same moves without annotations. */
static void copy_moves(const struct jg_record *from, struct jg_record *r) {
    struct jg_error err = {0};
    assert_int_equal(jg_record_init(r, from->game, NULL, &err), JG_OK);
    for (int n = 0; n < from->count; n++) assert_int_equal(jg_record_push(r, from->moves[n], &err), JG_OK);
}

static void decode(struct jg_record *r, const void *bytes, size_t size) {
    struct jg_error err = {0};
    if (jg_annotation_decode(r, bytes, size, &err)) fail_msg("%s", err.message);
}

/* ---- Round trips ------------------------------------------------------------------------------- */

static void check_bytes(const struct jg_record *r) {
    struct jg_record back;
    size_t size = 0, again_size = 0;
    unsigned char *bytes = jg_annotation_encode(r, SIZE_MAX, &size);
    assert_non_null(bytes);
    copy_moves(r, &back);
    decode(&back, bytes, size);
    assert_true(back.annotated && same_annotations(r, &back));
    unsigned char *again = jg_annotation_encode(&back, SIZE_MAX, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(bytes, again, size);
    free(bytes);
    free(again);
    jg_record_free(&back);
}

static void set_game(const struct jg_record *r, struct jg_tags *tags) {
    struct jg_text t;
    *tags = (struct jg_tags){.resigned = -1};
    jg_text_init(&t, tags->game, sizeof tags->game);
    jg_game_spec(r->game, &t);
}

static void check_text(const struct jg_record *r) {
    struct jg_tags tags;
    struct jg_record back;
    struct jg_error err = {0};
    const char *moves;
    set_game(r, &tags);
    char *text = jg_record_write(r, &tags);
    assert_int_equal(jg_tags_read(&tags, text, &moves, &err), JG_OK);
    if (jg_record_replay(&back, r->game, &tags, text, moves, &err)) fail_msg("%s in\n%s", err.message, text);
    assert_true(same_annotations(r, &back));
    char *again = jg_record_write(&back, &tags);
    assert_string_equal(text, again);
    free(text);
    free(again);
    jg_record_free(&back);
}

static void check_sgf(const struct jg_record *r) {
    struct jg_tags tags;
    struct jg_sgf_tree tree;
    struct jg_record back = {.resigned = -1};
    struct jg_error err = {0};
    set_game(r, &tags);
    char *text = jg_sgf_write(r, &tags);
    const char *at = text;
    assert_int_equal(jg_sgf_next(&tags, text, &at, &tree, &err), JG_OK);
    assert_int_equal(jg_sgf_replay(&back, r->game, &tags, text, &tree, &err), JG_OK);
    assert_int_equal(tree.comments, 0);
    if (!same_annotations(r, &back)) fail_msg("%s", text);
    free(text);
    jg_record_free(&back);
}

static void test_round_trips(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 5);
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_game g;
        open_spec(&g, jg_game_kind_at(i)->name);
        for (int k = 0; k < test_scaled(40); k++) {
            struct jg_record r;
            random_game(&g, &rng, 150, &r);
            if (k) annotate_at_random(&r, &rng); /* the first has none */
            check_bytes(&r);
            check_text(&r);
            if (g.kind->sgf) check_sgf(&r);
            jg_record_free(&r);
        }
        jg_game_close(&g);
    }
}

/* A limit of bytes shortens principal variations, and changes nothing else. */
static void check_limit(const struct jg_record *r, size_t most) {
    struct jg_record back;
    size_t size;
    int longest = 0;
    unsigned char *bytes = jg_annotation_encode(r, most, &size);
    copy_moves(r, &back);
    decode(&back, bytes, size);
    for (int n = 0; n < r->count; n++) {
        const struct jg_annotation *a = jg_record_annotation(&back, n), *b = jg_record_annotation(r, n);
        assert_int_equal(!a, !b);
        if (!a) continue;
        struct jg_annotation cut = *b;
        assert_true(a->pv_count <= b->pv_count);
        cut.pv_count = a->pv_count;
        assert_true(same_annotation(a, &cut));
        if (a->pv_count > longest) longest = a->pv_count;
    }
    assert_true(size <= most || !longest);
    free(bytes);
    jg_record_free(&back);
}

static void test_limited_bytes(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 7);
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_game g;
        struct jg_record r;
        size_t size;
        open_spec(&g, jg_game_kind_at(i)->name);
        random_game(&g, &rng, 60, &r);
        annotate_at_random(&r, &rng);
        free(jg_annotation_encode(&r, SIZE_MAX, &size));
        for (size_t most = 0; most <= size; most += 1 + size / 20) check_limit(&r, most);
        jg_record_free(&r);
        jg_game_close(&g);
    }
}

/* ---- Damage ------------------------------------------------------------------------------------ */

static void seal(unsigned char *bytes, size_t size) {
    uint64_t checksum = jg_hash(bytes, size - 4);
    for (size_t i = 0; i < 4; i++) bytes[size - 4 + i] = (unsigned char)(checksum >> 8 * i);
}

/* Changed bytes are refused by the checksum. If that is corrected, they are refused or decoded to annotations that
 * round-trip. */
static void check_damage(const struct jg_record *r, const unsigned char *bytes, size_t size, struct jg_rng *rng) {
    unsigned char *damaged = malloc(size);
    struct jg_record back;
    struct jg_error err = {0};
    copy_moves(r, &back);
    size_t left = jg_rng_below(rng, 4) ? size : jg_rng_below(rng, (uint32_t)size);
    memcpy(damaged, bytes, left);
    for (uint32_t n = 1 + jg_rng_below(rng, 4); left && n > 0; n--)
        damaged[jg_rng_below(rng, (uint32_t)left)] ^= (unsigned char)(1 + jg_rng_below(rng, 255));
    if (left != size || memcmp(bytes, damaged, size)) {
        assert_int_equal(jg_annotation_decode(&back, damaged, left, &err), JG_EINPUT);
        assert_string_equal(err.message, "the annotations are damaged");
        assert_true(!back.annotated && !back.annotation_count);
    }
    if (left > 4) {
        seal(damaged, left);
        if (!jg_annotation_decode(&back, damaged, left, &err)) check_bytes(&back);
    }
    free(damaged);
    jg_record_free(&back);
}

static void test_damage(void **state) {
    (void)state;
    static const char *const SPECS[] = {"kalah", "loa", "domino", "pig"};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 6);
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        struct jg_game g;
        if (jg_game_open(&g, SPECS[i], NULL)) continue; /* a build without it */
        for (int k = 0; k < test_scaled(20); k++) {
            struct jg_record r;
            size_t size;
            random_game(&g, &rng, 60, &r);
            annotate_at_random(&r, &rng);
            unsigned char *bytes = jg_annotation_encode(&r, SIZE_MAX, &size);
            for (int n = 0; n < 100; n++) check_damage(&r, bytes, size, &rng);
            free(bytes);
            jg_record_free(&r);
        }
        jg_game_close(&g);
    }
}

/* Bytes of another game are refused or harmless; those of an unknown version or evaluator are refused. */
static void test_other_bytes(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_record r;
    struct jg_error err = {0};
    unsigned char none[] = {1, 0, 0, 0, 0, 0}, version[] = {3, 0, 0, 0, 0, 0},
                  name[] = {1, 1, 3, 'a', 'b', 'c', 0, 0, 0, 0}, cut[] = {1, 1, 9, 'm', 'i', 'x', 0, 0, 0, 0};
    open_spec(&g, "coins");
    assert_int_equal(jg_record_init(&r, &g, NULL, &err), JG_OK);
    seal(none, sizeof none);
    decode(&r, none, sizeof none);
    seal(version, sizeof version);
    assert_int_equal(jg_annotation_decode(&r, version, sizeof version, &err), JG_EINPUT);
    seal(name, sizeof name);
    assert_int_equal(jg_annotation_decode(&r, name, sizeof name, &err), JG_EINPUT);
    seal(cut, sizeof cut);
    assert_int_equal(jg_annotation_decode(&r, cut, sizeof cut, &err), JG_EINPUT);
    assert_int_equal(jg_annotation_decode(&r, NULL, 0, &err), JG_EINPUT);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* Bytes of version 1, which have all digits of the time: they are read, and rounded. */
static void test_version_1(void **state) {
    (void)state;
    static const int MOVES[] = {6, 8, 9, 3, 6, 2, 6, 1, 12, 3, 11, 1, 12, 10, 2, 1, 12};
    static const char HEX[] =
        "0102076E6574776F726B0573636F726530608B20431256005935F81B162CACA0556B0B07003C77BC8515D494C89122F1C0771837"
        "2DB329120700BC907CC878F91082B6D028120F881A735D1774241E1065353BA99078401465ACB44C3C20BA4B35413CD099B3130F"
        "98A7923D3C904BA53900E085E82090D900453B8869";
    static const char *const WRITTEN[] = {
        "6 8 9 3 6 {+17.29/9 0.219s 100000n network; 6 2 6 1} 2 {+17.29/9 0.24s", /* 0.218639, 0.240342 */
        "1 {=win/10 0.0916s 56369n network; 1 12 3 11 1 12",                      /* 0.091558 */
        "11 {=loss/7 0.000457s 2475n network; 11 1",
        "12 {=-34/0 0s 0n score}",
    };
    unsigned char bytes[sizeof HEX / 2];
    struct jg_game g;
    struct jg_record r;
    struct jg_tags tags;
    struct jg_error err = {0};
    if (jg_game_open(&g, "kalah", NULL)) skip(); /* a build without it */
    for (size_t i = 0; i < sizeof bytes; i++) {
        const char digits[] = {HEX[2 * i], HEX[2 * i + 1], 0};
        bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    assert_int_equal(jg_record_init(&r, &g, NULL, &err), JG_OK);
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++)
        assert_int_equal(jg_record_push(&r, (jg_move)MOVES[i], &err), JG_OK);
    decode(&r, bytes, sizeof bytes);
    check_bytes(&r);
    set_game(&r, &tags);
    char *text = jg_record_write(&r, &tags);
    for (size_t i = 0; i < sizeof WRITTEN / sizeof *WRITTEN; i++)
        if (!strstr(text, WRITTEN[i])) fail_msg("%s is missing in\n%s", WRITTEN[i], text);
    free(text);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* Times have three significant digits. */
static void test_times(void **state) {
    (void)state;
    static const uint64_t TIMES[][2] = {{999, 999},
                                        {1004, 1000},
                                        {1005, 1010},
                                        {999499, 999000},
                                        {999500, 1000000},
                                        {1234567, 1230000},
                                        {UINT64_MAX, 100000000000000}};
    struct jg_game g;
    struct jg_record r;
    struct jg_error err = {0};
    open_spec(&g, "coins");
    assert_int_equal(jg_record_init(&r, &g, NULL, &err), JG_OK);
    assert_int_equal(jg_record_push(&r, 1, &err), JG_OK);
    for (size_t i = 0; i < sizeof TIMES / sizeof *TIMES; i++) {
        const struct jg_annotation a = {.depth = 1, .microseconds = TIMES[i][0]};
        assert_int_equal(jg_record_annotate(&r, 0, &a, &err), JG_OK);
        assert_int_equal(jg_record_annotation(&r, 0)->microseconds, TIMES[i][1]);
        check_bytes(&r);
        check_text(&r);
    }
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- In a record -------------------------------------------------------------------------------- */

/* What does not fit is cut, so that every annotation can be written. */
static void test_limits(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_record r;
    struct jg_error err = {0};
    open_spec(&g, "coins");
    assert_int_equal(jg_record_init(&r, &g, NULL, &err), JG_OK); /* five coins; a move takes one or two */
    jg_move moves[JG_MOVES_MAX];
    jg_moves(&g, jg_record_state(&r), moves);
    struct jg_annotation a = {.by = &jg_eval_score,
                              .value = JG_WIN - 7,
                              .depth = -1,
                              .nodes = UINT64_MAX,
                              .microseconds = UINT64_MAX,
                              .pv_count = 4,
                              .pv = {moves[1], moves[1], moves[1], moves[1]}};
    assert_int_equal(jg_record_annotate(&r, 0, &a, &err), JG_OK);
    assert_null(jg_record_annotation(&r, 1));
    assert_int_equal(jg_record_push(&r, moves[1], &err), JG_OK);
    const struct jg_annotation *got = jg_record_annotation(&r, 0);
    assert_true(got->value == JG_WIN && got->depth == 0 && got->pv_count == 2); /* 2 + 2 coins, then one is left */
    check_bytes(&r);
    check_text(&r);
    a.pv[0] = moves[0]; /* another move than the one that was played */
    assert_int_equal(jg_record_annotate(&r, 0, &a, &err), JG_OK);
    assert_int_equal(jg_record_annotation(&r, 0)->pv_count, 0);
    assert_int_equal(jg_record_annotate(&r, 0, &(struct jg_annotation){.microseconds = 5}, &err), JG_OK);
    assert_null(jg_record_annotation(&r, 0)); /* time alone is no annotation */
    assert_int_equal(jg_record_annotate(&r, 0, &a, &err), JG_OK);
    jg_record_cut(&r, 0);
    assert_int_equal(r.annotation_count, 0);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- Text ---------------------------------------------------------------------------------------- */

static enum jg_status read_text(const struct jg_game *g, const char *text, struct jg_record *r, struct jg_error *err) {
    struct jg_tags tags = {.resigned = -1};
    *err = (struct jg_error){0};
    return jg_record_replay(r, g, &tags, text, text, err);
}

static void test_text(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int comment; /* position of the first that is no annotation; -1: none */
        int comments;
    } CASES[] = {
        {"1 {+3/12 0.4s 1532n score; 1 2} 2", -1, 0},
        {"1{+3/12 0.4s 1532n score} 2", -1, 0},
        {"1 {=win/12 0s 0n score}2", -1, 0},
        {"1 { -/4 1.000001s 7n }", -1, 0},
        {"1\n{50.005%/0 2s 10n\nchance;\n1 2\n1}", -1, 0},
        {"{+3/12 0.4s 1532n score} 1", 0, 1},
        {"1 {+3/12 0.4s 1532n score} {+3/12 0.4s 1532n score}", 27, 1},
        {"1 {}", 2, 1},
        {"1 {a good move}", 2, 1},
        {"1 {+3/12 0.4s 1532n}", 2, 1},
        {"1 {+3/12 0.4s 1532n nothing}", 2, 1},
        {"1 {+3%/12 0.4s 1532n score}", 2, 1},
        {"1 {+3/12 0.4s 1532n chance}", 2, 1},
        {"1 {+3/12 0.4567891s 1532n score}", 2, 1},
        {"1 {+3/-12 0.4s 1532n score}", 2, 1},
        {"1 {+3/12 0.4 1532n score}", 2, 1},
        {"1 {+3/12 0.4s 99999999999999999999n score}", 2, 1},
        {"1 {+0x3/12 0.4s 1n score}", 2, 1},
        {"1 {nan/12 0.4s 1n score}", 2, 1},
        {"1 {-/0 0.4s 0n}", 2, 1},
        {"1 {+3/12 0.4s 1n score; 2 1}", 2, 1},
        {"1 {+3/12 0.4s 1n score; 1 9}", 2, 1},
        {"1 {+3/12 0.4s 1n score; 1 1 1 1 1 1}", 2, 1},
        {"{a} 1 {+3/12 0.4s 1532n score}{b}{\n[c]\n}", 0, 3},
        {"1{}2", 1, 1},
    };
    struct jg_game g;
    open_spec(&g, "coins");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct jg_record r;
        struct jg_error err;
        if (read_text(&g, CASES[i].text, &r, &err)) fail_msg("'%s': %s", CASES[i].text, err.message);
        if (r.comments != CASES[i].comments || (r.comments && r.comment_at != CASES[i].comment))
            fail_msg("'%s': %d comments, the first at %d", CASES[i].text, r.comments, r.comment_at);
        if (!CASES[i].comments) assert_non_null(jg_record_annotation(&r, 0));
        check_text(&r);
        jg_record_free(&r);
    }
    struct jg_record open;
    struct jg_error err;
    assert_int_equal(read_text(&g, "1 {+3/12 0.4s 1532n score", &open, &err), JG_EINPUT);
    assert_int_equal(err.position, 2);
    jg_game_close(&g);
}
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_limited_bytes), cmocka_unit_test(test_damage),
        cmocka_unit_test(test_other_bytes), cmocka_unit_test(test_version_1),     cmocka_unit_test(test_times),
        cmocka_unit_test(test_limits),      cmocka_unit_test(test_text),
    };
    test_begin();
    return cmocka_run_group_tests_name("annotation", tests, NULL, NULL);
}
