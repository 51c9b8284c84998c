/* Lookahead of the agent `magic`: candidate plans, blocks or moves, simulated by rollouts in worlds
 * sampled from the view, and chosen by sequential halving. docs/magic-agents.md explains it. */
#include "games/magic/lookahead.h"

#include "games/magic/rules.h"

#include <math.h>
#include <string.h>

/* Rollouts use tighter limits on crowded combats than the decision itself. */
static void limit_search(struct jg_magic_lookahead *l, bool in_rollout) {
    jg_magic_combat_search_limit(l->planner.combat_search, in_rollout ? 500 : 5000, in_rollout ? 32 : 512);
    l->planner.max_attacks = in_rollout ? 64 : 512;
    l->planner.max_states = in_rollout ? 200 : 2000;
}

enum jg_status jg_magic_lookahead_init(struct jg_magic_lookahead *l, const struct jg_game *g, struct jg_error *err) {
    *l = (struct jg_magic_lookahead){.width = 16, .rollouts = 400};
    enum jg_status status = jg_magic_planner_init(&l->planner, g, err);
    if (status) return status;
    limit_search(l, true);
    l->policy.weights[0] = l->policy.weights[1] = jg_magic_paper_weights;
    return JG_OK;
}

void jg_magic_lookahead_free(struct jg_magic_lookahead *l) { jg_magic_planner_free(&l->planner); }

/* ---- Candidates ------------------------------------------------------------------------- */

/* Inserts a candidate by value, dropping the worst if the list is full. Returns where to write it,
 * or NULL. */
static struct jg_magic_candidate *insert_candidate(struct jg_magic_lookahead *l, int32_t value) {
    int i = l->candidates;
    if (i == l->width) {
        if (i == l->reserved || value <= l->candidate[i - 1].value) return NULL;
        i--;
    } else {
        l->candidates++;
    }
    for (; i > l->reserved && l->candidate[i - 1].value < value; i--) l->candidate[i] = l->candidate[i - 1];
    l->candidate[i] = (struct jg_magic_candidate){.value = value};
    return &l->candidate[i];
}

static bool same_plan(const struct jg_magic_plan *a, const struct jg_magic_plan *b) {
    if (a->actions != b->actions || a->attackers != b->attackers) return false;
    for (int i = 0; i < a->actions; i++)
        if (a->action[i].kind != b->action[i].kind || a->action[i].target != b->action[i].target) return false;
    return !memcmp(a->attacker, b->attacker, (size_t)a->attackers);
}

/* Plans come from several weightings, each with a share of the candidates: only candidates of the
 * present one, from l->reserved on, make room for better ones. */
static void on_plan(void *arg, const struct jg_magic_plan *plan) {
    struct jg_magic_lookahead *l = arg;
    for (int i = 0; i < l->reserved; i++)
        if (same_plan(&l->candidate[i].plan, plan)) return;
    struct jg_magic_candidate *candidate = insert_candidate(l, plan->value);
    if (candidate) candidate->plan = *plan;
}

static void generate_plans(struct jg_magic_lookahead *l, const struct jg_magic *view) {
    /* The own weights; racing: life before creatures; waiting: cards and toughness first. */
    static const struct jg_magic_weights weightings[] = {
        {0},
        {.life = 6, .power = 5, .toughness = 2, .land = 12, .hand = 10, .win = 1000},
        {.life = 1, .power = 10, .toughness = 12, .land = 20, .hand = 18, .win = 1000}};
    static const uint8_t shares[] = {8, 12, 16};
    struct jg_magic_weights own = l->planner.weights;
    struct jg_magic_plan best;
    int width = l->width;
    l->planner.on_plan = on_plan;
    l->planner.arg = l;
    l->planner.exhaustive = true;
    for (int i = 0; i < 3; i++) {
        if (i) l->planner.weights = weightings[i];
        l->reserved = l->candidates;
        l->width = i == 2 ? width : width * shares[i] / 16;
        if (l->width > l->candidates) jg_magic_plan(&l->planner, view, &best);
    }
    l->width = width;
    l->reserved = 0;
    l->planner.weights = own;
    l->planner.on_plan = NULL;
    l->planner.exhaustive = false;
}

static void generate_moves(struct jg_magic_lookahead *l, const struct jg_magic *view) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(l->planner.game, view, moves);
    for (int i = 0; i < n; i++) {
        struct jg_magic_candidate *candidate = insert_candidate(l, -i);
        if (candidate) candidate->move = moves[i];
    }
}

static uint32_t all_of(const struct jg_magic_battlefield *f) {
    return (uint32_t)((UINT64_C(1) << f->battle.attackers) - 1);
}

/* Blocks under construction. All assignments if they are few; otherwise the best blocks and their
 * variations by one blocker. Declared blocks stay. */
struct blocking {
    struct jg_magic_lookahead *l;
    const struct jg_magic *view;
    uint8_t fixed[JG_MAGIC_CREATURES]; /* 1: declared */
    struct jg_magic_blocks now;
};

static bool can_block(const struct jg_magic_battlefield *f, int b, int a) {
    return !(f->battle.attacker[a].abilities & JG_MAGIC_FLYING) ||
           f->battle.blocker[b].abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH);
}

static void add_blocks(struct blocking *x) {
    struct jg_magic_lookahead *l = x->l;
    if (l->candidates && jg_magic_work_exhausted(l->planner.work)) return;
    jg_magic_best_order(l->planner.combat_search, &l->field.battle, &l->planner.weights, all_of(&l->field), &x->now);
    struct jg_magic_candidate *candidate = insert_candidate(l, -x->now.value);
    if (candidate) candidate->blocks = x->now;
}

/* Symmetry breaking: of interchangeable blockers, the later one blocks no earlier attacker. */
static bool repeats(const struct jg_magic_battlefield *f, const struct blocking *x, int b, int a) {
    for (int c = b - 1; c >= 0; c--) {
        if (memcmp(&f->battle.blocker[c], &f->battle.blocker[b], sizeof f->battle.blocker[b]) || x->fixed[c]) continue;
        return x->now.blocked[c] == JG_MAGIC_NONE ? a != JG_MAGIC_NONE : a != JG_MAGIC_NONE && a < x->now.blocked[c];
    }
    return false;
}

static void enumerate_blocks(struct blocking *x, int b) {
    const struct jg_magic_battlefield *f = &x->l->field;
    if (b == f->battle.blockers) {
        add_blocks(x);
        return;
    }
    if (x->fixed[b]) {
        enumerate_blocks(x, b + 1);
        return;
    }
    for (int a = -1; a < f->battle.attackers; a++) {
        int to = a < 0 ? JG_MAGIC_NONE : a;
        if ((a >= 0 && !can_block(f, b, a)) || repeats(f, x, b, to)) continue;
        x->now.blocked[b] = (uint8_t)to;
        enumerate_blocks(x, b + 1);
    }
}

static void vary_best_blocks(struct blocking *x) {
    const struct jg_magic_battlefield *f = &x->l->field;
    struct jg_magic_blocks best;
    jg_magic_best_blocks(x->l->planner.combat_search, &f->battle, &x->l->planner.weights, all_of(f), &best);
    for (int b = 0; b < f->battle.blockers; b++)
        if (!x->fixed[b]) x->now.blocked[b] = best.blocked[b];
    add_blocks(x);
    for (int b = 0; b < f->battle.blockers; b++) {
        uint8_t was = x->now.blocked[b];
        for (int a = -1; a < f->battle.attackers && !x->fixed[b]; a++) {
            uint8_t to = (uint8_t)(a < 0 ? JG_MAGIC_NONE : a);
            if ((a >= 0 && !can_block(f, b, a)) || to == was) continue;
            x->now.blocked[b] = to;
            add_blocks(x);
        }
        x->now.blocked[b] = was;
    }
    for (int b = 0; b < f->battle.blockers; b++)
        if (!x->fixed[b]) x->now.blocked[b] = JG_MAGIC_NONE;
    add_blocks(x);
}

static void generate_blocks(struct jg_magic_lookahead *l, const struct jg_magic *view) {
    enum { FEW = 3000 };
    const struct jg_magic_side *own = &view->side[view->active], *other = &view->side[1 - view->active];
    struct blocking x = {.l = l, .view = view};
    double assignments = 1;
    jg_magic_planner_begin(&l->planner);
    jg_magic_battlefield(l->planner.game, view, true, &l->field);
    memset(x.now.blocked, JG_MAGIC_NONE, sizeof x.now.blocked);
    for (int b = 0; b < l->field.battle.blockers; b++) {
        const struct jg_magic_creature *c = &other->creature[l->field.blocker[b]];
        x.fixed[b] = l->field.blocker[b] < view->from;
        if (!x.fixed[b]) assignments *= l->field.battle.attackers + 1;
        for (int a = 0; a < l->field.battle.attackers; a++)
            if (c->blocks && c->blocks == own->creature[l->field.attacker[a]].id) x.now.blocked[b] = (uint8_t)a;
    }
    if (assignments <= FEW)
        enumerate_blocks(&x, 0);
    else
        vary_best_blocks(&x);
}

/* ---- Worlds ----------------------------------------------------------------------------- */

/* Declares blocks move by move: responses may follow. */
static void play_blocks(const struct jg_magic_lookahead *l, const struct jg_magic_candidate *candidate,
                        struct jg_magic *s, int seat) {
    while ((s->phase == JG_MAGIC_BLOCK || s->phase == JG_MAGIC_BLOCK_WHICH) && jg_magic_turn(s) == seat) {
        jg_move move = jg_magic_next_block_move(s, &l->field, &candidate->blocks);
        if (!move) return;
        jg_magic_play(l->planner.game, s, move);
    }
}

static void simulate(struct jg_magic_lookahead *l, struct jg_magic_candidate *candidate,
                     const struct jg_magic_world *world, int seat) {
    struct jg_magic s = world->state;
    switch (s.phase) {
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2: jg_magic_play_plan(&l->planner, &l->policy, &s, &candidate->plan, world->seed); break;
    case JG_MAGIC_BLOCK:
        if (jg_magic_windows(l->planner.game)) {
            play_blocks(l, candidate, &s, seat);
            break;
        }
        for (int i = 0; i < s.side[seat].creatures; i++) s.side[seat].creature[i].blocks = 0;
        jg_magic_play_combat(l->planner.game, &s, &l->field, all_of(&l->field), &candidate->blocks);
        break;
    default: jg_magic_play(l->planner.game, &s, candidate->move);
    }
    int loser = jg_magic_rollout(&l->planner, &l->policy, &s, world->seed);
    if (loser == JG_MAGIC_NONE) return;
    candidate->games++;
    candidate->won += loser == JG_MAGIC_BOTH ? 0.5 : loser != seat;
    l->games++;
}

static double mean(const struct jg_magic_candidate *candidate) {
    return candidate->games ? candidate->won / candidate->games : 0;
}

/* Sorts the first n candidates, best first. */
static void sort(struct jg_magic_lookahead *l, int n) {
    for (int i = 1; i < n; i++) {
        struct jg_magic_candidate candidate = l->candidate[i];
        int k = i;
        for (; k > 0 && mean(&l->candidate[k - 1]) < mean(&candidate); k--) l->candidate[k] = l->candidate[k - 1];
        l->candidate[k] = candidate;
    }
}

/* Whether the last two candidates need no more rollouts under a clock. */
static bool is_settled(const struct jg_magic_lookahead *l) {
    double first = mean(&l->candidate[0]), second = mean(&l->candidate[1]), games = l->candidate[0].games;
    double variance = first * (1 - first) + second * (1 - second);
    return jg_budget_differs(&l->budget, fabs(first - second), sqrt(variance / games));
}

/* A round of sequential halving: the first n candidates in the same worlds, `each` times or, with a clock, until `end`;
 * the last two until one is clearly better. False: the budget is spent. */
static bool play_round(struct jg_magic_lookahead *l, const struct jg_magic *view, uint64_t seed, uint64_t *world, int n,
                       uint64_t each, double end) {
    for (uint64_t i = 0; each ? i < each : !i || (n == 2 ? !is_settled(l) : jg_clock() < end); i++, ++*world) {
        struct jg_magic_world w;
        jg_magic_sample_world(l->planner.game, view, seed, *world, &w);
        for (int k = 0; k < n; k++) {
            if (jg_budget_spent(&l->budget) || (l->max_nodes && l->planner.nodes > l->max_nodes)) return false;
            simulate(l, &l->candidate[k], &w, jg_magic_turn(view));
        }
    }
    sort(l, n);
    return true;
}

/* Sequential halving (Karnin, Koren and Somekh 2013): every round costs about the same, and all
 * candidates of a round see the same worlds. */
void jg_magic_lookahead(struct jg_magic_lookahead *l, const struct jg_magic *view, uint64_t seed) {
    int seat = jg_magic_turn(view), rounds = 0, begun = 0;
    uint64_t world = 0, before;
    bool more = true;
    l->candidates = l->best = 0;
    l->games = 0;
    l->planner.budget = l->budget;
    limit_search(l, false);
    l->planner.weights = l->policy.weights[view->phase == JG_MAGIC_BLOCK ? 1 - seat : seat];
    if (view->phase == JG_MAGIC_MAIN_1 || view->phase == JG_MAGIC_MAIN_2)
        generate_plans(l, view);
    else if (view->phase == JG_MAGIC_BLOCK)
        generate_blocks(l, view);
    else
        generate_moves(l, view);
    limit_search(l, true);
    if (!l->candidates) l->candidate[0] = (struct jg_magic_candidate){0};
    if (l->candidates < 2) return;
    for (int n = l->candidates; n > 1; n = (n + 1) / 2) rounds++;
    double begin = jg_budget_clocked(&l->budget) ? jg_clock() : 0, span = l->budget.target - begin;
    do {
        before = l->planner.nodes;
        for (int n = l->candidates; n > 1 && more; n = (n + 1) / 2) {
            uint64_t each = l->rollouts ? l->rollouts / (uint64_t)(rounds * n) + 1 : 0;
            more = play_round(l, view, seed, &world, n, each, begin + span * ++begun / rounds);
        }
        more = more && (l->budget.deadline > 0 || l->planner.nodes > before); /* rollouts may need no planning */
    } while (more && l->repeats);
    for (int k = 1; k < l->candidates; k++)
        if (mean(&l->candidate[k]) > mean(&l->candidate[l->best]) &&
            l->candidate[k].games >= l->candidate[l->best].games)
            l->best = k;
}
