/* The agent `ab`: the strong alpha-beta search (search/ab.h). */
#include "agents/agents.h"

#include "search/ab.h"
#include "search/endgame.h"

#include <stdlib.h>

struct options {
    struct jg_ab_options search;
    char eval[JG_EVAL_MAX];
    char without[JG_AB_WITHOUT_MAX];
};

struct data {
    struct jg_eval eval;
    struct jg_ab *search;
};

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (!d) return;
    jg_ab_free(d->search);
    jg_eval_close(&d->eval);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    a->data = d;
    enum jg_status status = jg_ab_open(a, &o->search, o->eval, o->without, &d->eval, &d->search, err);
    if (status) close_agent(a);
    return status;
}

static enum jg_status prepare(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    (void)stop;
    return jg_endgame_prepare(a->game, err);
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct data *d = a->data;
    (void)err;
    jg_ab_choose(d->search, query, report);
    return JG_OK;
}

static void forget(struct jg_agent *a) { jg_ab_forget(((struct data *)a->data)->search); }

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return jg_strong_is_timed(o->search.limits.ms, o->search.limits.depth || o->search.limits.nodes, o->search.threads);
}

static const struct jg_option OPTIONS[] = {
    JG_STRONG_OPTIONS(struct options, search.limits, search.threads),
    JG_AB_OPTIONS(struct options, search, without),
    JG_STRONG_EVAL_OPTION(struct options, eval),
    {0},
};

const struct jg_agent_kind jg_agent_ab = {
    .name = "ab",
    .summary = "strong alpha-beta: iterative deepening, transposition table, all cores",
    .refuses = JG_HAS_CHANCE | JG_HAS_HIDDEN,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .prepare = prepare,
    .choose = choose,
    .is_timed = is_timed,
    .forget = forget,
    .eval = eval_of,
};
