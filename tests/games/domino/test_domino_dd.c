/* The double-dummy solver against plain minimax with the game's own rules, under all options; its
 * principal variations and its limits. */
#include "games/domino/dd_solver.h"

#include "test.h"

/* ---- The oracle -------------------------------------------------------------------------- */

static int32_t value_at_end(const struct jg_domino *s, const struct jg_domino_dd_query *ask) {
    return ask->utility ? ask->utility(ask->arg, s->points[0], s->points[1]) : s->points[0] - s->points[1];
}

/* The value for team 0 of the points at the end of the round. */
static int32_t minimax(const struct jg_domino_rules *r, const struct jg_domino *s,
                       const struct jg_domino_dd_query *ask) {
    jg_move moves[JG_MOVES_MAX];
    if (s->turn >= JG_DOMINO_DEAL) return value_at_end(s, ask);
    int count = jg_domino_moves(r, s, moves);
    int32_t best = 0;
    for (int i = 0; i < count; i++) {
        struct jg_domino next = *s;
        jg_domino_play(r, &next, moves[i], NULL);
        int32_t value = minimax(r, &next, ask);
        if (i == 0 || (jg_team(s->turn) ? value < best : value > best)) best = value;
    }
    return best;
}

/* The same relative to the points before, as the solver returns it. */
static int32_t plain_value(const struct jg_domino_rules *r, const struct jg_domino *from, const struct jg_domino *s,
                           const struct jg_domino_dd_query *ask) {
    return minimax(r, s, ask) - (ask->utility ? 0 : from->points[0] - from->points[1]);
}

/* A utility with a steep step at 200 points. */
static int32_t steps(void *arg, int points0, int points1) {
    (void)arg;
    int lead = points0 - points1;
    if (points0 >= 200 && lead > 0) return 1000000;
    if (points1 >= 200 && lead < 0) return -1000000;
    return 10 * lead * lead * (lead < 0 ? -1 : 1) + points0;
}

static const struct jg_domino_dd_query POINTS = {0}, WORTH = {.utility = steps};

/* ---- Positions --------------------------------------------------------------------------- */

static const char *word(struct jg_rng *rng, const char *const *words) {
    uint32_t n = 0;
    while (words[n]) n++;
    return words[jg_rng_below(rng, n)];
}

#define ONE_OF(...) word(rng, (const char *const[]){__VA_ARGS__, NULL})

static void random_rules(struct jg_rng *rng, char *spec, size_t size) {
    snprintf(spec, size,
             "domino:order=%s,nodbl=%s,locknext=%s,lock=%s,openscores=%s,spin1=%s,closed=%s,dblboth=%s,merge=%s,"
             "pass=%s,passpts=%s,galo=%s",
             ONE_OF("ccw", "cw"), ONE_OF("next", "pen20", "redeal", "sena", "free"), ONE_OF("sena", "locker"),
             ONE_OF("theirs", "difference", "all", "none"), ONE_OF("0", "1"), ONE_OF("1", "2"), ONE_OF("0", "1", "2"),
             ONE_OF("0", "1"), ONE_OF("0", "1"), ONE_OF("manaus", "literal"), ONE_OF("20", "0", "7", "60"),
             ONE_OF("auto", "add", "announce", "announce", "none"));
}

static void spec_of(struct jg_rng *rng, int i, char *spec, size_t size) {
    if (i % 4 < 2)
        snprintf(spec, size, "domino%s", i % 4 ? ":rules=thesis" : "");
    else
        random_rules(rng, spec, size);
}

/* A random round until this many tiles are left. */
static void late_position(const struct jg_game *g, struct jg_rng *rng, int tiles, struct jg_domino *s) {
    const struct jg_domino_rules *r = jg_domino_rules(g);
    do {
        jg_start(g, s);
        for (int i = 0; i < 3; i++) jg_apply(g, s, g->kind->draw(g, s, rng));
        for (int team = 0; team < 2; team++) s->points[team] = 5 * (20 + (int)jg_rng_below(rng, 20));
        while (s->turn < JG_DOMINO_DEAL && JG_DOMINO_TILES - s->count > tiles) {
            jg_move moves[JG_MOVES_MAX];
            int count = jg_domino_moves(r, s, moves);
            jg_domino_play(r, s, moves[jg_rng_below(rng, (uint32_t)count)], NULL);
        }
    } while (s->turn >= JG_DOMINO_DEAL);
}

/* The start of a round with small hands, which include 6-6. */
static void small_opening(struct jg_rng *rng, int hand, struct jg_domino *s) {
    uint8_t tiles[JG_DOMINO_TILES];
    for (int i = 0; i < JG_DOMINO_TILES; i++) tiles[i] = (uint8_t)i;
    for (int i = 0; i < JG_DOMINO_TILES - 1; i++) {
        int k = i + (int)jg_rng_below(rng, (uint32_t)(JG_DOMINO_TILES - i));
        uint8_t tile = tiles[i];
        tiles[i] = tiles[k];
        tiles[k] = tile;
    }
    *s = (struct jg_domino){.turn = (uint8_t)jg_rng_below(rng, 4), .round = 2, .points = {150, 140}};
    bool there = false;
    for (int i = 0; i < 4 * hand; i++) there |= tiles[i] == JG_DOMINO_SENA;
    if (!there) tiles[jg_rng_below(rng, (uint32_t)(4 * hand))] = JG_DOMINO_SENA;
    for (int i = 0; i < 4 * hand; i++) s->hand[i % 4] |= 1u << tiles[i];
    for (int i = 0; i < 4; i++) s->left[i] = (uint8_t)hand;
}

/* ---- Tests ------------------------------------------------------------------------------- */

static int place_of(const jg_move *moves, int count, jg_move move) {
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return i;
    fail_msg("move %u is not legal", (unsigned)move);
    return -1;
}

/* Value, move and the value of every move are those of minimax. */
static void check(const struct jg_game *g, struct jg_domino_dd *d, const struct jg_domino *s,
                  const struct jg_domino_dd_query *ask) {
    const struct jg_domino_rules *r = jg_domino_rules(g);
    jg_move legal[JG_MOVES_MAX], moves[JG_MOVES_MAX];
    int32_t values[JG_MOVES_MAX];
    struct jg_domino_dd_result result = jg_domino_dd_solve(d, s, ask);
    int count = jg_domino_moves(r, s, legal);
    assert_true(result.exact);
    assert_int_equal(result.value, plain_value(r, s, s, ask));
    assert_int_equal(jg_domino_dd_moves(d, s, ask, moves, values, NULL), count);
    for (int i = 0; i < count; i++) {
        struct jg_domino next = *s;
        jg_domino_play(r, &next, legal[i], NULL);
        assert_int_equal(moves[i], legal[i]);
        assert_int_equal(values[i], plain_value(r, s, &next, ask));
    }
    assert_int_equal(values[place_of(moves, count, result.move)], result.value);
}

static void values_are_those_of_minimax(void **state) {
    struct jg_rng rng;
    (void)state;
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(2000); i++) {
        struct jg_game g;
        struct jg_domino s;
        char spec[256];
        spec_of(&rng, i, spec, sizeof spec);
        open_spec(&g, spec);
        struct jg_domino_dd *d = jg_domino_dd_new(&g, 1 << 16, NULL);
        bool twice = jg_domino_rules(&g)->galo == JG_DOMINO_GALO_ANNOUNCE; /* as many moves */
        late_position(&g, &rng, (twice ? 4 : 6) + i % 8 / (twice ? 2 : 1), &s);
        check(&g, d, &s, &POINTS);
        check(&g, d, &s, &WORTH);
        jg_domino_dd_free(d);
        jg_game_close(&g);
    }
}

static void openings_are_those_of_minimax(void **state) {
    struct jg_rng rng;
    (void)state;
    jg_rng_init(&rng, test_seed(), 2);
    for (int i = 0; i < test_scaled(2000); i++) {
        struct jg_game g;
        struct jg_domino s;
        char spec[256];
        spec_of(&rng, i, spec, sizeof spec);
        open_spec(&g, spec);
        struct jg_domino_dd *d = jg_domino_dd_new(&g, 1 << 16, NULL);
        bool twice = jg_domino_rules(&g)->galo == JG_DOMINO_GALO_ANNOUNCE;
        small_opening(&rng, twice ? 2 : 2 + i % 2, &s);
        check(&g, d, &s, &POINTS);
        check(&g, d, &s, &WORTH);
        jg_domino_dd_free(d);
        jg_game_close(&g);
    }
}

/* Playing the solver's moves for all seats reaches its value, from full openings too. */
static void best_moves_reach_the_value(void **state) {
    struct jg_rng rng;
    (void)state;
    jg_rng_init(&rng, test_seed(), 3);
    for (int i = 0; i < test_scaled(60); i++) {
        const struct jg_domino_dd_query *ask = i % 2 ? &WORTH : &POINTS;
        struct jg_game g;
        struct jg_domino s, start;
        char spec[256];
        spec_of(&rng, i, spec, sizeof spec);
        open_spec(&g, spec);
        struct jg_domino_dd *d = jg_domino_dd_new(&g, 8 << 20, NULL);
        late_position(&g, &rng, 14 + i % 5, &s);
        start = s;
        struct jg_domino_dd_result first = jg_domino_dd_solve(d, &s, ask);
        while (s.turn < JG_DOMINO_DEAL)
            jg_domino_play(jg_domino_rules(&g), &s, jg_domino_dd_solve(d, &s, ask).move, NULL);
        assert_int_equal(plain_value(jg_domino_rules(&g), &start, &s, ask), first.value);
        assert_int_equal(jg_domino_dd_solve(d, &s, ask).move, 0);
        assert_int_equal(jg_domino_dd_solve(d, &s, ask).value, ask->utility ? first.value : 0);
        jg_domino_dd_free(d);
        jg_game_close(&g);
    }
}

static void assert_same(struct jg_domino_dd_result a, struct jg_domino_dd_result b) {
    assert_int_equal(a.value, b.value);
    assert_int_equal(a.move, b.move);
    assert_int_equal(a.nodes, b.nodes);
    assert_int_equal(a.exact, b.exact);
}

/* Results do not depend on earlier queries, nor values on the size of the table. There are more
 * queries than the table has ages. */
static void results_depend_on_the_query_alone(void **state) {
    enum { N = 24 };
    struct jg_rng rng;
    struct jg_game g;
    struct jg_domino s[N];
    struct jg_domino_dd_result fresh[N];
    (void)state;
    jg_rng_init(&rng, test_seed(), 4);
    open_spec(&g, "domino");
    struct jg_domino_dd *used = jg_domino_dd_new(&g, 8 << 20, NULL), *tiny = jg_domino_dd_new(&g, 0, NULL);
    for (int i = 0; i < N; i++) {
        late_position(&g, &rng, 8 + i % 10, &s[i]);
        struct jg_domino_dd *d = jg_domino_dd_new(&g, 8 << 20, NULL);
        fresh[i] = jg_domino_dd_solve(d, &s[i], i % 2 ? &WORTH : &POINTS);
        jg_domino_dd_free(d);
        assert_int_equal(jg_domino_dd_solve(tiny, &s[i], i % 2 ? &WORTH : &POINTS).value, fresh[i].value);
    }
    for (int i = 0; i < 5000; i++) jg_domino_dd_solve(used, &s[i % 5], NULL);
    for (int i = 0; i < 3 * N; i++) {
        int k = (int)jg_rng_below(&rng, N);
        assert_same(jg_domino_dd_solve(used, &s[k], k % 2 ? &WORTH : &POINTS), fresh[k]);
    }
    jg_domino_dd_free(used);
    jg_domino_dd_free(tiny);
    jg_domino_dd_free(NULL);
    jg_game_close(&g);
}

/* A utility function that sets the stop flag after some calls. */
struct bell {
    int calls;
    atomic_bool stop;
};

static int32_t ringing(void *arg, int points0, int points1) {
    struct bell *bell = arg;
    if (++bell->calls == 1000) atomic_store(&bell->stop, true);
    return points0 - points1;
}

static void limits_are_kept(void **state) {
    struct jg_rng rng;
    struct jg_game g;
    struct jg_domino s;
    jg_move legal[JG_MOVES_MAX], moves[JG_MOVES_MAX];
    int32_t values[JG_MOVES_MAX];
    uint64_t nodes;
    (void)state;
    jg_rng_init(&rng, test_seed(), 5);
    open_spec(&g, "domino");
    struct jg_domino_dd *d = jg_domino_dd_new(&g, 1 << 16, NULL);
    do late_position(&g, &rng, 26, &s);
    while (jg_domino_moves(jg_domino_rules(&g), &s, legal) < 2);
    int count = jg_domino_moves(jg_domino_rules(&g), &s, legal);
    for (uint64_t limit = 1; limit < 3000; limit = 2 * limit + 1) {
        struct jg_domino_dd_query ask = {.nodes = limit};
        struct jg_domino_dd_result result = jg_domino_dd_solve(d, &s, &ask);
        assert_false(result.exact);
        assert_true(result.nodes <= limit);
        place_of(legal, count, result.move);
        assert_int_equal(jg_domino_dd_moves(d, &s, &ask, moves, values, &nodes), 0);
        assert_true(nodes <= limit);
    }
    struct bell bell = {0};
    struct jg_domino_dd_query ask = {.utility = ringing, .arg = &bell, .stop = &bell.stop};
    assert_false(jg_domino_dd_solve(d, &s, &ask).exact);
    assert_true(bell.calls < 20000);
    bell.calls = 0;
    struct jg_domino_dd_result result = jg_domino_dd_solve(d, &s, &ask); /* before it begins */
    assert_false(result.exact);
    assert_int_equal(result.nodes, 0);
    assert_true(bell.calls <= count + 1);
    place_of(legal, count, result.move);
    jg_domino_dd_free(d);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_minimax),
        cmocka_unit_test(openings_are_those_of_minimax),
        cmocka_unit_test(best_moves_reach_the_value),
        cmocka_unit_test(results_depend_on_the_query_alone),
        cmocka_unit_test(limits_are_kept),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
