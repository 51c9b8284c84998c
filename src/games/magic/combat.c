/* The combat phase: declaring attackers and blockers, damage order, damage. */
#include "games/magic/rules.h"

bool jg_magic_can_attack(const struct jg_magic_card *card, const struct jg_magic_creature *c) {
    return !(c->flags & JG_MAGIC_TAPPED) && (!(c->flags & JG_MAGIC_SICK) || card->abilities & JG_MAGIC_HASTE);
}

bool jg_magic_can_block(const struct jg_magic_card *blocker, const struct jg_magic_creature *c,
                        const struct jg_magic_card *attacker) {
    return !(c->flags & JG_MAGIC_TAPPED) &&
           (!(attacker->abilities & JG_MAGIC_FLYING) || blocker->abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH));
}

/* ---- Legal moves ------------------------------------------------------------------------ */

static bool may_attack(const struct jg_game *g, const struct jg_magic *s, int i) {
    const struct jg_magic_creature *c = &s->side[s->active].creature[i];
    return jg_magic_can_attack(jg_magic_card(g, s->active, c->kind), c);
}

/* Whether the i-th creature of the defender may block an attacker. */
static bool may_block(const struct jg_game *g, const struct jg_magic *s, int i,
                      const struct jg_magic_creature *attacker) {
    int defender = 1 - s->active;
    const struct jg_magic_creature *c = &s->side[defender].creature[i];
    return attacker->flags & JG_MAGIC_ATTACKS &&
           jg_magic_can_block(jg_magic_card(g, defender, c->kind), c, jg_magic_card(g, s->active, attacker->kind));
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
    case JG_MAGIC_BLOCK_WHICH:
        for (int a = 0; a < own->creatures; a++)
            if (may_block(g, s, s->from, &own->creature[a]))
                out[n++] = jg_magic_move(JG_MAGIC_BLOCK_ATTACKER, own->creature[a].id);
        return n;
    case JG_MAGIC_ORDER:
        for (int i = 0; i < other->creatures; i++)
            if (other->creature[i].blocks == s->chosen && !other->creature[i].order)
                out[n++] = jg_magic_move(JG_MAGIC_ORDER_NEXT, other->creature[i].id);
        return n;
    default: break;
    }
    out[n++] = jg_magic_move(JG_MAGIC_DONE, 0);
    return n;
}

/* ---- Damage ----------------------------------------------------------------------------- */

/* The indices of the blockers of an attacker in damage order; returns their number. */
static int blockers_of(const struct jg_magic_side *other, const struct jg_magic_creature *attacker, uint8_t *out) {
    int n = 0;
    for (int i = 0; i < other->creatures; i++) {
        if (other->creature[i].blocks != attacker->id) continue;
        out[other->creature[i].order - 1] = (uint8_t)i;
        n++;
    }
    return n;
}

static void mark_damage(struct jg_magic_creature *c, int damage, bool dies) {
    c->damage = (uint8_t)damage;
    if (dies) c->flags |= JG_MAGIC_DESTROYED;
}

static void deal_damage(const struct jg_game *g, struct jg_magic *s) {
    int defender = 1 - s->active;
    struct jg_magic_side *own = &s->side[s->active], *other = &s->side[defender];
    int change[2][2] = {{0}}; /* by step: change of the attacking player's life, of the defender's */
    for (int a = 0; a < own->creatures; a++) {
        struct jg_magic_creature *attacker = &own->creature[a];
        struct jg_magic_combatant fighter, against[JG_MAGIC_CREATURES];
        struct jg_magic_damage_result clash;
        uint8_t who[JG_MAGIC_CREATURES];
        if (!(attacker->flags & JG_MAGIC_ATTACKS)) continue;
        int n = blockers_of(other, attacker, who);
        if (!n && attacker->flags & JG_MAGIC_BLOCKED) continue;
        fighter = jg_magic_combatant(jg_magic_card(g, s->active, attacker->kind), attacker);
        for (int i = 0; i < n; i++) {
            const struct jg_magic_creature *c = &other->creature[who[i]];
            against[i] = jg_magic_combatant(jg_magic_card(g, defender, c->kind), c);
        }
        jg_magic_combat_damage(&fighter, against, n, &clash);
        mark_damage(attacker, clash.attacker_damage, clash.attacker_dies);
        for (int i = 0; i < n; i++)
            mark_damage(&other->creature[who[i]], clash.blocker_damage[i], clash.blockers_die >> i & 1);
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

void jg_magic_resolve_combat(const struct jg_game *g, struct jg_magic *s) {
    struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    bool evades = !other->creatures && jg_magic_rules(g)->evade >> (1 - s->active) & 1;
    if (!evades && !s->fog) deal_damage(g, s);
    for (int i = 0; i < own->creatures; i++) own->creature[i].flags &= (uint8_t) ~(JG_MAGIC_ATTACKS | JG_MAGIC_BLOCKED);
    for (int i = 0; i < other->creatures; i++) other->creature[i].blocks = other->creature[i].order = 0;
    s->chosen = s->from = 0;
    s->phase = JG_MAGIC_MAIN_2;
    jg_magic_state_based_actions(g, s);
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* Counts the blockers of an attacker without a place in the damage order; a single one gets the
 * last place. */
static int assign_last_place(struct jg_magic_side *other, int attacker) {
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

/* Blocked attackers stay blocked when their blockers leave. */
static void mark_blocked(struct jg_magic *s) {
    struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    for (int i = 0; i < other->creatures; i++)
        if (other->creature[i].blocks)
            own->creature[jg_magic_find_creature(own, other->creature[i].blocks)].flags |= JG_MAGIC_BLOCKED;
}

void jg_magic_mend_combat(struct jg_magic *s) {
    struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    for (int i = 0; i < other->creatures; i++)
        if (other->creature[i].blocks && jg_magic_find_creature(own, other->creature[i].blocks) < 0)
            other->creature[i].blocks = other->creature[i].order = 0;
    for (int a = 0; a < own->creatures; a++)
        for (int place = 1, given = 0; place <= JG_MAGIC_CREATURES; place++)
            for (int i = 0; i < other->creatures; i++)
                if (other->creature[i].blocks == own->creature[a].id && other->creature[i].order == place)
                    other->creature[i].order = (uint8_t)++given;
}

static void begin_order(const struct jg_game *g, struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->active];
    s->from = 0;
    for (int a = 0; a < own->creatures; a++) {
        if (!(own->creature[a].flags & JG_MAGIC_ATTACKS) ||
            !assign_last_place(&s->side[1 - s->active], own->creature[a].id))
            continue;
        s->phase = JG_MAGIC_ORDER;
        s->chosen = own->creature[a].id;
        return;
    }
    if (jg_magic_windows(g)) mark_blocked(s);
    jg_magic_begin_step(g, s, JG_MAGIC_STEP_BLOCKERS);
}

void jg_magic_begin_blocks(const struct jg_game *g, struct jg_magic *s) {
    s->phase = JG_MAGIC_BLOCK;
    s->chosen = 0;
    if (!any_left(g, s)) begin_order(g, s);
}

static void end_attackers(const struct jg_game *g, struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->active];
    bool any = false;
    for (int i = 0; i < own->creatures; i++) any |= own->creature[i].flags & JG_MAGIC_ATTACKS;
    s->from = 0;
    if (any)
        jg_magic_begin_step(g, s, JG_MAGIC_STEP_ATTACKERS);
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
    int i = jg_magic_find_creature(own, id);
    struct jg_magic_creature *c = &own->creature[i];
    c->flags |= JG_MAGIC_ATTACKS;
    if (!(jg_magic_card(g, s->active, c->kind)->abilities & JG_MAGIC_VIGILANCE)) c->flags |= JG_MAGIC_TAPPED;
    s->from = (uint8_t)(i + 1);
    if (!any_left(g, s)) end_attackers(g, s);
}

static void order_next(const struct jg_game *g, struct jg_magic *s, int id) {
    struct jg_magic_side *other = &s->side[1 - s->active];
    int place = 1;
    for (int i = 0; i < other->creatures; i++)
        place += other->creature[i].blocks == s->chosen && other->creature[i].order;
    other->creature[jg_magic_find_creature(other, id)].order = (uint8_t)place;
    begin_order(g, s);
}

void jg_magic_apply_combat(const struct jg_game *g, struct jg_magic *s, jg_move move) {
    struct jg_magic_side *other = &s->side[1 - s->active];
    int id = jg_magic_move_arg(move);
    switch (jg_magic_move_type(move)) {
    case JG_MAGIC_ATTACK_WITH: attack_with(g, s, id); break;
    case JG_MAGIC_BLOCK_WITH:
        s->phase = JG_MAGIC_BLOCK_WHICH;
        s->chosen = (uint8_t)id;
        s->from = (uint8_t)jg_magic_find_creature(other, id);
        break;
    case JG_MAGIC_BLOCK_ATTACKER:
        other->creature[s->from++].blocks = (uint8_t)id;
        jg_magic_begin_blocks(g, s);
        break;
    case JG_MAGIC_ORDER_NEXT: order_next(g, s, id); break;
    default: /* done */
        if (s->phase == JG_MAGIC_ATTACK)
            end_attackers(g, s);
        else
            begin_order(g, s);
    }
}
