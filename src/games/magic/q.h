/* `magic.q`: the paper's next step (its section 5.3.1), Q-learning whose actions are the
 * plans that the search of a turn finds.
 *
 *   Q(state, plan) = weights . features at the end of the plan's turn
 *
 * with the features of the paper's reward: life, power and toughness against the opponent's,
 * lands and cards in hand. That is the sum which the search of the turn maximises, so the
 * plan of the highest Q is the best plan with these weights. src/tune/q.c learns them. */
#ifndef GAMES_MAGIC_Q_H
#define GAMES_MAGIC_Q_H

#include "games/magic/plan.h"

/* The search takes whole weights, none below 0, and only their ratios matter to it: the
 * largest becomes JG_MAGIC_Q_TOP, the others follow, negative ones are taken for 0. Winning
 * is worth more than all else. A land is worth no less than a card, so that none is ever
 * held back: learnt weights of the two are near each other, and whoever plays no lands
 * loses. Returns by what they were multiplied. */
enum { JG_MAGIC_Q_TOP = 1000, JG_MAGIC_Q_WIN = 100000000 };
double jg_magic_q_weights(const double *learnt, struct jg_magic_weights *out);

/* The Q value of the best plan of the active player in the first main phase, in points of
 * the evaluator: JG_WIN if it wins. Lands and cards count against the opponent's, who
 * can change neither during the turn. The planner must have the weights that came of these. */
double jg_magic_q_value(const struct jg_magic_planner *p, const double *learnt, double scale, const struct jg_magic *s,
                        const struct jg_magic_plan *plan);

extern const struct jg_agent_kind jg_magic_q_agent;

#endif
