/* Combat by brute force, written straight from the rules: every block, every damage order. Shares
 * no code with src/games/magic. */
#ifndef TESTS_MAGIC_BRUTE_H
#define TESTS_MAGIC_BRUTE_H

#include "games/magic/combat_search.h"

/* The value of a combat with given blocks and orders, as in struct jg_magic_blocks. */
int brute_value(const struct jg_magic_battle *b, const struct jg_magic_weights *w, uint32_t attack,
                const uint8_t *blocked, const uint8_t *order);

/* The creatures afterwards: damage, and bits of the dead. */
struct brute_rest {
    int damage[2][JG_MAGIC_CREATURES];
    uint32_t dead[2];
    int life[2];
};
void brute_resolve(const struct jg_magic_battle *b, uint32_t attack, const uint8_t *blocked, const uint8_t *order,
                   struct brute_rest *rest);

/* The best value of all orders for the attacker. */
int brute_order(const struct jg_magic_battle *b, const struct jg_magic_weights *w, uint32_t attack,
                const uint8_t *blocked);

/* The minimum of that over all blocks; *blocks: their number. */
int brute_defend(const struct jg_magic_battle *b, const struct jg_magic_weights *w, uint32_t attack, int *blocks);

#endif
