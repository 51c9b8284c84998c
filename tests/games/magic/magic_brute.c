#include "magic_brute.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool has(const struct jg_magic_combatant *f, int ability) { return (f->abilities & ability) != 0; }

static bool strikes_now(const struct jg_magic_combatant *f, bool first_step) {
    if (has(f, JG_MAGIC_DOUBLE_STRIKE)) return true;
    return has(f, JG_MAGIC_FIRST_STRIKE) == first_step;
}

static bool lives(const struct brute_rest *r, int side, int i) { return !(r->dead[side] >> i & 1); }

/* The damage of one attacker, added to `hurt`; returns the part dealt to the defender. */
static int attacker_blow(const struct jg_magic_battle *b, const struct brute_rest *r, int a, const uint8_t *blocked,
                         const uint8_t *order, int *hurt, int *dealt) {
    int power = b->attacker[a].power, last = -1;
    bool was_blocked = false;
    *dealt = 0;
    for (int i = 0; i < b->blockers; i++) was_blocked |= blocked[i] == a;
    if (!was_blocked) {
        *dealt = power;
        return power;
    }
    for (int place = 1; place <= b->blockers; place++)
        for (int i = 0; i < b->blockers; i++) {
            if (blocked[i] != a || order[i] != place || !lives(r, 1, i)) continue;
            int lethal = b->blocker[i].toughness - r->damage[1][i];
            int part = power < lethal ? power : lethal;
            hurt[i] += part;
            *dealt += part;
            power -= part;
            last = i;
        }
    if (last >= 0) {
        hurt[last] += power;
        *dealt += power;
    }
    return 0;
}

static void bury(const struct jg_magic_combatant *f, int n, struct brute_rest *r, int side) {
    for (int i = 0; i < n; i++)
        if (r->damage[side][i] >= f[i].toughness) r->dead[side] |= UINT32_C(1) << i;
}

static void damage_step(const struct jg_magic_battle *b, uint32_t attack, const uint8_t *blocked, const uint8_t *order,
                        bool first, struct brute_rest *r) {
    int hurt[2][JG_MAGIC_CREATURES] = {{0}};
    int life[2] = {0, 0};
    for (int a = 0; a < b->attackers; a++) {
        int dealt;
        if (!(attack >> a & 1) || !lives(r, 0, a) || !strikes_now(&b->attacker[a], first)) continue;
        life[1] -= attacker_blow(b, r, a, blocked, order, hurt[1], &dealt);
        if (has(&b->attacker[a], JG_MAGIC_LIFELINK)) life[0] += dealt;
    }
    for (int i = 0; i < b->blockers; i++) {
        int a = blocked[i];
        if (a == JG_MAGIC_NONE || !lives(r, 1, i) || !lives(r, 0, a) || !strikes_now(&b->blocker[i], first)) continue;
        hurt[0][a] += b->blocker[i].power;
        if (has(&b->blocker[i], JG_MAGIC_LIFELINK)) life[1] += b->blocker[i].power;
    }
    for (int i = 0; i < JG_MAGIC_CREATURES; i++) {
        r->damage[0][i] += hurt[0][i];
        r->damage[1][i] += hurt[1][i];
    }
    r->life[0] += life[0];
    r->life[1] += life[1];
    bury(b->attacker, b->attackers, r, 0);
    bury(b->blocker, b->blockers, r, 1);
}

void brute_resolve(const struct jg_magic_battle *b, uint32_t attack, const uint8_t *blocked, const uint8_t *order,
                   struct brute_rest *rest) {
    memset(rest, 0, sizeof *rest);
    for (int i = 0; i < b->attackers; i++) rest->damage[0][i] = b->attacker[i].damage;
    for (int i = 0; i < b->blockers; i++) rest->damage[1][i] = b->blocker[i].damage;
    rest->life[0] = b->life[0];
    rest->life[1] = b->life[1];
    damage_step(b, attack, blocked, order, true, rest);
    if (rest->life[1] > 0) damage_step(b, attack, blocked, order, false, rest);
}

int brute_value(const struct jg_magic_battle *b, const struct jg_magic_weights *w, uint32_t attack,
                const uint8_t *blocked, const uint8_t *order) {
    struct brute_rest r;
    brute_resolve(b, attack, blocked, order, &r);
    int power = 0, toughness = 0;
    for (int i = 0; i < b->attackers; i++)
        if (lives(&r, 0, i)) power += b->attacker[i].power, toughness += b->attacker[i].toughness;
    for (int i = 0; i < b->blockers; i++)
        if (lives(&r, 1, i)) power -= b->blocker[i].power, toughness -= b->blocker[i].toughness;
    return w->life * (r.life[0] - r.life[1]) + w->power * power + w->toughness * toughness +
           (r.life[1] <= 0 ? w->win : 0);
}

struct brute {
    const struct jg_magic_battle *b;
    const struct jg_magic_weights *w;
    uint32_t attack;
    uint8_t blocked[JG_MAGIC_CREATURES], order[JG_MAGIC_CREATURES];
    int blocks, best;
};

/* Tries every free place in the damage order for blocker i. */
static int orders_from(struct brute *t, int i) {
    while (i < t->b->blockers && t->blocked[i] == JG_MAGIC_NONE) i++;
    if (i == t->b->blockers) return brute_value(t->b, t->w, t->attack, t->blocked, t->order);
    int best = INT_MIN, places = 0;
    uint32_t taken = 0;
    for (int k = 0; k < t->b->blockers; k++) {
        if (t->blocked[k] != t->blocked[i]) continue;
        places++;
        if (k < i) taken |= UINT32_C(1) << t->order[k];
    }
    for (int place = 1; place <= places; place++) {
        if (taken >> place & 1) continue;
        t->order[i] = (uint8_t)place;
        int value = orders_from(t, i + 1);
        if (value > best) best = value;
    }
    t->order[i] = 0;
    return best;
}

int brute_order(const struct jg_magic_battle *b, const struct jg_magic_weights *w, uint32_t attack,
                const uint8_t *blocked) {
    struct brute t = {.b = b, .w = w, .attack = attack};
    memcpy(t.blocked, blocked, sizeof t.blocked);
    return orders_from(&t, 0);
}

static void blocks_from(struct brute *t, int i) {
    if (i == t->b->blockers) {
        int value = orders_from(t, 0);
        if (value < t->best) t->best = value;
        t->blocks++;
        return;
    }
    t->blocked[i] = JG_MAGIC_NONE;
    blocks_from(t, i + 1);
    for (int a = 0; a < t->b->attackers; a++) {
        if (!(t->attack >> a & 1)) continue;
        if (has(&t->b->attacker[a], JG_MAGIC_FLYING) && !has(&t->b->blocker[i], JG_MAGIC_FLYING) &&
            !has(&t->b->blocker[i], JG_MAGIC_REACH))
            continue;
        t->blocked[i] = (uint8_t)a;
        blocks_from(t, i + 1);
    }
}

int brute_defend(const struct jg_magic_battle *b, const struct jg_magic_weights *w, uint32_t attack, int *blocks) {
    struct brute t = {.b = b, .w = w, .attack = attack, .best = INT_MAX};
    memset(t.blocked, JG_MAGIC_NONE, sizeof t.blocked);
    blocks_from(&t, 0);
    if (blocks) *blocks = t.blocks;
    return t.best;
}
