/* Between states and battles. */
#include "games/magic/plan.h"
#include "games/magic/turn.h"

#include <string.h>

/* By what they are, index by index; of those alike the first stays first. */
static void sort(struct jg_magic_fighter *f, uint8_t *index, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && memcmp(&f[k], &f[k - 1], sizeof *f) < 0; k--) {
            struct jg_magic_fighter fighter = f[k];
            uint8_t at = index[k];
            f[k] = f[k - 1], index[k] = index[k - 1];
            f[k - 1] = fighter, index[k - 1] = at;
        }
}

void jg_magic_field(const struct jg_game *g, const struct jg_magic *s, bool declared, struct jg_magic_field *out) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    const struct jg_magic_card *cards = jg_magic_deck(g, s->active)->card;
    struct jg_magic_battle *b = &out->battle;
    b->attackers = b->blockers = 0;
    b->life[0] = own->life;
    b->life[1] = other->life;
    for (int i = 0; i < own->creatures; i++) {
        const struct jg_magic_creature *c = &own->creature[i];
        if (!(declared ? c->flags & JG_MAGIC_ATTACKS : jg_magic_attacks(&cards[c->kind], c))) continue;
        out->attacker[b->attackers] = (uint8_t)i;
        b->attacker[b->attackers++] = jg_magic_fighter(&cards[c->kind], c);
    }
    cards = jg_magic_deck(g, 1 - s->active)->card;
    for (int i = 0; i < other->creatures; i++) {
        const struct jg_magic_creature *c = &other->creature[i];
        if (c->flags & JG_MAGIC_TAPPED) continue;
        out->blocker[b->blockers] = (uint8_t)i;
        b->blocker[b->blockers++] = jg_magic_fighter(&cards[c->kind], c);
    }
    if (declared) return;
    sort(b->attacker, out->attacker, b->attackers);
    sort(b->blocker, out->blocker, b->blockers);
}

void jg_magic_play_combat(const struct jg_game *g, struct jg_magic *s, const struct jg_magic_field *f, uint32_t attack,
                          const struct jg_magic_defence *d) {
    struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    for (int a = 0; a < f->battle.attackers; a++) {
        struct jg_magic_creature *c = &own->creature[f->attacker[a]];
        if (!(attack >> a & 1)) continue;
        c->flags |= JG_MAGIC_ATTACKS;
        if (!(f->battle.attacker[a].abilities & JG_MAGIC_VIGILANCE)) c->flags |= JG_MAGIC_TAPPED;
    }
    for (int b = 0; b < f->battle.blockers; b++) {
        struct jg_magic_creature *c = &other->creature[f->blocker[b]];
        if (d->blocked[b] == JG_MAGIC_NONE) continue;
        c->blocks = own->creature[f->attacker[d->blocked[b]]].id;
        c->order = d->order[b];
    }
    jg_magic_end_combat(g, s);
}

void jg_magic_act(const struct jg_game *g, struct jg_magic *s, struct jg_magic_action action) {
    jg_magic_cast(g, s, action.kind);
    if (action.target) jg_magic_aim(g, s, action.target);
}

int32_t jg_magic_reward(const struct jg_game *g, const struct jg_magic *s, int seat, const struct jg_magic_weights *w) {
    int32_t sum = w->land * s->side[seat].lands + w->hand * s->side[seat].in_hand;
    for (int who = 0; who < 2; who++) {
        const struct jg_magic_side *side = &s->side[who];
        const struct jg_magic_card *cards = jg_magic_deck(g, who)->card;
        int32_t part = w->life * side->life;
        for (int i = 0; i < side->creatures; i++) {
            const struct jg_magic_creature *c = &side->creature[i];
            part +=
                w->power * jg_magic_power(&cards[c->kind], c) + w->toughness * jg_magic_toughness(&cards[c->kind], c);
        }
        if (side->life <= 0) part -= w->win;
        sum += who == seat ? part : -part;
    }
    return sum;
}
