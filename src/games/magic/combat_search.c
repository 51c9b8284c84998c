/* The best blocks against every attack, by dynamic programming over sets of blockers.
 *
 * Given its blockers, each attacker's outcome is independent of the other attackers, so the value of a
 * combat is a sum. With one more attacker and the set B of blockers free, the defender takes the minimum
 * over the attacker's block options S of value(S) + the minimum for the other attackers with B - S free.
 * A row holds these minima for every B. Rows grow attacker by attacker, so that all attack sets with a
 * common prefix share the rows of the prefix.
 *
 * The death of the defender is not additive. Where the attackers can deal lethal damage, and would against
 * the blocks that ignore it, the defender's remaining life becomes another dimension of the recursion
 * (min_value, memoized), as far as it is undecided whether the defender survives; so does the life that
 * remains in the first-strike step, where the combat may end (min_value_early). One case escapes: the
 * attacker may prefer a damage order of lower value that is lethal because a lifelink blocker dies before it
 * strikes. The minima are then lower bounds, and the blocks are found by branch and bound. */
#include "games/magic/combat_search.h"

#include "games/magic/block_options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEVELS = JG_MAGIC_CREATURES + 1,
    ATTACKS_MAX = 1 << 24,
    MEMO_ENTRIES = 1 << 19,
    UNLIMITED = 30000, /* remaining life: more than can be lost */
    INFEASIBLE = INT_MAX / 2,
};

const struct jg_magic_weights jg_magic_paper_weights = {
    .life = 2, .power = 10, .toughness = 5, .land = 11, .hand = 10, .win = 1000};

/* One attacker more than the level below. */
struct step {
    int attacker;                   /* its class */
    int index;                      /* index in the battle */
    int unblocked, unblocked_early; /* of all attackers up to this level, if none is blocked */
    int option;
    int order; /* index among those of the option */
};

struct memo {
    uint64_t key;
    uint32_t generation : 31, exact : 1; /* exact: else sum is a lower bound */
    int32_t sum;
};

struct jg_magic_combat_search {
    struct jg_magic_work_budget work;
    struct block_options options;
    int base, life, win;
    uint32_t *mask;                        /* by cell, the blockers of a set */
    int32_t *value, *damage, *value_early; /* rows by depth: minima of the sums of these members of the options */
    struct memo *memo;                     /* of min_value and min_value_early */
    uint32_t memo_mask, generation;        /* entries of other generations are empty */
    struct step step[LEVELS];
    struct step best[LEVELS]; /* the best blocks so far */
    bool tight;               /* see bound */
    uint64_t sums, max_sums;  /* computed in this combat; the limit, 0: none */
    int max_sets;
    bool gave_up; /* the last search hit a limit */
    int best_value;
};

/* ---- Memory ------------------------------------------------------------------------------- */

void jg_magic_combat_search_free(struct jg_magic_combat_search *m) {
    if (!m) return;
    free(m->options.option);
    free(m->options.order);
    free(m->mask);
    free(m->value);
    free(m->damage);
    free(m->value_early);
    free(m->memo);
    free(m);
}

struct jg_magic_combat_search *jg_magic_combat_search_new(struct jg_error *err) {
    struct jg_magic_combat_search *m = calloc(1, sizeof *m);
    if (m) {
        m->max_sets = BLOCK_SETS;
        m->options.work = &m->work;
        size_t row = BLOCK_SETS * LEVELS * sizeof *m->value;
        m->options.option = malloc(BLOCK_OPTIONS * sizeof *m->options.option);
        m->options.order = malloc(DAMAGE_ORDERS * sizeof *m->options.order);
        m->mask = malloc(BLOCK_SETS * sizeof *m->mask);
        m->value = malloc(row);
        m->damage = malloc(row);
        m->value_early = malloc(row);
        m->memo = calloc(MEMO_ENTRIES, sizeof *m->memo);
    }
    if (m && m->options.option && m->options.order && m->mask && m->value && m->damage && m->value_early && m->memo)
        return m;
    jg_magic_combat_search_free(m);
    jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    return NULL;
}

/* ---- Rows --------------------------------------------------------------------------------- */

static int unblocked_damage(const struct jg_magic_combatant *f, bool first_only) {
    bool first = f->abilities & (JG_MAGIC_FIRST_STRIKE | JG_MAGIC_DOUBLE_STRIKE);
    if (first_only) return first ? f->power : 0;
    return f->abilities & JG_MAGIC_DOUBLE_STRIKE ? 2 * f->power : f->power;
}

static void init_sides(struct jg_magic_combat_search *m, const struct jg_magic_battle *b, uint32_t attack, int most) {
    struct block_options *w = &m->options;
    int unblocked = 0, first = 0;
    w->exact = jg_magic_classify(&w->blockers, b->blocker, b->blockers, UINT32_MAX, most, w->weights);
    jg_magic_classify(&w->attackers, b->attacker, b->attackers, attack, ATTACKS_MAX, w->weights);
    for (int i = 0; i < b->attackers; i++) {
        if (!(attack >> i & 1)) continue;
        unblocked += unblocked_damage(&b->attacker[i], false);
        first += unblocked_damage(&b->attacker[i], true);
    }
    w->lethal = unblocked >= m->life;
    w->lethal_early = first >= m->life;
}

static void init_battle(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                        const struct jg_magic_weights *w, uint32_t attack, int most) {
    m->options.weights = w;
    m->life = b->life[1];
    m->win = w->win;
    m->base = w->life * (b->life[0] - b->life[1]);
    for (int i = 0; i < b->attackers; i++)
        m->base += w->power * b->attacker[i].power + w->toughness * b->attacker[i].toughness;
    for (int i = 0; i < b->blockers; i++)
        m->base -= w->power * b->blocker[i].power + w->toughness * b->blocker[i].toughness;
    m->step[0] = (struct step){0};
    init_sides(m, b, attack, most);
}

static void init_rows(struct jg_magic_combat_search *m) {
    const struct combatant_classes *side = &m->options.blockers;
    size_t bytes = (size_t)side->sets * sizeof *m->value;
    m->mask[0] = 0;
    for (int s = 0; s < side->classes; s++) {
        const struct combatant_class *class = &side->class[s];
        for (int k = 1; k <= class->count; k++) {
            uint32_t own = ((UINT32_C(1) << k) - 1) << class->shift;
            for (int i = 0; i < class->stride; i++) m->mask[k * class->stride + i] = m->mask[i] | own;
        }
    }
    memset(m->value, 0, bytes);
    memset(m->damage, 0, bytes);
    memset(m->value_early, 0, bytes);
}

/* Fills the row of a depth from cell `from` on; undefined once the work budget is exhausted. */
static void fill_row(struct jg_magic_combat_search *m, int depth, int from) {
    const struct block_options *w = &m->options;
    int sets = w->blockers.sets, attacker = m->step[depth].attacker;
    const struct block_option *begin = &w->option[w->begin[attacker]], *end = &w->option[w->begin[attacker + 1]];
    ptrdiff_t below = (ptrdiff_t)sets * (depth - 1), here = below + sets;
    if (jg_magic_work_exhausted(&m->work)) return; /* the row below may be incomplete */
    for (int b = from; b < sets; b++) {
        int value = INT_MAX, damage = INT_MAX, first = INT_MAX;
        for (const struct block_option *o = begin; o < end; o++) {
            if (o->mask & ~m->mask[b]) continue;
            ptrdiff_t rest = below + b - o->cell;
            if (m->value[rest] + o->value < value) value = m->value[rest] + o->value;
            if (!w->lethal) continue;
            if (m->damage[rest] + o->damage < damage) damage = m->damage[rest] + o->damage;
            if (w->lethal_early && m->value_early[rest] + o->value_early < first)
                first = m->value_early[rest] + o->value_early;
        }
        m->value[here + b] = value;
        m->damage[here + b] = damage;
        m->value_early[here + b] = first;
        if (jg_magic_work_spend(&m->work, (uint64_t)(end - begin))) return;
    }
}

/* Puts the k-th attacker of a class on a level. */
static void add_attacker(struct jg_magic_combat_search *m, int depth, int class, int k) {
    const struct combatant_class *s = &m->options.attackers.class[class];
    const struct step *below = &m->step[depth - 1];
    m->step[depth] = (struct step){.attacker = class,
                                   .index = s->member[k],
                                   .unblocked = below->unblocked + unblocked_damage(&s->combatant, false),
                                   .unblocked_early = below->unblocked_early + unblocked_damage(&s->combatant, true)};
}

/* ---- Lethal damage orders ------------------------------------------------------------------ */

static const struct block_option *option_at(const struct jg_magic_combat_search *m, int depth) {
    return &m->options.option[m->step[depth].option];
}

static void choose_orders(struct jg_magic_combat_search *m, int depth, bool first) {
    for (int d = 1; d <= depth; d++) {
        const struct block_option *o = option_at(m, d);
        int i = 0;
        while (first ? m->options.order[o->order + i].value_early != o->value_early
                     : m->options.order[o->order + i].value != o->value)
            i++;
        m->step[d].order = i;
    }
}

struct kill {
    int need, value; /* least net damage; highest value with that damage so far */
    int order[LEVELS], best[LEVELS];
};

/* The damage orders on all levels down to 1 that deal `need` net damage and have the highest value. */
static void search_lethal_orders(struct jg_magic_combat_search *m, struct kill *k, int depth, int value, int damage) {
    if (depth == 0) {
        if (damage < k->need || value <= k->value) return;
        k->value = value;
        memcpy(k->best, k->order, sizeof k->best);
        return;
    }
    const struct block_option *o = option_at(m, depth);
    for (int i = 0; i < o->orders && !jg_magic_work_spend(&m->work, 4); i++) {
        k->order[depth] = i;
        search_lethal_orders(m, k, depth - 1, value + m->options.order[o->order + i].value,
                             damage + m->options.order[o->order + i].damage);
    }
}

/* The value of the chosen blocks, without the base, if the attacker chooses the best damage orders;
 * sets the orders. */
static int evaluate(struct jg_magic_combat_search *m, int depth) {
    int value = 0, first = 0, damage_early = 0, damage = 0;
    bool choice = false;
    for (int d = 1; d <= depth; d++) {
        const struct block_option *o = option_at(m, d);
        value += o->value;
        first += o->value_early;
        damage_early += o->damage_early;
        choice |= o->orders > 1;
    }
    bool early = m->options.lethal_early && damage_early >= m->life;
    choose_orders(m, depth, early);
    if (early) return first + m->win;
    for (int d = 1; d <= depth; d++) damage += m->options.order[option_at(m, d)->order + m->step[d].order].damage;
    if (damage >= m->life) return value + m->win;
    if (!choice) return value;
    struct kill k = {.need = m->life, .value = INT_MIN};
    search_lethal_orders(m, &k, depth, 0, 0);
    if (k.value == INT_MIN || k.value + m->win <= value) return value;
    for (int d = 1; d <= depth; d++) m->step[d].order = k.best[d];
    return k.value + m->win;
}

/* ---- Blocks ------------------------------------------------------------------------------- */

/* Whether the search hit a limit; its bounds are then void. */
static bool gave_up(const struct jg_magic_combat_search *m) {
    return (m->max_sums && m->sums > m->max_sums) || jg_magic_work_exhausted(&m->work);
}

/* Counts one more sum; returns whether the search may continue. */
static bool count_sum(struct jg_magic_combat_search *m) {
    m->sums++;
    jg_magic_work_spend(&m->work, 8);
    return !gave_up(m);
}

/* The memo entry of a key. *known: it holds the exact sum, or a lower bound of at least `limit`. */
static struct memo *probe(const struct jg_magic_combat_search *m, uint64_t key, int limit, bool *known) {
    struct memo *e = &m->memo[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & m->memo_mask];
    *known = e->generation == m->generation && e->key == key && (e->exact || e->sum >= limit);
    return e;
}

static int store_sum(const struct jg_magic_combat_search *m, struct memo *e, uint64_t key, int sum, bool exact) {
    *e = (struct memo){.key = key, .generation = m->generation & INT32_MAX, .exact = exact, .sum = sum};
    return sum;
}

/* The minimum value of the attackers up to a depth, `win` for the defender's death included, with the
 * blockers of cell b free and the given life left; a lower bound if it is at least `limit`. `early` is the
 * life left in the first-strike step, which must not run out; UNLIMITED: it cannot. If attackers have a
 * choice of damage orders, the result is only a lower bound. */
static int min_value(struct jg_magic_combat_search *m, int depth, int b, int left, int early, int limit) {
    const struct block_options *w = &m->options;
    const struct step *step = &m->step[depth];
    ptrdiff_t here = (ptrdiff_t)w->blockers.sets * depth + b;
    if (depth == 0) return early <= 0 ? INFEASIBLE : left > 0 ? 0 : m->win;
    if (!count_sum(m)) return INFEASIBLE;
    if (early > step->unblocked_early) {
        early = UNLIMITED;
        if (left > step->unblocked) return m->value[here];
        if (left <= m->damage[here]) return m->value[here] + m->win;
    }
    bool known;
    uint64_t key = (uint64_t)here << 32 | (uint32_t)(uint16_t)left << 16 | (uint16_t)early;
    struct memo *e = probe(m, key, limit, &known);
    if (known) return e->sum;
    int most = early == UNLIMITED ? m->value[here] + m->win : INFEASIBLE, best = most < limit ? most : limit;
    int end = w->begin[step->attacker + 1];
    for (int i = w->begin[step->attacker]; i < end && best > m->value[here]; i++) {
        const struct block_option *o = &w->option[i];
        if (o->mask & ~m->mask[b] || o->value + m->value[here - w->blockers.sets - o->cell] >= best) continue;
        int rest = min_value(m, depth - 1, b - o->cell, left - o->damage,
                             early == UNLIMITED ? UNLIMITED : early - o->damage_early, best - o->value);
        if (o->value + rest < best) best = o->value + rest;
    }
    return store_sum(m, e, key, best, best < limit || best == most);
}

/* The same if the combat must end in the first-strike step, where the defender has the given life left.
 * Always exact. */
static int min_value_early(struct jg_magic_combat_search *m, int depth, int b, int left, int limit) {
    const struct block_options *w = &m->options;
    const struct step *step = &m->step[depth];
    ptrdiff_t here = (ptrdiff_t)w->blockers.sets * depth + b;
    if (left > step->unblocked_early) return INFEASIBLE;
    if (depth == 0) return m->win;
    if (!count_sum(m)) return INFEASIBLE;
    bool known;
    uint64_t key =
        (uint64_t)here << 32 | (uint32_t)(uint16_t)left << 16 | 0x8000; /* distinct from any key of min_value */
    struct memo *e = probe(m, key, limit, &known);
    if (known) return e->sum;
    int best = limit, end = w->begin[step->attacker + 1];
    for (int i = w->begin[step->attacker]; i < end; i++) {
        const struct block_option *o = &w->option[i];
        if (o->mask & ~m->mask[b] ||
            o->value_early + m->value_early[here - w->blockers.sets - o->cell] + m->win >= best)
            continue;
        int rest = min_value_early(m, depth - 1, b - o->cell, left - o->damage_early, best - o->value_early);
        if (o->value_early + rest < best) best = o->value_early + rest;
    }
    return store_sum(m, e, key, best, best < limit);
}

static void init_memo(struct jg_magic_combat_search *m, int depth) {
    uint32_t size = 64;
    while (size < MEMO_ENTRIES && size < (uint32_t)(depth * m->options.blockers.sets) * 32) size *= 2;
    m->memo_mask = size - 1;
    m->generation = (m->generation + 1) & INT32_MAX;
    if (m->generation) return;
    memset(m->memo, 0, MEMO_ENTRIES * sizeof *m->memo);
    m->generation = 1;
}

/* Recovers the blocks behind the last row of values. */
static void traceback_rows(struct jg_magic_combat_search *m, int depth) {
    const struct block_options *w = &m->options;
    int b = w->blockers.sets - 1;
    for (int d = depth; d > 0; d--) {
        const int32_t *here = m->value + (ptrdiff_t)w->blockers.sets * d, *below = here - w->blockers.sets;
        const struct block_option *o = &w->option[w->begin[m->step[d].attacker]];
        while (o->mask & ~m->mask[b] || below[b - o->cell] + o->value != here[b]) o++;
        m->step[d].option = (int)(o - w->option);
        b -= o->cell;
    }
}

/* A node of the branch and bound: the attackers above `depth` have their options, with these values so
 * far; the other members are the arguments of min_value and min_value_early. */
struct node {
    int depth, b, value, value_early, life, life_early;
};

static struct node child_node(const struct node *n, const struct block_option *o) {
    return (struct node){.depth = n->depth - 1,
                         .b = n->b - o->cell,
                         .value = n->value + o->value,
                         .value_early = n->value_early + o->value_early,
                         .life = n->life - o->damage,
                         .life_early = n->life_early == UNLIMITED ? UNLIMITED : n->life_early - o->damage_early};
}

/* A lower bound for the node; the exact bound matters only below `limit`. Unless m->tight, the bound
 * ignores whether the combat ends early: that is often enough, and saves a dimension of min_value. */
static int bound(struct jg_magic_combat_search *m, const struct node *n, int limit) {
    int early = m->tight ? n->life_early : UNLIMITED;
    int sum = n->value + min_value(m, n->depth, n->b, n->life, early, limit - n->value);
    if (n->life_early == UNLIMITED) return sum;
    if (sum < limit) limit = sum;
    int first = n->value_early + min_value_early(m, n->depth, n->b, n->life_early, limit - n->value_early);
    return first < sum ? first : sum;
}

/* Recovers the blocks behind a bound, whose value is `least`. */
static void traceback_bound(struct jg_magic_combat_search *m, struct node n, int least) {
    const struct block_options *w = &m->options;
    while (n.depth > 0) {
        const struct block_option *o = &w->option[w->begin[m->step[n.depth].attacker]];
        struct node next;
        for (;; o++) {
            if (o->mask & ~m->mask[n.b]) continue;
            next = child_node(&n, o);
            if (bound(m, &next, least + 1) == least) break;
            if (gave_up(m)) return;
        }
        m->step[n.depth].option = (int)(o - w->option);
        n = next;
    }
}

static void try_blocks(struct jg_magic_combat_search *m, int depth) {
    int value = evaluate(m, depth);
    if (value >= m->best_value) return;
    m->best_value = value;
    memcpy(m->best, m->step, (size_t)(depth + 1) * sizeof *m->best);
}

static void search(struct jg_magic_combat_search *m, int top, const struct node *n) {
    const struct block_options *w = &m->options;
    if (n->depth == 0) {
        try_blocks(m, top);
        return;
    }
    int end = w->begin[m->step[n->depth].attacker + 1];
    for (int i = w->begin[m->step[n->depth].attacker]; i < end; i++) {
        if (w->option[i].mask & ~m->mask[n->b] || gave_up(m)) continue;
        struct node next = child_node(n, &w->option[i]);
        if (bound(m, &next, m->best_value) >= m->best_value) continue;
        m->step[n->depth].option = i;
        search(m, top, &next);
    }
}

/* Tries the blocks of the bound; returns whether no others can be better. */
static bool try_bound(struct jg_magic_combat_search *m, const struct node *root) {
    int least = bound(m, root, m->best_value);
    if (least >= m->best_value || gave_up(m)) return true;
    traceback_bound(m, *root, least);
    if (gave_up(m)) return true;
    try_blocks(m, root->depth);
    return least >= m->best_value;
}

/* The value of the best blocks, without the base, against the attackers of all levels up to a
 * depth; sets their options and orders. */
static int solve(struct jg_magic_combat_search *m, int depth) {
    bool early = m->step[depth].unblocked_early >= m->life;
    struct node root = {
        .depth = depth, .b = m->options.blockers.sets - 1, .life = m->life, .life_early = early ? m->life : UNLIMITED};
    int sum = m->value[(ptrdiff_t)m->options.blockers.sets * depth + root.b];
    m->gave_up = false;
    traceback_rows(m, depth);
    if (m->step[depth].unblocked < m->life) {
        choose_orders(m, depth, false);
        return sum;
    }
    m->best_value = INT_MAX;
    try_blocks(m, depth);
    if (m->best_value == sum && !early) return sum;
    init_memo(m, depth);
    m->sums = 0;
    m->tight = false;
    if (!try_bound(m, &root)) {
        m->tight = true;
        if (!try_bound(m, &root)) search(m, depth, &root);
    }
    m->gave_up = gave_up(m);
    memcpy(m->step, m->best, (size_t)(depth + 1) * sizeof *m->step);
    return m->best_value;
}

/* ---- Results ------------------------------------------------------------------------------ */

/* Writes the options and orders of the levels. `given` assigns blockers to attackers; NULL:
 * interchangeable blockers are assigned in order. */
static void write_defence(const struct jg_magic_combat_search *m, int depth, int value, const uint8_t *given,
                          struct jg_magic_blocks *out) {
    uint8_t blocked[JG_MAGIC_CREATURES];
    memset(blocked, JG_MAGIC_NONE, sizeof blocked);
    memset(out->order, 0, sizeof out->order);
    for (int d = 1; d <= depth; d++) {
        const struct block_option *o = option_at(m, d);
        const struct damage_order *order = &m->options.order[o->order + m->step[d].order];
        for (int i = 0; i < o->size; i++) {
            const uint8_t *who = m->options.blockers.class[order->class[i]].member;
            while (blocked[*who] != JG_MAGIC_NONE || (given && given[*who] != m->step[d].index)) who++;
            blocked[*who] = (uint8_t)m->step[d].index;
            out->order[*who] = (uint8_t)(i + 1);
        }
    }
    memcpy(out->blocked, blocked, sizeof blocked);
    out->value = m->base + value;
    out->exact = m->options.exact && !m->gave_up;
}

struct jg_magic_combat_limits jg_magic_combat_search_limit(struct jg_magic_combat_search *m, uint64_t sums, int sets) {
    struct jg_magic_combat_limits before = {.sums = m->max_sums, .sets = m->max_sets};
    m->max_sums = sums;
    m->max_sets = sets < 1 || sets > BLOCK_SETS ? BLOCK_SETS : sets;
    return before;
}

struct jg_magic_work_budget *jg_magic_combat_search_work(struct jg_magic_combat_search *m) { return &m->work; }

void jg_magic_best_blocks(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                          const struct jg_magic_weights *w, uint32_t attack, struct jg_magic_blocks *out) {
    int depth = 0;
    init_battle(m, b, w, attack, m->max_sets);
    jg_magic_block_options(&m->options);
    init_rows(m);
    for (int s = 0; s < m->options.attackers.classes; s++)
        for (int k = 0; k < m->options.attackers.class[s].count; k++) {
            if (depth) fill_row(m, depth, 0);
            add_attacker(m, ++depth, s, k);
        }
    if (depth) fill_row(m, depth, m->options.blockers.sets - 1);
    if (jg_magic_work_exhausted(&m->work)) {
        memset(out->blocked, JG_MAGIC_NONE, sizeof out->blocked);
        jg_magic_best_order(m, b, w, attack, out);
        out->exact = false;
        return;
    }
    write_defence(m, depth, solve(m, depth), NULL, out);
}

struct attack_walk {
    struct jg_magic_combat_search *m;
    jg_magic_attack_visitor *visit;
    void *arg;
    struct jg_magic_blocks out;
};

/* Visits all attack sets that extend the current levels, the last of which is number k - 1 of a
 * class. */
static bool attack_walk(struct attack_walk *t, int depth, uint32_t attack, int class, int k) {
    struct jg_magic_combat_search *m = t->m;
    const struct combatant_classes *side = &m->options.attackers;
    bool more = class < side->classes - 1 || (class < side->classes && k < side->class[class].count);
    if (depth) fill_row(m, depth, more ? 0 : m->options.blockers.sets - 1);
    if (jg_magic_work_spend(&m->work, 64)) return false;
    write_defence(m, depth, solve(m, depth), NULL, &t->out);
    if (!t->visit(t->arg, attack, &t->out)) return false;
    for (int s = class; s < side->classes; s++, k = 0) {
        if (k == side->class[s].count) continue;
        add_attacker(m, depth + 1, s, k);
        if (!attack_walk(t, depth + 1, attack | UINT32_C(1) << m->step[depth + 1].index, s, k + 1)) return false;
    }
    return true;
}

bool jg_magic_search_attacks(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                             const struct jg_magic_weights *w, jg_magic_attack_visitor *visit, void *arg) {
    struct attack_walk t = {.m = m, .visit = visit, .arg = arg};
    init_battle(m, b, w, UINT32_MAX, m->max_sets);
    jg_magic_block_options(&m->options);
    init_rows(m);
    return attack_walk(&t, 0, 0, 0, 0);
}

uint64_t jg_magic_attack_cells(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                               const struct jg_magic_weights *w, uint32_t max_attacks) {
    init_battle(m, b, w, UINT32_MAX, m->max_sets);
    uint64_t attacks = (uint64_t)m->options.attackers.sets;
    if (max_attacks && attacks > max_attacks) attacks = max_attacks;
    return attacks * (uint64_t)m->options.blockers.sets;
}

void jg_magic_best_order(struct jg_magic_combat_search *m, const struct jg_magic_battle *b,
                         const struct jg_magic_weights *w, uint32_t attack, struct jg_magic_blocks *out) {
    int depth = 0;
    struct block_options *options = &m->options;
    init_battle(m, b, w, attack, ATTACKS_MAX);
    options->options = options->orders = 0;
    for (int a = 0; a < options->attackers.classes; a++)
        for (int k = 0; k < options->attackers.class[a].count; k++) {
            uint8_t count[JG_MAGIC_CREATURES] = {0};
            add_attacker(m, ++depth, a, k);
            for (int s = 0; s < options->blockers.classes; s++)
                for (int i = 0; i < options->blockers.class[s].count; i++)
                    if (out->blocked[options->blockers.class[s].member[i]] == m->step[depth].index) count[s]++;
            m->step[depth].option = options->options;
            jg_magic_add_block_option(options, a, count);
        }
    write_defence(m, depth, evaluate(m, depth), out->blocked, out);
}
