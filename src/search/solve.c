#include "search/solve.h"

#include "core/clock.h"
#include "search/solve_table.h"

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

enum jg_status jg_solve(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                        struct jg_error *err) {
    double begin = jg_clock();
    jg_move moves[JG_MOVES_MAX];
    *out = (struct jg_solution){.value = unbounded(), .doing = "searching", .share = -1};
    if (g->kind->solver && g->kind->solver->solve) return g->kind->solver->solve(g, query, out, err);
    enum jg_status status = fits(g, err);
    if (status) return status;
    out->move_count = jg_moves(g, query->state, moves);
    for (int i = 0; i < out->move_count; i++) {
        out->moves[i].move = moves[i];
        out->moves[i].value = unbounded();
    }
    status = jg_solve_by_table(g, query, out, err);
    out->seconds = jg_clock() - begin;
    return status;
}
