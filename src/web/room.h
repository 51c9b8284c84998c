/* Private header of the lobby's files (lobby*.c, thinker.c): rooms, watches and limits.
 *
 * A room is a table in memory together with what the table itself does not know: the connections that watch it, the
 * agent that is thinking for it, and the replies that wait until its changes are saved. */
#ifndef WEB_ROOM_H
#define WEB_ROOM_H

#include "web/lobby.h"
#include "web/table.h"

enum {
    JG_LOBBY_BUCKETS = 4096, /* of the hash table of rooms */
    JG_LOBBY_TABLES = 2000,  /* in memory */
    JG_PLAYER_TABLES = 20,   /* unfinished tables of one player */
    JG_PEER_TABLES = 8,      /* that one connection watches */
    JG_ADDRESS_TABLES = 200, /* in memory, last used from one network address, */
    JG_ADDRESS_ALONE = 8,    /* and those of them where only agents play */
    JG_INITIAL_MOVES = 500,  /* that a table may start with */
    JG_STALE_SECONDS =
        86400, /* without a change, after which a table is neither listed nor counted against its owner */

    /* Lifetimes in days. Tables age only while a server runs; finished games stay in the log. */
    JG_FINISHED_DAYS = 30,  /* tables that are over or have no moves */
    JG_OTHERS_DAYS = 365,   /* other tables */
    JG_PLAYER_DAYS = 365,   /* players without a seat */
    JG_SWEEP_MS = 21600000, /* between two sweeps for old tables and players */

    JG_STEPWISE_MOVES = 8, /* a watcher that is at most this far behind gets the moves one by one */

    /* Least time in milliseconds between two moves of agents, so that people can follow. */
    JG_PACE_WATCHED = 400, /* agents among themselves */
    JG_PACE_PLAYED = 250,  /* agents against people */
    JG_PACE_STEPS = 100,   /* games whose turns are many small moves */
    JG_PACE_LEAST = 50,    /* that an owner may choose, */
    JG_PACE_MOST = 10000,  /* and at most */

    JG_RETRY_MS = 1000,       /* until an agent that ran out of memory is asked again */
    JG_SAVE_TIMEOUT_MS = 100, /* that a save waits for a lock on the store: the event loop waits with it */
    JG_SAVE_RETRY_MS = 50,    /* between two attempts to save */
    JG_SAVE_GRACE_MS = 2000,  /* of failed attempts, before requests that change a table are refused */
};

/* A game that tables, agents and jobs share: opened once, closed when its last user releases it. */
struct jg_shared_game {
    char spec[JG_SPEC_MAX]; /* canonical */
    struct jg_game game;
    int users;
    struct jg_shared_game *next;
};

/* A subscription: a connection that is sent a table, and what it has been sent so far. */
struct jg_watch {
    struct jg_peer *peer;
    struct jg_room *room;
    struct jg_watch *next_of_peer, *next_of_room;
    int64_t version; /* of the table, when it was last sent */
    int ply, round;  /* moves that were sent, and of which game at this table */
    int seat;        /* from which they were seen */
    bool whole;      /* everything has to be sent again */
};

/* The reply to a request that changed a table: sent once the change is saved. */
struct jg_pending_reply {
    struct jg_peer *peer;
    int64_t id;
    json_t *ok;
    struct jg_pending_reply *next;
};

struct jg_room {
    struct jg_table table;
    struct jg_shared_game *game;
    struct jg_watch *watches;
    struct jg_pending_reply *replies; /* newest first */
    struct jg_room *next;             /* in its bucket */

    struct jg_room *next_dirty; /* in the list of rooms with unsaved changes */
    bool in_dirty_list;
    bool game_added;      /* by the transaction under way */
    uint64_t saved_seats; /* hash of seats and witnesses as the store has them; 0: not stored */

    int64_t last_used; /* by a request */
    int64_t last_move;
    int plies, round;                               /* of the table, when it was last updated */
    unsigned announced_absent;                      /* bits of seats whose player was reported as replaceable */
    char address[JG_ADDRESS], player[JG_PLAYER_ID]; /* of the last request: agents think on this player's account */

    struct jg_thinker *thinker; /* a search for the seat to move; NULL: none */
    jg_move pending;            /* its move, to be played at `pending_at`; 0: none */
    int64_t pending_at;

    /* Chosen by the owner of a table where only agents play. */
    int pace;      /* milliseconds between two moves; 0: the usual */
    int step_from; /* the ply at which halted agents move once; -1: none */

    int64_t retry_at; /* when an agent is asked again after it ran out of memory; 0: at once */
};

struct jg_idle_agent;

struct jg_lobby {
    struct jg_store *store;
    struct jg_scheduler *scheduler;
    const struct jg_web_setting *setting;
    unsigned char secret[JG_SECRET]; /* the store's, which seeds deals */
    struct jg_room *buckets[JG_LOBBY_BUCKETS];
    int tables;
    struct jg_room *dirty; /* rooms with unsaved changes */
    struct jg_shared_game *games;
    struct jg_idle_agent *agents; /* open between their moves, most recently used first */
    struct jg_thinker *hints;     /* searches for a hint */
    int64_t due;                  /* when the next room has something to do */

    int64_t
        retry_at; /* when to save again after a failure; 0: the last save succeeded. Until then agents and clocks stop */
    int64_t failing_since;
    bool cannot_save; /* for JG_SAVE_GRACE_MS now: the operator was warned, and changes are refused */

    int64_t swept_at; /* the last sweep */
    int64_t run;      /* of the store, for games that end here; 0: not begun */
    uint64_t number;  /* of the next game in that run */
};

/* ---- lobby.c ---------------------------------------------------------------------------------- */

/* Milliseconds of a monotonic clock. */
int64_t jg_lobby_now(void);

/* To be called after anything that may have changed a table: starts the next agent, queues the room to be saved and
 * wakes its watchers. */
void jg_lobby_update(struct jg_lobby *lobby, struct jg_room *room);

/* To be called after a player may have left a table: offers that are accepted by all who remain are carried out. */
void jg_lobby_review_offers(struct jg_lobby *lobby, struct jg_room *room, int64_t now);

/* Asks for a tick at that time at the latest. */
void jg_lobby_schedule(struct jg_lobby *lobby, int64_t due);

/* An unpredictable seed; false with *refusal filled if the system has no random numbers. */
bool jg_lobby_random_seed(uint64_t *seed, struct jg_refusal *refusal);

/* ---- lobby_watch.c ---------------------------------------------------------------------------- */

/* Subscribes a connection to a table, within its limit, or unsubscribes it. */
bool jg_lobby_may_watch(const struct jg_peer *p, struct jg_refusal *refusal);
bool jg_lobby_watch(struct jg_peer *p, struct jg_room *room, struct jg_refusal *refusal);
void jg_lobby_unwatch(struct jg_lobby *lobby, struct jg_watch *w);

/* The watch of a connection in a room, or NULL. */
struct jg_watch *jg_lobby_find_watch(const struct jg_peer *p, const struct jg_room *room);

/* Whether any connection of a player watches a room. */
bool jg_lobby_is_watched_by(const struct jg_room *room, const char *player);

/* Whether the table has changed since it was last sent to this watcher. */
bool jg_lobby_has_update(const struct jg_watch *w);

/* From now on the agents of this room think on the account of this person. */
void jg_lobby_set_requester(struct jg_room *room, const struct jg_peer *p);

/* Milliseconds of absence after which a player may be replaced. */
int64_t jg_lobby_absence_limit(const struct jg_lobby *lobby);

/* ---- lobby_reply.c ---------------------------------------------------------------------------- */

/* Replies to a request as soon as the changes it made are saved. Takes the reference to ok. */
void jg_lobby_reply(struct jg_room *room, struct jg_peer *p, int64_t id, json_t *ok);

/* Sends the replies that waited for the room to be saved. */
void jg_lobby_send_replies(struct jg_room *room);

/* Drops the replies to a connection that has closed, or all (NULL). */
void jg_lobby_drop_replies(struct jg_room *room, const struct jg_peer *p);

/* Refuses a change because the store cannot be written: always, or only once saving has failed for a while. */
bool jg_lobby_refuse_saving(struct jg_refusal *refusal);
bool jg_lobby_check_saving(const struct jg_lobby *lobby, struct jg_refusal *refusal);

/* ---- lobby_create.c --------------------------------------------------------------------------- */

/* Whether a spec that a client sent names an agent that may play. */
bool jg_lobby_check_agent(const struct jg_lobby *lobby, const struct jg_game *g, const char *spec,
                          struct jg_refusal *refusal);

/* Whether this network address may have one more table where only agents play. */
bool jg_lobby_check_agents_only(const struct jg_lobby *lobby, const char *address, struct jg_refusal *refusal);

/* Creates a table and replies; false with *refusal filled. */
bool jg_lobby_create(struct jg_lobby *lobby, struct jg_peer *p, const struct jg_request *r, struct jg_refusal *refusal);

/* ---- lobby_help.c ----------------------------------------------------------------------------- */

/* Finds a running game of a player against other people, of the same kind as the spec `game`, in memory or in the
 * store. */
bool jg_lobby_find_opposed(struct jg_lobby *lobby, const char *player, const char *game, char id[JG_TABLE_ID]);

/* Whether this player may get engine help in a game of this kind; while they play it against people false, with *refusal filled. */
bool jg_lobby_may_help(struct jg_lobby *lobby, const struct jg_peer *p, const char *game, struct jg_refusal *refusal);

/* ---- lobby_store.c ---------------------------------------------------------------------------- */

/* A game by its spec, with one more user; NULL with err filled. */
struct jg_shared_game *jg_lobby_open_game(struct jg_lobby *lobby, const char *spec, struct jg_error *err);
void jg_lobby_release_game(struct jg_lobby *lobby, struct jg_shared_game *game);

/* The room of a table, loaded from the store if it is not in memory; NULL with *refusal filled. */
struct jg_room *jg_lobby_find(struct jg_lobby *lobby, const char *id, struct jg_refusal *refusal);

/* Unloads an idle room if the lobby is full; false: all rooms are in use. */
bool jg_lobby_make_space(struct jg_lobby *lobby);

void jg_lobby_add(struct jg_lobby *lobby, struct jg_room *room);

/* Removes a room from memory and frees it; its table stays in the store. */
void jg_lobby_unload(struct jg_lobby *lobby, struct jg_room *room);

/* Frees a room that was never added. */
void jg_lobby_free_room(struct jg_lobby *lobby, struct jg_room *room);

/* Saves all changed tables in one transaction. False: it failed and is retried later. `force`: do not wait until the
 * next attempt is due. */
bool jg_lobby_flush(struct jg_lobby *lobby, bool force);

/* Saves all tables in memory, which marks them as used, then deletes old ones. */
void jg_lobby_sweep(struct jg_lobby *lobby);

/* Adds the time since the last call to the age of stored tables; deletes tables and players that are too old. */
void jg_lobby_expire(struct jg_lobby *lobby);

/* The reply to `tables`; NULL with err filled. */
json_t *jg_lobby_list(struct jg_lobby *lobby, const struct jg_peer *p, struct jg_error *err);

/* ---- thinker.c -------------------------------------------------------------------------------- */

/* Starts a search for the agent that is to move. */
void jg_thinker_start(struct jg_lobby *lobby, struct jg_room *room);

/* A person came to the table or left it: its searches get the priority that follows. */
void jg_thinker_reprioritize(struct jg_room *room);

/* Whether the running search is for the current position; cancels it. */
bool jg_thinker_is_current(const struct jg_room *room);
void jg_thinker_cancel(struct jg_room *room);

/* Closes the idle agents of a room, or of all (NULL). */
void jg_thinker_close_agents(struct jg_lobby *lobby, const struct jg_room *room);

/* Starts a search for a hint and replies when it ends; false with *refusal filled. */
bool jg_thinker_hint(struct jg_lobby *lobby, struct jg_room *room, struct jg_peer *p, int64_t id,
                     struct jg_refusal *refusal);

/* Cancels the hints of a connection that has closed. */
void jg_thinker_disconnect(struct jg_lobby *lobby, const struct jg_peer *p);

#endif
