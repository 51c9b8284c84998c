/* Casting cards: targets, effects, state-based actions. */
#include "games/magic/rules.h"

#include <string.h>

int jg_magic_find_creature(const struct jg_magic_side *side, int id) {
    for (int i = 0; i < side->creatures; i++)
        if (side->creature[i].id == id) return i;
    return -1;
}

/* ---- State-based actions ---------------------------------------------------------------- */

static bool dead(const struct jg_magic_card *card, const struct jg_magic_creature *c) {
    return c->flags & JG_MAGIC_DESTROYED || c->damage >= jg_magic_toughness(card, c);
}

static void put_in_graveyard(struct jg_magic_side *side, int i) {
    struct jg_magic_creature *c = &side->creature[i];
    side->grave[c->kind]++;
    side->creatures--;
    memmove(c, c + 1, (size_t)(side->creatures - i) * sizeof *c);
    side->creature[side->creatures] = (struct jg_magic_creature){0};
}

void jg_magic_state_based_actions(const struct jg_game *g, struct jg_magic *s) {
    bool skip = jg_magic_rules(g)->skip;
    for (int seat = 0; seat < 2; seat++) {
        struct jg_magic_side *side = &s->side[seat];
        const struct jg_magic_card *cards = jg_magic_deck(g, seat)->card;
        for (int i = 0; i < side->creatures; i++) {
            if (!dead(&cards[side->creature[i].kind], &side->creature[i])) continue;
            put_in_graveyard(side, i);
            if (!skip) i--;
        }
    }
    bool lost[2] = {s->side[0].life <= 0, s->side[1].life <= 0};
    if (!lost[0] && !lost[1]) return;
    s->phase = JG_MAGIC_END;
    s->loser = lost[0] && lost[1] ? JG_MAGIC_BOTH : lost[1];
    s->chosen = s->from = 0;
}

/* ---- Targets ---------------------------------------------------------------------------- */

/* Whether a creature meets the restrictions of a group: attacking, or tapped. */
static bool meets(unsigned whom, const struct jg_magic_creature *c) {
    if (!(whom & JG_MAGIC_ONLY)) return true;
    return (whom & JG_MAGIC_ATTACKING && c->flags & JG_MAGIC_ATTACKS) ||
           (whom & JG_MAGIC_TAPPED_ONLY && c->flags & JG_MAGIC_TAPPED);
}

/* Whether a card of the mover may target the i-th creature of a side; it may target itself while it enters, if it need
 * not attack or be tapped. */
static bool may_enter_as_target(const struct jg_magic_card *card) {
    return card->type == JG_MAGIC_CREATURE && card->target & JG_MAGIC_OWN && !(card->target & JG_MAGIC_ONLY);
}

static bool any_meets(unsigned whom, const struct jg_magic_side *side) {
    if (!(whom & JG_MAGIC_ONLY)) return side->creatures;
    for (int i = 0; i < side->creatures; i++)
        if (meets(whom, &side->creature[i])) return true;
    return false;
}

static bool has_target(const struct jg_magic *s, const struct jg_magic_card *card) {
    int mover = jg_magic_mover(s);
    const struct jg_magic_side *own = &s->side[mover], *other = &s->side[1 - mover];
    return card->target & (JG_MAGIC_YOU | JG_MAGIC_OPPONENT) || may_enter_as_target(card) ||
           (card->target & JG_MAGIC_OWN && any_meets(card->target, own)) ||
           (card->target & JG_MAGIC_OPPOSING && any_meets(card->target, other)) ||
           (card->target & JG_MAGIC_SPELL && s->spells);
}

/* Whether there is room for another creature of the mover; creature spells count. */
static bool has_room(const struct jg_game *g, const struct jg_magic *s) {
    int mover = jg_magic_mover(s), creatures = s->side[mover].creatures;
    for (int i = 0; i < s->spells; i++)
        creatures += s->stack[i].seat == mover && jg_magic_card(g, mover, s->stack[i].kind)->type == JG_MAGIC_CREATURE;
    return creatures < JG_MAGIC_CREATURES;
}

bool jg_magic_can_play(const struct jg_game *g, const struct jg_magic *s, int kind) {
    const struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    const struct jg_magic_card *card = jg_magic_card(g, jg_magic_mover(s), kind);
    if (!own->hand[kind]) return false;
    if (s->phase == JG_MAGIC_RESPOND && (!jg_magic_is_fast(card) || s->spells == JG_MAGIC_STACK)) return false;
    if (card->type == JG_MAGIC_LAND) return !s->land;
    if (card->mana > own->untapped) return false;
    if (card->type == JG_MAGIC_CREATURE) return has_room(g, s);
    return !card->target || has_target(s, card);
}

int jg_magic_targets(const struct jg_game *g, const struct jg_magic *s, int kind, jg_move *out) {
    int mover = jg_magic_mover(s), n = 0;
    const struct jg_magic_side *own = &s->side[mover], *other = &s->side[1 - mover];
    const struct jg_magic_card *card = jg_magic_card(g, mover, kind);
    if (card->target & JG_MAGIC_OWN)
        for (int i = 0; i < own->creatures; i++)
            if (meets(card->target, &own->creature[i]))
                out[n++] = jg_magic_move(JG_MAGIC_TARGET_CREATURE, own->creature[i].id);
    if (may_enter_as_target(card)) out[n++] = jg_magic_move(JG_MAGIC_TARGET_CREATURE, s->last_id + 1);
    if (card->target & JG_MAGIC_OPPOSING)
        for (int i = 0; i < other->creatures; i++)
            if (meets(card->target, &other->creature[i]))
                out[n++] = jg_magic_move(JG_MAGIC_TARGET_CREATURE, other->creature[i].id);
    if (card->target & JG_MAGIC_YOU) out[n++] = jg_magic_move(JG_MAGIC_TARGET_PLAYER, mover);
    if (card->target & JG_MAGIC_OPPONENT) out[n++] = jg_magic_move(JG_MAGIC_TARGET_PLAYER, 1 - mover);
    for (int i = s->spells - 1; card->target & JG_MAGIC_SPELL && i >= 0; i--)
        out[n++] = jg_magic_move(JG_MAGIC_TARGET_SPELL, s->stack[i].id);
    return n;
}

/* Whether a move chooses a legal target for a card of a seat, in any phase. */
static bool is_legal_target(const struct jg_magic *s, int seat, const struct jg_magic_card *card, jg_move target) {
    int number = jg_magic_move_arg(target);
    switch (jg_magic_move_type(target)) {
    case JG_MAGIC_TARGET_PLAYER: return card->target & (number == seat ? JG_MAGIC_YOU : JG_MAGIC_OPPONENT);
    case JG_MAGIC_TARGET_SPELL: return card->target & JG_MAGIC_SPELL && jg_magic_find_spell(s, number) >= 0;
    default:
        for (int who = 0; who < 2; who++) {
            int i = jg_magic_find_creature(&s->side[who], number);
            if (i >= 0)
                return card->target & (who == seat ? JG_MAGIC_OWN : JG_MAGIC_OPPOSING) &&
                       meets(card->target, &s->side[who].creature[i]);
        }
        return false;
    }
}

/* ---- Effects ---------------------------------------------------------------------------- */

void jg_magic_change_life(struct jg_magic_side *side, int by) {
    int life = side->life + by;
    side->life = (int16_t)(life > JG_MAGIC_LIFE_MAX    ? JG_MAGIC_LIFE_MAX
                           : life < -JG_MAGIC_LIFE_MAX ? -JG_MAGIC_LIFE_MAX
                                                       : life);
}

static void apply_to_each(struct jg_magic *s, int seat, const struct jg_magic_effect *e) {
    if (e->verb == JG_MAGIC_PREVENT) s->fog = 1;
    for (int other = 0; other < 2; other++) {
        struct jg_magic_side *side = &s->side[other ? 1 - seat : seat];
        if (e->whom & (other ? JG_MAGIC_OPPOSING : JG_MAGIC_OWN))
            for (int i = 0; i < side->creatures; i++)
                if (meets(e->whom, &side->creature[i])) jg_magic_affect_creature(e, side, &side->creature[i]);
        if (e->whom & (other ? JG_MAGIC_OPPONENT : JG_MAGIC_YOU)) jg_magic_affect_player(e, side);
    }
}

static void apply_to_target(struct jg_magic *s, const struct jg_magic_effect *e, jg_move target) {
    if (!target) return;
    if (jg_magic_move_type(target) == JG_MAGIC_TARGET_SPELL) {
        int place = jg_magic_find_spell(s, jg_magic_move_arg(target));
        if (e->verb != JG_MAGIC_CANCEL || place < 0) return;
        s->side[s->stack[place].seat].grave[s->stack[place].kind]++;
        jg_magic_remove_spell(s, place);
        return;
    }
    if (jg_magic_move_type(target) == JG_MAGIC_TARGET_PLAYER) {
        jg_magic_affect_player(e, &s->side[jg_magic_move_arg(target)]);
        return;
    }
    for (int seat = 0; seat < 2; seat++) {
        int i = jg_magic_find_creature(&s->side[seat], jg_magic_move_arg(target));
        if (i >= 0) jg_magic_affect_creature(e, &s->side[seat], &s->side[seat].creature[i]);
    }
}

/* ---- Casting ---------------------------------------------------------------------------- */

/* A creature enters at the place of its id: with a stack, creatures cast later may have entered before. */
static void enter(struct jg_magic *s, int seat, int kind, int id) {
    struct jg_magic_side *own = &s->side[seat];
    int at = own->creatures++;
    if (!id) id = ++s->last_id;
    for (; at > 0 && own->creature[at - 1].id > id; at--) own->creature[at] = own->creature[at - 1];
    own->creature[at] = (struct jg_magic_creature){.kind = (uint8_t)kind, .id = (uint8_t)id, .flags = JG_MAGIC_SICK};
}

/* In plans, cards drawn by an effect stay unknown. */
static void draw_unknown(struct jg_magic_side *side) {
    int n = side->draws < side->in_library ? side->draws : side->in_library;
    side->in_hand = (uint8_t)(side->in_hand + n);
    side->in_library = (uint8_t)(side->in_library - n);
    side->draws = 0;
}

void jg_magic_resolve(const struct jg_game *g, struct jg_magic *s, int seat, int kind, int id, jg_move target) {
    const struct jg_magic_card *card = jg_magic_card(g, seat, kind);
    if (card->type == JG_MAGIC_CREATURE)
        enter(s, seat, kind, id);
    else
        s->side[seat].grave[kind]++;
    if (id && target && !is_legal_target(s, seat, card, target)) {
        if (card->type != JG_MAGIC_CREATURE) return;
        target = 0;
    }
    for (int i = 0; i < card->effects; i++)
        if (card->effect[i].each)
            apply_to_each(s, seat, &card->effect[i]);
        else
            apply_to_target(s, &card->effect[i], target);
    if (!card->effects) return;
    for (int who = 0; s->plain && who < 2; who++) draw_unknown(&s->side[who]);
    jg_magic_state_based_actions(g, s);
    if (s->step == JG_MAGIC_STEP_ATTACKERS || s->step == JG_MAGIC_STEP_BLOCKERS) jg_magic_mend_combat(s);
}

/* A card that is paid for, with its target: resolves at once, or goes on the stack. */
static void cast_paid(const struct jg_game *g, struct jg_magic *s, int kind, jg_move target) {
    if (jg_magic_windows(g) && !s->plain) {
        jg_magic_push(g, s, kind, target);
        return;
    }
    jg_magic_resolve(g, s, jg_magic_mover(s), kind, 0, target);
    if ((s->side[0].draws || s->side[1].draws) && s->phase != JG_MAGIC_END) jg_magic_drawn(g, s);
}

void jg_magic_cast(const struct jg_game *g, struct jg_magic *s, int kind) {
    struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    const struct jg_magic_card *card = jg_magic_card(g, jg_magic_mover(s), kind);
    own->hand[kind]--;
    own->in_hand--;
    if (card->type == JG_MAGIC_LAND) {
        own->lands++;
        own->untapped++;
        s->land = 1;
        return;
    }
    own->untapped = (uint8_t)(own->untapped - card->mana);
    if (card->target && has_target(s, card)) {
        s->chosen = (uint8_t)kind;
        s->phase = s->phase == JG_MAGIC_MAIN_1   ? JG_MAGIC_TARGET_1
                   : s->phase == JG_MAGIC_MAIN_2 ? JG_MAGIC_TARGET_2
                                                 : JG_MAGIC_AIM;
        return;
    }
    cast_paid(g, s, kind, 0);
}

void jg_magic_choose_target(const struct jg_game *g, struct jg_magic *s, jg_move move) {
    int kind = s->chosen;
    s->chosen = 0;
    s->phase = s->phase == JG_MAGIC_TARGET_1   ? JG_MAGIC_MAIN_1
               : s->phase == JG_MAGIC_TARGET_2 ? JG_MAGIC_MAIN_2
                                               : JG_MAGIC_RESPOND;
    cast_paid(g, s, kind, move);
}
