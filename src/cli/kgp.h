/* Options of `jogada kgp`, shared by its client and its practice server. */
#ifndef CLI_KGP_H
#define CLI_KGP_H

#include "cli/stored.h"

#include "kgp/protocol.h"
#include "kgp/net.h"

struct kgp_options {
    bool serve, no_store;
    int port, ms, connections, silence;
    uint64_t games, bots, seed;
    char bind[JG_NET_HOST_MAX], game[JG_SPEC_MAX], against[JG_SPEC_MAX];
    char name[JG_KGP_TEXT_MAX], author[JG_KGP_TEXT_MAX], token[JG_KGP_TEXT_MAX];
    char db[DB_PATH];
};

/* kgp_host.c: the practice server. Returns the exit status. */
int kgp_host(const struct cli *c, const struct kgp_options *o, const struct jg_game *g, const char *agent);

#endif
