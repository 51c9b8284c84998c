/* The file of an endgame database: a header, a checksum of every block of values, the values. A file appears under its
 * name only when it is complete, and is never modified. Loading copies the values into memory, so later changes of the
 * file do not matter. */
#ifndef GAMES_KALAH_ENDGAME_FILE_H
#define GAMES_KALAH_ENDGAME_FILE_H

#include "games/kalah/endgame.h"

/* Whether the file has the header and the size of a database with the layout of e. */
bool jg_kalah_endgame_matches(const struct jg_kalah_endgame *e, const char *path);

/* Reads the values into e and verifies their checksums. The file has up to `seeds` seeds, not fewer than e; only the
 * part that e needs is read. Returns false if the file is missing or damaged, or when stopped. */
bool jg_kalah_endgame_load(struct jg_kalah_endgame *e, int seeds, const char *path, int threads,
                           const atomic_bool *stop);

/* Waits until no other process builds the file of this path, and locks it. Removes the partial file of a killed
 * process. Returns a descriptor that the caller closes to unlock, or -1 when stopped or if the folder cannot be
 * locked. */
int jg_kalah_endgame_lock(const struct jg_kalah_endgame *e, const char *path, const atomic_bool *stop);

/* Writes the values of e to a file, atomically; on failure nothing is left behind. The file is read-only. */
void jg_kalah_endgame_save(const struct jg_kalah_endgame *e, const char *path, int threads);

#endif
