/* How one player did against another, as parts of a page. */
#ifndef REPORT_SCORE_H
#define REPORT_SCORE_H

#include "report/page.h"

/* What came out, in one sentence. */
void jg_report_lead(struct jg_page *p, const struct jg_tally *t, const char *first, const char *second);

/* The same in a few large numbers. */
void jg_report_tiles(struct jg_page *p, const struct jg_tally *t);

/* Wins, draws, losses and margins of both. Times and forfeits too where
 * standings (of these two) are given. */
void jg_report_results(struct jg_page *p, const struct jg_tally *t, const char *first, const char *second,
                       const struct jg_standings *standings);

/* How many pairs brought the first 0, 1/2, 1, 3/2, 2 points. */
void jg_report_pairs(struct jg_page *p, const struct jg_tally *t, const char *first);

/* Formats into a buffer of the caller's and returns it. */
enum jg_form { JG_FORM_NUMBER, JG_FORM_SIGNED, JG_FORM_PERCENT, JG_FORM_CHANCE, JG_FORM_LIKELIHOOD, JG_FORM_SECONDS };
const char *jg_report_number(const struct jg_page *p, enum jg_form form, double x, int decimals, char *out,
                             size_t size);

/* A cell with a number. */
void jg_report_cell(struct jg_page *p, enum jg_form form, double x, int decimals);

/* The points of a tally; a draw is half a point. */
static inline double jg_report_points(const struct jg_tally *t) { return (double)t->wins + 0.5 * (double)t->draws; }

#endif
