/* Axes of plots: ticks at round numbers. */
#include "core/math.h"
#include "report/format.h"
#include "report/plot.h"

#include <math.h>

enum { STEPS_LEAST = 2, STEPS_MOST = 10 };

static const double HUGE_NUMBER = 1e300, TINY_NUMBER = 1e-290, LOG_MOST = 1e200,
                    NARROWEST = 1e-9; /* least width of a range, as a share of its numbers */

/* ---- Linear axes ---------------------------------------------------------------------------- */

/* Number k of the ascending sequence of 1, 2 and 5 times the powers of ten. */
static double round_number(int k) {
    static const double DIGITS[] = {1, 2, 5};
    int power = (int)floor(k / 3.0);
    return power < 0 ? DIGITS[k - 3 * power] / jg_math_pow(10, -power) : DIGITS[k - 3 * power] * jg_math_pow(10, power);
}

static void find_even(struct jg_ticks *t, double low, double high, int most) {
    double width = high - low;
    int k = 3 * (int)floor(jg_math_log10(width / most)) - 3;
    if (t->scale == JG_SCALE_WHOLE && k < 0) k = 0;
    while (ceil(high / round_number(k)) - floor(low / round_number(k)) > most) k++;
    double step = round_number(k), first = floor(low / step), last = ceil(high / step);
    if (t->scale == JG_SCALE_WHOLE && last < first + 2) last = first + 2;
    t->count = (int)(last - first) + 1;
    for (int i = 0; i < t->count; i++)
        t->at[i] = step < 1 ? (first + i) / (1 / step) : (first + i) * step; /* 0.3 and not 0.1 * 3 */
    int power = (int)floor(k / 3.0) + (t->scale == JG_SCALE_SHARE ? 2 : 0);
    t->decimals = power < 0 ? -power : 0;
}

/* ---- Logarithmic axes ----------------------------------------------------------------------- */

static void find_log(struct jg_ticks *t, double low, double high, int most) {
    int first = (int)floor(jg_math_log10(low) + NARROWEST), last = (int)ceil(jg_math_log10(high) - NARROWEST), step = 1;
    if (last < first + STEPS_LEAST) last = first + STEPS_LEAST;
    while ((last - first + step - 1) / step > most) step++;
    t->count = (last - first + step - 1) / step + 1;
    for (int i = 0; i < t->count; i++) t->at[i] = jg_math_pow(10, first + i * step);
    t->decimals = 0;
}

/* ---- All axes -------------------------------------------------------------------------------- */

/* Replaces an empty or infinite range by one that can be drawn. */
static void mend(double *low, double *high, bool log) {
    double least = log ? 1 / LOG_MOST : -HUGE_NUMBER, most = log ? LOG_MOST : HUGE_NUMBER;
    if (isnan(*low) || isnan(*high)) *low = *high = log ? 1 : 0;
    *low = fmax(least, fmin(*low, most));
    *high = fmax(least, fmin(*high, most));
    if (*high < *low) *high = *low;
    double size = fmax(fabs(*low), fabs(*high));
    if (log || (*high - *low > size * NARROWEST && size > TINY_NUMBER)) return;
    double room = size > TINY_NUMBER ? size * 0.1 : 1;
    if (size >= 1 && size < 10) room = 1;
    *low -= room;
    *high += room;
}

void jg_ticks_find(struct jg_ticks *t, const struct jg_axis *axis, double low, double high, int most) {
    *t = (struct jg_ticks){.scale = axis->scale, .log = axis->log && low > 0};
    most = most < STEPS_LEAST ? STEPS_LEAST : most > STEPS_MOST ? STEPS_MOST : most;
    mend(&low, &high, t->log);
    if (t->log)
        find_log(t, low, high, most);
    else
        find_even(t, low, high, most);
}

double jg_ticks_place(const struct jg_ticks *t, double x) {
    double low = t->at[0], high = t->at[t->count - 1];
    if (isnan(x)) return NAN;
    if (x <= low) return 0;
    if (x >= high) return 1;
    if (t->log) return (jg_math_log(x) - jg_math_log(low)) / (jg_math_log(high) - jg_math_log(low));
    return (x / 2 - low / 2) / (high / 2 - low / 2); /* halves: no overflow */
}

void jg_ticks_print(const struct jg_ticks *t, int i, jg_lang lang, struct jg_text *out) {
    double x = t->at[i];
    int decimals = t->log ? (int)fmax(0, -floor(jg_math_log10(x) + NARROWEST)) : t->decimals;
    switch (t->scale) {
    case JG_SCALE_SHARE: jg_format_percent(out, x, t->log ? (decimals > 2 ? decimals - 2 : 0) : decimals, lang); break;
    case JG_SCALE_SECONDS: {
        static const struct {
            double scale;
            int power;
            const char *name;
        } UNITS[] = {{1, 0, "s"}, {1e3, 3, "ms"}, {1e6, 6, "µs"}, {1e9, 9, "ns"}};
        double size = t->log ? x : t->at[t->count - 1];
        size_t u = 0;
        while (u < 3 && size * UNITS[u].scale < 0.9999) u++;
        jg_format_number(out, x * UNITS[u].scale, decimals > UNITS[u].power ? decimals - UNITS[u].power : 0, lang);
        jg_text_add(out, " %s", UNITS[u].name);
        break;
    }
    case JG_SCALE_NUMBER:
    case JG_SCALE_WHOLE: jg_format_number(out, x, decimals > 12 ? 12 : decimals, lang); break;
    }
}
