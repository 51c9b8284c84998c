/* Contests and the store: which run it is, what is known of it, what is added. */
#ifndef RUNS_TOURNAMENT_H
#define RUNS_TOURNAMENT_H

#include "arena/contest.h"
#include "store/store.h"
#include "store/writer.h"

/* A contest that is kept. Starts as {0}: nothing is kept. */
struct jg_run_tournament {
    struct jg_contest *plan; /* the caller's; its known results are set here */
    const char *kind;        /* "match" or "tournament" */
    char game[JG_SPEC_MAX];
    struct jg_store *store; /* NULL: nothing is kept */
    struct jg_stored_run run;
    bool finished; /* the store, opened to read, has all games */
    struct jg_writer *writer;
    struct jg_result *known;
};

/* Finds or begins the run of a contest in the store at a path and reads the results that it has; `again`
 * begins another. The caller closes it, whatever the result. */
enum jg_status jg_run_tournament_open(struct jg_run_tournament *k, struct jg_contest *plan, const char *kind,
                                      const char *path, bool again, struct jg_error *err);
void jg_run_tournament_close(struct jg_run_tournament *k); /* may be called twice */

/* Plays what is not known yet. The plan's `finished` hands games to jg_run_tournament_save_game, and may be NULL where
 * nothing is kept. Stopped, it can be gone on with. */
enum jg_status jg_run_tournament_play(struct jg_run_tournament *k, const struct jg_contest *plan,
                                      struct jg_standings *standings, struct jg_error *err);
enum jg_status jg_run_tournament_save_game(struct jg_run_tournament *k, const struct jg_played *played,
                                           struct jg_error *err);

/* Keeps the ratings and that the run is finished. */
enum jg_status jg_run_tournament_finish(struct jg_run_tournament *k, const struct jg_standings *standings,
                                        struct jg_error *err);

/* Reads the results of a run into the plan of its contest, whose games do not matter if all is set; k->store and k->run
 * are there. */
enum jg_status jg_run_tournament_load(struct jg_run_tournament *k, bool all, struct jg_error *err);

#endif
