/* Whole files: read at once, and written so that a crash leaves the old file
 * or the new one, never half of one. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include <jogada/status.h>
#include <stddef.h>
#include <stdio.h>

/* A new terminated string that the caller frees, or NULL with err filled.
 * Files over `limit` bytes and those with a zero byte are refused. */
char *jg_file_read(const char *path, size_t limit, struct jg_error *err);

/* The same for the rest of a stream, which the message calls `name`. */
char *jg_stream_read(FILE *f, const char *name, size_t limit, struct jg_error *err);

/* Writes a file that the user asked for, with the permissions that the umask leaves. */
enum jg_status jg_file_write(const char *path, const char *text, struct jg_error *err);

/* The same for files of our own, which nobody else may read (mode 600). */
enum jg_status jg_file_write_private(const char *path, const char *text, struct jg_error *err);

/* Writes the path of `name` in the user's data folder ($XDG_DATA_HOME/jogada or
 * ~/.local/share/jogada), which is made if need be. Other users cannot enter that folder: mode 700, also if an older
 * version made it with more. */
enum jg_status jg_file_data_path(char *out, size_t size, const char *name, struct jg_error *err);

/* The same for what can be made again ($XDG_CACHE_HOME/jogada or ~/.cache/jogada). */
enum jg_status jg_file_cache_path(char *out, size_t size, const char *name, struct jg_error *err);

#endif
