/* The database of endings that an open game has: fetched or made when it is first wanted. */
#ifndef GAMES_KALAH_ENDINGS_H
#define GAMES_KALAH_ENDINGS_H

#include "games/kalah/endgame.h"

#include <pthread.h>

struct jg_kalah_endings {
    _Atomic(struct jg_kalah_endgame *) table; /* NULL: not wanted yet, or it cannot be had */
    atomic_bool failed;
    pthread_mutex_t lock; /* of whoever fetches it */
};

void jg_kalah_endings_init(struct jg_kalah_endings *e);
void jg_kalah_endings_free(struct jg_kalah_endings *e);

/* What the mover gains, sides as for jg_kalah_endgame_gain; false with more than JG_KALAH_ENDGAME_SEEDS in the
 * houses, or if there is no database. Any number of threads may ask. */
bool jg_kalah_endings_gain(struct jg_kalah_endings *e, const struct jg_game *g, uint64_t own, uint64_t other,
                           int *gain);

#endif
