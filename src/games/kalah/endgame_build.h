/* Building an endgame database by retrograde analysis, layer by layer. */
#ifndef GAMES_KALAH_ENDGAME_BUILD_H
#define GAMES_KALAH_ENDGAME_BUILD_H

#include "games/kalah/endgame.h"

/* Computes every value for the layout of e into `values`, which has jg_kalah_endgame_size bytes. Fails with JG_ESTOP or
 * JG_EMEMORY; the contents are then undefined. */
enum jg_status jg_kalah_endgame_build(const struct jg_kalah_endgame *e, int8_t *values,
                                      const struct jg_kalah_endgame_params *params, struct jg_error *err);

#endif
