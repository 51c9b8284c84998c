/* Numbers as people write them in a language: "1,234.5" and "1.234,5". */
#ifndef REPORT_FORMAT_H
#define REPORT_FORMAT_H

#include "study/study.h"

enum { JG_FORMAT_MAX = 48 }; /* room for any of these */

/* "−1,234.50"; "∞"; "–" for NAN. Beyond a million billions as 1.2e+20. */
void jg_format_number(struct jg_text *t, double x, int decimals, jg_lang lang);

/* The same with a sign before what is not 0. */
void jg_format_signed(struct jg_text *t, double x, int decimals, jg_lang lang);

/* How many decimals show a number that people gave: at least so many, more where six digits need them. */
int jg_format_decimals(double x, int least);

/* 0..1 in percent; a chance as it is, "< 0.001" where it is tiny. */
void jg_format_percent(struct jg_text *t, double share, int decimals, jg_lang lang);
void jg_format_probability(struct jg_text *t, double chance, jg_lang lang);

/* A time in the unit that suits it, from nanoseconds to hours. */
void jg_format_seconds(struct jg_text *t, double seconds, jg_lang lang);

/* A cell of a study. */
void jg_format_study(struct jg_text *t, enum jg_study_unit unit, double value, jg_lang lang);

/* A sentence whose numbers were printed with a decimal point. */
void jg_format_localize(struct jg_text *t, const char *english_numbers, jg_lang lang);

#endif
