/* The hall: all tables, who sits at them, who watches; kept in the store as
 * they change. Called by the thread of the event loop alone. */
#ifndef WEB_HALL_H
#define WEB_HALL_H

#include "web/peer.h"
#include "web/request.h"
#include "web/scheduler.h"
#include "web/web.h"

struct jg_hall;
struct jg_store;

/* Takes up the tables that the store has. The store, the scheduler and the setting must stay. NULL with err filled. */
struct jg_hall *jg_hall_open(struct jg_store *store, struct jg_scheduler *scheduler,
                             const struct jg_web_setting *setting, struct jg_error *err);
void jg_hall_close(struct jg_hall *h); /* after jg_scheduler_stop and jg_work_close */

/* A request of those about tables, JG_DO_CREATE to JG_DO_HINT: answers it, now or later. */
void jg_hall_handle(struct jg_hall *h, struct jg_peer *p, const struct jg_request *r);

/* The next message about a table that this peer should have, or NULL: asked when it can be sent one. */
json_t *jg_hall_next(struct jg_hall *h, struct jg_peer *p);

/* A connection has come (its name is looked up), has got another name or language, or is gone. */
void jg_hall_enter(struct jg_hall *h, struct jg_peer *p);
void jg_hall_changed(struct jg_hall *h, struct jg_peer *p);
void jg_hall_exit(struct jg_hall *h, struct jg_peer *p);

/* Deletes a person: seats, names, identity; their connections are to be closed then. False: it cannot be saved now. */
bool jg_hall_delete_player(struct jg_hall *h, const char *player);

/* Clocks, absent players, idle tables; writes what changed to the store. Called before messages are
 * sent and at least when it asked for it: returns in how many milliseconds, -1: any time. */
int jg_hall_tick(struct jg_hall *h);

int jg_hall_tables(const struct jg_hall *h);

#endif
