/* How a database of endings is made. */
#ifndef GAMES_KALAH_ENDGAME_MAKE_H
#define GAMES_KALAH_ENDGAME_MAKE_H

#include "games/kalah/endgame.h"

/* Fills all but the values: what it takes to find a position's place. */
void jg_kalah_endgame_shape(struct jg_kalah_endgame *e, int houses, bool emptycapture, int seeds);

/* Writes every value, by the shape of e, to `values`, of jg_kalah_endgame_size bytes. JG_ESTOP or JG_EMEMORY
 * with err filled: what is written by then is of no use. */
enum jg_status jg_kalah_endgame_make(const struct jg_kalah_endgame *e, int8_t *values,
                                     const struct jg_kalah_endgame_ask *ask, struct jg_error *err);

#endif
