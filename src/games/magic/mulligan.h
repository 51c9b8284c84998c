/* The mulligan decision as a finite-horizon Markov decision process, solved by value iteration (section 4.1
 * of the paper). A state is the size of the hand and its number of lands; only keeping is rewarded, and the
 * value of a mulligan follows. */
#ifndef GAMES_MAGIC_MULLIGAN_H
#define GAMES_MAGIC_MULLIGAN_H

#include "games/magic/magic.h"

enum { JG_MAGIC_MULLIGAN_CARDS = 500 };

/* The solution for one deck, on the play or on the draw. Hands have 0 to JG_MAGIC_HAND cards. */
struct jg_magic_mulligan {
    bool on_play; /* starts, and does not draw in the first turn */
    int cards, lands;
    double keep[JG_MAGIC_HAND + 1][JG_MAGIC_HAND + 1]; /* reward for keeping, by cards and lands in hand */
    double mulligan[JG_MAGIC_HAND + 1];                /* value of a mulligan; -INFINITY with an empty hand */
    bool take[JG_MAGIC_HAND + 1][JG_MAGIC_HAND + 1];   /* the policy: mulligan, also if both are worth the same */
    double start;                                      /* value before the opening hand */
};

/* The paper's reward for keeping a hand. */
double jg_magic_keep_reward(bool on_play, int cards, int lands);

/* Solves the process for a deck of JG_MAGIC_HAND to JG_MAGIC_MULLIGAN_CARDS cards. JG_EINPUT: no
 * such deck. JG_EMEMORY. */
enum jg_status jg_magic_mulligan_solve(int cards, int lands, bool on_play, struct jg_magic_mulligan *out,
                                       struct jg_error *err);

#endif
