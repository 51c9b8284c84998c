/* Hidden information: beliefs against Bayes's rule, searches against brute force over all deals, and that no search
 * uses more than its view. */
#include "clock.h"
#include "kuhn.h"
#include "mcts.h"
#include "searches.h"
#include "stopping.h"

#include "games/domino/domino.h"
#include "search/belief.h"
#include "search/ismcts.h"
#include "search/pimc.h"

#include <math.h>

static void open_kuhn(struct jg_game *g) { assert_int_equal(jg_game_open_kind(g, &kuhn, "kuhn", NULL), JG_OK); }

static void assert_near(double a, double b, double by) {
    if (fabs(a - b) > by) fail_msg("%g is not %g", a, b);
}

static struct jg_belief draw(const struct jg_game *g, const void *view, int seat, size_t n, jg_likelihood *model,
                             int threads) {
    struct jg_belief b;
    struct jg_belief_draw how = {
        .view = view, .seat = seat, .seed = test_seed(), .n = n, .model = model, .threads = threads};
    assert_true(jg_belief_init(&b, g, n));
    assert_true(jg_belief_draw(&b, &how));
    assert_int_equal(b.count, n);
    return b;
}

/* ---- Beliefs ------------------------------------------------------------------------------ */

/* The share of the weight on states where a seat of Kuhn poker has a card. */
static double share_of(const struct jg_belief *b, int seat, char card) {
    double share = 0;
    for (size_t i = 0; i < b->count; i++) {
        char text[JG_POSITION_MAX];
        if (position_text(b->game, jg_belief_state(b, i), text)[seat] == card) share += b->weights[i];
    }
    return share;
}

/* The effective sample size: from 1, where one state has all the weight, to the number of states. */
static double effective_size(const struct jg_belief *b) {
    double squares = 0;
    for (size_t i = 0; i < b->count; i++) squares += b->weights[i] * b->weights[i];
    return squares > 0 ? 1 / squares : 0;
}

static void unit_likelihood(const struct jg_game *g, const void *samples, size_t n, int seat, double *out) {
    (void)g, (void)samples, (void)seat;
    for (size_t i = 0; i < n; i++) out[i] = 1;
}

static void test_bayes(void **state) {
    (void)state;
    static const struct {
        const char *view;
        int seat; /* whose */
        char card;
        double posterior; /* that the other has it, by hand from kuhn_bets */
        double squares;   /* (E w)^2 / E w^2 */
    } cases[] = {
        {"?Q b", 1, 'J', 0.1 / (0.1 + 0.9), 0.25 / 0.41},  {"?K b", 1, 'Q', 0.3 / (0.1 + 0.3), 0.04 / 0.05},
        {"?K p", 1, 'J', 0.9 / (0.9 + 0.7), 0.64 / 0.65},  {"?J p", 1, 'K', 0.1 / (0.1 + 0.7), 0.16 / 0.25},
        {"Q? pb", 0, 'K', 0.9 / (0.1 + 0.9), 0.25 / 0.41}, {"Q? .", 0, 'K', 0.5, 1},
    };
    struct jg_game g;
    open_kuhn(&g);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        union jg_state view = {0};
        read_position(&g, cases[i].view, &view);
        struct jg_belief b = draw(&g, &view, cases[i].seat, 40000, kuhn.likelihood, 2);
        assert_near(share_of(&b, !cases[i].seat, cases[i].card), cases[i].posterior, 0.02);
        assert_near(effective_size(&b) / 40000, cases[i].squares, 0.02);
        struct jg_rng rng;
        jg_rng_init(&rng, test_seed(), 7);
        jg_belief_resample(&b, &rng, 20000);
        assert_near(share_of(&b, !cases[i].seat, cases[i].card), cases[i].posterior, 0.02);
        assert_near(effective_size(&b), 20000, 1e-6);
        jg_belief_free(&b);
        b = draw(&g, &view, cases[i].seat, 40000, NULL, 1);
        assert_near(share_of(&b, !cases[i].seat, cases[i].card), 0.5, 0.02);
        assert_near(effective_size(&b), 40000, 1e-3);
        jg_belief_free(&b);
    }
    jg_game_close(&g);
}

static bool first_has(const struct jg_game *g, const void *state, char card) {
    char text[JG_POSITION_MAX];
    return position_text(g, state, text)[0] == card;
}
static void by_jack(const struct jg_game *g, const unsigned char *samples, size_t n, double with, double without,
                    double *out) {
    for (size_t i = 0; i < n; i++) out[i] = first_has(g, samples + i * g->state_size, 'J') ? with : without;
}
static void never_jack(const struct jg_game *g, const void *samples, size_t n, int seat, double *out) {
    (void)seat;
    by_jack(g, samples, n, 0, 1e-300, out);
}
static void mad(const struct jg_game *g, const void *samples, size_t n, int seat, double *out) {
    (void)seat;
    by_jack(g, samples, n, -1, (double)NAN, out);
}
static void nothing(const struct jg_game *g, const void *samples, size_t n, int seat, double *out) {
    (void)seat;
    by_jack(g, samples, n, 0, 0, out);
}

static void test_impossible(void **state) {
    (void)state;
    struct jg_game g;
    union jg_state view = {0};
    struct jg_rng rng;
    open_kuhn(&g);
    read_position(&g, "?Q b", &view);
    jg_rng_init(&rng, test_seed(), 1);
    struct jg_belief b = draw(&g, &view, 1, 1000, never_jack, 1);
    assert_near(share_of(&b, 0, 'K'), 1, 1e-9);
    jg_belief_resample(&b, &rng, 1000);
    for (size_t i = 0; i < b.count; i++) assert_true(first_has(&g, jg_belief_state(&b, i), 'K'));
    jg_belief_free(&b);
    jg_likelihood *const wrong[] = {nothing, mad, unit_likelihood};
    for (int i = 0; i < 3; i++) {
        b = draw(&g, &view, 1, 1000, wrong[i], 1);
        for (size_t k = 0; k < b.count; k++) assert_near(b.weights[k], 1e-3, 1e-12);
        jg_belief_free(&b);
    }
    atomic_bool stop = true;
    struct jg_belief_draw how = {.view = &view, .seat = 1, .n = 100, .budget = {.stop = &stop}};
    assert_true(jg_belief_init(&b, &g, 100));
    assert_false(jg_belief_draw(&b, &how));
    assert_int_equal(b.count, 0);
    jg_belief_free(&b);
    jg_belief_free(&b);
    jg_game_close(&g);
}

/* Every state comes as often as its weight says, rounded up or down, and in order. */
static void test_resample(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "coins"); /* whose states hold a number */
    jg_rng_init(&rng, test_seed(), 2);
    for (int round = 0; round < test_scaled(2000); round++) {
        uint32_t room = 1 + jg_rng_below(&rng, 60), n = 1 + jg_rng_below(&rng, room);
        double weights[64], sum = 0;
        struct jg_belief b;
        assert_true(jg_belief_init(&b, &g, room));
        b.count = 1 + jg_rng_below(&rng, room);
        for (size_t i = 0; i < b.count; i++) {
            memset(b.states + i * g.state_size, 0, g.state_size);
            b.states[i * g.state_size] = (unsigned char)i;
            b.weights[i] = jg_rng_below(&rng, 2) ? 0 : pow(jg_rng_unit(&rng), 4);
            sum += b.weights[i];
        }
        if (sum == 0) sum = b.weights[b.count - 1] = 1;
        for (size_t i = 0; i < b.count; i++) weights[i] = b.weights[i] /= sum;
        size_t before = b.count, times[64] = {0};
        jg_belief_resample(&b, &rng, n);
        assert_int_equal(b.count, n);
        for (size_t i = 0; i < n; i++) {
            unsigned char which = b.states[i * g.state_size];
            assert_true(!i || which >= b.states[(i - 1) * g.state_size]);
            times[which]++;
            assert_near(b.weights[i], 1 / (double)n, 1e-12);
        }
        for (size_t i = 0; i < before; i++) {
            if (weights[i] == 0) assert_int_equal(times[i], 0);
            assert_true(fabs((double)times[i] - weights[i] * n) < 1 + 1e-9);
        }
        jg_belief_free(&b);
    }
    jg_game_close(&g);
}

/* A domino position with a choice of moves, at least `least` plies after the start. */
static void domino_position(const struct jg_game *g, struct jg_rng *rng, int least, uint32_t range,
                            union jg_state *at) {
    jg_move moves[JG_MOVES_MAX];
    do {
        jg_start(g, at);
        jg_random_play(g, at, rng, least + (int)jg_rng_below(rng, range));
    } while (jg_turn(g, at) < 0 || jg_moves(g, at, moves) < 2);
}

static void test_draws_repeat(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 3);
    for (int round = 0; round < test_scaled(50); round++) {
        union jg_state at, view, again;
        domino_position(&g, &rng, 3, 60, &at);
        jg_view(&g, &at, jg_turn(&g, &at), &view);
        struct jg_belief a = draw(&g, &view, 0, 300, NULL, 1), b = draw(&g, &view, 0, 300, NULL, 4);
        assert_memory_equal(a.states, b.states, 300 * g.state_size);
        struct jg_rng one, many; /* samples is sample, n times */
        jg_rng_init(&one, 1, 1);
        many = one;
        jg_samples(&g, &view, &many, 100, b.states);
        for (int i = 0; i < 100; i++) {
            jg_sample(&g, &view, &one, &again);
            assert_memory_equal(&again, jg_belief_state(&b, (size_t)i), g.state_size);
        }
        assert_memory_equal(&one, &many, sizeof one);
        jg_belief_free(&a);
        jg_belief_free(&b);
    }
    jg_game_close(&g);
}

/* Of many samples at once the likelihoods are those of each by itself. */
static void test_likelihoods(void **state) {
    (void)state;
    enum { SAMPLES = 10 };
    struct jg_game g;
    struct jg_rng rng;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 5);
    for (int n = 0; n < test_scaled(40); n++) {
        union jg_state at, view;
        double all[SAMPLES], one;
        unsigned char *samples = malloc(SAMPLES * g.state_size);
        domino_position(&g, &rng, 3, 60, &at);
        int seat = jg_turn(&g, &at);
        jg_view(&g, &at, seat, &view);
        jg_samples(&g, &view, &rng, SAMPLES, samples);
        g.kind->likelihood(&g, samples, SAMPLES, seat, all);
        for (size_t i = 0; i < SAMPLES; i++) {
            g.kind->likelihood(&g, samples + i * g.state_size, 1, seat, &one);
            assert_true(one > 0 && one == all[i]);
        }
        free(samples);
    }
    jg_game_close(&g);
}

/* ---- Kuhn poker ------------------------------------------------------------------------------ */

static const char *const POKER[] = {
    "pimc:worlds=200,by=score,belief=%d",
    "pimc:worlds=200,by=score,search=playout,play=random,playouts=4,belief=%d",
    "ismcts:playouts=2000,by=score,scale=10,belief=%d",
    "ismcts:playouts=2000,by=score,scale=10,threads=2,deals=100,belief=%d",
};

static const char *answer(const struct jg_game *g, const char *spec, const char *position, struct jg_report *r,
                          char word[JG_MOVE_MAX]) {
    union jg_state view = {0};
    read_position(g, position, &view);
    struct jg_query query = {.view = &view, .seat = jg_turn(g, &view), .seed = test_seed()};
    ask_once(g, spec, &query, r);
    return move_word(g, &view, r->move, word);
}

static void test_poker(void **state) {
    (void)state;
    static const struct {
        const char *view, *with, *without; /* the better move, with a belief and without */
    } cases[] = {
        {"?K b", "bet", "bet"},    {"?J b", "pass", "pass"}, {"K? pb", "bet", "bet"},
        {"J? pb", "pass", "pass"}, {"?Q b", "pass", "bet"}, /* who bets has the King: 9 of 10, or one of two */
        {"Q? pb", "pass", "bet"},
    };
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    open_kuhn(&g);
    for (size_t i = 0; i < sizeof POKER / sizeof *POKER; i++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            for (int belief = 0; belief < 2; belief++) {
                char spec[128], word[JG_MOVE_MAX];
                struct jg_text t;
                jg_text_init(&t, spec, sizeof spec);
                jg_text_add(&t, POKER[i], belief);
                const char *expected = belief ? cases[k].with : cases[k].without;
                if (strcmp(answer(&g, spec, cases[k].view, r, word), expected))
                    fail_msg("%s: %s in %s", spec, word, cases[k].view);
            }
    char word[JG_MOVE_MAX];
    answer(&g, "pimc:worlds=400,by=wins,belief=0,depth=0", "?Q b", r, word); /* a call wins half of the time */
    assert_true(r->by->chance);
    assert_string_equal(word, "bet");
    assert_int_equal(r->leaves, 400);
    assert_true(abs(r->value) < JG_CHANCES / 5);
    assert_int_equal(r->moves[0].value, -JG_CHANCES);
    answer(&g, "pimc:worlds=400,belief=1,depth=0", "?Q b", r, word); /* a call loses nine of ten: no certain loss */
    assert_true(r->moves[1].value < 0 && r->moves[1].value > -JG_WIN / 2);
    assert_int_equal(r->moves[0].value, -JG_WIN);
    jg_game_close(&g);
    free(r);
}

/* ---- Against brute force ----------------------------------------------------------------------- */

/* plain_value for games with chance: chance nodes are evaluated. */
static int32_t value_to_chance(const struct jg_game *g, const struct jg_eval *e, const void *state, int depth,
                               int team) {
    int turn = jg_turn(g, state);
    jg_move moves[JG_MOVES_MAX];
    int32_t best = 0;
    if (turn == JG_OVER) return jg_eval_end(e, g, state, team);
    if (!depth || turn == JG_CHANCE) return jg_eval_value(e, g, state, team);
    for (int i = 0, n = jg_moves(g, state, moves); i < n; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, moves[i]);
        int32_t value = value_to_chance(g, e, &child, depth - 1, team);
        if (!i || (jg_team(turn) == team ? value > best : value < best)) best = value;
    }
    return best;
}

static void check_one_world(const struct jg_game *g, const struct jg_eval *e, const void *state, struct jg_rng *rng) {
    int depth = some_depth(g, rng, 4), team = jg_team(jg_turn(g, state));
    struct jg_report *r = malloc(sizeof *r);
    struct jg_query query = {.view = state, .seat = jg_turn(g, state), .all = true};
    char spec[64];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_text_add(&t, "pimc:depth=%d,eval=%s", depth, e->by->name);
    ask_once(g, spec, &query, r);
    assert_true(r->move_count > 0);
    for (int i = 0; i < r->move_count; i++) {
        union jg_state child;
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, r->moves[i].move);
        assert_int_equal(r->moves[i].value, plain_value(g, e, &child, depth - 1, team));
        assert_true(r->moves[i].value <= r->value);
    }
    free(r);
}

static void test_one_world(void **state) {
    (void)state;
    for_positions(30, 4, check_one_world);
}

/* Late in a round all deals can be listed. */
static void test_all_deals(void **state) {
    (void)state;
    enum { MOST = 40, DEPTH = 5, WORLDS = 3000 };
    struct jg_game g;
    struct jg_eval e;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    int sure = 0, unsure = 0;
    open_spec(&g, "domino");
    assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
    jg_rng_init(&rng, test_seed(), 5);
    while (sure < test_scaled(5) || unsure < test_scaled(8)) {
        union jg_state at, view;
        struct jg_domino_deals deals;
        domino_position(&g, &rng, 19, 8, &at);
        int seat = jg_turn(&g, &at), team = jg_team(seat);
        jg_view(&g, &at, seat, &view);
        assert_true(jg_domino_deals_init(&deals, (const struct jg_domino *)&view));
        if (deals.count > MOST || (deals.count > 1 && unsure >= test_scaled(8))) continue;
        struct jg_query query = {.view = &view, .seat = seat, .seed = (uint64_t)sure};
        ask_once(&g, deals.count == 1 ? "pimc:worlds=3,depth=5" : "pimc:worlds=3000,depth=5,belief=0", &query, r);
        assert_true(r->move_count > 1);
        for (int i = 0; i < r->move_count; i++) {
            double sum = 0, squares = 0;
            for (uint64_t k = 0; k < deals.count; k++) {
                union jg_state world = view;
                jg_domino_deals_nth(&deals, k, ((struct jg_domino *)&world)->hand);
                jg_apply(&g, &world, r->moves[i].move);
                double value = value_to_chance(&g, &e, &world, DEPTH - 1, team);
                sum += value;
                squares += value * value;
            }
            double n = (double)deals.count, mean = sum / n, variance = fmax(0, squares / n - mean * mean);
            assert_true(fabs(r->moves[i].value - mean) <= 0.51 + 5.5 * sqrt(variance / WORLDS));
        }
        if (deals.count == 1)
            sure++;
        else
            unsure++;
    }
    jg_game_close(&g);
    free(r);
}

/* ---- Without hidden information ----------------------------------------------------------------- */

static const char *const ALL_KINDS[] = {"pimc",
                                        "pimc:worlds=0,nodes=5000",
                                        "pimc:worlds=10,nodes=5000",
                                        "pimc:worlds=50,search=playout,play=random,to=end",
                                        "pimc:worlds=50,search=playout,by=wins,playouts=2",
                                        "ismcts:playouts=1000",
                                        "ismcts:nodes=20000,threads=2,play=greedy,to=end",
                                        "ismcts:playouts=500,depth=2,memory=16384"};
enum { KINDS = sizeof ALL_KINDS / sizeof *ALL_KINDS };

static void test_win_in_one(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 6);
    static const char *const games[] = {"tictactoe", "kalah:houses=3,seeds=2"};
    for (int i = 0; i < 2; i++) {
        open_spec(&g, games[i]);
        for (int found = 0; found < test_scaled_threads(20);) {
            union jg_state at, next;
            jg_move moves[JG_MOVES_MAX];
            bool wins = false;
            random_position(&g, &rng, 3, 12, &at);
            int seat = jg_turn(&g, &at);
            for (int k = 0, n = jg_moves(&g, &at, moves); k < n; k++) {
                memcpy(&next, &at, g.state_size);
                jg_apply(&g, &next, moves[k]);
                wins = wins || (jg_turn(&g, &next) == JG_OVER && jg_score(&g, &next, jg_team(seat)) > 0);
            }
            if (!wins) continue;
            struct jg_query query = {.view = &at, .seat = seat, .seed = (uint64_t)found++};
            union jg_state best;
            memcpy(&best, &at, g.state_size);
            ask_once(&g, ALL_KINDS[found % KINDS], &query, r);
            jg_apply(&g, &best, r->move);
            bool tree = !strcmp(r->by ? r->by->name : "", jg_playout_wins.name) && jg_turn(&g, &best) == JG_OVER;
            if (tree) assert_true(r->value > JG_CHANCES / 2 && r->value <= JG_CHANCES); /* reported as a chance */
            struct jg_eval e; /* a win by force, if not at once */
            assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
            assert_true(jg_moves(&g, &at, moves) == 1 || plain_value(&g, &e, &best, 6, jg_team(seat)) >= JG_WIN);
        }
        jg_game_close(&g);
    }
    free(r);
}

/* ---- The same answer ------------------------------------------------------------------------------ */

/* Calls check with positions of Kuhn poker and dominoes. */
static void for_hidden(int times, void (*check)(const struct jg_game *g, const union jg_state *at, int round)) {
    struct jg_game games[2];
    struct jg_rng rng;
    open_kuhn(&games[0]);
    open_spec(&games[1], "domino");
    jg_rng_init(&rng, test_seed(), 8);
    for (int i = 0; i < times; i++) {
        union jg_state at;
        if (i & 1)
            domino_position(&games[1], &rng, 3, 60, &at);
        else
            do {
                jg_start(&games[0], &at);
                jg_random_play(&games[0], &at, &rng, 2 + (int)jg_rng_below(&rng, 3));
            } while (jg_turn(&games[0], &at) < 0);
        check(&games[i & 1], &at, i);
    }
    jg_game_close(&games[0]);
    jg_game_close(&games[1]);
}

static void check_repeats(const struct jg_game *g, const union jg_state *at, int round) {
    static const char *const pairs[][2] = {
        {"pimc:worlds=70,depth=3,threads=1", "pimc:worlds=70,depth=3,threads=3"},
        {"pimc:worlds=0,nodes=3000,depth=3,threads=1", "pimc:worlds=0,nodes=3000,depth=3,threads=4"},
        {"pimc:worlds=5,nodes=3000,depth=0,threads=1", "pimc:worlds=5,nodes=3000,depth=0,threads=4"},
        {"pimc:worlds=70,search=playout,threads=1", "pimc:worlds=70,search=playout,threads=2"},
        {"pimc:worlds=0,nodes=3000,search=playout,to=end,threads=1",
         "pimc:worlds=0,nodes=3000,search=playout,to=end,threads=3"},
        {"ismcts:playouts=301,threads=1", "ismcts:playouts=301"},
        {"ismcts:playouts=301,threads=3", "ismcts:playouts=301,threads=3"},
        {"ismcts:nodes=3000,threads=2,to=end", "ismcts:nodes=3000,threads=2,to=end"},
    };
    struct jg_report *r = malloc(2 * sizeof *r);
    union jg_state view;
    int seat = jg_turn(g, at);
    jg_view(g, at, seat, &view);
    struct jg_query query = {.view = &view, .seat = seat, .seed = (uint64_t)round};
    size_t which = (size_t)round / 2 % (sizeof pairs / sizeof *pairs);
    for (int i = 0; i < 2; i++) ask_once(g, pairs[which][i], &query, &r[i]);
    assert_same_report(&r[0], &r[1]);
    if (strstr(pairs[which][0], "nodes=3000") && strstr(pairs[which][0], "pimc")) assert_true(r->nodes <= 3000);
    assert_true(r->leaves > 0 && r->move_count > 1);
    free(r);
}

static void test_repeats(void **state) {
    (void)state;
    for_hidden(test_scaled_threads(160), check_repeats);
}

/* Two states that look alike to a seat are alike to it. */
static void check_fair(const struct jg_game *g, const union jg_state *at, int round) {
    static const char *const specs[] = {"pimc:worlds=3,depth=2", "pimc:worlds=3,search=playout", "ismcts:playouts=40"};
    static struct jg_agent agents[2][3];
    struct jg_report *r = malloc(2 * sizeof *r);
    union jg_state other, views[2];
    struct jg_rng rng;
    int seat = jg_turn(g, at);
    struct jg_agent *a = &agents[round & 1][round / 2 % 3];
    assert_int_equal(jg_agent_open(a, g, specs[round / 2 % 3], NULL), JG_OK);
    jg_rng_init(&rng, test_seed() + (uint64_t)round, 9);
    jg_view(g, at, seat, &views[0]);
    jg_sample(g, &views[0], &rng, &other);
    jg_view(g, &other, seat, &views[1]);
    assert_memory_equal(&views[0], &views[1], g->state_size);
    for (int i = 0; i < 2; i++) {
        struct jg_query query = {.view = &views[i], .seat = seat, .seed = (uint64_t)round};
        assert_int_equal(jg_agent_choose(a, &query, &r[i], NULL), JG_OK);
    }
    assert_same_report(&r[0], &r[1]);
    assert_true(jg_legal(g, at, r->move) && jg_legal(g, &other, r->move));
    jg_agent_close(a);
    free(r);
}

static void test_fair(void **state) {
    (void)state;
    for_hidden(test_scaled(4000), check_fair);
}

/* ---- Limits and refusals ----------------------------------------------------------------------------- */

static void test_stop(void **state) {
    (void)state;
    static const char *const specs[] = {"pimc:worlds=1000000,depth=4",
                                        "pimc:worlds=0,depth=0,ms=86400000,threads=2",
                                        "pimc:worlds=0,search=playout,to=end,nodes=1000000G",
                                        "pimc:worlds=1000000,search=playout,playouts=1000000,threads=3",
                                        "ismcts:playouts=1000000G,to=end,play=greedy",
                                        "ismcts:ms=86400000,threads=3,memory=64k"};
    static const char *const games[] = {"domino", "loa"};
    struct jg_report *r = malloc(sizeof *r);
    for (size_t i = 0; i < 2 * sizeof specs / sizeof *specs; i++) {
        struct jg_game g;
        union jg_state at, view;
        struct jg_rng rng;
        if (i / 2 == 0 && i & 1) continue; /* one world to depth 4 is done in time */
        struct jg_game plain;
        open_spec(&plain, games[i & 1]);
        stopping_open(&g, plain.kind, games[i & 1]);
        jg_rng_init(&rng, test_seed(), 10);
        jg_start(&g, &at);
        jg_random_play(&g, &at, &rng, 4);
        while (jg_turn(&g, &at) < 0) jg_apply(&g, &at, jg_random_move(&g, &at, &rng));
        jg_view(&g, &at, jg_turn(&g, &at), &view);
        struct jg_query query = {.view = &view, .seat = jg_turn(&g, &at), .stop = &stopping.stop, .all = true};
        stopping_after(20000);
        ask_once(&g, specs[i / 2], &query, r);
        long late = atomic_load(&stopping.late);
        assert_true(atomic_load(&stopping.made) >= 20000);
        if (late > 5000) fail_msg("%s: %ld moves after the flag in %s", specs[i / 2], late, games[i & 1]);
        ask_once(&g, specs[i / 2], &query, r); /* stopped before it begins */
        assert_int_equal(r->leaves, 0);
        assert_null(r->by);
        jg_game_close(&g);
        jg_game_close(&plain);
    }
    free(r);
}

static void hear(void *arg, const struct jg_report *r) {
    assert_true(r->by && r->move && r->leaves);
    ++*(int *)arg;
}

static void test_time(void **state) {
    (void)state;
    static const char *const specs[] = {"pimc:worlds=0,ms=50", "pimc:worlds=1000000,search=playout,ms=50",
                                        "ismcts:ms=50", "ismcts:ms=50,threads=2"};
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 11);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        union jg_state at, view;
        domino_position(&g, &rng, 3, 60, &at);
        jg_view(&g, &at, jg_turn(&g, &at), &view);
        struct jg_query query = {.view = &view, .seat = jg_turn(&g, &at)};
        clock_hold(0.001);
        ask_once(&g, specs[i], &query, r);
        if (clock_readings() < 50 || clock_readings() > 150) fail_msg("%s: %ld readings", specs[i], clock_readings());
        assert_true(r->leaves > 0 && r->by);
        int heard = 0;
        query.progress = hear;
        query.arg = &heard;
        ask_once(&g, strchr(specs[i], 'i') == specs[i] ? "ismcts:ms=250,threads=2" : "pimc:worlds=500,depth=2", &query,
                 r);
        clock_release();
        assert_true(heard > 0);
    }
    jg_game_close(&g);
    free(r);
}

/* A limit of time or nodes takes the place of the usual number of worlds: the search continues until it is reached. */
static void test_limits_are_used_up(void **state) {
    (void)state;
    static const char *const timed[] = {"pimc:ms=50,threads=1", "pimc:ms=50,search=playout,threads=1"};
    static const char *const counted[] = {"pimc:nodes=20000", "pimc:nodes=20000,search=playout,to=end",
                                          "ismcts:nodes=20000", "domino:nodes=20000"};
    enum { NODES = 20000, USUAL_WORLDS = 20 };
    struct jg_game g;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state at, view;
    open_spec(&g, "domino");
    jg_rng_init(&rng, test_seed(), 12);
    domino_position(&g, &rng, 3, 12, &at);
    jg_view(&g, &at, jg_turn(&g, &at), &view);
    struct jg_query query = {.view = &view, .seat = jg_turn(&g, &at)};
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++) {
        clock_hold(0.0001);
        ask_once(&g, timed[i], &query, r);
        if (clock_readings() < 500) fail_msg("%s: %ld readings", timed[i], clock_readings());
        clock_release();
        if (r->leaves <= USUAL_WORLDS) fail_msg("%s: %d worlds", timed[i], (int)r->leaves);
    }
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        ask_once(&g, counted[i], &query, r);
        if (r->nodes < NODES - NODES / USUAL_WORLDS) fail_msg("%s: %d nodes", counted[i], (int)r->nodes);
    }
    ask_once(&g, "pimc", &query, r);
    assert_int_equal(r->leaves, USUAL_WORLDS);
    assert_int_equal(r->depth, 6);
    jg_game_close(&g);

    open_spec(&g, "kalah"); /* one world: it is searched more deeply */
    jg_start(&g, &at);
    query = (struct jg_query){.view = &at, .seat = 0};
    ask_once(&g, "pimc", &query, r);
    assert_int_equal(r->depth, 6);
    uint64_t usual = r->nodes;
    char spec[64];
    snprintf(spec, sizeof spec, "pimc:nodes=%d", (int)(20 * usual));
    ask_once(&g, spec, &query, r);
    assert_true(r->depth > 6 && r->nodes > 19 * usual && r->nodes <= 20 * usual);
    jg_game_close(&g);
    free(r);
}

static void test_options(void **state) {
    (void)state;
    static const struct refused bad[] = {
        {"pimc:play=rank", "domino does not rank its moves; choose another 'play'"},
        {"ismcts:play=rank", "domino does not rank its moves; choose another 'play'"},
        {"pimc:eval=nope", "unknown evaluator 'nope'; domino has hands, points"},
        {"ismcts:eval=nope", "unknown evaluator 'nope'; domino has hands, points"},
        {"pimc:deals=0", "deals must be 1 to 1000000, not 0"},
    };
    struct jg_game g;
    open_spec(&g, "domino");
    assert_refused(&g, bad, sizeof bad / sizeof *bad);
    jg_game_close(&g);
}

/* Wins of most matches against random play. */
static void test_strength(void **state) {
    (void)state;
    static const char *const specs[] = {"pimc:worlds=20,depth=6", "ismcts:playouts=300"};
    struct jg_game g;
    open_spec(&g, "domino");
    for (int i = 0; i < 2; i++) {
        struct jg_agent a, b;
        struct jg_report *r = malloc(sizeof *r);
        int won = 0, games = test_scaled(100) < 100 ? 4 : 10;
        assert_int_equal(jg_agent_open(&a, &g, specs[i], NULL), JG_OK);
        assert_int_equal(jg_agent_open(&b, &g, "random", NULL), JG_OK);
        for (int n = 0; n < games; n++) {
            union jg_state at, view;
            struct jg_rng rng;
            int turn;
            jg_rng_init(&rng, test_seed(), (uint64_t)(100 + n));
            jg_start(&g, &at);
            while ((turn = jg_turn(&g, &at)) != JG_OVER) {
                jg_move move = turn == JG_CHANCE ? g.kind->draw(&g, &at, &rng) : 0;
                if (!move) {
                    jg_view(&g, &at, turn, &view);
                    struct jg_query query = {.view = &view, .seat = turn, .seed = jg_rng_next(&rng)};
                    assert_int_equal(jg_agent_choose(jg_team(turn) == n % 2 ? &a : &b, &query, r, NULL), JG_OK);
                    move = r->move;
                }
                jg_apply(&g, &at, move);
            }
            won += jg_score(&g, &at, n % 2) > 0;
        }
        assert_true(10 * won >= 7 * games); /* 95 % and more are expected */
        jg_agent_close(&a);
        jg_agent_close(&b);
        free(r);
    }
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bayes),      cmocka_unit_test(test_impossible),
        cmocka_unit_test(test_resample),   cmocka_unit_test(test_likelihoods),
        cmocka_unit_test(test_poker),      cmocka_unit_test(test_draws_repeat),
        cmocka_unit_test(test_one_world),  cmocka_unit_test(test_all_deals),
        cmocka_unit_test(test_win_in_one), cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_fair),       cmocka_unit_test(test_stop),
        cmocka_unit_test(test_time),       cmocka_unit_test(test_limits_are_used_up),
        cmocka_unit_test(test_options),    cmocka_unit_test(test_strength),
    };
    test_begin();
    return cmocka_run_group_tests_name("hidden", tests, NULL, NULL);
}
