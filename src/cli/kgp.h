/* What `jogada kgp` takes, as client and as server. */
#ifndef CLI_KGP_H
#define CLI_KGP_H

#include "cli/kept.h"

#include "kgp/line.h"
#include "kgp/net.h"

struct kgp_options {
    bool serve, no_store;
    int port, ms, connections, silence;
    uint64_t games, bots, seed;
    char bind[JG_NET_HOST], game[JG_SPEC_MAX], against[JG_SPEC_MAX];
    char name[JG_KGP_TEXT], author[JG_KGP_TEXT], token[JG_KGP_TEXT];
    char db[DB_PATH];
};

/* Opens the Kalah that --game names, or says what is wrong with it. */
bool kgp_game(const struct cli *c, const struct kgp_options *o, struct jg_game *g);

/* Checks the spec of an agent that plays by itself; returns EXIT_SUCCESS, or says what is wrong. */
int kgp_agent(const struct cli *c, const struct jg_game *g, const char *spec);

/* kgp_host.c: the practice server. Returns the exit status. */
int kgp_host(const struct cli *c, const struct kgp_options *o, const struct jg_game *g, const char *agent);

#endif
