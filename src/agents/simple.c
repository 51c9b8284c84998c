/* Agents that do not search: human, random and greedy. */
#include "agents/agents.h"

#include <stdlib.h>
#include <string.h>

const struct jg_agent_kind jg_agent_human = {
    .name = "human",
    .summary = "a person at the terminal or the table",
    .human = true,
};

/* ---- random ---------------------------------------------------------------------- */

static enum jg_status choose_random(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                    struct jg_error *err) {
    struct jg_rng rng;
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    report->move = jg_random_move(a->game, query->view, &rng);
    return JG_OK;
}

const struct jg_agent_kind jg_agent_random = {
    .name = "random",
    .summary = "a random legal move",
    .choose = choose_random,
};

/* ---- greedy ---------------------------------------------------------------------- */

struct greedy {
    char eval[JG_EVAL_MAX];
};

static enum jg_status open_greedy(struct jg_agent *a, struct jg_error *err) {
    struct jg_eval *eval = malloc(sizeof *eval);
    if (!eval) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = jg_eval_open(eval, a->game, ((struct greedy *)&a->options)->eval, err);
    if (status)
        free(eval);
    else
        a->data = eval;
    return status;
}

static void close_greedy(struct jg_agent *a) {
    if (a->data) jg_eval_close(a->data);
    free(a->data);
}

static struct jg_eval *eval_of_greedy(struct jg_agent *a) { return a->data; }

/* The best evaluation after one move. Ties are broken at random, so that opponents cannot predict them. */
static enum jg_status choose_greedy(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                    struct jg_error *err) {
    const struct jg_game *g = a->game;
    const struct jg_eval *eval = a->data;
    struct jg_rng rng;
    jg_move moves[JG_MOVES_MAX];
    union jg_state child;
    int n = jg_moves(g, query->view, moves), team = jg_team(query->seat);
    uint32_t ties = 0;
    (void)err;
    jg_rng_init(&rng, query->seed, 0);
    for (int i = 0; i < n; i++) {
        memcpy(&child, query->view, g->state_size);
        jg_apply(g, &child, moves[i]);
        int32_t value =
            jg_turn(g, &child) == JG_OVER ? jg_eval_end(eval, g, &child, team) : jg_eval_value(eval, g, &child, team);
        report->moves[i].move = moves[i];
        report->moves[i].value = value;
        if (!i || value > report->value) ties = 0;
        if (ties && value < report->value) continue;
        if (jg_rng_below(&rng, ++ties) == 0) report->move = moves[i];
        report->value = value;
    }
    report->move_count = n;
    report->by = eval->by;
    report->proven = !eval->by->ends && abs(report->value) == JG_WIN; /* evaluations are less */
    report->depth = 1;
    report->nodes = report->leaves = (uint64_t)n;
    report->pv[0] = report->move;
    report->pv_count = 1;
    return JG_OK;
}

static const struct jg_option GREEDY_OPTIONS[] = {
    JG_EVAL_OPTION(struct greedy, eval),
    {0},
};

const struct jg_agent_kind jg_agent_greedy = {
    .name = "greedy",
    .summary = "the best evaluation after one move",
    .refuses = JG_HAS_CHANCE | JG_HAS_HIDDEN,
    .options = GREEDY_OPTIONS,
    .options_size = sizeof(struct greedy),
    .open = open_greedy,
    .close = close_greedy,
    .choose = choose_greedy,
    .eval = eval_of_greedy,
};
