#include "report/svg.h"

#include <string.h>

static double letter_width(unsigned char c) {
    if ((c & 0xc0) == 0x80) return 0; /* continuation byte */
    if (strchr("ijl'|", c)) return 0.24;
    if (strchr("I.,:;!()[]tfr -/", c)) return 0.33;
    if (strchr("mMW@%", c)) return 0.9;
    return c >= 'A' && c <= 'Z' ? 0.72 : 0.58;
}

static double width_of(const char *text, size_t n, double size) {
    double width = 0;
    for (size_t i = 0; i < n; i++) width += letter_width((unsigned char)text[i]);
    return width * size * 1.03;
}

double jg_svg_width(const char *text, double size) { return width_of(text, strlen(text), size); }

static bool begins(const char *p) { return (*p & 0xc0) != 0x80; }

/* Takes characters alternately from both ends while they fit: long specs may differ at either. */
void jg_svg_fit(const char *text, double size, double width, struct jg_text *out) {
    size_t n = strlen(text), head = 0, tail = n;
    if (width_of(text, n, size) <= width) {
        jg_text_put(out, text);
        return;
    }
    double left = width - jg_svg_width("…", size) * 1.7;
    for (bool front = true; head < tail; front = !front) {
        size_t from = front ? head : tail - 1, to = front ? head + 1 : tail;
        while (front && to < tail && !begins(text + to)) to++;
        while (!front && from > head && !begins(text + from)) from--;
        left -= width_of(text + from, to - from, size);
        if (left < 0) break;
        if (front)
            head = to;
        else
            tail = from;
    }
    jg_text_add(out, "%.*s…%s", (int)head, text, text + tail);
}
