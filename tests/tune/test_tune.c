/* Tuning by games: bad weights become good ones, a stopped tuning resumes exactly, and threads change nothing. */
#include "test.h"

#include "arena/game.h"
#include "tune/tune.h"
#include "tuning.h"

#include <math.h>

/* ---- By games ------------------------------------------------------------------------------ */

/* All weights wrong: loves the other's seeds. */
static const double BAD[] = {-100, 0, -20, -80, -25, 0, 0};

static struct jg_tune_setting kalah_setting(const struct jg_game *g, enum jg_tune_method method) {
    struct jg_tune_setting s = {.game = g,
                                .evaluator = jg_tune_evaluator(g, "", NULL),
                                .agent = "greedy",
                                .method = method,
                                .seed = test_seed(),
                                .opening = 4,
                                .survive = 0.5,
                                .mutation = 0.1,
                                .crossover = JG_CROSS_UNIFORM,
                                .from_start = true,
                                .threads = 2};
    memcpy(s.start, BAD, sizeof BAD);
    return s;
}

static struct jg_tuning *open_tuning(const struct jg_tune_setting *s, const json_t *state) {
    struct jg_error err = {0};
    struct jg_tuning *t = jg_tuning_open(s, state, &err);
    if (!t) fail_msg("%s", err.message);
    return t;
}

/* Bad weights become good ones with a small budget, whatever the method. */
static void test_bad_weights_become_good(void **state) {
    (void)state;
    static const struct {
        int generations, pairs, population;
    } small[JG_TUNE_Q] = {{15, 2, 10}, {120, 10, 0}, {12, 8, 16}};
    struct jg_game g;
    open_spec(&g, "kalah");
    for (int method = 0; method < JG_TUNE_Q; method++) {
        struct jg_tune_setting s = kalah_setting(&g, (enum jg_tune_method)method);
        struct jg_generation last;
        struct jg_tally proof;
        s.generations = small[method].generations;
        s.pairs = small[method].pairs;
        s.population = small[method].population;
        if (method == JG_TUNE_SPSA) s.step = 0.2;
        jg_tune_defaults(&s);
        assert_true(s.low == -200 && s.high == 200);
        struct jg_tuning *t = open_tuning(&s, NULL);
        while (!jg_tuning_done(t)) assert_int_equal(jg_tuning_step(t, &last, NULL, NULL, NULL), JG_OK);
        assert_int_equal(last.number, s.generations);
        assert_int_equal(jg_tuning_validate(t, 150, &proof, NULL, NULL, NULL), JG_OK);
        assert_int_equal(jg_tally_games(&proof), 300);
        double share = ((double)proof.wins + (double)proof.draws / 2) / 300;
        if (share < 0.75) fail_msg("%s: %.3f", jg_tune_method(s.method)->name, share);
        for (int i = 0; i < 7; i++) assert_true(last.weights[i] >= -200 && last.weights[i] <= 200);
        jg_tuning_close(t);
    }
    jg_game_close(&g);
}

struct flag {
    atomic_bool stop;
};

static void stop_early(void *arg, double share) {
    if (share > 0.3) atomic_store(&((struct flag *)arg)->stop, true);
}

/* Plays 6 generations. Disturbed: each is stopped once in the middle, and all goes
 * through JSON into a new tuning afterwards. Returns the last state as text. */
static char *play_six(struct jg_tune_setting s, bool disturbed, struct jg_generation *history) {
    struct flag flag = {false};
    if (disturbed) s.stop = &flag.stop;
    struct jg_tuning *t = open_tuning(&s, NULL);
    for (int i = 0; i < 6; i++) {
        if (disturbed) {
            assert_int_equal(jg_tuning_step(t, NULL, stop_early, &flag, NULL), JG_ESTOP);
            atomic_store(&flag.stop, false);
            json_t *json = through_text(jg_tuning_json(t));
            jg_tuning_close(t);
            t = open_tuning(&s, json);
            json_decref(json);
        }
        assert_int_equal(jg_tuning_step(t, &history[i], NULL, NULL, NULL), JG_OK);
    }
    assert_true(jg_tuning_done(t));
    json_t *json = jg_tuning_json(t);
    char *text = json_dumps(json, JSON_COMPACT);
    struct jg_generation back;
    assert_true(jg_generation_read(json, 7, &back));
    assert_true(back.number == 6 && back.games == history[5].games && back.best == history[5].best);
    assert_memory_equal(back.weights, history[5].weights, sizeof back.weights);
    json_decref(json);
    jg_tuning_close(t);
    return text;
}

static void test_stopped_or_on_other_threads_it_is_the_same(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player rival;
    open_spec(&g, "kalah:houses=4");
    assert_int_equal(jg_player_init(&rival, &g, "greedy:eval=store", NULL), JG_OK);
    for (int k = 0; k < 2 * JG_TUNE_Q; k++) {
        struct jg_tune_setting s = kalah_setting(&g, (enum jg_tune_method)(k % JG_TUNE_Q));
        struct jg_generation a[6], b[6], c[6];
        s.generations = 6;
        s.pairs = s.method == JG_TUNE_SPSA ? 60 : 12; /* many more games than can be in the air when it is stopped */
        s.population = 6;
        s.from_start = k & 1;
        s.rival = k < JG_TUNE_Q ? NULL : &rival;
        jg_tune_defaults(&s);
        char *whole = play_six(s, false, a), *parts = play_six(s, true, b), *other;
        assert_string_equal(whole, parts);
        s.threads = 1;
        free(parts);
        parts = play_six(s, false, c);
        assert_string_equal(whole, parts);
        for (int i = 0; i < 6; i++)
            assert_true(a[i].best == b[i].best && a[i].mean == c[i].mean && a[i].number == i + 1);
        s.seed++;
        other = play_six(s, false, c);
        assert_string_not_equal(whole, other);
        free(whole);
        free(parts);
        free(other);
    }
    jg_game_close(&g);
}

/* The same weights make the same games: every individual has as many points. */
static void test_luck_is_the_same_for_all(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player rival;
    struct jg_generation last;
    open_spec(&g, "kalah");
    assert_int_equal(jg_player_init(&rival, &g, "greedy:eval=store", NULL), JG_OK);
    struct jg_tune_setting s = kalah_setting(&g, JG_TUNE_CMA);
    s.low = -100; /* so narrow that all weights are as good as equal, and rounded they are */
    s.high = 100;
    s.step = 1e-9;
    s.rival = &rival;
    s.pairs = 15;
    s.generations = 8;
    s.population = 5;
    for (int i = 0; i < 7; i++) s.start[i] = 20 + 10 * i;
    struct jg_tuning *t = open_tuning(&s, NULL);
    bool differ = false;
    double first = 0;
    for (int i = 0; i < 8; i++) {
        assert_int_equal(jg_tuning_step(t, &last, NULL, NULL, NULL), JG_OK);
        assert_true(fabs(last.best - last.mean) < 1e-12);
        assert_int_equal(last.games, (uint64_t)(i + 1) * 2 * 15 * 5);
        if (!i) first = last.best;
        differ |= last.best != first;
    }
    assert_true(differ); /* the next generation has other deals */
    jg_tuning_close(t);
    jg_game_close(&g);
}

/* ---- By hand ------------------------------------------------------------------------------- */

/* The score of one game for who sits first. */
static int32_t play_game(const struct jg_tune_setting *s, uint64_t seed, const struct jg_player *first,
                         const struct jg_player *second, uint64_t deal, uint64_t swap) {
    struct jg_agent seats[2];
    struct jg_record record = {0};
    assert_int_equal(jg_player_open(first, s->game, &seats[0], NULL), JG_OK);
    assert_int_equal(jg_player_open(second, s->game, &seats[1], NULL), JG_OK);
    struct jg_arena_game bout = {.game = s->game,
                                 .seats = {&seats[0], &seats[1]},
                                 .seeding = jg_seeding_of(seed),
                                 .deal = deal,
                                 .variant = swap,
                                 .opening = s->opening};
    assert_int_equal(jg_arena_play(&bout, &record, NULL, NULL), JG_OK);
    int32_t score = jg_record_score(&record, 0);
    jg_record_free(&record);
    for (int i = 0; i < 2; i++) jg_agent_close(&seats[i]);
    return score;
}

/* Points that a gets against b, in both seats on each of these deals. Counts draws and wins of the second seat. */
static double points_of(const struct jg_tune_setting *s, uint64_t seed, const struct jg_player *a,
                        const struct jg_player *b, uint64_t deal, int deals, int seen[2]) {
    double points = 0;
    for (int i = 0; i < 2 * deals; i++) {
        bool swap = i % 2;
        int32_t score = play_game(s, seed, swap ? b : a, swap ? a : b, deal + (uint64_t)i / 2, swap);
        points += score == 0 ? 0.5 : (score > 0) != swap;
        seen[0] += score == 0;
        seen[1] += score < 0;
    }
    return points;
}

/* The seeds of a tuning: of its games, of the proof, of the method. */
struct seeds {
    uint64_t deals, proofs, method;
};

static struct seeds seeds_of(const struct jg_tune_setting *s) {
    struct jg_rng rng;
    jg_rng_init(&rng, s->seed, 0);
    struct seeds seeds = {.deals = jg_rng_next(&rng)};
    seeds.proofs = jg_rng_next(&rng);
    seeds.method = jg_rng_next(&rng);
    return seeds;
}

/* Scores each point of a generation, game by game: all against all, or against the
 * rival, or (cma) against the best so far. */
static void count_by_hand(const struct jg_tune_setting *s, void *method, int generation, double *fitness, int seen[2]) {
    const struct jg_method *m = jg_tune_method(s->method);
    int n = s->evaluator->feature_count, count = m->count(method);
    double points[12 * JG_FEATURES_MAX], best[JG_FEATURES_MAX];
    struct jg_player plain, players[13];
    uint64_t deal = (uint64_t)(generation * s->pairs), seed = seeds_of(s).deals;
    assert_true(count <= 12);
    assert_int_equal(jg_tune_player(s->game, s->evaluator, s->agent, NULL, &plain, NULL), JG_OK);
    m->ask(method, points);
    m->best(method, best);
    for (int i = 0; i <= count; i++) {
        players[i] = plain;
        players[i].weights = i < count ? points + i * n : best;
    }
    if (s->rival) players[count] = *s->rival;
    for (int i = 0; i < count; i++) {
        int met = 0;
        fitness[i] = 0;
        for (int k = 0; k <= count; k++) {
            bool all = !s->rival && s->method != JG_TUNE_CMA;
            if (k == i || (k < count) != all) continue;
            fitness[i] += k < i ? 2 * s->pairs - points_of(s, seed, &players[k], &players[i], deal, s->pairs, seen)
                                : points_of(s, seed, &players[i], &players[k], deal, s->pairs, seen);
            met++;
        }
        fitness[i] /= 2.0 * s->pairs * met;
    }
}

/* Two generations of every method, with and without a rival, game by game. */
static void test_fitness_by_hand(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player rival;
    int seen[2] = {0};
    open_spec(&g, "kalah:houses=3,seeds=2"); /* short games, of which many are drawn */
    assert_int_equal(jg_player_init(&rival, &g, "greedy:eval=store", NULL), JG_OK);
    for (int k = 0; k < 2 * JG_TUNE_Q; k++) {
        struct jg_tune_setting s = kalah_setting(&g, (enum jg_tune_method)(k % JG_TUNE_Q));
        const struct jg_method *m = jg_tune_method(s.method);
        struct jg_generation got;
        s.opening = 2;
        s.generations = 2;
        s.pairs = 7;
        s.population = 6;
        s.rival = k < JG_TUNE_Q ? NULL : &rival;
        jg_tune_defaults(&s);
        struct jg_tuning *t = open_tuning(&s, NULL);
        void *method = m->open(&(struct jg_method_setting){.n = 7,
                                                           .low = s.low,
                                                           .high = s.high,
                                                           .start = s.start,
                                                           .seed = seeds_of(&s).method,
                                                           .population = s.population,
                                                           .survive = s.survive,
                                                           .mutation = s.mutation,
                                                           .crossover = s.crossover,
                                                           .step = s.step,
                                                           .generations = s.generations});
        for (int generation = 0; generation < 2; generation++) {
            double fitness[12], best = 0, mean = 0, weights[JG_FEATURES_MAX];
            int count = m->count(method);
            count_by_hand(&s, method, generation, fitness, seen);
            for (int i = 0; i < count; i++) {
                best = fmax(best, fitness[i]);
                mean += fitness[i] / count;
            }
            m->tell(method, fitness);
            m->best(method, weights);
            assert_int_equal(jg_tuning_step(t, &got, NULL, NULL, NULL), JG_OK);
            if (fabs(got.best - best) > 1e-9 || fabs(got.mean - mean) > 1e-9)
                fail_msg("%s, case %d: best %g and mean %g, not %g and %g", m->name, k, got.best, got.mean, best, mean);
            for (int i = 0; i < 7; i++) assert_true(fabs(got.weights[i] - weights[i]) <= 1e-5 * fabs(weights[i]));
        }
        m->close(method);
        jg_tuning_close(t);
    }
    assert_true(seen[0] > 10 && seen[1] > 100); /* or nothing would be shown of draws and second seats */
    jg_game_close(&g);
}

/* Where only wins count a draw is worth nothing; and results that are known lead on as if they were played. */
static void test_only_wins(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_player plain, players[6];
    struct jg_generation played, known;
    double points[6 * JG_FEATURES_MAX];
    uint64_t halves[7], wins[6] = {0}, games = 0;
    open_spec(&g, "kalah:houses=3,seeds=2");
    struct jg_tune_setting s = kalah_setting(&g, JG_TUNE_GENETIC);
    s.opening = 2;
    s.generations = 3;
    s.pairs = 4;
    s.population = 6;
    s.wins = true;
    jg_tune_defaults(&s);
    struct jg_tuning *t = open_tuning(&s, NULL), *other = open_tuning(&s, NULL);
    void *method = jg_method_genetic.open(&(struct jg_method_setting){.n = 7,
                                                                      .low = s.low,
                                                                      .high = s.high,
                                                                      .start = s.start,
                                                                      .seed = seeds_of(&s).method,
                                                                      .population = s.population,
                                                                      .survive = s.survive});
    jg_method_genetic.ask(method, points);
    jg_method_genetic.close(method);
    assert_int_equal(jg_tune_player(&g, s.evaluator, s.agent, NULL, &plain, NULL), JG_OK);
    for (int i = 0; i < 6; i++) {
        players[i] = plain;
        players[i].weights = points + 7 * i;
    }
    for (int a = 0; a < 6; a++)
        for (int b = a + 1; b < 6; b++)
            for (uint64_t k = 0; k < 8; k++) {
                int first = k % 2 ? b : a, second = k % 2 ? a : b;
                int32_t score = play_game(&s, seeds_of(&s).deals, &players[first], &players[second], k / 2, k % 2);
                if (score) wins[score > 0 ? first : second]++, games++;
            }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(jg_tuning_step(t, &played, NULL, NULL, NULL), JG_OK);
        halves[6] = 99;
        jg_tuning_results(t, halves);
        assert_int_equal(halves[6], 99); /* a generation has six points */
        for (int k = 0; k < 6 && !i; k++) assert_int_equal(halves[k], 2 * wins[k]);
        if (!i) assert_true(games < 15 * 8 && fabs(played.mean * 6 * 40 - (double)games) < 1e-6); /* some were drawn */
        jg_tuning_replay(other, halves, &known);
        assert_memory_equal(&played, &known, sizeof played);
        json_t *a = jg_tuning_json(t), *b = jg_tuning_json(other);
        assert_true(json_equal(a, b));
        json_decref(a);
        json_decref(b);
    }
    assert_true(jg_tuning_done(other));
    jg_tuning_close(t);
    jg_tuning_close(other);
    jg_game_close(&g);
}

/* The proof, game by game: other deals than the tuning's, both seats, against the start. */
static void test_proof_by_hand(void **state) {
    (void)state;
    enum { PAIRS = 40 };
    struct jg_game g;
    struct jg_generation last;
    struct jg_tally proof;
    struct jg_player tuned, start;
    open_spec(&g, "kalah");
    struct jg_tune_setting s = kalah_setting(&g, JG_TUNE_GENETIC);
    s.generations = 2;
    s.pairs = 2;
    s.population = 5;
    jg_tune_defaults(&s);
    struct jg_tuning *t = open_tuning(&s, NULL);
    while (!jg_tuning_done(t)) assert_int_equal(jg_tuning_step(t, &last, NULL, NULL, NULL), JG_OK);
    assert_int_equal(jg_tuning_validate(t, PAIRS, &proof, NULL, NULL, NULL), JG_OK);
    assert_int_equal(jg_tune_player(&g, s.evaluator, s.agent, NULL, &tuned, NULL), JG_OK);
    start = tuned;
    tuned.weights = last.weights;
    start.weights = s.start;
    struct jg_tally want = {0}, own = {0};
    struct seeds seeds = seeds_of(&s);
    for (uint64_t i = 0; i < PAIRS; i++) {
        jg_tally_add(&want, play_game(&s, seeds.proofs, &tuned, &start, i, 0),
                     -play_game(&s, seeds.proofs, &start, &tuned, i, 1));
        jg_tally_add(&own, play_game(&s, seeds.deals, &tuned, &start, i, 0),
                     -play_game(&s, seeds.deals, &start, &tuned, i, 1));
    }
    assert_true(seeds.proofs != seeds.deals);
    assert_memory_equal(proof.pairs, want.pairs, sizeof want.pairs);
    assert_true(proof.wins == want.wins && proof.draws == want.draws && proof.losses == want.losses);
    assert_true(proof.margin == want.margin);
    assert_true(own.margin != want.margin); /* so it shows whose deals were played */
    jg_tuning_close(t);
    jg_game_close(&g);
}

static void refuse(const struct jg_tune_setting *s, const json_t *state, const char *message) {
    struct jg_error err = {0};
    assert_null(jg_tuning_open(s, state, &err));
    assert_non_null(strstr(err.message, message));
}

static void test_refused(void **state) {
    (void)state;
    struct jg_game g, coins;
    struct jg_error err = {0};
    open_spec(&g, "kalah");
    open_spec(&coins, "coins");
    const struct jg_tune_setting good = kalah_setting(&g, JG_TUNE_GENETIC);
    struct jg_tune_setting s = good;
    jg_tune_defaults(&s);
    const struct jg_tune_setting usual = s;
    strcpy(s.agent, "random");
    refuse(&s, NULL, "agents that do: greedy, ");
    refuse(&s, NULL, ", minimax, ");
    strcpy(s.agent, "greedy:eval=store");
    refuse(&s, NULL, "with --eval");
    strcpy(s.agent, "human");
    refuse(&s, NULL, "cannot choose moves");
    strcpy(s.agent, "mcts:playouts=10,prior=0");
    refuse(&s, NULL, "mcts uses its evaluator only with an option");
    strcpy(s.agent, "mcts:playouts=10,leaf=eval");
    struct jg_tuning *fine = open_tuning(&s, NULL);
    jg_tuning_close(fine);
    static const char *const blind[] = {"random", "mcts:playouts=10,prior=0"};
    for (int i = 0; i < 2; i++) { /* weights for who has no use for them */
        struct jg_player p;
        struct jg_agent a;
        assert_int_equal(jg_player_init(&p, &g, blind[i], NULL), JG_OK);
        p.weights = usual.start;
        assert_int_equal(jg_player_open(&p, &g, &a, &err), JG_EFIT);
        assert_null(a.kind);
    }
    s = usual;
    s.opening = 0;
    refuse(&s, NULL, "kalah has no chance: set --opening-plies");
    s = usual;
    s.low = 5;
    s.high = 5;
    refuse(&s, NULL, "not 5 and 5");
    s.low = -1e7;
    refuse(&s, NULL, "not -1e+07");
    s.low = -99;
    refuse(&s, NULL, "the starting weight of store, -100,");
    s = usual;
    s.population = 2;
    refuse(&s, NULL, "3 to 1000");
    s = usual;
    json_t *json = json_pack("{s:s, s:i}", "method", "genetic", "generation", 1);
    refuse(&s, json, "damaged");
    json_decref(json);
    assert_null(jg_tune_evaluator(&g, "store", &err));
    assert_string_equal(err.message, "kalah has no evaluator 'store' with weights to tune; choose from mix");
    assert_null(jg_tune_evaluator(&coins, "", &err));
    char agent[JG_SPEC_MAX];
    assert_int_equal(jg_tune_agent(&g, agent, &err), JG_OK);
    assert_string_equal(agent, "alphabeta:depth=2");
    jg_game_close(&g);
    jg_game_close(&coins);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_weights_become_good),
        cmocka_unit_test(test_stopped_or_on_other_threads_it_is_the_same),
        cmocka_unit_test(test_luck_is_the_same_for_all),
        cmocka_unit_test(test_fitness_by_hand),
        cmocka_unit_test(test_only_wins),
        cmocka_unit_test(test_proof_by_hand),
        cmocka_unit_test(test_refused),
    };
    test_begin();
    return cmocka_run_group_tests_name("tune", tests, NULL, NULL);
}
