/* Rows of studies: a study's games, numbered through all of its parts, can be played anywhere (runs/rows.h). */
#ifndef RUNS_STUDY_ROWS_H
#define RUNS_STUDY_ROWS_H

#include "runs/rows.h"
#include "study/games.h"

/* The first line of the files of a study's rows. The caller frees it; NULL without memory. */
char *jg_run_study_identity(const struct jg_study *study, const struct jg_study_setting *setting);

/* Numbers the games of a study, without playing them. JG_EINPUT: the study has no games that could be split. */
enum jg_status jg_run_study_outline(const struct jg_study *study, const struct jg_study_setting *setting,
                                    struct jg_study_outline *out, struct jg_error *err);

/* Plays games first .. last of a study into a file of rows. `progress` may be NULL. */
struct jg_run_study_part {
    const struct jg_study *study;
    const struct jg_study_setting *setting;
    uint64_t first, last;
    void (*progress)(void *arg, double share);
    void *arg;
};
enum jg_status jg_run_study_part_play(const struct jg_run_study_part *part, struct jg_run_rows_file *f,
                                      struct jg_error *err);

#endif
