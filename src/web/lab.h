/* The lab: matches, tournaments and tunings that are run from the page, one at a
 * time, and watched by anybody while they go on. */
#ifndef WEB_LAB_H
#define WEB_LAB_H

#include "web/peer.h"
#include "web/request.h"
#include "web/web.h"

struct jg_lab;

/* The store's path: the lab's thread opens it for itself. wake is called when there is something to send. */
struct jg_lab *jg_lab_open(const struct jg_web_setting *setting, void (*wake)(void *arg), void *arg,
                           struct jg_error *err);
void jg_lab_close(struct jg_lab *l); /* stops what is going on; it can be gone on with later */

/* A request from JG_REQUEST_MATCH to JG_REQUEST_LAB. */
void jg_lab_handle(struct jg_lab *l, struct jg_peer *p, const struct jg_request *r);

/* By the loop, after a wake: wakes the peers who watch what has changed. */
void jg_lab_collect(struct jg_lab *l);

/* The next message about a run that this peer watches, or NULL. */
json_t *jg_lab_next(struct jg_lab *l, struct jg_peer *p);
void jg_lab_exit(struct jg_lab *l, struct jg_peer *p);

#endif
