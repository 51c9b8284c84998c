/* One attacker and those who block it. Damage in two steps: who strikes first or twice
 * strikes in the first, who does not strike first or strikes twice in the second, if it
 * is still there. */
#include "games/magic/magic.h"

enum { FIRST = JG_MAGIC_FIRST_STRIKE, TWICE = JG_MAGIC_DOUBLE_STRIKE, LINK = JG_MAGIC_LIFELINK };

static bool strikes(int abilities, int step) {
    return step ? !(abilities & FIRST) || (abilities & TWICE) : (abilities & (FIRST | TWICE)) != 0;
}

/* Damage marked on a creature never wraps. */
static uint8_t marked(int damage, int more) { return (uint8_t)(damage + more > 255 ? 255 : damage + more); }

static void unblocked(const struct jg_magic_fighter *a, struct jg_magic_clash *out) {
    for (int step = 0; step < 2; step++) {
        int blow = strikes(a->abilities, step) ? a->power : 0;
        out->to_player[step] = (int16_t)blow;
        if (a->abilities & LINK) out->gains[step][0] = (int16_t)blow;
    }
}

static void duel(const struct jg_magic_fighter *a, const struct jg_magic_fighter *b, struct jg_magic_clash *out) {
    int on_a = a->damage, on_b = b->damage;
    for (int step = (a->abilities | b->abilities) & (FIRST | TWICE) ? 0 : 1; step < 2; step++) {
        int by_a = strikes(a->abilities, step) ? a->power : 0;
        int by_b = strikes(b->abilities, step) ? b->power : 0;
        on_a += by_b;
        on_b += by_a;
        if (a->abilities & LINK) out->gains[step][0] = (int16_t)by_a;
        if (b->abilities & LINK) out->gains[step][1] = (int16_t)by_b;
        if (on_a >= a->toughness || on_b >= b->toughness) break; /* nobody left to strike at */
    }
    out->attacker_dies = on_a >= a->toughness;
    out->blockers_die = on_b >= b->toughness;
    out->attacker_damage = marked(on_a, 0);
    out->blocker_damage[0] = marked(on_b, 0);
}

/* The attacker's blow: what kills down the order, the rest on the last who is there. */
static void share(const struct jg_magic_fighter *blockers, int n, int blow, struct jg_magic_clash *out) {
    int last = -1;
    uint32_t gone = out->blockers_die;
    for (int i = 0; i < n; i++) {
        if (gone >> i & 1) continue;
        last = i;
        int need = blockers[i].toughness - out->blocker_damage[i];
        int part = need < 0 ? 0 : need < blow ? need : blow;
        out->blocker_damage[i] = marked(out->blocker_damage[i], part);
        blow -= part;
    }
    if (last >= 0) out->blocker_damage[last] = marked(out->blocker_damage[last], blow);
}

static void melee_step(const struct jg_magic_fighter *a, const struct jg_magic_fighter *blockers, int n, int step,
                       struct jg_magic_clash *out) {
    uint32_t gone = out->blockers_die;
    int taken = 0, gained = 0;
    for (int i = 0; i < n; i++) {
        if (gone >> i & 1 || !strikes(blockers[i].abilities, step)) continue;
        taken += blockers[i].power;
        if (blockers[i].abilities & LINK) gained += blockers[i].power;
    }
    if (strikes(a->abilities, step) && gone != (UINT32_C(1) << n) - 1) {
        share(blockers, n, a->power, out);
        if (a->abilities & LINK) out->gains[step][0] = a->power;
    }
    out->gains[step][1] = (int16_t)gained;
    out->attacker_damage = marked(out->attacker_damage, taken);
    out->attacker_dies = out->attacker_damage >= a->toughness;
    for (int i = 0; i < n; i++)
        if (out->blocker_damage[i] >= blockers[i].toughness) out->blockers_die |= UINT32_C(1) << i;
}

static void melee(const struct jg_magic_fighter *a, const struct jg_magic_fighter *blockers, int n,
                  struct jg_magic_clash *out) {
    int abilities = a->abilities;
    for (int i = 0; i < n; i++) {
        abilities |= blockers[i].abilities;
        out->blocker_damage[i] = blockers[i].damage;
    }
    if (abilities & (FIRST | TWICE)) melee_step(a, blockers, n, 0, out);
    if (!out->attacker_dies) melee_step(a, blockers, n, 1, out); /* otherwise nobody to strike or be struck */
}

void jg_magic_fight(const struct jg_magic_fighter *attacker, const struct jg_magic_fighter *blockers, int n,
                    struct jg_magic_clash *out) {
    *out = (struct jg_magic_clash){.attacker_damage = attacker->damage};
    if (n == 0)
        unblocked(attacker, out);
    else if (n == 1)
        duel(attacker, blockers, out);
    else
        melee(attacker, blockers, n, out);
}
