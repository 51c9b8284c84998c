/* Locks and unnamed files, of which there are none. */
#ifndef SITE_LIBC_FCNTL_H
#define SITE_LIBC_FCNTL_H

#include_next <fcntl.h>

enum { F_WRLCK = 1, F_OFD_SETLK = 37, O_TMPFILE = 0 };

#endif
