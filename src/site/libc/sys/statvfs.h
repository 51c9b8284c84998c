/* File systems, of which there are none. */
#ifndef SITE_LIBC_SYS_STATVFS_H
#define SITE_LIBC_SYS_STATVFS_H

struct statvfs {
    unsigned long f_frsize, f_bavail;
};

/* Fails with ENOSYS. */
int statvfs(const char *path, struct statvfs *out);

#endif
