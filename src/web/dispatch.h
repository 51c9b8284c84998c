/* Dispatches requests to the parts that handle them. */
#ifndef WEB_DISPATCH_H
#define WEB_DISPATCH_H

#include "web/analysis.h"
#include "web/lab.h"
#include "web/lobby.h"
#include "web/peer.h"
#include "web/web.h"

/* What requests are handled by, and what `hello` replies about it. */
struct jg_parts {
    const struct jg_web_setting *setting;
    struct jg_lobby *lobby;
    struct jg_analysis *analysis;
    struct jg_lab *lab; /* NULL: there is none */
    bool local;         /* only this machine reaches them */

    /* The origins for invitations from this client. */
    json_t *(*links)(void *arg, const struct jg_peer *p);
    void *arg;
};

/* Handles one message; `over`: it exceeds the rate limit and is refused. False: out of memory, there is no reply. */
bool jg_dispatch(const struct jg_parts *parts, struct jg_peer *p, const char *text, size_t length, bool over);

#endif
