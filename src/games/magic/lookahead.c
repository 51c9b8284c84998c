/* Lookahead of the agent `magic`: candidate plans, blocks or moves, simulated by rollouts in worlds
 * sampled from the view, and chosen by sequential halving. docs/magic-agents.md explains it. */
#include "games/magic/lookahead.h"

#include "games/magic/rules.h"

#include <math.h>
#include <string.h>

enum { GREEDY_WIDTH = 12 }; /* candidates of the greedy player in rollouts */

/* Rollouts use tighter limits on crowded combats than the decision itself. */
static void limit_search(struct jg_magic_lookahead *l, bool in_rollout) {
    jg_magic_combat_search_limit(l->planner.combat_search, in_rollout ? 500 : 5000, in_rollout ? 32 : 512);
    l->planner.max_attacks = in_rollout ? 64 : 512;
    l->planner.max_states = in_rollout ? 200 : 2000;
}

enum jg_status jg_magic_lookahead_init(struct jg_magic_lookahead *l, const struct jg_game *g, struct jg_error *err) {
    *l = (struct jg_magic_lookahead){.list.width = 16, .list.weightings = 3, .rollouts = 400};
    l->greedy.list.width = GREEDY_WIDTH;
    l->greedy.list.weightings = 1;
    l->greedy.eval = &l->eval;
    enum jg_status status = jg_magic_planner_init(&l->planner, g, err);
    if (status) return status;
    l->list.planner = l->greedy.list.planner = &l->planner;
    limit_search(l, true);
    l->policy.weights[0] = l->policy.weights[1] = jg_magic_paper_weights;
    l->greedy.policy = l->policy;
    return JG_OK;
}

void jg_magic_lookahead_free(struct jg_magic_lookahead *l) {
    jg_magic_planner_free(&l->planner);
    jg_eval_close(&l->eval);
}

/* Decides without rollouts; what the greedy player does not decide, the paper's agent does. */
static void decide_alone(struct jg_magic_lookahead *l, const struct jg_magic *view, uint64_t seed) {
    bool decides = view->phase == JG_MAGIC_MAIN_1 || view->phase == JG_MAGIC_MAIN_2 || view->phase == JG_MAGIC_BLOCK;
    if (decides) {
        l->greedy.list.width = l->list.width;
        l->best = jg_magic_greedy_best(&l->greedy, view);
        l->list = l->greedy.list;
    }
    if (!decides) {
        struct jg_magic_searcher searcher = {.planner = l->planner};
        struct jg_rng rng;
        jg_rng_init(&rng, seed, 0);
        searcher.planner.weights = l->policy.weights[jg_magic_turn(view)];
        l->list.count = 1;
        l->list.candidate[0] = (struct jg_magic_candidate){.move = jg_magic_search_move(&searcher, view, &rng)};
    }
    limit_search(l, true);
    if (!l->list.count) l->list.candidate[0] = (struct jg_magic_candidate){0};
    if (l->best < 0) l->best = 0;
}

/* ---- Worlds ----------------------------------------------------------------------------- */

static void simulate(struct jg_magic_lookahead *l, struct jg_magic_candidate *candidate,
                     const struct jg_magic_world *world, int seat) {
    struct jg_magic s = world->state;
    jg_magic_carry_out(&l->list, &l->policy, candidate, &s, seat, world->seed);
    jg_magic_rollout(&l->planner, &l->policy, &s, world->seed);
    if (jg_budget_spent(&l->planner.budget) && s.phase != JG_MAGIC_END) return;
    candidate->games++;
    candidate->won += jg_magic_chance(l->planner.game, &l->eval, &s, seat);
    l->games++;
}

static double mean(const struct jg_magic_candidate *candidate) {
    return candidate->games ? candidate->won / candidate->games : 0;
}

/* Sorts the first n candidates, best first. */
static void sort(struct jg_magic_lookahead *l, int n) {
    for (int i = 1; i < n; i++) {
        struct jg_magic_candidate candidate = l->list.candidate[i];
        int k = i;
        for (; k > 0 && mean(&l->list.candidate[k - 1]) < mean(&candidate); k--)
            l->list.candidate[k] = l->list.candidate[k - 1];
        l->list.candidate[k] = candidate;
    }
}

/* Whether the last two candidates need no more rollouts under a clock. */
static bool is_settled(const struct jg_magic_lookahead *l) {
    double first = mean(&l->list.candidate[0]), second = mean(&l->list.candidate[1]),
           games = l->list.candidate[0].games;
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
            simulate(l, &l->list.candidate[k], &w, jg_magic_turn(view));
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
    l->best = 0;
    l->games = 0;
    l->planner.budget = l->budget;
    limit_search(l, false);
    l->planner.weights = l->policy.weights[view->phase == JG_MAGIC_BLOCK ? 1 - seat : seat];
    if (l->alone) {
        decide_alone(l, view, seed);
        return;
    }
    jg_magic_generate(&l->list, view);
    limit_search(l, true);
    if (!l->list.count) l->list.candidate[0] = (struct jg_magic_candidate){0};
    if (l->list.count < 2) return;
    for (int n = l->list.count; n > 1; n = (n + 1) / 2) rounds++;
    double begin = jg_budget_clocked(&l->budget) ? jg_clock() : 0, span = l->budget.target - begin;
    do {
        before = l->planner.nodes;
        for (int n = l->list.count; n > 1 && more; n = (n + 1) / 2) {
            uint64_t each = l->rollouts ? l->rollouts / (uint64_t)(rounds * n) + 1 : 0;
            more = play_round(l, view, seed, &world, n, each, begin + span * ++begun / rounds);
        }
        more = more && (l->budget.deadline > 0 || l->planner.nodes > before); /* rollouts may need no planning */
    } while (more && l->repeats);
    for (int k = 1; k < l->list.count; k++)
        if (mean(&l->list.candidate[k]) > mean(&l->list.candidate[l->best]) &&
            l->list.candidate[k].games >= l->list.candidate[l->best].games)
            l->best = k;
}
