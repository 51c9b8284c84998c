/* The inputs of networks, the network that comes with the program, and the players that use it. */
#include "test.h"

#include "game/network.h"
#include "games/magic/lookahead.h"

#include <math.h>

static const char FILE_NAME[] = TEST_GAMES "/../../src/games/magic/magic.network";

enum { MOST = 64 << 10 }; /* bytes of the file */

static void test_bytes(void **state) {
    (void)state;
    static unsigned char bytes[MOST + 1];
    FILE *f = fopen(FILE_NAME, "r");
    assert_non_null(f);
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    assert_int_equal(size, jg_magic_network.size);
    assert_memory_equal(bytes, jg_magic_network.bytes, size);
}

/* The network fits the cards of two decks in either order of seats. */
static void test_layout(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        bool fits;
    } games[] = {{"magic", true},
                 {"magic:decks=white/red", true},
                 {"magic:first=2", true},
                 {"magic:giant=3/4", false},
                 {"magic:decks=red/red", false},
                 {"magic:decks=red/black", false},
                 {"magic:decks=blue/green", false}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct jg_game g;
        struct jg_inputs in;
        open_spec(&g, games[i].spec);
        jg_inputs(&g, &in);
        if (!strcmp(in.layout, jg_magic_network.layout) != games[i].fits)
            fail_msg("%s: %s, not %s", games[i].spec, in.layout, jg_magic_network.layout);
        jg_game_close(&g);
    }
}

/* What a player that knows the world sees is what its view shows. */
static void check_views(const struct jg_game *g, const union jg_state *at) {
    for (int seat = 0; seat < 2; seat++) {
        union jg_state view;
        jg_view(g, at, seat, &view);
        for (int who = 0; who < 2; who++) {
            uint64_t seen[JG_INPUT_WORDS_MAX], known[JG_INPUT_WORDS_MAX] = {0};
            struct jg_inputs in;
            jg_inputs(g, &in);
            jg_observe(g, &view, who, seen);
            jg_magic_observe_state(g, (const void *)at, who, who == seat, known);
            assert_memory_equal(seen, known, (size_t)jg_input_words(in.count) * sizeof *seen);
        }
    }
}

static void test_views(void **state) {
    (void)state;
    static const char *const specs[] = {"magic", "magic:decks=black/red", "magic:decks=blue/green"};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(3000); i++) {
        struct jg_game g;
        union jg_state at;
        open_spec(&g, specs[i % 3]);
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, (int)jg_rng_below(&rng, 200));
        int phase = ((const struct jg_magic *)(const void *)&at)->phase;
        if (phase > JG_MAGIC_SCRY && phase != JG_MAGIC_END && phase != JG_MAGIC_MORE) check_views(&g, &at);
        jg_game_close(&g);
    }
}

static void exchange_seats(struct jg_magic *s) {
    struct jg_magic_side side = s->side[0];
    s->side[0] = s->side[1];
    s->side[1] = side;
    s->active = 1 - s->active;
    if (s->starter < 2) s->starter = 1 - s->starter;
}

/* A network sees the same chance when the players exchange their seats and decks. */
static void test_seats(void **state) {
    (void)state;
    struct jg_game g, swapped;
    struct jg_eval e = {0};
    struct jg_rng rng;
    double least = 1, most = 0;
    open_spec(&g, "magic");
    open_spec(&swapped, "magic:decks=white/red");
    jg_rng_init(&rng, test_seed(), 2);
    assert_int_equal(jg_network_read(&e.network, &g, jg_magic_network.bytes, jg_magic_network.size, NULL), JG_OK);
    for (int i = 0; i < test_scaled(1000); i++) {
        union jg_state at;
        struct jg_magic *s = (void *)&at;
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, (int)jg_rng_below(&rng, 200));
        if (s->phase == JG_MAGIC_END) continue;
        double chances[2] = {jg_magic_chance(&g, &e, s, 0), jg_magic_chance(&g, &e, s, 1)};
        exchange_seats(s);
        for (int seat = 0; seat < 2; seat++) assert_true(jg_magic_chance(&swapped, &e, s, 1 - seat) == chances[seat]);
        least = fmin(least, chances[0]);
        most = fmax(most, chances[0]);
    }
    assert_true(least < 0.2 && most > 0.8);
    jg_eval_close(&e);
    jg_game_close(&g);
    jg_game_close(&swapped);
}

/* A finished game needs no network. */
static void test_ends(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_magic s = {.phase = JG_MAGIC_END, .loser = 1};
    struct jg_eval e = {0};
    open_spec(&g, "magic");
    assert_true(jg_magic_chance(&g, &e, &s, 0) == 1 && jg_magic_chance(&g, &e, &s, 1) == 0);
    s.loser = JG_MAGIC_BOTH;
    assert_true(jg_magic_chance(&g, &e, &s, 0) == 0.5 && jg_magic_chance(&g, &e, &s, 1) == 0.5);
    jg_game_close(&g);
}

/* Plays games against the paper's agent; returns the games won, and counts rollouts and states. */
static int wins(const char *spec, int games, uint64_t *leaves, uint64_t *nodes) {
    struct jg_game g;
    struct jg_agent agents[2];
    int won = 0;
    open_spec(&g, "magic");
    for (int i = 0; i < 2; i++) assert_int_equal(jg_agent_open(&agents[i], &g, i ? "magic.search" : spec, NULL), JG_OK);
    for (int n = 0; n < games; n++) {
        union jg_state at, view;
        struct jg_rng rng;
        jg_rng_init(&rng, 28, (uint64_t)n);
        jg_start(&g, &at);
        for (int turn; (turn = jg_turn(&g, &at)) != JG_OVER;) {
            struct jg_report report;
            if (turn == JG_CHANCE) {
                jg_apply(&g, &at, g.kind->draw(&g, &at, &rng));
                continue;
            }
            jg_view(&g, &at, turn, &view);
            struct jg_query query = {.view = &view, .seat = turn, .seed = jg_rng_next(&rng)};
            assert_int_equal(jg_agent_choose(&agents[turn ^ (n & 1)], &query, &report, NULL), JG_OK);
            if (turn == (n & 1)) *leaves += report.leaves, *nodes += report.nodes;
            jg_apply(&g, &at, report.move);
        }
        won += jg_score(&g, &at, n & 1) > 0;
    }
    for (int i = 0; i < 2; i++) jg_agent_close(&agents[i]);
    jg_game_close(&g);
    return won;
}

/* Without rollouts the network decides; with them they are shorter, and the player is stronger than its opponent. */
static void test_players(void **state) {
    (void)state;
    uint64_t alone[2] = {0}, brief[2] = {0}, whole[2] = {0};
    int games = 2 * test_scaled(150), won = wins("magic:turns=0", games, &alone[0], &alone[1]);
    assert_true(won > games / 2);
    assert_int_equal(alone[0], 0);
    wins("magic:rollouts=20", 6, &brief[0], &brief[1]);
    wins("magic:rollouts=20,eval=none", 6, &whole[0], &whole[1]);
    assert_true(brief[0] > 0 && whole[0] > 0);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes), cmocka_unit_test(test_layout), cmocka_unit_test(test_views),
        cmocka_unit_test(test_seats), cmocka_unit_test(test_ends),   cmocka_unit_test(test_players),
    };
    test_begin();
    return cmocka_run_group_tests_name("magic_network", tests, NULL, NULL);
}
