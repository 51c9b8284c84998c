/* Rows: finished games as lines of JSON, one game per line, in files of shards and in replies of workers. A row is never
 * trusted: its moves are replayed, and everything that a seed determines is computed again (docs/cluster.md). */
#ifndef ARENA_ROW_H
#define ARENA_ROW_H

#include "arena/series.h"

enum { JG_ROW_MAX = 8 << 20 }; /* bytes of a row */

/* Writes a finished game as a row, with its line break. The caller frees it; NULL without memory. */
char *jg_row_write(const struct jg_played *played);

/* Reads the number of a row's game. JG_EINPUT: it is not a row; JG_EMEMORY. */
enum jg_status jg_row_number(const char *line, size_t length, uint64_t *out, struct jg_error *err);

/* Replays a row into a record, which is restarted, as the game that a series plays by this number and fixture. JG_EINPUT:
 * a move is illegal, the opening or chance differs from the seed's, the game is not over, or annotations are missing
 * that the series requires; JG_EMEMORY. The caller frees the record in any case. */
enum jg_status jg_row_read(const char *line, size_t length, const struct jg_series *s, const struct jg_seeding *seeding,
                           const struct jg_fixture *f, uint64_t number, struct jg_record *r, double seconds[2],
                           struct jg_error *err);

/* ---- rows.c: rows by number ------------------------------------------------------------------------ */

struct jg_rows {
    struct jg_rows_entry {
        uint64_t number;
        const char *line;
        size_t length, order; /* order: as it was added */
    } *at; /* by number after jg_rows_sort; a number may occur several times */
    size_t count, room;
    atomic_uint_fast64_t used, refused; /* games taken from rows, and games whose rows were all refused */
};

/* Adds a row, whose line must outlive the rows. JG_EINPUT: it is not a row; JG_EMEMORY. */
enum jg_status jg_rows_add(struct jg_rows *rows, const char *line, size_t length, struct jg_error *err);
void jg_rows_sort(struct jg_rows *rows);
void jg_rows_free(struct jg_rows *rows);

/* Replays the first valid row of a game, as jg_row_read does. False: there is none. `rows` may be NULL. Any thread may
 * call it. */
bool jg_rows_take(struct jg_rows *rows, const struct jg_series *s, const struct jg_seeding *seeding,
                  const struct jg_fixture *f, uint64_t number, struct jg_record *r, double seconds[2]);

#endif
