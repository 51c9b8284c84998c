/* The agent `pimc`: perfect-information Monte Carlo (search/pimc.h). */
#include "agents/agents.h"

#include "search/pimc.h"

#include <stdlib.h>

struct options {
    struct jg_pimc_settings search;
    char eval[JG_EVAL_MAX];
};

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_eval eval;
    enum jg_status status = jg_eval_open(&eval, a->game, o->eval, err);
    if (!status)
        status = jg_playout_check(a->game, &eval, o->search.play, o->search.by == JG_BY_SCORE, &a->bad_option, err);
    if (status) return status;
    struct jg_pimc *p = malloc(sizeof *p);
    if (!p || !jg_pimc_init(p, a->game, &eval, &o->search)) {
        free(p);
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    a->data = p;
    return JG_OK;
}

static void close_agent(struct jg_agent *a) {
    if (a->data) jg_pimc_free(a->data);
    free(a->data);
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    (void)err;
    jg_pimc_choose(a->data, query, report);
    return JG_OK;
}

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct jg_pimc *)a->data)->eval; }

static const struct jg_option OPTIONS[] = {
    {.name = "worlds",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.worlds),
     .max = 1000000,
     .standard = "20",
     .value = "N",
     .help = "maximum number of sampled deals (0: as many as the other limits allow)"},
    {.name = "search",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, search.search),
     .choices = "ab|playout",
     .standard = "ab",
     .help = "evaluates moves in each world by alpha-beta or by playouts"},
    {.name = "playouts",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.playouts),
     .min = 1,
     .max = 1000000,
     .standard = "1",
     .value = "N",
     .help = "with search=playout: playouts of each move in each world"},
    JG_PLAYOUT_OPTIONS(struct options, search.play, search.to, "greedy"),
    {.name = "by",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, search.by),
     .choices = "value|wins|score",
     .standard = "value",
     .help = "what is averaged: values, wins, or values with the score of finished games"},
    JG_BELIEF_OPTIONS(struct options, search.belief, search.deals),
    JG_LIMIT_OPTIONS(struct options, search.limits, "6"),
    {.name = "threads",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.threads),
     .max = 256,
     .standard = "0",
     .value = "N",
     .help = "threads (0: all cores with a time limit alone, otherwise one, so that results repeat)"},
    JG_EVAL_OPTION(struct options, eval),
    {0},
};

const struct jg_agent_kind jg_agent_pimc = {
    .name = "pimc",
    .summary = "perfect-information Monte Carlo: samples deals, searches each as if all were visible, averages",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .eval = eval_of,
};
