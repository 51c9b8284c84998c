/* Fairness: hidden hands change neither a seat's view nor any agent's decision, and the arena gives
 * agents views only. */
#include "domino_walk.h"
#include "fair.h"
#include "games/domino/lookahead.h"

static const struct fair_agent AGENTS[] = {
    {"random", 10000},
    {"domino.basic", 10000},
    {"domino.antonio", 10000},
    {"domino.garza", 10000},
    {"domino.cruz", 10000},
    {"domino.thesis:strategy=1", 100},
    {"pimc:worlds=4,depth=2", 50},
    {"ismcts:playouts=200,memory=1M", 50},
    {"domino:level=beginner", 10000},
    {"domino:level=amateur", 10000},
    {"domino:level=club", 200},
    {"domino:level=expert", 50},
    {"domino", 20},
    {"domino:level=expert,nodes=20000,threads=2", 10},
};

/* ---- Indistinguishable hands ---------------------------------------------------------------- */

static bool may_hold(const struct jg_domino *s, int seat, int tile) {
    bool opens = s->sena && !s->count; /* the opener is known to have the 6-6 */
    if (s->lacks[seat] & (1 << jg_domino_low[tile] | 1 << jg_domino_high[tile])) return false;
    if (s->lacks[seat] & JG_DOMINO_NO_DOUBLE && jg_domino_double(tile)) return false;
    return !opens || tile != JG_DOMINO_SENA || seat == s->turn;
}

static int any_of(uint32_t tiles, struct jg_rng *rng) {
    for (uint32_t skip = jg_rng_below(rng, (uint32_t)jg_domino_count(tiles)); skip--;) tiles &= tiles - 1;
    return jg_domino_lowest(tiles);
}

/* Swaps tiles of two other hands if the passes allow it. */
static bool exchange(struct jg_domino *s, int seat, struct jg_rng *rng) {
    int a = (seat + 1 + (int)jg_rng_below(rng, 3)) & 3, b = (seat + 1 + (int)jg_rng_below(rng, 3)) & 3;
    if (a == b) return false;
    int x = any_of(s->hand[a], rng), y = any_of(s->hand[b], rng);
    if (!may_hold(s, a, y) || !may_hold(s, b, x)) return false;
    s->hand[a] ^= 1u << x | 1u << y;
    s->hand[b] ^= 1u << x | 1u << y;
    return true;
}

/* Half of the time by swaps, half of the time by a new sample of all hands. */
static bool look_alike(const struct jg_game *g, const union jg_state *state, int seat, struct jg_rng *rng,
                       union jg_state *other) {
    *other = *state;
    if (jg_rng_below(rng, 2)) {
        jg_view(g, state, seat, other);
        jg_sample(g, other, rng, other);
    } else {
        for (int i = 0; i < 8; i++) exchange((void *)other, seat, rng);
    }
    return memcmp(state, other, g->state_size) != 0;
}

static void test_agents(void **state) {
    (void)state;
    fair_check("domino", AGENTS, sizeof AGENTS / sizeof *AGENTS, look_alike);
}

/* The strong player with few deals and worlds, which otherwise does all that it does. */
static void test_reduced_effort(void **state) {
    (void)state;
    const struct jg_domino_effort effort = {.deals = 32, .worlds = 8, .infers = true, .solves = 12, .clarity = 0.02};
    static struct jg_domino_estimate one, two;
    static struct walk w;
    struct jg_game g;
    struct jg_rng rng;
    int differed = 0, positions = test_scaled(10000);
    open_spec(&g, "domino");
    struct jg_domino_lookahead *a = jg_domino_lookahead_new(&g, NULL, NULL), *b = jg_domino_lookahead_like(a, NULL);
    assert_non_null(b);
    jg_rng_init(&rng, test_seed(), 30);
    for (int i = 0; i < positions; i++) {
        union jg_state truth = {0}, other, view, view2;
        uint64_t seed = jg_rng_next(&rng);
        walk_to_choice(&g, &rng, 28, &w);
        memcpy(&truth, &w.s, sizeof w.s);
        differed += look_alike(&g, &truth, w.s.turn, &rng, &other);
        jg_view(&g, &truth, w.s.turn, &view);
        jg_view(&g, &other, w.s.turn, &view2);
        jg_domino_lookahead_run(a, (void *)&view, &effort, seed, &(struct jg_budget){0}, &one);
        jg_domino_lookahead_run(b, (void *)&view2, &effort, seed, &(struct jg_budget){0}, &two);
        assert_memory_equal(&one, &two, sizeof one);
    }
    printf("# reduced effort: %d positions, %d that are others\n", positions, differed);
    assert_true(differed > positions / 2);
    jg_domino_lookahead_free(a);
    jg_domino_lookahead_free(b);
    jg_game_close(&g);
}

/* ---- The arena ------------------------------------------------------------------------------- */

/* Without zero bytes, so that it cannot be found by chance. */
static bool all_bytes(uint32_t hand) { return hand & 0xff && hand & 0xff00 && hand & 0xff0000 && hand >> 24; }

static bool contains(const void *bytes, size_t n, uint32_t hand) {
    for (size_t i = 0; i + sizeof hand <= n; i++)
        if (!memcmp((const char *)bytes + i, &hand, sizeof hand)) return true;
    return false;
}

/* A view has the own hand and nothing of the others. */
static void check_hands(const void *true_state, const void *given, int seat) {
    const struct jg_domino *truth = true_state, *view = given;
    assert_int_equal(view->hand[seat], truth->hand[seat]);
    for (int other = 0; other < 4; other++) {
        if (other == seat) continue;
        assert_int_equal(view->hand[other], 0);
        if (all_bytes(truth->hand[other])) assert_false(contains(view, sizeof *view, truth->hand[other]));
    }
}

static void test_arena(void **state) {
    (void)state;
    fair_check_arena("domino", check_hands);
}

/* Chooses by the next player's hand, which only a->data shows. */
static enum jg_status peek(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                           struct jg_error *err) {
    const struct jg_domino *truth = a->data;
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(a->game, query->view, moves);
    (void)err;
    report->move = moves[truth->hand[(query->seat + 1) & 3] % (uint32_t)n];
    return JG_OK;
}

static void test_peeking_is_seen(void **state) {
    (void)state;
    static const struct jg_agent_kind PEEKER = {.name = "peeker", .summary = "peeks", .choose = peek};
    fair_check_peeking("domino", &PEEKER, 3, 15, look_alike);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_reduced_effort),
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_peeking_is_seen),
    };
    test_begin();
    return cmocka_run_group_tests_name("domino_fair", tests, NULL, NULL);
}
