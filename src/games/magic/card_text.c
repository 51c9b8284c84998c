/* The rules text of cards, generated from their data. */
#include "games/magic/magic.h"

#include <ctype.h>
#include <string.h>

enum {
    CREATURES = JG_MAGIC_OWN | JG_MAGIC_OPPOSING,
    PLAYERS = JG_MAGIC_YOU | JG_MAGIC_OPPONENT,
};

/* By the bits of jg_magic_ability, from the lowest. */
static const char *const ABILITIES[] = {
    "Flying: only creatures with flying or reach can block it.",
    "Reach: it can block creatures with flying.",
    "Vigilance: attacking does not tap it.",
    "Haste: it can attack the turn it enters.",
    "First strike: it deals combat damage before creatures without first strike.",
    "Double strike: it deals both first-strike and regular combat damage.",
    "Lifelink: you gain life equal to the damage it deals.",
};

/* Recipients in words, by bits of creatures. */
static const char *const TARGET_CREATURE[] = {
    [JG_MAGIC_OWN] = "target creature you control",
    [JG_MAGIC_OPPOSING] = "target creature an opponent controls",
    [CREATURES] = "target creature",
};
static const char *const EACH_CREATURE[] = {
    [JG_MAGIC_OWN] = "each creature you control",
    [JG_MAGIC_OPPOSING] = "each creature your opponent controls",
    [CREATURES] = "each creature",
};

/* Damage to players, and to a creature or creatures (%s) and players. Whole phrases, since languages join the
 * preposition with the recipient. */
static const char *const TARGET_PLAYER[] = {
    [JG_MAGIC_YOU / 4] = "%d damage to you",
    [JG_MAGIC_OPPONENT / 4] = "%d damage to target opponent",
    [PLAYERS / 4] = "%d damage to target player",
};
static const char *const EACH_PLAYER[] = {
    [JG_MAGIC_YOU / 4] = "%d damage to you",
    [JG_MAGIC_OPPONENT / 4] = "%d damage to each opponent",
    [PLAYERS / 4] = "%d damage to each player",
};
static const char *const OR_PLAYER[] = {
    [JG_MAGIC_YOU / 4] = "%d damage to %s or you",
    [JG_MAGIC_OPPONENT / 4] = "%d damage to %s or opponent",
    [PLAYERS / 4] = "%d damage to %s or player",
};
static const char *const AND_PLAYER[] = {
    [JG_MAGIC_YOU / 4] = "%d damage to %s and you",
    [JG_MAGIC_OPPONENT / 4] = "%d damage to %s and each opponent",
    [PLAYERS / 4] = "%d damage to %s and each player",
};
static const char *const TARGET_GAINS[] = {
    [JG_MAGIC_YOU / 4] = "you gain %d life",
    [JG_MAGIC_OPPONENT / 4] = "target opponent gains %d life",
    [PLAYERS / 4] = "target player gains %d life",
};
static const char *const EACH_GAINS[] = {
    [JG_MAGIC_YOU / 4] = "you gain %d life",
    [JG_MAGIC_OPPONENT / 4] = "each opponent gains %d life",
    [PLAYERS / 4] = "each player gains %d life",
};

/* The creature or creatures that an effect changes; "" for an effect on players alone. `again`: the target has been
 * named already. */
static const char *creature_phrase(const struct jg_magic_effect *e, bool again, jg_lang lang) {
    const char *phrase = (e->each ? EACH_CREATURE : TARGET_CREATURE)[e->whom & CREATURES];
    if (again) return jg_tr(lang, "it");
    return phrase ? jg_tr(lang, phrase) : "";
}

static void put_damage(const struct jg_magic_effect *e, bool again, jg_lang lang, struct jg_text *t) {
    int players = again ? 0 : (e->whom & PLAYERS) / 4;
    const char *creatures = creature_phrase(e, again, lang);
    if (!players)
        jg_text_add(t, jg_tr(lang, "%d damage to %s"), e->amount, creatures);
    else if (e->whom & CREATURES)
        jg_text_add(t, jg_tr(lang, (e->each ? AND_PLAYER : OR_PLAYER)[players]), e->amount, creatures);
    else
        jg_text_add(t, jg_tr(lang, (e->each ? EACH_PLAYER : TARGET_PLAYER)[players]), e->amount);
}

static void put_gain(const struct jg_magic_effect *e, bool again, jg_lang lang, struct jg_text *t) {
    int players = (e->whom & PLAYERS) / 4;
    jg_text_add(t, jg_tr(lang, again ? "it gains %d life" : (e->each ? EACH_GAINS : TARGET_GAINS)[players]), e->amount);
}

static void put_effect(const struct jg_magic_effect *e, bool again, jg_lang lang, struct jg_text *t) {
    const char *whom = creature_phrase(e, again, lang);
    int n = e->amount;
    switch ((enum jg_magic_effect_type)e->verb) {
    case JG_MAGIC_DAMAGE: put_damage(e, again, lang, t); break;
    case JG_MAGIC_DESTROY: jg_text_add(t, jg_tr(lang, "destroy %s"), whom); break;
    case JG_MAGIC_TAP: jg_text_add(t, jg_tr(lang, "tap %s"), whom); break;
    case JG_MAGIC_BOOST: jg_text_add(t, jg_tr(lang, "%s gets +%d/+%d until end of turn"), whom, n, n); break;
    case JG_MAGIC_COUNTER: jg_text_add(t, jg_tr(lang, "%s gets a +%d/+%d counter"), whom, n, n); break;
    case JG_MAGIC_GAIN: put_gain(e, again, lang, t); break;
    case JG_MAGIC_OWNER_GAIN: jg_text_add(t, jg_tr(lang, "its owner gains %d life"), n); break;
    }
}

static void put_effects(const struct jg_magic_card *card, jg_lang lang, struct jg_text *t) {
    bool named = false;
    size_t begin = t->used;
    if (card->type == JG_MAGIC_CREATURE) jg_text_put(t, jg_tr(lang, "When it enters, "));
    for (int i = 0; i < card->effects; i++) {
        if (i) jg_text_put(t, ", ");
        put_effect(&card->effect[i], named && !card->effect[i].each, lang, t);
        named |= !card->effect[i].each;
    }
    t->at[begin] = (char)toupper((unsigned char)t->at[begin]);
    jg_text_char(t, '.');
}

void jg_magic_card_text(const struct jg_magic_card *card, jg_lang lang, struct jg_text *t) {
    const char *gap = "";
    if (card->type == JG_MAGIC_LAND)
        jg_text_put(t, jg_tr(lang, "Tap it for one mana. You may play one land each turn."));
    for (size_t i = 0; i < sizeof ABILITIES / sizeof *ABILITIES; i++) {
        if (!(card->abilities >> i & 1)) continue;
        jg_text_add(t, "%s%s", gap, jg_tr(lang, ABILITIES[i]));
        gap = " ";
    }
    if (!card->effects) return;
    jg_text_put(t, gap);
    put_effects(card, lang, t);
}

void jg_magic_card_header(const struct jg_magic_card *card, jg_lang lang, struct jg_text *t) {
    if (card->type == JG_MAGIC_LAND)
        jg_text_add(t, "%s, %s", card->name, jg_tr(lang, "land"));
    else if (card->type == JG_MAGIC_SORCERY)
        jg_text_add(t, "%s, %s, %s", card->name, card->cost, jg_tr(lang, "sorcery"));
    else
        jg_text_add(t, "%s, %s, %s %d/%d", card->name, card->cost, jg_tr(lang, "creature"), card->power,
                    card->toughness);
}
