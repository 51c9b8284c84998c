/* Positions and moves of the double-dummy solver. In a position the seat to move can play a tile, or
 * the round is over: forced passes are part of the move before them, so a position needs neither
 * their number nor the last player. */
#ifndef GAMES_DOMINO_DD_NODE_H
#define GAMES_DOMINO_DD_NODE_H

#include "games/domino/domino.h"

enum { DD_MOVES = 2 * 4 * JG_DOMINO_HAND };

struct dd_node {
    uint32_t hand[4];
    struct jg_domino_table table;
    uint8_t turn, over;
    int16_t pips[2];   /* of the teams */
    int32_t points[2]; /* of the teams in the match */
    int16_t gain;      /* point difference of the last move and its passes, for the team that moved */
    uint64_t hands;    /* hash of the hands */
    uint64_t key;      /* of the whole position */
};

struct dd_move {
    uint8_t tile, arm, announced;
    int16_t order; /* move ordering score, higher first */
};

/* Lookup tables of the rules, and Zobrist keys. */
struct dd_rules {
    const struct jg_domino_rules *r;
    int after[4][2]; /* points by number of passes: for the team that played, and for its opponents */
    bool choice;     /* the player may announce a galo (galo=announce) */
    bool keyed;      /* the points are part of the key */
    uint8_t pips[JG_DOMINO_TILES];
    uint64_t held[4][JG_DOMINO_TILES], end[4][16], dead[64], shape[4][8], turn[4];
};

void dd_rules_init(struct dd_rules *d, const struct jg_domino_rules *r);

/* Converts a state in which the seat to move can play a tile, or the round is over. Deducts the
 * penalty of a false galo; gain is 0. */
void dd_node_from(const struct dd_rules *d, const struct jg_domino *s, struct dd_node *n);

/* Move generation without duplicates: equivalent arms yield one move, and a galo is announced only
 * if it is certain. n must not be over. Returns 1 to DD_MOVES. */
int dd_node_moves(const struct dd_rules *d, const struct dd_node *n, struct dd_move *out);

/* Opponents' mobility, weighted: the playable tiles of the next seat and of the other opponent.
 * Ordering moves by it needs a third of the nodes of ordering by points and pips. */
int dd_node_mobility(uint32_t next, uint32_t other);

/* Move ordering: least opponents' mobility first, then most points of the ends. */
void dd_node_order(const struct dd_rules *d, const struct dd_node *n, struct dd_move *moves, int count);

void dd_node_play(const struct dd_rules *d, const struct dd_node *n, const struct dd_move *m, struct dd_node *out);

#endif
