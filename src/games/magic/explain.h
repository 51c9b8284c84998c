/* Explanations of the agents: the mulligan policy and the plan of a turn, as text and as JSON. */
#ifndef GAMES_MAGIC_EXPLAIN_H
#define GAMES_MAGIC_EXPLAIN_H

#include "games/magic/turn_search.h"

/* The units in JSON of the paper's two rewards: of a turn, and of keeping a hand. They cannot be compared. */
#define JG_MAGIC_REWARD_UNIT      "reward"
#define JG_MAGIC_KEEP_REWARD_UNIT "keep_reward"

/* In MULLIGAN: the values of keeping and of a mulligan, and the choice of the policy. Nothing in
 * other phases, or without memory. */
void jg_magic_explain_mulligan(const struct jg_game *g, const struct jg_magic *view, const struct jg_style *style,
                               struct jg_text *t);

/* The same as a new JSON object; NULL: nothing. */
struct json_t *jg_magic_mulligan_json(const struct jg_game *g, const struct jg_magic *view);

/* The plan in force, from action `next` on: cards with targets, attackers, predicted rewards in
 * units of the paper, and the number of states visited. */
void jg_magic_explain_plan(const struct jg_game *g, const struct jg_magic *view, const struct jg_magic_plan *plan,
                           int next, uint64_t nodes, const struct jg_style *style, struct jg_text *t);
struct json_t *jg_magic_plan_json(const struct jg_game *g, const struct jg_magic *view,
                                  const struct jg_magic_plan *plan, int next, uint64_t nodes);

#endif
