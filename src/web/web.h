/* The web table: one event loop that talks to browsers, worker threads that
 * think. docs/api.md is what it speaks. */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct jg_web_setting {
    const char *bind;   /* address to listen on */
    int port;           /* 0: any that is free */
    const char *db;     /* the store */
    const char *origin; /* as browsers see it through a proxy, "https://play.example.org"; "": by the Host header */
    bool lab;           /* matches and tunings may be run from the page */
    bool trust;         /* agents may run programs and read files */
    int think;          /* milliseconds after which agents must answer */
    int threads;        /* that think; 0: one for each core */
    size_t memory;      /* bytes for all agents together; 0: no limit */
    int connections;    /* at most */
    int per_address;    /* of them, and of other sockets, from one address; 0: any number */
    int absent;         /* seconds after which somebody who left may be replaced by an agent */
    int idle;           /* seconds after which a table that nobody visits is put away */
    bool hurry;         /* agents' moves come as soon as they are found, not so that people can follow */
    const atomic_bool *stop;

    /* Told once it listens, with the address to visit on this machine; and what goes wrong while it does, in words. */
    void (*ready)(void *arg, const char *url);
    void (*say)(void *arg, const char *text);
    void *arg;
};

/* Threads that think: two at least, so that an analysis leaves one to the tables. And the bytes that each agent may
 * have: one for every thread and the lab may be open at once. */
int jg_web_threads(const struct jg_web_setting *setting);
size_t jg_web_share(const struct jg_web_setting *setting);

/* Serves until it is stopped. What was said to be done is in the store when it returns. */
enum jg_status jg_web_serve(const struct jg_web_setting *setting, struct jg_error *err);

#endif
