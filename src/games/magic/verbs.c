/* The verbs of card effects: their table, their rules and their text. The switches have no default, so that the compiler
 * names those that lack a verb. */
#include "games/magic/verbs.h"

#include "games/magic/rules.h"

#define ROW(id, word, arguments, between, whom, what)                                                                  \
    [JG_MAGIC_##                                                                                                       \
        id] = {.keyword = word, .syntax = JG_MAGIC_##arguments, .joint = between, .recipients = whom, .nature = what},
const struct jg_magic_verb_info jg_magic_verbs[] = {JG_MAGIC_VERB_LIST(ROW)};
#undef ROW

/* ---- Rules ------------------------------------------------------------------------------ */

static uint8_t add_capped(uint8_t now, int by, int most) { return (uint8_t)(now + by > most ? most : now + by); }

void jg_magic_affect_creature(const struct jg_magic_effect *e, struct jg_magic_side *side,
                              struct jg_magic_creature *c) {
    switch ((enum jg_magic_verb)e->verb) {
    case JG_MAGIC_DAMAGE: c->damage = add_capped(c->damage, e->amount, UINT8_MAX); break;
    case JG_MAGIC_DESTROY: c->flags |= JG_MAGIC_DESTROYED; break;
    case JG_MAGIC_TAP: c->flags |= JG_MAGIC_TAPPED; break;
    case JG_MAGIC_BOOST: c->boost = add_capped(c->boost, e->amount, JG_MAGIC_STAT_MAX); break;
    case JG_MAGIC_COUNTER: c->counters = add_capped(c->counters, e->amount, JG_MAGIC_STAT_MAX); break;
    case JG_MAGIC_OWNER_GAIN: jg_magic_change_life(side, e->amount); break;
    case JG_MAGIC_UNTAP: c->flags &= (uint8_t)~JG_MAGIC_TAPPED; break;
    case JG_MAGIC_GAIN: /* not of creatures, as those below */
    case JG_MAGIC_DRAW_CARDS:
    case JG_MAGIC_CANCEL:
    case JG_MAGIC_PREVENT: break;
    }
}

void jg_magic_affect_player(const struct jg_magic_effect *e, struct jg_magic_side *side) {
    switch ((enum jg_magic_verb)e->verb) {
    case JG_MAGIC_DAMAGE: jg_magic_change_life(side, -e->amount); break;
    case JG_MAGIC_GAIN: jg_magic_change_life(side, e->amount); break;
    case JG_MAGIC_DRAW_CARDS: side->draws = add_capped(side->draws, e->amount, UINT8_MAX); break;
    case JG_MAGIC_DESTROY: /* not of players, as those below */
    case JG_MAGIC_TAP:
    case JG_MAGIC_BOOST:
    case JG_MAGIC_COUNTER:
    case JG_MAGIC_OWNER_GAIN:
    case JG_MAGIC_UNTAP:
    case JG_MAGIC_CANCEL:
    case JG_MAGIC_PREVENT: break;
    }
}

/* ---- Text ------------------------------------------------------------------------------- */

/* Phrases by recipient. Whole ones with players, since languages join the preposition with the recipient; %s is the
 * creature or the creatures. */
static const char *const TARGET_CREATURE[] = {
    [JG_MAGIC_OWN] = "target creature you control",
    [JG_MAGIC_OPPOSING] = "target creature an opponent controls",
    [JG_MAGIC_ANY_CREATURE] = "target creature",
};
static const char *const EACH_CREATURE[] = {
    [JG_MAGIC_OWN] = "each creature you control",
    [JG_MAGIC_OPPOSING] = "each creature your opponent controls",
    [JG_MAGIC_ANY_CREATURE] = "each creature",
};

/* The same for groups with JG_MAGIC_ATTACKING, with JG_MAGIC_TAPPED_ONLY, and with both. */
enum { ATTACKING = 1, TAPPED, EITHER };
static const char *const TARGET_ONLY[] = {
    [ATTACKING] = "target attacking creature",
    [TAPPED] = "target tapped creature",
    [EITHER] = "target attacking or tapped creature",
};
static const char *const EACH_ONLY[] = {
    [ATTACKING] = "each attacking creature",
    [TAPPED] = "each tapped creature",
    [EITHER] = "each attacking or tapped creature",
};

static const char *const TARGET_PLAYER[] = {
    [JG_MAGIC_YOU] = "%d damage to you",
    [JG_MAGIC_OPPONENT] = "%d damage to target opponent",
    [JG_MAGIC_ANY_PLAYER] = "%d damage to target player",
};
static const char *const EACH_PLAYER[] = {
    [JG_MAGIC_YOU] = "%d damage to you",
    [JG_MAGIC_OPPONENT] = "%d damage to each opponent",
    [JG_MAGIC_ANY_PLAYER] = "%d damage to each player",
};
static const char *const OR_PLAYER[] = {
    [JG_MAGIC_YOU] = "%d damage to %s or you",
    [JG_MAGIC_OPPONENT] = "%d damage to %s or opponent",
    [JG_MAGIC_ANY_PLAYER] = "%d damage to %s or player",
};
static const char *const AND_PLAYER[] = {
    [JG_MAGIC_YOU] = "%d damage to %s and you",
    [JG_MAGIC_OPPONENT] = "%d damage to %s and each opponent",
    [JG_MAGIC_ANY_PLAYER] = "%d damage to %s and each player",
};
static const char *const TARGET_GAINS[] = {
    [JG_MAGIC_YOU] = "you gain %d life",
    [JG_MAGIC_OPPONENT] = "target opponent gains %d life",
    [JG_MAGIC_ANY_PLAYER] = "target player gains %d life",
};
static const char *const EACH_GAINS[] = {
    [JG_MAGIC_YOU] = "you gain %d life",
    [JG_MAGIC_OPPONENT] = "each opponent gains %d life",
    [JG_MAGIC_ANY_PLAYER] = "each player gains %d life",
};

/* The creature or creatures that an effect changes; "" for an effect on players alone. `again`: the target has been
 * named already. */
static const char *creature_phrase(const struct jg_magic_effect *e, bool again, jg_lang lang) {
    const char *phrase = (e->each ? EACH_CREATURE : TARGET_CREATURE)[e->whom & JG_MAGIC_ANY_CREATURE];
    int only = (e->whom & JG_MAGIC_ONLY) / JG_MAGIC_ATTACKING;
    if (again) return jg_tr(lang, "it");
    if (only) phrase = (e->each ? EACH_ONLY : TARGET_ONLY)[only];
    return phrase ? jg_tr(lang, phrase) : "";
}

static void put_damage(const struct jg_magic_effect *e, bool again, jg_lang lang, struct jg_text *t) {
    int players = again ? 0 : e->whom & JG_MAGIC_ANY_PLAYER;
    const char *creatures = creature_phrase(e, again, lang);
    if (!players)
        jg_text_add(t, jg_tr(lang, "%d damage to %s"), e->amount, creatures);
    else if (e->whom & JG_MAGIC_ANY_CREATURE)
        jg_text_add(t, jg_tr(lang, (e->each ? AND_PLAYER : OR_PLAYER)[players]), e->amount, creatures);
    else
        jg_text_add(t, jg_tr(lang, (e->each ? EACH_PLAYER : TARGET_PLAYER)[players]), e->amount);
}

static void put_gain(const struct jg_magic_effect *e, bool again, jg_lang lang, struct jg_text *t) {
    int players = e->whom & JG_MAGIC_ANY_PLAYER;
    jg_text_add(t, jg_tr(lang, again ? "it gains %d life" : (e->each ? EACH_GAINS : TARGET_GAINS)[players]), e->amount);
}

static const char *const TARGET_DRAWS[] = {
    [JG_MAGIC_YOU] = "draw %d cards",
    [JG_MAGIC_OPPONENT] = "target opponent draws %d cards",
    [JG_MAGIC_ANY_PLAYER] = "target player draws %d cards",
};
static const char *const EACH_DRAWS[] = {
    [JG_MAGIC_YOU] = "draw %d cards",
    [JG_MAGIC_OPPONENT] = "each opponent draws %d cards",
    [JG_MAGIC_ANY_PLAYER] = "each player draws %d cards",
};
static const char *const TARGET_DRAWS_ONE[] = {
    [JG_MAGIC_YOU] = "draw a card",
    [JG_MAGIC_OPPONENT] = "target opponent draws a card",
    [JG_MAGIC_ANY_PLAYER] = "target player draws a card",
};
static const char *const EACH_DRAWS_ONE[] = {
    [JG_MAGIC_YOU] = "draw a card",
    [JG_MAGIC_OPPONENT] = "each opponent draws a card",
    [JG_MAGIC_ANY_PLAYER] = "each player draws a card",
};

static void put_draw(const struct jg_magic_effect *e, bool again, jg_lang lang, struct jg_text *t) {
    int players = e->whom & JG_MAGIC_ANY_PLAYER, n = e->amount;
    if (n == 1)
        jg_text_put(t, jg_tr(lang, again ? "it draws a card" : (e->each ? EACH_DRAWS_ONE : TARGET_DRAWS_ONE)[players]));
    else
        jg_text_add(t, jg_tr(lang, again ? "it draws %d cards" : (e->each ? EACH_DRAWS : TARGET_DRAWS)[players]), n);
}

void jg_magic_effect_text(const struct jg_magic_effect *e, bool again, jg_lang lang, struct jg_text *t) {
    const char *whom = creature_phrase(e, again, lang);
    int n = e->amount;
    switch ((enum jg_magic_verb)e->verb) {
    case JG_MAGIC_DAMAGE: put_damage(e, again, lang, t); break;
    case JG_MAGIC_DESTROY: jg_text_add(t, jg_tr(lang, "destroy %s"), whom); break;
    case JG_MAGIC_TAP: jg_text_add(t, jg_tr(lang, "tap %s"), whom); break;
    case JG_MAGIC_BOOST: jg_text_add(t, jg_tr(lang, "%s gets +%d/+%d until end of turn"), whom, n, n); break;
    case JG_MAGIC_COUNTER: jg_text_add(t, jg_tr(lang, "%s gets a +%d/+%d counter"), whom, n, n); break;
    case JG_MAGIC_GAIN: put_gain(e, again, lang, t); break;
    case JG_MAGIC_OWNER_GAIN: jg_text_add(t, jg_tr(lang, "its owner gains %d life"), n); break;
    case JG_MAGIC_UNTAP: jg_text_add(t, jg_tr(lang, "untap %s"), whom); break;
    case JG_MAGIC_DRAW_CARDS: put_draw(e, again, lang, t); break;
    case JG_MAGIC_CANCEL: jg_text_put(t, jg_tr(lang, again ? "counter it" : "counter target spell")); break;
    case JG_MAGIC_PREVENT:
        jg_text_put(t, jg_tr(lang, "prevent all combat damage that would be dealt this turn"));
        break;
    }
}
