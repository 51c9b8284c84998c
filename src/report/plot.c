/* Shared parts of all plots, and bar charts with error bars. */
#include "report/plot.h"

#include "core/svg.h"

#include <math.h>
#include <string.h>

enum { LETTERS = 13, SMALL_LETTERS = 12, WORDS = 1024 };

/* ---- Frame and text ------------------------------------------------------------------------ */

void jg_plot_begin(const struct jg_plot *p, const char *about, double width, double height, double least) {
    jg_buffer_put(p->out, "<figure><figcaption>");
    jg_buffer_xml(p->out, p->title);
    if (p->note && *p->note) {
        jg_buffer_put(p->out, "<span>");
        jg_buffer_xml(p->out, p->note);
        jg_buffer_put(p->out, "</span>");
    }
    jg_buffer_put(p->out, "</figcaption><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"");
    jg_buffer_xml(p->out, p->title);
    jg_buffer_add(p->out,
                  "\"><svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" "
                  "viewBox=\"0 0 %.0f %.0f\" style=\"min-width: %.0fpx; max-width: %.0fpx\" role=\"img\">\n<title>",
                  width, height, least, width * 1.25);
    jg_buffer_xml(p->out, p->title);
    jg_buffer_put(p->out, "</title>\n<desc>");
    jg_buffer_xml(p->out, about);
    jg_buffer_put(p->out, "</desc>\n");
}

void jg_plot_end(const struct jg_plot *p) { jg_buffer_put(p->out, "</svg></div></figure>\n"); }

void jg_plot_text(const struct jg_plot *p, const char *class, const char *anchor, double x, double y, double width,
                  const char *text) {
    char fitted[WORDS];
    struct jg_text t;
    jg_text_init(&t, fitted, sizeof fitted);
    if (width > 0)
        jg_svg_fit(text, *class ? SMALL_LETTERS : LETTERS, width, &t);
    else
        jg_text_put(&t, text);
    jg_buffer_add(p->out, "<text x=\"%.1f\" y=\"%.1f\"", x, y);
    if (strcmp(anchor, "start")) jg_buffer_add(p->out, " text-anchor=\"%s\"", anchor);
    if (*class) jg_buffer_add(p->out, " class=\"%s\"", class);
    jg_buffer_put(p->out, ">");
    if (strcmp(fitted, text)) {
        jg_buffer_put(p->out, "<title>");
        jg_buffer_xml(p->out, text);
        jg_buffer_put(p->out, "</title>");
    }
    jg_buffer_xml(p->out, fitted);
    jg_buffer_put(p->out, "</text>\n");
}

/* ---- Axes ---------------------------------------------------------------------------------- */

double jg_plot_x(const struct jg_plot_box *box, const struct jg_ticks *t, double x) {
    return box->left + (box->right - box->left) * jg_ticks_place(t, x);
}

double jg_plot_y(const struct jg_plot_box *box, const struct jg_ticks *t, double y) {
    return box->bottom - (box->bottom - box->top) * jg_ticks_place(t, y);
}

static void tick_text(const struct jg_plot *p, const struct jg_ticks *t, int i, char out[64]) {
    struct jg_text w;
    jg_text_init(&w, out, 64);
    jg_ticks_print(t, i, p->lang, &w);
}

double jg_plot_ticks_width(const struct jg_plot *p, const struct jg_ticks *t) {
    double widest = 0;
    char words[64];
    for (int i = 0; i < t->count; i++) {
        tick_text(p, t, i, words);
        widest = fmax(widest, jg_svg_width(words, SMALL_LETTERS));
    }
    return widest;
}

void jg_plot_x_axis(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *t, const char *title,
                    bool grid, bool above) {
    char words[64];
    double room = (box->right - box->left) / (t->count - 1), widest = jg_plot_ticks_width(p, t);
    int every = 1 + (int)((widest + 8) / room); /* numbers must not touch */
    for (int i = 0; i < t->count; i++) {
        double x = jg_plot_x(box, t, t->at[i]);
        if (grid) jg_buffer_add(p->out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", x, box->top, box->bottom);
        if (i % every) continue;
        tick_text(p, t, i, words);
        jg_plot_text(p, "tick", "middle", x, box->bottom + 17, 0, words);
        if (above) jg_plot_text(p, "tick", "middle", x, box->top - 7, 0, words);
    }
    if (title)
        jg_plot_text(p, "axis", "middle", (box->left + box->right) / 2, box->bottom + 36, box->right - box->left + 80,
                     title);
}

void jg_plot_y_axis(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *t) {
    char words[64];
    for (int i = 0; i < t->count; i++) {
        double y = jg_plot_y(box, t, t->at[i]);
        jg_buffer_add(p->out, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", box->left, y, box->right);
        tick_text(p, t, i, words);
        jg_plot_text(p, "tick", "end", box->left - 7, y + 4, 0, words);
    }
}

/* ---- Bars ------------------------------------------------------------------------------------ */

enum { BARS_WIDTH = 740, NAMES_MOST = 250, LABELS_MOST = 210, EDGE = 8 };

static double widest_of(const struct jg_bar *bars, size_t n, bool labels) {
    double widest = 0;
    for (size_t i = 0; i < n; i++) {
        const char *text = labels ? bars[i].label : bars[i].name;
        if (text) widest = fmax(widest, jg_svg_width(text, LETTERS));
    }
    return fmin(widest, labels ? LABELS_MOST : NAMES_MOST);
}

static void widen(double x, double *low, double *high) {
    if (!isfinite(x)) return;
    *low = fmin(*low, x);
    *high = fmax(*high, x);
}

/* The range of all values, and of the error bars unless they are much wider. */
static void bars_range(const struct jg_bar *bars, size_t n, double from, double *low, double *high) {
    *low = *high = from;
    for (size_t i = 0; i < n; i++) widen(bars[i].value, low, high);
    double room = *high > *low ? 1.5 * (*high - *low) : INFINITY, least = *low - room, most = *high + room;
    for (size_t i = 0; i < n; i++) {
        if (isfinite(bars[i].low)) widen(fmax(least, bars[i].low), low, high);
        if (isfinite(bars[i].high)) widen(fmin(most, bars[i].high), low, high);
    }
}

/* Draws one end of an error bar: a cap, or an arrow if it leaves the plot. */
static void put_end(const struct jg_plot *p, double x, double y, double half, int way, bool leaves) {
    if (leaves)
        jg_buffer_add(p->out, "M%.1f %.1fL%.1f %.1fL%.1f %.1f", x - 6 * way, y - half, x, y, x - 6 * way, y + half);
    else
        jg_buffer_add(p->out, "M%.1f %.1fV%.1f", x, y - half, y + half);
}

static void put_error(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *t,
                      const struct jg_bar *bar, double y, double half) {
    double low = jg_plot_x(box, t, bar->low), high = jg_plot_x(box, t, bar->high);
    if (isnan(low) || isnan(high)) return;
    for (int i = 0; i < 2; i++) { /* a wide stroke below the narrow one, visible on and off the bar */
        jg_buffer_add(p->out, "<path class=\"error\" d=\"M%.1f %.1fH%.1f", low, y, high);
        put_end(p, low, y, half, -1, bar->low < t->at[0]);
        put_end(p, high, y, half, 1, bar->high > t->at[t->count - 1]);
        jg_buffer_put(p->out, "\"/>\n");
    }
}

static void put_bar(const struct jg_plot *p, const struct jg_plot_box *box, const struct jg_ticks *t,
                    const struct jg_bar *bar, double from, double y, double height) {
    double a = jg_plot_x(box, t, from), b = jg_plot_x(box, t, bar->value);
    jg_plot_text(p, "", "end", box->left - EDGE, y + 4.5, NAMES_MOST, bar->name);
    if (bar->label) jg_plot_text(p, "", "start", box->right + EDGE, y + 4.5, LABELS_MOST, bar->label);
    if (isnan(b)) return;
    jg_buffer_add(p->out, "<path class=\"%s\" d=\"M%.1f %.1fH%.1f", bar->value < from ? "under" : "over", a,
                  y - height / 2, b);
    if (isinf(bar->value)) jg_buffer_add(p->out, "L%.1f %.1f", b + (bar->value > 0 ? 7 : -7), y);
    jg_buffer_add(p->out, "L%.1f %.1fH%.1fz\"/>\n", b, y + height / 2, a);
    put_error(p, box, t, bar, y, height / 4);
}

static void bars_about(const struct jg_bar *bars, size_t n, struct jg_buffer *about) {
    for (size_t i = 0; i < n; i++)
        jg_buffer_add(about, "%s%s: %s", i ? "; " : "", bars[i].name, bars[i].label ? bars[i].label : "");
    if (!about->at) jg_buffer_put(about, "–");
}

void jg_plot_bars(const struct jg_plot *p, const struct jg_axis *axis, const struct jg_bar *bars, size_t n,
                  double reference) {
    double low, high, from = isnan(reference) ? 0 : reference;
    double row = n <= 16 ? 30 : n <= 32 ? 24 : 19;
    bool above = n > 24, titled = axis->title;
    struct jg_ticks t;
    struct jg_buffer about = {0};
    struct jg_plot_box box = {.left = widest_of(bars, n, false) + 2 * EDGE,
                              .top = above ? 28 : 8,
                              .right = BARS_WIDTH - fmax(16, widest_of(bars, n, true) + 2 * EDGE)};
    box.bottom = box.top + row * (double)n + 6;
    bars_range(bars, n, from, &low, &high);
    jg_ticks_find(&t, axis, low, high, 7);
    bars_about(bars, n, &about);
    jg_plot_begin(p, about.failed ? "" : about.at, BARS_WIDTH, box.bottom + (titled ? 44 : 26), 560);
    jg_plot_x_axis(p, &box, &t, axis->title, true, above);
    for (size_t i = 0; i < n; i++)
        put_bar(p, &box, &t, &bars[i], from, box.top + 3 + row * ((double)i + 0.5), row * 0.62);
    jg_buffer_add(p->out, "<path class=\"%s\" d=\"M%.1f %.1fV%.1f\"/>\n", isnan(reference) ? "base" : "reference",
                  jg_plot_x(&box, &t, from), box.top, box.bottom);
    jg_plot_end(p);
    p->out->failed |= about.failed;
    jg_buffer_free(&about);
}
