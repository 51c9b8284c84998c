/* Candidates of a decision: plans of the turn search by several weightings, blocks, or single moves. */
#include "games/magic/candidates.h"

#include "games/magic/rules.h"

#include <string.h>

/* Inserts a candidate by value, dropping the worst if the list is full. Returns where to write it,
 * or NULL. */
static struct jg_magic_candidate *insert_candidate(struct jg_magic_candidates *l, int32_t value) {
    int i = l->count;
    if (i == l->width) {
        if (i == l->reserved || value <= l->candidate[i - 1].value) return NULL;
        i--;
    } else {
        l->count++;
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
    struct jg_magic_candidates *l = arg;
    for (int i = 0; i < l->reserved; i++)
        if (same_plan(&l->candidate[i].plan, plan)) return;
    struct jg_magic_candidate *candidate = insert_candidate(l, plan->value);
    if (candidate) candidate->plan = *plan;
}

static void generate_plans(struct jg_magic_candidates *l, const struct jg_magic *view) {
    /* The own weights; racing: life before creatures; waiting: cards and toughness first. */
    static const struct jg_magic_weights weightings[] = {
        {0},
        {.life = 6, .power = 5, .toughness = 2, .land = 12, .hand = 10, .win = 1000},
        {.life = 1, .power = 10, .toughness = 12, .land = 20, .hand = 18, .win = 1000}};
    static const uint8_t shares[] = {8, 12, 16};
    struct jg_magic_weights own = l->planner->weights;
    struct jg_magic_plan best;
    int width = l->width;
    l->planner->on_plan = on_plan;
    l->planner->arg = l;
    l->planner->exhaustive = true;
    for (int i = 0; i < l->weightings; i++) {
        if (i) l->planner->weights = weightings[i];
        l->reserved = l->count;
        l->width = i == l->weightings - 1 ? width : width * shares[i] / 16;
        if (l->width > l->count) jg_magic_plan(l->planner, view, &best);
    }
    l->width = width;
    l->reserved = 0;
    l->planner->weights = own;
    l->planner->on_plan = NULL;
    l->planner->exhaustive = false;
}

static void generate_moves(struct jg_magic_candidates *l, const struct jg_magic *view) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(l->planner->game, view, moves);
    for (int i = 0; i < n; i++) {
        struct jg_magic_candidate *candidate = insert_candidate(l, -i);
        if (candidate) candidate->move = moves[i];
    }
}

/* Blocks under construction. All assignments if they are few; otherwise the best blocks and their
 * variations by one blocker. Declared blocks stay. */
struct blocking {
    struct jg_magic_candidates *l;
    const struct jg_magic *view;
    uint8_t fixed[JG_MAGIC_CREATURES]; /* 1: declared */
    struct jg_magic_blocks now;
};

static bool can_block(const struct jg_magic_battlefield *f, int b, int a) {
    return !(f->battle.attacker[a].abilities & JG_MAGIC_FLYING) ||
           f->battle.blocker[b].abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH);
}

static void add_blocks(struct blocking *x) {
    struct jg_magic_candidates *l = x->l;
    if (l->count && jg_magic_work_exhausted(l->planner->work)) return;
    jg_magic_best_order(l->planner->combat_search, &l->field.battle, &l->planner->weights,
                        jg_magic_all_attack(&l->field), &x->now);
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
    jg_magic_best_blocks(x->l->planner->combat_search, &f->battle, &x->l->planner->weights, jg_magic_all_attack(f),
                         &best);
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

static void generate_blocks(struct jg_magic_candidates *l, const struct jg_magic *view) {
    enum { FEW = 3000 };
    const struct jg_magic_side *own = &view->side[view->active], *other = &view->side[1 - view->active];
    struct blocking x = {.l = l, .view = view};
    double assignments = 1;
    jg_magic_planner_begin(l->planner);
    jg_magic_battlefield(l->planner->game, view, true, &l->field);
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

void jg_magic_generate(struct jg_magic_candidates *l, const struct jg_magic *view) {
    l->count = l->reserved = 0;
    if (view->phase == JG_MAGIC_MAIN_1 || view->phase == JG_MAGIC_MAIN_2)
        generate_plans(l, view);
    else if (view->phase == JG_MAGIC_BLOCK)
        generate_blocks(l, view);
    else
        generate_moves(l, view);
}

/* ---- Carrying out ------------------------------------------------------------------------- */

/* Declares blocks move by move: responses may follow. */
static void play_blocks(const struct jg_magic_candidates *l, const struct jg_magic_candidate *candidate,
                        struct jg_magic *s, int seat) {
    while ((s->phase == JG_MAGIC_BLOCK || s->phase == JG_MAGIC_BLOCK_WHICH) && jg_magic_turn(s) == seat) {
        jg_move move = jg_magic_next_block_move(s, &l->field, &candidate->blocks);
        if (!move) return;
        jg_magic_play(l->planner->game, s, move);
    }
}

void jg_magic_carry_out(struct jg_magic_candidates *l, const struct jg_magic_rollout_policy *policy,
                        const struct jg_magic_candidate *candidate, struct jg_magic *s, int seat, uint64_t seed) {
    const struct jg_game *g = l->planner->game;
    switch (s->phase) {
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2: jg_magic_play_plan(l->planner, policy, s, &candidate->plan, seed); break;
    case JG_MAGIC_BLOCK:
        if (jg_magic_windows(g)) {
            play_blocks(l, candidate, s, seat);
            break;
        }
        for (int i = 0; i < s->side[seat].creatures; i++) s->side[seat].creature[i].blocks = 0;
        jg_magic_play_combat(g, s, &l->field, jg_magic_all_attack(&l->field), &candidate->blocks);
        break;
    default: jg_magic_play(g, s, candidate->move);
    }
}
