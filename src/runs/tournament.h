/* Matches and tournaments as runs that are stored and resume: known results are loaded, missing games played and
 * stored. */
#ifndef RUNS_TOURNAMENT_H
#define RUNS_TOURNAMENT_H

#include "arena/contest.h"
#include "runs/runs.h"
#include "store/store.h"
#include "store/writer.h"

struct jg_run_tournament {
    struct jg_contest *plan; /* owned by the caller; its known results are set here, its `finished` is not called */
    const char *kind;        /* "match" or "tournament" */
    char game[JG_SPEC_MAX];
    struct jg_store *store; /* NULL: nothing is stored */
    struct jg_stored_run run;
    bool finished; /* the store is open for reading and has all games */
    bool plain;    /* some of the known games have no annotations */
    int64_t again; /* the run whose games are played again, because the plan asks for annotations; 0: none */
    struct jg_run_trust trust;   /* in the players */
    struct jg_run_known stored;  /* the known games; their number is that of the standings */
    struct jg_run_unused unused; /* games that are played again */
    struct jg_writer *writer;
    struct jg_result *known;
};

/* Finds or starts the run of a plan in the store at a path and loads its results; `again` starts a new run. So does a
 * run that jg_run_is_usable refuses, and a plan that asks for annotations if the stored games have none, which sets
 * k->again. Path NULL: nothing is stored. The caller closes it, whatever the result. */
enum jg_status jg_run_tournament_open(struct jg_run_tournament *k, struct jg_contest *plan, const char *kind,
                                      const char *path, bool again, struct jg_error *err);
void jg_run_tournament_close(struct jg_run_tournament *k); /* may be called twice */

/* The identity of a plan's run in files of rows (runs/rows.h). The caller frees it; NULL without memory. */
char *jg_run_tournament_identity(const struct jg_contest *plan, const char *kind);

/* Plays and stores the missing games, then stores the ratings and marks the run as finished. A stopped run (JG_ESTOP)
 * can be resumed; the standings cover the games so far. The caller frees them. */
enum jg_status jg_run_tournament_play(struct jg_run_tournament *k, struct jg_standings *standings,
                                      struct jg_error *err);

/* Loads the results of a run into the plan; with `all` the plan's number of games is ignored. k->store and k->run must
 * be set. */
enum jg_status jg_run_tournament_load(struct jg_run_tournament *k, bool all, struct jg_error *err);

#endif
