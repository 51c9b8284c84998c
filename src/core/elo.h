/* How strong players are, from the results of their games. Games come in pairs:
 * the same deal or opening with seats swapped. The two games of a pair depend on
 * each other (who has the better seat wins both as one and loses both as the
 * other), so all that is said of chance here is said of pairs. */
#ifndef CORE_ELO_H
#define CORE_ELO_H

#include <stdbool.h>
#include <stdint.h>

enum { JG_PAIR_SCORES = 5 };

/* The results of one player, the first, against another. */
struct jg_tally {
    uint64_t wins, draws, losses;
    uint64_t pairs[JG_PAIR_SCORES]; /* pairs that brought the first 0, 1/2, 1, 3/2, 2 points */
    double margin;                  /* sum of the games' scores in the game's own unit */
};

/* Adds a pair by the scores of its two games from the first player's side: positive won, negative lost. */
void jg_tally_add(struct jg_tally *t, int32_t score, int32_t swapped);

/* The same results from the second player's side. */
struct jg_tally jg_tally_turn(const struct jg_tally *t);

static inline uint64_t jg_tally_games(const struct jg_tally *t) { return t->wins + t->draws + t->losses; }

/* How widely the pairs spread: their variance, by that of two independent games
 * without draws of the same share. Below 1 where seats decide or games are drawn,
 * up to 2 where the games of a pair end alike. A few pairs' worth of 1 is mixed in.
 * 2 where all or no points were won: such pairs do not show whether their games
 * depend on each other. 1 without games. */
double jg_tally_spread(const struct jg_tally *t);

/* What a tally tells of the first player. Elo differences are infinite where all or no points were won. */
struct jg_score {
    double share;     /* of the points; a draw is half a point. 1/2 without games */
    double low, high; /* 95 % interval: Wilson's, for as many independent games as the pairs are worth */
    double elo, elo_low, elo_high;
    double superior; /* likelihood that the first is the stronger */
    double p_value;  /* exact: the chance of a result as uneven as this, or more, between equals */
};

/* Takes a millisecond for 10^7 pairs. The p-value is that of pairs whose signs are
 * turned at random; beyond 10^9 pairs it is the normal distribution's. */
void jg_tally_score(const struct jg_tally *t, struct jg_score *out);

/* What may be said of who is the stronger: something only where equals would seldom look like this, p < 0.05. */
enum jg_score_verdict { JG_SCORE_WEAKER = -1, JG_SCORE_OPEN, JG_SCORE_STRONGER }; /* the first is */
enum jg_score_verdict jg_score_verdict(const struct jg_score *s);

/* Elo difference and expected share of the points. */
double jg_elo_of(double share);
double jg_share_of(double elo);

/* ---- Sequential test ------------------------------------------------------------------- */

/* Is the first stronger by elo1 rather than by elo0, which is less? Stops as soon as
 * the answer is wrong with a chance of less than alpha (it says elo1, elo0 is true) or
 * beta (the other way round), 0 < alpha, beta < 1/2. */
struct jg_sprt {
    double elo0, elo1, alpha, beta;
};

enum jg_verdict { JG_SPRT_REJECTED = -1, JG_SPRT_OPEN, JG_SPRT_ACCEPTED }; /* elo1 is */

struct jg_sprt_state {
    double llr;          /* log likelihood ratio of elo1 to elo0 */
    double lower, upper; /* bounds at which it is decided */
    enum jg_verdict verdict;
};

/* Where the test stands after these pairs: ask after each, and stop at the first verdict. */
void jg_sprt(const struct jg_sprt *test, const struct jg_tally *t, struct jg_sprt_state *out);

/* ---- Ratings ---------------------------------------------------------------------------- */

/* Elo ratings by maximum likelihood, their mean 0, and the half widths of their
 * 95 % intervals. tallies[a * n + b] for a < b holds the results of a against b;
 * the others are not looked at. A player who won or lost everything gets a
 * rating that is far away and has a wide error, not an infinite one. Players who
 * are not connected by games cannot be compared: each group has mean 0, and a player
 * without games 0 with an infinite error. Errors are of the distance from the mean of
 * the group: for two players half the error of their difference. All are infinite if
 * the maximum was not found, of which no case is known. False without memory. */
bool jg_ratings(int n, const struct jg_tally *tallies, double *elo, double *error);

#endif
