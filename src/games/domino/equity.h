/* Match equity table: the probability of winning the match by the points of both teams at the end of
 * a round, as known from backgammon. */
#ifndef GAMES_DOMINO_WINS_H
#define GAMES_DOMINO_WINS_H

#include "games/domino/domino.h"

enum { JG_DOMINO_STEPS = 41 }; /* rows and columns of the table */

struct jg_domino_equity {
    int target, rounds, step;                       /* step: points between two rows */
    float chance[JG_DOMINO_STEPS][JG_DOMINO_STEPS]; /* of team 0, by the points of both teams in steps */
    float spread;                                   /* root mean square of a round's point difference */
};

/* Simulates rounds between equal players under the rules of g to get the distribution of a round's
 * points, then computes the table backwards from the target. */
enum jg_status jg_domino_equity_init(struct jg_domino_equity *w, const struct jg_game *g, struct jg_error *err);

/* Team 0's probability of winning at the end of a round, by points and for a state. Only the latter
 * knows matches of a fixed number of rounds. */
float jg_domino_equity_at(const struct jg_domino_equity *w, int points0, int points1);
float jg_domino_equity_end(const struct jg_domino_equity *w, const struct jg_domino *end);

#endif
