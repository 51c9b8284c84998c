/* What glibc adds to string.h and we use. */
#ifndef SITE_LIBC_STRING_H
#define SITE_LIBC_STRING_H

#include_next <string.h>

const char *sigdescr_np(int signal);

#endif
