/* Stores the games of a study, so that its tables can be audited game by game. A part of a study, the games of one row or
 * cell of a table, is a run of its own. A part that is played again has the same games, and those that are stored already
 * are not stored twice. */
#ifndef STUDY_GAMES_H
#define STUDY_GAMES_H

#include "arena/contest.h"
#include "store/store.h"
#include "study/study.h"

#define JG_STUDY_PART_KIND "part" /* kind of the runs */

struct jg_study_games;

/* Stores games from now on: set setting->store to the result, and close it after the study. The store belongs to it
 * until then. NULL with err filled. */
struct jg_study_games *jg_study_games_open(struct jg_store *s, const struct jg_study *study,
                                           const struct jg_study_setting *setting, struct jg_error *err);
void jg_study_games_close(struct jg_study_games *games);

/* ---- For studies. Without setting->store nothing is stored. ------------------------------------------ */

/* Whether a part need not be played for its games: all are stored, or none are wanted. */
bool jg_study_has_games(const struct jg_study_setting *setting, const char *part);

/* Plays a series or a contest as jg_series_play and jg_contest_play do, and stores its games as a part. */
enum jg_status jg_study_play_series(const struct jg_study_setting *setting, const char *part,
                                    const struct jg_series *series, struct jg_error *err);
enum jg_status jg_study_play_contest(const struct jg_study_setting *setting, const char *part,
                                     const struct jg_contest *contest, struct jg_standings *out, struct jg_error *err);

/* For games that are played in another way: begins a part; stores game `number` of it, between agents with these specs at
 * the seats of either team; ends the part, with the status of its games, which it returns unless storing failed. */
enum jg_status jg_study_begin_part(const struct jg_study_setting *setting, const char *part, const struct jg_game *g,
                                   struct jg_error *err);
enum jg_status jg_study_store_game(const struct jg_study_setting *setting, uint64_t number, const char *const specs[2],
                                   const struct jg_record *r, const double seconds[2], struct jg_error *err);
enum jg_status jg_study_end_part(const struct jg_study_setting *setting, enum jg_status status, struct jg_error *err);

#endif
