/* Line-by-line reading of card and deck files, and errors with file, line and column. */
#include "games/magic/cards.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

struct jg_magic_span jg_magic_trim(struct jg_magic_span s) {
    while (s.at < s.end && is_blank(*s.at)) s.at++;
    while (s.end > s.at && is_blank(s.end[-1])) s.end--;
    return s;
}

/* The first separator, or the end. */
static const char *up_to(const char *p, const char *end, char sign) {
    const char *found = p < end ? memchr(p, sign, (size_t)(end - p)) : NULL;
    return found ? found : end;
}

bool jg_magic_next_line(struct jg_magic_line_reader *r) {
    while (r->next < r->end) {
        const char *begin = r->next, *end = up_to(begin, r->end, '\n');
        r->next = end < r->end ? end + 1 : end;
        r->line = jg_magic_trim((struct jg_magic_span){begin, up_to(begin, end, '#')});
        if (r->line.at < r->line.end) return true;
    }
    r->line = (struct jg_magic_span){r->end, r->end};
    return false;
}

enum jg_status jg_magic_syntax_error(const struct jg_magic_line_reader *r, const char *where, const char *format, ...) {
    char message[JG_MESSAGE_MAX];
    int line = 1;
    const char *begin = r->text;
    va_list args;
    if (!r->err) return JG_EINPUT;
    for (const char *p = r->text; p < where; p++)
        if (*p == '\n') {
            line++;
            begin = p + 1;
        }
    va_start(args, format);
    vsnprintf(message, sizeof message, jg_tr(r->err->lang, format), args);
    va_end(args);
    int column = (int)(where - begin) + 1, at = (int)(where - r->text);
    if (!r->file) return jg_fail(r->err, JG_EINPUT, at, "line %d, column %d: %s", line, column, message);
    return jg_fail(r->err, JG_EINPUT, at, "%s:%d:%d: %s", r->file, line, column, message);
}

bool jg_magic_take_number(struct jg_magic_span *s, int max, int *out) {
    int n = 0;
    const char *p = s->at;
    for (; p < s->end && *p >= '0' && *p <= '9'; p++)
        if ((n = 10 * n + (*p - '0')) > max || p - s->at > 1) return false;
    if (p == s->at) return false;
    s->at = p;
    *out = n;
    return true;
}

int jg_magic_shown_length(struct jg_magic_span s) {
    enum { MOST = 48 };
    if (s.end - s.at <= MOST) return (int)(s.end - s.at);
    int n = MOST;
    while (n > 0 && ((unsigned char)s.at[n] & 0xc0) == 0x80) n--; /* never splits a UTF-8 character */
    return n;
}
