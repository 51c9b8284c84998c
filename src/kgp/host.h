/* The practice server: every client of the Kalah Game Protocol that comes, over TCP, is played against
 * our agent; many at once, each bounded in what it may send and leave unread. */
#ifndef KGP_HOST_H
#define KGP_HOST_H

#include "kgp/net.h"
#include "kgp/server.h"

struct jg_kgp_host {
    const char *bind;
    int port; /* 0: any that is free */
    struct jg_kgp_rules rules;
    const char *agent; /* its spec, which must be good for the game */
    uint64_t bots;     /* ends after so many have played and gone; 0: does not */
    int connections;   /* at once, at most */
    int threads;       /* that think; 0: all cores */
    const atomic_bool *stop;

    void *arg; /* of all below, which are called by the thread that serves */
    void (*ready)(void *arg, const char *address);
    void (*over)(void *arg, const struct jg_kgp_server *client); /* a game has ended */
    void (*left)(void *arg, const struct jg_kgp_server *client); /* it has gone, or was sent away */
    void (*said)(void *arg, const struct jg_kgp_server *client, const char *text);
};

/* Serves until *stop is set, or all bots have played. */
enum jg_status jg_kgp_serve(const struct jg_kgp_host *h, struct jg_error *err);

#endif
