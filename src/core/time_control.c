#include "core/time_control.h"

#include "core/scan.h"

#include <string.h>

/* ---- Text ---------------------------------------------------------------------------------- */

/* Consumes a decimal number such as 12 or 0.25. */
static bool scan_decimal(struct jg_scan *s, double *out) {
    int whole, digit;
    if (!jg_scan_number(s, JG_TIME_SECONDS_MAX, &whole)) return false;
    *out = whole;
    if (!jg_scan_char(s, '.')) return true;
    if (*s->at < '0' || *s->at > '9') return false;
    for (double unit = 0.1; jg_scan_digit(s, 9, &digit); unit /= 10) *out += unit * digit;
    return true;
}

/* Consumes SECONDS or MINUTES:SECONDS. */
static bool scan_time(struct jg_scan *s, double *seconds) {
    struct jg_scan ahead = *s;
    int minutes = 0;
    if (jg_scan_number(&ahead, JG_TIME_SECONDS_MAX / 60, &minutes) && jg_scan_char(&ahead, ':'))
        *s = ahead;
    else
        minutes = 0;
    if (!scan_decimal(s, seconds) || (minutes && *seconds >= 60)) return false;
    *seconds += 60 * minutes;
    return *seconds <= JG_TIME_SECONDS_MAX;
}

static bool scan_control(struct jg_scan *s, struct jg_time_control *out) {
    struct jg_scan ahead = *s;
    *out = (struct jg_time_control){0};
    if (!strncmp(s->at, "inf", 3)) {
        s->at += 3;
        return true;
    }
    if (jg_scan_number(&ahead, JG_TIME_MOVES_MAX, &out->moves) && jg_scan_char(&ahead, '/')) {
        if (!out->moves) return false;
        *s = ahead;
    } else {
        out->moves = 0;
    }
    if (!scan_time(s, &out->seconds) || out->seconds <= 0) return false;
    return !jg_scan_char(s, '+') || scan_time(s, &out->increment);
}

enum jg_status jg_time_controls_parse(const char *text, struct jg_time_control *out, size_t n, struct jg_error *err) {
    struct jg_scan s = jg_scan_begin(text);
    size_t count = 0;
    struct jg_time_control control;
    do {
        if (!scan_control(&s, &control) || (!jg_scan_end(&s) && *s.at != ','))
            return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                           "a time control must be [MOVES/]TIME[+INCREMENT] in seconds, such as 60+0.6 or 40/5:00, or "
                           "inf, not '%s'",
                           text);
        if (count < n) out[count] = control;
        count++;
    } while (jg_scan_char(&s, ','));
    if (count != 1 && count != n)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "%zu time controls for %zu agents; give one for all, or one for each", count, n);
    for (; count < n; count++) out[count] = out[0];
    return JG_OK;
}

void jg_time_control_print(const struct jg_time_control *control, struct jg_text *t) {
    if (control->seconds <= 0) {
        jg_text_put(t, "inf");
        return;
    }
    if (control->moves) jg_text_add(t, "%d/", control->moves);
    jg_text_add(t, "%.9g", control->seconds);
    if (control->increment > 0) jg_text_add(t, "+%.9g", control->increment);
}

/* ---- Clocks -------------------------------------------------------------------------------- */

void jg_time_clock_start(struct jg_time_clock *clock, const struct jg_time_control *control) {
    *clock = (struct jg_time_clock){.left = control->seconds};
}

bool jg_time_clock_charge(struct jg_time_clock *clock, const struct jg_time_control *control, double seconds,
                          double margin) {
    clock->left -= seconds;
    if (clock->left < -margin) return false;
    clock->left += control->increment;
    clock->played++;
    if (control->moves && clock->played % control->moves == 0) clock->left += control->seconds;
    return true;
}

int jg_time_clock_moves(const struct jg_time_clock *clock, const struct jg_time_control *control) {
    return control->moves ? control->moves - clock->played % control->moves : 0;
}
