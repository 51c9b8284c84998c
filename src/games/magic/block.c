/* Blocks and orders of a combat under way, by minimax. */
#include "games/magic/plan.h"

static uint32_t all_of(const struct jg_magic_field *f) { return (uint32_t)((UINT64_C(1) << f->battle.attackers) - 1); }

static bool may_block(const struct jg_magic_field *f, int b, int a) {
    return !(f->battle.attacker[a].abilities & JG_MAGIC_FLYING) ||
           f->battle.blocker[b].abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH);
}

/* The attacker that a blocker was named for, or NONE. */
static uint8_t blocked_by(const struct jg_magic *s, const struct jg_magic_field *f, int b) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    for (int a = 0; a < f->battle.attackers; a++)
        if (other->creature[f->blocker[b]].blocks == own->creature[f->attacker[a]].id) return (uint8_t)a;
    return JG_MAGIC_NONE;
}

/* Takes over what was said of blockers already; says whether that is other than the blocks. */
static bool keep_blocks(const struct jg_magic *s, const struct jg_magic_field *f, struct jg_magic_defence *d) {
    bool other = false;
    for (int b = 0; b < f->battle.blockers; b++) {
        uint8_t at = d->blocked[b];
        if (f->blocker[b] < s->from) at = blocked_by(s, f, b);
        if (f->blocker[b] == s->from && s->phase == JG_MAGIC_BLOCKED && at == JG_MAGIC_NONE)
            for (at = 0; !may_block(f, b, at);) at++;
        other |= at != d->blocked[b];
        d->blocked[b] = at;
    }
    return other;
}

/* Lets a blocker that is free do what is best while the others stay; says whether that is better. */
static bool improve(struct jg_magic_planner *p, const struct jg_magic_field *f, int b, bool must,
                    struct jg_magic_defence *d) {
    bool better = false;
    for (int a = must ? 0 : -1; a < f->battle.attackers; a++) {
        struct jg_magic_defence next = *d;
        if (a >= 0 && !may_block(f, b, a)) continue;
        next.blocked[b] = (uint8_t)(a < 0 ? JG_MAGIC_NONE : a);
        jg_magic_best_order(p->minimax, &f->battle, &p->weights, all_of(f), &next);
        if (next.value >= d->value) continue;
        *d = next;
        better = true;
    }
    return better;
}

void jg_magic_plan_blocks(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_field *f,
                          struct jg_magic_defence *out) {
    jg_magic_planner_begin(p);
    jg_magic_field(p->game, s, true, f);
    jg_magic_defend(p->minimax, &f->battle, &p->weights, all_of(f), out);
    if (!keep_blocks(s, f, out)) return;
    jg_magic_best_order(p->minimax, &f->battle, &p->weights, all_of(f), out);
    for (bool better = true; better && !jg_magic_effort_over(p->effort);) {
        better = false;
        for (int b = 0; b < f->battle.blockers; b++)
            if (f->blocker[b] >= s->from)
                better |= improve(p, f, b, f->blocker[b] == s->from && s->phase == JG_MAGIC_BLOCKED, out);
    }
}

void jg_magic_plan_order(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_field *f,
                         struct jg_magic_defence *out) {
    jg_magic_planner_begin(p);
    jg_magic_field(p->game, s, true, f);
    for (int b = 0; b < f->battle.blockers; b++) out->blocked[b] = blocked_by(s, f, b);
    jg_magic_best_order(p->minimax, &f->battle, &p->weights, all_of(f), out);
}
