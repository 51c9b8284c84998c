/* Prints a card of the Magic duel as the line of a card file that defines it: the inverse of the parser, with tables
 * of its own, for tests that read cards back. */
#ifndef TESTS_CARD_LINE_H
#define TESTS_CARD_LINE_H

#include "games/magic/cards.h"

enum { CARD_LINE = 512 }; /* bytes that suffice for the line of any card */

/* The creatures or the players among the recipients. */
static inline const char *card_noun(int whom) {
    switch (whom) {
    case JG_MAGIC_OWN | JG_MAGIC_OPPOSING: return "creature";
    case JG_MAGIC_OWN: return "own creature";
    case JG_MAGIC_OPPOSING: return "opposing creature";
    case JG_MAGIC_YOU | JG_MAGIC_OPPONENT: return "player";
    case JG_MAGIC_YOU: return "you";
    case JG_MAGIC_OPPONENT: return "opponent";
    case JG_MAGIC_OWN | JG_MAGIC_OPPOSING | JG_MAGIC_ATTACKING: return "attacking creature";
    case JG_MAGIC_OWN | JG_MAGIC_OPPOSING | JG_MAGIC_TAPPED_ONLY: return "tapped creature";
    case JG_MAGIC_OWN | JG_MAGIC_OPPOSING | JG_MAGIC_ATTACKING | JG_MAGIC_TAPPED_ONLY:
        return "attacking or tapped creature";
    case JG_MAGIC_SPELL: return "spell";
    default: return "";
    }
}

static inline void print_card_recipient(const struct jg_magic_effect *e, bool aimed, struct jg_text *t) {
    int creatures = e->whom & ~(JG_MAGIC_YOU | JG_MAGIC_OPPONENT),
        players = e->whom & (JG_MAGIC_YOU | JG_MAGIC_OPPONENT);
    if (!e->each && aimed) {
        jg_text_put(t, "it");
        return;
    }
    if (!e->each)
        jg_text_put(t, "target ");
    else if (e->whom != JG_MAGIC_YOU && e->whom != JG_MAGIC_OPPONENT)
        jg_text_put(t, "each ");
    jg_text_put(t, card_noun(creatures));
    if (creatures && players) jg_text_put(t, e->each ? " and " : " or ");
    jg_text_put(t, card_noun(players));
}

static inline void print_card_effect(const struct jg_magic_effect *e, bool aimed, struct jg_text *t) {
    switch ((enum jg_magic_verb)e->verb) {
    case JG_MAGIC_DAMAGE: jg_text_add(t, "damage %d to ", e->amount); break;
    case JG_MAGIC_DESTROY: jg_text_put(t, "destroy "); break;
    case JG_MAGIC_TAP: jg_text_put(t, "tap "); break;
    case JG_MAGIC_BOOST: jg_text_add(t, "boost %d to ", e->amount); break;
    case JG_MAGIC_COUNTER: jg_text_add(t, "counter %d on ", e->amount); break;
    case JG_MAGIC_GAIN:
        jg_text_add(t, "gain %d", e->amount);
        if (e->each && e->whom == JG_MAGIC_YOU) return;
        jg_text_put(t, " for ");
        break;
    case JG_MAGIC_OWNER_GAIN: jg_text_add(t, "its owner gains %d", e->amount); return;
    case JG_MAGIC_UNTAP: jg_text_put(t, "untap "); break;
    case JG_MAGIC_DRAW_CARDS:
        jg_text_add(t, "draw %d", e->amount);
        if (e->each && e->whom == JG_MAGIC_YOU) return;
        jg_text_put(t, " for ");
        break;
    case JG_MAGIC_CANCEL: jg_text_put(t, "cancel "); break;
    case JG_MAGIC_PREVENT: jg_text_put(t, "prevent combat damage"); return;
    }
    print_card_recipient(e, aimed, t);
}

static inline void print_card_line(const struct jg_magic_card *card, struct jg_text *t) {
    static const struct {
        int bit;
        const char *name;
    } ABILITIES[] = {{JG_MAGIC_FLYING, "flying"},
                     {JG_MAGIC_REACH, "reach"},
                     {JG_MAGIC_VIGILANCE, "vigilance"},
                     {JG_MAGIC_HASTE, "haste"},
                     {JG_MAGIC_FIRST_STRIKE, "first strike"},
                     {JG_MAGIC_DOUBLE_STRIKE, "double strike"},
                     {JG_MAGIC_LIFELINK, "lifelink"}};
    const char *mark = " | ";
    bool aimed = false;
    jg_text_put(t, card->name);
    if (card->type == JG_MAGIC_LAND) {
        jg_text_add(t, " | land %c", card->colour);
        return;
    }
    jg_text_add(t, " | %s | ", card->cost);
    if (card->type == JG_MAGIC_CREATURE)
        jg_text_add(t, "creature %d/%d%s%s", card->power, card->toughness, *card->subtype ? " " : "", card->subtype);
    else
        jg_text_put(t, card->type == JG_MAGIC_INSTANT ? "instant" : "sorcery");
    for (size_t i = 0; i < sizeof ABILITIES / sizeof *ABILITIES; i++) {
        if (!(card->abilities & ABILITIES[i].bit)) continue;
        jg_text_add(t, "%s%s", mark, ABILITIES[i].name);
        mark = ", ";
    }
    if (card->flash) {
        jg_text_add(t, "%sflash", mark);
        mark = ", ";
    }
    for (int i = 0; i < card->effects; i++) {
        jg_text_put(t, mark);
        print_card_effect(&card->effect[i], aimed, t);
        aimed |= !card->effect[i].each;
        mark = ", ";
    }
}

#endif
