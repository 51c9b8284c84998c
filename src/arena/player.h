/* Players of matches: specs from which agents are opened, one per thread and seat. */
#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H

#include <jogada/agent.h>

enum { JG_IDENTITY_MAX = 100 }; /* bytes of a program's name and version */

struct jg_player {
    const struct jg_agent_kind *kind;
    char name[JG_SPEC_MAX];         /* the spec as given, for display */
    char spec[JG_SPEC_MAX];         /* canonical: equal players have equal specs */
    bool reproducible;              /* jg_agent_is_reproducible */
    int threads;                    /* jg_agent_threads */
    char identity[JG_IDENTITY_MAX]; /* of a program: its name and version; otherwise "" */
    const double *weights;          /* of its evaluator, instead of the defaults; NULL: none. Owned by the caller */
    const atomic_bool *stop;        /* ends the wait for a program that does not reply: JG_ESTOP; may be NULL */
};

/* Makes a player from a spec. Fails where jg_agent_open fails, and for humans. */
enum jg_status jg_player_init(struct jg_player *p, const struct jg_game *g, const char *spec, struct jg_error *err);

/* The same with a flag that ends waiting for programs, here and in jg_player_open. It must outlive the player. */
enum jg_status jg_player_init_stoppable(struct jg_player *p, const struct jg_game *g, const char *spec,
                                        const atomic_bool *stop, struct jg_error *err);

/* Makes a player from a kind that is not in the registry, such as a bot of a binding, whose choices may depend on
 * anything. The kind must outlive the player. */
void jg_player_init_kind(struct jg_player *p, const struct jg_agent_kind *kind, const char *name,
                         const atomic_bool *stop);

/* Opens an agent. JG_EFIT if there are weights but the agent has no evaluator. */
enum jg_status jg_player_open(const struct jg_player *p, const struct jg_game *g, struct jg_agent *a,
                              struct jg_error *err);

#endif
