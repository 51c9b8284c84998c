/* Matches and tournaments as stored runs: finding the run, loading known results, adding games. */
#ifndef RUNS_TOURNAMENT_H
#define RUNS_TOURNAMENT_H

#include "arena/contest.h"
#include "store/store.h"
#include "store/writer.h"

/* A stored match or tournament. Initialize with {0}: nothing is stored. */
struct jg_run_tournament {
    struct jg_contest *plan; /* owned by the caller; its known results are set here */
    const char *kind;        /* "match" or "tournament" */
    char game[JG_SPEC_MAX];
    struct jg_store *store; /* NULL: nothing is stored */
    struct jg_stored_run run;
    bool finished; /* the store is open for reading and has all games */
    struct jg_writer *writer;
    struct jg_result *known;
};

/* Finds or starts the run of a plan in the store at a path and loads its results; `again` starts a new run. The caller
 * closes it, whatever the result. */
enum jg_status jg_run_tournament_open(struct jg_run_tournament *k, struct jg_contest *plan, const char *kind,
                                      const char *path, bool again, struct jg_error *err);
void jg_run_tournament_close(struct jg_run_tournament *k); /* may be called twice */

/* Plays the missing games. The plan's `finished` passes games to jg_run_tournament_save_game; it may be NULL if nothing
 * is stored. A stopped run can be resumed. */
enum jg_status jg_run_tournament_play(struct jg_run_tournament *k, const struct jg_contest *plan,
                                      struct jg_standings *standings, struct jg_error *err);
enum jg_status jg_run_tournament_save_game(struct jg_run_tournament *k, const struct jg_played *played,
                                           struct jg_error *err);

/* Stores the ratings and marks the run as finished. */
enum jg_status jg_run_tournament_finish(struct jg_run_tournament *k, const struct jg_standings *standings,
                                        struct jg_error *err);

/* Loads the results of a run into the plan; with `all` the plan's number of games is ignored. k->store and k->run must
 * be set. */
enum jg_status jg_run_tournament_load(struct jg_run_tournament *k, bool all, struct jg_error *err);

#endif
