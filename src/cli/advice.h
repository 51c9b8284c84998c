/* What an agent says of its answer, beyond the move: `hint` at the table, and analyze. */
#ifndef CLI_ADVICE_H
#define CLI_ADVICE_H

#include "agents/answer.h"
#include "cli/cli.h"

/* A value as people read it, "-" if the report has none. */
const char *advice_value(const struct cli *c, const struct jg_report *r, int32_t value, char out[32]);

/* Prints one line per move that has a value, best first, after an empty line. */
void advice_moves(const struct cli *c, const struct jg_game *g, const void *view, const struct jg_report *r);

/* Prints why the agent answered so, after an empty line, if it can tell. */
void advice_explain(const struct cli *c, struct jg_agent *a, const struct jg_ask *ask);

#endif
