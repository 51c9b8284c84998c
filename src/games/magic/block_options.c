/* Block options against one attacker. Sets of blockers are generated from small to large. A set is
 * dominated, and left out, if a subset does at least as well for the defender: the other blockers then had
 * better stay free. Few sets remain: none, one blocker that survives or not, several that kill together. */
#include "games/magic/block_options.h"

#include <string.h>

enum { FIRST_STRIKE = JG_MAGIC_FIRST_STRIKE, DOUBLE_STRIKE = JG_MAGIC_DOUBLE_STRIKE, LIFELINK = JG_MAGIC_LIFELINK };

/* ---- Classes ------------------------------------------------------------------------------ */

static bool alike(const struct jg_magic_combatant *a, const struct jg_magic_combatant *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void add(struct combatant_classes *side, const struct jg_magic_combatant *f, int index,
                const struct jg_magic_weights *w) {
    int i = 0;
    while (i < side->classes && !alike(&side->class[i].combatant, f)) i++;
    struct combatant_class *s = &side->class[i];
    if (i == side->classes) {
        side->classes++;
        s->combatant = *f;
        s->worth = w->power * f->power + w->toughness * f->toughness;
        s->plain = !(f->abilities & (FIRST_STRIKE | DOUBLE_STRIKE | LIFELINK));
        s->count = 0;
    }
    s->member[s->count++] = (uint8_t)index;
}

bool jg_magic_classify(struct combatant_classes *side, const struct jg_magic_combatant *f, int n, uint32_t set,
                       int max_sets, const struct jg_magic_weights *w) {
    bool whole = true;
    side->classes = 0;
    for (int plain = 0; plain < 2; plain++)
        for (int i = 0; i < n; i++)
            if (set >> i & 1 && plain == !(f[i].abilities & (FIRST_STRIKE | DOUBLE_STRIKE | LIFELINK)))
                add(side, &f[i], i, w);
    int64_t sets = 1;
    for (int i = 0, bits = 0; i < side->classes; i++) {
        struct combatant_class *s = &side->class[i];
        while (sets * (s->count + 1) > max_sets) {
            s->count--;
            whole = false;
        }
        s->shift = bits;
        s->stride = (int)sets;
        bits += s->count;
        sets *= s->count + 1;
    }
    side->sets = (int)sets;
    return whole;
}

/* ---- Orders ------------------------------------------------------------------------------- */

/* A set of blockers under construction, and a damage order of it. */
struct option_builder {
    struct block_options *w;
    const struct combatant_class *attacker;
    int begin; /* index of the attacker's first option */
    int size;
    uint8_t count[JG_MAGIC_CREATURES], left[JG_MAGIC_CREATURES];
    uint8_t need[JG_MAGIC_CREATURES]; /* lethal damage, by class */
    uint8_t class[JG_MAGIC_CREATURES];
    struct block_option now;
};

/* The combatant as it fights if the combat ends with the first-strike step. */
static struct jg_magic_combatant first_strike_only(struct jg_magic_combatant f) {
    if (!(f.abilities & (FIRST_STRIKE | DOUBLE_STRIKE))) f.power = 0;
    f.abilities = (uint8_t)((f.abilities | FIRST_STRIKE) & ~DOUBLE_STRIKE);
    return f;
}

static int value_of(const struct option_builder *t, const struct jg_magic_damage_result *c) {
    int gain = c->gains[0][0] + c->gains[1][0] + c->to_player[0] + c->to_player[1] - c->gains[0][1] - c->gains[1][1];
    int value = t->w->weights->life * gain - (c->attacker_dies ? t->attacker->worth : 0);
    for (uint32_t dead = c->blockers_die; dead; dead &= dead - 1)
        value += t->w->blockers.class[t->class[__builtin_ctz(dead)]].worth;
    return value;
}

static int value_after_first_strike(const struct option_builder *t, const struct jg_magic_combatant *blockers) {
    struct jg_magic_combatant half[JG_MAGIC_CREATURES], a = first_strike_only(t->attacker->combatant);
    struct jg_magic_damage_result c;
    for (int i = 0; i < t->size; i++) half[i] = first_strike_only(blockers[i]);
    jg_magic_combat_damage(&a, half, t->size, &c);
    return value_of(t, &c);
}

/* Whether order a is no better than b in any respect. */
static bool dominated(const struct block_options *w, const struct damage_order *a, const struct damage_order *b) {
    if (!w->lethal) return a->value <= b->value;
    return a->value <= b->value && a->damage <= b->damage && (!w->lethal_early || a->value_early <= b->value_early);
}

static void add_order(struct option_builder *t, const struct damage_order *o) {
    struct block_options *w = t->w;
    struct damage_order *list = &w->order[t->now.order];
    int n = 0;
    for (int i = 0; i < t->now.orders; i++)
        if (dominated(w, o, &list[i])) return;
    for (int i = 0; i < t->now.orders; i++)
        if (!dominated(w, &list[i], o)) list[n++] = list[i];
    if (t->now.order + n == DAMAGE_ORDERS) {
        w->exact = false;
        n--;
    }
    list[n] = *o;
    t->now.orders = n + 1;
}

static void evaluate_order(struct option_builder *t) {
    struct jg_magic_combatant f[JG_MAGIC_CREATURES];
    struct jg_magic_damage_result c;
    struct damage_order o;
    for (int i = 0; i < t->size; i++) f[i] = t->w->blockers.class[t->class[i]].combatant;
    if (jg_magic_work_spend(t->w->work, 32)) t->w->exact = false;
    jg_magic_combat_damage(&t->attacker->combatant, f, t->size, &c);
    t->now.damage_early = c.to_player[0] - c.gains[0][1];
    o.value = value_of(t, &c);
    o.damage = t->now.damage_early + c.to_player[1] - c.gains[1][1];
    o.value_early = t->w->lethal_early ? value_after_first_strike(t, f) : 0;
    memcpy(o.class, t->class, (size_t)t->size);
    t->now.dies &= c.attacker_dies;
    add_order(t, &o);
}

static void try_with_rest(struct option_builder *t, int at) {
    for (int s = 0; s < t->w->blockers.classes; s++)
        for (int k = t->left[s]; k > 0; k--) t->class[at++] = (uint8_t)s;
    evaluate_order(t);
}

/* Once the work budget is exhausted, one order is enough. */
static bool out_of_work(const struct option_builder *t) { return t->now.orders && jg_magic_work_exhausted(t->w->work); }

/* An attacker that strikes once gains nothing by killing fewer blockers: it tries each maximal set
 * that it can kill, in one order. */
static void try_kill_sets(struct option_builder *t, int at, int from, int damage_left) {
    bool more = false;
    for (int s = from; s < t->w->blockers.classes; s++) {
        if (!t->left[s] || t->need[s] > damage_left) continue;
        if (out_of_work(t)) return;
        more = true;
        t->left[s]--;
        t->class[at] = (uint8_t)s;
        try_kill_sets(t, at + 1, s, damage_left - t->need[s]);
        t->left[s]++;
    }
    if (!more && !out_of_work(t)) try_with_rest(t, at);
}

/* An attacker with double strike may do well to leave a blocker for the second strike, for example to gain
 * more life by lifelink: it tries all orders, as far as its damage reaches. */
static void try_all_orders(struct option_builder *t, int at, int damage_left) {
    if (damage_left <= 0 || at == t->size) {
        try_with_rest(t, at);
        return;
    }
    for (int s = 0; s < t->w->blockers.classes; s++) {
        if (!t->left[s]) continue;
        t->left[s]--;
        t->class[at] = (uint8_t)s;
        try_all_orders(t, at + 1, damage_left - t->need[s]);
        t->left[s]++;
        if (out_of_work(t)) return;
    }
}

/* Fills in t->now for the blockers in t->count. */
static void find_orders(struct option_builder *t) {
    struct block_options *w = t->w;
    t->now.order = w->orders;
    t->now.orders = 0;
    t->now.size = t->size;
    t->now.dies = true;
    memcpy(t->left, t->count, sizeof t->left);
    if (t->size <= 1)
        try_with_rest(t, 0);
    else if (t->attacker->combatant.abilities & DOUBLE_STRIKE)
        try_all_orders(t, 0, 2 * t->attacker->combatant.power);
    else
        try_kill_sets(t, 0, 0, t->attacker->combatant.power);
    const struct damage_order *o = &w->order[t->now.order];
    t->now.value = o->value;
    t->now.value_early = o->value_early;
    t->now.damage = o->damage;
    for (int i = 1; i < t->now.orders; i++) {
        if (o[i].value > t->now.value) t->now.value = o[i].value;
        if (o[i].value_early > t->now.value_early) t->now.value_early = o[i].value_early;
        if (o[i].damage < t->now.damage) t->now.damage = o[i].damage;
    }
}

/* ---- Options ------------------------------------------------------------------------------ */

/* Whether option a is at least as good for the defender as b, whatever happens elsewhere. Options that
 * differ in the first-strike step may end the combat at different times, and are not comparable. */
static bool dominates(const struct block_options *w, const struct block_option *a, const struct block_option *b) {
    if (a->value > b->value) return false;
    if (!w->lethal) return true;
    if (w->lethal_early && (a->damage_early != b->damage_early || a->value_early > b->value_early)) return false;
    for (int i = 0; i < a->orders; i++) {
        const struct damage_order *x = &w->order[a->order + i];
        int j = 0;
        while (j < b->orders && (x->value > w->order[b->order + j].value || x->damage > w->order[b->order + j].damage))
            j++;
        if (j == b->orders) return false;
    }
    return true;
}

static void add_option(struct option_builder *t) {
    struct block_options *w = t->w;
    for (int i = t->begin; i < w->options; i++)
        if (!(w->option[i].mask & ~t->now.mask) && dominates(w, &w->option[i], &t->now)) return;
    int n = t->begin;
    for (int i = t->begin; i < w->options; i++)
        if (t->now.mask & ~w->option[i].mask || !dominates(w, &t->now, &w->option[i])) w->option[n++] = w->option[i];
    jg_magic_work_spend(w->work, (uint64_t)(2 * (w->options - t->begin)));
    w->options = n;
    /* Leaves room for the empty block of every later attacker. */
    int rest = t->size ? JG_MAGIC_CREATURES + 1 : 0;
    if (w->options + rest >= BLOCK_OPTIONS || t->now.order + t->now.orders + rest >= DAMAGE_ORDERS) {
        w->exact = false;
        return;
    }
    w->option[w->options++] = t->now;
    w->orders = t->now.order + t->now.orders;
}

/* Adds the current set and all its extensions. Plain blockers add nothing to a set that already kills the
 * attacker in every order: it may deal its damage as before, and to them last. */
static void extend(struct option_builder *t, int from) {
    find_orders(t);
    add_option(t);
    if (jg_magic_work_exhausted(t->w->work)) return;
    bool dies = t->now.dies;
    uint32_t mask = t->now.mask;
    int cell = t->now.cell;
    bool flies = t->attacker->combatant.abilities & JG_MAGIC_FLYING;
    for (int s = from; s < t->w->blockers.classes; s++) {
        const struct combatant_class *b = &t->w->blockers.class[s];
        if (dies && b->plain) break;
        if (t->count[s] == b->count) continue;
        if (flies && !(b->combatant.abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH))) continue;
        t->now.mask = mask | UINT32_C(1) << (b->shift + t->count[s]);
        t->now.cell = cell + b->stride;
        t->count[s]++;
        t->size++;
        extend(t, s);
        t->size--;
        t->count[s]--;
    }
}

static void init_builder(struct option_builder *t, struct block_options *w, int attacker) {
    *t = (struct option_builder){.w = w, .attacker = &w->attackers.class[attacker], .begin = w->options};
    for (int s = 0; s < w->blockers.classes; s++) {
        const struct jg_magic_combatant *f = &w->blockers.class[s].combatant;
        t->need[s] = f->toughness > f->damage ? (uint8_t)(f->toughness - f->damage) : 0;
    }
}

void jg_magic_block_options(struct block_options *w) {
    w->options = w->orders = 0;
    for (int a = 0; a < w->attackers.classes; a++) {
        struct option_builder t;
        init_builder(&t, w, a);
        w->begin[a] = w->options;
        extend(&t, 0);
    }
    w->begin[w->attackers.classes] = w->options;
}

void jg_magic_add_block_option(struct block_options *w, int attacker, const uint8_t count[JG_MAGIC_CREATURES]) {
    struct option_builder t;
    init_builder(&t, w, attacker);
    for (int s = 0; s < w->blockers.classes; s++) {
        t.count[s] = count[s];
        t.size += count[s];
    }
    find_orders(&t);
    add_option(&t);
}
