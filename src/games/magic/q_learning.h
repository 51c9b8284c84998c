/* The agent `magic.q`: Q-learning with linear function approximation, as the paper suggests (section
 * 5.3.1). Its actions are the plans that the search of a turn generates:
 *
 *   Q(state, plan) = weights . features at the end of the turn
 *
 * with the features of the paper's reward: life, power and toughness against the opponent's, lands and
 * cards in hand. The search of the turn maximizes the same sum, so the plan with the highest Q is the best
 * plan under these weights. src/tune/q.c learns them. */
#ifndef GAMES_MAGIC_Q_LEARNING_H
#define GAMES_MAGIC_Q_LEARNING_H

#include "games/magic/turn_search.h"

/* Converts learnt weights to those of the search, which are whole and not negative; only their ratios
 * matter. The largest becomes JG_MAGIC_Q_TOP, the others scale with it, negative ones become 0, and winning
 * outweighs everything. A land is worth at least as much as a card, so that lands are never held back: the
 * learnt weights of the two are close, and a player who plays no lands loses. Returns the scale factor. */
enum { JG_MAGIC_Q_TOP = 1000, JG_MAGIC_Q_WIN = 100000000 };
double jg_magic_q_weights(const double *learnt, struct jg_magic_weights *out);

extern const struct jg_agent_kind jg_magic_q_agent;

#endif
