/* Files of endgame databases: checksums, loading, locking, saving. */
#include "games/kalah/endgame_file.h"

#include "core/parallel.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

enum {
    VERSION = 2,
    PAGE = 4096,
    BLOCK = 4 << 20, /* bytes of values per checksum */
    WAIT = 20,       /* milliseconds between attempts to lock */
};

/* As stored in the file, in the byte order of the machine, which `order` identifies. */
struct header {
    char magic[8];
    uint32_t version, order, houses, emptycapture, seeds, block;
    uint64_t size, sums; /* bytes of values; the checksum of the blocks' checksums */
    uint64_t sum;        /* checksum of all fields above */
};

/* The header of a file with up to this many seeds, and the rules of e. */
static struct header header_of(const struct jg_kalah_endgame *e, int seeds) {
    return (struct header){
        .magic = "jgkalah",
        .version = VERSION,
        .order = 0x01020304,
        .houses = (uint32_t)e->houses,
        .emptycapture = e->emptycapture,
        .seeds = (uint32_t)seeds,
        .block = BLOCK,
        .size = jg_kalah_endgame_size(e->houses, seeds),
    };
}

static void sign(struct header *h, uint64_t sums) {
    h->sums = sums;
    h->sum = XXH3_64bits(h, offsetof(struct header, sum));
}

static size_t block_count(size_t size) { return (size + BLOCK - 1) / BLOCK; }

/* The offset of the values, aligned to a page. */
static size_t values_at(size_t size) {
    size_t sums = block_count(size) * sizeof(uint64_t);
    return PAGE + (sums + PAGE - 1) / PAGE * PAGE;
}

/* The checksums of blocks, computed or compared by several threads. */
struct blocks {
    const int8_t *values;
    size_t size;
    uint64_t *sums;
    const atomic_bool *stop;
    atomic_bool differ;
};

static uint64_t sum_of(const struct blocks *b, size_t i) {
    size_t at = i * BLOCK, left = b->size - at;
    return XXH3_64bits(b->values + at, left < BLOCK ? left : BLOCK);
}

static void make_sum(void *arg, size_t i) {
    struct blocks *b = arg;
    b->sums[i] = sum_of(b, i);
}

static void check_sum(void *arg, size_t i) {
    struct blocks *b = arg;
    if (b->differ) return;
    if ((b->stop && *b->stop) || b->sums[i] != sum_of(b, i)) b->differ = true;
}

/* Opens a file of the right size that begins with the right header. */
static int open_fitting(const struct jg_kalah_endgame *e, int seeds, const char *path, struct header *h) {
    struct header want = header_of(e, seeds);
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return -1;
    bool good = !fstat(fd, &about) && S_ISREG(about.st_mode) &&
                about.st_size == (off_t)(values_at(want.size) + want.size) &&
                pread(fd, h, sizeof *h, 0) == (ssize_t)sizeof *h;
    if (good) sign(&want, h->sums);
    if (good && !memcmp(h, &want, sizeof want)) return fd;
    close(fd);
    return -1;
}

bool jg_kalah_endgame_matches(const struct jg_kalah_endgame *e, const char *path) {
    struct header h;
    int fd = open_fitting(e, e->seeds, path, &h);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

/* ---- Loading -------------------------------------------------------------------------------- */

/* A file being read, several blocks at a time. */
struct reading {
    int fd;
    size_t at; /* offset of the values in the file */
    struct blocks blocks;
    int8_t *values;
};

static bool read_at(int fd, void *out, size_t size, size_t at) {
    for (size_t done = 0; done < size;) {
        ssize_t n = pread(fd, (char *)out + done, size - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false; /* truncated, or a disk error */
        done += (size_t)n;
    }
    return true;
}

static void read_block(void *arg, size_t i) {
    struct reading *r = arg;
    size_t at = i * BLOCK, left = r->blocks.size - at;
    if (r->blocks.differ) return;
    if (!read_at(r->fd, r->values + at, left < BLOCK ? left : BLOCK, r->at + at)) r->blocks.differ = true;
    check_sum(&r->blocks, i);
}

/* The bytes of a file's values that e needs, in whole blocks: layers are stored in the order of their seeds. */
static size_t needed(const struct jg_kalah_endgame *e, const struct header *h) {
    size_t whole = block_count(jg_kalah_endgame_size(e->houses, e->seeds)) * (size_t)BLOCK;
    return whole < h->size ? whole : h->size;
}

/* Copies the values. A mapping would end the process by SIGBUS when the file is truncated. */
static bool load_copy(struct jg_kalah_endgame *e, int fd, const struct header *h, int threads,
                      const atomic_bool *stop) {
    size_t size = needed(e, h), count = block_count(h->size);
    uint64_t *sums = malloc(count * sizeof *sums);
    void *map = sums ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    bool good = map != MAP_FAILED;
    if (good) {
        struct reading r = {.fd = fd, .at = values_at(h->size), .values = map};
        r.blocks = (struct blocks){.values = map, .size = size, .sums = sums, .stop = stop};
        good = read_at(fd, sums, count * sizeof *sums, PAGE) && XXH3_64bits(sums, count * sizeof *sums) == h->sums;
        if (good) jg_parallel(threads, block_count(size), read_block, &r);
        good = good && !r.blocks.differ;
        if (!good) munmap(map, size);
    }
    free(sums);
    if (!good) return false;
    mprotect(map, size, PROT_READ);
    e->values = e->map = map;
    e->mapped = size;
    return true;
}

bool jg_kalah_endgame_load(struct jg_kalah_endgame *e, int seeds, const char *path, int threads,
                           const atomic_bool *stop) {
    struct header h;
    int fd = open_fitting(e, seeds, path, &h);
    if (fd < 0) return false;
    bool good = load_copy(e, fd, &h, threads, stop);
    close(fd);
    return good;
}

/* ---- Locking and saving ----------------------------------------------------------------------- */

/* The path with a suffix, or another file name in the same folder. */
static bool beside(char out[PATH_MAX], const char *path, const char *name, const char *end) {
    struct jg_text t;
    jg_text_init(&t, out, PATH_MAX);
    jg_text_add(&t, "%.*s%s%s", (int)(strrchr(path, '/') - path + 1), path, name ? name : strrchr(path, '/') + 1, end);
    return !t.cut;
}

/* One lock file for the folder, with one byte per database. The kernel releases the lock when a process ends. The lock
 * belongs to the open file description, so it also excludes other threads of the same process. */
int jg_kalah_endgame_lock(const struct jg_kalah_endgame *e, const char *path, const atomic_bool *stop) {
    char name[PATH_MAX];
    if (!beside(name, path, "kalah", ".lock")) return -1;
    int fd = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) return -1;
    off_t byte = (e->houses * 2 + e->emptycapture) * 64 + e->seeds;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    while (fcntl(fd, F_OFD_SETLK, &lock)) {
        bool busy = errno == EAGAIN || errno == EACCES || errno == EINTR;
        if (!busy || (stop && *stop)) {
            close(fd);
            return -1;
        }
        nanosleep(&(struct timespec){.tv_nsec = WAIT * 1000000}, NULL);
    }
    if (beside(name, path, NULL, ".part")) unlink(name);
    return fd;
}

static bool write_at(int fd, const void *from, size_t size, size_t at) {
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(fd, (const char *)from + done, size - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static bool write_whole(const struct jg_kalah_endgame *e, int fd, int threads) {
    struct header h = header_of(e, e->seeds);
    size_t at = values_at(h.size), count = block_count(h.size);
    struct blocks b = {.values = e->values, .size = h.size, .sums = malloc(count * sizeof *b.sums)};
    if (!b.sums) return false;
    jg_parallel(threads, count, make_sum, &b);
    sign(&h, XXH3_64bits(b.sums, count * sizeof *b.sums));
    bool good = !posix_fallocate(fd, 0, (off_t)(at + h.size)) && write_at(fd, e->values, h.size, at) &&
                write_at(fd, b.sums, count * sizeof *b.sums, PAGE) && write_at(fd, &h, sizeof h, 0);
    free(b.sums);
    return good;
}

/* Does not sync: the checksums detect a file that a system crash left incomplete. */
void jg_kalah_endgame_save(const struct jg_kalah_endgame *e, const char *path, int threads) {
    char folder[PATH_MAX], part[PATH_MAX], self[64];
    struct jg_text t;
    if (!beside(folder, path, ".", "") || !beside(part, path, NULL, ".part")) return;
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0444);
    if (fd < 0) fd = open(part, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0444);
    if (fd < 0) return;
    jg_text_init(&t, self, sizeof self);
    jg_text_add(&t, "/proc/self/fd/%d", fd);
    if (write_whole(e, fd, threads)) {
        linkat(AT_FDCWD, self, AT_FDCWD, part, AT_SYMLINK_FOLLOW); /* fails if that is its name already */
        if (rename(part, path) && errno == EISDIR && !rmdir(path)) rename(part, path);
    }
    unlink(part);
    close(fd);
}
