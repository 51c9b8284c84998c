/* Helpers to show an agent's report: sorted moves, principal variation, search tree. */
#ifndef AGENTS_AGENT_REPORT_H
#define AGENTS_AGENT_REPORT_H

#include <jogada/agent.h>

struct jg_ranked_move {
    jg_move move;
    int32_t value;
    int place; /* in the report */
};

/* The moves of a report, best first, in stable order. Returns their number: 0 if the report has no values. */
int jg_agent_sorted_moves(const struct jg_report *r, struct jg_ranked_move out[JG_MOVES_MAX]);

/* Calls `use` with each move of the pv and the position before it. With hidden information it stops where another seat
 * is to move, since the view ends there. */
void jg_agent_walk_pv(const struct jg_game *g, const struct jg_query *query, const struct jg_report *r,
                      void (*use)(void *arg, const struct jg_game *g, const void *state, jg_move move), void *arg);

/* JG_OK if an agent traces its search tree; otherwise an error that names agents that do. */
enum jg_status jg_agent_check_traces(const struct jg_agent *a, struct jg_error *err);

#endif
