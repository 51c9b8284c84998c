/* One of our agents as a client of a Kalah Game Protocol server: one TCP connection, a worker thread for every request,
 * and moves sent as they improve. */
#ifndef KGP_CLIENT_LOOP_H
#define KGP_CLIENT_LOOP_H

#include "kgp/client.h"
#include "kgp/net.h"

struct jg_kgp_client_options {
    const char *host;
    int port;
    const char *agent; /* spec, valid for Kalah */
    struct jg_kgp_identity who;
    bool emptycapture;       /* the server's rules */
    uint64_t games;          /* to play before goodbye; 0: until the server ends it */
    int ms;                  /* per move, of which a tenth is left for the network; 0: until the server stops it */
    int silence;             /* seconds to wait for the connection and for the server's first line */
    int threads;             /* 0: all cores */
    uint64_t seed;           /* of the agent */
    const atomic_bool *stop; /* sends `goodbye` and disconnects */

    void *arg;
    void (*connected)(void *arg, const char *address);
    void (*game_over)(void *arg, const struct jg_kgp_game *game);
    void (*server_error)(void *arg, const char *text);
    void (*problem)(void *arg, const char *text); /* an invalid line or unplayable board; in English */
};

struct jg_kgp_client_summary {
    char address[JG_NET_ADDRESS_MAX], server[JG_KGP_TEXT_MAX];
    int version[3];
    bool dismissed; /* the server sent `goodbye`; else we did */
};

/* Plays until either side sends `goodbye`. Fails if there is no server, if it speaks another protocol, or if it
 * disconnects without `goodbye`. */
enum jg_status jg_kgp_client_run(const struct jg_kgp_client_options *v, struct jg_kgp_client_summary *out,
                                 struct jg_error *err);

#endif
