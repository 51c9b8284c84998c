/* Clients for a server under load: as little as WebSockets need. */
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { CROWD_SEATS = 4, CROWD_COOKIE = 160 };

struct crowd_server {
    int port;
    pid_t pid;
    bool ours; /* started by us */
    char folder[64];
    const char *const *options; /* more of them for a server that is started, and NULL; NULL: none */
    int addresses;              /* number of source addresses, from 127.0.0.1 on, used in turn; 0: from one */
    int turn;
};

enum stage { GREETING, CREATING, WAITING, OPENING, SITTING, MOVING };

struct client {
    int number, fd;
    enum stage stage;
    struct table *table;
    int seat;
    int64_t id;    /* of the last request */
    int seen;      /* moves of the table that were seen */
    char move[64]; /* to be made */
    double due;    /* when; 0: none is */
    double asked;  /* when the one was that has no answer yet; 0: none */

    unsigned char *in;
    size_t used, room;
};

__attribute__((format(__printf__, 1, 2), noreturn)) void crowd_die(const char *format, ...);
double crowd_clock(void);

/* Starts a server with a store of its own. */
void crowd_start(struct crowd_server *s, const char *jogada);

/* Ends it, if it is ours: its exit status, or -1. */
int crowd_end(struct crowd_server *s);

/* Bytes of "VmRSS" or "VmHWM"; files that it has open. */
long crowd_memory(const struct crowd_server *s, const char *what);
int crowd_files(const struct crowd_server *s);

/* Bytes of the store's file, with an ending such as "-wal". */
long crowd_store(const struct crowd_server *s, const char *ending);

/* A new identity. */
void crowd_cookie(struct crowd_server *s, char out[CROWD_COOKIE]);

/* A WebSocket; false: it is refused. buffer: bytes that the system may keep for it, 0: as usual. */
bool crowd_connect(struct crowd_server *s, struct client *c, const char *cookie, int buffer);
void crowd_close(struct client *c);

/* Sends a message and frees it. */
void crowd_send(struct client *c, json_t *message);

/* Takes what has come, and calls `each` for every message; false: the connection is closed. */
bool crowd_receive(struct client *c, void (*each)(void *arg, struct client *c, const json_t *message), void *arg);

#endif
