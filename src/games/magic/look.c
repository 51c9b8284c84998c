#include "games/magic/look.h"

#include "games/magic/turn.h"

#include <string.h>

/* In games played on in thought a crowded combat is not worth the time that an exact answer
 * takes; for the decision itself there is more. */
static void in_thought(struct jg_magic_look *l, bool yes) {
    jg_magic_minimax_limit(l->planner.minimax, yes ? 500 : 5000, yes ? 32 : 512);
    l->planner.sets = yes ? 64 : 512;
    l->planner.states = yes ? 200 : 2000;
}

enum jg_status jg_magic_look_init(struct jg_magic_look *l, const struct jg_game *g, struct jg_error *err) {
    *l = (struct jg_magic_look){.width = 16, .rollouts = 400};
    enum jg_status status = jg_magic_planner_init(&l->planner, g, err);
    if (status) return status;
    in_thought(l, true);
    l->minds.of[0] = l->minds.of[1] = jg_magic_paper_weights;
    return JG_OK;
}

void jg_magic_look_free(struct jg_magic_look *l) { jg_magic_planner_free(&l->planner); }

/* ---- Ways ------------------------------------------------------------------------------- */

/* Keeps the best by the reward, in order. Returns where the new one is to be written, or NULL. */
static struct jg_magic_way *room(struct jg_magic_look *l, int32_t value) {
    int i = l->ways;
    if (i == l->width) {
        if (i == l->share || value <= l->way[i - 1].value) return NULL;
        i--;
    } else {
        l->ways++;
    }
    for (; i > l->share && l->way[i - 1].value < value; i--) l->way[i] = l->way[i - 1];
    l->way[i] = (struct jg_magic_way){.value = value};
    return &l->way[i];
}

static bool same_plan(const struct jg_magic_plan *a, const struct jg_magic_plan *b) {
    if (a->actions != b->actions || a->attackers != b->attackers) return false;
    for (int i = 0; i < a->actions; i++)
        if (a->action[i].kind != b->action[i].kind || a->action[i].target != b->action[i].target) return false;
    return !memcmp(a->attacker, b->attacker, (size_t)a->attackers);
}

/* Plans come from several points of view, each with a share of the ways: only those of the
 * present one, from l->share on, make room for better ones. */
static void hear(void *arg, const struct jg_magic_plan *plan) {
    struct jg_magic_look *l = arg;
    for (int i = 0; i < l->share; i++)
        if (same_plan(&l->way[i].plan, plan)) return;
    struct jg_magic_way *way = room(l, plan->value);
    if (way) way->plan = *plan;
}

static void find_plans(struct jg_magic_look *l, const struct jg_magic *view) {
    /* The player's own; to race: life before creatures; to wait: cards and toughness before all. */
    static const struct jg_magic_weights points[] = {
        {0},
        {.life = 6, .power = 5, .toughness = 2, .land = 12, .hand = 10, .win = 1000},
        {.life = 1, .power = 10, .toughness = 12, .land = 20, .hand = 18, .win = 1000}};
    static const uint8_t parts[] = {8, 12, 16};
    struct jg_magic_weights own = l->planner.weights;
    struct jg_magic_plan best;
    int width = l->width;
    l->planner.offer = hear;
    l->planner.arg = l;
    l->planner.keen = true;
    for (int i = 0; i < 3; i++) {
        if (i) l->planner.weights = points[i];
        l->share = l->ways;
        l->width = i == 2 ? width : width * parts[i] / 16;
        if (l->width > l->ways) jg_magic_plan(&l->planner, view, &best);
    }
    l->width = width;
    l->share = 0;
    l->planner.weights = own;
    l->planner.offer = NULL;
    l->planner.keen = false;
}

static void find_moves(struct jg_magic_look *l, const struct jg_magic *view) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(l->planner.game, view, moves);
    for (int i = 0; i < n; i++) {
        struct jg_magic_way *way = room(l, -i);
        if (way) way->move = moves[i];
    }
}

static uint32_t all_of(const struct jg_magic_field *f) { return (uint32_t)((UINT64_C(1) << f->battle.attackers) - 1); }

/* All assignments of blockers if they are few; otherwise the best one with each change of one
 * blocker. Blocks that are said already stay. */
struct blocking {
    struct jg_magic_look *l;
    const struct jg_magic *view;
    uint8_t fixed[JG_MAGIC_CREATURES]; /* 1: said */
    struct jg_magic_defence now;
};

static bool blocks(const struct jg_magic_field *f, int b, int a) {
    return !(f->battle.attacker[a].abilities & JG_MAGIC_FLYING) ||
           f->battle.blocker[b].abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH);
}

static void offer_blocks(struct blocking *x) {
    struct jg_magic_look *l = x->l;
    if (l->ways && jg_magic_effort_over(l->planner.effort)) return;
    jg_magic_best_order(l->planner.minimax, &l->field.battle, &l->planner.weights, all_of(&l->field), &x->now);
    struct jg_magic_way *way = room(l, -x->now.value);
    if (way) way->blocks = x->now;
}

/* Of blockers alike the later one blocks no earlier attacker. */
static bool repeats(const struct jg_magic_field *f, const struct blocking *x, int b, int a) {
    for (int c = b - 1; c >= 0; c--) {
        if (memcmp(&f->battle.blocker[c], &f->battle.blocker[b], sizeof f->battle.blocker[b]) || x->fixed[c]) continue;
        return x->now.blocked[c] == JG_MAGIC_NONE ? a != JG_MAGIC_NONE : a != JG_MAGIC_NONE && a < x->now.blocked[c];
    }
    return false;
}

static void all_blocks(struct blocking *x, int b) {
    const struct jg_magic_field *f = &x->l->field;
    if (b == f->battle.blockers) {
        offer_blocks(x);
        return;
    }
    if (x->fixed[b]) {
        all_blocks(x, b + 1);
        return;
    }
    for (int a = -1; a < f->battle.attackers; a++) {
        int to = a < 0 ? JG_MAGIC_NONE : a;
        if ((a >= 0 && !blocks(f, b, a)) || repeats(f, x, b, to)) continue;
        x->now.blocked[b] = (uint8_t)to;
        all_blocks(x, b + 1);
    }
}

static void near_blocks(struct blocking *x) {
    const struct jg_magic_field *f = &x->l->field;
    struct jg_magic_defence best;
    jg_magic_defend(x->l->planner.minimax, &f->battle, &x->l->planner.weights, all_of(f), &best);
    for (int b = 0; b < f->battle.blockers; b++)
        if (!x->fixed[b]) x->now.blocked[b] = best.blocked[b];
    offer_blocks(x);
    for (int b = 0; b < f->battle.blockers; b++) {
        uint8_t was = x->now.blocked[b];
        for (int a = -1; a < f->battle.attackers && !x->fixed[b]; a++) {
            uint8_t to = (uint8_t)(a < 0 ? JG_MAGIC_NONE : a);
            if ((a >= 0 && !blocks(f, b, a)) || to == was) continue;
            x->now.blocked[b] = to;
            offer_blocks(x);
        }
        x->now.blocked[b] = was;
    }
    for (int b = 0; b < f->battle.blockers; b++)
        if (!x->fixed[b]) x->now.blocked[b] = JG_MAGIC_NONE;
    offer_blocks(x);
}

static void find_blocks(struct jg_magic_look *l, const struct jg_magic *view) {
    enum { FEW = 3000 };
    const struct jg_magic_side *own = &view->side[view->active], *other = &view->side[1 - view->active];
    struct blocking x = {.l = l, .view = view};
    double assignments = 1;
    jg_magic_planner_begin(&l->planner);
    jg_magic_field(l->planner.game, view, true, &l->field);
    memset(x.now.blocked, JG_MAGIC_NONE, sizeof x.now.blocked);
    for (int b = 0; b < l->field.battle.blockers; b++) {
        const struct jg_magic_creature *c = &other->creature[l->field.blocker[b]];
        x.fixed[b] = l->field.blocker[b] < view->from;
        if (!x.fixed[b]) assignments *= l->field.battle.attackers + 1;
        for (int a = 0; a < l->field.battle.attackers; a++)
            if (c->blocks && c->blocks == own->creature[l->field.attacker[a]].id) x.now.blocked[b] = (uint8_t)a;
    }
    if (assignments <= FEW)
        all_blocks(&x, 0);
    else
        near_blocks(&x);
}

/* ---- Worlds ----------------------------------------------------------------------------- */

static void try_way(struct jg_magic_look *l, struct jg_magic_way *way, const struct jg_magic_world *world, int seat) {
    struct jg_magic s = world->state;
    switch (s.phase) {
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2: jg_magic_try_plan(&l->planner, &l->minds, &s, &way->plan); break;
    case JG_MAGIC_BLOCK:
        for (int i = 0; i < s.side[seat].creatures; i++) s.side[seat].creature[i].blocks = 0;
        jg_magic_play_combat(l->planner.game, &s, &l->field, all_of(&l->field), &way->blocks);
        break;
    default: jg_magic_play(l->planner.game, &s, way->move);
    }
    int loser = jg_magic_rollout(&l->planner, &l->minds, &s, world->seed);
    if (loser == JG_MAGIC_NONE) return;
    way->played++;
    way->won += loser == JG_MAGIC_BOTH ? 0.5 : loser != seat;
    l->games++;
}

static double mean(const struct jg_magic_way *way) { return way->played ? way->won / way->played : 0; }

/* The better half of the first n ways comes first. */
static void sort(struct jg_magic_look *l, int n) {
    for (int i = 1; i < n; i++) {
        struct jg_magic_way way = l->way[i];
        int k = i;
        for (; k > 0 && mean(&l->way[k - 1]) < mean(&way); k--) l->way[k] = l->way[k - 1];
        l->way[k] = way;
    }
}

/* Halves the ways again and again; each round costs the same. All ways of a round see the
 * same worlds. */
void jg_magic_look(struct jg_magic_look *l, const struct jg_magic *view, uint64_t seed) {
    int seat = jg_magic_turn(view), rounds = 0;
    uint64_t world = 0;
    l->ways = l->best = 0;
    l->games = 0;
    l->planner.until = l->until;
    in_thought(l, false);
    l->planner.weights = l->minds.of[view->phase == JG_MAGIC_BLOCK ? 1 - seat : seat];
    if (view->phase == JG_MAGIC_MAIN_1 || view->phase == JG_MAGIC_MAIN_2)
        find_plans(l, view);
    else if (view->phase == JG_MAGIC_BLOCK)
        find_blocks(l, view);
    else
        find_moves(l, view);
    in_thought(l, true);
    if (!l->ways) l->way[0] = (struct jg_magic_way){0};
    if (l->ways < 2) return;
    for (int n = l->ways; n > 1; n = (n + 1) / 2) rounds++;
    for (int n = l->ways; n > 1; n = (n + 1) / 2) {
        uint64_t each = l->rollouts / (uint64_t)(rounds * n);
        for (uint64_t i = 0; i <= each; i++, world++) {
            struct jg_magic_world w;
            jg_magic_world(l->planner.game, view, seed, world, &w);
            for (int k = 0; k < n; k++) {
                if (jg_until_over(&l->until) || (l->nodes && l->planner.nodes > l->nodes)) goto out;
                try_way(l, &l->way[k], &w, seat);
            }
        }
        sort(l, n);
    }
out:
    for (int k = 1; k < l->ways; k++)
        if (mean(&l->way[k]) > mean(&l->way[l->best]) && l->way[k].played >= l->way[l->best].played) l->best = k;
}
