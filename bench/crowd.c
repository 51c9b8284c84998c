#include "crowd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void crowd_die(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(1);
}

double crowd_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- The server --------------------------------------------------------------------------- */

enum {
    OPTIONS_MAX = 16,
    HANGS = 120, /* seconds after which a server that should end never will */
};

void crowd_start(struct crowd_server *s, const char *jogada) {
    const char *arguments[OPTIONS_MAX + 8] = {jogada, "serve", "--json", "--port", "0", "--db"};
    int out[2];
    char db[80], said[4096] = "";
    size_t used = 0;
    snprintf(s->folder, sizeof s->folder, "/tmp/jogada-load-XXXXXX");
    if (!mkdtemp(s->folder) || pipe(out)) crowd_die("no folder, or no pipe");
    snprintf(db, sizeof db, "%s/store.db", s->folder);
    arguments[6] = db;
    for (int i = 0; s->options && s->options[i] && i < OPTIONS_MAX; i++) arguments[7 + i] = s->options[i];
    s->pid = fork();
    if (!s->pid) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* a crowd that gives up leaves no server behind */
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        execv(jogada, (char *const *)arguments);
        _exit(127);
    }
    s->ours = true;
    close(out[1]);
    const char *local = NULL;
    while (!local && used < sizeof said - 1) {
        ssize_t n = read(out[0], said + used, sizeof said - 1 - used);
        if (n <= 0) crowd_die("%s does not start", jogada);
        used += (size_t)n;
        said[used] = 0;
        local = strchr(said, '}') ? strstr(said, "\"local\": \"http://127.0.0.1:") : NULL;
    }
    if (local) s->port = atoi(local + strlen("\"local\": \"http://127.0.0.1:"));
}

int crowd_end(struct crowd_server *s) {
    char command[128];
    int status;
    if (!s->ours) return -1;
    kill(s->pid, SIGTERM);
    for (double begin = crowd_clock(); !waitpid(s->pid, &status, WNOHANG); usleep(1000))
        if (crowd_clock() - begin > HANGS) {
            fprintf(stderr, "the server does not end\n");
            kill(s->pid, SIGKILL);
            begin = crowd_clock();
        }
    snprintf(command, sizeof command, "rm -rf '%s'", s->folder);
    if (system(command)) fputs("the store was not removed\n", stderr);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

long crowd_memory(const struct crowd_server *s, const char *what) {
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)s->pid);
    FILE *f = s->pid ? fopen(path, "r") : NULL;
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, what, strlen(what))) kilobytes = strtol(line + strlen(what) + 1, NULL, 10);
    if (f) fclose(f);
    return kilobytes * 1024;
}

int crowd_files(const struct crowd_server *s) {
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)s->pid);
    DIR *d = s->pid ? opendir(path) : NULL;
    while (d && readdir(d)) count++;
    if (d) closedir(d);
    return count;
}

long crowd_store(const struct crowd_server *s, const char *ending) {
    char path[96];
    struct stat at;
    snprintf(path, sizeof path, "%s/store.db%s", s->folder, ending);
    return stat(path, &at) ? 0 : (long)at.st_size;
}

/* ---- Connections -------------------------------------------------------------------------- */

static int open_socket(struct crowd_server *s, int buffer) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s->port)};
    struct sockaddr_in from = {.sin_family = AF_INET};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0) crowd_die("no socket: %s", strerror(errno));
    if (buffer) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    if (s->addresses) {
        from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)(s->turn++ % s->addresses));
        if (bind(fd, (struct sockaddr *)&from, sizeof from)) crowd_die("no address: %s", strerror(errno));
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (struct sockaddr *)&at, sizeof at)) crowd_die("no connection: %s", strerror(errno));
    return fd;
}

/* Sends a request and reads the head of its answer. */
static bool converse(int fd, const char *request, char *out, size_t size) {
    size_t used = 0;
    if (write(fd, request, strlen(request)) != (ssize_t)strlen(request)) return false;
    out[0] = 0;
    while (!strstr(out, "\r\n\r\n") && used < size - 1) { /* one by one: what follows is not ours */
        if (read(fd, out + used, 1) != 1) return false;
        out[++used] = 0;
    }
    return true;
}

void crowd_cookie(struct crowd_server *s, char out[CROWD_COOKIE]) {
    char request[256], answer[4096];
    int fd = open_socket(s, 0);
    snprintf(request, sizeof request, "HEAD /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", s->port);
    const char *cookie = converse(fd, request, answer, sizeof answer) ? strstr(answer, "jogada=") : NULL;
    close(fd);
    if (!cookie) crowd_die("no cookie is given");
    snprintf(out, CROWD_COOKIE, "%.*s", (int)strcspn(cookie, ";\r"), cookie);
}

bool crowd_connect(struct crowd_server *s, struct client *c, const char *cookie, int buffer) {
    char request[1024], answer[4096];
    c->fd = open_socket(s, buffer);
    snprintf(request, sizeof request,
             "GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nCookie: %s\r\n"
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: jogada.v1\r\n\r\n",
             s->port, s->port, cookie);
    if (!converse(c->fd, request, answer, sizeof answer) || strncmp(answer, "HTTP/1.1 101", 12)) {
        crowd_close(c);
        return false;
    }
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    return true;
}

void crowd_close(struct client *c) {
    close(c->fd);
    free(c->in);
    c->fd = -1;
    c->in = NULL;
    c->used = c->room = 0;
}

/* ---- Frames ------------------------------------------------------------------------------- */

void crowd_send(struct client *c, json_t *message) {
    unsigned char frame[65536 + 16];
    size_t size = json_dumpb(message, (char *)frame + 8, sizeof frame - 8, JSON_COMPACT), head = 0;
    json_decref(message);
    frame[head++] = 0x81;
    if (size < 126) {
        frame[head++] = (unsigned char)(0x80 | size);
    } else {
        frame[head++] = 0x80 | 126;
        frame[head++] = (unsigned char)(size >> 8);
        frame[head++] = (unsigned char)size;
    }
    memmove(frame + head + 4, frame + 8, size);
    memset(frame + head, 0, 4); /* a mask as good as another here */
    if (send(c->fd, frame, head + 4 + size, MSG_NOSIGNAL) != (ssize_t)(head + 4 + size) && c->number >= 0 &&
        errno != EPIPE && errno != ECONNRESET)
        crowd_die("client %d cannot send: %s", c->number, strerror(errno));
}

/* Bytes of the frame at the front, or 0: it is not whole. Sets where its content is. */
static size_t whole_frame(const struct client *c, size_t from, size_t *content, size_t *size) {
    const unsigned char *p = c->in + from;
    size_t left = c->used - from, head = 2;
    if (left < 2) return 0;
    *size = p[1] & 0x7f;
    if (*size == 126) {
        if (left < 4) return 0;
        *size = (size_t)p[2] << 8 | p[3];
        head = 4;
    } else if (*size == 127) {
        if (left < 10) return 0;
        *size = 0;
        for (int i = 2; i < 10; i++) *size = *size << 8 | p[i];
        head = 10;
    }
    *content = from + head;
    return left >= head + *size ? head + *size : 0;
}

static bool take_frame(struct client *c, size_t from, size_t content, size_t size,
                       void (*each)(void *arg, struct client *c, const json_t *message), void *arg) {
    int opcode = c->in[from] & 15;
    if (opcode == 8) return false;
    if (opcode == 9) {
        unsigned char pong[6] = {0x8a, 0x80};
        (void)!send(c->fd, pong, sizeof pong, MSG_NOSIGNAL);
    } else if (opcode == 1) {
        json_t *message = json_loadb((const char *)c->in + content, size, 0, NULL);
        if (!message) crowd_die("client %d is sent what is not JSON", c->number);
        each(arg, c, message);
        json_decref(message);
    }
    return true;
}

bool crowd_receive(struct client *c, void (*each)(void *arg, struct client *c, const json_t *message), void *arg) {
    for (;;) {
        if (c->room - c->used < 16384) {
            c->room += 65536;
            c->in = realloc(c->in, c->room);
            if (!c->in) crowd_die("out of memory");
        }
        ssize_t n = recv(c->fd, c->in + c->used, c->room - c->used, 0);
        if (n < 0 && errno == EAGAIN) break;
        if (n <= 0) return false;
        c->used += (size_t)n;
    }
    size_t from = 0, n, content, size;
    bool open = true;
    while (open && (n = whole_frame(c, from, &content, &size))) {
        open = take_frame(c, from, content, size, each, arg);
        from += n;
    }
    memmove(c->in, c->in + from, c->used - from);
    c->used -= from;
    return open;
}
