/* The board as JSON; docs/games/magic-reference.md lists the fields. */
#include "games/magic/text.h"

#include <jansson.h>

static const char *const TYPES[] = {[JG_MAGIC_LAND] = "land",
                                    [JG_MAGIC_CREATURE] = "creature",
                                    [JG_MAGIC_SORCERY] = "sorcery",
                                    [JG_MAGIC_INSTANT] = "instant"};

static json_t *abilities(unsigned set) {
    json_t *list = json_array();
    for (int i = 0; i < JG_MAGIC_ABILITIES; i++)
        if (set >> i & 1) json_array_append_new(list, json_string(jg_magic_abilities[i].name));
    return list;
}

static json_t *card_abilities(const struct jg_magic_card *card) {
    json_t *list = abilities(card->abilities);
    if (card->flash) json_array_append_new(list, json_string("flash"));
    return list;
}

/* The verbs of the effects, in order. */
static json_t *effects(const struct jg_magic_card *card) {
    json_t *list = json_array();
    for (int i = 0; i < card->effects; i++)
        json_array_append_new(list, json_string(jg_magic_verbs[card->effect[i].verb].keyword));
    return list;
}

static json_t *text_of(const struct jg_magic_card *card, jg_lang lang) {
    char words[1024];
    struct jg_text t;
    jg_text_init(&t, words, sizeof words);
    jg_magic_card_text(card, lang, &t);
    return json_string(words);
}

/* The rules text by language. */
static json_t *texts_of(const struct jg_magic_card *card) {
    json_t *texts = json_object();
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++)
        json_object_set_new(texts, jg_lang_name(lang), text_of(card, lang));
    return texts;
}

static json_t *colour(char c) { return c ? json_stringn(&c, 1) : json_null(); }

/* A deck, public information. Other fields refer to its cards by index. */
static json_t *deck(const struct jg_magic_deck *d) {
    json_t *cards = json_array();
    for (int kind = 0; kind < d->kinds; kind++) {
        const struct jg_magic_card *card = &d->card[kind];
        json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:o, s:o, s:o, s:o}", "code", d->code[kind], "name",
                              card->name, "cost", card->cost, "type", TYPES[card->type], "subtype", card->subtype,
                              "mana", card->mana, "copies", d->count[kind], "colour", colour(card->colour), "abilities",
                              card_abilities(card), "effects", effects(card), "text", texts_of(card));
        if (card->type == JG_MAGIC_CREATURE) {
            json_object_set_new(o, "power", json_integer(card->power));
            json_object_set_new(o, "toughness", json_integer(card->toughness));
        }
        json_array_append_new(cards, o);
    }
    return json_pack("{s:s, s:o}", "name", d->name, "cards", cards);
}

/* Cards with counts. */
static json_t *cards(const struct jg_magic_deck *d, const uint8_t *count) {
    json_t *list = json_array();
    for (int kind = 0; kind < d->kinds; kind++)
        if (count[kind])
            json_array_append_new(
                list, json_pack("{s:i, s:s, s:i}", "card", kind, "name", d->card[kind].name, "count", count[kind]));
    return list;
}

/* The top or bottom card: null if none is known, "?" if hidden from the viewer. */
static json_t *known(const struct jg_magic_deck *d, int kind) {
    return kind == JG_MAGIC_NONE     ? json_null()
           : kind == JG_MAGIC_HIDDEN ? json_string("?")
                                     : json_pack("{s:i, s:s}", "card", kind, "name", d->card[kind].name);
}

static json_t *creature(const struct jg_magic_deck *d, const struct jg_magic_creature *c) {
    const struct jg_magic_card *card = &d->card[c->kind];
    return json_pack(
        "{s:i, s:i, s:s, s:i, s:i, s:i, s:i, s:i, s:b, s:b, s:b, s:i, s:i, s:o}", "id", c->id, "card", c->kind, "name",
        card->name, "power", jg_magic_power(card, c), "toughness", jg_magic_toughness(card, c), "damage", c->damage,
        "counters", c->counters, "boost", c->boost, "tapped", (c->flags & JG_MAGIC_TAPPED) != 0, "sick",
        c->flags & JG_MAGIC_SICK && !(card->abilities & JG_MAGIC_HASTE), "attacks", (c->flags & JG_MAGIC_ATTACKS) != 0,
        "blocks", c->blocks, "order", c->order, "abilities", abilities(card->abilities));
}

static json_t *side(const struct jg_game *g, const struct jg_magic *s, int seat) {
    const struct jg_magic_deck *d = jg_magic_deck(g, seat);
    const struct jg_magic_side *own = &s->side[seat];
    json_t *creatures = json_array();
    for (int i = 0; i < own->creatures; i++) json_array_append_new(creatures, creature(d, &own->creature[i]));
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "life", own->life, "lands",
                     own->lands, "untapped", own->untapped, "in_hand", own->in_hand, "in_library", own->in_library,
                     "kept", own->kept, "land", d->land == JG_MAGIC_NONE ? json_null() : json_integer(d->land),
                     "creatures", creatures, "hand", jg_magic_hand_hidden(s, seat) ? json_null() : cards(d, own->hand),
                     "graveyard", cards(d, own->grave), "top", known(d, own->top), "bottom", known(d, own->bottom));
}

/* The creature (id) or card that the phase asks about, or null. */
static json_t *chosen(const struct jg_magic *s) {
    switch (s->phase) {
    case JG_MAGIC_BLOCK_WHICH:
    case JG_MAGIC_ORDER: return json_pack("{s:i}", "id", s->chosen);
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2:
    case JG_MAGIC_AIM: return json_pack("{s:i}", "card", s->chosen);
    default: return json_null();
    }
}

static json_t *board_json(const struct jg_game *g, const struct jg_magic *s) {
    return json_pack("{s:i, s:s, s:i, s:o, s:b, s:o, s:i, s:[o,o], s:[o,o]}", "turn", s->turn, "phase",
                     jg_magic_phase_name(s->phase), "active", s->active, "starter",
                     s->starter == JG_MAGIC_NONE ? json_null() : json_integer(s->starter), "land_played", s->land,
                     "chosen", chosen(s), "next_id", s->last_id + 1, "sides", side(g, s, 0), side(g, s, 1), "decks",
                     deck(jg_magic_deck(g, 0)), deck(jg_magic_deck(g, 1)));
}

static json_t *target(const struct jg_magic_spell *spell) {
    int number = jg_magic_move_arg(spell->target);
    switch (jg_magic_move_type(spell->target)) {
    case JG_MAGIC_TARGET_CREATURE: return json_pack("{s:i}", "creature", number);
    case JG_MAGIC_TARGET_PLAYER: return json_pack("{s:i}", "player", number);
    case JG_MAGIC_TARGET_SPELL: return json_pack("{s:i}", "spell", number);
    default: return json_null();
    }
}

/* The stack, from the bottom, and who has priority; null in games without windows of priority. */
static json_t *stack(const struct jg_game *g, const struct jg_magic *s) {
    static const uint16_t BITS[] = {JG_MAGIC_STOP_SPELL, JG_MAGIC_STOP_OWN};
    const struct jg_magic_tables *tables = g->tables;
    bool has = s->phase == JG_MAGIC_RESPOND || s->phase == JG_MAGIC_AIM;
    if (!tables->windows) return json_null();
    json_t *spells = json_array(), *stops = json_array();
    for (int i = 0; i < s->spells; i++) {
        const struct jg_magic_spell *spell = &s->stack[i];
        json_array_append_new(
            spells, json_pack("{s:i, s:i, s:i, s:s, s:o}", "id", spell->id, "seat", spell->seat, "card", spell->kind,
                              "name", jg_magic_card(g, spell->seat, spell->kind)->name, "target", target(spell)));
    }
    for (int seat = 0; seat < 2; seat++) {
        json_t *list = json_array();
        if (tables->stops[seat] & BITS[0]) json_array_append_new(list, json_string("spell"));
        if (tables->stops[seat] & BITS[1]) json_array_append_new(list, json_string("own"));
        for (int step = 0; step <= JG_MAGIC_STEP_END; step++) {
            const char *name = jg_magic_step_name(step);
            if (tables->stops[seat] & JG_MAGIC_STOP_STEP << step)
                json_array_append_new(list, json_sprintf("my-%s", name));
            if (tables->stops[seat] & JG_MAGIC_STOP_THEIR << step)
                json_array_append_new(list, json_sprintf("their-%s", name));
        }
        json_array_append_new(stops, list);
    }
    return json_pack("{s:o, s:o, s:o, s:b, s:o}", "step", has ? json_string(jg_magic_step_name(s->step)) : json_null(),
                     "priority", has ? json_integer(s->priority) : json_null(), "spells", spells, "fog", s->fog,
                     "stops", stops);
}

json_t *jg_magic_json(const struct jg_game *g, const void *state) {
    const struct jg_magic *s = state;
    json_t *o = board_json(g, s), *more = stack(g, s);
    if (json_is_null(more))
        json_decref(more);
    else
        json_object_set_new(o, "stack", more);
    return o;
}
