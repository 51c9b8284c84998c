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
    enum jg_status status = jg_eval_open_strong(&eval, a->game, o->eval, err);
    if (!status)
        status = jg_playout_check(a->game, &eval, o->search.play, o->search.by == JG_BY_SCORE, &a->bad_option, err);
    if (status) {
        jg_eval_close(&eval);
        return status;
    }
    struct jg_pimc *p = malloc(sizeof *p);
    if (!p || !jg_pimc_init(p, a->game, &eval, &o->search)) {
        jg_eval_close(&eval);
        free(p);
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    a->data = p;
    return JG_OK;
}

static void close_agent(struct jg_agent *a) {
    struct jg_pimc *p = a->data;
    if (!p) return;
    struct jg_eval eval = p->eval;
    jg_pimc_free(p);
    jg_eval_close(&eval);
    free(p);
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    (void)err;
    jg_pimc_choose(a->data, query, report);
    return JG_OK;
}

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct jg_pimc *)a->data)->eval; }

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return jg_strong_is_timed(o->search.limits.ms, o->search.worlds || o->search.limits.nodes, 1);
}

static const struct jg_option OPTIONS[] = {
    {.name = "worlds",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.worlds),
     .min = JG_PIMC_USUAL,
     .max = 1000000,
     .standard = "-1",
     .value = "N",
     .help =
         "maximum number of sampled deals (0: as many as the other limits allow; default -1: 20, or as many as nodes "
         "or ms allow)"},
    {.name = "search",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, search.search),
     .choices = "ab|playout",
     .standard = "ab",
     .labels = (const char *const[]){"alpha-beta", "playouts", NULL},
     .help = "search in each sampled deal"},
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
     .labels = (const char *const[]){"values of the moves", "wins", "values, with the score of finished games", NULL},
     .help = "result averaged over the deals"},
    JG_BELIEF_OPTIONS(struct options, search.belief, search.deals),
    {.name = "depth",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.limits.depth),
     .min = JG_PIMC_USUAL,
     .max = 1000,
     .standard = "-1",
     .value = "N",
     .help =
         "search depth in plies (0: to the end of the game; default -1: 6, or if nothing is hidden as deep as nodes "
         "or ms allow)"},
    JG_BUDGET_OPTIONS(struct options, search.limits),
    {.name = "threads",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.threads),
     .max = 256,
     .standard = "0",
     .value = "N",
     .help = "threads (0: all cores with a time limit alone, otherwise one, so that results repeat)"},
    JG_STRONG_EVAL_OPTION(struct options, eval),
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
    .is_timed = is_timed,
    .eval = eval_of,
};
