/* Playing strength from results: scores with confidence intervals, the sequential probability ratio test and Elo
 * ratings. Games come in pairs, with the same deal or opening and seats swapped. The two games of a pair are
 * correlated, so all statistics take pairs as observations (the pentanomial model of chess engine testing). */
#ifndef CORE_ELO_H
#define CORE_ELO_H

#include <stdbool.h>
#include <stdint.h>

enum { JG_PAIR_SCORES = 5 };

/* The results of a first player against a second. */
struct jg_tally {
    uint64_t wins, draws, losses;
    uint64_t pairs[JG_PAIR_SCORES]; /* pairs in which the first scored 0, 1/2, 1, 3/2, 2 points */
    double margin;                  /* sum of the scores in the game's unit */
};

/* Adds a pair: the scores of its two games for the first player, positive for a win, negative for a loss. */
void jg_tally_add(struct jg_tally *t, int32_t score, int32_t swapped);

/* The same results for the second player. */
struct jg_tally jg_tally_swap(const struct jg_tally *t);

static inline uint64_t jg_tally_games(const struct jg_tally *t) { return t->wins + t->draws + t->losses; }

/* The design effect of pairing: the variance of the pairs relative to that of two independent games without draws
 * and with the same share. Below 1 if seats decide or games are drawn, up to 2 if both games of a pair end alike.
 * Regularized by a few pairs of value 1. 2 if all or no points were won, since such pairs do not show any
 * correlation. 1 without games. */
double jg_tally_spread(const struct jg_tally *t);

/* The score of the first player. Elo differences are infinite if all or no points were won. */
struct jg_tally_score {
    double share;     /* of the points, a draw being half a point; 1/2 without games */
    double low, high; /* 95 % confidence interval: Wilson's, for the effective number of games */
    double elo, elo_low, elo_high;
    double superior; /* likelihood of superiority of the first player */
    double p_value;  /* exact: the probability of a result at least as uneven between equal players */
};

/* The likelihood of superiority of a player that leads another, or trails it if lead < 0, where equal players would be at
 * least as far apart with probability p_value: 1 - p_value / 2 for the player ahead, p_value / 2 for the other. */
double jg_superiority(double p_value, double lead);

/* Computes the score in about a millisecond for 10^7 pairs. The p-value is that of a sign-flip permutation test of
 * the pairs, or of its normal approximation beyond 10^9 pairs. */
void jg_tally_score(const struct jg_tally *t, struct jg_tally_score *out);

/* Which player is stronger, if the result is significant (p < 0.05). */
enum jg_tally_verdict { JG_SCORE_WEAKER = -1, JG_SCORE_OPEN, JG_SCORE_STRONGER }; /* the first player is */
enum jg_tally_verdict jg_tally_verdict(const struct jg_tally_score *s);

/* The expected share of the points at an Elo difference. */
double jg_share_of(double elo);

/* ---- Sequential test ------------------------------------------------------------------- */

/* The sequential probability ratio test of the hypotheses that the first player is stronger by elo0 or by elo1 >
 * elo0. alpha and beta (0 to 1/2) bound the probabilities of accepting elo1 if elo0 is true, and of the reverse. */
struct jg_sprt {
    double elo0, elo1, alpha, beta;
};

enum jg_verdict { JG_SPRT_REJECTED = -1, JG_SPRT_OPEN, JG_SPRT_ACCEPTED }; /* elo1 is */

struct jg_sprt_state {
    double llr;          /* log likelihood ratio of elo1 to elo0 */
    double lower, upper; /* decision bounds */
    enum jg_verdict verdict;
};

/* The state of the test after these pairs. Call it after each pair and stop at the first verdict. */
void jg_sprt(const struct jg_sprt *test, const struct jg_tally *t, struct jg_sprt_state *out);

/* ---- Ratings ---------------------------------------------------------------------------- */

struct jg_ratings {
    double *elo;     /* n */
    double *error;   /* n: half widths of their 95 % confidence intervals */
    double *weight;  /* n: of the players in the mean that is 0; their sum is 1 in each group */
    double *between; /* n x n: half widths of the 95 % confidence intervals of elo[a] - elo[b], at [a * n + b] */
    double *p_value; /* n x n: of equal strength. Two players: that of jg_tally_score. More: of the difference, normally
                        distributed, but not below the least that the pairs of both could show */
};

/* A player whose rating is given. */
struct jg_anchor {
    int player;
    double elo;
};

/* Elo ratings by maximum likelihood with Jeffreys' prior. tallies[a * n + b] with a < b holds the results of a against
 * b; the other elements are ignored. 0 is the mean of the pool, in which each player has the precision of its
 * differences to the others as weight; errors are those of the differences to this mean. With an anchor ratings and
 * errors are relative to the anchor, whose error is 0. The prior keeps the rating of a player who won or lost everything
 * finite, with a wide error, and its weight in the mean is small. Players not connected by games cannot be compared: each connected group
 * has its own mean, and the errors of differences between groups are infinite, as is the error of a player without
 * games. If the iteration does not converge, which has never been observed, all errors are infinite. Returns false if
 * memory runs out. */
bool jg_ratings(int n, const struct jg_tally *tallies, const struct jg_anchor *anchor, struct jg_ratings *out);
void jg_ratings_free(struct jg_ratings *r); /* may be called twice */

/* The likelihood of superiority of a over b. */
double jg_ratings_superior(const struct jg_ratings *r, int n, int a, int b);

#endif
