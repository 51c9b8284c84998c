/* The files in the user's cache folder, $XDG_CACHE_HOME/jogada or ~/.cache/jogada. They save time and may be removed
 * whenever. */
#ifndef CORE_CACHE_H
#define CORE_CACHE_H

#include <jogada/status.h>

#include <stddef.h>
#include <stdint.h>

struct jg_cache_file {
    char name[256];
    uint64_t size;    /* bytes */
    int64_t modified; /* seconds since 1970 */
};

/* Writes the path of the folder, and creates it if it is missing. */
enum jg_status jg_cache_folder(char *out, size_t size, struct jg_error *err);

/* Lists the files by name; none if the folder is missing, which is not created. Empty files, which are locks, do not
 * count. The caller frees *files. */
enum jg_status jg_cache_list(struct jg_cache_file **files, size_t *count, struct jg_error *err);

/* The bytes of these files; 0 if they cannot be listed. */
uint64_t jg_cache_size(void);

/* Removes a file of the list. Programs that have it open can still use it. */
enum jg_status jg_cache_remove(const char *name, struct jg_error *err);

#endif
