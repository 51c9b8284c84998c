/* Numbers as people write them in a language: "1,234.5" and "1.234,5". */
#ifndef REPORT_NUMBER_H
#define REPORT_NUMBER_H

#include "study/study.h"

enum { JG_NUMBER = 48 }; /* room for any of these */

/* "−1,234.50"; "∞"; "–" for NAN. Beyond a million billions as 1.2e+20. */
void jg_number(struct jg_text *t, double x, int decimals, enum jg_lang lang);

/* The same with a sign before what is not 0. */
void jg_number_signed(struct jg_text *t, double x, int decimals, enum jg_lang lang);

/* How many decimals show a number that people gave: at least so many, more where six digits need them. */
int jg_number_decimals(double x, int least);

/* 0..1 in percent; a chance as it is, "< 0.001" where it is tiny. */
void jg_number_percent(struct jg_text *t, double share, int decimals, enum jg_lang lang);
void jg_number_chance(struct jg_text *t, double chance, enum jg_lang lang);

/* A time in the unit that suits it, from nanoseconds to hours. */
void jg_number_seconds(struct jg_text *t, double seconds, enum jg_lang lang);

/* A cell of a study. */
void jg_number_study(struct jg_text *t, enum jg_unit unit, double value, enum jg_lang lang);

/* A sentence whose numbers were printed with a decimal point. */
void jg_number_sentence(struct jg_text *t, const char *english_numbers, enum jg_lang lang);

#endif
