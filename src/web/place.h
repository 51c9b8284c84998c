/* What the files of the hall share: places, each with a table, who watches it, and the
 * agent that thinks for it. */
#ifndef WEB_PLACE_H
#define WEB_PLACE_H

#include "web/hall.h"
#include "web/table.h"

enum {
    JG_HALL_BUCKETS = 4096,
    JG_HALL_TABLES = 2000, /* in memory */
    JG_PLAYER_TABLES = 20, /* made by one identity and not over */
    JG_FORGOTTEN = 86400,  /* seconds after which a table that nobody touches is not counted nor listed */
    JG_FINISHED_DAYS =
        30, /* of running, after which a table that is over, or was never moved at, is lost unless opened, */
    JG_OTHERS_DAYS = 365,    /* and any other; finished games stay in the log */
    JG_PLAYER_DAYS = 365,    /* after which a player without tables is deleted */
    JG_SWEPT = 21600000,     /* milliseconds after which it is looked for such again */
    JG_PEER_TABLES = 8,      /* open to one connection */
    JG_ADDRESS_TABLES = 200, /* in memory, opened from one network address, */
    JG_ADDRESS_ALONE = 8,    /* and those of them where only agents play */
    JG_GIVEN_MOVES = 500,    /* that a table may begin with */
    JG_FAR_BEHIND = 8,       /* up to this many moves are sent one by one */
    JG_PACE_WATCHED = 400,   /* milliseconds at least between moves of agents who play alone, */
    JG_PACE_PLAYED = 250,    /* of those who play with people, */
    JG_PACE_STEPS = 100,     /* and where turns are many small moves */
    JG_RETRY = 1000,         /* milliseconds after which an agent that failed for want of memory is asked again, */
    JG_SAVE_PATIENCE = 100,  /* milliseconds that another process may keep the store from us: the loop waits, */
    JG_SAVE_AGAIN = 50,      /* and after which tables that could not be saved are saved again; */
    JG_SAVE_GRACE = 2000,    /* from then on changes are refused: before, somebody else may have written to the store */
};

/* A game that tables, agents and jobs share: opened once, closed when nobody needs it. */
struct jg_shared_game {
    char spec[JG_SPEC_MAX]; /* canonical */
    struct jg_game game;
    int users;
    struct jg_shared_game *next;
};

/* A peer to whom a table is sent, and how far it has been. */
struct jg_watch {
    struct jg_peer *peer;
    struct jg_place *place;
    struct jg_watch *of_peer, *of_place; /* the next */
    int64_t version;                     /* sent last */
    int ply, round, seat;                /* moves that the peer has, of which game, seen from where */
    bool whole;                          /* what it has is worth nothing */
};

/* The reply to a request that changed a table: sent once the change is in the store. */
struct jg_pending_reply {
    struct jg_peer *peer;
    int64_t id;
    json_t *ok;
    struct jg_pending_reply *next;
};

struct jg_place {
    struct jg_table table;
    struct jg_shared_game *game;
    struct jg_watch *watches;
    struct jg_pending_reply *replies; /* the newest first */
    struct jg_place *next, *next_dirty;
    bool among_dirty;
    uint64_t seating;     /* of whom the store knows that they have seats, hashed; 0: of nobody */
    bool counted;         /* its game was added in the transaction that is under way */
    int64_t woken;        /* the version that watchers were woken for */
    int64_t used;         /* when somebody last did something here */
    int64_t moved;        /* when the last move was made */
    int count, round;     /* moves there were then */
    unsigned replaceable; /* seats of which it was told that they can be given to an agent */
    struct jg_mind *mind; /* an agent that thinks for it, or NULL */
    char address[JG_ADDRESS], player[JG_PLAYER_ID]; /* who did something here last, for whom agents think */
    jg_move held;                                   /* its answer, to be made at `held_until`; 0: none */
    int64_t held_until;
    int64_t retry; /* when an agent is to be asked again; 0: now */
};

struct jg_idle_agent;

struct jg_hall {
    struct jg_store *store;
    struct jg_scheduler *scheduler;
    const struct jg_web_setting *setting;
    unsigned char secret[JG_SECRET]; /* the store's */
    struct jg_place *buckets[JG_HALL_BUCKETS];
    int tables;
    struct jg_place *dirty;
    struct jg_shared_game *games;
    struct jg_idle_agent *agents; /* open ones, the last used first */
    struct jg_mind *hints;
    int64_t due; /* when something is to be done next */
    int64_t
        retry; /* when to save again after that failed; 0: it did not. Until then no agent moves, and no clock runs */
    int64_t failing; /* since when */
    int64_t swept;   /* when the time was last counted by which tables grow old */
    bool said;       /* that it failed */
    int64_t run;     /* of the games that end here; 0: none was begun */
    uint64_t number; /* of the next of them */
};

/* ---- hall.c ---------------------------------------------------------------------------------- */

int64_t jg_hall_now(void); /* milliseconds */

/* To be called after anything that may have changed a table: asks the next agent, wakes those who watch. */
void jg_hall_settle(struct jg_hall *h, struct jg_place *place);
void jg_hall_wake(struct jg_hall *h, int64_t due);

/* A seed that nobody can guess; false, with no filled, if the system gives no random numbers. */
bool jg_hall_seed(uint64_t *seed, struct jg_no *no);

/* ---- hall_watch.c ------------------------------------------------------------------------------ */

/* A table is sent to a peer from now on, if it has not too many; not any more. */
bool jg_hall_may_watch(const struct jg_peer *p, struct jg_no *no);
bool jg_hall_watch(struct jg_peer *p, struct jg_place *place, struct jg_no *no);
void jg_hall_unwatch(struct jg_hall *h, struct jg_watch *w);

/* The watch of a peer at a place, or NULL; whether any connection of a player watches there; whether there is something
 * to send to a watcher. */
struct jg_watch *jg_hall_watch_of(const struct jg_peer *p, const struct jg_place *place);
bool jg_hall_watched_by(const struct jg_place *place, const char *player);
bool jg_hall_has_news(const struct jg_watch *w);

/* From now on agents think for this person, who did something here. */
void jg_hall_acts(struct jg_place *place, const struct jg_peer *p);

/* Milliseconds after which a player who left may be replaced. */
int64_t jg_hall_absent(const struct jg_hall *h);

/* ---- hall_reply.c ------------------------------------------------------------------------------ */

/* Replies to a request, once what it changed is saved. Takes the reference to ok. */
void jg_hall_reply(struct jg_place *place, struct jg_peer *p, int64_t id, json_t *ok);

/* All changes of a place are saved: sends what waited for that. */
void jg_hall_saved(struct jg_place *place);

/* Drops the replies to a peer that is gone, or all (NULL). */
void jg_hall_drop_replies(struct jg_place *place, const struct jg_peer *p);

/* Refuses what cannot be saved now; does so if nothing could be saved for a while. */
bool jg_hall_refuse_to_save(struct jg_no *no);
bool jg_hall_can_save(const struct jg_hall *h, struct jg_no *no);

/* ---- hall_make.c ------------------------------------------------------------------------------ */

/* Whether one more table where only agents play may run for this network address. */
bool jg_hall_may_play_alone(const struct jg_hall *h, const char *address, struct jg_no *no);

/* Makes a table and answers; false with no filled. */
bool jg_hall_create(struct jg_hall *h, struct jg_peer *p, const struct jg_request *r, struct jg_no *no);

/* ---- hall_keep.c ------------------------------------------------------------------------------ */

/* A game by its spec, with one more user; NULL with err filled. */
struct jg_shared_game *jg_hall_game(struct jg_hall *h, const char *spec, struct jg_error *err);
void jg_hall_release(struct jg_hall *h, struct jg_shared_game *game);

/* The place of an id, from memory or from the store; NULL with no filled. */
struct jg_place *jg_hall_find(struct jg_hall *h, const char *id, struct jg_no *no);

/* Room for one more table; false, if none can be put away. Adds one. Takes one out of memory. */
bool jg_hall_room(struct jg_hall *h);
void jg_hall_add(struct jg_hall *h, struct jg_place *place);
void jg_hall_put_away(struct jg_hall *h, struct jg_place *place);
void jg_hall_free_place(struct jg_hall *h, struct jg_place *place);

/* Writes what has changed, in one transaction. False: it is tried again later. `force`: also before the next try is due. */
bool jg_hall_flush(struct jg_hall *h, bool force);

/* Stores all tables in memory again, then drops old ones. */
void jg_hall_sweep(struct jg_hall *h);

/* Adds the time since the last call to the age of stored tables, and deletes tables and players that are too old. */
void jg_hall_drop_old(struct jg_hall *h);

/* The reply to `tables`; NULL with err filled. */
json_t *jg_hall_list(struct jg_hall *h, const struct jg_peer *p, struct jg_error *err);

/* ---- hall_agents.c ----------------------------------------------------------------------------- */

/* Begins to think for the agent that is to move. */
void jg_mind_begin(struct jg_hall *h, struct jg_place *place);

/* A person came to the table, or left it. */
void jg_mind_reprioritize(struct jg_place *place);

/* The agent's answer is not wanted any more. */
void jg_mind_stop(struct jg_place *place);
bool jg_mind_fits(const struct jg_place *place);

/* Closes the agents of a table that are kept open; of all tables (NULL). */
void jg_mind_close_agents(struct jg_hall *h, const struct jg_place *place);

/* A hint for a peer, answered later; false with no filled. A connection is gone. */
bool jg_mind_hint(struct jg_hall *h, struct jg_place *place, struct jg_peer *p, int64_t id, struct jg_no *no);
void jg_mind_exit(struct jg_hall *h, const struct jg_peer *p);

#endif
