/* Conversion between states and battles: combatants of a state, and combat results played in the
 * state. */
#include "games/magic/turn_search.h"
#include "games/magic/rules.h"

#include <string.h>

/* Insertion sort by the bytes of the combatants, stable, with their indices. */
static void sort(struct jg_magic_combatant *f, uint8_t *index, int n) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && memcmp(&f[k], &f[k - 1], sizeof *f) < 0; k--) {
            struct jg_magic_combatant fighter = f[k];
            uint8_t at = index[k];
            f[k] = f[k - 1], index[k] = index[k - 1];
            f[k - 1] = fighter, index[k - 1] = at;
        }
}

void jg_magic_battlefield(const struct jg_game *g, const struct jg_magic *s, bool declared,
                          struct jg_magic_battlefield *out) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    const struct jg_magic_card *cards = jg_magic_deck(g, s->active)->card;
    struct jg_magic_battle *b = &out->battle;
    b->attackers = b->blockers = 0;
    b->life[0] = own->life;
    b->life[1] = other->life;
    for (int i = 0; i < own->creatures; i++) {
        const struct jg_magic_creature *c = &own->creature[i];
        if (s->fog && !declared) break; /* no combat damage: no reason to attack */
        if (!(declared ? c->flags & JG_MAGIC_ATTACKS : jg_magic_can_attack(&cards[c->kind], c))) continue;
        out->attacker[b->attackers] = (uint8_t)i;
        b->attacker[b->attackers++] = jg_magic_combatant(&cards[c->kind], c);
    }
    cards = jg_magic_deck(g, 1 - s->active)->card;
    for (int i = 0; i < other->creatures; i++) {
        const struct jg_magic_creature *c = &other->creature[i];
        if (c->flags & JG_MAGIC_TAPPED) continue;
        out->blocker[b->blockers] = (uint8_t)i;
        b->blocker[b->blockers++] = jg_magic_combatant(&cards[c->kind], c);
    }
    if (declared) return;
    sort(b->attacker, out->attacker, b->attackers);
    sort(b->blocker, out->blocker, b->blockers);
}

void jg_magic_play_combat(const struct jg_game *g, struct jg_magic *s, const struct jg_magic_battlefield *f,
                          uint32_t attack, const struct jg_magic_blocks *d) {
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
    jg_magic_resolve_combat(g, s);
}

void jg_magic_play_action(const struct jg_game *g, struct jg_magic *s, struct jg_magic_action action) {
    jg_magic_cast(g, s, action.kind);
    if (action.target) jg_magic_choose_target(g, s, action.target);
}
