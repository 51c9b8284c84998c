/* Positions of the double-dummy solver: somebody can lay a tile, or the round is over.
 * Passes belong to the tile before them, so neither they nor who laid it is part of a
 * position. */
#ifndef GAMES_DOMINO_DD_NODE_H
#define GAMES_DOMINO_DD_NODE_H

#include "games/domino/domino.h"

enum { DD_MOVES = 2 * 4 * JG_DOMINO_HAND };

struct dd_node {
    uint32_t hand[4];
    struct jg_domino_table table;
    uint8_t turn, over;
    int16_t pips[2];   /* of the teams */
    int32_t points[2]; /* of the teams, in all */
    int16_t gain;      /* of the last move and the passes after it, for the team that moved */
    uint64_t hands;    /* hash of the hands */
    uint64_t key;      /* of the whole position */
};

struct dd_move {
    uint8_t tile, arm, announced;
    int16_t order; /* the higher, the more promising */
};

/* What the rules say, ready to be looked up, and random numbers for keys. */
struct dd_rules {
    const struct jg_domino_rules *r;
    int after[4][2]; /* points for the team that laid and for the others, by passes */
    bool choice;     /* whether a galo counts is for who lays to choose */
    bool keyed;      /* points are part of the key */
    uint8_t pips[JG_DOMINO_TILES];
    uint64_t held[4][JG_DOMINO_TILES], end[4][16], dead[64], shape[4][8], turn[4];
};

void dd_rules_init(struct dd_rules *d, const struct jg_domino_rules *r);

/* Somebody can lay a tile or the round is over. A galo that was announced in vain is paid for;
 * gain is left 0. */
void dd_node_from(const struct dd_rules *d, const struct jg_domino *s, struct dd_node *n);

/* Every different thing that the seat to move can do, at least one and at most DD_MOVES; n
 * is not over. Arms on which a tile does the same are one, and a galo is announced only if
 * it is one. */
int dd_node_moves(const struct dd_rules *d, const struct dd_node *n, struct dd_move *out);

/* What the tiles that the two opponents can lay weigh, the next one's and the other's. Leaving
 * them few is the best guide there is: it needs a third of the nodes that points and pips do. */
int dd_node_freedom(uint32_t next, uint32_t other);

/* Says how promising moves are: by the opponents' freedom, then the points on the table. */
void dd_node_judge(const struct dd_rules *d, const struct dd_node *n, struct dd_move *moves, int count);

void dd_node_play(const struct dd_rules *d, const struct dd_node *n, const struct dd_move *m, struct dd_node *out);

#endif
