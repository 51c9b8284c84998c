/* The file of a database of endings: a header, a checksum of every block of values, the values. A file appears
 * under its name only when it is whole, and is never written to again. Its values are copied into memory, so nothing that
 * happens to the file afterwards matters; only a file that does not fit in half of the free memory is mapped. */
#ifndef GAMES_KALAH_ENDGAME_FILE_H
#define GAMES_KALAH_ENDGAME_FILE_H

#include "games/kalah/endgame.h"

/* Whether the file there says of itself that it is one of the shape of e, and has the size for it. */
bool jg_kalah_endgame_fits(const struct jg_kalah_endgame *e, const char *path);

/* Reads it, checks all of it, and gives e its values; false: there is none that is whole, or it was stopped. */
bool jg_kalah_endgame_load(struct jg_kalah_endgame *e, const char *path, int threads, const atomic_bool *stop);

/* One process at a time makes the file of a path: the others wait here. Returns what to close when done, or -1:
 * stopped, or nothing can be locked there. What a killed process may have left behind is removed. */
int jg_kalah_endgame_lock(const struct jg_kalah_endgame *e, const char *path, const atomic_bool *stop);

/* Writes the values of e to the file of the path, which appears there whole or not at all; when that cannot be done,
 * nothing is left behind. Its mode lets nobody write to it by accident. */
void jg_kalah_endgame_save(const struct jg_kalah_endgame *e, const char *path, int threads);

#endif
