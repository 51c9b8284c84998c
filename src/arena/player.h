/* Players of matches: specs from which agents are opened, one per thread and seat. */
#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H

#include <jogada/agent.h>

struct jg_player {
    const struct jg_agent_kind *kind;
    char name[JG_SPEC_MAX]; /* the spec as given, for display */
    char spec[JG_SPEC_MAX]; /* canonical: equal players have equal specs */
    const double *weights;  /* of its evaluator, instead of the defaults; NULL: none. Owned by the caller */
};

/* Makes a player from a spec. Fails where jg_agent_open fails, and for humans. */
enum jg_status jg_player_init(struct jg_player *p, const struct jg_game *g, const char *spec, struct jg_error *err);

/* Opens an agent. JG_EFIT if there are weights but the agent has no evaluator. */
enum jg_status jg_player_open(const struct jg_player *p, const struct jg_game *g, struct jg_agent *a,
                              struct jg_error *err);

#endif
