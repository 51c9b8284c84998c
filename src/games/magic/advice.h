/* What agents of the Magic duel say of their answers: the mulligan policy, and a plan. */
#ifndef GAMES_MAGIC_ADVICE_H
#define GAMES_MAGIC_ADVICE_H

#include "games/magic/plan.h"

/* In MULLIGAN: what keeping the hand is worth by the policy, what a mulligan is, and which it
 * takes; nothing in other phases, or without memory. */
void jg_magic_explain_mulligan(const struct jg_game *g, const struct jg_magic *view, const struct jg_style *style,
                               struct jg_text *t);

/* The same as a new object; NULL: nothing. */
struct json_t *jg_magic_mulligan_json(const struct jg_game *g, const struct jg_magic *view);

/* A plan in force in a phase of the turn, from action `next` on: what is cast at whom, who attacks, the
 * rewards in the paper's units, and how many states were looked at for it. */
void jg_magic_explain_plan(const struct jg_game *g, const struct jg_magic *view, const struct jg_magic_plan *plan,
                           int next, uint64_t nodes, const struct jg_style *style, struct jg_text *t);
struct json_t *jg_magic_plan_json(const struct jg_game *g, const struct jg_magic *view,
                                  const struct jg_magic_plan *plan, int next, uint64_t nodes);

#endif
