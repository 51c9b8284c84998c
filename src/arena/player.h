/* Those who play in matches: what an agent is made from, as often as one is needed. */
#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H

#include <jogada/agent.h>

struct jg_player {
    const struct jg_agent_kind *kind;
    char name[JG_SPEC_MAX]; /* for people: the spec as it was given */
    char spec[JG_SPEC_MAX]; /* canonical: equal players have equal specs */
    const double *weights;  /* of its evaluator, in place of the usual ones; NULL: none. The caller's */
};

/* Makes a player from a spec. Refuses what jg_agent_open refuses, and humans. */
enum jg_status jg_player_init(struct jg_player *p, const struct jg_game *g, const char *spec, struct jg_error *err);

/* Makes an agent of it. Weights for one that does not judge are refused (JG_EFIT). */
enum jg_status jg_player_open(const struct jg_player *p, const struct jg_game *g, struct jg_agent *a,
                              struct jg_error *err);

#endif
