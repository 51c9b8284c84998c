/* Expectiminimax with and without pruning and table, against a floating-point definition, on small games with chance. */
#include "clock.h"
#include "dice.h"
#include "kuhn.h"
#include "searches.h"
#include "stopping.h"

#include "search/expecti_tree.h"

#include <math.h>

/* ---- The definition -------------------------------------------------------------------------- */

/* The value in points, all in floating point; `bound` as in the options, 0 for none. `rounds`
 * becomes the most chance nodes on any path, each of which may round once. */
static double plain_mean(const struct jg_game *g, const struct jg_eval *e, const void *state, int depth, int team,
                         double bound, int *rounds) {
    int turn = jg_turn(g, state), most = 0;
    double sum = 0;
    *rounds = 0;
    if (turn == JG_OVER || (turn >= 0 && !depth)) {
        bool over = turn == JG_OVER;
        double v = over ? jg_eval_end(e, g, state, team) : jg_eval_value(e, g, state, team);
        double limit = !bound ? 1e9 : over || e->by->ends ? bound : bound - 1;
        return fmax(-limit, fmin(limit, v));
    }
    jg_move moves[JG_MOVES_MAX];
    int n = turn == JG_CHANCE ? (int)g->kind->outcomes(g, state) : jg_moves(g, state, moves);
    for (int i = 0; i < n; i++) {
        union jg_state child;
        double probability = 0;
        int below;
        jg_move move = turn == JG_CHANCE ? g->kind->outcome(g, state, (uint64_t)i, &probability) : moves[i];
        memcpy(&child, state, g->state_size);
        jg_apply(g, &child, move);
        double v = plain_mean(g, e, &child, turn == JG_CHANCE ? depth : depth - 1, team, bound, &below);
        if (below > most) most = below;
        if (turn == JG_CHANCE)
            sum += probability * v;
        else if (!i || (jg_team(turn) == team ? v > sum : v < sum))
            sum = v;
    }
    *rounds = most + (turn == JG_CHANCE);
    return sum;
}

/* ---- Searches -------------------------------------------------------------------------------- */

/* All forms: what is left out, with a table or without. */
enum { FORMS = 6 };
static const char *const FORM[FORMS] = {"plain", "plain, table", "Star1", "Star1, table", "Star2", "Star2, table"};

struct bench {
    struct jg_game g;
    struct jg_eval e;
    struct jg_tt tt;
    struct expecti_outcome *outcomes;
    uint64_t nodes[FORMS];
};

static void open_bench(struct bench *b, const struct jg_game_kind *kind, const char *eval) {
    *b = (struct bench){0};
    assert_int_equal(jg_game_open_kind(&b->g, kind, kind->name, NULL), JG_OK);
    assert_int_equal(jg_eval_open(&b->e, &b->g, eval, NULL), JG_OK);
    assert_int_equal(jg_tt_init(&b->tt, 4 << 20, NULL), JG_OK);
    b->outcomes = malloc(EXPECTI_PATH * sizeof *b->outcomes);
}

static void close_bench(struct bench *b) {
    free(b->outcomes);
    jg_tt_free(&b->tt);
    jg_game_close(&b->g);
}

/* The value of what a move leads to, in parts, by one of the forms. */
static int32_t value_by(struct bench *b, int form, int32_t points, const void *state, jg_move move, int depth,
                        int32_t alpha, int32_t beta) {
    struct expecti x = {.s = {.game = &b->g, .eval = &b->e, .team = jg_team(jg_turn(&b->g, state))},
                        .prune = form / 2,
                        .most = points * JG_EXPECTI_SCALE,
                        .tt = form % 2 ? &b->tt : NULL,
                        .outcomes = b->outcomes};
    struct jg_pv line;
    jg_tt_begin(&b->tt, true, NULL, 0);
    int32_t value = expecti_search_child(&x, state, move, depth, alpha, beta, &line);
    assert_int_equal(x.used, 0);
    assert_int_equal(x.ply, 0);
    b->nodes[form] += x.s.nodes;
    return value;
}

/* A position where a player is to move. */
static bool some_position(const struct jg_game *g, struct jg_rng *rng, union jg_state *at) {
    jg_start(g, at);
    if (g->kind->seats == 4) ((struct maze *)at)->seed = (uint32_t)jg_rng_next(rng);
    jg_random_play(g, at, rng, (int)jg_rng_below(rng, 12));
    return jg_turn(g, at) >= 0;
}

/* ---- Equal values ---------------------------------------------------------------------------- */

static const double PART = 1.0 / JG_EXPECTI_SCALE;

static void compare(struct bench *b, int32_t points, int32_t known_bound, const void *state, struct jg_rng *rng) {
    int depth = (int)jg_rng_below(rng, 5), team = jg_team(jg_turn(&b->g, state)), rounds;
    jg_move move = jg_random_move(&b->g, state, rng);
    union jg_state child;
    memcpy(&child, state, b->g.state_size);
    jg_apply(&b->g, &child, move);
    double exact = plain_mean(&b->g, &b->e, &child, depth, team, known_bound, &rounds);
    int32_t value = value_by(b, 0, points, state, move, depth, -JG_INFINITE, JG_INFINITE);
    /* each mean is rounded once, perhaps by a whole part at the ends, and weights are whole parts of 2^30 */
    double ends = fabs(exact) > points - rounds * PART ? 2 : 1;
    double room = rounds * (0.5 * ends * PART + 8.0 * points / (1 << 30));
    if (fabs(exact) < points - 1e-7 * points) assert_true(abs(value) < points * JG_EXPECTI_SCALE); /* not certain */
    if (fabs(value * PART - exact) > room) fail_msg("%f, not %f, at depth %d", value * PART, exact, depth);
    for (int form = 1; form < FORMS; form++)
        if (value_by(b, form, points, state, move, depth, -JG_INFINITE, JG_INFINITE) != value)
            fail_msg("%s at depth %d", FORM[form], depth);
    /* Within bounds: exact between them, else a bound beyond. Some are close to the value. */
    for (int n = 0; n < 4; n++) {
        int32_t spread = n % 2 ? 3 : 2 * points / 3 * (JG_EXPECTI_SCALE / 2);
        int64_t low = value + (int64_t)jg_rng_below(rng, (uint32_t)spread) - spread / 2,
                most = (int64_t)points * JG_EXPECTI_SCALE;
        low = low < -most ? -most : low >= most ? most - 1 : low;
        int64_t high = low + 1 + jg_rng_below(rng, (uint32_t)spread);
        int32_t alpha = (int32_t)low, beta = (int32_t)(high > most ? most : high);
        for (int form = 2; form < FORMS; form++) {
            int32_t v = value_by(b, form, points, state, move, depth, alpha, beta);
            bool right = value <= alpha  ? v >= value && v <= alpha
                         : value >= beta ? v <= value && v >= beta
                                         : v == value;
            if (!right) fail_msg("%s says %d within %d and %d, but it is %d", FORM[form], v, alpha, beta, value);
        }
    }
}

static void test_equal_values(void **state) {
    (void)state;
    const struct jg_game_kind race = dice_kind(DICE_RACE), maze = dice_kind(DICE_MAZE);
    static const struct {
        enum dice_game game;
        const char *eval;
        int32_t points, known_bound; /* the option `bound`, and the bound of the definition */
    } cases[] = {
        {DICE_RACE, "squares", JG_WIN, 0}, {DICE_RACE, "squares", 2000, 2000}, {DICE_RACE, "squares", 200, 200},
        {DICE_RACE, "squares", 1, 1},      {DICE_MAZE, "ends", 2, 2},          {DICE_MAZE, "open", 1, 1},
        {DICE_MAZE, "ends", MAZE_MOST, 0}, {DICE_MAZE, "ends", JG_WIN / 2, 0}, {DICE_MAZE, "ends", 9000, 9000},
        {DICE_MAZE, "open", JG_WIN, 0},    {DICE_MAZE, "open", 50000, 50000}};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b;
        open_bench(&b, cases[i].game == DICE_RACE ? &race : &maze, cases[i].eval);
        for (int n = 0; n < test_scaled(150); n++) {
            union jg_state at;
            if (some_position(&b.g, &rng, &at)) compare(&b, cases[i].points, cases[i].known_bound, &at, &rng);
        }
        close_bench(&b);
    }
}

/* ---- Savings --------------------------------------------------------------------------------- */

/* How many nodes each form takes from the root, with the bounds that the moves before
 * give, by the table of docs/searches.md. */
static void test_savings(void **state) {
    (void)state;
    const struct jg_game_kind race = dice_kind(DICE_RACE), maze = dice_kind(DICE_MAZE);
    static const struct {
        const char *name;
        enum dice_game game;
        const char *eval;
        int32_t points;
    } cases[] = {{"race, a win is worth 1,000,000", DICE_RACE, "squares", JG_WIN},
                 {"race, bound=2000", DICE_RACE, "squares", 2000},
                 {"maze, values below 500,000", DICE_MAZE, "ends", JG_WIN / 2},
                 {"maze, bound=40000", DICE_MAZE, "ends", MAZE_MOST}};
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b;
        open_bench(&b, cases[i].game == DICE_RACE ? &race : &maze, cases[i].eval);
        for (int n = 0; n < test_scaled(60); n++) {
            union jg_state at;
            jg_move moves[JG_MOVES_MAX];
            if (!some_position(&b.g, &rng, &at)) continue;
            int count = jg_moves(&b.g, &at, moves);
            for (int form = 0; form < FORMS; form++) {
                int32_t best = -JG_INFINITE;
                for (int m = 0; m < count; m++) {
                    int32_t alpha = form < 2 ? -JG_INFINITE : best;
                    int32_t v = value_by(&b, form, cases[i].points, &at, moves[m], 4, alpha, JG_INFINITE);
                    if (v > best) best = v;
                }
            }
        }
        printf("# %s:", cases[i].name);
        for (int form = 0; form < FORMS; form++)
            printf("%s %s %.1f %%", form ? "," : "", FORM[form], 100.0 * (double)b.nodes[form] / (double)b.nodes[0]);
        printf(" of %llu nodes\n", (unsigned long long)b.nodes[0]);
        assert_true(b.nodes[2] <= b.nodes[0]);
        for (int table = 0; table < 2; table++) assert_true(b.nodes[4 + table] <= b.nodes[2 + table]);
        for (int form = 0; form < FORMS; form += 2) assert_true(b.nodes[form + 1] <= b.nodes[form]);
        close_bench(&b);
    }
}

/* ---- The agent ------------------------------------------------------------------------------- */

static void ask(const struct jg_game *g, const char *spec, const struct jg_query *question, struct jg_report *r) {
    struct jg_agent a;
    struct jg_error err = {0};
    if (jg_agent_open(&a, g, spec, &err)) fail_msg("%s: %s", spec, err.message);
    assert_int_equal(jg_agent_choose(&a, question, r, &err), JG_OK);
    jg_agent_close(&a);
}

/* All forms report the same move, value and values of moves. */
static void test_reports(void **state) {
    (void)state;
    const struct jg_game_kind maze = dice_kind(DICE_MAZE);
    static const char *const specs[] = {
        "expectiminimax:depth=%d,prune=none,tt=0",  "expectiminimax:depth=%d,prune=none",
        "expectiminimax:depth=%d,prune=star1,tt=0", "expectiminimax:depth=%d,prune=star1",
        "expectiminimax:depth=%d,prune=star2,tt=0", "expectiminimax:depth=%d"};
    struct jg_game g;
    struct jg_eval e;
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r), *first = malloc(sizeof *first);
    jg_rng_init(&rng, test_seed(), 3);
    assert_int_equal(jg_game_open_kind(&g, &maze, "maze", NULL), JG_OK);
    assert_int_equal(jg_eval_open(&e, &g, "", NULL), JG_OK);
    for (int n = 0; n < test_scaled(100); n++) {
        union jg_state at;
        jg_move moves[JG_MOVES_MAX];
        if (!some_position(&g, &rng, &at)) continue;
        int depth = 1 + (int)jg_rng_below(&rng, 4), team = jg_team(jg_turn(&g, &at)), rounds;
        struct jg_query question = {.view = &at, .seat = jg_turn(&g, &at)};
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            char spec[128];
            snprintf(spec, sizeof spec, specs[i], depth);
            question.all = false;
            ask(&g, spec, &question, i ? r : first);
            question.all = true;
            struct jg_report all;
            ask(&g, spec, &question, &all);
            assert_int_equal(all.move_count, jg_moves(&g, &at, moves));
            if (!i) {
                double value = plain_mean(&g, &e, &at, depth, team, 0, &rounds);
                assert_true(fabs(first->value - value) <= 0.51);
                assert_true(first->depth == depth && first->pv_count >= 1 && first->pv[0] == first->move);
            } else {
                assert_true(r->value == first->value && r->move == first->move);
                assert_true(r->proven >= first->proven && r->by == first->by); /* pruning may avoid evaluations */
            }
            for (int m = 0; m < all.move_count; m++) {
                union jg_state child;
                memcpy(&child, &at, g.state_size);
                jg_apply(&g, &child, all.moves[m].move);
                assert_true(fabs(all.moves[m].value - plain_mean(&g, &e, &child, depth - 1, team, 0, &rounds)) <= 0.51);
            }
            assert_true(all.value == first->value && all.move == first->move);
        }
    }
    free(r);
    free(first);
    jg_game_close(&g);
}

/* Without chance it is minimax, and chooses the same moves. */
static void without_chance(const struct jg_game *g, const struct jg_eval *e, const void *state, struct jg_rng *rng) {
    static const char *const prunes[] = {"none", "star1", "star2"};
    struct jg_report *r = malloc(sizeof *r), *mm = calloc(1, sizeof *mm);
    int depth = some_depth(g, rng, 4);
    struct jg_search s = {.game = g, .eval = e, .limits = {.depth = depth}};
    struct jg_query question = {.view = state, .seat = jg_turn(g, state)};
    jg_minimax(&s, state, mm);
    for (int i = 0; i < 6; i++) {
        char spec[128];
        snprintf(spec, sizeof spec, "expectiminimax:depth=%d,eval=%s,prune=%s,tt=%s", depth, e->by->name, prunes[i / 2],
                 i % 2 ? "1M" : "0");
        ask(g, spec, &question, r);
        assert_true(r->value == mm->value && r->move == mm->move);
        if (i == 0) assert_true(r->nodes == mm->nodes && r->leaves == mm->leaves && r->proven == mm->proven);
        if (i % 2 == 0) assert_int_equal(line_value(g, e, state, r, jg_team(question.seat)), mm->value);
    }
    free(r);
    free(mm);
}

static void test_without_chance(void **state) {
    (void)state;
    for_positions(20, 4, without_chance);
}

/* A certain win is reported as a win; a winning chance is not. */
static void test_wins(void **state) {
    (void)state;
    const struct jg_game_kind race = dice_kind(DICE_RACE);
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    assert_int_equal(jg_game_open_kind(&g, &race, "race", NULL), JG_OK);
    union jg_state at;
    memset(&at, 0, sizeof at);
    struct jg_query question = {.view = &at, .seat = 0};
    *(struct race *)&at = (struct race){.at = {{6, 7}, {6, 7}}, .die = 1};
    ask(&g, "expectiminimax:depth=1", &question, r);
    assert_true(r->value == JG_WIN && r->proven);
    /* Both need one more throw for the last token: the mover's next comes too late. */
    *(struct race *)&at = (struct race){.at = {{1, 7}, {6, 7}}, .die = 1};
    ask(&g, "expectiminimax:depth=2", &question, r);
    assert_true(r->value == -JG_WIN && r->proven);
    /* The second player comes home with 2 or 3 of three throws, otherwise the first does: 1/3 - 2/3. */
    *(struct race *)&at = (struct race){.at = {{4, 7}, {5, 7}}, .die = 2};
    ask(&g, "expectiminimax:depth=3", &question, r);
    assert_true(r->proven && r->by);
    assert_int_equal(r->value, -333333);
    ask(&g, "expectiminimax:depth=3,bound=300", &question, r);
    assert_int_equal(r->value, -100);
    /* For the side that wins two of three games: not a certain win, so the value is below one. */
    *(struct race *)&at = (struct race){.at = {{4, 7}, {4, 7}}, .die = 1};
    ask(&g, "expectiminimax:depth=2,bound=900", &question, r);
    assert_true(abs(r->value) < 900);
    free(r);
    jg_game_close(&g);
}

/* With any number of nodes: what is said to be certain is, and a loss of some moves is not
 * the position's. */
static void test_stopped_early(void **state) {
    (void)state;
    static const char *const specs[] = {"expectiminimax:depth=3,nodes=%d", "expectiminimax:depth=3,prune=none,nodes=%d",
                                        "expectiminimax:depth=0,nodes=%d,tt=0,bound=1"};
    const struct jg_game_kind race = dice_kind(DICE_RACE), maze = dice_kind(DICE_MAZE);
    struct jg_rng rng;
    struct jg_report *r = malloc(sizeof *r);
    jg_rng_init(&rng, test_seed(), 8);
    for (int n = 0; n < test_scaled(60); n++)
        for (size_t i = 0; i < 3 * sizeof specs / sizeof *specs; i++) {
            static const char *const evals[] = {"squares", "open", "ends"};
            struct jg_game g;
            struct jg_eval e;
            union jg_state at;
            char spec[128];
            int rounds, nodes = n % 2 ? 1 + n % 8 : 1 + (int)jg_rng_below(&rng, 60);
            assert_int_equal(jg_game_open_kind(&g, i % 3 ? &maze : &race, i % 3 ? "maze" : "race", NULL), JG_OK);
            assert_int_equal(jg_eval_open(&e, &g, evals[i % 3], NULL), JG_OK);
            while (!some_position(&g, &rng, &at)) continue;
            struct jg_query question = {.view = &at, .seat = jg_turn(&g, &at)};
            struct jg_text t;
            jg_text_init(&t, spec, sizeof spec);
            jg_text_add(&t, specs[i / 3], nodes);
            jg_text_add(&t, ",eval=%s", evals[i % 3]);
            ask(&g, spec, &question, r);
            assert_true(r->nodes <= (uint64_t)nodes && r->move);
            if (nodes == 1) assert_null(r->by);
            if (r->proven && !e.by->ends && abs(r->value) == JG_WIN) {
                double truth = plain_mean(&g, &e, &at, 4, jg_team(question.seat), 0, &rounds);
                assert_true(fabs(truth - r->value) < 1);
            } else if (r->by && !e.by->ends) {
                assert_true(abs(r->value) < JG_WIN / 2);
            }
            jg_game_close(&g);
        }
    free(r);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static int reports;
static void count_progress(void *arg, const struct jg_report *r) {
    int *last = arg;
    assert_true(r->depth == *last + 1);
    *last = r->depth;
    reports++;
}

static void test_limits(void **state) {
    (void)state;
    const struct jg_game_kind race = dice_kind(DICE_RACE);
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r), *again = malloc(sizeof *again);
    union jg_state at;
    int last = 0;
    assert_int_equal(jg_game_open_kind(&g, &race, "race", NULL), JG_OK);
    jg_start(&g, &at);
    jg_apply(&g, &at, 1);
    struct jg_query question = {.view = &at, .seat = 0};
    ask(&g, "expectiminimax:depth=0,nodes=1", &question, r);
    assert_true(jg_legal(&g, &at, r->move) && !r->by && r->nodes <= 1);
    question.progress = count_progress;
    question.arg = &last;
    ask(&g, "expectiminimax:depth=0,nodes=5000", &question, r);
    assert_true(r->nodes <= 5000 && r->depth == last && reports == last && last >= 3);
    last = 0;
    ask(&g, "expectiminimax:depth=0,nodes=5000", &question, again);
    assert_same_report(r, again);
    question.progress = NULL;
    char spec[64]; /* what it says is the value of the depth that it names */
    snprintf(spec, sizeof spec, "expectiminimax:prune=none,tt=0,depth=%d", r->depth);
    ask(&g, spec, &question, again);
    assert_int_equal(r->value, again->value);
    for (int given = 0; given < 2; given++) {
        clock_hold(0.001);
        ask(&g, given ? "expectiminimax:depth=0,ms=30" : "expectiminimax:ms=30",
            &(struct jg_query){.view = &at, .seat = 0}, r);
        assert_true(clock_readings() >= 30 && clock_readings() < 40);
        clock_release();
    }
    ask(&g, "expectiminimax", &(struct jg_query){.view = &at, .seat = 0}, r); /* the usual depth */
    assert_true(r->depth == 4 || r->proven);
    ask(&g, "expectiminimax:nodes=5000", &(struct jg_query){.view = &at, .seat = 0}, again);
    assert_true(again->depth > r->depth);
    ask(&g, "expectiminimax:ms=0,nodes=0,depth=2", &(struct jg_query){.view = &at, .seat = 0}, r);
    assert_int_equal(r->depth, 2);
    assert_true(r->by && r->depth >= 1);
    jg_game_close(&g);
    stopping_open(&g, &race, "race");
    stopping_after(10000);
    question.stop = &stopping.stop;
    ask(&g, "expectiminimax:depth=100,tt=0", &question, r);
    assert_true(atomic_load(&stopping.made) >= 10000 && atomic_load(&stopping.late) < 1000);
    free(r);
    free(again);
    jg_game_close(&g);
}

static void test_refusals(void **state) {
    (void)state;
    const struct jg_game_kind race = dice_kind(DICE_RACE);
    struct jg_game g;
    struct jg_agent a;
    struct jg_error err = {0};
    assert_int_equal(jg_game_open_kind(&g, &kuhn, "kuhn", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&a, &g, "expectiminimax", &err), JG_EFIT);
    jg_game_close(&g);
    assert_int_equal(jg_game_open_kind(&g, &race, "race", NULL), JG_OK);
    assert_int_equal(jg_agent_open(&a, &g, "expectiminimax:depth=0", &err), JG_EFIT);
    assert_string_equal(err.message, "race may never end: limit the search by depth, nodes or ms");
    assert_int_equal(jg_agent_open(&a, &g, "alphabeta", &err), JG_EFIT);
    assert_non_null(strstr(err.message, "expectiminimax"));
    jg_game_close(&g);
}

/* A chance node with too many outcomes is evaluated as a leaf. */
static uint64_t too_many(const struct jg_game *g, const void *state) {
    (void)g, (void)state;
    return JG_EXPECTI_OUTCOMES + 1;
}

static void test_many_outcomes(void **state) {
    (void)state;
    struct jg_game_kind race = dice_kind(DICE_RACE);
    race.outcomes = too_many;
    struct jg_game g;
    struct jg_report *r = malloc(sizeof *r);
    union jg_state at;
    assert_int_equal(jg_game_open_kind(&g, &race, "race", NULL), JG_OK);
    jg_start(&g, &at);
    jg_apply(&g, &at, 2);
    ask(&g, "expectiminimax:depth=9", &(struct jg_query){.view = &at, .seat = 0}, r);
    assert_int_equal(r->value, 200);
    assert_int_equal(r->nodes, 2);
    assert_false(r->proven);
    free(r);
    jg_game_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_values),  cmocka_unit_test(test_savings),
        cmocka_unit_test(test_reports),       cmocka_unit_test(test_without_chance),
        cmocka_unit_test(test_stopped_early), cmocka_unit_test(test_wins),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_many_outcomes),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
