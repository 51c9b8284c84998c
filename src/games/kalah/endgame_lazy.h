/* The endgame database of an open game, loaded or built on the first probe. */
#ifndef GAMES_KALAH_ENDGAME_LAZY_H
#define GAMES_KALAH_ENDGAME_LAZY_H

#include "games/kalah/endgame.h"

#include <pthread.h>

struct jg_kalah_lazy_endgame {
    _Atomic(struct jg_kalah_endgame *) table; /* NULL: not probed yet, or without memory */
    atomic_bool failed;   /* a probe had no memory to open it; later ones do not try until checked */
    pthread_mutex_t lock; /* held while the database is opened */
};

void jg_kalah_lazy_endgame_init(struct jg_kalah_lazy_endgame *e);
void jg_kalah_lazy_endgame_free(struct jg_kalah_lazy_endgame *e);

/* The value of a position, with sides as for jg_kalah_endgame_probe. Returns false with more than
 * JG_KALAH_ENDGAME_SEEDS_DEFAULT seeds in the houses, or if there is no database. Thread-safe. */
bool jg_kalah_lazy_endgame_probe(struct jg_kalah_lazy_endgame *e, const struct jg_game *g, uint64_t own, uint64_t other,
                                 int *gain);

/* Opens the database before the first probe. Fails if memory runs out. Thread-safe. */
enum jg_status jg_kalah_lazy_endgame_open(struct jg_kalah_lazy_endgame *e, const struct jg_game *g,
                                          struct jg_error *err);

/* Fails if a probe since the last call had no memory to open the database. Thread-safe. */
enum jg_status jg_kalah_lazy_endgame_check(struct jg_kalah_lazy_endgame *e, struct jg_error *err);

#endif
