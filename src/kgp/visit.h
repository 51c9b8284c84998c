/* An agent of ours on a server of the Kalah Game Protocol: one connection over TCP,
 * every question thought about in a thread, and moves told as they get better. */
#ifndef KGP_VISIT_H
#define KGP_VISIT_H

#include "kgp/client.h"
#include "kgp/net.h"

struct jg_kgp_visit {
    const char *host;
    int port;
    const char *agent; /* its spec, which must be good for Kalah */
    struct jg_kgp_identity who;
    bool emptycapture; /* the server's rules */
    uint64_t games;    /* after which to leave; 0: when the server says */
    int ms;            /* milliseconds for a move: a tenth of them is left for the way; 0: until the server says */
    int silence;       /* seconds to wait for a connection, and for the server's first word */
    int threads;       /* 0: all cores */
    uint64_t seed;     /* of the agent */
    const atomic_bool *stop; /* says goodbye and leaves */

    void *arg;
    void (*connected)(void *arg, const char *address);
    void (*over)(void *arg, const struct jg_kgp_game *game);
    void (*said)(void *arg, const char *text);  /* the server's error */
    void (*wrong)(void *arg, const char *text); /* what was wrong with its line, or cannot be played; in English */
};

struct jg_kgp_visited {
    char address[JG_NET_ADDRESS], server[JG_KGP_TEXT];
    int version[3];
    bool dismissed; /* the server said goodbye; else we left */
};

/* Plays until the server says goodbye or we leave. Fails if there is no server, if it speaks something else, or if it
 * vanishes without a goodbye. */
enum jg_status jg_kgp_visit(const struct jg_kgp_visit *v, struct jg_kgp_visited *out, struct jg_error *err);

#endif
