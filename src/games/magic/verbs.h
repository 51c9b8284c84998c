/* The verbs of card effects: one table that the parser and the turn search read, and the functions that apply effects
 * and write their rules text. docs/magic-cards.md explains how to add a verb. */
#ifndef GAMES_MAGIC_VERBS_H
#define GAMES_MAGIC_VERBS_H

#include <jogada/text.h>

#include <stdint.h>

/* The recipients of an effect: legal targets, or all that it affects. Bits. */
enum jg_magic_recipient {
    JG_MAGIC_OWN = 1,      /* creatures of the caster, including the entering one */
    JG_MAGIC_OPPOSING = 2, /* creatures of the opponent */
    JG_MAGIC_YOU = 4,
    JG_MAGIC_OPPONENT = 8,
    JG_MAGIC_ATTACKING = 16,   /* of these creatures, only attackers */
    JG_MAGIC_TAPPED_ONLY = 32, /* ... only tapped ones; with both bits, attackers and tapped ones */
    JG_MAGIC_SPELL = 64,       /* spells on the stack */

    JG_MAGIC_ANY_CREATURE = JG_MAGIC_OWN | JG_MAGIC_OPPOSING,
    JG_MAGIC_ANY_PLAYER = JG_MAGIC_YOU | JG_MAGIC_OPPONENT,
    JG_MAGIC_ONLY = JG_MAGIC_ATTACKING | JG_MAGIC_TAPPED_ONLY,
};

/* The arguments of a verb in a card file. */
enum jg_magic_syntax {
    JG_MAGIC_WHOM,             /* "destroy WHOM" */
    JG_MAGIC_N_TO_WHOM,        /* "damage N to WHOM" */
    JG_MAGIC_N_OPTIONAL_WHOM,  /* "gain N", for the caster, or "gain N for WHOM" */
    JG_MAGIC_N_FOR_CONTROLLER, /* "its owner gains N": of the target creature of an earlier effect */
    JG_MAGIC_ALONE,            /* "prevent combat damage" */
};

/* The nature of a verb for the turn search. Bits. N is the amount. */
enum jg_magic_nature {
    JG_MAGIC_HARMS = 1,           /* harms its recipients; other verbs help them */
    JG_MAGIC_KILLS = 2,           /* may kill creatures, by N damage */
    JG_MAGIC_ALWAYS = 4,          /* ... and does, whatever their toughness */
    JG_MAGIC_RAISES = 8,          /* creatures get +N/+N */
    JG_MAGIC_COSTS_LIFE = 16,     /* players lose N life */
    JG_MAGIC_GIVES_LIFE = 32,     /* players gain N life */
    JG_MAGIC_ANY_TIME = 64,       /* does the same before and after combat */
    JG_MAGIC_BEFORE_COMBAT = 128, /* useless after combat */
    JG_MAGIC_GIVES_CARDS = 256,   /* players draw N cards */
    JG_MAGIC_RESPONDS = 512       /* only for instants and creatures with flash */
};

/* X(verb, keyword, syntax, joint, recipients, nature), one row per verb. The joint stands between the amount and the
 * recipients, "" if there is none. */
#define JG_MAGIC_VERB_LIST(X)                                                                                          \
    X(DAMAGE, "damage", N_TO_WHOM, "to", JG_MAGIC_ANY_CREATURE | JG_MAGIC_ANY_PLAYER,                                  \
      JG_MAGIC_HARMS | JG_MAGIC_KILLS | JG_MAGIC_COSTS_LIFE)                                                           \
    X(DESTROY, "destroy", WHOM, "", JG_MAGIC_ANY_CREATURE, JG_MAGIC_HARMS | JG_MAGIC_KILLS | JG_MAGIC_ALWAYS)          \
    X(TAP, "tap", WHOM, "", JG_MAGIC_ANY_CREATURE, JG_MAGIC_HARMS | JG_MAGIC_BEFORE_COMBAT)                            \
    X(BOOST, "boost", N_TO_WHOM, "to", JG_MAGIC_ANY_CREATURE, JG_MAGIC_RAISES) /* until end of turn */                 \
    X(COUNTER, "counter", N_TO_WHOM, "on", JG_MAGIC_ANY_CREATURE, JG_MAGIC_RAISES)                                     \
    X(GAIN, "gain", N_OPTIONAL_WHOM, "for", JG_MAGIC_ANY_PLAYER, JG_MAGIC_GIVES_LIFE | JG_MAGIC_ANY_TIME)              \
    X(OWNER_GAIN, "its owner gains", N_FOR_CONTROLLER, "", JG_MAGIC_ANY_CREATURE, JG_MAGIC_GIVES_LIFE)                 \
    X(UNTAP, "untap", WHOM, "", JG_MAGIC_ANY_CREATURE, JG_MAGIC_BEFORE_COMBAT)                                         \
    X(DRAW_CARDS, "draw", N_OPTIONAL_WHOM, "for", JG_MAGIC_ANY_PLAYER, JG_MAGIC_GIVES_CARDS | JG_MAGIC_ANY_TIME)       \
    X(CANCEL, "cancel", WHOM, "", JG_MAGIC_SPELL, JG_MAGIC_HARMS | JG_MAGIC_RESPONDS)                                  \
    X(PREVENT, "prevent combat damage", ALONE, "", 0, JG_MAGIC_RESPONDS)

/* A switch over verbs that has no default and lacks one does not compile. */
#pragma GCC diagnostic error "-Wswitch"

enum jg_magic_verb {
#define JG_MAGIC_VERB_ID(id, ...) JG_MAGIC_##id,
    JG_MAGIC_VERB_LIST(JG_MAGIC_VERB_ID)
#undef JG_MAGIC_VERB_ID
};

#define JG_MAGIC_ONE(...) +1 /* counts the rows of a list */
enum { JG_MAGIC_VERB_COUNT = 0 JG_MAGIC_VERB_LIST(JG_MAGIC_ONE) };

/* A row of the list. */
struct jg_magic_verb_info {
    const char *keyword, *joint;
    uint8_t syntax;     /* enum jg_magic_syntax */
    uint8_t recipients; /* those that it may have: bits of jg_magic_recipient */
    uint16_t nature;    /* bits of jg_magic_nature */
};

extern const struct jg_magic_verb_info jg_magic_verbs[JG_MAGIC_VERB_COUNT];

/* An effect of a card, on its target or on each of a group. */
struct jg_magic_effect {
    uint8_t verb, amount; /* enum jg_magic_verb; N */
    uint8_t whom;         /* bits of jg_magic_recipient */
    bool each;            /* affects all of them; otherwise only the target of the card */
};

/* Applies an effect to a creature of a side, or to the player of a side; state-based actions follow later. Nothing
 * happens to recipients that the verb cannot have. */
struct jg_magic_side;
struct jg_magic_creature;
void jg_magic_affect_creature(const struct jg_magic_effect *e, struct jg_magic_side *side, struct jg_magic_creature *c);
void jg_magic_affect_player(const struct jg_magic_effect *e, struct jg_magic_side *side);

/* The rules text of an effect: "destroy target creature". `again`: an earlier effect of the card has named the
 * target. */
void jg_magic_effect_text(const struct jg_magic_effect *e, bool again, jg_lang lang, struct jg_text *t);

#endif
