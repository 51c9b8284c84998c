/* The agent loa: near the end of the game a proof-number search looks for a forced win; if it finds none within its
 * share of the budget, alpha-beta uses the rest. */
#include "games/loa/loa.h"

#include "core/clock.h"
#include "search/ab.h"
#include "search/budget.h"
#include "search/options.h"
#include "search/pn.h"

#include <stdlib.h>
#include <string.h>

enum {
    NEAR_GROUPS = 4,      /* proof-number search runs when the side has at most this many groups */
    PROOF_BYTES = 4 << 20 /* of its transposition table: a fraction of a second does not fill more */
};

struct options {
    struct jg_ab_options search;
    int proof; /* percent of the limits for proof-number search */
    char eval[JG_EVAL_MAX];
    char without[JG_AB_WITHOUT_MAX];
};

struct data {
    struct jg_eval eval;
    struct jg_ab *search;
    struct jg_pn *proofs;
    struct jg_pn_result found;
};

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (!d) return;
    jg_ab_free(d->search);
    jg_eval_close(&d->eval);
    jg_pn_free(d->proofs);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    a->data = d;
    enum jg_status status = jg_ab_open(a, &o->search, o->eval, o->without, &d->eval, &d->search, err);
    if (!status && !(d->proofs = jg_pn_new(a->game, PROOF_BYTES, err))) status = JG_EMEMORY;
    if (status) close_agent(a);
    return status;
}

static void forget(struct jg_agent *a) {
    struct data *d = a->data;
    jg_ab_forget(d->search);
    jg_pn_forget(d->proofs);
}

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

/* ---- Choosing ----------------------------------------------------------------------------- */

/* The limits of a query; without any, one second, unless there is a clock. */
static struct jg_limits limits_of(const struct options *o, const struct jg_query *query) {
    struct jg_limits l = o->search.limits;
    if (!l.depth && !l.nodes && !l.ms && query->clock.left <= 0) l.ms = JG_DEFAULT_MS;
    return l;
}

static bool near_end(const struct jg_query *query) {
    return jg_loa_groups(((const struct jg_loa_state *)query->view)->pieces[query->seat]) <= NEAR_GROUPS;
}

static uint64_t percent_of(uint64_t limit, int percent) {
    uint64_t p = (uint64_t)percent;
    return limit / 100 * p + limit % 100 * p / 100;
}

/* Looks for a forced win within a share of the limits. Does nothing if a share rounds down to 0. */
static enum jg_status prove(struct jg_agent *a, const struct jg_query *query, struct jg_limits limits,
                            struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct jg_pn_query pn_query = {.state = query->view,
                                   .goal = jg_team(query->seat),
                                   .stop = query->stop,
                                   .keys = query->keys,
                                   .key_count = query->key_count};
    pn_query.limits.nodes = percent_of(limits.nodes, o->proof);
    if (query->clock.left > 0) limits.ms = jg_budget_ms(a->game, query, limits.ms);
    pn_query.limits.ms = (int)percent_of((uint64_t)limits.ms, o->proof);
    d->found.verdict = JG_PN_UNKNOWN;
    d->found.nodes = 0;
    if ((limits.nodes && !pn_query.limits.nodes) || (limits.ms && !pn_query.limits.ms)) return JG_OK;
    if (limits.nodes) jg_pn_forget(d->proofs); /* for reproducible results */
    return jg_pn_solve(d->proofs, &pn_query, &d->found, err);
}

static void report_win(const struct jg_agent *a, struct jg_report *report) {
    const struct data *d = a->data;
    report->move = d->found.pv[0];
    report->by = d->eval.by;
    report->value = JG_WIN;
    report->proven = true;
    report->plies = d->found.ends ? d->found.pv_count : d->found.plies;
    report->note = "a forced win, found by proof-number search";
    report->depth = d->found.pv_count;
    report->pv_count = d->found.pv_count;
    memcpy(report->pv, d->found.pv, (size_t)d->found.pv_count * sizeof *d->found.pv);
    report->nodes = d->found.nodes;
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct jg_limits limits = limits_of(o, query);
    double begin = jg_clock();
    if (jg_budget_forced(a->game, query, &report->move)) return JG_OK;
    if (o->proof && !limits.depth && !query->all && near_end(query)) {
        enum jg_status status = prove(a, query, limits, err);
        if (status) return status;
        if (d->found.verdict == JG_PN_PROVEN && d->found.pv_count) {
            report_win(a, report);
            report->seconds = jg_clock() - begin;
            if (query->progress) query->progress(query->arg, report);
            return JG_OK;
        }
        uint64_t nodes = report->nodes = d->found.nodes;
        int ms = (int)((jg_clock() - begin) * 1000 + 0.5);
        if (limits.nodes) limits.nodes = limits.nodes > nodes ? limits.nodes - nodes : 1;
        if (limits.ms) limits.ms = limits.ms > ms ? limits.ms - ms : 1;
    }
    jg_ab_set_limits(d->search, limits);
    jg_ab_choose(d->search, query, report);
    return JG_OK;
}

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return jg_strong_is_timed(o->search.limits.ms, o->search.limits.depth || o->search.limits.nodes, o->search.threads);
}

static const struct jg_option OPTIONS[] = {
    JG_STRONG_OPTIONS(struct options, search.limits, search.threads),
    JG_AB_OPTIONS(struct options, search, without),
    {.name = "proof",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, proof),
     .max = 90,
     .standard = "10",
     .value = "PERCENT",
     .help = "share of time or nodes for proof-number search near the end, in percent"},
    JG_STRONG_EVAL_OPTION(struct options, eval),
    {0},
};

const struct jg_agent_kind jg_loa_player = {
    .name = "loa",
    .summary = "strong player of Lines of Action: alpha-beta, and proof-number search near the end",
    .game = "loa",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .is_timed = is_timed,
    .forget = forget,
    .eval = eval_of,
};
