/* The conformance test on every game, and on games that break one promise each. */
#include "conformance.h"
#include "kuhn.h"
#include "test.h"

/* Every built-in game as it comes, and in the corners of its options. */
static const struct {
    const char *spec;
    int games;
} WALKS[] = {
    {"coins", 2000},
    {"coins:n=1,take=1", 100},
    {"coins:n=40,take=7,misere=0", 500},
    {"numbers", 500},
    {"numbers:example=alpha", 500},
    {"numbers:example=beta", 500},
    {"tictactoe", 2000},
    {"pig", 200},
    {"pig:target=2", 200},
    {"pig:target=1000", 5},
    {"kalah", 1000},
    {"kalah:emptycapture=1", 500},
    {"kalah:houses=1,seeds=1", 100},
    {"kalah:houses=1,seeds=12", 100},
    {"kalah:houses=3,seeds=5", 500},
    {"kalah:houses=6,seeds=12", 100},
    {"kalah:houses=7", 200},
    {"kalah:houses=10,seeds=12,emptycapture=1", 50},
    {"loa", 50},
    {"loa:both=mover", 15},
    {"loa:nomove=loss", 15},
    {"loa:repeat=0", 15},
    {"loa:both=mover,nomove=loss,repeat=2", 15},
    {"domino", 20},
    {"domino:rules=thesis", 10},
    {"domino:galo=announce,pass=literal", 10},
    {"domino:nodbl=pen20,target=5", 10},
    {"domino:nodbl=redeal,target=100", 10},
    {"domino:nodbl=sena,locknext=locker", 10},
    {"domino:nodbl=free,target=500,closed=2", 5},
    {"domino:rounds=1,order=cw", 20},
    {"domino:target=5,openscores=0,spin1=1,dblboth=0,merge=1,lock=all,galo=none", 20},
    {"magic", 4},
    {"magic:first=1,giant=3/4", 2},
    {"magic:decks=white/red,first=2", 2},
    {"magic:decks=white/white,skip=1", 1},
    {"magic:decks=red/red,skip=1,evade=3", 1},
};

/* Where only threads are looked at, of which a walk makes none, each game as it comes is enough. */
static void test_walks(void **state) {
    (void)state;
    bool corners = test_percent("JOGADA_TEST_SHARE") >= 100;
    for (size_t i = 0; i < sizeof WALKS / sizeof *WALKS; i++) {
        if (!corners && strchr(WALKS[i].spec, ':')) continue;
        struct jg_game g;
        open_spec(&g, WALKS[i].spec);
        conform(&g, test_scaled(WALKS[i].games), test_seed() + i);
        jg_game_close(&g);
    }
}

static void check_page(const char *name, const char *page) {
    int column = 0;
    if (!page) fail_msg("%s has no page of rules", name);
    for (const char *p = page; *p; p++) {
        column = *p == '\n' ? 0 : column + ((*p & 0xc0) != 0x80);
        if (column > 78) fail_msg("%s: a line of the rules has more than 78 columns", name);
    }
}

/* Nothing is forgotten in the list above, and every game has its pages and an
 * opponent that can play it. */
static void test_all_listed(void **state) {
    (void)state;
    for (size_t k = 0; jg_game_kind_at(k); k++) {
        const char *name = jg_game_kind_at(k)->name;
        bool listed = false;
        for (size_t i = 0; i < sizeof WALKS / sizeof *WALKS; i++) listed |= !strcmp(WALKS[i].spec, name);
        if (!listed) fail_msg("%s is not walked", name);
        check_page(name, jg_rules_page(name, JG_EN));
        check_page(name, jg_rules_page(name, PORTUGUESE));
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
            jg_sample(&g, &dealt, &rng, &other); /* the second player's card anew */
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
        cmocka_unit_test(test_walks),        cmocka_unit_test(test_all_listed),  cmocka_unit_test(test_kuhn),
        cmocka_unit_test(test_leak_is_seen), cmocka_unit_test(test_kuhn_counts),
    };
    test_begin();
    return cmocka_run_group_tests_name("conformance", tests, NULL, NULL);
}
