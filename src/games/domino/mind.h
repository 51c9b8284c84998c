/* What a seat believes of the hidden hands, and what each of its moves is worth by that. */
#ifndef GAMES_DOMINO_MIND_H
#define GAMES_DOMINO_MIND_H

#include "games/domino/belief.h"
#include "games/domino/wins.h"

/* How deeply to think. */
struct jg_domino_effort {
    int deals;   /* looked at to form the belief; all, if there are no more */
    int worlds;  /* drawn from it; in each every move is played to the end of the round */
    bool infers; /* what others have laid tells of their hands; otherwise passes only */
    int solves;  /* with so few tiles left in all hands, careful opponents are taken to play perfectly */
};

enum { JG_DOMINO_DEALS_MAX = 4096, JG_DOMINO_SURE = 1 << 30 };

struct jg_domino_thought {
    int n; /* moves */
    jg_move moves[JG_MOVES_MAX];
    int64_t chances[JG_MOVES_MAX]; /* to win the match, in JG_DOMINO_SURE, in all worlds */
    int64_t points[JG_MOVES_MAX];  /* won in the rest of the round, less those lost, in all worlds */
    int best;
    int worlds, solved;                   /* that were played; of these with open hands */
    uint64_t nodes;                       /* moves made in playouts, and positions solved */
    bool exact;                           /* the belief is of all the deals that there are */
    double possible;                      /* deals that passes allow */
    double deals, sample;                 /* deals looked at, and how many equal ones they are worth */
    double holds[4][JG_DOMINO_TILES];     /* the belief: each seat's chance to have a tile */
    double plays_as[4][JG_DOMINO_MODELS]; /* and to play like a model */
};

struct jg_domino_mind; /* for one thread at a time */

struct jg_domino_mind *jg_domino_mind_new(const struct jg_game *g, struct jg_error *err);
void jg_domino_mind_free(struct jg_domino_mind *m); /* may be NULL */

/* The seat to move of the view thinks, until it is stopped or the clock says so (0: never). */
struct jg_domino_until {
    const atomic_bool *stop; /* may be NULL */
    double clock;
};
void jg_domino_think(struct jg_domino_mind *m, const struct jg_domino *view, const struct jg_domino_effort *effort,
                     uint64_t seed, struct jg_domino_until until, struct jg_domino_thought *out);

bool jg_domino_is_time(struct jg_domino_until until);

/* Adds another thought about the same view: both count by their worlds. */
void jg_domino_thought_add(struct jg_domino_thought *sum, const struct jg_domino_thought *other);

#endif
