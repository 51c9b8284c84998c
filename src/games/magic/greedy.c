#include "games/magic/greedy.h"

#include "core/math.h"
#include "game/network.h"

double jg_magic_chance(const struct jg_game *g, const struct jg_eval *e, const struct jg_magic *s, int seat) {
    if (s->phase == JG_MAGIC_END) return s->loser == JG_MAGIC_BOTH ? 0.5 : s->loser != seat;
    double points, unit = JG_NETWORK_POINTS;
    if (e->network) {
        uint64_t own[JG_INPUT_WORDS_MAX], other[JG_INPUT_WORDS_MAX];
        for (int i = 0; i < e->network->words; i++) own[i] = other[i] = 0;
        jg_magic_observe_state(g, s, seat, true, own);
        jg_magic_observe_state(g, s, 1 - seat, false, other);
        points = jg_network_points(e->network, own, other);
    } else {
        points = jg_eval_value(e, g, s, seat);
        unit = e->by->odds;
    }
    return 1 / (1 + jg_math_exp(-points / unit));
}

/* Plays on to the end of the turn, by the reward. A player of whom only the view is known passes. */
static void finish_turn(struct jg_magic_greedy *d, struct jg_magic *s, int seat) {
    const struct jg_game *g = d->list.planner->game;
    for (;;) switch (s->phase) {
        case JG_MAGIC_MAIN_2:
            if (s->active == seat && jg_magic_can_cast(g, s)) {
                struct jg_magic_plan plan;
                d->list.planner->weights = d->policy.weights[seat];
                jg_magic_plan(d->list.planner, s, &plan);
                jg_magic_play_plan(d->list.planner, &d->policy, s, &plan, 0);
                if (s->phase == JG_MAGIC_MAIN_2) return; /* the budget is spent, or a response waits */
            } else {
                jg_magic_play(g, s, jg_magic_move(JG_MAGIC_PASS, 0));
            }
            break;
        case JG_MAGIC_RESPOND: jg_magic_play(g, s, jg_magic_move(JG_MAGIC_PASS, 0)); break;
        case JG_MAGIC_DISCARD:
            if (s->active != seat) return;
            jg_magic_play(g, s, jg_magic_move(JG_MAGIC_DISCARD_CARD, jg_magic_choose_discard(g, s)));
            break;
        default: return;
        }
}

int jg_magic_greedy_best(struct jg_magic_greedy *d, const struct jg_magic *s) {
    const struct jg_game *g = d->list.planner->game;
    int seat = jg_magic_turn(s), best = -1;
    double most = -1;
    d->list.planner->weights = d->policy.weights[s->phase == JG_MAGIC_BLOCK ? 1 - seat : seat];
    jg_magic_generate(&d->list, s);
    for (int i = 0; i < d->list.count && d->list.count > 1; i++) {
        struct jg_magic end = *s;
        jg_magic_carry_out(&d->list, &d->policy, &d->list.candidate[i], &end, seat, 0);
        finish_turn(d, &end, seat);
        double chance = jg_magic_chance(g, d->eval, &end, seat);
        if (chance <= most) continue;
        most = chance;
        best = i;
    }
    return d->list.count == 1 ? 0 : best;
}
