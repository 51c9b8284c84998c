/* The agent `mcts`: Monte Carlo tree search (search/mcts.h). */
#include "agents/agents.h"

#include "search/endgame.h"
#include "search/mcts.h"

#include <stdlib.h>

struct options {
    struct jg_mcts_settings search;
    char eval[JG_EVAL_MAX];
};

static enum jg_status open_agent(struct jg_agent *a, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    struct jg_eval eval;
    enum jg_status status = jg_eval_open_strong(&eval, a->game, o->eval, err);
    if (status) return status;
    struct jg_mcts *m = malloc(sizeof *m);
    if (!m || !jg_mcts_init(m, a->game, &eval, &o->search)) {
        jg_eval_close(&eval);
        free(m);
        return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    a->data = m;
    return JG_OK;
}

static void close_agent(struct jg_agent *a) {
    struct jg_mcts *m = a->data;
    if (!m) return;
    struct jg_eval eval = m->eval; /* its network must outlive the search */
    jg_mcts_free(m);
    jg_eval_close(&eval);
    free(m);
}

static enum jg_status prepare(struct jg_agent *a, const atomic_bool *stop, struct jg_error *err) {
    const struct options *o = (const void *)&a->options;
    (void)stop;
    return o->search.endings ? jg_endgame_prepare(a->game, err) : JG_OK;
}

static enum jg_status choose(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                             struct jg_error *err) {
    (void)err;
    jg_mcts_search(a->data, query, report);
    return JG_OK;
}

static void forget(struct jg_agent *a) { ((struct jg_mcts *)a->data)->has_last = false; }

static struct jg_eval *eval_of(struct jg_agent *a) {
    struct jg_mcts *m = a->data;
    return m->settings.leaf != JG_MCTS_ROLLOUT || m->settings.prior > 0 ? &m->eval : NULL;
}

static bool is_timed(const struct jg_agent *a) {
    const struct options *o = (const void *)&a->options;
    return jg_strong_is_timed(o->search.limits.ms, o->search.playouts || o->search.limits.nodes, o->search.threads);
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
     .standard = "1", /* in Kalah better than 0.7, as good as 1.4: 200 games each of 1000 and of 4000 playouts */
     .value = "C",
     .help = "exploration constant of UCB1, for values from -1 to 1"},
    {.name = "leaf",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, search.leaf),
     .choices = "rollout|eval|cutoff",
     .standard = "rollout",
     .labels =
         (const char *const[]){"random rollout to the end", "evaluation", "rollout until the game is decided", NULL},
     .help = "value of a new node"},
    {.name = "scale",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, search.scale),
     .min = 0.001,
     .max = 100000,
     .standard = "8",
     .value = "UNITS",
     .help = "evaluated lead, in units of the score, that is worth 0.76 of a win"},
    {.name = "prior",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, search.prior),
     .max = 1000,
     .standard = "10", /* docs/loa.md; in Kalah as good as 3 */
     .value = "N",
     .help = "visits that the evaluation of a new move counts for (0: no prior)"},
    {.name = "minimax",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, search.minimax),
     .max = 1,
     .standard = "0.3",
     .value = "SHARE",
     .help = "with a prior: weight of implicit minimax backups against the mean of playouts"},
    {.name = "endings",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, search.endings),
     .standard = "1",
     .help = "uses the game's endgame database"},
    {.name = "lead",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, search.lead),
     .min = 0.001,
     .max = 100000,
     .standard = "5",
     .value = "UNITS",
     .help = "with leaf=cutoff: lead, in units of the score, that decides a playout"},
    {.name = "plies",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.plies),
     .max = 1000,
     .standard = "6",
     .value = "N",
     .help = "with leaf=cutoff: moves after which a playout is evaluated"},
    {.name = "best",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, search.best),
     .min = 1,
     .max = JG_MOVES_MAX,
     .standard = "3",
     .value = "N",
     .help = "with leaf=cutoff: random candidates for each playout move, of which the best evaluated is played"},
    JG_STRONG_EVAL_OPTION(struct options, eval),
    {.name = "memory",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, search.memory),
     .min = JG_MCTS_MIN_BYTES,
     .max = (double)((uint64_t)64 << 30),
     .standard = "64M",
     .value = "BYTES",
     .help = "size of the tree; once it is full, playouts continue but the tree stops growing"},
    {0},
};

const struct jg_agent_kind jg_agent_mcts = {
    .name = "mcts",
    .summary = "Monte Carlo tree search: playouts guided by a growing tree",
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
