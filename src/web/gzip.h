/* gzip for HTTP responses whose client accepts it. */
#ifndef WEB_GZIP_H
#define WEB_GZIP_H

#include <stddef.h>

/* Compresses bytes; the caller frees the result. NULL: out of memory. */
char *jg_gzip(const char *bytes, size_t size, size_t *out_size);

#endif
