/* Combat damage of one attacker and its blockers, in two steps. Creatures with first strike or double
 * strike deal damage in the first; surviving creatures without first strike, or with double strike, in the
 * second. */
#include "games/magic/magic.h"

enum { FIRST_STRIKE = JG_MAGIC_FIRST_STRIKE, DOUBLE_STRIKE = JG_MAGIC_DOUBLE_STRIKE, LIFELINK = JG_MAGIC_LIFELINK };

static bool strikes(int abilities, int step) {
    return step ? !(abilities & FIRST_STRIKE) || (abilities & DOUBLE_STRIKE)
                : (abilities & (FIRST_STRIKE | DOUBLE_STRIKE)) != 0;
}

/* Adds damage without overflow. */
static uint8_t add_damage(int damage, int more) { return (uint8_t)(damage + more > 255 ? 255 : damage + more); }

static void unblocked(const struct jg_magic_combatant *a, struct jg_magic_damage_result *out) {
    for (int step = 0; step < 2; step++) {
        int damage = strikes(a->abilities, step) ? a->power : 0;
        out->to_player[step] = (int16_t)damage;
        if (a->abilities & LIFELINK) out->gains[step][0] = (int16_t)damage;
    }
}

static void single_block(const struct jg_magic_combatant *a, const struct jg_magic_combatant *b,
                         struct jg_magic_damage_result *out) {
    int on_a = a->damage, on_b = b->damage;
    for (int step = (a->abilities | b->abilities) & (FIRST_STRIKE | DOUBLE_STRIKE) ? 0 : 1; step < 2; step++) {
        int by_a = strikes(a->abilities, step) ? a->power : 0;
        int by_b = strikes(b->abilities, step) ? b->power : 0;
        on_a += by_b;
        on_b += by_a;
        if (a->abilities & LIFELINK) out->gains[step][0] = (int16_t)by_a;
        if (b->abilities & LIFELINK) out->gains[step][1] = (int16_t)by_b;
        if (on_a >= a->toughness || on_b >= b->toughness) break; /* no opponent left */
    }
    out->attacker_dies = on_a >= a->toughness;
    out->blockers_die = on_b >= b->toughness;
    out->attacker_damage = add_damage(on_a, 0);
    out->blocker_damage[0] = add_damage(on_b, 0);
}

/* Assigns lethal damage in damage order, and the rest to the last living blocker. */
static void assign_damage(const struct jg_magic_combatant *blockers, int n, int damage,
                          struct jg_magic_damage_result *out) {
    int last = -1;
    uint32_t gone = out->blockers_die;
    for (int i = 0; i < n; i++) {
        if (gone >> i & 1) continue;
        last = i;
        int need = blockers[i].toughness - out->blocker_damage[i];
        int part = need < 0 ? 0 : need < damage ? need : damage;
        out->blocker_damage[i] = add_damage(out->blocker_damage[i], part);
        damage -= part;
    }
    if (last >= 0) out->blocker_damage[last] = add_damage(out->blocker_damage[last], damage);
}

static void multi_block_step(const struct jg_magic_combatant *a, const struct jg_magic_combatant *blockers, int n,
                             int step, struct jg_magic_damage_result *out) {
    uint32_t gone = out->blockers_die;
    int taken = 0, gained = 0;
    for (int i = 0; i < n; i++) {
        if (gone >> i & 1 || !strikes(blockers[i].abilities, step)) continue;
        taken += blockers[i].power;
        if (blockers[i].abilities & LIFELINK) gained += blockers[i].power;
    }
    if (strikes(a->abilities, step) && gone != (UINT32_C(1) << n) - 1) {
        assign_damage(blockers, n, a->power, out);
        if (a->abilities & LIFELINK) out->gains[step][0] = a->power;
    }
    out->gains[step][1] = (int16_t)gained;
    out->attacker_damage = add_damage(out->attacker_damage, taken);
    out->attacker_dies = out->attacker_damage >= a->toughness;
    for (int i = 0; i < n; i++)
        if (out->blocker_damage[i] >= blockers[i].toughness) out->blockers_die |= UINT32_C(1) << i;
}

static void multi_block(const struct jg_magic_combatant *a, const struct jg_magic_combatant *blockers, int n,
                        struct jg_magic_damage_result *out) {
    int abilities = a->abilities;
    for (int i = 0; i < n; i++) {
        abilities |= blockers[i].abilities;
        out->blocker_damage[i] = blockers[i].damage;
    }
    if (abilities & (FIRST_STRIKE | DOUBLE_STRIKE)) multi_block_step(a, blockers, n, 0, out);
    if (!out->attacker_dies)
        multi_block_step(a, blockers, n, 1, out); /* else there is nothing to strike, or to be struck by */
}

void jg_magic_combat_damage(const struct jg_magic_combatant *attacker, const struct jg_magic_combatant *blockers, int n,
                            struct jg_magic_damage_result *out) {
    *out = (struct jg_magic_damage_result){.attacker_damage = attacker->damage};
    if (n == 0)
        unblocked(attacker, out);
    else if (n == 1)
        single_block(attacker, blockers, out);
    else
        multi_block(attacker, blockers, n, out);
}
