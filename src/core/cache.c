#include "core/cache.h"

#include "core/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct jg_cache_file *)a)->name, ((const struct jg_cache_file *)b)->name);
}

/* Adds a file to a list, whose room doubles. */
static bool add(struct jg_cache_file **files, size_t *count, const struct jg_cache_file *file) {
    bool full = !(*count & (*count - 1)); /* 0, or a power of two */
    if (full) {
        struct jg_cache_file *more = realloc(*files, (*count ? 2 * *count : 1) * sizeof **files);
        if (!more) return false;
        *files = more;
    }
    (*files)[(*count)++] = *file;
    return true;
}

enum jg_status jg_cache_folder(char *out, size_t size, struct jg_error *err) {
    enum jg_status status = jg_file_cache_path(out, size, "", err);
    if (!status) *strrchr(out, '/') = 0;
    return status;
}

enum jg_status jg_cache_list(struct jg_cache_file **files, size_t *count, struct jg_error *err) {
    char folder[PATH_MAX];
    enum jg_status status = jg_file_cache_name(folder, sizeof folder, "", err);
    *files = NULL;
    *count = 0;
    if (status) return status;
    DIR *dir = opendir(folder);
    if (!dir && errno == ENOENT) return JG_OK;
    if (!dir) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", folder, strerror(errno));
    for (const struct dirent *entry; !status && (entry = readdir(dir));) {
        struct jg_cache_file file = {0};
        struct stat about;
        if (fstatat(dirfd(dir), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) || !S_ISREG(about.st_mode)) continue;
        memcpy(file.name, entry->d_name, strlen(entry->d_name));
        file.size = (uint64_t)about.st_size;
        file.modified = about.st_mtime;
        if (file.size && !add(files, count, &file)) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    closedir(dir);
    if (!status && *count) qsort(*files, *count, sizeof **files, by_name);
    if (!status) return JG_OK;
    free(*files);
    *files = NULL;
    *count = 0;
    return status;
}

uint64_t jg_cache_size(void) {
    struct jg_cache_file *files;
    size_t count;
    uint64_t size = 0;
    if (jg_cache_list(&files, &count, NULL)) return 0;
    for (size_t i = 0; i < count; i++) size += files[i].size;
    free(files);
    return size;
}

enum jg_status jg_cache_remove(const char *name, struct jg_error *err) {
    char path[PATH_MAX];
    enum jg_status status = jg_file_cache_path(path, sizeof path, name, err);
    if (!status && unlink(path)) status = jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
    return status;
}
