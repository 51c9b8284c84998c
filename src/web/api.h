/* The read-only HTTP API below /api/v1/: games, rules, stored games, studies and runs. Called by one thread at a time,
 * which owns the store. */
#ifndef WEB_API_H
#define WEB_API_H

#include "web/web.h"

#include <jogada/lang.h>

#include <stddef.h>
#include <stdint.h>

struct jg_store;

struct jg_api_request {
    const char *path; /* after "/api/v1/": "games", "rules/kalah", "log/12", "export/12", "runs" ... */
    jg_lang lang;
    const char *game, *agent, *from, *as, *theme; /* query parameters; NULL: missing */
    const char *player;                    /* from the session cookie; "": none */
    int64_t limit;                         /* query parameter; -1: missing */
};

struct jg_api_response {
    int status;       /* 200, 400, 404, 500 */
    const char *type; /* static: "application/json", "text/html; charset=utf-8" ... */
    char *body;       /* allocated, freed by the caller; NULL: out of memory */
    size_t size;
    char file[64]; /* name of a download; "": shown in the browser */
};

/* Handles a request; failures become a JSON error with status 400, 404 or 500. */
void jg_api_respond(struct jg_api_response *out, struct jg_store *store, const struct jg_web_setting *setting,
                    const struct jg_api_request *q);

/* An error response, {"error":{"code","text"}}; the code is one of the names in peer.h. */
void jg_api_refuse(struct jg_api_response *out, int status, const char *code, const char *text);

#endif
