/* Games played on in thought: both players as the paper's search plays. */
#ifndef GAMES_MAGIC_ROLLOUT_H
#define GAMES_MAGIC_ROLLOUT_H

#include "games/magic/paper.h"

/* Draws that do not depend on what is played: the n-th card of a library is the same
 * whichever plan is tried, as far as the library is. */
struct jg_magic_world {
    struct jg_magic state;
    uint64_t seed;
};

/* By kind, how much likelier a card of a player is to be in his hand than in his library,
 * as people play: only ratios count. */
void jg_magic_habits(const struct jg_game *g, const struct jg_magic *view, int seat, double *out);

/* A world that a view may come from: the n-th of a seed. Hidden hands are dealt by habits. */
void jg_magic_world(const struct jg_game *g, const struct jg_magic *view, uint64_t seed, uint64_t n,
                    struct jg_magic_world *out);

/* What moves whom in thought: weights of the reward, by seat. */
struct jg_magic_minds {
    struct jg_magic_weights of[2];
};

/* Carries a plan out in a state where the plan is made, up to the second main phase or to the
 * end of the plan there; the opponent blocks by his mind. */
void jg_magic_try_plan(struct jg_magic_planner *p, const struct jg_magic_minds *minds, struct jg_magic *s,
                       const struct jg_magic_plan *plan);

/* Plays on to the end and returns the loser, or NONE if p->until was over before. Leaves p->weights as somebody's. */
int jg_magic_rollout(struct jg_magic_planner *p, const struct jg_magic_minds *minds, struct jg_magic *s, uint64_t seed);

#endif
