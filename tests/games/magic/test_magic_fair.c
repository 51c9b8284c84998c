/* Hidden information stays hidden: cards that a seat cannot see change neither its view nor the
 * decisions of any agent, and the arena passes only views to agents. */
#include "arena/game.h"
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

/* ---- The arena ------------------------------------------------------------------------------- */

/* An agent that records its views and plays at random. */
struct recorder {
    int count, room;
    struct given {
        struct jg_magic view;
        int seat;
    } * given;
};

static enum jg_status keep_and_play(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                    struct jg_error *err) {
    struct recorder *recorder = a->data;
    struct jg_rng rng;
    (void)err;
    assert_null(query->keys); /* keys of states would reveal the hands */
    assert_null(query->trace);
    assert_true(recorder->count < recorder->room);
    recorder->given[recorder->count].seat = query->seat;
    memcpy(&recorder->given[recorder->count++].view, query->view, sizeof(struct jg_magic));
    jg_rng_init(&rng, query->seed, 0);
    report->move = jg_random_move(a->game, query->view, &rng);
    return JG_OK;
}

static const struct jg_agent_kind KEEPER = {.name = "keeper", .summary = "keeps views", .choose = keep_and_play};

/* The recorded view is the view of the true state, without the opponent's hand. */
static void check_given(const struct jg_game *g, const struct jg_magic *truth, const struct given *given) {
    static const uint8_t NOTHING[JG_MAGIC_KINDS];
    union jg_state view;
    const struct jg_magic_side *other = &given->view.side[1 - given->seat];
    assert_int_equal(jg_magic_turn(truth), given->seat);
    jg_view(g, truth, given->seat, &view);
    assert_memory_equal(&view, &given->view, g->state_size);
    assert_memory_equal(given->view.side[given->seat].hand, truth->side[given->seat].hand, JG_MAGIC_KINDS);
    assert_memory_equal(other->hand, NOTHING, JG_MAGIC_KINDS);
    assert_memory_equal(other->library, NOTHING, JG_MAGIC_KINDS);
    assert_true(other->top >= JG_MAGIC_HIDDEN && other->bottom >= JG_MAGIC_HIDDEN);
}

static void test_arena(void **state) {
    (void)state;
    enum { ROOM = 20000 };
    struct given *room = calloc(ROOM, sizeof *room);
    struct recorder recorder = {.given = room, .room = ROOM};
    struct jg_game g;
    struct jg_agent keeper;
    struct jg_record record = {0};
    struct jg_error err = {0};
    assert_non_null(room);
    open_spec(&g, "magic");
    assert_int_equal(g.state_size, sizeof(struct jg_magic));
    assert_int_equal(jg_agent_open_kind(&keeper, &g, &KEEPER, "keeper", NULL), JG_OK);
    keeper.data = &recorder;
    for (uint64_t deal = 0; deal < 20; deal++) {
        struct jg_arena_game bout = {
            .game = &g, .seats = {&keeper, &keeper}, .seeding = jg_seeding_of(test_seed()), .deal = deal};
        int decisions = 0;
        recorder.count = 0;
        if (jg_arena_play(&bout, &record, NULL, &err)) fail_msg("%s", err.message);
        assert_int_equal(record.resigned, -1);
        for (int i = 0; i < record.count; i++) {
            const struct jg_magic *truth = jg_record_state_at(&record, i);
            if (jg_turn(&g, truth) >= 0) check_given(&g, truth, &recorder.given[decisions++]);
        }
        assert_int_equal(decisions, recorder.count);
    }
    jg_record_free(&record);
    keeper.data = NULL;
    jg_agent_close(&keeper);
    jg_game_close(&g);
    free(room);
}

/* The test can fail: an agent that peeks is caught. */
static enum jg_status peek(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                           struct jg_error *err) {
    const struct jg_magic *s = a->data; /* the truth */
    const uint8_t *hand = s->side[1 - query->seat].hand;
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
    static struct jg_report one, two;
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    union jg_state s, other, view;
    int differed = 0;
    open_spec(&g, "magic");
    assert_int_equal(jg_agent_open_kind(&a, &g, &PEEKER, "peeker", NULL), JG_OK);
    jg_rng_init(&rng, test_seed(), 0);
    for (int i = 0; i < 400; i++) {
        jg_start(&g, &s);
        jg_random_play(&g, &s, &rng, 15 + (int)jg_rng_below(&rng, 60));
        int seat = jg_turn(&g, &s);
        if (seat < 0) continue;
        look_alike(&g, &s, seat, &rng, &other);
        jg_view(&g, &s, seat, &view);
        a.data = &s;
        fair_decide(&a, &view, seat, 1, &one);
        a.data = &other;
        fair_decide(&a, &view, seat, 1, &two);
        differed += one.move != two.move;
    }
    a.data = NULL;
    assert_true(differed > 40);
    jg_agent_close(&a);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_peeking_is_seen),
    };
    test_begin();
    return cmocka_run_group_tests_name("magic_fair", tests, NULL, NULL);
}
