/* Player nodes (MAX and MIN) and chance nodes. The value of a chance node is the rounded mean
 *
 *     round(sum of weight * value / WHOLE)
 *
 * with integer weights. It is never the greatest or least possible value unless all outcomes are, since a chance of
 * winning is not a win. The mean is monotonic in each outcome. So the bounds of the outcomes bound the node (Star1), and
 * the window of the next outcome is the values at which the node would reach alpha or beta: integers, without rounding
 * error. */
#include "search/expecti_tree.h"

enum { WHOLE_BITS = 30, WHOLE = 1 << WHOLE_BITS };

/* ---- Values ----------------------------------------------------------------------------- */

static int32_t clamp(int32_t v, int32_t most) { return v > most ? most : v < -most ? -most : v; }

/* An evaluation stays below a win, unless the evaluator also values finished games. */
static int32_t leaf(struct expecti *x, const void *state, bool over) {
    int32_t points = clamp(jg_search_leaf(&x->s, state, x->s.team, over), JG_WIN);
    int32_t most = x->most / JG_EXPECTI_SCALE;
    if (!over) x->evaluations++;
    if (!over && !x->s.eval->by->ends) most--;
    return clamp(points, most) * JG_EXPECTI_SCALE;
}

/* The rounded mean; `most` is the greatest possible value. */
static int32_t mean(int64_t sum, int32_t most) {
    int32_t v = (int32_t)((sum + WHOLE / 2) >> WHOLE_BITS);
    if (v >= most && sum < (int64_t)most * WHOLE) return most - 1;
    return v <= -most && sum > -(int64_t)most * WHOLE ? 1 - most : v;
}

/* The least sum whose mean is v or more. */
static int64_t sum_for(int32_t v, int32_t most) {
    if (v >= most) return (int64_t)v * WHOLE;
    return v <= 1 - most ? -(int64_t)most * WHOLE + (v > -most) : (int64_t)v * WHOLE - WHOLE / 2;
}

static int64_t divide_up(int64_t a, int64_t b) { return a / b + (a % b > 0); }

/* ---- Chance ----------------------------------------------------------------------------- */

struct chance {
    const void *state;
    int depth, n;
    int32_t alpha, beta, limit; /* limit: the greatest possible value */
    struct expecti_outcome *list;
    int64_t least, most; /* weighted sums of the outcomes' bounds */
};

/* Lists the outcomes with integer weights that sum to WHOLE: the likeliest takes the rounding error, and outcomes whose
 * weight rounds to 0 are dropped. False if there are too many. */
static bool list_outcomes(struct expecti *x, struct chance *c) {
    const struct jg_game *g = x->s.game;
    uint64_t all = g->kind->outcomes(g, c->state);
    int likeliest = 0;
    int64_t left = WHOLE;
    if (all > JG_EXPECTI_OUTCOMES || all > (uint64_t)(EXPECTI_PATH - x->used)) return false;
    c->list = x->outcomes + x->used;
    c->n = 0;
    for (uint64_t i = 0; i < all; i++) {
        double probability;
        jg_move move = g->kind->outcome(g, c->state, i, &probability);
        int32_t weight = (int32_t)(probability * WHOLE + 0.5);
        if (weight <= 0) continue;
        c->list[c->n] = (struct expecti_outcome){.move = move, .weight = weight, .least = -x->most, .most = x->most};
        if (weight > c->list[likeliest].weight) likeliest = c->n;
        left -= weight;
        c->n++;
    }
    c->list[likeliest].weight += (int32_t)left;
    c->least = (int64_t)-x->most * WHOLE;
    c->most = (int64_t)x->most * WHOLE;
    return true;
}

static void set_least(struct chance *c, struct expecti_outcome *o, int32_t v) {
    if (v <= o->least) return;
    c->least += (int64_t)o->weight * (v - (int64_t)o->least);
    o->least = v;
}

static void set_most(struct chance *c, struct expecti_outcome *o, int32_t v) {
    if (v >= o->most) return;
    c->most += (int64_t)o->weight * (v - (int64_t)o->most);
    o->most = v;
}

/* The window of an outcome: at `low` or less the node cannot exceed alpha, at `high` or more it reaches beta, whatever
 * the values of the others. */
static void window(const struct chance *c, const struct expecti_outcome *o, int32_t *low, int32_t *high) {
    *low = -JG_INFINITE;
    *high = JG_INFINITE;
    if (c->alpha > -JG_INFINITE) {
        int64_t others = c->most - (int64_t)o->weight * o->most;
        int64_t v = divide_up(sum_for(c->alpha + 1, c->limit) - others, o->weight) - 1;
        if (v >= o->least) *low = (int32_t)v;
    }
    if (c->beta < JG_INFINITE) {
        int64_t others = c->least - (int64_t)o->weight * o->least;
        int64_t v = divide_up(sum_for(c->beta, c->limit) - others, o->weight);
        if (v <= o->most) *high = (int32_t)v;
    }
}

static bool too_low(const struct chance *c) { return c->alpha > -JG_INFINITE && mean(c->most, c->limit) <= c->alpha; }
static bool too_high(const struct chance *c) { return c->beta < JG_INFINITE && mean(c->least, c->limit) >= c->beta; }

/* Tightens the bounds of an outcome by the result of a search within low and high. */
static void learn(struct chance *c, struct expecti_outcome *o, int32_t low, int32_t high, int32_t value) {
    if (value > low) set_least(c, o, value);
    if (value < high) set_most(c, o, value);
}

static void cut_outcomes(struct expecti *x, const struct chance *c) {
    bool any = false;
    for (int i = 0; i < c->n; i++) {
        if (c->list[i].visited) continue;
        any = true;
        if (x->s.trace) x->s.trace->cut(x->s.trace->arg, &c->list[i].move, 1);
    }
    if (any) x->s.cuts++;
}

/* ---- Star2: one move after each outcome --------------------------------------------------- */

static void enter_trace(const struct expecti *x, const void *state, jg_move move, int depth, int32_t low,
                        int32_t high) {
    if (x->s.trace) x->s.trace->enter(x->s.trace->arg, state, move, depth, low, high);
}

static void leave_trace(const struct expecti *x, int32_t value, jg_move best) {
    if (x->s.trace && !x->s.stopped) x->s.trace->leave(x->s.trace->arg, value, best);
}

/* The moves of a position, ordered by the game's rank. */
static int list_moves(const struct expecti *x, const void *state, jg_move *moves) {
    const struct jg_game *g = x->s.game;
    int n = jg_moves(g, state, moves);
    if (!g->kind->rank || n < 2) return n;
    int32_t ranks[n];
    g->kind->rank(g, state, moves, n, ranks);
    jg_search_sort(moves, ranks, n);
    return n;
}

/* A position has one table entry per depth. Values of different depths differ, and would replace each other in a
 * single entry. */
static uint64_t key_at(const struct expecti *x, const void *state, int depth) {
    return jg_key(x->s.game, state) ^ ((uint64_t)depth + 1) * 0x9e3779b97f4a7c15u;
}

/* The entry of this depth, or of one ply less for its move. */
static bool find(const struct expecti *x, const void *state, int depth, struct jg_tt_entry *e) {
    if (!x->tt || x->s.trace) return false;
    return jg_tt_find(x->tt, key_at(x, state, depth), e) ||
           (depth > 0 && jg_tt_find(x->tt, key_at(x, state, depth - 1), e));
}

/* Whether an entry's value is valid at this depth. Proven values are valid at every greater depth. */
static bool holds(const struct jg_tt_entry *e, int depth) {
    return e->depth == depth || (e->proven && e->depth < depth);
}

/* Tightens the bounds of an outcome by the table; returns the index of the move to probe. */
static int tighten_from_tt(struct expecti *x, struct chance *c, struct expecti_outcome *o, const void *child, int n) {
    struct jg_tt_entry e;
    if (!find(x, child, c->depth, &e)) return 0;
    if (holds(&e, c->depth)) {
        if (!e.proven) x->evaluations++;
        if (e.bound != JG_BOUND_UPPER) set_least(c, o, e.value);
        if (e.bound != JG_BOUND_LOWER) set_most(c, o, e.value);
    }
    return e.move > 0 && e.move < n ? e.move : 0;
}

/* Star2's probe: the value of one move after the outcome is a lower bound of the outcome if MAX moves there, an upper
 * bound if MIN does. Without a choice of moves, or without a finite window on that side, there is nothing to gain. */
static void probe(struct expecti *x, struct chance *c, struct expecti_outcome *o) {
    const struct jg_game *g = x->s.game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    jg_move moves[g->max_moves];
    int32_t low, high;
    struct jg_pv pv;
    memcpy(child, c->state, g->state_size);
    jg_apply(g, child, o->move);
    int turn = jg_turn(g, child);
    if (turn == JG_OVER) { /* the value is exact */
        int32_t end = expecti_search_child(x, c->state, o->move, c->depth, -JG_INFINITE, JG_INFINITE, &pv);
        if (!x->s.stopped) learn(c, o, -JG_INFINITE, JG_INFINITE, end);
        o->visited = true;
        return;
    }
    bool max = jg_team(turn) == x->s.team;
    bool useful = turn >= 0 && (max ? c->beta < JG_INFINITE : c->alpha > -JG_INFINITE);
    int n = useful ? list_moves(x, child, moves) : 0;
    if (n < 2) return;
    jg_move first = moves[tighten_from_tt(x, c, o, child, n)];
    if (o->least == o->most || too_low(c) || too_high(c) || jg_search_enter(&x->s)) return;
    window(c, o, &low, &high);
    if (max)
        low = o->least > -x->most ? o->least : -JG_INFINITE;
    else
        high = o->most < x->most ? o->most : JG_INFINITE;
    enter_trace(x, child, o->move, c->depth, low, high);
    if (x->s.trace && x->s.trace->probe) x->s.trace->probe(x->s.trace->arg);
    x->ply++;
    uint64_t before = x->evaluations;
    int32_t value = expecti_search_child(x, child, first, c->depth - 1, low, high, &pv);
    x->ply--;
    leave_trace(x, value, first);
    if (x->s.stopped) return;
    if (max && value > low) set_least(c, o, value);
    if (!max && value < high) set_most(c, o, value);
    o->visited = true;
    o->tried = first;
    o->found = value;
    o->evaluated = x->evaluations > before;
}

/* Searches an outcome. The probed move is not searched again and its node counts once, except in a traced search. */
static int32_t search_outcome(struct expecti *x, const struct chance *c, const struct expecti_outcome *o, int32_t low,
                              int32_t high) {
    struct jg_pv child_pv;
    if (o->tried && !x->s.trace) {
        x->down = o;
        x->s.nodes--;
    }
    int32_t value = expecti_search_child(x, c->state, o->move, c->depth, low, high, &child_pv);
    x->down = NULL;
    return value;
}

static int32_t chance(struct expecti *x, const void *state, int depth, int32_t alpha, int32_t beta) {
    struct chance c = {.state = state, .depth = depth, .alpha = alpha, .beta = beta, .limit = x->most};
    if (!list_outcomes(x, &c)) return leaf(x, state, false);
    bool bounded = alpha > -JG_INFINITE || beta < JG_INFINITE, ended = too_low(&c) || too_high(&c);
    int32_t low, high;
    x->used += c.n;
    if (x->prune == JG_EXPECTI_STAR2 && bounded && depth > 0)
        for (int i = 0; i < c.n && !ended; i++) {
            probe(x, &c, &c.list[i]);
            ended = x->s.stopped || too_low(&c) || too_high(&c);
        }
    for (int i = 0; i < c.n && !ended; i++) {
        struct expecti_outcome *o = &c.list[i];
        if (o->least == o->most) continue; /* exact from the table or a finished game */
        window(&c, o, &low, &high);
        int32_t value = search_outcome(x, &c, o, low, high);
        if (x->s.stopped) break;
        o->visited = true;
        learn(&c, o, low, high, value);
        ended = too_low(&c) || too_high(&c);
    }
    x->used -= c.n;
    if (ended && !x->s.stopped) cut_outcomes(x, &c);
    return mean(too_low(&c) ? c.most : c.least, c.limit);
}

/* ---- Players ------------------------------------------------------------------------------- */

/* A player node. *first is the index of the table's move, or -1; returns the index of the best move in it. */
static int32_t choice(struct expecti *x, const void *state, bool max, int depth, int32_t alpha, int32_t beta,
                      int *first, struct jg_pv *pv) {
    jg_move moves[x->s.game->max_moves];
    int n = list_moves(x, state, moves), swap = *first > 0 && *first < n ? *first : 0;
    int32_t best = max ? -JG_INFINITE : JG_INFINITE;
    const struct expecti_outcome *down = x->down;
    jg_move known = moves[swap];
    moves[swap] = moves[0];
    moves[0] = known;
    x->down = NULL;
    for (int i = 0; i < n; i++) {
        struct jg_pv child_pv;
        int32_t value;
        if (down && down->tried == moves[i]) {
            value = down->found;
            if (down->evaluated) x->evaluations++;
        } else {
            value = expecti_search_child(x, state, moves[i], depth - 1, alpha, beta, &child_pv);
        }
        if (x->s.stopped) break;
        if (max ? value <= best : value >= best) continue;
        best = value;
        *first = i == 0 ? swap : i == swap ? 0 : i;
        if (!down && (max ? best > alpha : best < beta)) jg_pv_set(pv, moves[i], &child_pv); /* the pv ends at chance */
        if (x->prune == JG_EXPECTI_NONE) continue;
        if (max && best > alpha) alpha = best;
        if (!max && best < beta) beta = best;
        if (alpha < beta) continue;
        jg_search_cut(&x->s, moves + i + 1, n - i - 1);
        break;
    }
    return best;
}

/* ---- Nodes ---------------------------------------------------------------------------- */

/* True at a table cutoff. *first is the table's move in any case. */
static bool look_up(struct expecti *x, const void *state, int depth, int32_t alpha, int32_t beta, int *first,
                    int32_t *value) {
    struct jg_tt_entry e;
    if (!find(x, state, depth, &e)) return false;
    *first = e.move;
    if (!holds(&e, depth)) return false;
    bool settles = e.bound == JG_BOUND_EXACT || (e.bound == JG_BOUND_LOWER && e.value >= beta) ||
                   (e.bound == JG_BOUND_UPPER && e.value <= alpha);
    if (!settles) return false;
    if (!e.proven) x->evaluations++;
    *value = e.value;
    return true;
}

static int32_t value_of(struct expecti *x, const void *state, int depth, int32_t alpha, int32_t beta,
                        struct jg_pv *pv) {
    const struct jg_game *g = x->s.game;
    int turn = jg_turn(g, state), first = -1;
    if (turn == JG_OVER) return leaf(x, state, true);
    if ((turn >= 0 && depth <= 0) || x->ply >= JG_DEPTH_MAX) return leaf(x, state, false);
    bool table = x->tt && !x->s.trace;
    uint64_t before = x->evaluations;
    int32_t value;
    if (look_up(x, state, depth, alpha, beta, &first, &value)) return value;
    if (turn == JG_CHANCE)
        value = chance(x, state, depth, alpha, beta);
    else
        value = choice(x, state, jg_team(turn) == x->s.team, depth, alpha, beta, &first, pv);
    if (!table || x->s.stopped) return value;
    enum jg_bound bound = value <= alpha ? JG_BOUND_UPPER : value >= beta ? JG_BOUND_LOWER : JG_BOUND_EXACT;
    struct jg_tt_entry e = {
        .value = value, .move = first, .depth = depth, .bound = bound, .proven = x->evaluations == before};
    jg_tt_store(x->tt, key_at(x, state, depth), &e);
    return value;
}

int32_t expecti_search_child(struct expecti *x, const void *state, jg_move move, int depth, int32_t alpha, int32_t beta,
                             struct jg_pv *pv) {
    const struct jg_game *g = x->s.game;
    _Alignas(max_align_t) unsigned char child[g->state_size];
    pv->count = 0;
    if (jg_search_enter(&x->s)) return 0;
    memcpy(child, state, g->state_size);
    jg_apply(g, child, move);
    enter_trace(x, child, move, depth, alpha, beta);
    x->ply++;
    int32_t value = value_of(x, child, depth, alpha, beta, pv);
    x->ply--;
    leave_trace(x, value, pv->count ? pv->moves[0] : 0);
    return value;
}
