/* Scores and the sequential test: against their definitions, by brute
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

/* Whether this many successes can be chance, if the true share is between least and most. */
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

/* By definition, and from a tally with these numbers of pairs won and lost. */
static double elo_of(double share) { return 400 * log10(share / (1 - share)); }

static double elo_of_pairs(uint64_t won, uint64_t lost) {
    struct jg_tally t = tally_of((uint64_t[JG_PAIR_SCORES]){[0] = lost, [4] = won});
    struct jg_tally_score s;
    jg_tally_score(&t, &s);
    return s.elo;
}

static void test_elo(void **state) {
    (void)state;
    near(elo_of_pairs(1, 1), 0, 0);
    near(elo_of_pairs(10, 1), 400, 1e-9);
    near(elo_of_pairs(3, 1), 190.848501888, 1e-8); /* 400 log10(3) */
    assert_true(elo_of_pairs(1, 0) == (double)INFINITY && elo_of_pairs(0, 1) == -(double)INFINITY);
    for (uint64_t won = 1; won < 6000; won += 7) {
        near(elo_of_pairs(won, 1), elo_of((double)won / (double)(won + 1)), 1e-8);
        near(jg_share_of(elo_of_pairs(won, 1)), (double)won / (double)(won + 1), 1e-12);
        near(elo_of_pairs(1, won), -elo_of_pairs(won, 1), 1e-8);
    }
    for (double elo = -1500; elo <= 1500; elo += 12.5) near(elo_of(jg_share_of(elo)), elo, 1e-8);
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

/* The likelihood of superiority agrees with the p-value, and with the normal distribution if there are many pairs. */
static void test_superior(void **state) {
    (void)state;
    static const struct {
        uint64_t pairs[JG_PAIR_SCORES];
        double superior;
    } known[] = {{{0, 0, 0, 0, 0}, 0.5},           {{0, 0, 9, 0, 0}, 0.5},     {{0, 0, 9, 0, 1}, 0.5},
                 {{0, 0, 0, 4, 0}, 1 - 1 / 16.},   {{4, 0, 0, 0, 0}, 1 / 16.}, {{3, 1, 0, 1, 3}, 0.5},
                 {{0, 0, 0, 0, 10}, 1 - 1 / 1024.}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct jg_tally t = tally_of(known[i].pairs);
        struct jg_tally_score s;
        jg_tally_score(&t, &s);
        near(s.superior, known[i].superior, 1e-12);
        near(fmin(s.superior, 1 - s.superior), s.p_value / 2, 1e-12);
    }
    struct jg_tally many = tally_of((uint64_t[]){90000, 110000, 300000, 111000, 90500});
    struct jg_tally_score s;
    jg_tally_score(&many, &s); /* 2000 quarters, variance 4 * 180500 + 221000 */
    near(s.superior, gsl_cdf_ugaussian_P(2000 / sqrt(4 * 180500 + 221000)), 1e-3);
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
        near(s.elo_low, elo_of(s.low), 1e-9);
        near(s.elo_high, elo_of(s.high), 1e-9);
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

/* The exact coverage of the interval: the probability that it holds the true share, over all results of n
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

/* The coverage that elo.c claims. */
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
    };
    test_begin();
    return cmocka_run_group_tests_name("elo", tests, NULL, NULL);
}
