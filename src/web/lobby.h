/* The lobby: all tables, the players at them and the connections that watch them. Tables are loaded from the store when
 * they are opened and saved as they change. Called by the event loop's thread alone. */
#ifndef WEB_LOBBY_H
#define WEB_LOBBY_H

#include "web/peer.h"
#include "web/request.h"
#include "web/scheduler.h"
#include "web/web.h"

struct jg_lobby;
struct jg_store;

/* Locks the store's tables for this process. The store, the scheduler and the setting must outlive the lobby. NULL with
 * err filled. */
struct jg_lobby *jg_lobby_open(struct jg_store *store, struct jg_scheduler *scheduler,
                               const struct jg_web_setting *setting, struct jg_error *err);
void jg_lobby_close(struct jg_lobby *lobby); /* after jg_scheduler_stop and jg_pool_close */

/* Handles a request whose handler is JG_HANDLER_LOBBY; the reply may come later. */
void jg_lobby_handle(struct jg_lobby *lobby, struct jg_peer *p, const struct jg_request *r);

/* Refuses a request for an analysis, review, rollout or tree of a game that the player is playing against other people,
 * on whatever connection; false: it may be handled. */
bool jg_lobby_refuse_help(struct jg_lobby *lobby, struct jg_peer *p, const struct jg_request *r);

/* The next message about a table for this connection, or NULL; asked for when the connection can send. */
json_t *jg_lobby_next_message(struct jg_lobby *lobby, struct jg_peer *p);

/* A connection was opened (its player's name is looked up), changed its name or language, or was closed. */
void jg_lobby_connect(struct jg_lobby *lobby, struct jg_peer *p);
void jg_lobby_profile_changed(struct jg_lobby *lobby, struct jg_peer *p);
void jg_lobby_disconnect(struct jg_lobby *lobby, struct jg_peer *p);

/* Deletes a player's seats, name and identity; the caller closes their connections. False: the store cannot be written. */
bool jg_lobby_delete_player(struct jg_lobby *lobby, const char *player);

/* Runs clocks, agents' delayed moves and absences, unloads idle tables and saves changes. Called before messages are
 * sent, and when it is due: returns the milliseconds until then, -1 if nothing is scheduled. */
int jg_lobby_tick(struct jg_lobby *lobby);

/* The number of tables in memory. */
int jg_lobby_table_count(const struct jg_lobby *lobby);

#endif
