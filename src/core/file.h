/* Whole files. Writes are atomic: a temporary file is synced and renamed, so that a crash leaves the old or the new
 * file. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include <jogada/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { JG_FILE_PATH = 4096 };

/* Reads a text file. The caller frees the terminated string; NULL on failure. Rejects files larger than `limit`
 * bytes and files with a zero byte. */
char *jg_file_read(const char *path, size_t limit, struct jg_error *err);

/* The same for any bytes, with a zero byte behind them. */
char *jg_file_read_bytes(const char *path, size_t limit, size_t *size, struct jg_error *err);

/* The hash of a regular file's content; false: it cannot be read. */
bool jg_file_hash(const char *path, uint64_t *out);

/* Writes a file for the user, with permissions by the umask. */
enum jg_status jg_file_write(const char *path, const char *text, struct jg_error *err);

/* Writes a private file (mode 600). */
enum jg_status jg_file_write_private(const char *path, const char *text, struct jg_error *err);

/* A file that is written piece by piece, with permissions by the umask. It replaces the file at its path when it is
 * complete. */
struct jg_file_draft {
    FILE *out;
    char path[JG_FILE_PATH], part[JG_FILE_PATH + 32]; /* part: where it is written meanwhile */
};

/* Begins a file. On failure there is nothing to end. */
enum jg_status jg_file_begin(struct jg_file_draft *d, const char *path, struct jg_error *err);

/* Puts the file in its place if `status` is JG_OK, otherwise removes it. Returns `status` or why the file could not be
 * written. */
enum jg_status jg_file_end(struct jg_file_draft *d, enum jg_status status, struct jg_error *err);

/* Writes the path of `name` in the user's data folder, $XDG_DATA_HOME/jogada or ~/.local/share/jogada. Creates the
 * folder if it is missing and makes it private (mode 700). */
enum jg_status jg_file_data_path(char *out, size_t size, const char *name, struct jg_error *err);

/* The same for the cache folder, $XDG_CACHE_HOME/jogada or ~/.cache/jogada. */
enum jg_status jg_file_cache_path(char *out, size_t size, const char *name, struct jg_error *err);

/* The same path, without creating the folder. */
enum jg_status jg_file_cache_name(char *out, size_t size, const char *name, struct jg_error *err);

#endif
