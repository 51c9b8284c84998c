/* What an agent says of its answer, beyond the move: `hint` at the table, and analyze. */
#ifndef CLI_ANALYSIS_H
#define CLI_ANALYSIS_H

#include "agents/agent_report.h"
#include "cli/cli.h"

/* A value as people read it, "-" if the report has none. */
const char *analysis_value(const struct cli *c, const struct jg_report *r, int32_t value, char out[32]);

/* Prints one line per move that has a value, best first, after an empty line. */
void analysis_moves(const struct cli *c, const struct jg_game *g, const void *view, const struct jg_report *r);

/* Prints why the agent answered so, after an empty line, if it can tell. */
void analysis_explain(const struct cli *c, struct jg_agent *a, const struct jg_query *query);

#endif
