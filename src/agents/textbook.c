/* Minimax and alpha-beta as agents. */
#include "agents/agents.h"

#include <jogada/search.h>

struct options {
    struct jg_limits limits;
    char eval[32];
};

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    struct jg_eval eval;
    return jg_eval_open(&eval, a->game, ((struct options *)&a->options)->eval, err);
}

typedef void search_function(struct jg_search *s, const void *state, struct jg_report *report);

static enum jg_status choose(search_function *search, struct jg_agent *a, const struct jg_ask *ask,
                             struct jg_report *report, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_eval eval;
    enum jg_status status = jg_eval_open(&eval, a->game, o->eval, err);
    if (status) return status;
    struct jg_search s = {.game = a->game, .eval = &eval, .limits = o->limits, .stop = ask->stop};
    search(&s, ask->view, report);
    return JG_OK;
}

static enum jg_status choose_minimax(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                                     struct jg_error *err) {
    return choose(jg_minimax, a, ask, report, err);
}

static enum jg_status choose_alphabeta(struct jg_agent *a, const struct jg_ask *ask, struct jg_report *report,
                                       struct jg_error *err) {
    return choose(jg_alphabeta, a, ask, report, err);
}

static const struct jg_option OPTIONS[] = {
    JG_LIMIT_OPTIONS(struct options, limits, "6"),
    {.name = "eval",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, eval),
     .standard = "",
     .value = "NAME",
     .help = "evaluator of the game; see 'jogada games GAME'"},
    {0},
};

const struct jg_agent_kind jg_minimax_agent = {
    .name = "minimax",
    .summary = "looks at every line of play to a depth",
    .refuses = JG_HAS_CHANCE | JG_HAS_HIDDEN,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .choose = choose_minimax,
};

const struct jg_agent_kind jg_alphabeta_agent = {
    .name = "alphabeta",
    .summary = "the same choice as minimax, without the useless lines",
    .refuses = JG_HAS_CHANCE | JG_HAS_HIDDEN,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .choose = choose_alphabeta,
};
