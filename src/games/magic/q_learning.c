/* The agent `magic.q`: chooses plans by linear Q values, and extracts transitions to learn from. */
#include "games/magic/q_learning.h"

#include "games/magic/paper.h"

#include <jogada/record.h>

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { LIFE, POWER, TOUGHNESS, LANDS, HAND, COUNT }; /* features of the evaluators, in their order */

struct options {
    char eval[JG_SPEC_MAX];
    double explore;
};

struct learner {
    struct jg_magic_searcher searcher;
    struct jg_eval eval;
    double scale;
};

/* ---- Values ----------------------------------------------------------------------------- */

double jg_magic_q_weights(const double *learnt, struct jg_magic_weights *out) {
    int whole[COUNT];
    double top = 0;
    for (int i = 0; i < COUNT; i++) top = fmax(top, learnt[i]);
    double scale = top > 1e-9 ? JG_MAGIC_Q_TOP / top : 1;
    for (int i = 0; i < COUNT; i++) whole[i] = learnt[i] > 0 ? (int)lround(scale * learnt[i]) : 0;
    if (whole[LANDS] < whole[HAND]) whole[LANDS] = whole[HAND];
    *out = (struct jg_magic_weights){.life = whole[LIFE],
                                     .power = whole[POWER],
                                     .toughness = whole[TOUGHNESS],
                                     .land = whole[LANDS],
                                     .hand = whole[HAND],
                                     .win = JG_MAGIC_Q_WIN};
    return scale;
}

/* Lands at the end of the turn, assuming that a playable land is played. */
static int lands_after(const struct jg_game *g, const struct jg_magic *s) {
    const struct jg_magic_side *own = &s->side[s->active];
    int land = jg_magic_deck(g, s->active)->land;
    return own->lands + (land != JG_MAGIC_NONE && own->hand[land] && !s->land);
}

/* The Q value of the best plan of the active player in the first main phase, in points of the
 * evaluator; JG_WIN if the plan wins. Subtracts the opponent's lands and cards, which cannot change
 * during the turn. The planner must have the weights made from these. */
static double q_value(const struct jg_magic_planner *p, const double *learnt, double scale, const struct jg_magic *s,
                      const struct jg_magic_plan *plan) {
    const struct jg_magic_side *other = &s->side[1 - s->active];
    if (plan->value >= JG_MAGIC_Q_WIN / 2) return JG_WIN;
    if (plan->value <= -JG_MAGIC_Q_WIN / 2) return -JG_WIN;
    double more = p->weights.land / scale - learnt[LANDS]; /* more than the learnt weight */
    return plan->value / scale - more * lands_after(p->game, s) - learnt[LANDS] * other->lands -
           learnt[HAND] * other->in_hand;
}

/* The weights may have been changed since the agent was opened. */
static void update_weights(struct learner *l) {
    l->scale = jg_magic_q_weights(l->eval.weights, &l->searcher.planner.weights);
}

/* ---- Learning --------------------------------------------------------------------------- */

/* The plan ends with the second main phase; there the search evaluates it, before damage wears off
 * and cards are discarded. */
static bool ends_turn(const struct jg_magic *s, jg_move move) {
    return s->phase == JG_MAGIC_MAIN_2 && jg_magic_move_type(move) == JG_MAGIC_PASS;
}

static void transitions(struct jg_agent *a, const struct jg_record *r, int seat,
                        void (*take)(void *arg, const struct jg_transition *transition), void *arg) {
    struct learner *l = a->data;
    double features[COUNT];
    struct jg_transition transition = {.features = features};
    bool pending = false; /* a decision whose transition has not been reported */
    int turn = 0;         /* the last turn begun */
    update_weights(l);
    l->searcher.planner.budget = (struct jg_budget){0};
    for (int i = 0; i < r->count; i++) {
        const struct jg_magic *s = jg_record_state_at(r, i);
        if (s->active != seat) continue;
        if (s->phase == JG_MAGIC_MAIN_1 && s->turn != turn) {
            struct jg_magic_plan plan;
            turn = s->turn;
            if (!pending) continue;
            jg_magic_plan(&l->searcher.planner, s, &plan);
            transition.value = q_value(&l->searcher.planner, l->eval.weights, l->scale, s, &plan);
            take(arg, &transition);
            pending = false;
        } else if (ends_turn(s, r->moves[i])) {
            l->eval.by->measure(a->game, s, seat, features);
            pending = true;
        }
    }
    int32_t score = jg_record_score(r, jg_team(seat));
    transition.value = score > 0 ? JG_WIN : score < 0 ? -JG_WIN : 0;
    transition.over = true;
    if (pending) take(arg, &transition);
}

/* ---- The agent -------------------------------------------------------------------------- */

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct learner *l = calloc(1, sizeof *l);
    if (!l) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = jg_eval_open(&l->eval, a->game, o->eval, err);
    if (!status && l->eval.network)
        status =
            jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s learns weights of features; a network has none", a->kind->name);
    if (!status) status = jg_magic_planner_init(&l->searcher.planner, a->game, err);
    if (status) {
        jg_eval_close(&l->eval);
        free(l);
        return status;
    }
    assert(l->eval.by->feature_count == COUNT);
    l->searcher.explore = o->explore;
    a->data = l;
    return JG_OK;
}

static void close_agent(struct jg_agent *a) {
    struct learner *l = a->data;
    if (l) jg_magic_planner_free(&l->searcher.planner);
    if (l) jg_eval_close(&l->eval);
    free(l);
}

static void forget(struct jg_agent *a) { ((struct learner *)a->data)->searcher.expected = 0; }

static struct jg_eval *agent_eval(struct jg_agent *a) { return &((struct learner *)a->data)->eval; }

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    struct learner *l = a->data;
    struct jg_magic_searcher *s = &l->searcher;
    const struct jg_magic *view = query->view;
    struct jg_rng rng;
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    update_weights(l);
    s->planner.budget.stop = query->stop;
    s->planner.nodes = 0;
    report->move = jg_magic_search_move(s, view, &rng);
    report->nodes = s->planner.nodes;
    report->depth = 1; /* in turns */
    if (jg_magic_turn(view) == view->active && view->phase >= JG_MAGIC_MAIN_1 && s->planned) {
        double q = q_value(&s->planner, l->eval.weights, l->scale, view, &s->plan);
        report->by = l->eval.by;
        report->value = fabs(q) >= JG_WIN ? (int32_t)q : jg_eval_points(q);
    }
    return JG_OK;
}

static const struct jg_option OPTIONS[] = {
    {.name = "eval",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, eval),
     .standard = "q",
     .value = "NAME",
     .reads = JG_READS_AT,
     .help = "weights of Q: q as learnt, reward as in the paper, or @FILE from 'jogada tune'"},
    {.name = "explore",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, explore),
     .max = 1,
     .standard = "0",
     .value = "X",
     .help = "probability of following a random plan in a turn, for learning"},
    {0},
};

const struct jg_agent_kind jg_magic_q_agent = {
    .name = "magic.q",
    .summary = "the search agent with weights from Q-learning",
    .game = "magic",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .forget = forget,
    .eval = agent_eval,
    .transitions = transitions,
};
