/* The ways to block one attacker: which sets of blockers are worth considering, in which orders the
 * attacker may deal damage to them, and the result of each. combat_search.c combines them. */
#ifndef GAMES_MAGIC_BLOCK_OPTIONS_H
#define GAMES_MAGIC_BLOCK_OPTIONS_H

#include "games/magic/combat_search.h"

/* Interchangeable creatures. Each creature of a side has a bit, class after class. A set of creatures
 * takes the lowest bits of each class; it is stored as a bit mask and as a cell, the mixed-radix number
 * of how many creatures it has of each class. */
struct combatant_class {
    struct jg_magic_combatant combatant;
    int worth; /* of one living creature, by the weights */
    int count, shift, stride;
    bool plain; /* no first strike, double strike or lifelink: see extend in block_options.c */
    uint8_t member[JG_MAGIC_CREATURES];
};

struct combatant_classes {
    int classes, sets; /* sets: distinct subsets of the side */
    struct combatant_class class[JG_MAGIC_CREATURES];
};

/* A damage assignment order of the blockers. Values are the attacker's gain; `early` ones are for a combat
 * that ends with the first-strike step. */
struct damage_order {
    int value, value_early;
    int damage; /* net loss of life of the defender */
    uint8_t class[JG_MAGIC_CREATURES];
};

/* A set of blockers against one attacker, with its Pareto-optimal damage orders. */
struct block_option {
    uint32_t mask;
    int cell, size;
    int value, value_early;   /* maximum over the orders */
    int damage, damage_early; /* minimum over the orders; in the first-strike step all orders deal the same */
    int order, orders;        /* first index in block_options.order, and count */
    bool dies;                /* the attacker dies in every order */
};

struct block_options {
    struct jg_magic_work_budget *work;
    const struct jg_magic_weights *weights;
    bool lethal, lethal_early; /* unblocked attackers would kill the defender; in the first-strike step already */
    bool exact;                /* nothing was left out for lack of memory or work */
    struct combatant_classes attackers, blockers;
    int options, orders;
    struct block_option *option;       /* BLOCK_OPTIONS */
    struct damage_order *order;        /* DAMAGE_ORDERS */
    int begin[JG_MAGIC_CREATURES + 1]; /* by class of attacker: its first option; it ends where the next begins */
};

enum { BLOCK_SETS = 65536, BLOCK_OPTIONS = 65536, DAMAGE_ORDERS = 2 * BLOCK_OPTIONS };

/* Groups the combatants of `set` (bits) of n into classes, plain ones last. Leaves creatures out rather than
 * make more than `max_sets` sets, and then returns false. */
bool jg_magic_classify(struct combatant_classes *side, const struct jg_magic_combatant *f, int n, uint32_t set,
                       int max_sets, const struct jg_magic_weights *w);

/* Generates the undominated options against every class of attackers. */
void jg_magic_block_options(struct block_options *w);

/* Appends the option of exactly these blockers (count by class) against an attacker of a class. */
void jg_magic_add_block_option(struct block_options *w, int attacker, const uint8_t count[JG_MAGIC_CREATURES]);

#endif
