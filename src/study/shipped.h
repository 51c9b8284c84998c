/* Results that come with the program: the finished parts of each study, from which its tables are made again at once.
 * 'jogada study NAME --figures src/study/shipped/NAME.txt' writes them (tools/ship_studies.sh: all). */
#ifndef STUDY_SHIPPED_H
#define STUDY_SHIPPED_H

#include "study/study.h"

struct jg_study_shipped {
    char version[16];                /* of the program that ran it */
    char date[16];                   /* the day on which it finished, as 2026-11-18 */
    struct jg_study_setting setting; /* quick, all, compat, seed and games of that run */
};

/* Whether there is a result of the study; describes it. */
bool jg_study_shipped_find(const struct jg_study *study, struct jg_study_shipped *out);

/* Makes the result again. JG_ESTOP if parts are missing: the study has changed since. */
enum jg_status jg_study_shipped_result(const struct jg_study *study, struct jg_study_result *result,
                                       struct jg_error *err);

#endif
