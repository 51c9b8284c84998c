/* The strong player of Lines of Action: near the end a proof-number search looks
 * for a forced win; if there is none to be found soon, the alpha-beta search
 * decides with what is left of the time. */
#include "games/loa/loa.h"

#include "core/clock.h"
#include "search/ab.h"
#include "search/keys.h"
#include "search/pn.h"

#include <stdlib.h>
#include <string.h>

enum {
    NEAR_GROUPS = 4,      /* so few of its own, and a side may be near its end */
    PROOF_BYTES = 4 << 20 /* of the table of proofs: a share of a second fills no more */
};

struct options {
    struct jg_ab_options search;
    int proof; /* percent of the limits for proofs */
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
    jg_pn_free(d->proofs);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, -1, "out of memory");
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

static struct jg_eval *judge(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

/* ---- Choosing ----------------------------------------------------------------------------- */

/* The limits of a question: a search without any takes a second. */
static struct jg_limits limits_of(const struct options *o) {
    struct jg_limits l = o->search.limits;
    if (!l.depth && !l.nodes && !l.ms) l.ms = JG_IDLE_MS;
    return l;
}

static bool near_the_end(const struct jg_ask *ask) {
    return jg_loa_groups(((const struct jg_loa_state *)ask->view)->pieces[ask->seat]) <= NEAR_GROUPS;
}

static uint64_t percent_of(uint64_t limit, int percent) {
    uint64_t p = (uint64_t)percent;
    return limit / 100 * p + limit % 100 * p / 100;
}

/* Looks for a forced win with a share of the limits, if each is enough for one. */
static enum jg_status prove(struct jg_agent *a, const struct jg_ask *ask, struct jg_limits limits,
                            struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct jg_pn_ask question = {.state = ask->view,
                                 .goal = jg_team(ask->seat),
                                 .stop = ask->stop,
                                 .keys = ask->keys,
                                 .key_count = ask->key_count};
    question.limits.nodes = percent_of(limits.nodes, o->proof);
    question.limits.ms = (int)percent_of((uint64_t)limits.ms, o->proof);
    d->found.answer = JG_PN_UNKNOWN;
    d->found.nodes = 0;
    if ((limits.nodes && !question.limits.nodes) || (limits.ms && !question.limits.ms)) return JG_OK;
    if (limits.nodes) jg_pn_forget(d->proofs); /* so that answers repeat */
    return jg_pn_solve(d->proofs, &question, &d->found, err);
}

static void tell_win(const struct jg_agent *a, struct jg_report *report) {
    const struct data *d = a->data;
    report->move = d->found.line[0];
    report->by = d->eval.by;
    report->value = JG_WIN;
    report->proven = true;
    report->plies = d->found.ends ? d->found.line_count : d->found.plies;
    report->note = "a forced win, found by proof-number search";
    report->depth = d->found.line_count;
    report->line_count = d->found.line_count;
    memcpy(report->line, d->found.line, (size_t)d->found.line_count * sizeof *d->found.line);
    report->nodes = d->found.nodes;
}

static enum jg_status choose(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                             struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = a->data;
    struct jg_limits limits = limits_of(o);
    double begin = jg_clock();
    if (o->proof && !limits.depth && !ask->all && near_the_end(ask)) {
        enum jg_status status = prove(a, ask, limits, err);
        if (status) return status;
        if (d->found.answer == JG_PN_YES && d->found.line_count) {
            tell_win(a, report);
            report->seconds = jg_clock() - begin;
            if (ask->progress) ask->progress(ask->arg, report);
            return JG_OK;
        }
        uint64_t nodes = report->nodes = d->found.nodes;
        int ms = (int)((jg_clock() - begin) * 1000 + 0.5);
        if (limits.nodes) limits.nodes = limits.nodes > nodes ? limits.nodes - nodes : 1;
        if (limits.ms) limits.ms = limits.ms > ms ? limits.ms - ms : 1;
    }
    jg_ab_limit(d->search, limits);
    jg_ab_choose(d->search, ask, report);
    return JG_OK;
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
     .help = "share of time or nodes for proving a forced win near the end"},
    JG_EVAL_OPTION(struct options, eval),
    {0},
};

const struct jg_agent_kind jg_loa_player = {
    .name = "loa",
    .summary = "the strong player of Lines of Action: alpha-beta, and proofs near the end",
    .game = "loa",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .forget = forget,
    .judge = judge,
};
