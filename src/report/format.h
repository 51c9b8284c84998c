/* Formatting of numbers for reports and plots, in the notation of the language: "1,234.5" or "1.234,5". */
#ifndef REPORT_FORMAT_H
#define REPORT_FORMAT_H

#include "study/study.h"

enum { JG_FORMAT_MAX = 48 }; /* bytes for any of these numbers */

/* Adds "−1,234.50", "∞", or "–" for NAN; in scientific notation from 1e15 on. */
void jg_format_number(struct jg_text *t, double x, int decimals, jg_lang lang);

/* The same with a plus sign before positive numbers. */
void jg_format_signed(struct jg_text *t, double x, int decimals, jg_lang lang);

/* Returns the number of decimals that show x to six significant digits, but at least `least`. */
int jg_format_decimals(double x, int least);

/* A share from 0 to 1 in percent; a probability, "< 0.001" if it is tiny. */
void jg_format_percent(struct jg_text *t, double share, int decimals, jg_lang lang);
void jg_format_probability(struct jg_text *t, double chance, jg_lang lang);

/* A time in a suitable unit, from nanoseconds to hours. */
void jg_format_seconds(struct jg_text *t, double seconds, jg_lang lang);

/* A cell of a study. */
void jg_format_study(struct jg_text *t, enum jg_study_unit unit, double value, jg_lang lang);

/* Adds a text, with the decimal separator of the language in place of every point between two digits. */
void jg_format_localize(struct jg_text *t, const char *english_numbers, jg_lang lang);

#endif
