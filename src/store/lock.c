/* A run belongs to one process at a time. The byte of its number in a file beside
 * the store is locked; the kernel gives it free when the process ends, however it
 * does. The locks are of the open file, so two stores of one process differ too. */
#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static int set_lock(const struct jg_store *s, int64_t run, short type) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)run, .l_len = 1};
    return fcntl(s->lock, F_OFD_SETLK, &lock);
}

/* Locks a byte; *busy: another process has it. */
static enum jg_status take(struct jg_store *s, int64_t byte, bool *busy, struct jg_error *err) {
    char path[JG_STORE_PATH], *real = realpath(s->path, NULL); /* one lock, whatever links lead to the store */
    struct jg_text t;
    jg_text_init(&t, path, sizeof path);
    jg_text_add(&t, "%s-lock", real ? real : s->path);
    free(real);
    if (s->lock < 0) s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->lock < 0) return jg_fail(err, JG_EIO, -1, "%s: %s", path, strerror(errno));
    bool locked = !set_lock(s, byte, F_WRLCK);
    *busy = !locked && (errno == EAGAIN || errno == EACCES);
    return locked || *busy ? JG_OK : jg_fail(err, JG_EIO, -1, "%s: %s", path, strerror(errno));
}

enum jg_status jg_db_lock(struct jg_store *s, int64_t run, struct jg_error *err) {
    bool busy = false;
    enum jg_status status = take(s, run, &busy, err);
    return busy ? jg_fail(err, JG_EIO, -1, "%s: another process is at run %lld", s->path, (long long)run) : status;
}

void jg_db_unlock(struct jg_store *s, int64_t run) { set_lock(s, run, F_UNLCK); }

/* No run has the number 0. */
enum jg_status jg_store_own_tables(struct jg_store *s, struct jg_error *err) {
    bool busy = false;
    enum jg_status status = take(s, 0, &busy, err);
    return busy ? jg_fail(err, JG_EIO, -1, "%s: another server has the tables of this store", s->path) : status;
}
