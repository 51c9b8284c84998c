/* The conformance test on every game, and on games that break one promise each. */
#include "conformance.h"
#include "facts.h"
#include "kuhn.h"
#include "test.h"

#include "game/info.h"

#include <jansson.h>

struct walks {
    uint64_t seed;
    bool corners;
};

static void walk(const struct fact *fact, void *arg) {
    struct walks *w = arg;
    const char *spec = fact->fields[0];
    uint64_t seed = w->seed++;
    struct jg_game g;
    if (!w->corners && strchr(spec, ':')) return;
    open_spec(&g, spec);
    conform(&g, test_scaled((int)fact_number(fact, 1)), seed);
    jg_game_close(&g);
}

/* Every game as it comes, and in the corners of its options. Where only threads are looked at, of which a walk makes
 * none, each game as it comes is enough. */
static void test_walks(void **state) {
    (void)state;
    struct walks w = {.seed = test_seed(), .corners = test_percent("JOGADA_TEST_SHARE") >= 100};
    for_facts("walk", walk, &w);
}

struct looked_for {
    const char *game, *field; /* field: NULL for any */
    bool found;
};

static void look_at(const struct fact *fact, void *arg) {
    struct looked_for *l = arg;
    if (!strcmp(fact->game, l->game) && (!l->field || !strcmp(fact->fields[0], l->field))) l->found = true;
}

static void require_fact(const char *game, const char *keyword, const char *field) {
    struct looked_for l = {.game = game, .field = field};
    for_facts(keyword, look_at, &l);
    if (!l.found) fail_msg("tests/games/%s/facts.txt has no line '%s %s'", game, keyword, field ? field : "...");
}

static void check_page(const char *name, const char *page) {
    const char *line = page;
    int column = 0;
    if (!page) fail_msg("%s has no page of rules", name);
    for (const char *p = page; *p; p++) {
        column = *p == '\n' ? 0 : column + ((*p & 0xc0) != 0x80);
        if (*p == '\n') line = p + 1;
        if (column > 78)
            fail_msg("%s: a line of the rules has more than 78 columns: %.*s", name, (int)strcspn(line, "\n"), line);
    }
}

/* Every game has the facts that tests need, its pages and an opponent that can play it. */
static void test_all_listed(void **state) {
    (void)state;
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        const char *name = jg_game_kind_at(k)->name;
        require_fact(name, "walk", name);
        require_fact(name, "short", NULL);
        require_fact(name, "signature", NULL);
        check_page(name, jg_rules_page(name, JG_EN));
        check_page(name, jg_rules_page(name, PORTUGUESE));
        check_page(name, jg_rules_page(name, jg_lang_parse("es")));
        assert_string_not_equal(jg_rules_page(name, JG_EN), jg_rules_page(name, PORTUGUESE));
        struct jg_game g;
        struct jg_agent opponent;
        struct jg_error err = {0};
        open_spec(&g, name);
        if (jg_agent_open(&opponent, &g, g.kind->opponent, &err)) fail_msg("%s: %s", name, err.message);
        assert_false(opponent.kind->human);
        jg_agent_close(&opponent);
        jg_game_close(&g);
    }
}

/* One word, as a move or an item of the board is written. */
static bool is_word(const char *text) {
    return text[0] && text[0] != '[' && strlen(text) < JG_MOVE_MAX && !strpbrk(text, " \t\r\n");
}

/* An example is exactly what its seat sees, and its JSON has the board of that view. */
static void check_example(const struct jg_game *g, const struct jg_game_position *p, const json_t *shown) {
    union jg_state state, view;
    char text[JG_POSITION_MAX];
    read_position(g, p->position, &state);
    assert_in_range(p->seat, 0, g->kind->seats - 1);
    jg_view(g, &state, p->seat, &view);
    if (jg_turn(g, &state) == JG_OVER) view = state;
    assert_string_equal(position_text(g, &view, text), p->position);
    if ((p->last && !is_word(p->last)) || (p->picked && !is_word(p->picked)))
        fail_msg("%s: 'last' or 'picked' of '%s' is not one word", g->kind->name, p->position);
    if (!p->caption || jg_tr(PORTUGUESE, p->caption) == p->caption)
        fail_msg("%s: '%s' has no caption, or only an English one", g->kind->name, p->position);

    const json_t *about = json_object_get(shown, "state");
    json_t *board = g->kind->json(g, &view);
    assert_true(json_equal(json_object_get(about, "board"), board));
    assert_string_equal(json_string_value(json_object_get(about, "position")), p->position);
    assert_string_equal(json_string_value(json_object_get(about, "game")), g->kind->name);
    assert_null(json_object_get(about, "moves"));
    json_decref(board);
}

static void test_positions(void **state) {
    (void)state;
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        const struct jg_game_position *p = jg_game_kind_at(k)->positions;
        struct jg_game g;
        size_t n = 0;
        open_spec(&g, jg_game_kind_at(k)->name);
        json_t *list = jg_info_examples_json(&g, JG_EN);
        for (; p && p[n].position; n++) check_example(&g, &p[n], json_array_get(list, n));
        assert_int_equal(json_array_size(list), n);
        json_decref(list);
        jg_game_close(&g);
    }
}

/* Examples that the game refuses with its options are left out. */
static void test_refused_positions(void **state) {
    (void)state;
    static const struct jg_game_position positions[] = {
        {.position = "nonsense", .caption = "One coin is left. Player 2 must take it and loses."}, {0}};
    struct jg_game_kind other = kuhn;
    struct jg_game g;
    other.positions = positions;
    assert_int_equal(jg_game_open_kind(&g, &other, "kuhn", NULL), JG_OK);
    json_t *list = jg_info_examples_json(&g, JG_EN);
    assert_true(json_is_array(list) && !json_array_size(list));
    json_decref(list);
    jg_game_close(&g);
}

/* Chance and hidden information, which the games above do not have. */
static void test_kuhn(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_error err = {0};
    if (jg_game_open_kind(&g, &kuhn, "kuhn", &err)) fail_msg("%s", err.message);
    conform(&g, test_scaled(2000), test_seed());
    jg_game_close(&g);
}

/* The walk itself must be able to fail: a game that tells a secret is caught. */
static bool peeks;
static void leaky_view(const struct jg_game *g, void *state, int seat) {
    if (!peeks) kuhn.view(g, state, seat);
}

static void test_leak_is_seen(void **state) {
    (void)state;
    struct jg_game_kind leaky = kuhn;
    struct jg_game g;
    leaky.view = leaky_view;
    assert_int_equal(jg_game_open_kind(&g, &leaky, "kuhn", NULL), JG_OK);
    union jg_state dealt, view, other, view2;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 0);
    for (int leak = 0; leak < 2; leak++) {
        int differ = 0;
        peeks = leak;
        for (int i = 0; i < 100; i++) {
            jg_start(&g, &dealt);
            jg_random_play(&g, &dealt, &rng, 2);
            kuhn.view(&g, &dealt, 0);
            jg_sample(&g, &dealt, &rng, &other); /* the second player's card again */
            jg_sample(&g, &dealt, &rng, &dealt);
            jg_view(&g, &dealt, 0, &view);
            jg_view(&g, &other, 0, &view2);
            differ += memcmp(&view, &view2, g.state_size) != 0;
        }
        if (leak)
            assert_true(differ > 20);
        else
            assert_int_equal(differ, 0);
    }
    jg_game_close(&g);
}

/* Kuhn's value for the first player is -1/18 per game only with best play; but
 * with random play the sum over all deals can be counted: perft. */
static void test_kuhn_counts(void **state) {
    (void)state;
    static const uint64_t want[] = {1, 3, 6, 12, 24, 12};
    struct jg_game g;
    union jg_state start;
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    jg_start(&g, &start);
    for (int depth = 0; depth < 6; depth++) {
        jg_move moves[8];
        uint64_t counts[8], total;
        struct jg_perft_split how = {.threads = 2};
        assert_int_equal(jg_perft(&g, &start, depth), want[depth]);
        jg_perft_divide(&g, &start, depth, &how, moves, counts, 8, &total);
        assert_int_equal(total, want[depth]);
    }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),       cmocka_unit_test(test_all_listed),
        cmocka_unit_test(test_positions),   cmocka_unit_test(test_refused_positions),
        cmocka_unit_test(test_kuhn),        cmocka_unit_test(test_leak_is_seen),
        cmocka_unit_test(test_kuhn_counts),
    };
    test_begin();
    return cmocka_run_group_tests_name("conformance", tests, NULL, NULL);
}
