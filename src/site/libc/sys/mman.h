/* Anonymous mappings from the heap; files cannot be mapped. */
#ifndef SITE_LIBC_SYS_MMAN_H
#define SITE_LIBC_SYS_MMAN_H

#include <stddef.h>
#include <sys/types.h>

enum { PROT_READ = 1, PROT_WRITE = 2, MAP_SHARED = 1, MAP_PRIVATE = 2, MAP_ANONYMOUS = 4, MAP_NORESERVE = 8 };
enum { MADV_HUGEPAGE, MADV_DONTNEED };

#define MAP_FAILED ((void *)-1)

/* Returns zeroed bytes, as aligned as pages; MAP_FAILED with errno ENOMEM, or ENODEV for a file. */
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);

/* Frees a whole mapping. */
int munmap(void *at, size_t size);

/* MADV_DONTNEED zeroes the bytes; other advice is ignored. */
int madvise(void *at, size_t size, int advice);
int mprotect(void *at, size_t size, int protection);

#endif
