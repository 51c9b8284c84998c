/* The agent `domino`: reproducible decisions, limits, legal moves, a consistent belief, explanations. */
#include "domino_walk.h"
#include "ticking.h"
#include "deciding.h"
#include "network.h"

#include "arena/game.h"
#include "games/domino/lookahead.h"
#include "games/domino/paper.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>

static const char *const LEVELS[] = {"beginner", "amateur", "club", "expert", "master"};
static const struct jg_domino_effort MASTER = {.deals = 2048, .worlds = 512, .infers = true, .solves = 12};

static void open_agent(struct jg_agent *a, const struct jg_game *g, const char *spec) {
    struct jg_error err = {0};
    if (jg_agent_open(a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
}

static void ask(struct jg_agent *a, const struct jg_domino *view, uint64_t seed, struct jg_report *report) {
    struct jg_error err = {0};
    struct jg_query question = {.view = view, .seat = view->turn, .seed = seed};
    if (jg_agent_choose(a, &question, report, &err)) fail_msg("%s", err.message);
}

/* The view of a player with a choice, with at most this many tiles in all hands. */
static void any_view(const struct jg_game *g, struct jg_rng *rng, int most, struct jg_domino *view) {
    static struct walk w;
    walk_to_choice(g, rng, most, &w);
    jg_view(g, &w.s, w.s.turn, view);
}

/* ---- Reproducibility --------------------------------------------------------------------------------- */

static void test_repeats(void **state) {
    (void)state;
    static const char *const specs[] = {
        "domino:level=beginner",       "domino:level=amateur", "domino:level=club", "domino:level=expert", "domino",
        "domino:nodes=20000,threads=2"};
    static struct jg_report one, two, third;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 0);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct jg_agent used, fresh;
        open_agent(&used, &g, specs[i]);
        for (int position = 0; position < test_scaled_threads(6); position++) {
            struct jg_domino view, copy;
            any_view(&g, &rng, 28, &view);
            copy = view;
            uint64_t seed = jg_rng_next(&rng);
            open_agent(&fresh, &g, specs[i]);
            ask(&used, &view, seed, &one);
            ask(&fresh, &view, seed, &two);
            ask(&used, &view, seed, &third);
            assert_same_report(&one, &two);
            assert_same_report(&one, &third);
            assert_memory_equal(&view, &copy, sizeof view);
            jg_agent_close(&fresh);
        }
        jg_agent_close(&used);
    }
    jg_game_close(&g);
}

/* Without limits the result depends on the level, not on the number of threads. */
static void test_threads(void **state) {
    (void)state;
    static struct jg_report reports[3];
    struct jg_game g;
    struct jg_agent a[3];
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 1);
    open_agent(&a[0], &g, "domino:threads=1");
    open_agent(&a[1], &g, "domino:threads=2");
    open_agent(&a[2], &g, "domino:threads=3");
    for (int position = 0; position < test_scaled_threads(10); position++) {
        struct jg_domino view;
        any_view(&g, &rng, 28, &view);
        for (int i = 0; i < 3; i++) ask(&a[i], &view, test_seed(), &reports[i]);
        assert_same_report(&reports[0], &reports[1]);
        assert_same_report(&reports[0], &reports[2]);
    }
    for (int i = 0; i < 3; i++) jg_agent_close(&a[i]);
    jg_game_close(&g);
}

/* ---- Limits ---------------------------------------------------------------------------------------------- */

/* It stops after the batch in which the limit is reached. */
static void test_nodes(void **state) {
    (void)state;
    static struct jg_report once, more;
    struct jg_game g;
    struct jg_agent one, many;
    struct jg_rng rng;
    enum { NODES = 30000 };
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 2);
    open_agent(&one, &g, "domino:level=expert,nodes=1");
    open_agent(&many, &g, "domino:level=expert,nodes=30000");
    for (int position = 0; position < test_scaled(20); position++) {
        struct jg_domino view;
        any_view(&g, &rng, 28, &view);
        ask(&one, &view, test_seed(), &once);
        ask(&many, &view, test_seed(), &more);
        assert_true(once.nodes > 0);
        assert_true(more.nodes >= NODES);
        assert_true(more.nodes < NODES + 2 * once.nodes + 1000); /* batches differ in size */
    }
    jg_agent_close(&one);
    jg_agent_close(&many);
    jg_game_close(&g);
}

/* Reads of the clock allowed after the deadline: by each thread, and for the report. */
enum { LATE = 20 };

static void test_time(void **state) {
    (void)state;
    static struct jg_report report;
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 3);
    open_agent(&a, &g, "domino:ms=40,threads=2");
    for (int position = 0; position < 3; position++) {
        struct jg_domino view;
        any_view(&g, &rng, 28, &view);
        clock_hold(0.001);
        ask(&a, &view, test_seed(), &report);
        long readings = clock_readings();
        clock_release();
        assert_true(readings >= 40 && readings <= 40 + LATE);
        assert_true(report.seconds >= 0.04 && 0.001 * (double)readings >= report.seconds);
        assert_true(jg_legal(&g, &view, report.move));
    }
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* The flag, set before it begins or while it thinks, ends it; the deadline never comes. */
static void test_stop(void **state) {
    (void)state;
    static struct jg_report report;
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    struct jg_domino view;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 4);
    open_agent(&a, &g, "domino:ms=600000,threads=2");
    for (int early = 0; early < 2; early++) {
        atomic_bool stop = early;
        any_view(&g, &rng, 28, &view);
        struct jg_query question = {.view = &view, .seat = view.turn, .seed = 1, .stop = &stop};
        clock_hold(0);
        if (!early) clock_set_flag(&stop, 100);
        assert_int_equal(jg_agent_choose(&a, &question, &report, NULL), JG_OK);
        long late = early ? clock_readings() : clock_readings_late();
        clock_release();
        assert_true(stop && late <= LATE);
        assert_true(jg_legal(&g, &view, report.move));
    }
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* ---- Moves ----------------------------------------------------------------------------------------------------- */

static void test_forced(void **state) {
    (void)state;
    static struct walk w;
    static struct jg_report report;
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    jg_move moves[JG_MOVES_MAX];
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 5);
    open_agent(&a, &g, "domino:ms=600000");
    for (int found = 0; found < test_scaled(100);) {
        struct jg_domino view;
        walk_into_round(&g, &rng, 28, &w);
        if (jg_moves(&g, &w.s, moves) > 1) continue;
        jg_view(&g, &w.s, w.s.turn, &view);
        ask(&a, &view, test_seed(), &report);
        assert_int_equal(report.move, moves[0]);
        assert_int_equal(report.nodes, 0);
        assert_null(report.by);
        found++;
    }
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* Complete matches; jg_agent_choose rejects illegal moves. */
static void play_match(const struct jg_game *g, const char *level, uint64_t seed) {
    static struct jg_report report;
    char spec[64];
    struct jg_agent a;
    struct jg_rng rng;
    union jg_state s, view;
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_text_add(&t, "domino:level=%s", level);
    open_agent(&a, g, spec);
    jg_rng_init(&rng, seed, 0);
    jg_start(g, &s);
    for (int turn; (turn = jg_turn(g, &s)) != JG_OVER;) {
        jg_move move;
        if (turn == JG_CHANCE) {
            move = jg_random_move(g, &s, &rng);
        } else {
            jg_view(g, &s, turn, &view);
            ask(&a, (void *)&view, jg_rng_next(&rng), &report);
            move = report.move;
            assert_true(jg_legal(g, &s, move));
            assert_int_equal(report.pv[0], move);
            for (int i = 0; i < report.move_count; i++) { /* the best, or one that the partner expects more */
                if (report.moves[i].move == move) assert_int_equal(report.moves[i].value, report.value);
                if (!strcmp(level, "club")) assert_true(report.moves[i].value <= report.value);
            }
        }
        jg_apply(g, &s, move);
    }
    jg_agent_close(&a);
}

/* All rules for the first four levels; single rounds and a match for the slowest. */
static void test_levels(void **state) {
    (void)state;
    static const int matches[] = {10, 10, 2, 1};
    for (int i = 0; i < WALK_SPEC_COUNT; i++) {
        struct jg_game g;
        open_spec(&g, WALK_SPECS[i]);
        for (int level = 0; level < 4; level++) {
            if (test_scaled(100) < 10 && (i + level) % 4) continue; /* at least two rules for every level */
            for (int match = 0; match < test_scaled(matches[level]); match++)
                play_match(&g, LEVELS[level], test_seed() + (uint64_t)match);
        }
        if (strstr(WALK_SPECS[i], "rounds=1") || i < test_scaled(2) - 1) play_match(&g, LEVELS[4], test_seed());
        jg_game_close(&g);
    }
}

/* With galo=announce a certain galo is worth its 50 points once announced. */
static void test_announces(void **state) {
    (void)state;
    static struct walk w;
    static struct jg_domino_estimate t;
    struct jg_game g;
    struct jg_rng rng;
    int found = 0;
    open_spec(&g, "domino:galo=announce");
    const struct jg_domino_rules *r = jg_domino_rules(&g);
    struct jg_domino_lookahead *lookahead = jg_domino_lookahead_new(&g, NULL, NULL);
    assert_non_null(lookahead);
    jg_rng_init(&rng, test_seed(), 6);
    for (int position = 0; found < test_scaled(10) && position < 100000; position++) {
        struct jg_domino view;
        walk_to_choice(&g, &rng, 14, &w);
        int n = jg_domino_moves(r, &w.s, t.moves), sure = -1;
        for (int k = 0; k < n; k++)
            if (!jg_domino_move_announces(t.moves[k]) && jg_domino_announce(r, &w.s, t.moves[k]) != t.moves[k])
                sure = k;
        if (sure < 0) continue;
        jg_move plain = t.moves[sure];
        jg_view(&g, &w.s, w.s.turn, &view);
        jg_domino_lookahead_run(lookahead, &view,
                                &(struct jg_domino_effort){.deals = 512, .worlds = 128, .infers = true}, test_seed(),
                                &(struct jg_budget){0}, &t);
        int64_t points[2] = {0}, chances[2] = {0};
        for (int k = 0; k < t.n; k++)
            if (((t.moves[k] - 2) & 127) == plain - 2) {
                points[t.moves[k] != plain] = t.points[k];
                chances[t.moves[k] != plain] = t.chances[k];
            }
        assert_true(points[1] > points[0]);
        assert_true(chances[1] >= chances[0]);
        assert_false(t.moves[t.best] == plain && chances[1] > chances[0]);
        found++;
    }
    assert_true(found > 0);
    jg_domino_lookahead_free(lookahead);
    jg_game_close(&g);
}

/* ---- Belief --------------------------------------------------------------------------------------------------------- */

static void check_holds(const struct jg_domino *view, const struct jg_domino_estimate *t) {
    uint32_t unseen = jg_domino_unseen(view);
    for (int seat = 0; seat < 4; seat++) {
        double sum = 0, models = 0;
        for (int tile = 0; tile < JG_DOMINO_TILES; tile++) {
            double holds = t->holds[seat][tile];
            sum += holds;
            assert_true(holds >= 0 && holds <= 1 + 1e-9);
            if (seat == view->turn) assert_close(holds, view->hand[seat] >> tile & 1, 1e-9, "the own hand");
            if (seat != view->turn && !(unseen >> tile & 1)) assert_close(holds, 0, 0, "a tile that is seen");
            if (view->lacks[seat] & (1 << jg_domino_low[tile] | 1 << jg_domino_high[tile]))
                assert_close(holds, 0, 0, "a tile that a pass excludes");
        }
        assert_close(sum, view->left[seat], 1e-6, "tiles in a hand");
        for (int k = 0; k < JG_DOMINO_MODELS; k++) models += t->plays_as[seat][k];
        if (seat != view->turn) assert_close(models, 1, 1e-6, "ways to play");
    }
    for (int tile = 0; tile < JG_DOMINO_TILES; tile++) {
        double sum = 0;
        for (int seat = 0; seat < 4; seat++) sum += t->holds[seat][tile];
        if (unseen >> tile & 1) assert_close(sum, 1, 1e-6, "who has a tile");
    }
}

/* Enumerates the deals again and weights them one by one. */
static void check_numbers(const struct jg_game *g, const struct jg_domino *view, const struct jg_domino_deals *deals,
                          const struct jg_domino_estimate *t) {
    static struct jg_domino_observed observed;
    double has[4][7] = {0}, had[4][7] = {0}, sum = 0;
    jg_domino_observe(&observed, jg_domino_rules(g), view, view->turn);
    for (uint64_t i = 0; i < deals->count; i++) {
        float likelihood[4][JG_DOMINO_MODELS];
        uint32_t hands[4];
        jg_domino_deals_nth(deals, i, hands);
        for (int seat = 0; seat < 4; seat++)
            jg_domino_choice_likelihood(&observed, seat, hands[seat], likelihood[seat]);
        double weight = jg_domino_deal_weight(view->turn, likelihood);
        sum += weight;
        for (int seat = 0; seat < 4; seat++)
            for (int tile = 0, seen = 0; tile < JG_DOMINO_TILES; tile++) {
                int numbers = (1 << jg_domino_low[tile] | 1 << jg_domino_high[tile]) & ~seen;
                if (!(hands[seat] >> tile & 1)) continue;
                seen |= numbers;
                for (int number = 0; number < 7; number++)
                    if (numbers >> number & 1) {
                        has[seat][number] += weight;
                        had[seat][number]++;
                    }
            }
    }
    for (int seat = 0; seat < 4; seat++)
        for (int number = 0; number < 7; number++) {
            assert_close(t->has[seat][number], has[seat][number] / sum, 1e-6, "holds a number");
            assert_close(t->had[seat][number], had[seat][number] / (double)deals->count, 1e-6, "by the passes alone");
        }
}

static void test_belief(void **state) {
    (void)state;
    static struct jg_domino_estimate t;
    static struct jg_domino_deals deals;
    struct jg_game g;
    struct jg_rng rng;
    int exact = 0, solved = 0;
    open_spec(&g, "domino");
    struct jg_domino_lookahead *lookahead = jg_domino_lookahead_new(&g, NULL, NULL);
    assert_non_null(lookahead);
    jg_rng_init(&rng, test_seed(), 7);
    for (int position = 0; position < test_scaled(60); position++) {
        struct jg_domino view;
        any_view(&g, &rng, position % 2 ? 28 : 12, &view);
        assert_true(jg_domino_deals_init(&deals, &view));
        jg_domino_lookahead_run(lookahead, &view, &MASTER, test_seed(), &(struct jg_budget){0}, &t);
        check_holds(&view, &t);
        if (t.exact) check_numbers(&g, &view, &deals, &t);
        assert_close(t.possible, (double)deals.count, 0, "possible deals");
        assert_true(t.exact == (t.possible <= MASTER.deals));
        assert_close(t.deals, t.exact ? t.possible : MASTER.deals, 0, "deals looked at");
        assert_true(t.sample >= 1 - 1e-9 && t.sample <= t.deals + 1e-6);
        assert_int_equal(t.worlds, MASTER.worlds);
        if (view.left[0] + view.left[1] + view.left[2] + view.left[3] > MASTER.solves) assert_int_equal(t.solved, 0);
        exact += t.exact;
        solved += t.solved > 0;
        for (int k = 0; k < t.n; k++) {
            assert_true(t.chances[k] <= t.chances[t.best]);
            assert_in_range(t.chances[k], 0, (int64_t)t.worlds * JG_DOMINO_CERTAIN);
        }
    }
    printf("# %d beliefs of all deals, %d with open hands\n", exact, solved);
    assert_true(exact > 0 && solved > 0);
    jg_domino_lookahead_free(lookahead);
    jg_game_close(&g);
}

/* A merged estimate is the mean of both, weighted by deals and worlds. */
static void test_together(void **state) {
    (void)state;
    static struct jg_domino_estimate a, b, sum;
    struct jg_domino view;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "domino");
    struct jg_domino_lookahead *lookahead = jg_domino_lookahead_new(&g, NULL, NULL);
    assert_non_null(lookahead);
    jg_rng_init(&rng, test_seed(), 8);
    for (int position = 0; position < test_scaled(10); position++) {
        any_view(&g, &rng, 28, &view);
        jg_domino_lookahead_run(lookahead, &view,
                                &(struct jg_domino_effort){.deals = 100, .worlds = 20, .infers = true}, 1,
                                &(struct jg_budget){0}, &a);
        jg_domino_lookahead_run(lookahead, &view,
                                &(struct jg_domino_effort){.deals = 300, .worlds = 50, .infers = true}, 2,
                                &(struct jg_budget){0}, &b);
        sum = a;
        jg_domino_estimate_merge(&sum, &b);
        check_holds(&view, &sum);
        assert_int_equal(sum.worlds, 70);
        assert_int_equal(sum.nodes, a.nodes + b.nodes);
        for (int k = 0; k < sum.n; k++) {
            assert_int_equal(sum.chances[k], a.chances[k] + b.chances[k]);
            assert_int_equal(sum.points[k], a.points[k] + b.points[k]);
            assert_true(sum.chances[k] <= sum.chances[sum.best]);
        }
        for (int tile = 0; tile < JG_DOMINO_TILES; tile++)
            assert_close(sum.holds[1][tile],
                         (a.holds[1][tile] * a.deals + b.holds[1][tile] * b.deals) / (a.deals + b.deals), 1e-9, "both");
    }
    jg_domino_lookahead_free(lookahead);
    jg_game_close(&g);
}

#define TILE(a, b) (1u << jg_domino_tile[a][b])

/* South opens with 6-6. East could score 15 with 6-3 and plays 6-1 for nothing, so North must believe that East
 * lacks 6-3 and that West may well hold it. Nobody has passed: without inference all deals are equally likely. */
static void test_refusal(void **state) {
    (void)state;
    const uint32_t north = TILE(0, 0) | TILE(0, 1) | TILE(1, 1) | TILE(1, 2) | TILE(2, 2) | TILE(4, 5) | TILE(4, 6);
    static struct jg_domino_estimate t;
    static struct jg_domino_deals deals;
    const double uniform[4] = {6.0 / 19, 6.0 / 19, 0, 7.0 / 19}; /* by the number of tiles in each hand */
    struct jg_domino view, s;
    struct jg_game g;
    struct jg_rng rng;
    int asked = jg_domino_tile[3][6];
    open_spec(&g, "domino");
    struct jg_domino_lookahead *lookahead = jg_domino_lookahead_new(&g, NULL, NULL);
    assert_non_null(lookahead);
    uint32_t rest = JG_DOMINO_ALL & ~north & ~TILE(6, 6) & ~TILE(1, 6), hands[4] = {TILE(6, 6), TILE(1, 6), north, 0};
    jg_rng_init(&rng, test_seed(), 9);
    for (int seat = 0; seat < 4; seat++)
        for (; jg_domino_count(hands[seat]) < JG_DOMINO_HAND;) {
            uint32_t tile = 1u << jg_rng_below(&rng, JG_DOMINO_TILES);
            if (!(rest & tile)) continue;
            rest ^= tile;
            hands[seat] |= tile;
        }
    jg_start(&g, &s);
    for (int seat = 0; seat < 4 && s.turn >= JG_DOMINO_DEAL; seat++)
        jg_apply(&g, &s, JG_DOMINO_DEAL_MOVE | hands[seat]);
    jg_apply(&g, &s, jg_domino_move(JG_DOMINO_SENA, 0, false));
    assert_int_equal(s.turn, 1);
    jg_apply(&g, &s, jg_domino_move(jg_domino_tile[1][6], 0, false));
    assert_int_equal(s.turn, 2);
    jg_view(&g, &s, 2, &view);
    assert_true(jg_domino_deals_init(&deals, &view));
    struct jg_domino_effort effort = MASTER;
    effort.deals = JG_DOMINO_BELIEF_MAX;
    effort.worlds = 1;
    jg_domino_lookahead_run(lookahead, &view, &effort, test_seed(), &(struct jg_budget){0}, &t);
    printf("# 6-3 at East: %.3f, by the deals alone %.3f\n", t.holds[1][asked], uniform[1]);
    assert_true(t.holds[1][asked] < 0.25 * uniform[1]);
    assert_true(t.holds[3][asked] > uniform[3]);
    effort.infers = false;
    jg_domino_lookahead_run(lookahead, &view, &effort, test_seed(), &(struct jg_budget){0}, &t);
    assert_close(t.holds[1][asked], uniform[1], 0.05, "without inference");
    jg_domino_lookahead_free(lookahead);
    jg_game_close(&g);
}

/* ---- Clarity --------------------------------------------------------------------------------------------------------- */

/* How much the partner's likelihood of a hand changes by the last choice, as its own belief computes it. */
static double seen_by_partner(const struct jg_game *g, const struct jg_network *network, const struct jg_domino *before,
                              jg_move move) {
    static struct jg_domino_observed observed;
    observed.network = network;
    float with[JG_DOMINO_MODELS], without[JG_DOMINO_MODELS];
    int me = before->turn, mate = me ^ 2;
    struct jg_domino after = *before, view;
    jg_view(g, before, mate, &view);
    jg_domino_observe(&observed, jg_domino_rules(g), &view, mate);
    jg_domino_choice_likelihood(&observed, me, before->hand[me], without);
    jg_apply(g, &after, move);
    if (after.round != before->round || after.turn >= JG_DOMINO_DEAL || !after.count) return -1; /* nothing to see */
    jg_view(g, &after, mate, &view);
    jg_domino_observe(&observed, jg_domino_rules(g), &view, mate);
    jg_domino_choice_likelihood(&observed, me, after.hand[me], with);
    return (double)with[JG_DOMINO_MATE] / (double)without[JG_DOMINO_MATE];
}

/* A move's probability is the one by which the partner weights hands; the choice trades chances for it as defined. */
static void check_clarity(const struct jg_game *g, const struct jg_network *network, int *seen, int *others) {
    static struct walk w;
    static struct jg_domino_estimate t, plain;
    struct jg_domino_effort effort = {.deals = 256, .worlds = 32, .infers = true, .clarity = 0.02}, without = effort;
    struct jg_rng rng;
    without.clarity = 0;
    struct jg_domino_lookahead *lookahead = jg_domino_lookahead_new(g, network, NULL);
    assert_non_null(lookahead);
    jg_rng_init(&rng, test_seed(), 12);
    for (int position = 0; position < test_scaled(200); position++) {
        struct jg_domino view;
        double sum = 0;
        walk_to_choice(g, &rng, 28, &w);
        jg_view(g, &w.s, w.s.turn, &view);
        jg_domino_lookahead_run(lookahead, &view, &effort, 1, &(struct jg_budget){0}, &t);
        jg_domino_lookahead_run(lookahead, &view, &without, 1, &(struct jg_budget){0}, &plain);
        for (int k = 0; k < t.n; k++) {
            double expected = seen_by_partner(g, network, &w.s, t.moves[k]);
            sum += t.expected[k];
            if (expected >= 0) assert_close(t.expected[k], expected, 1e-3 * expected, "the partner's probability");
            *seen += expected >= 0;
            assert_int_equal(t.chances[k], plain.chances[k]); /* do not depend on it */
            assert_true(jg_domino_chance(&t, t.best) + 0.02 * log(t.expected[t.best]) >=
                        jg_domino_chance(&t, k) + 0.02 * log(t.expected[k]) - 1e-12);
            assert_true(plain.chances[k] <= plain.chances[plain.best]);
        }
        assert_close(sum, 1, 1e-5, "all moves");
        *others += t.best != plain.best;
    }
    jg_domino_lookahead_free(lookahead);
}

static void test_clarity(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 13);
    struct jg_network *network = random_network(&g, 16, 8, &rng);
    for (int i = 0; i < 2; i++) {
        int seen = 0, others = 0;
        check_clarity(&g, i ? network : NULL, &seen, &others);
        printf("# %d moves seen by a partner, %d other choices\n", seen, others);
        assert_true(seen > 0 && others > 0);
    }
    jg_network_free(network);
    jg_game_close(&g);
}

/* ---- Explanation ------------------------------------------------------------------------------------------------------ */

/* The JSON has the figures of the estimate. */
static void check_json(const struct jg_game *g, const struct jg_domino *view, const struct jg_domino_estimate *t,
                       const struct jg_report *report, json_t *j) {
    size_t i;
    json_t *hand, *move, *chance;
    const char *name;
    assert_int_equal(json_is_true(json_object_get(j, "exact")), t->exact);
    assert_close(json_real_value(json_object_get(j, "possible")), t->possible, 0, "possible");
    assert_close(json_real_value(json_object_get(j, "deals")), t->deals, 0, "deals");
    assert_close(json_real_value(json_object_get(j, "sample")), t->sample, 1e-9, "sample");
    assert_int_equal(json_integer_value(json_object_get(j, "worlds")), t->worlds);
    assert_int_equal(json_integer_value(json_object_get(j, "solved")), t->solved);
    assert_int_equal(json_array_size(json_object_get(j, "hands")), 3);
    json_array_foreach(json_object_get(j, "hands"), i, hand) {
        int seat = (int)json_integer_value(json_object_get(hand, "seat")), lacks = 0;
        double sum = 0, models = 0;
        assert_int_not_equal(seat, view->turn);
        assert_int_equal(json_integer_value(json_object_get(hand, "left")), view->left[seat]);
        json_object_foreach(json_object_get(hand, "tiles"), name, chance) {
            int tile = jg_domino_tile[name[0] - '0'][name[2] - '0'];
            assert_close(json_real_value(chance), t->holds[seat][tile], 1e-12, name);
            sum += json_real_value(chance);
        }
        assert_close(sum, view->left[seat], 1e-6, "tiles of a seat");
        assert_int_equal(json_array_size(json_object_get(hand, "suits")), 7);
        for (size_t number = 0; number < 7; number++) {
            json_t *one = json_array_get(json_object_get(hand, "suits"), number);
            assert_close(json_real_value(json_object_get(one, "holds")), t->has[seat][number], 1e-12, "holds");
            assert_close(json_real_value(json_object_get(one, "before")), t->had[seat][number], 1e-12, "before");
        }
        json_object_foreach(json_object_get(hand, "plays_as"), name, chance) models += json_real_value(chance);
        assert_int_equal(json_object_size(json_object_get(hand, "plays_as")), JG_DOMINO_MODELS);
        assert_close(models, 1, 1e-6, "ways to play");
        for (size_t k = 0; k < json_array_size(json_object_get(hand, "lacks")); k++)
            lacks |= 1 << json_integer_value(json_array_get(json_object_get(hand, "lacks"), k));
        assert_int_equal(lacks, view->lacks[seat] & 127);
    }
    assert_int_equal(json_array_size(json_object_get(j, "moves")), t->n);
    json_array_foreach(json_object_get(j, "moves"), i, move) {
        char word[JG_MOVE_MAX];
        double wins = json_real_value(json_object_get(move, "win"));
        assert_string_equal(json_string_value(json_object_get(move, "move")), move_word(g, view, t->moves[i], word));
        assert_close(wins, (double)t->chances[i] / JG_DOMINO_CERTAIN / t->worlds, 1e-9, word);
        assert_close(json_real_value(json_object_get(move, "points")), (double)t->points[i] / t->worlds, 1e-9, word);
        assert_close(json_real_value(json_object_get(move, "expected")), t->expected[i], 1e-9, word);
        assert_close(report->moves[i].value, (2 * wins - 1) * JG_CHANCES, 1, word);
    }
    assert_int_equal(report->move, t->moves[t->best]);
}

/* The text has the figures of the JSON, rounded, as far as there is room. */
static void check_text(const struct jg_game *g, const struct jg_domino *view, const struct jg_domino_estimate *t,
                       const char *text, jg_lang lang) {
    char want[256], word[JG_MOVE_MAX];
    for (int i = 0; i < t->n; i++) {
        snprintf(want, sizeof want, " %s %+.1f", move_word(g, view, t->moves[i], word),
                 (double)t->points[i] / t->worlds);
        if (lang) *strrchr(want, '.') = ',';
        if (!strstr(text, want)) fail_msg("no '%s' in:\n%s", want, text);
        snprintf(want, sizeof want, " %s %.0f %%", word, 100 * t->expected[i]);
        if (!strstr(text, want)) fail_msg("no '%s' in:\n%s", want, text);
    }
    for (int seat = 0; seat < 4; seat++) {
        if (seat == view->turn) continue;
        int likeliest = 0;
        for (int tile = 1; tile < JG_DOMINO_TILES; tile++)
            if (t->holds[seat][tile] > t->holds[seat][likeliest]) likeliest = tile;
        snprintf(want, sizeof want, "\n  %-6s  %d-%d %.0f", jg_seat_name(g, seat, lang), jg_domino_high[likeliest],
                 jg_domino_low[likeliest], 100 * t->holds[seat][likeliest]);
        if (!strstr(text, want)) fail_msg("no '%s' in:\n%s", want, text);
    }
    assert_true(!strstr(text, lang ? "todas as" : "from all") == !t->exact);
    for (int k = 0; k < JG_DOMINO_MODELS; k++) {
        snprintf(want, sizeof want, "%s %.0f %%", jg_tr(lang, jg_domino_models[k].title),
                 100 * t->plays_as[view->turn ^ 2][k]);
        if (!strstr(text, want)) fail_msg("no '%s' in:\n%s", want, text);
    }
    if (lang) assert_null(strstr(text, "deals"));
}

static void test_explanation(void **state) {
    (void)state;
    static struct jg_report report;
    static struct jg_domino_estimate t;
    static char text[8192];
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    struct jg_domino_effort effort = MASTER;
    effort.clarity = 0.02; /* the default */
    open_spec(&g, "domino");
    open_agent(&a, &g, "domino");
    struct jg_domino_lookahead *lookahead = jg_domino_lookahead_new(&g, NULL, NULL);
    assert_non_null(lookahead);
    jg_rng_init(&rng, test_seed(), 10);
    for (int position = 0; position < test_scaled(20); position++) {
        struct jg_domino view;
        any_view(&g, &rng, position % 2 ? 28 : 11, &view);
        struct jg_query question = {.view = &view, .seat = view.turn, .seed = 5};
        ask(&a, &view, 5, &report);
        jg_domino_lookahead_run(lookahead, &view, &effort, 5, &(struct jg_budget){0}, &t);
        json_t *j = a.kind->explain_json(&a, &question);
        assert_non_null(j);
        check_json(&g, &view, &t, &report, j);
        json_decref(j);
        for (int other = 0; other < 2; other++) {
            jg_lang lang = other ? PORTUGUESE : JG_EN;
            struct jg_text out;
            jg_text_init(&out, text, sizeof text);
            a.kind->explain(&a, &question, &(struct jg_style){.lang = lang}, &out);
            assert_false(out.cut);
            check_text(&g, &view, &t, text, lang);
        }
    }
    jg_domino_lookahead_free(lookahead);
    jg_agent_close(&a);
    jg_game_close(&g);
}

/* The match equity takes 12,000 deals. Each takes a millisecond here, so building it during the first move would lose the
 * game on time. Any number of threads builds it once. */
static void test_tables_are_built_before_the_clock(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_agent agents[4];
    struct jg_record r = {0};
    struct jg_arena_game game = {.game = &g, .seeding = jg_seeding_of(test_seed())};
    clock_hold(0.001);
    ticking_open(&g, kind_named("domino"), "domino:rounds=1", 0.001);
    ticking.delay_every = LONG_MAX; /* counts */
    for (int seat = 0; seat < 4; seat++) {
        open_agent(&agents[seat], &g, "domino:threads=1");
        game.seats[seat] = &agents[seat];
    }
    for (int team = 0; team < 2; team++)
        game.controls[team] = (struct jg_time_control){.seconds = 1, .increment = 0.01};
    assert_int_equal(jg_arena_play(&game, &r, NULL, NULL), JG_OK);
    clock_release();
    assert_string_equal(r.reason, "");
    for (int seat = 0; seat < 4; seat++) jg_agent_close(&agents[seat]);

    ticking.made = 0;
    open_agent(&agents[0], &g, "domino:threads=3");
    for (int i = 0; i < 2; i++) assert_int_equal(jg_agent_prepare(&agents[0], NULL, NULL), JG_OK);
    assert_in_range(ticking.made, 12000, 12000 + 12000 / 2); /* some deals are dealt again */
    jg_agent_close(&agents[0]);
    jg_record_free(&r);
    jg_game_close(&g);
}

/* ---- Clocks ------------------------------------------------------------------------------------------------------- */

/* Under a clock it takes more nodes for close decisions than for clear ones, and none for forced ones. */
static void test_decisions_under_a_clock(void **state) {
    (void)state;
    enum { POSITIONS = 45, TILES = 14 };
    static struct walk w;
    struct decision found[POSITIONS];
    struct jg_report *r = malloc(sizeof *r);
    struct jg_game g;
    struct jg_agent a;
    struct jg_rng rng;
    jg_move moves[JG_MOVES_MAX];
    open_spec(&g, "domino");
    open_agent(&a, &g, "domino:level=expert,threads=1");
    assert_int_equal(jg_agent_prepare(&a, NULL, NULL), JG_OK);
    jg_rng_init(&rng, test_seed(), 60);
    clock_hold(0.001); /* time passes with the readings: one for every 16 worlds */
    for (int n = 0; n < POSITIONS; n++) {
        do walk_to_choice(&g, &rng, 28, &w);
        while (w.n > TILES); /* near the end of a round, worlds have few nodes */
        decide(&a, &w.s, 8, r, &found[n]);
        assert_true(found[n].nodes > 0);
    }
    double ratio = hard_by_easy(found, POSITIONS, false);
    if (!(ratio > 1.5)) fail_msg("close decisions take %g times as many nodes as clear ones", ratio);
    for (int forced = 0; forced < 5;) {
        walk_into_round(&g, &rng, 28, &w);
        if (jg_moves(&g, &w.s, moves) > 1) continue;
        check_forced(&a, &w.s);
        forced++;
    }
    clock_release();
    jg_agent_close(&a);
    jg_game_close(&g);
    free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decisions_under_a_clock),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_forced),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_announces),
        cmocka_unit_test(test_belief),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_refusal),
        cmocka_unit_test(test_clarity),
        cmocka_unit_test(test_explanation),
        cmocka_unit_test(test_tables_are_built_before_the_clock),
    };
    test_begin();
    return cmocka_run_group_tests_name("domino_player", tests, NULL, NULL);
}
