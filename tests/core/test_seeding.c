/* One-way seeding: a program cannot compute the deal from the seeds that it receives. The attack on the previous scheme
 * finds every deal of that scheme and none of the current one. */
#include "dice.h"
#include "table.h"

#include "arena/contest.h"
#include "core/seeding.h"

#include <math.h>

enum { GAMES = 15, HANDS = 3, STREAMS = 8, SEATS = 4 };

/* ---- Known answers ------------------------------------------------------------------------- */

/* SipHash-2-4 as its authors' vectors have it; the rest by Python's hmac and OpenSSL's SipHash. Other numbers are
 * another scheme: then JG_SEEDING_SCHEME must grow. */
static void test_known_answers(void **state) {
    (void)state;
    const struct jg_prf f = {{0x0706050403020100u, 0x0f0e0d0c0b0a0908u}};
    assert_true(jg_prf(&f, f.key[0], f.key[1]) == 0x3f2acc7f57c29bdbu);
    struct jg_seeding s = jg_seeding_of(1);
    assert_true(jg_prf(&s.deals, 2, 3) == 0x028a55647a5c816fu);
    assert_true(jg_prf(&s.openings, 2, 3) == 0xe023f8b3e4694b09u);
    assert_true(jg_prf(&s.agents, 2, 3) == 0x0d19cdf84655022cu);
    s = jg_seeding_of(UINT64_MAX);
    assert_true(jg_prf(&s.deals, 0, UINT64_MAX) == 0x154366a1a34c42a4u);
    assert_true(jg_prf(&s.openings, 0, UINT64_MAX) == 0x26a3d1c8af3e1ac2u);
    assert_true(jg_prf(&s.agents, 0, UINT64_MAX) == 0x6b67c84ac2eab734u);
    assert_int_equal(JG_SEEDING_SCHEME, 2);
}

/* ---- The attack ------------------------------------------------------------------------------ */

/* The data that an attacker has of a game, and the hands that they want. */
struct target {
    uint64_t deal, given; /* the number of the game; the first seed that the first seat to move was given */
    jg_move hands[HANDS];
};

static const uint64_t STEP = 0x9e3779b97f4a7c15u; /* of splitmix64 */

/* x with x ^ x >> k == z. */
static uint64_t unshift(uint64_t z, int k) {
    uint64_t x = z;
    for (int known = k; known < 64; known += k) x = z ^ x >> k;
    return x;
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration. */
static uint64_t inverse(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x;
    return x;
}

/* The number before splitmix64's step that gives z. */
static uint64_t unmix(uint64_t z) {
    z = unshift(z, 31) * inverse(0x94d049bb133111ebu);
    z = unshift(z, 27) * inverse(0xbf58476d1ce4e5b9u);
    return unshift(z, 30) - STEP;
}

/* The seed whose stream begins with this output of xoshiro256**: the output tells one word of the state, that word
 * the number from which splitmix64 made all four, and that number the seed. */
static uint64_t seed_of(uint64_t output, uint64_t stream) {
    uint64_t x = output * inverse(9);
    x = (x >> 7 | x << 57) * inverse(5);
    return unmix(unmix(unmix(x) - STEP) - stream);
}

static void deal_by(const struct jg_game *g, struct jg_rng *rng, jg_move *hands) {
    union jg_state s;
    jg_start(g, &s);
    for (int i = 0; i < HANDS; i++) {
        hands[i] = g->kind->draw(g, &s, rng);
        jg_apply(g, &s, hands[i]);
    }
}

static bool same_hands(const struct target *t, const jg_move *hands) {
    return !memcmp(t->hands, hands, sizeof t->hands);
}

/* The hands of the old arena, which drew one number from the stream before it dealt; or of no scheme but a plain stream. */
static bool deals_by_stream(const struct jg_game *g, const struct target *t, uint64_t seed, uint64_t stream) {
    jg_move hands[HANDS];
    struct jg_rng rng;
    jg_rng_init(&rng, seed, stream);
    deal_by(g, &rng, hands);
    if (same_hands(t, hands)) return true;
    jg_rng_init(&rng, seed, stream);
    jg_rng_next(&rng);
    deal_by(g, &rng, hands);
    return same_hands(t, hands);
}

/* Every move of chance has a generator of its own: seed(i) in stream(i). */
static bool deals_by_moves(const struct jg_game *g, const struct target *t, const struct jg_prf *f, uint64_t seed,
                           uint64_t a) {
    jg_move hands[HANDS];
    union jg_state s;
    jg_start(g, &s);
    for (uint64_t i = 0; i < HANDS; i++) {
        struct jg_rng rng;
        jg_rng_init(&rng, f ? jg_prf(f, a, i) : seed, f ? 0 : i);
        hands[i] = g->kind->draw(g, &s, &rng);
        jg_apply(g, &s, hands[i]);
    }
    return same_hands(t, hands);
}

/* Whether a number is the seed of a match or table, in this scheme or the old. */
static bool is_seed(const struct jg_game *g, const struct target *t, uint64_t seed) {
    const struct jg_seeding s = jg_seeding_of(seed);
    return deals_by_stream(g, t, seed, t->deal) || deals_by_stream(g, t, seed, 0) ||
           deals_by_moves(g, t, NULL, seed, 0) || deals_by_moves(g, t, &s.deals, 0, t->deal) ||
           deals_by_moves(g, t, &s.deals, 0, 0);
}

/* Takes the given seed back through one generator and through two, and tries what comes out. */
static bool attack(const struct jg_game *g, const struct target *t) {
    if (is_seed(g, t, t->given)) return true;
    for (uint64_t i = 0; i < STREAMS; i++) {
        uint64_t streams[] = {i, UINT64_MAX - i};
        for (int k = 0; k < 2; k++) {
            uint64_t seed = seed_of(t->given, streams[k]);
            if (is_seed(g, t, seed) || is_seed(g, t, seed_of(seed, t->deal)) || is_seed(g, t, seed_of(seed, 0)))
                return true;
        }
    }
    return false;
}

static void test_the_inverse(void **state) {
    (void)state;
    struct jg_rng rng, numbers;
    jg_rng_init(&numbers, test_seed(), 0);
    for (int i = 0; i < 1000; i++) {
        uint64_t seed = jg_rng_next(&numbers), stream = jg_rng_next(&numbers);
        jg_rng_init(&rng, seed, stream);
        assert_true(seed_of(jg_rng_next(&rng), stream) == seed);
    }
}

/* ---- The old scheme -------------------------------------------------------------------------- */

/* A match: the stream of a deal gave first the seed of the agents' seeds, and then the deal. */
static struct target old_match(const struct jg_game *g, uint64_t seed, uint64_t deal, uint64_t variant) {
    struct target t = {.deal = deal};
    struct jg_rng chance, seeds;
    jg_rng_init(&chance, seed, deal);
    jg_rng_init(&seeds, jg_rng_next(&chance), variant);
    deal_by(g, &chance, t.hands);
    t.given = jg_rng_next(&seeds);
    return t;
}

/* A web table: a stream for every ply, agents' counted from the end. */
static struct target old_table(const struct jg_game *g, uint64_t seed) {
    struct target t = {0};
    struct jg_rng rng;
    union jg_state s;
    jg_start(g, &s);
    for (uint64_t i = 0; i < HANDS; i++) {
        jg_rng_init(&rng, seed, i);
        t.hands[i] = g->kind->draw(g, &s, &rng);
        jg_apply(g, &s, t.hands[i]);
    }
    jg_rng_init(&rng, seed, UINT64_MAX - HANDS);
    t.given = jg_rng_next(&rng);
    return t;
}

static void test_the_old_scheme_falls(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    int matches = 0, tables = 0;
    open_spec(&g, "domino:rounds=1");
    jg_rng_init(&rng, test_seed(), 1);
    for (uint64_t i = 0; i < GAMES; i++) {
        struct target t = old_match(&g, jg_rng_next(&rng), i / 2, i % 2);
        matches += attack(&g, &t);
        t = old_table(&g, jg_rng_next(&rng));
        tables += attack(&g, &t);
    }
    assert_int_equal(matches, GAMES);
    assert_int_equal(tables, GAMES);
    jg_game_close(&g);
}

/* ---- Today's --------------------------------------------------------------------------------- */

/* An agent that notes the first seed it is given in a game; `first` is the number of the first that any was. */
struct notes {
    uint64_t given[SEATS];
    int asked[SEATS], first;
};

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    struct notes *n = a->data;
    jg_move moves[JG_MOVES_MAX];
    (void)err;
    jg_moves(a->game, query->view, moves);
    report->move = moves[0];
    if (n->first < 0) n->first = query->seat;
    if (!n->asked[query->seat]++) n->given[query->seat] = query->seed;
    return JG_OK;
}

static const struct jg_agent_kind SPY = {.name = "spy", .summary = "notes seeds", .choose = choose};

static struct target play_match(const struct jg_game *g, uint64_t seed, uint64_t deal, uint64_t variant,
                                struct notes *n) {
    struct jg_agent spy = {.kind = &SPY, .game = g, .data = n};
    struct jg_arena_game bout = {
        .game = g, .seats = {&spy, &spy, &spy, &spy}, .seeding = jg_seeding_of(seed), .deal = deal, .variant = variant};
    struct jg_record r = {0};
    *n = (struct notes){.first = -1};
    assert_int_equal(jg_arena_play(&bout, &r, NULL, NULL), JG_OK);
    struct target t = {.deal = deal, .given = n->given[n->first]};
    memcpy(t.hands, r.moves, sizeof t.hands);
    jg_record_free(&r);
    return t;
}

static struct target sit_at_table(uint64_t seed) {
    struct room r;
    struct target t = {0};
    open_room(&r, "domino:rounds=1", NULL);
    r.t.seed = seed;
    for (int seat = 0; seat < SEATS; seat++) assert_yes(&r, sit(&r, seat, seat));
    memcpy(t.hands, r.t.record.moves, sizeof t.hands);
    t.given = jg_table_seed(&r.t);
    close_room(&r);
    return t;
}

static void test_the_scheme_holds(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    struct notes n;
    open_spec(&g, "domino:rounds=1");
    jg_rng_init(&rng, test_seed(), 2);
    for (uint64_t i = 0; i < GAMES; i++) {
        struct target t = play_match(&g, jg_rng_next(&rng), i / 2, i % 2, &n);
        assert_false(attack(&g, &t));
        for (int seat = 0; seat < SEATS; seat++) { /* nor do other seats' seeds follow */
            uint64_t own = seed_of(n.given[n.first], 0);
            for (uint64_t stream = 0; stream < STREAMS && seat != n.first && n.asked[seat]; stream++) {
                struct jg_rng guess;
                jg_rng_init(&guess, own, stream);
                assert_true(jg_rng_next(&guess) != n.given[seat]);
            }
        }
        t = sit_at_table(jg_rng_next(&rng));
        assert_false(attack(&g, &t));
    }
    jg_game_close(&g);
}

/* The promise ends where a seed can be guessed: docs/bots.md says so. */
static void test_a_small_seed_is_guessed(void **state) {
    (void)state;
    struct jg_game g;
    struct notes n;
    uint64_t guess = 0;
    open_spec(&g, "domino:rounds=1");
    struct target t = play_match(&g, 321, 5, 0, &n);
    while (!is_seed(&g, &t, guess)) assert_true(++guess < 1000);
    assert_int_equal(guess, 321);
    jg_game_close(&g);
}

/* At a table the server's secret counts, too: the seed alone, which finished games show, gives nothing away. */
static void test_the_secret_of_a_server(void **state) {
    (void)state;
    struct room a, b;
    struct target t = sit_at_table(9);
    open_room(&a, "domino:rounds=1", NULL);
    open_room(&b, "domino:rounds=1", NULL);
    a.t.seed = b.t.seed = 9;
    b.t.secret[JG_SECRET - 1] = 1;
    for (int seat = 0; seat < SEATS; seat++) {
        assert_yes(&a, sit(&a, seat, seat));
        assert_yes(&b, sit(&b, seat, seat));
    }
    assert_true(same_hands(&t, a.t.record.moves));
    assert_false(same_hands(&t, b.t.record.moves));
    assert_true(jg_table_seed(&a.t) == t.given && jg_table_seed(&b.t) != t.given);
    close_room(&a);
    close_room(&b);
}

static char *message(const struct jg_table *t, int seat) {
    const struct jg_viewer by = {.player = seat < 0 ? "" : WHO[seat], .seat = seat, .thinking = -1};
    json_t *o = jg_table_json(t, &by, 0, t->record.count);
    char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(o);
    assert_non_null(text);
    return text;
}

/* No message about a table depends on its seed or on the secret, while the game is played or after it. */
static void test_no_message_shows_a_seed(void **state) {
    (void)state;
    struct room r;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 3);
    open_room(&r, "domino:rounds=1", NULL);
    for (int seat = 0; seat < SEATS; seat++) assert_yes(&r, sit(&r, seat, seat));
    for (;; jg_table_play_agent_move(&r.t, jg_random_move(&r.game, jg_record_state(&r.t.record), &rng), r.now)) {
        for (int seat = -1; seat < SEATS; seat++) {
            char *before = message(&r.t, seat);
            r.t.seed ^= jg_rng_next(&rng);
            r.t.secret[jg_rng_below(&rng, JG_SECRET)]++;
            char *after = message(&r.t, seat);
            assert_string_equal(before, after);
            free(before);
            free(after);
        }
        if (jg_table_over(&r.t)) break;
    }
    close_room(&r);
}

/* ---- Chance ---------------------------------------------------------------------------------- */

/* Numbers of different purposes, neighbouring seeds and neighbouring indices differ in half of their bits, on average
 * and bit by bit; limits are five standard deviations. */
static void test_numbers_are_unrelated(void **state) {
    (void)state;
    enum { N = 4096, PAIRS = 6 };
    int bits[PAIRS][64] = {{0}};
    for (uint64_t i = 0; i < N; i++) {
        const struct jg_seeding s = jg_seeding_of(test_seed() + i), next = jg_seeding_of(test_seed() + i + 1);
        uint64_t deal = jg_prf(&s.deals, i, 0), opening = jg_prf(&s.openings, i, 0), agent = jg_prf(&s.agents, i, 0);
        const uint64_t differ[PAIRS] = {deal ^ opening,
                                        deal ^ agent,
                                        opening ^ agent,
                                        deal ^ jg_prf(&next.deals, i, 0),
                                        deal ^ jg_prf(&s.deals, i + 1, 0),
                                        agent ^ jg_prf(&s.agents, i, 1)};
        for (int k = 0; k < PAIRS; k++)
            for (int bit = 0; bit < 64; bit++) bits[k][bit] += (int)(differ[k] >> bit & 1);
    }
    for (int k = 0; k < PAIRS; k++) {
        int all = 0;
        for (int bit = 0; bit < 64; bit++) {
            all += bits[k][bit];
            if (abs(bits[k][bit] - N / 2) > 5 * sqrt(N) / 2) fail_msg("pair %d, bit %d: %d", k, bit, bits[k][bit]);
        }
        if (abs(all - 32 * N) > 5 * sqrt(64.0 * N) / 2) fail_msg("pair %d: %d", k, all);
    }
}

/* ---- Pairs of games -------------------------------------------------------------------------- */

/* The games of a pair have the same deal, unless a program plays: it could store what it has seen. */
static void test_programs_meet_no_deal_twice(void **state) {
    (void)state;
    static const struct jg_agent_kind program = {.name = "program", .runs_program = true};
    const struct jg_game_kind race = dice_kind(DICE_RACE);
    static const struct {
        const char *game; /* NULL: a race with dice */
        bool program, once;
    } cases[] = {{"domino", true, true}, {NULL, true, true}, {"kalah", true, false}, {"domino", false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_game g;
        if (cases[i].game)
            open_spec(&g, cases[i].game);
        else
            assert_int_equal(jg_game_open_kind(&g, &race, race.name, NULL), JG_OK);
        const struct jg_player players[3] = {
            {.kind = &SPY}, {.kind = &SPY}, {.kind = cases[i].program ? &program : &SPY}};
        const struct jg_contest c = {.game = &g, .players = players, .player_count = 3, .pairs = 2};
        bool seen[12] = {false};
        for (uint64_t n = 0; n < 12; n++) {
            struct jg_fixture f;
            jg_contest_fixture(&c, n, &f);
            assert_true(f.deal < 12 && seen[f.deal] == (!cases[i].once && n % 2));
            seen[f.deal] = true;
        }
        jg_game_close(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answers),
        cmocka_unit_test(test_the_inverse),
        cmocka_unit_test(test_the_old_scheme_falls),
        cmocka_unit_test(test_the_scheme_holds),
        cmocka_unit_test(test_a_small_seed_is_guessed),
        cmocka_unit_test(test_the_secret_of_a_server),
        cmocka_unit_test(test_no_message_shows_a_seed),
        cmocka_unit_test(test_numbers_are_unrelated),
        cmocka_unit_test(test_programs_meet_no_deal_twice),
    };
    test_begin();
    return cmocka_run_group_tests_name("seeding", tests, NULL, NULL);
}
