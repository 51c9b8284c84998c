/* Given its blockers, each attacker fights for itself, so what an attack brings is a sum,
 * and the best blocks are a dynamic programme: with one more attacker and the blockers B
 * free, the best of its options S plus the best of the others with B - S free. A row holds
 * that for all B; it grows attacker by attacker, and the rows of a set of attackers serve
 * all sets that begin with it.
 *
 * The defender's death is no sum. Where the attackers together can kill, and would by the
 * blocks that are best without a thought of it, the life that is left comes in as one more
 * dimension, as far as it is open who lives (least_sum); and as another one the life that is left
 * in the first-strike step, where the combat may end (least_early). One thing still escapes:
 * an attacker who may choose an order that brings less, but kills, because a blocker then
 * gives no life. The sums are bounds then, and blocks are searched by branch and bound. */
#include "games/magic/combat.h"

#include "games/magic/ways.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTHS = JG_MAGIC_CREATURES + 1,
    SETS = 1 << 24,
    MEMO = 1 << 19, /* entries */
    FREE = 30000,   /* instead of the life that is left: more than can be lost */
    NEVER = INT_MAX / 2,
};

const struct jg_magic_weights jg_magic_paper_weights = {
    .life = 2, .power = 10, .toughness = 5, .land = 11, .hand = 10, .win = 1000};

/* One attacker more than at the depth below. */
struct step {
    int attacker;         /* its sort */
    int index;            /* of the creature */
    int blow, blow_first; /* damage that all so far do to a defender who does not block */
    int option;
    int order; /* of the option's */
};

struct memo {
    uint64_t key;
    uint32_t stamp : 31, exact : 1; /* exact: otherwise the sum is that or more */
    int32_t sum;
};

struct jg_magic_minimax {
    struct jg_magic_effort effort;
    struct ways ways;
    int base, life, win;
    uint32_t *mask;             /* by cell */
    int32_t *all, *net, *first; /* rows by depth: sums of the options' members of that name */
    struct memo *memo;          /* of least_sum */
    uint32_t memo_mask, stamp;  /* entries of another stamp are void */
    struct step step[DEPTHS];
    struct step best[DEPTHS]; /* while blocks are searched */
    bool tight;               /* see bound */
    uint64_t work, limit;     /* sums looked for in this combat, and when to give up; 0: never */
    int sets;                 /* of blockers, at most */
    bool tired;               /* a set of attackers was given up */
    int best_value;
};

/* ---- Memory ------------------------------------------------------------------------------- */

void jg_magic_minimax_free(struct jg_magic_minimax *m) {
    if (!m) return;
    free(m->ways.option);
    free(m->ways.order);
    free(m->mask);
    free(m->all);
    free(m->net);
    free(m->first);
    free(m->memo);
    free(m);
}

struct jg_magic_minimax *jg_magic_minimax_new(struct jg_error *err) {
    struct jg_magic_minimax *m = calloc(1, sizeof *m);
    if (m) {
        m->sets = WAYS_SETS;
        m->ways.effort = &m->effort;
        size_t row = WAYS_SETS * DEPTHS * sizeof *m->all;
        m->ways.option = malloc(WAYS_OPTIONS * sizeof *m->ways.option);
        m->ways.order = malloc(WAYS_ORDERS * sizeof *m->ways.order);
        m->mask = malloc(WAYS_SETS * sizeof *m->mask);
        m->all = malloc(row);
        m->net = malloc(row);
        m->first = malloc(row);
        m->memo = calloc(MEMO, sizeof *m->memo);
    }
    if (m && m->ways.option && m->ways.order && m->mask && m->all && m->net && m->first && m->memo) return m;
    jg_magic_minimax_free(m);
    jg_fail(err, JG_EMEMORY, -1, "out of memory");
    return NULL;
}

/* ---- Rows --------------------------------------------------------------------------------- */

static int blow_of(const struct jg_magic_fighter *f, bool first_only) {
    bool first = f->abilities & (JG_MAGIC_FIRST_STRIKE | JG_MAGIC_DOUBLE_STRIKE);
    if (first_only) return first ? f->power : 0;
    return f->abilities & JG_MAGIC_DOUBLE_STRIKE ? 2 * f->power : f->power;
}

static void open_side(struct jg_magic_minimax *m, const struct jg_magic_battle *b, uint32_t attack, int most) {
    struct ways *w = &m->ways;
    int blow = 0, first = 0;
    w->exact = ways_sort(&w->blockers, b->blocker, b->blockers, UINT32_MAX, most, w->weights);
    ways_sort(&w->attackers, b->attacker, b->attackers, attack, SETS, w->weights);
    for (int i = 0; i < b->attackers; i++) {
        if (!(attack >> i & 1)) continue;
        blow += blow_of(&b->attacker[i], false);
        first += blow_of(&b->attacker[i], true);
    }
    w->lethal = blow >= m->life;
    w->early = first >= m->life;
}

static void open_battle(struct jg_magic_minimax *m, const struct jg_magic_battle *b, const struct jg_magic_weights *w,
                        uint32_t attack, int most) {
    m->ways.weights = w;
    m->life = b->life[1];
    m->win = w->win;
    m->base = w->life * (b->life[0] - b->life[1]);
    for (int i = 0; i < b->attackers; i++)
        m->base += w->power * b->attacker[i].power + w->toughness * b->attacker[i].toughness;
    for (int i = 0; i < b->blockers; i++)
        m->base -= w->power * b->blocker[i].power + w->toughness * b->blocker[i].toughness;
    m->step[0] = (struct step){0};
    open_side(m, b, attack, most);
}

static void open_rows(struct jg_magic_minimax *m) {
    const struct ways_side *side = &m->ways.blockers;
    size_t bytes = (size_t)side->sets * sizeof *m->all;
    m->mask[0] = 0;
    for (int s = 0; s < side->sorts; s++) {
        const struct ways_sort *sort = &side->sort[s];
        for (int k = 1; k <= sort->count; k++) {
            uint32_t own = ((UINT32_C(1) << k) - 1) << sort->shift;
            for (int i = 0; i < sort->stride; i++) m->mask[k * sort->stride + i] = m->mask[i] | own;
        }
    }
    memset(m->all, 0, bytes);
    memset(m->net, 0, bytes);
    memset(m->first, 0, bytes);
}

/* The cells from `from` on of the row of a depth; whatever is in them once the effort is over. */
static void fill_row(struct jg_magic_minimax *m, int depth, int from) {
    const struct ways *w = &m->ways;
    int sets = w->blockers.sets, attacker = m->step[depth].attacker;
    const struct ways_option *begin = &w->option[w->first[attacker]], *end = &w->option[w->first[attacker + 1]];
    ptrdiff_t below = (ptrdiff_t)sets * (depth - 1), here = below + sets;
    if (jg_magic_effort_over(&m->effort)) return; /* the row below may not be whole, and is not to be added to */
    for (int b = from; b < sets; b++) {
        int all = INT_MAX, net = INT_MAX, first = INT_MAX;
        for (const struct ways_option *o = begin; o < end; o++) {
            if (o->mask & ~m->mask[b]) continue;
            ptrdiff_t rest = below + b - o->cell;
            if (m->all[rest] + o->all < all) all = m->all[rest] + o->all;
            if (!w->lethal) continue;
            if (m->net[rest] + o->net < net) net = m->net[rest] + o->net;
            if (w->early && m->first[rest] + o->first < first) first = m->first[rest] + o->first;
        }
        m->all[here + b] = all;
        m->net[here + b] = net;
        m->first[here + b] = first;
        if (jg_magic_effort_spend(&m->effort, (uint64_t)(end - begin))) return;
    }
}

/* Puts attacker number k of a sort on a depth. */
static void add_attacker(struct jg_magic_minimax *m, int depth, int sort, int k) {
    const struct ways_sort *s = &m->ways.attackers.sort[sort];
    const struct step *below = &m->step[depth - 1];
    m->step[depth] = (struct step){.attacker = sort,
                                   .index = s->member[k],
                                   .blow = below->blow + blow_of(&s->fighter, false),
                                   .blow_first = below->blow_first + blow_of(&s->fighter, true)};
}

/* ---- Orders that kill the defender ---------------------------------------------------------- */

static const struct ways_option *option_at(const struct jg_magic_minimax *m, int depth) {
    return &m->ways.option[m->step[depth].option];
}

static void choose_orders(struct jg_magic_minimax *m, int depth, bool first) {
    for (int d = 1; d <= depth; d++) {
        const struct ways_option *o = option_at(m, d);
        int i = 0;
        while (first ? m->ways.order[o->order + i].first != o->first : m->ways.order[o->order + i].all != o->all) i++;
        m->step[d].order = i;
    }
}

struct kill {
    int need, value; /* so much net damage at least; the best sum that does it so far */
    int order[DEPTHS], best[DEPTHS];
};

/* Orders on all depths down to 1 that deal `need`, and bring most. */
static void search_kill(struct jg_magic_minimax *m, struct kill *k, int depth, int value, int net) {
    if (depth == 0) {
        if (net < k->need || value <= k->value) return;
        k->value = value;
        memcpy(k->best, k->order, sizeof k->best);
        return;
    }
    const struct ways_option *o = option_at(m, depth);
    for (int i = 0; i < o->orders && !jg_magic_effort_spend(&m->effort, 4); i++) {
        k->order[depth] = i;
        search_kill(m, k, depth - 1, value + m->ways.order[o->order + i].all, net + m->ways.order[o->order + i].net);
    }
}

/* What the blocks of the steps are worth without the base, when the attacker orders as
 * is best; the orders are set. */
static int settle(struct jg_magic_minimax *m, int depth) {
    int all = 0, first = 0, net_first = 0, net = 0;
    bool choice = false;
    for (int d = 1; d <= depth; d++) {
        const struct ways_option *o = option_at(m, d);
        all += o->all;
        first += o->first;
        net_first += o->net_first;
        choice |= o->orders > 1;
    }
    bool early = m->ways.early && net_first >= m->life;
    choose_orders(m, depth, early);
    if (early) return first + m->win;
    for (int d = 1; d <= depth; d++) net += m->ways.order[option_at(m, d)->order + m->step[d].order].net;
    if (net >= m->life) return all + m->win;
    if (!choice) return all;
    struct kill k = {.need = m->life, .value = INT_MIN};
    search_kill(m, &k, depth, 0, 0);
    if (k.value == INT_MIN || k.value + m->win <= all) return all;
    for (int d = 1; d <= depth; d++) m->step[d].order = k.best[d];
    return k.value + m->win;
}

/* ---- Blocks ------------------------------------------------------------------------------- */

/* Bounds mean nothing any more. */
static bool tired(const struct jg_magic_minimax *m) {
    return (m->limit && m->work > m->limit) || jg_magic_effort_over(&m->effort);
}

/* Looks for one more sum; says whether it may. */
static bool go_on(struct jg_magic_minimax *m) {
    m->work++;
    jg_magic_effort_spend(&m->effort, 8);
    return !tired(m);
}

/* The place of a sum, and whether it says all that is to be known: it, or that it is not
 * less than the limit. */
static struct memo *probe(const struct jg_magic_minimax *m, uint64_t key, int limit, bool *known) {
    struct memo *e = &m->memo[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & m->memo_mask];
    *known = e->stamp == m->stamp && e->key == key && (e->exact || e->sum >= limit);
    return e;
}

static int keep_sum(const struct jg_magic_minimax *m, struct memo *e, uint64_t key, int sum, bool exact) {
    *e = (struct memo){.key = key, .stamp = m->stamp & INT32_MAX, .exact = exact, .sum = sum};
    return sum;
}

/* What the attackers up to a depth bring at least, with the blockers of cell b free and so
 * much life left to the defender, `win` for its death included; or, if it is not less than
 * the limit, that or more. `early` is the life that is left in the first-strike step, and
 * must not be used up; FREE: it cannot be. It is no more than a bound if they have a choice
 * of orders. */
static int least_sum(struct jg_magic_minimax *m, int depth, int b, int left, int early, int limit) {
    const struct ways *w = &m->ways;
    const struct step *step = &m->step[depth];
    ptrdiff_t here = (ptrdiff_t)w->blockers.sets * depth + b;
    if (depth == 0) return early <= 0 ? NEVER : left > 0 ? 0 : m->win;
    if (!go_on(m)) return NEVER;
    if (early > step->blow_first) {
        early = FREE;
        if (left > step->blow) return m->all[here];
        if (left <= m->net[here]) return m->all[here] + m->win;
    }
    bool known;
    uint64_t key = (uint64_t)here << 32 | (uint32_t)(uint16_t)left << 16 | (uint16_t)early;
    struct memo *e = probe(m, key, limit, &known);
    if (known) return e->sum;
    int most = early == FREE ? m->all[here] + m->win : NEVER, best = most < limit ? most : limit;
    int end = w->first[step->attacker + 1];
    for (int i = w->first[step->attacker]; i < end && best > m->all[here]; i++) {
        const struct ways_option *o = &w->option[i];
        if (o->mask & ~m->mask[b] || o->all + m->all[here - w->blockers.sets - o->cell] >= best) continue;
        int rest = least_sum(m, depth - 1, b - o->cell, left - o->net, early == FREE ? FREE : early - o->net_first,
                             best - o->all);
        if (o->all + rest < best) best = o->all + rest;
    }
    return keep_sum(m, e, key, best, best < limit || best == most);
}

/* The same if the combat must end in the first-strike step, where the defender has so much
 * life left. Exact, always. */
static int least_early(struct jg_magic_minimax *m, int depth, int b, int left, int limit) {
    const struct ways *w = &m->ways;
    const struct step *step = &m->step[depth];
    ptrdiff_t here = (ptrdiff_t)w->blockers.sets * depth + b;
    if (left > step->blow_first) return NEVER;
    if (depth == 0) return m->win;
    if (!go_on(m)) return NEVER;
    bool known;
    uint64_t key = (uint64_t)here << 32 | (uint32_t)(uint16_t)left << 16 | 0x8000; /* no life of least_sum */
    struct memo *e = probe(m, key, limit, &known);
    if (known) return e->sum;
    int best = limit, end = w->first[step->attacker + 1];
    for (int i = w->first[step->attacker]; i < end; i++) {
        const struct ways_option *o = &w->option[i];
        if (o->mask & ~m->mask[b] || o->first + m->first[here - w->blockers.sets - o->cell] + m->win >= best) continue;
        int rest = least_early(m, depth - 1, b - o->cell, left - o->net_first, best - o->first);
        if (o->first + rest < best) best = o->first + rest;
    }
    return keep_sum(m, e, key, best, best < limit);
}

static void open_memo(struct jg_magic_minimax *m, int depth) {
    uint32_t size = 64;
    while (size < MEMO && size < (uint32_t)(depth * m->ways.blockers.sets) * 32) size *= 2;
    m->memo_mask = size - 1;
    m->stamp = (m->stamp + 1) & INT32_MAX;
    if (m->stamp) return;
    memset(m->memo, 0, MEMO * sizeof *m->memo);
    m->stamp = 1;
}

/* The blocks by which the rows of `all` came about. */
static void follow_rows(struct jg_magic_minimax *m, int depth) {
    const struct ways *w = &m->ways;
    int b = w->blockers.sets - 1;
    for (int d = depth; d > 0; d--) {
        const int32_t *here = m->all + (ptrdiff_t)w->blockers.sets * d, *below = here - w->blockers.sets;
        const struct ways_option *o = &w->option[w->first[m->step[d].attacker]];
        while (o->mask & ~m->mask[b] || below[b - o->cell] + o->all != here[b]) o++;
        m->step[d].option = (int)(o - w->option);
        b -= o->cell;
    }
}

/* A place in the tree of blocks: the attackers above `depth` have their options, which
 * bring so much at the end, or early; the rest is as of least_sum and least_early. */
struct node {
    int depth, b, all, first, left, early;
};

static struct node child(const struct node *n, const struct ways_option *o) {
    return (struct node){.depth = n->depth - 1,
                         .b = n->b - o->cell,
                         .all = n->all + o->all,
                         .first = n->first + o->first,
                         .left = n->left - o->net,
                         .early = n->early == FREE ? FREE : n->early - o->net_first};
}

/* A bound for the node, or that it is not less than the limit. Unless it is to be tight, an
 * early end is taken for one that may come or not: often that is enough, and least_sum goes
 * without its second dimension. */
static int bound(struct jg_magic_minimax *m, const struct node *n, int limit) {
    int early = m->tight ? n->early : FREE;
    int sum = n->all + least_sum(m, n->depth, n->b, n->left, early, limit - n->all);
    if (n->early == FREE) return sum;
    if (sum < limit) limit = sum;
    int first = n->first + least_early(m, n->depth, n->b, n->early, limit - n->first);
    return first < sum ? first : sum;
}

/* The blocks by which a bound came about, which is `least`. */
static void follow_bound(struct jg_magic_minimax *m, struct node n, int least) {
    const struct ways *w = &m->ways;
    while (n.depth > 0) {
        const struct ways_option *o = &w->option[w->first[m->step[n.depth].attacker]];
        struct node next;
        for (;; o++) {
            if (o->mask & ~m->mask[n.b]) continue;
            next = child(&n, o);
            if (bound(m, &next, least + 1) == least) break;
            if (tired(m)) return;
        }
        m->step[n.depth].option = (int)(o - w->option);
        n = next;
    }
}

static void try_blocks(struct jg_magic_minimax *m, int depth) {
    int value = settle(m, depth);
    if (value >= m->best_value) return;
    m->best_value = value;
    memcpy(m->best, m->step, (size_t)(depth + 1) * sizeof *m->best);
}

static void search(struct jg_magic_minimax *m, int top, const struct node *n) {
    const struct ways *w = &m->ways;
    if (n->depth == 0) {
        try_blocks(m, top);
        return;
    }
    int end = w->first[m->step[n->depth].attacker + 1];
    for (int i = w->first[m->step[n->depth].attacker]; i < end; i++) {
        if (w->option[i].mask & ~m->mask[n->b] || tired(m)) continue;
        struct node next = child(n, &w->option[i]);
        if (bound(m, &next, m->best_value) >= m->best_value) continue;
        m->step[n->depth].option = i;
        search(m, top, &next);
    }
}

/* Tries the blocks of the bound, and says whether none can be better. */
static bool try_bound(struct jg_magic_minimax *m, const struct node *root) {
    int least = bound(m, root, m->best_value);
    if (least >= m->best_value || tired(m)) return true;
    follow_bound(m, *root, least);
    if (tired(m)) return true;
    try_blocks(m, root->depth);
    return least >= m->best_value;
}

/* The best blocks, without the base, of the attackers of all steps up to a depth. */
static int solve(struct jg_magic_minimax *m, int depth) {
    bool early = m->step[depth].blow_first >= m->life;
    struct node root = {
        .depth = depth, .b = m->ways.blockers.sets - 1, .left = m->life, .early = early ? m->life : FREE};
    int sum = m->all[(ptrdiff_t)m->ways.blockers.sets * depth + root.b];
    m->tired = false;
    follow_rows(m, depth);
    if (m->step[depth].blow < m->life) {
        choose_orders(m, depth, false);
        return sum;
    }
    m->best_value = INT_MAX;
    try_blocks(m, depth);
    if (m->best_value == sum && !early) return sum;
    open_memo(m, depth);
    m->work = 0;
    m->tight = false;
    if (!try_bound(m, &root)) {
        m->tight = true;
        if (!try_bound(m, &root)) search(m, depth, &root);
    }
    m->tired = tired(m);
    memcpy(m->step, m->best, (size_t)(depth + 1) * sizeof *m->step);
    return m->best_value;
}

/* ---- Answers ------------------------------------------------------------------------------ */

/* Writes what the steps hold. `given` says who blocks whom, or is NULL: then of blockers
 * alike the first that are free. */
static void write_defence(const struct jg_magic_minimax *m, int depth, int value, const uint8_t *given,
                          struct jg_magic_defence *out) {
    uint8_t blocked[JG_MAGIC_CREATURES];
    memset(blocked, JG_MAGIC_NONE, sizeof blocked);
    memset(out->order, 0, sizeof out->order);
    for (int d = 1; d <= depth; d++) {
        const struct ways_option *o = option_at(m, d);
        const struct ways_order *order = &m->ways.order[o->order + m->step[d].order];
        for (int i = 0; i < o->size; i++) {
            const uint8_t *who = m->ways.blockers.sort[order->sort[i]].member;
            while (blocked[*who] != JG_MAGIC_NONE || (given && given[*who] != m->step[d].index)) who++;
            blocked[*who] = (uint8_t)m->step[d].index;
            out->order[*who] = (uint8_t)(i + 1);
        }
    }
    memcpy(out->blocked, blocked, sizeof blocked);
    out->value = m->base + value;
    out->exact = m->ways.exact && !m->tired;
}

void jg_magic_minimax_limit(struct jg_magic_minimax *m, uint64_t sums, int sets) {
    m->limit = sums;
    m->sets = sets < 1 || sets > WAYS_SETS ? WAYS_SETS : sets;
}

struct jg_magic_effort *jg_magic_minimax_effort(struct jg_magic_minimax *m) {
    return &m->effort;
}

void jg_magic_defend(struct jg_magic_minimax *m, const struct jg_magic_battle *b, const struct jg_magic_weights *w,
                     uint32_t attack, struct jg_magic_defence *out) {
    int depth = 0;
    open_battle(m, b, w, attack, m->sets);
    ways_all(&m->ways);
    open_rows(m);
    for (int s = 0; s < m->ways.attackers.sorts; s++)
        for (int k = 0; k < m->ways.attackers.sort[s].count; k++) {
            if (depth) fill_row(m, depth, 0);
            add_attacker(m, ++depth, s, k);
        }
    if (depth) fill_row(m, depth, m->ways.blockers.sets - 1);
    if (jg_magic_effort_over(&m->effort)) {
        memset(out->blocked, JG_MAGIC_NONE, sizeof out->blocked);
        jg_magic_best_order(m, b, w, attack, out);
        out->exact = false;
        return;
    }
    write_defence(m, depth, solve(m, depth), NULL, out);
}

struct walk {
    struct jg_magic_minimax *m;
    jg_magic_visit *visit;
    void *arg;
    struct jg_magic_defence out;
};

/* All sets that begin with the attackers of the steps, the last of which is number
 * k - 1 of a sort. */
static bool walk(struct walk *t, int depth, uint32_t attack, int sort, int k) {
    struct jg_magic_minimax *m = t->m;
    const struct ways_side *side = &m->ways.attackers;
    bool more = sort < side->sorts - 1 || (sort < side->sorts && k < side->sort[sort].count);
    if (depth) fill_row(m, depth, more ? 0 : m->ways.blockers.sets - 1);
    if (jg_magic_effort_spend(&m->effort, 64)) return false;
    write_defence(m, depth, solve(m, depth), NULL, &t->out);
    if (!t->visit(t->arg, attack, &t->out)) return false;
    for (int s = sort; s < side->sorts; s++, k = 0) {
        if (k == side->sort[s].count) continue;
        add_attacker(m, depth + 1, s, k);
        if (!walk(t, depth + 1, attack | UINT32_C(1) << m->step[depth + 1].index, s, k + 1)) return false;
    }
    return true;
}

bool jg_magic_defend_all(struct jg_magic_minimax *m, const struct jg_magic_battle *b, const struct jg_magic_weights *w,
                         jg_magic_visit *visit, void *arg) {
    struct walk t = {.m = m, .visit = visit, .arg = arg};
    open_battle(m, b, w, UINT32_MAX, m->sets);
    ways_all(&m->ways);
    open_rows(m);
    return walk(&t, 0, 0, 0, 0);
}

uint32_t jg_magic_attack_sets(const struct jg_magic_battle *b) {
    struct ways_side side;
    ways_sort(&side, b->attacker, b->attackers, UINT32_MAX, SETS, &jg_magic_paper_weights);
    return (uint32_t)side.sets;
}

void jg_magic_best_order(struct jg_magic_minimax *m, const struct jg_magic_battle *b, const struct jg_magic_weights *w,
                         uint32_t attack, struct jg_magic_defence *out) {
    int depth = 0;
    struct ways *ways = &m->ways;
    open_battle(m, b, w, attack, SETS);
    ways->options = ways->orders = 0;
    for (int a = 0; a < ways->attackers.sorts; a++)
        for (int k = 0; k < ways->attackers.sort[a].count; k++) {
            uint8_t count[JG_MAGIC_CREATURES] = {0};
            add_attacker(m, ++depth, a, k);
            for (int s = 0; s < ways->blockers.sorts; s++)
                for (int i = 0; i < ways->blockers.sort[s].count; i++)
                    if (out->blocked[ways->blockers.sort[s].member[i]] == m->step[depth].index) count[s]++;
            m->step[depth].option = ways->options;
            ways_one(ways, a, count);
        }
    write_defence(m, depth, settle(m, depth), out->blocked, out);
}
