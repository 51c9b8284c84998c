/* Locks: a run belongs to one process at a time, and so do the web server's tables. The kernel releases a lock when the
 * process ends, however it ends.
 *
 * A run is locked by the byte at its number in the file STORE-lock. It is an open file description lock, so two stores
 * within one process exclude each other as well. If that file is deleted two processes may work on one run; each game is
 * still stored once.
 *
 * The tables are locked on the database file itself, whatever path leads to it, by SQLite's RESERVED lock. In WAL mode
 * SQLite does not use that lock (writers lock a byte of the -shm file), so it blocks nobody. A descriptor of our own on
 * the database would not do: closing it would drop all of SQLite's locks on it in this process. */
#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static int set_lock(const struct jg_store *s, int64_t run, short type) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)run, .l_len = 1};
    return fcntl(s->lock, F_OFD_SETLK, &lock);
}

/* The lock file has the store's permissions, so that everybody who may write to the store can lock runs. */
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
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: run %lld is in use by another process", s->path,
                       (long long)run);
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
}

void jg_db_unlock(struct jg_store *s, int64_t run) { set_lock(s, run, F_UNLCK); }

static enum jg_status query_text(struct jg_store *s, const char *sql, char *out, size_t size, struct jg_error *err) {
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
    enum jg_status status = query_text(s, "PRAGMA journal_mode", mode, sizeof mode, err);
    if (!status) /* RESERVED requires the SHARED lock, which a connection in WAL mode holds after its first read */
        status = query_text(s, "SELECT count(*) FROM sqlite_schema", tables, sizeof tables, err);
    if (status) return status;
    if (strcmp(mode, "wal") != 0 || sqlite3_file_control(s->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) ||
        !file->pMethods)
        return jg_fail(err, JG_EIO, JG_NO_POSITION,
                       "%s: its file system does not support shared memory, which the server needs", s->path);
    int code = file->pMethods->xLock(file, SQLITE_LOCK_RESERVED);
    if (!code) return JG_OK;
    if ((code & 0xff) == SQLITE_BUSY)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: another server is using this store", s->path);
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: cannot lock", s->path);
}
