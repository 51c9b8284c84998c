/* The `ab` search in Lines of Action, where positions recur and most moves are quiet: values against a plain recursion
 * over the whole path, the game's ranks and noisy moves, and wins. */
#include "searches.h"

#include "games/loa/loa.h"
#include "search/ab.h"

static void ask_about(const struct jg_game *g, const char *spec, const void *state, const uint64_t *keys,
                      size_t key_count, bool all, struct jg_report *r) {
    struct jg_agent a;
    struct jg_error err = {0};
    if (jg_agent_open(&a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    struct jg_query query = {.view = state,
                             .seat = jg_turn(g, state),
                             .seed = test_seed(),
                             .all = all,
                             .keys = keys,
                             .key_count = key_count};
    assert_int_equal(jg_agent_choose(&a, &query, r, &err), JG_OK);
    jg_agent_close(&a);
}

/* ---- Positions ----------------------------------------------------------------------------- */

/* A random position with a given number of pieces on each side, not over. */
static void scatter(const struct jg_game *g, int each, struct jg_rng *rng, union jg_state *at) {
    do {
        uint64_t pieces[2] = {0};
        for (int i = 0; i < 2 * each;) {
            uint64_t bit = (uint64_t)1 << jg_rng_below(rng, 64);
            if ((pieces[0] | pieces[1]) & bit) continue;
            pieces[i++ % 2] |= bit;
        }
        memset(at, 0, sizeof *at);
        jg_loa_set_position(g, (struct jg_loa_state *)at, pieces, (int)jg_rng_below(rng, 2));
    } while (jg_turn(g, at) == JG_OVER);
}

/* As they come up in games. */
static bool wander(const struct jg_game *g, int plies, struct jg_rng *rng, union jg_state *at) {
    jg_start(g, at);
    jg_random_play(g, at, rng, plies);
    return jg_turn(g, at) != JG_OVER;
}

static void make(const struct jg_game *g, const union jg_state *at, jg_move move, union jg_state *child) {
    memcpy(child, at, g->state_size);
    jg_apply(g, child, move);
}

/* ---- Repetition ---------------------------------------------------------------------------- */

enum { PATH_MAX_KEYS = 64 };

/* A game so far: the keys of all positions up to this one. */
struct path {
    uint64_t keys[PATH_MAX_KEYS];
    size_t count;
};

/* The definition of minimax where a position that has occurred g->repeat times is drawn. */
static int32_t value_by_rules(const struct jg_game *g, const struct jg_eval *e, const union jg_state *at, int depth,
                              int team, struct path *p) {
    if (jg_turn(g, at) == JG_OVER) return jg_eval_end(e, g, at, team);
    if (!depth) return jg_eval_value(e, g, at, team);
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, at, moves);
    bool own = jg_team(jg_turn(g, at)) == team;
    int32_t best = 0;
    for (int i = 0; i < n; i++) {
        union jg_state child;
        make(g, at, moves[i], &child);
        uint64_t key = jg_key(g, &child);
        int times = 1;
        for (size_t k = 0; k < p->count; k++) times += p->keys[k] == key;
        p->keys[p->count++] = key;
        bool drawn = times >= g->repeat && jg_turn(g, &child) != JG_OVER;
        int32_t value = drawn ? 0 : value_by_rules(g, e, &child, depth - 1, team, p);
        p->count--;
        if (!i || (own ? value > best : value < best)) best = value;
    }
    return best;
}

/* A history in which positions that can be reached soon have occurred already. */
static void invent_past(const struct jg_game *g, const union jg_state *at, struct jg_rng *rng, struct path *p) {
    p->count = 0;
    for (int n = (int)jg_rng_below(rng, 8); n > 0; n--) {
        union jg_state child = *at;
        jg_random_play(g, &child, rng, 1 + (int)jg_rng_below(rng, 3));
        for (int k = (int)jg_rng_below(rng, (uint32_t)g->repeat); k > 0; k--) p->keys[p->count++] = jg_key(g, &child);
    }
}

/* At a fixed depth the value respects the repetition rule, whatever the history. */
static void test_repetition(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int each, depth, times;
    } cases[] = {{"loa:repeat=2", 2, 5, 30}, {"loa", 2, 5, 30}, {"loa:repeat=2", 3, 4, 20}, {"loa", 4, 3, 20}};
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    int differ = 0;
    jg_rng_init(&rng, test_seed(), 30);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_game g;
        struct jg_eval e;
        char spec[64];
        open_spec(&g, cases[i].spec);
        assert_int_equal(jg_eval_open_strong(&e, &g, "", NULL), JG_OK);
        snprintf(spec, sizeof spec, "ab:depth=%d", cases[i].depth);
        for (int n = 0; n < test_scaled(cases[i].times); n++) {
            union jg_state at;
            struct path p;
            scatter(&g, cases[i].each, &rng, &at);
            invent_past(&g, &at, &rng, &p);
            ask_about(&g, spec, &at, p.keys, p.count, n % 2, r);
            p.keys[p.count++] = jg_key(&g, &at);
            int team = jg_team(jg_turn(&g, &at));
            int32_t want = value_by_rules(&g, &e, &at, r->depth, team, &p);
            differ += want != plain_value(&g, &e, &at, r->depth, team);
            if (r->value != want) fail_msg("%s, case %zu: %d, not %d", spec, i, r->value, want);
        }
        jg_eval_close(&e);
        jg_game_close(&g);
    }
    if (test_scaled(100) >= 100) assert_true(differ > 3); /* or it would show nothing */
    free(r);
}

/* A side that would lose otherwise plays the move that draws by repetition, and knows its value. */
static void test_saved_by_repetition(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    int saved = 0;
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 31);
    for (int n = 0; n < test_scaled(200) || !saved; n++) { /* at least one */
        union jg_state at, child;
        jg_move moves[JG_MOVES_MAX];
        scatter(&g, 3, &rng, &at);
        ask_about(&g, "ab:nodes=3000", &at, NULL, 0, false, r);
        if (r->value != -JG_WIN) continue;
        assert_true(r->proven && r->plies > 1);
        const char *spec = r->plies <= 4 && n % 2 ? "ab:depth=4" : "ab:nodes=3000";
        int i = (int)jg_rng_below(&rng, (uint32_t)jg_moves(&g, &at, moves));
        make(&g, &at, moves[i], &child);
        if (jg_turn(&g, &child) == JG_OVER) continue;
        uint64_t keys[] = {jg_key(&g, &child), 1, jg_key(&g, &child)};
        ask_about(&g, spec, &at, keys, 3, false, r);
        assert_int_equal(r->value, 0);
        assert_int_equal(r->move, moves[i]);
        ask_about(&g, "ab:nodes=3000", &at, keys, 2, false, r); /* once was not enough */
        assert_int_equal(r->value, -JG_WIN);
        saved++;
    }
    free(r);
    jg_game_close(&g);
}

/* The transposition table persists between queries of a timed search, except for values that depend on another
 * history. */
static void test_another_past(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    union jg_state at, child;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "loa");
    read_position(&g, "8/8/1b1b4/2b5/8/8/5b2/w6w b", &at); /* f2 comes home in three plies */
    assert_int_equal(jg_agent_open(&a, &g, "ab:nodes=5000,threads=2", NULL), JG_OK);
    struct jg_query query = {.view = &at, .seat = 0, .seed = test_seed()};
    assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
    jg_move first = r->move;
    int32_t free_value = r->value;
    make(&g, &at, first, &child);
    if (jg_turn(&g, &child) != JG_OVER) {
        uint64_t keys[] = {jg_key(&g, &child), jg_key(&g, &child)};
        query.keys = keys;
        query.key_count = 2;
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_true(r->move != first || r->value == 0);
        query.key_count = 0;
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        assert_true((r->value > 0) == (free_value > 0));
    }
    jg_agent_close(&a);
    free(r);
    jg_game_close(&g);
}

/* ---- Values -------------------------------------------------------------------------------- */

/* All searches agree as long as no position can occur three times. */
static void test_equal_values(void **state) {
    (void)state;
    static const char *const searches[] = {"minimax", "alphabeta", "ab", "ab:threads=2", "ab:without=table+rank"};
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 32);
    for (int n = 0; n < test_scaled(60); n++) {
        union jg_state at;
        int depth = 1 + n % 4;
        int32_t value = 0;
        if (depth > 2)
            scatter(&g, depth == 4 ? 3 : 6, &rng, &at);
        else if (!wander(&g, (int)jg_rng_below(&rng, 60), &rng, &at))
            continue;
        for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
            char spec[64];
            snprintf(spec, sizeof spec, "%s%cdepth=%d,eval=%s", searches[i], strchr(searches[i], ':') ? ',' : ':', depth,
                     n & 4 ? "network" : "mix");
            ask_about(&g, spec, &at, NULL, 0, false, r);
            if (!i) value = r->value;
            if (r->value != value) fail_msg("%s: %d, not %d", spec, r->value, value);
        }
    }
    free(r);
    jg_game_close(&g);
}

/* Plies to a win of the side to move within a depth, or 0; a loss is negative. */
static int plain_end(const struct jg_game *g, const union jg_state *at, int depth) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, at, moves), win = 0, loss = 0;
    bool lost = true;
    for (int i = 0; i < n && depth; i++) {
        union jg_state child;
        make(g, at, moves[i], &child);
        bool over = jg_turn(g, &child) == JG_OVER;
        int32_t score = over ? jg_score(g, &child, jg_team(jg_turn(g, at))) : 0;
        int end = over ? -score : plain_end(g, &child, depth - 1);
        int plies = 1 + (over ? 0 : abs(end));
        if (end < 0 && (!win || plies < win)) win = plies;
        if (end > 0 && plies > loss) loss = plies;
        if (end <= 0) lost = false;
    }
    return win ? win : lost && depth ? -loss : 0;
}

/* An immediate win is played; the shortest win, the longest defence; and proven values are right. */
static void test_ends(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    int ends[6] = {0};
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 33);
    for (int n = 0; n < test_scaled(400); n++) {
        union jg_state at;
        scatter(&g, 3 + n % 2, &rng, &at);
        int depth = n % 2 ? 3 : 4, want = plain_end(&g, &at, depth);
        ask_about(&g, n % 2 ? "ab:depth=3" : "ab:depth=4", &at, NULL, 0, false, r);
        assert_int_equal(r->value > JG_WIN / 2 ? r->plies : r->value < -JG_WIN / 2 ? -r->plies : 0, want);
        if (want) assert_true(r->proven && r->pv_count == abs(want));
        ends[abs(want)]++;
        ask_about(&g, "ab:nodes=2000", &at, NULL, 0, false, r);
        if (want == 1) assert_true(r->value == JG_WIN && r->plies == 1 && r->proven);
        char text[JG_POSITION_MAX];
        if (r->proven && r->plies && r->plies <= depth && (!want || (want > 0) != (r->value > 0)))
            fail_msg("%s: %d in %d, not %d", position_text(&g, &at, text), r->value, r->plies, want);
    }
    assert_true(ends[1] && (test_scaled(100) < 100 || (ends[2] && ends[3])));
    free(r);
    jg_game_close(&g);
}

/* ---- Move ordering of the game ------------------------------------------------------------- */

static void check_hints(const struct jg_game *g, const union jg_state *at) {
    jg_move moves[JG_MOVES_MAX], noisy[JG_MOVES_MAX];
    int32_t ranks[JG_MOVES_MAX];
    int n = jg_moves(g, at, moves), m = g->kind->noisy(g, at, noisy), place = 0, seat = jg_turn(g, at);
    g->kind->rank(g, at, moves, n, ranks);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        make(g, at, moves[i], &child);
        bool wins = jg_turn(g, &child) == JG_OVER && jg_score(g, &child, jg_team(seat)) > 0;
        bool listed = place < m && noisy[place] == moves[i];
        place += listed;
        assert_in_range(ranks[i] + 255, 0, 510);
        if (wins && jg_loa_connected(((struct jg_loa_state *)&child)->pieces[seat])) {
            assert_int_equal(ranks[i], 255);
            assert_true(listed);
        } else if (ranks[i] == 255) {
            assert_true(jg_turn(g, &child) == JG_OVER); /* both sides connected */
        }
    }
    assert_int_equal(place, m);
}

static void check_pass(const struct jg_game *g, const union jg_state *at) {
    union jg_state passed = *at, read;
    char before[JG_POSITION_MAX], after[JG_POSITION_MAX];
    if (!g->kind->pass(g, &passed)) return;
    position_text(g, at, before);
    position_text(g, &passed, after);
    size_t end = strlen(before) - 1;
    assert_true(before[end] != after[end]);
    before[end] = after[end];
    assert_string_equal(before, after);
    read_position(g, after, &read);
    assert_memory_equal(&read, &passed, g->state_size); /* the key, too */
}

static void test_hints(void **state) {
    (void)state;
    static const char *const specs[] = {"loa", "loa:both=mover", "loa:nomove=loss"};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 34);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_game g;
        open_spec(&g, specs[i]);
        for (int n = 0; n < test_scaled(3000); n++) {
            union jg_state at;
            if (n % 2)
                scatter(&g, 2 + (int)jg_rng_below(&rng, 11), &rng, &at);
            else if (!wander(&g, (int)jg_rng_below(&rng, 120), &rng, &at))
                continue;
            check_hints(&g, &at);
            check_pass(&g, &at);
        }
        jg_game_close(&g);
    }
}

/* ---- Parts --------------------------------------------------------------------------------- */

static const char *const LOA[] = {"1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
                                  "2b1bbb1/w6w/w3b2w/w1w4w/3b3w/w6w/2w5/2bb1b2 b", "5w2/8/2b5/8/7w/8/2b5/w4b2 w", NULL};
static const char *const KALAH[] = {"0,2,0,3,1,2,14,2,0,1,3,0,2,18 1", NULL};

/* Nodes of a few queries without a part (NULL: with all); the first move of each position would be its third
 * occurrence. */
static uint64_t nodes_without(const struct jg_game *g, const char *const *positions, const char *part) {
    struct jg_report *r = malloc(sizeof *r);
    uint64_t nodes = 0;
    for (size_t i = 0; positions[i]; i++) {
        union jg_state at, child;
        jg_move moves[JG_MOVES_MAX];
        char spec[64];
        snprintf(spec, sizeof spec, "ab:depth=7,selective=yes%s%s", part ? ",without=" : "", part ? part : "");
        read_position(g, positions[i], &at);
        jg_moves(g, &at, moves);
        make(g, &at, moves[0], &child);
        uint64_t keys[] = {jg_key(g, &child), jg_key(g, &child)};
        ask_about(g, spec, &at, keys, 2, false, r);
        nodes += r->nodes;
    }
    free(r);
    return nodes;
}

/* Each part can be turned off, which changes something, endings where the game knows some; no others can. */
static void test_without(void **state) {
    (void)state;
    static const char *const PARTS[] = {
#define NAME(id, name) name,
        JG_AB_TECHNIQUES(NAME)
#undef NAME
    };
    static const char *const bad[] = {"ab:without=nul", "ab:without=null+nul", "ab:without=nul+null"};
    struct jg_game g, knows;
    struct jg_agent a;
    struct jg_error err = {0};
    char list[512] = "", message[600];
    open_spec(&g, "loa");
    open_spec(&knows, "kalah");
    uint64_t whole = nodes_without(&g, LOA, NULL);
    assert_true(nodes_without(&g, LOA, "endings") == whole);
    assert_true(nodes_without(&knows, KALAH, "endings") > nodes_without(&knows, KALAH, NULL));
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        if (strcmp(PARTS[i], "endings") && nodes_without(&g, LOA, PARTS[i]) == whole)
            fail_msg("without %s nothing changes", PARTS[i]);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", PARTS[i]);
    }
    assert_true(nodes_without(&g, LOA, "null+table+null") == nodes_without(&g, LOA, "table+null"));
    snprintf(message, sizeof message, "unknown technique 'nul'; choose from %s", list);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(jg_agent_open(&a, &g, bad[i], &err), JG_EINPUT);
        assert_string_equal(err.message, message);
    }
    jg_game_close(&knows);
    jg_game_close(&g);
}

/* ---- Promises ------------------------------------------------------------------------------ */

/* Several threads, each with its own path, give a result; one thread is reproducible. */
static void test_threads(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r), *again = malloc(sizeof *again);
    open_spec(&g, "loa");
    jg_rng_init(&rng, test_seed(), 36);
    for (int n = 0; n < test_scaled(20); n++) {
        union jg_state at;
        struct path p;
        if (!wander(&g, (int)jg_rng_below(&rng, 60), &rng, &at)) continue;
        invent_past(&g, &at, &rng, &p);
        ask_about(&g, "ab:nodes=20k,threads=2", &at, p.keys, p.count, n % 2, r);
        assert_true(jg_legal(&g, &at, r->move));
        ask_about(&g, "ab:nodes=5k", &at, p.keys, p.count, false, r);
        ask_about(&g, "ab:nodes=5k", &at, p.keys, p.count, false, again);
        assert_same_report(r, again);
    }
    free(r);
    free(again);
    jg_game_close(&g);
}

/* A game that may be endless is not searched to its end, but to a depth and within other limits. */
static void test_no_end(void **state) {
    (void)state;
    static const struct refused bad[] = {
        {"minimax:depth=0", "loa may never end: limit the search by depth, nodes or ms"},
        {"negamax:depth=0", "loa may never end: limit the search by depth, nodes or ms"},
        {"alphabeta:depth=0", "loa may never end: limit the search by depth, nodes or ms"},
    };
    static const char *const good[] = {"minimax:depth=0,nodes=20k",   "negamax:depth=1000,nodes=20k",
                                       "alphabeta:depth=0,nodes=20k", "alphabeta:depth=0,ms=20",
                                       "ab:depth=1000,nodes=20k",     "ab:depth=0,nodes=20k"};
    struct jg_game g;
    union jg_state start;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "loa");
    jg_start(&g, &start);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct jg_agent a;
        struct jg_error err = {0};
        assert_int_equal(jg_agent_open(&a, &g, bad[i].spec, &err), JG_EFIT);
        assert_string_equal(err.message, bad[i].message);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        ask_about(&g, good[i], &start, NULL, 0, false, r);
        assert_true(jg_legal(&g, &start, r->move));
    }
    free(r);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repetition),   cmocka_unit_test(test_saved_by_repetition),
        cmocka_unit_test(test_another_past), cmocka_unit_test(test_equal_values),
        cmocka_unit_test(test_ends),         cmocka_unit_test(test_hints),
        cmocka_unit_test(test_without),      cmocka_unit_test(test_threads),
        cmocka_unit_test(test_no_end),
    };
    test_begin();
    return cmocka_run_group_tests_name("ab_loa", tests, NULL, NULL);
}
