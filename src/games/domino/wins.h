/* The chance to win the match, by the points at the end of a round. */
#ifndef GAMES_DOMINO_WINS_H
#define GAMES_DOMINO_WINS_H

#include "games/domino/domino.h"

enum { JG_DOMINO_STEPS = 41 }; /* of the points of a team in the table */

struct jg_domino_wins {
    int target, rounds, step;                       /* points of a step */
    float chance[JG_DOMINO_STEPS][JG_DOMINO_STEPS]; /* of team 0, by the steps of the teams */
    float spread;                                   /* of the difference of points that a round brings */
};

/* Plays rounds between likely players, under the rules of the game, to see what a round
 * brings, and works back from the target. */
enum jg_status jg_domino_wins_init(struct jg_domino_wins *w, const struct jg_game *g, struct jg_error *err);

/* Team 0's chance at the end of a round, with so many points, and of a state where one has ended. */
float jg_domino_wins_at(const struct jg_domino_wins *w, int points0, int points1);
float jg_domino_wins_end(const struct jg_domino_wins *w, const struct jg_domino *end);

#endif
