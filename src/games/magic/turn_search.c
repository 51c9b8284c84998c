/* The search of a whole turn. turn_pruning.h explains what it leaves out.
 *
 * The gain of the second main phase depends only on what combat leaves of both sides, so it is cached. */
#include "games/magic/turn_search.h"

#include "core/hash.h"
#include "games/magic/rules.h"
#include "games/magic/turn_pruning.h"

#include <stdlib.h>
#include <string.h>

/* Limits of one plan. In 1000 duels of the red and the white deck no plan takes more than 300,000 units of work. */
enum { MAX_STATES = 65536, MAX_WORK = 1 << 22, STATE_WORK = 64 };

/* A combat with more cells than this is crowded: an exact search of it could exhaust the budget before it has tried any
 * large attack, since a cell takes about 8 units. */
enum { CROWDED_CELLS = MAX_WORK / 8 };

enum { GAIN_CACHE = 64 }; /* entries */

/* A node of the breadth-first search: a state and the actions that lead to it. */
struct node {
    struct jg_magic s;
    uint8_t actions;
    bool over; /* the phase has ended */
    struct jg_magic_action action[JG_MAGIC_ACTIONS];
};

/* What has been found. */
enum found {
    FOUND_NOTHING,
    FOUND_PLAN,
    FOUND_KILL, /* a plan, and a combat that kills the opponent */
};

/* The gain of the second main phase after the combats that follow a first main phase. */
enum gain {
    GAIN_NONE,
    GAIN_SAME, /* the same after every combat */
    GAIN_BY_BOARD,
};

struct gains {
    enum gain type;
    int32_t bound; /* upper bound */
    int count;
    struct {
        uint64_t key;
        int32_t gain;
    } cache[GAIN_CACHE]; /* by board */
};

struct jg_magic_turn_search {
    struct jg_magic_pruning pruning;
    enum found found;
    struct jg_magic_plan best, now; /* best: if a plan has been found */

    /* In ATTACK: creatures before the index `from` are decided. */
    int from;
    uint32_t declared; /* those of them that attack, bits */
    uint32_t must;     /* the same by index in the field */

    /* The combats after an end of the first main phase. */
    const struct node *end;
    struct jg_magic_battlefield field;
    struct gains gains;
};

enum jg_status jg_magic_planner_init(struct jg_magic_planner *p, const struct jg_game *g, struct jg_error *err) {
    *p = (struct jg_magic_planner){.game = g, .weights = jg_magic_paper_weights, .max_states = MAX_STATES};
    enum jg_status status = jg_bfs_init(&p->first, sizeof(struct node), err);
    if (!status) status = jg_bfs_init(&p->second, sizeof(struct node), err);
    if (!status && !(p->combat_search = jg_magic_combat_search_new(err))) status = JG_EMEMORY;
    if (!status && !(p->turn = calloc(1, sizeof *p->turn)))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (status) {
        jg_magic_planner_free(p);
        return status;
    }
    p->work = jg_magic_combat_search_work(p->combat_search);
    p->work->limit = MAX_WORK;
    jg_magic_pruning_init(&p->turn->pruning, g);
    return JG_OK;
}

void jg_magic_planner_free(struct jg_magic_planner *p) {
    jg_bfs_free(&p->first);
    jg_bfs_free(&p->second);
    jg_magic_combat_search_free(p->combat_search);
    free(p->turn);
    *p = (struct jg_magic_planner){0};
}

/* ---- Equal states ----------------------------------------------------------------------- */

/* An order-independent hash of creatures, ignoring ids. */
static uint64_t creatures_key(const struct jg_magic_side *side) {
    uint64_t sum = 0;
    for (int i = 0; i < side->creatures; i++) {
        struct jg_magic_creature c = side->creature[i];
        uint64_t bytes;
        c.id = 1;
        memcpy(&bytes, &c, sizeof bytes);
        sum += jg_hash_mix(0x9e3779b97f4a7c15u, bytes);
    }
    return sum;
}

static uint64_t board_key(const struct jg_magic *s) {
    return jg_hash_mix(jg_hash_mix(1, creatures_key(&s->side[0])), creatures_key(&s->side[1]));
}

static uint64_t key(void *arg, const void *state) {
    const struct node *n = state;
    const struct jg_magic_side *own = &n->s.side[n->s.active];
    uint64_t hand[JG_MAGIC_KINDS / 8], h = board_key(&n->s);
    (void)arg;
    memcpy(hand, own->hand, sizeof hand);
    for (int i = 0; i < JG_MAGIC_KINDS / 8; i++)
        if (hand[i]) h = jg_hash_mix(h, hand[i] + (uint64_t)i);
    h = jg_hash_mix(h, (uint64_t)(uint16_t)n->s.side[0].life << 48 | (uint64_t)(uint16_t)n->s.side[1].life << 32 |
                           (uint64_t)own->untapped << 16 | (uint64_t)n->s.land << 8 | n->over);
    return h;
}

/* Relies on the 64-bit hash for the creatures; compares only what is cheap. */
static bool same(void *arg, const void *a, const void *b) {
    const struct node *x = a, *y = b;
    (void)arg;
    for (int seat = 0; seat < 2; seat++)
        if (x->s.side[seat].life != y->s.side[seat].life || x->s.side[seat].creatures != y->s.side[seat].creatures)
            return false;
    return x->over == y->over && x->s.land == y->s.land &&
           !memcmp(x->s.side[x->s.active].hand, y->s.side[x->s.active].hand, JG_MAGIC_KINDS);
}

/* ---- Actions ---------------------------------------------------------------------------- */

static struct node *child(struct jg_bfs *b, const struct node *n) {
    struct node *c = jg_bfs_room(b);
    memcpy(c, n, offsetof(struct node, action) + n->actions * sizeof *n->action);
    return c;
}

static void act(struct jg_magic_planner *p, struct jg_bfs *b, const struct node *n, int kind, jg_move target) {
    struct node *c = child(b, n);
    struct jg_magic_action action = {.kind = (uint8_t)kind, .target = target};
    c->action[c->actions++] = action;
    jg_magic_play_action(p->game, &c->s, action);
    if (c->s.phase == JG_MAGIC_END) c->over = true;
    jg_magic_work_spend(p->work, STATE_WORK);
    jg_bfs_add(b);
}

static void expand(void *arg, const void *state, struct jg_bfs *b) {
    struct jg_magic_planner *p = arg;
    const struct jg_magic_pruning *pruning = &p->turn->pruning;
    const struct node *n = state;
    const struct jg_magic_deck *deck = jg_magic_deck(p->game, n->s.active);
    const struct jg_magic_side *own = &n->s.side[n->s.active];
    bool land_first = p->weights.land >= p->weights.hand;
    p->nodes++;
    if (land_first && deck->land != JG_MAGIC_NONE && own->hand[deck->land] && !n->s.land) {
        act(p, b, n, deck->land, 0);
        return;
    }
    child(b, n)->over = true;
    jg_bfs_add(b);
    if (n->actions == JG_MAGIC_ACTIONS) return;
    for (int kind = 0; kind < deck->kinds; kind++) {
        jg_move targets[2 * JG_MAGIC_CREATURES + 3];
        const struct jg_magic_card *card = &deck->card[kind];
        if (!own->hand[kind] || !jg_magic_can_play(p->game, &n->s, kind)) continue;
        if (jg_magic_card_waits(pruning, n->s.active, kind)) continue;
        int count = card->target ? jg_magic_targets(p->game, &n->s, kind, targets) : 0;
        if (!count) act(p, b, n, kind, 0);
        for (int i = 0; i < count; i++)
            if (!jg_magic_pointless_target(pruning, &n->s, kind, targets[i])) act(p, b, n, kind, targets[i]);
    }
}

/* ---- The second main phase -------------------------------------------------------------- */

static bool second_end(void *arg, const void *state, int32_t *value) {
    struct jg_magic_planner *p = arg;
    const struct node *n = state;
    if (!n->over) return false;
    *value = jg_magic_reward(p->game, &n->s, n->s.active, &p->weights);
    if (p->on_plan && p->turn->pruning.stage == JG_MAGIC_SECOND_REACHED) {
        struct jg_magic_plan *plan = &p->turn->now;
        plan->value = plan->combat = *value;
        plan->attackers = 0;
        plan->actions = n->actions;
        memcpy(plan->action, n->action, n->actions * sizeof *n->action);
        p->on_plan(p->arg, plan);
    }
    return true;
}

/* The best value at the end of the turn from a state in the second main phase, whose stage is given; fills in *plan
 * unless NULL. */
static int32_t search_second(struct jg_magic_planner *p, const struct jg_magic *s, enum jg_magic_stage stage,
                             struct jg_magic_plan *plan) {
    enum jg_magic_stage before = p->turn->pruning.stage;
    struct node start;
    struct jg_bfs_result result;
    struct jg_bfs_search search = {.start = &start,
                                   .arg = p,
                                   .expand = expand,
                                   .key = key,
                                   .same = same,
                                   .terminal = second_end,
                                   .merge = JG_BFS_LAYER,
                                   .limit = p->max_states,
                                   .stop = &p->work->exhausted};
    start.s = *s;
    start.actions = 0;
    start.over = s->phase == JG_MAGIC_END;
    p->turn->pruning.stage = stage;
    jg_bfs_run(&p->second, &search, &result);
    p->turn->pruning.stage = before;
    if (!result.found) return jg_magic_reward(p->game, s, s->active, &p->weights);
    if (plan) {
        const struct node *n = result.best;
        plan->actions = n->actions;
        memcpy(plan->action, n->action, n->actions * sizeof *n->action);
    }
    return result.value;
}

/* Prepares for the combats after an end of the first main phase. */
static void begin_gains(struct jg_magic_planner *p, const struct jg_magic *s) {
    struct gains *gains = &p->turn->gains;
    bool same;
    gains->bound = jg_magic_gain_bound(&p->turn->pruning, s, &p->weights, &same);
    gains->type = !gains->bound ? GAIN_NONE : same ? GAIN_SAME : GAIN_BY_BOARD;
    gains->count = 0;
}

/* What the gain depends on, as a hash. */
static uint64_t gain_key(const struct jg_magic_turn_search *t, const struct jg_magic *s) {
    if (t->gains.type == GAIN_SAME) return 0;
    uint64_t h = board_key(s);
    if (t->pruning.hand & TRAIT_RISKS) h = jg_hash_mix(h, (uint64_t)(uint16_t)s->side[s->active].life);
    if (t->pruning.lethal) h = jg_hash_mix(h, (uint64_t)(uint16_t)s->side[1 - s->active].life);
    return h;
}

/* The gain of the second main phase after a combat, cached. */
static int32_t gain_after(struct jg_magic_planner *p, const struct jg_magic *s, int32_t reward) {
    struct gains *gains = &p->turn->gains;
    uint64_t k = gain_key(p->turn, s);
    for (int i = 0; i < gains->count; i++)
        if (gains->cache[i].key == k) return gains->cache[i].gain;
    int32_t gain = search_second(p, s, JG_MAGIC_SECOND_PREDICTED, NULL) - reward;
    if (gains->count < GAIN_CACHE) {
        gains->cache[gains->count].key = k;
        gains->cache[gains->count++].gain = gain;
    }
    return gain;
}

/* ---- Combat ----------------------------------------------------------------------------- */

static void consider(struct jg_magic_planner *p, uint32_t attack, int32_t combat, int32_t value) {
    struct jg_magic_turn_search *t = p->turn;
    const struct node *n = t->end;
    struct jg_magic_plan *plan = &t->now;
    if (t->found && value < t->best.value && !p->on_plan) return;
    plan->value = value;
    plan->combat = combat;
    plan->actions = n->actions;
    memcpy(plan->action, n->action, n->actions * sizeof *n->action);
    plan->attackers = 0;
    uint32_t who = 0; /* bits by creature */
    for (int a = 0; a < t->field.battle.attackers; a++)
        if (attack >> a & 1) who |= UINT32_C(1) << t->field.attacker[a];
    for (; who; who &= who - 1)
        plan->attacker[plan->attackers++] = n->s.side[n->s.active].creature[__builtin_ctz(who)].id;
    if (p->on_plan) p->on_plan(p->arg, plan);
    if (t->found && value < t->best.value) return;
    t->best = *plan;
    if (!t->found) t->found = FOUND_PLAN;
}

/* Whether a set of attackers would kill an opponent who does not block. */
static bool may_be_lethal(const struct jg_magic_battle *b, uint32_t attack) {
    int damage = 0;
    for (int a = 0; a < b->attackers; a++)
        if (attack >> a & 1)
            damage += b->attacker[a].power * (b->attacker[a].abilities & JG_MAGIC_DOUBLE_STRIKE ? 2 : 1);
    return damage >= b->life[1];
}

/* Evaluates one set of attackers with the predicted blocks. d->value covers only the battle; `base`
 * is the value of the rest. */
static void combat(struct jg_magic_planner *p, uint32_t attack, const struct jg_magic_blocks *d, int32_t base) {
    struct jg_magic_turn_search *t = p->turn;
    int32_t reward = base + d->value;
    struct jg_magic s;
    bool played = t->pruning.lethal && may_be_lethal(&t->field.battle, attack);
    p->nodes++;
    if (played) {
        s = t->end->s;
        jg_magic_play_combat(p->game, &s, &t->field, attack, d);
        if (s.phase == JG_MAGIC_END) {
            consider(p, attack, reward, reward);
            t->found = FOUND_KILL;
            return;
        }
    }
    if (t->gains.type == GAIN_NONE) {
        consider(p, attack, reward, reward);
        return;
    }
    if (t->found && !p->exhaustive && reward + t->gains.bound < t->best.value) return;
    if (t->gains.type == GAIN_SAME && t->gains.count) {
        consider(p, attack, reward, reward + t->gains.cache[0].gain);
        return;
    }
    if (!played) {
        s = t->end->s;
        s.phase = JG_MAGIC_MAIN_2;
        if (attack) jg_magic_play_combat(p->game, &s, &t->field, attack, d);
    }
    consider(p, attack, reward, reward + gain_after(p, &s, reward));
}

struct visitor {
    struct jg_magic_planner *p;
    int32_t base;
    uint32_t attacks, max_attacks; /* visited; at most, 0: all */
};

static bool visit(void *arg, uint32_t attack, const struct jg_magic_blocks *d) {
    struct visitor *v = arg;
    if ((attack & v->p->turn->must) == v->p->turn->must) combat(v->p, attack, d, v->base);
    return ++v->attacks != v->max_attacks && !jg_magic_work_exhausted(v->p->work);
}

/* The value of the combatants of a battle and of the lives before combat. */
static int32_t field_worth(const struct jg_magic_battlefield *f, const struct jg_magic_weights *w) {
    int32_t sum = w->life * (f->battle.life[0] - f->battle.life[1]);
    for (int i = 0; i < f->battle.attackers; i++)
        sum += w->power * f->battle.attacker[i].power + w->toughness * f->battle.attacker[i].toughness;
    for (int i = 0; i < f->battle.blockers; i++)
        sum -= w->power * f->battle.blocker[i].power + w->toughness * f->battle.blocker[i].toughness;
    return sum;
}

/* Leaves out attackers that were passed over, and marks those that were declared as mandatory. The
 * mark DECLARED keeps them from being interchanged with others. */
static void restrict_attackers(struct jg_magic_turn_search *t) {
    struct jg_magic_battlefield *f = &t->field;
    int n = 0;
    t->must = 0;
    for (int a = 0; t->from && a < f->battle.attackers; a++) {
        bool attacks = t->declared >> f->attacker[a] & 1;
        if (!attacks && f->attacker[a] < t->from) continue;
        f->attacker[n] = f->attacker[a];
        f->battle.attacker[n] = f->battle.attacker[a];
        if (attacks) f->battle.attacker[n].abilities |= JG_MAGIC_DECLARED;
        if (attacks) t->must |= UINT32_C(1) << n;
        n++;
    }
    if (t->from) f->battle.attackers = n;
}

/* What an attacker is worth to the attack: what it hits with, and what it takes to stop it. */
static int strength(const struct jg_magic_combatant *f) {
    int strikes = f->abilities & JG_MAGIC_DOUBLE_STRIKE ? 2 : 1, evades = f->abilities & JG_MAGIC_FLYING ? 2 : 1;
    return evades * (2 * strikes * f->power + f->toughness);
}

/* Sorts the attackers by strength, the strongest first; equal ones stay together. */
static void sort_attackers(struct jg_magic_battlefield *f) {
    struct jg_magic_combatant *list = f->battle.attacker;
    for (int i = 1; i < f->battle.attackers; i++)
        for (int k = i; k > 0 && strength(&list[k]) > strength(&list[k - 1]); k--) {
            struct jg_magic_combatant fighter = list[k];
            uint8_t at = f->attacker[k];
            list[k] = list[k - 1], f->attacker[k] = f->attacker[k - 1];
            list[k - 1] = fighter, f->attacker[k - 1] = at;
        }
}

/* Evaluates the combats of a crowded board: attacks by the strongest 0, 1, 2, ... creatures come first, then others, all
 * against the best blocks among fewer sets of blockers. */
static void search_crowded(struct jg_magic_planner *p, struct visitor *v) {
    enum { ATTACKS = 64 };
    struct jg_magic_combat_limits before =
        jg_magic_combat_search_limit(p->combat_search, JG_MAGIC_CROWDED_SUMS, JG_MAGIC_CROWDED_SETS);
    if (!v->max_attacks || v->max_attacks > ATTACKS) v->max_attacks = ATTACKS;
    jg_magic_search_attacks(p->combat_search, &p->turn->field.battle, &p->weights, visit, v);
    jg_magic_combat_search_limit(p->combat_search, before.sums, before.sets);
}

/* The end of a first main phase: evaluates all combats from there. */
static bool first_end(void *arg, const void *state, int32_t *value) {
    struct jg_magic_planner *p = arg;
    struct jg_magic_turn_search *t = p->turn;
    const struct node *n = state;
    if (!n->over) return false;
    t->end = n;
    t->field.battle.attackers = 0;
    int32_t reward = jg_magic_reward(p->game, &n->s, n->s.active, &p->weights);
    *value = 0;
    if (n->s.phase == JG_MAGIC_END) {
        consider(p, 0, reward, reward);
        return true;
    }
    begin_gains(p, &n->s);
    jg_magic_battlefield(p->game, &n->s, false, &t->field);
    bool crowded =
        jg_magic_attack_cells(p->combat_search, &t->field.battle, &p->weights, p->max_attacks) > CROWDED_CELLS;
    if (crowded) sort_attackers(&t->field);
    restrict_attackers(t);
    struct visitor v = {.p = p, .base = reward - field_worth(&t->field, &p->weights), .max_attacks = p->max_attacks};
    if (crowded)
        search_crowded(p, &v);
    else
        jg_magic_search_attacks(p->combat_search, &t->field.battle, &p->weights, visit, &v);
    if (!t->found) consider(p, 0, reward, reward); /* the budget was exhausted before the first set */
    return true;
}

/* ---- The turn --------------------------------------------------------------------------- */

static void search_first(struct jg_magic_planner *p, const struct node *start) {
    struct jg_bfs_result result;
    struct jg_bfs_search search = {.start = start,
                                   .arg = p,
                                   .expand = expand,
                                   .key = key,
                                   .same = same,
                                   .terminal = first_end,
                                   .merge = JG_BFS_LAYER,
                                   .limit = p->max_states,
                                   .stop = &p->work->exhausted};
    jg_bfs_run(&p->first, &search, &result);
}

/* Searches without the cards that may wait. If a combat kills the opponent, none may: there is no second main phase. */
static void probe(struct jg_magic_planner *p, const struct node *start) {
    void (*on_plan)(void *, const struct jg_magic_plan *) = p->on_plan;
    p->on_plan = NULL; /* so that no plan is reported twice */
    search_first(p, start);
    p->on_plan = on_plan;
    if (p->turn->found == FOUND_KILL) p->turn->pruning.stage = JG_MAGIC_FIRST_WITHOUT_WAITING;
}

/* Plans from the first main phase or, if `over`, from combat. */
static void plan_first(struct jg_magic_planner *p, const struct jg_magic *s, bool over, struct jg_magic_plan *out) {
    struct jg_magic_turn_search *t = p->turn;
    struct jg_magic_pruning *pruning = &t->pruning;
    struct node start = {.s = *s, .over = over};
    jg_magic_pruning_begin(pruning, s);
    t->found = FOUND_NOTHING;
    t->best.actions = t->best.attackers = 0;
    t->best.value = t->best.combat = jg_magic_reward(p->game, s, s->active, &p->weights);
    bool waits = pruning->stage == JG_MAGIC_FIRST_WITH_WAITING && pruning->hand & TRAIT_WAITS;
    bool probes = waits && pruning->lethal && !over;
    if (probes) probe(p, &start);
    if (!probes || t->found == FOUND_KILL || p->on_plan) search_first(p, &start);
    *out = t->best;
}

static void plan_second(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    jg_magic_pruning_begin(&p->turn->pruning, s);
    out->attackers = out->actions = 0;
    out->value = search_second(p, s, JG_MAGIC_SECOND_REACHED, out);
    out->combat = jg_magic_reward(p->game, s, s->active, &p->weights);
}

/* Plans as in the main phase before, with the declared attackers fixed. */
static void plan_attack(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    struct jg_magic_turn_search *t = p->turn;
    struct jg_magic before = *s;
    struct jg_magic_side *own = &before.side[s->active];
    for (int i = 0; i < own->creatures; i++) {
        if (!(own->creature[i].flags & JG_MAGIC_ATTACKS)) continue;
        t->declared |= UINT32_C(1) << i;
        own->creature[i].flags &= (uint8_t) ~(JG_MAGIC_ATTACKS | JG_MAGIC_TAPPED);
    }
    t->from = s->from;
    before.phase = JG_MAGIC_MAIN_1;
    before.from = 0;
    plan_first(p, &before, true, out);
    t->from = 0;
    t->declared = 0;
}

static void plan(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out);

/* Tries every target for the card that waits for one; it becomes the first action. */
static void plan_target(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    jg_move targets[2 * JG_MAGIC_CREATURES + 3];
    void (*on_plan)(void *, const struct jg_magic_plan *) = p->on_plan;
    int n = jg_magic_targets(p->game, s, s->chosen, targets);
    p->on_plan = NULL;
    for (int i = 0; i < n; i++) {
        struct jg_magic next = *s;
        struct jg_magic_plan then = {0};
        jg_magic_choose_target(p->game, &next, targets[i]);
        if (next.phase == JG_MAGIC_END)
            then.value = then.combat = jg_magic_reward(p->game, &next, s->active, &p->weights);
        else
            plan(p, &next, &then);
        if (i && then.value < out->value) continue;
        *out = then;
        if (out->actions == JG_MAGIC_ACTIONS) out->actions--;
        memmove(out->action + 1, then.action, (size_t)out->actions * sizeof *then.action);
        out->action[0] = (struct jg_magic_action){.kind = s->chosen, .target = targets[i]};
        out->actions++;
    }
    p->on_plan = on_plan;
}

static void plan(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    switch (s->phase) {
    case JG_MAGIC_MAIN_2: plan_second(p, s, out); break;
    case JG_MAGIC_ATTACK: plan_attack(p, s, out); break;
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2: plan_target(p, s, out); break;
    default: plan_first(p, s, false, out);
    }
}

bool jg_magic_planner_begin(struct jg_magic_planner *p) {
    p->work->budget = p->budget;
    jg_magic_work_begin(p->work);
    return jg_magic_work_exhausted(p->work);
}

void jg_magic_plan(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_plan *out) {
    struct jg_magic plain;
    jg_magic_planner_begin(p);
    if (jg_magic_windows(p->game) || jg_magic_has_draws(p->game)) {
        plain = *s; /* a plan expects no responses */
        plain.plain = 1;
        s = &plain;
    }
    plan(p, s, out);
}
