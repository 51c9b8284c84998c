#include "core/file.h"

#include "core/entropy.h"

#include <jogada/text.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum jg_status fail(struct jg_error *err, const char *path) {
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
}

/* Reads to the end, or one byte more than the limit. NULL and errno on failure. */
static char *read_all(FILE *f, size_t limit, size_t *size) {
    size_t room = 0;
    char *text = NULL;
    *size = 0;
    do {
        room = room < 4096 ? 4096 : 2 * room;
        if (room > limit + 1) room = limit + 1;
        char *more = realloc(text, room + 1);
        if (!more) {
            free(text);
            errno = ENOMEM;
            return NULL;
        }
        text = more;
        *size += fread(text + *size, 1, room - *size, f);
    } while (*size == room && room <= limit);
    text[*size] = 0;
    if (!ferror(f)) return text;
    int why = errno;
    free(text);
    errno = why;
    return NULL;
}

char *jg_stream_read(FILE *f, const char *name, size_t limit, struct jg_error *err) {
    size_t size;
    char *text = read_all(f, limit, &size);
    if (!text && errno == ENOMEM)
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else if (!text)
        fail(err, name);
    else if (size > limit)
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: larger than %zu bytes", name, limit);
    else if (strlen(text) != size)
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: not a text file", name);
    else
        return text;
    free(text);
    return NULL;
}

char *jg_file_read(const char *path, size_t limit, struct jg_error *err) {
    FILE *f = fopen(path, "r");
    if (!f) {
        fail(err, path);
        return NULL;
    }
    char *text = jg_stream_read(f, path, limit, err);
    fclose(f);
    return text;
}

static bool write_all(int fd, const char *text) {
    for (size_t left = strlen(text); left;) {
        ssize_t n = write(fd, text, left);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        text += n;
        left -= (size_t)n;
    }
    return true;
}

/* Writes to a temporary file beside the path, then renames it. The name is unpredictable and O_EXCL refuses an
 * existing link, so that other users of a shared folder cannot redirect the write. */
static enum jg_status write_as(const char *path, const char *text, mode_t mode, struct jg_error *err) {
    char part[PATH_MAX];
    uint64_t name;
    struct jg_text t;
    enum jg_status status = jg_entropy(&name, sizeof name, err);
    if (status) return status;
    jg_text_init(&t, part, sizeof part);
    jg_text_add(&t, "%s.%016llx.part", path, (unsigned long long)name);
    if (t.cut) {
        errno = ENAMETOOLONG;
        return fail(err, path);
    }
    struct stat about;
    if (!stat(path, &about) && !S_ISREG(about.st_mode)) { /* never replace a device or a folder */
        errno = S_ISDIR(about.st_mode) ? EISDIR : EEXIST;
        return fail(err, path);
    }
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (fd < 0) return fail(err, path);
    bool good = write_all(fd, text) && !fsync(fd);
    int why = errno;
    if (close(fd) && good) {
        good = false;
        why = errno;
    }
    if (good && rename(part, path)) {
        good = false;
        why = errno;
    }
    if (good) return JG_OK;
    unlink(part);
    errno = why;
    return fail(err, path);
}

enum jg_status jg_file_write(const char *path, const char *text, struct jg_error *err) {
    return write_as(path, text, 0666, err);
}

enum jg_status jg_file_write_private(const char *path, const char *text, struct jg_error *err) {
    return write_as(path, text, 0600, err);
}

/* Creates all folders of a path, private to the user. */
static bool make_folders(char *path) {
    for (char *p = path + 1; (p = strchr(p, '/')); p++) {
        *p = 0;
        bool bad = mkdir(path, 0700) && errno != EEXIST;
        *p = '/';
        if (bad) return false;
    }
    return true;
}

/* Writes the path of a file in the folder `jogada` of a base folder: the one in the environment variable, by default
 * `otherwise` in the home folder. */
static enum jg_status user_path(char *out, size_t size, const char *variable, const char *otherwise, const char *name,
                                struct jg_error *err) {
    const char *folder = getenv(variable), *home = getenv("HOME");
    struct jg_text t;
    jg_text_init(&t, out, size);
    if (folder && folder[0] == '/')
        jg_text_add(&t, "%s/jogada/%s", folder, name);
    else if (home && home[0] == '/')
        jg_text_add(&t, "%s/%s/jogada/%s", home, otherwise, name);
    else
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "neither HOME nor %s is set, so there is no folder for files",
                       variable);
    if (t.cut) errno = ENAMETOOLONG;
    if (t.cut || !make_folders(out)) return fail(err, out);
    return JG_OK;
}

/* Makes the folder of a path private; `name` is the rest of the path. Failure is harmless: the files in it are
 * private by themselves. */
static void make_private(char *path, const char *name) {
    char *end = path + strlen(path) - strlen(name) - 1;
    struct stat about;
    *end = 0;
    if (!stat(path, &about) && about.st_mode & 077) (void)!chmod(path, 0700);
    *end = '/';
}

enum jg_status jg_file_data_path(char *out, size_t size, const char *name, struct jg_error *err) {
    enum jg_status status = user_path(out, size, "XDG_DATA_HOME", ".local/share", name, err);
    if (!status) make_private(out, name);
    return status;
}

enum jg_status jg_file_cache_path(char *out, size_t size, const char *name, struct jg_error *err) {
    return user_path(out, size, "XDG_CACHE_HOME", ".cache", name, err);
}
