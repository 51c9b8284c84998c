/* The best blocks and damage orders of a combat under way, by the minimax of combat_search.c. */
#include "games/magic/turn_search.h"

static uint32_t all_of(const struct jg_magic_battlefield *f) {
    return (uint32_t)((UINT64_C(1) << f->battle.attackers) - 1);
}

static bool may_block(const struct jg_magic_battlefield *f, int b, int a) {
    return !(f->battle.attacker[a].abilities & JG_MAGIC_FLYING) ||
           f->battle.blocker[b].abilities & (JG_MAGIC_FLYING | JG_MAGIC_REACH);
}

/* The attacker that a declared blocker blocks, or NONE. */
static uint8_t blocked_by(const struct jg_magic *s, const struct jg_magic_battlefield *f, int b) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    for (int a = 0; a < f->battle.attackers; a++)
        if (other->creature[f->blocker[b]].blocks == own->creature[f->attacker[a]].id) return (uint8_t)a;
    return JG_MAGIC_NONE;
}

/* Puts the declared blockers into d; returns whether that changes it. */
static bool keep_blocks(const struct jg_magic *s, const struct jg_magic_battlefield *f, struct jg_magic_blocks *d) {
    bool other = false;
    for (int b = 0; b < f->battle.blockers; b++) {
        uint8_t at = d->blocked[b];
        if (f->blocker[b] < s->from) at = blocked_by(s, f, b);
        if (f->blocker[b] == s->from && s->phase == JG_MAGIC_BLOCK_WHICH && at == JG_MAGIC_NONE)
            for (at = 0; !may_block(f, b, at);) at++;
        other |= at != d->blocked[b];
        d->blocked[b] = at;
    }
    return other;
}

/* Improves the block of one free blocker while the others stay; returns whether it found a better
 * one. */
static bool improve(struct jg_magic_planner *p, const struct jg_magic_battlefield *f, int b, bool must,
                    struct jg_magic_blocks *d) {
    bool better = false;
    for (int a = must ? 0 : -1; a < f->battle.attackers; a++) {
        struct jg_magic_blocks next = *d;
        if (a >= 0 && !may_block(f, b, a)) continue;
        next.blocked[b] = (uint8_t)(a < 0 ? JG_MAGIC_NONE : a);
        jg_magic_best_order(p->combat_search, &f->battle, &p->weights, all_of(f), &next);
        if (next.value >= d->value) continue;
        *d = next;
        better = true;
    }
    return better;
}

/* The best blocks by the limits of the planner. If the work exceeds the budget, as on a crowded board, it is done again
 * with fewer sets of blockers; the best blocks found count. */
static void best_blocks(struct jg_magic_planner *p, const struct jg_magic_battlefield *f, struct jg_magic_blocks *out) {
    jg_magic_best_blocks(p->combat_search, &f->battle, &p->weights, all_of(f), out);
    for (int sets = JG_MAGIC_CROWDED_SETS; jg_magic_work_exhausted(p->work) && sets > 1; sets /= 16) {
        struct jg_magic_blocks fewer;
        if (jg_magic_planner_begin(p)) return; /* stopped */
        struct jg_magic_combat_limits before =
            jg_magic_combat_search_limit(p->combat_search, JG_MAGIC_CROWDED_SUMS, sets);
        jg_magic_best_blocks(p->combat_search, &f->battle, &p->weights, all_of(f), &fewer);
        jg_magic_combat_search_limit(p->combat_search, before.sums, before.sets);
        if (fewer.value < out->value) *out = fewer;
    }
}

void jg_magic_plan_blocks(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_battlefield *f,
                          struct jg_magic_blocks *out) {
    jg_magic_planner_begin(p);
    jg_magic_battlefield(p->game, s, true, f);
    best_blocks(p, f, out);
    if (!keep_blocks(s, f, out)) return;
    jg_magic_best_order(p->combat_search, &f->battle, &p->weights, all_of(f), out);
    for (bool better = true; better && !jg_magic_work_exhausted(p->work);) {
        better = false;
        for (int b = 0; b < f->battle.blockers; b++)
            if (f->blocker[b] >= s->from)
                better |= improve(p, f, b, f->blocker[b] == s->from && s->phase == JG_MAGIC_BLOCK_WHICH, out);
    }
}

void jg_magic_plan_order(struct jg_magic_planner *p, const struct jg_magic *s, struct jg_magic_battlefield *f,
                         struct jg_magic_blocks *out) {
    jg_magic_planner_begin(p);
    jg_magic_battlefield(p->game, s, true, f);
    for (int b = 0; b < f->battle.blockers; b++) out->blocked[b] = blocked_by(s, f, b);
    jg_magic_best_order(p->combat_search, &f->battle, &p->weights, all_of(f), out);
}
