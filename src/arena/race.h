/* A race between candidates over common trials, to find the best one, or the whole order, with few trials. After each
 * trial every candidate has a result. A candidate leaves the race as soon as the results decide its rank, as in the
 * Hoeffding races of O. Maron and A. Moore (NIPS 1994), but by the betting test of the paired differences (core/stats.h),
 * which holds for any number of looks. docs/statistics.md explains the promise. */
#ifndef ARENA_RACE_H
#define ARENA_RACE_H

#include "core/stats.h"

#include <stdbool.h>
#include <stddef.h>

/* A candidate and its results so far. Sums of scores are whole numbers, so they do not depend on their order. */
struct jg_racer {
    uint64_t trials, wins, draws;
    double score, squares; /* sums of the scores and of their squares */
    bool out;              /* its rank is decided: it has no further trials */
};

struct jg_race {
    int count;
    double confidence; /* 0: nothing is ever decided */
    bool whole;        /* decides the whole order, not only which candidate is best */
    uint64_t trials;
    struct jg_racer *racers;
    uint64_t (*pairs)[JG_BETTING_STEPS]; /* for a < b at a * count + b: differences of points of a and b, by size */
};

/* Begins a race; false: out of memory. The caller frees it in any case. */
bool jg_race_init(struct jg_race *r, int count, double confidence, bool whole);
void jg_race_free(struct jg_race *r);

/* Adds a trial: scores[i] is the result of candidate i, positive for a win; those that are out are ignored. */
void jg_race_add(struct jg_race *r, const int32_t *scores);

/* Takes the candidates out whose rank is decided. */
void jg_race_look(struct jg_race *r);

/* Whether at most one candidate is left of several. */
bool jg_race_over(const struct jg_race *r);

/* The best candidate: of those that were not beaten, the one with the most points, and of these the one with
 * the greatest mean score. */
int jg_race_best(const struct jg_race *r);

/* Whether the results show that a is better than b, with the confidence of the race. */
bool jg_race_beats(const struct jg_race *r, int a, int b);

/* Points per trial, a draw being half a point, with their standard error. That adds two wins and two losses (A. Agresti
 * and B. Coull, 1998), so that it is never 0. */
double jg_race_points(const struct jg_race *r, int i);
double jg_race_points_error(const struct jg_race *r, int i);

/* The mean score with its standard error, NAN if all scores were equal. */
double jg_race_score(const struct jg_race *r, int i);
double jg_race_score_error(const struct jg_race *r, int i);

/* Points of a minus those of b per common trial, with the standard error of the paired differences, which adds one
 * difference of 1 and one of -1. */
double jg_race_difference(const struct jg_race *r, int a, int b);
double jg_race_difference_error(const struct jg_race *r, int a, int b);

#endif
