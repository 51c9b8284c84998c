/* The agent `ismcts`: information-set Monte Carlo tree search (search/ismcts.h). */
#include "agents/agents.h"

#include "search/ismcts.h"

#include <stdlib.h>

struct options {
    struct jg_ismcts_settings search;
    char eval[JG_EVAL_MAX];
};

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_eval eval;
    enum jg_status status = jg_eval_open_strong(&eval, a->game, o->eval, err);
    if (!status)
        status = jg_playout_check(a->game, &eval, o->search.play, o->search.by == JG_ISMCTS_SCORE, &a->bad_option, err);
    if (status) {
        jg_eval_close(&eval);
        return status;
    }
    struct jg_ismcts *m = malloc(sizeof *m);
    if (!m || !jg_ismcts_init(m, a->game, &eval, &o->search)) {
        jg_eval_close(&eval);
        free(m);
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    a->data = m;
    return JG_OK;
}

static void close_agent(struct jg_agent *a) {
    struct jg_ismcts *m = a->data;
    if (!m) return;
    struct jg_eval eval = m->eval;
    jg_ismcts_free(m);
    jg_eval_close(&eval);
    free(m);
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    (void)err;
    jg_ismcts_search(a->data, query, report);
    return JG_OK;
}

static struct jg_eval *eval_of(struct jg_agent *a) { return &((struct jg_ismcts *)a->data)->eval; }

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return jg_strong_is_timed(o->search.limits.ms, o->search.playouts || o->search.limits.nodes, 1);
}

static const struct jg_option OPTIONS[] = {
    JG_STRONG_OPTIONS(struct options, search.limits, search.threads),
    {.name = "playouts",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, search.playouts),
     .standard = "0",
     .value = "N",
     .help = "maximum number of playouts (0: no limit)"},
    {.name = "exploration",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, search.exploration),
     .max = 10,
     .standard = "1", /* in dominoes better than 0.3, as good as 0.7 and 1.4: 400 matches each of 1000 playouts */
     .value = "C",
     .help = "exploration constant of UCB1, for values from -1 to 1"},
    {.name = "scale",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, search.scale),
     .min = 0.001,
     .max = 100000,
     .standard = "100", /* in dominoes as good as 50 */
     .value = "UNITS",
     .help = "evaluated lead, in units of the score, that is worth 0.76 of a win"},
    JG_PLAYOUT_OPTIONS(struct options, search.play, search.to, "random"),
    {.name = "by",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, search.by),
     .choices = "wins|score",
     .standard = "wins",
     .labels = (const char *const[]){"win or loss", "score, divided by 'scale'", NULL},
     .help = "value of a finished game"},
    JG_BELIEF_OPTIONS(struct options, search.belief, search.deals),
    JG_STRONG_EVAL_OPTION(struct options, eval),
    {.name = "memory",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, search.memory),
     .min = JG_ISMCTS_LEAST,
     .max = (double)((uint64_t)64 << 30),
     .standard = "64M",
     .value = "BYTES",
     .help = "size of the trees; once they are full, playouts continue but the trees stop growing"},
    {0},
};

const struct jg_agent_kind jg_agent_ismcts = {
    .name = "ismcts",
    .summary = "information-set Monte Carlo tree search: one tree over many deals",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .open = open_agent,
    .close = close_agent,
    .choose = choose,
    .is_timed = is_timed,
    .eval = eval_of,
};
