/* Agent `domino`, the strong player: lookahead over a Bayesian belief (lookahead.h), its levels,
 * limits and threads. It knows nothing but its view. docs/domino-agents.md explains it. */
#include "games/domino/explain.h"

#include "core/clock.h"
#include "core/number.h"
#include "core/parallel.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCHES_MAX = 1000000,
    THREADS_MAX = 64,
    POLICY_MAX = 128 /* bytes of a policy's name */
};

/* The weight of a move's clarity, in chances to win per nat: see struct jg_domino_effort. The best of 0, 0.02, 0.03 and
 * 0.05 against `domino.antonio`; docs/domino-agents.md. */
#define CLARITY "0.02"

enum level { BEGINNER, AMATEUR, CLUB, EXPERT, MASTER };

struct options {
    int level, ms, threads;
    uint64_t nodes;
    double clarity;
    char policy[POLICY_MAX];
};

/* Beginner and amateur choose by a model without lookahead. Club samples deals consistent with the
 * passes; expert weights them by inference; master uses more of them and solves endgames. A batch is
 * one lookahead; batches have independent samples and are merged. */
static const struct {
    struct jg_domino_effort effort;
    int batches; /* 0: no lookahead */
} LEVELS[] = {
    [BEGINNER] = {{0}, 0},
    [AMATEUR] = {{0}, 0},
    [CLUB] = {{.deals = 64, .worlds = 64}, 1},
    [EXPERT] = {{.deals = 512, .worlds = 128, .infers = true}, 1},
    [MASTER] = {{.deals = 2048, .worlds = 512, .infers = true, .solves = 12}, 1},
};

struct data {
    struct jg_network *network;         /* the policy; NULL: the linear one */
    struct jg_domino_estimate estimate; /* of the last query */
    bool has_estimate;                  /* the last query ran a lookahead */
    struct worker *workers;             /* one per thread */
    int threads;
};

/* One thread with its lookahead and the estimate so far. */
struct worker {
    struct jg_domino_lookahead *lookahead;
    struct jg_domino_estimate sum, next;
};

static const struct jg_evaluator CHANCE = {
    .name = "match", .help = "probability of winning the match", .unit = 1, .chance = true};

static void free_workers(struct data *d) {
    for (int i = 0; i < d->threads; i++) jg_domino_lookahead_free(d->workers[i].lookahead);
    free(d->workers);
    d->workers = NULL;
    d->threads = 0;
}

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (!d) return;
    free_workers(d);
    jg_network_free(d->network);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    a->bad_option = "policy";
    enum jg_status status = jg_domino_policy_open(&d->network, a->game, o->policy, err);
    if (status) close_agent(a);
    return status;
}

/* Created at the first lookahead, or before the clock starts, since the match equity table takes a while to compute. */
static enum jg_status start_workers(struct jg_agent *a, bool clocked, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    if (d->workers) return JG_OK;
    bool time_only = (o->ms || clocked) && !o->nodes;
    int threads = o->threads || time_only ? jg_threads(o->threads) : 1;
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    enum jg_status status = (d->workers = calloc((size_t)threads, sizeof *d->workers))
                                ? JG_OK
                                : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (; !status && d->threads < threads; d->threads++) {
        struct worker *w = &d->workers[d->threads];
        w->lookahead = d->threads ? jg_domino_lookahead_like(d->workers[0].lookahead, err)
                                  : jg_domino_lookahead_new(a->game, d->network, err);
        if (!w->lookahead) status = JG_EMEMORY;
    }
    if (status) free_workers(d);
    return status;
}

static enum jg_status prepare(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    (void)stop;
    return LEVELS[o->level].batches ? start_workers(a, true, err) : JG_OK;
}

/* ---- Lookahead ---------------------------------------------------------------------------- */

struct run {
    const struct options *o;
    const struct jg_query *query;
    struct data *d;
    struct jg_budget budget;
};

/* Whether a clock needs no more batches: the best move leads by more than the error of its estimate. All moves are
 * estimated in the same worlds, so that much of their errors cancels in the difference. */
static bool is_settled(const struct run *r, const struct jg_domino_estimate *t) {
    double lead = 1, chance = jg_domino_chance(t, t->best);
    if (!jg_budget_clocked(&r->budget)) return false;
    for (int i = 0; i < t->n; i++)
        if (i != t->best) lead = fmin(lead, jg_domino_preference(t, t->best) - jg_domino_preference(t, i));
    return jg_budget_differs(&r->budget, lead, sqrt(chance * (1 - chance) / t->worlds));
}

/* Thread i runs batches i, i + threads ... */
static void work(void *arg, size_t i) {
    struct run *r = arg;
    struct worker *p = &r->d->workers[i];
    struct jg_domino_effort effort = LEVELS[r->o->level].effort;
    effort.clarity = effort.infers ? r->o->clarity : 0;
    bool limited = r->o->nodes || r->o->ms || jg_budget_clocked(&r->budget);
    int last = limited ? BATCHES_MAX : LEVELS[r->o->level].batches;
    for (int batch = (int)i; batch < last; batch += r->d->threads) {
        bool first = batch == (int)i;
        if (!first && jg_budget_spent(&r->budget)) break;
        jg_domino_lookahead_run(p->lookahead, r->query->view, &effort,
                                r->query->seed + 0x9e3779b97f4a7c15u * (uint64_t)batch, &r->budget,
                                first ? &p->sum : &p->next);
        if (!first) jg_domino_estimate_merge(&p->sum, &p->next);
        if ((r->o->nodes && p->sum.nodes >= r->o->nodes) || is_settled(r, &p->sum)) break;
    }
}

static void run_lookahead(struct jg_agent *a, const struct jg_query *query) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct run run = {.o = o, .query = query, .d = d, .budget = jg_budget_plan(a->game, query, o->ms, 0)};
    jg_parallel(d->threads, (size_t)d->threads, work, &run);
    d->estimate = d->workers[0].sum;
    for (int i = 1; i < d->threads; i++)
        if (d->workers[i].sum.n) jg_domino_estimate_merge(&d->estimate, &d->workers[i].sum);
    d->has_estimate = true;
}

/* The move of a level without lookahead: by a model of play. */
static jg_move choose_by_model(struct jg_agent *a, const struct jg_query *query) {
    const struct options *o = (const void *)&a->options;
    const struct jg_domino *view = query->view;
    struct jg_domino_model m = jg_domino_models[o->level == BEGINNER ? JG_DOMINO_BASIC : JG_DOMINO_ANTONIO];
    struct jg_domino_tally tally;
    struct jg_domino_context context;
    uint8_t choices[JG_DOMINO_CHOICES];
    float rates[JG_DOMINO_CHOICES];
    struct jg_rng rng;
    m.noise = 0;
    jg_rng_init(&rng, query->seed, 0);
    jg_domino_tally_init(&tally, view);
    jg_domino_context(&context, jg_domino_rules(a->game), view, &tally);
    int n = jg_domino_model_rate(&m, &context, view->hand[query->seat], choices, rates);
    return n ? (jg_move)(2 + choices[jg_domino_model_choose(&m, rates, n, &rng)]) : JG_DOMINO_PASS;
}

static int32_t value(const struct jg_domino_estimate *t, int move) {
    return (int32_t)lround((2 * jg_domino_chance(t, move) - 1) * JG_CHANCES);
}

static int tiles_left(const struct jg_domino *s) { return s->left[0] + s->left[1] + s->left[2] + s->left[3]; }

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    const struct jg_domino_estimate *t = &d->estimate;
    double begin = jg_clock();
    jg_move moves[JG_MOVES_MAX];
    d->has_estimate = false;
    int n = jg_moves(a->game, query->view, moves);
    if (n == 1 && !query->all) {
        report->move = moves[0];
    } else if (!LEVELS[o->level].batches) {
        report->move = choose_by_model(a, query);
    } else {
        enum jg_status status = start_workers(a, query->clock.left > 0, err);
        if (status) return status;
        run_lookahead(a, query);
        report->move = t->moves[t->best];
        report->by = &CHANCE;
        report->value = value(t, t->best);
        report->nodes = t->nodes;
        report->leaves = (uint64_t)t->worlds * (uint64_t)t->n;
        report->depth = tiles_left(query->view); /* playouts reach the end of the round */
        report->move_count = t->n;
        for (int i = 0; i < t->n; i++) {
            report->moves[i].move = t->moves[i];
            report->moves[i].value = value(t, i);
        }
    }
    report->pv[0] = report->move;
    report->pv_count = 1;
    report->seconds = jg_clock() - begin;
    return JG_OK;
}

/* ---- Explaining ---------------------------------------------------------------------------- */

static void explain(struct jg_agent *a, const struct jg_query *query, const struct jg_style *style,
                    struct jg_text *out) {
    const struct options *o = (const void *)&a->options;
    const struct data *d = a->data;
    if (d->has_estimate)
        jg_domino_explain(a->game, query, &d->estimate, LEVELS[o->level].effort.infers, style->lang, out);
}

static json_t *explain_json(struct jg_agent *a, const struct jg_query *query) {
    const struct data *d = a->data;
    return jg_domino_explain_json(a->game, query, &d->estimate, d->has_estimate);
}

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return o->ms;
}

static const struct jg_option OPTIONS[] = {
    {.name = "level",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, level),
     .choices = "beginner|amateur|club|expert|master",
     .standard = "master",
     .labels = (const char *const[]){"immediate points", "and numbers", "hands that the passes allow", "probable hands",
                                     "more of them, and solved endgames", NULL},
     .help = "playing strength, by what the agent considers"},
    {.name = "nodes",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, nodes),
     .standard = "0",
     .value = "N",
     .help = "approximate number of moves to simulate (0: set by the level)"},
    {.name = "clarity",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, clarity),
     .max = 1,
     .standard = CLARITY,
     .value = "CHANCE",
     .help = "chance to win that it gives up for a move e times as probable to its partner (0: none)"},
    {.name = "policy",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, policy),
     .standard = "",
     .value = "NAME",
     .reads = JG_READS_AT,
     .help = "how its partner plays: linear, or @FILE with a network of jogada learn"},
    {.name = "ms",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, ms),
     .max = 86400000,
     .standard = "0",
     .value = "N",
     .help = "milliseconds per move (0: set by the level)"},
    {.name = "threads",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, threads),
     .max = 256,
     .standard = "0",
     .value = "N",
     .help = "threads (0: all cores with a time limit alone, otherwise one, so that results repeat)"},
    {0},
};

const struct jg_agent_kind jg_domino_player = {
    .name = "domino",
    .summary = "strong domino player: infers the hands from every tile and pass, plays to win the match",
    .game = "domino",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .prepare = prepare,
    .choose = choose,
    .is_timed = is_timed,
    .explain = explain,
    .explain_json = explain_json,
};
