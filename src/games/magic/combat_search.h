/* Combat as a minimax of three decisions: the attackers, the blocks, the damage assignment order. */
#ifndef GAMES_MAGIC_COMBAT_SEARCH_H
#define GAMES_MAGIC_COMBAT_SEARCH_H

#include "games/magic/magic.h"
#include "games/magic/work_budget.h"

/* Weights of the evaluation, in tenths of the paper's reward. None is negative. */
struct jg_magic_weights {
    int life, power, toughness, land, hand, win;
};

extern const struct jg_magic_weights jg_magic_paper_weights; /* 2, 10, 5, 11, 10, 1000 */

/* The creatures that may attack and those that may block. Combatants with equal bytes are interchangeable;
 * JG_MAGIC_DECLARED among the abilities distinguishes them where that matters. */
struct jg_magic_battle {
    int attackers, blockers;
    struct jg_magic_combatant attacker[JG_MAGIC_CREATURES], blocker[JG_MAGIC_CREATURES];
    int life[2]; /* of the attacking player and of the defender, above 0 */
};

/* Blocks with damage orders, and their value for the attacking player:
 *   life * (own life - defender's) + power * (own power - defender's) + toughness * (likewise)
 * summed over the surviving creatures of the battle, whether they fought or not, plus `win` if the
 * defender dies. A death in the first-strike step ends the combat there. */
struct jg_magic_blocks {
    int value;
    bool exact;                          /* see jg_magic_best_blocks */
    uint8_t blocked[JG_MAGIC_CREATURES]; /* by blocker: index of the attacker, or NONE */
    uint8_t order[JG_MAGIC_CREATURES];   /* by blocker: its place in the damage order, from 1; 0: does not block */
};

/* Working memory of the functions below, for one thread at a time: they allocate nothing and cannot fail.
 * About 40 MB of address space, of which an ordinary combat touches a few pages. NULL: out of memory. */
struct jg_magic_combat_search;
struct jg_magic_combat_search *jg_magic_combat_search_new(struct jg_error *err);
void jg_magic_combat_search_free(struct jg_magic_combat_search *m); /* may be NULL */

/* Limits the sums computed in a combat that may be lethal, and the distinct sets of blockers. Beyond the
 * limits the result is the best blocks found, and not exact. 0, the default: no limit of sums; as many sets
 * as memory allows. Returns the limits before. */
struct jg_magic_combat_limits {
    uint64_t sums;
    int sets;
};
struct jg_magic_combat_limits jg_magic_combat_search_limit(struct jg_magic_combat_search *m, uint64_t sums, int sets);

/* The work budget of the functions below, unlimited by default. Once it is exhausted they return at once:
 * the blocks are legal, and exact is false. */
struct jg_magic_work_budget *jg_magic_combat_search_work(struct jg_magic_combat_search *m);

/* The defender's best blocks against a set of attackers (bits), and the attacker's best damage orders
 * against them. Deterministic; of equal blocks it prefers those with fewer blockers.
 *
 * Exact for any creatures up to 65,536 sets of blockers, counting interchangeable ones once: any 16
 * creatures, or 24 of a built-in deck. Beyond that some blockers stay out, and exact is false. Takes
 * microseconds up to 5 against 5, up to some milliseconds at 10 against 10, and seconds where full boards
 * meet a defender near death. */
void jg_magic_best_blocks(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                          const struct jg_magic_weights *w, uint32_t attack, struct jg_magic_blocks *out);

/* Visits every set of attackers, the empty one included, with the best blocks against it. Of sets that
 * differ only by interchangeable attackers, only the first is visited; a set comes before its extensions.
 * Stops when visit returns false or the budget is exhausted; returns whether all sets were visited. */
typedef bool jg_magic_attack_visitor(void *arg, uint32_t attack, const struct jg_magic_blocks *d);
bool jg_magic_search_attacks(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                             const struct jg_magic_weights *w, jg_magic_attack_visitor *visit, void *arg);

/* The work of jg_magic_search_attacks: sets of attackers, at most `max_attacks` of them (0: all), times
 * sets of blockers. Interchangeable creatures count once. Each such cell takes some units of the budget. */
uint64_t jg_magic_attack_cells(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                               const struct jg_magic_weights *w, uint32_t max_attacks);

/* The best damage orders against the legal blocks in out->blocked: fills in value and order. */
void jg_magic_best_order(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                         const struct jg_magic_weights *w, uint32_t attack, struct jg_magic_blocks *out);

#endif
