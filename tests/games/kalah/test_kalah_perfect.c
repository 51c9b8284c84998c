/* Exact values in agents: kalah.perfect, and the endgame play of every strong agent. */
#include "clock.h"
#include "test.h"

#include "games/kalah/solver.h"
#include "bench/games/kalah/plain.h"
#include "search/endgame.h"

#include <jansson.h>

static const char *const RULES[] = {"kalah", "kalah:emptycapture=1", "kalah:houses=4,seeds=6"};
enum { RULE_COUNT = sizeof RULES / sizeof *RULES };

/* ---- Exact values ------------------------------------------------------------------------ */

static struct plain_kalah plain_of(const struct jg_game *g, const void *state) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct plain_kalah k = {.houses = o->houses, .emptycapture = o->emptycapture};
    int turn = jg_turn(g, state);
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i < o->houses; i++) k.place[seat * (o->houses + 1) + i] = jg_kalah_seeds(g, state, seat, i);
        k.place[seat * (o->houses + 1) + o->houses] = jg_kalah_store(g, state, seat);
    }
    k.player = turn == 1;
    k.over = turn == JG_OVER;
    return k;
}

/* The value for the first player by exhaustive search with the plain rules. */
static int plain_value(const struct plain_kalah *k, int alpha, int beta) {
    int moves[10], n = plain_kalah_moves(k, moves);
    if (k->over || !n) return k->place[k->houses] - k->place[2 * k->houses + 1];
    for (int i = 0; i < n && alpha < beta; i++) {
        struct plain_kalah child = *k;
        plain_kalah_move(&child, moves[i]);
        int value = plain_value(&child, alpha, beta);
        if (k->player && value < beta) beta = value;
        if (!k->player && value > alpha) alpha = value;
    }
    return k->player ? beta : alpha;
}

static int in_play(const struct jg_game *g, const void *state) {
    int n = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < g->max_moves; i++) n += jg_kalah_seeds(g, state, seat, i);
    return n;
}

/* The solver's value, checked by the plain rules with few seeds. */
struct truth {
    struct jg_game g;
    struct jg_kalah_endgame *endgame;
    struct jg_kalah_solver *solver;
    struct jg_solution found;
};

static void truth_open(struct truth *t, const char *spec) {
    struct jg_error err = {0};
    bool made;
    open_spec(&t->g, spec);
    const struct jg_kalah_options *o = jg_kalah_options(&t->g);
    struct jg_kalah_endgame_params query = {.houses = o->houses,
                                            .emptycapture = o->emptycapture,
                                            .seeds = JG_KALAH_ENDGAME_SEEDS_DEFAULT,
                                            .threads = 1,
                                            .save = true};
    t->endgame = jg_kalah_endgame_open(&query, &made, &err);
    assert_non_null(t->endgame);
    struct jg_kalah_solver_options options = {.threads = 1, .table = 16 << 20, .endgame = t->endgame};
    t->solver = jg_kalah_solver_new(&t->g, &options, &err);
    assert_non_null(t->solver);
}

static void truth_close(struct truth *t) {
    jg_kalah_solver_free(t->solver);
    jg_kalah_endgame_close(t->endgame);
    jg_game_close(&t->g);
}

/* The score for the first player under best play. */
static int32_t truth_of(struct truth *t, const void *state) {
    enum { FEW = 9 };
    int turn = jg_turn(&t->g, state);
    if (turn == JG_OVER) return jg_score(&t->g, state, 0);
    struct jg_solve_query query = {.state = state};
    jg_kalah_solver_run(t->solver, &query, 0, &t->found);
    assert_true(jg_bounds_met(t->found.value));
    int32_t value = turn ? -t->found.value.low : t->found.value.low;
    if (in_play(&t->g, state) <= FEW) {
        struct plain_kalah plain = plain_of(&t->g, state);
        assert_int_equal(plain_value(&plain, -1000, 1000), value);
    }
    return value;
}

/* Plays at random until `seeds` seeds are left in the houses. */
static void random_ending(const struct jg_game *g, struct jg_rng *rng, int least, int most, union jg_state *at) {
    do {
        jg_start(g, at);
        while (jg_turn(g, at) != JG_OVER && in_play(g, at) > most) jg_random_play(g, at, rng, 1);
    } while (jg_turn(g, at) == JG_OVER || in_play(g, at) < least);
}

/* ---- Games -------------------------------------------------------------------------------- */

static void choose(struct jg_agent *a, const void *state, uint64_t seed, bool all, struct jg_report *r) {
    struct jg_query query = {.view = state, .seat = jg_turn(a->game, state), .seed = seed, .all = all};
    struct jg_error err = {0};
    if (jg_agent_choose(a, &query, r, &err)) fail_msg("%s: %s", a->kind->name, err.message);
}

/* Plays a game to its end: the agent never gets less than the exact value, and its claims are true. */
static void play_on(struct truth *t, struct jg_agent *player, struct jg_agent *other, int seat,
                    const union jg_state *from, uint64_t seed) {
    struct jg_report *r = malloc(sizeof *r);
    union jg_state at = *from;
    int32_t best = truth_of(t, &at);
    char position[JG_POSITION_MAX];
    if (seat) best = -best;
    while (jg_turn(&t->g, &at) != JG_OVER) {
        int turn = jg_turn(&t->g, &at);
        choose(turn == seat ? player : other, &at, seed++, false, r);
        if (turn == seat && r->by == &jg_eval_score) {
            int32_t now = truth_of(t, &at);
            assert_true(r->proven);
            assert_int_equal(r->value, seat ? -now : now);
        }
        jg_apply(&t->g, &at, r->move);
    }
    int32_t score = jg_score(&t->g, &at, seat);
    if (score < best)
        fail_msg("%s against %s: %d where %d could be had, from %s", player->kind->name, other->kind->name, score, best,
                 position_text(&t->g, from, position));
    free(r);
}

static void open_agent(struct jg_agent *a, const struct jg_game *g, const char *spec) {
    struct jg_error err = {0};
    if (jg_agent_open(a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
}

/* Opens the i-th agent if it plays Kalah by itself, with a limit that allows many games. */
static bool open_other(struct jg_agent *a, const struct jg_game *g, size_t i) {
    const struct jg_agent_kind *k = jg_agent_kind_at(i);
    char spec[JG_SPEC_MAX];
    if (k->human || k->runs_program || jg_agent_fits(k, g, NULL)) return false;
    bool limited = k->options && jg_options_find(k->options, "nodes", strlen("nodes"));
    snprintf(spec, sizeof spec, "%s%s", k->name, limited ? ":nodes=300" : "");
    open_agent(a, g, spec);
    return true;
}

/* Games against each agent, 200 in long runs, from positions of 14 to 24 seeds. */
static void test_never_below_exact(void **state) {
    (void)state;
    int games = test_scaled(100) > 100 ? 200 : test_scaled(20);
    struct truth *t = calloc(1, sizeof *t);
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 61);
    for (int rules = 0; rules < RULE_COUNT; rules++) {
        struct jg_agent perfect;
        truth_open(t, RULES[rules]);
        open_agent(&perfect, &t->g, "kalah.perfect:nodes=20M,table=16M");
        for (size_t i = 0; jg_agent_kind_at(i); i++) {
            struct jg_agent other;
            if (!open_other(&other, &t->g, i)) continue;
            for (int n = rules; n < games; n += RULE_COUNT) {
                union jg_state from;
                random_ending(&t->g, &rng, 14, 24, &from);
                play_on(t, &perfect, &other, n / RULE_COUNT % 2, &from, jg_rng_next(&rng));
            }
            jg_agent_close(&other);
        }
        jg_agent_close(&perfect);
        truth_close(t);
    }
    free(t);
}

/* With twelve seeds or fewer every strong agent is perfect, whatever its limits. */
static void test_endings(void **state) {
    (void)state;
    static const char *const players[] = {"ab",
                                          "ab:nodes=1",
                                          "ab:nodes=300,eval=mix",
                                          "ab:depth=1",
                                          "ab:ms=1",
                                          "mcts:playouts=10",
                                          "mcts:nodes=50,prior=3",
                                          "kalah.perfect:nodes=1",
                                          "kalah.perfect:ms=1"};
    static const char *const others[] = {"random", "greedy", "ab:nodes=300,without=endings"};
    enum { PLAYERS = sizeof players / sizeof *players, COUNT = sizeof others / sizeof *others };
    struct truth *t = calloc(1, sizeof *t);
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 62);
    for (int rules = 0; rules < RULE_COUNT; rules++) {
        truth_open(t, RULES[rules]);
        for (int i = 0; i < PLAYERS * COUNT; i++) {
            struct jg_agent player, other;
            open_agent(&player, &t->g, players[i / COUNT]);
            open_agent(&other, &t->g, others[i % COUNT]);
            for (int n = 0; n < test_scaled(10); n++) {
                union jg_state from;
                random_ending(&t->g, &rng, 2, JG_KALAH_ENDGAME_SEEDS_DEFAULT, &from);
                play_on(t, &player, &other, n % 2, &from, jg_rng_next(&rng));
            }
            jg_agent_close(&player);
            jg_agent_close(&other);
        }
        truth_close(t);
    }
    free(t);
}

/* ---- Reports ------------------------------------------------------------------------------ */

/* The principal variation of a report leads to the reported score. */
static void assert_line(const struct jg_game *g, const union jg_state *from, const struct jg_report *r) {
    union jg_state at = *from;
    int seat = jg_turn(g, from);
    assert_true(!r->pv_count || r->pv[0] == r->move);
    for (int i = 0; i < r->pv_count; i++) {
        assert_true(jg_legal(g, &at, r->pv[i]));
        jg_apply(g, &at, r->pv[i]);
    }
    if (r->plies) {
        assert_int_equal(r->plies, r->pv_count);
        assert_int_equal(jg_turn(g, &at), JG_OVER);
        assert_int_equal(jg_score(g, &at, seat), r->value);
    }
}

/* Every move has its exact value, and the chosen move is one of the best. */
static void test_reports(void **state) {
    (void)state;
    static const char *const agents[] = {"kalah.perfect:nodes=20M", "ab:nodes=100", "mcts:playouts=50"};
    struct truth *t = calloc(1, sizeof *t);
    struct jg_report *r = malloc(sizeof *r);
    struct jg_rng rng;
    int ends = 0;
    jg_rng_init(&rng, test_seed(), 63);
    for (int rules = 0; rules < RULE_COUNT; rules++) {
        truth_open(t, RULES[rules]);
        for (int i = 0; i < 3; i++) {
            struct jg_agent a;
            open_agent(&a, &t->g, agents[i]);
            for (int n = 0; n < test_scaled(20); n++) {
                union jg_state at, child;
                random_ending(&t->g, &rng, 2, i ? JG_KALAH_ENDGAME_SEEDS_DEFAULT : 20, &at);
                int seat = jg_turn(&t->g, &at), best = -1000;
                choose(&a, &at, (uint64_t)n, true, r);
                assert_true(r->proven && r->by == &jg_eval_score);
                jg_move moves[JG_MOVES_MAX];
                assert_int_equal(r->move_count, jg_moves(&t->g, &at, moves));
                for (int k = 0; k < r->move_count; k++) {
                    child = at;
                    jg_apply(&t->g, &child, r->moves[k].move);
                    int value = seat ? -truth_of(t, &child) : truth_of(t, &child);
                    assert_int_equal(r->moves[k].value, value);
                    if (value > best) best = value;
                    if (r->moves[k].move == r->move) assert_int_equal(value, r->value);
                }
                assert_int_equal(best, r->value);
                assert_line(&t->g, &at, r);
                ends += r->plies > 0;
            }
            jg_agent_close(&a);
        }
        truth_close(t);
    }
    assert_true(ends > 0);
    free(r);
    free(t);
}

/* The chosen move has the best value, and proven moves are right. */
static void assert_sure(struct truth *t, const union jg_state *from, const struct jg_report *r) {
    int32_t best = r->value, chosen = r->value, team = jg_team(jg_turn(&t->g, from));
    for (int i = 0; i < r->move_count; i++) {
        int32_t value = r->moves[i].value;
        union jg_state child = *from;
        if (value > best) best = value;
        if (r->moves[i].move == r->move) chosen = value;
        if (r->by == &jg_eval_score || (value != JG_WIN && value != -JG_WIN)) continue;
        jg_apply(&t->g, &child, r->moves[i].move);
        int32_t true_value = team ? -truth_of(t, &child) : truth_of(t, &child);
        assert_true(value > 0 ? true_value > 0 : true_value < 0);
    }
    assert_int_equal(best, r->value);
    assert_int_equal(chosen, r->value);
    if (r->value == JG_WIN) assert_true(r->proven);
}

/* A search that reaches database positions claims nothing proven that is wrong. */
static void test_proofs_on_the_way(void **state) {
    (void)state;
    static const char *const agents[] = {
        "ab:nodes=30k",          "ab:nodes=30k,eval=mix",      "ab:nodes=20k,selective=no",
        "mcts:playouts=3000",    "mcts:playouts=1000,prior=3", "kalah.perfect:nodes=3000",
        "kalah.perfect:depth=6", "kalah.perfect:nodes=500"};
    struct truth *t = calloc(1, sizeof *t);
    struct jg_report *r = malloc(sizeof *r);
    struct jg_rng rng;
    int proven = 0;
    jg_rng_init(&rng, test_seed(), 64);
    for (int rules = 0; rules < RULE_COUNT; rules++) {
        truth_open(t, RULES[rules]);
        for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
            struct jg_agent a;
            open_agent(&a, &t->g, agents[i]);
            for (int n = 0; n < test_scaled(15); n++) {
                union jg_state at;
                random_ending(&t->g, &rng, 13, 22, &at);
                choose(&a, &at, (uint64_t)n, n % 2, r);
                assert_line(&t->g, &at, r->by == &jg_eval_score || !r->plies ? r : (r->plies = 0, r));
                if (!strcmp(a.kind->name, "kalah.perfect")) assert_sure(t, &at, r);
                if (!r->proven) continue;
                int value = jg_turn(&t->g, &at) ? -truth_of(t, &at) : truth_of(t, &at);
                int says = (r->value > 0) - (r->value < 0);
                assert_int_equal(says, (value > 0) - (value < 0));
                proven++;
            }
            jg_agent_close(&a);
        }
        truth_close(t);
    }
    assert_true(proven > 0);
    free(r);
    free(t);
}

/* It finds out who wins before the margin, so that few nodes are enough for that. */
static void test_winner_first(void **state) {
    (void)state;
    enum { POSITIONS = 40, KNOWN = 26 };
    struct jg_game g;
    struct jg_rng rng;
    struct jg_agent a;
    struct jg_report *r = malloc(sizeof *r);
    int known = 0;
    jg_rng_init(&rng, 67, 0); /* fixed: 27 of these positions, and 24 by the margin alone */
    open_spec(&g, "kalah");
    open_agent(&a, &g, "kalah.perfect:nodes=20k,endings=12");
    for (int i = 0; i < POSITIONS; i++) {
        struct jg_query query = {.seed = (uint64_t)i};
        union jg_state at;
        int low = 0, high = 0, solved = 0;
        random_ending(&g, &rng, 24, 30, &at);
        query.view = &at;
        choose(&a, &at, query.seed, false, r);
        json_t *why = a.kind->explain_json(&a, &query);
        json_unpack(why, "{s:b, s:i, s:i}", "solved", &solved, "low", &low, "high", &high);
        known += solved || low > 0 || high < 0;
        json_decref(why);
    }
    if (known < KNOWN) fail_msg("%d of %d", known, POSITIONS);
    jg_agent_close(&a);
    free(r);
    jg_game_close(&g);
}

/* The same query with a node limit has the same result, whatever came before. */
static void test_repeats(void **state) {
    (void)state;
    static const char *const specs[] = {"kalah.perfect:nodes=5k", "kalah.perfect:nodes=200k,endings=13",
                                        "kalah.perfect:depth=5"};
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *one = malloc(sizeof *one), *two = malloc(sizeof *two);
    jg_rng_init(&rng, test_seed(), 65);
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_agent used;
        open_agent(&used, &g, specs[i]);
        for (int n = 0; n < test_scaled(12); n++) {
            struct jg_agent fresh;
            union jg_state at;
            random_ending(&g, &rng, 13, 20 + 2 * n, &at);
            choose(&used, &at, (uint64_t)n, n % 2, one);
            open_agent(&fresh, &g, specs[i]);
            choose(&fresh, &at, (uint64_t)n, n % 2, two);
            assert_same_report(one, two);
            jg_agent_close(&fresh);
        }
        jg_agent_close(&used);
    }
    free(one);
    free(two);
    jg_game_close(&g);
}

struct halt {
    atomic_bool stop;
    int calls;
    uint64_t nodes; /* when the flag was set */
};

static void halt(void *arg, const struct jg_report *r) {
    struct halt *h = arg;
    if (++h->calls != 3) return;
    h->nodes = r->nodes;
    atomic_store(&h->stop, true);
}

/* When stopped, before it begins or while solving or searching, it returns the best result so far. */
static void test_stops(void **state) {
    (void)state;
    static const char *const specs[] = {"kalah.perfect:ms=3600000", "kalah.perfect:ms=3600000,solve=100,threads=2",
                                        "kalah.perfect:nodes=1000G", "kalah.perfect:nodes=1000G,solve=0"};
    struct jg_game g;
    union jg_state at;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "kalah:seeds=5");
    jg_start(&g, &at);
    for (size_t i = 0; i < 2 * sizeof specs / sizeof *specs; i++) {
        struct jg_agent a;
        struct halt h = {.stop = i % 2};
        struct jg_query query = {.view = &at, .stop = &h.stop, .all = i % 3 == 0, .progress = halt, .arg = &h};
        open_agent(&a, &g, specs[i / 2]);
        clock_hold(0.01); /* progress is reported by the clock */
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        clock_release();
        assert_true(h.stop && !r->proven);
        if (r->nodes > h.nodes + 10000) fail_msg("%s: %llu nodes", specs[i / 2], (unsigned long long)r->nodes);
        jg_agent_close(&a);
    }
    free(r);
    jg_game_close(&g);
}

struct seen {
    const struct jg_game *g;
    const void *at;
    int solving, proven;
    uint64_t nodes;
};

static void see(void *arg, const struct jg_report *r) {
    struct seen *s = arg;
    assert_true(jg_legal(s->g, s->at, r->move) && r->pv_count && r->pv[0] == r->move);
    assert_true(r->nodes >= s->nodes);
    s->nodes = r->nodes;
    s->proven += r->proven;
    if (!r->note || strcmp(r->note, "solving")) return;
    assert_true(!r->by && !r->proven);
    s->solving++;
}

/* It reports progress while solving, and finally the result. */
static void test_progress(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent a;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state at;
    open_spec(&g, "kalah");
    read_position(&g, "3,2,2,1,3,2,10,2,3,1,2,2,2,13 1", &at);
    open_agent(&a, &g, "kalah.perfect:nodes=2M");
    for (int all = 0; all < 2; all++) {
        struct seen seen = {.g = &g, .at = &at};
        struct jg_query query = {.view = &at, .all = all, .progress = see, .arg = &seen};
        clock_hold(0.01);
        assert_int_equal(jg_agent_choose(&a, &query, r, NULL), JG_OK);
        clock_release();
        assert_true(r->proven && seen.solving > 0 && seen.proven == 1 && seen.nodes == r->nodes);
    }
    jg_agent_close(&a);
    free(r);
    jg_game_close(&g);
}

/* Explanations in both languages. */
static void test_words(void **state) {
    (void)state;
    static const struct {
        const char *position, *agent, *english, *portuguese;
    } cases[] = {
        {"0,1,2,0,1,0,20,1,0,2,1,0,1,19 1", "kalah.perfect", "solved: a draw with best play\n",
         "resolvido: empate com o melhor jogo\n"},
        {"0,0,0,0,0,1,20,0,0,0,0,1,0,26 1", "kalah.perfect", "solved: you lose by 6 with best play\n",
         "resolvido: você perde por 6 com o melhor jogo\n"},
        {"0,0,0,0,1,0,27,0,0,0,0,0,1,19 2", "kalah.perfect", "solved: you lose by 8 with best play\n",
         "resolvido: você perde por 8 com o melhor jogo\n"},
        {"0,0,0,0,1,0,19,0,0,0,0,0,1,27 2", "kalah.perfect", "solved: you win by 8 with best play\n",
         "resolvido: você vence por 8 com o melhor jogo\n"},
        {NULL, "kalah.perfect:nodes=1k", "not solved: estimated by search\n", "não resolvido: estimado pela busca\n"},
    };
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "kalah");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_agent a;
        union jg_state at;
        read_position(&g, cases[i].position, &at);
        open_agent(&a, &g, cases[i].agent);
        choose(&a, &at, 1, false, r);
        struct jg_query query = {.view = &at, .seat = jg_turn(&g, &at)};
        for (int other = 0; other < 2; other++) {
            jg_lang lang = other ? PORTUGUESE : JG_EN;
            struct jg_style style = {.lang = lang};
            char text[256];
            struct jg_text t;
            jg_text_init(&t, text, sizeof text);
            a.kind->explain(&a, &query, &style, &t);
            assert_string_equal(text, lang == JG_EN ? cases[i].english : cases[i].portuguese);
        }
        jg_agent_close(&a);
    }
    free(r);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_below_exact),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_proofs_on_the_way),
        cmocka_unit_test(test_winner_first),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_words),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
