/* The functions of the C library that WASI's lacks: mappings, which come from the heap, and a sort with an argument
 * (heapsort: J. W. J. Williams, Algorithm 232, 1964). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>

enum { PAGE = 4096 };

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    (void)at, (void)protection, (void)fd, (void)offset;
    if (!(flags & MAP_ANONYMOUS)) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    void *memory = whole < size ? NULL : aligned_alloc(PAGE, whole);
    if (!memory) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return memset(memory, 0, size);
}

int munmap(void *at, size_t size) {
    (void)size;
    free(at);
    return 0;
}

int madvise(void *at, size_t size, int advice) {
    if (advice == MADV_DONTNEED) memset(at, 0, size);
    return 0;
}

int mprotect(void *at, size_t size, int protection) { return (void)at, (void)size, (void)protection, 0; }

int statvfs(const char *path, struct statvfs *out) {
    (void)path, (void)out;
    errno = ENOSYS;
    return -1;
}

pid_t getpid(void); /* WASI's unistd.h has none */
pid_t getpid(void) { return 1; }

const char *sigdescr_np(int signal) { return (void)signal, NULL; }

static void swap(unsigned char *a, unsigned char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char c = a[i];
        a[i] = b[i];
        b[i] = c;
    }
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *a, const void *b, void *arg), void *arg) {
    unsigned char *at = base;
    for (size_t end = n, start = n / 2; end > 1;) {
        if (start)
            start--;
        else
            swap(at, at + --end * size, size);
        for (size_t i = start, child; (child = 2 * i + 1) < end; i = child) {
            if (child + 1 < end && compare(at + child * size, at + (child + 1) * size, arg) < 0) child++;
            if (compare(at + i * size, at + child * size, arg) >= 0) break;
            swap(at + i * size, at + child * size, size);
        }
    }
}
