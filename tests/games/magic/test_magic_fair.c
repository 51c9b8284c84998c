/* Hidden information stays hidden: cards that a seat cannot see change neither its view nor the
 * decisions of any agent, and the arena passes only views to agents. */
#include "fair.h"
#include "games/magic/magic.h"

static const struct fair_agent AGENTS[] = {
    {"random", 10000},
    {"magic.random", 10000},
    {"magic.search", 10000},
    {"magic.search:whim=1,hand=20", 10000},
    {"pimc:worlds=3,depth=1", 200},
    {"ismcts:playouts=30,memory=1M", 200},
    {"magic.q", 1000},
    {"magic", 20},
    {"magic:rollouts=40", 300},
    {"magic:rollouts=40,eval=none", 100},
    {"magic:turns=0", 10000},
};

/* ---- Other hands that look the same --------------------------------------------------------- */

static int any_card(const uint8_t *pile, struct jg_rng *rng) {
    uint32_t total = 0, n;
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) total += pile[kind];
    if (!total) return -1;
    n = jg_rng_below(rng, total);
    int kind = 0;
    while (n >= pile[kind]) n -= pile[kind++];
    return kind;
}

/* Swaps a card of the opponent's hand with one of the library. The contents of the own library
 * follow from the deck, and it has no order. */
static void exchange(struct jg_magic *s, int seat, struct jg_rng *rng) {
    struct jg_magic_side *other = &s->side[1 - seat];
    int x = any_card(other->hand, rng), y = any_card(other->library, rng);
    if (x < 0 || y < 0) return;
    other->hand[x]--, other->library[x]++;
    other->library[y]--, other->hand[y]++;
}

/* The cards left by the opponent's scry, too. */
static void exchange_known(uint8_t *kind, struct jg_magic_side *other, struct jg_rng *rng) {
    int y = any_card(other->library, rng);
    if (*kind >= JG_MAGIC_HIDDEN || y < 0) return;
    other->library[*kind]++;
    other->library[y]--;
    *kind = (uint8_t)y;
}

/* By swaps half of the time, otherwise by a new deal. */
static bool look_alike(const struct jg_game *g, const union jg_state *state, int seat, struct jg_rng *rng,
                       union jg_state *other) {
    struct jg_magic *s = (void *)other;
    *other = *state;
    if (jg_rng_below(rng, 2)) {
        jg_view(g, state, seat, other);
        jg_sample(g, other, rng, other);
    } else {
        for (int i = 0; i < 8; i++) exchange(s, seat, rng);
        exchange_known(&s->side[1 - seat].top, &s->side[1 - seat], rng);
        exchange_known(&s->side[1 - seat].bottom, &s->side[1 - seat], rng);
    }
    return memcmp(state, other, g->state_size) != 0;
}

static void test_agents(void **state) {
    (void)state;
    fair_check("magic", AGENTS, sizeof AGENTS / sizeof *AGENTS, look_alike);
}

/* The same with instants and a stack. */
static void test_agents_with_instants(void **state) {
    static const struct fair_agent WITH_INSTANTS[] = {
        {"random", 10000},
        {"magic.random", 10000},
        {"magic.search", 5000},
        {"pimc:worlds=3,depth=1", 200},
        {"ismcts:playouts=30,memory=1M", 200},
        {"magic.q", 1000},
        {"magic", 10},
        {"magic:rollouts=40", 200},
    };
    (void)state;
    fair_check("magic:decks=blue/green", WITH_INSTANTS, sizeof WITH_INSTANTS / sizeof *WITH_INSTANTS, look_alike);
}

/* ---- Windows of priority --------------------------------------------------------------------- */

/* What an opponent sees of who is asked when. */
static void assert_same_prompt(const struct jg_magic *one, const struct jg_magic *two) {
    assert_int_equal(jg_magic_turn(one), jg_magic_turn(two));
    assert_int_equal(one->phase, two->phase);
    assert_int_equal(one->step, two->step);
    assert_int_equal(one->priority, two->priority);
    assert_int_equal(one->passes, two->passes);
    assert_int_equal(one->spells, two->spells);
}

/* Whether a seat has a legal move in a state. */
static bool has_move(const struct jg_game *g, const union jg_state *state, jg_move move) {
    return jg_legal(g, state, move);
}

/* In two worlds that differ in the hands only, the same moves lead to the same prompts of the same players, and a player
 * with priority may always pass: neither moves nor records nor who is asked show whether a hand holds an instant. A
 * player is asked in a window with a stop even with an empty hand. */
static void test_windows(void **state) {
    static const char *const SPECS[] = {"magic:decks=blue/green", "magic:decks=green/blue,stops1=all,stops2=none",
                                        "magic:decks=blue/blue,stops1=all,stops2=all"};
    int compared = 0, differed = 0, windows = 0, empty = 0;
    (void)state;
    for (int game = 0; game < test_scaled(3000); game++) {
        struct jg_game g;
        struct jg_rng rng;
        union jg_state one, two;
        open_spec(&g, SPECS[game % 3]);
        jg_rng_init(&rng, test_seed(), (uint64_t)game);
        jg_start(&g, &one);
        while (jg_turn(&g, &one) != JG_OVER) {
            jg_move move = jg_random_move(&g, &one, &rng);
            int seat = (int)jg_rng_below(&rng, 2);
            const struct jg_magic *s = (void *)&one;
            differed += look_alike(&g, &one, seat, &rng, &two);
            if (s->phase == JG_MAGIC_RESPOND) {
                windows++;
                empty += !s->side[s->priority].in_hand;
                assert_true(has_move(&g, &one, jg_magic_move(JG_MAGIC_PASS, 0)));
                assert_false(g.kind->public_moves(&g, &one)); /* so that no client passes by itself */
            }
            if (has_move(&g, &two, move)) {
                jg_apply(&g, &two, move);
                jg_apply(&g, &one, move);
                if (jg_turn(&g, &one) != JG_OVER) assert_same_prompt((void *)&one, (void *)&two);
                compared++;
            } else {
                jg_apply(&g, &one, move);
            }
        }
        jg_game_close(&g);
    }
    printf("# %d moves compared, %d other hands, %d windows, %d with an empty hand\n", compared, differed, windows,
           empty);
    assert_true(compared > 0 && differed > compared / 2 && windows > 0);
    if (test_scaled(3000) >= 300) assert_true(empty > 0);
}

/* ---- The arena ------------------------------------------------------------------------------- */

/* A view has the own hand and nothing of the opponent's. */
static void check_cards(const void *true_state, const void *given, int seat) {
    static const uint8_t NOTHING[JG_MAGIC_KINDS];
    const struct jg_magic *truth = true_state, *view = given;
    const struct jg_magic_side *other = &view->side[1 - seat];
    assert_memory_equal(view->side[seat].hand, truth->side[seat].hand, JG_MAGIC_KINDS);
    assert_memory_equal(other->hand, NOTHING, JG_MAGIC_KINDS);
    assert_memory_equal(other->library, NOTHING, JG_MAGIC_KINDS);
    assert_true(other->top >= JG_MAGIC_HIDDEN && other->bottom >= JG_MAGIC_HIDDEN);
}

static void test_arena(void **state) {
    (void)state;
    fair_check_arena("magic", check_cards);
}

/* Chooses by the opponent's hand, which only a->data shows. */
static enum jg_status peek(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                           struct jg_error *err) {
    const struct jg_magic *truth = a->data;
    const uint8_t *hand = truth->side[1 - query->seat].hand;
    jg_move moves[JG_MOVES_MAX];
    uint32_t sum = 0, n = (uint32_t)jg_moves(a->game, query->view, moves);
    (void)err;
    for (uint32_t kind = 0; kind < JG_MAGIC_KINDS; kind++) sum += kind * hand[kind];
    report->move = moves[sum % n];
    return JG_OK;
}

static void test_peeking_is_seen(void **state) {
    (void)state;
    static const struct jg_agent_kind PEEKER = {.name = "peeker", .summary = "peeks", .choose = peek};
    fair_check_peeking("magic", &PEEKER, 15, 60, look_alike);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents), cmocka_unit_test(test_agents_with_instants), cmocka_unit_test(test_windows),
        cmocka_unit_test(test_arena),  cmocka_unit_test(test_peeking_is_seen),
    };
    test_begin();
    return cmocka_run_group_tests_name("magic_fair", tests, NULL, NULL);
}
