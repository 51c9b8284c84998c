/* Reports: self-contained HTML pages with tables and plots, for light and dark themes and for paper. The functions
 * return a new string that the caller frees; NULL if memory ran out. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "arena/contest.h"
#include "core/stats.h"
#include "study/study.h"
#include "tune/tune.h"

/* An additional setting. Game, players, seed and so on come from the contest, tuning or study itself. The setting
 * "command" is printed at the foot, as the command that reproduces the report. */
struct jg_setting_line {
    const char *name; /* key of the catalogue */
    const char *value;
};

/* A match (two players) or a tournament. The standings may be incomplete or empty. student: the t-test of a match, or
 * NULL. */
char *jg_html_tournament(const struct jg_contest *contest, const struct jg_standings *standings,
                         const struct jg_student *student, const struct jg_setting_line *settings, size_t n,
                         jg_lang lang);

/* A tuning: fitness by generation, the weights, the validation (may be NULL). */
char *jg_html_tune(const struct jg_tune_setting *setting, const struct jg_generation *history, size_t generations,
                   const struct jg_tally *proof, const struct jg_setting_line *settings, size_t n, jg_lang lang);

/* A study: its verdicts, its tables, and plots of their columns over the first one. */
char *jg_html_study(const struct jg_study *study, const struct jg_study_setting *setting,
                    const struct jg_study_result *result, const struct jg_setting_line *settings, size_t n,
                    jg_lang lang);

/* Whether a file is a report; text is its beginning, of at least this many bytes unless the file is shorter. */
enum { JG_REPORT_BEGIN = 512 };
bool jg_html_begins(const char *text);

#endif
