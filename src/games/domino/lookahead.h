/* Belief and lookahead of the strong player. It samples deals consistent with its view, weights them
 * by Bayesian inference (belief.h), and evaluates each move in worlds resampled by weight: a playout
 * with models of play to the end of the round, or a double-dummy solution. Values are probabilities of
 * winning the match (equity.h). */
#ifndef GAMES_DOMINO_LOOKAHEAD_H
#define GAMES_DOMINO_LOOKAHEAD_H

#include "games/domino/belief.h"
#include "games/domino/equity.h"
#include "core/math.h"
#include "search/budget.h"

/* Parameters of a lookahead. */
struct jg_domino_effort {
    int deals;   /* deals to weight; all consistent deals if there are no more */
    int worlds;  /* worlds to resample from them; every move is evaluated in each */
    bool infers; /* infers hands from the tiles played, not from passes alone */
    int solves;  /* at most this many tiles left: solves worlds with careful opponents double dummy */
    double clarity; /* chance to win that a move is worth for each nat of its log-probability to the partner */
};

enum { JG_DOMINO_BELIEF_MAX = 4096, JG_DOMINO_CERTAIN = 1 << 30 };

/* The result: values of the moves, and the belief. */
struct jg_domino_estimate {
    int n; /* number of moves */
    jg_move moves[JG_MOVES_MAX];
    int64_t chances[JG_MOVES_MAX]; /* match-winning probability in units of 1/JG_DOMINO_CERTAIN, summed over worlds */
    int64_t points[JG_MOVES_MAX];  /* point difference in the rest of the round, summed over worlds */
    double expected[JG_MOVES_MAX]; /* the probability of the move in the eyes of the partner, whose model is MATE */
    double clarity;                /* as in struct jg_domino_effort */
    int best;                      /* index of the move to make */
    int worlds, solved;            /* worlds evaluated; those of them solved double dummy */
    uint64_t nodes;                /* moves played in playouts and positions solved */
    bool exact;                    /* the belief covers all consistent deals */
    double possible;               /* number of consistent deals */
    double deals, sample;          /* deals weighted, and their effective sample size */
    double holds[4][JG_DOMINO_TILES];     /* belief: the probability that a seat holds a tile */
    double has[4][7], had[4][7]; /* the same for any tile of a number; and by the passes alone, without inference */
    double plays_as[4][JG_DOMINO_MODELS]; /* belief: the probability that a seat plays by a model */
};

/* The mean probability of winning the match and the mean point difference of a move, by index. */
static inline double jg_domino_chance(const struct jg_domino_estimate *t, int move) {
    return (double)t->chances[move] / JG_DOMINO_CERTAIN / t->worlds;
}
static inline double jg_domino_margin(const struct jg_domino_estimate *t, int move) {
    return (double)t->points[move] / t->worlds;
}

/* What the choice maximizes: the chance to win, and the clarity of the move. */
static inline double jg_domino_preference(const struct jg_domino_estimate *t, int move) {
    return jg_domino_chance(t, move) + t->clarity * jg_math_log(t->expected[move]);
}

struct jg_domino_lookahead; /* for one thread at a time */

/* `network` is the policy by which the partner expects moves and makes its own; NULL: model MATE. It must outlive the
 * lookahead. */
struct jg_domino_lookahead *jg_domino_lookahead_new(const struct jg_game *g, const struct jg_network *network,
                                                    struct jg_error *err);

/* The same for another thread, with a copy of the tables of `from`, which take a while to compute. */
struct jg_domino_lookahead *jg_domino_lookahead_like(const struct jg_domino_lookahead *from, struct jg_error *err);
void jg_domino_lookahead_free(struct jg_domino_lookahead *m); /* may be NULL */

/* Estimates the moves of the seat to move of a view, and its belief about the hidden hands. Stops
 * early, with what it has, when the budget is used up. The result depends on the seed alone
 * unless it was stopped. */
void jg_domino_lookahead_run(struct jg_domino_lookahead *m, const struct jg_domino *view,
                             const struct jg_domino_effort *effort, uint64_t seed, const struct jg_budget *budget,
                             struct jg_domino_estimate *out);

/* Merges another estimate of the same view, weighted by worlds and deals. */
void jg_domino_estimate_merge(struct jg_domino_estimate *sum, const struct jg_domino_estimate *other);

#endif
