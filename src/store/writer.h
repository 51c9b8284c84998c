/* Stores games in the background while others are being played: worker threads hand over finished games, and a writer
 * thread commits all that wait in one transaction. */
#ifndef STORE_WRITER_H
#define STORE_WRITER_H

#include "store/store.h"

struct jg_writer;

/* Starts the thread, which owns the store until the writer is closed. NULL with err filled. */
struct jg_writer *jg_writer_open(struct jg_store *s, struct jg_error *err);

/* From now on stores games only when many wait or the writer is closed, so that no thread of it runs beside moves that
 * are being timed. */
void jg_writer_hold(struct jg_writer *w);

/* Copies a game into the queue; any thread may call it. Blocks while the queue is full. Fails if an earlier game could
 * not be stored, with the reason. */
enum jg_status jg_writer_put(struct jg_writer *w, const struct jg_stored_game *game, struct jg_error *err);

/* The same for the game of a record, as jg_store_add_record does. */
enum jg_status jg_writer_put_record(struct jg_writer *w, const struct jg_stored_game *game, const struct jg_record *r,
                                    struct jg_error *err);

/* Stores the rest of the queue and ends the thread; fails if any game could not be stored. */
enum jg_status jg_writer_close(struct jg_writer *w, struct jg_error *err);

#endif
