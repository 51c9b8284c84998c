/* The lab: matches, tournaments and tunings started from the page. They run one at a time on a thread of their own, and
 * any client can watch their progress. */
#ifndef WEB_LAB_H
#define WEB_LAB_H

#include "web/peer.h"
#include "web/request.h"
#include "web/web.h"

struct jg_lab;

/* The lab's thread opens the store of setting->db itself. `wake` is called by that thread when there are updates. NULL
 * with err filled. */
struct jg_lab *jg_lab_open(const struct jg_web_setting *setting, void (*wake)(void *arg), void *arg,
                           struct jg_error *err);
void jg_lab_close(struct jg_lab *l); /* stops the current run, which can be resumed later */

/* With setting->alone: whether a run waits, and runs it. */
bool jg_lab_waits(const struct jg_lab *l);
void jg_lab_work(struct jg_lab *l);

/* Handles a request whose handler is JG_HANDLER_LAB. */
void jg_lab_handle(struct jg_lab *l, struct jg_peer *p, const struct jg_request *r);

/* Called by the event loop after a wake: wakes the clients that watch a run with updates. */
void jg_lab_collect(struct jg_lab *l);

/* The next message about a run for this client, or NULL. */
json_t *jg_lab_next(struct jg_lab *l, struct jg_peer *p);

/* A connection was closed: ends its watches. */
void jg_lab_disconnect(struct jg_lab *l, struct jg_peer *p);

#endif
