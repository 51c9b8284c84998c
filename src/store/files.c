/* The files of a store and their permissions. New stores are private. SQLite gives its companion files (-wal, -shm,
 * -journal) the permissions of the database. */
#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OTHERS = 077 }; /* permissions of the group and of all others */

static enum jg_status cannot_open(const struct jg_store *s, int why, struct jg_error *err) {
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: cannot open: %s", s->path, strerror(why));
}

/* O_EXCL, because closing a file that SQLite has open in this process would drop SQLite's locks on it. */
static enum jg_status make_file(const struct jg_store *s, struct jg_error *err) {
    struct stat about;
    if (!lstat(s->path, &about) && S_ISLNK(about.st_mode))
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: a symbolic link to a missing file", s->path);
    int fd = open(s->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) return errno == EEXIST ? JG_OK : cannot_open(s, errno, err);
    close(fd);
    return JG_OK;
}

/* SQLite would block on a pipe and accept /dev/null. It names the write-ahead log after the database: with two hard links
 * there would be two logs, which would overwrite each other's data. */
enum jg_status jg_db_prepare_file(const struct jg_store *s, enum jg_store_mode mode, struct jg_error *err) {
    struct stat about;
    if (stat(s->path, &about)) return errno == ENOENT && mode == JG_STORE_WRITE ? make_file(s, err) : JG_OK;
    if (S_ISDIR(about.st_mode)) return cannot_open(s, EISDIR, err);
    if (!S_ISREG(about.st_mode))
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: not a regular file; a store must be one", s->path);
    if (about.st_nlink > 1 && mode == JG_STORE_WRITE)
        return jg_fail(err, JG_EIO, JG_NO_POSITION,
                       "%s: has %ld hard links, but a store must have only one; remove the others or copy the file",
                       s->path, (long)about.st_nlink);
    return JG_OK;
}

/* ---- Permissions ---------------------------------------------------------------------------- */

/* Removes permissions of other users; true: there were some. *status is JG_EIO if they could not be removed. */
static bool tighten(const char *path, enum jg_status *status, struct jg_error *err) {
    struct stat about;
    if (stat(path, &about) || !(about.st_mode & OTHERS)) return false;
    if (!chmod(path, about.st_mode & 0700) && !stat(path, &about) && !(about.st_mode & OTHERS)) return true;
    *status = jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: readable by other users (mode %03o); run chmod 600 '%s'", path,
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
        jg_text_add(&t, "%s%s", sqlite3_db_filename(s->db, "main"), ENDS[i]); /* symbolic links are resolved */
        *changed |= tighten(path, &status, err);
    }
    return status;
}
