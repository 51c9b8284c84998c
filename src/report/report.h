/* Reports: one self-contained page each, with tables and plots, that can be
 * printed and read in the dark. They return a new string that the caller frees;
 * NULL without memory. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "arena/contest.h"
#include "core/stats.h"
#include "study/study.h"
#include "tune/tune.h"

/* What stands at the head of a report in addition to what it finds in the
 * contest, the tuning or the study itself: game, players, seed and so on need
 * not be told again. The line named "command" goes to the foot, as the command
 * that repeats all. */
struct jg_setting_line {
    const char *name; /* key of the catalogue */
    const char *value;
};

/* A match (two players) or a tournament. The standings may be those of a contest
 * that was stopped, or of no game at all. student: of a match, or NULL. */
char *jg_report_tournament(const struct jg_contest *contest, const struct jg_standings *standings,
                           const struct jg_student *student, const struct jg_setting_line *settings, size_t n,
                           jg_lang lang);

/* A tuning: fitness by generation, the weights, the proof (may be NULL). */
char *jg_report_tune(const struct jg_tune_setting *setting, const struct jg_generation *history, size_t generations,
                     const struct jg_tally *proof, const struct jg_setting_line *settings, size_t n, jg_lang lang);

/* A study: its verdicts, its tables, plots of their columns over the first one. */
char *jg_report_study(const struct jg_study *study, const struct jg_study_setting *setting,
                      const struct jg_study_result *result, const struct jg_setting_line *settings, size_t n,
                      jg_lang lang);

/* Whether a file that begins with this text (at least so many bytes, unless it is
 * shorter) is such a page. */
enum { JG_REPORT_BEGIN = 512 };
bool jg_report_begins(const char *text);

#endif
