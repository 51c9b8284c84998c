/* Pictures of boards: nothing hidden is drawn, every mark is, and any argument is safe. test_board_pictures.py looks at
 * the XML. */
#include "facts.h"
#include "kuhn.h"
#include "test.h"

static char first[JG_BOARD_SVG_MAX], second[JG_BOARD_SVG_MAX];

static const char *draw(const struct jg_game *g, const void *state, const struct jg_drawing *how, char *out) {
    struct jg_text t;
    char position[JG_POSITION_MAX];
    jg_text_init(&t, out, JG_BOARD_SVG_MAX);
    if (!jg_board_svg(g, state, how, &t))
        fail_msg("%s: the picture is cut in '%s'", g->kind->name, position_text(g, state, position));
    assert_int_equal(strlen(out), t.used);
    return out;
}

static int count(const char *picture, const char *part) {
    int n = 0;
    for (const char *p = picture; (p = strstr(p, part)); p++) n++;
    return n;
}

/* ---- Random positions --------------------------------------------------------------------- */

/* Two states that a seat cannot tell apart have the same picture, and so has its view. */
static void check_hidden(const struct jg_game *g, const union jg_state *state, struct jg_rng *rng) {
    union jg_state view, other;
    for (int seat = JG_NOBODY; seat < g->kind->seats; seat++) {
        struct jg_drawing how = {.seat = seat};
        draw(g, state, &how, first);
        jg_view(g, state, seat, &view);
        assert_string_equal(first, draw(g, &view, &how, second));
        jg_sample(g, &view, rng, &other);
        assert_string_equal(first, draw(g, &other, &how, second));
    }
}

/* Every label on a legal move is in the picture once; labels on other moves are left out. */
static void check_marks(const struct jg_game *g, const union jg_state *state, struct jg_rng *rng) {
    jg_move moves[JG_MOVES_MAX];
    struct jg_mark marks[JG_MOVES_MAX];
    char labels[JG_MOVES_MAX][12], position[JG_POSITION_MAX];
    int turn = jg_turn(g, state), n = turn < 0 ? 0 : jg_moves(g, state, moves);
    for (int i = 0; i < n; i++) {
        snprintf(labels[i], sizeof labels[i], "~%d~", i);
        marks[i] = (struct jg_mark){.move = moves[i], .label = labels[i], .chance = jg_rng_unit(rng) * 1.2 - 0.1};
    }
    struct jg_drawing how = {.seat = turn, .last = (jg_move)jg_rng_next(rng), .marks = marks, .mark_count = (size_t)n};
    if (turn >= 0) draw(g, state, &how, first);
    for (int i = 0; i < n; i++) {
        if (count(first, labels[i]) != 1)
            fail_msg("%s: %d labels of move %d of %d in '%s'", g->kind->name, count(first, labels[i]), i, n,
                     position_text(g, state, position));
    }
    for (int i = 0; i < n; i++) marks[i].move = (jg_move)jg_rng_next(rng) | 1u << 30;
    if (turn >= 0) assert_null(strchr(draw(g, state, &how, first), '~'));
    how.seat = g->kind->seats - 1 - (turn < 0 ? 0 : turn); /* another seat must not see what the mover could do */
    for (int i = 0; i < n; i++) marks[i].move = moves[i];
    assert_true(!strchr(draw(g, state, &how, first), '~') == (n == 0 || g->kind->view != NULL));
}

struct walks {
    struct jg_rng rng;
};

static void walk(const struct fact *fact, void *arg) {
    enum { PLIES = 400, STEP = 4 };
    struct walks *w = arg;
    struct jg_game g;
    union jg_state state;
    open_spec(&g, fact->fields[0]);
    for (int games = test_scaled(2); games-- > 0;) {
        jg_start(&g, &state);
        for (int ply = 0; ply < PLIES; ply++) {
            bool over = jg_turn(&g, &state) == JG_OVER;
            if (over || !jg_rng_below(&w->rng, STEP)) {
                check_hidden(&g, &state, &w->rng);
                check_marks(&g, &state, &w->rng);
            }
            if (over) break;
            jg_apply(&g, &state, jg_random_move(&g, &state, &w->rng));
        }
    }
    jg_game_close(&g);
}

static void test_walks(void **state) {
    struct walks w;
    (void)state;
    jg_rng_init(&w.rng, test_seed(), 0);
    for_facts("walk", walk, &w);
}

/* Every built-in game has a drawing of its own. */
static void test_every_game_draws(void **state) {
    (void)state;
    for (size_t i = 0; jg_game_kind_at(i); i++)
        if (!jg_game_kind_at(i)->svg) fail_msg("%s has no svg()", jg_game_kind_at(i)->name);
}

/* ---- Facts: picture SPEC POSITION SEAT PART COUNT -------------------------------------------- */

static void check_parts(const struct fact *fact, void *arg) {
    struct jg_game g;
    union jg_state state;
    (void)arg;
    open_spec(&g, fact->fields[0]);
    read_position(&g, fact->fields[1][0] ? fact->fields[1] : NULL, &state);
    struct jg_drawing how = {.seat = (int)fact_number(fact, 2)};
    int n = count(draw(&g, &state, &how, first), fact->fields[3]);
    if (n != fact_number(fact, 4))
        fail_msg("%s '%s': %d of %s, not %s", fact->fields[0], fact->fields[1], n, fact->fields[3], fact->fields[4]);
    jg_game_close(&g);
}

static void test_parts(void **state) {
    (void)state;
    assert_true(for_facts("picture", check_parts, NULL) > 0);
}

/* ---- Any argument ---------------------------------------------------------------------------- */

/* A picture that does not fit is cut within its buffer. */
static void test_small_buffers(void **state) {
    (void)state;
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_game g;
        union jg_state start;
        struct jg_text t;
        open_spec(&g, jg_game_kind_at(i)->name);
        jg_start(&g, &start);
        struct jg_drawing how = {.seat = 0};
        size_t whole = strlen(draw(&g, &start, &how, first));
        for (size_t size = 1; size <= whole; size += size < 40 ? 1 : whole / 37) {
            memset(second, '#', sizeof second);
            jg_text_init(&t, second, size);
            assert_false(jg_board_svg(&g, &start, &how, &t));
            assert_true(t.used < size && !second[t.used]);
            assert_memory_equal(first, second, t.used);
            assert_int_equal(second[size], '#');
        }
        jg_text_init(&t, second, whole + 1);
        assert_true(jg_board_svg(&g, &start, &how, &t));
        jg_game_close(&g);
    }
}

/* Names and labels are escaped and cut; a viewer that does not exist is a spectator. */
static void test_text(void **state) {
    static const char *const names[] = {"<b>&\"'",
                                        "\xff\xfe\x01 a name that is so long that it cannot stand on any board in "
                                        "full, whatever the size of its letters may be, since it goes on and on",
                                        "", NULL};
    (void)state;
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_game g;
        union jg_state at;
        jg_move moves[JG_MOVES_MAX];
        struct jg_rng rng;
        jg_rng_init(&rng, 1, 0);
        open_spec(&g, jg_game_kind_at(i)->name);
        jg_start(&g, &at);
        while (jg_turn(&g, &at) == JG_CHANCE) jg_apply(&g, &at, jg_random_move(&g, &at, &rng));
        jg_moves(&g, &at, moves);
        struct jg_mark mark = {.move = moves[0], .label = "<i>0123456789012345678901234567890123456789", .chance = 0.5};
        struct jg_drawing how = {.seat = jg_turn(&g, &at), .names = names, .marks = &mark, .mark_count = 1};
        draw(&g, &at, &how, first);
        assert_null(strstr(first, "<b>"));
        assert_null(strstr(first, "<i>"));
        assert_null(strchr(first, '\x01'));
        assert_null(strchr(first, '\xff'));
        assert_non_null(strstr(first, "&lt;i&gt;01234"));
        assert_null(strstr(first, "30123456789"));
        how = (struct jg_drawing){.seat = JG_NOBODY};
        draw(&g, &at, &how, first);
        for (int k = 0; k < 2; k++) {
            how.seat = k ? g.kind->seats : -77;
            assert_string_equal(first, draw(&g, &at, &how, second));
        }
        mark.label = NULL;
        how = (struct jg_drawing){.seat = jg_turn(&g, &at), .marks = &mark, .mark_count = 1};
        draw(&g, &at, &how, first);
        jg_game_close(&g);
    }
}

/* A picture is in the language of its drawing. */
static void test_language(void **state) {
    struct jg_game g;
    union jg_state start;
    (void)state;
    open_spec(&g, jg_game_kind_at(0)->name);
    jg_start(&g, &start);
    struct jg_drawing how = {.seat = JG_NOBODY, .lang = PORTUGUESE};
    assert_non_null(strstr(draw(&g, &start, &how, first), "lang='pt-BR'"));
    how.lang = JG_EN;
    assert_string_not_equal(first, draw(&g, &start, &how, second));
    jg_game_close(&g);
}

/* A game without a drawing is drawn as text, of which a seat sees only its own part. */
static void test_game_without_svg(void **state) {
    struct jg_game g;
    struct jg_error err = {0};
    struct jg_rng rng;
    union jg_state at;
    jg_move moves[JG_MOVES_MAX];
    (void)state;
    assert_int_equal(jg_game_open_kind(&g, &kuhn, kuhn.name, &err), JG_OK);
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < 20; i++) {
        jg_start(&g, &at);
        while (jg_turn(&g, &at) == JG_CHANCE) jg_apply(&g, &at, jg_random_move(&g, &at, &rng));
        jg_moves(&g, &at, moves);
        struct jg_mark mark = {.move = moves[0], .label = "<7>", .chance = 0.5};
        struct jg_drawing how = {.seat = jg_turn(&g, &at), .marks = &mark, .mark_count = 1};
        draw(&g, &at, &how, first);
        assert_non_null(strstr(first, "monospace"));
        assert_non_null(strstr(first, "&lt;7&gt;"));
        check_hidden(&g, &at, &rng);
    }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_every_game_draws),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_small_buffers),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_language),
        cmocka_unit_test(test_game_without_svg),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
