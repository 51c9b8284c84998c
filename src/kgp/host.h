/* The practice server over TCP: an agent plays every client of the Kalah Game Protocol that connects, many at once.
 * Input and unread output of each client are bounded. */
#ifndef KGP_HOST_H
#define KGP_HOST_H

#include "kgp/net.h"
#include "kgp/server.h"

struct jg_kgp_host_options {
    const char *bind;
    int port; /* 0: any free port */
    struct jg_kgp_rules rules;
    const char *agent; /* spec, valid for the game */
    uint64_t bots;     /* stop after this many clients have played; 0: run until stopped */
    int connections;   /* greatest number of clients at once */
    int threads;       /* for thinking; 0: all cores */
    const atomic_bool *stop;

    void *arg; /* of the callbacks below, which the serving thread calls */
    void (*ready)(void *arg, const char *address);
    void (*game_over)(void *arg, const struct jg_kgp_server *client);
    void (*disconnected)(void *arg, const struct jg_kgp_server *client);
    void (*message)(void *arg, const struct jg_kgp_server *client, const char *text);
};

/* Serves until *stop is set or `bots` clients have played. Fails if it cannot listen. */
enum jg_status jg_kgp_host_run(const struct jg_kgp_host_options *h, struct jg_error *err);

#endif
