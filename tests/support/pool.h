/* Simulated tournaments between players of known strengths, and how often the intervals of their ratings contain the
 * truth. For the test of ratings, and for the program that prints the table of docs/statistics.md. */
#ifndef TESTS_POOL_H
#define TESTS_POOL_H

#include "core/elo.h"

#include <jogada/jogada.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POOL_MAX = 10 };

/* The last `broken` players are counted apart. */
struct pool {
    const char *name;
    int players, broken;
    double strengths[POOL_MAX]; /* Elo */
    int pairs;                  /* of games in each meeting */
    double draws;               /* their share between equal players; fewer where one wins nearly always */
    double seat;                /* how much the better seat helps, from 0 to 1 */
    double alike;               /* how much the opening of a pair helps one player in both games, from 0 to 1 */
    bool gauntlet;              /* only the first plays against the others */
};

#define EIGHT                                                                                                          \
    { -170, -100, -60, -10, 20, 50, 100, 170 }

static const struct pool POOLS[] = {
    {.name = "8 players, 4 games", .players = 8, .strengths = EIGHT, .pairs = 2},
    {.name = "8 players, 20 games", .players = 8, .strengths = EIGHT, .pairs = 10},
    {.name = "8 players, 200 games", .players = 8, .strengths = EIGHT, .pairs = 100},
    {.name = "8 equal players, 20 games", .players = 8, .pairs = 10},
    {.name = "8 players, 60 games, half of them drawn", .players = 8, .strengths = EIGHT, .pairs = 30, .draws = 0.5},
    {.name = "8 players, 60 games, the seat decides", .players = 8, .strengths = EIGHT, .pairs = 30, .seat = 0.8},
    {.name = "8 players, 60 games, pairs end alike", .players = 8, .strengths = EIGHT, .pairs = 30, .alike = 0.8},
    {.name = "3 players, 10 games", .players = 3, .strengths = {60, 0, -60}, .pairs = 5},
    {.name = "6 players from -600 to 600, 100 games",
     .players = 6,
     .strengths = {600, 300, 100, -100, -300, -600},
     .pairs = 50},
    {.name = "6 players and a hopeless one (-1000), 20 games",
     .players = 7,
     .broken = 1,
     .strengths = {120, 70, 30, -20, -60, -140, -1000},
     .pairs = 10},
    {.name = "6 players and a hopeless one (-1000), 100 games",
     .players = 7,
     .broken = 1,
     .strengths = {120, 70, 30, -20, -60, -140, -1000},
     .pairs = 50},
    {.name = "the same, half of the games drawn",
     .players = 7,
     .broken = 1,
     .strengths = {120, 70, 30, -20, -60, -140, -1000},
     .pairs = 50,
     .draws = 0.5},
    {.name = "6 players and 2 hopeless ones (-1000), 100 games",
     .players = 8,
     .broken = 2,
     .strengths = {120, 70, 30, -20, -60, -140, -1000, -1050},
     .pairs = 50},
    {.name = "6 players and one that always loses (-3000), 100 games",
     .players = 7,
     .broken = 1,
     .strengths = {120, 70, 30, -20, -60, -140, -3000},
     .pairs = 50},
    {.name = "gauntlet of 6 players, one of them hopeless (-1000), 100 games",
     .players = 7,
     .broken = 1,
     .strengths = {120, 70, 30, -20, -60, -140, -1000},
     .pairs = 50,
     .gauntlet = true},
};
enum { POOL_COUNT = sizeof POOLS / sizeof *POOLS };

static inline int32_t pool_game(struct jg_rng *rng, double share, double draws) {
    double x = jg_rng_unit(rng), drawn = draws * 4 * share * (1 - share), win = share - drawn / 2;
    return x < win ? 1 : x < win + drawn ? 0 : -1;
}

/* Plays a pair whose games have this share on average. */
static inline void pool_pair(const struct pool *p, struct jg_rng *rng, double share, struct jg_tally *out) {
    double scale = fmin(share, 1 - share);
    share += (jg_rng_next(rng) >> 63 ? p->alike : -p->alike) * scale;
    int32_t score = pool_game(rng, share + p->seat * scale, p->draws);
    jg_tally_add(out, score, pool_game(rng, share - p->seat * scale, p->draws));
}

/* The tournament's results: pool->players squared tallies. */
static inline void pool_play(const struct pool *p, struct jg_rng *rng, struct jg_tally *out) {
    int n = p->players;
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    for (int a = 0; a < (p->gauntlet ? 1 : n); a++)
        for (int b = a + 1; b < n; b++)
            for (int i = 0; i < p->pairs; i++)
                pool_pair(p, rng, jg_share_of(p->strengths[a] - p->strengths[b]), &out[a * n + b]);
}

struct pool_count {
    int all, inside;
};

/* Of the usual players unless it says otherwise. */
struct pool_coverage {
    struct pool_count ratings;     /* relative to the pool */
    struct pool_count differences; /* of any two */
    struct pool_count anchored;    /* relative to the player in the middle */
    struct pool_count broken;      /* ratings of broken players */
    double error;                  /* mean error of a rating */
};

static inline void pool_check(struct pool_count *count, double value, double truth, double error) {
    count->all++;
    count->inside += fabs(value - truth) <= error;
}

static inline void pool_count_trial(const struct pool *p, const struct jg_tally *t, struct pool_coverage *out) {
    struct jg_ratings r;
    const double *truth = p->strengths;
    int n = p->players, usual = n - p->broken;
    double zero = 0;
    if (!jg_ratings(n, t, NULL, &r)) abort();
    for (int a = 0; a < n; a++) zero += r.weight[a] * truth[a];
    for (int a = 0; a < n; a++) {
        pool_check(a < usual ? &out->ratings : &out->broken, r.elo[a], truth[a] - zero, r.error[a]);
        out->error += a < usual ? r.error[a] : 0;
        for (int b = a + 1; b < usual; b++)
            pool_check(&out->differences, r.elo[a] - r.elo[b], truth[a] - truth[b], r.between[a * n + b]);
    }
    jg_ratings_free(&r);
    const struct jg_anchor anchor = {.player = usual / 2, .elo = 1000};
    if (!jg_ratings(n, t, &anchor, &r)) abort();
    for (int a = 0; a < usual; a++)
        if (a != anchor.player)
            pool_check(&out->anchored, r.elo[a], 1000 + truth[a] - truth[anchor.player], r.error[a]);
    jg_ratings_free(&r);
}

static inline struct pool_coverage pool_simulate(const struct pool *p, int trials, uint64_t seed) {
    struct jg_tally t[POOL_MAX * POOL_MAX];
    struct pool_coverage out = {0};
    struct jg_rng rng;
    jg_rng_init(&rng, seed, (uint64_t)(p - POOLS));
    for (int i = 0; i < trials; i++) {
        pool_play(p, &rng, t);
        pool_count_trial(p, t, &out);
    }
    out.error /= out.ratings.all;
    return out;
}

#endif
