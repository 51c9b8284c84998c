#include "core/file.h"

#include "core/entropy.h"
#include "core/hash.h"

#include <jogada/text.h>

#include <errno.h>
#include <fcntl.h>
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

static char *read_limited(FILE *f, const char *name, size_t limit, size_t *size, struct jg_error *err) {
    char *bytes = read_all(f, limit, size);
    if (!bytes && errno == ENOMEM)
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else if (!bytes)
        fail(err, name);
    else if (*size > limit)
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: larger than %zu bytes", name, limit);
    else
        return bytes;
    free(bytes);
    return NULL;
}

char *jg_file_read_bytes(const char *path, size_t limit, size_t *size, struct jg_error *err) {
    FILE *f = fopen(path, "r");
    if (!f) {
        fail(err, path);
        return NULL;
    }
    char *bytes = read_limited(f, path, limit, size, err);
    fclose(f);
    return bytes;
}

char *jg_file_read(const char *path, size_t limit, struct jg_error *err) {
    size_t size;
    char *text = jg_file_read_bytes(path, limit, &size, err);
    if (!text || strlen(text) == size) return text;
    jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: not a text file", path);
    free(text);
    return NULL;
}

/* The temporary file lies beside the path. Its name is unpredictable and O_EXCL refuses an existing link, so that other
 * users of a shared folder cannot redirect the write. */
static enum jg_status begin_as(struct jg_file_draft *d, const char *path, mode_t mode, struct jg_error *err) {
    uint64_t name;
    struct jg_text t;
    enum jg_status status = jg_entropy(&name, sizeof name, err);
    if (status) return status;
    *d = (struct jg_file_draft){0};
    jg_text_init(&t, d->path, sizeof d->path);
    jg_text_put(&t, path);
    if (t.cut) {
        errno = ENAMETOOLONG;
        return fail(err, path);
    }
    jg_text_init(&t, d->part, sizeof d->part);
    jg_text_add(&t, "%s.%016llx.part", path, (unsigned long long)name);
    struct stat about;
    if (!stat(path, &about) && !S_ISREG(about.st_mode)) { /* never replace a device or a folder */
        errno = S_ISDIR(about.st_mode) ? EISDIR : EEXIST;
        return fail(err, path);
    }
    int fd = open(d->part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (fd < 0) return fail(err, path);
    d->out = fdopen(fd, "w");
    if (d->out) return JG_OK;
    close(fd);
    unlink(d->part);
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

enum jg_status jg_file_begin(struct jg_file_draft *d, const char *path, struct jg_error *err) {
    return begin_as(d, path, 0666, err);
}

enum jg_status jg_file_end(struct jg_file_draft *d, enum jg_status status, struct jg_error *err) {
    errno = EIO; /* if an earlier write has failed, the reason is no longer known */
    bool good = !ferror(d->out) && !fflush(d->out) && (status || !fsync(fileno(d->out)));
    int why = errno;
    if (fclose(d->out) && good) {
        good = false;
        why = errno;
    }
    d->out = NULL;
    if (good && !status && rename(d->part, d->path)) {
        good = false;
        why = errno;
    }
    if (good && !status) return JG_OK;
    unlink(d->part);
    errno = why;
    return status ? status : fail(err, d->path);
}

static enum jg_status write_as(const char *path, const char *text, mode_t mode, struct jg_error *err) {
    struct jg_file_draft d;
    enum jg_status status = begin_as(&d, path, mode, err);
    if (status) return status;
    if (fputs(text, d.out) == EOF) status = fail(err, path);
    return jg_file_end(&d, status, err);
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

bool jg_file_hash(const char *path, uint64_t *out) {
    struct stat about;
    FILE *f = !stat(path, &about) && S_ISREG(about.st_mode) ? fopen(path, "r") : NULL;
    char block[1 << 16];
    *out = 0;
    if (!f) return false;
    for (size_t n; (n = fread(block, 1, sizeof block, f));) *out = jg_hash_mix(*out, jg_hash(block, n));
    bool good = !ferror(f);
    fclose(f);
    return good;
}

/* Writes the path of a file in the folder `jogada` of a base folder: the one in the environment variable, by default
 * `otherwise` in the home folder. Creates nothing. */
static enum jg_status name_path(char *out, size_t size, const char *variable, const char *otherwise, const char *name,
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
    if (!t.cut) return JG_OK;
    errno = ENAMETOOLONG;
    return fail(err, out);
}

/* The same, and creates the folder. */
static enum jg_status user_path(char *out, size_t size, const char *variable, const char *otherwise, const char *name,
                                struct jg_error *err) {
    enum jg_status status = name_path(out, size, variable, otherwise, name, err);
    return status || make_folders(out) ? status : fail(err, out);
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

enum jg_status jg_file_cache_name(char *out, size_t size, const char *name, struct jg_error *err) {
    return name_path(out, size, "XDG_CACHE_HOME", ".cache", name, err);
}
