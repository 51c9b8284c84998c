/* A whole turn by brute force: every card in every order at every target, every attack set, every
 * block. Nothing is merged or pruned. */
#ifndef TESTS_MAGIC_TURN_H
#define TESTS_MAGIC_TURN_H

#include "games/magic/turn_search.h"
#include "magic_brute.h"
#include "test.h"

/* The blocks that are foreseen against each set of attackers of a state whose first main phase is
 * over. Each is checked to be among the best for the defender, orders among the best for the attacker;
 * which of several that are as good is jg_magic_search_attacks's to say. */
struct turn_foreseen {
    struct jg_magic_battlefield field;
    int sets;
    struct {
        uint32_t attack;
        struct jg_magic_blocks d;
    } set[1 << 8];
};

struct turn {
    const struct jg_game *g;
    struct jg_magic_weights w;
    struct jg_magic_combat_search *combat_search;
    int64_t nodes, limit; /* states visited; beyond the limit the value is void */
    struct turn_memo *memo;
};

void turn_open(struct turn *t, const struct jg_game *g, int64_t limit);
void turn_close(struct turn *t);

/* Ten times the reward of the active player. */
int32_t turn_reward(const struct turn *t, const struct jg_magic *s);

void turn_foresee(struct turn *t, const struct jg_magic *s, struct turn_foreseen *out);

/* A first main phase ends, those attack whose bits in the field are set, and the foreseen blocks follow,
 * by moves of the rules: a second main phase, or the end. Returns the reward. If the opponent dies in the
 * first-strike step, it is that of the creatures who were left there, since nothing follows. */
int32_t turn_combat(struct turn *t, const struct turn_foreseen *f, uint32_t attack, struct jg_magic *s);

/* The best reward at the end of the turn from a main phase. */
int32_t turn_best(struct turn *t, const struct jg_magic *s);

/* Makes a move that must be among those of the rules. */
void turn_apply(const struct turn *t, struct jg_magic *s, jg_move move);

#endif
