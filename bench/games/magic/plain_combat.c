/* Combat of the plain engine, creature by creature: attackers, blockers, the damage order and the steps of damage. */
#include "bench/games/magic/plain_inside.h"

#include <stddef.h>

bool plain_magic_can_attack(const creature *c) { return !c->tapped && (!c->sick || plain_magic_has(c->name, "haste")); }

bool plain_magic_can_block(const creature *blocker, const creature *attacker) {
    if (blocker->tapped || !attacker->attacking) return false;
    if (!plain_magic_has(attacker->name, "flying")) return true;
    return plain_magic_has(blocker->name, "flying") || plain_magic_has(blocker->name, "reach");
}

bool plain_magic_can_block_somebody(const creature *blocker, const player *attackers) {
    for (int i = 0; i < attackers->creatures; i++)
        if (plain_magic_can_block(blocker, &attackers->creature[i])) return true;
    return false;
}

bool plain_magic_is_later(const struct plain_magic *p, const creature *c) { return c->id > p->named; }

static bool more_attackers(struct plain_magic *p) {
    for (int i = 0; i < me(p)->creatures; i++)
        if (plain_magic_is_later(p, &me(p)->creature[i]) && plain_magic_can_attack(&me(p)->creature[i])) return true;
    return false;
}

static bool more_blockers(struct plain_magic *p) {
    for (int i = 0; i < they(p)->creatures; i++)
        if (plain_magic_is_later(p, &they(p)->creature[i]) &&
            plain_magic_can_block_somebody(&they(p)->creature[i], me(p)))
            return true;
    return false;
}

static bool strikes_first(const creature *c) {
    return plain_magic_has(c->name, "first strike") || plain_magic_has(c->name, "double strike");
}

static bool strikes_later(const creature *c) { return !plain_magic_has(c->name, "first strike"); }

/* Damage that a creature is about to deal. */
struct blow {
    int seat; /* of who deals it */
    const char *by;
    int amount;
    int id; /* of the creature that is hit, 0: the other player */
};

struct blows {
    struct blow blow[4 * PLAIN_MAGIC_CREATURES * 2];
    int n;
};

static void add_blow(struct blows *all, int seat, const char *by, int amount, int id) {
    if (amount > 0) all->blow[all->n++] = (struct blow){seat, by, amount, id};
}

static void attacker_strikes(struct plain_magic *p, const creature *attacker, struct blows *all) {
    int left = plain_magic_power(p, attacker);
    const creature *last = NULL;
    if (!attacker->blocked) {
        add_blow(all, p->active, attacker->name, left, 0);
        return;
    }
    for (int i = 0; i < attacker->ordered; i++)
        if (plain_magic_find_creature(they(p), attacker->order[i]))
            last = plain_magic_find_creature(they(p), attacker->order[i]);
    for (int i = 0; i < attacker->ordered; i++) {
        const creature *blocker = plain_magic_find_creature(they(p), attacker->order[i]);
        if (!blocker) continue;
        int lethal = plain_magic_toughness(p, blocker) - blocker->damage;
        int amount = blocker == last || lethal > left ? left : lethal;
        add_blow(all, p->active, attacker->name, amount, blocker->id);
        left -= amount;
    }
}

static void strike(struct plain_magic *p, const struct blow *b) {
    player *by = &p->player[b->seat], *at = &p->player[1 - b->seat];
    if (b->id)
        plain_magic_find_creature(at, b->id)->damage += b->amount;
    else
        at->life -= b->amount;
    if (plain_magic_has(b->by, "lifelink")) by->life += b->amount;
}

/* All damage of a step is dealt at once. */
static bool damage_step(struct plain_magic *p, bool (*strikes)(const creature *)) {
    struct blows all = {.n = 0};
    for (int i = 0; i < me(p)->creatures; i++) {
        const creature *c = &me(p)->creature[i];
        if (c->attacking && strikes(c)) attacker_strikes(p, c, &all);
    }
    for (int i = 0; i < they(p)->creatures; i++) {
        const creature *c = &they(p)->creature[i];
        if (c->blocking && plain_magic_find_creature(me(p), c->blocking) && strikes(c))
            add_blow(&all, 1 - p->active, c->name, plain_magic_power(p, c), c->blocking);
    }
    for (int i = 0; i < all.n; i++) strike(p, &all.blow[i]);
    return plain_magic_check_state(p);
}

void plain_magic_fight(struct plain_magic *p) {
    p->named = p->ordering = 0;
    if (!p->fog && (damage_step(p, strikes_first) || damage_step(p, strikes_later))) return;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < p->player[seat].creatures; i++) {
            creature *c = &p->player[seat].creature[i];
            c->attacking = c->blocked = false;
            c->blocking = c->ordered = 0;
        }
    plain_magic_main_phase(p, true);
}

static int blockers_of(const player *who, int attacker) {
    int n = 0;
    for (int i = 0; i < who->creatures; i++) n += who->creature[i].blocking == attacker;
    return n;
}

bool plain_magic_is_ordered(const creature *attacker, int blocker) {
    for (int i = 0; i < attacker->ordered; i++)
        if (attacker->order[i] == blocker) return true;
    return false;
}

/* The only blocker that is left goes last by itself. */
static void order_the_last(struct plain_magic *p, creature *attacker) {
    if (blockers_of(they(p), attacker->id) - attacker->ordered != 1) return;
    for (int i = 0; i < they(p)->creatures; i++) {
        const creature *c = &they(p)->creature[i];
        if (c->blocking != attacker->id || plain_magic_is_ordered(attacker, c->id)) continue;
        attacker->order[attacker->ordered++] = c->id;
        return;
    }
}

void plain_magic_order_blockers(struct plain_magic *p) {
    p->named = 0;
    for (int i = 0; i < me(p)->creatures; i++) {
        creature *c = &me(p)->creature[i];
        order_the_last(p, c);
        if (blockers_of(they(p), c->id) == c->ordered) continue;
        p->phase = PLAIN_MAGIC_ORDER;
        p->ordering = c->id;
        return;
    }
    p->ordering = 0;
    plain_magic_begin_step(p, PLAIN_MAGIC_DEFENDED);
}

void plain_magic_ask_blockers(struct plain_magic *p) {
    p->phase = PLAIN_MAGIC_BLOCK;
    if (!more_blockers(p)) plain_magic_order_blockers(p);
}

void plain_magic_end_attack(struct plain_magic *p) {
    bool any = false;
    for (int i = 0; i < me(p)->creatures; i++) any = any || me(p)->creature[i].attacking;
    p->named = 0;
    if (any)
        plain_magic_begin_step(p, PLAIN_MAGIC_ATTACKED);
    else
        plain_magic_main_phase(p, true);
}

void plain_magic_ask_attackers(struct plain_magic *p) {
    p->phase = PLAIN_MAGIC_ATTACK;
    if (!more_attackers(p)) plain_magic_end_attack(p);
}

void plain_magic_attack_with(struct plain_magic *p, int id) {
    creature *c = plain_magic_find_creature(me(p), id);
    c->attacking = true;
    if (!plain_magic_has(c->name, "vigilance")) c->tapped = true;
    p->named = id;
    plain_magic_ask_attackers(p);
}

void plain_magic_block_at(struct plain_magic *p, int id) {
    plain_magic_find_creature(they(p), p->named)->blocking = id;
    plain_magic_find_creature(me(p), id)->blocked = true;
    plain_magic_ask_blockers(p);
}
