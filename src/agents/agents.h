/* The built-in agents, one line each. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include <jogada/agent.h>

extern const struct jg_agent_kind jg_human;
extern const struct jg_agent_kind jg_random;
extern const struct jg_agent_kind jg_greedy;
extern const struct jg_agent_kind jg_minimax_agent;
extern const struct jg_agent_kind jg_alphabeta_agent;

#endif
