/* The files of a store: made private, and kept so where they hold the server's secret. SQLite gives the files that it
 * makes beside a store (-wal, -shm, -journal) the permissions of the store itself. */
#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OTHERS = 077 }; /* permissions of the group and of all others */

static enum jg_status cannot_open(const struct jg_store *s, int why, struct jg_error *err) {
    return jg_fail(err, JG_EIO, -1, "%s: it cannot be opened: %s", s->path, strerror(why));
}

/* O_EXCL: a file that SQLite may have open already must not be closed here, because that would drop its locks. */
static enum jg_status make_file(const struct jg_store *s, struct jg_error *err) {
    struct stat about;
    if (!lstat(s->path, &about) && S_ISLNK(about.st_mode))
        return jg_fail(err, JG_EIO, -1, "%s: a link to a file that does not exist", s->path);
    int fd = open(s->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) return errno == EEXIST ? JG_OK : cannot_open(s, errno, err);
    close(fd);
    return JG_OK;
}

/* SQLite would wait for a pipe, and would make a new store in /dev/null. It names the log after the store: with two
 * names there would be two logs, and each would overwrite what the other stored. */
enum jg_status jg_db_prepare_file(const struct jg_store *s, enum jg_store_mode mode, struct jg_error *err) {
    struct stat about;
    if (stat(s->path, &about)) return errno == ENOENT && mode == JG_STORE_WRITE ? make_file(s, err) : JG_OK;
    if (S_ISDIR(about.st_mode)) return cannot_open(s, EISDIR, err);
    if (!S_ISREG(about.st_mode)) return jg_fail(err, JG_EIO, -1, "%s: a device or a pipe; a store is a file", s->path);
    if (about.st_nlink > 1 && mode == JG_STORE_WRITE)
        return jg_fail(err, JG_EIO, -1,
                       "%s: it has %ld names (hard links); a store must have one: remove the others, or copy the file",
                       s->path, (long)about.st_nlink);
    return JG_OK;
}

/* ---- Permissions ---------------------------------------------------------------------------- */

/* Whether others had permissions on the file and now have none; JG_EIO in *status if they still do. */
static bool tighten(const char *path, enum jg_status *status, struct jg_error *err) {
    struct stat about;
    if (stat(path, &about) || !(about.st_mode & OTHERS)) return false;
    if (!chmod(path, about.st_mode & 0700) && !stat(path, &about) && !(about.st_mode & OTHERS)) return true;
    *status = jg_fail(err, JG_EIO, -1, "%s: other users of this machine may read it (mode %03o): chmod 600 '%s'", path,
                      (unsigned)about.st_mode & 0777, path);
    return false;
}

enum jg_status jg_store_protect(struct jg_store *s, bool *changed, struct jg_error *err) {
    static const char *const ENDS[] = {"", "-wal", "-shm", "-journal", "-lock"};
    enum jg_status status = JG_OK;
    *changed = false;
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS && !status; i++) { /* the store itself first */
        char path[JG_STORE_PATH];
        struct jg_text t;
        jg_text_init(&t, path, sizeof path);
        jg_text_add(&t, "%s%s", sqlite3_db_filename(s->db, "main"), ENDS[i]); /* links are resolved */
        *changed |= tighten(path, &status, err);
    }
    return status;
}
