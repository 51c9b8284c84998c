/* Sets of blockers are tried from small to large. One is of no use if a part of it does
 * as well for the defender: then the rest had better stay free. What is left are few:
 * nobody, one that dies or not, those who kill together. */
#include "games/magic/ways.h"

#include <string.h>

enum { FIRST = JG_MAGIC_FIRST_STRIKE, TWICE = JG_MAGIC_DOUBLE_STRIKE, LINK = JG_MAGIC_LIFELINK };

/* ---- Sorts -------------------------------------------------------------------------------- */

static bool alike(const struct jg_magic_fighter *a, const struct jg_magic_fighter *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void add(struct ways_side *side, const struct jg_magic_fighter *f, int index, const struct jg_magic_weights *w) {
    int i = 0;
    while (i < side->sorts && !alike(&side->sort[i].fighter, f)) i++;
    struct ways_sort *s = &side->sort[i];
    if (i == side->sorts) {
        side->sorts++;
        s->fighter = *f;
        s->worth = w->power * f->power + w->toughness * f->toughness;
        s->plain = !(f->abilities & (FIRST | TWICE | LINK));
        s->count = 0;
    }
    s->member[s->count++] = (uint8_t)index;
}

bool ways_sort(struct ways_side *side, const struct jg_magic_fighter *f, int n, uint32_t set, int most,
               const struct jg_magic_weights *w) {
    bool whole = true;
    side->sorts = 0;
    for (int plain = 0; plain < 2; plain++)
        for (int i = 0; i < n; i++)
            if (set >> i & 1 && plain == !(f[i].abilities & (FIRST | TWICE | LINK))) add(side, &f[i], i, w);
    int64_t sets = 1;
    for (int i = 0, bits = 0; i < side->sorts; i++) {
        struct ways_sort *s = &side->sort[i];
        while (sets * (s->count + 1) > most) {
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

/* A set of blockers that grows, and an order of it. */
struct try {
    struct ways *w;
    const struct ways_sort *attacker;
    int begin; /* the attacker's first option */
    int size;
    uint8_t count[JG_MAGIC_CREATURES], left[JG_MAGIC_CREATURES];
    uint8_t need[JG_MAGIC_CREATURES]; /* damage that kills one of a sort */
    uint8_t sort[JG_MAGIC_CREATURES];
    struct ways_option now;
};

/* In the first-strike step only those who strike there do, and nothing comes after. */
static struct jg_magic_fighter halved(struct jg_magic_fighter f) {
    if (!(f.abilities & (FIRST | TWICE))) f.power = 0;
    f.abilities = (uint8_t)((f.abilities | FIRST) & ~TWICE);
    return f;
}

static int value_of(const struct try *t, const struct jg_magic_clash *c) {
    int gain = c->gains[0][0] + c->gains[1][0] + c->to_player[0] + c->to_player[1] - c->gains[0][1] - c->gains[1][1];
    int value = t->w->weights->life * gain - (c->attacker_dies ? t->attacker->worth : 0);
    for (uint32_t dead = c->blockers_die; dead; dead &= dead - 1)
        value += t->w->blockers.sort[t->sort[__builtin_ctz(dead)]].worth;
    return value;
}

static int value_early(const struct try *t, const struct jg_magic_fighter *blockers) {
    struct jg_magic_fighter half[JG_MAGIC_CREATURES], a = halved(t->attacker->fighter);
    struct jg_magic_clash c;
    for (int i = 0; i < t->size; i++) half[i] = halved(blockers[i]);
    jg_magic_fight(&a, half, t->size, &c);
    return value_of(t, &c);
}

/* Whether an order does not need to be kept beside another. */
static bool behind(const struct ways *w, const struct ways_order *a, const struct ways_order *b) {
    if (!w->lethal) return a->all <= b->all;
    return a->all <= b->all && a->net <= b->net && (!w->early || a->first <= b->first);
}

static void keep_order(struct try *t, const struct ways_order *o) {
    struct ways *w = t->w;
    struct ways_order *list = &w->order[t->now.order];
    int n = 0;
    for (int i = 0; i < t->now.orders; i++)
        if (behind(w, o, &list[i])) return;
    for (int i = 0; i < t->now.orders; i++)
        if (!behind(w, &list[i], o)) list[n++] = list[i];
    if (t->now.order + n == WAYS_ORDERS) {
        w->exact = false;
        n--;
    }
    list[n] = *o;
    t->now.orders = n + 1;
}

static void try_order(struct try *t) {
    struct jg_magic_fighter f[JG_MAGIC_CREATURES];
    struct jg_magic_clash c;
    struct ways_order o;
    for (int i = 0; i < t->size; i++) f[i] = t->w->blockers.sort[t->sort[i]].fighter;
    if (jg_magic_effort_spend(t->w->effort, 32)) t->w->exact = false;
    jg_magic_fight(&t->attacker->fighter, f, t->size, &c);
    t->now.net_first = c.to_player[0] - c.gains[0][1];
    o.all = value_of(t, &c);
    o.net = t->now.net_first + c.to_player[1] - c.gains[1][1];
    o.first = t->w->early ? value_early(t, f) : 0;
    memcpy(o.sort, t->sort, (size_t)t->size);
    t->now.dies &= c.attacker_dies;
    keep_order(t, &o);
}

static void try_with_rest(struct try *t, int at) {
    for (int s = 0; s < t->w->blockers.sorts; s++)
        for (int k = t->left[s]; k > 0; k--) t->sort[at++] = (uint8_t)s;
    try_order(t);
}

/* When the effort is over one order will do. */
static bool enough(const struct try *t) { return t->now.orders && jg_magic_effort_over(t->w->effort); }

/* Who strikes once gains nothing by killing fewer: enough to try each set that it can
 * kill, in one order. */
static void kill_sets(struct try *t, int at, int from, int blow) {
    bool more = false;
    for (int s = from; s < t->w->blockers.sorts; s++) {
        if (!t->left[s] || t->need[s] > blow) continue;
        if (enough(t)) return;
        more = true;
        t->left[s]--;
        t->sort[at] = (uint8_t)s;
        kill_sets(t, at + 1, s, blow - t->need[s]);
        t->left[s]++;
    }
    if (!more && !enough(t)) try_with_rest(t, at);
}

/* Who strikes twice may do well to leave somebody for the second blow, be it for the life
 * that gives: all orders, as far as damage reaches. */
static void all_orders(struct try *t, int at, int blows) {
    if (blows <= 0 || at == t->size) {
        try_with_rest(t, at);
        return;
    }
    for (int s = 0; s < t->w->blockers.sorts; s++) {
        if (!t->left[s]) continue;
        t->left[s]--;
        t->sort[at] = (uint8_t)s;
        all_orders(t, at + 1, blows - t->need[s]);
        t->left[s]++;
        if (enough(t)) return;
    }
}

/* Fills in t->now for the blockers of t->count. */
static void find_orders(struct try *t) {
    struct ways *w = t->w;
    t->now.order = w->orders;
    t->now.orders = 0;
    t->now.size = t->size;
    t->now.dies = true;
    memcpy(t->left, t->count, sizeof t->left);
    if (t->size <= 1)
        try_with_rest(t, 0);
    else if (t->attacker->fighter.abilities & TWICE)
        all_orders(t, 0, 2 * t->attacker->fighter.power);
    else
        kill_sets(t, 0, 0, t->attacker->fighter.power);
    const struct ways_order *o = &w->order[t->now.order];
    t->now.all = o->all;
    t->now.first = o->first;
    t->now.net = o->net;
    for (int i = 1; i < t->now.orders; i++) {
        if (o[i].all > t->now.all) t->now.all = o[i].all;
        if (o[i].first > t->now.first) t->now.first = o[i].first;
        if (o[i].net < t->now.net) t->now.net = o[i].net;
    }
}

/* ---- Options ------------------------------------------------------------------------------ */

/* Whether the defender does as well with a as with b, whatever the others do. Two that
 * differ in the first-strike step may end the combat at different times. */
static bool as_good(const struct ways *w, const struct ways_option *a, const struct ways_option *b) {
    if (a->all > b->all) return false;
    if (!w->lethal) return true;
    if (w->early && (a->net_first != b->net_first || a->first > b->first)) return false;
    for (int i = 0; i < a->orders; i++) {
        const struct ways_order *x = &w->order[a->order + i];
        int j = 0;
        while (j < b->orders && (x->all > w->order[b->order + j].all || x->net > w->order[b->order + j].net)) j++;
        if (j == b->orders) return false;
    }
    return true;
}

static void keep_option(struct try *t) {
    struct ways *w = t->w;
    for (int i = t->begin; i < w->options; i++)
        if (!(w->option[i].mask & ~t->now.mask) && as_good(w, &w->option[i], &t->now)) return;
    int n = t->begin;
    for (int i = t->begin; i < w->options; i++)
        if (t->now.mask & ~w->option[i].mask || !as_good(w, &t->now, &w->option[i])) w->option[n++] = w->option[i];
    jg_magic_effort_spend(w->effort, (uint64_t)(2 * (w->options - t->begin)));
    w->options = n;
    /* Each attacker to come may at least be left alone. */
    int rest = t->size ? JG_MAGIC_CREATURES + 1 : 0;
    if (w->options + rest >= WAYS_OPTIONS || t->now.order + t->now.orders + rest >= WAYS_ORDERS) {
        w->exact = false;
        return;
    }
    w->option[w->options++] = t->now;
    w->orders = t->now.order + t->now.orders;
}

/* Plain blockers add nothing where the attacker dies without them: it may strike as it
 * did, and them last. */
static void grow(struct try *t, int from) {
    find_orders(t);
    keep_option(t);
    if (jg_magic_effort_over(t->w->effort)) return;
    bool dies = t->now.dies;
    uint32_t mask = t->now.mask;
    int cell = t->now.cell;
    bool flies = t->attacker->fighter.abilities & JG_MAGIC_FLYING;
    for (int s = from; s < t->w->blockers.sorts; s++) {
        const struct ways_sort *b = &t->w->blockers.sort[s];
        if (dies && b->plain) break;
        if (t->count[s] == b->count) continue;
        if (flies && !(b->fighter.abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH))) continue;
        t->now.mask = mask | UINT32_C(1) << (b->shift + t->count[s]);
        t->now.cell = cell + b->stride;
        t->count[s]++;
        t->size++;
        grow(t, s);
        t->size--;
        t->count[s]--;
    }
}

static void open_try(struct try *t, struct ways *w, int attacker) {
    *t = (struct try){.w = w, .attacker = &w->attackers.sort[attacker], .begin = w->options};
    for (int s = 0; s < w->blockers.sorts; s++) {
        const struct jg_magic_fighter *f = &w->blockers.sort[s].fighter;
        t->need[s] = f->toughness > f->damage ? (uint8_t)(f->toughness - f->damage) : 0;
    }
}

void ways_all(struct ways *w) {
    w->options = w->orders = 0;
    for (int a = 0; a < w->attackers.sorts; a++) {
        struct try t;
        open_try(&t, w, a);
        w->first[a] = w->options;
        grow(&t, 0);
    }
    w->first[w->attackers.sorts] = w->options;
}

void ways_one(struct ways *w, int attacker, const uint8_t count[JG_MAGIC_CREATURES]) {
    struct try t;
    open_try(&t, w, attacker);
    for (int s = 0; s < w->blockers.sorts; s++) {
        t.count[s] = count[s];
        t.size += count[s];
    }
    find_orders(&t);
    keep_option(&t);
}
