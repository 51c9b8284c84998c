/* The store: one SQLite database with finished games, the runs that they belong to (matches, tournaments, tunings),
 * ratings, and the web server's tables and players. Data is durable against a crash of the program once the call that
 * stores it has returned. docs/store.md describes the schema. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "core/string_pool.h"

#include <jogada/record.h>

#include <stdatomic.h>

struct jg_store;

enum { JG_STORE_PATH = 4096 };

/* The default path of the store; creates its folder. */
enum jg_status jg_store_default_path(char out[JG_STORE_PATH], struct jg_error *err);

enum jg_store_mode { JG_STORE_WRITE, JG_STORE_READ }; /* WRITE creates a missing store; READ requires one */

/* Opens a store. One of an older version is upgraded (WRITE) or refused (READ). Any number of processes may open it; a
 * jg_store is used by one thread at a time. NULL with err filled: JG_EINPUT if a store to read is missing or empty,
 * otherwise another code (newer version, not a store, damaged, read-only, locked). */
struct jg_store *jg_store_open(const char *path, enum jg_store_mode mode, struct jg_error *err);
void jg_store_close(struct jg_store *s);

/* Opens a new store that disappears when it is closed, for more data than memory should hold. Its games need no run. NULL
 * with err filled. */
struct jg_store *jg_store_open_temporary(struct jg_error *err);

/* The path of an open store. */
const char *jg_store_file_path(const struct jg_store *s);

/* Removes all permissions of other users on the store and its companion files, before it holds a secret. *changed:
 * there were any. JG_EIO if that fails; the message names the command to run. */
enum jg_status jg_store_protect(struct jg_store *s, bool *changed, struct jg_error *err);

/* How long to wait for a lock of another process; 10 seconds by default. */
void jg_store_set_timeout(struct jg_store *s, int milliseconds);

/* Makes queries fail soon after *stop is set; NULL: never. */
void jg_store_set_stop(struct jg_store *s, const atomic_bool *stop);

/* Starts a thread that checkpoints the write-ahead log, so that no call waits for it; for processes that write all the
 * time. NULL: not started, and checkpoints happen during commits as before. Stop it before the store is closed. */
struct jg_checkpointer *jg_checkpointer_start(struct jg_store *s);
void jg_checkpointer_stop(struct jg_checkpointer *t);

/* A transaction. `end` commits if `status` is JG_OK and no call in between has failed, otherwise it rolls back; it returns
 * `status` or why the commit failed. Pairs may be nested: the outermost one commits. */
enum jg_status jg_store_begin(struct jg_store *s, struct jg_error *err);
enum jg_status jg_store_end(struct jg_store *s, enum jg_status status, struct jg_error *err);

/* ---- Runs -------------------------------------------------------------------------- */

enum { JG_STORED_RUN_KIND = 16 };

struct jg_stored_run {
    int64_t id;
    /* "match", "tournament", "tune", "rollout", "study" and its "part", "play", "import", "table", "kgp" */
    char kind[JG_STORED_RUN_KIND];
    char game[JG_SPEC_MAX]; /* "" if it has several kinds of games */
    char *parameters;       /* JSON object with everything that the results depend on; allocated */
    char version[16];       /* of the program that started it */
    int64_t begun, ended;   /* Unix time; ended 0: not finished */
    int64_t games;          /* number of stored games */
};

void jg_stored_run_free(struct jg_stored_run *run);

/* Resumes the newest run of this kind with equal parameters and program version, or starts one; `fresh` always starts
 * one. The run is locked by this process until the store is closed: JG_EIO if another process has it. */
enum jg_status jg_store_begin_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                                  bool fresh, struct jg_stored_run *out, struct jg_error *err);

/* The run that jg_store_begin_run would resume; JG_EINPUT if there is none. Neither writes nor locks. The caller frees
 * it. */
enum jg_status jg_store_find_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                                 struct jg_stored_run *out, struct jg_error *err);

/* The run with that id; JG_EINPUT if there is none. The caller frees it. */
enum jg_status jg_store_get_run(struct jg_store *s, int64_t id, struct jg_stored_run *out, struct jg_error *err);

/* Marks a run as finished now, or as unfinished. */
enum jg_status jg_store_end_run(struct jg_store *s, int64_t run, bool ended, struct jg_error *err);

/* Deletes a run and everything that belongs to it, if there is one. */
enum jg_status jg_store_drop_run(struct jg_store *s, int64_t run, struct jg_error *err);

/* Lists runs, newest first; `each` returns false to stop. kind and game (a name such as "kalah", or a whole spec) may be
 * NULL. */
enum jg_status jg_store_runs(struct jg_store *s, const char *kind, const char *game,
                             bool (*each)(void *arg, const struct jg_stored_run *run), void *arg, struct jg_error *err);

/* ---- Games -------------------------------------------------------------------------- */

/* A stored game. Its texts belong to the caller when it is added, and to the store until the next call when it is read. */
struct jg_stored_game {
    int64_t id, run;
    uint64_t number; /* in its run */
    const char *game;
    const char *seats[JG_SEATS_MAX]; /* agents' specs or players' names; NULL beyond the game's seats */
    /* Only used when it is added: id and name of the person at each seat, or NULL. The name is read back in `seats` until
     * the person is deleted. */
    const char *players[JG_SEATS_MAX], *names[JG_SEATS_MAX];
    bool unlisted;     /* played at a table that was not public; only used when it is added */
    uint64_t seed;     /* random seed of the run */
    const char *start; /* initial position; "": the game's own */
    const char *moves; /* as jg_record_write writes them, in one line */
    int plies;
    int opening;        /* number of random opening moves */
    int resigned;       /* the seat that resigned or forfeited, or -1 */
    const char *reason; /* why it forfeited, how the game was adjudicated, or JG_REASON_AGREED; "" otherwise */
    int32_t score;      /* for team 0 */
    double seconds[2];  /* thinking time of the teams */
    int64_t ended;      /* Unix time; 0: unknown */

    const char *kind; /* of its run; only set when it is read */

    /* Encoded annotations of the moves; NULL: the moves were not annotated. */
    const void *annotations;
    size_t annotation_size;
};

/* The parts of a record that are stored, allocated. */
struct jg_stored_moves {
    char *moves; /* in one line */
    unsigned char *annotations;
    size_t annotation_size;
};

/* Fills moves, plies, opening, resigned, reason, score and annotations from a record. The game refers to `moves`, which
 * the caller frees in any case. False: out of memory. */
bool jg_stored_fill(struct jg_stored_game *game, const struct jg_record *r, struct jg_stored_moves *moves);
void jg_stored_moves_free(struct jg_stored_moves *moves);

/* Stores games in one transaction. Games whose number the run already has are skipped. ids[n], if not NULL, gets the new
 * ids (0: skipped). */
enum jg_status jg_store_add(struct jg_store *s, const struct jg_stored_game *games, size_t n, int64_t *ids,
                            struct jg_error *err);

/* Stores the game of a record: its moves and result come from the record, the rest from `game`. *id, if not NULL, gets
 * the new id. */
enum jg_status jg_store_add_record(struct jg_store *s, const struct jg_stored_game *game, const struct jg_record *r,
                                   int64_t *id, struct jg_error *err);

/* Copies a game's texts into an arena; false: out of memory. */
bool jg_stored_copy(struct jg_stored_game *game, struct jg_string_pool *arena);

/* The tags of a stored game's file. */
void jg_stored_tags(const struct jg_stored_game *game, struct jg_tags *tags);

/* Replays a stored game of g with its annotations into a record, which is restarted as by jg_record_restart. The caller frees the record in
 * any case. */
enum jg_status jg_stored_replay(const struct jg_stored_game *game, const struct jg_game *g, struct jg_record *r,
                                struct jg_error *err);

/* The game with that id; JG_EINPUT if there is none. */
enum jg_status jg_store_game(struct jg_store *s, int64_t id, struct jg_stored_game *out, struct jg_error *err);

enum { JG_STORE_TITLED = 256 };

/* An agent as a participant of games of one kind. */
struct jg_store_titled {
    const char *game;  /* the name of the kind; NULL: any */
    const char *agent; /* the whole spec */
};

/* Selects games; members that are 0 or NULL match all. */
struct jg_store_filter {
    int64_t run;
    int64_t after;                        /* only games with greater ids */
    const char *game;                     /* a name or a whole spec */
    const char *kind;                     /* of the run: "table", "match" ... */
    const char *agent;                    /* part of the spec or name of a participant, in any case */
    const struct jg_store_titled *titled; /* agents that match `agent` by another name, such as that of their level */
    int titled_count;                     /* at most JG_STORE_TITLED */
    const char *result;                   /* "1-0", "0-1" or "1/2-1/2" */
    const char *viewer; /* player id: only games that they may view (of public tables, or their own) */
    bool mine;          /* only games in which the viewer had a seat */
    bool failed;        /* only games that an agent forfeited by failing */
    bool oldest_first;  /* by number within one run, otherwise by id; default: newest first */
    int64_t limit;
};

enum jg_status jg_store_games(struct jg_store *s, const struct jg_store_filter *filter,
                              bool (*each)(void *arg, const struct jg_stored_game *game), void *arg,
                              struct jg_error *err);

/* The results of a player against one opponent (in partner games: two) at one game. */
struct jg_stored_history {
    const char *game;         /* name */
    const char *opponents[2]; /* agents' specs or players' names; the second may be NULL */
    bool person;              /* the first opponent is a person */
    int64_t wins, draws, losses;
    int64_t last; /* when the last game ended, Unix time; 0: unknown */
};

/* Lists the results of a player by game and opponent, the opponent of the last game first. Games in which the player had
 * seats on both sides are left out. */
enum jg_status jg_store_history(struct jg_store *s, const char *player,
                                bool (*each)(void *arg, const struct jg_stored_history *entry), void *arg,
                                struct jg_error *err);

/* The result of a game in PGN notation: "1-0", "0-1" or "1/2-1/2". */
const char *jg_stored_result(int32_t score);

/* Whether a game was ended by adjudication, for its `reason`: its score does not follow from its moves. */
bool jg_stored_adjudicated(const struct jg_stored_game *game);

/* ---- Ratings and checkpoints ------------------------------------------------------------ */

struct jg_stored_rating {
    const char *agent;
    double elo, error;
    int64_t games;
};

/* Replaces the ratings of a run; lists them, best first. */
enum jg_status jg_store_put_ratings(struct jg_store *s, int64_t run, const struct jg_stored_rating *ratings, size_t n,
                                    struct jg_error *err);
enum jg_status jg_store_ratings(struct jg_store *s, int64_t run,
                                bool (*each)(void *arg, const struct jg_stored_rating *rating), void *arg,
                                struct jg_error *err);

/* Checkpoints of a run that proceeds in steps (the generations of a tuning): a JSON text for each step, from which the
 * run can be resumed. An existing step is replaced. */
enum jg_status jg_store_put_step(struct jg_store *s, int64_t run, int64_t number, const char *state,
                                 struct jg_error *err);
enum jg_status jg_store_steps(struct jg_store *s, int64_t run,
                              bool (*each)(void *arg, int64_t number, const char *state), void *arg,
                              struct jg_error *err);

/* ---- The web server ------------------------------------------------------------------- */

enum { JG_SECRET = 32 }; /* bytes */

/* The server's secret key for signatures and deals: created at random on first use. */
enum jg_status jg_store_secret(struct jg_store *s, unsigned char out[JG_SECRET], struct jg_error *err);

/* Reads a player's name; false and "" if it was never set. Sets it. */
bool jg_store_player_name(struct jg_store *s, const char *player, char *name, size_t size);
enum jg_status jg_store_set_player_name(struct jg_store *s, const char *player, const char *name, struct jg_error *err);

/* Whether a player may view a game: it is from a public table, or they played in it. */
bool jg_store_may_view(struct jg_store *s, int64_t game, const char *player);

/* The seats that a player had in a game: bit s for seat s. */
unsigned jg_store_seats_of(struct jg_store *s, int64_t game, const char *player);

/* Unix time for the ages of sessions and players, robust against a wrong system clock: it starts from the clock, limited
 * to 0 to 30 days after the latest activity in the store, and then advances with the monotonic clock. */
int64_t jg_store_now(struct jg_store *s);

/* A player's sign-out count: sessions with a lower one have ended. -1: the store cannot be read. jg_store_sign_out
 * increments it. */
int64_t jg_store_epoch(struct jg_store *s, const char *player);
enum jg_status jg_store_sign_out(struct jg_store *s, const char *player, struct jg_error *err);

/* Whether the store has anything about a player: a name, a sign-out, a seat that they have or left. */
bool jg_store_has_player(struct jg_store *s, const char *player);

/* Updates when a player with a name was last seen, at most once a day. */
void jg_store_touch_player(struct jg_store *s, const char *player);

/* Deletes a player: their row, seats and ownership of tables, and their name in finished games, which stay. */
enum jg_status jg_store_delete_player(struct jg_store *s, const char *player, struct jg_error *err);

/* Deletes players without a seat who were not seen for `days` days. */
enum jg_status jg_store_drop_players(struct jg_store *s, int days, struct jg_error *err);

/* A stored table. Its texts belong to the caller when it is written, and to the store until `each` returns when it is
 * read. */
struct jg_stored_table {
    const char *id;
    const char *owner;            /* id of the player who created it */
    const char *game;             /* spec */
    const char *start;            /* initial position; "": the game's own */
    const char *moves;            /* in one line */
    const char *seats;            /* JSON: who has which seat */
    const char *rest;             /* JSON: clocks, forfeit, offers and so on */
    const char *const *players;   /* for each seat the id of its player, or NULL; NULL: unchanged, witnesses too */
    const char *const *witnesses; /* ids of players who left the game that is still running */
    int witness_count;
    uint64_t seed;
    int64_t version, changed; /* changed: Unix time */
    int plies;
    bool listed, over;
};

/* Locks the tables for this process until the store is closed: JG_EIO if another process has them. */
enum jg_status jg_store_lock_tables(struct jg_store *s, struct jg_error *err);

/* Inserts or replaces a table. */
enum jg_status jg_store_put_table(struct jg_store *s, const struct jg_stored_table *table, struct jg_error *err);

/* Reads the table with an id; JG_EINPUT if there is none. */
enum jg_status jg_store_table(struct jg_store *s, const char *id,
                              void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                              struct jg_error *err);

/* Lists the tables where a player has a seat, and public unfinished ones changed after `since`: latest change first, at
 * most `limit`. */
enum jg_status jg_store_tables(struct jg_store *s, const char *player, int64_t since, int limit,
                               void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                               struct jg_error *err);

/* Lists the unfinished tables where a player has a seat, or left one during the game: latest change first, at most
 * `limit`. */
enum jg_status jg_store_unfinished(struct jg_store *s, const char *player, int limit,
                                   void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                                   struct jg_error *err);

/* Adds `ran` seconds to the total running time of servers, then deletes tables that were not written for that many
 * seconds of it: `over` for finished tables and those without moves, `others` for the rest. Dates do not matter. */
enum jg_status jg_store_drop_tables(struct jg_store *s, int64_t ran, int64_t over, int64_t others,
                                    struct jg_error *err);

/* The number of unfinished tables that a player created and that were changed after `since`; -1: query failed. */
int jg_store_count_tables(struct jg_store *s, const char *owner, int64_t since);

#endif
