/* A fast player for rollouts: carries out every candidate up to the end of the turn and takes the one after which an
 * evaluator sees the best chance. It knows what the player to move knows, and expects no response. */
#ifndef GAMES_MAGIC_GREEDY_H
#define GAMES_MAGIC_GREEDY_H

#include "games/magic/candidates.h"

struct jg_magic_greedy {
    struct jg_magic_candidates list;
    struct jg_magic_rollout_policy policy; /* how a turn ends after a candidate, and how the opponent blocks */
    const struct jg_eval *eval;
};

/* The chance of winning that an evaluator sees for a seat, 0 to 1, from what the seat knows; draws are half wins. */
double jg_magic_chance(const struct jg_game *g, const struct jg_eval *e, const struct jg_magic *s, int seat);

/* Fills in d->list for the player to move in MAIN_1, MAIN_2 or BLOCK, given that player's view or a world. Returns the
 * index of the best candidate, or -1 if there is none. */
int jg_magic_greedy_best(struct jg_magic_greedy *d, const struct jg_magic *s);

#endif
