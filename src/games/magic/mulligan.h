/* The mulligan of the Magic duel: whether to keep an opening hand or to draw one with a card
 * fewer, as a Markov decision process (section 4.1 of the paper that the duel is from). A
 * hand is its size and how many of its cards are lands; only keeping is rewarded, and what
 * a mulligan is worth follows. */
#ifndef GAMES_MAGIC_MULLIGAN_H
#define GAMES_MAGIC_MULLIGAN_H

#include "games/magic/magic.h"

enum { JG_MAGIC_MULLIGAN_CARDS = 500 };

/* For one deck and one side of the table. Hands have 0 to JG_MAGIC_HAND cards, and from none of them
 * to all of them are lands. */
struct jg_magic_mulligan {
    bool on_play; /* who begins, and does not draw in the first turn */
    int cards, lands;
    double keep[JG_MAGIC_HAND + 1][JG_MAGIC_HAND + 1]; /* reward for keeping, by cards and lands of the hand */
    double again[JG_MAGIC_HAND + 1];                   /* value of taking a mulligan; none with no card: -INFINITY */
    bool take[JG_MAGIC_HAND + 1][JG_MAGIC_HAND + 1];   /* the policy: a mulligan, if its double is not less */
    double start;                                      /* value before the first hand is drawn */
};

/* The paper's reward for keeping a hand. */
double jg_magic_keep_reward(bool on_play, int cards, int lands);

/* Solves it for a deck of so many cards, from a whole hand up to JG_MAGIC_MULLIGAN_CARDS, and so many lands.
 * JG_EINPUT: there is no such deck. JG_EMEMORY. */
enum jg_status jg_magic_mulligan_solve(int cards, int lands, bool on_play, struct jg_magic_mulligan *out,
                                       struct jg_error *err);

#endif
