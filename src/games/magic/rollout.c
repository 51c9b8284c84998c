/* Sampled worlds, and rollouts in them by the paper's search agent. */
#include "games/magic/greedy.h"

#include "core/hash.h"
#include "games/magic/rules.h"

#include <string.h>

static uint32_t below(uint64_t seed, int seat, int place, uint32_t n) {
    uint64_t mixed = jg_hash_mix(seed, (uint64_t)(seat << 8 | place));
    return (uint32_t)((mixed >> 32) * n >> 32);
}

/* Deals a hidden hand again from hand and library together, each card weighted by its likelihood. */
static void deal_by_likelihood(const struct jg_game *g, struct jg_magic *s, int seat, struct jg_rng *rng) {
    struct jg_magic_side *side = &s->side[seat];
    int kinds = jg_magic_deck(g, seat)->kinds;
    double likelihood[JG_MAGIC_KINDS];
    jg_magic_hand_likelihood(g, s, seat, likelihood);
    for (int kind = 0; kind < kinds; kind++) {
        side->library[kind] = (uint8_t)(side->library[kind] + side->hand[kind]);
        side->hand[kind] = 0;
    }
    for (int card = 0; card < side->in_hand; card++) {
        double sum = 0;
        int kind = -1;
        for (int k = 0; k < kinds; k++) sum += likelihood[k] * side->library[k];
        double at = sum * jg_rng_unit(rng);
        for (int k = 0; k < kinds && (kind < 0 || at >= 0); k++) {
            if (!side->library[k]) continue;
            kind = k;
            at -= likelihood[k] * side->library[k];
        }
        side->library[kind]--;
        side->hand[kind]++;
    }
}

void jg_magic_sample_world(const struct jg_game *g, const struct jg_magic *view, uint64_t seed, uint64_t n,
                           struct jg_magic_world *out) {
    struct jg_rng rng;
    jg_rng_init(&rng, seed, n);
    jg_sample(g, view, &rng, &out->state);
    for (int seat = 0; seat < 2; seat++)
        if (memcmp(view->side[seat].hand, out->state.side[seat].hand, JG_MAGIC_KINDS))
            deal_by_likelihood(g, &out->state, seat, &rng);
    out->seed = jg_rng_next(&rng);
}

/* ---- A turn ----------------------------------------------------------------------------- */

static bool play_actions(struct jg_magic_planner *p, struct jg_magic *s, const struct jg_magic_plan *plan) {
    for (int i = 0; i < plan->actions && s->phase != JG_MAGIC_END; i++)
        jg_magic_play_action(p->game, s, plan->action[i]);
    return s->phase != JG_MAGIC_END;
}

static uint32_t attack_bits(const struct jg_magic *s, const struct jg_magic_battlefield *f,
                            const struct jg_magic_plan *plan) {
    uint32_t bits = 0;
    for (int a = 0; a < f->battle.attackers; a++)
        if (memchr(plan->attacker, s->side[s->active].creature[f->attacker[a]].id, (size_t)plan->attackers))
            bits |= UINT32_C(1) << a;
    return bits;
}

static void draw(const struct jg_game *g, struct jg_magic *s, uint64_t seed) {
    const struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    int known = (own->top != JG_MAGIC_NONE) + (own->bottom != JG_MAGIC_NONE), kind = own->top;
    if (kind == JG_MAGIC_NONE && own->in_library == known) kind = own->bottom;
    if (kind == JG_MAGIC_NONE) {
        int place = own->in_library + (s->phase == JG_MAGIC_DEAL ? 64 + 8 * own->kept : 0);
        uint32_t n = below(seed, jg_magic_mover(s), place, (uint32_t)(own->in_library - known));
        for (kind = 0; n >= own->library[kind]; kind++) n -= own->library[kind];
    }
    jg_magic_play(g, s, jg_magic_move(JG_MAGIC_DRAWS, kind));
}

/* One move in RESPOND, AIM or MORE. */
static void play_window(struct jg_magic_planner *p, const struct jg_magic_rollout_policy *policy, struct jg_magic *s,
                        uint64_t seed) {
    if (s->phase == JG_MAGIC_MORE) {
        draw(p->game, s, seed);
        return;
    }
    p->weights = policy->weights[s->priority];
    jg_magic_play(p->game, s, jg_magic_respond(p, s));
}

/* Whether an action of a plan is still legal. */
static bool can_act(const struct jg_game *g, const struct jg_magic *s, struct jg_magic_action action) {
    const struct jg_magic_card *card = jg_magic_card(g, s->active, action.kind);
    jg_move targets[JG_MOVES_MAX];
    if (!jg_magic_can_play(g, s, action.kind)) return false;
    int n = card->target ? jg_magic_targets(g, s, action.kind, targets) : 0;
    for (int i = 0; i < n; i++)
        if (targets[i] == action.target) return true;
    return !n && !action.target;
}

/* A plan move by move, with responses. */
static void play_openly(struct jg_magic_planner *p, const struct jg_magic_rollout_policy *policy, struct jg_magic *s,
                        const struct jg_magic_plan *plan, uint64_t seed) {
    int phase = s->phase, seat = s->active;
    for (int i = 0; i < plan->actions && s->phase == phase; i++) {
        if (!can_act(p->game, s, plan->action[i])) break;
        jg_magic_play_action(p->game, s, plan->action[i]);
        while (s->phase > JG_MAGIC_END && !jg_budget_spent(&p->budget)) play_window(p, policy, s, seed);
    }
    if (s->phase != phase) return;
    jg_magic_play(p->game, s, jg_magic_move(JG_MAGIC_PASS, 0));
    if (phase == JG_MAGIC_MAIN_2) return;
    while (s->phase > JG_MAGIC_END && !jg_budget_spent(&p->budget)) play_window(p, policy, s, seed);
    for (int i = 0; i < plan->attackers && s->phase == JG_MAGIC_ATTACK && s->active == seat; i++) {
        int at = jg_magic_find_creature(&s->side[seat], plan->attacker[i]);
        const struct jg_magic_creature *c = &s->side[seat].creature[at < 0 ? 0 : at];
        if (at >= s->from && jg_magic_can_attack(jg_magic_card(p->game, seat, c->kind), c))
            jg_magic_play(p->game, s, jg_magic_move(JG_MAGIC_ATTACK_WITH, c->id));
    }
    if (s->phase == JG_MAGIC_ATTACK && s->active == seat) jg_magic_play(p->game, s, jg_magic_move(JG_MAGIC_DONE, 0));
}

void jg_magic_play_plan(struct jg_magic_planner *p, const struct jg_magic_rollout_policy *policy, struct jg_magic *s,
                        const struct jg_magic_plan *plan, uint64_t seed) {
    if (jg_magic_windows(p->game)) {
        play_openly(p, policy, s, plan, seed);
        return;
    }
    bool first = s->phase == JG_MAGIC_MAIN_1;
    if (!play_actions(p, s, plan)) return;
    if (!first) {
        jg_magic_play(p->game, s, jg_magic_move(JG_MAGIC_PASS, 0));
        return;
    }
    s->phase = JG_MAGIC_MAIN_2;
    if (!plan->attackers) return;
    struct jg_magic_battlefield f;
    struct jg_magic_blocks d;
    jg_magic_planner_begin(p);
    jg_magic_battlefield(p->game, s, false, &f);
    uint32_t attack = attack_bits(s, &f, plan);
    jg_magic_best_blocks(p->combat_search, &f.battle, &policy->weights[1 - s->active], attack, &d);
    jg_magic_play_combat(p->game, s, &f, attack, &d);
}

bool jg_magic_can_cast(const struct jg_game *g, const struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->active];
    int kinds = jg_magic_deck(g, s->active)->kinds;
    for (int kind = 0; kind < kinds; kind++)
        if (own->hand[kind] && jg_magic_can_play(g, s, kind)) return true;
    return false;
}

/* Carries out the best candidate of a greedy player; false if there is none. */
static bool play_greedily(const struct jg_magic_rollout_policy *policy, struct jg_magic *s, uint64_t seed) {
    int seat = jg_magic_turn(s);
    struct jg_magic_greedy *d = policy->greedy[seat];
    int best = jg_magic_greedy_best(d, s);
    if (best < 0) return false;
    jg_magic_carry_out(&d->list, policy, &d->list.candidate[best], s, seat, seed);
    return true;
}

static void main_phase(struct jg_magic_planner *p, const struct jg_magic_rollout_policy *policy, struct jg_magic *s,
                       uint64_t seed) {
    struct jg_magic_plan plan;
    if (s->phase == JG_MAGIC_MAIN_2 && !jg_magic_can_cast(p->game, s)) {
        jg_magic_play(p->game, s, jg_magic_move(JG_MAGIC_PASS, 0));
        return;
    }
    if (policy->greedy[s->active] && play_greedily(policy, s, seed)) return;
    p->weights = policy->weights[s->active];
    jg_magic_plan(p, s, &plan);
    jg_magic_play_plan(p, policy, s, &plan, seed);
}

int jg_magic_rollout(struct jg_magic_planner *p, const struct jg_magic_rollout_policy *policy, struct jg_magic *s,
                     uint64_t seed) {
    const struct jg_game *g = p->game;
    int last = s->turn + policy->turns;
    while (s->phase != JG_MAGIC_END && !jg_budget_spent(&p->budget)) switch (s->phase) {
        case JG_MAGIC_TOSS: jg_magic_play(g, s, jg_magic_move(JG_MAGIC_STARTS, (int)below(seed, 0, 0, 2))); break;
        case JG_MAGIC_DEAL:
        case JG_MAGIC_LOOK: draw(g, s, seed); break;
        case JG_MAGIC_DRAW:
            if (policy->turns && s->turn >= last) return JG_MAGIC_NONE;
            draw(g, s, seed);
            break;
        case JG_MAGIC_MULLIGAN:
            jg_magic_play(g, s, jg_magic_move(jg_magic_keeps_hand(g, s) ? JG_MAGIC_KEEP : JG_MAGIC_TAKE_MULLIGAN, 0));
            break;
        case JG_MAGIC_SCRY:
            jg_magic_play(g, s, jg_magic_move(jg_magic_scry_keeps_top(g, s) ? JG_MAGIC_TO_TOP : JG_MAGIC_TO_BOTTOM, 0));
            break;
        case JG_MAGIC_DISCARD:
            jg_magic_play(g, s, jg_magic_move(JG_MAGIC_DISCARD_CARD, jg_magic_choose_discard(g, s)));
            break;
        case JG_MAGIC_MAIN_1:
        case JG_MAGIC_MAIN_2: main_phase(p, policy, s, seed); break;
        case JG_MAGIC_RESPOND:
        case JG_MAGIC_AIM:
        case JG_MAGIC_MORE: play_window(p, policy, s, seed); break;
        case JG_MAGIC_BLOCK:
            if (policy->greedy[1 - s->active] && play_greedily(policy, s, seed)) break;
            /* fall through */
        default: p->weights = policy->weights[jg_magic_turn(s)]; jg_magic_play(g, s, jg_magic_best_combat_move(p, s));
        }
    return jg_budget_spent(&p->budget) ? JG_MAGIC_NONE : s->loser;
}
