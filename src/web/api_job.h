/* API requests run on a thread of their own, one after another, because some read much of the store. */
#ifndef WEB_API_JOB_H
#define WEB_API_JOB_H

#include "web/api.h"
#include "web/server.h"

enum { JG_API_TEXT_MAX = 320 }; /* bytes of a text in a request */

/* A request, and its response once `ended` is set. */
struct jg_api_job {
    struct jg_job job; /* first */
    struct jg_server *server;
    struct lws *wsi; /* the connection that waits; NULL: it has closed */
    char texts[7][JG_API_TEXT_MAX];
    struct jg_api_request q;
    bool gzip; /* the client accepts gzip; in the end: the response is compressed */
    bool ended;
    struct jg_api_response response;
};

/* Queues a request; requests a writable callback for the connection when the response is ready. NULL: the queue is full,
 * or out of memory. */
struct jg_api_job *jg_api_job_start(struct jg_server *s, struct lws *wsi, const struct jg_api_request *q, bool gzip);

/* The connection no longer waits: stops the job and frees it, now or when it ends. NULL is allowed. */
void jg_api_job_abandon(struct jg_api_job *r);

#endif
