#include "search/solve.h"

#include "core/clock.h"
#include "search/search.h"

/* Never used: every variation is searched to the end of the game. */
static int32_t nothing(const struct jg_game *g, const void *state, int team, const double *weights) {
    (void)g, (void)state, (void)team, (void)weights;
    return 0;
}

static const struct jg_evaluator ENDS = {.name = "ends", .unit = 1, .value = nothing};

static enum jg_status fits(const struct jg_game *g, struct jg_error *err) {
    const char *game = g->kind->name;
    unsigned traits = g->kind->traits;
    if (traits & JG_HAS_HIDDEN)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s has hidden information, so moves have no exact values; 'jogada analyze %s' estimates them",
                       game, game);
    if (traits & JG_HAS_CHANCE)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s has chance, so its values are winning chances; 'jogada analyze %s' finds them", game, game);
    if (!(traits & JG_IS_FINITE))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%s may never end, so not every variation can be searched to its end; 'jogada analyze %s pn' "
                       "proves wins",
                       game, game);
    return JG_OK;
}

static struct jg_bounds unbounded(void) { return (struct jg_bounds){-JG_WIN, JG_WIN}; }

static void by_alphabeta(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out) {
    struct jg_eval eval = {.by = &ENDS};
    struct jg_report report = {0};
    struct jg_search s = {.game = g,
                          .eval = &eval,
                          .limits = {.nodes = query->nodes},
                          .stop = query->stop,
                          .all = query->all,
                          .score = true};
    jg_alphabeta(&s, query->state, &report);
    out->nodes = s.nodes;
    if (s.stopped) return;
    out->value = (struct jg_bounds){report.value, report.value};
    for (int i = 0; i < out->move_count; i++) {
        out->moves[i].value.high = report.value;
        if (out->moves[i].move == report.move) out->moves[i].value = out->value;
        for (int k = 0; k < report.move_count && query->all; k++)
            if (report.moves[k].move == out->moves[i].move)
                out->moves[i].value = (struct jg_bounds){report.moves[k].value, report.moves[k].value};
    }
}

enum jg_status jg_solve(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                        struct jg_error *err) {
    double begin = jg_clock();
    jg_move moves[JG_MOVES_MAX];
    *out = (struct jg_solution){.value = unbounded(), .doing = "searching", .share = -1};
    if (g->kind->solver) return g->kind->solver->solve(g, query, out, err);
    enum jg_status status = fits(g, err);
    if (status) return status;
    out->move_count = jg_moves(g, query->state, moves);
    for (int i = 0; i < out->move_count; i++) {
        out->moves[i].move = moves[i];
        out->moves[i].value = unbounded();
    }
    by_alphabeta(g, query, out);
    out->seconds = jg_clock() - begin;
    return JG_OK;
}
