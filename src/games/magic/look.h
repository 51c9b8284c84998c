/* Looking ahead: a few ways to go on, each played out in many worlds that the view allows. */
#ifndef GAMES_MAGIC_LOOK_H
#define GAMES_MAGIC_LOOK_H

#include "games/magic/rollout.h"
#include "search/until.h"

enum { JG_MAGIC_WAYS = 64 };

/* One way to go on: a plan, blocks, or a single move. */
struct jg_magic_way {
    union {
        struct jg_magic_plan plan;
        struct jg_magic_defence blocks;
        jg_move move;
    };
    int32_t value;   /* by the reward */
    uint32_t played; /* worlds */
    double won;      /* of them; a drawn game is half of one */
};

struct jg_magic_look {
    struct jg_magic_planner planner; /* of candidates, and of both players in thought */
    struct jg_magic_minds minds;
    int width;         /* ways to play out, at most JG_MAGIC_WAYS */
    uint64_t rollouts; /* in all */
    uint64_t nodes;    /* of the planner, at most; 0: no limit */
    struct jg_until until;

    struct jg_magic_way way[JG_MAGIC_WAYS];
    int ways, best;
    int share;                   /* while ways are found: those before this one stay */
    struct jg_magic_field field; /* that blocks are of */
    uint64_t games;              /* played out for this decision */
};

enum jg_status jg_magic_look_init(struct jg_magic_look *l, const struct jg_game *g, struct jg_error *err);
void jg_magic_look_free(struct jg_magic_look *l);

/* Decides for whoever is to move in a view of his: fills way[], and best. If it is stopped
 * before there is a way, way[best] is to do nothing more in the phase. */
void jg_magic_look(struct jg_magic_look *l, const struct jg_magic *view, uint64_t seed);

extern const struct jg_agent_kind jg_magic_player;

#endif
