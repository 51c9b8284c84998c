/* Rollouts in sampled worlds: both players play as the paper's search agent does. */
#ifndef GAMES_MAGIC_ROLLOUT_H
#define GAMES_MAGIC_ROLLOUT_H

#include "games/magic/paper.h"

/* A world (determinization) consistent with a view. The seed fixes the draws: the n-th card of a
 * library is the same whichever candidate is simulated, as far as the libraries agree (common
 * random numbers). */
struct jg_magic_world {
    struct jg_magic state;
    uint64_t seed;
};

/* By kind, the likelihood ratio of a card being in the hand rather than in the library of a player
 * (belief.c). Only ratios matter. */
void jg_magic_hand_likelihood(const struct jg_game *g, const struct jg_magic *view, int seat, double *out);

/* Samples a world consistent with a view, the n-th of a seed. Hidden hands are dealt by
 * jg_magic_hand_likelihood. */
void jg_magic_sample_world(const struct jg_game *g, const struct jg_magic *view, uint64_t seed, uint64_t n,
                           struct jg_magic_world *out);

struct jg_magic_greedy;

/* The rollout policy. */
struct jg_magic_rollout_policy {
    struct jg_magic_weights weights[2]; /* of the reward, by seat */
    struct jg_magic_greedy *greedy[2];  /* by seat: decides main phases and blocks instead; NULL: the paper's search */
    int turns;                          /* a rollout ends when this many turns have begun; 0: with the game */
};

/* Whether the active player can play any card. */
bool jg_magic_can_cast(const struct jg_game *g, const struct jg_magic *s);

/* Carries out a plan from the state it was made for, up to the second main phase or through it; the
 * opponent blocks by the policy. In a game with windows of priority both respond by the policy, draws are fixed by the
 * seed, and the plan ends where it has become illegal, or with the declaration of attackers. */
void jg_magic_play_plan(struct jg_magic_planner *p, const struct jg_magic_rollout_policy *policy, struct jg_magic *s,
                        const struct jg_magic_plan *plan, uint64_t seed);

/* Plays to the end of the game, or of policy->turns, and returns the loser; NONE if there is none yet, or if the budget
 * ran out first. Changes p->weights. */
int jg_magic_rollout(struct jg_magic_planner *p, const struct jg_magic_rollout_policy *policy, struct jg_magic *s,
                     uint64_t seed);

#endif
