/* What is made of an agent's answer, for people and programs alike. */
#ifndef AGENTS_AGENT_REPORT_H
#define AGENTS_AGENT_REPORT_H

#include <jogada/agent.h>

/* A move and what it is worth. */
struct jg_ranked_move {
    jg_move move;
    int32_t value;
    int place; /* in the report */
};

/* The moves of a report, best first; equal ones as they were given. Returns how many;
 * none if the report has no values. */
int jg_agent_sorted_moves(const struct jg_report *r, struct jg_ranked_move out[JG_MOVES_MAX]);

/* Calls use with each move of the line and the position it is made in, as far as
 * the mover's view goes: where things are hidden, to the end of its own turn. */
void jg_agent_walk_pv(const struct jg_game *g, const struct jg_query *query, const struct jg_report *r,
                    void (*use)(void *arg, const struct jg_game *g, const void *state, jg_move move), void *arg);

/* Whether an agent tells its tree; or names those that do. */
enum jg_status jg_agent_check_traces(const struct jg_agent *a, struct jg_error *err);

#endif
