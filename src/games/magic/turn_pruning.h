/* Pruning of the turn search that cannot change its value.
 *
 * - A land is played first, unless a card in hand is worth more than a land.
 * - In the first main phase, a creature that cannot take part in this combat waits for the second, and so
 *   does damage to a player whom the turn cannot kill. If a combat kills the opponent there is no second
 *   main phase; the search is then repeated with nothing waiting.
 * - No card that does nothing else harms its own side: the same plan without the card, and without the
 *   attack of the creature that would die, is better. Harm that does not kill is not pruned, since it may mislead
 *   the blockers, who do not know what comes in the second main phase.
 * - In the second main phase, a creature that boosts boosts itself, unless a card in hand could hurt it
 *   there; and which creature is tapped does not matter.
 * - Instants and creatures with flash are held for responses, if their player has stops.
 * - A combat is cut off if even an upper bound of the gain of the second main phase is not enough. */
#ifndef GAMES_MAGIC_TURN_PRUNING_H
#define GAMES_MAGIC_TURN_PRUNING_H

#include "games/magic/combat_search.h"

/* What is being searched. */
enum jg_magic_stage {
    JG_MAGIC_FIRST_WITHOUT_WAITING, /* the first main phase, with all cards */
    JG_MAGIC_FIRST_WITH_WAITING,    /* the first main phase, without the cards that may wait */
    JG_MAGIC_SECOND_PREDICTED,      /* the second main phase after a predicted combat */
    JG_MAGIC_SECOND_REACHED,        /* the second main phase, where the game stands */
};

/* Traits of a card. Bits. */
enum jg_magic_trait {
    TRAIT_HARMS = 1,    /* has an effect on its target that harms it */
    TRAIT_HELPS = 2,    /* ... that helps it */
    TRAIT_WAITS = 4,    /* may be cast after combat instead */
    TRAIT_BARE = 8,     /* only its effect on the target could be a reason to cast it before combat */
    TRAIT_GIVES = 16,   /* gives the opponent life */
    TRAIT_DEPENDS = 32, /* its value depends on the creatures */
    TRAIT_RAISES = 64,  /* strengthens all own creatures, or needs a target before combat that may be one of them */
    TRAIT_HURTS = 128,  /* may hurt some own creatures but not others */
    TRAIT_RISKS = 256,  /* may cost own life */
    TRAIT_IDLE = 512,   /* a creature whose only effect is useless after combat */
    TRAIT_HELD = 1024,  /* held for responses */
};

/* A card as the pruning sees it: its traits, and the sums of its effects. */
struct jg_magic_prospect {
    unsigned traits;       /* bits of jg_magic_trait */
    int face;              /* maximum damage to the opponent */
    int gain;              /* life that it gives to players */
    int cards;             /* cards that it draws */
    int damage;            /* to a target creature */
    int raise, raise_each; /* +N/+N for the target, for each creature */
    int kill, kill_each;   /* number of effects that may kill an opposing target, each opposing creature */
};

struct jg_magic_pruning {
    const struct jg_game *game;
    struct jg_magic_prospect prospect[2][JG_MAGIC_KINDS]; /* by seat */
    enum jg_magic_stage stage;
    unsigned hand; /* all traits of the affordable cards in hand */
    bool lethal;   /* the turn may kill the opponent */
};

/* Classifies the cards of both decks. */
void jg_magic_pruning_init(struct jg_magic_pruning *pr, const struct jg_game *g);

/* Prepares for the hand of the active player: sets all but the prospects, the stage for a search of the first main
 * phase. */
void jg_magic_pruning_begin(struct jg_magic_pruning *pr, const struct jg_magic *s);

static inline bool jg_magic_in_second(const struct jg_magic_pruning *pr) {
    return pr->stage >= JG_MAGIC_SECOND_PREDICTED;
}

/* Whether a card is left out now, since it waits for the second main phase. Life that the opponent gains may change
 * the blocks. */
static inline bool jg_magic_card_waits(const struct jg_magic_pruning *pr, int seat, int kind) {
    unsigned traits = pr->prospect[seat][kind].traits;
    if (traits & TRAIT_HELD) return true;
    return pr->stage == JG_MAGIC_FIRST_WITH_WAITING && traits & TRAIT_WAITS && !(traits & TRAIT_GIVES && pr->lethal);
}

/* Whether to leave out a target of a card. */
bool jg_magic_pointless_target(const struct jg_magic_pruning *pr, const struct jg_magic *s, int kind, jg_move target);

/* Upper bound of the gain of the hand after any combat. Sets *same: the gain is the same after every combat. */
int32_t jg_magic_gain_bound(const struct jg_magic_pruning *pr, const struct jg_magic *s,
                            const struct jg_magic_weights *w, bool *same);

#endif
