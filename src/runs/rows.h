/* Files of rows: shards of a run, played anywhere and in any order. The first line of a file identifies the run, each
 * other line is a game (arena/row.h). docs/cluster.md describes the format. */
#ifndef RUNS_ROWS_H
#define RUNS_ROWS_H

#include "arena/contest.h"
#include "arena/row.h"
#include "core/buffer.h"
#include "core/file.h"

enum { JG_RUN_ROWS_FORMAT = 1 };

struct jg_run_rows {
    struct jg_rows rows;
    char **texts; /* of the files, in which the rows lie */
    size_t text_count;
    uint64_t damaged; /* lines that are not rows, and files that end early */
};

/* The first line of the files of a run, without its line break. The caller frees it; NULL without memory. */
char *jg_run_rows_identity(const char *kind, const char *parameters);

/* Adds the rows of a file, plain or compressed by zstd, or of the files in a folder whose names end in .ndjson or
 * .ndjson.zst. Damaged rows are left out and counted. JG_EINPUT: the file has other content, a newer format or another
 * run; the message says which. The caller frees the rows in any case. */
enum jg_status jg_run_rows_read(struct jg_run_rows *out, const char *path, const char *identity, struct jg_error *err);
void jg_run_rows_free(struct jg_run_rows *rows);

/* Checks that no file in a folder, as above, is of another run. A folder that is empty or missing is fine. */
enum jg_status jg_run_rows_check(const char *folder, const char *identity, struct jg_error *err);

/* Whether a file that begins like this has rows, or is compressed. */
bool jg_run_rows_begin(const char *begin);

/* A file of rows that is written, compressed by zstd if its name ends in .zst: in frames of 64 kB of text, so that a
 * damaged file still gives most of its rows. The file appears when it is complete. */
struct jg_run_rows_file {
    struct jg_file_draft draft;
    struct ZSTD_CCtx_s *packer; /* NULL: plain */
    struct jg_buffer frame;     /* text of the frame that is not written yet */
    bool open;
};

/* Begins a file, and removes the unfinished ones of the same name that killed processes left. The caller ends it in any
 * case. */
enum jg_status jg_run_rows_begin_file(struct jg_run_rows_file *f, const char *path, const char *identity,
                                      struct jg_error *err);

/* Plays a series and writes its games, whose numbers in the file are series->row_shift greater than in the series. Its
 * `take` and `finished` are not called. */
enum jg_status jg_run_rows_play(struct jg_run_rows_file *f, const struct jg_series *series, struct jg_error *err);

/* Puts a file in its place if `status` is JG_OK, or removes it. Returns `status` or why it could not be written. */
enum jg_status jg_run_rows_end_file(struct jg_run_rows_file *f, enum jg_status status, struct jg_error *err);

/* Plays games first .. last of a contest into a file of rows. `progress` may be NULL. */
struct jg_run_part {
    const struct jg_contest *plan;
    uint64_t first, last;
    void (*progress)(void *arg, double share);
    void *arg;
};
enum jg_status jg_run_part_play(const struct jg_run_part *part, struct jg_run_rows_file *f, struct jg_error *err);

#endif
