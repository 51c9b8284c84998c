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

static bool has_target(const struct jg_game *g, const struct jg_magic *s, const struct jg_magic_card *card) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    (void)g;
    return card->target & (JG_MAGIC_YOU | JG_MAGIC_OPPONENT) ||
           (card->target & JG_MAGIC_OWN && (own->creatures || card->type == JG_MAGIC_CREATURE)) ||
           (card->target & JG_MAGIC_OPPOSING && other->creatures);
}

bool jg_magic_can_play(const struct jg_game *g, const struct jg_magic *s, int kind) {
    const struct jg_magic_side *own = &s->side[s->active];
    const struct jg_magic_card *card = jg_magic_card(g, s->active, kind);
    if (!own->hand[kind]) return false;
    if (card->type == JG_MAGIC_LAND) return !s->land;
    if (card->mana > own->untapped) return false;
    if (card->type == JG_MAGIC_CREATURE) return own->creatures < JG_MAGIC_CREATURES;
    return !card->target || has_target(g, s, card);
}

int jg_magic_targets(const struct jg_game *g, const struct jg_magic *s, int kind, jg_move *out) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    const struct jg_magic_card *card = jg_magic_card(g, s->active, kind);
    int n = 0;
    if (card->target & JG_MAGIC_OWN) {
        for (int i = 0; i < own->creatures; i++)
            out[n++] = jg_magic_move(JG_MAGIC_TARGET_CREATURE, own->creature[i].id);
        if (card->type == JG_MAGIC_CREATURE) out[n++] = jg_magic_move(JG_MAGIC_TARGET_CREATURE, s->last_id + 1);
    }
    if (card->target & JG_MAGIC_OPPOSING)
        for (int i = 0; i < other->creatures; i++)
            out[n++] = jg_magic_move(JG_MAGIC_TARGET_CREATURE, other->creature[i].id);
    if (card->target & JG_MAGIC_YOU) out[n++] = jg_magic_move(JG_MAGIC_TARGET_PLAYER, s->active);
    if (card->target & JG_MAGIC_OPPONENT) out[n++] = jg_magic_move(JG_MAGIC_TARGET_PLAYER, 1 - s->active);
    return n;
}

/* ---- Effects ---------------------------------------------------------------------------- */

void jg_magic_change_life(struct jg_magic_side *side, int by) {
    int life = side->life + by;
    side->life = (int16_t)(life > JG_MAGIC_LIFE_MAX    ? JG_MAGIC_LIFE_MAX
                           : life < -JG_MAGIC_LIFE_MAX ? -JG_MAGIC_LIFE_MAX
                                                       : life);
}

static void apply_to_each(struct jg_magic *s, const struct jg_magic_effect *e) {
    for (int other = 0; other < 2; other++) {
        struct jg_magic_side *side = &s->side[other ? 1 - s->active : s->active];
        if (e->whom & (other ? JG_MAGIC_OPPOSING : JG_MAGIC_OWN))
            for (int i = 0; i < side->creatures; i++) jg_magic_affect_creature(e, side, &side->creature[i]);
        if (e->whom & (other ? JG_MAGIC_OPPONENT : JG_MAGIC_YOU)) jg_magic_affect_player(e, side);
    }
}

static void apply_to_target(struct jg_magic *s, const struct jg_magic_effect *e, jg_move target) {
    if (!target) return;
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

static void enter(struct jg_magic *s, int kind) {
    struct jg_magic_side *own = &s->side[s->active];
    own->creature[own->creatures++] =
        (struct jg_magic_creature){.kind = (uint8_t)kind, .id = ++s->last_id, .flags = JG_MAGIC_SICK};
}

/* Applies the effects of a card, which has already left the hand. */
static void resolve(const struct jg_game *g, struct jg_magic *s, int kind, jg_move target) {
    const struct jg_magic_card *card = jg_magic_card(g, s->active, kind);
    if (card->type == JG_MAGIC_CREATURE)
        enter(s, kind);
    else
        s->side[s->active].grave[kind]++;
    for (int i = 0; i < card->effects; i++)
        if (card->effect[i].each)
            apply_to_each(s, &card->effect[i]);
        else
            apply_to_target(s, &card->effect[i], target);
    if (card->effects) jg_magic_state_based_actions(g, s);
}

void jg_magic_cast(const struct jg_game *g, struct jg_magic *s, int kind) {
    struct jg_magic_side *own = &s->side[s->active];
    const struct jg_magic_card *card = jg_magic_card(g, s->active, kind);
    own->hand[kind]--;
    own->in_hand--;
    if (card->type == JG_MAGIC_LAND) {
        own->lands++;
        own->untapped++;
        s->land = 1;
        return;
    }
    own->untapped = (uint8_t)(own->untapped - card->mana);
    if (card->target && has_target(g, s, card)) {
        s->chosen = (uint8_t)kind;
        s->phase = s->phase == JG_MAGIC_MAIN_1 ? JG_MAGIC_TARGET_1 : JG_MAGIC_TARGET_2;
        return;
    }
    resolve(g, s, kind, 0);
}

void jg_magic_choose_target(const struct jg_game *g, struct jg_magic *s, jg_move move) {
    int kind = s->chosen;
    s->chosen = 0;
    s->phase = s->phase == JG_MAGIC_TARGET_1 ? JG_MAGIC_MAIN_1 : JG_MAGIC_MAIN_2;
    resolve(g, s, kind, move);
}
