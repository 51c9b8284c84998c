/* Combat as a minimax of three decisions: who attacks, who blocks whom, in what order
 * damage is dealt. */
#ifndef GAMES_MAGIC_COMBAT_H
#define GAMES_MAGIC_COMBAT_H

#include "games/magic/effort.h"
#include "games/magic/magic.h"

/* What things are worth, in tenths. None is negative. */
struct jg_magic_weights {
    int life, power, toughness, land, hand, win;
};

extern const struct jg_magic_weights jg_magic_paper_weights; /* 2, 10, 5, 11, 10, 1000 */

/* Who may attack, and who may block. Fighters that are alike in every byte are taken for
 * one another; the bit of abilities that no ability has, 128, may tell them apart. */
struct jg_magic_battle {
    int attackers, blockers;
    struct jg_magic_fighter attacker[JG_MAGIC_CREATURES], blocker[JG_MAGIC_CREATURES];
    int life[2]; /* of the attackers' controller, and of the defender: above 0 */
};

/* Blocks, the orders in which the attackers strike, and what comes of them for the attackers'
 * controller:
 *   life * (own life - other's) + power * (powers - other's) + toughness * (likewise)
 * of the battle's fighters that are left, those who stayed at home too, and `win` if the
 * defender is dead; who dies in the first-strike step dies there, and the rest of the
 * combat does not happen. */
struct jg_magic_defence {
    int value;
    bool exact;                          /* see jg_magic_defend */
    uint8_t blocked[JG_MAGIC_CREATURES]; /* by blocker: the attacker's index, or NONE */
    uint8_t order[JG_MAGIC_CREATURES];   /* by blocker: its place among those of its attacker, from 1; 0: blocks none */
};

/* Memory for the functions below, for one thread at a time. They take no other, and
 * do not fail. NULL: no memory. Some 40 MB of addresses, of which an ordinary combat
 * touches a few pages. */
struct jg_magic_minimax;
struct jg_magic_minimax *jg_magic_minimax_new(struct jg_error *err);
void jg_magic_minimax_free(struct jg_magic_minimax *m); /* may be NULL */

/* How many sums to look for at most in a combat that may be lethal, and how many sets of blockers
 * to tell apart: beyond, the blocks are the best that were found, and exact says so. 0, as at
 * first: no limit of sums; as many sets as there is memory for. */
void jg_magic_minimax_limit(struct jg_magic_minimax *m, uint64_t sums, int sets);

/* What the functions below spend; without limit at first. Once it is over they answer at once with what
 * they have, legal blocks in any case, and exact is false. */
struct jg_magic_effort *jg_magic_minimax_effort(struct jg_magic_minimax *m);

/* The best blocks against a set of attackers (bits), and the best orders then. Of equal
 * blocks and orders always the same for the same question; an attacker is rather left
 * alone, and nobody blocks to no avail.
 *
 * Exact, whatever the creatures, as long as there are no more than 65,536 sets of blockers
 * when those alike are taken for one another: any 16, or 24 of a built-in deck. Of more, some
 * stay out, and exact says so. It takes microseconds up to 5 against 5, up to some
 * milliseconds at 10 against 10; where full boards face a defender near death, seconds. */
void jg_magic_defend(struct jg_magic_minimax *m, const struct jg_magic_battle *b, const struct jg_magic_weights *w,
                     uint32_t attack, struct jg_magic_defence *out);

/* The same against each set of attackers, the empty one too, but of sets that differ by
 * attackers alike one only, with the first of them: a set before those that begin with it.
 * Stops when visit says false, or the effort is over, and returns whether that never happened. */
typedef bool jg_magic_visit(void *arg, uint32_t attack, const struct jg_magic_defence *d);
bool jg_magic_defend_all(struct jg_magic_minimax *m, const struct jg_magic_battle *b, const struct jg_magic_weights *w,
                         jg_magic_visit *visit, void *arg);

/* How many sets that are: at most 2^24. */
uint32_t jg_magic_attack_sets(const struct jg_magic_battle *b);

/* The best orders against blocks that are given in out->blocked, and must be legal: fills
 * in value and order. */
void jg_magic_best_order(struct jg_magic_minimax *m, const struct jg_magic_battle *b, const struct jg_magic_weights *w,
                         uint32_t attack, struct jg_magic_defence *out);

#endif
