/* The built-in agents that play several games. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "search/options.h"

enum { JG_BOT_VERSION = 1 }; /* of the protocol in docs/bots.md */

/* jg_agent_choose for callers that measure time themselves: report->seconds is not filled. */
enum jg_status jg_agent_choose_untimed(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                                       struct jg_error *err);

/* Checks that jg_agent_open_kind would succeed, with tables of minimum size. */
enum jg_status jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                              struct jg_error *err);

extern const struct jg_agent_kind jg_agent_human;
extern const struct jg_agent_kind jg_agent_random;
extern const struct jg_agent_kind jg_agent_greedy;
extern const struct jg_agent_kind jg_agent_minimax;
extern const struct jg_agent_kind jg_agent_negamax;
extern const struct jg_agent_kind jg_agent_alphabeta;
extern const struct jg_agent_kind jg_agent_expectiminimax;
extern const struct jg_agent_kind jg_agent_ab;
extern const struct jg_agent_kind jg_agent_mcts;
extern const struct jg_agent_kind jg_agent_pn;
extern const struct jg_agent_kind jg_agent_pimc;
extern const struct jg_agent_kind jg_agent_ismcts;
extern const struct jg_agent_kind jg_agent_program;

#endif
