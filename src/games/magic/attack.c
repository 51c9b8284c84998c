/* The combat phase: who attacks, who blocks, in which order damage is dealt. */
#include "games/magic/turn.h"

bool jg_magic_attacks(const struct jg_magic_card *card, const struct jg_magic_creature *c) {
    return !(c->flags & JG_MAGIC_TAPPED) && (!(c->flags & JG_MAGIC_SICK) || card->abilities & JG_MAGIC_HASTE);
}

bool jg_magic_blocks(const struct jg_magic_card *blocker, const struct jg_magic_creature *c,
                     const struct jg_magic_card *attacker) {
    return !(c->flags & JG_MAGIC_TAPPED) &&
           (!(attacker->abilities & JG_MAGIC_FLYING) || blocker->abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH));
}

/* ---- Who may be named ------------------------------------------------------------------- */

static bool may_attack(const struct jg_game *g, const struct jg_magic *s, int i) {
    const struct jg_magic_creature *c = &s->side[s->active].creature[i];
    return jg_magic_attacks(jg_magic_card(g, s->active, c->kind), c);
}

/* Whether the i-th creature of the defender may block an attacker. */
static bool may_block(const struct jg_game *g, const struct jg_magic *s, int i,
                      const struct jg_magic_creature *attacker) {
    int defender = 1 - s->active;
    const struct jg_magic_creature *c = &s->side[defender].creature[i];
    return attacker->flags & JG_MAGIC_ATTACKS &&
           jg_magic_blocks(jg_magic_card(g, defender, c->kind), c, jg_magic_card(g, s->active, attacker->kind));
}

static bool may_block_any(const struct jg_game *g, const struct jg_magic *s, int i) {
    const struct jg_magic_side *own = &s->side[s->active];
    for (int a = 0; a < own->creatures; a++)
        if (may_block(g, s, i, &own->creature[a])) return true;
    return false;
}

static bool any_left(const struct jg_game *g, const struct jg_magic *s) {
    bool attack = s->phase == JG_MAGIC_ATTACK;
    int n = s->side[attack ? s->active : 1 - s->active].creatures;
    for (int i = s->from; i < n; i++)
        if (attack ? may_attack(g, s, i) : may_block_any(g, s, i)) return true;
    return false;
}

int jg_magic_combat_moves(const struct jg_game *g, const struct jg_magic *s, jg_move *out) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    int n = 0;
    switch (s->phase) {
    case JG_MAGIC_ATTACK:
        for (int i = s->from; i < own->creatures; i++)
            if (may_attack(g, s, i)) out[n++] = jg_magic_move(JG_MAGIC_ATTACK_WITH, own->creature[i].id);
        break;
    case JG_MAGIC_BLOCK:
        for (int i = s->from; i < other->creatures; i++)
            if (may_block_any(g, s, i)) out[n++] = jg_magic_move(JG_MAGIC_BLOCK_WITH, other->creature[i].id);
        break;
    case JG_MAGIC_BLOCKED:
        for (int a = 0; a < own->creatures; a++)
            if (may_block(g, s, s->from, &own->creature[a])) out[n++] = jg_magic_move(JG_MAGIC_AT, own->creature[a].id);
        return n;
    case JG_MAGIC_ORDER:
        for (int i = 0; i < other->creatures; i++)
            if (other->creature[i].blocks == s->chosen && !other->creature[i].order)
                out[n++] = jg_magic_move(JG_MAGIC_NEXT, other->creature[i].id);
        return n;
    default: break;
    }
    out[n++] = jg_magic_move(JG_MAGIC_DONE, 0);
    return n;
}

/* ---- Damage ----------------------------------------------------------------------------- */

/* The blockers of an attacker in its order of damage, by index. */
static int blockers_of(const struct jg_magic_side *other, const struct jg_magic_creature *attacker, uint8_t *out) {
    int n = 0;
    for (int i = 0; i < other->creatures; i++) {
        if (other->creature[i].blocks != attacker->id) continue;
        out[other->creature[i].order - 1] = (uint8_t)i;
        n++;
    }
    return n;
}

static void mark(struct jg_magic_creature *c, int damage, bool dies) {
    c->damage = (uint8_t)damage;
    if (dies) c->flags |= JG_MAGIC_DOOMED;
}

static void damage(const struct jg_game *g, struct jg_magic *s) {
    int defender = 1 - s->active;
    struct jg_magic_side *own = &s->side[s->active], *other = &s->side[defender];
    int change[2][2] = {{0}}; /* by step: of the attacker's life, of the defender's */
    for (int a = 0; a < own->creatures; a++) {
        struct jg_magic_creature *attacker = &own->creature[a];
        struct jg_magic_fighter fighter, against[JG_MAGIC_CREATURES];
        struct jg_magic_clash clash;
        uint8_t who[JG_MAGIC_CREATURES];
        if (!(attacker->flags & JG_MAGIC_ATTACKS)) continue;
        int n = blockers_of(other, attacker, who);
        fighter = jg_magic_fighter(jg_magic_card(g, s->active, attacker->kind), attacker);
        for (int i = 0; i < n; i++) {
            const struct jg_magic_creature *c = &other->creature[who[i]];
            against[i] = jg_magic_fighter(jg_magic_card(g, defender, c->kind), c);
        }
        jg_magic_fight(&fighter, against, n, &clash);
        mark(attacker, clash.attacker_damage, clash.attacker_dies);
        for (int i = 0; i < n; i++)
            mark(&other->creature[who[i]], clash.blocker_damage[i], clash.blockers_die >> i & 1);
        for (int step = 0; step < 2; step++) {
            change[step][0] += clash.gains[step][0];
            change[step][1] += clash.gains[step][1] - clash.to_player[step];
        }
    }
    for (int step = 0; step < 2 && (!step || other->life > 0); step++) {
        jg_magic_change_life(own, change[step][0]);
        jg_magic_change_life(other, change[step][1]);
    }
}

void jg_magic_end_combat(const struct jg_game *g, struct jg_magic *s) {
    struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    if (other->creatures || !(jg_magic_rules(g)->evade >> (1 - s->active) & 1)) damage(g, s);
    for (int i = 0; i < own->creatures; i++) own->creature[i].flags &= (uint8_t)~JG_MAGIC_ATTACKS;
    for (int i = 0; i < other->creatures; i++) other->creature[i].blocks = other->creature[i].order = 0;
    s->chosen = s->from = 0;
    s->phase = JG_MAGIC_MAIN_2;
    jg_magic_check(g, s);
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* Blockers of an attacker whose place in the order is open; the last one's place is
 * given when it is the only one. Returns how many are open still. */
static int open_places(struct jg_magic_side *other, int attacker) {
    int open = 0, given = 0;
    struct jg_magic_creature *last = NULL;
    for (int i = 0; i < other->creatures; i++) {
        struct jg_magic_creature *c = &other->creature[i];
        if (c->blocks != attacker) continue;
        if (c->order)
            given++;
        else
            open++, last = c;
    }
    if (open != 1) return open;
    last->order = (uint8_t)(given + 1);
    return 0;
}

static void ask_order(const struct jg_game *g, struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->active];
    s->from = 0;
    for (int a = 0; a < own->creatures; a++) {
        if (!(own->creature[a].flags & JG_MAGIC_ATTACKS) || !open_places(&s->side[1 - s->active], own->creature[a].id))
            continue;
        s->phase = JG_MAGIC_ORDER;
        s->chosen = own->creature[a].id;
        return;
    }
    jg_magic_end_combat(g, s);
}

static void ask_blocks(const struct jg_game *g, struct jg_magic *s) {
    s->phase = JG_MAGIC_BLOCK;
    s->chosen = 0;
    if (!any_left(g, s)) ask_order(g, s);
}

static void attackers_named(const struct jg_game *g, struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->active];
    bool any = false;
    for (int i = 0; i < own->creatures; i++) any |= own->creature[i].flags & JG_MAGIC_ATTACKS;
    s->from = 0;
    if (any)
        ask_blocks(g, s);
    else
        s->phase = JG_MAGIC_MAIN_2;
}

void jg_magic_begin_combat(const struct jg_game *g, struct jg_magic *s) {
    s->phase = JG_MAGIC_ATTACK;
    s->from = 0;
    if (!any_left(g, s)) s->phase = JG_MAGIC_MAIN_2;
}

static void attack_with(const struct jg_game *g, struct jg_magic *s, int id) {
    struct jg_magic_side *own = &s->side[s->active];
    int i = jg_magic_find(own, id);
    struct jg_magic_creature *c = &own->creature[i];
    c->flags |= JG_MAGIC_ATTACKS;
    if (!(jg_magic_card(g, s->active, c->kind)->abilities & JG_MAGIC_VIGILANCE)) c->flags |= JG_MAGIC_TAPPED;
    s->from = (uint8_t)(i + 1);
    if (!any_left(g, s)) attackers_named(g, s);
}

static void next_in_order(const struct jg_game *g, struct jg_magic *s, int id) {
    struct jg_magic_side *other = &s->side[1 - s->active];
    int place = 1;
    for (int i = 0; i < other->creatures; i++)
        place += other->creature[i].blocks == s->chosen && other->creature[i].order;
    other->creature[jg_magic_find(other, id)].order = (uint8_t)place;
    ask_order(g, s);
}

void jg_magic_combat(const struct jg_game *g, struct jg_magic *s, jg_move move) {
    struct jg_magic_side *other = &s->side[1 - s->active];
    int id = jg_magic_number(move);
    switch (jg_magic_word(move)) {
    case JG_MAGIC_ATTACK_WITH: attack_with(g, s, id); break;
    case JG_MAGIC_BLOCK_WITH:
        s->phase = JG_MAGIC_BLOCKED;
        s->chosen = (uint8_t)id;
        s->from = (uint8_t)jg_magic_find(other, id);
        break;
    case JG_MAGIC_AT:
        other->creature[s->from++].blocks = (uint8_t)id;
        ask_blocks(g, s);
        break;
    case JG_MAGIC_NEXT: next_in_order(g, s, id); break;
    default: /* done */
        if (s->phase == JG_MAGIC_ATTACK)
            attackers_named(g, s);
        else
            ask_order(g, s);
    }
}
