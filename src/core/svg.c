#include "core/svg.h"

#include "core/buffer.h"
#include "core/number.h"

#include <stdarg.h>
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

/* ---- Elements ---------------------------------------------------------------------------- */

void jg_svg_escape(struct jg_text *t, const char *string) {
    size_t bytes;
    while (*string && !t->cut) {
        const char *as = jg_xml_char(&string, &bytes);
        jg_text_add(t, "%.*s", (int)bytes, as);
    }
}

void jg_svg_rect(struct jg_text *t, double x, double y, double width, double height, double round, const char *paint) {
    jg_text_add(t, "<rect x='%g' y='%g' width='%g' height='%g'", x, y, width, height);
    if (round > 0) jg_text_add(t, " rx='%g'", round);
    jg_text_add(t, " %s/>", paint);
}

void jg_svg_circle(struct jg_text *t, double x, double y, double r, const char *paint) {
    jg_text_add(t, "<circle cx='%g' cy='%g' r='%g' %s/>", x, y, r, paint);
}

void jg_svg_ellipse(struct jg_text *t, double x, double y, double rx, double ry, const char *paint) {
    jg_text_add(t, "<ellipse cx='%g' cy='%g' rx='%g' ry='%g' %s/>", x, y, rx, ry, paint);
}

void jg_svg_line(struct jg_text *t, double x1, double y1, double x2, double y2, const char *paint) {
    jg_text_add(t, "<line x1='%g' y1='%g' x2='%g' y2='%g' %s/>", x1, y1, x2, y2, paint);
}

void jg_svg_path(struct jg_text *t, const char *paint, const char *format, ...) {
    char data[1024];
    va_list args;
    va_start(args, format);
    jg_number_format(data, sizeof data, JG_EN, format, args);
    va_end(args);
    jg_text_add(t, "<path %s d='%s'/>", paint, data);
}

void jg_svg_words(struct jg_text *t, double x, double y, double size, const char *paint, const char *words) {
    jg_text_add(t, "<text x='%g' y='%g' font-size='%g' %s>", x, y, size, paint);
    jg_svg_escape(t, words);
    jg_text_put(t, "</text>");
}

void jg_svg_number(struct jg_text *t, double x, double y, double size, const char *paint, int n) {
    char words[16];
    struct jg_text number;
    jg_text_init(&number, words, sizeof words);
    jg_text_add(&number, "%d", n);
    jg_svg_words(t, x, y, size, paint, words);
}

static void put_transform(struct jg_text *t, double x, double y, double turn, double scale) {
    jg_text_add(t, " transform='translate(%g %g)", x, y);
    if (turn != 0) jg_text_add(t, " rotate(%g)", turn);
    if (scale != 1) jg_text_add(t, " scale(%g)", scale);
    jg_text_char(t, '\'');
}

void jg_svg_group(struct jg_text *t, double x, double y, double turn, double scale) {
    jg_text_put(t, "<g");
    put_transform(t, x, y, turn, scale);
    jg_text_char(t, '>');
}

void jg_svg_end(struct jg_text *t) { jg_text_put(t, "</g>"); }

void jg_svg_use(struct jg_text *t, const char *id, double x, double y, double scale, const char *paint) {
    jg_text_add(t, "<use href='#%s'", id);
    put_transform(t, x, y, 0, scale);
    jg_text_add(t, " %s/>", paint);
}
