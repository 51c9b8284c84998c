/* What glibc adds to stdlib.h and we use. */
#ifndef SITE_LIBC_STDLIB_H
#define SITE_LIBC_STDLIB_H

#include_next <stdlib.h>

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *a, const void *b, void *arg), void *arg);

#endif
