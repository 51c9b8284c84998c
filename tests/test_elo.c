/* Scores, the sequential test and ratings: against their definitions, by brute
 * force, and on simulated players whose strength is known. */
#include "test.h"

#include "core/elo.h"
#include "core/stats.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static void near(double x, double want, double error) {
    if (!(fabs(x - want) <= error)) fail_msg("%.12g, not %.12g", x, want);
}

static void near_share(double x, double want, double error) { near(x, want, error * fabs(want)); }

/* ---- Simulated players -------------------------------------------------------------------------- */

/* How two players' games come out: the first's share of the points, the share of
 * draws, what the better seat adds to a share, and what a pair's opening adds to
 * or takes from the first's share in both games. */
struct kind {
    double share, draws, seat, alike;
};

static int32_t play(struct jg_rng *rng, double share, double draws) {
    double x = jg_rng_unit(rng), win = share - draws / 2;
    return x < win ? 1 : x < win + draws ? 0 : -1;
}

static void play_pair(struct jg_rng *rng, const struct kind *k, struct jg_tally *t) {
    double share = k->share + (jg_rng_next(rng) >> 63 ? k->alike : -k->alike);
    int32_t score = play(rng, share + k->seat, k->draws);
    jg_tally_add(t, score, play(rng, share - k->seat, k->draws));
}

/* Pairs by points of the first: 0, 1/2, 1, 3/2, 2; those of 1 are a win and a loss. */
static struct jg_tally tally_of(const uint64_t pairs[JG_PAIR_SCORES]) {
    static const int32_t games[JG_PAIR_SCORES][2] = {{-1, -1}, {-1, 0}, {1, -1}, {0, 1}, {1, 1}};
    struct jg_tally t = {0};
    for (int i = 0; i < JG_PAIR_SCORES; i++) {
        for (int g = 0; g < 2; g++) {
            t.wins += games[i][g] > 0 ? pairs[i] : 0;
            t.draws += games[i][g] == 0 ? pairs[i] : 0;
            t.losses += games[i][g] < 0 ? pairs[i] : 0;
        }
        t.pairs[i] = pairs[i];
    }
    return t;
}

/* Can so many of the trials be chance, if the true share is between least and most? */
static bool credible(int count, int trials, double least, double most) {
    unsigned k = (unsigned)count, n = (unsigned)trials;
    return gsl_cdf_binomial_P(k, least, n) > 1e-5 && (k == 0 || gsl_cdf_binomial_Q(k - 1, most, n) > 1e-5);
}

/* ---- Scores ----------------------------------------------------------------------------------------- */

static void test_tally(void **state) {
    (void)state;
    struct jg_tally t = {0}, back;
    static const int32_t scores[][2] = {{3, 2}, {-1, 5}, {0, 0}, {0, -4}, {-2, -2}, {7, 0}};
    for (size_t i = 0; i < 6; i++) jg_tally_add(&t, scores[i][0], scores[i][1]);
    assert_true(t.wins == 4 && t.draws == 4 && t.losses == 4 && t.margin == 8);
    assert_memory_equal(t.pairs, ((uint64_t[]){1, 1, 2, 1, 1}), sizeof t.pairs);
    back = jg_tally_swap(&t);
    assert_true(back.margin == -8);
    back = jg_tally_swap(&back);
    assert_memory_equal(&t, &back, sizeof t);
}

static void test_elo(void **state) {
    (void)state;
    near(jg_elo_of(0.5), 0, 0);
    near(jg_elo_of(10 / 11.0), 400, 1e-9);
    near(jg_elo_of(0.75), 190.848501888, 1e-8); /* 400 log10(3) */
    assert_true(jg_elo_of(1) == (double)INFINITY && jg_elo_of(0) == -(double)INFINITY);
    for (double elo = -1500; elo <= 1500; elo += 12.5) near(jg_elo_of(jg_share_of(elo)), elo, 1e-8);
}

/* All 2^n ways to turn the pairs round. */
static double p_by_force(const uint64_t pairs[JG_PAIR_SCORES]) {
    int d[16], n = 0, sum = 0, as_far = 0;
    for (int i = 0; i < JG_PAIR_SCORES; i++)
        for (uint64_t k = 0; k < pairs[i]; k++) sum += d[n++] = i - 2;
    for (unsigned signs = 0; signs < 1u << n; signs++) {
        int turned = 0;
        for (int i = 0; i < n; i++) turned += signs >> i & 1 ? d[i] : -d[i];
        as_far += abs(turned) >= abs(sum);
    }
    return as_far / ldexp(1, n);
}

static void test_p_value_by_force(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 1);
    for (int i = 0; i < test_scaled(2000); i++) {
        uint64_t pairs[JG_PAIR_SCORES] = {0};
        struct jg_tally_score s;
        for (int n = (int)jg_rng_below(&rng, 13); n > 0; n--) pairs[jg_rng_below(&rng, JG_PAIR_SCORES)]++;
        struct jg_tally t = tally_of(pairs);
        jg_tally_score(&t, &s);
        near_share(s.p_value, p_by_force(pairs), 1e-12);
    }
}

/* Pair by pair, the chance of every sum: for numbers that are too large for all ways. */
static double p_by_convolution(const uint64_t pairs[JG_PAIR_SCORES]) {
    int twos = (int)(pairs[0] + pairs[4]), ones = (int)(pairs[1] + pairs[3]), most = 2 * twos + ones;
    int64_t lead = llabs(2 * ((int64_t)pairs[4] - (int64_t)pairs[0]) + (int64_t)pairs[3] - (int64_t)pairs[1]);
    double *now = calloc(2 * (size_t)most + 1, sizeof *now), *next = calloc(2 * (size_t)most + 1, sizeof *next), p = 0;
    now[most] = 1;
    for (int i = 0; i < twos + ones; i++) {
        int d = i < twos ? 2 : 1;
        for (int s = 0; s <= 2 * most; s++)
            next[s] = (s >= d ? now[s - d] / 2 : 0) + (s + d <= 2 * most ? now[s + d] / 2 : 0);
        double *swap = now;
        now = next, next = swap;
    }
    for (int s = 0; s <= 2 * most; s++) p += llabs(s - most) >= lead ? now[s] : 0;
    free(now);
    free(next);
    return p;
}

static void test_p_value_large(void **state) {
    (void)state;
    static const uint64_t mixed[][JG_PAIR_SCORES] = {{100, 80, 300, 90, 130}, {0, 400, 0, 460, 0},  {300, 0, 5, 0, 301},
                                                     {500, 3, 10, 1, 620},    {2, 500, 70, 560, 9}, {900, 0, 0, 0, 20},
                                                     {10, 20, 5, 800, 10},    {0, 0, 30, 1, 900}};
    struct jg_tally_score s;
    struct jg_tally t;
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        t = tally_of(mixed[i]);
        jg_tally_score(&t, &s);
        near(s.p_value, p_by_convolution(mixed[i]), 1e-10 * p_by_convolution(mixed[i]) + 1e-207);
        t = jg_tally_swap(&t);
        double p = s.p_value;
        jg_tally_score(&t, &s);
        near_share(s.p_value, p, 1e-12);
    }
    for (uint64_t n = 700; n <= 1600; n += 100) { /* where the ends begin to be left out */
        uint64_t one[JG_PAIR_SCORES] = {n / 2 - 25, 0, 0, 0, n / 2 + 25}, both[JG_PAIR_SCORES] = {n, n - 50, 0, n, n};
        t = tally_of(one);
        jg_tally_score(&t, &s);
        near_share(s.p_value, p_by_convolution(one), 1e-10);
        t = tally_of(both);
        jg_tally_score(&t, &s);
        near_share(s.p_value, p_by_convolution(both), 1e-10);
    }
    /* Pairs of one kind are a binomial test; GSL's is good to seven digits here. */
    for (int z = 1; z < 12; z += 2) {
        uint64_t n = 10000000, k = n / 2 + (uint64_t)(z * sqrt((double)n) / 2);
        double want = 2 * gsl_cdf_binomial_Q((unsigned)k - 1, 0.5, (unsigned)n);
        t = tally_of((uint64_t[]){n - k, 0, 1000, 0, k});
        jg_tally_score(&t, &s);
        near_share(s.p_value, want, 1e-6);
        t = tally_of((uint64_t[]){0, n - k, 0, k, 0});
        jg_tally_score(&t, &s);
        near_share(s.p_value, want, 1e-6);
        /* Both kinds: the normal distribution with half a step, nearly. */
        t = tally_of((uint64_t[]){n - k, n, 0, n, k});
        double lead = 2 * (2 * (double)k - (double)n);
        jg_tally_score(&t, &s);
        near_share(s.p_value, 2 * gsl_cdf_ugaussian_Q((lead - 1) / sqrt(6 * (double)n)), 1e-4);
    }
    t = tally_of((uint64_t[]){0, 0, 0, 0, 10000000});
    jg_tally_score(&t, &s);
    assert_true(s.p_value >= 0 && s.p_value < 1e-200);
    t = tally_of((uint64_t[]){UINT64_C(4999900000), 0, 0, 0, UINT64_C(5000100000)});
    jg_tally_score(&t, &s);
    near_share(s.p_value, 2 * gsl_cdf_ugaussian_Q(2), 1e-3);
}

static void test_superior(void **state) {
    (void)state;
    static const struct {
        uint64_t pairs[JG_PAIR_SCORES];
        double z;
    } known[] = {{{0, 0, 0, 0, 0}, 0}, {{0, 0, 9, 0, 0}, 0},       {{0, 0, 9, 0, 1}, 1},
                 {{0, 0, 0, 4, 0}, 2}, {{4, 5, 7, 1, 0}, -2.5454}, /* -12 / sqrt(16 + 6) quarters */
                 {{3, 1, 0, 1, 3}, 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct jg_tally t = tally_of(known[i].pairs);
        struct jg_tally_score s;
        jg_tally_score(&t, &s);
        near(s.superior, gsl_cdf_ugaussian_P(known[i].z), 2e-3);
    }
}

/* The interval is Wilson's for fewer or more games than were played. */
static void test_spread(void **state) {
    (void)state;
    static const struct {
        uint64_t pairs[JG_PAIR_SCORES];
        double games;                                 /* independent games by pair */
    } known[] = {{{250000, 0, 500000, 0, 250000}, 2}, /* independent */
                 {{500000, 0, 0, 0, 500000}, 1},      /* always alike */
                 {{10000, 0, 980000, 0, 10000}, 50},  /* the better seat wins nearly always */
                 {{0, 500000, 0, 500000, 0}, 4},      /* one of two is drawn */
                 {{10000, 0, 180000, 0, 810000}, 2}}; /* independent, nine of ten won */
    struct jg_tally_score s;
    struct jg_tally t;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double low, high, games = known[i].games * 1e6;
        t = tally_of(known[i].pairs);
        jg_tally_score(&t, &s);
        near(jg_tally_spread(&t), 2 / known[i].games, 1e-5);
        jg_wilson_interval(s.share * games, games, &low, &high);
        near(s.low, low, 1e-7);
        near(s.high, high, 1e-7);
        near(s.elo_low, jg_elo_of(s.low), 0);
        near(s.elo_high, jg_elo_of(s.high), 0);
    }
    t = (struct jg_tally){0};
    jg_tally_score(&t, &s);
    assert_true(s.share == 0.5 && s.low == 0 && s.high == 1 && s.elo == 0 && s.superior == 0.5 && s.p_value == 1);
    assert_true(isinf(s.elo_low) && isinf(s.elo_high) && jg_tally_spread(&t) == 1);
    t = tally_of((uint64_t[]){0, 0, 0, 0, 10});
    jg_tally_score(&t, &s);
    assert_true(s.share == 1 && s.high == 1 && isinf(s.elo) && jg_tally_spread(&t) == 2); /* ten games' worth */
    near(s.low, 10 / (10 + 1.96 * 1.96), 1e-4);
    t = tally_of((uint64_t[]){0, 0, 1, 0, 0}); /* of a single pair nothing is known */
    jg_tally_score(&t, &s);
    assert_true(s.low < 0.15 && s.high > 0.85);
}

/* How often the interval holds the true share, and how often equals seem unequal. */
static void cover(const struct kind *k, int games, uint64_t stream, double most) {
    int trials = test_scaled(4000), inside = 0, unequal = 0;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), stream);
    for (int i = 0; i < trials; i++) {
        struct jg_tally t = {0};
        struct jg_tally_score s;
        for (int pair = 0; pair < games / 2; pair++) play_pair(&rng, k, &t);
        jg_tally_score(&t, &s);
        inside += s.low <= k->share && k->share <= s.high;
        unequal += s.p_value <= 0.05;
    }
    if (!credible(inside, trials, 0.93, most))
        fail_msg("share %g, draws %g, seat %g, alike %g, %d games: %.2f %% inside", k->share, k->draws, k->seat,
                 k->alike, games, 100.0 * inside / trials);
    if (k->share == 0.5 && !credible(unequal, trials, 0, 0.05)) fail_msg("%d of %d unequal", unequal, trials);
    if (k->share >= 0.6 && games == 1000) assert_true(credible(unequal, trials, 0.99, 1));
}

static void test_coverage(void **state) {
    (void)state;
    static const struct kind usual[] = {
        {.share = 0.5},
        {.share = 0.5, .seat = 0.3},
        {.share = 0.5, .alike = 0.3},
        {.share = 0.5, .alike = 0.45},
        {.share = 0.5, .draws = 0.4},
        {.share = 0.5, .draws = 0.4, .seat = 0.25},
        {.share = 0.6},
        {.share = 0.6, .seat = 0.35},
        {.share = 0.6, .alike = 0.3},
        {.share = 0.6, .draws = 0.3, .seat = 0.2},
        {.share = 0.7, .draws = 0.4},
        {.share = 0.8, .seat = 0.15},
        {.share = 0.8, .draws = 0.3},
        {.share = 0.9},
        {.share = 0.9, .draws = 0.15, .seat = 0.02},
    };
    /* nearly all pairs are even: the interval may hold more, not less */
    static const struct kind even[] = {
        {.share = 0.5, .draws = 0.8},
        {.share = 0.55, .draws = 0.9},
        {.share = 0.55, .seat = 0.45},
        {.share = 0.52, .seat = 0.48},
    };
    static const int games[] = {40, 200, 1000};
    uint64_t stream = 100;
    for (size_t g = 0; g < 3; g++) {
        for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) cover(&usual[i], games[g], stream++, 0.97);
        for (size_t i = 0; i < sizeof even / sizeof *even; i++) cover(&even[i], games[g], stream++, 1);
    }
}

/* How often the interval holds the true share, exactly: over all results of so many
 * pairs without draws, whose games end alike from never more than by chance (0) to
 * always (1). */
static double covered(int pairs, double share, double alike) {
    double lost = 1 - share, both = share * lost, sum = 0;
    double chance[3] = {lost * lost + alike * both, 2 * both * (1 - alike), share * share + alike * both};
    for (int a = 0; a <= pairs; a++)
        for (int b = 0; a + b <= pairs && (b == 0 || chance[1] > 0); b++) {
            int c = pairs - a - b;
            struct jg_tally t = tally_of((uint64_t[]){(uint64_t)a, 0, (uint64_t)b, 0, (uint64_t)c});
            struct jg_tally_score s;
            jg_tally_score(&t, &s);
            if (share < s.low || share > s.high) continue;
            sum += exp(lgamma(pairs + 1) - lgamma(a + 1) - lgamma(b + 1) - lgamma(c + 1) + a * log(chance[0]) +
                       (b ? b * log(chance[1]) : 0) + c * log(chance[2]));
        }
    return sum;
}

/* What elo.c says of it. */
static void test_coverage_exactly(void **state) {
    (void)state;
    static const struct {
        int pairs;
        double least;
    } cases[] = {{20, 0.895}, {50, 0.91}, {100, 0.92}};
    static const double alike[] = {0, 0.3, 0.6, 0.8, 0.9, 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < sizeof alike / sizeof *alike; k++) {
            double mean = 0;
            int n = 0;
            for (double share = 0.5; share < 0.991; share += 0.0175) {
                double c = covered(cases[i].pairs, share, alike[k]);
                if (!(c > cases[i].least && c < 0.985))
                    fail_msg("%d pairs, share %g, alike %g: %g", cases[i].pairs, share, alike[k], c);
                mean += c;
                n++;
            }
            near(mean / n, 0.95, 0.01);
        }
}

/* ---- Sequential test ------------------------------------------------------------------------------------ */

/* The largest log likelihood of these counts among distributions with this mean. By
 * duality it is that of the free maximum less the largest sum of count * log(1 + m x). */
static double likelihood(const double counts[JG_PAIR_SCORES], double mean) {
    double low = -1 / (1 - mean) * (1 - 1e-12), high = 1 / mean * (1 - 1e-12), best[2], all = 0, sum = 0;
    for (int step = 0; step < 300; step++) {
        double m[2] = {low + (high - low) * 0.45, low + (high - low) * 0.55};
        for (int k = 0; k < 2; k++) {
            best[k] = 0;
            for (int i = 0; i < JG_PAIR_SCORES; i++) best[k] += counts[i] * log1p(m[k] * (i / 4.0 - mean));
        }
        if (best[0] > best[1])
            high = m[1];
        else
            low = m[0];
    }
    for (int i = 0; i < JG_PAIR_SCORES; i++) all += counts[i];
    for (int i = 0; i < JG_PAIR_SCORES; i++) sum += counts[i] * log(counts[i] / all);
    return sum - best[0];
}

/* A distribution with this mean, drawn at random: mixed from two, one on either side. */
static void draw_distribution(struct jg_rng *rng, double mean, double out[JG_PAIR_SCORES]) {
    double p[2][JG_PAIR_SCORES], means[2];
    do {
        for (int k = 0; k < 2; k++) {
            double sum = 0, power = 8 * jg_rng_unit(rng);
            means[k] = 0;
            for (int i = 0; i < JG_PAIR_SCORES; i++) sum += p[k][i] = pow(jg_rng_unit(rng), power);
            for (int i = 0; i < JG_PAIR_SCORES; i++) means[k] += i / 4.0 * (p[k][i] /= sum);
        }
    } while ((means[0] < mean) == (means[1] < mean));
    double share = (mean - means[0]) / (means[1] - means[0]);
    for (int i = 0; i < JG_PAIR_SCORES; i++) out[i] = (1 - share) * p[0][i] + share * p[1][i];
}

static void test_sprt_ratio(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 2);
    for (int trial = 0; trial < test_scaled(500); trial++) {
        uint64_t pairs[JG_PAIR_SCORES];
        double counts[JG_PAIR_SCORES];
        for (int i = 0; i < JG_PAIR_SCORES; i++) {
            pairs[i] = jg_rng_below(&rng, 3) ? jg_rng_below(&rng, 1 + jg_rng_below(&rng, 1000)) : 0;
            counts[i] = pairs[i] ? (double)pairs[i] : 1e-3;
        }
        struct jg_sprt test = {
            .elo0 = 400 * jg_rng_unit(&rng) - 200, .elo1 = 400 * jg_rng_unit(&rng) - 200, .alpha = 0.05, .beta = 0.05};
        struct jg_sprt turned = {.elo0 = -test.elo0, .elo1 = -test.elo1, .alpha = 0.05, .beta = 0.05};
        struct jg_tally t = tally_of(pairs), back = jg_tally_swap(&t);
        struct jg_sprt_state s, other;
        jg_sprt(&test, &t, &s);
        jg_sprt(&turned, &back, &other);
        if (!jg_tally_games(&t)) continue;
        double likeliest[2] = {likelihood(counts, jg_share_of(test.elo0)), likelihood(counts, jg_share_of(test.elo1))};
        near(s.llr, likeliest[1] - likeliest[0], 1e-7 * (1 + fabs(s.llr)));
        near(other.llr, s.llr, 1e-7 * (1 + fabs(s.llr)));
        for (int k = 0; k < 20; k++) { /* nothing is likelier than what is called likeliest */
            double p[JG_PAIR_SCORES], sum = 0;
            draw_distribution(&rng, jg_share_of(test.elo0), p);
            for (int i = 0; i < JG_PAIR_SCORES; i++) sum += counts[i] * log(p[i]);
            assert_true(sum <= likeliest[0] + 1e-9);
        }
    }
}

static void test_sprt_verdicts(void **state) {
    (void)state;
    struct jg_sprt test = {.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.1};
    struct jg_sprt_state s;
    struct jg_tally t = {0};
    jg_sprt(&test, &t, &s);
    assert_true(s.llr == 0 && s.verdict == JG_SPRT_OPEN);
    near(s.lower, log(0.085 / 0.9575), 1e-14); /* a little beyond Wald's log(0.1 / 0.95) and log(0.9 / 0.05) */
    near(s.upper, log(0.915 / 0.0425), 1e-14);
    t = tally_of((uint64_t[]){100, 200, 300, 300, 150});
    jg_sprt(&test, &t, &s);
    assert_true(s.verdict == JG_SPRT_ACCEPTED && s.llr >= s.upper);
    t = jg_tally_swap(&t);
    jg_sprt(&test, &t, &s);
    assert_true(s.verdict == JG_SPRT_REJECTED && s.llr <= s.lower);
    t = tally_of((uint64_t[]){1, 2, 3, 3, 1});
    jg_sprt(&test, &t, &s);
    assert_true(s.verdict == JG_SPRT_OPEN);
    t = tally_of((uint64_t[]){0, 0, 1000, 0, 0}); /* nothing but even pairs: not 20 Elo */
    jg_sprt(&test, &t, &s);
    assert_true(s.verdict == JG_SPRT_REJECTED);
    test.elo0 = -20, test.elo1 = 20; /* and they cannot tell which */
    jg_sprt(&test, &t, &s);
    near(s.llr, 0, 1e-6);

    /* many pairs: n (t1 - t0) (2 mean - t0 - t1) / 2 variance */
    t = tally_of((uint64_t[]){10000, 20000, 40000, 20000, 10000});
    test.elo0 = 0, test.elo1 = 2;
    jg_sprt(&test, &t, &s);
    double t1 = jg_share_of(2), variance = (2 * 10000 * 0.25 + 2 * 20000 * 0.0625) / 1e5;
    near_share(s.llr, -1e5 * (t1 - 0.5) * (t1 - 0.5) / (2 * variance), 1e-3);
    test.elo0 = -1e6, test.elo1 = 1e6;
    jg_sprt(&test, &t, &s);
    assert_true(isfinite(s.llr));
}

/* Three pairs decide nothing, whatever they are. */
static void test_sprt_early(void **state) {
    (void)state;
    static const double elos[][2] = {{0, 5}, {0, 20}, {0, 50}, {-30, 30}, {0, 100}, {-5, 0}, {0, 200}, {100, 150}};
    for (size_t i = 0; i < sizeof elos / sizeof *elos; i++)
        for (int a = -1; a < 5; a++)
            for (int b = -1; b < 5; b++)
                for (int c = 0; c < 5; c++) {
                    struct jg_sprt test = {.elo0 = elos[i][0], .elo1 = elos[i][1], .alpha = 0.05, .beta = 0.05};
                    uint64_t pairs[JG_PAIR_SCORES] = {0};
                    struct jg_sprt_state s;
                    if (a >= 0) pairs[a]++;
                    if (b >= 0) pairs[b]++;
                    pairs[c]++;
                    struct jg_tally t = tally_of(pairs);
                    jg_sprt(&test, &t, &s);
                    assert_int_equal(s.verdict, JG_SPRT_OPEN);
                }
}

/* How many matches end with elo1 accepted. */
static int accept(const struct jg_sprt *test, const struct kind *k, int trials, uint64_t stream) {
    int accepted = 0;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), stream);
    for (int i = 0; i < trials; i++) {
        struct jg_tally t = {0};
        struct jg_sprt_state s = {0};
        while (s.verdict == JG_SPRT_OPEN) {
            play_pair(&rng, k, &t);
            jg_sprt(test, &t, &s);
        }
        accepted += s.verdict == JG_SPRT_ACCEPTED;
    }
    return accepted;
}

/* How many games these take is said in sprt.c. */
static void test_sprt_errors(void **state) {
    (void)state;
    static const struct kind kinds[] = {
        {.draws = 0}, {.draws = 0.5}, {.draws = 0.3, .seat = 0.25}, {.seat = 0.4}, {.alike = 0.3}};
    static const struct {
        struct jg_sprt test;
        int trials;
    } tests[] = {{{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05}, 3000},
                 {{.elo0 = 0, .elo1 = 50, .alpha = 0.02, .beta = 0.1}, 2000},
                 {{.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05}, 600}};
    uint64_t stream = 200;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++)
            for (int truth = 0; truth < 2; truth++) {
                const struct jg_sprt *test = &tests[i].test;
                int trials = test_scaled(tests[i].trials);
                struct kind k = kinds[n];
                k.share = jg_share_of(truth ? test->elo1 : test->elo0);
                int accepted = accept(test, &k, trials, stream++), wrong = truth ? trials - accepted : accepted;
                double limit = truth ? test->beta : test->alpha;
                if (!credible(wrong, trials, 0.6 * limit, limit))
                    fail_msg("%g against %g Elo, kind %zu: wrong in %.2f %% where %s is true", test->elo0, test->elo1,
                             n, 100.0 * wrong / trials, truth ? "elo1" : "elo0");
            }
}

/* ---- Ratings ------------------------------------------------------------------------------------------------ */

enum { PLAYERS = 8 };
static const double STRENGTHS[PLAYERS] = {-170, -100, -60, -10, 20, 50, 100, 170}; /* mean 0 */

/* k.share: what part of their strengths the players show. */
static void tournament(struct jg_rng *rng, struct kind k, int pairs, struct jg_tally out[PLAYERS * PLAYERS]) {
    double part = k.share;
    memset(out, 0, PLAYERS * PLAYERS * sizeof *out);
    for (int a = 0; a < PLAYERS; a++)
        for (int b = a + 1; b < PLAYERS; b++) {
            k.share = jg_share_of(part * (STRENGTHS[a] - STRENGTHS[b]));
            for (int i = 0; i < pairs; i++) play_pair(rng, &k, &out[a * PLAYERS + b]);
        }
}

static double points(const struct jg_tally *t) { return (double)t->wins + (double)t->draws / 2; }

/* The slow way of Zermelo, 1929: strengths by their own equation, without a prior. */
static void zermelo(const struct jg_tally *tallies, double elo[PLAYERS]) {
    double gamma[PLAYERS], mean = 0;
    for (int a = 0; a < PLAYERS; a++) gamma[a] = 1;
    for (int round = 0; round < 3000; round++)
        for (int a = 0; a < PLAYERS; a++) {
            double won = 0, sum = 0;
            for (int b = 0; b < PLAYERS; b++) {
                if (a == b) continue;
                struct jg_tally t = a < b ? tallies[a * PLAYERS + b] : jg_tally_swap(&tallies[b * PLAYERS + a]);
                won += points(&t);
                sum += (double)jg_tally_games(&t) / (gamma[a] + gamma[b]);
            }
            gamma[a] = won / sum;
        }
    for (int a = 0; a < PLAYERS; a++) mean += (elo[a] = 400 * log10(gamma[a])) / PLAYERS;
    for (int a = 0; a < PLAYERS; a++) elo[a] -= mean;
}

static double rating_likelihood(const struct jg_tally *tallies, const double elo[PLAYERS]) {
    double sum = 0;
    for (int a = 0; a < PLAYERS; a++)
        for (int b = a + 1; b < PLAYERS; b++) {
            const struct jg_tally *t = &tallies[a * PLAYERS + b];
            double p = jg_share_of(elo[a] - elo[b]);
            sum += points(t) * log(p) + ((double)jg_tally_games(t) - points(t)) * log(1 - p);
        }
    return sum;
}

static void test_ratings_likeliest(void **state) {
    (void)state;
    struct jg_rng rng;
    struct jg_tally tallies[PLAYERS * PLAYERS];
    double elo[PLAYERS], error[PLAYERS], slow[PLAYERS];
    jg_rng_init(&rng, test_seed(), 3);
    for (int i = 0; i < test_scaled(20); i++) {
        tournament(&rng, (struct kind){.share = 1, .draws = 0.1 * (i % 3)}, 50, tallies);
        assert_true(jg_ratings(PLAYERS, tallies, elo, error));
        zermelo(tallies, slow);
        double best = rating_likelihood(tallies, elo), mean = 0;
        for (int a = 0; a < PLAYERS; a++) {
            near(elo[a], slow[a], 0.3); /* the prior draws a little to the middle */
            mean += elo[a];
            for (int sign = -1; sign <= 1; sign += 2) {
                elo[a] += sign;
                assert_true(rating_likelihood(tallies, elo) < best);
                elo[a] -= sign;
            }
        }
        near(mean, 0, 1e-6);
    }
}

/* At the maximum of the likelihood with the prior, of 2000 Elo, no rating is pulled anywhere. */
static void check_balance(const struct jg_tally t[PLAYERS * PLAYERS]) {
    double elo[PLAYERS], error[PLAYERS], pull[PLAYERS] = {0}, games = 0;
    assert_true(jg_ratings(PLAYERS, t, elo, error));
    for (int a = 0; a < PLAYERS; a++) {
        pull[a] -= elo[a] * 400 / log(10) / (2000. * 2000);
        for (int b = a + 1; b < PLAYERS; b++) {
            double n = (double)jg_tally_games(&t[a * PLAYERS + b]), p = jg_share_of(elo[a] - elo[b]);
            pull[a] += points(&t[a * PLAYERS + b]) - n * p;
            pull[b] -= points(&t[a * PLAYERS + b]) - n * p;
            games += n;
        }
    }
    for (int a = 0; a < PLAYERS; a++) near(pull[a], 0, 1e-6 + 1e-12 * games);
}

/* Few meetings, lopsided, from one pair to a million. */
static void test_ratings_wild(void **state) {
    (void)state;
    struct jg_rng rng;
    jg_rng_init(&rng, test_seed(), 5);
    for (int trial = 0; trial < test_scaled(2000); trial++) {
        struct jg_tally t[PLAYERS * PLAYERS] = {{0}};
        for (int i = 0; i < PLAYERS * PLAYERS; i++) {
            uint64_t pairs[JG_PAIR_SCORES] = {0};
            if (jg_rng_below(&rng, 3)) continue;
            for (int k = 0; k < 2; k++)
                pairs[jg_rng_below(&rng, JG_PAIR_SCORES)] = (uint64_t)pow(10, 6 * jg_rng_unit(&rng));
            t[i] = tally_of(pairs);
        }
        check_balance(t);
    }
    /* Newton's method without a limit to its steps goes round in circles here. */
    struct jg_tally circle[PLAYERS * PLAYERS] = {
        [0 * PLAYERS + 1] = {.wins = 24, .losses = 10},   [0 * PLAYERS + 3] = {.wins = 16832, .losses = 11},
        [1 * PLAYERS + 2] = {.wins = 824, .losses = 1},   [2 * PLAYERS + 4] = {.wins = 2, .losses = 230},
        [3 * PLAYERS + 4] = {.wins = 1992, .losses = 10},
    };
    check_balance(circle);
}

static void test_ratings_coverage(void **state) {
    (void)state;
    static const struct {
        struct kind kind;
        int pairs;
    } cases[] = {{{.share = 1}, 5},
                 {{.share = 1}, 40},
                 {{.share = 1, .draws = 0.2}, 40},
                 {{.share = 1, .draws = 0.2}, 200},
                 {{.share = 1, .seat = 0.12}, 10},
                 {{.share = 1, .alike = 0.12}, 10},
                 /* the pairs' spread is 0.5 and 1.5: whoever forgets it has 99.4 or 89 % inside */
                 {{.share = 0.3, .seat = 0.35}, 40},
                 {{.share = 0.3, .alike = 0.35}, 40},
                 {{.share = 0.3, .seat = 0.35}, 200},
                 {{.share = 0.3, .alike = 0.35}, 200}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int trials = test_scaled(400), inside = 0;
        double elo[PLAYERS], error[PLAYERS], bias = 0, mean_error = 0, part = cases[i].kind.share;
        struct jg_rng rng;
        jg_rng_init(&rng, test_seed(), 300 + i);
        for (int trial = 0; trial < trials; trial++) {
            struct jg_tally tallies[PLAYERS * PLAYERS];
            tournament(&rng, cases[i].kind, cases[i].pairs, tallies);
            assert_true(jg_ratings(PLAYERS, tallies, elo, error));
            for (int a = 0; a < PLAYERS; a++) inside += fabs(elo[a] - part * STRENGTHS[a]) <= error[a];
            bias += (elo[PLAYERS - 1] - part * STRENGTHS[PLAYERS - 1]) / trials;
            mean_error += error[PLAYERS - 1] / trials;
        }
        if (!credible(inside, trials * PLAYERS, 0.935, 0.975))
            fail_msg("case %zu: %d of %d", i, inside, trials * PLAYERS);
        if (cases[i].pairs >= 40) near(bias, 0, mean_error / 1.96 * (0.1 + 3.5 / sqrt(trials)));
    }
}

/* Four times the games, half the error: the same results four times, and games that are new. */
static void test_ratings_shrink(void **state) {
    (void)state;
    struct jg_rng rng;
    double elo[PLAYERS], error[3][PLAYERS];
    struct jg_tally t[PLAYERS * PLAYERS];
    jg_rng_init(&rng, test_seed(), 4);
    tournament(&rng, (struct kind){.share = 1, .draws = 0.1, .seat = 0.1}, 100, t);
    assert_true(jg_ratings(PLAYERS, t, elo, error[0]));
    for (int i = 0; i < PLAYERS * PLAYERS; i++) {
        t[i].wins *= 4, t[i].draws *= 4, t[i].losses *= 4;
        for (int k = 0; k < JG_PAIR_SCORES; k++) t[i].pairs[k] *= 4;
    }
    assert_true(jg_ratings(PLAYERS, t, elo, error[1]));
    tournament(&rng, (struct kind){.share = 1, .draws = 0.1, .seat = 0.1}, 400, t);
    assert_true(jg_ratings(PLAYERS, t, elo, error[2]));
    for (int a = 0; a < PLAYERS; a++) {
        near(error[0][a] / error[1][a], 2, 0.05);
        near(error[0][a] / error[2][a], 2, 0.2);
    }
}

/* Two players: the difference is that of the share, and its error follows from the pairs. */
static void test_ratings_two(void **state) {
    (void)state;
    static const uint64_t cases[][JG_PAIR_SCORES] = {
        {100, 200, 400, 300, 150}, {50, 0, 900, 0, 90}, {400, 0, 10, 0, 700}, {20, 100, 300, 200, 900}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct jg_tally t[4] = {[1] = tally_of(cases[i])};
        struct jg_tally_score s;
        double elo[2], error[2], pairs = 0, squares = 0;
        jg_tally_score(&t[1], &s);
        assert_true(jg_ratings(2, t, elo, error));
        near(elo[0] - elo[1], s.elo, 0.05);
        near(elo[0], -elo[1], 1e-9);
        for (int k = 0; k < JG_PAIR_SCORES; k++) {
            pairs += (double)cases[i][k];
            squares += (double)cases[i][k] * (k / 4.0 - s.share) * (k / 4.0 - s.share);
        }
        double slope = 400 / log(10) / (s.share * (1 - s.share));
        near_share(error[0], 1.96 * slope * sqrt(squares) / pairs / 2, 0.01);
        near_share(error[1], error[0], 1e-9);
    }
}

static void test_ratings_extremes(void **state) {
    (void)state;
    double elo[6], error[6], alone[3], alone_error[3];
    struct jg_tally t[36] = {{0}}, three[9] = {{0}};

    /* 0 beats 1 and 2 always; 3 and 4 only know each other; 5 has not played */
    three[1] = three[2] = tally_of((uint64_t[]){0, 0, 0, 0, 50});
    three[5] = tally_of((uint64_t[]){10, 0, 30, 0, 20});
    t[1] = three[1], t[2] = three[2], t[8] = three[5];
    t[3 * 6 + 4] = tally_of((uint64_t[]){10, 0, 30, 0, 20});
    assert_true(jg_ratings(6, t, elo, error));
    assert_true(jg_ratings(3, three, alone, alone_error));
    for (int i = 0; i < 3; i++) {
        near(elo[i], alone[i], 1e-6);
        near(error[i], alone_error[i], 1e-6);
    }
    assert_true(isfinite(elo[0]) && elo[0] - elo[1] > 800 && elo[0] - elo[1] < 4000);
    assert_true(isfinite(error[0]) && error[0] > 400);
    assert_true(elo[1] > elo[2]);
    near(elo[0] + elo[1] + elo[2], 0, 1e-6);
    near(elo[3] + elo[4], 0, 1e-6);
    near(elo[3] - elo[4], jg_elo_of(70 / 120.0), 0.2);
    assert_true(elo[5] == 0 && isinf(error[5]));

    /* the same from the other side; more won games are farther away */
    struct jg_tally lost[9] = {[1] = jg_tally_swap(&three[1]), [2] = jg_tally_swap(&three[2]), [5] = three[5]};
    assert_true(jg_ratings(3, lost, elo, error));
    near(elo[0], -alone[0], 0.5);
    near(error[0], alone_error[0], 1);
    three[1] = three[2] = tally_of((uint64_t[]){0, 0, 0, 0, 5000000});
    assert_true(jg_ratings(3, three, elo, error));
    assert_true(elo[0] > alone[0] + 100 && isfinite(elo[0]) && error[0] > 400);

    /* a chain in which each always beats the next */
    struct jg_tally chain[36] = {{0}};
    for (int a = 0; a < 5; a++) chain[a * 6 + a + 1] = tally_of((uint64_t[]){0, 0, 0, 0, 100});
    assert_true(jg_ratings(6, chain, elo, error));
    for (int a = 0; a < 5; a++) assert_true(isfinite(elo[a]) && elo[a] > elo[a + 1] && isfinite(error[a]));
    near(elo[0], -elo[5], 1e-6);
}

/* A ladder on which each always beats all below: ratings far beyond what exp() can
 * take. Nobody is pulled anywhere, and the errors are as wide as the prior allows. */
static void test_ratings_ladder(void **state) {
    (void)state;
    enum { N = 64 };
    static struct jg_tally t[N * N];
    for (uint64_t pairs = 1; pairs <= 1000000000; pairs *= 1000) {
        double elo[N], error[N];
        for (int a = 0; a < N; a++)
            for (int b = a + 1; b < N; b++) t[a * N + b] = tally_of((uint64_t[]){0, 0, 0, 0, pairs});
        assert_true(jg_ratings(N, t, elo, error));
        for (int a = 0; a < N; a++) {
            double pull = -elo[a] * 400 / log(10) / (2000. * 2000);
            for (int b = 0; b < N; b++)
                if (b != a)
                    pull += (a < b ? 2 : -2) * (double)pairs * jg_share_of(a < b ? elo[b] - elo[a] : elo[a] - elo[b]);
            near(pull, 0, 1e-6);
            assert_true(isfinite(error[a]) && error[a] > 100);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tally),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_p_value_by_force),
        cmocka_unit_test(test_p_value_large),
        cmocka_unit_test(test_superior),
        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_coverage_exactly),
        cmocka_unit_test(test_sprt_ratio),
        cmocka_unit_test(test_sprt_verdicts),
        cmocka_unit_test(test_sprt_early),
        cmocka_unit_test(test_sprt_errors),
        cmocka_unit_test(test_ratings_likeliest),
        cmocka_unit_test(test_ratings_wild),
        cmocka_unit_test(test_ratings_coverage),
        cmocka_unit_test(test_ratings_shrink),
        cmocka_unit_test(test_ratings_two),
        cmocka_unit_test(test_ratings_extremes),
        cmocka_unit_test(test_ratings_ladder),
    };
    test_begin();
    return cmocka_run_group_tests_name("elo", tests, NULL, NULL);
}
