/* Answers made smaller, for those who can read them so. */
#ifndef WEB_GZIP_H
#define WEB_GZIP_H

#include <stddef.h>

/* The same bytes in the form of gzip: new, and its size; NULL without memory. */
char *jg_gzip(const char *bytes, size_t size, size_t *out_size);

#endif
