/* jogada worker: plays the games that a coordinator hands out (match --workers), over standard input and output or a
 * socket. */
#include "cli/cli.h"

#include "arena/worker.h"
#include "core/clock.h"
#include "core/entropy.h"
#include "core/file.h"
#include "core/sha256.h"
#include "core/socket.h"

#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ADDRESS = 256,
    TOKEN_FILE = 1024,
    OTHERS = 077,     /* permissions of the group and of all others */
    TOKEN_LEAST = 16, /* bytes */
    TOKEN_MOST = 1024,
    TOKEN_SECONDS = 10, /* that a coordinator has to send it */
    GUESTS = 64,        /* connections that may owe the token at once */
    WAIT_MS = 200,      /* between looks at Ctrl-C */
};

struct options {
    char listen[ADDRESS], connect[ADDRESS], token[TOKEN_FILE];
};

static int fail(const struct cli *c, const struct jg_error *err) { return print_error(c, err, NULL); }

/* ---- Token ------------------------------------------------------------------------------------------ */

/* Reads the first line of the token's file. The caller frees it; NULL with err filled. */
static char *read_token(const struct cli *c, const char *path, struct jg_error *err) {
    struct stat about;
    char *text = jg_file_read(path, TOKEN_MOST, err);
    if (!text) return NULL;
    if (!stat(path, &about) && about.st_mode & OTHERS)
        fprintf(stderr, tr(c, "jogada: warning: %s is readable by other users; run chmod 600 '%s'\n"), path, path);
    text[strcspn(text, "\r\n")] = 0;
    if (strlen(text) >= TOKEN_LEAST) return text;
    jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s: a token must have at least %d characters", path, TOKEN_LEAST);
    free(text);
    return NULL;
}

/* Compares digests under a random key, so that neither time nor length tell anything about the token. */
static bool is_token(const char *theirs, const char *ours) {
    unsigned char key[JG_SHA256], a[JG_SHA256], b[JG_SHA256], different = 0;
    if (jg_entropy(key, sizeof key, NULL)) return false;
    jg_hmac_sha256(key, sizeof key, theirs, strlen(theirs), a);
    jg_hmac_sha256(key, sizeof key, ours, strlen(ours), b);
    for (int i = 0; i < JG_SHA256; i++) different |= a[i] ^ b[i];
    return !different;
}

/* ---- Sockets ------------------------------------------------------------------------------------------ */

/* Splits HOST:PORT, [HOST]:PORT or PORT, and finds the address. NULL with err filled. */
static struct addrinfo *find_address(const char *text, bool listens, struct jg_error *err) {
    char host[ADDRESS] = "127.0.0.1", port[ADDRESS];
    const char *colon = strrchr(text, ':');
    struct addrinfo *found = NULL, how = {.ai_socktype = SOCK_STREAM, .ai_flags = listens ? AI_PASSIVE : 0};
    snprintf(port, sizeof port, "%s", colon ? colon + 1 : text);
    if (colon && text[0] == '[')
        snprintf(host, sizeof host, "%.*s", (int)(colon - text) - 2, text + 1);
    else if (colon && colon > text)
        snprintf(host, sizeof host, "%.*s", (int)(colon - text), text);
    int error = port[strspn(port, "0123456789")] || !port[0] ? EAI_SERVICE : getaddrinfo(host, port, &how, &found);
    if (error)
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "an address must be HOST:PORT, not '%s': %s", text,
                gai_strerror(error));
    return error ? NULL : found;
}

/* A connection that has not sent the whole token yet. */
struct guest {
    int fd;       /* -1: none */
    double limit; /* until when it may */
    size_t n;
    char line[TOKEN_MOST + 1];
};

/* Reads more of the token, byte by byte, since batches follow it. 1: it is right; 0: more is to come; -1: it is wrong, or
 * the connection has ended. */
static int hear(struct guest *g, const char *token) {
    while (g->n < sizeof g->line) {
        ssize_t n = read(g->fd, &g->line[g->n], 1);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
        if (n != 1) return -1;
        if (g->line[g->n++] != '\n') continue;
        g->line[g->n - 1] = 0;
        return strlen(g->line) == g->n - 1 && is_token(g->line, token) ? 1 : -1;
    }
    return -1;
}

static void dismiss(const struct cli *c, struct guest *g) {
    fputs(tr(c, "jogada: refused a connection without the token\n"), stderr);
    close(g->fd);
    g->fd = -1;
}

/* Accepts a connection. If there are too many, the one that has waited longest goes. */
static void welcome(const struct cli *c, int socket, struct guest guests[GUESTS]) {
    struct guest *place = guests;
    int fd = accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    for (int i = 1; i < GUESTS && place->fd >= 0; i++)
        if (guests[i].fd < 0 || guests[i].limit < place->limit) place = &guests[i];
    if (place->fd >= 0) dismiss(c, place);
    *place = (struct guest){.fd = fd, .limit = jg_clock() + TOKEN_SECONDS};
}

/* Waits for a connection that sends the token, whatever others do; -1: interrupted. */
static int next_coordinator(const struct cli *c, int socket, struct guest guests[GUESTS], const char *token) {
    while (!atomic_load(&interrupted)) {
        struct pollfd on[GUESTS + 1];
        for (int i = 0; i < GUESTS; i++) on[i] = (struct pollfd){.fd = guests[i].fd, .events = POLLIN};
        on[GUESTS] = (struct pollfd){.fd = socket, .events = POLLIN};
        if (poll(on, GUESTS + 1, WAIT_MS) < 0) continue;
        for (int i = 0; i < GUESTS; i++) {
            struct guest *g = &guests[i];
            if (g->fd < 0) continue;
            int heard = on[i].revents ? hear(g, token) : 0;
            if (heard > 0) {
                int fd = g->fd;
                g->fd = -1;
                return fd;
            }
            if (heard < 0 || jg_clock() > g->limit) dismiss(c, g);
        }
        if (on[GUESTS].revents) welcome(c, socket, guests);
    }
    return -1;
}

static void serve_one(const struct cli *c, int fd) {
    struct jg_error err = {.lang = c->lang};
    struct jg_worker_setting setting = {
        .in = fd, .out = fd, .threads = c->options.threads, .strange = true, .stop = &interrupted};
    if (jg_worker_run(&setting, &err) && err.code != JG_ESTOP && err.code != JG_EIO) print_error(c, &err, NULL);
    close(fd);
}

static void serve_all(const struct cli *c, int socket, const char *token) {
    static struct guest guests[GUESTS];
    for (int i = 0; i < GUESTS; i++) guests[i].fd = -1;
    for (int fd; (fd = next_coordinator(c, socket, guests, token)) >= 0;) serve_one(c, fd);
    for (int i = 0; i < GUESTS; i++)
        if (guests[i].fd >= 0) close(guests[i].fd);
}

/* Serves one coordinator after the other until Ctrl-C. */
static int listen_at(const struct cli *c, const struct options *o, const char *token) {
    struct jg_error err = {.lang = c->lang};
    struct addrinfo *at = find_address(o->listen, true, &err);
    if (!at) return fail(c, &err);
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    char host[NI_MAXHOST] = "", port[NI_MAXSERV] = "";
    int socket = jg_socket_listen(at);
    freeaddrinfo(at);
    if (socket < 0) {
        jg_fail(&err, JG_EIO, JG_NO_POSITION, "%s: %s", o->listen, strerror(errno));
        return fail(c, &err);
    }
    if (!getsockname(socket, (struct sockaddr *)&bound, &size))
        getnameinfo((struct sockaddr *)&bound, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    fprintf(stderr, tr(c, "jogada: listening on %s port %s\n"), host, port);
    serve_all(c, socket, token);
    close(socket);
    return EXIT_SUCCESS;
}

/* ---- The bridge --------------------------------------------------------------------------------------- */

/* Writes text in pieces that fit, so that Ctrl-C ends it even if the other side reads nothing. */
static bool write_all(int fd, const char *text, size_t n) {
    for (ssize_t wrote = 0; n; text += wrote, n -= (size_t)wrote) {
        struct pollfd on = {.fd = fd, .events = POLLOUT};
        wrote = 0;
        if (poll(&on, 1, WAIT_MS) <= 0) {
            if (atomic_load(&interrupted)) return false;
            continue;
        }
        wrote = write(fd, text, n < PIPE_BUF ? n : PIPE_BUF);
        if (wrote < 0 && errno == EINTR) wrote = 0;
        if (wrote < 0) return false;
    }
    return true;
}

/* Copies standard input to a socket and the socket to standard output, until either ends. *greeted is set if the worker
 * has sent something. */
static bool copy(int fd, bool *greeted) {
    static char some[1 << 16];
    bool in = true;
    while (!atomic_load(&interrupted)) {
        struct pollfd on[2] = {{.fd = in ? STDIN_FILENO : -1, .events = POLLIN}, {.fd = fd, .events = POLLIN}};
        if (poll(on, 2, WAIT_MS) <= 0) continue;
        for (int i = 0; i < 2; i++) {
            if (!on[i].revents) continue;
            ssize_t n = read(on[i].fd, some, sizeof some);
            if (n <= 0 && i) return true;
            *greeted |= i;
            if (n <= 0) {
                in = false;
                shutdown(fd, SHUT_WR);
            } else if (!write_all(i ? STDOUT_FILENO : fd, some, (size_t)n)) {
                return atomic_load(&interrupted);
            }
        }
    }
    return true;
}

static int connect_to(const struct cli *c, const struct options *o, const char *token) {
    struct jg_error err = {.lang = c->lang};
    struct addrinfo *at = find_address(o->connect, false, &err);
    if (!at) return fail(c, &err);
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool greeted = false, good = fd >= 0 && !connect(fd, at->ai_addr, at->ai_addrlen);
    freeaddrinfo(at);
    if (good) good = write_all(fd, token, strlen(token)) && write_all(fd, "\n", 1) && copy(fd, &greeted);
    if (!good)
        jg_fail(&err, JG_EIO, JG_NO_POSITION, "%s: %s", o->connect, strerror(errno));
    else if (!greeted && !atomic_load(&interrupted))
        jg_fail(&err, JG_EIO, JG_NO_POSITION,
                "the worker at %s closed the connection without a greeting; give both sides the same token",
                o->connect);
    if (fd >= 0) close(fd);
    return err.code ? fail(c, &err) : EXIT_SUCCESS;
}

/* ---- The command -------------------------------------------------------------------------------------- */

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    (void)argc;
    (void)argv;
    signal(SIGPIPE, SIG_IGN); /* a coordinator that is gone is a write error */
    if (!o->listen[0] && !o->connect[0]) {
        struct jg_worker_setting setting = {
            .in = STDIN_FILENO, .out = STDOUT_FILENO, .threads = c->options.threads, .stop = &interrupted};
        enum jg_status status = jg_worker_run(&setting, &err);
        return status && status != JG_ESTOP ? fail(c, &err) : EXIT_SUCCESS;
    }
    if (!o->token[0]) {
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--listen and --connect need --token FILE, a secret of both sides");
        return fail(c, &err);
    }
    char *token = read_token(c, o->token, &err);
    if (!token) return fail(c, &err);
    int status = (o->listen[0] ? listen_at : connect_to)(c, o, token);
    free(token);
    return status;
}

static const struct jg_option OPTIONS[] = {
    {.name = "listen",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, listen),
     .excludes = "connect",
     .value = "[HOST:]PORT",
     .help = "serve coordinators that connect, instead of standard input (HOST: 127.0.0.1 unless given)"},
    {.name = "connect",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, connect),
     .value = "HOST:PORT",
     .help = "pass batches on to a worker that listens there"},
    {.name = "token",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, token),
     .value = "FILE",
     .help = "file with a secret of 16 characters or more, which --listen demands and --connect sends"},
    {0},
};

const struct command cmd_worker = {
    .name = "worker",
    .arguments = "",
    .summary = "play the games that a match on another machine hands out",
    .until_stopped = true,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
