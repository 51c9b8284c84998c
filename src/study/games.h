/* Stores the games of a study, so that its tables can be audited game by game. A part of a study, the games of one row or
 * cell of a table, is a run of its own. A part that is played again has the same games, and those that are stored already
 * are not stored twice. */
#ifndef STUDY_GAMES_H
#define STUDY_GAMES_H

#include "arena/contest.h"
#include "study/checkpoint.h"
#include "study/study.h"

/* Where the games of a study go: what setting->store points to. runs/study_games.c implements it with a store. */
struct jg_study_games {
    /* Whether all games of a part are stored. */
    bool (*has)(const struct jg_study_games *games, const char *part);

    /* Begin a part; if its moves are `timed`, nothing is stored while they are chosen. Store game `number` of it,
     * between agents with these specs at the seats of either team; end the part that was begun. */
    enum jg_status (*begin)(struct jg_study_games *games, const char *part, const struct jg_game *g, uint64_t seed,
                            bool timed, struct jg_error *err);
    enum jg_status (*put)(struct jg_study_games *games, uint64_t number, const char *const specs[2],
                          const struct jg_record *r, const double seconds[2], struct jg_error *err);
    enum jg_status (*end)(struct jg_study_games *games, enum jg_status status, struct jg_error *err);
};

/* The games of a study, numbered from 0 through all parts in the order in which they are played. A study that runs with
 * an outline that is not complete plays nothing and has no result: its parts are added to the outline. Games whose time
 * is measured belong to no outline. Begins as {0}. */
struct jg_study_outline {
    struct jg_study_outline_part {
        char name[JG_STUDY_PART_NAME_MAX];
        uint64_t first, count;
    } parts[JG_STUDY_PARTS_MAX];
    int part_count;
    uint64_t games;
    bool complete; /* games are played, and rows are found by the numbers of the outline */

    /* Called for the series of each part while the outline is made; may be NULL. */
    enum jg_status (*visit)(void *arg, const struct jg_series *series, struct jg_error *err);
    void *arg;
};

/* ---- For studies. Without setting->store nothing is stored. ------------------------------------------ */

/* Whether a part whose results are known need not be played for its games: not all are wanted, or they are stored. */
bool jg_study_has_games(const struct jg_study_setting *setting, const char *part);

/* Whether no games are played, since the study runs for its outline: it has no result and returns. */
bool jg_study_is_outlined(const struct jg_study_setting *setting);

/* Plays a series or a contest as jg_series_play and jg_contest_play do, with the rows and workers of the setting, and
 * stores its games as a part. All games of studies are played by these two functions. */
enum jg_status jg_study_play_series(const struct jg_study_setting *setting, const char *part,
                                    const struct jg_series *series, struct jg_error *err);
enum jg_status jg_study_play_contest(const struct jg_study_setting *setting, const char *part,
                                     const struct jg_contest *contest, struct jg_standings *out, struct jg_error *err);

#endif
