/* The ways in which one attacker may be blocked, and strike back: what combat.c puts
 * together. */
#ifndef GAMES_MAGIC_WAYS_H
#define GAMES_MAGIC_WAYS_H

#include "games/magic/combat.h"

/* Creatures alike. Those of a side have a bit each, sort after sort; a set of them is a
 * mask in which a sort has its lowest bits, and a cell: the sum of strides. */
struct ways_sort {
    struct jg_magic_fighter fighter;
    int worth; /* of one, while it lives */
    int count, shift, stride;
    bool plain; /* neither strikes first nor gives life: see grow in ways.c */
    uint8_t member[JG_MAGIC_CREATURES];
};

struct ways_side {
    int sorts, sets; /* sets: of creatures, those alike taken for one another */
    struct ways_sort sort[JG_MAGIC_CREATURES];
};

/* What an order of the blockers brings the attacker. `net` is the defender's loss of life. */
struct ways_order {
    int all, first; /* at the end, and if the combat ends after the first-strike step */
    int net;
    uint8_t sort[JG_MAGIC_CREATURES];
};

/* A set of blockers against an attacker, with the orders that are better than others in
 * something. */
struct ways_option {
    uint32_t mask;
    int cell, size;
    int all, first;     /* the best of the orders */
    int net, net_first; /* the least of the orders; in the first-strike step orders do not matter */
    int order, orders;  /* where they are */
    bool dies;          /* the attacker, in each of them */
};

struct ways {
    struct jg_magic_effort *effort;
    const struct jg_magic_weights *weights;
    bool lethal, early; /* the defender may die; in the first-strike step already */
    bool exact;         /* nothing had to be left out */
    struct ways_side attackers, blockers;
    int options, orders;
    struct ways_option *option; /* WAYS_OPTIONS */
    struct ways_order *order;
    int first[JG_MAGIC_CREATURES + 1]; /* of a sort of attackers: its options end where the next one's begin */
};

enum { WAYS_SETS = 65536, WAYS_OPTIONS = 65536, WAYS_ORDERS = 2 * WAYS_OPTIONS };

/* Sorts the fighters of `set` (bits) of n, plain ones last. No more of them than make `most`
 * sets: false if some are left out. */
bool ways_sort(struct ways_side *side, const struct jg_magic_fighter *f, int n, uint32_t set, int most,
               const struct jg_magic_weights *w);

/* The options of all sorts of attackers that are of use. */
void ways_all(struct ways *w);

/* The one option that these blockers are (how many of each sort), of the attacker of a
 * sort, put behind the others. */
void ways_one(struct ways *w, int attacker, const uint8_t count[JG_MAGIC_CREATURES]);

#endif
