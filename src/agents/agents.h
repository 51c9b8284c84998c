/* The built-in agents, one line each. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "search/options.h"

enum { JG_BOT_VERSION = 1 }; /* of the protocol of docs/bots.md */

/* jg_agent_choose for those who look at the clock themselves: report->seconds is for the caller to fill. */
enum jg_status jg_agent_choose_untimed(struct jg_agent *a, const struct jg_query *query, struct jg_report *report,
                               struct jg_error *err);

/* Whether jg_agent_open_kind would make one, if there is memory; found out without taking much. */
enum jg_status jg_agent_check(const struct jg_game *g, const struct jg_agent_kind *kind, const char *spec,
                              struct jg_error *err);

extern const struct jg_agent_kind jg_human;
extern const struct jg_agent_kind jg_random;
extern const struct jg_agent_kind jg_greedy;
extern const struct jg_agent_kind jg_minimax_agent;
extern const struct jg_agent_kind jg_negamax_agent;
extern const struct jg_agent_kind jg_alphabeta_agent;
extern const struct jg_agent_kind jg_expectiminimax_agent;
extern const struct jg_agent_kind jg_ab_agent;
extern const struct jg_agent_kind jg_mcts_agent;
extern const struct jg_agent_kind jg_pn_agent;
extern const struct jg_agent_kind jg_pimc_agent;
extern const struct jg_agent_kind jg_ismcts_agent;
extern const struct jg_agent_kind jg_program_agent;

#endif
