/* The agent `expectiminimax` (search/expecti.h). */
#include "agents/agents.h"

#include "search/expecti.h"

#include <stdlib.h>

struct options {
    struct jg_expecti_options search;
    char eval[JG_EVAL_MAX];
};

struct data {
    struct jg_eval eval;
    struct jg_expecti *search;
};

static void close_agent(struct jg_agent *a) {
    struct data *d = a->data;
    if (!d) return;
    jg_expecti_free(d->search);
    jg_eval_close(&d->eval);
    free(d);
    a->data = NULL;
}

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    const struct jg_limits *limits = &o->search.limits;
    struct data *d = calloc(1, sizeof *d);
    if (!d) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    a->data = d;
    enum jg_status status = jg_eval_open(&d->eval, a->game, o->eval, err);
    if (!status) a->bad_option = "depth";
    if (!status && !(a->game->kind->traits & JG_IS_FINITE) && !limits->depth && !limits->nodes && !limits->ms)
        status = jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s may never end: limit the search by depth, nodes or ms",
                         a->game->kind->name);
    if (!status && !(d->search = jg_expecti_new(a->game, &d->eval, &o->search, err))) status = JG_EMEMORY;
    if (status) close_agent(a);
    return status;
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    const struct data *d = a->data;
    (void)err;
    jg_expecti_choose(d->search, query, report);
    return JG_OK;
}

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct data *)a->data)->eval; }

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return o->search.limits.ms;
}

static const struct jg_option OPTIONS[] = {
    {.name = "depth",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.limits.depth),
     .min = JG_EXPECTI_USUAL,
     .max = 1000,
     .standard = "-1",
     .value = "N",
     .help = "search depth in plies (0: to the end of the game; default -1: 4, or as deep as nodes or ms allow)"},
    JG_BUDGET_OPTIONS(struct options, search.limits),
    JG_EVAL_OPTION(struct options, eval),
    {.name = "prune",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, search.prune),
     .choices = "none|star1|star2",
     .standard = "star2",
     .labels = (const char *const[]){"no pruning", "Star1", "Star2", NULL},
     .help = "pruning, which never changes a value"},
    {.name = "tt",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, search.tt),
     .max = (double)((uint64_t)64 << 30),
     .standard = "16M",
     .value = "BYTES",
     .help = "size of the transposition table (0: none)"},
    {.name = "bound",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.bound),
     .max = JG_WIN,
     .standard = "0",
     .value = "N",
     .help = "bound on evaluations and value of a win, in points (0: the evaluator's own)"},
    {0},
};

const struct jg_agent_kind jg_agent_expectiminimax = {
    .name = "expectiminimax",
    .summary = "minimax with chance nodes, valued by the mean of their outcomes",
    .refuses = JG_HAS_HIDDEN,
    .traces = true,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .is_timed = is_timed,
    .eval = eval_of,
};
