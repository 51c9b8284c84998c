/* A run belongs to one process at a time, and so do the tables of the web server. The kernel gives a lock free when
 * the process ends, however it does.
 *
 * The lock of a run is the byte of its number in a file beside the store. It is a lock of the open file, so two stores
 * of one process differ too. If somebody deletes that file, two processes can be at one run; a game is still stored once.
 *
 * The lock of the tables is on the store itself, whatever name or link leads to it: SQLite's RESERVED lock on the
 * database file. In WAL mode SQLite does not use it (writers lock a byte of the -shm file), so it is in nobody's way.
 * A descriptor of our own on that file would not do: closing it drops all locks that SQLite has on it in this process. */
#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static int set_lock(const struct jg_store *s, int64_t run, short type) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)run, .l_len = 1};
    return fcntl(s->lock, F_OFD_SETLK, &lock);
}

/* Others who may write to the store may lock its runs. */
static int open_lock(const char *store, const char *path) {
    struct stat about;
    mode_t mode = stat(store, &about) ? 0600 : about.st_mode & 0666;
    return open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode);
}

enum jg_status jg_db_lock(struct jg_store *s, int64_t run, struct jg_error *err) {
    char path[JG_STORE_PATH];
    const char *store = sqlite3_db_filename(s->db, "main"); /* links are resolved */
    struct jg_text t;
    jg_text_init(&t, path, sizeof path);
    jg_text_add(&t, "%s-lock", store);
    if (s->lock < 0) s->lock = open_lock(store, path);
    if (s->lock >= 0 && !set_lock(s, run, F_WRLCK)) return JG_OK;
    if (s->lock >= 0 && (errno == EAGAIN || errno == EACCES))
        return jg_fail(err, JG_EIO, -1, "%s: another process is at run %lld", s->path, (long long)run);
    return jg_fail(err, JG_EIO, -1, "%s: %s", path, strerror(errno));
}

void jg_db_unlock(struct jg_store *s, int64_t run) { set_lock(s, run, F_UNLCK); }

static enum jg_status ask(struct jg_store *s, const char *sql, char *out, size_t size, struct jg_error *err) {
    sqlite3_stmt *q = NULL;
    struct jg_text t;
    enum jg_status status = jg_db_prepare(s, &q, sql, err);
    if (status) return status;
    if (sqlite3_step(q) != SQLITE_ROW) status = jg_db_fail(s, err);
    jg_text_init(&t, out, size);
    jg_text_put(&t, jg_db_text(q, 0));
    sqlite3_finalize(q);
    return status;
}

enum jg_status jg_store_lock_tables(struct jg_store *s, struct jg_error *err) {
    sqlite3_file *file = NULL;
    char mode[16], tables[16];
    enum jg_status status = ask(s, "PRAGMA journal_mode", mode, sizeof mode, err);
    if (!status) /* a connection that has read holds the SHARED lock, which comes first, and keeps it in WAL mode */
        status = ask(s, "SELECT count(*) FROM sqlite_schema", tables, sizeof tables, err);
    if (status) return status;
    if (strcmp(mode, "wal") != 0 || sqlite3_file_control(s->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) ||
        !file->pMethods)
        return jg_fail(err, JG_EIO, -1, "%s: its file system has no shared memory, which the server needs", s->path);
    int code = file->pMethods->xLock(file, SQLITE_LOCK_RESERVED);
    if (!code) return JG_OK;
    if ((code & 0xff) == SQLITE_BUSY)
        return jg_fail(err, JG_EIO, -1, "%s: another server has the tables of this store", s->path);
    return jg_fail(err, JG_EIO, -1, "%s: it cannot be locked", s->path);
}
