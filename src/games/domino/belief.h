/* What the choices of the round tell of the hands behind them. */
#ifndef GAMES_DOMINO_BELIEF_H
#define GAMES_DOMINO_BELIEF_H

#include "games/domino/model.h"

/* One way to play that somebody had, if it held the tile. */
struct jg_domino_option {
    uint8_t choice;               /* tile + 32 * arm */
    uint8_t old, new;             /* numbers that it covers and leaves; old is JG_DOMINO_NONE at the opening */
    uint8_t open;                 /* numbers open afterwards */
    float rate[JG_DOMINO_MODELS]; /* of each model, without what depends on the hand */
};

enum { JG_DOMINO_OPTIONS = 4 * JG_DOMINO_TILES };

/* A choice that was made, with all that could have been chosen. */
struct jg_domino_chosen {
    uint8_t seat, made;
    bool opening;
    uint32_t later;                     /* what the seat has laid since, this tile included */
    uint8_t first[JG_DOMINO_TILES + 1]; /* options of each tile: first[tile] .. first[tile + 1] - 1 */
    struct jg_domino_option options[JG_DOMINO_OPTIONS];
};

/* The choices that others than one seat made in this round. */
struct jg_domino_past {
    int me, count;
    struct jg_domino_chosen chosen[JG_DOMINO_TILES];
};

void jg_domino_recall(struct jg_domino_past *p, const struct jg_domino_rules *r, const struct jg_domino *s, int me);

/* How likely each model is to have made the choices of a seat, with this hand now. */
void jg_domino_likes(const struct jg_domino_past *p, int seat, uint32_t hand, float likes[JG_DOMINO_MODELS]);

/* How opponents and partners are expected to play before they have played. */
extern const float jg_domino_prior[2][JG_DOMINO_MODELS]; /* [0]: opponents, who play alike; [1]: the partner */

/* Together: how likely the choices of all others are. likes[me] is not looked at. */
double jg_domino_weight(int me, const float likes[4][JG_DOMINO_MODELS]);

#endif
