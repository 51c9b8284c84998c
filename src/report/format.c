#include "report/format.h"

#include "core/math.h"
#include "core/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double LARGEST = 1e15; /* largest number that is not printed in scientific notation */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Adds a number formatted by printf, with the separators of the language and a typographic minus. */
static void put_local(struct jg_text *t, const char *plain, jg_lang lang) {
    size_t whole;
    if (*plain == '-') {
        jg_text_put(t, "−");
        plain++;
    }
    whole = strspn(plain, "0123456789");
    for (size_t i = 0; i < whole; i++) {
        if (i && (whole - i) % 3 == 0) jg_text_put(t, jg_number_thousands(lang));
        jg_text_char(t, plain[i]);
    }
    for (plain += whole; *plain; plain++)
        if (*plain == '.')
            jg_text_put(t, jg_number_decimal(lang));
        else
            jg_text_char(t, *plain);
}

static bool all_zero(const char *number) {
    for (; *number; number++)
        if (*number >= '1' && *number <= '9') return false;
    return true;
}

void jg_format_number(struct jg_text *t, double x, int decimals, jg_lang lang) {
    char plain[JG_FORMAT_MAX];
    if (isnan(x)) {
        jg_text_put(t, "–");
    } else if (isinf(x)) {
        jg_text_put(t, x < 0 ? "−∞" : "∞");
    } else {
        snprintf(plain, sizeof plain, fabs(x) < LARGEST ? "%.*f" : "%.*e", fabs(x) < LARGEST ? decimals : 1, x);
        put_local(t, plain[0] == '-' && all_zero(plain) ? plain + 1 : plain, lang);
    }
}

void jg_format_signed(struct jg_text *t, double x, int decimals, jg_lang lang) {
    char number[JG_FORMAT_MAX];
    struct jg_text n;
    jg_text_init(&n, number, sizeof number);
    jg_format_number(&n, x, decimals, lang);
    if (x > 0 && (isinf(x) || !all_zero(number))) jg_text_char(t, '+');
    jg_text_put(t, number);
}

int jg_format_decimals(double x, int least) {
    enum { MOST = 12 };
    double scaled = x * jg_math_pow(10, least);
    if (!isfinite(x)) return least;
    while (least < MOST && fabs(scaled - round(scaled)) > 1e-6 * fabs(scaled)) {
        scaled *= 10;
        least++;
    }
    return least;
}

void jg_format_percent(struct jg_text *t, double share, int decimals, jg_lang lang) {
    jg_format_number(t, 100 * share, decimals, lang);
    if (isfinite(share)) jg_text_put(t, " %");
}

void jg_format_probability(struct jg_text *t, double chance, jg_lang lang) {
    bool tiny = chance < 0.0005;
    if (tiny) jg_text_put(t, "< ");
    jg_format_number(t, tiny ? 0.001 : chance, 3, lang);
}

void jg_format_seconds(struct jg_text *t, double seconds, jg_lang lang) {
    if (seconds >= 7200 || seconds >= 120) {
        jg_format_number(t, seconds / (seconds >= 7200 ? 3600 : 60), 1, lang);
        jg_text_put(t, seconds >= 7200 ? " h" : " min");
    } else {
        jg_format_study(t, JG_UNIT_SECONDS, seconds, lang);
    }
}

void jg_format_study(struct jg_text *t, enum jg_study_unit unit, double value, jg_lang lang) {
    char plain[JG_STUDY_TEXT], *micro;
    struct jg_text p;
    if (!isfinite(value) || fabs(value) >= LARGEST) {
        jg_format_number(t, value, 0, lang);
        return;
    }
    if (unit == JG_UNIT_SECONDS && value <= 0) {
        jg_format_number(t, value, 0, lang);
        jg_text_put(t, " s");
        return;
    }
    jg_text_init(&p, plain, sizeof plain);
    jg_study_print(&p, unit, value, lang);
    if (unit == JG_UNIT_SECONDS && (micro = strstr(plain, " us"))) {
        *micro = 0;
        put_local(t, plain, lang);
        jg_text_put(t, " µs");
    } else if (unit == JG_UNIT_TIMES) {
        plain[strcspn(plain, " ")] = 0;
        put_local(t, plain, lang);
        jg_text_put(t, " ×");
    } else {
        put_local(t, plain, lang);
    }
}

void jg_format_localize(struct jg_text *t, const char *text, jg_lang lang) {
    for (const char *p = text; *p; p++) {
        bool decimal = *p == '.' && p > text && is_digit(p[-1]) && is_digit(p[1]);
        if (decimal)
            jg_text_put(t, jg_number_decimal(lang));
        else
            jg_text_char(t, *p);
    }
}
