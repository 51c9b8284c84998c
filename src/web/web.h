/* The web server: one event loop for all clients (HTTP and WebSocket), worker threads for searches. docs/api.md is its
 * protocol. */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct jg_web_setting {
    const char *bind;   /* address to listen on */
    int port;           /* 0: any free port */
    const char *db;     /* path of the store */
    const char *origin; /* public origin behind a proxy, "https://play.example.org"; "": from the Host header */
    bool lab;           /* clients may run matches and tunings */
    bool alone;         /* the lab has no thread of its own: its caller runs it */
    bool trust;         /* agents may run programs and read files */
    int think;          /* milliseconds for a move of an agent, at most */
    int threads;        /* for searches; 0: one per core */
    size_t memory;      /* bytes for all agents together; 0: no limit */
    int connections;    /* WebSockets at most */
    int per_address;    /* sockets from one network address at most; 0: no limit */
    int absent;         /* seconds after which an agent may replace a player who left */
    int idle;           /* seconds after which a table without watchers is unloaded */
    bool hurry;         /* play agents' moves at once instead of at a pace people can follow */
    const atomic_bool *stop;

    /* Called once the server listens, with the URL of the page; and with warnings for the operator. May be NULL. */
    void (*ready)(void *arg, const char *url);
    void (*warn)(void *arg, const char *text);
    void *arg;
};

/* The number of search threads: at least two, so that an analysis leaves one to the tables. */
int jg_web_threads(const struct jg_web_setting *setting);

/* Bytes that one agent may use: the memory divided among all threads and the lab. */
size_t jg_web_agent_memory(const struct jg_web_setting *setting);

/* Serves until *stop is set. Everything that was acknowledged to clients is in the store when it returns. */
enum jg_status jg_web_serve(const struct jg_web_setting *setting, struct jg_error *err);

#endif
