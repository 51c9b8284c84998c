/* Whole files. Writes are atomic: a temporary file is synced and renamed, so that a crash leaves the old or the new
 * file. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include <jogada/status.h>
#include <stddef.h>
#include <stdio.h>

/* Reads a text file. The caller frees the terminated string; NULL on failure. Rejects files larger than `limit`
 * bytes and files with a zero byte. */
char *jg_file_read(const char *path, size_t limit, struct jg_error *err);

/* The same for the rest of a stream; errors call it `name`. */
char *jg_stream_read(FILE *f, const char *name, size_t limit, struct jg_error *err);

/* Writes a file for the user, with permissions by the umask. */
enum jg_status jg_file_write(const char *path, const char *text, struct jg_error *err);

/* Writes a private file (mode 600). */
enum jg_status jg_file_write_private(const char *path, const char *text, struct jg_error *err);

/* Writes the path of `name` in the user's data folder, $XDG_DATA_HOME/jogada or ~/.local/share/jogada. Creates the
 * folder if it is missing and makes it private (mode 700). */
enum jg_status jg_file_data_path(char *out, size_t size, const char *name, struct jg_error *err);

/* The same for the cache folder, $XDG_CACHE_HOME/jogada or ~/.cache/jogada. */
enum jg_status jg_file_cache_path(char *out, size_t size, const char *name, struct jg_error *err);

#endif
