/* Ratings: against a slow maximum of the likelihood with numerical derivatives, in extreme tournaments, and on
 * simulated players whose strength is known. */
#include "test.h"

#include "core/stats.h"
#include "pool.h"

#include <gsl/gsl_cdf.h>

static const double ELO = 173.7177927613007; /* 400 / log(10) */

static void near(double x, double want, double error) {
    if (!(fabs(x - want) <= error)) fail_msg("%.12g, not %.12g", x, want);
}

/* Pairs by points of the first: 0, 1/2, 1, 3/2, 2; those of 1 are a win and a loss. */
static struct jg_tally tally_of(const uint64_t pairs[JG_PAIR_SCORES]) {
    struct jg_tally t = {.wins = pairs[2] + pairs[3] + 2 * pairs[4],
                         .draws = pairs[1] + pairs[3],
                         .losses = 2 * pairs[0] + pairs[1] + pairs[2]};
    memcpy(t.pairs, pairs, sizeof t.pairs);
    return t;
}

static struct jg_tally only(int points, uint64_t pairs) {
    uint64_t n[JG_PAIR_SCORES] = {0};
    n[points] = pairs;
    return tally_of(n);
}

static double points(const struct jg_tally *t) { return (double)t->wins + (double)t->draws / 2; }

static void rate(int n, const struct jg_tally *t, struct jg_ratings *r) { assert_true(jg_ratings(n, t, NULL, r)); }

/* ---- The slow way ------------------------------------------------------------------------------------- */

enum { PLAYERS = 6, FREE = PLAYERS - 1 }; /* the last player's rating is 0 */

/* The logarithm of the likelihood of Elo ratings, without a prior. */
static double plain(const struct jg_tally *t, const double elo[PLAYERS]) {
    double sum = 0;
    for (int a = 0; a < PLAYERS; a++)
        for (int b = a + 1; b < PLAYERS; b++) {
            const struct jg_tally *m = &t[a * PLAYERS + b];
            double p = jg_share_of(elo[a] - elo[b]), q = jg_share_of(elo[b] - elo[a]);
            if (jg_tally_games(m)) sum += points(m) * log(p) + ((double)jg_tally_games(m) - points(m)) * log(q);
        }
    return sum;
}

/* The negative second derivatives of that, by differences. */
static void hessian(const struct jg_tally *t, const double elo[PLAYERS], double out[FREE][FREE]) {
    static const double STEP = 1;
    for (int a = 0; a < FREE; a++)
        for (int b = 0; b < FREE; b++) {
            double sum = 0;
            for (int sign = 0; sign < 4; sign++) {
                double x[PLAYERS];
                memcpy(x, elo, sizeof x);
                x[a] += sign & 1 ? STEP : -STEP;
                x[b] += sign & 2 ? STEP : -STEP;
                sum += (sign == 0 || sign == 3 ? -1 : 1) * plain(t, x);
            }
            out[a][b] = sum / (4 * STEP * STEP);
        }
}

/* Gauss-Jordan elimination: replaces a matrix by its inverse and returns the determinant. */
static double invert(double m[FREE][FREE]) {
    double determinant = 1;
    for (int k = 0; k < FREE; k++) {
        double pivot = m[k][k];
        determinant *= pivot;
        m[k][k] = 1;
        for (int j = 0; j < FREE; j++) m[k][j] /= pivot;
        for (int i = 0; i < FREE; i++) {
            double x = m[i][k];
            if (i == k) continue;
            m[i][k] = 0;
            for (int j = 0; j < FREE; j++) m[i][j] -= x * m[k][j];
        }
    }
    return determinant;
}

/* With Jeffreys' prior, the root of the determinant of the information. */
static double posterior(const struct jg_tally *t, const double elo[PLAYERS]) {
    double m[FREE][FREE];
    hessian(t, elo, m);
    return plain(t, elo) + log(invert(m)) / 2;
}

/* Climbs along one rating after the other with ever smaller steps. */
static void climb(const struct jg_tally *t, double elo[PLAYERS]) {
    double best = posterior(t, elo);
    for (double step = 64; step > 0.005;) {
        bool better = false;
        for (int a = 0; a < FREE; a++)
            for (int sign = -1; sign <= 1; sign += 2) {
                elo[a] += sign * step;
                double now = posterior(t, elo);
                better |= now > best;
                if (now > best)
                    best = now;
                else
                    elo[a] -= sign * step;
            }
        if (!better) step /= 2;
    }
}

/* The 95 % half width of a difference: inverse information, variance of the pairs' points, inverse information. */
static double slow_error(const struct jg_tally *t, const double elo[PLAYERS], int a, int b) {
    double inverse[FREE][FREE], x[PLAYERS] = {0}, sum = 0;
    hessian(t, elo, inverse);
    invert(inverse);
    for (int i = 0; i < FREE; i++) x[i] = (a < FREE ? inverse[a][i] : 0) - (b < FREE ? inverse[b][i] : 0);
    for (int i = 0; i < PLAYERS; i++)
        for (int j = i + 1; j < PLAYERS; j++) {
            const struct jg_tally *m = &t[i * PLAYERS + j];
            double p = jg_share_of(elo[i] - elo[j]), slope = (x[i] - x[j]) / ELO;
            sum += slope * slope * (double)jg_tally_games(m) * p * (1 - p) * jg_tally_spread(m);
        }
    return 1.96 * sqrt(sum);
}

static void check_slowly(const struct jg_tally *t) {
    struct jg_ratings r;
    double slow[PLAYERS] = {0}, mean = 0, weights = 0;
    climb(t, slow);
    rate(PLAYERS, t, &r);
    for (int a = 0; a < PLAYERS; a++) {
        mean += r.weight[a] * r.elo[a];
        weights += r.weight[a];
        near(r.elo[a] - r.elo[FREE], slow[a], 0.1);
        for (int b = 0; b < PLAYERS; b++) {
            double error = slow_error(t, slow, a, b);
            near(r.between[a * PLAYERS + b], error, 0.1 + 0.003 * error);
            double z = a == b ? 0 : (slow[a] - slow[b]) / (error / 1.96);
            near(jg_ratings_superior(&r, PLAYERS, a, b), gsl_cdf_ugaussian_P(z), 0.003);
        }
    }
    near(mean, 0, 1e-6);
    near(weights, 1, 1e-9);
    jg_ratings_free(&r);
}

static void test_against_the_slow_way(void **state) {
    (void)state;
    struct pool p = {.players = PLAYERS, .strengths = {150, 80, 20, -30, -100, -120}, .pairs = 8};
    struct jg_tally t[PLAYERS * PLAYERS];
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 3);
    for (int i = 0; i < test_scaled(12); i++) {
        p.draws = 0.2 * (i % 3);
        p.alike = 0.4 * (i % 2);
        p.gauntlet = i % 4 == 3;
        p.strengths[2] = i % 3 == 2 ? -1000 : 20;
        pool_play(&p, &rng, t);
        check_slowly(t);
    }
}

/* ---- Extremes ---------------------------------------------------------------------------------------------- */

/* At the maximum the points of each player are the expected ones. Each meeting also has a few drawn games, by the prior:
 * its information times the variance of its difference. They sum up to one game for each player but one of a group. */
static void check_balance(int n, const struct jg_tally *t, double groups) {
    struct jg_ratings r;
    double *pull = calloc((size_t)n, sizeof *pull), games = 0;
    rate(n, t, &r);
    assert_true(n - groups >= 0);
    for (int a = 0; a < n; a++) {
        assert_true(isfinite(r.elo[a]));
        for (int b = a + 1; b < n; b++) {
            double all = (double)jg_tally_games(&t[a * n + b]), p = jg_share_of(r.elo[a] - r.elo[b]);
            double surplus = points(&t[a * n + b]) - all * p;
            pull[a] += surplus;
            pull[b] -= surplus;
            games += all;
        }
    }
    for (int a = 0; a < n; a++) assert_true(fabs(pull[a]) <= (n - groups) / 2 + 1e-6 + 1e-12 * games);
    free(pull);
    jg_ratings_free(&r);
}

static int group_count(int n, const struct jg_tally *t) {
    int group[POOL_MAX], count = n;
    for (int i = 0; i < n; i++) group[i] = i;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            int old = group[b];
            if (!jg_tally_games(&t[a * n + b]) || old == group[a]) continue;
            for (int i = 0; i < n; i++) group[i] = group[i] == old ? group[a] : group[i];
            count--;
        }
    return count;
}

/* Few meetings, lopsided, from one pair to a million. */
static void test_wild(void **state) {
    (void)state;
    enum { N = 8 };
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 5);
    for (int trial = 0; trial < test_scaled(1000); trial++) {
        struct jg_tally t[N * N] = {{0}};
        for (int i = 0; i < N * N; i++) {
            uint64_t pairs[JG_PAIR_SCORES] = {0};
            if (jg_rng_below(&rng, 3)) continue;
            for (int k = 0; k < 2; k++)
                pairs[jg_rng_below(&rng, JG_PAIR_SCORES)] = (uint64_t)pow(10, 6 * jg_rng_unit(&rng));
            t[i] = tally_of(pairs);
        }
        check_balance(N, t, group_count(N, t));
    }
    /* Newton's method without a limit to its steps goes round in circles here. */
    struct jg_tally circle[N * N] = {
        [0 * N + 1] = {.wins = 24, .losses = 10},   [0 * N + 3] = {.wins = 16832, .losses = 11},
        [1 * N + 2] = {.wins = 824, .losses = 1},   [2 * N + 4] = {.wins = 2, .losses = 230},
        [3 * N + 4] = {.wins = 1992, .losses = 10},
    };
    check_balance(N, circle, 4);
}

/* Two players: the difference is that of the share with half a point more for each, and its error follows from the
 * pairs. */
static void test_two(void **state) {
    (void)state;
    static const uint64_t cases[][JG_PAIR_SCORES] = {
        {100, 200, 400, 300, 150}, {50, 0, 900, 0, 90}, {400, 0, 10, 0, 700}, {20, 100, 300, 200, 900}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_tally t[4] = {[1] = tally_of(cases[i])};
        struct jg_tally_score s;
        struct jg_ratings r;
        double pairs = 0, squares = 0, games = (double)jg_tally_games(&t[1]), won = points(&t[1]);
        jg_tally_score(&t[1], &s);
        rate(2, t, &r);
        near(r.elo[0] - r.elo[1], ELO * log((won + 0.5) / (games - won + 0.5)), 1e-4);
        near(r.elo[0], -r.elo[1], 1e-9);
        for (int k = 0; k < JG_PAIR_SCORES; k++) {
            pairs += (double)cases[i][k];
            squares += (double)cases[i][k] * (k / 4.0 - s.share) * (k / 4.0 - s.share);
        }
        double slope = ELO / (s.share * (1 - s.share)), error = 1.96 * slope * sqrt(squares) / pairs;
        near(r.between[1], error, 0.01 * error);
        near(r.error[0], r.between[1] / 2, 1e-6);
        near(r.error[1], r.error[0], 1e-6);
        jg_ratings_free(&r);
    }
}

static void test_extremes(void **state) {
    (void)state;
    struct jg_ratings r, alone, other;
    struct jg_tally t[36] = {{0}}, three[9] = {{0}};

    /* 0 beats 1 and 2 always; 3 and 4 only know each other; 5 has not played */
    three[1] = three[2] = only(4, 50);
    three[5] = tally_of((uint64_t[]){10, 0, 30, 0, 20});
    t[1] = three[1], t[2] = three[2], t[8] = three[5];
    t[3 * 6 + 4] = three[5];
    rate(6, t, &r);
    rate(3, three, &alone);
    for (int i = 0; i < 3; i++) {
        near(r.elo[i], alone.elo[i], 1e-6);
        near(r.error[i], alone.error[i], 1e-6);
        near(r.between[i * 6 + 1], alone.between[i * 3 + 1], 1e-6);
    }
    assert_true(r.elo[0] - r.elo[1] > 800 && r.elo[0] - r.elo[1] < 4000);
    assert_true(isfinite(r.error[0]) && r.error[0] > 400 && r.error[1] < 60);
    assert_true(r.elo[1] > r.elo[2]);
    near(r.elo[3] + r.elo[4], 0, 1e-6);
    near(r.elo[3] - r.elo[4], ELO * log(70.5 / 50.5), 1e-3);
    assert_true(r.elo[5] == 0 && isinf(r.error[5]) && isinf(r.between[5 * 6 + 3]) && isinf(r.between[3]));
    near(jg_ratings_superior(&r, 6, 0, 3), 0.5, 0);

    /* the same from the other side; more won games are farther away */
    struct jg_tally lost[9] = {[1] = jg_tally_swap(&three[1]), [2] = jg_tally_swap(&three[2]), [5] = three[5]};
    rate(3, lost, &other);
    near(other.elo[0] - other.elo[1], alone.elo[2] - alone.elo[0], 0.5);
    near(other.error[0], alone.error[0], 1);
    jg_ratings_free(&other);
    three[1] = three[2] = only(4, 5000000);
    rate(3, three, &other);
    assert_true(other.elo[0] > alone.elo[0] + 100 && isfinite(other.elo[0]) && other.error[0] > 400);
    jg_ratings_free(&other);
    jg_ratings_free(&alone);
    jg_ratings_free(&r);
    jg_ratings_free(&r);
}

/* Each always beats the next, or all below: ratings far beyond what exp() can take. */
static void test_ladders(void **state) {
    (void)state;
    enum { N = 64 };
    static struct jg_tally t[N * N];
    for (uint64_t pairs = 1; pairs <= 1000000000; pairs *= 1000)
        for (int chain = 0; chain < 2; chain++) {
            struct jg_ratings r;
            for (int a = 0; a < N; a++)
                for (int b = a + 1; b < N; b++)
                    t[a * N + b] = chain && b > a + 1 ? (struct jg_tally){0} : only(4, pairs);
            rate(N, t, &r);
            for (int a = 0; a + 1 < N; a++) {
                assert_true(isfinite(r.elo[a]) && r.elo[a] > r.elo[a + 1]);
                assert_true(isfinite(r.error[a]) && r.error[a] > 50);
            }
            near(r.elo[0], -r.elo[N - 1], 1e-3 * r.elo[0]);
            jg_ratings_free(&r);
            check_balance(N, t, 1);
        }
}

/* ---- Hopeless players and anchors ------------------------------------------------------------------------- */

/* A player that always loses, added to a pool, changes neither the others' differences nor their errors. */
static void test_hopeless(void **state) {
    (void)state;
    enum { N = 6 };
    struct pool p = {.players = N - 1, .strengths = {120, 60, 0, -60, -120}, .pairs = 50};
    struct jg_tally five[25], six[36] = {{0}};
    struct jg_ratings few, many;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 6);
    pool_play(&p, &rng, five);
    for (int a = 0; a < 5; a++) {
        for (int b = a + 1; b < 5; b++) six[a * N + b] = five[a * 5 + b];
        six[a * N + 5] = only(4, 50);
    }
    rate(5, five, &few);
    rate(6, six, &many);
    for (int a = 0; a < 5; a++) {
        near(many.elo[a], few.elo[a], 5);
        near(many.error[a] / few.error[a], 1, 0.03);
        assert_true(many.weight[a] > 0.1);
        assert_true(jg_ratings_superior(&many, N, a, 5) > 0.99);
        for (int b = 0; b < 5; b++)
            if (a != b) near(many.between[a * N + b] / few.between[a * 5 + b], 1, 0.02);
    }
    assert_true(many.elo[5] < -800 && many.error[5] > 400 && many.weight[5] < 0.01);
    jg_ratings_free(&few);
    jg_ratings_free(&many);
}

static void test_anchor(void **state) {
    (void)state;
    enum { N = 5 };
    struct pool p = {.players = N, .strengths = {120, 60, 0, -60, -1000}, .pairs = 50, .draws = 0.2};
    struct jg_tally t[36] = {{0}}, five[25];
    struct jg_ratings r, held;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 7);
    pool_play(&p, &rng, five);
    for (int i = 0; i < 25; i++) t[i / 5 * 6 + i % 5] = five[i]; /* the sixth has no games */
    rate(6, t, &r);
    for (int at = 0; at < N; at++) {
        assert_true(jg_ratings(6, t, &(struct jg_anchor){.player = at, .elo = 1500}, &held));
        assert_true(held.elo[at] == 1500 && held.error[at] == 0 && held.weight[at] == 1);
        for (int a = 0; a < N; a++) {
            near(held.elo[a], 1500 + r.elo[a] - r.elo[at], 1e-6);
            near(held.error[a], r.between[a * 6 + at], 1e-6);
            near(held.between[a * 6 + 2], r.between[a * 6 + 2], 1e-6);
        }
        assert_true(isinf(held.error[5]));
        jg_ratings_free(&held);
    }
    jg_ratings_free(&r);
}

/* ---- Coverage ----------------------------------------------------------------------------------------------- */

/* Whether this many of the trials are likely if the true share is between least and most. The intervals of a tournament
 * are correlated; `each` of them count as one. */
static void check_share(const char *pool, const char *what, struct pool_count c, int each, double least, double most) {
    unsigned n = (unsigned)(c.all / each), k = (unsigned)(c.inside / each);
    if (gsl_cdf_binomial_P(k, least, n) > 1e-5 && (k == 0 || gsl_cdf_binomial_Q(k - 1, most, n) > 1e-5)) return;
    fail_msg("%s, seed %llu: %d of %d %s are inside", pool, (unsigned long long)test_seed(), c.inside, c.all, what);
}

static void test_coverage(void **state) {
    (void)state;
    int trials = test_scaled(400);
    for (int i = 0; i < POOL_COUNT; i++) {
        const struct pool *p = &POOLS[i];
        struct pool_coverage c = pool_simulate(p, trials, test_seed());
        int usual = p->players - p->broken;
        double most = p->pairs < 10 ? 0.99 : 0.97; /* few games: the spread is mostly its prior */
        check_share(p->name, "ratings", c.ratings, 2, 0.94, most);
        check_share(p->name, "differences", c.differences, usual * (usual - 1) / 4 + 1, 0.94, most);
        check_share(p->name, "differences to the anchor", c.anchored, usual / 2, 0.94, most);
    }
}

/* Four times the games, half the error: the same results four times. */
static void test_shrinks(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_ratings r, quadruple;
    struct jg_tally t[POOL_MAX * POOL_MAX];
    const struct pool *p = &POOLS[2];
    jg_rng_init(&rng, test_seed(), 4);
    pool_play(p, &rng, t);
    rate(p->players, t, &r);
    for (int i = 0; i < p->players * p->players; i++) {
        t[i].wins *= 4, t[i].draws *= 4, t[i].losses *= 4;
        for (int k = 0; k < JG_PAIR_SCORES; k++) t[i].pairs[k] *= 4;
    }
    rate(p->players, t, &quadruple);
    for (int a = 0; a < p->players; a++) near(r.error[a] / quadruple.error[a], 2, 0.05);
    jg_ratings_free(&r);
    jg_ratings_free(&quadruple);
}

/* Two players in a tournament are as likely to be superior as in a match, and a few pairs show little. */
static void test_superiority_is_that_of_a_match(void **state) {
    (void)state;
    static const uint64_t PAIRS[][JG_PAIR_SCORES] = {{0, 0, 0, 0, 1},   {0, 0, 0, 0, 4}, {1, 0, 3, 1, 5},
                                                     {8, 0, 72, 0, 20}, {5, 1, 2, 1, 5}, {0, 0, 3, 0, 0}};
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        struct jg_tally t = {0}, two[4] = {0}, three[9] = {0};
        struct jg_tally_score score;
        struct jg_ratings r;
        double pairs = 0;
        for (int k = 0; k < JG_PAIR_SCORES; k++) {
            static const int32_t SCORES[JG_PAIR_SCORES][2] = {{-1, -1}, {-1, 0}, {1, -1}, {1, 0}, {1, 1}};
            for (uint64_t n = 0; n < PAIRS[i][k]; n++, pairs++) jg_tally_add(&t, SCORES[k][0], SCORES[k][1]);
        }
        jg_tally_score(&t, &score);
        two[1] = t;
        assert_true(jg_ratings(2, two, NULL, &r));
        near(jg_ratings_superior(&r, 2, 0, 1), score.superior, 0);
        near(jg_ratings_superior(&r, 2, 1, 0), 1 - score.superior, 1e-12);
        jg_ratings_free(&r);
        three[1] = three[2] = t; /* the first player against two others, which have not met */
        assert_true(jg_ratings(3, three, NULL, &r));
        assert_true(jg_ratings_superior(&r, 3, 0, 1) <= 1 - exp2(1 - 2 * pairs) / 2);
        near(jg_ratings_superior(&r, 3, 1, 2), 0.5, 1e-6);
        jg_ratings_free(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_the_slow_way),
        cmocka_unit_test(test_wild),
        cmocka_unit_test(test_two),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_ladders),
        cmocka_unit_test(test_hopeless),
        cmocka_unit_test(test_anchor),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_shrinks),
        cmocka_unit_test(test_superiority_is_that_of_a_match),
    };
    test_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
