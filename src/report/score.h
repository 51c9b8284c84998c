/* The score of one player against another, as parts of a page. */
#ifndef REPORT_SCORE_H
#define REPORT_SCORE_H

#include "report/page.h"

/* A side of a match: its name for people, and the spec of its agent, or NULL. */
struct jg_html_side {
    const char *name, *spec;
};

/* The result in one sentence. */
void jg_html_lead(struct jg_page *p, const struct jg_tally *t, const char *first, const char *second);

/* The result in key figures. `first` is a short name; NULL: "the first player". */
void jg_html_tiles(struct jg_page *p, const struct jg_tally *t, const char *first);

/* A table of wins, draws, losses and margins of both; with standings (of these two) also times and forfeits. */
void jg_html_results(struct jg_page *p, const struct jg_tally *t, struct jg_html_side first, struct jg_html_side second,
                     const struct jg_standings *standings);

/* A plot of the pairs by the first player's points: 0, 1/2, 1, 3/2, 2. */
void jg_html_pairs(struct jg_page *p, const struct jg_tally *t, const char *first);

/* Formats a number into out and returns it. */
enum jg_form { JG_FORM_NUMBER, JG_FORM_SIGNED, JG_FORM_PERCENT, JG_FORM_CHANCE, JG_FORM_LIKELIHOOD, JG_FORM_SECONDS };
const char *jg_html_number(const struct jg_page *p, enum jg_form form, double x, int decimals, char *out, size_t size);

/* Adds a cell with a number. */
void jg_html_cell(struct jg_page *p, enum jg_form form, double x, int decimals);

/* The points of a tally; a draw is half a point. */
static inline double jg_html_points(const struct jg_tally *t) { return (double)t->wins + 0.5 * (double)t->draws; }

#endif
