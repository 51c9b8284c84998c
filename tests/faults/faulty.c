/* Fault injection as SQLite's tests do it: a library for LD_PRELOAD that counts allocations and writes to files, and
 * makes some of them fail. Counts and faults are in a file of eight numbers for each kind of call, which the process
 * maps and a test reads and writes while it runs; its name is in FAULTY. Only calls from the program and the libraries
 * it can check count: what libwebsockets and the dynamic linker allocate never fails.
 *
 * libc writes what is in a stream's buffer by a call that no library can replace. Therefore fdopen makes streams here
 * whose buffers are written by the write() of this file. */
#undef _FILE_OFFSET_BITS /* each call has its own name here, with 64 and without */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct kind {
    _Atomic uint64_t count, first, last; /* calls so far; those from first to last fail: 0 to 0 are none */
    _Atomic uint64_t error;              /* errno of a write that fails; 0: it writes half, if it can */
    _Atomic uint64_t failed;             /* calls that did fail */
    _Atomic uint64_t streams, stream_at; /* writes of data in a stream's buffer so far, and the last one's number */
    _Atomic uint64_t streams_failed;     /* those that did fail or were short */
};

static struct { struct kind allocations, writes; } * control;

/* ---- Who calls -------------------------------------------------------------------------- */

enum { SPARED_MAX = 16 };
static struct { uintptr_t begin, end; } spared[SPARED_MAX];
static int spared_count;

/* Libraries whose allocations do not fail: those that have no way to tell of it. */
static bool is_spared(const char *line) {
    static const char *const NAMES[] = {"/ld-linux", "libwebsockets", "libcap.", "libedit", "libtinfo", "libbsd"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strstr(line, NAMES[i])) return true;
    return false;
}

static void find_spared(void) {
    static char maps[1 << 16];
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t size = 0;
    for (ssize_t n; fd >= 0 && (n = read(fd, maps + size, sizeof maps - 1 - size)) > 0;) size += (size_t)n;
    if (fd >= 0) close(fd);
    for (char *line = maps, *end; *line && (end = strchr(line, '\n')); line = end + 1) {
        char *dash;
        *end = 0;
        if (!is_spared(line) || spared_count == SPARED_MAX || !strstr(line, "r-xp")) continue;
        spared[spared_count].begin = strtoull(line, &dash, 16);
        spared[spared_count++].end = strtoull(dash + 1, NULL, 16);
    }
}

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAULTY");
    int fd = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    void *at = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0) close(fd);
    unsetenv("LD_PRELOAD"); /* other programs are left alone */
    find_spared();
    if (at != MAP_FAILED) control = at;
}

static bool is_counted(const void *caller) {
    if (!control) return false;
    for (int i = 0; i < spared_count; i++)
        if ((uintptr_t)caller >= spared[i].begin && (uintptr_t)caller < spared[i].end) return false;
    return true;
}

static bool fails(struct kind *k) {
    uint64_t n = atomic_fetch_add(&k->count, 1) + 1;
    bool bad = n >= atomic_load(&k->first) && n <= atomic_load(&k->last);
    if (bad) atomic_fetch_add(&k->failed, 1);
    return bad;
}

/* ---- Memory ------------------------------------------------------------------------------ */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

#define ALLOCATION_FAILS (is_counted(__builtin_return_address(0)) && fails(&control->allocations))

static void *no_memory(void) {
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size) { return ALLOCATION_FAILS ? no_memory() : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return ALLOCATION_FAILS ? no_memory() : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return ALLOCATION_FAILS ? no_memory() : __libc_realloc(old, size); }
void *memalign(size_t a, size_t size) { return ALLOCATION_FAILS ? no_memory() : __libc_memalign(a, size); }
void *aligned_alloc(size_t a, size_t size) { return ALLOCATION_FAILS ? no_memory() : __libc_memalign(a, size); }

int posix_memalign(void **out, size_t a, size_t size) {
    void *at = ALLOCATION_FAILS ? NULL : __libc_memalign(a, size);
    if (at) *out = at;
    return at ? 0 : ENOMEM;
}

/* The function that this one stands before. */
static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    static void *(*real)(void *, size_t, int, int, int, off_t);
    if (!real) *(void **)&real = next("mmap");
    if (!(flags & MAP_ANONYMOUS) || !ALLOCATION_FAILS) return real(at, size, protection, flags, fd, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

int pthread_create(pthread_t *id, const pthread_attr_t *how, void *(*run)(void *), void *arg) {
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!real) *(void **)&real = next("pthread_create");
    return ALLOCATION_FAILS ? EAGAIN : real(id, how, run, arg);
}

/* ---- Writes ------------------------------------------------------------------------------ */

#define FIND(real, name) (real ? (void)0 : (void)(*(void **)&real = next(name)))

static bool write_fails(void) {
    if (!control || !fails(&control->writes)) return false;
    errno = (int)atomic_load(&control->writes.error);
    return true;
}

/* Bytes that a write is to take; below 0: it fails. Sockets, pipes and terminals are no files. */
static ssize_t share(int fd, size_t n) {
    struct stat about;
    if (!control || fstat(fd, &about) || !S_ISREG(about.st_mode) || !write_fails()) return (ssize_t)n;
    return errno ? -1 : (ssize_t)(n > 1 ? n / 2 : n);
}

ssize_t write(int fd, const void *bytes, size_t n) {
    static ssize_t (*real)(int, const void *, size_t);
    FIND(real, "write");
    ssize_t some = share(fd, n);
    return some < 0 ? -1 : real(fd, bytes, (size_t)some);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    FIND(real, "pwrite");
    ssize_t some = share(fd, n);
    return some < 0 ? -1 : real(fd, bytes, (size_t)some, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) { return pwrite(fd, bytes, n, at); }

ssize_t writev(int fd, const struct iovec *parts, int n) {
    static ssize_t (*real)(int, const struct iovec *, int);
    FIND(real, "writev");
    return share(fd, 2) < 0 ? -1 : real(fd, parts, n);
}

/* Calls that fail or not: they count, but a short write is none of theirs. */
static bool whole_fails(void) {
    bool whole = control && !atomic_load(&control->writes.error);
    if (whole) atomic_fetch_add(&control->writes.count, 1);
    return !whole && write_fails();
}

int fsync(int fd) {
    static int (*real)(int);
    FIND(real, "fsync");
    return whole_fails() ? -1 : real(fd);
}

int fdatasync(int fd) {
    static int (*real)(int);
    FIND(real, "fdatasync");
    return whole_fails() ? -1 : real(fd);
}

int ftruncate(int fd, off_t size) {
    static int (*real)(int, off_t);
    FIND(real, "ftruncate");
    return whole_fails() ? -1 : real(fd, size);
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

int rename(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    FIND(real, "rename");
    return whole_fails() ? -1 : real(from, to);
}

int link(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    FIND(real, "link");
    return whole_fails() ? -1 : real(from, to);
}

int mkdir(const char *path, mode_t mode) {
    static int (*real)(const char *, mode_t);
    FIND(real, "mkdir");
    return whole_fails() ? -1 : real(path, mode);
}

int fchmod(int fd, mode_t mode) {
    static int (*real)(int, mode_t);
    FIND(real, "fchmod");
    return whole_fails() ? -1 : real(fd, mode);
}

int posix_fallocate(int fd, off_t at, off_t size) {
    static int (*real)(int, off_t, off_t);
    FIND(real, "posix_fallocate");
    return whole_fails() ? errno : real(fd, at, size);
}

static int open_file(const char *path, int flags, mode_t mode) {
    static int (*real)(const char *, int, ...);
    FIND(real, "open");
    return flags & O_CREAT && whole_fails() ? -1 : real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    return open_file(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    static int (*real)(int, const char *, int, ...);
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    FIND(real, "openat");
    return flags & O_CREAT && whole_fails() ? -1 : real(folder, path, flags, mode);
}

/* ---- Streams ----------------------------------------------------------------------------- */

enum { STREAMS_MAX = 16 };
static struct stream { FILE *file; int fd; } streams[STREAMS_MAX];
static pthread_mutex_t streams_lock = PTHREAD_MUTEX_INITIALIZER;

/* Writes a whole buffer, as libc does: it continues after a short write. 0: failed. */
static ssize_t write_stream(void *cookie, const char *bytes, size_t n) {
    int fd = ((struct stream *)cookie)->fd;
    for (size_t done = 0; done < n;) {
        uint64_t failed = atomic_load(&control->writes.failed);
        atomic_fetch_add(&control->writes.streams, 1);
        atomic_store(&control->writes.stream_at, atomic_load(&control->writes.count) + 1);
        ssize_t some = write(fd, bytes + done, n - done);
        if (atomic_load(&control->writes.failed) > failed) atomic_fetch_add(&control->writes.streams_failed, 1);
        if (some <= 0) return 0;
        done += (size_t)some;
    }
    return (ssize_t)n;
}

static int close_stream(void *cookie) {
    struct stream *s = cookie;
    pthread_mutex_lock(&streams_lock);
    int fd = s->fd;
    *s = (struct stream){0};
    pthread_mutex_unlock(&streams_lock);
    return close(fd);
}

/* The slot of a stream; NULL: a free one. */
static struct stream *slot_of(const FILE *f) {
    for (int i = 0; i < STREAMS_MAX; i++)
        if (streams[i].file == f) return &streams[i];
    return NULL;
}

FILE *fdopen(int fd, const char *mode) {
    static FILE *(*real)(int, const char *);
    static const cookie_io_functions_t CALLS = {.write = write_stream, .close = close_stream};
    struct stat about;
    FIND(real, "fdopen");
    if (!control || *mode != 'w' || fstat(fd, &about) || !S_ISREG(about.st_mode)) return real(fd, mode);
    pthread_mutex_lock(&streams_lock);
    struct stream *s = slot_of(NULL);
    FILE *f = s ? fopencookie(s, mode, CALLS) : NULL;
    if (f) *s = (struct stream){f, fd};
    pthread_mutex_unlock(&streams_lock);
    return f;
}

int fileno(FILE *f) {
    static int (*real)(FILE *);
    FIND(real, "fileno");
    pthread_mutex_lock(&streams_lock);
    const struct stream *s = f ? slot_of(f) : NULL;
    int fd = s ? s->fd : -1;
    pthread_mutex_unlock(&streams_lock);
    return s ? fd : real(f);
}
