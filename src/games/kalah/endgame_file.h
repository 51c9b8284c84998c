/* The file of a database of endings: a header, a checksum of every block of values, the values. A file appears
 * under its name only when it is whole, and is never written to again: who has it mapped keeps it, even when another
 * takes its place. */
#ifndef GAMES_KALAH_ENDGAME_FILE_H
#define GAMES_KALAH_ENDGAME_FILE_H

#include "games/kalah/endgame.h"

/* Whether the file there says of itself that it is one of the shape of e, and has the size for it. */
bool jg_kalah_endgame_fits(const struct jg_kalah_endgame *e, const char *path);

/* Maps it, checks all of it, and gives e its values; false: there is none that is whole, or it was stopped. */
bool jg_kalah_endgame_load(struct jg_kalah_endgame *e, const char *path, int threads, const atomic_bool *stop);

/* One process at a time makes the file of a path: the others wait here. Returns what to close when done, or -1:
 * stopped, or nothing can be locked there. What a killed process may have left behind is removed. */
int jg_kalah_endgame_lock(const struct jg_kalah_endgame *e, const char *path, const atomic_bool *stop);

/* Memory for e's values that is a file without a name in the folder of the path, or, where those are unknown, with
 * the name of the path and ".part". NULL: it cannot be had. jg_kalah_endgame_close gives the memory back. */
int8_t *jg_kalah_endgame_begin(struct jg_kalah_endgame *e, const char *path, int *fd);

/* Seals what was begun, if it is whole, and gives it its name; where that cannot be, e still has its values. The rest
 * is removed. */
void jg_kalah_endgame_end(struct jg_kalah_endgame *e, const char *path, int fd, bool whole, int threads);

#endif
