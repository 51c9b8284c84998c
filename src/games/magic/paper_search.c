/* `magic.search`: the paper's agent, which searches its whole turn. */
#include "games/magic/paper.h"

#include "core/hash.h"
#include "games/magic/explain.h"
#include "games/magic/mulligan.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- Following -------------------------------------------------------------------------- */

static jg_move next_attacker(const struct jg_magic *s, const struct jg_magic_plan *plan) {
    const struct jg_magic_side *own = &s->side[s->active];
    for (int i = 0; i < plan->attackers; i++)
        if (jg_magic_find_creature(own, plan->attacker[i]) >= s->from)
            return jg_magic_move(JG_MAGIC_ATTACK_WITH, plan->attacker[i]);
    return jg_magic_move(JG_MAGIC_DONE, 0);
}

jg_move jg_magic_next_plan_move(const struct jg_magic *s, const struct jg_magic_plan *plan, int *next) {
    switch (s->phase) {
    case JG_MAGIC_ATTACK: return next_attacker(s, plan);
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2: return plan->action[(*next)++].target;
    default:
        if (*next == plan->actions) return jg_magic_move(JG_MAGIC_PASS, 0);
        if (plan->action[*next].target) return jg_magic_move(JG_MAGIC_PLAY, plan->action[*next].kind);
        return jg_magic_move(JG_MAGIC_PLAY, plan->action[(*next)++].kind);
    }
}

jg_move jg_magic_next_block_move(const struct jg_magic *s, const struct jg_magic_battlefield *f,
                                 const struct jg_magic_blocks *d) {
    const struct jg_magic_side *own = &s->side[s->active], *other = &s->side[1 - s->active];
    for (int b = 0; b < f->battle.blockers; b++) {
        if (s->phase == JG_MAGIC_BLOCK_WHICH ? f->blocker[b] != s->from : f->blocker[b] < s->from) continue;
        if (d->blocked[b] == JG_MAGIC_NONE) continue;
        if (s->phase == JG_MAGIC_BLOCK_WHICH)
            return jg_magic_move(JG_MAGIC_BLOCK_ATTACKER, own->creature[f->attacker[d->blocked[b]]].id);
        return jg_magic_move(JG_MAGIC_BLOCK_WITH, other->creature[f->blocker[b]].id);
    }
    return s->phase == JG_MAGIC_BLOCK_WHICH ? 0 : jg_magic_move(JG_MAGIC_DONE, 0);
}

static jg_move next_order_move(const struct jg_magic *s, const struct jg_magic_battlefield *f,
                               const struct jg_magic_blocks *d) {
    const struct jg_magic_side *other = &s->side[1 - s->active];
    int best = -1;
    for (int b = 0; b < f->battle.blockers; b++) {
        const struct jg_magic_creature *c = &other->creature[f->blocker[b]];
        if (c->blocks == s->chosen && !c->order && (best < 0 || d->order[b] < d->order[best])) best = b;
    }
    return jg_magic_move(JG_MAGIC_ORDER_NEXT, other->creature[f->blocker[best]].id);
}

/* ---- Deciding --------------------------------------------------------------------------- */

static uint64_t hash(const struct jg_magic *s) { return jg_hash(s, sizeof *s) | 1; }

struct reservoir {
    struct jg_magic_plan *plan;
    uint32_t offered;
    struct jg_rng *rng;
};

/* Reservoir sampling: each of n plans is chosen with probability 1/n. */
static void sample_plan(void *arg, const struct jg_magic_plan *plan) {
    struct reservoir *reservoir = arg;
    if (!jg_rng_below(reservoir->rng, ++reservoir->offered)) *reservoir->plan = *plan;
}

static void make_plan(struct jg_magic_searcher *a, const struct jg_magic *s, struct jg_rng *rng) {
    struct jg_magic_planner *p = &a->planner;
    struct reservoir reservoir = {.plan = &a->plan, .rng = rng};
    a->next = 0;
    a->planned = true;
    if (s->phase != JG_MAGIC_MAIN_1 || a->explore <= 0 || jg_rng_unit(rng) >= a->explore) {
        jg_magic_plan(p, s, &a->plan);
        return;
    }
    struct jg_magic_plan best;
    p->on_plan = sample_plan;
    p->arg = &reservoir;
    p->exhaustive = true;
    jg_magic_plan(p, s, &best);
    p->on_plan = NULL;
    p->exhaustive = false;
    if (!reservoir.offered) a->plan = best; /* stopped before the first plan */
}

/* A move by the plan in force, or by a new one. */
static jg_move turn_move(struct jg_magic_searcher *a, const struct jg_magic *s, struct jg_rng *rng) {
    if (a->expected != hash(s)) {
        uint64_t before = a->planner.nodes;
        make_plan(a, s, rng);
        a->searched = a->planner.nodes - before;
    }
    a->begin = a->next;
    jg_move move = jg_magic_next_plan_move(s, &a->plan, &a->next);
    struct jg_magic after = *s;
    jg_magic_play(a->planner.game, &after, move);
    a->expected = after.phase == JG_MAGIC_MAIN_2 && s->phase != JG_MAGIC_MAIN_2 && s->phase != JG_MAGIC_TARGET_2
                      ? 0
                      : hash(&after);
    return move;
}

static jg_move legal_block_move(struct jg_magic_planner *p, const struct jg_magic *s, jg_move move) {
    jg_move moves[JG_MOVES_MAX];
    if (move) return move;
    jg_moves(p->game, s, moves);
    return moves[0]; /* the blocker was declared by another plan */
}

jg_move jg_magic_best_combat_move(struct jg_magic_planner *p, const struct jg_magic *s) {
    struct jg_magic_battlefield f;
    struct jg_magic_blocks d;
    struct jg_magic_plan plan;
    switch (s->phase) {
    case JG_MAGIC_ATTACK: jg_magic_plan(p, s, &plan); return next_attacker(s, &plan);
    case JG_MAGIC_ORDER: jg_magic_plan_order(p, s, &f, &d); return next_order_move(s, &f, &d);
    default: jg_magic_plan_blocks(p, s, &f, &d); return legal_block_move(p, s, jg_magic_next_block_move(s, &f, &d));
    }
}

/* ---- Cards to be rid of ----------------------------------------------------------------- */

bool jg_magic_scry_keeps_top(const struct jg_game *g, const struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->active];
    int land = jg_magic_deck(g, s->active)->land, lands = land == JG_MAGIC_NONE ? 0 : own->hand[land];
    bool start = s->active == s->starter;
    bool wants =
        lands < JG_MAGIC_HAND && jg_magic_keep_reward(start, 0, lands + 1) > jg_magic_keep_reward(start, 0, lands);
    return wants == (own->top == land);
}

int jg_magic_choose_discard(const struct jg_game *g, const struct jg_magic *s) {
    enum { ENOUGH = 6 };
    const struct jg_magic_side *own = &s->side[s->active];
    const struct jg_magic_deck *deck = jg_magic_deck(g, s->active);
    int best = -1;
    if (deck->land != JG_MAGIC_NONE && own->hand[deck->land] && own->lands + own->hand[deck->land] > ENOUGH)
        return deck->land;
    for (int kind = 0; kind < deck->kinds; kind++)
        if (own->hand[kind] && kind != deck->land && (best < 0 || deck->card[kind].mana > deck->card[best].mana))
            best = kind;
    return best < 0 ? deck->land : best;
}

static jg_move non_combat_move(const struct jg_magic_searcher *a, const struct jg_magic *s, struct jg_rng *rng) {
    const struct jg_game *g = a->planner.game;
    if (s->phase == JG_MAGIC_SCRY && !a->whim)
        return jg_magic_move(jg_magic_scry_keeps_top(g, s) ? JG_MAGIC_TO_TOP : JG_MAGIC_TO_BOTTOM, 0);
    if (s->phase == JG_MAGIC_DISCARD && !a->whim)
        return jg_magic_move(JG_MAGIC_DISCARD_CARD, jg_magic_choose_discard(g, s));
    return jg_magic_random_move(g, s, rng);
}

/* Whether the phase is decided by a plan. */
static bool by_plan(const struct jg_magic *s) {
    return s->phase == JG_MAGIC_MAIN_1 || s->phase == JG_MAGIC_MAIN_2 || s->phase == JG_MAGIC_TARGET_1 ||
           s->phase == JG_MAGIC_TARGET_2 || s->phase == JG_MAGIC_ATTACK;
}

jg_move jg_magic_search_move(struct jg_magic_searcher *a, const struct jg_magic *s, struct jg_rng *rng) {
    if (by_plan(s)) return turn_move(a, s, rng);
    switch (s->phase) {
    case JG_MAGIC_BLOCK:
    case JG_MAGIC_BLOCK_WHICH:
    case JG_MAGIC_ORDER: return jg_magic_best_combat_move(&a->planner, s);
    case JG_MAGIC_RESPOND:
    case JG_MAGIC_AIM: return jg_magic_respond(&a->planner, s);
    default: return non_combat_move(a, s, rng);
    }
}

/* ---- The agent -------------------------------------------------------------------------- */

struct options {
    struct jg_magic_weights weights;
    bool whim;
};

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_magic_searcher *s = calloc(1, sizeof *s);
    if (!s) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = jg_magic_planner_init(&s->planner, a->game, err);
    if (status) {
        free(s);
        return status;
    }
    s->planner.weights = o->weights;
    s->whim = o->whim;
    a->data = s;
    return JG_OK;
}

static void close_agent(struct jg_agent *a) {
    struct jg_magic_searcher *s = a->data;
    if (s) jg_magic_planner_free(&s->planner);
    free(s);
}

static void forget(struct jg_agent *a) { ((struct jg_magic_searcher *)a->data)->expected = 0; }

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    struct jg_magic_searcher *s = a->data;
    const struct jg_magic *view = query->view;
    struct jg_rng rng;
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    s->planner.budget.stop = query->stop;
    s->planner.nodes = 0;
    report->move = jg_magic_search_move(s, view, &rng);
    report->nodes = s->planner.nodes;
    report->depth = 1; /* in turns */
    if (by_plan(view)) {
        report->by = &a->game->kind->evaluators[0];
        report->value = s->plan.value;
    }
    return JG_OK;
}

static void explain(struct jg_agent *a, const struct jg_query *query, const struct jg_style *style, struct jg_text *t) {
    const struct jg_magic_searcher *s = a->data;
    jg_magic_explain_mulligan(a->game, query->view, style, t);
    if (by_plan(query->view)) jg_magic_explain_plan(a->game, query->view, &s->plan, s->begin, s->searched, style, t);
}

static json_t *explain_json(struct jg_agent *a, const struct jg_query *query) {
    const struct jg_magic_searcher *s = a->data;
    json_t *o = json_object(), *mulligan = jg_magic_mulligan_json(a->game, query->view);
    if (mulligan) json_object_set_new(o, "mulligan", mulligan);
    if (by_plan(query->view))
        json_object_set_new(o, "plan", jg_magic_plan_json(a->game, query->view, &s->plan, s->begin, s->searched));
    return o;
}

#define WEIGHT(key, field, usual, text)                                                                                \
    {                                                                                                                  \
        .name = key, .type = JG_OPT_INT, JG_FIELD(struct options, weights.field), .max = 1000, .standard = usual,      \
        .value = "N", .help = text                                                                                     \
    }

static const struct jg_option OPTIONS[] = {
    WEIGHT("life", life, "2", "weight of a point of life, in tenths"),
    WEIGHT("power", power, "10", "weight of a point of power"),
    WEIGHT("toughness", toughness, "5", "weight of a point of toughness"),
    WEIGHT("land", land, "11", "weight of an own land"),
    WEIGHT("hand", hand, "10", "weight of a card in hand"),
    WEIGHT("win", win, "1000", "weight of a win"),
    {.name = "whim",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, whim),
     .standard = "0",
     .help = "scries and discards at random, as the original program does"},
    {0},
};

const struct jg_agent_kind jg_magic_search_agent = {
    .name = "magic.search",
    .summary = "the paper's search agent: plans its whole turn, combat by minimax",
    .game = "magic",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .explain = explain,
    .explain_json = explain_json,
    .forget = forget,
};
