#include "core/socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

int jg_socket_listen(const struct addrinfo *at) {
    int one = 1, fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (!bind(fd, at->ai_addr, at->ai_addrlen) && !listen(fd, BACKLOG)) return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

enum jg_status jg_socket_error(const char *bind, int port, struct jg_error *err) {
    if (errno == EADDRINUSE)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "port %d of %s is in use; --port 0 chooses a free one", port, bind);
    if (errno == EACCES)
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "port %d of %s needs root privileges; use a port from 1024 on",
                       port, bind);
    if (errno == EADDRNOTAVAIL)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s is not an address of this machine", bind);
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", bind, strerror(errno));
}
