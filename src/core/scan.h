/* A cursor over text, for recursive-descent parsers. It never reads past the terminator. */
#ifndef CORE_SCAN_H
#define CORE_SCAN_H

#include <stdbool.h>

struct jg_scan {
    const char *text, *at;
};

static inline struct jg_scan jg_scan_begin(const char *text) { return (struct jg_scan){.text = text, .at = text}; }

/* The offset of the cursor, for errors. */
static inline int jg_scan_position(const struct jg_scan *s) { return (int)(s->at - s->text); }

static inline bool jg_scan_end(const struct jg_scan *s) { return !*s->at; }

/* Consumes this character if it is next. */
static inline bool jg_scan_char(struct jg_scan *s, char c) {
    if (*s->at != c) return false;
    s->at++;
    return true;
}

/* Consumes one digit of at most max. */
static inline bool jg_scan_digit(struct jg_scan *s, int max, int *out) {
    if (*s->at < '0' || *s->at > '0' + max) return false;
    *out = *s->at++ - '0';
    return true;
}

/* Consumes a decimal number of at most max. */
static inline bool jg_scan_number(struct jg_scan *s, int max, int *out) {
    const char *p = s->at;
    long long n = 0;
    if (*p < '0' || *p > '9') return false;
    for (; *p >= '0' && *p <= '9'; p++)
        if ((n = 10 * n + (*p - '0')) > max) return false;
    s->at = p;
    *out = (int)n;
    return true;
}

/* Consumes a space and the number of a player, 1 or 2, at the end of the text, as a seat. */
static inline bool jg_scan_player(struct jg_scan *s, int *seat) {
    struct jg_scan ahead = *s;
    if (!jg_scan_char(&ahead, ' ') || !jg_scan_number(&ahead, 2, seat) || !*seat || !jg_scan_end(&ahead)) return false;
    --*seat;
    *s = ahead;
    return true;
}

#endif
