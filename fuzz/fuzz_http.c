/* Raw bytes to the web server, which runs in a thread of this process: whatever one connection sends, the server
 * answers another one. In the input the byte 1 stands for a session cookie, 2 for the server's host and port, and 3
 * for a pause after which the rest is sent. */
#include "fuzz.h"

#include "web/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REPLY = 65536, HANG = 60000 }; /* bytes; milliseconds, far more than any reply takes */

static struct {
    char folder[32], db[64], host[64], cookie[256];
    int port, control; /* control: a connection that only asks whether the server is well */
    pthread_t thread;
    sem_t ready;
    atomic_bool stop;
} server = {.folder = "/tmp/jogada-fuzz-XXXXXX", .control = -1};

/* ---- The server ----------------------------------------------------------------------------- */

static void is_ready(void *arg, const char *url) {
    (void)arg;
    MUST(sscanf(strrchr(url, ':'), ":%d", &server.port) == 1);
    sem_post(&server.ready);
}

static void said(void *arg, const char *text) {
    (void)arg;
    fprintf(stderr, "the server says: %s\n", text);
}

static void *serve(void *arg) {
    const struct jg_web_setting setting = {.bind = "127.0.0.1",
                                           .db = server.db,
                                           .origin = "",
                                           .think = 100,
                                           .threads = 1,
                                           .connections = 1000,
                                           .absent = 60,
                                           .idle = 1,
                                           .hurry = true,
                                           .stop = &server.stop,
                                           .ready = is_ready,
                                           .warn = said};
    struct jg_error err = {0};
    if (jg_web_serve(&setting, &err)) fprintf(stderr, "%s\n", err.message), abort();
    return arg;
}

static void end(void) {
    char command[sizeof server.folder + 16];
    server.stop = true;
    close(server.control);
    pthread_join(server.thread, NULL);
    snprintf(command, sizeof command, "rm -rf %s", server.folder);
    (void)!system(command);
}

/* ---- Connections ---------------------------------------------------------------------------- */

static int join(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server.port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    MUST(fd >= 0 && !connect(fd, (struct sockaddr *)&to, sizeof to));
    return fd;
}

/* Asks for the server's health on the connection for it; false if the server has closed that meanwhile. */
static bool ask_health(char reply[REPLY]) {
    char request[256];
    size_t used = 0;
    int length = snprintf(request, sizeof request, "GET /api/v1/health HTTP/1.1\r\nHost: %s\r\n\r\n", server.host);
    if (send(server.control, request, (size_t)length, MSG_NOSIGNAL) != length) return false;
    for (reply[0] = 0; !strstr(reply, "\r\n\r\n") || !strchr(reply, '}');) {
        struct pollfd wait = {.fd = server.control, .events = POLLIN};
        int ready = poll(&wait, 1, HANG);
        if (ready < 0 && errno == EINTR) continue; /* libFuzzer's alarm */
        MUST(ready == 1);
        ssize_t n = recv(server.control, reply + used, REPLY - 1 - used, 0);
        if (n <= 0 && !used) return false;
        MUST(n > 0);
        used += (size_t)n;
        reply[used] = 0;
    }
    MUST(!strncmp(reply, "HTTP/1.1 200", 12));
    return true;
}

/* The server replies on a connection that it keeps alive, or on a new one: idle connections are closed after a while. */
static void must_be_well(char reply[REPLY]) {
    if (server.control >= 0 && ask_health(reply)) return;
    if (server.control >= 0) close(server.control);
    server.control = join();
    MUST(ask_health(reply));
}

static void begin(void) {
    static char reply[REPLY];
    MUST(mkdtemp(server.folder));
    snprintf(server.db, sizeof server.db, "%s/store.db", server.folder);
    sem_init(&server.ready, 0, 0);
    MUST(!pthread_create(&server.thread, NULL, serve, NULL));
    sem_wait(&server.ready);
    atexit(end);
    snprintf(server.host, sizeof server.host, "127.0.0.1:%d", server.port);
    must_be_well(reply);
    const char *cookie = strcasestr(reply, "set-cookie: ");
    MUST(cookie && sscanf(cookie + 12, "%255[^;]", server.cookie) == 1);
}

/* ---- Inputs --------------------------------------------------------------------------------- */

static void send_all(int fd, const char *bytes, size_t size) {
    for (size_t sent = 0; sent < size;) {
        ssize_t n = send(fd, bytes + sent, size - sent, MSG_NOSIGNAL);
        if (n <= 0) return; /* the server has closed it */
        sent += (size_t)n;
    }
}

/* Sends the input up to a pause; returns how much of it that was. */
static size_t send_part(int fd, const uint8_t *data, size_t size) {
    char *bytes = NULL;
    size_t length, i = 0;
    FILE *out = open_memstream(&bytes, &length);
    MUST(out);
    for (; i < size && data[i] != 3; i++) {
        if (data[i] == 1)
            fputs(server.cookie, out);
        else if (data[i] == 2)
            fputs(server.host, out);
        else
            fputc(data[i], out);
    }
    fclose(out);
    send_all(fd, bytes, length);
    free(bytes);
    return i < size ? i + 1 : i;
}

/* Reads what has come; the first of it is a reply of HTTP, and none of it tells where the store is, unless the input
 * named that itself. */
static void must_be_reply(int fd, char reply[REPLY], bool *first, bool asked) {
    ssize_t n = recv(fd, reply, REPLY - 1, MSG_DONTWAIT);
    if (n <= 0) return;
    reply[n] = 0;
    MUST(!*first || n < 9 || !strncmp(reply, "HTTP/1.1 ", 9) || !strncmp(reply, "HTTP/1.0 ", 9));
    *first = false;
    if (!asked && memmem(reply, (size_t)n, server.folder, strlen(server.folder))) {
        fwrite(reply, 1, (size_t)n, stderr);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char reply[REPLY];
    if (!server.port) begin();
    int fd = join();
    bool first = true, asked = memmem(data, size, server.folder, strlen(server.folder));
    for (size_t used = 0; used < size;) {
        used += send_part(fd, data + used, size - used);
        must_be_well(reply);
        must_be_reply(fd, reply, &first, asked);
    }
    struct linger now = {.l_onoff = 1};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now); /* no port waits for its end */
    close(fd);
    return 0;
}
