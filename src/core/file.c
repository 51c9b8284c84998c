#include "core/file.h"

#include <jogada/text.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum jg_status fail(struct jg_error *err, const char *path) {
    return jg_fail(err, JG_EIO, -1, "%s: %s", path, strerror(errno));
}

char *jg_file_read(const char *path, size_t limit, struct jg_error *err) {
    FILE *f = fopen(path, "r");
    if (!f) {
        fail(err, path);
        return NULL;
    }
    char *text = malloc(limit + 2);
    if (!text) {
        fclose(f);
        jg_fail(err, JG_EMEMORY, -1, "out of memory");
        return NULL;
    }
    size_t size = fread(text, 1, limit + 1, f);
    bool bad = ferror(f);
    if (bad) fail(err, path);
    fclose(f);
    text[size] = 0;
    if (!bad && size > limit) {
        jg_fail(err, JG_EINPUT, -1, "%s: larger than %zu bytes", path, limit);
        bad = true;
    } else if (!bad && strlen(text) != size) {
        jg_fail(err, JG_EINPUT, -1, "%s: not a text file", path);
        bad = true;
    }
    if (!bad) return text;
    free(text);
    return NULL;
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

enum jg_status jg_file_write(const char *path, const char *text, struct jg_error *err) {
    char part[PATH_MAX];
    struct jg_text t;
    jg_text_init(&t, part, sizeof part);
    jg_text_add(&t, "%s.%ld.part", path, (long)getpid());
    if (t.cut) {
        errno = ENAMETOOLONG;
        return fail(err, path);
    }
    struct stat about;
    if (!stat(path, &about) && !S_ISREG(about.st_mode)) { /* a device or a folder is not to be replaced */
        errno = S_ISDIR(about.st_mode) ? EISDIR : EEXIST;
        return fail(err, path);
    }
    int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
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

/* Makes every folder that a path's last '/' stands behind. */
static bool make_folders(char *path) {
    for (char *p = path + 1; (p = strchr(p, '/')); p++) {
        *p = 0;
        bool bad = mkdir(path, 0777) && errno != EEXIST;
        *p = '/';
        if (bad) return false;
    }
    return true;
}

enum jg_status jg_file_data_path(char *out, size_t size, const char *name, struct jg_error *err) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct jg_text t;
    jg_text_init(&t, out, size);
    if (data && data[0] == '/')
        jg_text_add(&t, "%s/jogada/%s", data, name);
    else if (home && home[0] == '/')
        jg_text_add(&t, "%s/.local/share/jogada/%s", home, name);
    else
        return jg_fail(err, JG_EIO, -1, "neither HOME nor XDG_DATA_HOME says where to keep files");
    if (t.cut) errno = ENAMETOOLONG;
    if (t.cut || !make_folders(out)) return fail(err, out);
    return JG_OK;
}
