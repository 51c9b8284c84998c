/* The store: games that were played, the runs (matches, tournaments, tunings)
 * that they were played for, ratings and histories, in one SQLite file. What a
 * call has stored when it returns survives a crash of the program. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "core/texts.h"

#include <jogada/record.h>

#include <stdatomic.h>

struct jg_store;

enum { JG_STORE_PATH = 4096 };

/* Where the store is when nobody says otherwise; its folder is made. */
enum jg_status jg_store_default_path(char out[JG_STORE_PATH], struct jg_error *err);

enum jg_store_mode { JG_STORE_WRITE, JG_STORE_READ }; /* to write: made if it is not there; to read: it must be */

/* Opens it, or says in words what is the matter: written by a newer version, not
 * a store at all, damaged, read-only, locked too long. An older version's file is
 * brought up to date (to write) or refused (to read). Any number of processes may
 * have it open; one thread at a time uses a jg_store. NULL with err filled: with
 * JG_EINPUT if it is to be read and is not there or empty, else with another code. */
struct jg_store *jg_store_open(const char *path, enum jg_store_mode mode, struct jg_error *err);
void jg_store_close(struct jg_store *s);

/* Where it is. */
const char *jg_store_file_path(const struct jg_store *s);

/* Takes away all permissions of other users on the store and the files beside it: it is about to hold a secret.
 * *changed: there were some. JG_EIO if it cannot be done, with the command that would. */
enum jg_status jg_store_protect(struct jg_store *s, bool *changed, struct jg_error *err);

/* How long to wait for another process's transaction; 10 seconds if nobody says. */
void jg_store_set_timeout(struct jg_store *s, int milliseconds);

/* From now on what is read fails soon after *stop is set; NULL: nothing stops it. */
void jg_store_set_stop(struct jg_store *s, const atomic_bool *stop);

/* From now on a thread moves what is written into the file proper, and no call waits for that; for those
 * who write all the time. NULL: there is none, and it is as before. To be ended before the store is closed. */
struct jg_checkpointer *jg_checkpointer_start(struct jg_store *s);
void jg_checkpointer_stop(struct jg_checkpointer *t);

/* All calls from begin to end are one transaction: end keeps all of them if
 * `status` is JG_OK and none of them failed, or else nothing. Returns status, or
 * why nothing could be kept. Pairs may be nested: the outermost decides. */
enum jg_status jg_store_begin(struct jg_store *s, struct jg_error *err);
enum jg_status jg_store_end(struct jg_store *s, enum jg_status status, struct jg_error *err);

/* ---- Runs -------------------------------------------------------------------------- */

enum { JG_STORED_RUN_KIND = 16 };

struct jg_stored_run {
    int64_t id;
    char kind[JG_STORED_RUN_KIND]; /* "match", "tournament", "tune", "play", "import", "table", "kgp" */
    char game[JG_SPEC_MAX];        /* "" if it has games of several kinds */
    char *parameters;              /* a JSON object: all that the results depend on; allocated */
    char version[16];              /* of the program that began it */
    int64_t begun, ended;          /* Unix time; ended 0: not finished */
    int64_t games;                 /* kept of it */
};

void jg_stored_run_free(struct jg_stored_run *run);

/* Finds the newest run of this kind with equal parameters and of this version of the program, or
 * begins one; `anew` begins one in any case. Until the store is closed the run
 * is this process's own: JG_EIO if another process is at it. */
enum jg_status jg_store_begin_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                                  bool anew, struct jg_stored_run *out, struct jg_error *err);

/* The run that jg_store_begin_run would find; JG_EINPUT if there is none. Nothing is written
 * or locked, so a store that was opened to read will do. The caller frees it. */
enum jg_status jg_store_find_run(struct jg_store *s, const char *kind, const char *game, const char *parameters,
                                 struct jg_stored_run *out, struct jg_error *err);

/* The run of that id; JG_EINPUT if there is none. The caller frees it. */
enum jg_status jg_store_get_run(struct jg_store *s, int64_t id, struct jg_stored_run *out, struct jg_error *err);

/* Says that a run is finished (now), or not. */
enum jg_status jg_store_end_run(struct jg_store *s, int64_t run, bool ended, struct jg_error *err);

/* Runs, the newest first; `each` returns false to stop. kind and game (a name
 * such as "kalah", or a whole spec) may be NULL. */
enum jg_status jg_store_runs(struct jg_store *s, const char *kind, const char *game,
                             bool (*each)(void *arg, const struct jg_stored_run *run), void *arg, struct jg_error *err);

/* ---- Games -------------------------------------------------------------------------- */

/* A game as it is kept. Texts are the caller's when it is added, and the store's
 * until the next call when it is read. */
struct jg_stored_game {
    int64_t id, run;
    uint64_t number; /* in its run */
    const char *game;
    const char *seats[JG_SEATS_MAX]; /* specs or names of those who played; NULL beyond the game's seats */
    /* Only when it is added: the identity and the name of a person at each seat, NULL: none. The name is read back as
     * the seat's, until the person is deleted. */
    const char *players[JG_SEATS_MAX], *names[JG_SEATS_MAX];
    bool unlisted;     /* of a table that was not public; set when it is added */
    uint64_t seed;     /* where the run's chance came from */
    const char *start; /* "" for the game's own first position */
    const char *moves; /* as jg_record_write writes them, in one line */
    int plies;
    int opening;        /* so many of them were made at random, for nobody */
    int resigned;       /* the seat that gave up or failed, or -1 */
    const char *reason; /* why, if it failed; "" */
    int32_t score;      /* for team 0 */
    double seconds[2];  /* thought by the teams */
    int64_t ended;      /* Unix time; 0: nobody knows */
};

/* What a record tells of a game: plies, opening, who gave up and why, score. The rest is zero. */
struct jg_stored_game jg_stored_of_record(const struct jg_record *r);

/* Keeps games in one transaction: all or none. A number that the run has already
 * is passed over. Writes the new ids to ids[n] if that is not NULL (0: passed over). */
enum jg_status jg_store_add(struct jg_store *s, const struct jg_stored_game *games, size_t n, int64_t *ids,
                            struct jg_error *err);

/* Makes a game's texts copies in an arena; false without memory. */
bool jg_stored_copy(struct jg_stored_game *game, struct jg_texts *arena);

/* What the file of a kept game says besides its moves. */
void jg_stored_tags(const struct jg_stored_game *game, struct jg_tags *tags);

/* Makes a record of a kept game, which must be one of g. r is begun anew as by
 * jg_record_restart; the caller frees it, whatever the result. */
enum jg_status jg_stored_replay(const struct jg_stored_game *game, const struct jg_game *g, struct jg_record *r,
                                struct jg_error *err);

/* The game with that id; JG_EINPUT if there is none. */
enum jg_status jg_store_game(struct jg_store *s, int64_t id, struct jg_stored_game *out, struct jg_error *err);

/* Which games; members that are 0 or NULL do not matter. */
struct jg_game_filter {
    int64_t run;
    const char *game;   /* a name or a whole spec */
    const char *agent;  /* part of the spec of somebody who played */
    const char *result; /* "1-0", "0-1" or "1/2-1/2" */
    const char *viewer; /* only games that this identity may see: of public tables, or with a seat of theirs */
    bool failed;        /* only games that ended with an agent's failure */
    bool oldest_first;  /* by number within one run, otherwise by id; without it the newest come first */
    int64_t limit;
};

enum jg_status jg_store_games(struct jg_store *s, const struct jg_game_filter *filter,
                              bool (*each)(void *arg, const struct jg_stored_game *game), void *arg,
                              struct jg_error *err);

/* The result of a game in PGN's words. */
const char *jg_stored_result(int32_t score);

/* ---- Ratings and histories ------------------------------------------------------------ */

struct jg_stored_rating {
    const char *agent;
    double elo, error;
    int64_t games;
};

/* Replaces the ratings of a run; reads them, the best first. */
enum jg_status jg_store_put_ratings(struct jg_store *s, int64_t run, const struct jg_stored_rating *ratings, size_t n,
                                    struct jg_error *err);
enum jg_status jg_store_ratings(struct jg_store *s, int64_t run,
                                bool (*each)(void *arg, const struct jg_stored_rating *rating), void *arg,
                                struct jg_error *err);

/* The steps of a run that goes by steps (a tuning's generations): a JSON text
 * each, from which it can also go on. A step that is there is replaced. */
enum jg_status jg_store_put_step(struct jg_store *s, int64_t run, int64_t number, const char *state,
                                 struct jg_error *err);
enum jg_status jg_store_steps(struct jg_store *s, int64_t run,
                              bool (*each)(void *arg, int64_t number, const char *state), void *arg,
                              struct jg_error *err);

/* ---- The web server ------------------------------------------------------------------- */

enum { JG_SECRET = 32 }; /* bytes */

/* What the server signs with: made at random when it is asked for first, the same ever after. */
enum jg_status jg_store_secret(struct jg_store *s, unsigned char out[JG_SECRET], struct jg_error *err);

/* The name of a player, as it was given last: false, and "" if nobody has given one. Sets it. */
bool jg_store_player_name(struct jg_store *s, const char *player, char *name, size_t size);
enum jg_status jg_store_set_player_name(struct jg_store *s, const char *player, const char *name, struct jg_error *err);

/* Whether an identity may see a game: it is not of an unlisted table, or they sat there. */
bool jg_store_may_view(struct jg_store *s, int64_t game, const char *player);

/* Unix time for ages of sessions and players. It begins with the clock, but not before anybody was last seen nor more
 * than 30 days after, and then goes on by itself: a clock that is set wrong makes nothing old. */
int64_t jg_store_now(struct jg_store *s);

/* The number of times that a player has signed out everywhere: sessions of an earlier one are over. -1: it cannot be
 * read. Counts one more. */
int64_t jg_store_epoch(struct jg_store *s, const char *player);
enum jg_status jg_store_sign_out(struct jg_store *s, const char *player, struct jg_error *err);

/* Whether anything is stored of a player: a name, a session that was ended, a seat. */
bool jg_store_has_player(struct jg_store *s, const char *player);

/* Notes that a player who has a name is here; at most once a day. */
void jg_store_touch_player(struct jg_store *s, const char *player);

/* Deletes a person: their row, seats, tables' ownership, and who they were in finished games, which stay. */
enum jg_status jg_store_delete_player(struct jg_store *s, const char *player, struct jg_error *err);

/* Deletes, in the same way, players without a seat who were not seen for `days` days. */
enum jg_status jg_store_drop_players(struct jg_store *s, int days, struct jg_error *err);

/* A table as it is kept. Texts are the caller's when it is written, and the store's until `each` returns
 * when it is read. */
struct jg_stored_table {
    const char *id;
    const char *owner;          /* the identity of whoever made it */
    const char *game;           /* spec */
    const char *start;          /* "" for the game's own first position */
    const char *moves;          /* in one line */
    const char *seats;          /* JSON: who sits where */
    const char *rest;           /* JSON: clocks, how it ended, and whatever else there is */
    const char *const *players; /* by seat the identity of who has a right to it, or NULL; NULL: as before */
    uint64_t seed;
    int64_t version, changed; /* changed: Unix time */
    int plies;
    bool listed, over;
};

/* Until the store is closed its tables are this process's own: JG_EIO if they are another's. */
enum jg_status jg_store_lock_tables(struct jg_store *s, struct jg_error *err);

/* Keeps a table, in place of what was kept of it. */
enum jg_status jg_store_put_table(struct jg_store *s, const struct jg_stored_table *table, struct jg_error *err);

/* Reads the table of an id; JG_EINPUT if there is none. */
enum jg_status jg_store_table(struct jg_store *s, const char *id,
                              void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                              struct jg_error *err);

/* The tables at which somebody has a seat, or that are listed, not over and were changed since then: the last
 * changed first, at most so many. */
enum jg_status jg_store_tables(struct jg_store *s, const char *player, int64_t since, int limit,
                               void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                               struct jg_error *err);

/* Counts seconds that a server has run, then removes tables that have not been written for that many such seconds:
 * `over` for those that are over or have no moves, `others` for the others. Dates do not matter. */
enum jg_status jg_store_drop_tables(struct jg_store *s, int64_t ran, int64_t over, int64_t others,
                                    struct jg_error *err);

/* How many tables somebody made that are not over and were changed since then; -1 if that cannot be found out. */
int jg_store_count_tables(struct jg_store *s, const char *owner, int64_t since);

#endif
