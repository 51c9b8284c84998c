/* The rules text of cards, generated from their data. */
#include "games/magic/magic.h"

#include <ctype.h>

const struct jg_magic_ability_words jg_magic_abilities[] = {
    [JG_MAGIC_BIT_FLYING] = {"flying", "Flying: only creatures with flying or reach can block it."},
    [JG_MAGIC_BIT_REACH] = {"reach", "Reach: it can block creatures with flying."},
    [JG_MAGIC_BIT_VIGILANCE] = {"vigilance", "Vigilance: attacking does not tap it."},
    [JG_MAGIC_BIT_HASTE] = {"haste", "Haste: it can attack the turn it enters."},
    [JG_MAGIC_BIT_FIRST_STRIKE] = {"first strike",
                                   "First strike: it deals combat damage before creatures without first strike."},
    [JG_MAGIC_BIT_DOUBLE_STRIKE] = {"double strike",
                                    "Double strike: it deals both first-strike and regular combat damage."},
    [JG_MAGIC_BIT_LIFELINK] = {"lifelink", "Lifelink: you gain life equal to the damage it deals."},
};

static void put_effects(const struct jg_magic_card *card, jg_lang lang, struct jg_text *t) {
    bool named = false;
    size_t begin = t->used;
    if (card->type == JG_MAGIC_CREATURE) jg_text_put(t, jg_tr(lang, "When it enters, "));
    for (int i = 0; i < card->effects; i++) {
        if (i) jg_text_put(t, ", ");
        jg_magic_effect_text(&card->effect[i], named && !card->effect[i].each, lang, t);
        named |= !card->effect[i].each;
    }
    t->at[begin] = (char)toupper((unsigned char)t->at[begin]);
    jg_text_char(t, '.');
}

void jg_magic_card_text(const struct jg_magic_card *card, jg_lang lang, struct jg_text *t) {
    const char *gap = "";
    if (card->type == JG_MAGIC_LAND)
        jg_text_put(t, jg_tr(lang, "Tap it for one mana. You may play one land each turn."));
    for (int i = 0; i < JG_MAGIC_ABILITIES; i++) {
        if (!(card->abilities >> i & 1)) continue;
        jg_text_add(t, "%s%s", gap, jg_tr(lang, jg_magic_abilities[i].rule));
        gap = " ";
    }
    if (card->flash) {
        jg_text_add(t, "%s%s", gap, jg_tr(lang, "Flash: you can cast it whenever you could cast an instant."));
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
    else if (card->type == JG_MAGIC_INSTANT)
        jg_text_add(t, "%s, %s, %s", card->name, card->cost, jg_tr(lang, "instant"));
    else
        jg_text_add(t, "%s, %s, %s %d/%d", card->name, card->cost, jg_tr(lang, "creature"), card->power,
                    card->toughness);
}
