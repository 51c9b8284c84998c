/* Explanations of a lookahead (lookahead.h), made from its belief. */
#ifndef GAMES_DOMINO_EXPLAIN_H
#define GAMES_DOMINO_EXPLAIN_H

#include "games/domino/lookahead.h"

#include <jogada/agent.h>

/* Writes an estimate for people, in lines of at most 78 columns. With `infers` the plays of the round have weighted the
 * deals, and it explains what they reveal. */
void jg_domino_explain(const struct jg_game *g, const struct jg_query *query, const struct jg_domino_estimate *t,
                       bool infers, jg_lang lang, struct jg_text *out);

/* The same as a new JSON object, NULL without memory. Without a valid estimate its lists are empty. */
struct json_t *jg_domino_explain_json(const struct jg_game *g, const struct jg_query *query,
                                      const struct jg_domino_estimate *t, bool valid);

#endif
