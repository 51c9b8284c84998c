/* Prints an agent's evaluation of a position, for `hint` at the table and for `jogada analyze`. */
#ifndef CLI_ANALYSIS_H
#define CLI_ANALYSIS_H

#include "agents/agent_report.h"
#include "cli/cli.h"

/* Formats a value for people; "-" if the report has none. Returns out. */
const char *analysis_value(const struct cli *c, const struct jg_report *r, int32_t value, char out[32]);

/* Prints an empty line and one line for each evaluated move, best first. */
void analysis_moves(const struct cli *c, const struct jg_game *g, const void *view, const struct jg_report *r);

/* Prints an empty line and the agent's explanation, if it has one. */
void analysis_explain(const struct cli *c, struct jg_agent *a, const struct jg_query *query);

#endif
