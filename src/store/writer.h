/* Keeps games while others are being played: threads hand over finished games,
 * and a thread of its own commits all that wait, again and again. A game waits
 * no longer than the commit before it takes. */
#ifndef STORE_WRITER_H
#define STORE_WRITER_H

#include "store/store.h"

struct jg_writer;

/* The store must not be used by anybody else until the writer is closed. NULL with err filled. */
struct jg_writer *jg_writer_open(struct jg_store *s, struct jg_error *err);

/* Copies a game and hands it over. Called by any thread. Waits while too many
 * games wait. Fails if an earlier game could not be kept, and says why. */
enum jg_status jg_writer_put(struct jg_writer *w, const struct jg_stored_game *game, struct jg_error *err);

/* Waits until everything is kept and ends the thread. Says whether it is. */
enum jg_status jg_writer_close(struct jg_writer *w, struct jg_error *err);

#endif
