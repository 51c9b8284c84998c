/* Bayesian inference of the hidden hands. Every tile of the round was a choice among the tiles of a
 * hand; a deal's weight is the probability that the models of play (model.h) make these choices with
 * the hands of the deal. */
#ifndef GAMES_DOMINO_BELIEF_H
#define GAMES_DOMINO_BELIEF_H

#include "games/domino/policy.h"

/* A move that a seat could have chosen if it held the tile. */
struct jg_domino_option {
    uint8_t choice;               /* tile + 32 * arm */
    uint8_t old, new;             /* the numbers that it covers and leaves; old is JG_DOMINO_NONE at the opening */
    uint8_t open;                 /* set of numbers open afterwards */
    float rate[JG_DOMINO_MODELS]; /* by model, without the terms that depend on the hand */
};

enum { JG_DOMINO_OPTIONS = 4 * JG_DOMINO_TILES };

/* An observed choice with its alternatives. */
struct jg_domino_choice {
    uint8_t seat, made;
    bool opening;
    uint32_t later;                     /* the tiles that the seat has played since, this one included */
    uint8_t first[JG_DOMINO_TILES + 1]; /* options of each tile: first[tile] .. first[tile + 1] - 1 */
    struct jg_domino_option options[JG_DOMINO_OPTIONS];
    struct jg_domino_candidate candidates[JG_DOMINO_OPTIONS]; /* the same for the policy network, if it is used */
};

/* The choices of the other three seats in this round. Begins as zeroes, or with `network`. */
struct jg_domino_observed {
    const struct jg_network *network; /* policy by which the partner plays, instead of model MATE; NULL: none */
    int me, count;
    struct jg_domino_choice chosen[JG_DOMINO_TILES];
};

/* Collects the choices of the other seats from the history of a state or view. */
void jg_domino_observe(struct jg_domino_observed *p, const struct jg_domino_rules *r, const struct jg_domino *s,
                       int me);

/* The probability that each model makes the observed choices of a seat, if `hand` is what the seat
 * has left. */
void jg_domino_choice_likelihood(const struct jg_domino_observed *p, int seat, uint32_t hand,
                                 float likelihood[JG_DOMINO_MODELS]);

/* Prior probability of the models: [0] for the opponents, who share one; [1] for the partner. */
extern const float jg_domino_prior[2][JG_DOMINO_MODELS];

/* The weight of a deal: the probability of all observed choices, averaged over the models by their
 * priors. Ignores likelihood[me]. */
double jg_domino_deal_weight(int me, const float likelihood[4][JG_DOMINO_MODELS]);

#endif
